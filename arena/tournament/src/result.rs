//! The result of one game, as the tables need it.

use std::fmt;

use thiserror::Error;

use crate::id::{BotIndex, GameIndex};

/// How a game was won (R8), a forfeit being a kind of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WinKind {
    /// The loser has borne off at least one checker.
    Oin,
    /// The loser has borne off none.
    Mars,
    /// Mars with all of the loser's checkers in his home.
    HomeMars,
    /// Mars with a checker of the loser's on his head (long), or on the bar or in the winner's
    /// home (short).
    Koks,
    /// The loser broke a rule, ran out of time, crashed: the game was not played out.
    Forfeit,
}

impl WinKind {
    /// All kinds, in the order of the tables' columns.
    pub const ALL: [WinKind; 5] = [
        WinKind::Oin,
        WinKind::Mars,
        WinKind::HomeMars,
        WinKind::Koks,
        WinKind::Forfeit,
    ];

    /// The kind's name in the results: `oin`, `mars`, `home_mars`, `koks` or `forfeit`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            WinKind::Oin => "oin",
            WinKind::Mars => "mars",
            WinKind::HomeMars => "home_mars",
            WinKind::Koks => "koks",
            WinKind::Forfeit => "forfeit",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<WinKind> {
        WinKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for WinKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a game was won with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Win {
    /// How.
    pub kind: WinKind,
    /// The points it counts in the game's ruleset.
    pub points: u32,
}

/// One finished game: it has a winner, there is no draw (R6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GameResult {
    index: GameIndex,
    seats: [BotIndex; 2],
    starter: BotIndex,
    winner: BotIndex,
    win: Win,
}

/// A result that contradicts itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ResultError {
    /// A bot against itself.
    #[error("game {game}: both seats have the same bot")]
    SameBot {
        /// The game.
        game: GameIndex,
    },
    /// The starter has no seat.
    #[error("game {game}: the starter does not play in it")]
    Starter {
        /// The game.
        game: GameIndex,
    },
    /// The winner has no seat.
    #[error("game {game}: the winner does not play in it")]
    Winner {
        /// The game.
        game: GameIndex,
    },
}

impl GameResult {
    /// A game between the bots of seats 0 and 1.
    ///
    /// # Errors
    /// Both seats have one bot, or the starter or the winner has no seat.
    pub fn new(
        game: GameIndex,
        seats: [BotIndex; 2],
        starter: BotIndex,
        winner: BotIndex,
        win: Win,
    ) -> Result<GameResult, ResultError> {
        if seats[0] == seats[1] {
            return Err(ResultError::SameBot { game });
        }
        if !seats.contains(&starter) {
            return Err(ResultError::Starter { game });
        }
        if !seats.contains(&winner) {
            return Err(ResultError::Winner { game });
        }
        Ok(GameResult {
            index: game,
            seats,
            starter,
            winner,
            win,
        })
    }

    /// The game's place in the league.
    #[must_use]
    pub const fn index(&self) -> GameIndex {
        self.index
    }

    /// The bots of seats 0 and 1: the tables' first and second.
    #[must_use]
    pub const fn seats(&self) -> [BotIndex; 2] {
        self.seats
    }

    /// The bot that played the first turn.
    #[must_use]
    pub const fn starter(&self) -> BotIndex {
        self.starter
    }

    /// The bot that won.
    #[must_use]
    pub const fn winner(&self) -> BotIndex {
        self.winner
    }

    /// The bot that lost.
    #[must_use]
    pub fn loser(&self) -> BotIndex {
        let [first, second] = self.seats;
        if self.winner == first { second } else { first }
    }

    /// How it was won, and the points.
    #[must_use]
    pub const fn win(&self) -> Win {
        self.win
    }
}
