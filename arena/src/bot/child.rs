//! What a child process does to itself between fork and exec.

use std::io;
use std::os::fd::{BorrowedFd, RawFd};
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::process::{
    Pid, Resource, Rlimit, Signal, getpid, getppid, set_parent_process_death_signal, setrlimit,
    setsid,
};
use rustix::thread::{CpuSet, sched_setaffinity};

/// The highest signal number of Linux.
const LAST_SIGNAL: i32 = 64;

/// Makes the child of `command` lead its own session, end with the arena, start from default
/// signals, leave no core dump, inherit no descriptor but its three pipes and the one `kept`, if
/// any, and, if a processor is given, run on that one only.
///
/// "End with the arena" hangs on the thread that forks: it must live as long as the child.
#[allow(unsafe_code)]
pub(super) fn prepare(command: &mut Command, cpu: Option<usize>, kept: Option<RawFd>) {
    let arena = getpid();
    let cpus = cpu.map(|cpu| {
        let mut cpus = CpuSet::new();
        cpus.set(cpu);
        cpus
    });
    // SAFETY: between fork and exec only async-signal-safe calls are allowed. The closure makes
    // nothing but plain system calls on values computed above: it neither allocates nor locks
    // nor panics, and its errors are bare error numbers.
    unsafe {
        command.pre_exec(move || {
            setsid()?;
            end_with_parent(arena)?;
            dispose_of_signals(Disposition::Default);
            setrlimit(
                Resource::Core,
                Rlimit {
                    current: Some(0),
                    maximum: Some(0),
                },
            )?;
            if let Some(cpus) = &cpus {
                sched_setaffinity(None, cpus)?;
            }
            close_inherited_on_exec()?;
            kept.map_or(Ok(()), keep_on_exec)
        });
    }
}

fn end_with_parent(arena: Pid) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // If the arena ended before that call, no signal will come any more.
    if getppid() == Some(arena) {
        Ok(())
    } else {
        Err(rustix::io::Errno::SRCH.into())
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
/// notice. The signal mask is cleared by the standard library.
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
fn keep_on_exec(descriptor: RawFd) -> io::Result<()> {
    #[allow(unsafe_code)]
    // SAFETY: the arena holds the descriptor open until the child has been started.
    let descriptor = unsafe { BorrowedFd::borrow_raw(descriptor) };
    Ok(rustix::io::fcntl_setfd(
        descriptor,
        rustix::io::FdFlags::empty(),
    )?)
}

/// The arena's own descriptors close on exec anyway; those it inherited itself may not.
#[allow(unsafe_code)]
pub(super) fn close_inherited_on_exec() -> io::Result<()> {
    let (first, last) = (3_u32, u32::MAX);
    // SAFETY: a plain system call with integer arguments; nothing is closed before exec, which
    // keeps the pipe on which the standard library reports a failed exec.
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
        Err(io::Error::last_os_error())
    }
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
