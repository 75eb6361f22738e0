//! What games of nardy prove, and how surely: pure statistics over results.
//!
//! The game has no draws, wins are worth different points (R8), and games come in pairs on the
//! same rolls with the seats exchanged. The two games of a pair are not independent, so **the
//! unit of every interval here is the pair**; a game without its other one stands alone.
//!
//! # How results come in
//!
//! A [`Ledger`] takes games in file order and keeps only how often each pairing's pairs came
//! out how. Its size depends on the bots and the kinds of win, not on the games.
//!
//! ```
//! use arena_statistics::{Forfeits, Game, Ledger, Options, Ratings, Roster, Scope};
//! use arena_tournament::id::PairNumber;
//! use arena_tournament::result::{Win, WinKind};
//!
//! let mut roster = Roster::default(); // the same name in several leagues is the same bot
//! let mut ledger = Ledger::new(Forfeits::Count);
//! // Columns of games.csv: pair, first, second, starter, winner, points.
//! for (pair, first, second, starter, winner, points) in [
//!     (1, "blocks", "pips", "blocks", "blocks", 2),
//!     (1, "pips", "blocks", "pips", "pips", 1),
//!     (2, "blocks", "pips", "pips", "blocks", 1),
//!     (2, "pips", "blocks", "blocks", "blocks", 1),
//!     (3, "blocks", "pips", "blocks", "pips", 1),
//!     (3, "pips", "blocks", "pips", "blocks", 1),
//! ] {
//!     let [first, second, starter, winner] =
//!         [first, second, starter, winner].map(|name| roster.index(name));
//!     let kind = if points == 2 { WinKind::Mars } else { WinKind::Oin };
//!     let game = Game::new([first, second], starter, winner, Win { kind, points })?;
//!     ledger.push(PairNumber::new(pair), game)?;
//! }
//! ledger.end_file();
//!
//! let (blocks, pips) = (roster.index("blocks"), roster.index("pips"));
//! assert_eq!(ledger.tally(&Scope::of(blocks)).wins(), 4);
//! let points = ledger.points(&Scope::of(blocks)).expect("it has games");
//! assert_eq!(points.value, 0.5);
//! let ratings = Ratings::fit(&ledger, &Options::default())?;
//! println!("{}", ratings.difference(blocks, pips));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is here
//!
//! | question | answer |
//! |---|---|
//! | who is how strong | [`Ratings`]: Bradley–Terry with the first-move advantage |
//! | who takes how many points | [`Ledger::points`], [`Ledger::rate`], [`Ledger::tally`] |
//! | what does moving first give | [`Ledger::first_move`], [`Ratings::first_move`] |
//! | what did pairs save | [`Ledger::within_pairs`] |
//! | may the match stop | [`Sprt`] |
//! | who was lucky | [`LuckLedger`] |
//! | are the dice fair | [`DiceAudit`] |
//!
//! How often the intervals hold, and how often the tests err, is measured in `CALIBRATION.md`.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod dice;
mod estimate;
mod game;
mod ledger;
mod luck;
mod pairs;
mod ratings;
mod sprt;
mod tables;
mod within;

pub use dice::{BadRoll, DiceAudit, DiceTest, Question, Roll, RollsDiffer, holm};
pub use estimate::{BadConfidence, Basis, Confidence, ErrorBar, Estimate, Interval};
pub use game::{Forfeits, Game, GameError, Part, Roster};
pub use ledger::Ledger;
pub use luck::{Adjusted, Doubles, GameLuck, Luck, LuckLedger};
pub use pairs::PairError;
pub use ratings::{
    Advantage, Difference, FitError, Options, Ranked, Rating, Ratings, StandardErrors, Starter,
    Zero,
};
pub use sprt::{Decision, ErrorRates, Hypotheses, Measure, Sprt, SprtError, Strength, Unit};
pub use tables::{Event, FirstMoveGain, Scope, Tally};
pub use within::{Alikeness, WithinPairs};
