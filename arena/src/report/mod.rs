//! What people see of a league: its progress while it is played and its table at the end.

mod checking;
mod counts;
mod progress;
mod table;

pub use checking::Checking;
pub use counts::{counts, thousands};
pub use progress::Progress;
pub use table::standings;
