//! The maximum of the Bradley–Terry likelihood, in logits (natural logarithms of odds).

use nalgebra::{DMatrix, DVector};

use super::groups::Groups;
use super::meetings::Meetings;

/// Newton steps before giving up; a handful suffices where a maximum exists.
const STEPS: usize = 200;

/// Where the gradient counts as zero, per game.
const FLAT: f64 = 1e-13;

/// The model: one rating for each bot, and perhaps the first-move advantage behind them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Model<'a> {
    pub(crate) groups: &'a Groups,
    pub(crate) meetings: &'a [Meetings],
    pub(crate) bots: usize,
    pub(crate) advantage: bool,
}

/// The likelihood's derivatives at some parameters.
struct Slope {
    log_likelihood: f64,
    gradient: DVector<f64>,
    information: DMatrix<f64>,
}

/// The likelihood's maximum.
#[derive(Debug, Clone)]
pub(crate) struct Maximum {
    /// Ratings in logits, the mean of each group 0; then the advantage, if it was fitted.
    pub(crate) parameters: DVector<f64>,
    pub(crate) log_likelihood: f64,
    /// The pseudo-inverse of the information: the covariance if all games were independent.
    pub(crate) inverse: DMatrix<f64>,
}

impl Model<'_> {
    fn size(&self) -> usize {
        self.bots + usize::from(self.advantage)
    }

    /// The meetings inside groups; across groups every result has probability 1 in the limit.
    pub(crate) fn inside(&self) -> impl Iterator<Item = &Meetings> {
        self.meetings
            .iter()
            .filter(|meeting| self.groups.together(meeting.first, meeting.second))
    }

    /// Newton's method, each step halved until it does not go down.
    pub(crate) fn maximize(&self) -> Option<Maximum> {
        let games: f64 = self
            .inside()
            .flat_map(|meeting| meeting.bouts())
            .map(|(_, count)| count)
            .sum();
        let mut parameters = DVector::zeros(self.size());
        for _ in 0..STEPS {
            let slope = self.slope(&parameters);
            let inverse = self.pseudo_inverse(slope.information)?;
            let step = &inverse * &slope.gradient;
            if slope.gradient.amax() <= FLAT * games.max(1.0) || step.amax() < FLAT {
                return Some(Maximum {
                    parameters,
                    log_likelihood: slope.log_likelihood,
                    inverse,
                });
            }
            parameters = self.climb(&parameters, step, slope.log_likelihood);
        }
        None
    }

    fn climb(&self, from: &DVector<f64>, step: DVector<f64>, level: f64) -> DVector<f64> {
        let mut step = step;
        for _ in 0..60 {
            let to = from + &step;
            if self.log_likelihood(&to) >= level - 1e-12 * level.abs() {
                return to;
            }
            step /= 2.0;
        }
        from.clone()
    }

    /// The logit of the first bot's chance in a bout with this sign.
    pub(crate) fn logit(&self, parameters: &DVector<f64>, meeting: &Meetings, sign: f64) -> f64 {
        let difference = parameters[meeting.first] - parameters[meeting.second];
        if self.advantage {
            difference + sign * parameters[self.bots]
        } else {
            difference
        }
    }

    fn log_likelihood(&self, parameters: &DVector<f64>) -> f64 {
        let meetings = self.inside();
        meetings
            .flat_map(|meeting| {
                meeting.bouts().map(|(bout, count)| {
                    let logit = self.logit(parameters, meeting, bout.sign());
                    count * log_chance(if bout.won { logit } else { -logit })
                })
            })
            .sum()
    }

    fn slope(&self, parameters: &DVector<f64>) -> Slope {
        let size = self.size();
        let mut gradient = DVector::zeros(size);
        let mut information = DMatrix::zeros(size, size);
        for meeting in self.inside() {
            for (bout, count) in meeting.bouts() {
                let logit = self.logit(parameters, meeting, bout.sign());
                let row = self.row(meeting, bout.sign());
                let (chance, weight) = (chance(logit), count * weight(logit));
                for &(i, x) in &row {
                    gradient[i] += count * (bout.score() - chance) * x;
                    for &(j, y) in &row {
                        information[(i, j)] += weight * x * y;
                    }
                }
            }
        }
        Slope {
            log_likelihood: self.log_likelihood(parameters),
            gradient,
            information,
        }
    }

    /// Which parameters a bout's logit is made of, each with its factor.
    pub(crate) fn row(&self, meeting: &Meetings, sign: f64) -> Vec<(usize, f64)> {
        let mut row = vec![(meeting.first, 1.0), (meeting.second, -1.0)];
        if self.advantage {
            row.push((self.bots, sign));
        }
        row
    }

    /// The information does not see a shift of a whole group. Adding these directions makes it
    /// invertible and changes nothing in all others.
    fn pseudo_inverse(&self, mut information: DMatrix<f64>) -> Option<DMatrix<f64>> {
        for members in self.groups.all() {
            // The scale of the diagonal, so that the sum is well conditioned.
            let scale = members
                .iter()
                .map(|&bot| information[(bot, bot)])
                .sum::<f64>();
            let scale = if scale > 0.0 { scale } else { 1.0 };
            let weight = scale / (members.len() * members.len()) as f64;
            for &i in members {
                for &j in members {
                    information[(i, j)] += weight;
                }
            }
        }
        let mut inverse = information.cholesky()?.inverse();
        self.center(&mut inverse);
        Some(inverse)
    }

    /// Takes the groups' shifts out of a matrix again.
    fn center(&self, matrix: &mut DMatrix<f64>) {
        for members in self.groups.all() {
            let size = members.len() as f64;
            for column in 0..matrix.ncols() {
                let mean = members
                    .iter()
                    .map(|&bot| matrix[(bot, column)])
                    .sum::<f64>()
                    / size;
                for &bot in members {
                    matrix[(bot, column)] -= mean;
                }
            }
            for row in 0..matrix.nrows() {
                let mean = members.iter().map(|&bot| matrix[(row, bot)]).sum::<f64>() / size;
                for &bot in members {
                    matrix[(row, bot)] -= mean;
                }
            }
        }
    }
}

/// The chance that belongs to a logit.
pub(crate) fn chance(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// `p (1 - p)` of the chance that belongs to a logit, without loss of digits.
pub(crate) fn weight(logit: f64) -> f64 {
    chance(logit) * chance(-logit)
}

/// The logarithm of the chance, exact for large logits of either sign.
pub(crate) fn log_chance(logit: f64) -> f64 {
    if logit > 0.0 {
        -(-logit).exp().ln_1p()
    } else {
        logit - logit.exp().ln_1p()
    }
}
