//! Bounds where no rating exists: how much stronger one that won everything must be.

use super::likelihood::{Model, log_chance};
use crate::estimate::Confidence;

/// Two groups, all of whose games with each other went to the first.
pub(crate) struct Sweep<'a> {
    pub(crate) model: &'a Model<'a>,
    /// A bot of the group that won.
    pub(crate) above: usize,
    /// A bot of the group that lost.
    pub(crate) below: usize,
    /// The fitted advantage, 0 without.
    pub(crate) advantage: f64,
    /// Ratings of all bots in logits, each within its group.
    pub(crate) ratings: &'a [f64],
}

impl Sweep<'_> {
    /// The logarithm of the chance of the sweep if the groups' means are this many logits apart;
    /// `None` if the two groups never met.
    ///
    /// A pair counts like the harder of its games alone: that is the most that two games can have
    /// in common, so whatever the correlation, the chance is no greater.
    fn log_chance(&self, shift: f64) -> Option<f64> {
        let groups = self.model.groups;
        let mut met = false;
        let mut sum = 0.0;
        for meeting in self.model.meetings {
            let (first, second) = (meeting.first, meeting.second);
            let turned = if groups.together(first, self.above)
                && groups.together(second, self.below)
            {
                1.0
            } else if groups.together(second, self.above) && groups.together(first, self.below) {
                -1.0
            } else {
                continue;
            };
            met = true;
            let difference = shift + turned * (self.ratings[first] - self.ratings[second]);
            for (bouts, count) in &meeting.clusters {
                let chances = bouts
                    .iter()
                    .map(|bout| log_chance(difference + turned * bout.sign() * self.advantage));
                sum += count * chances.fold(0.0, f64::min);
            }
        }
        met.then_some(sum)
    }

    /// The least distance of the groups' means, in logits, that such a sweep does not refute: at
    /// any smaller one its chance was below `1 - confidence` (Clopper and Pearson 1934). Takes
    /// the ratings inside the groups as fitted.
    pub(crate) fn least_shift(&self, confidence: Confidence) -> Option<f64> {
        let rest = (1.0 - confidence.level()).ln();
        let (mut low, mut high) = (-1.0, 1.0);
        while self.log_chance(low)? > rest {
            low *= 2.0;
        }
        while self.log_chance(high)? < rest {
            high *= 2.0;
        }
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if self.log_chance(middle)? < rest {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(low)
    }

    /// How likely a sweep is to miss if the two bots were equal: the sweep's likelihood of
    /// superiority.
    pub(crate) fn superiority(&self) -> Option<f64> {
        let level = self.ratings[self.below] - self.ratings[self.above];
        Some(1.0 - self.log_chance(level)?.exp())
    }
}
