//! A league's bots as its workers start them: a fresh process, greeted and known to play the
//! rules.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use arena_referee::game::LegalTurns;
use arena_referee::verdict::BotFault;
use nardy_protocol::codec::encode;
use nardy_protocol::fault::FaultCode;
use nardy_protocol::limits::PROTOCOL_VERSION;
use nardy_protocol::message::{Hello, HelloAnswer, RequestId, ToBot};
use nardy_protocol::text;
use serde_json::{Map, Value};
use tempfile::TempDir;
use tokio::time::Instant;

use super::containment::started;
use crate::bot::{
    BotProcess, Containment, HandshakeError, Launch, Spawner, StderrLimits, StderrTail, StopPolicy,
    handshake,
};
use crate::plan::PlannedBot;
use crate::table::{Void, bot_fault};

/// How often in a row a bot may fail at its start before it is out of the league.
const START_FAILURES: u32 = 3;

/// What is kept of a faulty bot's stderr: little enough to be told whole, beginning and end.
const STDERR_KEPT: StderrLimits = StderrLimits {
    head: 512,
    tail: 2_560,
};

/// A bot of the league.
#[derive(Debug)]
pub(super) struct Entrant {
    pub(super) name: String,
    program: PathBuf,
    args: Vec<OsString>,
    dir: PathBuf,
    env: Vec<(OsString, OsString)>,
    options: Map<String, Value>,
    /// The ruleset's id and, for a user's ruleset, its base's: one of them a bot must name.
    rules: Vec<String>,
    start_limit: Duration,
    /// Where its processes' work folders are made.
    work: PathBuf,
    /// What holds it; none: nothing but its process group.
    containment: Option<Containment>,
    /// Failures at the start since the last success.
    failures: AtomicU32,
}

/// A process that has greeted the arena.
#[derive(Debug)]
pub(super) struct Seated {
    pub(super) process: BotProcess,
    pub(super) hello: HelloAnswer,
    /// The process's own folder; it goes with it.
    _scratch: TempDir,
}

/// Why a bot's process did not get as far.
#[derive(Debug)]
pub(super) enum StartFailure {
    /// The bot's doing; with what it wrote to stderr.
    Bot(BotFault, Option<String>),
    /// The arena's, which noticed the deadline too late to judge.
    Late(String),
    /// The machine's.
    Machine(String),
}

impl Entrant {
    /// The entrant of a planned bot that plays by these rules.
    pub(super) fn new(
        bot: &PlannedBot,
        rules: &[&str],
        (start_limit, work): (Duration, &Path),
        containment: Option<Containment>,
    ) -> std::io::Result<Entrant> {
        let (program, args) = started(bot)?;
        Ok(Entrant {
            name: bot.name().as_str().to_owned(),
            program,
            args,
            dir: bot.dir().to_owned(),
            env: bot
                .env()
                .iter()
                .map(|(key, value)| (key.into(), value.into()))
                .collect(),
            options: bot.options().clone(),
            rules: rules.iter().map(|&id| id.to_owned()).collect(),
            start_limit,
            work: work.to_owned(),
            containment,
            failures: AtomicU32::new(0),
        })
    }

    /// Whether the bot has failed too often.
    pub(super) fn is_dropped(&self) -> bool {
        self.failures.load(Ordering::Relaxed) >= START_FAILURES
    }

    /// The fault by which a dropped bot loses the rest of its games.
    pub(super) fn dropped_fault(&self) -> BotFault {
        let message = format!(
            "the bot failed {START_FAILURES} times in a row at its start, so it is out of the \
             league"
        );
        BotFault::new(FaultCode::Dropped, message)
    }

    /// Counts how a start went: too many failures in a row, and the bot is out.
    pub(super) fn count(&self, started: &Result<Seated, StartFailure>) {
        match started {
            // A bot that is out stays out, whatever start was under way meanwhile.
            Ok(_) => drop(self.failures.fetch_update(
                Ordering::Relaxed,
                Ordering::Relaxed,
                |failures| (failures < START_FAILURES).then_some(0),
            )),
            Err(StartFailure::Bot(..)) => {
                self.failures.fetch_add(1, Ordering::Relaxed);
            }
            Err(StartFailure::Late(_) | StartFailure::Machine(_)) => {}
        }
    }

