//! Incremental Elo: after each game, in game order, the winner takes points from the loser.
//!
//! Powers come from `libm`, which computes them the same way on every machine; everything else
//! is IEEE arithmetic. So equal results give equal bytes in `elo.csv` anywhere.

use std::fmt;

use thiserror::Error;

use crate::decimal::fixed;
use crate::id::{BotIndex, GameIndex};
use crate::result::GameResult;

/// The most a game can move a rating.
pub const K: f64 = 32.0;

/// A rating on the Elo scale: 400 points are odds of 10 to 1. Written with two decimals.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Elo(f64);

impl Elo {
    /// The rating of a bot without games.
    pub const START: Elo = Elo(1500.0);

    /// A rating of this many points.
    #[must_use]
    pub const fn new(points: f64) -> Elo {
        Elo(points)
    }

    /// The rating, unrounded.
    #[must_use]
    pub const fn points(self) -> f64 {
        self.0
    }

    /// The score expected per game against an opponent: `1 / (1 + 10^((opponent - own) / 400))`.
    #[must_use]
    pub fn expected_against(self, opponent: Elo) -> Expected {
        Expected(1.0 / (1.0 + libm::pow(10.0, (opponent.0 - self.0) / 400.0)))
    }

    /// The rating after a game: `own + K * (score - expected)`.
    #[must_use]
    pub fn after(self, expected: Expected, score: Score) -> Elo {
        Elo(self.0 + K * (score.value() - expected.0))
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&fixed(self.0, 2))
    }
}

/// An expected score, between 0 and 1. Written with four decimals.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Expected(f64);

impl Expected {
    /// The expected score, unrounded.
    #[must_use]
    pub const fn score(self) -> f64 {
        self.0
    }

    /// What the opponent expects.
    #[must_use]
    pub fn of_opponent(self) -> Expected {
        Expected(1.0 - self.0)
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&fixed(self.0, 4))
    }
}

/// What a bot scored in a game. Written as 1 or 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Score {
    /// The game was lost.
    Loss,
    /// The game was won.
    Win,
}

impl Score {
    const fn value(self) -> f64 {
        match self {
            Score::Loss => 0.0,
            Score::Win => 1.0,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Score::Loss => "0",
            Score::Win => "1",
        })
    }
}

/// What one game did to one bot's rating: a row of `elo.csv`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EloRow {
    /// The game.
    pub game: GameIndex,
    /// The bot.
    pub bot: BotIndex,
    /// Whom it played.
    pub opponent: BotIndex,
    /// The bot's rating before the game.
    pub elo_before: Elo,
    /// The score it was expected to make.
    pub expected: Expected,
    /// The score it made.
    pub score: Score,
    /// Its rating after the game.
    pub elo_after: Elo,
}

/// A bot that is not in the league.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("game {game}: there is no bot {}, the league has {bots}", .bot.get() + 1)]
pub struct UnknownBot {
    /// The game whose result names it.
    pub game: GameIndex,
    /// The bot.
    pub bot: BotIndex,
    /// Bots in the league.
    pub bots: usize,
}

/// The ratings of a league's bots, moved by one game after the other.
#[derive(Debug, Clone, PartialEq)]
pub struct Ladder {
    ratings: Vec<Elo>,
}

impl Ladder {
    /// All bots at the start rating.
    #[must_use]
    pub fn new(bots: usize) -> Ladder {
        Ladder {
            ratings: vec![Elo::START; bots],
        }
    }

    /// The ratings now, in the order of the league's plan.
    #[must_use]
    pub fn ratings(&self) -> &[Elo] {
        &self.ratings
    }

    /// Rates one game: the rows of seat 0's bot, then seat 1's.
    ///
    /// # Errors
    /// A bot outside the league; the ratings are then unchanged.
    pub fn rate(&mut self, result: &GameResult) -> Result<[EloRow; 2], UnknownBot> {
        let [first, second] = result.seats();
        let (of_first, of_second) = (self.rating(first, result)?, self.rating(second, result)?);
        let expected = of_first.expected_against(of_second);
        let rows = [
            row(result, [first, second], of_first, expected),
            row(result, [second, first], of_second, expected.of_opponent()),
        ];
        for row in &rows {
            self.ratings[row.bot.get()] = row.elo_after;
        }
        Ok(rows)
    }

    fn rating(&self, bot: BotIndex, result: &GameResult) -> Result<Elo, UnknownBot> {
        let bots = self.ratings.len();
        let known = self.ratings.get(bot.get()).copied();
        known.ok_or(UnknownBot {
            game: result.index(),
            bot,
            bots,
        })
    }
}

fn row(
    result: &GameResult,
    [bot, opponent]: [BotIndex; 2],
    elo_before: Elo,
    expected: Expected,
) -> EloRow {
    let score = if result.winner() == bot {
        Score::Win
    } else {
        Score::Loss
    };
    let elo_after = elo_before.after(expected, score);
    EloRow {
        game: result.index(),
        bot,
        opponent,
        elo_before,
        expected,
        score,
        elo_after,
    }
}
