//! One type per message, in both directions.
//!
//! Plain owned data: reading a message checks its form, never whether the rules allow it.
//! Points, boards and pairs of numbers are from the receiving bot's own view, own first.
//! Field order is the order in which keys are written.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::plain;
use crate::ruleset::RulesetParameters;
use crate::schema;

/// A checker move as `[from, to]`: points 1 to 24, 25 the bar, 0 off the board.
pub type MovePair = [u8; 2];

/// The unpredictable text that ties an answer to its request.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct RequestId(String);

impl RequestId {
    /// Wraps the text of an id.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The id's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A message from the arena to a bot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ToBot {
    /// Opens the conversation; answered by `hello`.
    Hello(Hello),
    /// Announces a game; answered by `ready`.
    Game(GameStart),
    /// Asks for a turn; answered by `move`.
    Turn(TurnRequest),
    /// Says why the bot is about to lose the game; no answer.
    Error(ErrorNotice),
    /// The game's result; no answer.
    Result(ResultNotice),
    /// The bot is to exit; no answer.
    Quit,
}

/// The arena's greeting.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// To be repeated in the answer.
    pub id: RequestId,
    /// The protocol version the arena speaks.
    #[schemars(schema_with = "schema::version")]
    pub protocol: u32,
    /// The arena's own version.
    pub arena: String,
    /// The bot's name in the league.
    pub bot: String,
    /// The bot's options from the league file, as given there.
    #[serde(default, deserialize_with = "plain::object")]
    pub options: Map<String, Value>,
}

/// What a turn may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Clock {
    /// Milliseconds every turn may take without touching the bank.
    pub turn_ms: u64,
    /// Milliseconds left in the bank for the rest of the game.
    pub bank_ms: u64,
}

/// The start of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameStart {
    /// To be repeated in the answer.
    pub id: RequestId,
    /// The game's id in the league.
    pub game: String,
    /// The ruleset's id.
    pub rules: String,
    /// The ruleset's parameters.
    #[serde(deserialize_with = "plain::value")]
    #[schemars(with = "RulesetParameters")]
    pub ruleset: Value,
    /// The opponent's name in the league.
    pub opponent: String,
    /// Whether the bot plays the first turn.
    pub first: bool,
    /// The roll-off, ties included: pairs of [own die, opponent's die]. Empty where the
    /// starter is not rolled for.
    #[schemars(schema_with = "schema::rolls")]
    pub roll_off: Vec<[u8; 2]>,
    /// 16 hex digits for the bot's own randomness.
    pub seed: String,
    /// 64 hex digits that commit the arena to the rolls.
    pub dice_commitment: String,
    /// The clock at the start of the game.
    pub clock: Clock,
}

/// The dice of a turn: written as `"dice":[a,b]` or as `"leftover":[…]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Dice {
    /// A roll of the player's own.
    #[serde(rename = "dice")]
    Roll(#[schemars(schema_with = "schema::roll")] [u8; 2]),
    /// What the opponent's cascade left, in the order of play (R12).
    #[serde(rename = "leftover")]
    Leftover(#[schemars(schema_with = "schema::leftover")] Vec<u8>),
}

/// Who played a turn, as the receiving bot sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// The receiving bot.
    Own,
    /// Its opponent.
    Opponent,
}

/// A turn already played, in the numbering of the bot that receives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayedTurn {
    /// Who played it.
    pub by: By,
    /// The dice it was played with.
    #[serde(flatten)]
    pub dice: Dice,
    /// Its checker moves in playing order; none is a pass.
    #[schemars(schema_with = "schema::moves")]
    pub moves: Vec<MovePair>,
}

