//! Referees one game of nardy: dice, clock and verdict as a pure state machine.
//!
//! - [`dice`]: every roll, recomputable from a pair's key;
//! - [`clock`]: what a turn may take;
//! - [`game`]: the state machine, told what bots do and answering what to ask next;
//! - [`verdict`]: how a game ends.
//!
//! Nothing here reads a clock, draws a random number or touches a pipe: time, ids and lines come
//! in as values.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod clock;
pub mod dice;
pub mod game;
mod request;
mod rolls;
mod setup;
pub mod verdict;
