//! What a position of a long game is worth to the side that has just played.

use nardy_protocol::rules::{Checkers, Geometry, Point, Position};

use super::weights::LongWeights;
use crate::pointset::{held, in_front, runs, seen_by_the_other};

/// The position's mark, in the units of the weights, for the side whose view it is.
pub(crate) fn mark(weights: &LongWeights, end: &Position) -> i32 {
    let mover = Side::new(end.own());
    let other = Side::new(end.opposing());
    mover.standing(&other, weights) - other.standing(&mover, weights)
}

/// One side's checkers and the points they hold.
struct Side {
    checkers: Checkers,
    held: u32,
    /// The same points as the other side counts them.
    in_his_way: u32,
}

impl Side {
    fn new(checkers: Checkers) -> Side {
        let held = held(checkers, 1);
        Side {
            checkers,
            held,
            in_his_way: seen_by_the_other(held, Geometry::Long),
        }
    }

    /// How well this side stands, the other side's checkers in its way counted against it.
    fn standing(&self, other: &Side, weights: &LongWeights) -> i32 {
        self.progress(weights) + self.spread(other, weights) - self.hindrance(other, weights)
    }

    /// The race: pips, checkers borne off, and what has still to get going.
    fn progress(&self, weights: &LongWeights) -> i32 {
        let head = i32::from(self.checkers.count(Point::HEAD));
        let off = i32::from(self.checkers.off());
        let mut sum = off * weights.off - self.checkers.pips() as i32 * weights.pip;
        sum -= head * weights.head + head * head * weights.crowded_head;
        sum - i32::from(farthest(self.held)) * weights.straggler
    }

    /// Points held while opposing checkers have yet to pass them, and checkers piled up.
    fn spread(&self, other: &Side, weights: &LongWeights) -> i32 {
        let still_to_pass = other.behind();
        let mut sum = 0;
        for (point, n) in self.checkers.iter() {
            let number = usize::from(point.number());
            let his = if number <= 12 {
                number + 12
            } else {
                number - 12
            };
            sum += weights.held[(number - 1) / 6];
            sum += weights.in_the_way[(number - 1) / 6] * still_to_pass[his];
            if number != 24 {
                sum -= i32::from(n.saturating_sub(2)) * weights.pile;
            }
        }
        sum
    }

    /// What the other side's points do to the checkers that have to get past them.
    fn hindrance(&self, other: &Side, weights: &LongWeights) -> i32 {
        let closed = other.in_his_way;
        let mut sum = 0;
        for (point, n) in self.checkers.iter() {
            sum += i32::from(n) * weights.closed_ahead[in_front(closed, point.number())];
        }
        let behind = self.behind();
        for (highest, length) in runs(closed) {
            sum += behind[usize::from(highest)] * weights.run[length.min(7)];
        }
        sum
    }

    /// For each point how many of this side's checkers stand on higher ones.
    fn behind(&self) -> [i32; 25] {
        let mut behind = [0; 25];
        let mut so_far = 0;
        for point in (1..=24).rev() {
            behind[usize::from(point)] = so_far;
            so_far += i32::from(Point::new(point).map_or(0, |p| self.checkers.count(p)));
        }
        behind
    }
}

/// The highest member of a point set, 0 if there is none.
fn farthest(set: u32) -> u8 {
    set.checked_ilog2().unwrap_or_default() as u8
}
