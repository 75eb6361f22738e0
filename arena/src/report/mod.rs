//! What people see of leagues: progress while one is played, its table at the end, ratings, dice,
//! tests, a game.

mod aligned;
mod checking;
mod counts;
mod dice;
mod luck;
mod progress;
mod proof;
mod ratings;
mod replay;
mod self_test;
mod sprt;
mod table;

pub use checking::Checking;
pub use counts::{counted, counts, thousands};
pub use dice::dice;
pub use progress::Progress;
pub use ratings::ratings;
pub use replay::{View, games, heading, repetition, step, steps};
pub use self_test::self_test;
pub use sprt::verdict;
pub use table::standings;
