//! What people see of a league: its progress while it is played and its table at the end.

mod counts;
mod progress;
mod table;

pub use counts::{counts, thousands};
pub use progress::Progress;
pub use table::standings;
