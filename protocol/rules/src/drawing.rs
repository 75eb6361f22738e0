//! A position drawn as people see the board in front of them.
//!
//! The viewer is the side to move ([`Position::flipped`] for the other one) and the numbers are
//! his: his farthest point 24 at the top right, his home at the bottom right. He travels along the
//! top from right to left and along the bottom from left to right. In the long games the other
//! side does the same from its head, his 12, at the bottom left; in the short games it comes
//! against him.
//!
//! Up to five checkers of a point are drawn, from the rim inwards; where there are more, the
//! innermost place shows how many.

use std::fmt;

use crate::{Geometry, Point, Position};

/// The points at the top, from the left.
const TOP: [u8; 12] = [13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24];
/// The points at the bottom, from the left.
const BOTTOM: [u8; 12] = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
/// The most checkers of a point that are drawn one by one.
const HEIGHT: u8 = 5;

/// Shows a position as a board of text, 17 lines without a newline at the end.
#[derive(Debug, Clone, Copy)]
pub struct Drawing {
    position: Position,
    marks: [char; 2],
}

impl Position {
    /// The board as the side to move sees it, its checkers as `X`, the other side's as `O`.
    #[must_use]
    pub fn drawing(&self) -> Drawing {
        Drawing {
            position: *self,
            marks: ['X', 'O'],
        }
    }
}

impl Drawing {
    /// The same drawing with other letters for the viewer's and the other side's checkers.
    #[must_use]
    pub fn with_marks(self, own: char, opposing: char) -> Drawing {
        Drawing {
            marks: [own, opposing],
            ..self
        }
    }

    /// The letter and number of checkers on one of the viewer's points.
    fn on(&self, point: u8) -> (char, u8) {
        let theirs = self.position.geometry().seen_by_the_other(point);
        let own = self.position.own().count(Point::known(point));
        let opposing = self.position.opposing().count(Point::known(theirs));
        if own > 0 {
            (self.marks[0], own)
        } else {
            (self.marks[1], opposing)
        }
    }

    /// One row of checkers, `level` 1 being the one at the rim.
    fn row(&self, f: &mut fmt::Formatter<'_>, points: [u8; 12], level: u8) -> fmt::Result {
        let line = halves(points, |point| {
            let (mark, n) = self.on(point);
            match n {
                _ if n > HEIGHT && level == HEIGHT => format!("{n:>2}"),
                _ if n >= level => format!(" {mark}"),
                _ => "  ".to_owned(),
            }
        });
        writeln!(f, " |{line} |")
    }

    /// What the board cannot show of one side.
    fn beside(&self, f: &mut fmt::Formatter<'_>, side: usize) -> fmt::Result {
        let checkers = [self.position.own(), self.position.opposing()][side];
        write!(f, " {}:", self.marks[side])?;
        if self.position.geometry() == Geometry::Short {
            write!(f, " bar {},", checkers.count(Point::BAR))?;
        }
        write!(f, " off {}, pips {}", checkers.off(), checkers.pips())
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |point: u8| format!("{point:>2}");
        let rim = format!(" +{}+", "-".repeat(halves(TOP, number).len() + 1));
        self.beside(f, 1)?;
        writeln!(f, "\n  {}\n{rim}", halves(TOP, number))?;
        for level in 1..=HEIGHT {
            self.row(f, TOP, level)?;
        }
        writeln!(f, " |{} |", halves(TOP, |_| "  ".to_owned()))?;
        for level in (1..=HEIGHT).rev() {
            self.row(f, BOTTOM, level)?;
        }
        writeln!(f, "{rim}\n  {}", halves(BOTTOM, number))?;
        self.beside(f, 0)
    }
}

/// A line of twelve cells with the bar in the middle.
fn halves(points: [u8; 12], cell: impl Fn(u8) -> String) -> String {
    let half = |points: &[u8]| -> String {
        points
            .iter()
            .map(|&point| format!(" {}", cell(point)))
            .collect()
    };
    format!("{} |{}", half(&points[..6]), half(&points[6..]))
}
