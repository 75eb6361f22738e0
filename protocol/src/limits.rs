//! The protocol's numbers. The specification names each of them; a test compares.

/// The protocol version this crate speaks, sent in both `hello` messages.
pub const PROTOCOL_VERSION: u32 = 1;

/// Longest line the arena reads from a bot, in bytes, without its line end.
pub const MAX_LINE_BYTES: usize = 65_536;

/// Deepest nesting of objects and arrays in a bot's line; the line's own object is level 1.
pub const MAX_DEPTH: usize = 32;

/// Most turns listed in `legal`; beyond it the list is cut and `legal_cut` is true.
///
/// Turns of a plain roll stay far below it. It keeps the largest line sent to a bot, a
/// cascade of twelve checker moves a turn, near 100 KiB.
pub const LEGAL_LIMIT: usize = 1_000;

/// Longest compact JSON text of a move's `info` that is kept in the record, in bytes.
pub const INFO_MAX_BYTES: usize = 4_096;

/// Characters of a bot's name or version that are shown; the rest is cut.
pub const NAME_MAX: usize = 64;

/// Characters of an offending line that a record and an error message keep.
pub const LINE_SHOWN_MAX: usize = 200;

/// Characters of a message about a fault, as sent to a bot and kept in a record.
pub const MESSAGE_MAX: usize = 1_000;

/// The bar, as a `from` in a checker move.
pub const BAR: u8 = 25;

/// Off the board, as a `to` in a checker move.
pub const OFF: u8 = 0;
