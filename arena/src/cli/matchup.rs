//! `arena match`: two bots named on the command line.

use std::num::NonZeroU32;

use clap::Args;

use super::Failure;
use super::run::{Begin, RunArguments, known, play, ruleset_ids};
use crate::plan::{MatchSpec, match_config};

/// Play two bots against each other
///
/// A bot is a command line, or builtin:random, builtin:pips or builtin:blocks. Command lines are
/// split at spaces, with quotes, and run without a shell.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  arena match builtin:blocks builtin:pips
  arena match \"python3 bots/python/greedy.py\" builtin:blocks --pairs 100 --seed 7")]
pub(super) struct Match {
    /// One bot: a command line or builtin:NAME
    a: String,
    /// The other bot
    b: String,
    /// Pairs of games to play; a pair is two games on the same rolls [default: 50]
    #[arg(long, value_name = "N")]
    pairs: Option<NonZeroU32>,
    /// The ruleset's id, or the path of a ruleset file; see `arena rules` [default: long]
    #[arg(long, value_name = "ID|FILE")]
    rules: Option<String>,
    #[command(flatten)]
    run: RunArguments,
}

impl Match {
    pub(super) fn run(self) -> Result<(), Failure> {
        let Match {
            a,
            b,
            pairs,
            rules,
            run,
        } = self;
        let config = move || {
            let rulesets = ruleset_ids();
            let spec = MatchSpec {
                commands: [&a, &b],
                pairs,
                rules: rules.as_deref(),
                time: None,
            };
            match_config(&spec, &known(&rulesets))
                .map_err(|error| Failure::usage(error.to_string()))
        };
        play(config, run, Begin::Match)
    }
}
