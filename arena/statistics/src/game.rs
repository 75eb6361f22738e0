//! One game as statistics need it, and names of bots.

use std::collections::HashMap;

use arena_tournament::id::BotIndex;
use arena_tournament::result::{GameResult, Win, WinKind};
use arena_tournament::schedule::Pairing;
use thiserror::Error;

/// Names of bots, numbered in the order in which they first come up.
///
/// One roster for several leagues makes bots of the same name one bot.
#[derive(Debug, Clone, Default)]
pub struct Roster {
    names: Vec<String>,
    places: HashMap<String, BotIndex>,
}

impl Roster {
    /// The bot of this name; a new name gets the next number.
    pub fn index(&mut self, name: &str) -> BotIndex {
        if let Some(&known) = self.places.get(name) {
            return known;
        }
        let index = BotIndex::new(self.names.len());
        self.names.push(name.to_owned());
        self.places.insert(name.to_owned(), index);
        index
    }

    /// The bot of this name, if it came up.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<BotIndex> {
        self.places.get(name).copied()
    }

    /// The names, by bot.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// A bot's part in a game: whether it played the first turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// It played the first turn.
    Starting,
    /// Its opponent did.
    Following,
}

impl Part {
    /// The opponent's part.
    #[must_use]
    pub const fn other(self) -> Part {
        match self {
            Part::Starting => Part::Following,
            Part::Following => Part::Starting,
        }
    }

    /// How an advantage of the starter enters: for the bot, or against it.
    pub(crate) const fn sign(self) -> f64 {
        match self {
            Part::Starting => 1.0,
            Part::Following => -1.0,
        }
    }
}

/// Whether forfeited games count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Forfeits {
    /// As wins of the points recorded.
    #[default]
    Count,
    /// Not at all; the other game of such a pair then stands alone.
    LeaveOut,
}

/// One finished game between two bots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Game {
    starter: BotIndex,
    follower: BotIndex,
    winner: Part,
    win: Win,
}

/// A game that contradicts itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum GameError {
    /// A bot against itself.
    #[error("both seats have the same bot: a game between copies proves nothing about either")]
    SameBot,
    /// The starter has no seat.
    #[error("the starter does not play in it: name one of the game's two bots")]
    Starter,
    /// The winner has no seat.
    #[error("the winner does not play in it: name one of the game's two bots")]
    Winner,
}

impl Game {
    /// A game between two bots, named in any order.
    ///
    /// # Errors
    /// The bots are one, or the starter or the winner is neither of them.
    pub fn new(
        bots: [BotIndex; 2],
        starter: BotIndex,
        winner: BotIndex,
        win: Win,
    ) -> Result<Game, GameError> {
        let [first, second] = bots;
        if first == second {
            return Err(GameError::SameBot);
        }
        let follower = match starter {
            _ if starter == first => second,
            _ if starter == second => first,
            _ => return Err(GameError::Starter),
        };
        let winner = match winner {
            _ if winner == starter => Part::Starting,
            _ if winner == follower => Part::Following,
            _ => return Err(GameError::Winner),
        };
        Ok(Game {
            starter,
            follower,
            winner,
            win,
        })
    }

    /// The bots that met.
    #[must_use]
    pub fn pairing(&self) -> Pairing {
        Pairing::new(self.starter, self.follower).expect("a game has two different bots")
    }

    /// Whether it was decided by a forfeit.
    #[must_use]
    pub fn is_forfeit(&self) -> bool {
        self.win.kind == WinKind::Forfeit
    }

    /// The game from the side of one of its bots.
    pub(crate) fn seen_by(&self, bot: BotIndex) -> Outcome {
        let part = if bot == self.starter {
            Part::Starting
        } else {
            Part::Following
        };
        Outcome {
            part,
            won: self.winner == part,
            win: self.win,
        }
    }
}

impl From<&GameResult> for Game {
    fn from(result: &GameResult) -> Game {
        Game::new(
            result.seats(),
            result.starter(),
            result.winner(),
            result.win(),
        )
        .expect("a result has two bots, and its starter and winner are among them")
    }
}

/// A game from one bot's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    pub(crate) part: Part,
    pub(crate) won: bool,
    pub(crate) win: Win,
}

impl Outcome {
    /// Points won, or minus the points lost.
    pub(crate) fn points(&self) -> f64 {
        let points = f64::from(self.win.points);
        if self.won { points } else { -points }
    }

    /// 1 for a win, 0 for a loss.
    pub(crate) fn score(&self) -> f64 {
        f64::from(u8::from(self.won))
    }

    /// The same game from the opponent's side.
    pub(crate) fn turned(&self) -> Outcome {
        Outcome {
            part: self.part.other(),
            won: !self.won,
            win: self.win,
        }
    }

    /// Any fixed order: a pair's two games are kept in it.
    pub(crate) fn key(&self) -> (Part, bool, WinKind, u32) {
        (self.part, self.won, self.win.kind, self.win.points)
    }
}
