//! How a run ends, and the one place where that becomes a number.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::fmt;
use std::io;
use std::panic::{self, UnwindSafe};
use std::process::ExitCode;

use super::tell;
use lightsout::gf2::TooLarge;

/// The exit statuses of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// The question was answered.
    Answered,
    /// The answer is no: impossible, or not verified.
    No,
    /// The call or the input is wrong.
    Wrong,
    /// An internal check failed: a bug.
    Fault,
    /// Stopped by Ctrl-C, after printing the best so far.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(match exit {
            Exit::Answered => 0,
            Exit::No => 1,
            Exit::Wrong => 2,
            Exit::Fault => 3,
            Exit::Interrupted => 130,
        })
    }
}

/// An answer that failed its own check: never shown, reported as a bug.
#[derive(Debug)]
pub struct Fault(pub String);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "internal check failed: {}; this is a bug, please report it with the input", self.0)
    }
}

impl std::error::Error for Fault {}

/// Runs the command; a panic, which is a bug wherever it comes from, is told in one line and becomes
/// [`Exit::Fault`]. `RUST_BACKTRACE=1` adds where it came from.
pub fn guarded(run: impl FnOnce() -> anyhow::Result<Exit> + UnwindSafe) -> anyhow::Result<Exit> {
    panic::set_hook(Box::new(|panic| {
        let payload = panic.payload();
        let message = payload
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("panicked");
        let place = panic.location().map(|place| format!(" ({place})")).unwrap_or_default();
        tell!("error: {}", one_line(&Fault(format!("{message}{place}")).to_string()));
        let trace = Backtrace::capture();
        if trace.status() == BacktraceStatus::Captured {
            tell!("{trace}");
        }
    }));
    panic::catch_unwind(run).unwrap_or(Ok(Exit::Fault))
}

/// Whatever a cause says, the report stays one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The status an error ends with, and the one line to say about it (`None`: a closed pipe, nothing to say).
pub fn verdict(error: &anyhow::Error) -> (Exit, Option<String>) {
    let broken_pipe = error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    });
    if broken_pipe {
        return (Exit::Answered, None);
    }
    let exit = if error.chain().any(|cause| cause.is::<Fault>()) { Exit::Fault } else { Exit::Wrong };
    // The library says how much it would need; what to do about it is said here.
    let right = if error.root_cause().is::<TooLarge>() { "; give a smaller board" } else { "" };
    (exit, Some(format!("error: {}{right}", one_line(&format!("{error:#}")))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::{Context, anyhow};

    // No call and no input is known that fails an internal check, so status 3 is held here; `tests/contract.rs` holds
    // the others on the real binary.
    #[test]
    fn a_failed_check_and_a_panic_are_status_3_and_ask_for_a_report() {
        let fault = Fault("the moves do not lead to the target".to_owned());
        let (exit, line) = verdict(&anyhow::Error::new(fault).context("x.txt"));
        assert_eq!(exit, Exit::Fault);
        let line = line.expect("a line");
        assert!(line.starts_with("error: x.txt: internal check failed: the moves do not lead"), "{line}");
        assert!(line.ends_with("; this is a bug, please report it with the input"), "{line}");

        let ended = guarded(|| panic!("no\nsuch thing"));
        assert_eq!(ended.expect("a way to end"), Exit::Fault);
        assert_eq!(guarded(|| Ok(Exit::No)).expect("a way to end"), Exit::No);
        assert_eq!(format!("{:?}", ExitCode::from(Exit::Fault)), format!("{:?}", ExitCode::from(3)));
    }

    #[test]
    fn a_closed_pipe_is_success_and_other_errors_are_one_line() {
        let closed = io::Error::new(io::ErrorKind::BrokenPipe, "closed");
        assert_eq!(verdict(&anyhow::Error::new(closed).context("standard output")), (Exit::Answered, None));
        let wrong = Err::<(), _>(anyhow!("two\n lines")).context("x.txt").expect_err("an error");
        assert_eq!(verdict(&wrong), (Exit::Wrong, Some("error: x.txt: two lines".to_owned())));
        let large = TooLarge { rows: 2, cols: 3, bytes: 1 << 40 };
        let line = "error: 2 x 3 bits need 1.0 TiB of memory; give a smaller board".to_owned();
        assert_eq!(verdict(&large.into()), (Exit::Wrong, Some(line)));
    }
}
