//! From a plan at rest back to settings that can be played: for one of its games to be played
//! again.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::PathBuf;

use nardy_protocol::ruleset::RulesetParameters;
use nardy_protocol::text::hex;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::frozen::{FrozenBot, FrozenPlan};
use super::matchup::PERSON;
use crate::config::{
    BUILTIN, BotConfig, Known, Launch, LeagueConfig, Pinning, Place, RulesChoice, Settings, quoted,
};

/// Why a kept plan cannot be played again.
#[derive(Debug, Error)]
pub enum AgainError {
    /// This arena does not understand the ruleset's parameters.
    #[error("the ruleset cannot be made from its parameters: {0}")]
    Rules(String),
    /// No pairs.
    #[error("league.json has no pairs of games")]
    NoPairs,
    /// Somebody who is no program.
    #[error("{0} is a person; only bots can be made to play a game again")]
    Person(String),
    /// A command that this arena cannot run.
    #[error("the command of bot {bot} cannot be run: {reason}")]
    Command {
        /// The bot, escaped.
        bot: String,
        /// Why not.
        reason: String,
    },
    /// The value of an environment variable is not known: only its SHA-256 is kept.
    #[error(
        "bot {bot} had the environment variable {name}, whose value is not kept; start the arena \
         with {name} set to it"
    )]
    Variable {
        /// The bot, escaped.
        bot: String,
        /// The variable, escaped.
        name: String,
    },
}

/// How bots are started again.
pub struct Revival<'a> {
    /// What commands may refer to by name.
    pub known: Known<'a>,
    /// The folder that relative paths start from.
    pub base: PathBuf,
    /// The bots that are to play. The others need no environment.
    pub players: &'a [String],
    /// Looks up a variable of the arena's own environment.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
}

impl FrozenPlan {
    /// The same league without a sequential test: each of its games may be played.
    #[must_use]
    pub fn untested(&self) -> FrozenPlan {
        let mut plan = self.clone();
        plan.sprt = None;
        plan.plan_hash = plan.computed_hash();
        plan
    }

    /// The settings that the plan was made from.
    ///
    /// # Errors
    ///
    /// What is no longer known, or not understood by this arena.
    pub fn revive(&self, revival: &Revival<'_>) -> Result<LeagueConfig, AgainError> {
        let ruleset = self.rules().map_err(AgainError::Rules)?;
        let parameters = RulesetParameters::deserialize(&self.ruleset.parameters);
        let parameters = parameters.map_err(|error| AgainError::Rules(error.to_string()))?;
        let bots = self.bots.iter().map(|bot| revived(bot, revival));
        let settings = Settings {
            name: self.name.clone(),
            rules: RulesChoice::kept(ruleset, parameters, self.ruleset.file.clone()),
            kind: self.kind,
            pairs: NonZeroU32::new(self.pairs).ok_or(AgainError::NoPairs)?,
            seed: None,
            concurrency: None,
            pinning: Pinning::default(),
            time: self.time,
            bots: bots.collect::<Result<_, _>>()?,
        };
        Ok(LeagueConfig::without_file(settings, revival.base.clone()))
    }
}

fn revived(bot: &FrozenBot, revival: &Revival<'_>) -> Result<BotConfig, AgainError> {
    if bot.command == [format!("{BUILTIN}{PERSON}")] {
        return Err(AgainError::Person(quoted(bot.name.as_str())));
    }
    let launch = Launch::of(&bot.command, revival.known.builtins);
    let launch = launch.map_err(|error| AgainError::Command {
        bot: quoted(bot.name.as_str()),
        reason: error.to_string(),
    })?;
    let plays = revival.players.iter().any(|name| name == bot.name.as_str());
    let env = match plays {
        true => environment(bot, revival)?,
        false => BTreeMap::new(),
    };
    Ok(BotConfig {
        name: bot.name.clone(),
        command: bot.command.clone(),
        launch,
        dir: bot.dir.clone(),
        env,
        options: bot.options.clone(),
        read: bot.read.clone(),
        limits: bot.limits.unwrap_or_default(),
        place: Place::default(),
    })
}

/// The bot's variables, with values whose SHA-256 is the one that was kept.
fn environment(
    bot: &FrozenBot,
    revival: &Revival<'_>,
) -> Result<BTreeMap<String, String>, AgainError> {
    let found = bot.env_sha256.iter().map(|(name, sha256)| {
        let value = (revival.variable)(name);
        let value = value.filter(|value| hex(&Sha256::digest(value)) == *sha256);
        let value = value.ok_or_else(|| AgainError::Variable {
            bot: quoted(bot.name.as_str()),
            name: quoted(name),
        })?;
        Ok((name.clone(), value))
    });
    found.collect()
}
