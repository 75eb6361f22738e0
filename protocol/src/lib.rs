//! The protocol between the arena and a bot: messages, codec, game records.
//!
//! The written specification for bot authors is `README.md` and `spec/` beside this crate; the
//! types here say the same in Rust. Everything is pure: bytes and values in, bytes and values
//! out, no input or output of its own.
//!
//! - [`message`]: one type per message, in both directions.
//! - [`client`]: a bot as one function from a turn to moves.
//! - [`codec`]: one line to one message and back; strict where the arena reads a bot.
//! - [`plain`]: JSON values of strangers read as they are written.
//! - [`fault`]: the codes of everything that loses a game.
//! - [`record`]: a finished game at rest, one line each.
//! - [`ruleset`]: a ruleset's parameters as messages write them.
//! - [`situation`]: from a turn request to what the rules can list turns for.
//! - [`text`]: showing what strangers wrote without letting it act.
//! - [`limits`]: every number an author has to know.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod client;
pub mod codec;
pub mod fault;
pub mod limits;
pub mod message;
pub mod plain;
pub mod record;
pub mod ruleset;
mod schema;
pub mod situation;
pub mod text;

pub use nardy_rules as rules;

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
