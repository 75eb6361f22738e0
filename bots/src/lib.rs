//! The arena's built-in sparring partners.
//!
//! Three players of rising strength, each playing all seven rulesets:
//!
//! - `random`: any legal turn, each as likely as any other;
//! - `pips`: runs for home, without a look at the other side;
//! - `blocks`: holds points in the other side's way and looks one turn ahead.
//!
//! They speak the same protocol as any other bot ([`run`]) and find their legal turns themselves.
//! Given the same game they play the same turns.
//!
//! ```
//! let arena = br#"{"type":"hello","id":"x1","protocol":1,"arena":"0.1.0","bot":"sparring"}
//! {"type":"quit"}
//! "#;
//! let mut answers = Vec::new();
//! nardy_bots::run("pips", &arena[..], &mut answers)?;
//! assert!(answers.starts_with(br#"{"type":"hello","id":"x1","protocol":1,"name":"pips""#));
//! # Ok::<(), nardy_bots::RunError>(())
//! ```

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod blocks;
mod pips;
mod player;
mod pointset;
mod random;
mod session;
#[cfg(test)]
mod testing;

pub use player::{NAMES, Player, TurnView, by_name};
pub use session::{RunError, run};
