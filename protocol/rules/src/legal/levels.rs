//! The turns of dice played in a given order, by levels: every distinct position after one die,
//! after two, and so on. Slower than the ways for plain dice, and indifferent to every special
//! rule.

use super::field::{Field, State};
use super::search::{Limits, Search};
use super::{TRAIL_BITS, end_of, turn_from};
use crate::{Turn, Variant, bits};

/// A position that can stand after some of a turn's dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    /// The mover's checkers, and where a trail would be the [`Eastern`] memory.
    entry: u128,
    /// The node it was reached from; itself for a turn's start.
    parent: u32,
    /// The point left and the die played on the way here.
    from: u8,
    die: u8,
}

/// The levels of one situation.
#[derive(Debug)]
pub(super) struct Levels {
    nodes: Vec<Node>,
    /// Where each level begins in `nodes`, the start's level first.
    begins: Vec<usize>,
    /// The most nodes that are held.
    most_nodes: usize,
}

/// The levels would have more nodes than are held.
#[derive(Debug)]
pub(super) struct TooMany;

impl Levels {
    /// Levels that hold at most so many nodes.
    pub(super) fn new(most_nodes: usize) -> Levels {
        Levels {
            nodes: Vec::new(),
            begins: Vec::new(),
            most_nodes,
        }
    }

    /// Fills `out` with the turns that play these dice in this order, as many as can be; answers
    /// how many that is. No turns mean a pass.
    pub(super) fn in_order(
        &mut self,
        field: &Field,
        dice: &[u8],
        out: &mut Vec<u128>,
    ) -> Result<u8, TooMany> {
        self.nodes.clear();
        self.play(field, dice)?;
        for played in (1..self.begins.len()).rev() {
            self.ends(field, played, out);
            if !out.is_empty() {
                return Ok(played as u8);
            }
        }
        Ok(0)
    }

    /// Fills `out` with some of the turns that [`Levels::in_order`] would list, found depth first
    /// within these limits; answers how many dice they play, and whether they are all there are.
    ///
    /// They play as many dice as can be, unless the limit of positions ended the search: then there
    /// may be turns that play more.
    pub(super) fn some_in_order(
        &mut self,
        field: &Field,
        dice: &[u8],
        limits: Limits,
        out: &mut Vec<u128>,
    ) -> (u8, bool) {
        let found = Search::new(field, dice, limits).run();
        self.nodes.clear();
        for turn in &found.turns {
            let number = self.remember(field, dice, &turn.path);
            out.push(turn.end << TRAIL_BITS | number as u128);
        }
        (found.dice_used as u8, found.complete)
    }

    /// Adds the nodes of one turn, given by the points left; answers the number of its last.
    fn remember(&mut self, field: &Field, dice: &[u8], path: &[u8]) -> usize {
        let start = self.nodes.len() as u32;
        self.nodes.push(Node {
            entry: field.start.entry,
            parent: start,
            from: 0,
            die: 0,
        });
        for (&from, &die) in path.iter().zip(dice) {
            let parent = self.nodes.len() as u32 - 1;
            // The position on the way is not asked for again.
            self.nodes.push(Node {
                entry: 0,
                parent,
                from,
                die,
            });
        }
        self.nodes.len() - 1
    }

    /// Fills `out` with the turns of two different dice in either order, the larger given first;
    /// answers how many dice they play. No turns mean a pass.
    pub(super) fn pair(&mut self, field: &Field, dice: [u8; 2], out: &mut Vec<u128>) -> u8 {
        let [larger, smaller] = dice;
        self.nodes.clear();
        for (target, orders) in [
            (2, &[[larger, smaller], [smaller, larger]][..]),
            // R5: one die at most; the larger if it can be played.
            (1, &[[larger, smaller]]),
            (1, &[[smaller, larger]]),
        ] {
            for order in orders {
                // Two dice lead to a few hundred nodes at most.
                let played = self.play(field, &order[..target]);
                if played.is_ok() && self.begins.len() > target {
                    self.ends(field, target, out);
                }
            }
            if !out.is_empty() {
                out.sort_unstable();
                out.dedup_by_key(|entry| end_of(*entry));
                return target as u8;
            }
        }
        0
    }

    /// Builds the levels of these dice behind the nodes already there.
    fn play(&mut self, field: &Field, dice: &[u8]) -> Result<(), TooMany> {
        self.begins.clear();
        self.begins.push(self.nodes.len());
        let start = self.nodes.len() as u32;
        self.nodes.push(Node {
            entry: field.start.entry,
            parent: start,
            from: 0,
            die: 0,
        });
        for &die in dice {
            let begin = self.nodes.len();
            let last = self.begins[self.begins.len() - 1];
            for parent in last..begin {
                let entry = self.nodes[parent].entry;
                let parent = parent as u32;
                each_move(field, entry, die, |from, entry| {
                    self.nodes.push(Node {
                        entry,
                        parent,
                        from,
                        die,
                    });
                });
                if self.nodes.len() > self.most_nodes {
                    return Err(TooMany);
                }
            }
            if self.nodes.len() == begin {
                break;
            }
            self.nodes[begin..].sort_unstable();
            self.forget_repeats(begin);
            self.begins.push(begin);
        }
        Ok(())
    }

