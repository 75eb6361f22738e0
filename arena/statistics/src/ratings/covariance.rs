//! How sure ratings are: the sandwich covariance with pairs as clusters.
//!
//! The information alone would take a pair's two games as independent. The sandwich
//! `I⁻¹ (Σ s sᵀ) I⁻¹` takes their scores `s` together, whatever their correlation (Huber 1967;
//! Liang and Zeger 1986). Scores are taken around the mean of their stratum, all clusters
//! between two bots with the same starters: who meets whom is no chance, and where the model
//! does not quite fit a pairing, that is none either.
//!
//! Few clusters spread too little around their own mean, which `n/(n-1)` makes up for. A lone
//! cluster is taken around the model instead, and `(1 - H)^(-1/2)` with its leverage `H` makes up
//! for the model having followed it (the correction CR2 of Bell and McCaffrey 2002).

use std::collections::BTreeMap;

use nalgebra::{DMatrix, DVector};

use super::likelihood::{Maximum, Model, chance, weight};
use super::meetings::{Bout, Meetings};
use crate::estimate::{Basis, OF_WINS, Variance};
use crate::game::Part;

/// A stratum: clusters of one meeting with the same starters.
#[derive(Debug)]
struct Shape {
    first: usize,
    second: usize,
    signs: Vec<f64>,
    /// `p (1 - p)` of each game.
    weights: Vec<f64>,
    count: f64,
    /// How many free residuals it has: clusters less one; of a lone cluster what the model left.
    freedom: f64,
}

/// Everything needed for the error bar of any combination of parameters.
#[derive(Debug)]
pub(crate) struct Covariance {
    bots: usize,
    advantage: bool,
    /// As if all games were independent.
    independent: DMatrix<f64>,
    /// The sandwich as it is.
    plain: DMatrix<f64>,
    /// The sandwich corrected for few clusters.
    corrected: DMatrix<f64>,
    shapes: Vec<Shape>,
}

/// The variances of one combination of parameters, in squared logits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Spread {
    pub(crate) independent: f64,
    pub(crate) plain: f64,
    /// What intervals are made of; `None` with fewer than two clusters behind it.
    pub(crate) variance: Option<Variance>,
}

impl Covariance {
    pub(crate) fn new(model: &Model<'_>, maximum: &Maximum) -> Covariance {
        let size = maximum.parameters.len();
        let inverse = &maximum.inverse;
        let mut plain = DMatrix::zeros(size, size);
        let mut corrected = DMatrix::zeros(size, size);
        let mut shapes = Vec::new();
        for meeting in model.inside() {
            for (parts, clusters) in by_parts(meeting) {
                let mut shape = Shape::new(model, maximum, meeting, &parts, &clusters);
                let residuals = shape.residuals(model, maximum, meeting, &clusters);
                let correction = shape.correction(model, inverse);
                for (residuals, count) in residuals {
                    let found = score(model, meeting, &shape.signs, &residuals);
                    add_square(&mut plain, &found, count);
                    let found = score(model, meeting, &shape.signs, &(&correction * residuals));
                    add_square(&mut corrected, &found, count);
                }
                shapes.push(shape);
            }
        }
        Covariance {
            bots: model.bots,
            advantage: model.advantage,
            independent: inverse.clone(),
            plain: inverse * plain * inverse,
            corrected: inverse * corrected * inverse,
            shapes,
        }
    }

    /// The variances of `Σ factor · parameter`.
    ///
    /// Degrees of freedom after Satterthwaite (1946), from what each stratum would add to the
    /// variance if games were independent.
    pub(crate) fn spread(&self, contrast: &[(usize, f64)]) -> Spread {
        let square = |matrix: &DMatrix<f64>| -> f64 {
            let terms = contrast
                .iter()
                .flat_map(|&(i, x)| contrast.iter().map(move |&(j, y)| x * y * matrix[(i, j)]));
            terms.sum::<f64>().max(0.0)
        };
        let independent = square(&self.independent);
        let mut direction = DVector::zeros(self.independent.nrows());
        for &(i, x) in contrast {
            direction += self.independent.column(i) * x;
        }
        let carriers = self.carriers(&direction);
        let corrected = Variance {
            value: square(&self.corrected),
            freedom: carriers.freedom.max(1.0) * OF_WINS,
            basis: Basis::Pairs,
        };
        // One game gone the other way: see `Basis::Alike`.
        let floor = independent * 2.0 / carriers.equal;
        Spread {
            independent,
            plain: square(&self.plain),
            variance: (carriers.clusters > 1.5).then(|| corrected.at_least(floor)),
        }
    }

    fn carriers(&self, direction: &DVector<f64>) -> Carriers {
        let (mut clusters, mut sum, mut squares, mut noise) = (0.0, 0.0, 0.0, 0.0);
        for shape in &self.shapes {
            let carried = shape.carried(direction, self.advantage.then_some(self.bots));
            if carried > 0.0 {
                let all = shape.count * carried;
                clusters += shape.count;
                sum += all;
                squares += all * carried;
                noise += all * all / shape.freedom;
            }
        }
        Carriers {
            clusters,
            equal: sum * sum / squares,
            freedom: sum * sum / noise,
        }
    }
}

/// The clusters that carry the variance in some direction.
struct Carriers {
    clusters: f64,
    /// How many equal clusters would carry it (Carter, Schnepel and Steigerwald 2017).
    equal: f64,
    freedom: f64,
}

type Clusters<'m> = Vec<(&'m [Bout], f64)>;