    /// Starts a process of the bot and greets it, and leaves it to the caller whether that counts.
    /// A start whose deadline is noticed more than `latest` after it has passed is not judged.
    pub(super) async fn try_start(
        &self,
        spawner: &Spawner,
        cpu: Option<usize>,
        id: RequestId,
        latest: Duration,
    ) -> Result<Seated, StartFailure> {
        let deadline = Instant::now() + self.start_limit;
        let scratch = tempfile::Builder::new()
            .prefix("bot-")
            .tempdir_in(&self.work)
            .map_err(|error| {
                StartFailure::Machine(format!(
                    "no work folder for {:?} could be made: {error}",
                    self.name
                ))
            })?;
        let mut launch = Launch::new(self.name.as_str(), self.program.clone(), self.dir.clone());
        launch.args.clone_from(&self.args);
        launch.env.clone_from(&self.env);
        launch.scratch = scratch.path().to_owned();
        launch.cpu = cpu;
        launch.stderr = STDERR_KEPT;
        launch.containment.clone_from(&self.containment);
        let mut process = spawner.spawn(launch).await.map_err(|error| {
            if error.problem().is_shortage() {
                StartFailure::Machine(error.to_string())
            } else {
                StartFailure::Bot(
                    BotFault::new(FaultCode::NotStarted, error.to_string()),
                    None,
                )
            }
        })?;
        let hello = Hello {
            id,
            protocol: PROTOCOL_VERSION,
            arena: env!("CARGO_PKG_VERSION").to_owned(),
            bot: self.name.clone(),
            options: self.options.clone(),
        };
        let greeted = handshake(&mut process, hello, deadline).await;
        match greeted
            .map_err(|error| handshake_fault(error, latest))
            .and_then(|hello| self.check_rules(hello))
            .map_err(|fault| fault.map(at_start))
        {
            Ok(hello) => Ok(Seated {
                process,
                hello,
                _scratch: scratch,
            }),
            Err(Ok(fault)) => {
                let exit = process.stop(&stop_policy()).await;
                Err(StartFailure::Bot(fault, shown(&exit.stderr)))
            }
            Err(Err(void @ Void::Late(_))) => Err(StartFailure::Late(void.to_string())),
            Err(Err(void)) => Err(StartFailure::Machine(void.to_string())),
        }
    }

    /// A bot must say that it plays the league's rules.
    fn check_rules(&self, hello: HelloAnswer) -> Result<HelloAnswer, Result<BotFault, Void>> {
        if self.rules.iter().any(|id| hello.rules.contains(id)) {
            return Ok(hello);
        }
        let claimed: Vec<_> = hello.rules.iter().map(|id| text::visible(id, 32)).collect();
        let plays: Vec<_> = self.rules.iter().map(|id| format!("{id:?}")).collect();
        let message = format!(
            "the league plays {}, the bot says it plays {claimed:?}: add the ruleset to `rules` \
             in its `hello`, or leave the bot out",
            plays.join(", made from ")
        );
        Err(Ok(BotFault::new(FaultCode::UnsupportedRules, message)))
    }
}

/// Slow at the start is not slow in a game.
fn at_start(fault: BotFault) -> BotFault {
    match fault.code {
        FaultCode::Timeout => BotFault {
            code: FaultCode::StartTimeout,
            ..fault
        },
        _ => fault,
    }
}

fn handshake_fault(error: HandshakeError, latest: Duration) -> Result<BotFault, Void> {
    let message = error.to_string();
    match error {
        HandshakeError::Fault(fault) => bot_fault(fault, latest),
        other => {
            let code = other.code().parse().unwrap_or(FaultCode::UnexpectedType);
            Ok(BotFault::new(code, message))
        }
    }
}

impl Seated {
    /// Whether requests carry the legal turns.
    pub(super) fn legal(&self) -> LegalTurns {
        if self.hello.wants_legal() {
            LegalTurns::Sent
        } else {
            LegalTurns::Withheld
        }
    }

    /// Ends the process; answers what it wrote to stderr.
    pub(super) async fn stop(self) -> Option<String> {
        shown(&self.process.stop(&stop_policy()).await.stderr)
    }
}

/// Why a bot did not start, with what it wrote to stderr, on one line.
pub(super) fn with_stderr(why: &str, stderr: Option<&str>) -> String {
    match stderr {
        Some(said) => format!("{why}; its stderr: {said}"),
        None => why.to_owned(),
    }
}

/// What was kept of a bot's stderr, escaped.
fn shown(stderr: &StderrTail) -> Option<String> {
    let bytes = stderr.to_bytes();
    (!bytes.is_empty()).then(|| text::visible_bytes(&bytes, usize::MAX))
}

fn stop_policy() -> StopPolicy {
    let mut quit = Vec::new();
    encode(&ToBot::Quit, &mut quit);
    StopPolicy::new(quit)
}
