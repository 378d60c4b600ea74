//! The command: parses the call, runs it, and turns what comes back into an exit status.

// Results go to `cli::output`, words to `tell!`: what `eprintln!` cannot write it panics about.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::exit::guarded(cli::main) {
        Ok(exit) => exit.into(),
        Err(error) => {
            let (exit, line) = cli::exit::verdict(&error);
            if let Some(line) = line {
                cli::tell!("{line}");
            }
            exit.into()
        }
    }
}
