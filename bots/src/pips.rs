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
