//! The generalised likelihood ratio of two hypotheses about a distribution on given values.
//!
//! For each hypothesis the distribution of greatest likelihood among those that fulfil it is
//! compared; nothing is assumed of the distribution but its values (Van den Bergh 2018, "The
//! generalized maximum likelihood ratio for the expectation value of a distribution").

/// What a value that was never seen counts, so that no hypothesis is impossible. The same as in
/// the tools that the tests compare with.
const UNSEEN: f64 = 1e-3;

/// How near a solution must come, relative to its size.
const NEAR: f64 = 1e-13;

/// The standard deviations by which a search for a distribution goes on at once.
const STEP: f64 = 0.5;

/// The most steps of it: no result is so far off.
const STEPS_MAX: f64 = 100.0;

/// A distribution: values, each with its probability.
type Distribution = Vec<(f64, f64)>;

/// Observed frequencies: values, each with how often it came.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Frequencies {
    total: f64,
    parts: Distribution,
}

/// What a hypothesis says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Claim {
    /// The mean is this.
    Mean(f64),
    /// The mean's distance from `from`, in standard deviations, is `deviations`.
    Deviations {
        /// Where the distance begins.
        from: f64,
        /// How far the mean is.
        deviations: f64,
    },
}

impl Frequencies {
    pub(crate) fn new(counts: &[(f64, u64)]) -> Frequencies {
        let filled = counts.iter().map(|&(value, count)| {
            let count = if count == 0 { UNSEEN } else { count as f64 };
            (value, count)
        });
        let total = filled.clone().map(|(_, count)| count).sum();
        Frequencies {
            total,
            parts: filled
                .map(|(value, count)| (value, count / total))
                .collect(),
        }
    }

    /// The logarithm of the likelihood of `one` over that of `other`; `None` where a distribution
    /// on these values cannot be as claimed.
    pub(crate) fn log_ratio(&self, one: Claim, other: Claim) -> Option<f64> {
        let (one, other) = (self.most_likely(one)?, self.most_likely(other)?);
        let seen = self.parts.iter().map(|(_, part)| part);
        let ratios = one.iter().zip(&other).map(|((_, p), (_, q))| (p / q).ln());
        Some(
            self.total
                * seen
                    .zip(ratios)
                    .map(|(part, ratio)| part * ratio)
                    .sum::<f64>(),
        )
    }

    fn most_likely(&self, claim: Claim) -> Option<Distribution> {
        match claim {
            Claim::Mean(mean) => self.with_zero_mean(|value| value - mean),
            Claim::Deviations { from, deviations } => self.at_distance(from, deviations),
        }
    }

    /// The most likely distribution under which `f` of the value is 0 on average.
    fn with_zero_mean(&self, f: impl Fn(f64) -> f64) -> Option<Distribution> {
        let terms: Vec<_> = self.parts.iter().map(|&(v, p)| (f(v), p)).collect();
        let tilted = tilt(&terms)?;
        let values = self.parts.iter().map(|&(value, _)| value);
        Some(values.zip(tilted).collect())
    }

    /// The most likely distribution whose mean is so many standard deviations away from a point.
    /// The condition is no mean of anything, but it is one to first order around a distribution
    /// that fulfils it; from the uniform one this settles in a few rounds (Van den Bergh 2020,
    /// "Normalized Elo"). Far from there it may fit none at all, so great distances are reached in
    /// steps.
    fn at_distance(&self, from: f64, deviations: f64) -> Option<Distribution> {
        let equal = 1.0 / self.parts.len() as f64;
        let mut now: Distribution = self.parts.iter().map(|&(v, _)| (v, equal)).collect();
        let steps = (deviations.abs() / STEP).ceil().clamp(1.0, STEPS_MAX);
        for step in 1..=steps as u32 {
            let part = f64::from(step) / steps;
            now = self.settled(now, from, deviations * part)?;
        }
        Some(now)
    }

    /// The same, from a distribution nearby.
    fn settled(&self, mut now: Distribution, from: f64, deviations: f64) -> Option<Distribution> {
        for _ in 0..100 {
            let (mean, variance) = moments(&now);
            let sigma = variance.sqrt();
            let next = self.with_zero_mean(|value| {
                let away = (value - mean) / sigma;
                value - from - deviations * sigma * (1.0 + away * away) / 2.0
            })?;
            let change = now.iter().zip(&next).map(|(a, b)| (a.1 - b.1).abs());
            let change = change.fold(0.0, f64::max);
            now = next;
            if change < 1e-9 {
                return Some(now);
            }
        }
        None
    }
}

/// Mean and variance.
pub(crate) fn moments(parts: &[(f64, f64)]) -> (f64, f64) {
    let total: f64 = parts.iter().map(|(_, p)| p).sum();
    let mean = parts.iter().map(|(v, p)| v * p).sum::<f64>() / total;
    let squares = parts.iter().map(|(v, p)| (v - mean).powi(2) * p);
    (mean, squares.sum::<f64>() / total)
}

/// The probabilities `p / (1 + x f)` with the one `x` under which `f` is 0 on average. `None`
/// unless some `f` is below and some above 0.
///
/// If `f` is too low on average, mass must go to its greatest value `e`, else to its least. That
/// one may have next to none, which puts `x` next to a pole; so the unknown is the factor
/// `w = 1 / (1 + x e)` by which the probability of `e` grows, between 1 and its inverse.
fn tilt(terms: &[(f64, f64)]) -> Option<Vec<f64>> {
    let mean: f64 = terms.iter().map(|(f, p)| p * f).sum();
    let low = terms.iter().map(|term| term.0).fold(0.0, f64::min);
    let high = terms.iter().map(|term| term.0).fold(0.0, f64::max);
    if low >= 0.0 || high <= 0.0 || !mean.is_finite() {
        return None;
    }
    let extreme = if mean < 0.0 { high } else { low };
    let at_extreme = terms.iter().filter(|(f, _)| *f == extreme);
    let mass: f64 = at_extreme.map(|(_, p)| p).sum();
    let (mut left, mut right) = (1.0, 1.0 / mass);
    let mut w = 1.0;
    for _ in 0..200 {
        let (mut value, mut slope) = (0.0, 0.0);
        for &(f, p) in terms {
            let share = f / ((extreme - f) + f / w);
            value += p * share;
            slope += p * (share / w).powi(2);
        }
        if value < 0.0 {
            left = w;
        } else {
            right = w;
        }
        let newton = w - value / slope;
        let next = if left < newton && newton < right {
            newton
        } else {
            f64::midpoint(left, right)
        };
        let near = (next - w).abs() <= NEAR * w;
        w = next;
        if near {
            break;
        }
    }
    let tilted = terms.iter();
    Some(
        tilted
            .map(|&(f, p)| p * extreme / ((extreme - f) + f / w))
            .collect(),
    )
}
