//! Referees one game of nardy: dice, clock and verdict as a pure state machine.
