//! The commands: what is asked for becomes a plan, a run and an exit code.

mod builtin;
mod check;
mod demo;
mod dice;
mod finish;
mod keep;
mod league;
mod legal;
mod matchup;
mod new;
mod perft;
mod play;
mod print;
mod rate;
mod replay;
mod report;
mod rules;
mod run;
mod shell;
mod verify;

use std::ffi::OsString;
use std::io::{self, Write, stderr};
use std::process::ExitCode;
use std::str::FromStr;

use clap::{Parser, Subcommand};
use nardy_protocol::text::is_unsafe;

use crate::league::LeagueError;
use print::harmless;

/// Exit codes, documented in the README.
mod exit {
    pub(super) const FOUND: u8 = 1;
    pub(super) const USAGE: u8 = 2;
    pub(super) const ENVIRONMENT: u8 = 3;
    pub(super) const STOPPED: u8 = 130;
}

/// A count of something, none of which is not enough.
fn a_count<N: FromStr>(text: &str) -> Result<N, String> {
    let wanted = |_| "give a whole number from 1 on".to_owned();
    text.parse().map_err(wanted)
}

/// Referee and league harness for bots that play nardy.
///
/// A bot is any program that reads JSON lines from stdin and writes JSON lines to stdout. The
/// arena starts the bots, rolls the dice, enforces every rule and writes the results as CSV.
#[derive(Debug, Parser)]
#[command(name = "arena", version, propagate_version = true)]
#[command(
    after_help = "Exit codes: 0 done, 1 something is wrong that was looked for (verify, check, match --self-test, \
replay --rerun), 2 usage or configuration, 3 the machine failed (disk, limits), 130 stopped.\n\nLogs go to stderr; ARENA_LOG \
sets what is logged, for example ARENA_LOG=off."
)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    League(league::League),
    Match(matchup::Match),
    Play(play::Play),
    Legal(legal::Legal),
    Perft(perft::Perft),
    Rules(rules::Rules),
    Replay(replay::ReplayCommand),
    Verify(verify::Verify),
    Check(check::Check),
    New(new::New),
    Rate(rate::Rate),
    Dice(dice::Audit),
    Report(report::Report),
    Completions(shell::Completions),
    Man(shell::Manual),
    #[command(hide = true)]
    Builtin(builtin::Builtin),
    #[command(hide = true)]
    Keep(keep::Keep),
}

/// Why a command came to nothing.
#[derive(Debug)]
pub struct Failure {
    code: u8,
    message: String,
}

impl Failure {
    fn usage(message: impl AsRef<str>) -> Failure {
        Failure::rendered(exit::USAGE, harmless(message.as_ref()))
    }

    fn environment(message: impl AsRef<str>) -> Failure {
        Failure::rendered(exit::ENVIRONMENT, harmless(message.as_ref()))
    }

    /// That the machine has no thread, runtime or the like to give.
    fn refused(what: &'static str) -> impl FnOnce(io::Error) -> Failure {
        move |error| LeagueError::Machine { what, error }.into()
    }

    /// With a message that is known to be harmless: it may have colours.
    fn rendered(code: u8, message: String) -> Failure {
        Failure { code, message }
    }

    /// What to tell the user; empty if all is said.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The exit code.
    #[must_use]
    pub fn code(&self) -> ExitCode {
        ExitCode::from(self.code)
    }
}

/// What this program was called with.
///
/// # Errors
///
/// The exit code, if that is no command or asks for help; all is told then.
pub fn arguments() -> Result<Arguments, ExitCode> {
    Arguments::try_parse().map_err(|error| {
        let words: Vec<_> = std::env::args_os().collect();
        let acts = |word: &OsString| word.to_string_lossy().contains(is_unsafe);
        // If nobody reads it, the exit code has to do.
        let _ = match words.iter().any(acts) {
            // The message repeats words, so that it is escaped and has no colours.
            true => write!(stderr(), "{}", harmless(&error.render().to_string())),
            false => error.print(),
        };
        ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(exit::USAGE))
    })
}

/// Runs the command that was asked for.
///
/// # Errors
///
/// What kept it from its end; the message is for the user.
pub fn run(arguments: Arguments) -> Result<(), Failure> {
    match arguments.command {
        Command::League(league) => league.run(),
        Command::Match(matchup) => matchup.run(),
        Command::Play(play) => play.run(),
        Command::Legal(legal) => legal.run(),
        Command::Perft(perft) => perft.run(),
        Command::Rules(rules) => rules.run(),
        Command::Replay(replay) => replay.run(),
        Command::Verify(verify) => verify.run(),
        Command::Check(check) => check.run(),
        Command::New(new) => new.run(),
        Command::Rate(rate) => rate.run(),
        Command::Dice(dice) => dice.run(),
        Command::Report(report) => report.run(),
        Command::Completions(shell) => shell.run(),
        Command::Man(page) => page.run(),
        Command::Builtin(builtin) => builtin.run(),
        Command::Keep(keep) => keep.run(),
    }
}
