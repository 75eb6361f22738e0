//! Ratings: Bradley–Terry maximum likelihood over a whole league at once.

mod answer;
mod bound;
mod covariance;
mod groups;
mod likelihood;
mod meetings;
mod ranking;

use std::f64::consts::LN_10;

use arena_tournament::id::BotIndex;
use thiserror::Error;

use crate::estimate::{Confidence, ErrorBar, Estimate, student};
use crate::ledger::Ledger;
use bound::Sweep;
use covariance::{Covariance, Spread};
use groups::{Determined, Groups, Order, advantage};
use likelihood::{Maximum, Model};
use meetings::{Meetings, meetings};
use statrs::distribution::ContinuousCDF;

pub use answer::{Advantage, Difference, Rating, StandardErrors};
pub use ranking::Ranked;

/// Elo points of one logit: 400 points are odds of 10 to 1.
const ELO: f64 = 400.0 / LN_10;

/// What single ratings are counted from. Differences and their intervals do not depend on it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Zero {
    /// The mean of all bots in the group is 0; a bot's ± is that of its distance from the mean.
    #[default]
    Mean,
    /// One bot has a given rating, without ±; every other's ± is that of its distance from it.
    Anchor {
        /// The bot.
        bot: BotIndex,
        /// Its rating.
        elo: f64,
    },
}

/// Whether playing the first turn counts as an advantage.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Starter {
    /// It does, the same for all bots, fitted with the ratings.
    #[default]
    Fitted,
    /// It does not.
    Ignored,
}

/// How to rate.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Options {
    /// What single ratings are counted from.
    pub zero: Zero,
    /// Whether to fit the first-move advantage.
    pub starter: Starter,
    /// The confidence of all intervals.
    pub confidence: Confidence,
}

/// Why there are no ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum FitError {
    /// No games at all.
    #[error("there are no games to rate")]
    NoGames,
    /// The anchor has no games.
    #[error("the anchor has no games: name a bot that played")]
    UnknownAnchor,
    /// The anchor's rating is no number.
    #[error("the anchor's rating is no finite number")]
    BadAnchor,
    /// The likelihood's maximum was not found.
    #[error("the ratings did not settle: the results are too one-sided for double precision")]
    NotSettled,
}

impl FitError {
    /// The kind in one word, as files and scripts have it.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            FitError::NoGames => "no_games",
            FitError::UnknownAnchor => "unknown_anchor",
            FitError::BadAnchor => "bad_anchor",
            FitError::NotSettled => "not_settled",
        }
    }
}

/// The ratings of all bots of a ledger.
///
/// The chance that the starter `i` beats `j` is `1 / (1 + 10^(-(Rᵢ - Rⱼ + F) / 400))` with the
/// first-move advantage `F` (Bradley and Terry 1952; Davidson and Beaver 1977 for `F`); ratings
/// and `F` maximize the likelihood of all results together, so their order plays no part. There
/// are no draws and no prior. Points of wins do not count: see [`Ledger::points`] for them.
///
/// Error bars come from pairs: the cluster-robust sandwich, corrected for few pairs, and Student's
/// t with Satterthwaite's degrees of freedom (see `ratings/covariance.rs`). They hold for these
/// opponents and these rolls' source, and say nothing of bots that were not met.
///
/// Not for bots that learn or change while the league goes on: they have no one rating.
///
/// Where the results determine no finite rating, there are words and a bound instead of a
/// number. Bots fall into groups inside which they are comparable: two bots are in one group if
/// chains of wins lead from each to the other (Ford 1957). The main group is the anchor's, or
/// else the one with most bots.
#[derive(Debug)]
pub struct Ratings {
    options: Options,
    groups: Groups,
    meetings: Vec<Meetings>,
    /// In logits, each group's mean 0; the advantage behind them, if fitted.
    maximum: Maximum,
    covariance: Covariance,
    determined: Option<Determined>,
    bots: usize,
    played: Vec<bool>,
    /// A bot of the main group.
    main: usize,
}

