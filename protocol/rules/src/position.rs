//! A playable position: both sides' checkers, seen by the side to move.

use std::fmt;

use crate::board::{Board, Defect};
use crate::{CHECKERS, Geometry, Point, Ruleset, bits};

/// One side's 15 checkers in its own numbering.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Checkers(u128);

impl Checkers {
    /// Checkers packed as [`bits`] describes; the caller vouches that there are 15.
    pub(crate) const fn from_packed(packed: u128) -> Checkers {
        Checkers(packed)
    }

    /// A side's checkers as points with how many stand there, each point once.
    ///
    /// # Errors
    ///
    /// How many checkers there are, if not 15 (R1).
    pub fn new(points: impl IntoIterator<Item = (Point, u8)>) -> Result<Checkers, u32> {
        let mut packed = 0;
        let mut count = 0;
        for (point, n) in points {
            count += u32::from(n);
            // A nibble holds no more; the count says that there are too many.
            packed += bits::unit(point.number()) * u128::from(n.min(CHECKERS));
            if count > u32::from(CHECKERS) {
                return Err(count);
            }
        }
        if count == u32::from(CHECKERS) {
            Ok(Checkers(packed))
        } else {
            Err(count)
        }
    }

    /// The nibbles of [`bits`].
    #[inline]
    pub(crate) const fn packed(self) -> u128 {
        self.0
    }

    /// Checkers on a point, on the bar or borne off.
    #[must_use]
    #[inline]
    pub const fn count(self, point: Point) -> u8 {
        bits::count(self.0, point.number())
    }

    /// How many are borne off.
    #[must_use]
    pub const fn off(self) -> u8 {
        self.count(Point::OFF)
    }

    /// The points (bit 1 to 24) and the bar (bit 25) that hold at least one checker.
    #[must_use]
    #[inline]
    pub const fn occupied(self) -> u32 {
        bits::occupied(self.0)
    }

    /// Points and bar with how many checkers each holds, from the highest down.
    pub fn iter(self) -> impl Iterator<Item = (Point, u8)> {
        bits::descending(self.occupied()).map(move |p| (Point::known(p), bits::count(self.0, p)))
    }

    /// The pips still to go: the sum of the checkers' point numbers.
    #[must_use]
    pub fn pips(self) -> u32 {
        self.iter()
            .map(|(point, n)| u32::from(point.number()) * u32::from(n))
            .sum()
    }
}

impl fmt::Debug for Checkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.iter())
            .entry(&Point::OFF, &self.off())
            .finish()
    }
}

/// Where both sides' checkers stand, seen by the side to move; 15 a side, always.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    geometry: Geometry,
    own: Checkers,
    opposing: Checkers,
}

impl Position {
    /// The position a game of this ruleset starts from (R1).
    #[must_use]
    pub fn start(ruleset: &Ruleset) -> Position {
        let checkers = ruleset.start();
        Position {
            geometry: ruleset.geometry(),
            own: checkers,
            opposing: checkers,
        }
    }

    /// The position a board shows.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the board, at once.
    pub fn from_board(board: &Board, geometry: Geometry) -> Result<Position, Vec<Defect>> {
        let defects = board.defects(geometry);
        if !defects.is_empty() {
            return Err(defects);
        }
        let mut own = 0;
        let mut opposing = 0;
        for (point, &n) in (1..=24).zip(&board.points) {
            let checkers = u128::from(n.unsigned_abs());
            if n > 0 {
                own += bits::unit(point) * checkers;
            } else {
                opposing += bits::unit(geometry.seen_by_the_other(point)) * checkers;
            }
        }
        let bar_and_off = |side: usize| {
            bits::unit(25) * u128::from(board.bar[side])
                + bits::unit(0) * u128::from(board.off[side])
        };
        Ok(Position::new(
            geometry,
            Checkers(own + bar_and_off(0)),
            Checkers(opposing + bar_and_off(1)),
        ))
    }

    pub(crate) const fn new(geometry: Geometry, own: Checkers, opposing: Checkers) -> Position {
        Position {
            geometry,
            own,
            opposing,
        }
    }

    /// The board this position is, from the mover's view.
    #[must_use]
    pub fn board(&self) -> Board {
        let mut points = [0i8; 24];
        for (point, n) in self.own.iter().filter(|(point, _)| *point != Point::BAR) {
            points[usize::from(point.number()) - 1] = n as i8;
        }
        for (point, n) in self
            .opposing
            .iter()
            .filter(|(point, _)| *point != Point::BAR)
        {
            let mine = self.geometry.seen_by_the_other(point.number());
            points[usize::from(mine) - 1] = -(n as i8);
        }
        Board {
            points,
            bar: [self.own.count(Point::BAR), self.opposing.count(Point::BAR)],
            off: [self.own.off(), self.opposing.off()],
        }
    }

    /// The same position seen by the other side.
    #[must_use]
    pub const fn flipped(&self) -> Position {
        Position {
            geometry: self.geometry,
            own: self.opposing,
            opposing: self.own,
        }
    }

    /// How the sides travel.
    #[must_use]
    pub const fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The mover's checkers in his own numbering.
    #[must_use]
    pub const fn own(&self) -> Checkers {
        self.own
    }

    /// The other side's checkers in its own numbering.
    #[must_use]
    pub const fn opposing(&self) -> Checkers {
        self.opposing
    }

    /// Whether the mover has borne off all his checkers (R6).
    #[must_use]
    pub const fn is_won(&self) -> bool {
        self.own.off() == CHECKERS
    }
}
