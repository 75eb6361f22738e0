//! What can be wrong with a bot's line, and what its author has to change.

use crate::fault::FaultCode;
use crate::limits::MAX_DEPTH;

/// A bot's line that is no answer.
///
/// The message of each is one lower-case sentence for the bot's author; whatever it quotes of
/// the line is escaped and cut.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// The bytes are not UTF-8.
    #[error("the line is not UTF-8 from byte {at} on: write your output as UTF-8")]
    InvalidUtf8 {
        /// The first bad byte, counted from 1.
        at: usize,
    },
    /// A byte order mark after the start of the stream.
    #[error(
        "the line begins with a byte order mark, which is accepted only before a bot's first \
         line: write UTF-8 without it"
    )]
    ByteOrderMark,
    /// Plain text where a message belongs.
    #[error("`{shown}` looks like a remark printed to stdout: print remarks to stderr")]
    Remark {
        /// The beginning of the text.
        shown: String,
    },
    /// The line is not JSON.
    #[error("the line is not JSON: {problem} at column {column}{hint}")]
    NotJson {
        /// Where reading stopped, counted in bytes from 1.
        column: usize,
        /// What the reader says.
        problem: String,
        /// `: ` and what to do instead, where that can be told.
        hint: &'static str,
    },
    /// A number beyond its range, or beyond every range.
    #[error("{place} must be {expected}, found {found}")]
    NumberOutOfRange {
        /// The key path, or the column.
        place: String,
        /// What belongs there.
        expected: &'static str,
        /// What the line holds.
        found: String,
    },
    /// JSON, but not an object.
    #[error("a line must be one JSON object {{…}}, found {found}")]
    NotAnObject {
        /// What the line holds.
        found: String,
    },
    /// Something after the object.
    #[error("the line goes on after its object at column {column}: {remedy}")]
    TrailingData {
        /// Where the rest begins, counted in bytes from 1.
        column: usize,
        /// What to do instead.
        remedy: &'static str,
    },
    /// A key twice in one object.
    #[error("the key `{path}` appears twice: write each key once")]
    DuplicateKey {
        /// The key path.
        path: String,
    },
    /// Objects and arrays nested too deep.
    #[error("`{path}` is nested deeper than {MAX_DEPTH} levels: flatten it")]
    TooDeep {
        /// The key path, cut.
        path: String,
    },
    /// A key that the message needs.
    #[error("the key `{key}` is missing: {remedy}")]
    MissingKey {
        /// The key.
        key: &'static str,
        /// What to do about it.
        remedy: &'static str,
    },
    /// A `type` that is none of a bot's.
    #[error("`type` must be \"hello\", \"ready\" or \"move\", found {found}")]
    UnknownType {
        /// What the line holds.
        found: String,
    },
    /// A value of another type.
    #[error("`{path}` must be {expected}, found {found}{remedy}")]
    WrongType {
        /// The key path.
        path: String,
        /// What belongs there.
        expected: &'static str,
        /// What the line holds, cut.
        found: String,
        /// `: ` and what to write instead, where that can be told.
        remedy: String,
    },
}

impl Malformed {
    /// Which fault it is.
    pub fn fault(&self) -> FaultCode {
        match self {
            Self::InvalidUtf8 { .. } => FaultCode::InvalidUtf8,
            Self::ByteOrderMark => FaultCode::ByteOrderMark,
            Self::Remark { .. } => FaultCode::RemarkOnStdout,
            Self::NotJson { .. } => FaultCode::NotJson,
            Self::NumberOutOfRange { .. } => FaultCode::NumberOutOfRange,
            Self::NotAnObject { .. } => FaultCode::NotAnObject,
            Self::TrailingData { .. } => FaultCode::TrailingData,
            Self::DuplicateKey { .. } => FaultCode::DuplicateKey,
            Self::TooDeep { .. } => FaultCode::TooDeep,
            Self::MissingKey { .. } => FaultCode::MissingKey,
            Self::UnknownType { .. } => FaultCode::UnknownType,
            Self::WrongType { .. } => FaultCode::WrongType,
        }
    }

    /// The stable short name of the fault, for results files and for `error` messages.
    pub fn code(&self) -> &'static str {
        self.fault().as_str()
    }
}
