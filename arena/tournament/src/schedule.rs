//! Who plays game n: computed from n, so that a league of a million games needs no table.
//!
//! A league is played in rounds; a round plays each pairing once, as a pair of games. Inside a
//! round the pairings follow each other so that no bot gets ahead: at any moment of a round
//! robin the pairs that any two bots have played differ by at most one.
//!
//! Everything a league asks about a game goes through [`Schedule::game`]. A kind whose rounds
//! depend on results would answer there for the games it knows so far.

use thiserror::Error;

use crate::id::{BotIndex, GameId, GameIndex, Half, Meeting};

/// How the bots are paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Each bot meets each other.
    RoundRobin,
    /// The plan's first bot meets each other; the others do not meet.
    Gauntlet,
}

/// Two bots that meet, in the order of the league's plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pairing {
    first: BotIndex,
    second: BotIndex,
}

impl Pairing {
    /// The pairing of two bots, whichever is named first; `None` if they are the same.
    #[must_use]
    pub fn new(one: BotIndex, other: BotIndex) -> Option<Pairing> {
        (one != other).then(|| Pairing {
            first: one.min(other),
            second: one.max(other),
        })
    }

    /// The bot that comes first in the plan.
    #[must_use]
    pub const fn first(self) -> BotIndex {
        self.first
    }

    /// The bot that comes later in the plan.
    #[must_use]
    pub const fn second(self) -> BotIndex {
        self.second
    }
}

/// One game of the schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ScheduledGame {
    /// The game's name.
    pub id: GameId,
    /// The bots that meet.
    pub pairing: Pairing,
    /// Which of the pairing's own pairs this is.
    pub meeting: Meeting,
}

impl ScheduledGame {
    /// The bots in seats 0 and 1.
    #[must_use]
    pub const fn seats(&self) -> [BotIndex; 2] {
        let Pairing { first, second } = self.pairing;
        match self.id.half {
            Half::A => [first, second],
            Half::B => [second, first],
        }
    }
}

/// Why there is no such schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ScheduleError {
    /// Nobody to play against.
    #[error("a league needs at least two bots, this one has {bots}")]
    TooFewBots {
        /// Bots in the plan.
        bots: usize,
    },
    /// No games.
    #[error("a pairing needs at least one pair of games")]
    NoPairs,
    /// The number of games does not fit 64 bits.
    #[error("{bots} bots with {pairs} pairs each are more games than can be counted: lower pairs")]
    TooManyGames {
        /// Bots in the plan.
        bots: usize,
        /// Pairs of games per pairing.
        pairs: u64,
    },
}

/// The games of a league, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Schedule {
    kind: Kind,
    bots: u64,
    pairings: u64,
    games: u64,
}

impl Schedule {
    /// The schedule of a league with `pairs` pairs of games per pairing.
    ///
    /// # Errors
    /// Fewer than two bots, no pairs, or more games than 64 bits count.
    pub fn new(kind: Kind, bots: usize, pairs: u64) -> Result<Schedule, ScheduleError> {
        if bots < 2 {
            return Err(ScheduleError::TooFewBots { bots });
        }
        if pairs == 0 {
            return Err(ScheduleError::NoPairs);
        }
        let too_many = ScheduleError::TooManyGames { bots, pairs };
        let bots = bots as u64;
        let pairings = match kind {
            Kind::RoundRobin => bots.checked_mul(bots - 1).ok_or(too_many)? / 2,
            Kind::Gauntlet => bots - 1,
        };
        let games = pairings
            .checked_mul(pairs)
            .and_then(|pairs| pairs.checked_mul(2));
        Ok(Schedule {
            kind,
            bots,
            pairings,
            games: games.ok_or(too_many)?,
        })
    }

    /// How many games the league has.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// How many pairings the league has; a round plays each once.
    #[must_use]
    pub const fn pairings(&self) -> u64 {
        self.pairings
    }

    /// The game with this index; `None` past the last one.
    #[must_use]
    pub fn game(&self, index: GameIndex) -> Option<ScheduledGame> {
        if index.get() >= self.games {
            return None;
        }
        let id = index.id();
        let pair = id.pair.get() - 1;
        let (round, step) = (pair / self.pairings, pair % self.pairings);
        let meeting = Meeting::new(std::num::NonZeroU64::MIN.saturating_add(round));
        Some(ScheduledGame {
            id,
            pairing: self.pairing(step),
            meeting,
        })
    }

    /// The pairing that a round plays at this step.
    fn pairing(&self, step: u64) -> Pairing {
        let (one, other) = match self.kind {
            Kind::Gauntlet => (0, step + 1),
            Kind::RoundRobin if self.bots.is_multiple_of(2) => circle(self.bots, step),
            Kind::RoundRobin => zigzag(self.bots, step),
        };
        let bot = |place: u64| BotIndex::new(place as usize);
        Pairing::new(bot(one), bot(other)).expect("every step pairs two different bots")
    }
}

/// The circle method, for an even number of bots.
///
/// One bot stays, the others turn around it on a circle; the bots opposite each other meet.
/// Each turn of the circle has every bot play once.
fn circle(bots: u64, step: u64) -> (u64, u64) {
    let moving = bots - 1;
    let (turn, place) = (step / (bots / 2), step % (bots / 2));
    match place {
        0 => (moving, turn),
        _ => ((turn + place) % moving, (turn + moving - place) % moving),
    }
}

/// Walecki's zigzag, for an odd number of bots.
///
/// Where one bot must always sit out, the circle method lets a bot fall two pairs behind. Here
/// a lap is a closed tour through all bots, and different laps share no neighbours. A lap plays
/// first every other step of its tour, then those between: in effect everybody once, the bot
/// left over against the tour's first, then everybody else once more.
fn zigzag(bots: u64, step: u64) -> (u64, u64) {
    let (lap, number) = (step / bots, step % bots);
    let at = 2 * number % bots;
    (tour(bots, lap, at), tour(bots, lap, (at + 1) % bots))
}

/// The bot at a place of a lap's tour: the last bot, then `lap`, `lap + 1`, `lap - 1`,
/// `lap + 2`, … on the circle of the others.
fn tour(bots: u64, lap: u64, place: u64) -> u64 {
    let circle = bots - 1;
    match place {
        0 => circle,
        _ if place.is_multiple_of(2) => (lap + place / 2) % circle,
        _ => (lap + circle - place / 2) % circle,
    }
}
