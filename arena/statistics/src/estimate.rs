//! Estimates with error bars, and the mean of clustered observations behind most of them.

use std::fmt;

use arena_tournament::decimal::fixed;
use statrs::distribution::{ContinuousCDF, StudentsT};
use thiserror::Error;

/// The part of all intervals that shall hold the true value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Confidence(f64);

/// A level that is none.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error("a confidence of {0} is impossible: give a number between 0 and 1, like 0.95")]
pub struct BadConfidence(f64);

impl Confidence {
    /// A level between 0 and 1, both excluded: 0.95 for 95 %.
    ///
    /// # Errors
    /// Any other number.
    pub fn new(level: f64) -> Result<Confidence, BadConfidence> {
        if level > 0.0 && level < 1.0 {
            Ok(Confidence(level))
        } else {
            Err(BadConfidence(level))
        }
    }

    /// The level.
    #[must_use]
    pub const fn level(self) -> f64 {
        self.0
    }

    /// How many standard errors an interval reaches to either side: the quantile of Student's t
    /// (Student 1908) that leaves half of the rest on each side.
    pub(crate) fn reach(self, freedom: f64) -> f64 {
        student(freedom).inverse_cdf(f64::midpoint(1.0, self.0))
    }
}

/// 95 %.
impl Default for Confidence {
    fn default() -> Confidence {
        Confidence(0.95)
    }
}

/// How many times as many degrees of freedom a variance has that comes from wins and losses.
///
/// Student's t allows for a variance from normal observations, which is unsure by `(κ - 1)/n` with
/// a kurtosis `κ` of 3 (O'Neill 2014). The share of two even games is 0, 1/2 or 1 with a kurtosis of
/// 2, so its variance is as sure as that of twice as many. Other pairs have other kurtoses; that
/// the intervals hold with this factor is shown in `CALIBRATION.md`.
pub(crate) const OF_WINS: f64 = 2.0;

/// Student's t with this many degrees of freedom, 100 000 for any more: by then it is normal to
/// five digits, and the library's quantiles fail for millions.
pub(crate) fn student(freedom: f64) -> StudentsT {
    StudentsT::new(0.0, 1.0, freedom.min(1e5))
        .expect("every error bar has positive degrees of freedom")
}

/// From where to where.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether a value lies in it, ends included.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Half its length: the number behind "±", where it is symmetric.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// What an error bar rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// How much pairs differed from each other.
    Pairs,
    /// Pairs came out alike, or nearly so, which measures nothing. The error bar is the one that
    /// a single game gone the other way would give, and less sure than others.
    Alike,
}

impl Basis {
    /// It in one word, as files and scripts have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Basis::Pairs => "pairs",
            Basis::Alike => "alike",
        }
    }
}

/// How sure an estimate is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ErrorBar {
    /// The standard error, in the unit of the estimate.
    pub standard_error: f64,
    /// Degrees of freedom of Student's t: roughly the pairs that carried the estimate, less one;
    /// twice as many for what comes from wins and losses alone.
    pub freedom: f64,
    /// What it rests on.
    pub basis: Basis,
    /// The interval at the confidence that was asked for.
    pub interval: Interval,
}

impl ErrorBar {
    /// `value ± t · standard error`.
    pub(crate) fn around(value: f64, variance: Variance, confidence: Confidence) -> ErrorBar {
        let standard_error = variance.value.sqrt();
        let half = confidence.reach(variance.freedom) * standard_error;
        ErrorBar {
            standard_error,
            freedom: variance.freedom,
            basis: variance.basis,
            interval: Interval {
                low: value - half,
                high: value + half,
            },
        }
    }
}

/// A number with its error bar.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// How sure it is; `None` with fewer than two pairs, which show no spread.
    pub error: Option<ErrorBar>,
}

impl Estimate {
    /// The interval, if there are pairs enough for one.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        self.error.map(|error| error.interval)
    }

    /// The same with the opposite sign.
    pub(crate) fn turned(&self) -> Estimate {
        let error = |error: ErrorBar| ErrorBar {
            interval: Interval {
                low: -error.interval.high,
                high: -error.interval.low,
            },
            ..error
        };
        Estimate {
            value: -self.value,
            error: self.error.map(error),
        }
    }
}

/// Like `12.3 ± 4.5`, with the precision asked for (one decimal without); words where there is
/// no error bar.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(1);
        let value = fixed(self.value, decimals);
        match self.error {
            None => write!(f, "{value} (no error bar from fewer than two pairs)"),
            Some(error) => {
                let half = error.interval.half_width();
                write!(f, "{value} ± {half:.decimals$}")?;
                match error.basis {
                    Basis::Pairs => Ok(()),
                    Basis::Alike => f.write_str(" (pairs came out alike)"),
                }
            }
        }
    }
}

/// The square of a standard error with what belongs to it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Variance {
    pub(crate) value: f64,
    pub(crate) freedom: f64,
    pub(crate) basis: Basis,
}

impl Variance {
    /// Nothing below the floor: an estimate is never certain.
    pub(crate) fn at_least(self, floor: f64) -> Variance {
        if self.value >= floor {
            return self;
        }
        Variance {
            value: floor,
            basis: Basis::Alike,
            ..self
        }
    }
}

/// Equal clusters: the sum of some value over a cluster's games, its games, how many there are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cell {
    pub(crate) sum: f64,
    pub(crate) games: f64,
    pub(crate) count: f64,
}

/// The mean of a value over all games, with the variance that the clusters show.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ClusterMean {
    pub(crate) mean: f64,
    pub(crate) games: f64,
    pub(crate) clusters: f64,
    /// `None` with fewer than two clusters.
    pub(crate) variance: Option<Variance>,
}

