//! The form of a bot's lines: looked at in every line that it writes.

use nardy_protocol::fault::FaultCode;

use super::ledger::Check;

const LINES: &str = "protocol.md#lines";

/// How answers are written.
pub(super) const CHECKS: &[Check] = &[
    Check {
        id: "lines.ended",
        asks: "ends every line with a newline",
        section: LINES,
        mend: "write \"\\n\" after the closing brace of every answer; a lone carriage return ends no line",
    },
    Check {
        id: "lines.flushed",
        asks: "flushes stdout after every line",
        section: "protocol.md#a-bot-in-20-lines",
        mend: "flush stdout after each answer: `print(…, flush=True)`, `fflush(stdout)`, `out.flush()`",
    },
    Check {
        id: "lines.stdout",
        asks: "prints nothing but messages to stdout",
        section: "protocol.md#mistakes-that-lose",
        mend: "print remarks and debug output to stderr",
    },
    Check {
        id: "lines.json",
        asks: "writes JSON",
        section: LINES,
        mend: "write answers with a JSON library, and no NaN or Infinity",
    },
    Check {
        id: "lines.object",
        asks: "writes an object, not an array or a bare value",
        section: LINES,
        mend: "write {\"type\":…}",
    },
    Check {
        id: "lines.alone",
        asks: "writes one message a line",
        section: LINES,
        mend: "write a newline after each message, and nothing behind its closing brace",
    },
    Check {
        id: "lines.utf8",
        asks: "writes UTF-8",
        section: LINES,
        mend: "set the encoding of stdout to UTF-8",
    },
    Check {
        id: "lines.mark",
        asks: "writes no byte order mark but before its first line",
        section: LINES,
        mend: "use an encoding without a byte order mark (\"utf-8\", not \"utf-8-sig\")",
    },
    Check {
        id: "lines.keys_once",
        asks: "writes each key once in an object",
        section: LINES,
        mend: "build the answer as a map, so that a key cannot stand in it twice",
    },
    Check {
        id: "lines.keys",
        asks: "writes every key that an answer needs, and a known `type`",
        section: "protocol.md#messages",
        mend: "see the table of the answer's keys",
    },
    Check {
        id: "lines.types",
        asks: "writes values of the right type and range",
        section: "protocol.md#messages",
        mend: "write whole numbers as digits alone, 1 and not 1.0 or \"1\", and moves as [[from,to],…]",
    },
    Check {
        id: "lines.depth",
        asks: "nests no deeper than 32 levels",
        section: "protocol.md#limits",
        mend: "flatten what you put into `info`",
    },
    Check {
        id: "lines.length",
        asks: "writes lines of at most 65536 bytes",
        section: "protocol.md#limits",
        mend: "keep `info` short, and end every message with a newline",
    },
];

/// The check that a malformed line fails.
pub(super) fn failed_by(code: FaultCode) -> &'static str {
    match code {
        FaultCode::InvalidUtf8 => "lines.utf8",
        FaultCode::ByteOrderMark => "lines.mark",
        FaultCode::RemarkOnStdout => "lines.stdout",
        FaultCode::NotAnObject => "lines.object",
        FaultCode::TrailingData => "lines.alone",
        FaultCode::DuplicateKey => "lines.keys_once",
        FaultCode::TooDeep => "lines.depth",
        FaultCode::MissingKey | FaultCode::UnknownType => "lines.keys",
        FaultCode::WrongType | FaultCode::NumberOutOfRange => "lines.types",
        FaultCode::LineTooLong => "lines.length",
        _ => "lines.json",
    }
}
