//! System calls: those that a bot has no use for must be refused, whatever they are given.

use std::io;

use libc::c_long;

use crate::Findings;

/// An address at which nothing is.
const NOWHERE: c_long = 1;

/// A descriptor that is not open.
const CLOSED: c_long = 9999;

/// A call by name, its number, and arguments with which it does no harm.
type Row = (&'static str, c_long, &'static [c_long]);

const CALLS: &[Row] = &[
    ("ptrace", libc::SYS_ptrace, &[0, 0, 0, 0]),
    (
        "process_vm_readv",
        libc::SYS_process_vm_readv,
        &[1, NOWHERE, 0, NOWHERE, 0, 0],
    ),
    (
        "process_vm_writev",
        libc::SYS_process_vm_writev,
        &[1, NOWHERE, 0, NOWHERE, 0, 0],
    ),
    (
        "process_madvise",
        libc::SYS_process_madvise,
        &[CLOSED, NOWHERE, 0, 0, 0],
    ),
    ("kcmp", libc::SYS_kcmp, &[1, 1, 0, 0, 0]),
    ("pidfd_getfd", libc::SYS_pidfd_getfd, &[CLOSED, 0, 0]),
    ("setsid", libc::SYS_setsid, &[]),
    ("setpgid", libc::SYS_setpgid, &[0, 0]),
    ("setpriority", libc::SYS_setpriority, &[0, 0, -5]),
    ("ioprio_set", libc::SYS_ioprio_set, &[1, 0, 0]),
    (
        "sched_setaffinity",
        libc::SYS_sched_setaffinity,
        &[0, 8, NOWHERE],
    ),
    (
        "sched_setscheduler",
        libc::SYS_sched_setscheduler,
        &[0, 3, NOWHERE],
    ),
    (
        "unshare users",
        libc::SYS_unshare,
        &[libc::CLONE_NEWUSER as c_long],
    ),
    (
        "unshare files",
        libc::SYS_unshare,
        &[libc::CLONE_NEWNS as c_long],
    ),
    (
        "clone users",
        libc::SYS_clone,
        &[libc::CLONE_NEWUSER as c_long | 17, 0, 0, 0, 0],
    ),
    (
        "clone processes",
        libc::SYS_clone,
        &[libc::CLONE_NEWPID as c_long | 17, 0, 0, 0, 0],
    ),
    (
        "clone network",
        libc::SYS_clone,
        &[libc::CLONE_NEWNET as c_long | 17, 0, 0, 0, 0],
    ),
    ("clone3", libc::SYS_clone3, &[NOWHERE, 88]),
    ("setns", libc::SYS_setns, &[CLOSED, 0]),
    ("mount", libc::SYS_mount, &[NOWHERE, NOWHERE, NOWHERE, 0, 0]),
    ("umount", libc::SYS_umount2, &[NOWHERE, 0]),
    ("pivot_root", libc::SYS_pivot_root, &[NOWHERE, NOWHERE]),
    ("chroot", libc::SYS_chroot, &[NOWHERE]),
    ("open_tree", libc::SYS_open_tree, &[CLOSED, NOWHERE, 0]),
    (
        "move_mount",
        libc::SYS_move_mount,
        &[CLOSED, NOWHERE, CLOSED, NOWHERE, 0],
    ),
    ("fsopen", libc::SYS_fsopen, &[NOWHERE, 0]),
    ("fsmount", libc::SYS_fsmount, &[CLOSED, 0, 0]),
    (
        "mount_setattr",
        libc::SYS_mount_setattr,
        &[CLOSED, NOWHERE, 0, NOWHERE, 32],
    ),
    (
        "name_to_handle_at",
        libc::SYS_name_to_handle_at,
        &[CLOSED, NOWHERE, NOWHERE, NOWHERE, 0],
    ),
    (
        "open_by_handle_at",
        libc::SYS_open_by_handle_at,
        &[CLOSED, NOWHERE, 0],
    ),
    ("key ring", libc::SYS_keyctl, &[0, -3, 0]),
    ("add_key", libc::SYS_add_key, &[NOWHERE, NOWHERE, 0, 0, -3]),
    (
        "request_key",
        libc::SYS_request_key,
        &[NOWHERE, NOWHERE, 0, -3],
    ),
    ("io_uring", libc::SYS_io_uring_setup, &[1, NOWHERE]),
    (
        "io_uring_enter",
        libc::SYS_io_uring_enter,
        &[CLOSED, 0, 0, 0, 0, 0],
    ),
    ("memfd_create", libc::SYS_memfd_create, &[NOWHERE, 0]),
    ("memfd_secret", libc::SYS_memfd_secret, &[0]),
    ("bpf", libc::SYS_bpf, &[0, NOWHERE, 4]),
    (
        "perf_event_open",
        libc::SYS_perf_event_open,
        &[NOWHERE, 0, -1, -1, 0],
    ),
    ("userfaultfd", libc::SYS_userfaultfd, &[0]),
    (
        "finit_module",
        libc::SYS_finit_module,
        &[CLOSED, NOWHERE, 0],
    ),
    ("reboot", libc::SYS_reboot, &[0, 0, 0, 0]),
    ("swapon", libc::SYS_swapon, &[NOWHERE, 0]),
    ("acct", libc::SYS_acct, &[NOWHERE]),
    ("syslog", libc::SYS_syslog, &[10, 0, 0]),
    ("clock_settime", libc::SYS_clock_settime, &[0, NOWHERE]),
    ("sethostname", libc::SYS_sethostname, &[NOWHERE, 1]),
    ("shmget", libc::SYS_shmget, &[0, 0, 0o1600]),
    ("semget", libc::SYS_semget, &[0, -1, 0o1600]),
    ("msgget", libc::SYS_msgget, &[987_654_321, 0]),
    (
        "record lock",
        libc::SYS_fcntl,
        &[0, libc::F_GETLK as c_long, NOWHERE],
    ),
    (
        "own record lock",
        libc::SYS_fcntl,
        &[0, libc::F_OFD_GETLK as c_long, NOWHERE],
    ),
    (
        "lease",
        libc::SYS_fcntl,
        &[CLOSED, libc::F_SETLEASE as c_long, 0],
    ),
    ("inotify", libc::SYS_inotify_init1, &[0]),
    ("fanotify", libc::SYS_fanotify_init, &[-1, 0]),
    // A second number of `getpid`.
    #[cfg(target_arch = "x86_64")]
    ("x32", 0x4000_0000 + libc::SYS_getpid, &[]),
    ("mq_open", libc::SYS_mq_open, &[NOWHERE, 0, 0, 0]),
];

