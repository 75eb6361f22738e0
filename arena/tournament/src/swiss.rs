//! Swiss rounds: who meets whom next, by what everybody has done so far.
//!
//! A round can be paired when every game of the one before has a result. The bots are put in the
//! order of the standings and neighbours meet, as far as they have not met before (Monrad's
//! system). Points per game rarely make two bots equal, so score groups, which other Swiss
//! systems pair by halves, would mostly have one member.
//!
//! - Equal bots, so all before the first round, stand in the order of the league's plan.
//! - A bot that lost all its games of a round by forfeits stands behind all others until it plays
//!   again: what it won before says nothing about the opponent it would be.
//! - Of an odd number of bots one has a bye: the last of those that had fewest. A bye is no game
//!   and counts nothing; as bots stand by points per game, it neither lifts nor sinks anybody.
//! - Nobody meets again while a round without that can be paired, and no more pairs than must be.

use std::collections::BTreeSet;

use crate::draw::{Meetings, draw};
use crate::id::BotIndex;
use crate::result::{GameResult, WinKind};
use crate::schedule::Pairing;
use crate::standings::Tally;

/// Two bots that meet in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Meet {
    pub(crate) pairing: Pairing,
    /// In how many rounds before they have met.
    pub(crate) before: u64,
}

/// A Swiss as far as its rounds are known: those that are over, and the open one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Swiss {
    /// How many rounds there will be.
    planned: u64,
    entrants: Vec<Entrant>,
    meetings: Meetings,
    rounds: Vec<Vec<Meet>>,
    /// Games of a round.
    games: u64,
    /// By their places in the open round, the games that have a result.
    counted: BTreeSet<u64>,
}

/// What a bot has done.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct Entrant {
    tally: Tally,
    byes: u64,
    /// Games of the open round that have a result.
    played: u64,
    /// Those of them that it lost by a forfeit.
    forfeited: u64,
    /// Whether it forfeited all games of its last round.
    absent: bool,
}

impl Swiss {
    /// The Swiss before its first game; a round has `games` games.
    pub(crate) fn new(bots: usize, rounds: u64, games: u64) -> Swiss {
        let mut swiss = Swiss {
            planned: rounds,
            entrants: vec![Entrant::default(); bots],
            meetings: Meetings::default(),
            rounds: Vec::new(),
            games,
            counted: BTreeSet::new(),
        };
        swiss.pair();
        swiss
    }

    /// The pairings of the rounds that are known.
    pub(crate) fn rounds(&self) -> &[Vec<Meet>] {
        &self.rounds
    }

    /// Counts the game at a place of the open round, and pairs the next round after the last one;
    /// false if it is counted already.
    pub(crate) fn count(&mut self, place: u64, result: &GameResult) -> bool {
        if !self.counted.insert(place) {
            return false;
        }
        let [winner, loser] = [result.winner(), result.loser()].map(BotIndex::get);
        self.entrants[winner].tally.count_win(result.win());
        self.entrants[loser].tally.count_loss(result.win());
        self.entrants[winner].played += 1;
        self.entrants[loser].played += 1;
        if result.win().kind == WinKind::Forfeit {
            self.entrants[loser].forfeited += 1;
        }
        let is_over = self.counted.len() as u64 == self.games;
        if is_over && (self.rounds.len() as u64) < self.planned {
            self.close();
            self.pair();
        }
        true
    }

    /// Ends the open round.
    fn close(&mut self) {
        for entrant in &mut self.entrants {
            // A bye tells nothing new.
            if entrant.played > 0 {
                entrant.absent = entrant.forfeited == entrant.played;
            }
            (entrant.played, entrant.forfeited) = (0, 0);
        }
        self.counted.clear();
    }

    /// Opens the next round.
    fn pair(&mut self) {
        let order = self.order();
        let byes = self.bye_order(&order);
        let (bye, pairings) = (0..)
            .find_map(|rematches| {
                byes.iter().find_map(|&bye| {
                    let playing = order.iter().copied().filter(|&bot| Some(bot) != bye);
                    let playing: Vec<BotIndex> = playing.collect();
                    Some((bye, draw(&playing, &self.meetings, rematches)?))
                })
            })
            .expect("any two bots may meet when all may meet again");
        if let Some(bye) = bye {
            self.entrants[bye.get()].byes += 1;
        }
        let meets = pairings.into_iter().map(|pairing| Meet {
            pairing,
            before: self.meetings.add(pairing),
        });
        self.rounds.push(meets.collect());
    }

    /// The bots in the order of their standing.
    fn order(&self) -> Vec<BotIndex> {
        let mut order: Vec<BotIndex> = (0..self.entrants.len()).map(BotIndex::new).collect();
        // A stable sort: equal bots keep the order of the plan.
        order.sort_by(|one, other| {
            let [one, other] = [one, other].map(|bot| &self.entrants[bot.get()]);
            let absent = one.absent.cmp(&other.absent);
            absent.then_with(|| one.tally.rank_order(&other.tally))
        });
        order
    }

    /// Who may have the bye, the likeliest first; nobody where everybody plays.
    fn bye_order(&self, order: &[BotIndex]) -> Vec<Option<BotIndex>> {
        if order.len().is_multiple_of(2) {
            return vec![None];
        }
        let byes = |bot: &BotIndex| self.entrants[bot.get()].byes;
        let fewest = order.iter().map(byes).min();
        let upwards = order.iter().rev().copied();
        let may = upwards.filter(|bot| Some(byes(bot)) == fewest);
        may.map(Some).collect()
    }
}
