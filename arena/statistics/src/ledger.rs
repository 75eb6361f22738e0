//! The ledger: how often each pairing's pairs came out how.
//!
//! Ratings, points, rates and their intervals are all functions of these counts, so a league of
//! a million games takes no more room than one of a thousand.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use arena_tournament::id::{BotIndex, PairNumber};
use arena_tournament::schedule::Pairing;

use crate::game::{Forfeits, Game, Outcome};
use crate::pairs::{Cluster, Joiner, PairError};

/// Results of many games, in a size that depends on the bots and the kinds of win alone.
///
/// Keeps for each pairing how often each joint outcome of a pair occurred. Must not be used
/// where the order of pairs matters: that is [`crate::Sprt`].
#[derive(Debug, Clone)]
pub struct Ledger {
    pairings: BTreeMap<Pairing, BTreeMap<ClusterKey, u64>>,
    joiner: Joiner<()>,
    forfeits: Forfeits,
    bots: usize,
}

/// A cluster from the side of the pairing's first bot, the same for either order of its games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ClusterKey(Cluster<Outcome>);

impl ClusterKey {
    fn new(pairing: Pairing, cluster: &Cluster<(Game, ())>) -> ClusterKey {
        let seen = |(game, ()): &(Game, ())| game.seen_by(pairing.first());
        ClusterKey(match cluster {
            Cluster::Single(game) => Cluster::Single(seen(game)),
            Cluster::Pair(one, other) => {
                let (one, other) = (seen(one), seen(other));
                if one.key() <= other.key() {
                    Cluster::Pair(one, other)
                } else {
                    Cluster::Pair(other, one)
                }
            }
        })
    }
}

impl Ord for ClusterKey {
    fn cmp(&self, other: &ClusterKey) -> Ordering {
        let key = |cluster: &ClusterKey| match cluster.0 {
            Cluster::Single(game) => (game.key(), None),
            Cluster::Pair(one, other) => (one.key(), Some(other.key())),
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for ClusterKey {
    fn partial_cmp(&self, other: &ClusterKey) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ledger {
    /// A ledger without games.
    #[must_use]
    pub fn new(forfeits: Forfeits) -> Ledger {
        Ledger {
            pairings: BTreeMap::new(),
            joiner: Joiner::default(),
            forfeits,
            bots: 0,
        }
    }

    /// Counts a game. `pair` is its pair's number in its file, `None` if games there have none.
    ///
    /// A pair is counted when it is complete; a game whose partner is missing is counted, as a
    /// cluster of its own, when a later pair begins or the file ends.
    ///
    /// # Errors
    /// Pair numbers that do not ascend within a file, a third game of a pair, or a pair between
    /// different bots. The ledger is then unchanged.
    pub fn push(&mut self, pair: Option<PairNumber>, game: Game) -> Result<(), PairError> {
        if self.forfeits == Forfeits::LeaveOut && game.is_forfeit() {
            return Ok(());
        }
        let cluster = self.joiner.push(pair, game, ())?;
        self.bots = self.bots.max(game.pairing().second().get() + 1);
        self.count(cluster);
        Ok(())
    }

    /// The file is over: counts the game that waited for its partner. The next file's pairs may
    /// have the same numbers.
    pub fn end_file(&mut self) {
        let waiting = self.joiner.end_file();
        self.count(waiting);
    }

    fn count(&mut self, cluster: Option<Cluster<(Game, ())>>) {
        let Some(cluster) = cluster else { return };
        let (Cluster::Pair((game, ()), _) | Cluster::Single((game, ()))) = cluster;
        let pairing = game.pairing();
        let key = ClusterKey::new(pairing, &cluster);
        *self
            .pairings
            .entry(pairing)
            .or_default()
            .entry(key)
            .or_default() += 1;
    }

    /// One more than the highest bot that came up; bots below it may have no games.
    #[must_use]
    pub const fn bots(&self) -> usize {
        self.bots
    }

    /// The pairings with games, in order.
    pub fn pairings(&self) -> impl Iterator<Item = Pairing> {
        self.pairings.keys().copied()
    }

    /// Whether the two have met.
    pub(crate) fn has(&self, pairing: Pairing) -> bool {
        self.pairings.contains_key(&pairing)
    }

    /// How many different counts are kept: what the ledger's size depends on.
    #[must_use]
    pub fn counts(&self) -> usize {
        self.pairings.values().map(BTreeMap::len).sum()
    }

    /// The clusters of a pairing from the side of its first bot, each with how often it occurred.
    pub(crate) fn clusters(
        &self,
        pairing: Pairing,
    ) -> impl Iterator<Item = (Cluster<Outcome>, u64)> {
        let clusters = self.pairings.get(&pairing).into_iter().flatten();
        clusters.map(|(key, &count)| (key.0, count))
    }

    /// The same from the side of either bot.
    pub(crate) fn clusters_of(
        &self,
        bot: BotIndex,
        pairing: Pairing,
    ) -> impl Iterator<Item = (Cluster<Outcome>, u64)> {
        let turn = move |outcome: Outcome| {
            if bot == pairing.first() {
                outcome
            } else {
                outcome.turned()
            }
        };
        self.clusters(pairing).map(move |(cluster, count)| {
            let cluster = match cluster {
                Cluster::Pair(one, other) => Cluster::Pair(turn(one), turn(other)),
                Cluster::Single(game) => Cluster::Single(turn(game)),
            };
            (cluster, count)
        })
    }
}
