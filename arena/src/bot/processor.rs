//! How much processor time a bot has had, in whosever turn.

use std::fs;
use std::time::Duration;

use rustix::process::Pid;

/// The clock of a process's own processor time, all its threads together.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProcessorClock(libc::clockid_t);

impl ProcessorClock {
    /// The clock of a process; none if it has ended.
    #[allow(unsafe_code)]
    pub(super) fn of(process: Pid) -> Option<ProcessorClock> {
        let mut clock = 0;
        // SAFETY: the place is valid for writes until the call returns. `rustix` has no call for it.
        let answer = unsafe { libc::clock_getcpuclockid(process.as_raw_pid(), &raw mut clock) };
        (answer == 0).then_some(ProcessorClock(clock))
    }

    /// What it shows; none if the process has ended and was taken away.
    #[allow(unsafe_code)]
    pub(super) fn now(self) -> Option<Duration> {
        let mut time = libc::timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        // SAFETY: the place is valid for writes until the call returns. The clocks of `rustix` are
        // those that a program knows beforehand.
        let answer = unsafe { libc::clock_gettime(self.0, &raw mut time) };
        let seconds = u64::try_from(time.tv_sec).ok()?;
        let nanos = u32::try_from(time.tv_nsec).ok()?;
        (answer == 0).then(|| Duration::new(seconds, nanos))
    }
}

/// The bot that a keeper keeps: the first child of the keeper's child.
pub(super) fn kept_by(keeper: Pid) -> Option<Pid> {
    first_child(first_child(keeper)?)
}

fn first_child(parent: Pid) -> Option<Pid> {
    let parent = parent.as_raw_pid();
    let children = fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).ok()?;
    let first = children.split_whitespace().next()?;
    first.parse().ok().and_then(Pid::from_raw)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_clock_of_a_process_shows_what_it_has_used_and_that_of_none_is_none() {
        let clock = ProcessorClock::of(rustix::process::getpid()).unwrap();
        let before = clock.now().unwrap();
        while clock.now().unwrap() < before + Duration::from_millis(5) {}
        // Higher than any process number can be.
        assert!(ProcessorClock::of(Pid::from_raw(i32::MAX >> 3).unwrap()).is_none());
    }
}
