//! `arena builtin NAME`: a sparring partner as a process of its own, as the arena starts it.

use std::io::{stdin, stdout};

use clap::Args;

use super::Failure;

/// Play as a built-in bot over stdin and stdout
#[derive(Debug, Args)]
pub(super) struct Builtin {
    /// The bot's name, without `builtin:`
    name: String,
}

impl Builtin {
    pub(super) fn run(self) -> Result<(), Failure> {
        nardy_bots::run(&self.name, stdin().lock(), stdout().lock())
            .map_err(|error| Failure::usage(error.to_string()))
    }
}
