//! Who plays game n: computed from n, so that a league of a million games needs no table.
//!
//! A league is played in rounds. A round plays its pairings one after the other, as a pair of
//! games each, and that as often as a pairing has pairs: in so many cycles. A round robin and a
//! gauntlet have one round with all pairings; at any moment of a round robin the pairs that any
//! two bots have played differ by at most one.
//!
//! Everything a league asks about a game goes through [`Schedule::game`]. The rounds of a Swiss
//! depend on results: it answers there for the rounds it knows, and learns of results by
//! [`Schedule::count`].

use std::num::NonZeroU64;
use std::ops::Range;

use thiserror::Error;

use crate::id::{BotIndex, GameId, GameIndex, Half, Meeting};
use crate::result::GameResult;
use crate::swiss::{Meet, Swiss};

/// How the bots are paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Each bot meets each other.
    RoundRobin,
    /// The plan's first bot meets each other; the others do not meet.
    Gauntlet,
    /// In each round bots meet that stand close to each other.
    Swiss {
        /// How many rounds; see [`most_rounds`].
        rounds: u64,
    },
}

/// The most rounds of a Swiss: after so many, everybody may have met everybody.
#[must_use]
pub const fn most_rounds(bots: u64) -> u64 {
    // With an odd number somebody sits out each round.
    bots.saturating_sub(1) | 1
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
    /// A Swiss that could but repeat itself, or has nothing to play.
    #[error(
        "{bots} bots can play 1 to {most} rounds of a Swiss until everybody has met everybody, \
         not {rounds}"
    )]
    Rounds {
        /// Bots in the plan.
        bots: usize,
        /// Rounds in the plan.
        rounds: u64,
        /// The most there could be.
        most: u64,
    },
}

/// A result that cannot be one of this league now: no game of the open round, or one that is
/// counted already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("game {game} is not waiting for this result")]
pub struct Unexpected {
    /// The game.
    pub game: GameIndex,
}

/// The games of a league, in order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Schedule {
    rounds: Rounds,
    bots: u64,
    pairs: u64,
    /// Pairings of a round: the pairs of games of a cycle.
    pairings: u64,
    games: u64,
}

/// What the pairings of a round come from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Rounds {
    RoundRobin,
    Gauntlet,
    Swiss(Box<Swiss>),
}

impl Schedule {
    /// The schedule of a league with `pairs` pairs of games per pairing; in a Swiss, each time
    /// that two bots meet.
    ///
    /// # Errors
    /// Fewer than two bots, no pairs, more games than 64 bits count, or a number of rounds that a
    /// Swiss cannot have.
    pub fn new(kind: Kind, bots: usize, pairs: u64) -> Result<Schedule, ScheduleError> {
        if bots < 2 {
            return Err(ScheduleError::TooFewBots { bots });
        }
        if pairs == 0 {
            return Err(ScheduleError::NoPairs);
        }
        let too_many = ScheduleError::TooManyGames { bots, pairs };
        let entrants = bots;
        let bots = bots as u64;
        let (pairings, rounds) = match kind {
            Kind::RoundRobin => (bots.checked_mul(bots - 1).ok_or(too_many)? / 2, 1),
            Kind::Gauntlet => (bots - 1, 1),
            Kind::Swiss { rounds } => (bots / 2, rounds),
        };
        let round = pairings
            .checked_mul(pairs)
            .and_then(|pairs| pairs.checked_mul(2))
            .ok_or(too_many)?;
        let games = round.checked_mul(rounds).ok_or(too_many)?;
        let rounds = match kind {
            Kind::RoundRobin => Rounds::RoundRobin,
            Kind::Gauntlet => Rounds::Gauntlet,
            Kind::Swiss { rounds } if (1..=most_rounds(bots)).contains(&rounds) => {
                Rounds::Swiss(Box::new(Swiss::new(entrants, rounds, round)))
            }
            Kind::Swiss { rounds } => {
                return Err(ScheduleError::Rounds {
                    bots: entrants,
                    rounds,
                    most: most_rounds(bots),
                });
            }
        };
        Ok(Schedule {
            rounds,
            bots,
            pairs,
            pairings,
            games,
        })
    }

