//! The ledger reduced to what ratings are made of: who started, who won.

use std::collections::BTreeMap;

use crate::game::{Outcome, Part};
use crate::ledger::Ledger;
use crate::pairs::Cluster;

/// A game from the side of the pairing's first bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bout {
    pub(crate) part: Part,
    pub(crate) won: bool,
}

impl Bout {
    const ALL: [Bout; 4] = [
        Bout::new(Part::Starting, true),
        Bout::new(Part::Starting, false),
        Bout::new(Part::Following, true),
        Bout::new(Part::Following, false),
    ];

    const fn new(part: Part, won: bool) -> Bout {
        Bout { part, won }
    }

    /// How the first-move advantage enters: for the first bot or against it.
    pub(crate) const fn sign(self) -> f64 {
        self.part.sign()
    }

    pub(crate) const fn score(self) -> f64 {
        if self.won { 1.0 } else { 0.0 }
    }
}

/// All games between two bots.
#[derive(Debug, Clone)]
pub(crate) struct Meetings {
    pub(crate) first: usize,
    pub(crate) second: usize,
    /// Equal clusters, each with how many there are. A pair's bouts are in ascending order.
    pub(crate) clusters: Vec<(Vec<Bout>, f64)>,
}

impl Meetings {
    /// Each kind of game with how often it was played.
    pub(crate) fn bouts(&self) -> [(Bout, f64); 4] {
        Bout::ALL.map(|wanted| {
            let of = |bouts: &Vec<Bout>| bouts.iter().filter(|&&bout| bout == wanted).count();
            let counts = self.clusters.iter();
            (
                wanted,
                counts.map(|(bouts, count)| of(bouts) as f64 * count).sum(),
            )
        })
    }
}

/// The meetings of all pairings.
pub(crate) fn meetings(ledger: &Ledger) -> Vec<Meetings> {
    let bout = |outcome: Outcome| Bout::new(outcome.part, outcome.won);
    let pairings = ledger.pairings();
    pairings
        .map(|pairing| {
            let mut clusters: BTreeMap<Vec<Bout>, u64> = BTreeMap::new();
            for (cluster, count) in ledger.clusters(pairing) {
                let mut bouts = match cluster {
                    Cluster::Pair(one, other) => vec![bout(one), bout(other)],
                    Cluster::Single(game) => vec![bout(game)],
                };
                bouts.sort();
                *clusters.entry(bouts).or_default() += count;
            }
            Meetings {
                first: pairing.first().get(),
                second: pairing.second().get(),
                clusters: clusters.into_iter().map(|(k, n)| (k, n as f64)).collect(),
            }
        })
        .collect()
}
