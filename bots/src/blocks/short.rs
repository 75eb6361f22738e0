//! What a position of a short game is worth to the side that has just played.

use nardy_protocol::rules::{Checkers, Geometry, Point, Position};

use super::shots::{self, Target};
use super::weights::ShortWeights;
use crate::pointset::{HOME, held, in_front, runs, seen_by_the_other};

/// The position's mark, in the units of the weights, for the side whose view it is.
pub(crate) fn mark(weights: &ShortWeights, end: &Position) -> i32 {
    let mover = Side::new(end.own());
    let other = Side::new(end.opposing());
    mover.standing(&other, weights)
        - other.standing(&mover, weights)
        - mover.exposure(&other, weights)
}

/// One side's checkers and the points they make.
struct Side {
    checkers: Checkers,
    /// Points held by two or more: closed to the other side (R13).
    made: u32,
    /// The same points as the other side counts them.
    in_his_way: u32,
    /// Points with a single checker.
    blots: u32,
}

impl Side {
    fn new(checkers: Checkers) -> Side {
        let made = held(checkers, 2);
        Side {
            checkers,
            made,
            in_his_way: seen_by_the_other(made, Geometry::Short),
            blots: held(checkers, 1) & !made,
        }
    }

    /// How well this side stands, the other side's points in its way counted against it.
    fn standing(&self, other: &Side, weights: &ShortWeights) -> i32 {
        self.progress(weights) + self.shape(weights) - self.hindrance(other, weights)
    }

    /// The race: pips and checkers borne off.
    fn progress(&self, weights: &ShortWeights) -> i32 {
        let off = i32::from(self.checkers.off());
        off * weights.off - self.checkers.pips() as i32 * weights.pip
    }

    /// Points made, checkers piled up, checkers alone.
    fn shape(&self, weights: &ShortWeights) -> i32 {
        let mut sum = 0;
        for (point, n) in self
            .checkers
            .iter()
            .filter(|(point, _)| *point != Point::BAR)
        {
            if n >= 2 {
                sum += weights.made[usize::from(point.number()) - 1];
            }
            sum -= i32::from(n.saturating_sub(3)) * weights.pile;
        }
        sum - self.blots.count_ones() as i32 * weights.blot
            - i32::from(farthest(self.made | self.blots)) * weights.straggler
    }

    /// What the other side's points do to the checkers that have to get past them.
    fn hindrance(&self, other: &Side, weights: &ShortWeights) -> i32 {
        let closed = other.in_his_way;
        let on_bar = i32::from(self.checkers.count(Point::BAR));
        let mut sum = on_bar * (weights.bar + weights.shut_out[in_front(closed, 25)]);
        for (point, n) in self.checkers.iter() {
            sum += i32::from(n) * weights.closed_ahead[in_front(closed, point.number())];
        }
        let behind = self.behind();
        for (highest, length) in runs(closed) {
            sum += behind[usize::from(highest)] * weights.run[length.min(7)];
        }
        sum
    }

    /// What the other side's next roll may do to single checkers.
    fn exposure(&self, other: &Side, weights: &ShortWeights) -> i32 {
        let blots = seen_by_the_other(self.blots, Geometry::Short);
        if blots == 0 {
            return 0;
        }
        let home = (other.made & HOME).count_ones() as i32;
        let t = shots::threat(
            &Target {
                blots,
                closed: self.in_his_way,
            },
            other.checkers,
        );
        (t.rolls * (weights.shot + home * weights.shot_home) + t.pips * weights.shot_pip)
    }

    /// For each point how many of this side's checkers stand on higher ones or on the bar.
    fn behind(&self) -> [i32; 25] {
        let mut behind = [0; 25];
        let mut so_far = i32::from(self.checkers.count(Point::BAR));
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
