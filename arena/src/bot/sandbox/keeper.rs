//! The keeper of one bot: three processes, of which the bot is the third.
//!
//! 1. The *keeper* is what the arena starts and watches. It moves into namespaces, starts the
//!    first process there, waits for it, and exits.
//! 2. The *first process* of the new process namespace makes the bot's file tree, starts the bot,
//!    and is its [warden](super::warden). When it ends, the kernel ends whatever is left in the
//!    namespace.
//! 3. The *bot* binds itself by limits, Landlock and seccomp, and becomes the bot's program.
//!
//! Each ends with the one before it, and the keeper with the arena.

use std::fs::OpenOptions;
use std::io::{self, PipeWriter, Read, Write, pipe};
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::path::Path;

use rustix::process::{
    DumpableBehavior, Signal, WaitId, WaitIdOptions, getppid, set_child_subreaper,
    set_dumpable_behavior, set_parent_process_death_signal, waitid,
};
use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, CapabilitySets, remove_capability_from_bounding_set,
    set_capabilities, set_capabilities_secure_bits, set_no_new_privs,
};

use super::layers::Layer;
use super::order::{KeeperReport, Order};
use super::tree::{Refused, Tree};
use super::{OWN_FOLDER, SHARED_MEMORY, landlock, namespaces, seccomp, warden};
use crate::bot::child::{self, Disposition};
use crate::bot::vfork::Program;

/// The least number of processes that a process namespace can be limited to: the kernel keeps the
/// lower numbers for itself.
const LEAST_PID_MAX: u64 = 301;

/// Keeps one bot: reads the order from the socket with this number, starts the bot, and reports
/// how it ended. Called in a process of its own with one thread.
///
/// # Errors
///
/// If there is no such socket. Everything else is reported through it.
pub fn keep(socket: RawFd) -> io::Result<()> {
    let mut socket = adopt(socket)?;
    let kept = read_order(&mut socket).and_then(|order| outside(&order, &socket));
    if let Err(refused) = kept {
        tell(&socket, &failed(&refused));
    }
    Ok(())
}

fn adopt(socket: RawFd) -> io::Result<UnixStream> {
    if socket < 3 {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    #[allow(unsafe_code)]
    // SAFETY: the arena opened this descriptor for the keeper alone, and nobody else in this
    // process has it.
    let fd = unsafe { OwnedFd::from_raw_fd(socket) };
    rustix::io::fcntl_setfd(&fd, rustix::io::FdFlags::CLOEXEC)?;
    Ok(fd.into())
}

fn read_order(socket: &mut UnixStream) -> Result<Order, Refused> {
    let mut text = Vec::new();
    socket
        .read_to_end(&mut text)
        .and_then(|_| serde_json::from_slice(&text).map_err(Into::into))
        .map_err(step("read the order"))
}

fn step<E: Into<io::Error>>(step: &str) -> impl FnOnce(E) -> Refused {
    let step = step.to_owned();
    move |error| Refused {
        step,
        error: error.into(),
    }
}

/// Sends a report. If the arena is gone, so is the keeper soon.
pub(super) fn tell(socket: &UnixStream, report: &KeeperReport) {
    let mut line = serde_json::to_vec(report).unwrap_or_default();
    line.push(b'\n');
    let _ = (&*socket).write_all(&line);
}

fn failed(refused: &Refused) -> KeeperReport {
    KeeperReport::Failed {
        step: refused.step.clone(),
        errno: refused.error.raw_os_error(),
        error: refused.error.to_string(),
    }
}

/// The keeper's own part.
fn outside(order: &Order, socket: &UnixStream) -> Result<(), Refused> {
    // Signals are for the bot's group as a whole; the keeper ends when the bot has.
    child::dispose_of_signals(Disposition::Ignore);
    let arena = getppid();
    namespaces::leave(&order.layers).map_err(step("enter namespaces of its own"))?;
    // New rights in a namespace may have taken it back.
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(step("end with the arena"))?;
    if getppid() != arena {
        return Ok(());
    }
    let (life, keepers_life) = pipe().map_err(step("open a pipe"))?;
    let Some(first) = fork().map_err(step("fork"))? else {
        drop(keepers_life);
        let code = match first_process(order, socket, &life) {
            Ok(()) => 0,
            Err(refused) => {
                tell(socket, &failed(&refused));
                1
            }
        };
        end(code)
    };
    let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    leave_streams().map_err(step("close its streams"))?;
    let first = WaitId::Pid(first);
    while matches!(
        waitid(first.clone(), WaitIdOptions::EXITED),
        Err(rustix::io::Errno::INTR)
    ) {}
    drop(keepers_life);
    Ok(())
}

/// What the first process does before it is the warden.
fn first_process(order: &Order, socket: &UnixStream, life: &io::PipeReader) -> Result<(), Refused> {
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(step("end with the keeper"))?;
    if keeper_is_gone(life) {
        return Ok(());
    }
    set_child_subreaper(Some(rustix::process::getpid())).map_err(step("adopt orphans"))?;
    if order.layers.has(Layer::MountNamespace) {
        make_tree(order)?;
    }
    let (mut exec, exec_failed) = pipe().map_err(step("open a pipe"))?;
    let Some(bot) = fork().map_err(step("fork"))? else {
        let refused = become_bot(order);
        report_through(exec_failed, &refused);
        end(1)
    };
    drop(exec_failed);
    let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    leave_streams().map_err(step("close its streams"))?;
    let mut problem = Vec::new();
    exec.read_to_end(&mut problem)
        .map_err(step("wait for the program"))?;
    if !problem.is_empty() {
        let _ = (&*socket).write_all(&problem);
        return Ok(());
    }
    tell(socket, &KeeperReport::Running);
    let ending = warden::watch(bot, &order.limits);
    tell(socket, &KeeperReport::Ended(ending));
    Ok(())
}

/// Whether the keeper ended before its end could be noticed.
fn keeper_is_gone(life: &io::PipeReader) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let mut end = [PollFd::new(life, PollFlags::IN)];
    let now = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    poll(&mut end, Some(&now)).is_ok_and(|ready| ready > 0)
}

