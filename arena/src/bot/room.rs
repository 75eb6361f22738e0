//! How many more processes and descriptors this machine lets the arena have.

use std::fs;
use std::os::fd::BorrowedFd;
use std::path::{Path, PathBuf};

use procfs::ProcessCGroup;
use procfs::process::{MountInfo, Process, all_processes};
use rustix::io::{FdFlags, fcntl_getfd};
use rustix::process::{Resource, getrlimit, getuid};

/// How many descriptors may be open besides those that the arena inherited; none: any number.
pub fn descriptors_left() -> Option<u64> {
    let most = getrlimit(Resource::Nofile).current?;
    Some(most.saturating_sub(inherited()))
}

/// Descriptors that whoever started the arena left open, its streams aside. They are known by their
/// outliving an exec, which none of the arena's own does.
fn inherited() -> u64 {
    let open = Process::myself().and_then(|own| own.fd());
    let open = open.into_iter().flatten().flatten();
    let outlives = |descriptor: i32| {
        #[allow(unsafe_code)]
        // SAFETY: only its flags are asked for, and a number that nobody has open gives an error.
        let descriptor = unsafe { BorrowedFd::borrow_raw(descriptor) };
        fcntl_getfd(descriptor).is_ok_and(|flags| !flags.contains(FdFlags::CLOEXEC))
    };
    let inherited = open.filter(|open| open.fd > 2 && outlives(open.fd));
    inherited.count() as u64
}

/// Processes and threads that may still be started, by the user's limit (`ulimit -u`) and those of
/// the control groups (`pids.max`); none: any number, as far as it can be known.
pub fn processes_left() -> Option<u64> {
    [left_to_user(), left_to_groups()]
        .into_iter()
        .flatten()
        .min()
}

/// What the limit of the user leaves. The kernel binds everybody by it but the machine's root; that
/// of a user namespace is somebody else outside.
fn left_to_user() -> Option<u64> {
    let user = getuid();
    let is_whole = |map: String| map.split_whitespace().eq(["0", "0", "4294967295"]);
    if user.is_root() && fs::read_to_string("/proc/self/uid_map").is_ok_and(is_whole) {
        return None;
    }
    let most = getrlimit(Resource::Nproc).current?;
    let all = all_processes().ok()?;
    let running = all.filter_map(|process| process.and_then(|process| process.status()).ok());
    let own = running.filter(|status| status.ruid == user.as_raw());
    Some(most.saturating_sub(own.map(|status| status.threads).sum()))
}

/// What the limits of the arena's control group and of those around it leave.
fn left_to_groups() -> Option<u64> {
    let own = Process::myself().ok()?;
    let (mounts, groups) = (own.mountinfo().ok()?, own.cgroups().ok()?);
    let groups = groups.into_iter().flat_map(|group| {
        let folders = mounts.iter().filter_map(|mount| folder(&group, mount));
        folders.collect::<Vec<_>>()
    });
    groups
        .filter_map(|(mount, group)| {
            let around = group.ancestors().take_while(|it| it.starts_with(&mount));
            around.filter_map(left_in).min()
        })
        .min()
}

/// Where a control group that may count processes is, in this mount and at most; none if it is
/// not in it.
fn folder(group: &ProcessCGroup, mount: &MountInfo) -> Option<(PathBuf, PathBuf)> {
    let here = match mount.fs_type.as_str() {
        "cgroup2" => group.hierarchy == 0,
        "cgroup" => {
            mount.super_options.contains_key("pids")
                && group.controllers.iter().any(|it| it == "pids")
        }
        _ => false,
    };
    // In a container the mount may begin further down than the path is told from.
    let inside = Path::new(&group.pathname).strip_prefix(&mount.root);
    here.then(|| {
        let top = mount.mount_point.clone();
        let group = top.join(inside.unwrap_or(Path::new("")));
        (top, group)
    })
}

/// What the limit of one control group leaves; none if it has none.
fn left_in(group: &Path) -> Option<u64> {
    let number = |file| {
        fs::read_to_string(group.join(file))
            .ok()?
            .trim()
            .parse()
            .ok()
    };
    let (most, current): (u64, u64) = (number("pids.max")?, number("pids.current")?);
    Some(most.saturating_sub(current))
}
