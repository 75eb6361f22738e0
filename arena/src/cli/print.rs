//! What goes to stdout in one piece.

use std::io::{ErrorKind, Write, stdout};

use super::Failure;

/// Writes a text to stdout. That whoever reads it has had enough is no failure.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    match stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written
            .map_err(|error| Failure::environment(format!("cannot write to stdout: {error}"))),
    }
}
