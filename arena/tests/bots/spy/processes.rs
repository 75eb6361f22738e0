//! Other processes: seeing, reading and signalling them, and what they left open.

use std::fs::{self, File, OpenOptions};
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::process::{Pid, getpid, getppid, test_kill_process};

use crate::{Findings, gives_away, told};

/// Most bytes of a file that are searched for the secret.
const SEARCHED: u64 = 1 << 16;

pub(crate) fn look(findings: &mut Findings) {
    findings.note("strangers in /proc", strangers());
    for (name, pid) in [("1", 1), ("parent", parent())] {
        for file in ["environ", "mem", "auxv", "syscall", "stack"] {
            let path = format!("/proc/{pid}/{file}");
            let opened = if file == "mem" {
                File::open(path).ok().map(|_| 0)
            } else {
                let read = fs::read(path).ok().map(|bytes| bytes.len());
                read.filter(|&length| length > 0)
            };
            findings.note(&format!("{file} of {name}"), opened);
        }
        for link in ["root", "cwd", "exe", "ns/net"] {
            let target = fs::read_link(format!("/proc/{pid}/{link}")).ok();
            findings.note(&format!("{link} of {name}"), target.map(shown));
        }
        findings.note(&format!("fd of {name}"), open_file_of(pid));
    }
    findings.note("inherited descriptors", inherited());
    findings.note("signal to all", allowed(|| signal_all().is_ok()));
    findings.note("signal to numbers", signalled());
    let own = [environment(), arguments()].concat();
    findings.note("secret in own process", gives_away(&own).then_some("found"));
    findings.note("secret in /proc", secret_in(Path::new("/proc"), 3));
}

/// What one of a process's descriptors leads to. Their numbers alone are of no use.
fn open_file_of(pid: i32) -> Option<String> {
    let entries = fs::read_dir(format!("/proc/{pid}/fd")).ok()?.flatten();
    let mut targets = entries.filter_map(|entry| fs::read_link(entry.path()).ok());
    targets.next().map(shown)
}

fn shown(path: impl AsRef<Path>) -> String {
    path.as_ref().to_string_lossy().into_owned()
}

fn allowed(attempt: impl FnOnce() -> bool) -> Option<&'static str> {
    attempt().then_some("allowed")
}

fn parent() -> i32 {
    getppid().map_or(1, Pid::as_raw_pid)
}

/// A process that it did not start and that is not its warden.
fn strangers() -> Option<String> {
    let own = getpid().as_raw_pid();
    let entries = fs::read_dir("/proc").ok()?.flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let others = numbers.filter(|&pid| pid != own && pid != 1);
    let others: Vec<_> = others.map(|pid| pid.to_string()).collect();
    (!others.is_empty()).then(|| others.join(" "))
}

/// Descriptors besides the three pipes and the one that lists them.
fn inherited() -> Option<String> {
    let listed: Vec<_> = fs::read_dir("/proc/self/fd")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    let open = listed.iter().filter_map(|path| {
        let target = shown(fs::read_link(path).ok()?);
        let number: i32 = path.file_name()?.to_str()?.parse().ok()?;
        (number > 2).then(|| format!("{number} {target}"))
    });
    let open: Vec<_> = open.collect();
    (!open.is_empty()).then(|| open.join(" "))
}

#[allow(unsafe_code)]
fn signal_all() -> std::io::Result<()> {
    // SAFETY: signal 0 is never delivered; the call only asks for the permission.
    match unsafe { libc::kill(-1, 0) } {
        0 => Ok(()),
        _ => Err(std::io::Error::last_os_error()),
    }
}

/// Which of the numbers of the arena and its neighbours, and of the system's first processes, it
/// may signal.
fn signalled() -> Option<String> {
    let told = told("SPY_PIDS");
    let told = told.split(':').map(|number| number.parse::<i32>().unwrap());
    let near = told.flat_map(|number| number - 20..number + 60);
    let own = getpid().as_raw_pid();
    let all = (1..300).chain(near).filter(|&number| number != own);
    let may = all
        .filter(|&number| Pid::from_raw(number).is_some_and(|pid| test_kill_process(pid).is_ok()));
    let may: Vec<_> = may.map(|number| number.to_string()).collect();
    (!may.is_empty()).then(|| may.join(" "))
}

fn environment() -> Vec<u8> {
    fs::read("/proc/self/environ").unwrap()
}

fn arguments() -> Vec<u8> {
    fs::read("/proc/self/cmdline").unwrap()
}

/// A file in this folder, so many levels deep, with the secret in it.
fn secret_in(folder: &Path, levels: u32) -> Option<String> {
    for entry in folder.read_dir().ok()?.flatten() {
        let path = entry.path();
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        let found = if kind.is_dir() && levels > 1 {
            secret_in(&path, levels - 1)
        } else {
            (kind.is_file() && holds_secret(&path)).then(|| shown(&path))
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

fn holds_secret(path: &Path) -> bool {
    // Some of these never end, and some wait for something to happen.
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK)
        .open(path);
    let mut bytes = Vec::new();
    // What was read before an error counts.
    let _ = file.map(|file| file.take(SEARCHED).read_to_end(&mut bytes));
    gives_away(&bytes)
}
