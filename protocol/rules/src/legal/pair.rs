//! The turns of two different dice.

use super::field::{Field, State};
use super::{end_of, turn_from};
use crate::{Turn, bits};

/// The bit of a trail that says that the smaller die was played first.
pub(super) const SWAPPED: u128 = 1 << 20;

/// A trail with `from` as the point left by move `index`.
#[inline]
pub(super) const fn trail(from: u8, index: u32) -> u128 {
    (from as u128) << (15 - 5 * index)
}

/// The moves a trail of up to four points tells, the larger die first unless swapped.
pub(super) fn read_trail(entry: u128, dice: [u8; 2]) -> Turn {
    let [first, second] = if entry & SWAPPED == 0 {
        dice
    } else {
        [dice[1], dice[0]]
    };
    let points = (0..4).map(|index| (entry >> (15 - 5 * index)) as u8 & 31);
    turn_from(
        points
            .take_while(|&from| from > 0)
            .zip([first, second, second, second]),
    )
}

/// Fills `out` with the turns of a roll, the larger die given first; answers how many dice they
/// play. No turns mean a pass.
pub(super) fn turns(field: &Field, dice: [u8; 2], out: &mut Vec<u128>) -> u8 {
    let tidy = far_from_home(field.start, field) && in_the_open(field, dice, out);
    if !tidy {
        out.clear();
        either_order(field, dice, out);
    }
    if !out.is_empty() {
        return 2;
    }
    // R5: one die at most; the larger if it can be played.
    one_die(field, dice[0], 0, out);
    if out.is_empty() {
        one_die(field, dice[1], SWAPPED, out);
    }
    u8::from(!out.is_empty())
}

/// Whether no checker can be borne off this turn and none is on the bar: then two moves of
/// different checkers can be made in either order.
fn far_from_home(start: State, field: &Field) -> bool {
    let outside = start.own & !bits::HOME;
    outside & bits::BAR == 0
        && (outside & (outside.wrapping_sub(1)) != 0
            || outside != 0 && field.count(start.entry, bits::lowest(outside)) > 1)
}

/// The turns away from home, each end position once. Answers false, having done part of the work,
/// when a block on the way makes the order of moves matter (R11).
///
/// The larger die is played first. That finds every end but those of one checker walking alone
/// with the smaller die first; and it would find one end twice: the larger die from x and the
/// smaller from x + smaller is also that second checker walking alone.
fn in_the_open(field: &Field, [larger, smaller]: [u8; 2], out: &mut Vec<u128>) -> bool {
    let by_larger = field.open << larger;
    let by_smaller = field.open << smaller;
    // From here a checker walks with the larger die first, hitting nothing on its way.
    let walks_quietly = by_larger & !(field.blots << larger);
    for x in bits::descending(field.sources(field.start, larger)) {
        let mid = field.advance(field.start, x, larger);
        if field.blocks_in_passing(mid.own) {
            return false;
        }
        let entry = mid.entry | trail(x, 0);
        let twice = 1 << (x + smaller) & walks_quietly;
        let second = field.sources(mid, smaller) & !twice;
        leaves(
            field,
            State {
                entry,
                own: mid.own,
            },
            (second, smaller),
            out,
        );
    }
    let own = field.start.own;
    let smaller_first = field.sources(field.start, smaller)
        & !(own << smaller)
        & field.open << (larger + smaller)
        & !(walks_quietly & !(field.blots << smaller));
    for y in bits::descending(smaller_first & by_smaller) {
        let mid = field.advance(field.start, y, smaller);
        if !field.blocks_in_passing(mid.own) {
            let entry = mid.entry | trail(y, 0) | SWAPPED;
            leaves(
                field,
                State {
                    entry,
                    own: mid.own,
                },
                (1 << (y - smaller), larger),
                out,
            );
        }
    }
    true
}

/// Emits the ends of the turn's second move from each of the sources.
#[inline]
fn leaves(field: &Field, mid: State, (sources, die): (u32, u8), out: &mut Vec<u128>) {
    for y in bits::descending(sources) {
        if field.forbidden_runs != 0 && field.blocks(field.advance(mid, y, die).own) {
            continue;
        }
        out.push(field.moved(mid.entry, y, y.saturating_sub(die)) | trail(y, 1));
    }
}

/// The turns with the dice in both orders, tried out in full.
fn either_order(field: &Field, [larger, smaller]: [u8; 2], out: &mut Vec<u128>) {
    for (first, second, order) in [(larger, smaller, 0), (smaller, larger, SWAPPED)] {
        for x in bits::descending(field.sources(field.start, first)) {
            let mid = field.advance(field.start, x, first);
            if field.blocks_in_passing(mid.own) {
                continue;
            }
            let mid = State {
                entry: mid.entry | trail(x, 0) | order,
                own: mid.own,
            };
            leaves(field, mid, (field.sources(mid, second), second), out);
        }
    }
    out.sort_unstable();
    out.dedup_by_key(|entry| end_of(*entry));
}

/// The turns of a single die.
fn one_die(field: &Field, die: u8, order: u128, out: &mut Vec<u128>) {
    for x in bits::descending(field.sources(field.start, die)) {
        if !field.blocks(field.advance(field.start, x, die).own) {
            out.push(
                field.moved(field.start.entry, x, x.saturating_sub(die)) | trail(x, 0) | order,
            );
        }
    }
}