/// Locks, which are said to be granted without ever reaching the kernel: it would find that the
/// descriptor is not open.
const LOCKS: &[Row] = &[
    ("flock", libc::SYS_flock, &[CLOSED, libc::LOCK_SH as c_long]),
    (
        "set record lock",
        libc::SYS_fcntl,
        &[CLOSED, libc::F_SETLK as c_long, NOWHERE],
    ),
    (
        "wait for record lock",
        libc::SYS_fcntl,
        &[CLOSED, libc::F_SETLKW as c_long, NOWHERE],
    ),
    (
        "set own record lock",
        libc::SYS_fcntl,
        &[CLOSED, libc::F_OFD_SETLK as c_long, NOWHERE],
    ),
];

pub(crate) fn look(findings: &mut Findings) {
    for (name, number, given) in LOCKS {
        let mut arguments = [0; 6];
        arguments[..given.len()].copy_from_slice(given);
        findings.note(name, call(*number, arguments).err());
    }
    for (name, number, given) in CALLS {
        let mut arguments = [0; 6];
        arguments[..given.len()].copy_from_slice(given);
        findings.note(name, reached(*number, arguments));
    }
}

/// Makes a call in a child, which it may change; answers unless the call was refused as such.
#[allow(unsafe_code)]
fn reached(number: c_long, arguments: [c_long; 6]) -> Option<String> {
    // SAFETY: this program has one thread, so the child finds every lock open.
    let child = unsafe { libc::fork() };
    assert!(child >= 0, "no child: {}", io::Error::last_os_error());
    if child == 0 {
        let code = call(number, arguments)
            .err()
            .and_then(|error| error.raw_os_error());
        // SAFETY: ends the process; nothing of it is used afterwards.
        unsafe { libc::_exit(code.unwrap_or(0)) };
    }
    let mut status = 0;
    // SAFETY: the place is valid for writes until the call returns.
    unsafe { libc::waitpid(child, &raw mut status, 0) };
    match libc::WEXITSTATUS(status) {
        libc::EPERM | libc::ENOSYS | libc::EACCES | libc::ENOLCK => None,
        0 => Some("done".to_owned()),
        errno => Some(format!("reached the kernel ({errno})")),
    }
}

/// A system call with plain arguments.
///
/// None of those made here writes to memory: where one wants an address, there is nothing.
#[allow(unsafe_code)]
pub(crate) fn call(number: c_long, [a, b, c, d, e, f]: [c_long; 6]) -> io::Result<c_long> {
    // SAFETY: see above.
    match unsafe { libc::syscall(number, a, b, c, d, e, f) } {
        -1 => Err(io::Error::last_os_error()),
        result => Ok(result),
    }
}
