//! Plays a league: hands its games to workers, writes down what they report, stops when asked.
//!
//! The dispatcher, [`League::play`], owns what is stored and shown. Workers own their runtime,
//! their processes and one game at a time; they talk to it by [`Event`]s over a bounded channel,
//! so that a slow disk holds them up instead of filling memory.

mod containment;
mod entrant;
mod finished;
mod fit;
mod greeting;
mod guest;
mod pinning;
mod promptness;
mod queue;
mod secrets;
mod signals;
mod stable;
mod worker;

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use arena_referee::dice::LeagueSeed;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use crate::bot::{Sandbox, Spawner, WorkFolder};
use crate::config::Pinning;
use crate::event::{Boards, Event};
use crate::fixture::{FixtureError, Fixtures};
use crate::plan::Plan;
use crate::store::{Journal, StoreError};
use crate::table::RequestIds;
use crate::trial::Trial;
use entrant::Entrant;
use fit::{Fit, Room};
use queue::{Queue, Waiting};
use worker::Worker;

pub use crate::table::Guest;
pub use finished::Finished;
pub use fit::Scarce;
pub use greeting::Greeting;
pub use guest::GuestGame;
pub use secrets::{PublishedKey, Secrets};
pub use signals::Signals;

/// Events a worker may be ahead of the dispatcher.
const BACKLOG: usize = 64;

/// How often what was written is also forced to the disk.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// Why a league did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum LeagueError {
    /// The plan defines no games.
    #[error(transparent)]
    Fixtures(#[from] FixtureError),
    /// A bot that does not play the league's rules.
    #[error("bot {bot:?}: {why}")]
    Refused {
        /// The bot's name.
        bot: String,
        /// Why, and what to do.
        why: String,
    },
    /// Somebody stopped it before the first game.
    #[error("stopped before the first game")]
    StoppedEarly,
    /// Fewer than two bots can be started.
    #[error("fewer than two bots start, so there is nothing to play:\n{0}")]
    NobodyToPlay(String),
    /// The results cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The machine has no thread, signal or randomness to give.
    #[error("the machine refuses {what}: {error}{}", remedy(error))]
    Machine {
        /// What was wanted.
        what: &'static str,
        /// What it said.
        error: std::io::Error,
    },
    /// Too little of something for even one game.
    #[error("{left} {what} are too few for one game; raise the limit, or end other programs")]
    NoRoom {
        /// Of what.
        what: Scarce,
        /// How much there is.
        left: u64,
    },
    /// Too little of something for one game and the live page.
    #[error(
        "{left} {what} are too few for one game beside the live page, which takes {taken}; raise \
         the limit, or leave out --live"
    )]
    NoRoomBeside {
        /// Of what.
        what: Scarce,
        /// How much there is.
        left: u64,
        /// How much of it the page takes.
        taken: u64,
    },
    /// The arena cannot go on.
    #[error("the league cannot go on: {0}")]
    Broken(String),
}

/// What to do about the commonest refusal.
fn remedy(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::WouldBlock => format!("; raise the limit of {}", Scarce::Processes),
        _ => String::new(),
    }
}

impl LeagueError {
    /// Whether the machine is at fault rather than what was asked for.
    #[must_use]
    pub fn is_environment(&self) -> bool {
        match self {
            LeagueError::Fixtures(_)
            | LeagueError::StoppedEarly
            | LeagueError::Refused { .. }
            | LeagueError::NobodyToPlay(_) => false,
            LeagueError::Store(error) => error.is_environment(),
            LeagueError::Machine { .. }
            | LeagueError::NoRoom { .. }
            | LeagueError::NoRoomBeside { .. }
            | LeagueError::Broken(_) => true,
        }
    }
}

/// How a league ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Every game is played.
    Complete,
    /// The sequential test of a match has decided; what was running is void.
    Decided,
    /// Somebody stopped it; what was running is void.
    Stopped,
    /// Somebody stopped it and would not wait.
    StoppedAtOnce,
}

/// What all workers share.
#[derive(Debug)]
struct Shared {
    fixtures: Fixtures,
    seed: LeagueSeed,
    entrants: Vec<Entrant>,
    queue: Queue,
    /// By game, how often it was void.
    voids: Mutex<HashMap<u64, u32>>,
}

/// A league ready to be played.
#[derive(Debug)]
pub struct League {
    shared: Arc<Shared>,
    fit: Fit,
    /// Workers that were wanted.
    wanted: usize,
    cpus: Vec<usize>,
    /// How many games the league has in all.
    games: u64,
    spawner: Spawner,
    /// What holds the bots, for the results.
    contained: Event,
    /// The bots that were out before the first game.
    dropped: Vec<Event>,
    /// Where the bots' work folders are.
    _work: WorkFolder,
    /// If somebody may look on.
    boards: Option<Boards>,
    signals: Signals,
}

