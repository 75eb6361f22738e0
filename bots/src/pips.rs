//! `pips`: runs for home, without a look at the other side.

use std::cmp::Reverse;

use nardy_protocol::rules::{Checkers, Point, TurnList};

use crate::{Player, TurnView};

/// Prefers, in this order: the most pips used, the most checkers at home or borne off, the most
/// borne off, the farthest stragglers moved.
#[derive(Debug)]
pub(crate) struct Pips;

impl Player for Pips {
    fn name(&self) -> &'static str {
        "pips"
    }

    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, _: &TurnView<'_>, turns: &TurnList) -> usize {
        (0..turns.len())
            .min_by_key(|&index| shortfall(turns.end(index).own()))
            .unwrap_or_default()
    }
}

/// What is still to be done, the most important first; less is better.
fn shortfall(own: Checkers) -> (u32, Reverse<u8>, Reverse<u8>, u128) {
    let (at_home, off) = (checkers_at_home(own), own.off());
    (
        own.pips(),
        Reverse(at_home + off),
        Reverse(off),
        farthest_first(own),
    )
}

fn checkers_at_home(own: Checkers) -> u8 {
    own.iter()
        .filter(|(point, _)| *point <= Point::HOME)
        .map(|(_, n)| n)
        .sum()
}

/// The counts from the bar down as digits of one number: the fewer far back, the smaller.
fn farthest_first(own: Checkers) -> u128 {
    own.iter()
        .map(|(point, n)| u128::from(n) << (4 * point.number()))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{checkers, end_of_turn, position};
    use nardy_protocol::rules::Geometry;

    /// What is left of `own` when `pips` has played, the other side out of the way.
    fn left(own: &[(u8, u8)], dice: [u8; 2]) -> Checkers {
        let before = position(Geometry::Short, own, &[(1, 1)]);
        end_of_turn(&mut Pips, "short", before, dice).own()
    }

    #[test]
    fn coming_home_goes_before_the_straggler_and_the_straggler_before_the_rest() {
        let after = left(&[(20, 1), (8, 1), (7, 1)], [2, 1]);
        // Both come home: 8-6 and 7-6.
        assert_eq!(after, checkers(&[(20, 1), (6, 2)]));
        let after = left(&[(20, 1), (8, 1), (5, 1)], [2, 1]);
        // 8-6 comes home with the 2; the 1 is for the straggler.
        assert_eq!(after, checkers(&[(19, 1), (6, 1), (5, 1)]));
    }

    #[test]
    fn bearing_off_goes_before_moving_inside_the_home() {
        let after = left(&[(4, 1), (2, 2), (1, 1)], [2, 1]);
        assert_eq!(after, checkers(&[(4, 1), (2, 1)]));
    }

    #[test]
    fn the_turn_that_wastes_no_pips_is_taken() {
        // 3-off and 2-1 use four pips; 3-2 and 2-off, legal too, would use three.
        let after = left(&[(3, 1), (2, 1)], [6, 1]);
        assert_eq!(after, checkers(&[(1, 1)]));
    }
}
