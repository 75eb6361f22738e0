//! The stable short names of everything that can lose a bot a game.

use std::fmt;
use std::str::FromStr;

/// Why a game was lost other than by the rules' own end.
///
/// Written in snake case as the `reason` of a result, the `code` of an `error` message and of
/// a record's fault. Names are never changed or used for something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultCode {
    /// A line that is not UTF-8.
    InvalidUtf8,
    /// A byte order mark after the beginning of the output.
    ByteOrderMark,
    /// Plain text on stdout.
    RemarkOnStdout,
    /// A line that is not JSON.
    NotJson,
    /// A number beyond the range of its place.
    NumberOutOfRange,
    /// JSON, but not an object.
    NotAnObject,
    /// Something after the object on the same line.
    TrailingData,
    /// A key twice in one object.
    DuplicateKey,
    /// Too deep nesting.
    TooDeep,
    /// A key that the message needs is not there.
    MissingKey,
    /// A `type` that is none of a bot's.
    UnknownType,
    /// A value of another type than its key takes.
    WrongType,
    /// A line above the longest.
    LineTooLong,
    /// An answer that repeats another id than its request's.
    WrongId,
    /// An answer of another type than its request asks for.
    UnexpectedType,
    /// A line when no request was open.
    UnaskedLine,
    /// Another version of the protocol.
    WrongProtocol,
    /// An empty name.
    NoName,
    /// The league's ruleset is not among those the bot plays.
    UnsupportedRules,
    /// A turn that the rules do not allow.
    IllegalTurn,
    /// No whole answer by the deadline.
    Timeout,
    /// No answer to `hello` within the time to start.
    StartTimeout,
    /// A closed pipe while the process went on.
    Closed,
    /// The process exited.
    Exited,
    /// The process was ended by a signal.
    Signaled,
    /// The process had more memory than its limit.
    OutOfMemory,
    /// The process could not be started.
    NotStarted,
    /// Out of the league after repeated faults: the rest of its games is lost unplayed.
    Dropped,
}

impl FaultCode {
    /// All codes, in the order of the specification.
    pub const ALL: [Self; 28] = [
        Self::InvalidUtf8,
        Self::ByteOrderMark,
        Self::RemarkOnStdout,
        Self::NotJson,
        Self::NumberOutOfRange,
        Self::NotAnObject,
        Self::TrailingData,
        Self::DuplicateKey,
        Self::TooDeep,
        Self::MissingKey,
        Self::UnknownType,
        Self::WrongType,
        Self::LineTooLong,
        Self::WrongId,
        Self::UnexpectedType,
        Self::UnaskedLine,
        Self::WrongProtocol,
        Self::NoName,
        Self::UnsupportedRules,
        Self::IllegalTurn,
        Self::Timeout,
        Self::StartTimeout,
        Self::Closed,
        Self::Exited,
        Self::Signaled,
        Self::OutOfMemory,
        Self::NotStarted,
        Self::Dropped,
    ];

    /// The code as it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidUtf8 => "invalid_utf8",
            Self::ByteOrderMark => "byte_order_mark",
            Self::RemarkOnStdout => "remark_on_stdout",
            Self::NotJson => "not_json",
            Self::NumberOutOfRange => "number_out_of_range",
            Self::NotAnObject => "not_an_object",
            Self::TrailingData => "trailing_data",
            Self::DuplicateKey => "duplicate_key",
            Self::TooDeep => "too_deep",
            Self::MissingKey => "missing_key",
            Self::UnknownType => "unknown_type",
            Self::WrongType => "wrong_type",
            Self::LineTooLong => "line_too_long",
            Self::WrongId => "wrong_id",
            Self::UnexpectedType => "unexpected_type",
            Self::UnaskedLine => "unasked_line",
            Self::WrongProtocol => "wrong_protocol",
            Self::NoName => "no_name",
            Self::UnsupportedRules => "unsupported_rules",
            Self::IllegalTurn => "illegal_turn",
            Self::Timeout => "timeout",
            Self::StartTimeout => "start_timeout",
            Self::Closed => "closed",
            Self::Exited => "exited",
            Self::Signaled => "signaled",
            Self::OutOfMemory => "out_of_memory",
            Self::NotStarted => "not_started",
            Self::Dropped => "dropped",
        }
    }
}

impl fmt::Display for FaultCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that is no fault's code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not the code of a fault; the specification lists them")]
pub struct UnknownCode(String);

impl FromStr for FaultCode {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        let found = Self::ALL.into_iter().find(|code| code.as_str() == text);
        found.ok_or_else(|| UnknownCode(crate::text::visible(text, 40)))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_code_is_read_back_as_itself() {
        for code in FaultCode::ALL {
            assert_eq!(code.as_str().parse::<FaultCode>().unwrap(), code);
        }
    }

    #[test]
    fn a_text_that_is_no_code_is_refused_by_name() {
        let error = "borne_off\u{1b}".parse::<FaultCode>().unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("`borne_off\\u{1b}` is not the code")
        );
    }
}
