//! A plan at rest: what `league.json` says about a league, and whether a resume still plays it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use nardy_protocol::plain;
use nardy_protocol::ruleset::RulesetParameters;
use nardy_protocol::text::hex;
use nardy_rules::Ruleset;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::files::{self, FileMark};
use super::seed::Seed;
use super::sprt::SprtPlan;
use super::{PlannedBot, Program};
use crate::config::{Kind, LeagueConfig, Limits, Name, TimeControl};

/// SHA-256 over all that defines a league's games.
///
/// Two leagues with equal hashes play the same games if their bots do: the same ruleset and
/// parameters, kind with its rounds, pairs, sequential test, seed, time control, and bots with the same names, commands, folders,
/// environments, options, readable files and limits. Games at once, processor cores, the results folder and the
/// league's name change nothing and do not count.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlanHash(String);

impl fmt::Display for PlanHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A plan as it is written to `league.json`.
///
/// Secrets are replaced by their SHA-256: the seed, from which all rolls follow, and the values
/// of environment variables, where people keep keys to services.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FrozenPlan {
    pub(super) plan_hash: PlanHash,
    /// The arena's version.
    pub(super) arena: String,
    pub(super) name: Name,
    pub(super) ruleset: FrozenRuleset,
    #[serde(flatten)]
    pub(super) kind: Kind,
    pub(super) pairs: u32,
    /// The sequential test that may end it before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) sprt: Option<SprtPlan>,
    pub(super) time: TimeControl,
    pub(super) seed_sha256: String,
    pub(super) bots: Vec<FrozenBot>,
}

/// A ruleset with all its parameters, so that a later arena knows what was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct FrozenRuleset {
    pub(super) id: String,
    pub(super) parameters: Value,
    /// The ruleset file's text, for people; the parameters say the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
}

/// A bot of a frozen plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct FrozenBot {
    pub(super) name: Name,
    pub(super) command: Vec<String>,
    pub(super) dir: String,
    pub(super) env_sha256: BTreeMap<String, String>,
    #[serde(deserialize_with = "plain::object")]
    pub(super) options: Map<String, Value>,
    /// What it may read besides its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) read: Vec<String>,
    /// Its limits, if they are not the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) limits: Option<Limits>,
    /// The files that the command names, to notice a changed bot.
    pub(super) files: Vec<FileMark>,
}

impl FrozenPlan {
    /// The hash as it was computed when the league began.
    pub fn hash(&self) -> &PlanHash {
        &self.plan_hash
    }

    /// The league's name.
    pub fn name(&self) -> &Name {
        &self.name
    }

    /// The names of the bots, in the order of the league file.
    pub fn bots(&self) -> impl Iterator<Item = &Name> {
        self.bots.iter().map(|bot| &bot.name)
    }

    /// The ruleset's id.
    pub fn ruleset(&self) -> &str {
        &self.ruleset.id
    }

    /// The ruleset that was played, from the parameters that were kept.
    ///
    /// # Errors
    /// What this arena does not understand of them.
    pub fn rules(&self) -> Result<Ruleset, String> {
        let parameters = RulesetParameters::deserialize(&self.ruleset.parameters);
        let parameters = parameters.map_err(|error| error.to_string())?;
        let ruleset = parameters.ruleset(&self.ruleset.id);
        ruleset.map_err(|error| error.to_string())
    }

    /// The ruleset's parameters as bots are told them.
    pub fn parameters(&self) -> &Value {
        &self.ruleset.parameters
    }

    /// The version of the arena that made the plan.
    pub fn arena(&self) -> &str {
        &self.arena
    }

    /// Who meets whom.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Pairs of games for each pairing.
    pub fn pairs(&self) -> u32 {
        self.pairs
    }

    /// The sequential test that may end it before all pairs are played.
    pub fn sprt(&self) -> Option<SprtPlan> {
        self.sprt
    }

    /// Whether the league's dice are made from this seed.
    pub fn is_from(&self, seed: &Seed) -> bool {
        self.seed_sha256 == seed.sha256()
    }

    /// The time control.
    pub fn time(&self) -> TimeControl {
        self.time
    }

    /// Whether the hash fits the rest. If not, somebody edited the file.
    pub fn is_intact(&self) -> bool {
        self.plan_hash == self.computed_hash()
    }

    /// What `now` (called `label` in the sentences, for example the league file's name) would
    /// play otherwise than the league that this plan began; empty if it is the same league.
    pub fn differences(&self, now: &FrozenPlan, label: &str) -> Vec<String> {
        super::differences::between(self, now, label)
    }

