//! The rules of nardy: positions, legal turns, rulesets as data.
//!
//! This crate is the law of the arena and nothing else: it does no input or output, keeps no
//! clock, draws no random numbers and depends on the standard library alone. Rule ids (`R1` to
//! `R16`) are those of the rules page in the protocol's specification; errors carry them.
//!
//! A position is always seen by the side to move, in its own numbering: 24 is its farthest
//! point, 6 to 1 its home, [`Point::BAR`] the bar and [`Point::OFF`] the place of checkers borne
//! off.
//!
//! ```
//! use nardy_rules::{Position, Roll, Ruleset, Situation, Stage, ToPlay, TurnList};
//!
//! let ruleset = Ruleset::by_id("long").expect("a built-in ruleset");
//! let situation = Situation {
//!     position: Position::start(&ruleset),
//!     stage: Stage::FirstTurn { opponent_first_roll: None },
//!     to_play: ToPlay::Roll(Roll::new(3, 3).expect("two faces of a die")),
//! };
//! let mut turns = TurnList::new();
//! turns.generate(&ruleset, &situation);
//! assert_eq!(turns.len(), 2); // 3-3: two checkers leave the head
//! assert_eq!(turns.dice_used(), 4);
//! ```

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod bits;
mod board;
mod check;
mod drawing;
mod legal;
mod notation;
mod outcome;
mod perft;
mod position;
mod ruleset;
mod turn;
mod vocab;

pub use board::{Board, Defect};
pub use check::Breach;
pub use drawing::Drawing;
pub use legal::TurnList;
pub use notation::{Notation, NotationError};
pub use outcome::{Win, WinKind};
pub use perft::{Perft, TooManyTurns};
pub use position::{Checkers, Position};
pub use ruleset::{
    Block, BlockCheck, Doubles, Geometry, HeadPolicy, Opening, PipCount, Points, RollSet, Ruleset,
    Variant,
};
pub use turn::{CheckerMove, Leftover, MAX_MOVES, Situation, Stage, ToPlay, Turn};
pub use vocab::{CHECKERS, Die, Point, Roll, RuleId, Side};
