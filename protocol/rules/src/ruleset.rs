//! The rulesets as data: what differs between the games, as parameters.

use std::borrow::Cow;
use std::fmt;

use crate::{Checkers, Roll, bits};

/// How the two sides travel (R2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Geometry {
    /// The same way round, half a board apart; no hitting (R9).
    Long,
    /// Against each other; single checkers are hit (R13).
    Short,
}

impl Geometry {
    /// The number the other side gives to this point of the board (R2); the bar and off are the
    /// same for both.
    #[must_use]
    pub const fn seen_by_the_other(self, point: u8) -> u8 {
        match self {
            _ if point == 0 || point > 24 => point,
            Geometry::Long if point <= 12 => point + 12,
            Geometry::Long => point - 12,
            Geometry::Short => 25 - point,
        }
    }
}

/// A set of the 21 rolls, the order of the dice not counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RollSet(u64);

impl RollSet {
    /// The rolls with these faces.
    #[must_use]
    pub const fn of(faces: &[[u8; 2]]) -> RollSet {
        let mut set = 0;
        let mut i = 0;
        while i < faces.len() {
            set |= RollSet::bit(faces[i]);
            i += 1;
        }
        RollSet(set)
    }

    /// All six doubles.
    pub const DOUBLES: RollSet = RollSet::of(&[[1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6]]);

    /// Whether the roll is a member.
    #[must_use]
    pub const fn contains(self, roll: Roll) -> bool {
        self.0 & RollSet::bit(roll.faces()) != 0
    }

    /// The members, the larger face first.
    pub fn iter(self) -> impl Iterator<Item = Roll> {
        Roll::all().filter(move |&roll| self.contains(roll))
    }

    const fn bit([a, b]: [u8; 2]) -> u64 {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        1 << (high as u64 * 7 + low as u64)
    }
}

/// When two checkers may leave the head on a side's first turn (R10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HeadPolicy {
    /// There is no head rule (short games).
    Free,
    /// On the listed rolls, unless an exception takes it back.
    Listed {
        /// The first rolls on which two may leave.
        two_on: RollSet,
        /// The pair (the other side's first roll, own first roll) on which one may all the same.
        but_one_after: Option<(Roll, Roll)>,
    },
    /// If one head checker walking alone cannot play the whole roll.
    Blocked,
}

/// When six points in a row may be held (R11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Block {
    /// Always: there is no block rule.
    Free,
    /// If an opposing checker has passed the run.
    Passed,
    /// If an opposing checker is in its home or borne off.
    Home,
}

/// When the block rule is looked at (R11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BlockCheck {
    /// After every checker move.
    EveryMove,
    /// At the end of the turn.
    EndOfTurn,
}

/// How a double is played (R4, R12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Doubles {
    /// Four times the same die.
    Four,
    /// Twice each face from the double's up to 6; what is left goes to the other side.
    Cascade,
}

/// Who plays the first turn, and with which dice (R3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Opening {
    /// The higher die of the roll-off starts, with a fresh roll.
    RollOff,
    /// The higher die of the roll-off starts and plays both of its dice.
    RollOffDice,
    /// The higher die of the roll-off starts the first game of a match and the winner of a game
    /// the next, always with a fresh roll.
    WinnerStarts,
    /// The arena draws the starter.
    Drawn,
}

/// The eastern rules of the short game (R15, R16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Without them.
    Plain,
    /// With them.
    Eastern,
}

/// What each kind of win counts (R8); a kind without points does not exist in the ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Points {
    /// The loser has borne off at least one checker.
    pub oin: u32,
    /// The loser has borne off none.
    pub mars: u32,
    /// He has, and all his checkers are in his home.
    pub home_mars: Option<u32>,
    /// He has, and a checker of his has not left: on the head, the bar or in the winner's home.
    pub koks: Option<u32>,
}

/// Whether the pips the loser has left are counted beside the points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PipCount {
    /// Points alone.
    Off,
    /// The winner's pips too (`long-club`).
    On,
}

