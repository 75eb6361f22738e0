//! Which layers this machine has: each is tried, in a process that is then thrown away.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::process::{WaitId, WaitIdOptions, geteuid, waitid};
use rustix::thread::set_no_new_privs;
use serde::{Deserialize, Serialize};

use super::keeper::{self, end, fork};
use super::layers::{Layer, Layers};
use super::limits::{self, Limits};
use super::tree::Tree;
use super::{landlock, namespaces, seccomp};

/// A layer that this machine does not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    /// Which.
    pub layer: Layer,
    /// What the machine said.
    pub why: String,
}

/// Limits to try a tree with.
const LIMITS: Limits = Limits {
    memory: 1 << 24,
    processes: 512,
    descriptors: 64,
    disk: 1 << 20,
    cpu: None,
};

/// Has a process of its own try every layer.
pub(super) fn ask(keeper: &Path) -> io::Result<Vec<Missing>> {
    let mut command = Command::new(keeper);
    command.args(["keep", "--probe"]).env_clear();
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()?;
    if !output.status.success() {
        let why = format!("`keep --probe` ended with {}", output.status);
        return Err(io::Error::other(why));
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Tries every layer; answers those that are missing, as JSON. Called in a process of its own
/// with one thread.
pub fn probe_here() -> String {
    let mut there = Layers::all();
    let mut missing = Vec::new();
    for layer in Layer::ALL {
        if let Err(error) = try_layer(layer, &there) {
            let why = error.to_string();
            there = there.without([layer]);
            missing.push(Missing { layer, why });
        }
    }
    serde_json::to_string(&missing).unwrap_or_default()
}

/// Tries a layer on top of those before it.
fn try_layer(layer: Layer, before: &Layers) -> io::Result<()> {
    match layer {
        Layer::UserNamespace => in_child(|| namespaces::leave(&only(&[layer]))),
        Layer::NetworkNamespace | Layer::IpcNamespace => with_user(before, &[layer], || Ok(())),
        Layer::PidNamespace => with_user(before, &[layer], || Ok(())),
        Layer::MountNamespace => try_tree(before),
        Layer::ProcessCount => try_process_count(before),
        Layer::Landlock => in_child(|| match landlock::is_there() {
            true => Ok(()),
            false => Err(io::Error::other(
                "the kernel does not have it, or not enabled",
            )),
        }),
        Layer::Seccomp => in_child(|| {
            set_no_new_privs(true)?;
            seccomp::restrict().map_err(io::Error::other)
        }),
    }
}

fn only(layers: &[Layer]) -> Layers {
    let others = Layer::ALL.into_iter().filter(|one| !layers.contains(one));
    Layers::all().without(others)
}

/// Enters these namespaces, and a user namespace if there is one, and does something in a child.
fn with_user(before: &Layers, layers: &[Layer], check: fn() -> io::Result<()>) -> io::Result<()> {
    let mut wanted = layers.to_vec();
    if before.has(Layer::UserNamespace) {
        wanted.push(Layer::UserNamespace);
    }
    in_child(|| {
        namespaces::leave(&only(&wanted))?;
        in_child(check)
    })
}

/// A whole tree with its own `/proc`, as bots get it, in a folder of the system's.
fn try_tree(before: &Layers) -> io::Result<()> {
    let layers: &[Layer] = if before.has(Layer::PidNamespace) {
        &[Layer::MountNamespace, Layer::PidNamespace]
    } else {
        &[Layer::MountNamespace]
    };
    let check = if before.has(Layer::PidNamespace) {
        tree_with_processes
    } else {
        tree_alone
    };
    with_user(before, layers, check)
}

fn tree_alone() -> io::Result<()> {
    tree(false)
}

fn tree_with_processes() -> io::Result<()> {
    tree(true)
}

fn tree(processes: bool) -> io::Result<()> {
    let make = || {
        let mut tree = Tree::begin(Path::new("/tmp"))?;
        let view = super::View {
            readable: vec!["/usr".into()],
            hidden: Vec::new(),
        };
        tree.show(&view, Path::new("/"))?;
        tree.furnish(&LIMITS)?;
        if processes {
            tree.processes(|_| Ok(()))?;
        }
        tree.enter()
    };
    make().map_err(|refused| {
        io::Error::new(
            refused.error.kind(),
            format!("{}: {}", refused.step, refused.error),
        )
    })
}

/// A user other than root is bound by the limit of his processes, which must count those of the
/// user namespace alone; root by the highest number of the process namespace.
fn try_process_count(before: &Layers) -> io::Result<()> {
    if !geteuid().is_root() {
        return try_own_count(before);
    }
    if !(before.has(Layer::PidNamespace) && before.has(Layer::MountNamespace)) {
        return Err(io::Error::other(
            "it binds root only in a process namespace with a file tree of its own",
        ));
    }
    let layers = [Layer::PidNamespace, Layer::MountNamespace];
    with_user(before, &layers, || {
        let limit = || {
            let tree = Tree::begin(Path::new("/tmp"))?;
            tree.processes(|proc| keeper::limit_processes(proc, 512))
        };
        limit().map_err(|refused| refused.error)
    })
}

fn try_own_count(before: &Layers) -> io::Result<()> {
    if !before.has(Layer::UserNamespace) {
        let why = "without a user namespace it would count all processes of this user";
        return Err(io::Error::other(why));
    }
    in_child(|| {
        namespaces::leave(&only(&[Layer::UserNamespace]))?;
        limits::limit_own_processes(4)?;
        // Kernels before 5.14 count those outside as well; this user is likely to have four.
        in_child(|| Ok(()))
    })
}

/// Does something in a child process; answers the error it ended with.
fn in_child(attempt: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    let (mut reader, mut writer) = io::pipe()?;
    let Some(child) = fork()? else {
        if let Err(error) = attempt() {
            let _ = io::Write::write_all(&mut writer, error.to_string().as_bytes());
        }
        end(0)
    };
    drop(writer);
    let mut why = String::new();
    io::Read::read_to_string(&mut reader, &mut why)?;
    waitid(WaitId::Pid(child), WaitIdOptions::EXITED)?;
    if why.is_empty() {
        Ok(())
    } else {
        Err(io::Error::other(why))
    }
}
