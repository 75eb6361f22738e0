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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::testing::{end_of_turn, position};
    use nardy_protocol::rules::Ruleset;

    fn end(rules: &str, before: Position, dice: [u8; 2]) -> Position {
        end_of_turn(&mut Blocks, rules, before, dice)
    }

    /// How many own checkers stand on each of these points.
    fn own_on(end: &Position, points: &[u8]) -> Vec<i8> {
        let board = end.board();
        points
            .iter()
            .map(|&point| board.points[usize::from(point) - 1])
            .collect()
    }

    #[test]
    fn the_point_making_rolls_of_backgammon_make_their_points() {
        let start = Position::start(&Ruleset::by_id("short").unwrap());
        for (dice, point) in [([3, 1], 5), ([4, 2], 4), ([6, 1], 7)] {
            let end = end("short", start, dice);
            assert_eq!(own_on(&end, &[point]), [2], "{dice:?}: {end:?}");
        }
    }

    #[test]
    fn a_checker_that_can_be_hit_is_hit_when_nothing_speaks_against_it() {
        // He has one checker on my 4 and 14 safe at home; I have made my home around it.
        let before = position(
            Geometry::Short,
            &[(10, 2), (8, 3), (7, 2), (6, 3), (5, 3), (3, 2)],
            &[(21, 1), (6, 5), (5, 5), (4, 4)],
        );
        let end = end("short", before, [4, 3]);
        assert_eq!(end.board().bar, [0, 1], "{end:?}");
    }

    #[test]
    fn a_long_wall_in_front_of_the_other_sides_head_is_kept_while_others_can_move() {
        // My 11 to 7 are his 23 to 19: five points in a row before 14 checkers. His last one has
        // passed them, so a sixth would be legal too (R11).
        let before = position(
            Geometry::Long,
            &[
                (24, 3),
                (21, 2),
                (16, 2),
                (11, 2),
                (10, 2),
                (9, 1),
                (8, 1),
                (7, 2),
            ],
            &[(24, 14), (15, 1)],
        );
        let end = end("long", before, [3, 2]);
        let wall = own_on(&end, &[11, 10, 9, 8, 7]);
        assert!(wall.iter().all(|&n| n > 0), "{end:?}");
    }

    #[test]
    fn the_last_straggler_steps_over_a_wall_while_it_can() {
        // All he has is a wall on my 18 to 14; 24-19-13 steps over it.
        let before = position(
            Geometry::Long,
            &[(24, 1), (11, 2), (9, 2), (5, 5), (4, 5)],
            &[(6, 5), (5, 3), (4, 3), (3, 2), (2, 2)],
        );
        let end = end("long", before, [6, 5]);
        assert_eq!(own_on(&end, &[24, 13]), [0, 1], "{end:?}");
    }
}
