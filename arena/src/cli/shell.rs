//! `arena completions` and `arena man`: what a shell and `man` want to know of this command,
//! made from the same definitions that parse the command line.

use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use super::print::print;
use super::{Arguments, Failure};
use crate::config::{did_you_mean, quoted};

/// Print a shell's completions of this command
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  arena completions bash > ~/.local/share/bash-completion/completions/arena
  arena completions zsh > ~/.zfunc/_arena          with ~/.zfunc in $fpath
  arena completions fish > ~/.config/fish/completions/arena.fish")]
pub(super) struct Completions {
    /// The shell that completes
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut shown(), "arena", &mut script);
        print(&String::from_utf8_lossy(&script))
    }
}

/// Print a manual page
///
/// One of the whole command, or one of a command of it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  arena man | man -l -
  arena man league > ~/.local/share/man/man1/arena-league.1")]
pub(super) struct Manual {
    /// The command that the page is about; without it, the whole
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

impl Manual {
    pub(super) fn run(self) -> Result<(), Failure> {
        let whole = shown();
        let about = match self.command {
            None => whole,
            Some(name) => page_of(whole, &name)?,
        };
        let mut page = Vec::new();
        Man::new(about)
            .render(&mut page)
            .map_err(|error| Failure::environment(format!("cannot make the page: {error}")))?;
        print(&String::from_utf8_lossy(&page))
    }
}

/// The command that has this name, called by its whole name.
fn page_of(mut whole: Command, name: &str) -> Result<Command, Failure> {
    whole.build();
    let Some(found) = whole.find_subcommand(name) else {
        let names: Vec<_> = whole.get_subcommands().map(Command::get_name).collect();
        let remedy = did_you_mean(name, &names);
        let message = format!("unknown command `{}`; {remedy}", quoted(name));
        return Err(Failure::usage(message));
    };
    Ok(found.clone().version(env!("CARGO_PKG_VERSION")))
}

/// This program's command without what only the program itself calls.
fn shown() -> Command {
    let all = Arguments::command();
    let commands = all.get_subcommands().filter(|one| !one.is_hide_set());
    let mut shown = Command::new("arena")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommands(commands.cloned());
    if let Some(about) = all.get_about() {
        shown = shown.about(about.clone());
    }
    if let Some(about) = all.get_long_about() {
        shown = shown.long_about(about.clone());
    }
    if let Some(help) = all.get_after_help() {
        shown = shown.after_help(help.clone());
    }
    shown
}
