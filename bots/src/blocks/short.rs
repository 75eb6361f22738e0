//! What a position of a short game is worth to the side that has just played.

use nardy_protocol::rules::{Checkers, Geometry, Point, Position};

use super::weights::ShortWeights;
use super::{shots, way};
use crate::pointset::{farthest, in_front, made, seen_by_the_other};

/// The position's mark, in the units of the weights, for the side whose view it is.
pub(crate) fn mark(weights: &ShortWeights, end: &Position) -> i32 {
    let (mover, other) = (end.own(), end.opposing());
    standing(weights, mover, other)
        - standing(weights, other, mover)
        - exposure(weights, mover, other)
}

/// How well a side stands, the other side's points in its way counted against it.
fn standing(weights: &ShortWeights, own: Checkers, other: Checkers) -> i32 {
    let closed = seen_by_the_other(made(other), Geometry::Short);
    let on_bar = i32::from(own.count(Point::BAR));
    race(weights, own) + shape(weights, own)
        - on_bar * weights.shut_out[in_front(closed, Point::BAR.number())]
        - way::hindrance(&weights.way, own, closed)
}

/// Pips, checkers borne off, and the last straggler.
fn race(weights: &ShortWeights, own: Checkers) -> i32 {
    i32::from(own.off()) * weights.off
        - own.pips() as i32 * weights.pip
        - i32::from(farthest(own)) * weights.straggler
}

/// Points made, and checkers piled up on them.
fn shape(weights: &ShortWeights, own: Checkers) -> i32 {
    let on_points = own.iter().filter(|(point, _)| *point < Point::BAR);
    on_points
        .filter(|(_, n)| *n >= 2)
        .map(|(point, n)| {
            let made = weights.made[usize::from(point.number()) - 1];
            made - i32::from(n.saturating_sub(3)) * weights.pile
        })
        .sum()
}

/// What the other side's next roll may do to the mover's single checkers.
fn exposure(weights: &ShortWeights, own: Checkers, other: Checkers) -> i32 {
    let made = made(own);
    let target = shots::Target {
        blots: seen_by_the_other(own.occupied() & !made, Geometry::Short),
        closed: seen_by_the_other(made, Geometry::Short),
    };
    let threat = shots::threat(&target, other);
    threat.rolls * weights.shot + threat.pips * weights.shot_pip
}
