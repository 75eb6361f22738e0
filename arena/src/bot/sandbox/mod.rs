//! The sandbox: what keeps a bot from hurting the machine, the arena, its opponent or the truth
//! of the results.
//!
//! A contained bot is not started by the arena itself but by a *keeper*: the arena's own program,
//! started anew and told over a socket what to do ([`keep`]). The keeper takes leave of the
//! machine layer by layer, starts the bot as the child of a first process of its own process
//! namespace, and reports how it ended. So nothing that needs memory or locks runs between the
//! fork and the exec of a program with many threads.
//!
//! Each [`Layer`] stands alone: what a machine does not have is found out at the start
//! ([`Sandbox::probe`]) and left out, and the others still hold.
//!
//! | file | what |
//! |---|---|
//! | `layers` | the layers, what each is for |
//! | `probe` | which of them this machine has |
//! | `limits` | memory, processes, descriptors, file sizes |
//! | `view` | which files a bot may see |
//! | `order` | what the arena tells the keeper, and what it answers |
//! | `keeper` | the three processes: keeper, first process, bot |
//! | `warden` | what the first process does while the bot runs |
//! | `namespaces`, `tree` | a user, process, network and file world of its own |
//! | `landlock`, `seccomp` | what the kernel refuses the bot, whatever it sees |

mod keeper;
mod landlock;
mod layers;
mod limits;
mod namespaces;
mod order;
mod probe;
mod seccomp;
mod tree;
mod view;
mod warden;

use std::io;
use std::path::PathBuf;

pub use keeper::keep;
pub use layers::{Layer, Layers};
pub use limits::Limits;
pub use probe::{Missing, probe_here};
pub use view::{View, Wanted};

pub(super) use keeper::EXEC;
pub(super) use order::{Ending, KeeperReport, Order};

/// What this machine can hold a bot with, found out once.
#[derive(Debug, Clone)]
pub struct Sandbox {
    /// The program whose `keep` command is the keeper: the arena's own.
    keeper: PathBuf,
    layers: Layers,
    missing: Vec<Missing>,
}

impl Sandbox {
    /// Tries every layer in a process of its own.
    ///
    /// `keeper` is the arena's program; its hidden command `keep --probe` does the trying.
    ///
    /// # Errors
    ///
    /// If that process cannot be started or does not answer as it should.
    pub fn probe(keeper: PathBuf) -> io::Result<Sandbox> {
        super::child::keep_exit_statuses();
        let missing = probe::ask(&keeper)?;
        let layers = Layers::all().without(missing.iter().map(|one| one.layer));
        Ok(Sandbox {
            keeper,
            layers,
            missing,
        })
    }

    /// The layers that are not there, each with what the machine said.
    pub fn missing(&self) -> &[Missing] {
        &self.missing
    }

    /// The layers that hold.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// What a bot is held by: these layers, this view of the files, these limits.
    pub fn contain(&self, view: View, limits: Limits) -> Containment {
        Containment {
            keeper: self.keeper.clone(),
            layers: self.layers.clone(),
            view,
            limits,
        }
    }
}

/// How one bot is contained.
#[derive(Debug, Clone)]
pub struct Containment {
    pub(super) keeper: PathBuf,
    pub(super) layers: Layers,
    pub(super) view: View,
    pub(super) limits: Limits,
}

/// The folder that is a contained bot's own, as the bot sees it: its `HOME` and `TMPDIR`.
pub(super) const OWN_FOLDER: &str = "/tmp";

/// Where shared memory has its files; in a tree of its own, that is the bot's folder once more.
const SHARED_MEMORY: &str = "/dev/shm";

impl Containment {
    /// Whether the bot sees a file tree of its own, in which [`OWN_FOLDER`] is its work folder.
    pub(super) fn has_own_tree(&self) -> bool {
        self.layers.has(Layer::MountNamespace)
    }
}
