//! Files: those that are none of its business, and places where it could write.

use std::fs::{self, File, FileTimes, OpenOptions, TryLockError};
use std::io::Read;
use std::path::Path;

use crate::{Findings, told};

/// Files of the system's and the kernel's that it would be of use to write to.
const KERNELS: [&str; 7] = [
    "/proc/sys/kernel/core_pattern",
    "/proc/sys/kernel/pid_max",
    "/proc/sysrq-trigger",
    "/proc/self/oom_score_adj",
    "/proc/self/uid_map",
    "/sys/power/state",
    "/etc/passwd",
];

/// What only the system's administrators may read.
const SECRETS: [&str; 10] = [
    "/etc/shadow",
    "/etc/gshadow",
    "/proc/kcore",
    "/proc/keys",
    "/proc/slabinfo",
    "/proc/timer_list",
    "/proc/interrupts",
    "/proc/pressure",
    "/dev/kmsg",
    "/dev/mem",
];

/// Devices for everybody's use, whose times, owner and mode are the machine's.
const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// Folders that belong to others.
const FOLDERS: [&str; 8] = [
    "/", "/usr", "/usr/bin", "/etc", "/var/tmp", "/root", "/dev", "/proc",
];

pub(crate) fn look(findings: &mut Findings) {
    for (name, path) in strangers() {
        let path = Path::new(&path);
        findings.note(&format!("read {name}"), readable(path));
        findings.note(&format!("write {name}"), writable(path));
        findings.note(&format!("lock {name}"), lockable(path));
    }
    let own = told("SPY_OWN");
    findings.note("write own folder", creates(Path::new(&own)));
    let own = std::env::current_exe().unwrap();
    findings.note("write own program", opens(&own));
    findings.note("lock own program", lockable(&own));
    for folder in FOLDERS {
        findings.note(&format!("write {folder}"), creates(Path::new(folder)));
    }
    for file in KERNELS {
        findings.note(&format!("write {file}"), opens(Path::new(file)));
    }
    for file in SECRETS {
        findings.note(&format!("read {file}"), readable(Path::new(file)));
    }
    for device in DEVICES {
        findings.note(&format!("touch {device}"), touches(Path::new(device)));
        findings.note(&format!("lock {device}"), lockable(Path::new(device)));
    }
    findings.note("terminal", File::open("/dev/tty").ok().map(|_| "opened"));
    let machine = ["/home", "/root", "/var", "/sys", "/run", "/srv", "/mnt"];
    for folder in machine {
        findings.note(&format!("list {folder}"), readable(Path::new(folder)));
    }
}

/// The names and paths the test gave.
pub(crate) fn strangers() -> Vec<(String, String)> {
    let files = told("SPY_FILES");
    let pairs = files.split(':').map(|pair| pair.split_once('=').unwrap());
    pairs
        .map(|(name, path)| (name.to_owned(), path.to_owned()))
        .collect()
}

/// An entry of a folder that is there to be seen, or that a file has something in it.
fn readable(path: &Path) -> Option<String> {
    if path.is_dir() {
        let entry = path.read_dir().ok()?.flatten().next()?;
        return Some(entry.file_name().to_string_lossy().into_owned());
    }
    let mut first = [0; 1];
    let read = File::open(path).ok()?.read(&mut first).ok()?;
    (read > 0).then(|| "has bytes".to_owned())
}

fn writable(path: &Path) -> Option<&'static str> {
    if path.is_dir() {
        creates(path)
    } else {
        opens(path)
    }
}

fn opens(path: &Path) -> Option<&'static str> {
    let opened = OpenOptions::new().write(true).open(path);
    opened.ok().map(|_| "opened for writing")
}

/// Gives a file the times that it has.
fn touches(path: &Path) -> Option<&'static str> {
    let file = OpenOptions::new().write(true).open(path).ok()?;
    let had = file.metadata().ok()?;
    let times = FileTimes::new().set_modified(had.modified().ok()?);
    file.set_times(times).ok().map(|()| "set its times")
}

/// Makes a file in a folder and takes it away again.
fn creates(folder: &Path) -> Option<&'static str> {
    let path = folder.join(format!("spy-{}", std::process::id()));
    let made = OpenOptions::new().write(true).create_new(true).open(&path);
    made.ok().map(|_| {
        fs::remove_file(&path).unwrap();
        "made a file"
    })
}

/// Whether a lock on a file is one: then another on the same file is refused.
fn lockable(path: &Path) -> Option<&'static str> {
    let [one, other] = [File::open(path).ok()?, File::open(path).ok()?];
    one.try_lock().ok()?;
    let refused = matches!(other.try_lock(), Err(TryLockError::WouldBlock));
    refused.then_some("locked")
}
