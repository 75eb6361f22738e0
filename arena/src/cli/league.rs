//! `arena league`: a league from a file, or the demonstration league.

use std::path::{Path, PathBuf};

use clap::Args;

use super::run::{Begin, Question, RunArguments, color, known, play, ruleset_ids};
use super::{Failure, demo, exit};
use crate::config::LeagueConfig;
use crate::live::Address;

/// Play a league from a file; without one, a demonstration league of the bundled bots
///
/// Every pairing plays pairs of games on the same rolls with seats exchanged. All dice follow
/// from one seed, so a league can be played again exactly. The results folder holds the journal
/// of all games and CSV tables; nothing is ever overwritten.
#[derive(Debug, Args)]
#[command(after_help = "A league file:\n
  name = \"winter\"
  rules = \"long\"                  # the ruleset's id, or the path of a file; see `arena rules`
  kind = \"round-robin\"            # or \"gauntlet\": the first bot against every other; or
                                  # \"swiss\", which takes a line like: rounds = 7
  pairs = 50                      # per pairing; a pair is two games on the same rolls
  seed = \"2026\"                   # any text; left out: drawn from the system
  concurrency = 4                 # games at once; left out: from the machine
  pin = true                      # keep a worker's bots on the worker's core
  [time]
  start = \"10s\"
  turn = \"1s\"
  bank = \"30s\"
  [[bot]]
  name = \"greedy\"
  command = [\"python3\", \"bots/python/greedy.py\"]
  dir = \".\"                       # where it starts; relative to the league file
  env = { }
  options = { depth = 1 }         # told to the bot in its hello
  read = []                       # what a contained bot may read besides its own files
  limits = { memory = \"2GiB\" }    # also processes, descriptors, disk, cpu
  [[bot]]
  name = \"pips\"
  command = [\"builtin:pips\"]      # or builtin:random, builtin:blocks")]
pub(super) struct League {
    /// League file (TOML); see below
    file: Option<PathBuf>,
    #[command(flatten)]
    run: RunArguments,
    /// Go on with an interrupted league: the newest of this name, or the one in --out
    #[arg(long)]
    resume: bool,
}

impl League {
    pub(super) fn run(self) -> Result<(), Failure> {
        let begin = if self.resume {
            Begin::Resume
        } else {
            Begin::Anew
        };
        let file = self.file;
        // The file's name and an address that was written with a blank look alike.
        if self.run.is_live()
            && let Some(name) = file.as_deref().and_then(Path::to_str)
            && name.parse::<Address>().is_ok()
            && !Path::new(name).exists()
        {
            return Err(Failure::usage(format!(
                "there is no league file {name}; if that is where the live page should be, write \
                 --live={name}"
            )));
        }
        let config = move || config(file.as_deref());
        play(config, self.run, begin, Question::None)
    }
}

/// The league of a file, or the demonstration league.
fn config(file: Option<&Path>) -> Result<LeagueConfig, Failure> {
    let rulesets = ruleset_ids();
    let known = known(&rulesets);
    let config = match file {
        Some(file) => LeagueConfig::load(file, &known),
        None => demo::config(&known),
    };
    config.map_err(|error| Failure::rendered(exit::USAGE, error.render(color())))
}
