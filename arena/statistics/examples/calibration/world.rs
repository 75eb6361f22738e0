//! A world whose truth is known: strengths, a first-move advantage, mars, pairs that correlate.

use arena_statistics::{Forfeits, Game, Ledger, Measure};
use arena_tournament::id::{BotIndex, PairNumber};
use arena_tournament::result::{Win, WinKind};
use rand::RngExt;
use rand::rngs::StdRng;

/// Bots and dice.
pub(crate) struct World {
    /// In Elo points.
    pub(crate) strengths: Vec<f64>,
    /// In Elo points, for the starter.
    pub(crate) advantage: f64,
    /// Between a bot's results in the two games of a pair, as far as the chances allow it.
    pub(crate) correlation: f64,
    /// The part of wins that are mars.
    pub(crate) mars: f64,
}

/// Chances of one bot against another in the two games of a pair.
#[derive(Clone, Copy)]
pub(crate) struct Chances {
    /// In the game that it starts.
    pub(crate) starting: f64,
    /// In the one that it does not.
    pub(crate) following: f64,
}

impl Chances {
    pub(crate) fn mean(self) -> f64 {
        f64::midpoint(self.starting, self.following)
    }

    /// The chance to win both games.
    pub(crate) fn both(self, correlation: f64) -> f64 {
        let Chances {
            starting: a,
            following: b,
        } = self;
        let wanted = a * b + correlation * (a * (1.0 - a) * b * (1.0 - b)).sqrt();
        wanted.clamp((a + b - 1.0).max(0.0), a.min(b))
    }

    /// Whether the bot won the game it started, and the other one.
    pub(crate) fn play(self, correlation: f64, dice: &mut StdRng) -> [bool; 2] {
        let both = self.both(correlation);
        let luck: f64 = dice.random();
        let first = luck < self.starting;
        let second = if first {
            luck < both
        } else {
            luck < self.starting + self.following - both
        };
        [first, second]
    }
}

impl World {
    pub(crate) fn chances(&self, bot: usize, opponent: usize) -> Chances {
        let difference = self.strengths[bot] - self.strengths[opponent];
        let chance = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        Chances {
            starting: chance(difference + self.advantage),
            following: chance(difference - self.advantage),
        }
    }

    /// Points per game that a bot takes from another on average.
    pub(crate) fn points(&self, bot: usize, opponent: usize) -> f64 {
        (1.0 + self.mars) * (2.0 * self.chances(bot, opponent).mean() - 1.0)
    }

    /// Plays pairs between these bots.
    pub(crate) fn league(
        &self,
        pairings: &[(usize, usize)],
        pairs: u64,
        dice: &mut StdRng,
    ) -> Ledger {
        let mut ledger = Ledger::new(Forfeits::Count);
        let mut number = 0;
        for _ in 0..pairs {
            for &(bot, opponent) in pairings {
                number += 1;
                for game in self.pair(bot, opponent, dice) {
                    ledger.push(PairNumber::new(number), game).unwrap();
                }
            }
        }
        ledger.end_file();
        ledger
    }

    /// Plays one pair.
    pub(crate) fn pair(&self, bot: usize, opponent: usize, dice: &mut StdRng) -> [Game; 2] {
        let [one, other] = self.results(bot, opponent, dice);
        [(bot, opponent, one), (opponent, bot, other)].map(|(starter, follower, (won, win))| {
            let winner = if won { bot } else { opponent };
            let [starter, follower, winner] = [starter, follower, winner].map(BotIndex::new);
            Game::new([starter, follower], starter, winner, win).unwrap()
        })
    }

    /// Plays one pair for a sequential test of the bot: its result per game in this measure.
    pub(crate) fn observation(
        &self,
        measure: Measure,
        bot: usize,
        opponent: usize,
        dice: &mut StdRng,
    ) -> f64 {
        let results = self.results(bot, opponent, dice).map(|(won, win)| {
            let points = f64::from(win.points);
            match (measure, won) {
                (Measure::Points { .. }, true) => points,
                (Measure::Points { .. }, false) => -points,
                (Measure::Elo | Measure::NormalizedElo, won) => f64::from(u8::from(won)),
            }
        });
        f64::midpoint(results[0], results[1])
    }

    /// What becomes of one pair: whether the bot wins the game that it starts and the other one,
    /// and the win, whosever it is.
    fn results(&self, bot: usize, opponent: usize, dice: &mut StdRng) -> [(bool, Win); 2] {
        let won = self.chances(bot, opponent).play(self.correlation, dice);
        won.map(|won| {
            let (kind, points) = if dice.random_bool(self.mars) {
                (WinKind::Mars, 2)
            } else {
                (WinKind::Oin, 1)
            };
            (won, Win { kind, points })
        })
    }
}
