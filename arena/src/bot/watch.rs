//! What is watched of a process whatever is waited for: its exit, its stderr, the time.

use std::future::{Future, poll_fn};
use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use tokio::io::Interest;
use tokio::io::unix::AsyncFd;
use tokio::time::{Instant, Sleep, sleep_until};

use super::fault::Fault;
use super::group::ProcessGroup;
use super::pipes::{Diagnostics, Output};

/// What happened first while waiting for a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    /// Bytes moved; look whether they are what was waited for.
    Progress,
    /// The pipe that was waited for has no other end any more.
    Closed,
    /// The process has ended.
    Exit,
    /// The time is up.
    Deadline,
}

/// A process and the pipes it writes to.
#[derive(Debug)]
pub(super) struct Watch {
    pub(super) output: Output,
    pub(super) diagnostics: Diagnostics,
    group: AsyncFd<ProcessGroup>,
}

impl Watch {
    pub(super) fn new(
        output: Output,
        diagnostics: Diagnostics,
        group: ProcessGroup,
    ) -> io::Result<Self> {
        let group = register(group)?;
        Ok(Self {
            output,
            diagnostics,
            group,
        })
    }

    pub(super) fn group(&self) -> &ProcessGroup {
        self.group.get_ref()
    }

    pub(super) fn group_mut(&mut self) -> &mut ProcessGroup {
        self.group.get_mut()
    }

    /// The process ends, it writes to stderr, or the time is up. Its exit is seen by its pidfd:
    /// the end of its output says nothing, for a child of its own may hold the pipe.
    pub(super) fn poll(
        &mut self,
        cx: &mut Context<'_>,
        timer: Pin<&mut Sleep>,
    ) -> Poll<io::Result<Event>> {
        if self.group.poll_read_ready(cx)?.is_ready() {
            Poll::Ready(Ok(Event::Exit))
        } else if self.diagnostics.poll_drain(cx).is_ready() {
            Poll::Ready(Ok(Event::Progress))
        } else {
            timer.poll(cx).map(|()| Ok(Event::Deadline))
        }
    }

    /// Whether the process has ended.
    pub(super) fn has_exited(&self) -> bool {
        self.group().status().is_ok_and(|status| status.is_some())
    }

    /// Waits for the process to end; tells whether it did by `limit`. What it writes to stdout
    /// is thrown away.
    pub(super) async fn exits_by(&mut self, limit: Instant) -> bool {
        let mut timer = pin!(sleep_until(limit));
        loop {
            let event = poll_fn(|cx| {
                let _ = self.output.poll_discard(cx);
                self.poll(cx, timer.as_mut())
            });
            match event.await {
                Ok(Event::Exit) => return true,
                Ok(Event::Progress) if Instant::now() < limit => {}
                _ => return false,
            }
        }
    }

    /// The fault of a process that has ended.
    pub(super) fn exited(&self) -> Fault {
        match self.group().status() {
            Ok(Some(status)) => Fault::Exited(status),
            Ok(None) => Fault::Io(io::Error::other("it was reported to have ended, but runs")),
            Err(error) => Fault::Io(error),
        }
    }
}

/// Ties a group's pidfd to the current runtime.
#[allow(unsafe_code)]
fn register(group: ProcessGroup) -> io::Result<AsyncFd<ProcessGroup>> {
    // SAFETY: the descriptor is the pidfd that the group owns; it stays open and the same until
    // the group is dropped, and the group is never exchanged for another while registered.
    Ok(unsafe { AsyncFd::register_with_interest(group, Interest::READABLE)? })
}
