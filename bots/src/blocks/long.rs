//! What a position of a long game is worth to the side that has just played.

use nardy_protocol::rules::{Checkers, Geometry, Point, Position};

use super::way;
use super::weights::LongWeights;
use crate::pointset::{farthest, seen_by_the_other};

/// The position's mark, in the units of the weights, for the side whose view it is.
pub(crate) fn mark(weights: &LongWeights, end: &Position) -> i32 {
    let (mover, other) = (end.own(), end.opposing());
    standing(weights, mover, other) - standing(weights, other, mover)
}

/// How well a side stands, the other side's points in its way counted against it.
fn standing(weights: &LongWeights, own: Checkers, other: Checkers) -> i32 {
    let closed = seen_by_the_other(other.occupied(), Geometry::Long);
    race(weights, own) + spread(weights, own) - way::hindrance(&weights.way, own, closed)
}

/// Pips, checkers borne off, and what has still to get going.
fn race(weights: &LongWeights, own: Checkers) -> i32 {
    let head = i32::from(own.count(Point::HEAD));
    i32::from(own.off()) * weights.off
        - own.pips() as i32 * weights.pip
        - head * weights.head
        - head * head * weights.crowded_head
        - i32::from(farthest(own)) * weights.straggler
}

/// Points held, and checkers piled up on them.
fn spread(weights: &LongWeights, own: Checkers) -> i32 {
    let below_the_head = own.iter().filter(|(point, _)| *point < Point::HEAD);
    below_the_head
        .map(|(point, n)| {
            let quarter = usize::from(point.number() - 1) / 6;
            weights.held[quarter] - i32::from(n.saturating_sub(2)) * weights.pile
        })
        .sum()
}