/// One game's rules: the parameters in which the games differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruleset {
    id: Cow<'static, str>,
    name: Cow<'static, str>,
    geometry: Geometry,
    head: HeadPolicy,
    block: Block,
    block_check: BlockCheck,
    doubles: Doubles,
    opening: Opening,
    variant: Variant,
    points: Points,
    pip_count: PipCount,
    start: u128,
}

/// All 15 checkers on the head (R1).
const LONG_START: u128 = bits::unit(24) * 15;
/// Two on 24, five on 13, three on 8, five on 6 (R1).
const SHORT_START: u128 =
    bits::unit(24) * 2 + bits::unit(13) * 5 + bits::unit(8) * 3 + bits::unit(6) * 5;

const OIN_MARS: Points = Points {
    oin: 1,
    mars: 2,
    home_mars: None,
    koks: None,
};
const SHORT_POINTS: Points = Points {
    oin: 1,
    mars: 2,
    home_mars: None,
    koks: Some(3),
};

const THREE_DOUBLES: RollSet = RollSet::of(&[[3, 3], [4, 4], [6, 6]]);

const FSNR_HEAD: HeadPolicy = HeadPolicy::Listed {
    two_on: THREE_DOUBLES,
    but_one_after: match (Roll::new(5, 5), Roll::new(4, 4)) {
        (Some(his), Some(own)) => Some((his, own)),
        _ => None,
    },
};

/// Long nardy by the rules of the Russian federation, and what the others differ from.
const LONG: Ruleset = Ruleset {
    id: Cow::Borrowed("long"),
    name: Cow::Borrowed("Long nardy, Russian federation (FSNR)"),
    geometry: Geometry::Long,
    head: FSNR_HEAD,
    block: Block::Passed,
    block_check: BlockCheck::EveryMove,
    doubles: Doubles::Four,
    opening: Opening::RollOff,
    variant: Variant::Plain,
    points: OIN_MARS,
    pip_count: PipCount::Off,
    start: LONG_START,
};

/// Short nardy, and what its eastern relative differs from.
const SHORT: Ruleset = Ruleset {
    id: Cow::Borrowed("short"),
    name: Cow::Borrowed("Short nardy (backgammon, no cube)"),
    geometry: Geometry::Short,
    head: HeadPolicy::Free,
    block: Block::Free,
    opening: Opening::RollOffDice,
    points: SHORT_POINTS,
    start: SHORT_START,
    ..LONG
};

static RULESETS: [Ruleset; 7] = [
    LONG,
    Ruleset {
        id: Cow::Borrowed("long-classic"),
        name: Cow::Borrowed("Long nardy as in the general articles"),
        head: HeadPolicy::Blocked,
        block_check: BlockCheck::EndOfTurn,
        opening: Opening::WinnerStarts,
        ..LONG
    },
    Ruleset {
        id: Cow::Borrowed("long-app"),
        name: Cow::Borrowed("Long nardy, \"Нарды Длинные: Арена\""),
        head: HeadPolicy::Listed {
            two_on: THREE_DOUBLES,
            but_one_after: None,
        },
        block_check: BlockCheck::EndOfTurn,
        opening: Opening::Drawn,
        points: Points {
            oin: 1,
            mars: 2,
            home_mars: Some(3),
            koks: Some(3),
        },
        ..LONG
    },
    Ruleset {
        id: Cow::Borrowed("long-club"),
        name: Cow::Borrowed("Long nardy, club rules"),
        head: HeadPolicy::Listed {
            two_on: RollSet::DOUBLES,
            but_one_after: None,
        },
        block: Block::Home,
        block_check: BlockCheck::EndOfTurn,
        points: Points {
            oin: 1,
            mars: 2,
            home_mars: Some(3),
            koks: None,
        },
        pip_count: PipCount::On,
        ..LONG
    },
    Ruleset {
        id: Cow::Borrowed("gulbar"),
        name: Cow::Borrowed("Crazy gulbar (бешеный гюльбар)"),
        doubles: Doubles::Cascade,
        ..LONG
    },
    SHORT,
    Ruleset {
        id: Cow::Borrowed("short-east"),
        name: Cow::Borrowed("Short eastern nardy"),
        opening: Opening::RollOff,
        variant: Variant::Eastern,
        ..SHORT
    },
];

