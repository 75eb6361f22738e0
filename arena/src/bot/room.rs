//! How many more processes this machine lets the arena start.

use std::fs;
use std::path::{Path, PathBuf};

use procfs::ProcessCGroup;
use procfs::process::{MountInfo, Process, all_processes};
use rustix::process::{Resource, getrlimit, getuid};

/// Processes and threads that may still be started, by the user's limit (`ulimit -u`) and those of
/// the control groups (`pids.max`); none: any number, as far as it can be known.
pub fn processes_left() -> Option<u64> {
    [left_to_user(), left_to_groups()]
        .into_iter()
        .flatten()
        .min()
}

/// What the limit of the user leaves. The kernel binds everybody by it but root.
fn left_to_user() -> Option<u64> {
    let user = getuid();
    if user.is_root() {
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
