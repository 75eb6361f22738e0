//! A bot's process group: seen by its leader's pidfd, signalled as a whole, reaped once.

use std::cell::OnceCell;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, getpid, kill_process_group, pidfd_open,
    set_child_subreaper, test_kill_process_group, waitid,
};

use super::fault::{ExitStatus, SignalNumber};
use super::sandbox::{Ending, KeeperReport};

/// How long dropping waits for a killed process; only one stuck in the kernel takes longer.
const DROP_WAIT: Duration = Duration::from_secs(1);

/// A process that leads its own group, and whatever it started there.
///
/// The leader is reaped last: as long as it is a zombie, its number cannot be given to a
/// stranger, so a signal to the group can only hit the bot. Dropping the group kills and reaps.
#[derive(Debug)]
pub(super) struct ProcessGroup {
    leader: Pid,
    pidfd: OwnedFd,
    reaped: bool,
    keeper: Option<Keeper>,
}

/// What the keeper of a contained bot tells: how the bot itself ended.
#[derive(Debug)]
struct Keeper {
    socket: UnixStream,
    told: OnceCell<ExitStatus>,
}

/// The longest report of a keeper's.
const LONGEST_REPORT: usize = 4096;

impl Keeper {
    /// How the bot ended, once the keeper has ended.
    fn told(&self) -> Option<ExitStatus> {
        if self.told.get().is_none() {
            let mut text = [0; LONGEST_REPORT];
            let length = rustix::io::read(&self.socket, &mut text).unwrap_or(0);
            let line = text[..length].trim_ascii();
            if let Ok(KeeperReport::Ended(ending)) = serde_json::from_slice(line) {
                let _ = self.told.set(ending.into());
            }
        }
        self.told.get().copied()
    }
}

impl From<Ending> for ExitStatus {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Code(code) => ExitStatus::Code(code),
            Ending::Signal(number) => ExitStatus::Signal(SignalNumber(number)),
            Ending::OutOfMemory => ExitStatus::OutOfMemory,
        }
    }
}

impl ProcessGroup {
    /// Takes charge of a child that leads its own group and has not been waited for. If that
    /// fails, the child is killed and reaped.
    pub(super) fn adopt(leader: Pid) -> io::Result<Self> {
        match pidfd_open(leader, PidfdFlags::empty()) {
            Ok(pidfd) => Ok(Self {
                leader,
                pidfd,
                reaped: false,
                keeper: None,
            }),
            Err(error) => {
                let _ = kill_process_group(leader, Signal::KILL);
                let _ = waitid(WaitId::Pid(leader), WaitIdOptions::EXITED);
                Err(error.into())
            }
        }
    }

    /// Lets the keeper, which the leader is, say how the bot ended. The socket does not block.
    pub(super) fn listen_to(&mut self, socket: UnixStream) {
        let told = OnceCell::new();
        self.keeper = Some(Keeper { socket, told });
    }

    /// Whether the leader is the keeper of a contained bot.
    pub(super) fn is_kept(&self) -> bool {
        self.keeper.is_some()
    }

    /// The leader's process number.
    pub(super) fn leader(&self) -> Pid {
        self.leader
    }

    /// How the leader ended, if it has; it stays a zombie.
    pub(super) fn status(&self) -> io::Result<Option<ExitStatus>> {
        self.wait(WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT)
    }

    /// Sends a signal to every process of the group.
    pub(super) fn signal(&self, signal: Signal) {
        if !self.reaped {
            // The only failure possible here is a group that is gone already.
            let _ = kill_process_group(self.leader, signal);
        }
    }

    /// Removes the leader, if it has ended, from the process table, and tells how it ended. The
    /// group gets no signal afterwards.
    pub(super) fn reap(&mut self) -> io::Result<Option<ExitStatus>> {
        let status = self.wait(WaitIdOptions::EXITED | WaitIdOptions::NOHANG)?;
        self.reaped |= status.is_some();
        Ok(status)
    }

    /// Whether no process of the group is left. Asked after [`reap`](Self::reap).
    pub(super) fn is_gone(&self) -> bool {
        // Members whose own parent is gone have become the arena's children: see
        // `adopt_orphans`.
        let orphans = WaitId::Pgid(Some(self.leader));
        while let Ok(Some(_)) = waitid(
            orphans.clone(),
            WaitIdOptions::EXITED | WaitIdOptions::NOHANG,
        ) {}
        test_kill_process_group(self.leader) == Err(Errno::SRCH)
    }

    fn wait(&self, options: WaitIdOptions) -> io::Result<Option<ExitStatus>> {
        let Some(status) = waitid(WaitId::PidFd(self.pidfd.as_fd()), options)? else {
            return Ok(None);
        };
        if let Some(told) = self.keeper.as_ref().and_then(Keeper::told) {
            return Ok(Some(told));
        }
        Ok(Some(match status.exit_status() {
            Some(code) => ExitStatus::Code(code),
            None => ExitStatus::Signal(SignalNumber(
                status.terminating_signal().unwrap_or_default(),
            )),
        }))
    }
}

/// Makes the arena the parent of whatever its bots leave behind. Otherwise that is the first
/// process of the system, and in containers there is one that reaps nobody: a dead orphan would
/// keep its group in being for ever.
pub(super) fn adopt_orphans() -> io::Result<()> {
    Ok(set_child_subreaper(Some(getpid()))?)
}

impl AsRawFd for ProcessGroup {
    /// The leader's pidfd: readable from its exit on.
    fn as_raw_fd(&self) -> RawFd {
        self.pidfd.as_raw_fd()
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        if self.reaped {
            return;
        }
        self.signal(Signal::KILL);
        let mut exit = [PollFd::new(&self.pidfd, PollFlags::IN)];
        let limit = Timespec::try_from(DROP_WAIT).ok();
        while poll(&mut exit, limit.as_ref()) == Err(Errno::INTR) {}
        let _ = self.reap();
    }
}
