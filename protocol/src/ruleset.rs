//! A ruleset's parameters as messages and results write them.
//!
//! A bot that does not know a ruleset's id can still play it by its parameters. The names are
//! those of the specification's rules page. The way back, from parameters that somebody wrote to
//! a ruleset that can be played, is [`RulesetParameters::ruleset`].

mod check;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use nardy_rules::{
    Block, BlockCheck, Doubles, Geometry, HeadPolicy, Opening, PipCount, Points, Roll, RollSet,
    Ruleset, Variant,
};

use crate::schema;

pub use check::{BadParameters, MAX_WIN_POINTS, Parameter, ParameterDefect};

/// The parameters in which the games differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RulesetParameters {
    /// For a ruleset that somebody made: the id of the built-in one that it changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// What people call the game.
    pub name: String,
    /// How the two sides travel (R2).
    pub geometry: TravelName,
    /// When two checkers may leave the head on the first turn (R10); null where there is no
    /// head rule.
    pub head: Option<HeadRule>,
    /// When six points in a row may be held (R11); null where always.
    pub block: Option<BlockName>,
    /// When the block is looked at (R11).
    pub block_checked: CheckedName,
    /// How a double is played (R4, R12).
    pub doubles: DoublesName,
    /// Who starts, and with which dice (R3).
    pub opening: OpeningName,
    /// Whether the eastern rules hold (R15, R16).
    pub eastern: bool,
    /// What each kind of win counts (R8).
    pub points: PointsByKind,
    /// Whether the winner's pips are counted besides.
    pub pips: bool,
    /// A side's checkers at the start: points with how many stand there (R1).
    #[schemars(schema_with = "schema::stacks")]
    pub start: Vec<[u8; 2]>,
}

/// A head policy: one with a name, or the rolls of another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "expected a head policy: fsnr, three, double, blocked or {\"two_on\": [rolls]}"
)]
pub enum HeadRule {
    /// A policy that the rules have a name for.
    Named(HeadName),
    /// The first rolls on which two may leave.
    Rolls(HeadRolls),
}

/// The first rolls on which two checkers may leave the head.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HeadRolls {
    /// On these two may leave, the order of the dice not counting.
    #[schemars(schema_with = "schema::rolls")]
    pub two_on: Vec<[u8; 2]>,
    /// A pair of first rolls, the first player's and the second's: on this one of his the second
    /// may take but one all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "schema::maybe_two_rolls")]
    pub but_one_after: Option<[[u8; 2]; 2]>,
}

/// How the two sides travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TravelName {
    /// The same way round, as in the long games: no landing on the opponent, no hitting.
    Same,
    /// Against each other, as in the short games: single checkers are hit.
    Opposite,
}

/// A head policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeadName {
    /// Two on 3-3, 4-4 and 6-6, but one on 4-4 after the first player's 5-5.
    Fsnr,
    /// Two on 3-3, 4-4 and 6-6.
    Three,
    /// Two on any double.
    Double,
    /// Two if one head checker cannot play the whole roll alone.
    Blocked,
}

/// A block rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BlockName {
    /// Allowed when an opposing checker has passed the run.
    Passed,
    /// Allowed when an opposing checker is in its home or borne off.
    Home,
}

/// When the block is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckedName {
    /// After every checker move.
    EveryMove,
    /// At the end of the turn.
    TurnEnd,
}

/// How a double is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DoublesName {
    /// Four times.
    Four,
    /// Twice each face from the double's up to 6.
    Cascade,
}

/// How a game is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OpeningName {
    /// A roll-off, then a fresh roll.
    RollOff,
    /// A roll-off whose dice are the first roll.
    RollOffDice,
    /// A roll-off in the first game of a match, then the winner of the game before; always a
    /// fresh roll.
    WinnerStarts,
    /// The arena draws the starter.
    Drawn,
}

/// What each kind of win counts; a kind that is left out does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PointsByKind {
    /// The loser has borne off at least one checker.
    pub oin: u32,
    /// The loser has borne off none. A forfeit counts the same.
    pub mars: u32,
    /// Mars with all the loser's checkers in his home.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home_mars: Option<u32>,
    /// Mars with a checker that has not left the head, or is on the bar or in the winner's
    /// home.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub koks: Option<u32>,
}

impl From<&Ruleset> for RulesetParameters {
    fn from(ruleset: &Ruleset) -> Self {
        Self {
            base: None,
            name: ruleset.name().to_owned(),
            geometry: match ruleset.geometry() {
                Geometry::Long => TravelName::Same,
                Geometry::Short => TravelName::Opposite,
            },
            head: head_rule(ruleset.head()),
            block: match ruleset.block() {
                Block::Free => None,
                Block::Passed => Some(BlockName::Passed),
                Block::Home => Some(BlockName::Home),
            },
            block_checked: match ruleset.block_check() {
                BlockCheck::EveryMove => CheckedName::EveryMove,
                BlockCheck::EndOfTurn => CheckedName::TurnEnd,
            },
            doubles: match ruleset.doubles() {
                Doubles::Four => DoublesName::Four,
                Doubles::Cascade => DoublesName::Cascade,
            },
            opening: match ruleset.opening() {
                Opening::RollOff => OpeningName::RollOff,
                Opening::RollOffDice => OpeningName::RollOffDice,
                Opening::WinnerStarts => OpeningName::WinnerStarts,
                Opening::Drawn => OpeningName::Drawn,
            },
            eastern: ruleset.variant() == Variant::Eastern,
            points: ruleset.points().into(),
            pips: ruleset.pip_count() == PipCount::On,
            start: start_stacks(ruleset),
        }
    }
}

