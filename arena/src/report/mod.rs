//! What people see of leagues: progress while one is played, its table at the end, ratings.

mod aligned;
mod checking;
mod counts;
mod progress;
mod ratings;
mod table;

pub use checking::Checking;
pub use counts::{counts, thousands};
pub use progress::Progress;
pub use ratings::ratings;
pub use table::standings;
