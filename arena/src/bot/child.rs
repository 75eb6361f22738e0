//! What a child process does to itself before it is another program.

use std::io;
use std::os::fd::{BorrowedFd, RawFd};

use rustix::io::Errno;
use rustix::process::{
    Pid, Resource, Rlimit, Signal, getpid, getppid, set_parent_process_death_signal, setrlimit,
    setsid,
};
use rustix::thread::{CpuSet, sched_setaffinity};

/// The highest signal number of Linux.
const LAST_SIGNAL: i32 = 64;

/// What a bot's process does to itself before it becomes the bot's program.
#[derive(Debug)]
pub(super) struct Upbringing {
    arena: Pid,
    /// The one processor it may run on; none: any.
    cpus: Option<CpuSet>,
    /// The one descriptor besides its three streams that it takes along.
    kept: Option<RawFd>,
}

impl Upbringing {
    pub(super) fn new(cpu: Option<usize>, kept: Option<RawFd>) -> Upbringing {
        let cpus = cpu.map(|cpu| {
            let mut cpus = CpuSet::new();
            cpus.set(cpu);
            cpus
        });
        Upbringing {
            arena: getpid(),
            cpus,
            kept,
        }
    }

    /// Makes the calling process lead its own session, end with the arena, start from default
    /// signals, leave no core dump, take along no descriptor but its streams and the kept one,
    /// and run on its processor.
    ///
    /// "End with the arena" hangs on the thread that made the process: it must live as long.
    ///
    /// Nothing but plain system calls on values made before: called where nothing may allocate,
    /// lock or panic.
    pub(super) fn pass_on(&self) -> Result<(), Errno> {
        setsid()?;
        end_with_parent(self.arena)?;
        dispose_of_signals(Disposition::Default);
        setrlimit(
            Resource::Core,
            Rlimit {
                current: Some(0),
                maximum: Some(0),
            },
        )?;
        if let Some(cpus) = &self.cpus {
            sched_setaffinity(None, cpus)?;
        }
        close_inherited_on_exec()?;
        self.kept.map_or(Ok(()), keep_on_exec)
    }
}

fn end_with_parent(arena: Pid) -> Result<(), Errno> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // If the arena ended before that call, no signal will come any more.
    if getppid() == Some(arena) {
        Ok(())
    } else {
        Err(Errno::SRCH)
    }
}

/// What a process does on signals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Disposition {
    /// What the system does by default.
    Default,
    /// Nothing, as far as a process may ignore them. The end of a child is still told.
    Ignore,
}

/// Sets the disposition of all signals.
///
/// Whoever started the arena may have ignored signals (`nohup`, a shell's `&`); a bot must not
/// notice.
#[allow(unsafe_code)]
pub(super) fn dispose_of_signals(disposition: Disposition) {
    // The kernel's own action record, not the C library's: the first word is the handler, and
    // all zeros is the default action.
    let handler = match disposition {
        Disposition::Default => libc::SIG_DFL,
        Disposition::Ignore => libc::SIG_IGN,
    };
    let action = [handler as u64, 0, 0, 0];
    for signal in 1..=LAST_SIGNAL {
        if signal == libc::SIGCHLD && disposition == Disposition::Ignore {
            continue;
        }
        // SAFETY: a plain system call that reads at most the 32 bytes of `action` and writes
        // nothing. The C library's call would refuse the two signals it keeps for itself; the
        // kernel refuses SIGKILL and SIGSTOP, which is harmless.
        unsafe {
            libc::syscall(
                libc::SYS_rt_sigaction,
                signal,
                action.as_ptr(),
                std::ptr::null_mut::<u64>(),
                size_of::<u64>(),
            )
        };
    }
}

/// Lets a descriptor outlive the exec.
fn keep_on_exec(descriptor: RawFd) -> Result<(), Errno> {
    #[allow(unsafe_code)]
    // SAFETY: the arena holds the descriptor open until the child has been started.
    let descriptor = unsafe { BorrowedFd::borrow_raw(descriptor) };
    rustix::io::fcntl_setfd(descriptor, rustix::io::FdFlags::empty())
}

/// The arena's own descriptors close on exec anyway; those it inherited itself may not.
#[allow(unsafe_code)]
pub(super) fn close_inherited_on_exec() -> Result<(), Errno> {
    let (first, last) = (3_u32, u32::MAX);
    // SAFETY: a plain system call with integer arguments; nothing is closed before exec.
    let result = unsafe {
        libc::syscall(
            libc::SYS_close_range,
            first,
            last,
            libc::CLOSE_RANGE_CLOEXEC as libc::c_int,
        )
    };
    if result == 0 {
        Ok(())
    } else {
        Err(last_errno())
    }
}

/// What the C library's last call failed with. Neither allocates nor locks.
pub(super) fn last_errno() -> Errno {
    Errno::from_io_error(&io::Error::last_os_error()).unwrap_or(Errno::IO)
}

/// Undoes an inherited "ignore SIGCHLD", under which the kernel would throw away how a bot ended.
#[allow(unsafe_code)]
pub(super) fn keep_exit_statuses() {
    // SAFETY: `action` is a valid place for the current action to be written to, for which all
    // zeros is a valid value; only the default disposition is ever set.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        let read = libc::sigaction(libc::SIGCHLD, std::ptr::null(), &raw mut action);
        if read == 0 && action.sa_sigaction == libc::SIG_IGN {
            libc::signal(libc::SIGCHLD, libc::SIG_DFL);
        }
    }
}
