//! Sets of points as bits, and one side's checkers as 26 nibbles of a `u128`.
//!
//! In a point set, bit p stands for point p (1 to 24) and bit 25 for the bar. In the packed
//! checkers, point 1 is the highest nibble, then come 2 to 24, the bar and, lowest, the checkers
//! borne off: so packed values compare like the written board read from point 1 on, and a list of
//! end positions is put in its documented order by sorting integers.

/// The 24 points, without the bar.
pub(crate) const POINTS: u32 = 0x01FF_FFFE;
/// The points of the home, 1 to 6.
pub(crate) const HOME: u32 = 0x7E;
/// The bar.
pub(crate) const BAR: u32 = 1 << 25;
/// The head, point 24.
pub(crate) const HEAD: u32 = 1 << 24;
/// Points 1 to 12.
const LOWER_HALF: u32 = 0x1FFE;
/// The lowest bit of every nibble of the packed checkers.
const LOW_BITS: u128 = 0x11_1111_1111_1111_1111_1111_1111;

/// Where the nibble of `point` (0 off, 1 to 24, 25 bar) begins.
pub(crate) const fn shift(point: u8) -> u32 {
    if point == 0 {
        0
    } else {
        4 * (26 - point as u32)
    }
}

/// One checker on `point`.
pub(crate) const fn unit(point: u8) -> u128 {
    1 << shift(point)
}

/// How many checkers stand on `point`.
#[inline]
pub(crate) const fn count(packed: u128, point: u8) -> u8 {
    (packed >> shift(point)) as u8 & 15
}

/// The points (and the bar) that hold at least one checker.
#[inline]
pub(crate) const fn occupied(packed: u128) -> u32 {
    gather((packed | packed >> 1 | packed >> 2 | packed >> 3) & LOW_BITS)
}

/// The points (and the bar) that hold at least two checkers.
#[inline]
pub(crate) const fn held_by_two(packed: u128) -> u32 {
    gather((packed >> 1 | packed >> 2 | packed >> 3) & LOW_BITS)
}

/// The lowest bits of the nibbles, as a point set.
#[inline]
const fn gather(low_bits: u128) -> u32 {
    let lower = gather_half(low_bits as u64);
    let upper = gather_half((low_bits >> 64) as u64);
    // Nibble i of 26 counts from the checkers borne off; reversing puts point p at bit p.
    (upper << 16 | lower).reverse_bits() >> 5 & (POINTS | BAR)
}

/// Sixteen nibbles' lowest bits, pressed together.
#[inline]
const fn gather_half(bits: u64) -> u32 {
    let bits = (bits | bits >> 3) & 0x0303_0303_0303_0303;
    let bits = (bits | bits >> 6) & 0x000F_000F_000F_000F;
    let bits = (bits | bits >> 12) & 0x0000_00FF_0000_00FF;
    (bits | bits >> 24) as u32 & 0xFFFF
}

/// A point set in the other side's numbering, both travelling the same way round (R2).
#[inline]
pub(crate) const fn half_turn(set: u32) -> u32 {
    (set & LOWER_HALF) << 12 | set >> 12 & LOWER_HALF
}

/// A point set in the other side's numbering, both travelling against each other (R2).
#[inline]
pub(crate) const fn mirror(set: u32) -> u32 {
    (set & POINTS).reverse_bits() >> 6
}

/// The lowest points of all runs of six in a point set.
#[inline]
pub(crate) const fn six_runs(set: u32) -> u32 {
    let two = set & set >> 1;
    let four = two & two >> 2;
    four & two >> 4
}

/// The lowest member of a set that is not empty.
#[inline]
pub(crate) const fn lowest(set: u32) -> u8 {
    set.trailing_zeros() as u8
}

/// The highest member of a set that is not empty.
#[inline]
pub(crate) const fn highest(set: u32) -> u8 {
    31 - set.leading_zeros() as u8
}

/// The members of a set from the highest to the lowest.
#[inline]
pub(crate) fn descending(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let point = highest(set);
        set ^= 1 << point;
        Some(point)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(counts: &[(u8, u8)]) -> u128 {
        counts
            .iter()
            .map(|&(point, n)| unit(point) * u128::from(n))
            .sum()
    }

    #[test]
    fn occupied_points_are_gathered_at_their_own_bits() {
        for point in 1..=25 {
            for n in 1..=15 {
                let one = packed(&[(point, n), (0, 15 - n)]);
                assert_eq!(occupied(one), 1 << point, "point {point} with {n}");
                assert_eq!(held_by_two(one), if n > 1 { 1 << point } else { 0 });
                assert_eq!(count(one, point), n);
            }
        }
        assert_eq!(occupied(packed(&[(0, 15)])), 0);
    }

    #[test]
    fn the_other_sides_numbering_follows_r2() {
        for point in 1..=24u32 {
            let same_way = if point <= 12 { point + 12 } else { point - 12 };
            assert_eq!(half_turn(1 << point), 1 << same_way);
            assert_eq!(mirror(1 << point), 1 << (25 - point));
        }
    }

    #[test]
    fn a_run_of_six_is_found_by_its_lowest_point() {
        assert_eq!(six_runs(0b0111_1110), 0b10);
        assert_eq!(six_runs(0b1111_1110), 0b110);
        assert_eq!(six_runs(0b1101_1110), 0);
    }

    #[test]
    fn packed_checkers_compare_like_the_written_board() {
        let mut boards = [
            packed(&[(24, 15)]),
            packed(&[(1, 1), (24, 14)]),
            packed(&[(0, 15)]),
            packed(&[(2, 3), (5, 12)]),
            packed(&[(2, 3), (6, 12)]),
        ];
        boards.sort_unstable();
        let written = |b: u128| (1..=25).chain([0]).map(|p| count(b, p)).collect::<Vec<_>>();
        assert!(boards.windows(2).all(|w| written(w[0]) < written(w[1])));
    }
}