impl Ratings {
    /// Rates all bots.
    ///
    /// # Errors
    /// No games, an anchor without games, or a maximum beyond double precision.
    pub fn fit(ledger: &Ledger, options: &Options) -> Result<Ratings, FitError> {
        let (bots, meetings) = (ledger.bots(), meetings(ledger));
        if meetings.is_empty() {
            return Err(FitError::NoGames);
        }
        let groups = Groups::new(bots, &meetings);
        let mut played = vec![false; bots];
        for meeting in &meetings {
            played[meeting.first] = true;
            played[meeting.second] = true;
        }
        let main = main_bot(&groups, &played, options.zero)?;
        let determined = match options.starter {
            Starter::Fitted => Some(advantage(&groups, &meetings)),
            Starter::Ignored => None,
        };
        let model = Model {
            groups: &groups,
            meetings: &meetings,
            bots,
            advantage: determined == Some(Determined::Yes),
        };
        let maximum = model.maximize().ok_or(FitError::NotSettled)?;
        let covariance = Covariance::new(&model, &maximum);
        Ok(Ratings {
            options: *options,
            maximum,
            covariance,
            determined,
            bots,
            played,
            main,
            groups,
            meetings,
        })
    }

    fn model(&self) -> Model<'_> {
        Model {
            groups: &self.groups,
            meetings: &self.meetings,
            bots: self.bots,
            advantage: self.determined == Some(Determined::Yes),
        }
    }

    /// How they were made.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The natural logarithm of the results' likelihood, those across groups left out.
    #[must_use]
    pub const fn log_likelihood(&self) -> f64 {
        self.maximum.log_likelihood
    }

    /// The bots of the main group: those with numbers that can be compared.
    pub fn main_group(&self) -> impl Iterator<Item = BotIndex> {
        let members = self.groups.members_of(self.main).iter();
        members.map(|&bot| BotIndex::new(bot))
    }

    /// A bot's rating, counted from [`Options::zero`].
    #[must_use]
    pub fn rating(&self, bot: BotIndex) -> Rating {
        let place = bot.get();
        if !self.has_games(place) {
            return Rating::NoGames;
        }
        if self.groups.together(place, self.main) {
            return self.rating_in_main(place);
        }
        let zero = self.zero();
        match self.groups.order(place, self.main) {
            Order::Apart => Rating::Apart,
            Order::Above => {
                let least = self.sweep(place, self.main, |sweep, logits| {
                    let shift = sweep.least_shift(self.options.confidence)?;
                    Some(zero + (shift + logits[place]) * ELO)
                });
                Rating::Above { at_least: least }
            }
            Order::Below => {
                let most = self.sweep(self.main, place, |sweep, logits| {
                    let shift = sweep.least_shift(self.options.confidence)?;
                    Some(zero + (logits[place] - shift) * ELO)
                });
                Rating::Below { at_most: most }
            }
        }
    }

    fn rating_in_main(&self, place: usize) -> Rating {
        let logit = self.maximum.parameters[place];
        if let Zero::Anchor { bot, elo } = self.options.zero {
            if bot.get() == place {
                return Rating::Reference { elo };
            }
            let spread = self.covariance.spread(&[(place, 1.0), (bot.get(), -1.0)]);
            let apart = logit - self.maximum.parameters[bot.get()];
            return Rating::Estimated(self.estimate(elo + apart * ELO, &spread));
        }
        if self.groups.members_of(place).len() == 1 {
            return Rating::Reference { elo: 0.0 };
        }
        let spread = self.covariance.spread(&[(place, 1.0)]);
        Rating::Estimated(self.estimate(logit * ELO, &spread))
    }

    /// The rating of the main group's mean.
    fn zero(&self) -> f64 {
        match self.options.zero {
            Zero::Mean => 0.0,
            Zero::Anchor { bot, elo } => elo - self.maximum.parameters[bot.get()] * ELO,
        }
    }

    /// How much stronger one bot is than another.
    #[must_use]
    pub fn difference(&self, one: BotIndex, other: BotIndex) -> Difference {
        let (a, b) = (one.get(), other.get());
        if a == b {
            return Difference::Same;
        }
        if !self.has_games(a) || !self.has_games(b) {
            return Difference::Apart;
        }
        if self.groups.together(a, b) {
            let parameters = &self.maximum.parameters;
            let value = (parameters[a] - parameters[b]) * ELO;
            let estimate = self.estimate(value, &self.covariance.spread(&[(a, 1.0), (b, -1.0)]));
            let superiority = estimate.error.map(|error| superiority(value, &error));
            return Difference::Estimated {
                estimate,
                superiority,
            };
        }
        let bound = |above: usize, below: usize| {
            self.sweep(above, below, |sweep, logits| {
                let shift = sweep.least_shift(self.options.confidence)?;
                let least = (shift + logits[above] - logits[below]) * ELO;
                Some((least, sweep.superiority()?))
            })
        };
        match self.groups.order(a, b) {
            Order::Apart => Difference::Apart,
            Order::Above => {
                let found = bound(a, b);
                Difference::Above {
                    at_least: found.map(|(least, _)| least),
                    superiority: found.map(|(_, superiority)| superiority),
                }
            }
            Order::Below => {
                let found = bound(b, a);
                Difference::Below {
                    at_most: found.map(|(least, _)| -least),
                    superiority: found.map(|(_, superiority)| 1.0 - superiority),
                }
            }
        }
    }

    /// What playing the first turn is worth, the same for all bots.
    #[must_use]
    pub fn first_move(&self) -> Advantage {
        match self.determined {
            None => Advantage::Ignored,
            Some(Determined::No) => Advantage::Undetermined,
            Some(Determined::UnboundedAbove) => Advantage::UnboundedAbove,
            Some(Determined::UnboundedBelow) => Advantage::UnboundedBelow,
            Some(Determined::Yes) => {
                let value = self.maximum.parameters[self.bots] * ELO;
                let spread = self.covariance.spread(&[(self.bots, 1.0)]);
                Advantage::Estimated(self.estimate(value, &spread))
            }
        }
    }

    /// The standard errors of the distance of a bot from its group's mean, made in three ways.
    /// `None` for a bot that is alone in its group. Nothing is shown of them: the published tools
    /// that the tests compare with have the first, and `CALIBRATION.md` says what pairs change.
    #[must_use]
    pub fn standard_errors(&self, bot: BotIndex) -> Option<StandardErrors> {
        let members = self
            .has_games(bot.get())
            .then(|| self.groups.members_of(bot.get()));
        (members?.len() > 1).then(|| errors(&self.covariance.spread(&[(bot.get(), 1.0)])))
    }

    /// The same for the difference of two bots; `None` unless they are in one group.
    #[must_use]
    pub fn difference_errors(&self, one: BotIndex, other: BotIndex) -> Option<StandardErrors> {
        let (a, b) = (one.get(), other.get());
        let comparable = a != b && a.max(b) < self.bots && self.groups.together(a, b);
        comparable.then(|| errors(&self.covariance.spread(&[(a, 1.0), (b, -1.0)])))
    }

    /// The same for the first-move advantage; `None` unless it was fitted.
    #[must_use]
    pub fn first_move_errors(&self) -> Option<StandardErrors> {
        let fitted = self.determined == Some(Determined::Yes);
        fitted.then(|| errors(&self.covariance.spread(&[(self.bots, 1.0)])))
    }

    fn has_games(&self, place: usize) -> bool {
        self.played.get(place).copied().unwrap_or(false)
    }

    fn estimate(&self, value: f64, spread: &Spread) -> Estimate {
        let error = spread.variance.map(|mut variance| {
            variance.value *= ELO * ELO;
            ErrorBar::around(value, variance, self.options.confidence)
        });
        Estimate { value, error }
    }

    fn sweep<T>(
        &self,
        above: usize,
        below: usize,
        ask: impl FnOnce(&Sweep<'_>, &[f64]) -> Option<T>,
    ) -> Option<T> {
        let (logits, rest) = self.maximum.parameters.as_slice().split_at(self.bots);
        let sweep = Sweep {
            model: &self.model(),
            above,
            below,
            advantage: rest.first().copied().unwrap_or_default(),
            ratings: logits,
        };
        ask(&sweep, logits)
    }
}

