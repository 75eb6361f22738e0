//! Pairs bots that stand in an order: neighbours, as far as they have not met.
//!
//! From the top, each takes the nearest one below it that it has met least often, if the rest can
//! then still be paired. That is the first of all draws by the order of choices, so there is but
//! one, on any machine and with any version of the library that counts the pairs of the rest.

use std::collections::BTreeMap;

use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;

use crate::id::BotIndex;
use crate::schedule::Pairing;

/// How often bots have met.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Meetings(BTreeMap<Pairing, u64>);

impl Meetings {
    fn of(&self, one: BotIndex, other: BotIndex) -> u64 {
        let pairing = Pairing::new(one, other);
        let times = pairing.and_then(|pairing| self.0.get(&pairing));
        times.copied().unwrap_or(0)
    }

    /// Counts a meeting; answers how many there were before.
    pub(crate) fn add(&mut self, pairing: Pairing) -> u64 {
        let times = self.0.entry(pairing).or_default();
        *times += 1;
        *times - 1
    }
}

/// Pairs an even number of bots, given best first, so that at most `rematches` of the pairs have
/// met before. The pairings are in the order of their better bots; none if there is no such draw.
pub(crate) fn draw(
    order: &[BotIndex],
    meetings: &Meetings,
    rematches: usize,
) -> Option<Vec<Pairing>> {
    let mut draw = Draw {
        order,
        meetings,
        taken: vec![false; order.len()],
        pairs: Vec::new(),
        rematches,
    };
    loop {
        // Whether the rest can be paired is asked only where the first choices have led nowhere:
        // there the rest is small.
        while let Some(choice) = draw.first_choice() {
            draw.take(choice);
        }
        if draw.is_complete() {
            return Some(draw.pairings());
        }
        while !draw.can_be_completed() {
            draw.undo()?;
        }
        draw.take_the_first_that_leads_on()?;
    }
}

/// Places in the order.
type Pair = [usize; 2];

struct Draw<'d> {
    order: &'d [BotIndex],
    meetings: &'d Meetings,
    taken: Vec<bool>,
    pairs: Vec<Pair>,
    /// How many of the rest may meet again.
    rematches: usize,
}

impl Draw<'_> {
    fn is_complete(&self) -> bool {
        2 * self.pairs.len() == self.order.len()
    }

    fn times(&self, [one, other]: Pair) -> u64 {
        self.meetings.of(self.order[one], self.order[other])
    }

    /// The pairs that the best of the rest could make, the nearest first.
    fn candidates(&self) -> impl Iterator<Item = Pair> {
        let mut rest = (0..self.order.len()).filter(|&place| !self.taken[place]);
        let best = rest.next();
        rest.filter_map(move |place| Some([best?, place]))
    }

    fn first_choice(&self) -> Option<Pair> {
        let fresh = self.candidates().find(|&pair| self.times(pair) == 0);
        fresh.or_else(|| {
            let candidates = self.candidates().filter(|_| self.rematches > 0);
            candidates.min_by_key(|&pair| self.times(pair))
        })
    }

    fn take(&mut self, pair: Pair) {
        self.mark(pair, true);
        self.rematches -= usize::from(self.times(pair) > 0);
        self.pairs.push(pair);
    }

    fn mark(&mut self, [one, other]: Pair, taken: bool) {
        self.taken[one] = taken;
        self.taken[other] = taken;
    }

    /// Takes the last pair back; none if there is none.
    fn undo(&mut self) -> Option<()> {
        let pair = self.pairs.pop()?;
        self.mark(pair, false);
        self.rematches += usize::from(self.times(pair) > 0);
        Some(())
    }

    /// Takes the first choice with which the rest can be paired; none if there is none.
    fn take_the_first_that_leads_on(&mut self) -> Option<()> {
        let mut choices: Vec<Pair> = self.candidates().collect();
        choices.retain(|&pair| self.rematches > 0 || self.times(pair) == 0);
        choices.sort_by_key(|&pair| self.times(pair));
        for pair in choices {
            self.take(pair);
            if self.can_be_completed() {
                return Some(());
            }
            self.undo();
        }
        None
    }

    /// Whether the rest can be paired with no more rematches than are left: those that a largest
    /// set of pairs who have not met leaves over have all met each other.
    fn can_be_completed(&self) -> bool {
        let rest = (0..self.order.len()).filter(|&place| !self.taken[place]);
        let rest: Vec<usize> = rest.collect();
        let mut fresh = UnGraph::<(), (), usize>::default();
        let nodes: Vec<_> = rest.iter().map(|_| fresh.add_node(())).collect();
        for (number, &one) in rest.iter().enumerate() {
            for (&other, &node) in rest.iter().zip(&nodes).skip(number + 1) {
                if self.times([one, other]) == 0 {
                    fresh.add_edge(nodes[number], node, ());
                }
            }
        }
        rest.len() / 2 <= maximum_matching(&fresh).len() + self.rematches
    }

    fn pairings(&self) -> Vec<Pairing> {
        let pairs = self.pairs.iter();
        let pairing = |&[one, other]: &Pair| Pairing::new(self.order[one], self.order[other]);
        pairs.filter_map(pairing).collect()
    }
}
