//! Who has won, the kind of win and its points (R6, R8).

use std::fmt;

use crate::{CHECKERS, Geometry, Point, Position, Ruleset, bits};

/// The kinds of win of R8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WinKind {
    /// The loser has borne off at least one checker.
    Oin,
    /// The loser has borne off none.
    Mars,
    /// None, with all of them in his home.
    HomeMars,
    /// None, with one that has not got away: on the head, on the bar, in the winner's home.
    Koks,
}

impl WinKind {
    /// The name used in messages and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            WinKind::Oin => "oin",
            WinKind::Mars => "mars",
            WinKind::HomeMars => "home_mars",
            WinKind::Koks => "koks",
        }
    }
}

impl fmt::Display for WinKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A game played out: what the winner gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Win {
    /// The kind of win.
    pub kind: WinKind,
    /// Its points by the ruleset.
    pub points: u32,
    /// What the loser has left, as `long-club` counts it: the point's number in his home, 10 on
    /// points 7 to 12, 20 farther back.
    pub pips: u32,
}

impl Win {
    /// The win a finished position shows, seen by the winner; `None` while he has checkers left.
    #[must_use]
    pub fn of(ruleset: &Ruleset, position: &Position) -> Option<Win> {
        if !position.is_won() {
            return None;
        }
        let kind = kind(ruleset, position);
        let points = ruleset.points();
        let counted = match kind {
            WinKind::Oin => Some(points.oin),
            WinKind::Mars => Some(points.mars),
            WinKind::HomeMars => points.home_mars,
            WinKind::Koks => points.koks,
        };
        Some(Win {
            kind,
            points: counted.unwrap_or(points.mars),
            pips: pips_left(position),
        })
    }
}

/// The kind of win, of those the ruleset has, in the order of R8.
fn kind(ruleset: &Ruleset, position: &Position) -> WinKind {
    let loser = position.opposing();
    if loser.off() > 0 {
        return WinKind::Oin;
    }
    let stuck = match position.geometry() {
        Geometry::Long => bits::HEAD,
        // The winner's home is the loser's 19 to 24.
        Geometry::Short => bits::BAR | bits::mirror(bits::HOME),
    };
    if ruleset.points().koks.is_some() && loser.occupied() & stuck != 0 {
        return WinKind::Koks;
    }
    let in_home: u8 = (1..=6).map(|p| loser.count(Point::known(p))).sum();
    if ruleset.points().home_mars.is_some() && in_home == CHECKERS {
        return WinKind::HomeMars;
    }
    WinKind::Mars
}

/// The loser's remaining checkers as `long-club` counts them.
fn pips_left(position: &Position) -> u32 {
    let worth = |point: u8| match point {
        0..=6 => u32::from(point),
        7..=12 => 10,
        _ => 20,
    };
    position
        .opposing()
        .iter()
        .map(|(point, n)| worth(point.number()) * u32::from(n))
        .sum()
}
