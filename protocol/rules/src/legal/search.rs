//! Some turns of dice whose levels are too many to hold, found depth first.
//!
//! The search stops once it has more turns than are wanted that play all the dice. Where all the
//! dice cannot be played it has to look at every position that the dice lead to, each once. No
//! position of a cascade is known for which that is even half of what [`MOST_SEEN`] allows; beyond
//! it the search ends with what it has found.

use std::collections::HashSet;

use super::end_of;
use super::field::Field;
use super::levels::{each_move, may_end};

/// The most positions that are looked at: 16 bytes each, in a table of 2^20.
pub(super) const MOST_SEEN: usize = 900_000;

/// A search that goes down one way after the other instead of holding whole levels.
pub(super) struct Search<'a> {
    field: &'a Field,
    dice: &'a [u8],
    limits: Limits,
    /// What has been looked at: entries, each with the number of dice played in its trail.
    seen: HashSet<u128>,
    /// The points left on the way to where the search is.
    path: Vec<u8>,
    /// The most dice that a turn was found to play.
    deepest: usize,
    /// Turns that play as many.
    found: Vec<Found>,
    /// Where they end.
    ends: HashSet<u128>,
    /// Whether there are more of them than are wanted.
    more: bool,
}

/// What a search came to.
pub(super) struct Outcome {
    pub(super) turns: Vec<Found>,
    /// How many dice each of them plays.
    pub(super) dice_used: usize,
    /// Whether there are no other turns.
    pub(super) complete: bool,
}

/// When a search ends before everything was looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// How many turns are wanted.
    pub(super) turns: usize,
    /// How many positions may be looked at.
    pub(super) seen: usize,
}

/// A turn that was found.
pub(super) struct Found {
    pub(super) end: u128,
    /// The points left, in playing order.
    pub(super) path: Vec<u8>,
}

impl Search<'_> {
    /// Looks for turns that play these dice in this order.
    pub(super) fn new<'a>(field: &'a Field, dice: &'a [u8], limits: Limits) -> Search<'a> {
        Search {
            field,
            dice,
            limits,
            seen: HashSet::new(),
            path: Vec::new(),
            deepest: 0,
            found: Vec::new(),
            ends: HashSet::new(),
            more: false,
        }
    }

    /// The turns that play the most dice, as many as are wanted.
    pub(super) fn run(mut self) -> Outcome {
        self.descend(self.field.start.entry);
        self.outcome()
    }

    fn outcome(self) -> Outcome {
        Outcome {
            complete: !self.more && !self.is_at_its_limit(),
            turns: self.found,
            dice_used: self.deepest,
        }
    }

    fn descend(&mut self, entry: u128) {
        self.note(entry);
        let played = self.path.len();
        let Some(&die) = self.dice.get(played) else {
            return;
        };
        let mut next = Vec::new();
        each_move(self.field, entry, die, |from, entry| {
            next.push((from, entry));
        });
        for (from, entry) in next {
            if self.is_done() {
                return;
            }
            // A trail's lowest byte is the eastern memory.
            if self.seen.insert(entry | (played as u128) << 8) {
                self.path.push(from);
                self.descend(entry);
                self.path.pop();
            }
        }
    }

    /// Keeps the turn that ends here, if it is one and none that was found plays more dice.
    fn note(&mut self, entry: u128) {
        let played = self.path.len();
        if played == 0 || played < self.deepest || !may_end(self.field, entry) {
            return;
        }
        if played > self.deepest {
            self.deepest = played;
            self.found.clear();
            self.ends.clear();
            self.more = false;
        }
        let end = end_of(entry);
        if self.more || !self.ends.insert(end) {
            return;
        }
        if self.found.len() == self.limits.turns {
            self.more = true;
        } else {
            let path = self.path.clone();
            self.found.push(Found { end, path });
        }
    }

    fn is_done(&self) -> bool {
        self.more && self.deepest == self.dice.len() || self.is_at_its_limit()
    }

    fn is_at_its_limit(&self) -> bool {
        self.seen.len() >= self.limits.seen
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::legal::{bits, cascade};
    use crate::{Block, HeadPolicy, Ruleset, Situation, TurnList};

    /// Long climbs over positions of cascades found none that leads to more: the checkers before
    /// and behind a wall have small moves in plenty, and the second 6 cannot be played.
    const WORST: &str = "long 24x3,23x2,22,21,12,6x3,5x2,4,3 / 6,5,4,3,2,1x10 : 1-1";

    fn free_cascade() -> Ruleset {
        let gulbar = Ruleset::by_id("gulbar").unwrap().clone();
        gulbar.with_head(HeadPolicy::Free).with_block(Block::Free)
    }

    /// What a search of the worst position came to, and how many positions it has looked at.
    fn search(turns: usize, seen: usize) -> (Outcome, usize) {
        let situation: Situation = WORST.parse().unwrap();
        let field = Field::new(&free_cascade(), &situation);
        let dice = cascade(1);
        let mut search = Search::new(&field, dice.faces(), Limits { turns, seen });
        search.descend(field.start.entry);
        let seen = search.seen.len();
        (search.outcome(), seen)
    }

    /// All its turns.
    fn whole() -> TurnList {
        let mut whole = TurnList::with_room(1 << 22);
        whole.generate(&free_cascade(), &WORST.parse().unwrap());
        assert!(!whole.is_cut());
        whole
    }

    #[test]
    fn the_worst_known_cascade_needs_less_than_half_of_what_is_allowed() {
        let (outcome, seen) = search(TurnList::CUT, MOST_SEEN);
        assert!((300_000..MOST_SEEN / 2).contains(&seen), "{seen}");
        assert_eq!(outcome.turns.len(), TurnList::CUT);
        assert_eq!(outcome.dice_used, 11);
        assert_eq!(outcome.dice_used, usize::from(whole().dice_used()));
        assert!(!outcome.complete);
    }

    #[test]
    fn a_search_knows_whether_it_has_all_turns() {
        let all = whole().len();
        for (wanted, complete) in [(all - 1, false), (all, true), (all + 1, true)] {
            let (outcome, _) = search(wanted, MOST_SEEN);
            assert_eq!(outcome.turns.len(), wanted.min(all));
            assert_eq!(outcome.complete, complete);
        }
    }

    #[test]
    fn a_search_at_its_limit_has_looked_no_farther_and_has_whole_turns() {
        for seen in [0, 1, 10, 1_000, 100_000] {
            let (outcome, looked_at) = search(50, seen);
            assert_eq!(looked_at, seen);
            assert!(!outcome.complete);
            let deepest = outcome.dice_used;
            assert_eq!(
                deepest == 11,
                seen >= 1_000,
                "{deepest} dice of {seen} positions"
            );
            assert_eq!(outcome.turns.is_empty(), seen == 0);
            assert!(outcome.turns.iter().all(|turn| turn.path.len() == deepest));
            assert!(outcome.turns.iter().all(|turn| checkers(turn.end) == 15));
        }
    }

    fn checkers(packed: u128) -> u8 {
        (0..=25).map(|point| bits::count(packed, point)).sum()
    }
}
