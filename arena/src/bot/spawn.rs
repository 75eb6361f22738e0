//! Starting bot processes: the one door through which every process of a bot comes to life.
//!
//! A bot must die with the arena, even if the arena is killed. The kernel ties that to the
//! *thread* that forked, so one lasting thread does every fork, and the workers order processes
//! from it.

use std::io;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;

use rustix::process::Pid;
use tokio::sync::oneshot;

use super::child;
use super::group::{ProcessGroup, adopt_orphans};
use super::launch::Launch;
use super::preflight::inspect;
use super::problem::{LaunchProblem, SpawnError};
use super::process::BotProcess;

/// A handle on the thread that starts processes; clones share the thread.
///
/// The thread ends when the last handle is gone, and every [`BotProcess`] holds one.
#[derive(Debug, Clone)]
pub struct Spawner {
    orders: mpsc::Sender<Order>,
}

#[derive(Debug)]
struct Order {
    launch: Launch,
    reply: oneshot::Sender<Result<Newborn, LaunchProblem>>,
}

/// A started process with the arena's ends of its pipes, not yet tied to a runtime.
#[derive(Debug)]
pub(super) struct Newborn {
    pub(super) group: ProcessGroup,
    pub(super) stdin: OwnedFd,
    pub(super) stdout: OwnedFd,
    pub(super) stderr: OwnedFd,
}

impl Spawner {
    /// Starts the thread.
    ///
    /// # Errors
    ///
    /// When the system has no thread to give, or does not let the arena adopt orphans.
    pub fn start() -> io::Result<Self> {
        child::keep_exit_statuses();
        adopt_orphans()?;
        let (orders, inbox) = mpsc::channel();
        thread::Builder::new()
            .name("bot-spawner".into())
            .spawn(move || serve(&inbox))?;
        Ok(Self { orders })
    }

    /// Starts a process and ties its pipes to the runtime of the caller, who alone may use it
    /// from then on. If the caller gives up waiting, the process is killed.
    ///
    /// # Errors
    ///
    /// Says what kept the process from starting and what to do about it.
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime with I/O and time enabled.
    pub async fn spawn(&self, launch: Launch) -> Result<BotProcess, SpawnError> {
        let (bot, program, stderr) = (launch.bot.clone(), launch.program.clone(), launch.stderr);
        let started = match self.order(launch).await {
            Ok(newborn) => BotProcess::adopt(newborn, stderr, self.clone()).map_err(Into::into),
            Err(problem) => Err(problem),
        };
        started.map_err(|problem| SpawnError {
            bot,
            program,
            problem,
        })
    }

    async fn order(&self, launch: Launch) -> Result<Newborn, LaunchProblem> {
        let (reply, answer) = oneshot::channel();
        self.orders
            .send(Order { launch, reply })
            .map_err(|_| thread_gone())?;
        answer.await.map_err(|_| thread_gone())?
    }
}

fn thread_gone() -> LaunchProblem {
    io::Error::other("the thread that starts processes has ended").into()
}

fn serve(inbox: &mpsc::Receiver<Order>) {
    while let Ok(Order { launch, reply }) = inbox.recv() {
        // If nobody waits for it any more, the newborn comes back and is killed by its drop.
        drop(reply.send(start(&launch)));
    }
}

fn start(launch: &Launch) -> Result<Newborn, LaunchProblem> {
    // The C library hands a file of unknown format to a shell; this check keeps such files out.
    inspect(launch)?;
    let mut command = Command::new(&launch.program);
    command
        .args(&launch.args)
        .current_dir(&launch.dir)
        .env_clear()
        .envs(launch.environment())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    child::prepare(&mut command, launch.cpu);
    let mut child = command.spawn()?;
    let leader = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let group = ProcessGroup::adopt(leader.expect("a child's number is a positive i32"))?;
    let piped = "all three streams were asked to be pipes";
    Ok(Newborn {
        group,
        stdin: child.stdin.take().expect(piped).into(),
        stdout: child.stdout.take().expect(piped).into(),
        stderr: child.stderr.take().expect(piped).into(),
    })
}
