//! A finished game at rest: everything that decides its result, and nothing else.
//!
//! A record holds no durations, request ids, hosts or paths, so the same game gives the same
//! bytes on every machine; only what a fault quotes, its message and line, may differ from run
//! to run. Moves are in the numbering of the side that played them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::limits::{LINE_SHOWN_MAX, MESSAGE_MAX};
use crate::message::{Dice, MovePair, WinKind};
use crate::plain;
use crate::schema;
use crate::text;

/// One of the two sides of a game: the index into [`GameRecord::bots`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Seat {
    /// Seat 0.
    Zero,
    /// Seat 1.
    One,
}

impl Seat {
    /// Both seats, in order.
    pub const BOTH: [Self; 2] = [Self::Zero, Self::One];

    /// The opponent's seat.
    pub fn other(self) -> Self {
        match self {
            Self::Zero => Self::One,
            Self::One => Self::Zero,
        }
    }

    /// The seat as an index.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat as Self
    }
}

/// A number that is no seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a seat is 0 or 1, found {0}")]
pub struct NoSuchSeat(u8);

impl TryFrom<u8> for Seat {
    type Error = NoSuchSeat;

    fn try_from(number: u8) -> Result<Self, NoSuchSeat> {
        match number {
            0 => Ok(Self::Zero),
            1 => Ok(Self::One),
            other => Err(NoSuchSeat(other)),
        }
    }
}

/// A finished game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// The game's id in the league, e.g. `17a`.
    pub game: String,
    /// The game's place in the league's order, from 0.
    pub index: u64,
    /// The pair of games on the same rolls that it belongs to.
    pub pair: u64,
    /// The ruleset's id.
    pub rules: String,
    /// The bots' names in the league, by seat.
    pub bots: [String; 2],
    /// Who played the first turn.
    pub starter: Seat,
    /// The roll-off, ties included: pairs of [seat 0's die, seat 1's die].
    #[schemars(schema_with = "schema::rolls")]
    pub roll_off: Vec<[u8; 2]>,
    /// Every turn in order, passes included.
    pub turns: Vec<TurnRecord>,
    /// Who won, how and why.
    pub result: ResultRecord,
    /// What went wrong, for a forfeit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultRecord>,
}

/// A line that is no record of this format.
#[derive(Debug, thiserror::Error)]
pub enum UnreadableRecord {
    /// Not JSON, or with a key missing, unknown or of another type.
    #[error("the line is not a game record: {}", text::visible(&.0.to_string(), LINE_SHOWN_MAX))]
    Form(#[from] serde_json::Error),
    /// The same game could be written, but not like this.
    #[error(
        "the game record is not in the form the arena writes; at byte {at} it was edited or \
         rewritten by another program"
    )]
    NotAsWritten {
        /// The first byte that differs, counted from 1.
        at: usize,
    },
}

impl GameRecord {
    /// Every roll in order, and who rolled it: those of the turns, then the one that a fault left
    /// unplayed. What a cascade left (R12) is no roll.
    pub fn rolls(&self) -> impl Iterator<Item = (Seat, [u8; 2])> {
        let played = self.turns.iter().filter_map(|turn| match turn.dice {
            Dice::Roll(dice) => Some((turn.seat, dice)),
            Dice::Leftover(_) => None,
        });
        let unplayed = self.fault.as_ref().and_then(|fault| {
            // Before the first turn either bot may fail, and the roll is the starter's.
            let begun = !self.turns.is_empty();
            Some((if begun { fault.seat } else { self.starter }, fault.dice?))
        });
        played.chain(unplayed)
    }

    /// The record's one line, without a line end.
    ///
    /// Characters that could act on a terminal are written as JSON escapes, so the line can be
    /// printed; reading it gives the same record.
    pub fn to_line(&self) -> String {
        let line = serde_json::to_string(self);
        text::printable_json(&line.expect("a record is plain data with text keys"))
    }

