//! One line of text for a position, a situation, a turn: readable, typable, exact.
//!
//! ```text
//! long 24x10,20,13x4 / 24x14,4 : 6-3 first after 5-5
//! ```
//!
//! The mover's checkers, `/`, the other side's, each in its owner's own numbering; then what is
//! to be played. The grammar, blanks being free around every sign:
//!
//! ```text
//! situation = position ":" dice [stage]
//! position  = ("long" | "short") side "/" side     the geometry (R2)
//! side      = place {"," place}                    each place once
//! place     = (1 to 24 | "bar" | "off") ["x" 1 to 15]
//! dice      = roll | "leftover" die {"-" die}      up to 12 dice (R12)
//! roll      = die "-" die
//! stage     = "first" ["after" roll]               the side's first turn of the game (R10),
//!                                                  after the other side's first roll
//! turn      = "pass" | move {move}                 up to 12 moves
//! move      = point "-" point                      1 to 24, bar or 25, off or 0
//! ```
//!
//! Where a side has no `off`, what is missing to 15 checkers is borne off; where it has, there
//! must be 15. Words may be in capitals.
//!
//! `Display` writes the one canonical form: places from the bar and 24 down to `off`, every place
//! written that holds a checker. [`FromStr`] reads it back to an equal value, for any value there
//! is. A reading speaks of the text alone; whether a turn is legal is asked elsewhere.
//!
//! ```
//! use nardy_rules::{Situation, Turn};
//!
//! let situation: Situation = "short bar,6x2 / 24x2,13 : 6-1".parse()?;
//! assert_eq!(situation.to_string(), "short bar,6x2,offx12 / 24x2,13,offx12 : 6-1");
//! assert_eq!("bar-19 6-off".parse::<Turn>()?.moves().len(), 2);
//!
//! let error = "long 24x15 / 24x15 : 7-1".parse::<Situation>().expect_err("no die shows 7");
//! assert_eq!(
//!     error.to_string(),
//!     "column 22: expected a roll like `6-3` or `leftover` and dice, found `7`"
//! );
//! # Ok::<(), nardy_rules::NotationError>(())
//! ```

mod reader;
mod scanner;

use std::fmt;
use std::str::FromStr;

use crate::{
    CheckerMove, Checkers, Geometry, Leftover, Point, Position, Roll, Situation, Stage, ToPlay,
    Turn,
};
use reader::Reader;

/// Why a text is not what it should be, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotationError {
    column: usize,
    message: String,
}

impl NotationError {
    fn new(column: usize, message: impl Into<String>) -> NotationError {
        NotationError {
            column,
            message: message.into(),
        }
    }

    /// Where it is, in characters from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// What is wrong there, and what is expected.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for NotationError {}

/// A situation whose dice may still be missing: `position [":" [dice] [stage]]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Notation {
    /// Where the checkers stand.
    pub position: Position,
    /// [`Stage::Later`] if nothing is said.
    pub stage: Stage,
    /// The dice, if there are any.
    pub to_play: Option<ToPlay>,
}

impl From<Situation> for Notation {
    fn from(situation: Situation) -> Notation {
        Notation {
            position: situation.position,
            stage: situation.stage,
            to_play: Some(situation.to_play),
        }
    }
}

impl FromStr for Notation {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Notation, NotationError> {
        Reader::whole(text, Reader::notation)
    }
}

impl FromStr for Situation {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Situation, NotationError> {
        Reader::whole(text, Reader::situation)
    }
}

impl FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Position, NotationError> {
        Reader::whole(text, Reader::position)
    }
}

impl FromStr for Roll {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Roll, NotationError> {
        Reader::whole(text, Reader::roll)
    }
}

impl FromStr for CheckerMove {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<CheckerMove, NotationError> {
        Reader::whole(text, Reader::checker_move)
    }
}

impl FromStr for Turn {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Turn, NotationError> {
        Reader::whole(text, Reader::turn)
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.position)?;
        if self.to_play.is_some() || self.stage != Stage::Later {
            f.write_str(" :")?;
        }
        if let Some(to_play) = &self.to_play {
            write!(f, " {to_play}")?;
        }
        match self.stage {
            Stage::Later => Ok(()),
            Stage::FirstTurn {
                opponent_first_roll: None,
            } => f.write_str(" first"),
            Stage::FirstTurn {
                opponent_first_roll: Some(roll),
            } => write!(f, " first after {roll}"),
        }
    }
}

impl fmt::Display for Situation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Notation::from(*self).fmt(f)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.geometry())?;
        write_side(f, self.own())?;
        f.write_str(" / ")?;
        write_side(f, self.opposing())
    }
}

fn write_side(f: &mut fmt::Formatter<'_>, side: Checkers) -> fmt::Result {
    let off = Some((Point::OFF, side.off())).filter(|&(_, n)| n > 0);
    for (i, (point, n)) in side.iter().chain(off).enumerate() {
        let comma = if i == 0 { "" } else { "," };
        write!(f, "{comma}{point}")?;
        if n > 1 {
            write!(f, "x{n}")?;
        }
    }
    Ok(())
}

impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Geometry::Long => "long",
            Geometry::Short => "short",
        })
    }
}

impl fmt::Display for ToPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToPlay::Roll(roll) => roll.fmt(f),
            ToPlay::Leftover(leftover) => write!(f, "leftover {leftover}"),
        }
    }
}

impl fmt::Display for Leftover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, face) in self.faces().iter().enumerate() {
            let dash = if i == 0 { "" } else { "-" };
            write!(f, "{dash}{face}")?;
        }
        Ok(())
    }
}