    /// Keeps the first of equal positions in the last, sorted level.
    fn forget_repeats(&mut self, begin: usize) {
        let mut kept = begin;
        for i in begin + 1..self.nodes.len() {
            if self.nodes[i].entry != self.nodes[kept].entry {
                kept += 1;
                self.nodes[kept] = self.nodes[i];
            }
        }
        self.nodes.truncate(kept + 1);
    }

    /// Emits the legal ends among the nodes after `played` dice.
    fn ends(&self, field: &Field, played: usize, out: &mut Vec<u128>) {
        let begin = self.begins[played];
        let end = self
            .begins
            .get(played + 1)
            .copied()
            .unwrap_or(self.nodes.len());
        for (number, node) in self.nodes.iter().enumerate().take(end).skip(begin) {
            if !may_end(field, node.entry) {
                continue;
            }
            // Two memories of one position are one end.
            let position = end_of(node.entry);
            if out.last().is_none_or(|&last| end_of(last) != position) {
                out.push(position << TRAIL_BITS | number as u128);
            }
        }
    }

    /// The moves that lead to an emitted end.
    pub(super) fn read_trail(&self, entry: u128) -> Turn {
        let mut number = entry as usize & ((1 << TRAIL_BITS) - 1);
        let mut turn = turn_from(std::iter::from_fn(|| {
            let node = self.nodes[number];
            if node.parent as usize == number {
                return None;
            }
            number = node.parent as usize;
            Some((node.from, node.die))
        }));
        turn.reverse();
        turn
    }
}

/// Calls `with` for every move by a die from the position of a node: with the point left and the
/// entry of the node it leads to.
pub(super) fn each_move(field: &Field, entry: u128, die: u8, mut with: impl FnMut(u8, u128)) {
    let memory = Eastern::of(entry);
    let state = State {
        entry,
        own: own_points(field, entry),
    };
    for from in bits::descending(field.sources(state, die)) {
        if field.comes_home_with_the_wrong_die(from, die) {
            continue;
        }
        let next = field.advance(state, from, die);
        if field.blocks_in_passing(next.own) {
            continue;
        }
        for memory in memory
            .after(field, entry, (from, die))
            .into_iter()
            .flatten()
        {
            with(from, end_of(next.entry) << TRAIL_BITS | memory.bits());
        }
    }
}

/// Whether a turn may end in the position of a node.
pub(super) fn may_end(field: &Field, entry: u128) -> bool {
    !field.blocks(own_points(field, entry)) && Eastern::of(entry).may_end(field, entry)
}

/// The points and the bar where the mover has checkers.
fn own_points(field: &Field, entry: u128) -> u32 {
    let counted = bits::occupied(end_of(entry));
    // On a point with a single opposing checker the first of the count is the hit itself.
    let hit_only = field.blots & counted & !bits::held_by_two(end_of(entry));
    counted & !hit_only
}

/// What R15 has to remember in the course of a turn, in a node's lower bits: bits 1 to 6, the home
/// points on which a checker stands that hit this turn; bit 0, whether one of them moved on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Eastern(u8);

impl Eastern {
    /// Nothing has happened yet.
    pub(crate) const BLANK: Eastern = Eastern(0);
    const MOVED_ON: u8 = 1;

    /// What a node remembers.
    fn of(entry: u128) -> Eastern {
        Eastern(entry as u8 & 0x7F)
    }

    fn bits(self) -> u128 {
        u128::from(self.0)
    }

    /// The memories after a move made from the position `entry`: none if R15 forbids it, two if
    /// either the checker that hit or another on its point may be meant.
    pub(crate) fn after(
        self,
        field: &Field,
        entry: u128,
        (from, die): (u8, u8),
    ) -> [Option<Eastern>; 2] {
        if field.variant == Variant::Plain {
            return [Some(self), None];
        }
        let to = from.saturating_sub(die);
        let hits = (1..=6).contains(&to)
            && field.blots >> to & 1 == 1
            && bits::count(end_of(entry), to) == 0;
        let landed = if hits { 1 << to } else { 0 };
        if from > 6 || self.0 >> from & 1 == 0 {
            return [Some(Eastern(self.0 | landed)), None];
        }
        let another = (field.count(entry, from) > 1).then_some(Eastern(self.0 | landed));
        let lands_alone_or_on_one = to == 0 || field.count(entry, to) < 2;
        let moved_on = self.0 & !(1 << from) | landed | Eastern::MOVED_ON;
        [another, lands_alone_or_on_one.then_some(Eastern(moved_on))]
    }

    /// Whether a turn may end here: if a checker that hit moved on, one must stand alone in the
    /// home.
    pub(crate) fn may_end(self, field: &Field, entry: u128) -> bool {
        self.0 & Eastern::MOVED_ON == 0 || (1..=6).any(|point| field.count(entry, point) == 1)
    }
}
