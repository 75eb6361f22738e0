//! What the arena and a keeper say to each other over their socket: one order, then reports, each
//! a JSON value on a line.

use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::layers::Layers;
use super::limits::Limits;
use super::view::View;

/// What a keeper is to start, and how it is held. The bot's environment is the keeper's own.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::bot) struct Order {
    pub(in crate::bot) program: PathBuf,
    pub(in crate::bot) args: Vec<OsString>,
    /// The folder it starts in.
    pub(in crate::bot) dir: PathBuf,
    /// An empty folder of the machine's: the root of the bot's tree is put there, or, without a
    /// tree of its own, it is the bot's work folder.
    pub(in crate::bot) scratch: PathBuf,
    pub(in crate::bot) view: View,
    pub(in crate::bot) limits: Limits,
    pub(in crate::bot) layers: Layers,
}

/// What a keeper tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::bot) enum KeeperReport {
    /// The bot's program runs.
    Running,
    /// It could not be started: at which step, and the system's error.
    Failed {
        step: String,
        /// The error's number, if it has one.
        errno: Option<i32>,
        error: String,
    },
    /// The bot has ended.
    Ended(Ending),
}

/// How a contained bot ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::bot) enum Ending {
    /// It exited with this code.
    Code(i32),
    /// This signal ended it.
    Signal(i32),
    /// It had more memory than it may.
    OutOfMemory,
}
