//! A ruleset's parameters as messages and results write them.
//!
//! A bot that does not know a ruleset's id can still play it by its parameters. The names are
//! those of the specification's rules page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use nardy_rules::{
    Block, BlockCheck, Doubles, Geometry, HeadPolicy, Opening, PipCount, Points, Ruleset, Variant,
};

/// The parameters in which the games differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RulesetParameters {
    /// What people call the game.
    pub name: String,
    /// How the two sides travel (R2).
    pub geometry: TravelName,
    /// When two checkers may leave the head on the first turn (R10); null where there is no
    /// head rule.
    pub head: Option<HeadName>,
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

/// A head policy that has no name in the protocol.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the head policy of ruleset `{ruleset}` has no name in the protocol")]
pub struct UnnamedHeadPolicy {
    ruleset: String,
}

impl TryFrom<&Ruleset> for RulesetParameters {
    type Error = UnnamedHeadPolicy;

    fn try_from(ruleset: &Ruleset) -> Result<Self, UnnamedHeadPolicy> {
        let head = head_name(ruleset.head()).ok_or_else(|| UnnamedHeadPolicy {
            ruleset: ruleset.id().to_owned(),
        })?;
        Ok(Self {
            name: ruleset.name().to_owned(),
            geometry: match ruleset.geometry() {
                Geometry::Long => TravelName::Same,
                Geometry::Short => TravelName::Opposite,
            },
            head,
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
                Opening::Drawn => OpeningName::Drawn,
            },
            eastern: ruleset.variant() == Variant::Eastern,
            points: ruleset.points().into(),
            pips: ruleset.pip_count() == PipCount::On,
        })
    }
}

/// The policy's name; `Some(None)` is the name of having no head rule.
fn head_name(policy: HeadPolicy) -> Option<Option<HeadName>> {
    if policy == HeadPolicy::Free {
        return Some(None);
    }
    // The built-in ruleset that the policy is named after, or that has it first.
    const NAMED: [(HeadName, &str); 4] = [
        (HeadName::Fsnr, "long"),
        (HeadName::Three, "long-app"),
        (HeadName::Double, "long-club"),
        (HeadName::Blocked, "long-classic"),
    ];
    let has = |id| Ruleset::by_id(id).is_some_and(|ruleset| ruleset.head() == policy);
    NAMED
        .iter()
        .find(|(_, id)| has(id))
        .map(|(name, _)| Some(*name))
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
        let parameters = RulesetParameters::try_from(&Ruleset::by_id(id).unwrap()).unwrap();
        serde_json::to_string(&parameters).unwrap()
    }

    #[test]
    fn the_federations_long_game_is_written_as_the_rules_page_has_it() {
        assert_eq!(
            written("long"),
            r#"{"name":"Long nardy, Russian federation (FSNR)","geometry":"same","head":"fsnr","block":"passed","block_checked":"every_move","doubles":"four","opening":"roll_off","eastern":false,"points":{"oin":1,"mars":2},"pips":false}"#
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
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn every_built_in_ruleset_can_be_written() {
        let written = Ruleset::all()
            .iter()
            .filter(|ruleset| RulesetParameters::try_from(*ruleset).is_ok());
        assert_eq!(written.count(), 7);
    }
}
