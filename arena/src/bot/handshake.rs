//! The first exchange with a bot: `hello` and its answer.

use nardy_protocol::codec::{self, Malformed};
use nardy_protocol::limits::{LINE_SHOWN_MAX, NAME_MAX, PROTOCOL_VERSION};
use nardy_protocol::message::{FromBot, Hello, HelloAnswer, RequestId, ToBot};
use nardy_protocol::text;
use tokio::time::Instant;

use super::fault::Fault;
use super::process::BotProcess;

/// Why a bot's first answer was not accepted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HandshakeError {
    /// No line came.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The line is no message.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// The message is of another type.
    #[error("the answer to `hello` must be a `hello` message, found `{found}`")]
    UnexpectedType {
        /// The type it is of.
        found: &'static str,
    },
    /// The message repeats another id.
    #[error("the answer to `hello` must repeat the request's id, found \"{found}\"")]
    WrongId {
        /// What the bot wrote, escaped and cut.
        found: String,
    },
    /// The bot speaks another version of the protocol.
    #[error("the arena speaks protocol {PROTOCOL_VERSION}, the bot protocol {found}")]
    WrongProtocol {
        /// The bot's version.
        found: u32,
    },
    /// The bot has no name.
    #[error("`name` is empty: write the program's name")]
    NoName,
}

impl HandshakeError {
    /// The mistake's stable code, for records and results.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Fault(fault) => fault.code(),
            Self::Malformed(problem) => problem.code(),
            Self::UnexpectedType { .. } => "unexpected_type",
            Self::WrongId { .. } => "wrong_id",
            Self::WrongProtocol { .. } => "wrong_protocol",
            Self::NoName => "no_name",
        }
    }
}

/// Greets a bot and reads its greeting. `hello.id` should be unpredictable. The name and the
/// version in the result are escaped and cut for showing.
///
/// # Errors
///
/// When no answer comes by the deadline, or another than the one expected.
pub async fn handshake(
    process: &mut BotProcess,
    hello: Hello,
    deadline: Instant,
) -> Result<HelloAnswer, HandshakeError> {
    let id = hello.id.clone();
    let mut line = Vec::new();
    codec::encode(&ToBot::Hello(hello), &mut line);
    process.send(&line, deadline).await?;
    check(codec::decode_answer(process.receive(deadline).await?)?, &id)
}

fn check(answer: FromBot, expected: &RequestId) -> Result<HelloAnswer, HandshakeError> {
    let FromBot::Hello(mut answer) = answer else {
        return Err(HandshakeError::UnexpectedType {
            found: answer.kind(),
        });
    };
    if answer.id != *expected {
        let found = text::visible(answer.id.as_str(), LINE_SHOWN_MAX);
        return Err(HandshakeError::WrongId { found });
    }
    if answer.protocol != PROTOCOL_VERSION {
        return Err(HandshakeError::WrongProtocol {
            found: answer.protocol,
        });
    }
    if answer.name.trim().is_empty() {
        return Err(HandshakeError::NoName);
    }
    answer.name = text::visible(&answer.name, NAME_MAX);
    answer.version = text::visible(&answer.version, NAME_MAX);
    Ok(answer)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn answer(line: &str) -> Result<HelloAnswer, HandshakeError> {
        check(
            codec::decode_answer(line.as_bytes())?,
            &RequestId::new("q7"),
        )
    }

    fn code(line: &str) -> &'static str {
        answer(line).unwrap_err().code()
    }

    #[test]
    fn a_correct_greeting_is_taken_and_its_name_made_harmless() {
        let line =
            r#"{"type":"hello","id":"q7","protocol":1,"name":"a\u001b[31m","rules":["long"]}"#;
        let answer = answer(line).unwrap();
        assert_eq!(
            (answer.name.as_str(), answer.rules),
            ("a\\u{1b}[31m", vec!["long".into()])
        );
    }

    #[test]
    fn a_name_is_cut_at_the_protocols_limit() {
        let name = "n".repeat(1000);
        let line = format!(
            r#"{{"type":"hello","id":"q7","protocol":1,"name":"{name}","rules":["long"]}}"#
        );
        assert_eq!(answer(&line).unwrap().name.chars().count(), NAME_MAX + 1);
    }

    #[test]
    fn another_type_id_protocol_or_an_empty_name_is_refused() {
        let hello = |id: &str, protocol: u32, name: &str| {
            code(&format!(
                r#"{{"type":"hello","id":"{id}","protocol":{protocol},"name":"{name}","rules":[]}}"#
            ))
        };
        assert_eq!(code(r#"{"type":"ready","id":"q7"}"#), "unexpected_type");
        assert_eq!(hello("q8", 1, "n"), "wrong_id");
        assert_eq!(hello("q7", 2, "n"), "wrong_protocol");
        assert_eq!(hello("q7", 1, " "), "no_name");
    }
}
