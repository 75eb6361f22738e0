//! Sets of points as bits: bit p stands for point p of the side that looks (1 to 24).

use nardy_protocol::rules::{Checkers, Geometry};

/// Points 1 to 24.
pub(crate) const ALL: u32 = 0x01FF_FFFE;
/// Points 1 to 12.
const LOWER_HALF: u32 = 0x1FFE;

/// The set in the other side's numbering (R2).
#[inline]
pub(crate) const fn seen_by_the_other(set: u32, geometry: Geometry) -> u32 {
    match geometry {
        Geometry::Long => (set & LOWER_HALF) << 12 | set >> 12 & LOWER_HALF,
        Geometry::Short => (set & ALL).reverse_bits() >> 6,
    }
}

/// The points, without the bar, that hold two checkers or more.
#[inline]
pub(crate) fn made(checkers: Checkers) -> u32 {
    checkers
        .iter()
        .filter(|(_, n)| *n >= 2)
        .fold(0, |set, (point, _)| set | 1 << point.number())
        & ALL
}

/// The highest point, or the bar, that holds a checker; 0 if none does.
#[inline]
pub(crate) fn farthest(checkers: Checkers) -> u8 {
    checkers.occupied().checked_ilog2().unwrap_or_default() as u8
}

/// How many of the six points in front of `point` are members.
#[inline]
pub(crate) const fn in_front(set: u32, point: u8) -> usize {
    // Shifted by six, so that points beyond the last one fall on empty bits.
    ((set as u64) << 6 >> point & 0x3F).count_ones() as usize
}

/// The runs of consecutive members as (highest point, length), from the highest down.
pub(crate) fn runs(mut set: u32) -> impl Iterator<Item = (u8, usize)> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let zeros = set.leading_zeros();
        let length = (set << zeros).leading_ones();
        set &= !(u32::MAX << (32 - zeros - length));
        Some((31 - zeros as u8, length as usize))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(points: &[u8]) -> u32 {
        points.iter().map(|point| 1 << point).sum()
    }

    #[test]
    fn the_other_side_counts_as_r2_says() {
        for point in 1..=24u8 {
            let half_way_round = if point <= 12 { point + 12 } else { point - 12 };
            let seen = |geometry| seen_by_the_other(set(&[point]), geometry);
            assert_eq!(seen(Geometry::Long), set(&[half_way_round]));
            assert_eq!(seen(Geometry::Short), set(&[25 - point]));
        }
    }

    #[test]
    fn the_six_points_in_front_end_at_the_last_point() {
        let some = set(&[1, 2, 9, 12, 13]);
        assert_eq!(in_front(some, 15), 3); // 14 to 9
        assert_eq!(in_front(some, 13), 2); // 12 to 7
        assert_eq!(in_front(some, 8), 1); // 7 to 2
        assert_eq!(in_front(some, 2), 1);
        assert_eq!(in_front(some, 1), 0);
    }

    #[test]
    fn runs_come_from_the_highest_down() {
        let found: Vec<_> = runs(set(&[24, 23, 20, 6, 5, 4, 1])).collect();
        assert_eq!(found, [(24, 2), (20, 1), (6, 3), (1, 1)]);
        assert_eq!(runs(0).count(), 0);
    }
}
