//! A worker plays one game after the other, on a thread with a runtime of its own.
//!
//! Its bots run on its own processor core unless the plan says otherwise: a message between two
//! cores takes many times as long as on one.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use arena_referee::dice::bot_seed;
use arena_referee::game::{Game, LegalTurns, Setup};
use arena_tournament::id::{BotIndex, GameIndex};
use arena_tournament::schedule::ScheduledGame;
use nardy_protocol::record::Seat;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::entrant::{Seated, StartFailure};
use super::queue::Turnout;
use super::stable::{Stable, Stall, stop_all};
use super::{Shared, pinning, promptness};
use crate::bot::Spawner;
use crate::event::{Board, Event, Played};
use crate::store::result_of;
use crate::table::{self, LATEST_NOTICE, RequestIds};

/// How often in a row a game is tried when the machine or the arena comes between; after that
/// others come first.
const TRIES: u32 = 3;

/// How often a game is tried in all. The last time a missed deadline counts, however late it is
/// noticed: no bot can escape its loss by keeping the machine busy. If the machine fails even
/// then, the league cannot go on.
const MOST_TRIES: u32 = 5 * TRIES;

/// One worker.
pub(super) struct Worker {
    pub(super) shared: Arc<Shared>,
    pub(super) spawner: Spawner,
    pub(super) cpu: Option<usize>,
    /// How many processes it may hold.
    pub(super) kept: usize,
    pub(super) events: mpsc::Sender<Event>,
    /// Where its games are shown, if somebody may look on.
    pub(super) board: Option<Board>,
    pub(super) stop: CancellationToken,
}

/// A worker at work.
struct Desk {
    shared: Arc<Shared>,
    spawner: Spawner,
    cpu: Option<usize>,
    events: mpsc::Sender<Event>,
    ids: RequestIds,
    stable: Stable,
    board: Option<Board>,
}

/// A game as it is to be played.
pub(super) struct Fixture {
    scheduled: ScheduledGame,
    /// Who won the match's game before, where that matters.
    previous_winner: Option<Seat>,
}

impl Fixture {
    pub(super) fn of(turnout: Turnout) -> Fixture {
        Fixture {
            scheduled: turnout.game,
            previous_winner: turnout.previous_winner,
        }
    }

    /// By seat, what its process is kept for.
    fn stalls(&self) -> [Stall; 2] {
        let half = self.scheduled.id.half;
        self.scheduled.seats().map(|bot| Stall { bot, half })
    }
}

/// Why an attempt at a game gave no result.
enum Attempt {
    Done(Box<Played>),
    /// A kept process turned out to be of no use any more; a fresh one plays.
    Stale(BotIndex, String),
    Void(String),
}

impl Worker {
    /// Plays games until there are none left or the league is stopped.
    pub(super) fn run(self) {
        let _alarm = Alarm(self.events.clone());
        if let Some(cpu) = self.cpu {
            pinning::pin_this_thread(cpu);
        }
        promptness::run_this_thread_at_once();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        let ids = RequestIds::from_system();
        match (runtime, ids) {
            (Ok(runtime), Ok(ids)) => runtime.block_on(async {
                let mut desk = Desk {
                    shared: self.shared,
                    spawner: self.spawner,
                    cpu: self.cpu,
                    events: self.events,
                    ids,
                    stable: Stable::new(self.kept),
                    board: self.board,
                };
                // A game that is broken off is void; its processes die with the future.
                tokio::select! {
                    biased;
                    () = self.stop.cancelled() => {}
                    () = desk.work() => {}
                }
                desk.stable.clear().await;
            }),
            (Err(error), _) => broken(&self.events, format!("no runtime for a worker: {error}")),
            (_, Err(error)) => broken(&self.events, format!("no randomness: {error}")),
        }
    }
}

/// Tells the dispatcher if the worker's thread comes down: its game would be missing, and other
/// workers could wait for it.
struct Alarm(mpsc::Sender<Event>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let why = "a worker came down by an error of the arena's own".to_owned();
            // The channel is full only while the dispatcher is at work on it.
            while let Err(mpsc::error::TrySendError::Full(_)) =
                self.0.try_send(Event::Broken { why: why.clone() })
            {
                std::thread::yield_now();
            }
        }
    }
}

fn broken(events: &mpsc::Sender<Event>, why: String) {
    // Nobody listens only when the league is already over.
    let _ = events.blocking_send(Event::Broken { why });
}

impl Desk {
    async fn work(&mut self) {
        while let Some(turnout) = self.shared.queue.take().await {
            let event = match self.game(turnout).await {
                Some(event) => event,
                None if self.voids(turnout.game.id.index()) < MOST_TRIES => {
                    self.shared.queue.put_back(turnout);
                    continue;
                }
                None => Event::Broken {
                    why: format!("game {} came to no end {MOST_TRIES} times", turnout.game.id),
                },
            };
            let result = match &event {
                Event::Played(played) => result_of(&played.record, turnout.game.seats()).ok(),
                _ => None,
            };
            if self.events.send(event).await.is_err() {
                return;
            }
            // Only now: what waits for this game is stored behind it.
            match result {
                Some(result) => self.shared.queue.won(&result),
                None => return,
            }
        }
    }

