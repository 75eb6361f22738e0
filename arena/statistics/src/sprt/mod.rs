//! When a match may stop: a sequential test of pairs in their order.

mod hypotheses;
mod likelihood;

use crate::estimate::{Basis, Confidence, OF_WINS, Variance};
use likelihood::moments;

pub use hypotheses::{Hypotheses, Measure, SprtError, Unit};

/// How often the test may err.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ErrorRates {
    /// How often H1 may be believed though H0 holds, between 0 and 1/2.
    pub alpha: f64,
    /// How often H0 may be believed though H1 holds, between 0 and 1/2.
    pub beta: f64,
}

/// 5 % each.
impl Default for ErrorRates {
    fn default() -> ErrorRates {
        ErrorRates {
            alpha: 0.05,
            beta: 0.05,
        }
    }
}

/// Where the test stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Play on.
    Continue,
    /// H0 is believed.
    AcceptNull,
    /// H1 is believed.
    AcceptAlternative,
}

/// A generalised sequential probability ratio test, evaluated after each pair in pair order. It is
/// about the bot whose results it is told.
///
/// Wald's test (1945) with the likelihood ratio of Van den Bergh (2018) for a distribution that
/// is not known: it stops when the log-likelihood ratio leaves the bounds `ln(β / (1 - α))` and
/// `ln((1 - β) / α)`. What comes after the decision is not counted any more, so the outcome does
/// not depend on how many games were played at once.
///
/// ```
/// use arena_statistics::{Decision, ErrorRates, Hypotheses, Measure, Sprt, Unit};
///
/// let better = Hypotheses { measure: Measure::Elo, null: 0.0, alternative: 30.0 };
/// let mut sprt = Sprt::new(better, ErrorRates::default(), Unit::Pair)?;
/// while sprt.decision() == Decision::Continue {
///     sprt.observe(1.0)?; // both games of a pair won
/// }
/// assert_eq!(sprt.decision(), Decision::AcceptAlternative);
/// # Ok::<(), arena_statistics::SprtError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Sprt {
    hypotheses: Hypotheses,
    rates: ErrorRates,
    unit: Unit,
    counts: Vec<(f64, u64)>,
    ratio: f64,
    decision: Decision,
}

impl Sprt {
    /// A test before its first observation.
    ///
    /// # Errors
    /// Error rates or hypotheses that cannot be tested.
    pub fn new(hypotheses: Hypotheses, rates: ErrorRates, unit: Unit) -> Result<Sprt, SprtError> {
        for rate in [rates.alpha, rates.beta] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(SprtError::ErrorRate(rate));
            }
        }
        let counts = hypotheses.results(unit);
        hypotheses.log_likelihood_ratio(unit, &counts)?;
        Ok(Sprt {
            hypotheses,
            rates,
            unit,
            counts,
            ratio: 0.0,
            decision: Decision::Continue,
        })
    }

    /// Takes the next result per game: of a pair the mean of its games, each 1 or 0 for a win or
    /// a loss, or the points won less those lost.
    ///
    /// # Errors
    /// A result that is impossible, or frequencies under which a hypothesis is.
    pub fn observe(&mut self, result: f64) -> Result<Decision, SprtError> {
        if self.decision != Decision::Continue {
            return Ok(self.decision);
        }
        let known = self.counts.iter_mut().find(|(value, _)| *value == result);
        known.ok_or(SprtError::Result(result))?.1 += 1;
        self.ratio = self
            .hypotheses
            .log_likelihood_ratio(self.unit, &self.counts)?;
        let (low, high) = self.bounds();
        if self.ratio <= low {
            self.decision = Decision::AcceptNull;
        } else if self.ratio >= high {
            self.decision = Decision::AcceptAlternative;
        }
        Ok(self.decision)
    }

    /// Where the test stands.
    #[must_use]
    pub const fn decision(&self) -> Decision {
        self.decision
    }

    /// The log-likelihood ratio of H1 over H0; 0 before the first observation.
    #[must_use]
    pub const fn log_likelihood_ratio(&self) -> f64 {
        self.ratio
    }

    /// At or below the first the test believes H0, at or above the second H1: `ln(β / (1 - α))`
    /// and `ln((1 - β) / α)` (Wald 1945).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let ErrorRates { alpha, beta } = self.rates;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// Pairs, or games, that were evaluated.
    #[must_use]
    pub fn observations(&self) -> u64 {
        self.counts.iter().map(|(_, count)| count).sum()
    }

    /// The possible results per game, each with how often it came.
    #[must_use]
    pub fn counts(&self) -> &[(f64, u64)] {
        &self.counts
    }

    /// The strength as far as seen, in the measure of the hypotheses; `None` before the second
    /// observation.
    ///
    /// The mean of the observations ± Student's t times its standard error, carried over to the
    /// measure. A test that stops when it has seen enough tends to stop on luck: this estimate is
    /// then too far from the middle of the hypotheses, and its interval holds the truth somewhat
    /// less often than it says. To measure a strength play a fixed number of pairs.
    #[must_use]
    pub fn estimate(&self, confidence: Confidence) -> Option<Strength> {
        let observations = self.observations() as f64;
        if observations < 2.0 {
            return None;
        }
        let parts = self.counts.iter();
        let parts: Vec<_> = parts.map(|&(value, count)| (value, count as f64)).collect();
        let (mean, variance) = moments(&parts);
        let squares: f64 = parts
            .iter()
            .map(|(value, count)| value * value * count)
            .sum();
        let (worth, factor) = match self.hypotheses.measure {
            Measure::Points { .. } => (2.0 * (squares / observations).sqrt(), 1.0),
            Measure::Elo | Measure::NormalizedElo => (1.0, OF_WINS),
        };
        // One game gone the other way: see `Basis::Alike`.
        let games = observations * f64::from(self.unit.games());
        let spread = Variance {
            value: variance / (observations - 1.0),
            freedom: (observations - 1.0) * factor,
            basis: Basis::Pairs,
        };
        let spread = spread.at_least((worth / games).powi(2));
        let half = confidence.reach(spread.freedom) * spread.value.sqrt();
        let deviation = (spread.value * observations).sqrt();
        let scale = |mean: f64| self.hypotheses.strength(self.unit, mean, deviation);
        Some(Strength {
            value: scale(mean),
            low: scale(mean - half),
            high: scale(mean + half),
            basis: spread.basis,
        })
    }
}

/// An estimated strength in the measure of the hypotheses.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strength {
    /// The best guess; `None` if only wins or only losses came, which no Elo explains.
    pub value: Option<f64>,
    /// The lower end of the interval; `None` if there is no lower limit.
    pub low: Option<f64>,
    /// The upper end of the interval; `None` if there is no upper limit.
    pub high: Option<f64>,
    /// What the interval rests on.
    pub basis: Basis,
}
