//! A bot's side of the conversation, so that a bot is one function from a turn to moves.
//!
//! ```
//! use nardy_protocol::client;
//!
//! // A program gives `std::io::stdin().lock()` and `std::io::stdout()`.
//! let input = br#"{"type":"hello","id":"x1","protocol":1,"arena":"0.1.0","bot":"mine"}
//! {"type":"quit"}
//! "#;
//! let mut output = Vec::new();
//! client::run("mine", &input[..], &mut output, |turn| {
//!     let legal = turn.legal.iter().flatten();
//!     let from_head = |moves: &&Vec<[u8; 2]>| moves.iter().filter(|[from, _]| *from == 24).count();
//!     legal.max_by_key(from_head).cloned().unwrap_or_default()
//! })?;
//! assert!(output.starts_with(br#"{"type":"hello","id":"x1","protocol":1,"name":"mine""#));
//! # Ok::<(), client::ClientError>(())
//! ```

use std::io::{self, BufRead, Write};

use nardy_rules::Ruleset;
use serde_json::Value;

use crate::codec::{UnreadableRequest, decode_request, encode_answer};
use crate::limits::PROTOCOL_VERSION;
use crate::message::{
    FromBot, HelloAnswer, MoveAnswer, MovePair, Ready, RequestId, ToBot, TurnRequest,
};

/// Why a bot broke off.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The arena's messages could not be read.
    #[error("cannot read the arena's messages: {0}")]
    Input(#[source] io::Error),
    /// An answer could not be written.
    #[error("cannot write an answer: {0}")]
    Output(#[source] io::Error),
    /// A line that is no message.
    #[error(transparent)]
    Unreadable(#[from] UnreadableRequest),
}

/// Answers the arena until it says goodbye: by every ruleset, with the legal turns in each
/// request, and with the moves that `choose` answers. Each line is flushed at once.
///
/// Points are the bot's own, as in the message; legal is any of `turn.legal`. Blank lines and
/// messages that protocol 1 does not have are skipped.
///
/// # Errors
///
/// When input or output fails, or a line is no message.
pub fn run(
    name: &str,
    mut input: impl BufRead,
    mut output: impl Write,
    mut choose: impl FnMut(&TurnRequest) -> Vec<MovePair>,
) -> Result<(), ClientError> {
    let (mut line, mut reply) = (Vec::new(), Vec::new());
    loop {
        line.clear();
        let read = input.read_until(b'\n', &mut line);
        if read.map_err(ClientError::Input)? == 0 {
            return Ok(());
        }
        let answer = match read_request(&line)? {
            Some(ToBot::Hello(hello)) => FromBot::Hello(about(name, hello.id)),
            Some(ToBot::Game(game)) => FromBot::Ready(Ready { id: game.id }),
            Some(ToBot::Turn(turn)) => FromBot::Move(MoveAnswer {
                moves: choose(&turn),
                id: turn.id,
                info: None,
            }),
            Some(ToBot::Quit) => return Ok(()),
            Some(ToBot::Error(_) | ToBot::Result(_)) | None => continue,
        };
        reply.clear();
        encode_answer(&answer, &mut reply);
        let written = output.write_all(&reply).and_then(|()| output.flush());
        written.map_err(ClientError::Output)?;
    }
}

/// The message in a line from the arena; none in a blank line, and for messages of a later
/// protocol, which a bot skips.
///
/// # Errors
///
/// For a line that is no message.
pub fn read_request(line: &[u8]) -> Result<Option<ToBot>, UnreadableRequest> {
    if line.trim_ascii().is_empty() {
        return Ok(None);
    }
    match decode_request(line) {
        Ok(message) => Ok(Some(message)),
        Err(_) if is_of_later_protocol(line) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether the line is an object with a `type` that protocol 1 does not have.
fn is_of_later_protocol(line: &[u8]) -> bool {
    const KNOWN: [&str; 6] = ["hello", "game", "turn", "error", "result", "quit"];
    let message: Result<Value, _> = serde_json::from_slice(line);
    message.is_ok_and(|message| {
        let kind = message.get("type").and_then(Value::as_str);
        kind.is_some_and(|kind| !KNOWN.contains(&kind))
    })
}

fn about(name: &str, id: RequestId) -> HelloAnswer {
    HelloAnswer {
        id,
        protocol: PROTOCOL_VERSION,
        name: name.to_owned(),
        version: String::new(),
        rules: Ruleset::all()
            .iter()
            .map(|one| one.id().to_owned())
            .collect(),
        wants: vec![HelloAnswer::LEGAL.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const TURN: &str = r#"{"type":"turn","id":"t","turn":1,"dice":[6,5],"board":[0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0,15],"bar":[0,0],"off":[0,0],"first_turn":true,"opponent_first_roll":null,"head":1,"clock":{"turn_ms":1000,"bank_ms":30000},"since":[],"legal":[[[24,19],[19,13]]]}"#;

    /// What a bot that plays the first legal turn writes.
    fn said(input: &str) -> Result<String, ClientError> {
        let mut output = Vec::new();
        run("mine", input.as_bytes(), &mut output, |turn| {
            turn.legal.as_ref().unwrap()[0].clone()
        })?;
        Ok(String::from_utf8(output).unwrap())
    }

    #[test]
    fn each_request_gets_one_answer_and_nothing_else_does() {
        let input = format!(
            "\n{TURN}\n{}\n{}\n{TURN}",
            r#"{"type":"error","code":"timeout","message":"late"}"#, r#"{"type":"news","id":"n"}"#,
        );
        let answer = "{\"type\":\"move\",\"id\":\"t\",\"moves\":[[24,19],[19,13]]}\n";
        assert_eq!(said(&input).unwrap(), answer.repeat(2));
    }

    #[test]
    fn quit_ends_it() {
        assert_eq!(
            said(&format!("{{\"type\":\"quit\"}}\n{TURN}\n")).unwrap(),
            ""
        );
    }

    #[test]
    fn a_line_that_is_no_message_is_an_error() {
        assert!(matches!(said("hello\n"), Err(ClientError::Unreadable(_))));
        assert!(matches!(
            said("{\"type\":\"turn\"}\n"),
            Err(ClientError::Unreadable(_))
        ));
    }
}
