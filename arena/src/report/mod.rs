//! What people see of leagues: progress while one is played, its table at the end, ratings, dice,
//! tests.

mod aligned;
mod checking;
mod counts;
mod dice;
mod luck;
mod progress;
mod proof;
mod ratings;
mod self_test;
mod sprt;
mod table;

pub use checking::Checking;
pub use counts::{counts, thousands};
pub use dice::dice;
pub use progress::Progress;
pub use ratings::ratings;
pub use self_test::self_test;
pub use sprt::verdict;
pub use table::standings;