    /// How often a game was void.
    fn voids(&self, game: GameIndex) -> u32 {
        let voids = self.shared.voids.lock();
        let voids = voids.unwrap_or_else(PoisonError::into_inner);
        voids.get(&game.get()).copied().unwrap_or(0)
    }

    /// Counts that a game was void.
    fn count_void(&self, game: GameIndex) {
        let voids = self.shared.voids.lock();
        let mut voids = voids.unwrap_or_else(PoisonError::into_inner);
        *voids.entry(game.get()).or_insert(0) += 1;
    }

    /// How late the arena may notice a deadline of a game.
    fn latest_notice(&self, game: GameIndex) -> Duration {
        match self.voids(game) + 1 < MOST_TRIES {
            true => LATEST_NOTICE,
            false => Duration::MAX,
        }
    }

    /// Plays a game, again if it is void; none if it is void too often.
    async fn game(&mut self, turnout: Turnout) -> Option<Event> {
        let index = turnout.game.id.index();
        let mut tries = 0;
        while tries < TRIES {
            let event = match self.attempt(turnout).await {
                Attempt::Done(played) => return Some(Event::Played(played)),
                Attempt::Stale(bot, why) => Event::Restarted { bot, why },
                Attempt::Void(why) => {
                    tries += 1;
                    self.count_void(index);
                    Event::Voided { game: index, why }
                }
            };
            if self.events.send(event).await.is_err() {
                let why = "the league is over".to_owned();
                return Some(Event::Broken { why });
            }
        }
        None
    }

    async fn attempt(&mut self, turnout: Turnout) -> Attempt {
        let scheduled = turnout.game;
        let fixture = Fixture::of(turnout);
        let bots = scheduled.seats();
        let dropped = bots.map(|bot| self.shared.entrants[bot.get()].is_dropped());
        if dropped != [false; 2] {
            return self.unplayed(&fixture, dropped);
        }
        self.stable.make_room().await;
        let latest = self.latest_notice(scheduled.id.index());
        match self.seat(fixture.stalls(), latest).await {
            Ok((seated, fresh)) => self.play(&fixture, (seated, fresh), latest).await,
            Err((seat, failure)) => self.not_started(&fixture, seat, failure).await,
        }
    }

    /// Processes for both seats, and which of them are fresh ones; or the first seat whose bot
    /// did not start.
    ///
    /// Fresh ones are started at the same time, and count as if they had been started one after
    /// the other: if the first does not start, nothing is known of the second.
    async fn seat(
        &mut self,
        stalls: [Stall; 2],
        latest: Duration,
    ) -> Result<([Seated; 2], [bool; 2]), (usize, StartFailure)> {
        let kept = [self.kept(stalls[0]).await, self.kept(stalls[1]).await];
        let fresh = kept.each_ref().map(Option::is_none);
        let ids = [self.ids.next_id(), self.ids.next_id()];
        let entrants = stalls.map(|stall| &self.shared.entrants[stall.bot.get()]);
        let start = async |seat: usize, kept, id| match kept {
            Some(kept) => Ok(kept),
            None => {
                let (spawner, cpu) = (&self.spawner, self.cpu);
                entrants[seat].try_start(spawner, cpu, id, latest).await
            }
        };
        let ([zero, one], [id_zero, id_one]) = (kept, ids);
        let (zero, one) = tokio::join!(start(0, zero, id_zero), start(1, one, id_one));
        let count = |seat: usize, started: &Result<Seated, StartFailure>| {
            if fresh[seat] {
                entrants[seat].count(started);
            }
        };
        count(0, &zero);
        let zero = match zero {
            Ok(zero) => zero,
            Err(failure) => {
                match one {
                    Ok(one) if fresh[1] => drop(one.stop().await),
                    Ok(one) => self.stable.keep(stalls[1], one),
                    Err(_) => {}
                }
                return Err((0, failure));
            }
        };
        count(1, &one);
        match one {
            Ok(one) => Ok(([zero, one], fresh)),
            Err(failure) => {
                self.stable.keep(stalls[0], zero);
                Err((1, failure))
            }
        }
    }

    /// The process kept for this, if it still lives.
    async fn kept(&mut self, stall: Stall) -> Option<Seated> {
        let kept = self.stable.take(stall)?;
        let Some(status) = kept.process.exit_status() else {
            return Some(kept);
        };
        kept.stop().await;
        let why = format!("it ended between two games with {status}");
        let restarted = Event::Restarted {
            bot: stall.bot,
            why,
        };
        let _ = self.events.send(restarted).await;
        None
    }

