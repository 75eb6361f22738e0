//! The first process of a bot's namespace while the bot runs: takes away what has ended, ends
//! the bot when it has more memory than it may, and tells how it ended.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};

use super::limits::Limits;
use super::order::Ending;

/// How often it looks: a bot may have too much memory for as long. What a single process may
/// have is bounded at once, see [`Limits`].
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Watches until the bot has ended.
pub(super) fn watch(bot: Pid, limits: &Limits) -> Ending {
    let exit = pidfd_open(bot, PidfdFlags::empty()).ok();
    let mut too_much = false;
    loop {
        if let Some(ending) = take_away(bot, limits) {
            return if too_much {
                Ending::OutOfMemory
            } else {
                ending
            };
        }
        wait(exit.as_ref());
        if memory_of_all(Path::new("/proc"), limits.memory) > limits.memory {
            too_much = true;
            let _ = kill_process(bot, Signal::KILL);
        }
    }
}

/// Waits until the bot ends, or until it is time to look.
fn wait(exit: Option<&rustix::fd::OwnedFd>) {
    let limit = Timespec::try_from(LOOK_EVERY).ok();
    let mut exit: Vec<_> = exit
        .map(|exit| PollFd::new(exit, PollFlags::IN))
        .into_iter()
        .collect();
    let _ = poll(&mut exit, limit.as_ref());
}

/// Reaps every child that has ended, orphans of the bot's among them; answers how the bot did.
#[allow(unsafe_code)]
fn take_away(bot: Pid, limits: &Limits) -> Option<Ending> {
    loop {
        let mut status = 0;
        // SAFETY: `rusage` is a plain structure of numbers, for which zeros are valid.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: both places are valid for writes until the call returns. `rustix` has no call
        // that tells how much memory a child had.
        let child = unsafe { libc::wait4(-1, &raw mut status, libc::WNOHANG, &raw mut usage) };
        if child <= 0 {
            return None;
        }
        if child == bot.as_raw_pid() {
            let most = u64::try_from(usage.ru_maxrss).unwrap_or(0) * 1024;
            return Some(ending(status, most > limits.memory));
        }
    }
}

/// A bot that failed after having had more than it may failed for that.
fn ending(status: i32, had_too_much: bool) -> Ending {
    match (libc::WIFSIGNALED(status), libc::WEXITSTATUS(status)) {
        (false, 0) => Ending::Code(0),
        _ if had_too_much => Ending::OutOfMemory,
        (true, _) => Ending::Signal(libc::WTERMSIG(status)),
        (false, code) => Ending::Code(code),
    }
}

/// Bytes of memory, files' aside, that all processes listed in this `/proc` have.
///
/// What processes share after a fork counts for each of them, unless that would be more than
/// `limit`: then it is counted by shares, which takes the kernel longer to find out.
fn memory_of_all(proc: &Path, limit: u64) -> u64 {
    let rough = sum_of_all(proc, "status", &["RssAnon:", "RssShmem:"]);
    if rough <= limit {
        return rough;
    }
    sum_of_all(proc, "smaps_rollup", &["Pss_Anon:", "Pss_Shmem:"])
}

/// The sum of these lines in a file of every process, in bytes.
fn sum_of_all(proc: &Path, file: &str, names: &[&str]) -> u64 {
    let Ok(entries) = proc.read_dir() else {
        return 0;
    };
    let processes = entries.flatten().filter(|entry| {
        let name = entry.file_name();
        name.as_encoded_bytes().iter().all(u8::is_ascii_digit)
    });
    processes
        .filter_map(|process| fs::read_to_string(process.path().join(file)).ok())
        .map(|text| sum_of_lines(&text, names))
        .sum()
}

/// The sum of the lines that begin with these names, in bytes.
fn sum_of_lines(text: &str, names: &[&str]) -> u64 {
    let lines = text.lines().filter_map(|line| {
        let rest = names.iter().find_map(|name| line.strip_prefix(name))?;
        rest.split_whitespace().next()?.parse::<u64>().ok()
    });
    lines.sum::<u64>() * 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_without_files_is_read_from_a_status() {
        let status = "Name:\tbot\nVmRSS:\t    900 kB\nRssAnon:\t     300 kB\n\
                      RssFile:\t     500 kB\nRssShmem:\t     100 kB\nThreads:\t1\n";
        let sum = sum_of_lines(status, &["RssAnon:", "RssShmem:"]);
        assert_eq!(sum, 400 * 1024);
    }

    #[test]
    fn a_failure_with_too_much_memory_is_told_from_others() {
        assert_eq!(ending(0, true), Ending::Code(0));
        assert_eq!(ending(3 << 8, false), Ending::Code(3));
        assert_eq!(ending(3 << 8, true), Ending::OutOfMemory);
        assert_eq!(ending(libc::SIGABRT, false), Ending::Signal(libc::SIGABRT));
        assert_eq!(ending(libc::SIGKILL, true), Ending::OutOfMemory);
    }
}