/// A meeting's clusters by who started.
fn by_parts(meeting: &Meetings) -> BTreeMap<Vec<Part>, Clusters<'_>> {
    let mut shapes: BTreeMap<Vec<Part>, Clusters<'_>> = BTreeMap::new();
    for (bouts, count) in &meeting.clusters {
        let parts = bouts.iter().map(|bout| bout.part).collect();
        shapes.entry(parts).or_default().push((bouts, *count));
    }
    shapes
}

/// The score of a cluster: residuals times what each logit is made of.
fn score(
    model: &Model<'_>,
    meeting: &Meetings,
    signs: &[f64],
    residuals: &DVector<f64>,
) -> Vec<(usize, f64)> {
    let mut score = model.row(meeting, 0.0);
    for term in &mut score {
        term.1 = 0.0;
    }
    for (&sign, &residual) in signs.iter().zip(residuals) {
        for (term, (_, factor)) in score.iter_mut().zip(model.row(meeting, sign)) {
            term.1 += residual * factor;
        }
    }
    score
}

/// Adds `count` times the outer product of a score.
fn add_square(matrix: &mut DMatrix<f64>, score: &[(usize, f64)], count: f64) {
    for &(i, x) in score {
        for &(j, y) in score {
            matrix[(i, j)] += count * x * y;
        }
    }
}

impl Shape {
    fn new(
        model: &Model<'_>,
        maximum: &Maximum,
        meeting: &Meetings,
        parts: &[Part],
        clusters: &Clusters<'_>,
    ) -> Shape {
        let signs: Vec<f64> = parts.iter().map(|&part| part.sign()).collect();
        let of = |&sign: &f64| weight(model.logit(&maximum.parameters, meeting, sign));
        Shape {
            first: meeting.first,
            second: meeting.second,
            weights: signs.iter().map(of).collect(),
            signs,
            count: clusters.iter().map(|(_, count)| count).sum(),
            freedom: 0.0,
        }
    }

    /// What a cluster adds to the variance in a direction if games are independent.
    fn carried(&self, direction: &DVector<f64>, advantage: Option<usize>) -> f64 {
        let difference = direction[self.first] - direction[self.second];
        let advantage = advantage.map_or(0.0, |last| direction[last]);
        let games = self.signs.iter().zip(&self.weights);
        games
            .map(|(sign, weight)| weight * (difference + sign * advantage).powi(2))
            .sum()
    }

    /// What came out less what was expected: of several clusters their own mean, of a lone one
    /// what the model says.
    fn residuals(
        &self,
        model: &Model<'_>,
        maximum: &Maximum,
        meeting: &Meetings,
        clusters: &Clusters<'_>,
    ) -> Vec<(DVector<f64>, f64)> {
        let games = self.signs.len();
        let scores = clusters.iter().map(|(bouts, count)| {
            let scores = bouts.iter().map(|bout| bout.score());
            (DVector::from_iterator(games, scores), *count)
        });
        let expected = if self.count > 1.0 {
            let sum = scores.clone().map(|(score, count)| score * count);
            sum.sum::<DVector<f64>>() / self.count
        } else {
            let logits = self.signs.iter();
            let logits = logits.map(|&sign| model.logit(&maximum.parameters, meeting, sign));
            DVector::from_iterator(games, logits.map(chance))
        };
        scores
            .map(|(score, count)| (score - &expected, count))
            .collect()
    }

    /// What makes up for residuals that are too small; sets the degrees of freedom that are left.
    fn correction(&mut self, model: &Model<'_>, inverse: &DMatrix<f64>) -> DMatrix<f64> {
        let games = self.signs.len();
        if self.count > 1.0 {
            self.freedom = self.count - 1.0;
            let factor = (self.count / self.freedom).sqrt();
            return DMatrix::identity(games, games) * factor;
        }
        self.leverage(model, inverse)
    }

    /// `W^(1/2) (1 - H)^(-1/2) W^(-1/2)`, H being the cluster's leverage. A direction that the
    /// cluster alone determines has no residual, and keeps none.
    fn leverage(&mut self, model: &Model<'_>, inverse: &DMatrix<f64>) -> DMatrix<f64> {
        let games = self.signs.len();
        let (first, second) = (self.first, self.second);
        let between =
            inverse[(first, first)] + inverse[(second, second)] - 2.0 * inverse[(first, second)];
        let (mixed, advantage) = if model.advantage {
            let last = model.bots;
            (
                inverse[(first, last)] - inverse[(second, last)],
                inverse[(last, last)],
            )
        } else {
            (0.0, 0.0)
        };
        // Where a game is certain to the last digit, its weight is lost; it then has no leverage.
        let roots = self.weights.iter().map(|weight| weight.sqrt().max(1e-150));
        let roots: Vec<f64> = roots.collect();
        let rest = DMatrix::from_fn(games, games, |i, j| {
            let (si, sj) = (self.signs[i], self.signs[j]);
            let covariance = between + (si + sj) * mixed + si * sj * advantage;
            f64::from(u8::from(i == j)) - roots[i] * roots[j] * covariance
        });
        self.freedom = (rest.trace() / games as f64).max(1e-9);
        let mut eigen = rest.symmetric_eigen();
        for value in &mut eigen.eigenvalues {
            *value = if *value > 1e-9 {
                1.0 / value.sqrt()
            } else {
                0.0
            };
        }
        let adjusted = eigen.recompose();
        DMatrix::from_fn(games, games, |i, j| adjusted[(i, j)] * roots[i] / roots[j])
    }
}
