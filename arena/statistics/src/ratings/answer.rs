//! What can be said of a rating: a number with its error bar, or words and a bound.

use std::fmt;

use arena_tournament::decimal::fixed;

use crate::estimate::Estimate;

/// What a league says about one bot's strength.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rating {
    /// In Elo points, counted from [`crate::Options::zero`], with the error bar of its distance
    /// from there.
    Estimated(Estimate),
    /// The bot that the others are counted from: the anchor, or where no two bots are comparable
    /// the one that came up first.
    Reference {
        /// Its rating.
        elo: f64,
    },
    /// No bot of the main group ever won against it, not through others either: there is no upper
    /// limit to its rating.
    Above {
        /// In Elo points: were the bot weaker, such a sweep of the main group would have had a
        /// chance of less than 1 - confidence. Takes the main group's ratings as fitted and each
        /// pair as one observation. `None` if it never met the main group.
        at_least: Option<f64>,
    },
    /// It never won against the main group, not through others either.
    Below {
        /// Like `at_least`, the other way round.
        at_most: Option<f64>,
    },
    /// No chain of games, or none that was not lost and won in a row, leads to the main group.
    Apart,
    /// The bot has no games.
    NoGames,
}

impl Rating {
    /// The kind in one word, as files and scripts have it.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Rating::Estimated(_) => "estimated",
            Rating::Reference { .. } => "reference",
            Rating::Above { .. } => "above",
            Rating::Below { .. } => "below",
            Rating::Apart => "apart",
            Rating::NoGames => "no_games",
        }
    }
}

/// A number or words, with the precision asked for (one decimal without).
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |elo: &f64| fixed(*elo, f.precision().unwrap_or(1));
        match self {
            Rating::Estimated(estimate) => fmt::Display::fmt(estimate, f),
            Rating::Reference { elo } => write!(f, "{} (the reference)", shown(elo)),
            Rating::Above { at_least: None } => f.write_str("above, never beaten"),
            Rating::Above {
                at_least: Some(elo),
            } => write!(f, "at least {}, never beaten", shown(elo)),
            Rating::Below { at_most: None } => f.write_str("below, never won"),
            Rating::Below { at_most: Some(elo) } => {
                write!(f, "at most {}, never won", shown(elo))
            }
            Rating::Apart => f.write_str("not comparable"),
            Rating::NoGames => f.write_str("no games"),
        }
    }
}

/// How much stronger one bot is than another, whatever single ratings are counted from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Difference {
    /// In Elo points.
    Estimated {
        /// The difference with its own error bar.
        estimate: Estimate,
        /// The likelihood of superiority: how sure it is that the first bot is stronger, from 0
        /// to 1, by Student's t with a flat prior. `None` without an error bar. With many bots
        /// compared at once some will seem superior by chance.
        superiority: Option<f64>,
    },
    /// All chains of wins lead from the first bot down to the other.
    Above {
        /// The bound of [`Rating::Above`], between these two bots.
        at_least: Option<f64>,
        /// How likely equal bots would have missed such a sweep.
        superiority: Option<f64>,
    },
    /// The other way round.
    Below {
        /// The bound of [`Rating::Below`], between these two bots.
        at_most: Option<f64>,
        /// One minus how likely equal bots would have missed such a sweep.
        superiority: Option<f64>,
    },
    /// No chain of wins leads from one to the other.
    Apart,
    /// A bot and itself.
    Same,
}

impl Difference {
    /// The kind in one word, as files and scripts have it.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Difference::Estimated { .. } => "estimated",
            Difference::Above { .. } => "above",
            Difference::Below { .. } => "below",
            Difference::Apart => "apart",
            Difference::Same => "same",
        }
    }

    /// How likely the first bot is the stronger one, if that is known.
    #[must_use]
    pub const fn superiority(&self) -> Option<f64> {
        match *self {
            Difference::Estimated { superiority, .. }
            | Difference::Above { superiority, .. }
            | Difference::Below { superiority, .. } => superiority,
            Difference::Apart | Difference::Same => None,
        }
    }

    /// The same from the other bot's side.
    #[must_use]
    pub fn turned(&self) -> Difference {
        let other = |superiority: Option<f64>| superiority.map(|part| 1.0 - part);
        match *self {
            Difference::Estimated {
                estimate,
                superiority,
            } => Difference::Estimated {
                estimate: estimate.turned(),
                superiority: other(superiority),
            },
            Difference::Above {
                at_least,
                superiority,
            } => Difference::Below {
                at_most: at_least.map(|elo| -elo),
                superiority: other(superiority),
            },
            Difference::Below {
                at_most,
                superiority,
            } => Difference::Above {
                at_least: at_most.map(|elo| -elo),
                superiority: other(superiority),
            },
            same => same,
        }
    }
}

/// A number or words, with the precision asked for (one decimal without).
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |elo: &f64| fixed(*elo, f.precision().unwrap_or(1));
        match self {
            Difference::Estimated { estimate, .. } => fmt::Display::fmt(estimate, f),
            Difference::Above { at_least: None, .. } => f.write_str("stronger, never beaten"),
            Difference::Above {
                at_least: Some(elo),
                ..
            } => write!(f, "at least {}, never beaten", shown(elo)),
            Difference::Below { at_most: None, .. } => f.write_str("weaker, never won"),
            Difference::Below {
                at_most: Some(elo), ..
            } => write!(f, "at most {}, never won", shown(elo)),
            Difference::Apart => f.write_str("not comparable"),
            Difference::Same => f.write_str("the same bot"),
        }
    }
}

/// What playing the first turn is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Advantage {
    /// In Elo points, added to the starter's rating.
    Estimated(Estimate),
    /// Starters won so much that no finite advantage explains it best; ratings are fitted without.
    UnboundedAbove,
    /// Starters lost so much; ratings are fitted without.
    UnboundedBelow,
    /// Strength and advantage cannot be told apart, as where the same bot always started, or
    /// where no two bots beat each other; ratings are fitted without.
    Undetermined,
    /// It was not asked for.
    Ignored,
}

impl Advantage {
    /// The kind in one word, as files and scripts have it.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Advantage::Estimated(_) => "estimated",
            Advantage::UnboundedAbove => "unbounded_above",
            Advantage::UnboundedBelow => "unbounded_below",
            Advantage::Undetermined => "undetermined",
            Advantage::Ignored => "ignored",
        }
    }
}

/// A number or words, with the precision asked for (one decimal without).
impl fmt::Display for Advantage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Advantage::Estimated(estimate) => fmt::Display::fmt(estimate, f),
            Advantage::UnboundedAbove => f.write_str("above any bound, left out of the ratings"),
            Advantage::UnboundedBelow => f.write_str("below any bound, left out of the ratings"),
            Advantage::Undetermined => f.write_str("not to be told from strength, left out"),
            Advantage::Ignored => f.write_str("ignored"),
        }
    }
}

/// The standard error of one number, in Elo points, made in three ways: to see what pairs did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StandardErrors {
    /// From the Fisher information, as if all games were independent. Wrong for pairs.
    pub independent: f64,
    /// From pairs, by the sandwich as it is. Too small with few pairs.
    pub sandwich: f64,
    /// From pairs, corrected: what intervals use. `None` with fewer than two pairs.
    pub corrected: Option<f64>,
}

impl StandardErrors {
    /// The design effect: how many times as many independent games would be as sure. Below 1
    /// pairs saved games.
    #[must_use]
    pub fn design_effect(&self) -> Option<f64> {
        let corrected = self.corrected?;
        (self.independent > 0.0).then(|| (corrected / self.independent).powi(2))
    }
}
