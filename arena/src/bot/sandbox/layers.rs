//! The layers of the sandbox, each of which holds without the others.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

/// One thing that holds a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// A user of its own, without any right outside. The namespaces below need it unless the
    /// arena runs as root.
    UserNamespace,
    /// Process numbers of its own and a private `/proc`: it cannot name, see, signal or trace
    /// what it did not start, and all it started ends with it.
    PidNamespace,
    /// A file tree of its own: system, interpreter and own files to read, a bounded work folder
    /// to write to, nothing else.
    MountNamespace,
    /// No network at all.
    NetworkNamespace,
    /// Shared memory, semaphores and message queues of its own.
    IpcNamespace,
    /// A bound on how many processes and threads it may have at once.
    ProcessCount,
    /// The kernel refuses every file beyond those in its view, TCP, abstract sockets and signals
    /// to others.
    Landlock,
    /// The kernel refuses system calls that a bot has no use for.
    Seccomp,
}

impl Layer {
    /// All layers, in the order in which they are put on.
    pub const ALL: [Layer; 8] = [
        Layer::UserNamespace,
        Layer::PidNamespace,
        Layer::MountNamespace,
        Layer::NetworkNamespace,
        Layer::IpcNamespace,
        Layer::ProcessCount,
        Layer::Landlock,
        Layer::Seccomp,
    ];

    /// Its name in messages and results.
    pub fn name(self) -> &'static str {
        match self {
            Layer::UserNamespace => "user namespace",
            Layer::PidNamespace => "process namespace",
            Layer::MountNamespace => "file tree of its own",
            Layer::NetworkNamespace => "network namespace",
            Layer::IpcNamespace => "namespace for shared memory",
            Layer::ProcessCount => "limit of processes",
            Layer::Landlock => "Landlock",
            Layer::Seccomp => "seccomp filter",
        }
    }

    /// What a bot can do without it, as the end of a sentence "without it …".
    pub fn without(self) -> &'static str {
        match self {
            Layer::UserNamespace => "bots keep the rights of the arena's user",
            Layer::PidNamespace => {
                "bots see other processes and their arguments, a --seed among them, and what they start may outlive them"
            }
            Layer::MountNamespace => "bots see the machine's file tree",
            Layer::NetworkNamespace => "bots share the machine's network",
            Layer::IpcNamespace => "bots share the machine's shared memory",
            Layer::ProcessCount => "a bot may start any number of processes",
            Layer::Landlock => "nothing but the other layers keeps bots from files",
            Layer::Seccomp => "bots may use every system call",
        }
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of layers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Layers(BTreeSet<Layer>);

impl Layers {
    /// Every layer.
    pub fn all() -> Layers {
        Layers(Layer::ALL.into())
    }

    /// These layers but some.
    #[must_use]
    pub fn without(mut self, missing: impl IntoIterator<Item = Layer>) -> Layers {
        for layer in missing {
            self.0.remove(&layer);
        }
        self
    }

    /// Whether a layer is among them.
    pub fn has(&self, layer: Layer) -> bool {
        self.0.contains(&layer)
    }
}
