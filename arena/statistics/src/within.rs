//! What playing in pairs did: the correlation inside pairs and the games it saved.

use arena_tournament::id::BotIndex;
use arena_tournament::schedule::Pairing;

use crate::game::{Outcome, Part};
use crate::ledger::Ledger;
use crate::pairs::Cluster;

/// How alike the two games of a pair came out, measured on one quantity.
///
/// For telling whether pairs pay, not for intervals: those take pairs as they are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alikeness {
    /// Complete pairs.
    pub pairs: u64,
    /// The correlation between a bot's results in the two games of a pair, from -1 to 1.
    ///
    /// `ρ = 2 · cov(a, b) / (var(a) + var(b))`, where a are the games that the bot started and b
    /// those that it did not, each around its own mean in its pairing; sums over all pairings.
    /// `None` if no game differed from another.
    pub correlation: Option<f64>,
}

impl Alikeness {
    /// The design effect (Kish 1965): the variance of a pair's mean over that of two single games,
    /// `1 + ρ`. Below 1 pairs saved games.
    #[must_use]
    pub fn design_effect(&self) -> Option<f64> {
        self.correlation.map(|rho| 1.0 + rho)
    }

    /// How many single games, on rolls of their own, would have been as good: `games / (1 + ρ)`.
    /// `None` where ρ is unknown or -1, which no number of single games equals.
    #[must_use]
    pub fn single_games(&self) -> Option<f64> {
        let effect = self.design_effect().filter(|&effect| effect > 1e-9)?;
        Some(2.0 * self.pairs as f64 / effect)
    }

    /// How many games the pairs saved; negative if single games had been better.
    #[must_use]
    pub fn saved(&self) -> Option<f64> {
        Some(self.single_games()? - 2.0 * self.pairs as f64)
    }
}

/// The correlations within pairs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WithinPairs {
    /// Of winning.
    pub wins: Alikeness,
    /// Of points won or lost.
    pub points: Alikeness,
}

impl Ledger {
    /// How alike the two games of pairs came out, over all pairings or those of one bot.
    #[must_use]
    pub fn within_pairs(&self, bot: Option<BotIndex>) -> WithinPairs {
        let concerns = |pairing: &Pairing| {
            bot.is_none_or(|bot| bot == pairing.first() || bot == pairing.second())
        };
        let pairings: Vec<Pairing> = self.pairings().filter(concerns).collect();
        WithinPairs {
            wins: self.alikeness(&pairings, Outcome::score),
            points: self.alikeness(&pairings, Outcome::points),
        }
    }

    fn alikeness(&self, pairings: &[Pairing], value: fn(&Outcome) -> f64) -> Alikeness {
        let mut all = Products::default();
        for &pairing in pairings {
            let pairs = || {
                self.clusters(pairing)
                    .filter_map(|(cluster, count)| match cluster {
                        Cluster::Pair(one, other) => Some(([one, other], count as f64)),
                        Cluster::Single(_) => None,
                    })
            };
            let mean = |part| mean_of(pairs(), part, value);
            let (starting, following) = (mean(Part::Starting), mean(Part::Following));
            for (games, count) in pairs() {
                let [one, other] = games.map(|game| {
                    value(&game)
                        - match game.part {
                            Part::Starting => starting,
                            Part::Following => following,
                        }
                });
                all.pairs += count;
                all.cross += count * one * other;
                all.squares += count * (one * one + other * other);
            }
        }
        Alikeness {
            pairs: all.pairs as u64,
            correlation: (all.squares > 0.0).then(|| 2.0 * all.cross / all.squares),
        }
    }
}

#[derive(Default)]
struct Products {
    pairs: f64,
    cross: f64,
    squares: f64,
}

/// The mean over the games in which the pairing's first bot had this part.
fn mean_of(
    pairs: impl Iterator<Item = ([Outcome; 2], f64)>,
    part: Part,
    value: fn(&Outcome) -> f64,
) -> f64 {
    let (mut sum, mut games) = (0.0, 0.0);
    for (pair, count) in pairs {
        for game in pair.iter().filter(|game| game.part == part) {
            sum += count * value(game);
            games += count;
        }
    }
    if games > 0.0 { sum / games } else { 0.0 }
}
