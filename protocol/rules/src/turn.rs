//! What is played: a checker move, a turn, and the situation a turn answers.

use std::fmt;

use crate::legal::cascade;
use crate::{Die, Doubles, Point, Position, Roll, Ruleset};

/// The most checker moves a turn can have: the cascade of 1-1 (R12).
pub const MAX_MOVES: usize = 12;

/// One checker moved by one die (R4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CheckerMove {
    /// Where it leaves.
    pub from: Point,
    /// Where it lands.
    pub to: Point,
}

impl CheckerMove {
    /// A move between two points given by number; `None` if one is not 0 to 25.
    #[must_use]
    pub const fn new(from: u8, to: u8) -> Option<CheckerMove> {
        match (Point::new(from), Point::new(to)) {
            (Some(from), Some(to)) => Some(CheckerMove { from, to }),
            _ => None,
        }
    }

    /// The move of the checker on `from` by a die.
    pub(crate) const fn by_die(from: u8, die: u8) -> CheckerMove {
        CheckerMove {
            from: Point::known(from),
            to: Point::known(from.saturating_sub(die)),
        }
    }

    /// From and to, by number.
    #[must_use]
    pub const fn numbers(self) -> [u8; 2] {
        [self.from.number(), self.to.number()]
    }
}

impl fmt::Debug for CheckerMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for CheckerMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// The checker moves a player makes with one roll, in playing order; empty is a pass.
#[derive(Clone, Copy)]
pub struct Turn {
    moves: [CheckerMove; MAX_MOVES],
    len: u8,
}

impl Turn {
    /// A turn without a move.
    pub const PASS: Turn = Turn {
        moves: [CheckerMove {
            from: Point::OFF,
            to: Point::OFF,
        }; MAX_MOVES],
        len: 0,
    };

    /// Adds a move behind the others; beyond [`MAX_MOVES`] there is no room.
    pub(crate) fn push(&mut self, checker_move: CheckerMove) {
        self.moves[usize::from(self.len)] = checker_move;
        self.len += 1;
    }

    /// The moves in playing order.
    #[must_use]
    pub fn moves(&self) -> &[CheckerMove] {
        &self.moves[..usize::from(self.len)]
    }

    pub(crate) fn reverse(&mut self) {
        self.moves[..usize::from(self.len)].reverse();
    }
}

impl PartialEq for Turn {
    fn eq(&self, other: &Turn) -> bool {
        self.moves() == other.moves()
    }
}

impl Eq for Turn {}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.len == 0 {
            return f.write_str("pass");
        }
        for (i, checker_move) in self.moves().iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            write!(f, "{space}{checker_move}")?;
        }
        Ok(())
    }
}

/// What the head rule (R10) has to know of the game so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The side's first turn of the game.
    FirstTurn {
        /// The other side's first roll, if it has rolled already.
        opponent_first_roll: Option<Roll>,
    },
    /// Any later turn, and a cascade remainder.
    Later,
}

/// The dice of a cascade its owner could not play, left to the other side (R12).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Leftover {
    dice: [u8; MAX_MOVES],
    len: u8,
}

impl Leftover {
    /// These dice, to be played in this order; `None` if there is none or more than
    /// [`MAX_MOVES`].
    #[must_use]
    pub fn new(dice: &[Die]) -> Option<Leftover> {
        if dice.is_empty() || dice.len() > MAX_MOVES {
            return None;
        }
        let mut faces = [0; MAX_MOVES];
        for (face, die) in faces.iter_mut().zip(dice) {
            *face = die.face();
        }
        Some(Leftover {
            dice: faces,
            len: dice.len() as u8,
        })
    }

    /// What a turn leaves of its cascade to the other side after so many moves; `None` if it is no
    /// cascade of a player's own or all of it was played.
    #[must_use]
    pub fn of_cascade(ruleset: &Ruleset, to_play: &ToPlay, played: usize) -> Option<Leftover> {
        match to_play {
            ToPlay::Roll(roll) if roll.is_double() && ruleset.doubles() == Doubles::Cascade => {
                Leftover::after(cascade(roll.larger()).faces(), played)
            }
            _ => None,
        }
    }

    /// What is left of dice given by face, after `played` of them; `None` if nothing is.
    pub(crate) fn after(faces: &[u8], played: usize) -> Option<Leftover> {
        let rest = faces.get(played..).filter(|rest| !rest.is_empty())?;
        let mut dice = [0; MAX_MOVES];
        dice[..rest.len()].copy_from_slice(rest);
        Some(Leftover {
            dice,
            len: rest.len() as u8,
        })
    }

    /// The faces, in the order in which they must be played.
    #[must_use]
    pub fn faces(&self) -> &[u8] {
        &self.dice[..usize::from(self.len)]
    }
}

impl fmt::Debug for Leftover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Leftover").field(&self.faces()).finish()
    }
}

/// The dice a turn plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ToPlay {
    /// A roll of the mover's own.
    Roll(Roll),
    /// What the other side could not play of its cascade (R12).
    Leftover(Leftover),
}

/// Everything that decides which turns are legal, besides the ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Situation {
    /// Where the checkers stand, seen by the mover.
    pub position: Position,
    /// What the head rule has to know.
    pub stage: Stage,
    /// The dice.
    pub to_play: ToPlay,
}