/// A request for a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TurnRequest {
    /// To be repeated in the answer.
    pub id: RequestId,
    /// The turn's number in the game, from 1, counting both sides' turns and passes.
    pub turn: u32,
    /// What is to be played.
    #[serde(flatten)]
    pub dice: Dice,
    /// Points 1 to 24: positive own checkers, negative the opponent's.
    #[schemars(schema_with = "schema::board")]
    pub board: [i8; 24],
    /// Checkers on the bar: own, opponent's.
    #[schemars(schema_with = "schema::checkers")]
    pub bar: [u8; 2],
    /// Checkers borne off: own, opponent's.
    #[schemars(schema_with = "schema::checkers")]
    pub off: [u8; 2],
    /// Whether this is the bot's first turn of the game (R10).
    pub first_turn: bool,
    /// The opponent's first roll of the game; null before he has rolled.
    #[serde(default)]
    #[schemars(required, schema_with = "schema::maybe_roll")]
    pub opponent_first_roll: Option<[u8; 2]>,
    /// How many checkers may leave the head this turn; long games only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "schema::head")]
    pub head: Option<u8>,
    /// The clock as the turn starts.
    pub clock: Clock,
    /// Every turn played since the bot's last request, oldest first.
    #[serde(default)]
    pub since: Vec<PlayedTurn>,
    /// One legal turn for each distinct end position, for bots that asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "schema::legal")]
    pub legal: Option<Vec<Vec<MovePair>>>,
    /// Whether `legal` was cut at 1000 turns; written only when true.
    #[serde(default, skip_serializing_if = "is_false")]
    pub legal_cut: bool,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_false(value: &bool) -> bool {
    !*value
}

/// Why the bot is about to lose the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorNotice {
    /// The fault's code, as in the result's `reason`.
    pub code: String,
    /// The rule that was broken, for an illegal turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What was wrong and what to change.
    pub message: String,
    /// A turn that would have been legal, for an illegal turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "schema::moves")]
    pub moves: Option<Vec<MovePair>>,
}

/// The kind of a win (R8), or a forfeit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WinKind {
    /// The loser has borne off at least one checker.
    Oin,
    /// The loser has borne off none.
    Mars,
    /// Mars with all the loser's checkers in his home.
    HomeMars,
    /// Mars with a checker of the loser's still on his head (long), or on the bar or in the
    /// winner's home (short).
    Koks,
    /// The loser broke off or broke a rule.
    Forfeit,
}

impl WinKind {
    /// The kind as messages and results files write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Oin => "oin",
            Self::Mars => "mars",
            Self::HomeMars => "home_mars",
            Self::Koks => "koks",
            Self::Forfeit => "forfeit",
        }
    }
}

/// The result of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResultNotice {
    /// The game's id, as in its start.
    pub game: String,
    /// Whether the bot won.
    pub won: bool,
    /// The kind of the win.
    pub kind: WinKind,
    /// The winner's points.
    pub points: u32,
    /// `borne_off`, or the code of the fault that ended the game.
    pub reason: String,
}

/// A message from a bot to the arena.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FromBot {
    /// Answers `hello`.
    Hello(HelloAnswer),
    /// Answers `game`.
    Ready(Ready),
    /// Answers `turn`.
    Move(MoveAnswer),
}

impl FromBot {
    /// The id of the request this claims to answer.
    pub fn id(&self) -> &RequestId {
        match self {
            Self::Hello(answer) => &answer.id,
            Self::Ready(answer) => &answer.id,
            Self::Move(answer) => &answer.id,
        }
    }

    /// The message's `type`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Hello(_) => "hello",
            Self::Ready(_) => "ready",
            Self::Move(_) => "move",
        }
    }
}

/// A bot introduces itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HelloAnswer {
    /// The request's id.
    pub id: RequestId,
    /// The protocol version the bot speaks.
    #[schemars(schema_with = "schema::version")]
    pub protocol: u32,
    /// The program's name.
    pub name: String,
    /// The program's version.
    #[serde(default)]
    pub version: String,
    /// The ids of the rulesets it plays.
    pub rules: Vec<String>,
    /// What it would like to be sent; `legal` is known, others are ignored.
    #[serde(default)]
    pub wants: Vec<String>,
}

impl HelloAnswer {
    /// The entry of `wants` that asks for `legal` in every turn.
    pub const LEGAL: &'static str = "legal";

    /// Whether the bot asked for the legal turns.
    pub fn wants_legal(&self) -> bool {
        self.wants.iter().any(|want| want == Self::LEGAL)
    }
}

/// A bot is ready for the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ready {
    /// The request's id.
    pub id: RequestId,
}

/// A bot's turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MoveAnswer {
    /// The request's id.
    pub id: RequestId,
    /// Checker moves in playing order, one die each.
    #[schemars(schema_with = "schema::moves")]
    pub moves: Vec<MovePair>,
    /// Anything the bot wishes to have kept in the record.
    #[serde(
        default,
        deserialize_with = "plain::optional",
        skip_serializing_if = "Option::is_none"
    )]
    pub info: Option<Value>,
}