    async fn play(
        &mut self,
        fixture: &Fixture,
        (mut seated, fresh): ([Seated; 2], [bool; 2]),
        latest: Duration,
    ) -> Attempt {
        let legal = seated.each_ref().map(Seated::legal);
        let mut game = Game::new(self.shared.setup(fixture, legal));
        let [zero, one] = &mut seated;
        let mut bots = [&mut zero.process, &mut one.process];
        let [zero, one] = &mut bots;
        if let Some(board) = &mut self.board {
            board.begin();
        }
        let (index, seats) = (fixture.scheduled.id.index(), fixture.scheduled.seats());
        let seen = |game: &Game| {
            if let Some(board) = &self.board {
                board.show(index, seats, game.turns());
            }
        };
        let outcome = match table::play(&mut game, [zero, one], &mut self.ids, latest, seen).await {
            Err(void) => Err(Attempt::Void(void.to_string())),
            Ok(outcome) => match stale(&game, fresh) {
                Some((seat, why)) => Err(Attempt::Stale(fixture.scheduled.seats()[seat], why)),
                None => Ok(outcome),
            },
        };
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(attempt) => {
                stop_all(seated).await;
                return attempt;
            }
        };
        let fit = table::farewell(&game, bots).await;
        let culprit = game
            .verdict()
            .and_then(|v| v.fault.as_ref())
            .map(|f| f.seat.index());
        let mut stderr = None;
        for (seat, process) in seated.into_iter().enumerate() {
            if fit[seat] {
                self.stable.keep(fixture.stalls()[seat], process);
                continue;
            }
            let said = process.stop().await;
            if culprit == Some(seat) {
                stderr = said;
            }
        }
        finished(game, outcome, stderr)
    }

    /// The game of a bot that did not start.
    async fn not_started(
        &mut self,
        fixture: &Fixture,
        seat: usize,
        failure: StartFailure,
    ) -> Attempt {
        let (fault, stderr) = match failure {
            StartFailure::Bot(fault, stderr) => (fault, stderr),
            StartFailure::Late(why) | StartFailure::Machine(why) => return Attempt::Void(why),
        };
        let bot = fixture.scheduled.seats()[seat];
        if self.shared.entrants[bot.get()].is_dropped() {
            let why = fault.message.clone();
            let _ = self.events.send(Event::Dropped { bot, why }).await;
        }
        let mut game = Game::new(self.shared.setup(fixture, [LegalTurns::Withheld; 2]));
        game.forfeit(Seat::BOTH[seat], fault);
        finished(game, table::Played::default(), stderr)
    }

    /// The game of a dropped bot; of two dropped bots, seat 0 is at fault, and so each once.
    fn unplayed(&self, fixture: &Fixture, dropped: [bool; 2]) -> Attempt {
        let seat = if dropped[0] { Seat::Zero } else { Seat::One };
        let bot = fixture.scheduled.seats()[seat.index()];
        let mut game = Game::new(self.shared.setup(fixture, [LegalTurns::Withheld; 2]));
        game.forfeit(seat, self.shared.entrants[bot.get()].dropped_fault());
        finished(game, table::Played::default(), None)
    }
}

/// The seat of a kept process that failed before its first turn of the game, and how.
///
/// It ended, or wrote something, after the game before: had it been started for this game, it
/// would not have. What a bot is charged with must not depend on which processes are kept, so the
/// game is played with a fresh one.
fn stale(game: &Game, fresh: [bool; 2]) -> Option<(usize, String)> {
    let fault = game.verdict()?.fault.as_ref()?;
    let seat = fault.seat.index();
    (!game.has_begun() && !fresh[seat]).then(|| (seat, fault.message.clone()))
}

fn finished(game: Game, outcome: table::Played, stderr: Option<String>) -> Attempt {
    match recorded(game, outcome, stderr) {
        Ok(played) => Attempt::Done(played),
        Err(why) => Attempt::Void(why),
    }
}

/// A game that is over as it is told; or that it has no verdict.
pub(super) fn recorded(
    game: Game,
    outcome: table::Played,
    stderr: Option<String>,
) -> Result<Box<Played>, String> {
    let record = game.into_record();
    let record = record.ok_or_else(|| "the game has no verdict".to_owned())?;
    Ok(Box::new(Played {
        record,
        elapsed: outcome.elapsed,
        thought: outcome.thought,
        turns: outcome.turns,
        processor: outcome.processor,
        stderr,
    }))
}

impl Shared {
    /// Everything that defines a game; the same whenever and wherever it is played.
    pub(super) fn setup(&self, fixture: &Fixture, legal: [LegalTurns; 2]) -> Setup {
        let Fixture {
            scheduled,
            previous_winner,
        } = fixture;
        let key = self.fixtures.key(&self.seed, scheduled);
        let mut setup = self.fixtures.setup(scheduled, &key, *previous_winner);
        let pairing = self.fixtures.pairing_name(scheduled.pairing);
        for seat in Seat::BOTH {
            let player = &mut setup.players[seat.index()];
            player.legal = legal[seat.index()];
            player.seed = bot_seed(&self.seed, &pairing, scheduled.meeting.get(), seat);
        }
        setup
    }
}
