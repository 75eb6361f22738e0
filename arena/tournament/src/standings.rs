//! The tables: a fold over the league's results in game order.
//!
//! Everything is counted per bot and opponent; a bot's own line is the sum of those counts.
//! For a table without forfeits, fold over the results that are none.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::AddAssign;

use thiserror::Error;

use crate::id::{BotIndex, GameIndex};
use crate::rating::{Elo, EloRow, Ladder, UnknownBot};
use crate::result::{GameResult, Win, WinKind};

/// Games counted by the kind of their win.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct KindCounts([u64; WinKind::ALL.len()]);

impl KindCounts {
    /// Games of this kind.
    #[must_use]
    pub const fn of(&self, kind: WinKind) -> u64 {
        self.0[kind as usize]
    }

    /// Games of all kinds.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

impl AddAssign for KindCounts {
    fn add_assign(&mut self, other: KindCounts) {
        for (own, more) in self.0.iter_mut().zip(other.0) {
            *own += more;
        }
    }
}

/// What a bot did in a set of games.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    won: KindCounts,
    lost: KindCounts,
    points_for: u64,
    points_against: u64,
}

impl Tally {
    /// Games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins() + self.losses()
    }

    /// Games won, by forfeit too: the sum of [`Tally::won`] over all kinds.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.won.total()
    }

    /// Games lost, by forfeit too: the sum of [`Tally::lost`] over all kinds.
    #[must_use]
    pub fn losses(&self) -> u64 {
        self.lost.total()
    }

    /// Games won by kind.
    #[must_use]
    pub const fn won(&self, kind: WinKind) -> u64 {
        self.won.of(kind)
    }

    /// Games lost by kind.
    #[must_use]
    pub const fn lost(&self, kind: WinKind) -> u64 {
        self.lost.of(kind)
    }

    /// Points of the games won.
    #[must_use]
    pub const fn points_for(&self) -> u64 {
        self.points_for
    }

    /// Points of the games lost.
    #[must_use]
    pub const fn points_against(&self) -> u64 {
        self.points_against
    }

    pub(crate) fn count_win(&mut self, win: Win) {
        self.won.0[win.kind as usize] += 1;
        self.points_for += u64::from(win.points);
    }

    pub(crate) fn count_loss(&mut self, win: Win) {
        self.lost.0[win.kind as usize] += 1;
        self.points_against += u64::from(win.points);
    }

    /// The better tally first; see [`Standings::table`].
    pub(crate) fn rank_order(&self, other: &Tally) -> Ordering {
        // a/b before c/d if a*d > c*b: exact, and a bot without games goes last.
        let per_game = |own: u64, others: u64| {
            let own = u128::from(own) * u128::from(other.games());
            let others = u128::from(others) * u128::from(self.games());
            others.cmp(&own)
        };
        let idle = (self.games() == 0).cmp(&(other.games() == 0));
        idle.then_with(|| per_game(self.points_for, other.points_for))
            .then_with(|| per_game(self.wins(), other.wins()))
            .then_with(|| per_game(self.points_against, other.points_against).reverse())
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.won += other.won;
        self.lost += other.lost;
        self.points_for += other.points_for;
        self.points_against += other.points_against;
    }
}

/// A row of `standings.csv`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StandingRow {
    /// From 1; bots that are equal share the better rank.
    pub rank: usize,
    /// The bot.
    pub bot: BotIndex,
    /// Its games against everybody.
    pub tally: Tally,
    /// Its rating after the last game.
    pub elo: Elo,
}

/// A row of `pairings.csv`: one bot against one opponent, from the bot's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PairingRow {
    /// The bot.
    pub bot: BotIndex,
    /// Whom it met.
    pub opponent: BotIndex,
    /// The bot's games against this opponent.
    pub tally: Tally,
}

/// A result the tables cannot take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum StandingsError {
    /// A bot outside the league.
    #[error(transparent)]
    UnknownBot(#[from] UnknownBot),
    /// Results must come in game order, each once.
    #[error("game {game} was counted after game {after}: count the results in game order")]
    OutOfOrder {
        /// The refused game.
        game: GameIndex,
        /// The last game counted.
        after: GameIndex,
    },
}

/// The tables of a league, growing with each result.
#[derive(Debug, Clone, PartialEq)]
pub struct Standings {
    meetings: BTreeMap<(BotIndex, BotIndex), Tally>,
    ladder: Ladder,
    last: Option<GameIndex>,
}

impl Standings {
    /// The tables before the first game.
    #[must_use]
    pub fn new(bots: usize) -> Standings {
        Standings {
            meetings: BTreeMap::new(),
            ladder: Ladder::new(bots),
            last: None,
        }
    }

    /// Counts a result and gives its rows of `elo.csv`: seat 0's bot, then seat 1's.
    ///
    /// # Errors
    /// A bot outside the league, or a game that does not come after the last one counted; a gap
    /// is allowed. The tables are then unchanged.
    pub fn count(&mut self, result: &GameResult) -> Result<[EloRow; 2], StandingsError> {
        let game = result.index();
        if let Some(after) = self.last.filter(|&last| game <= last) {
            return Err(StandingsError::OutOfOrder { game, after });
        }
        let rows = self.ladder.rate(result)?;
        self.last = Some(game);
        let (winner, loser) = (result.winner(), result.loser());
        self.meetings
            .entry((winner, loser))
            .or_default()
            .count_win(result.win());
        self.meetings
            .entry((loser, winner))
            .or_default()
            .count_loss(result.win());
        Ok(rows)
    }

    /// The rows of `pairings.csv`: bots that have met, by bot, then by opponent, both in the
    /// order of the league's plan.
    pub fn pairings(&self) -> impl Iterator<Item = PairingRow> {
        self.meetings
            .iter()
            .map(|(&(bot, opponent), &tally)| PairingRow {
                bot,
                opponent,
                tally,
            })
    }

    /// The rows of `standings.csv`, best bot first.
    ///
    /// Ranked by points for, then wins, then fewest points against, all three per game: in a
    /// gauntlet and in an unfinished league bots have played different numbers of games. Bots
    /// equal in all three share a rank and stand in the order of the league's plan; bots
    /// without games come last.
    #[must_use]
    pub fn table(&self) -> Vec<StandingRow> {
        let mut rows = self.unranked();
        rows.sort_by(|a, b| a.tally.rank_order(&b.tally));
        for place in 1..rows.len() {
            let equal = rows[place - 1].tally.rank_order(&rows[place].tally).is_eq();
            rows[place].rank = if equal {
                rows[place - 1].rank
            } else {
                place + 1
            };
        }
        rows
    }

    fn unranked(&self) -> Vec<StandingRow> {
        let ratings = self.ladder.ratings().iter().enumerate();
        let mut rows: Vec<StandingRow> = ratings
            .map(|(place, &elo)| StandingRow {
                rank: 1,
                bot: BotIndex::new(place),
                tally: Tally::default(),
                elo,
            })
            .collect();
        for row in self.pairings() {
            rows[row.bot.get()].tally += row.tally;
        }
        rows
    }
}
