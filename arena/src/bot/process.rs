//! A running bot: lines in, lines out, each exchange bounded by one fixed deadline.

use std::future::poll_fn;
use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

use rustix::process::Signal;
use tokio::io::AsyncWrite;
use tokio::net::unix::pipe;
use tokio::time::{Instant, Sleep, sleep_until};

use super::fault::{ExitStatus, Fault, Stream};
use super::launch::StderrLimits;
use super::pipes::{Diagnostics, Output, Read};
use super::processor::{ProcessorClock, kept_by};
use super::spawn::{Newborn, Spawner};
use super::stderr::StderrTail;
use super::watch::{Event, Watch};

/// How long a process may take to be gone after one of its pipes was seen closed. A process that
/// exits closes its pipes a little earlier, and whether it exited or lives on must not depend on
/// who is faster.
const EXIT_AFTER_CLOSE: Duration = Duration::from_millis(250);

/// A running bot process and the arena's ends of its pipes.
///
/// Belongs to the runtime it was spawned from, and starts no task there. The orderly end is
/// [`stop`](Self::stop). Dropping it is the last resort: its process group is killed and reaped
/// on the spot, which blocks the thread for the few milliseconds that takes.
#[derive(Debug)]
pub struct BotProcess {
    /// None after the bot was told that its input has ended.
    pub(super) stdin: Option<pipe::Sender>,
    pub(super) watch: Watch,
    /// Keeps the thread alive on which the process's life hangs.
    pub(super) spawner: Spawner,
    /// Whether its processes are stopped.
    frozen: bool,
    /// None where the system does not tell.
    clock: Option<ProcessorClock>,
}

impl BotProcess {
    pub(super) fn adopt(
        newborn: Newborn,
        stderr: StderrLimits,
        spawner: Spawner,
    ) -> io::Result<Self> {
        let leader = newborn.group.leader();
        let bot = match newborn.group.is_kept() {
            true => kept_by(leader),
            false => Some(leader),
        };
        let stdin = Some(pipe::Sender::from_owned_fd(newborn.stdin)?);
        let output = Output::new(newborn.stdout)?;
        let diagnostics = Diagnostics::new(newborn.stderr, stderr)?;
        let watch = Watch::new(output, diagnostics, newborn.group)?;
        Ok(Self {
            stdin,
            watch,
            spawner,
            frozen: false,
            clock: bot.and_then(ProcessorClock::of),
        })
    }

    /// Stops all processes of the bot until it is sent the next line or asked to leave.
    pub fn freeze(&mut self) {
        if !self.frozen {
            self.watch.group().signal(Signal::STOP);
            self.frozen = true;
        }
    }

    pub(super) fn thaw(&mut self) {
        if self.frozen {
            self.watch.group().signal(Signal::CONT);
            self.frozen = false;
        }
    }

    /// The number of the process, which is also that of its group and session.
    pub fn pid(&self) -> i32 {
        self.watch.group().leader().as_raw_pid()
    }

    /// The processor time that the bot's own process has had since its start; none where the system
    /// does not tell, or it has ended.
    pub fn processor_time(&self) -> Option<Duration> {
        self.clock?.now()
    }

    /// How the process has ended; `None` while it runs.
    pub fn exit_status(&self) -> Option<ExitStatus> {
        self.watch.group().status().ok().flatten()
    }

    /// What the bot has written to stdout since its last line: a line without its end.
    pub fn unfinished(&self) -> &[u8] {
        self.watch.output.unfinished()
    }

    /// Ends the bot's input, as the arena's own end would. Nothing can be sent any more; what the
    /// bot writes is still read.
    pub fn close_input(&mut self) {
        self.thaw();
        self.stdin = None;
    }

    /// Waits for the process to end; tells whether it did by `limit`. What it writes to stdout is
    /// thrown away.
    pub async fn exits_by(&mut self, limit: Instant) -> bool {
        self.watch.exits_by(limit).await
    }

    /// What the bot has written to stderr, as far as it has been read.
    pub fn stderr(&self) -> &StderrTail {
        self.watch.diagnostics.kept()
    }

    /// Sends a line, newline included.
    ///
    /// # Errors
    ///
    /// [`Fault::Timeout`] when the bot has not made room for it by the deadline,
    /// [`Fault::Closed`] and [`Fault::Exited`] when it never will. After an error the bot may
    /// hold half a line, and the process is of no more use.
    pub async fn send(&mut self, line: &[u8], deadline: Instant) -> Result<(), Fault> {
        debug_assert!(line.ends_with(b"\n"), "a line ends with a newline");
        self.thaw();
        let Some(stdin) = &self.stdin else {
            return Err(Fault::Closed(Stream::Stdin));
        };
        match stdin.try_write(line) {
            Ok(sent) if sent == line.len() => Ok(()),
            Ok(sent) => self.send_rest(&line[sent..], deadline).await,
            // No room yet; or an error, which comes again there.
            Err(_) => self.send_rest(line, deadline).await,
        }
    }

    /// Sends what the pipe had no room for, reading stderr meanwhile: a bot that is stuck there
    /// would never read on.
    async fn send_rest(&mut self, mut rest: &[u8], deadline: Instant) -> Result<(), Fault> {
        let mut timer = pin!(sleep_until(deadline));
        while !rest.is_empty() {
            match poll_fn(|cx| self.poll_send(cx, &mut rest, timer.as_mut())).await? {
                Event::Progress => in_time(Stream::Stdin, deadline)?,
                Event::Closed => return Err(self.closed(Stream::Stdin, deadline).await),
                Event::Exit => return Err(self.watch.exited()),
                Event::Deadline => return Err(timeout(Stream::Stdin, deadline)),
            }
        }
        Ok(())
    }

