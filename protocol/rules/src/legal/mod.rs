//! All legal turns for a roll, as distinct end positions with one sequence of moves each.
//!
//! Three ways lead to the same list, from the quickest to the most general:
//!
//! - [`pair`]: two different dice;
//! - [`double`]: a double, its moves taken from the farthest checker to the nearest, which reaches
//!   every end position exactly once;
//! - [`levels`]: every distinct position after each die in turn. It alone knows the cascade (R12)
//!   and the eastern rules (R15, R16), and it is asked when the order of a double's moves matters
//!   because one of them would build a block on the way (R11). Where there are too many to hold,
//!   [`search`] finds some of the turns.
//!
//! All work on an *entry*: the mover's packed checkers in the upper 104 bits of a `u128` and a
//! *trail* in the lower 24, from which the moves are read back. While a turn is played, a point
//! with a single opposing checker counts one more than the own checkers on it once it was hit, so
//! an entry alone tells the whole end position, and entries sort in the documented order.

mod double;
mod field;
mod levels;
mod pair;
mod search;

use crate::turn::{Situation, ToPlay, Turn};
use crate::{CheckerMove, Checkers, Doubles, Position, Ruleset, Variant, bits};

pub(crate) use field::{Field, State, cascade};
pub(crate) use levels::Eastern;
use levels::Levels;
use search::{Limits, MOST_SEEN};

/// Bits of an entry that hold the trail.
const TRAIL_BITS: u32 = 24;

/// An entry's end position, without the trail.
#[inline]
const fn end_of(entry: u128) -> u128 {
    entry >> TRAIL_BITS
}

/// How the trail of an entry is read.
#[derive(Debug, Clone, Copy)]
enum Trail {
    /// Up to four points left, five bits each; the dice in the order the [`pair::SWAPPED`] bit
    /// tells.
    Points([u8; 2]),
    /// The number of a node of [`Levels`].
    Node,
}

/// The legal turns of one situation; made once and filled again and again, so that a warm list
/// allocates nothing.
#[derive(Debug)]
pub struct TurnList {
    entries: Vec<u128>,
    levels: Levels,
    trail: Trail,
    dice_used: u8,
    cut: bool,
    situation: Option<Base>,
}

/// What the entries of a list refer to.
#[derive(Debug, Clone, Copy)]
struct Base {
    position: Position,
    blots: u32,
}

impl Default for TurnList {
    fn default() -> TurnList {
        TurnList::new()
    }
}

impl TurnList {
    /// How many turns a list holds that had to be cut.
    pub const CUT: usize = 1_000;

    /// An empty list that needs at most a few megabytes, however many turns a cascade has.
    #[must_use]
    pub fn new() -> TurnList {
        TurnList::with_room(1 << 17)
    }

    /// An empty list that may hold so many positions (32 bytes each) on the way to the turns of a
    /// cascade before it is cut. Turns of other dice are never cut. Cutting takes up to 30 more
    /// megabytes for the time being.
    #[must_use]
    pub fn with_room(positions: usize) -> TurnList {
        TurnList {
            entries: Vec::new(),
            levels: Levels::new(positions.clamp(1 << 10, 1 << TRAIL_BITS)),
            trail: Trail::Node,
            dice_used: 0,
            cut: false,
            situation: None,
        }
    }

    /// Fills the list with the legal turns of a situation, each distinct end position once.
    ///
    /// A situation without a legal checker move gives one turn, the pass (R5). The order is the
    /// same whenever the situation is; [`TurnList::sort`] makes it the documented one.
    ///
    /// A cascade (R12) can have a million turns. Beyond the list's room some are looked for, and if
    /// there are more than [`TurnList::CUT`] the list holds so many and says so by
    /// [`TurnList::is_cut`]. That takes a second at most, for no more than 900 000 positions are
    /// looked at, twice what any known cascade needs. Should one need more, the list is cut, its
    /// turns keep every rule but perhaps R5: [`TurnList::dice_used`] is then the most dice that
    /// were found to be playable, and [`TurnList::check`] lets turns of more dice pass as well.
    pub fn generate(&mut self, ruleset: &Ruleset, situation: &Situation) {
        let field = Field::new(ruleset, situation);
        self.situation = Some(Base {
            position: situation.position,
            blots: field.blots,
        });
        self.entries.clear();
        self.cut = false;
        self.dice_used = match (situation.to_play, ruleset.doubles()) {
            (ToPlay::Leftover(leftover), _) => self.by_levels(&field, leftover.faces()),
            (ToPlay::Roll(roll), Doubles::Cascade) if roll.is_double() => {
                self.by_levels(&field, cascade(roll.larger()).faces())
            }
            (ToPlay::Roll(roll), _) if roll.is_double() => self.double(&field, roll.larger()),
            (ToPlay::Roll(roll), _) => self.pair(&field, roll.larger(), roll.smaller()),
        };
        if self.entries.is_empty() {
            self.trail = Trail::Points([0, 0]);
            self.entries.push(field.start.entry);
        }
    }