impl League {
    /// The league of a plan; `finished` games are not played again. Without a sandbox nothing
    /// holds the bots but their process groups. A signal stops the league in an orderly way.
    ///
    /// # Errors
    ///
    /// If the plan defines no games, or the machine has no thread to give.
    pub fn new(
        plan: &Plan,
        finished: Finished,
        sandbox: Option<&Sandbox>,
        signals: Signals,
    ) -> Result<League, LeagueError> {
        let fixtures = Fixtures::of(plan.frozen())?;
        // A bot may know the ruleset, or the one that it is made from.
        let base = plan.frozen().parameters().get("base");
        let base = base.and_then(Value::as_str);
        let accepted: Vec<&str> = [plan.frozen().ruleset()].into_iter().chain(base).collect();
        let work = WorkFolder::make(plan.output()).map_err(|error| LeagueError::Machine {
            what: "a folder for the bots' work folders",
            error,
        })?;
        let entrants = entrants(plan, &accepted, sandbox, work.path()).map_err(|error| {
            LeagueError::Machine {
                what: "the path of its own program",
                error,
            }
        })?;
        let games = finished.schedule.games();
        let wanted = (plan.concurrency().get() as u64).min(finished.to_play()) as usize;
        let fit = fit::fit(wanted, Room::here())
            .map_err(|(what, left)| LeagueError::NoRoom { what, left })?;
        let cpus = match plan.pinning() {
            Pinning::WorkersCore => pinning::allowed_cpus(),
            Pinning::Anywhere => Vec::new(),
        };
        let spawner = Spawner::start().map_err(|error| LeagueError::Machine {
            what: "a thread for the bots",
            error,
        })?;
        let waiting = match (&finished.but, fixtures.winner_starts()) {
            (Some(_), _) => Waiting::Alone,
            (None, true) => Waiting::Matches,
            (None, false) => Waiting::Free,
        };
        let shared = Shared {
            fixtures,
            seed: LeagueSeed::new(plan.seed().text()),
            entrants,
            queue: Queue::new(waiting, finished),
            voids: Mutex::default(),
        };
        Ok(League {
            shared: Arc::new(shared),
            fit,
            wanted,
            cpus,
            games,
            spawner,
            contained: contained(sandbox),
            dropped: Vec::new(),
            _work: work,
            boards: None,
            signals,
        })
    }

    /// How many games the league has in all.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Whether anything but their process groups holds the bots.
    #[must_use]
    pub fn contains_bots(&self) -> bool {
        matches!(self.contained, Event::Contained { sandbox: true, .. })
    }

    /// How many games at once were wanted, how many the machine's limits allow, if those are
    /// fewer, and which of them.
    #[must_use]
    pub fn cut_down(&self) -> Option<(usize, usize, Scarce)> {
        let scarce = self.fit.scarce?;
        Some((self.wanted, self.fit.workers, scarce))
    }

    /// From now on its games are shown on boards, to somebody who may open so many descriptors and
    /// start so many threads.
    ///
    /// # Errors
    ///
    /// If that leaves too little room for even one game.
    pub fn show_boards(&mut self, descriptors: u64, threads: u64) -> Result<(), LeagueError> {
        let taken = |what| match what {
            Scarce::Descriptors => descriptors,
            Scarce::Processes => threads,
        };
        let room = Room::here().less(descriptors, threads);
        self.fit =
            fit::fit(self.wanted, room).map_err(|(what, left)| LeagueError::NoRoomBeside {
                what,
                left: left + taken(what),
                taken: taken(what),
            })?;
        self.boards = Some(Boards::new(self.fit.workers));
        Ok(())
    }

    /// The boards that its games are shown on, if they are.
    #[must_use]
    pub fn boards(&self) -> Option<Boards> {
        self.boards.clone()
    }

    /// Plays all games that are left, or until the sequential test has decided; each event is
    /// stored first and then shown.
    ///
    /// # Errors
    ///
    /// If results cannot be written or the machine gives out. What was played is kept.
    pub async fn play(
        mut self,
        journal: &mut Journal,
        show: Show<'_>,
    ) -> Result<(Ending, Secrets), LeagueError> {
        let stop = CancellationToken::new();
        let (sender, mut events) = mpsc::channel(BACKLOG);
        let secrets = Secrets(Arc::clone(&self.shared));
        if is_decided(journal) {
            return Ok((Ending::Decided, secrets));
        }
        let workers = self.start_workers(&sender, &stop);
        // Those that did start.
        let workers = workers.inspect_err(|_| stop.cancel())?;
        drop(sender);
        let names = self.shared.fixtures.names();
        for event in [&self.contained].into_iter().chain(&self.dropped) {
            journal.happened(event, names)?;
        }
        let shown = (show, names);
        let ended = dispatch(journal, shown, &mut events, &mut self.signals, &stop).await;
        stop.cancel();
        events.close();
        if !matches!(ended, Ok(Ending::StoppedAtOnce)) {
            tokio::select! {
                () = all_done(workers) => {}
                // Bots that take their time to leave end with the arena.
                () = self.signals.any() => {}
            }
        }
        journal.sync()?;
        Ok((ended?, secrets))
    }

