//! Many games of nardy: schedules, standings and ratings, pure.
//!
//! A league is a list of games known by their index. [`schedule`] says who plays game n,
//! [`order`] puts games that end in any order back into the league's, [`standings`] folds the
//! results, in that order, into the tables, and [`rating`] keeps the incremental Elo on the way.
//! [`decimal`] is how all crates write numbers.
//! Nothing here reads a file, a clock or a random number.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod decimal;
mod draw;
pub mod id;
pub mod order;
pub mod rating;
pub mod result;
pub mod schedule;
pub mod standings;
mod swiss;
