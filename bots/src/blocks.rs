//! `blocks`: holds points in the other side's way and looks one turn ahead.
//!
//! Every end position gets a mark, the best mark is played. A mark is one side's standing less
//! the other's, each a sum of the terms that [`weights`] lists and explains; the long and the
//! short games have different terms and different weights.

mod long;
mod short;
mod shots;
mod way;
mod weights;

use nardy_protocol::rules::{Geometry, Position, TurnList};

use crate::{Player, TurnView};

/// Plays the turn whose end position has the best mark.
#[derive(Debug)]
pub(crate) struct Blocks;

impl Player for Blocks {
    fn name(&self) -> &'static str {
        "blocks"
    }

    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, view: &TurnView<'_>, turns: &TurnList) -> usize {
        let mark: fn(&Position) -> i32 = match view.ruleset.geometry() {
            Geometry::Long => |end| long::mark(&weights::LONG, end),
            Geometry::Short => |end| short::mark(&weights::SHORT, end),
        };
        let mut best = (i32::MIN, 0);
        for index in 0..turns.len() {
            let marked = mark(&turns.end(index));
            if marked > best.0 {
                best = (marked, index);
            }
        }
        best.1
    }
}
