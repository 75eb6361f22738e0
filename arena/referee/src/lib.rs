//! Referees one game of nardy: dice, clock and verdict as a pure state machine.

pub mod dice;