    /// Reads what [`to_line`](Self::to_line) wrote.
    ///
    /// # Errors
    ///
    /// Anything that is not byte for byte such a line: there is one way to write a record.
    pub fn from_line(line: &str) -> Result<Self, UnreadableRecord> {
        let record: Self = serde_json::from_str(line)?;
        let canonical = record.to_line();
        if canonical == line {
            return Ok(record);
        }
        let same = canonical
            .bytes()
            .zip(line.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        Err(UnreadableRecord::NotAsWritten { at: same + 1 })
    }
}

/// A turn that was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "StrictTurn")]
pub struct TurnRecord {
    /// Who played it.
    pub seat: Seat,
    /// The dice it was played with.
    #[serde(flatten)]
    pub dice: Dice,
    /// Its checker moves in the player's own numbering; none is a pass.
    #[schemars(schema_with = "schema::moves")]
    pub moves: Vec<MovePair>,
    /// What the bot wished to have kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<Value>,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultRecord {
    /// The winner's seat.
    pub winner: Seat,
    /// The kind of the win.
    pub kind: WinKind,
    /// The winner's points.
    pub points: u32,
    /// The winner's pips, where the ruleset counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pips: Option<u32>,
    /// `borne_off`, or the fault's code.
    pub reason: String,
}

/// What a bot did wrong. Texts are escaped and cut already.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FaultRecord {
    /// The culprit.
    pub seat: Seat,
    /// The fault's code.
    pub code: String,
    /// The rule that was broken, for an illegal turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What was wrong and what to change.
    pub message: String,
    /// The offending line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// The roll that was still to be played, if one had been made; records of older arenas leave
    /// it out. See [`GameRecord::rolls`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "schema::roll")]
    pub dice: Option<[u8; 2]>,
    /// The checker moves that were refused, all of them, for an illegal turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "schema::moves")]
    pub moves: Option<Vec<MovePair>>,
    /// A turn that would have been legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "schema::moves")]
    pub example: Option<Vec<MovePair>>,
}

impl FaultRecord {
    /// A fault with its message escaped and cut at [`MESSAGE_MAX`].
    pub fn new(seat: Seat, code: impl Into<String>, message: &str) -> Self {
        Self {
            seat,
            code: code.into(),
            rule: None,
            message: text::visible(message, MESSAGE_MAX),
            line: None,
            dice: None,
            moves: None,
            example: None,
        }
    }

    /// Adds the offending line, escaped and cut at [`LINE_SHOWN_MAX`].
    #[must_use]
    pub fn with_line(mut self, line: &[u8]) -> Self {
        self.line = Some(text::visible_bytes(line, LINE_SHOWN_MAX));
        self
    }

    /// Adds the roll that was still to be played.
    #[must_use]
    pub fn with_dice(mut self, dice: Option<[u8; 2]>) -> Self {
        self.dice = dice;
        self
    }

    /// Adds what makes an illegal turn: the rule that was broken, the moves that broke it, and
    /// the moves of a turn that would have been legal.
    #[must_use]
    pub fn with_breach(
        mut self,
        rule: impl Into<String>,
        moves: Vec<MovePair>,
        example: Vec<MovePair>,
    ) -> Self {
        self.rule = Some(rule.into());
        self.moves = Some(moves);
        self.example = Some(example);
        self
    }
}

/// A turn as its line spells it: `flatten` cannot refuse unknown keys, so reading goes
/// through this.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct StrictTurn {
    seat: Seat,
    dice: Option<[u8; 2]>,
    leftover: Option<Vec<u8>>,
    moves: Vec<MovePair>,
    #[serde(default, deserialize_with = "plain::optional")]
    info: Option<Value>,
}

impl TryFrom<StrictTurn> for TurnRecord {
    type Error = &'static str;

    fn try_from(turn: StrictTurn) -> Result<Self, Self::Error> {
        let dice = match (turn.dice, turn.leftover) {
            (Some(roll), None) => Dice::Roll(roll),
            (None, Some(leftover)) => Dice::Leftover(leftover),
            _ => return Err("a turn has either `dice` or `leftover`"),
        };
        Ok(Self {
            seat: turn.seat,
            dice,
            moves: turn.moves,
            info: turn.info,
        })
    }
}
