//! The `arena` command: parse, run, turn an error into an exit code.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    let arguments = match arena::cli::arguments() {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    let filter = EnvFilter::try_from_env("ARENA_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
    match arena::cli::run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let message = failure.message();
            if !message.is_empty() {
                // If stderr is gone, the exit code has to do.
                let _ = writeln!(std::io::stderr(), "{}", message.trim_end());
            }
            failure.code()
        }
    }
}