    /// How many games the league has, those included whose bots are not known yet.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// How many pairings a round has; a cycle plays each once.
    #[must_use]
    pub const fn pairings(&self) -> u64 {
        self.pairings
    }

    /// The games of the open round, the last one that is known: those before it have results, of
    /// those behind it the bots are not known.
    #[must_use]
    pub fn open(&self) -> Range<u64> {
        let games = self.games_of_a_round();
        match &self.rounds {
            Rounds::RoundRobin | Rounds::Gauntlet => 0..self.games,
            Rounds::Swiss(swiss) => {
                let known = swiss.rounds().len() as u64;
                (known - 1) * games..known * games
            }
        }
    }

    /// The game with this index; `None` past the last one whose bots are known.
    #[must_use]
    pub fn game(&self, index: GameIndex) -> Option<ScheduledGame> {
        if index.get() >= self.games {
            return None;
        }
        let id = index.id();
        let pair = id.pair.get() - 1;
        let (cycle, step) = (pair / self.pairings, pair % self.pairings);
        let (round, cycle) = (cycle / self.pairs, cycle % self.pairs);
        let Meet { pairing, before } = self.meet(round, step)?;
        let number = before * self.pairs + cycle;
        Some(ScheduledGame {
            id,
            pairing,
            meeting: Meeting::new(NonZeroU64::MIN.saturating_add(number)),
        })
    }

    /// The game before this one between the same bots in the same seats.
    #[must_use]
    pub fn previous(&self, game: &ScheduledGame) -> Option<GameIndex> {
        let number = game.meeting.get().get() - 1;
        let index = game.id.index().get();
        if number == 0 {
            return None;
        }
        if !number.is_multiple_of(self.pairs) {
            return Some(GameIndex::new(index - 2 * self.pairings));
        }
        let Rounds::Swiss(swiss) = &self.rounds else {
            return None;
        };
        // The last cycle of the round in which they last met.
        let round = index / self.games_of_a_round();
        let mut before = swiss.rounds().iter().take(round as usize).enumerate().rev();
        let (round, step) = before.find_map(|(round, meets)| {
            let step = meets.iter().position(|meet| meet.pairing == game.pairing);
            Some((round as u64, step? as u64))
        })?;
        let cycle = round * self.pairs + self.pairs - 1;
        let pair = cycle * self.pairings + step;
        Some(GameIndex::new(2 * pair + index % 2))
    }

    /// Counts the result of a game of the open round. The last one opens the next round; in which
    /// order results come changes nothing.
    ///
    /// # Errors
    /// A result that the open round does not wait for. Only a Swiss looks at results at all.
    pub fn count(&mut self, result: &GameResult) -> Result<(), Unexpected> {
        let (open, index) = (self.open(), result.index());
        let game = self.game(index).filter(|_| open.contains(&index.get()));
        let fits = game.is_some_and(|game| game.seats() == result.seats());
        let counted = match &mut self.rounds {
            Rounds::RoundRobin | Rounds::Gauntlet => fits,
            Rounds::Swiss(swiss) => fits && swiss.count(index.get() - open.start, result),
        };
        match counted {
            true => Ok(()),
            false => Err(Unexpected { game: index }),
        }
    }

    const fn games_of_a_round(&self) -> u64 {
        2 * self.pairings * self.pairs
    }

    /// Who meets at this step of a round's cycles.
    fn meet(&self, round: u64, step: u64) -> Option<Meet> {
        let (one, other) = match &self.rounds {
            Rounds::Swiss(swiss) => {
                let meets = swiss.rounds().get(round as usize)?;
                return meets.get(step as usize).copied();
            }
            Rounds::Gauntlet => (0, step + 1),
            Rounds::RoundRobin if self.bots.is_multiple_of(2) => circle(self.bots, step),
            Rounds::RoundRobin => zigzag(self.bots, step),
        };
        let bot = |place: u64| BotIndex::new(place as usize);
        Some(Meet {
            pairing: Pairing::new(bot(one), bot(other))?,
            before: 0,
        })
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