/// The mean over strata: each stratum's clusters are spread around a mean of their own, so that
/// weak and strong opponents do not count as chance.
///
/// The variance is that of a ratio estimator in a stratified sample of clusters, with n/(n-1) in
/// each stratum (Cochran 1977, sections 5.6 and 6.13; Liang and Zeger 1986 for clusters); degrees
/// of freedom in [`combined`]. Strata of one cluster are put together. `None` without
/// games.
pub(crate) fn cluster_mean(strata: &[Vec<Cell>]) -> Option<ClusterMean> {
    let games: f64 = strata
        .iter()
        .flatten()
        .map(|cell| cell.games * cell.count)
        .sum();
    if games == 0.0 {
        return None;
    }
    let sum: f64 = strata
        .iter()
        .flatten()
        .map(|cell| cell.sum * cell.count)
        .sum();
    let clusters: f64 = strata.iter().flatten().map(|cell| cell.count).sum();
    let parts: Vec<(f64, f64)> = joined(strata).iter().map(|cells| spread(cells)).collect();
    Some(ClusterMean {
        mean: sum / games,
        games,
        clusters,
        variance: (clusters > 1.0).then(|| combined(&parts, games)),
    })
}

/// The strata with those of one cluster put together, so that each has two or more where
/// possible.
fn joined(strata: &[Vec<Cell>]) -> Vec<Vec<Cell>> {
    let size = |cells: &Vec<Cell>| cells.iter().map(|cell| cell.count).sum::<f64>();
    let (mut wide, lone): (Vec<_>, Vec<_>) = strata
        .iter()
        .filter(|cells| !cells.is_empty())
        .cloned()
        .partition(|cells| size(cells) > 1.0);
    let lone: Vec<Cell> = lone.into_iter().flatten().collect();
    match wide.first_mut() {
        Some(first) if lone.len() == 1 => first.extend(lone),
        _ if lone.is_empty() => {}
        _ => wide.push(lone),
    }
    wide
}

/// A stratum's sum of squares around its mean, times n/(n-1), and its degrees of freedom n-1.
fn spread(cells: &[Cell]) -> (f64, f64) {
    let total = |value: fn(&Cell) -> f64| cells.iter().map(|c| value(c) * c.count).sum::<f64>();
    let (clusters, games, sum) = (total(|_| 1.0), total(|c| c.games), total(|c| c.sum));
    let mean = sum / games;
    let squares = cells
        .iter()
        .map(|cell| (cell.sum - mean * cell.games).powi(2) * cell.count);
    let freedom = clusters - 1.0;
    (squares.sum::<f64>() * clusters / freedom.max(1.0), freedom)
}

/// The variance of the mean over strata, from the sum of squares and the degrees of freedom of
/// each.
///
/// Its degrees of freedom are Satterthwaite's in the form of Welch (1947),
/// `(Σ v)² / Σ (v² / (f + 2)) - 2`: a stratum of two clusters has a variance too unsure to be
/// squared as it is. Of one stratum they are its own, and never more than all together.
pub(crate) fn combined(parts: &[(f64, f64)], games: f64) -> Variance {
    let total: f64 = parts.iter().map(|(squares, _)| squares).sum();
    let fourth = parts
        .iter()
        .map(|(squares, freedom)| squares * squares / (freedom + 2.0));
    let fourth: f64 = fourth.sum();
    let all: f64 = parts.iter().map(|(_, freedom)| freedom).sum();
    let freedom = if fourth > 0.0 {
        (total * total / fourth - 2.0).min(all)
    } else {
        all
    };
    Variance {
        value: total / (games * games),
        freedom: freedom.max(1.0),
        basis: Basis::Pairs,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn cell(sum: f64, count: f64) -> Cell {
        Cell {
            sum,
            games: 2.0,
            count,
        }
    }

    /// Two strata of two pairs: sums 2 and 0 each around 1 in one, -2 and -4 around -3 in the
    /// other. Squares 2 · 2/1 in each, so variance 8 / 8² = 1/8. Welch's (4+4)² / (16/3 + 16/3) - 2
    /// would be 4 degrees of freedom; there are only 2.
    #[test]
    fn strong_and_weak_opponents_do_not_count_as_chance() {
        let strata = [
            vec![cell(2.0, 1.0), cell(0.0, 1.0)],
            vec![cell(-2.0, 1.0), cell(-4.0, 1.0)],
        ];
        let mean = cluster_mean(&strata).unwrap();
        assert_eq!((mean.mean, mean.games), (-0.5, 8.0));
        let variance = mean.variance.unwrap();
        assert_eq!((variance.value, variance.freedom), (0.125, 2.0));
    }

    /// Three opponents with one pair each are one stratum: sums 2, 0, 1 have squares 2 · 3/2.
    #[test]
    fn opponents_met_once_are_put_together() {
        let strata = [2.0, 0.0, 1.0].map(|sum| vec![cell(sum, 1.0)]);
        let variance = cluster_mean(&strata).unwrap().variance.unwrap();
        assert!((variance.value - 3.0 / 36.0).abs() < 1e-15);
        assert_eq!(variance.freedom, 2.0);
    }

    /// The quantiles of printed tables.
    #[test]
    fn reach_is_students_quantile() {
        let reach = |freedom| Confidence::default().reach(freedom);
        for (freedom, quantile) in [
            (1.0, 12.7062),
            (4.0, 2.7764),
            (30.0, 2.0423),
            (1e7, 1.95996),
        ] {
            assert!((reach(freedom) - quantile).abs() < 1e-4, "{freedom}");
        }
    }
}
