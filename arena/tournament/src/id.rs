//! What games, pairs and bots are called.
//!
//! Games are counted twice: from 0 for machines ([`GameIndex`]) and by pair and half for
//! people ([`GameId`], like `17a`). Games 2k and 2k + 1 are the halves a and b of pair k + 1.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

use thiserror::Error;

/// A bot by its place in the league's plan, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BotIndex(usize);

impl BotIndex {
    /// The bot at this place of the plan, from 0.
    #[must_use]
    pub const fn new(place: usize) -> BotIndex {
        BotIndex(place)
    }

    /// The place in the plan, from 0.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0
    }
}

/// A game by its place in the whole league, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameIndex(u64);

impl GameIndex {
    /// The game at this place of the league, from 0.
    #[must_use]
    pub const fn new(place: u64) -> GameIndex {
        GameIndex(place)
    }

    /// The place in the league, from 0.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The name people use for this game.
    #[must_use]
    pub const fn id(self) -> GameId {
        let pair = PairNumber(NonZeroU64::MIN.saturating_add(self.0 / 2));
        let half = if self.0.is_multiple_of(2) {
            Half::A
        } else {
            Half::B
        };
        GameId { pair, half }
    }
}

/// Shown as the game's id.
impl fmt::Display for GameIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.id().fmt(f)
    }
}

/// A pair of games by its place in the whole league, from 1 to 2^63.
///
/// Not to be confused with [`Meeting`], which counts within one pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairNumber(NonZeroU64);

impl PairNumber {
    /// The last number whose games still have a [`GameIndex`].
    const MAX: u64 = 1 << 63;

    /// The pair with this number; `None` outside 1 to 2^63.
    #[must_use]
    pub const fn new(number: u64) -> Option<PairNumber> {
        match NonZeroU64::new(number) {
            Some(number) if number.get() <= Self::MAX => Some(PairNumber(number)),
            _ => None,
        }
    }

    /// The number, from 1.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0.get()
    }
}

impl fmt::Display for PairNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Which of its own pairs a pairing plays, from 1: the `pair_no` of the dice derivation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Meeting(NonZeroU64);

impl Meeting {
    /// The pairing's pair with this number, from 1.
    #[must_use]
    pub const fn new(number: NonZeroU64) -> Meeting {
        Meeting(number)
    }

    /// The number, from 1.
    #[must_use]
    pub const fn get(self) -> NonZeroU64 {
        self.0
    }
}

/// One of the two games of a pair; they share their dice, with the bots' seats exchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Half {
    /// The pair's first game: the pairing's first bot has seat 0.
    A,
    /// The pair's second game: the pairing's second bot has seat 0.
    B,
}

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Half::A => "a",
            Half::B => "b",
        })
    }
}

/// The name of a game: its pair's number and its half, written like `17a`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId {
    /// The pair the game belongs to.
    pub pair: PairNumber,
    /// Which of the pair's two games it is.
    pub half: Half,
}

impl GameId {
    /// The game's place in the league.
    #[must_use]
    pub const fn index(self) -> GameIndex {
        let first = (self.pair.get() - 1) * 2;
        match self.half {
            Half::A => GameIndex(first),
            Half::B => GameIndex(first + 1),
        }
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.pair, self.half)
    }
}

/// A text that names no game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{text:?} is no game: write the number of its pair and a or b, like 17a")]
pub struct BadGameId {
    text: String,
}

impl FromStr for GameId {
    type Err = BadGameId;

    /// Reads exactly what `Display` writes: no sign, no leading zero, a lower-case half.
    fn from_str(text: &str) -> Result<GameId, BadGameId> {
        parse(text)
            .filter(|id| id.to_string() == text)
            .ok_or_else(|| BadGameId {
                text: text.to_owned(),
            })
    }
}

fn parse(text: &str) -> Option<GameId> {
    let (number, half) = match text.strip_suffix('a') {
        Some(number) => (number, Half::A),
        None => (text.strip_suffix('b')?, Half::B),
    };
    let pair = PairNumber::new(number.parse().ok()?)?;
    Some(GameId { pair, half })
}
