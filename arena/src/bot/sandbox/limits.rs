//! How much of the machine a bot may use.

use std::io;

use rustix::process::{Resource, Rlimit, setrlimit};
use serde::{Deserialize, Serialize};

use super::layers::{Layer, Layers};

/// The most a bot may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of memory of all its processes together, as far as no file is behind them. Whoever
    /// has more is ended.
    pub memory: u64,
    /// Processes and threads at once.
    pub processes: u64,
    /// Open descriptors of one process.
    pub descriptors: u64,
    /// Bytes of its work folder in all, and of any one file in it.
    pub disk: u64,
    /// Seconds of processor time of one process over its whole life; none: any.
    pub cpu: Option<u64>,
}

impl Limits {
    /// Binds the calling process, and whatever it becomes and starts.
    pub(super) fn apply(&self, layers: &Layers) -> io::Result<()> {
        set(Resource::Core, 0)?;
        set(Resource::Nofile, self.descriptors)?;
        set(Resource::Fsize, self.disk)?;
        // The warden ends a bot at its limit, with a reason; this stops what grows faster than it
        // looks. Address space is not bound: Java and JavaScript reserve far more than they use.
        set(Resource::Data, self.memory + self.memory / 4)?;
        if let Some(seconds) = self.cpu {
            set(Resource::Cpu, seconds)?;
        }
        if layers.has(Layer::ProcessCount) {
            limit_own_processes(self.processes)?;
        }
        Ok(())
    }
}

/// Limits the processes of the calling process's user, as far as they are in its user namespace.
pub(super) fn limit_own_processes(most: u64) -> io::Result<()> {
    set(Resource::Nproc, most)
}

/// A limit may be lower already; it is never raised.
fn set(resource: Resource, most: u64) -> io::Result<()> {
    let hard = rustix::process::getrlimit(resource).maximum;
    let most = hard.map_or(most, |hard| hard.min(most));
    let limit = Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    Ok(setrlimit(resource, limit)?)
}