    fn start_workers(
        &self,
        events: &mpsc::Sender<Event>,
        stop: &CancellationToken,
    ) -> Result<Vec<JoinHandle<()>>, LeagueError> {
        let mut workers = Vec::with_capacity(self.fit.workers);
        for number in 0..self.fit.workers {
            let cpu = (!self.cpus.is_empty()).then(|| self.cpus[number % self.cpus.len()]);
            let worker = Worker {
                shared: Arc::clone(&self.shared),
                spawner: self.spawner.clone(),
                cpu,
                kept: self.fit.kept,
                events: events.clone(),
                board: self.boards.as_ref().map(|boards| boards.board(number)),
                stop: stop.clone(),
            };
            let thread = std::thread::Builder::new()
                .name(format!("worker-{number}"))
                .spawn(move || worker.run())
                .map_err(|error| LeagueError::Machine {
                    what: "a thread for a worker",
                    error,
                })?;
            workers.push(thread);
        }
        Ok(workers)
    }
}

/// Waits until the workers have ended, and their processes with them.
async fn all_done(workers: Vec<JoinHandle<()>>) {
    let (done, ended) = oneshot::channel::<()>();
    // A thread of nobody's, so that whoever gives up waiting need not wait for it either.
    std::thread::spawn(move || {
        for worker in workers {
            // A worker that panicked has told the terminal; its processes died with it.
            let _ = worker.join();
        }
        drop(done);
    });
    let _ = ended.await;
}

/// Whether a match needs no more games.
fn is_decided(journal: &Journal) -> bool {
    journal.trial().is_some_and(Trial::is_decided)
}

/// Shows people an event, with what is stored after it; none if only time has passed.
type Show<'a> = &'a mut dyn FnMut(Option<&Event>, &Journal);

/// Takes events until every worker is done, a sequential test has decided, somebody stops the
/// league, or it breaks.
async fn dispatch(
    journal: &mut Journal,
    (show, names): (Show<'_>, &[String]),
    events: &mut mpsc::Receiver<Event>,
    signals: &mut Signals,
    stop: &CancellationToken,
) -> Result<Ending, LeagueError> {
    let mut ending = Ending::Complete;
    let mut sync = tokio::time::interval(SYNC_EVERY);
    loop {
        tokio::select! {
            () = signals.any() => {
                if ending != Ending::Complete {
                    return Ok(Ending::StoppedAtOnce);
                }
                ending = Ending::Stopped;
                stop.cancel();
            }
            event = events.recv() => {
                let Some(event) = event else { return Ok(ending) };
                if let Event::Played(played) = &event {
                    journal.append(&played.record)?;
                    journal.note(played)?;
                }
                journal.happened(&event, names)?;
                show(Some(&event), journal);
                if is_decided(journal) {
                    // Games that have ended meanwhile are behind the decision.
                    return Ok(Ending::Decided);
                }
                if let Event::Broken { why } = event {
                    return Err(LeagueError::Broken(why));
                }
            }
            _ = sync.tick() => {
                journal.sync()?;
                show(None, journal);
            }
        }
    }
}

/// The bots of a plan, which play by one of these rules, as they are started.
fn entrants(
    plan: &Plan,
    rules: &[&str],
    sandbox: Option<&Sandbox>,
    work: &Path,
) -> std::io::Result<Vec<Entrant>> {
    let start = plan.time().start().duration();
    let mut containments = match sandbox {
        Some(sandbox) => containment::of_all(plan, sandbox)?,
        None => Vec::new(),
    }
    .into_iter();
    let bots = plan.bots().iter();
    bots.map(|bot| Entrant::new(bot, rules, (start, work), containments.next()))
        .collect()
}

fn contained(sandbox: Option<&Sandbox>) -> Event {
    let missing = sandbox.map(Sandbox::missing).unwrap_or_default();
    let missing = missing
        .iter()
        .map(|one| (one.layer.to_string(), one.why.clone()));
    Event::Contained {
        sandbox: sandbox.is_some(),
        missing: missing.collect(),
    }
}

fn request_ids() -> Result<RequestIds, LeagueError> {
    RequestIds::from_system().map_err(|error| LeagueError::Machine {
        what: "randomness",
        error: std::io::Error::other(error.to_string()),
    })
}
