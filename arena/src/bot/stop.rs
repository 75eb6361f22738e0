//! The stop ladder: ask, close the input, wait; signal politely, wait; kill; wait until all is
//! gone.

use std::time::Duration;

use rustix::process::Signal;
use tokio::net::unix::pipe;
use tokio::time::{Instant, sleep};

use super::fault::ExitStatus;
use super::process::BotProcess;
use super::stderr::StderrTail;
use super::watch::Watch;

/// How often the rest of a killed group is looked for.
const GONE_POLL: Duration = Duration::from_millis(1);

/// How a bot is asked to leave, and how long each step may take.
#[derive(Debug, Clone)]
pub struct StopPolicy {
    /// The line that asks it to leave, newline included.
    pub quit_line: Vec<u8>,
    /// How long it has to exit after that line and the end of its input.
    pub after_quit: Duration,
    /// How long its group has after SIGTERM.
    pub after_term: Duration,
    /// How long the kernel has to remove the group after SIGKILL.
    pub after_kill: Duration,
}

impl StopPolicy {
    /// A second to leave, half a second after SIGTERM, two for the kernel.
    pub fn new(quit_line: Vec<u8>) -> Self {
        Self {
            quit_line,
            after_quit: Duration::from_secs(1),
            after_term: Duration::from_millis(500),
            after_kill: Duration::from_secs(2),
        }
    }
}

/// What it took to make a bot leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leaving {
    /// It had ended before it was asked to.
    Early,
    /// It left when asked, or when its input ended.
    Asked,
    /// It left on SIGTERM.
    Terminated,
    /// It had to be killed.
    Killed,
}

/// Whether the process and its whole group are gone.
///
/// A child that made a group of its own is not in it; only a sandbox can hold such a child.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remains {
    /// All gone, and the process reaped.
    Nothing,
    /// Something is stuck in the kernel, killed already.
    Something,
}

/// How a bot process ended.
#[derive(Debug)]
pub struct Exit {
    /// What it took.
    pub leaving: Leaving,
    /// Its exit status; none if it could not be had.
    pub status: Option<ExitStatus>,
    /// What it wrote to stderr.
    pub stderr: StderrTail,
    /// Whether anything of it is left.
    pub remains: Remains,
}

impl BotProcess {
    /// Ends the process and its group, however unwilling, and reaps it. Takes as long as the bot
    /// takes to exit, and never much longer than the policy's three times together.
    ///
    /// Dropped half-way, it does what dropping the process does: kill and reap.
    pub async fn stop(mut self, policy: &StopPolicy) -> Exit {
        self.thaw();
        let Self {
            stdin,
            mut watch,
            spawner,
            ..
        } = self;
        let leaving = if watch.has_exited() {
            Leaving::Early
        } else {
            if let Some(stdin) = &stdin {
                ask(stdin, &policy.quit_line);
            }
            drop(stdin);
            descend(&mut watch, policy).await
        };
        let (status, remains) = clear_away(&mut watch, policy.after_kill).await;
        drop(spawner);
        Exit {
            leaving,
            status,
            stderr: watch.diagnostics.finish(),
            remains,
        }
    }
}

/// Asks the bot to leave.
fn ask(stdin: &pipe::Sender, quit_line: &[u8]) {
    // One try: a bot that has let its pipe fill up does not listen.
    let _ = rustix::io::write(stdin, quit_line);
}

/// Waits for the process to end, one rung after the other.
async fn descend(watch: &mut Watch, policy: &StopPolicy) -> Leaving {
    if watch.exits_by(Instant::now() + policy.after_quit).await {
        return Leaving::Asked;
    }
    watch.group().signal(Signal::TERM);
    // A stopped process sees SIGTERM only once it goes on.
    watch.group().signal(Signal::CONT);
    if watch.exits_by(Instant::now() + policy.after_term).await {
        return Leaving::Terminated;
    }
    Leaving::Killed
}

/// Kills what is left of the group, reaps the process and waits for the others to be gone.
async fn clear_away(watch: &mut Watch, limit: Duration) -> (Option<ExitStatus>, Remains) {
    let limit = Instant::now() + limit;
    watch.group().signal(Signal::KILL);
    watch.exits_by(limit).await;
    let status = watch.group_mut().reap().ok().flatten();
    let mut remains = look(watch, status);
    while remains == Remains::Something && Instant::now() < limit {
        sleep(GONE_POLL).await;
        remains = look(watch, status);
    }
    (status, remains)
}

fn look(watch: &Watch, status: Option<ExitStatus>) -> Remains {
    if status.is_some() && watch.group().is_gone() {
        Remains::Nothing
    } else {
        Remains::Something
    }
}
