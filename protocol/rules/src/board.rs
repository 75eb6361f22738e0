//! Where checkers stand: any arrangement, playable or not.

use std::fmt;

use crate::{CHECKERS, Geometry};

/// An arrangement of checkers as it comes from outside, from the mover's view.
///
/// Nothing is promised about it; [`crate::Position::from_board`] is the door to a playable
/// position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// `points[i]` is the mover's point i + 1: positive his own checkers, negative opposing ones.
    pub points: [i8; 24],
    /// Checkers on the bar: own, opposing.
    pub bar: [u8; 2],
    /// Checkers borne off: own, opposing.
    pub off: [u8; 2],
}

/// One thing that keeps a board from being a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defect {
    /// A side has not exactly 15 checkers on the points, the bar and off the board (R1).
    Count {
        /// Whose checkers.
        whose: Whose,
        /// How many there are.
        count: u32,
    },
    /// A long game has no bar (R9).
    Bar {
        /// Whose checkers.
        whose: Whose,
        /// How many there are.
        count: u8,
    },
    /// Both sides have borne off all checkers; a game ends with the first that has (R6).
    BothDone,
}

/// Whose checkers a defect speaks of, seen by the mover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// The mover's.
    Own,
    /// The other side's.
    Opposing,
}

impl fmt::Display for Whose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Whose::Own => "own",
            Whose::Opposing => "opposing",
        })
    }
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Defect::Count { whose, count } => {
                write!(
                    f,
                    "{count} {whose} checkers on points, bar and off; there must be {CHECKERS}"
                )
            }
            Defect::Bar { whose, count } => {
                write!(
                    f,
                    "{count} {whose} checkers on the bar; a long game has no bar"
                )
            }
            Defect::BothDone => f.write_str("both sides have borne off all their checkers"),
        }
    }
}

impl std::error::Error for Defect {}

impl Board {
    /// Everything that keeps this board from being a position of such a game; empty if nothing.
    #[must_use]
    pub fn defects(&self, geometry: Geometry) -> Vec<Defect> {
        let mut defects = Vec::new();
        for (whose, side) in [(Whose::Own, 0), (Whose::Opposing, 1)] {
            let sign = if side == 0 { 1 } else { -1 };
            let on_points: u32 = self
                .points
                .iter()
                .map(|&n| (i32::from(n) * sign).max(0).unsigned_abs())
                .sum();
            let count = on_points + u32::from(self.bar[side]) + u32::from(self.off[side]);
            if count != u32::from(CHECKERS) {
                defects.push(Defect::Count { whose, count });
            }
            if geometry == Geometry::Long && self.bar[side] > 0 {
                defects.push(Defect::Bar {
                    whose,
                    count: self.bar[side],
                });
            }
        }
        if self.off == [CHECKERS; 2] {
            defects.push(Defect::BothDone);
        }
        defects
    }
}
