//! Who is alive on this machine.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The processes whose environment names this folder, which are those that an arena has started
/// with a work folder in it, and their children: number and command line.
pub(crate) fn told_of(folder: &Path) -> Vec<(i32, String)> {
    let wanted = folder.as_os_str().as_bytes();
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers
        .filter(|pid| environment(*pid).windows(wanted.len()).any(|w| w == wanted))
        .map(|pid| (pid, command_line(pid)))
        .collect()
}

/// Empty for a process that has ended, even if nobody has waited for it yet.
fn environment(pid: i32) -> Vec<u8> {
    fs::read(format!("/proc/{pid}/environ")).unwrap_or_default()
}

fn command_line(pid: i32) -> String {
    let words = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&words).replace('\0', " ")
}
