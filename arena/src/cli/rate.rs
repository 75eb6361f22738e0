//! `arena rate`: how strong bots are, from the tables of their games.

use std::path::PathBuf;

use clap::Args;

use super::Failure;
use super::print::{print, print_json};
use crate::rate::{Asked, Forfeits, RateError, Starter, rate};
use crate::report::ratings;

/// Rate bots from the games of one or more leagues
///
/// Reads games.csv files, of any program that writes these columns: pair, first, second, starter,
/// winner, loser, kind, points. Bots of the same name are one bot. Ratings are fitted to all games
/// together with the first-move advantage, so the order of games plays no part; error bars come
/// from pairs. Where results determine no number, as for a bot that never lost, there are words
/// and a bound.
///
/// The README explains each figure and what it must not be used for.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  arena rate results/winter-20260131-184500
  arena rate winter/games.csv spring/games.csv --anchor pips=1500
  arena rate results/winter-20260131-184500 --versus mine blocks --json")]
pub(super) struct Rate {
    /// Tables of games, or results folders
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Count ratings from this bot at this rating [default: the mean is 0]
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor)]
    anchor: Option<(String, f64)>,
    /// Leave out games that were decided by a forfeit
    #[arg(long)]
    without_forfeits: bool,
    /// Take playing the first turn for no advantage
    #[arg(long)]
    ignore_starter: bool,
    /// Compare two bots [default: the bots, where there are two]
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    versus: Option<Vec<String>>,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

/// No rating of anything is as far from zero; a number with more digits is a slip.
const FARTHEST: f64 = 100_000.0;

/// Reads a name and a rating; a name may have equals signs.
fn anchor(text: &str) -> Result<(String, f64), String> {
    let should = "give a bot's name and its rating, like pips=1500, from -100000 to 100000";
    let (name, elo) = text.rsplit_once('=').ok_or(should)?;
    match elo.parse::<f64>() {
        Ok(elo) if elo.abs() <= FARTHEST && !name.is_empty() => Ok((name.to_owned(), elo)),
        _ => Err(should.to_owned()),
    }
}

impl Rate {
    pub(super) fn run(self) -> Result<(), Failure> {
        let json = self.json;
        let rated = rate(&self.asked())?;
        if json {
            print_json(&rated.to_json())
        } else {
            print(&ratings(&rated))
        }
    }

    fn asked(self) -> Asked {
        Asked {
            files: self.files,
            anchor: self.anchor,
            forfeits: if self.without_forfeits {
                Forfeits::LeaveOut
            } else {
                Forfeits::Count
            },
            starter: if self.ignore_starter {
                Starter::Ignored
            } else {
                Starter::Fitted
            },
            versus: self.versus.and_then(|names| names.try_into().ok()),
        }
    }
}

impl From<RateError> for Failure {
    fn from(error: RateError) -> Failure {
        let message = error.to_string();
        if error.is_environment() {
            Failure::environment(message)
        } else {
            Failure::usage(message)
        }
    }
}
