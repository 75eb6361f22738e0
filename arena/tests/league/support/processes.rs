//! Who is alive on this machine.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The processes whose environment or command line names this folder, which are those that an
/// arena has started with a work folder in it and their keepers, and their children: number and
/// command line.
pub(crate) fn told_of(folder: &Path) -> Vec<(i32, String)> {
    let wanted = folder.as_os_str().as_bytes();
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let all: Vec<i32> = numbers.collect();
    let names = |text: Vec<u8>| text.windows(wanted.len()).any(|part| part == wanted);
    let of_the_folder = |pid: i32| names(environment(pid)) || names(words(pid));
    let mut found: Vec<i32> = all
        .iter()
        .copied()
        .filter(|&pid| of_the_folder(pid))
        .collect();
    let mut grown = true;
    while grown {
        let is_child = |pid: &i32| !found.contains(pid) && found.contains(&parent(*pid));
        let children: Vec<i32> = all.iter().copied().filter(is_child).collect();
        grown = !children.is_empty();
        found.extend(children);
    }
    found
        .into_iter()
        .map(|pid| (pid, String::from_utf8_lossy(&words(pid)).replace('\0', " ")))
        .collect()
}

/// The number of a process's parent; 0 if it has ended.
fn parent(pid: i32) -> i32 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name before it is in parentheses and may hold anything.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    fields
        .split_whitespace()
        .nth(1)
        .map_or(0, |parent| parent.parse().unwrap())
}

/// Empty for a process that has ended, even if nobody has waited for it yet.
fn environment(pid: i32) -> Vec<u8> {
    fs::read(format!("/proc/{pid}/environ")).unwrap_or_default()
}

fn words(pid: i32) -> Vec<u8> {
    fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default()
}