    /// Waits for the bot's next line and gives it without its line end. Bytes that follow it
    /// stay for the next call.
    ///
    /// The deadline is fixed: bytes never extend it, and a line read after it comes too late.
    /// What a bot wrote before it exited or closed stdout counts, also a last line without
    /// newline.
    ///
    /// # Errors
    ///
    /// The first [`Fault`] that kept a line from coming.
    pub async fn receive(&mut self, deadline: Instant) -> Result<&[u8], Fault> {
        self.receive_while(deadline, deadline, || {}).await
    }

    /// The same; if no line has come by `patience`, does something once and goes on waiting.
    ///
    /// # Errors
    ///
    /// The same.
    pub async fn receive_while(
        &mut self,
        deadline: Instant,
        patience: Instant,
        otherwise: impl FnOnce(),
    ) -> Result<&[u8], Fault> {
        if !self.watch.output.take_line()? {
            let otherwise = (patience < deadline).then_some(otherwise);
            self.receive_line(deadline, patience.min(deadline), otherwise)
                .await?;
        }
        Ok(self.watch.output.line())
    }

    async fn receive_line(
        &mut self,
        deadline: Instant,
        patience: Instant,
        mut otherwise: Option<impl FnOnce()>,
    ) -> Result<(), Fault> {
        let mut timer = pin!(sleep_until(patience));
        loop {
            match poll_fn(|cx| self.poll_receive(cx, timer.as_mut())).await? {
                Event::Progress => in_time(Stream::Stdout, deadline)?,
                Event::Closed if self.watch.output.take_last_line()? => return Ok(()),
                Event::Closed => return Err(self.closed(Stream::Stdout, deadline).await),
                Event::Exit if self.last_words(deadline)? => return Ok(()),
                Event::Exit => return Err(self.watch.exited()),
                Event::Deadline => match otherwise.take() {
                    Some(otherwise) => {
                        otherwise();
                        timer.as_mut().reset(deadline);
                    }
                    None => return Err(timeout(Stream::Stdout, deadline)),
                },
            }
            if self.watch.output.take_line()? {
                return Ok(());
            }
        }
    }

    /// A line that came although nothing was asked, as far as it was read together with the last
    /// answer. Costs no system call; a line that comes later is what the next
    /// [`receive`](Self::receive) gives.
    ///
    /// # Errors
    ///
    /// [`Fault::LineTooLong`].
    pub fn received_before_asked(&mut self) -> Result<Option<&[u8]>, Fault> {
        let output = &mut self.watch.output;
        Ok(output.take_line()?.then(|| output.line()))
    }

    /// Takes what the process wrote before it ended, up to its next line.
    fn last_words(&mut self, deadline: Instant) -> Result<bool, Fault> {
        let output = &mut self.watch.output;
        while output.fill_now()? == Some(Read::Some) {
            in_time(Stream::Stdout, deadline)?;
            if output.take_line()? {
                return Ok(true);
            }
        }
        Ok(output.take_last_line()?)
    }

    /// The fault of a bot that closed a pipe: that it exited, if it does so at once.
    async fn closed(&mut self, stream: Stream, deadline: Instant) -> Fault {
        let limit = deadline.min(Instant::now() + EXIT_AFTER_CLOSE);
        match self.watch.exits_by(limit).await {
            true => self.watch.exited(),
            false => Fault::Closed(stream),
        }
    }

    fn poll_send(
        &mut self,
        cx: &mut Context<'_>,
        rest: &mut &[u8],
        timer: Pin<&mut Sleep>,
    ) -> Poll<io::Result<Event>> {
        let Some(stdin) = &mut self.stdin else {
            return Poll::Ready(Ok(Event::Closed));
        };
        match Pin::new(stdin).poll_write(cx, rest) {
            Poll::Ready(Ok(sent)) => {
                *rest = &rest[sent..];
                Poll::Ready(Ok(Event::Progress))
            }
            Poll::Ready(Err(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                Poll::Ready(Ok(Event::Closed))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => self.watch.poll(cx, timer),
        }
    }

    fn poll_receive(
        &mut self,
        cx: &mut Context<'_>,
        timer: Pin<&mut Sleep>,
    ) -> Poll<io::Result<Event>> {
        match self.watch.output.poll_fill(cx)? {
            Poll::Ready(Read::Some) => Poll::Ready(Ok(Event::Progress)),
            Poll::Ready(Read::End) => Poll::Ready(Ok(Event::Closed)),
            Poll::Pending => self.watch.poll(cx, timer),
        }
    }
}

/// Checked whenever bytes came: while they keep coming, the timer may not get its turn.
fn in_time(waiting_for: Stream, deadline: Instant) -> Result<(), Fault> {
    if Instant::now() < deadline {
        Ok(())
    } else {
        Err(timeout(waiting_for, deadline))
    }
}

fn timeout(waiting_for: Stream, deadline: Instant) -> Fault {
    Fault::Timeout {
        waiting_for,
        overdue: deadline.elapsed(),
    }
}
