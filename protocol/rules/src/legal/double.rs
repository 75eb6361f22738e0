//! The turns of a double played four times.
//!
//! Moves are taken from the farthest checker to the nearest. Every legal set of moves can be
//! played in that order (what lies on the way is the same, checkers come home before any is borne
//! off), and two sets never end alike, so each end position is found exactly once. Only a block
//! that may not stand even in passing (R11) can forbid that order and allow another.

use super::field::{Field, State};
use super::pair::trail;
use crate::bits;

/// Fills `out` with the turns of a double and answers how many dice they play; `None`, having done
/// part of the work, when the order of moves matters. No turns mean a pass.
pub(super) fn turns(field: &Field, die: u8, out: &mut Vec<u128>) -> Option<u8> {
    for target in (1..=4).rev() {
        let mut walk = Walk {
            field,
            die,
            target,
            out,
        };
        walk.descend(field.start, u32::MAX, 0)?;
        if !out.is_empty() {
            return Some(target as u8);
        }
    }
    Some(0)
}

struct Walk<'a> {
    field: &'a Field,
    die: u8,
    /// The number of moves a turn is to have.
    target: u32,
    out: &'a mut Vec<u128>,
}

impl Walk<'_> {
    /// Plays on from a state in which `played` moves were made, with checkers from `allowed` only.
    fn descend(&mut self, state: State, allowed: u32, played: u32) -> Option<()> {
        let sources = self.field.sources(state, self.die) & allowed;
        if played + 1 == self.target {
            self.leaves(state, sources, played);
            return Some(());
        }
        for from in bits::descending(sources) {
            let next = self.field.advance(state, from, self.die);
            if self.field.blocks_in_passing(next.own) {
                return None;
            }
            let next = State {
                entry: next.entry | trail(from, played),
                own: next.own,
            };
            // The bar is left before anything else moves, whatever moved last.
            let nearer = (2 << from) - 1;
            self.descend(next, nearer, played + 1)?;
        }
        Some(())
    }

    /// Emits the ends of the last move.
    fn leaves(&mut self, state: State, sources: u32, played: u32) {
        let field = self.field;
        for from in bits::descending(sources) {
            if field.forbidden_runs != 0 && field.blocks(field.advance(state, from, self.die).own) {
                continue;
            }
            let to = from.saturating_sub(self.die);
            self.out
                .push(field.moved(state.entry, from, to) | trail(from, played));
        }
    }
}