    /// Computes the hash from the rest.
    ///
    /// The hashed bytes are a line naming this format and one line of JSON with sorted keys and
    /// without spaces. They must never change: old results folders are compared by them.
    pub(super) fn computed_hash(&self) -> PlanHash {
        let bots = self.bots.iter().map(|bot| {
            let mut hashed = json!({
                "name": bot.name,
                "command": bot.command,
                "dir": bot.dir,
                "env_sha256": bot.env_sha256,
                "options": bot.options,
            });
            // Only where they say something: older plans have no such keys.
            if !bot.read.is_empty() {
                hashed["read"] = json!(bot.read);
            }
            if let Some(limits) = &bot.limits {
                hashed["limits"] = json!(limits);
            }
            hashed
        });
        let mut games = json!({
            "ruleset": {"id": self.ruleset.id, "parameters": self.ruleset.parameters},
            "kind": self.kind.as_str(),
            "pairs": self.pairs,
            "time": self.time,
            "seed_sha256": self.seed_sha256,
            "bots": bots.collect::<Vec<_>>(),
        });
        if let Some(sprt) = &self.sprt {
            games["sprt"] = json!(sprt);
        }
        if let Some(rounds) = self.kind.rounds() {
            games["rounds"] = json!(rounds);
        }
        let mut bytes = "nardy plan v1\n".to_owned();
        push_canonical(&games, &mut bytes);
        PlanHash(hex(&Sha256::digest(bytes)))
    }
}

/// The plan of this league as it is kept.
pub(super) fn freeze(
    config: &LeagueConfig,
    (seed, sprt): (&Seed, Option<SprtPlan>),
    bots: &[PlannedBot],
    ruleset_parameters: &Value,
) -> FrozenPlan {
    let settings = config.settings();
    let mut frozen = FrozenPlan {
        plan_hash: PlanHash::default(),
        arena: env!("CARGO_PKG_VERSION").to_owned(),
        name: settings.name.clone(),
        ruleset: FrozenRuleset {
            id: settings.rules.id().to_owned(),
            parameters: ruleset_parameters.clone(),
            file: settings.rules.file().map(ToOwned::to_owned),
        },
        kind: settings.kind,
        pairs: settings.pairs.get(),
        sprt,
        time: settings.time,
        seed_sha256: seed.sha256(),
        bots: bots.iter().map(freeze_bot).collect(),
    };
    frozen.plan_hash = frozen.computed_hash();
    frozen
}

fn freeze_bot(bot: &PlannedBot) -> FrozenBot {
    let hashed = |(name, value): (&String, &String)| (name.clone(), hex(&Sha256::digest(value)));
    FrozenBot {
        name: bot.config.name.clone(),
        command: bot.config.command.clone(),
        dir: bot.config.dir.clone(),
        env_sha256: bot.config.env.iter().map(hashed).collect(),
        options: bot.config.options.clone(),
        read: bot.config.read.clone(),
        limits: (bot.config.limits != Limits::default()).then_some(bot.config.limits),
        files: match bot.program {
            Program::Builtin(_) => Vec::new(),
            Program::External(_) => files::marks(&bot.config.command, &bot.dir),
        },
    }
}

/// Writes JSON with sorted keys, whatever order the map type keeps.
fn push_canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(map) => {
            let keys: BTreeSet<&String> = map.keys().collect();
            push_list(text, ['{', '}'], keys, |key, text| {
                text.push_str(&Value::from(key.as_str()).to_string());
                text.push(':');
                push_canonical(&map[key], text);
            });
        }
        Value::Array(list) => push_list(text, ['[', ']'], list, push_canonical),
        scalar => text.push_str(&scalar.to_string()),
    }
}

fn push_list<T>(
    text: &mut String,
    [open, close]: [char; 2],
    entries: impl IntoIterator<Item = T>,
    push: impl Fn(T, &mut String),
) {
    text.push(open);
    for (index, entry) in entries.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        push(entry, text);
    }
    text.push(close);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_json_has_sorted_keys_and_no_spaces() {
        let value = json!({"b": [1, {"d": null, "c": "\"\n"}], "a": 0.5, "": {}, "é": []});
        let mut text = String::new();
        push_canonical(&value, &mut text);
        assert_eq!(
            text,
            r#"{"":{},"a":0.5,"b":[1,{"c":"\"\n","d":null}],"é":[]}"#
        );
    }
}
