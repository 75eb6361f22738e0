//! `arena match`: two bots named on the command line.

use std::num::NonZeroU32;

use clap::Args;
use nardy_protocol::text::visible;

use super::run::{Begin, Question, RunArguments, known, play, ruleset_ids};
use super::{Failure, a_count};
use crate::config::LeagueConfig;
use crate::plan::{MatchSpec, SprtPlan, SprtPlanError, match_config};

/// Pairs that a sequential test may take, if not told otherwise.
const SPRT_PAIRS: NonZeroU32 = NonZeroU32::new(10_000).unwrap();

/// Pairs of a self-test, if not told otherwise.
const SELF_TEST_PAIRS: NonZeroU32 = NonZeroU32::new(10).unwrap();

/// Play two bots against each other
///
/// A bot is a command line, or builtin:random, builtin:pips or builtin:blocks. Command lines are
/// split at spaces, with quotes, and run without a shell.
///
/// With --sprt the match stops as soon as a sequential test (GSPRT) has decided between two
/// strengths of A against B: H0, the lower one, and H1. They are in Elo (elo0, elo1), normalised
/// Elo (nelo0, nelo1) or points per game (points0, points1). alpha is how often H1 may be accepted
/// though H0 holds, beta the reverse; each is 0.05 if left out. Pairs are evaluated in their order,
/// so the verdict does not depend on how many games are played at once.
///
/// With --self-test the bot plays a copy of itself. Both games of a pair have the same rolls, so a
/// deterministic bot plays the same game twice and wins one of each pair. Exit code 1 if not.
#[derive(Debug, Args)]
#[command(
    override_usage = "arena match [OPTIONS] <A> <B> [--sprt <KEY=NUMBER>...]\n       \
                      arena match [OPTIONS] --self-test <A>",
    after_help = "Examples:
  arena match builtin:blocks builtin:pips
  arena match \"python3 bots/python/greedy.py\" builtin:blocks --pairs 100 --seed 7
  arena match \"python3 new.py\" \"python3 old.py\" --sprt elo0=0 elo1=20
  arena match --self-test \"python3 bots/python/greedy.py\""
)]
pub(super) struct Match {
    /// One bot: a command line or builtin:NAME
    a: String,
    /// The other bot
    #[arg(required_unless_present = "self_test", conflicts_with = "self_test")]
    b: Option<String>,
    /// Pairs of games to play, with --sprt the most; a pair is two games on the same rolls
    /// [default: 50, with --sprt 10000, with --self-test 10]
    #[arg(long, value_name = "N", value_parser = a_count::<NonZeroU32>)]
    pairs: Option<NonZeroU32>,
    /// The ruleset's id, or the path of a ruleset file; see `arena rules` [default: long]
    #[arg(long, value_name = "ID|FILE")]
    rules: Option<String>,
    /// Stop when it is decided whether A is stronger than B, as in --sprt elo0=0 elo1=20
    /// alpha=0.05 beta=0.05
    #[arg(long, value_name = "KEY=NUMBER", num_args = 1.., value_parser = word)]
    #[arg(conflicts_with = "self_test")]
    sprt: Option<Vec<String>>,
    /// Play the bot against a copy of itself and tell whether both play alike
    #[arg(long)]
    self_test: bool,
    #[command(flatten)]
    run: RunArguments,
    /// Go on with an interrupted match of the same bots and options: the newest, or the one in
    /// --out
    #[arg(long)]
    resume: bool,
}

/// A word of `--sprt`, which would swallow bots that come behind it.
fn word(text: &str) -> Result<String, String> {
    match text.contains('=') {
        true => Ok(text.to_owned()),
        false => Err(SprtPlanError::Form(visible(text, 80)).to_string()),
    }
}

impl Match {
    pub(super) fn run(self) -> Result<(), Failure> {
        let question = self.question()?;
        let begin = if self.resume {
            Begin::Resume
        } else {
            Begin::Anew
        };
        let run = self.run.clone();
        play(move || self.config(question), run, begin, question)
    }

    fn config(&self, question: Question) -> Result<LeagueConfig, Failure> {
        let usual = match question {
            Question::None => None,
            Question::Sprt(_) => Some(SPRT_PAIRS),
            Question::SelfTest => Some(SELF_TEST_PAIRS),
        };
        let rulesets = ruleset_ids();
        let spec = MatchSpec {
            commands: [&self.a, self.b.as_ref().unwrap_or(&self.a)],
            pairs: self.pairs.or(usual),
            rules: self.rules.as_deref(),
            time: None,
        };
        match_config(&spec, &known(&rulesets)).map_err(|error| Failure::usage(error.to_string()))
    }

    fn question(&self) -> Result<Question, Failure> {
        match &self.sprt {
            Some(words) => SprtPlan::parse(words)
                .map(Question::Sprt)
                .map_err(|error| Failure::usage(error.to_string())),
            None if self.self_test => Ok(Question::SelfTest),
            None => Ok(Question::None),
        }
    }
}
