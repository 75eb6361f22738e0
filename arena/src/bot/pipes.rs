//! The arena's ends of a bot's output pipes, tied to a worker's runtime.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use nardy_protocol::codec::{LineBuffer, LineTooLong};
use rustix::io::Errno;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::unix::pipe;

use super::launch::StderrLimits;
use super::stderr::StderrTail;

/// Bytes taken from stderr at once.
const STDERR_CHUNK: usize = 16 * 1024;

/// Most bytes of stderr collected after the process is gone. The pipe holds less, unless
/// somebody who outlived it goes on writing.
const LAST_STDERR_MAX: u64 = 1024 * 1024;

/// Most bytes of stdout thrown away while the process is leaving; beyond, it may block.
const DISCARD_MAX: usize = 64 * 1024;

/// What a read brought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Read {
    /// Some bytes.
    Some,
    /// The end: every writer has closed the pipe.
    End,
}

impl Read {
    fn of(count: usize) -> Self {
        if count == 0 { Self::End } else { Self::Some }
    }
}

/// The lines a bot writes to stdout.
#[derive(Debug)]
pub(super) struct Output {
    pipe: pipe::Receiver,
    lines: LineBuffer,
    line: Vec<u8>,
    ended: bool,
    discarded: usize,
}

impl Output {
    pub(super) fn new(fd: OwnedFd) -> io::Result<Self> {
        let pipe = pipe::Receiver::from_owned_fd(fd)?;
        let (lines, line) = (LineBuffer::new(), Vec::new());
        Ok(Self {
            pipe,
            lines,
            line,
            ended: false,
            discarded: 0,
        })
    }

    /// The line last taken.
    pub(super) fn line(&self) -> &[u8] {
        &self.line
    }

    /// What has been read of a line that has not ended yet.
    pub(super) fn unfinished(&self) -> &[u8] {
        self.lines.pending()
    }

    /// Takes the next line from the bytes read so far; tells whether there was one.
    pub(super) fn take_line(&mut self) -> Result<bool, LineTooLong> {
        let next = if self.ended {
            self.lines.finish()?
        } else {
            self.lines.next_line()?
        };
        // Copied, because the borrow checker lets no function return it from within a loop.
        self.line.clear();
        self.line.extend_from_slice(next.unwrap_or_default());
        Ok(next.is_some())
    }

    /// Takes the next line as if nothing more could come: what is there without a newline is one.
    pub(super) fn take_last_line(&mut self) -> Result<bool, LineTooLong> {
        self.ended = true;
        self.take_line()
    }

    /// Reads once into the line buffer, when there is something.
    ///
    /// Goes through `poll_read`, which remembers from a short read that the pipe is empty: a
    /// turn costs one read, not a second one that finds nothing.
    pub(super) fn poll_fill(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<Read>> {
        if self.ended {
            return Poll::Ready(Ok(Read::End));
        }
        let mut space = ReadBuf::new(self.lines.spare_mut());
        ready!(Pin::new(&mut self.pipe).poll_read(cx, &mut space))?;
        let count = space.filled().len();
        self.lines.commit(count);
        self.ended = count == 0;
        Poll::Ready(Ok(Read::of(count)))
    }

    /// Reads once without waiting, whatever the runtime believes about the pipe: what a process
    /// wrote before it ended is there, even if the runtime has only seen the end.
    pub(super) fn fill_now(&mut self) -> io::Result<Option<Read>> {
        if self.ended {
            return Ok(Some(Read::End));
        }
        let count = read_now(&self.pipe, self.lines.spare_mut())?;
        self.lines.commit(count.unwrap_or_default());
        Ok(count.map(Read::of))
    }

    /// Reads and forgets, so that a bot that is leaving does not block on a last word. Always
    /// pending: nobody waits for it.
    pub(super) fn poll_discard(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let mut space = [MaybeUninit::uninit(); 4096];
        while !self.ended && self.discarded < DISCARD_MAX {
            let mut chunk = ReadBuf::uninit(&mut space);
            let read = ready!(Pin::new(&mut self.pipe).poll_read(cx, &mut chunk));
            self.ended = read.is_err() || chunk.filled().is_empty();
            self.discarded += chunk.filled().len();
        }
        Poll::Pending
    }
}

/// What a bot writes to stderr: read to the end, kept in part.
#[derive(Debug)]
pub(super) struct Diagnostics {
    pipe: Option<pipe::Receiver>,
    kept: StderrTail,
}

impl Diagnostics {
    pub(super) fn new(fd: OwnedFd, limits: StderrLimits) -> io::Result<Self> {
        let pipe = Some(pipe::Receiver::from_owned_fd(fd)?);
        Ok(Self {
            pipe,
            kept: StderrTail::new(limits),
        })
    }

    pub(super) fn kept(&self) -> &StderrTail {
        &self.kept
    }

    /// Reads once, when there is something. Pending after the end; a pipe that cannot be read
    /// counts as ended, for stderr decides nothing.
    pub(super) fn poll_drain(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let Some(pipe) = &mut self.pipe else {
            return Poll::Pending;
        };
        let mut space = [MaybeUninit::uninit(); STDERR_CHUNK];
        let mut chunk = ReadBuf::uninit(&mut space);
        let read = ready!(Pin::new(pipe).poll_read(cx, &mut chunk));
        self.kept.push(chunk.filled());
        if read.is_err() || chunk.filled().is_empty() {
            self.pipe = None;
        }
        Poll::Ready(())
    }

    /// Collects what is left after the process is gone.
    pub(super) fn finish(mut self) -> StderrTail {
        let enough = self.kept.total() + LAST_STDERR_MAX;
        let mut space = [0; STDERR_CHUNK];
        while let Some(pipe) = &self.pipe
            && self.kept.total() < enough
            && let Ok(Some(count @ 1..)) = read_now(pipe, &mut space)
        {
            self.kept.push(&space[..count]);
        }
        self.kept
    }
}

/// One read that does not wait; none when the pipe is empty but open.
fn read_now(pipe: &pipe::Receiver, space: &mut [u8]) -> io::Result<Option<usize>> {
    match rustix::io::read(pipe.as_fd(), space) {
        Ok(count) => Ok(Some(count)),
        Err(Errno::AGAIN) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
