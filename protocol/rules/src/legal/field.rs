//! What stays the same while one turn is played: where one may land, what one may not do.

use super::{TRAIL_BITS, end_of};
use crate::turn::{Leftover, MAX_MOVES, Situation, Stage, ToPlay};
use crate::{Block, BlockCheck, Doubles, Geometry, HeadPolicy, Roll, Ruleset, Variant, bits};

/// Whether two rolls show the same faces, in whichever order they fell.
fn same_faces(one: Roll, other: Roll) -> bool {
    (one.larger(), one.smaller()) == (other.larger(), other.smaller())
}

/// One checker, and the difference one makes, in an entry.
static UNITS: [u128; 26] = {
    let mut units = [0; 26];
    let mut point = 0;
    while point < 26 {
        units[point] = bits::unit(point as u8) << TRAIL_BITS;
        point += 1;
    }
    units
};

/// The mover's checkers in the course of a turn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct State {
    /// His packed checkers, hits counted (see the module above), and the trail.
    pub(crate) entry: u128,
    /// The points and the bar where he has checkers.
    pub(crate) own: u32,
}

/// The constants of a turn.
#[derive(Debug)]
pub(crate) struct Field {
    /// The mover's checkers before the turn.
    pub(crate) start: State,
    /// Points he may land on (R9, R13).
    pub(crate) open: u32,
    /// Of these, points with a single opposing checker (R13).
    pub(crate) blots: u32,
    /// How many checkers must stay on the head (R10).
    pub(crate) head_floor: u8,
    /// Lowest points, in the other side's numbering, of the runs of six that R11 forbids.
    pub(crate) forbidden_runs: u32,
    /// When that is looked at.
    pub(crate) block_check: BlockCheck,
    /// Whether R15 and R16 hold.
    pub(crate) variant: Variant,
    /// The die without which the last checker may not come home (R16).
    pub(crate) home_only_with: Option<u8>,
}

impl Ruleset {
    /// How many checkers may leave the head in a situation (R10); all of them where there is no
    /// head rule.
    #[must_use]
    pub fn head_limit(&self, situation: &Situation) -> u8 {
        Field::new(self, situation).head_limit(self, situation)
    }
}

impl Field {
    /// The field of a situation.
    pub(crate) fn new(ruleset: &Ruleset, situation: &Situation) -> Field {
        let own = situation.position.own();
        let opposing = situation.position.opposing();
        let occupied = opposing.occupied();
        let (closed, blots) = match ruleset.geometry() {
            Geometry::Long => (bits::half_turn(occupied), 0),
            Geometry::Short => {
                let two = bits::held_by_two(opposing.packed());
                (bits::mirror(two), bits::mirror(occupied & !two))
            }
        };
        let mut field = Field {
            start: State {
                entry: own.packed() << TRAIL_BITS,
                own: own.occupied(),
            },
            open: bits::POINTS & !closed,
            blots,
            head_floor: 0,
            forbidden_runs: forbidden_runs(ruleset.block(), occupied, opposing.off()),
            block_check: ruleset.block_check(),
            variant: ruleset.variant(),
            home_only_with: None,
        };
        let head = bits::count(own.packed(), 24);
        field.head_floor = head.saturating_sub(field.head_limit(ruleset, situation));
        if ruleset.variant() == Variant::Eastern {
            field.home_only_with = field.last_one_home(situation);
        }
        field
    }

    /// How many checkers may leave the head this turn (R10).
    fn head_limit(&self, ruleset: &Ruleset, situation: &Situation) -> u8 {
        if ruleset.head() == HeadPolicy::Free {
            return crate::CHECKERS;
        }
        let (
            Stage::FirstTurn {
                opponent_first_roll,
            },
            ToPlay::Roll(roll),
        ) = (situation.stage, situation.to_play)
        else {
            return 1;
        };
        let two = match ruleset.head() {
            HeadPolicy::Free => true,
            HeadPolicy::Listed {
                two_on,
                but_one_after,
            } => {
                let taken_back = |(his, own)| {
                    opponent_first_roll.is_some_and(|first| same_faces(first, his))
                        && same_faces(roll, own)
                };
                two_on.contains(roll) && !but_one_after.is_some_and(taken_back)
            }
            HeadPolicy::Blocked => !self.one_can_walk(roll, ruleset.doubles()),
        };
        if two { 2 } else { 1 }
    }

    /// Whether one checker from the head can play the whole roll alone, in either order.
    fn one_can_walk(&self, roll: Roll, doubles: Doubles) -> bool {
        let [a, b] = roll.faces();
        match doubles {
            _ if a != b => self.open_from_head([a, b]) || self.open_from_head([b, a]),
            Doubles::Four => self.open_from_head([a; 4]),
            Doubles::Cascade => self.open_from_head((a..=6).flat_map(|face| [face, face])),
        }
    }

