//! `arena keep SOCKET`: the keeper of one contained bot, as the arena starts it.

use std::io::Write;

use clap::Args;

use super::Failure;
use crate::bot::{keep, probe_here};

/// Keep one contained bot, as told over an inherited socket
#[derive(Debug, Args)]
pub(super) struct Keep {
    /// The number of the socket
    #[arg(required_unless_present = "probe")]
    socket: Option<i32>,
    /// The bot's work folder, so that a list of processes tells whose keeper it is
    #[arg(value_name = "FOLDER")]
    _work: Option<std::path::PathBuf>,
    /// Tell which layers of the sandbox are missing on this machine, as JSON
    #[arg(long)]
    probe: bool,
}

impl Keep {
    pub(super) fn run(self) -> Result<(), Failure> {
        if self.probe {
            let mut stdout = std::io::stdout();
            return writeln!(stdout, "{}", probe_here())
                .map_err(|error| Failure::environment(format!("cannot write to stdout: {error}")));
        }
        let kept = self.socket.map_or(Ok(()), keep);
        kept.map_err(|error| Failure::usage(format!("there is no order to be read: {error}")))
    }
}
