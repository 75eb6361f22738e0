//! `arena replay`: one recorded game, step by step.

mod keys;
mod rerun;

use std::io::{IsTerminal, stdin, stdout};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::print::{print, print_json};
use super::run::Containing;
use super::{Failure, exit};
use crate::replay::{Games, Replay, ReplayError, as_json, as_mat};
use crate::report::{View, counted, games, heading, repetition, step, steps};

/// Columns of text where there is no terminal.
const WIDTH: usize = 100;

/// Step through a game of a results folder
///
/// On a terminal the game is stepped through by keys; elsewhere, or with --plain, all of it is
/// written. X has seat 0 and O seat 1. Beside each turn stands what the bot said in `info`, at the
/// end the result and, after a forfeit, what was wrong, the rule, the line and a turn that would
/// have been legal. Without GAME the games are listed.
///
/// --export mat writes the text that backgammon programs exchange (Jellyfish, gnubg), with points
/// in the numbering of who plays, 25 for the bar and 0 for off. --export json writes one object
/// with the position before and after each turn, seen by who plays it.
///
/// --rerun plays the game again by the bots of the league's plan on the same dice, writes nothing
/// to the folder, and says whether the bots repeat themselves or in which turn they do not. The
/// seed must be there, and variables of the bots' environment must be in the arena's.
///
/// Exit codes: 0 done, 1 --rerun went otherwise, 2 no such game, 3 the machine failed.
#[derive(Debug, Args)]
#[command(
    after_help = "Keys: right and left one turn, page down and up ten, home and end, \
down and up to scroll, v for another view, q to leave.

Examples:
  arena replay results/winter-20260131-184500
  arena replay results/winter-20260131-184500 17a
  arena replay results/winter-20260131-184500 17a --export mat > 17a.mat
  arena replay results/winter-20260131-184500 17a --rerun"
)]
pub(super) struct ReplayCommand {
    /// Results folder of a league or a match
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The game's id, like 17a [default: the games are listed]
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// Write the whole game as text, also on a terminal
    #[arg(long)]
    plain: bool,
    /// From where the board is seen
    #[arg(long, value_name = "VIEW", value_enum, default_value_t)]
    view: Seen,
    /// Write the game in another format
    #[arg(long, value_name = "FORMAT", value_enum, requires = "game", conflicts_with_all = ["plain", "view"])]
    export: Option<Export>,
    /// Play the game again and say whether the bots repeat themselves
    #[arg(long, requires = "game", conflicts_with_all = ["plain", "view", "export"])]
    rerun: bool,
    /// With --rerun: where the league's relative paths start, which is the league file's folder
    #[arg(long, value_name = "DIR", default_value = ".", requires = "rerun")]
    base: PathBuf,
    /// With --rerun: whether bots are contained, as in a league
    #[arg(
        long,
        value_name = "MODE",
        value_enum,
        default_value_t,
        requires = "rerun"
    )]
    sandbox: Containing,
}

/// From where the board is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Seen {
    /// By who plays the turn.
    #[default]
    Mover,
    /// By X.
    First,
    /// By O.
    Second,
    /// By both, side by side.
    Both,
}

/// A format for other programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Export {
    /// Match text of backgammon programs.
    Mat,
    /// One JSON object.
    Json,
}

impl From<Seen> for View {
    fn from(seen: Seen) -> View {
        match seen {
            Seen::Mover => View::Mover,
            Seen::First => View::First,
            Seen::Second => View::Second,
            Seen::Both => View::Both,
        }
    }
}

impl ReplayCommand {
    pub(super) fn run(self) -> Result<(), Failure> {
        let all = Games::open(&self.folder)?;
        let Some(game) = &self.game else {
            return list(&all);
        };
        let replay = all.replay(game)?;
        match self.export {
            Some(Export::Mat) => return print(&as_mat(&replay)),
            Some(Export::Json) => return print_json(&as_json(&replay)),
            None => {}
        }
        if self.rerun {
            return self.rerun(&all, &replay);
        }
        let view = View::from(self.view);
        let by_keys = stdout().is_terminal() && stdin().is_terminal() && !is_dumb();
        if by_keys && !self.plain {
            keys::step_through(&replay, view)
        } else {
            print(&whole(&replay, view))
        }
    }
}

impl ReplayCommand {
    fn rerun(&self, all: &Games, replay: &Replay) -> Result<(), Failure> {
        let start = rerun::Start {
            base: self.base.clone(),
            containing: self.sandbox,
        };
        let again = rerun::play_again(all, replay, &start)?;
        let (same, text) = repetition(replay, &again);
        print(&text)?;
        match same {
            true => Ok(()),
            false => Err(Failure {
                code: exit::FOUND,
                message: String::new(),
            }),
        }
    }
}

/// Whether the terminal says of itself that it can do nothing but text.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

fn list(all: &Games) -> Result<(), Failure> {
    let records: Vec<_> = all.records().collect::<Result<_, _>>()?;
    print(&games(&records))?;
    match all.damaged() {
        0 => Ok(()),
        lines => print(&format!(
            "{} of the journal cannot be read; `arena verify` tells more\n",
            counted(lines, "line")
        )),
    }
}

/// All steps of a game.
fn whole(replay: &Replay, view: View) -> String {
    let mut text = heading(replay);
    for number in 0..steps(replay) {
        text.push_str("\n\n");
        text.push_str(&step(replay, number, view, WIDTH));
    }
    text.push('\n');
    text
}

impl From<ReplayError> for Failure {
    fn from(error: ReplayError) -> Failure {
        let message = error.to_string();
        if error.is_environment() {
            Failure::environment(message)
        } else {
            Failure::usage(message)
        }
    }
}