fn make_tree(order: &Order) -> Result<(), Refused> {
    let mut tree = Tree::begin(&order.scratch)?;
    tree.furnish(&order.limits)?;
    tree.show(&order.view, &order.dir)?;
    if order.layers.has(Layer::PidNamespace) {
        tree.processes(|proc| {
            if order.layers.has(Layer::ProcessCount) {
                limit_processes(proc, order.limits.processes)?;
            }
            Ok(())
        })?;
    }
    tree.enter()
}

/// Limits the processes of the calling process's namespace by their highest number, which also
/// binds root. Kernels before 6.14 know this number for the whole machine only and refuse; there,
/// the limit of the user's processes does it.
pub(super) fn limit_processes(proc: &Path, most: u64) -> io::Result<()> {
    let most = most.max(LEAST_PID_MAX);
    let written = std::fs::write(proc.join("sys/kernel/pid_max"), most.to_string());
    match written {
        Err(error) if rustix::process::geteuid().is_root() => Err(error),
        _ => Ok(()),
    }
}

/// The last steps before the program; answers only if one of them fails.
fn become_bot(order: &Order) -> Refused {
    match bind_self(order) {
        Err(refused) => refused,
        Ok(()) => {
            let environment: Vec<_> = std::env::vars_os().collect();
            let program = Program::new(&order.program, None, &order.args, &environment);
            Refused {
                step: EXEC.to_owned(),
                error: program.map_or_else(|error| error, |program| program.replace_self()),
            }
        }
    }
}

/// The step at which the program itself is at fault.
pub(in crate::bot) const EXEC: &str = "execute";

fn bind_self(order: &Order) -> Result<(), Refused> {
    // Where there is no process namespace, nothing else ends it with the arena.
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(step("end with its warden"))?;
    std::env::set_current_dir(&order.dir).map_err(step("enter its folder"))?;
    child::close_inherited_on_exec().map_err(step("close descriptors"))?;
    set_no_new_privs(true).map_err(step("give up new rights"))?;
    order
        .limits
        .apply(&order.layers)
        .map_err(step("limit itself"))?;
    give_up_capabilities();
    if order.layers.has(Layer::Landlock) {
        restrict_files(order)?;
    }
    child::dispose_of_signals(Disposition::Default);
    if order.layers.has(Layer::Seccomp) {
        seccomp::restrict()
            .map_err(|error| step("filter system calls")(io::Error::other(error)))?;
    }
    Ok(())
}

/// Gives up every right of root's, also that to get them back by starting a program. A user
/// without rights is refused this, and needs it not.
fn give_up_capabilities() {
    for capability in CapabilitySet::all() {
        let _ = remove_capability_from_bounding_set(capability);
    }
    let locked = CapabilitiesSecureBits::NO_ROOT | CapabilitiesSecureBits::NO_ROOT_LOCKED;
    let _ = set_capabilities_secure_bits(locked);
    let none = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    let _ = set_capabilities(None, none);
}

fn restrict_files(order: &Order) -> Result<(), Refused> {
    let own_tree = order.layers.has(Layer::MountNamespace);
    // In a tree of its own, what is hidden is not there to be read.
    let (readable, own) = if own_tree {
        let shared = Path::new(SHARED_MEMORY);
        (
            order.view.readable.clone(),
            vec![Path::new(OWN_FOLDER), shared],
        )
    } else {
        (order.view.allowed(), vec![order.scratch.as_path()])
    };
    let readable = readable.iter().map(std::path::PathBuf::as_path);
    landlock::restrict(readable, &own)
        .map(drop)
        .map_err(|error| step("restrict files")(io::Error::other(error)))
}

fn report_through(mut pipe: PipeWriter, refused: &Refused) {
    let mut line = serde_json::to_vec(&failed(refused)).unwrap_or_default();
    line.push(b'\n');
    let _ = pipe.write_all(&line);
}

/// Lets go of the bot's pipes, whose ends must be seen when the bot closes them.
fn leave_streams() -> io::Result<()> {
    let null = OpenOptions::new()
        .read(true)
        .write(true)
        .open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    rustix::stdio::dup2_stdout(&null)?;
    Ok(rustix::stdio::dup2_stderr(&null)?)
}

/// Splits the process in two: none in the child, the child's number in the parent.
#[allow(unsafe_code)]
pub(super) fn fork() -> io::Result<Option<rustix::process::Pid>> {
    // SAFETY: a keeper has one thread, so the child finds every lock open and all memory whole.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        child => Ok(rustix::process::Pid::from_raw(child)),
    }
}

/// Ends a forked process at once, without what its parent may have left to do at its own end.
#[allow(unsafe_code)]
pub(super) fn end(code: i32) -> ! {
    // SAFETY: ends the process; nothing of it is used afterwards.
    unsafe { libc::_exit(code) }
}