    fn pair(&mut self, field: &Field, larger: u8, smaller: u8) -> u8 {
        if field.variant == Variant::Eastern {
            self.trail = Trail::Node;
            return self
                .levels
                .pair(field, [larger, smaller], &mut self.entries);
        }
        self.trail = Trail::Points([larger, smaller]);
        pair::turns(field, [larger, smaller], &mut self.entries)
    }

    fn double(&mut self, field: &Field, die: u8) -> u8 {
        if field.variant == Variant::Plain {
            self.trail = Trail::Points([die, die]);
            if let Some(dice_used) = double::turns(field, die, &mut self.entries) {
                return dice_used;
            }
            self.entries.clear();
        }
        self.by_levels(field, &[die; 4])
    }

    fn by_levels(&mut self, field: &Field, dice: &[u8]) -> u8 {
        self.trail = Trail::Node;
        if let Ok(dice_used) = self.levels.in_order(field, dice, &mut self.entries) {
            return dice_used;
        }
        let limits = Limits {
            turns: TurnList::CUT,
            seen: MOST_SEEN,
        };
        let (dice_used, complete) =
            self.levels
                .some_in_order(field, dice, limits, &mut self.entries);
        self.cut = !complete;
        dice_used
    }

    /// Puts the turns in the documented order: by end position, ascending, an end position read as
    /// the numbers on the mover's points 1 to 24 (own positive, opposing negative), then the bar
    /// and the checkers borne off.
    pub fn sort(&mut self) {
        self.entries.sort_unstable();
    }

    /// How many turns there are; at least one, the pass counting as one.
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // a generated list is never empty
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are more legal turns than the list holds, or there may be (see
    /// [`TurnList::generate`]).
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// The number of dice every legal turn plays (R5); 0 for a pass.
    ///
    /// A turn that bears off the last checker may end the game with fewer (R6).
    #[must_use]
    pub fn dice_used(&self) -> u8 {
        self.dice_used
    }

    /// The moves of turn `index` in playing order.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`TurnList::len`].
    #[must_use]
    pub fn turn(&self, index: usize) -> Turn {
        let entry = self.entries[index];
        match self.trail {
            Trail::Points(dice) => pair::read_trail(entry, dice),
            Trail::Node => self.levels.read_trail(entry),
        }
    }

    /// The position after turn `index`, still seen by the mover.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`TurnList::len`].
    #[must_use]
    pub fn end(&self, index: usize) -> Position {
        self.position_of(self.entries[index])
    }

    /// The position, seen by the mover, in which a turn of the list's situation ends.
    pub(crate) fn position_of(&self, entry: u128) -> Position {
        let base = self
            .situation
            .expect("asked only after a situation was given");
        position_of(end_of(entry), base.blots, &base.position)
    }

    /// The number of the turn that ends in this position, seen by the mover.
    #[must_use]
    pub fn find(&self, end: &Position) -> Option<usize> {
        (0..self.len()).find(|&index| self.end(index) == *end)
    }
}

/// The position in which a turn ends whose packed checkers count hits as entries do.
fn position_of(packed: u128, blots: u32, before: &Position) -> Position {
    let mut own = packed;
    let mut opposing = before.opposing().packed();
    for point in bits::descending(blots) {
        if bits::count(packed, point) > 0 {
            own -= bits::unit(point);
            opposing -= bits::unit(before.geometry().seen_by_the_other(point));
            opposing += bits::unit(25);
        }
    }
    Position::new(
        before.geometry(),
        Checkers::from_packed(own),
        Checkers::from_packed(opposing),
    )
}

/// A turn read from the points left and the dice played, both in playing order.
fn turn_from(points_and_dice: impl Iterator<Item = (u8, u8)>) -> Turn {
    let mut turn = Turn::PASS;
    for (from, die) in points_and_dice {
        turn.push(CheckerMove::by_die(from, die));
    }
    turn
}
