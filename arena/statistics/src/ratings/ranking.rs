//! Bots in the order of their ratings.

use std::cmp::Ordering;

use arena_tournament::id::BotIndex;

use super::{Rating, Ratings};

/// Ratings are equal up to this, in Elo points: what is less is rounding, which differs from machine
/// to machine.
const SAME: f64 = 1e-6;

/// A bot's place among the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    /// From 1; bots whose order is not known share one. `None` for a bot that cannot be compared.
    pub rank: Option<usize>,
    /// The bot.
    pub bot: BotIndex,
    /// Its rating.
    pub rating: Rating,
}

impl Ratings {
    /// All bots, the best first; bots whose order is not known as they are numbered.
    #[must_use]
    pub fn ranking(&self) -> Vec<Ranked> {
        let bots = (0..self.bots).map(BotIndex::new);
        let mut ranked: Vec<Ranked> = bots
            .map(|bot| Ranked {
                rank: None,
                bot,
                rating: self.rating(bot),
            })
            .collect();
        ranked.sort_by(|a, b| order(&a.rating, &b.rating));
        let mut rank = 1;
        for place in 0..ranked.len() {
            let rating = ranked[place].rating;
            if place > 0 && order(&ranked[place - 1].rating, &rating) == Ordering::Less {
                rank = place + 1;
            }
            let comparable = !matches!(rating, Rating::Apart | Rating::NoGames);
            ranked[place].rank = comparable.then_some(rank);
        }
        ranked
    }
}

/// The better rating first. Of bots that were never beaten none is better than another.
fn order(one: &Rating, other: &Rating) -> Ordering {
    let key = |rating: &Rating| match *rating {
        Rating::Above { .. } => (0, 0.0),
        Rating::Estimated(estimate) => (1, -(estimate.value / SAME).round()),
        Rating::Reference { elo } => (1, -(elo / SAME).round()),
        Rating::Below { .. } => (2, 0.0),
        Rating::Apart => (3, 0.0),
        Rating::NoGames => (4, 0.0),
    };
    let ((class, value), (other_class, other_value)) = (key(one), key(other));
    // 0 and -0 are the same here.
    let values = value.partial_cmp(&other_value);
    class
        .cmp(&other_class)
        .then(values.unwrap_or(Ordering::Equal))
}