impl Ruleset {
    /// All built-in rulesets, the default one first.
    #[must_use]
    pub fn all() -> &'static [Ruleset] {
        &RULESETS
    }

    /// The built-in ruleset with this id.
    #[must_use]
    pub fn by_id(id: &str) -> Option<Ruleset> {
        RULESETS.iter().find(|ruleset| ruleset.id == id).cloned()
    }

    /// The id by which league files and messages name it.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What people call the game.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How the sides travel.
    #[must_use]
    pub const fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The head rule (R10).
    #[must_use]
    pub const fn head(&self) -> HeadPolicy {
        self.head
    }

    /// The block rule (R11).
    #[must_use]
    pub const fn block(&self) -> Block {
        self.block
    }

    /// When the block rule is looked at (R11).
    #[must_use]
    pub const fn block_check(&self) -> BlockCheck {
        self.block_check
    }

    /// How doubles are played (R4, R12).
    #[must_use]
    pub const fn doubles(&self) -> Doubles {
        self.doubles
    }

    /// How a game is opened (R3).
    #[must_use]
    pub const fn opening(&self) -> Opening {
        self.opening
    }

    /// Whether the eastern rules hold (R15, R16).
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// What wins count (R8).
    #[must_use]
    pub const fn points(&self) -> Points {
        self.points
    }

    /// Whether the loser's pips are counted.
    #[must_use]
    pub const fn pip_count(&self) -> PipCount {
        self.pip_count
    }

    /// The same game under another id and name.
    #[must_use]
    pub fn named(mut self, id: impl Into<String>, name: impl Into<String>) -> Ruleset {
        self.id = Cow::Owned(id.into());
        self.name = Cow::Owned(name.into());
        self
    }

    /// The same game under another head rule (R10).
    #[must_use]
    pub fn with_head(self, head: HeadPolicy) -> Ruleset {
        Ruleset { head, ..self }
    }

    /// The same game under another block rule (R11).
    #[must_use]
    pub fn with_block(self, block: Block) -> Ruleset {
        Ruleset { block, ..self }
    }

    /// The same game with blocks looked at at another time (R11).
    #[must_use]
    pub fn with_block_check(self, block_check: BlockCheck) -> Ruleset {
        Ruleset {
            block_check,
            ..self
        }
    }

    /// The same game with doubles played otherwise (R4, R12).
    #[must_use]
    pub fn with_doubles(self, doubles: Doubles) -> Ruleset {
        Ruleset { doubles, ..self }
    }

    /// The same game opened otherwise (R3).
    #[must_use]
    pub fn with_opening(self, opening: Opening) -> Ruleset {
        Ruleset { opening, ..self }
    }

    /// The same game with or without the eastern rules (R15, R16).
    #[must_use]
    pub fn with_variant(self, variant: Variant) -> Ruleset {
        Ruleset { variant, ..self }
    }

    /// The same game with other points for wins (R8).
    #[must_use]
    pub fn with_points(self, points: Points) -> Ruleset {
        Ruleset { points, ..self }
    }

    /// The same game with or without the loser's pips counted.
    #[must_use]
    pub fn with_pip_count(self, pip_count: PipCount) -> Ruleset {
        Ruleset { pip_count, ..self }
    }

    /// The same game from another start (R1).
    #[must_use]
    pub fn with_start(self, start: Checkers) -> Ruleset {
        Ruleset {
            start: start.packed(),
            ..self
        }
    }

    /// One side's checkers at the start (R1).
    #[must_use]
    pub const fn start(&self) -> Checkers {
        Checkers::from_packed(self.start)
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}
