//! What people see of a league: its progress while it is played and its table at the end.

mod progress;
mod table;

pub use progress::Progress;
pub use table::standings;
