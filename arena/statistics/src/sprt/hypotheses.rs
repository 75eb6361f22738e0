//! What a sequential test decides between, and the likelihood ratio of it.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use thiserror::Error;

use super::likelihood::{Claim, Frequencies};

/// Elo points of one standard deviation of a game in normalised Elo, `800 / ln 10` (Van den Bergh
/// 2020): for balanced games near equality both Elos then agree.
pub(super) const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

/// What hypotheses are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Elo of the mean score per game, `-400 log10(1/s - 1)`. With a large first-move advantage
    /// slightly less than the difference of [`crate::Ratings`], which takes it out.
    Elo,
    /// The mean score's distance from 1/2 in standard deviations of a game, times 800/ln 10. What
    /// takes equally many games to prove has equal normalised Elo, however results are spread.
    NormalizedElo,
    /// Points per game.
    Points {
        /// The most that a win counts in this ruleset, forfeits included.
        largest_win: u32,
    },
}

/// Two strengths of a bot against another, one of which is to be believed in the end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hypotheses {
    /// What the numbers mean.
    pub measure: Measure,
    /// H0, the lower one.
    pub null: f64,
    /// H1, the higher one.
    pub alternative: f64,
}

/// What is one observation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A pair of games; games without their other one are not looked at.
    #[default]
    Pair,
    /// A game. The games of a pair depend on each other, so no match is tested so; the reference
    /// has numbers of single games without draws, which the tests compare with.
    Game,
}

impl Unit {
    pub(super) const fn games(self) -> u32 {
        match self {
            Unit::Pair => 2,
            Unit::Game => 1,
        }
    }
}

/// A test that cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum SprtError {
    /// H1 must be above H0.
    #[error("H1 ({alternative}) must be above H0 ({null})")]
    Order {
        /// H0.
        null: f64,
        /// H1.
        alternative: f64,
    },
    /// A hypothesis that no distribution of results fulfils, or none that can be computed: normalised
    /// Elo has no end, but far out next to all results are alike.
    #[error(
        "a strength of {strength} is out of reach of the possible results, or of what can be \
         computed with them: choose one nearer to 0"
    )]
    OutOfReach {
        /// The hypothesis.
        strength: f64,
    },
    /// Error rates must leave something to decide.
    #[error("an error rate of {0} is impossible: give a number between 0 and 0.5, like 0.05")]
    ErrorRate(f64),
    /// A result that no pair or game can have.
    #[error("a result of {0} per game is none of those possible here")]
    Result(f64),
}

impl Hypotheses {
    /// The log-likelihood ratio of H1 over H0 for results per game and how often each came.
    ///
    /// Give all possible results, those that never came with a count of 0: they count 0.001, so
    /// that a hypothesis is not impossible merely because nothing of the kind was seen. For wins
    /// in pairs the results are 0, 0.5 and 1, for points the possible sums of a pair over 2.
    ///
    /// # Errors
    /// Hypotheses in the wrong order, or one that no distribution on the results fulfils.
    pub fn log_likelihood_ratio(
        &self,
        unit: Unit,
        counts: &[(f64, u64)],
    ) -> Result<f64, SprtError> {
        let Hypotheses {
            null, alternative, ..
        } = *self;
        if null.partial_cmp(&alternative) != Some(Ordering::Less) {
            return Err(SprtError::Order { null, alternative });
        }
        let low = counts.iter().map(|&(v, _)| v).fold(f64::MAX, f64::min);
        let high = counts.iter().map(|&(v, _)| v).fold(f64::MIN, f64::max);
        for strength in [null, alternative] {
            if let Claim::Mean(mean) = self.claim(unit, strength)
                && !(low < mean && mean < high)
            {
                return Err(SprtError::OutOfReach { strength });
            }
        }
        let [h0, h1] = [null, alternative].map(|strength| self.claim(unit, strength));
        let ratio = Frequencies::new(counts).log_ratio(h1, h0);
        let strength = if null.abs() > alternative.abs() {
            null
        } else {
            alternative
        };
        ratio.ok_or(SprtError::OutOfReach { strength })
    }

    /// A mean per game in the measure; `deviation` is that of an observation. `None` where no
    /// finite Elo gives such a mean.
    pub(super) fn strength(&self, unit: Unit, mean: f64, deviation: f64) -> Option<f64> {
        match self.measure {
            Measure::Points { .. } => Some(mean),
            Measure::Elo if mean > 0.0 && mean < 1.0 => Some(-400.0 * (1.0 / mean - 1.0).log10()),
            Measure::Elo => None,
            Measure::NormalizedElo => {
                let per_game = deviation * f64::from(unit.games()).sqrt();
                Some((mean - 0.5) / per_game * NORMALIZED)
            }
        }
    }

    /// The results per game that one observation can have, none of them seen yet.
    pub(super) fn results(&self, unit: Unit) -> Vec<(f64, u64)> {
        let game: Vec<i64> = match self.measure {
            Measure::Elo | Measure::NormalizedElo => vec![0, 1],
            Measure::Points { largest_win } => {
                let most = i64::from(largest_win);
                (-most..=most).filter(|&points| points != 0).collect()
            }
        };
        let sums: BTreeSet<i64> = match unit {
            Unit::Game => game.into_iter().collect(),
            Unit::Pair => {
                let both = game.iter().flat_map(|a| game.iter().map(move |b| a + b));
                both.collect()
            }
        };
        let games = f64::from(unit.games());
        sums.into_iter()
            .map(|sum| (sum as f64 / games, 0))
            .collect()
    }

    fn claim(&self, unit: Unit, strength: f64) -> Claim {
        match self.measure {
            Measure::Points { .. } => Claim::Mean(strength),
            Measure::Elo => Claim::Mean(1.0 / (1.0 + 10_f64.powf(-strength / 400.0))),
            Measure::NormalizedElo => Claim::Deviations {
                from: 0.5,
                deviations: strength / NORMALIZED * f64::from(unit.games()).sqrt(),
            },
        }
    }
}
