//! Whether a league's dice are fair: its rolls counted from the journal and tested.

use std::path::Path;

use arena_statistics::{DiceAudit, DiceTest, Roll, holm};
use nardy_protocol::record::{GameRecord, Seat};
use nardy_rules::Opening;
use thiserror::Error;

use crate::plan::FrozenPlan;
use crate::store::{Archive, JOURNAL, MANIFEST, StoreError};
use crate::trial::Trial;

pub use arena_statistics::Question;

/// Why dice cannot be tested.
#[derive(Debug, Error)]
pub enum DiceError {
    /// The folder is none, is in use, or cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file of the folder is not as the arena wrote it.
    #[error("{file}: {what}; `arena verify` says more")]
    Damaged {
        /// The file's name.
        file: &'static str,
        /// What is wrong.
        what: String,
    },
}

impl DiceError {
    /// Whether the machine is at fault rather than what was asked for.
    #[must_use]
    pub fn is_environment(&self) -> bool {
        matches!(self, DiceError::Store(error) if error.is_environment())
    }

    fn damaged(file: &'static str, what: impl Into<String>) -> DiceError {
        let what = what.into();
        DiceError::Damaged { file, what }
    }
}

/// The rolls of one source, and what tests say of them.
#[derive(Debug)]
pub struct Tested {
    /// `seat 0`, `seat 1` or `both`.
    pub source: &'static str,
    /// The rolls.
    pub audit: DiceAudit,
    /// By question, its answer and its p-value adjusted for all answers of the league (Holm 1979).
    pub answers: [(DiceTest, Option<f64>); 3],
}

/// The dice of a league, tested.
#[derive(Debug)]
pub struct Dicing {
    /// Pairs of games with rolls, incomplete ones included.
    pub pairs: u64,
    /// By source.
    pub tested: [Tested; 3],
}

/// Tests the dice of a results folder. Rolls that both games of a pair share count once; what a
/// cascade left (R12) is no roll. Games behind the decision of a sequential test do not count.
///
/// # Errors
///
/// If it is none, an arena is playing its league, a file is damaged, or the machine fails.
pub fn test_dice(folder: &Path) -> Result<Dicing, DiceError> {
    let archive = Archive::open(folder)?;
    let plan = plan(&archive)?;
    let manifest = |why| DiceError::damaged(MANIFEST, why);
    let opening = plan.rules().map_err(manifest)?.opening();
    let mut trial = Trial::of(&plan).map_err(manifest)?;
    let mut damaged = None;
    let records = archive.records(&mut |line, why| {
        damaged.get_or_insert_with(|| format!("line {line}: {why}"));
    })?;
    if let Some(what) = damaged {
        return Err(DiceError::damaged(JOURNAL, what));
    }
    let records = records.ok_or_else(|| DiceError::damaged(JOURNAL, "missing"))?;
    let mut counting = Counting::default();
    for record in records.in_order() {
        if trial.as_ref().is_some_and(Trial::is_decided) {
            break;
        }
        let (_, record) = record?;
        counting.count(Rolled::of(&record, opening)?)?;
        let tried = trial.as_mut().map(|trial| trial.count(&record));
        tried
            .transpose()
            .map_err(|why| DiceError::damaged(JOURNAL, format!("game {}: {why}", record.game)))?;
    }
    counting.end_pair(None)?;
    Ok(tested(&counting))
}

fn plan(archive: &Archive) -> Result<FrozenPlan, DiceError> {
    let plan = archive.plan()?.readable();
    plan.map_err(|defect| DiceError::damaged(MANIFEST, defect))
}

/// The rolls of one game, by seat.
struct Rolled {
    game: String,
    pair: u64,
    rolls: [Vec<Roll>; 2],
}

impl Rolled {
    fn of(record: &GameRecord, opening: Opening) -> Result<Rolled, DiceError> {
        let mut rolls = [Vec::new(), Vec::new()];
        // The dice of a roll-off are never equal, so that roll is not one of two free dice.
        let skipped = usize::from(opening == Opening::RollOffDice);
        for (seat, dice) in record.rolls().skip(skipped) {
            let roll = Roll::new(dice).map_err(|error| {
                DiceError::damaged(JOURNAL, format!("game {}: {error}", record.game))
            })?;
            rolls[seat.index()].push(roll);
        }
        Ok(Rolled {
            game: record.game.clone(),
            pair: record.pair,
            rolls,
        })
    }
}

#[derive(Default)]
struct Counting {
    seats: [DiceAudit; 2],
    pairs: u64,
    open: Option<Rolled>,
}

impl Counting {
    fn count(&mut self, game: Rolled) -> Result<(), DiceError> {
        match &self.open {
            Some(open) if open.pair == game.pair => self.end_pair(Some(&game)),
            _ => {
                self.end_pair(None)?;
                self.open = Some(game);
                Ok(())
            }
        }
    }

    /// Counts the game that waited, with the other one of its pair if there is one.
    fn end_pair(&mut self, other: Option<&Rolled>) -> Result<(), DiceError> {
        let Some(one) = self.open.take() else {
            return Ok(());
        };
        self.pairs += 1;
        for seat in Seat::BOTH.map(Seat::index) {
            let shared = other.map_or(&[][..], |other| &other.rolls[seat]);
            let counted = self.seats[seat].count_pair(&one.rolls[seat], shared);
            counted.map_err(|differ| {
                let (game, number) = (&one.game, differ.number);
                let second = other.map_or("", |other| &other.game);
                let what = format!(
                    "roll {number} of seat {seat} is not the same in games {game} and {second}"
                );
                DiceError::damaged(JOURNAL, what)
            })?;
        }
        Ok(())
    }
}

fn tested(counting: &Counting) -> Dicing {
    let [zero, one] = counting.seats;
    let mut both = zero;
    both += one;
    let sources = [("seat 0", zero), ("seat 1", one), ("both", both)];
    let tests = sources.map(|(_, audit)| audit.tests());
    let known: Vec<f64> = tests
        .iter()
        .flatten()
        .filter_map(|test| test.p_value)
        .collect();
    let mut adjusted = holm(&known).into_iter();
    let mut with_adjusted = |test: DiceTest| {
        let holm = test.p_value.and_then(|_| adjusted.next());
        (test, holm)
    };
    let mut answers = tests.map(|tests| tests.map(&mut with_adjusted)).into_iter();
    let tested = sources.map(|(source, audit)| Tested {
        source,
        audit,
        answers: answers.next().expect("each source has its tests"),
    });
    Dicing {
        pairs: counting.pairs,
        tested,
    }
}