/// A bot of the main group: the anchor, or one of the largest group; of equally large ones the
/// group whose first bot comes first.
fn main_bot(groups: &Groups, played: &[bool], zero: Zero) -> Result<usize, FitError> {
    match zero {
        Zero::Anchor { elo, .. } if !elo.is_finite() => Err(FitError::BadAnchor),
        Zero::Anchor { bot, .. } if played.get(bot.get()) == Some(&true) => Ok(bot.get()),
        Zero::Anchor { .. } => Err(FitError::UnknownAnchor),
        Zero::Mean => {
            let groups = groups.all().iter().filter(|members| played[members[0]]);
            let largest = groups.min_by_key(|members| (usize::MAX - members.len(), members[0]));
            largest.map(|members| members[0]).ok_or(FitError::NoGames)
        }
    }
}

/// The likelihood of superiority: the part of Student's t around the difference that is above 0.
fn superiority(difference: f64, error: &ErrorBar) -> f64 {
    student(error.freedom).cdf(difference / error.standard_error)
}

fn errors(spread: &Spread) -> StandardErrors {
    StandardErrors {
        independent: spread.independent.sqrt() * ELO,
        sandwich: spread.plain.sqrt() * ELO,
        corrected: spread.variance.map(|variance| variance.value.sqrt() * ELO),
    }
}
