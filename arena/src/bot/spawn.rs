//! Starting bot processes: the one door through which every process of a bot comes to life.
//!
//! A bot must die with the arena, even if the arena is killed. The kernel ties that to the
//! *thread* that forked, so one lasting thread does every fork, and the workers order processes
//! from it.

use std::io::{self, Write};
use std::net::Shutdown;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::child::{self, Upbringing};
use super::group::{ProcessGroup, adopt_orphans};
use super::launch::Launch;
use super::preflight::inspect;
use super::problem::{LaunchProblem, SpawnError};
use super::process::BotProcess;
use super::sandbox::{Containment, KeeperReport, Order as KeeperOrder};
use super::vfork::Program;

/// How long a keeper may take until the bot's program runs.
const KEEPER_LIMIT: Duration = Duration::from_secs(30);

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
    /// Where the keeper of a contained bot reports.
    keeper: Option<UnixStream>,
}

impl Newborn {
    /// Waits until the bot's program runs, which is at once for one that is not contained.
    async fn running(&mut self) -> Result<(), LaunchProblem> {
        let Some(socket) = self.keeper.take() else {
            return Ok(());
        };
        socket.set_nonblocking(true)?;
        let mut socket = tokio::net::UnixStream::from_std(socket)?;
        let report = timeout(KEEPER_LIMIT, first_report(&mut socket)).await;
        match report.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?? {
            KeeperReport::Running => {
                self.group.listen_to(socket.into_std()?);
                Ok(())
            }
            KeeperReport::Failed { step, errno, error } => {
                Err(LaunchProblem::kept(&step, errno, error))
            }
            KeeperReport::Ended(_) => Err(io::Error::other("its keeper lost count").into()),
        }
    }
}

/// A keeper's first line; nothing after it is read.
async fn first_report(socket: &mut tokio::net::UnixStream) -> io::Result<KeeperReport> {
    let mut line = Vec::new();
    loop {
        match socket.read_u8().await? {
            b'\n' => return Ok(serde_json::from_slice(&line)?),
            byte => line.push(byte),
        }
    }
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
            Ok(mut newborn) => newborn.running().await.and_then(|()| {
                BotProcess::adopt(newborn, stderr, self.clone()).map_err(Into::into)
            }),
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
    // Says more than the kernel's error numbers.
    inspect(launch)?;
    match &launch.containment {
        None => {
            let (dir, args) = (Some(launch.dir.as_path()), &launch.args);
            let program = Program::new(&launch.program, dir, args, &launch.environment())?;
            bring_up(&program, launch, None)
        }
        Some(containment) => start_contained(launch, containment),
    }
}

/// Starts a keeper, and tells it what to start.
fn start_contained(launch: &Launch, containment: &Containment) -> Result<Newborn, LaunchProblem> {
    let order = KeeperOrder {
        program: launch.program.clone(),
        args: launch.args.clone(),
        dir: launch.dir.clone(),
        scratch: launch.scratch.clone(),
        view: containment.view.clone(),
        limits: containment.limits,
        layers: containment.layers.clone(),
    };
    let order = serde_json::to_vec(&order).map_err(io::Error::from)?;
    let (mut ours, theirs) = UnixStream::pair()?;
    let descriptor = theirs.as_raw_fd();
    let args = [
        "keep".into(),
        descriptor.to_string().into(),
        // So that a list of processes tells whose keeper it is.
        launch.scratch.clone().into_os_string(),
    ];
    let keeper = Program::new(&containment.keeper, None, &args, &launch.environment())?;
    let mut newborn = bring_up(&keeper, launch, Some(descriptor))?;
    drop(theirs);
    // A keeper that does not listen has ended, and what it reported says why.
    let _ = ours.write_all(&order);
    ours.shutdown(Shutdown::Write)?;
    newborn.keeper = Some(ours);
    Ok(newborn)
}

/// Starts a process that the launch's limits hold.
fn bring_up(
    program: &Program,
    launch: &Launch,
    kept: Option<RawFd>,
) -> Result<Newborn, LaunchProblem> {
    let started = program.start(&Upbringing::new(launch.cpu, kept))?;
    Ok(Newborn {
        group: ProcessGroup::adopt(started.pid)?,
        stdin: started.stdin,
        stdout: started.stdout,
        stderr: started.stderr,
        keeper: None,
    })
}
