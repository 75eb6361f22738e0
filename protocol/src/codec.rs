//! One line to one message and back: pure, strict where a bot is read, bounded.
//!
//! The arena reads bots with [`LineBuffer`] and [`decode_answer`], which refuse everything the
//! specification does not allow and say what to change. Bots written in Rust read the arena
//! with [`decode_request`], which ignores what it does not know.

mod explain;
mod extract;
mod lines;
mod malformed;
mod strict;

use std::borrow::Cow;

use serde::Deserialize;

use crate::limits::LINE_SHOWN_MAX;
use crate::message::{FromBot, ToBot};
use crate::text;

pub use lines::{LineBuffer, LineTooLong};
pub use malformed::Malformed;

/// Appends the message's line, with its line end, to `out`.
pub fn encode(message: &ToBot, out: &mut Vec<u8>) {
    encode_line(message, out);
}

/// Appends the answer's line, with its line end, to `out`.
pub fn encode_answer(answer: &FromBot, out: &mut Vec<u8>) {
    encode_line(answer, out);
}

fn encode_line(message: &impl serde::Serialize, out: &mut Vec<u8>) {
    serde_json::to_writer(&mut *out, message).expect("messages are plain data with text keys");
    out.push(b'\n');
}

/// Reads a bot's line, with or without its line end.
///
/// Takes time linear in the line and constant stack, whatever the line holds.
///
/// # Errors
///
/// Everything that is not exactly one well-formed answer; see [`Malformed`].
pub fn decode_answer(line: &[u8]) -> Result<FromBot, Malformed> {
    let text = std::str::from_utf8(line).map_err(|error| Malformed::InvalidUtf8 {
        at: error.valid_up_to() + 1,
    })?;
    let text = text.trim_matches([' ', '\t', '\r', '\n']);
    extract::answer(text, strict::parse(text)?)
}

/// A line from the arena that is no message of this protocol.
#[derive(Debug, thiserror::Error)]
#[error(
    "the arena's line is not a message of protocol 1: {}",
    text::visible(&.0.to_string(), LINE_SHOWN_MAX)
)]
pub struct UnreadableRequest(#[from] serde_json::Error);

/// The one key that has to be known before the others can be read.
#[derive(Deserialize)]
struct Kind<'a> {
    #[serde(rename = "type", borrow)]
    name: Cow<'a, str>,
}

/// Reads a line from the arena, with or without its line end; unknown keys are ignored.
///
/// # Errors
///
/// When the line is not JSON, its `type` is unknown or a key is missing or has another type.
pub fn decode_request(line: &[u8]) -> Result<ToBot, UnreadableRequest> {
    // Reading the type first spares the copy that a tagged enum makes of the whole message.
    let kind: Kind<'_> = serde_json::from_slice(line)?;
    Ok(match kind.name.as_ref() {
        "hello" => ToBot::Hello(serde_json::from_slice(line)?),
        "game" => ToBot::Game(serde_json::from_slice(line)?),
        "turn" => ToBot::Turn(serde_json::from_slice(line)?),
        "error" => ToBot::Error(serde_json::from_slice(line)?),
        "result" => ToBot::Result(serde_json::from_slice(line)?),
        _ => serde_json::from_slice(line)?,
    })
}
