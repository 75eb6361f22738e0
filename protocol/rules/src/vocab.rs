//! The words of the game: sides, points, dice, rule ids.

use std::fmt;

/// Checkers a side plays with (R1).
pub const CHECKERS: u8 = 15;

/// One of the two sides of a game, named by who plays the first turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side that plays the first turn.
    First,
    /// The other side.
    Second,
}

impl Side {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// A place a checker can stand, in its owner's numbering: 1 to 24, the bar or off the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// The place of checkers borne off.
    pub const OFF: Point = Point(0);
    /// The head: the start of the long games, the farthest point of all.
    pub const HEAD: Point = Point(24);
    /// The bar, from which hit checkers enter (R14).
    pub const BAR: Point = Point(25);
    /// The highest point of the home.
    pub const HOME: Point = Point(6);

    /// The point with this number, 0 (off) to 25 (bar); `None` for any other number.
    #[must_use]
    pub const fn new(number: u8) -> Option<Point> {
        if number <= 25 {
            Some(Point(number))
        } else {
            None
        }
    }

    /// A number known to be within 0 to 25.
    pub(crate) const fn known(number: u8) -> Point {
        debug_assert!(number <= 25);
        Point(number)
    }

    /// The number, 0 (off) to 25 (bar).
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Point::OFF => f.write_str("off"),
            Point::BAR => f.write_str("bar"),
            Point(number) => write!(f, "{number}"),
        }
    }
}

/// The face of a die, 1 to 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Die(u8);

impl Die {
    /// The die showing `face`; `None` unless it is 1 to 6.
    #[must_use]
    pub const fn new(face: u8) -> Option<Die> {
        if face >= 1 && face <= 6 {
            Some(Die(face))
        } else {
            None
        }
    }

    /// The face, 1 to 6.
    #[must_use]
    pub const fn face(self) -> u8 {
        self.0
    }
}

impl fmt::Debug for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Two dice in the order in which they fell (R4).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Roll([Die; 2]);

impl Roll {
    /// The roll of these two faces; `None` unless both are 1 to 6.
    #[must_use]
    pub const fn new(first: u8, second: u8) -> Option<Roll> {
        match (Die::new(first), Die::new(second)) {
            (Some(first), Some(second)) => Some(Roll([first, second])),
            _ => None,
        }
    }

    /// The roll of these two dice.
    #[must_use]
    pub const fn from_dice(dice: [Die; 2]) -> Roll {
        Roll(dice)
    }

    /// Both faces in the order in which they fell.
    #[must_use]
    pub const fn faces(self) -> [u8; 2] {
        [self.0[0].0, self.0[1].0]
    }

    /// The larger face.
    #[must_use]
    pub fn larger(self) -> u8 {
        self.0[0].0.max(self.0[1].0)
    }

    /// The smaller face.
    #[must_use]
    pub fn smaller(self) -> u8 {
        self.0[0].0.min(self.0[1].0)
    }

    /// Whether both dice show the same face.
    #[must_use]
    pub fn is_double(self) -> bool {
        self.0[0] == self.0[1]
    }

    /// The 21 rolls that differ when order does not count, the larger face first.
    pub fn all() -> impl Iterator<Item = Roll> {
        (1..=6).flat_map(|a| (1..=a).map(move |b| Roll([Die(a), Die(b)])))
    }
}

impl fmt::Debug for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0[0], self.0[1])
    }
}

/// The rules a turn can break, by the ids of the rules page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // the ids are the rules page's; naming them twice would let them drift
pub enum RuleId {
    R4,
    R5,
    R6,
    R7,
    R9,
    R10,
    R11,
    R12,
    R13,
    R14,
    R15,
    R16,
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}