/// The policies with a name, and the built-in ruleset that has each.
const NAMED_HEADS: [(HeadName, &str); 4] = [
    (HeadName::Fsnr, "long"),
    (HeadName::Three, "long-app"),
    (HeadName::Double, "long-club"),
    (HeadName::Blocked, "long-classic"),
];

/// The policy of this name.
fn named_head(name: HeadName) -> HeadPolicy {
    let built_in = NAMED_HEADS.iter().find(|(named, _)| *named == name);
    let ruleset = built_in.and_then(|(_, id)| Ruleset::by_id(id));
    ruleset
        .expect("every named policy is that of a built-in ruleset")
        .head()
}

/// The policy as messages write it: by its name, if it has one.
fn head_rule(policy: HeadPolicy) -> Option<HeadRule> {
    let named = NAMED_HEADS.iter().map(|(name, _)| *name);
    if let Some(name) = { named }.find(|name| named_head(*name) == policy) {
        return Some(HeadRule::Named(name));
    }
    match policy {
        HeadPolicy::Free => None,
        HeadPolicy::Blocked => Some(HeadRule::Named(HeadName::Blocked)),
        HeadPolicy::Listed {
            two_on,
            but_one_after,
        } => Some(HeadRule::Rolls(HeadRolls {
            two_on: RollSet::iter(two_on).map(Roll::faces).collect(),
            but_one_after: but_one_after.map(|(his, own)| [his.faces(), own.faces()]),
        })),
    }
}

fn start_stacks(ruleset: &Ruleset) -> Vec<[u8; 2]> {
    let stacks = ruleset.start().iter();
    stacks.map(|(point, n)| [point.number(), n]).collect()
}

impl From<Points> for PointsByKind {
    fn from(points: Points) -> Self {
        Self {
            oin: points.oin,
            mars: points.mars,
            home_mars: points.home_mars,
            koks: points.koks,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn written(id: &str) -> String {
        let parameters = RulesetParameters::from(&Ruleset::by_id(id).unwrap());
        serde_json::to_string(&parameters).unwrap()
    }

    #[test]
    fn the_federations_long_game_is_written_as_the_rules_page_has_it() {
        assert_eq!(
            written("long"),
            r#"{"name":"Long nardy, Russian federation (FSNR)","geometry":"same","head":"fsnr","block":"passed","block_checked":"every_move","doubles":"four","opening":"roll_off","eastern":false,"points":{"oin":1,"mars":2},"pips":false,"start":[[24,15]]}"#
        );
    }

    #[test]
    fn a_short_game_has_neither_head_nor_block_and_koks_counts_three() {
        let text = written("short");
        for part in [
            r#""geometry":"opposite""#,
            r#""head":null"#,
            r#""block":null"#,
            r#""opening":"roll_off_dice""#,
            r#""points":{"oin":1,"mars":2,"koks":3}"#,
            r#""start":[[24,2],[13,5],[8,3],[6,5]]"#,
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn every_built_in_ruleset_is_the_same_again_after_being_written_and_read() {
        for ruleset in Ruleset::all() {
            let read: RulesetParameters = serde_json::from_str(&written(ruleset.id())).unwrap();
            let again = read.ruleset(ruleset.id()).unwrap();
            assert_eq!(&again, ruleset);
        }
    }

    #[test]
    fn a_head_policy_without_a_name_is_written_by_its_rolls() {
        let two_on = RollSet::of(&[[6, 2], [5, 5]]);
        let exception = (Roll::new(5, 5).unwrap(), Roll::new(6, 2).unwrap());
        let policy = HeadPolicy::Listed {
            two_on,
            but_one_after: Some(exception),
        };
        let ruleset = Ruleset::by_id("long").unwrap().with_head(policy);
        let parameters = RulesetParameters::from(&ruleset);
        let head = serde_json::to_string(&parameters.head).unwrap();
        assert_eq!(
            head,
            r#"{"two_on":[[5,5],[6,2]],"but_one_after":[[5,5],[6,2]]}"#
        );
        assert_eq!(parameters.ruleset("long").unwrap(), ruleset);
    }

    #[test]
    fn a_head_policy_that_is_none_is_answered_by_those_there_are() {
        let error = serde_json::from_str::<HeadRule>(r#""two""#).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("fsnr, three, double, blocked or")
        );
    }
}
