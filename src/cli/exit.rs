//! How a run ends, and the one place where that becomes a number.

use std::fmt;
use std::io;
use std::process::ExitCode;

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

/// The status an error ends with, and the one line to say about it (`None`: a closed pipe, nothing to say).
pub fn verdict(error: &anyhow::Error) -> (Exit, Option<String>) {
    let broken_pipe = error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    });
    if broken_pipe {
        return (Exit::Answered, None);
    }
    let exit = if error.chain().any(|cause| cause.is::<Fault>()) { Exit::Fault } else { Exit::Wrong };
    // Whatever a cause says, the report stays one line.
    let text = format!("{error:#}").split_whitespace().collect::<Vec<_>>().join(" ");
    (exit, Some(format!("error: {text}")))
}
