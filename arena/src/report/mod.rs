//! What people see of leagues: progress while one is played, its table at the end, ratings, dice.

mod aligned;
mod checking;
mod counts;
mod dice;
mod luck;
mod progress;
mod proof;
mod ratings;
mod table;

pub use checking::Checking;
pub use counts::{counts, thousands};
pub use dice::dice;
pub use progress::Progress;
pub use ratings::ratings;
pub use table::standings;