    /// Whether these steps in a row, from the head, all end on open points of the board.
    fn open_from_head(&self, steps: impl IntoIterator<Item = u8>) -> bool {
        let mut point: u8 = 24;
        steps.into_iter().all(|step| {
            point = point.saturating_sub(step);
            point > 0 && self.open >> point & 1 == 1
        })
    }

    /// The die R16 demands for the last checker's way home, if it does.
    fn last_one_home(&self, situation: &Situation) -> Option<u8> {
        let ToPlay::Roll(roll) = situation.to_play else {
            return None;
        };
        let outside = self.start.own & !bits::HOME;
        if roll.is_double() || outside.count_ones() != 1 || outside & bits::BAR != 0 {
            return None;
        }
        let point = bits::lowest(outside);
        if self.count(self.start.entry, point) != 1 {
            return None;
        }
        let target = point
            .checked_sub(roll.larger())
            .filter(|&to| (1..=6).contains(&to))?;
        (self.open >> target & 1 == 1).then_some(roll.larger())
    }

    /// Whether this move would bring the last checker home against R16.
    #[inline]
    pub(crate) fn comes_home_with_the_wrong_die(&self, from: u8, die: u8) -> bool {
        self.home_only_with.is_some_and(|only| only != die) && from > 6 && from <= 6 + die
    }

    /// The mover's checkers on a point, hits not counted.
    #[inline]
    pub(crate) fn count(&self, entry: u128, point: u8) -> u8 {
        let counted = bits::count(end_of(entry), point);
        if self.blots >> point & 1 == 1 {
            counted.saturating_sub(1)
        } else {
            counted
        }
    }

    /// The points from which this die can be played now: bar first (R14), open landing (R9, R13),
    /// bearing off (R7), head (R10).
    #[inline]
    pub(crate) fn sources(&self, state: State, die: u8) -> u32 {
        let from = if state.own & bits::BAR == 0 {
            state.own
        } else {
            bits::BAR
        };
        let mut sources = from & self.open << die;
        if state.own & !bits::HOME == 0 && state.own != 0 {
            let highest = bits::highest(state.own);
            sources |= state.own & 1 << die;
            if highest < die {
                sources |= 1 << highest;
            }
        }
        if sources & bits::HEAD != 0 && bits::count(end_of(state.entry), 24) <= self.head_floor {
            sources &= !bits::HEAD;
        }
        sources
    }

    /// The state after the checker on `from` has moved by a die.
    #[inline]
    pub(crate) fn advance(&self, state: State, from: u8, die: u8) -> State {
        let to = from.saturating_sub(die);
        let mut own = state.own;
        if self.count(state.entry, from) == 1 {
            own &= !(1 << from);
        }
        if to > 0 {
            own |= 1 << to;
        }
        State {
            entry: self.moved(state.entry, from, to),
            own,
        }
    }

    /// The entry after a checker has moved between two points, hits counted.
    #[inline]
    pub(crate) fn moved(&self, entry: u128, from: u8, to: u8) -> u128 {
        let mut moved = entry - UNITS[usize::from(from)] + UNITS[usize::from(to)];
        if self.blots >> to & 1 == 1 && bits::count(end_of(entry), to) == 0 {
            moved += UNITS[usize::from(to)];
        }
        moved
    }

    /// Whether these points hold a block that R11 forbids.
    #[inline]
    pub(crate) fn blocks(&self, own: u32) -> bool {
        bits::six_runs(bits::half_turn(own)) & self.forbidden_runs != 0
    }

    /// Whether a block may not even stand between two moves of the turn.
    #[inline]
    pub(crate) fn blocks_in_passing(&self, own: u32) -> bool {
        self.block_check == BlockCheck::EveryMove && self.blocks(own)
    }
}

/// The lowest points, in the other side's numbering, of the runs of six that R11 forbids.
fn forbidden_runs(block: Block, opposing: u32, opposing_off: u8) -> u32 {
    let home_reached = opposing_off > 0 || opposing & bits::HOME != 0;
    match block {
        Block::Free => 0,
        Block::Home if home_reached => 0,
        Block::Home => bits::POINTS,
        Block::Passed if opposing_off > 0 || opposing & bits::POINTS == 0 => 0,
        // A run is passed when some opposing checker stands lower than its lowest point.
        Block::Passed => (1 << bits::lowest(opposing & bits::POINTS)) - 1,
    }
}

/// The dice of a cascade that begins with `face` (R12).
pub(crate) fn cascade(face: u8) -> Leftover {
    let mut dice = [0; MAX_MOVES];
    let mut len = 0;
    for die in face..=6 {
        dice[len] = die;
        dice[len + 1] = die;
        len += 2;
    }
    Leftover::after(&dice[..len], 0).expect("a cascade has at least two dice")
}
