//! What goes to stdout in one piece.

use std::io::{ErrorKind, Write, stdout};

use nardy_protocol::text::{printable_json, visible};
use serde_json::Value;

use super::Failure;

/// Writes lines for people to stdout. Whatever is in them, it cannot act on their terminal.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    write(&harmless(text))
}

/// Writes a line of JSON to stdout.
pub(super) fn print_json(value: &Value) -> Result<(), Failure> {
    write(&(printable_json(&value.to_string()) + "\n"))
}

/// Lines of text, with everything else that could act on a terminal escaped.
pub(super) fn harmless(text: &str) -> String {
    let lines = text.split('\n').map(|line| visible(line, usize::MAX));
    lines.collect::<Vec<_>>().join("\n")
}

/// That whoever reads it has had enough is no failure.
fn write(text: &str) -> Result<(), Failure> {
    // A text may end within a line.
    let mut out = stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written
            .map_err(|error| Failure::environment(format!("cannot write to stdout: {error}"))),
    }
}
