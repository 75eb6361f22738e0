//! System calls that no bot has a use for: refused, so that a hole in what they reach is no way
//! out.

use std::collections::BTreeMap;

use libc::c_long;
use seccompiler::{
    BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, apply_filter, sock_filter,
};

/// Refused with "not permitted".
const REFUSED: &[c_long] = &[
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_kcmp,
    libc::SYS_pidfd_getfd,
    // Leaving the group, in which a bot is stopped, continued and ended.
    libc::SYS_setsid,
    libc::SYS_setpgid,
    // Priority over others.
    libc::SYS_setpriority,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setscheduler,
    libc::SYS_ioprio_set,
    // Namespaces, mounts, roots.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    // Files by number instead of by name.
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    // The key ring.
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // The kernel itself.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_vhangup,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
];

/// Refused with "no such call", upon which programs fall back to an older one.
const UNKNOWN: &[c_long] = &[
    // Its flags are in memory, where a filter cannot read them.
    libc::SYS_clone3,
    // Calls made through a ring pass no filter.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // News of who opens a file; see ASKING.
    #[cfg(target_arch = "x86_64")]
    libc::SYS_inotify_init,
    libc::SYS_inotify_init1,
    libc::SYS_fanotify_init,
    // Memory that no limit counts.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    // Shared memory, semaphores and queues of the old kind: they outlive whoever made them, and no
    // limit counts what they hold.
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
];

/// Locks, which are granted and hold nothing. Files that a bot may read are the same for all its
/// processes, so that a lock on one of them would be a word to the game with the same rolls. A
/// refusal would keep Java and SQLite from running, and the only others in a bot's own folder are
/// its children.
const LOCKING: [libc::c_int; 4] = [
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_OFD_SETLK,
    libc::F_OFD_SETLKW,
];

/// Asking for others' locks, leases, and news of who opens a file, refused for the same reason.
const ASKING: [libc::c_int; 5] = [
    libc::F_GETLK,
    libc::F_OFD_GETLK,
    libc::F_SETLEASE,
    libc::F_GETLEASE,
    libc::F_NOTIFY,
];

/// From this number on, x86-64 has every call once more.
#[cfg(target_arch = "x86_64")]
const SECOND_SET: u32 = 0x4000_0000;

/// Every flag of `clone` that makes a namespace.
const NAMESPACES: libc::c_int = libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP;

/// Binds the calling process and its children. It must have given up getting new rights.
pub(super) fn restrict() -> Result<(), Error> {
    for program in [refused()?, unknown()?, locks_granted()?, locks_untold()?] {
        apply_filter(&program)?;
    }
    #[cfg(target_arch = "x86_64")]
    apply_filter(&no_second_set())?;
    Ok(())
}

fn refused() -> Result<BpfProgram, Error> {
    let mut rules = always(REFUSED);
    rules.insert(libc::SYS_clone, namespace_flags()?);
    rules.insert(
        libc::SYS_socket,
        vec![SeccompRule::new(vec![other_family()?])?],
    );
    program(rules, libc::EPERM)
}

fn unknown() -> Result<BpfProgram, Error> {
    program(always(UNKNOWN), libc::ENOSYS)
}

fn locks_granted() -> Result<BpfProgram, Error> {
    let mut rules = always(&[libc::SYS_flock]);
    rules.insert(libc::SYS_fcntl, commands(&LOCKING)?);
    program(rules, 0)
}

fn locks_untold() -> Result<BpfProgram, Error> {
    let rules = BTreeMap::from([(libc::SYS_fcntl, commands(&ASKING)?)]);
    program(rules, libc::ENOLCK)
}

/// `fcntl` with any of these commands.
fn commands(commands: &[libc::c_int]) -> Result<Vec<SeccompRule>, Error> {
    let rules = commands.iter().map(|command| {
        let command = u64::from(command.unsigned_abs());
        let given = SeccompCondition::new(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, command)?;
        Ok(SeccompRule::new(vec![given])?)
    });
    rules.collect()
}

/// Refuses the calls of the second set, which the other filters do not know by their numbers. That
/// there is no other architecture they check themselves.
#[cfg(target_arch = "x86_64")]
fn no_second_set() -> BpfProgram {
    let instruction = |code: u32, jt, jf, k| sock_filter {
        code: u16::try_from(code).expect("operations have 16 bits"),
        jt,
        jf,
        k,
    };
    let number = u32::try_from(std::mem::offset_of!(libc::seccomp_data, nr));
    let number = number.expect("it is at the beginning");
    vec![
        instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, number),
        instruction(
            libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K,
            0,
            1,
            SECOND_SET,
        ),
        instruction(
            libc::BPF_RET | libc::BPF_K,
            0,
            0,
            libc::SECCOMP_RET_ERRNO | libc::ENOSYS.unsigned_abs(),
        ),
        instruction(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ALLOW),
    ]
}

fn always(calls: &[c_long]) -> BTreeMap<i64, Vec<SeccompRule>> {
    calls.iter().map(|&call| (call, Vec::new())).collect()
}

/// `clone` with any flag that makes a namespace.
fn namespace_flags() -> Result<Vec<SeccompRule>, Error> {
    let bits = (0..31).map(|bit| 1_u64 << bit);
    let wanted = bits.filter(|bit| NAMESPACES as u64 & bit != 0);
    wanted
        .map(|bit| {
            let flag = SeccompCondition::new(
                0,
                SeccompCmpArgLen::Qword,
                SeccompCmpOp::MaskedEq(bit),
                bit,
            )?;
            Ok(SeccompRule::new(vec![flag])?)
        })
        .collect()
}

/// Sockets for talking to one's own children are all a bot needs.
fn other_family() -> Result<SeccompCondition, Error> {
    Ok(SeccompCondition::new(
        0,
        SeccompCmpArgLen::Dword,
        SeccompCmpOp::Ne,
        libc::AF_UNIX as u64,
    )?)
}

fn program(
    rules: BTreeMap<i64, Vec<SeccompRule>>,
    errno: libc::c_int,
) -> Result<BpfProgram, Error> {
    let arch: TargetArch = std::env::consts::ARCH.try_into()?;
    let refused = SeccompAction::Errno(errno.unsigned_abs());
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refused, arch)?;
    Ok(filter.try_into()?)
}
