//! Tries a bot against the protocol and the rules, and says what to change.
//!
//! [`examine`] starts the bot as a league would, greets it, plays games with it in which it meets
//! what the rules speak of, and lets it leave. What it does wrong is charged to one [`Check`], with
//! the line sent, the line that came and what was wanted. Nothing is drawn but the ids of requests:
//! a bot that repeats itself gets the same outcome again.
//!
//! | file | what |
//! |---|---|
//! | `start`, `lines`, `games`, `rules`, `end` | the groups of checks, and how they are made |
//! | `ledger` | what a check is, and its outcome |
//! | `talk` | one process: a request, its answer, and which check fails otherwise |
//! | `staged`, `steer` | a game with chosen dice, and who chooses them |

mod end;
mod games;
mod ledger;
mod lines;
mod rules;
mod staged;
mod start;
mod steer;
mod talk;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use nardy_protocol::message::{HelloAnswer, RequestId};
use nardy_rules::Ruleset;
use tokio::time::Instant;

use crate::bot::{Containment, Spawner};
use crate::table::{RequestIds, Void};
use ledger::Ledger;
use start::Manner;
use talk::Lost;

pub use ledger::{Check, Checked, Failure, Outcome};

/// All checks, by group, in the order in which they are told.
pub const GROUPS: [(&str, &[Check]); 7] = [
    ("start", start::STARTING),
    ("hello", start::GREETING),
    ("lines", lines::CHECKS),
    ("games", games::CHECKS),
    ("rulesets", games::RULESETS),
    ("rules", rules::CHECKS),
    ("end", end::CHECKS),
];

/// A bot that is to be examined.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// What it is called.
    pub name: String,
    /// Its program, resolved.
    pub program: PathBuf,
    /// The program's arguments.
    pub args: Vec<OsString>,
    /// Where it starts.
    pub dir: PathBuf,
    /// What holds it; none: nothing but its process group.
    pub containment: Option<Containment>,
}

/// What the bot may take.
#[derive(Debug, Clone, Copy)]
pub struct Times {
    /// For its start and for getting ready.
    pub start: Duration,
    /// For a turn.
    pub turn: Duration,
    /// For a turn beyond that; each turn has all of it.
    pub bank: Duration,
    /// For everything; games that would take longer are left.
    pub all: Duration,
}

/// What came of an examination.
#[derive(Debug)]
pub struct Examined {
    /// How the bot introduced itself, if it did.
    pub hello: Option<HelloAnswer>,
    /// Every check with its outcome, in the order of [`GROUPS`].
    pub checks: Vec<Checked>,
    /// How long it took.
    pub elapsed: Duration,
}

/// Why there is no outcome: the machine's doing.
#[derive(Debug, thiserror::Error)]
#[error("the bot could not be examined: {0}")]
pub struct ExamineError(Void);

/// An examination under way.
struct Examiner<'a> {
    candidate: &'a Candidate,
    times: Times,
    spawner: &'a Spawner,
    ids: RequestIds,
    ledger: Ledger,
    /// Pairs of which a game was made.
    pairs: u64,
}

/// Examines a bot.
///
/// # Errors
///
/// If the machine has no process to give, or was too busy to judge.
pub async fn examine(
    candidate: &Candidate,
    times: Times,
    (spawner, ids): (&Spawner, RequestIds),
) -> Result<Examined, ExamineError> {
    let began = Instant::now();
    let mut examiner = Examiner {
        candidate,
        times,
        spawner,
        ids,
        ledger: Ledger::new(&GROUPS.map(|(_, checks)| checks)),
        pairs: 0,
    };
    let mut hello = None;
    let otherwise = match examiner.run(began + times.all, &mut hello).await {
        Ok(()) => "it did not come about in these games; a longer --time may help",
        Err(Lost::Machine(void)) => return Err(ExamineError(void)),
        Err(_) => "the bot was lost before; mend what failed first",
    };
    Ok(Examined {
        hello,
        checks: examiner.ledger.close(otherwise),
        elapsed: began.elapsed(),
    })
}

impl Examiner<'_> {
    async fn run(&mut self, until: Instant, said: &mut Option<HelloAnswer>) -> Result<(), Lost> {
        let (mut talk, hello) = self.introduction().await?;
        *said = Some(hello.clone());
        self.leave_out_unclaimed(&hello);
        let quit = self.quit(&mut talk).await;
        unless_machine(quit)?;
        let stillborn = self.stillborn().await;
        unless_machine(stillborn)?;
        let mut talk = match self.greeted(Manner::OddName).await {
            Err(Lost::Bot { .. }) => self.greeted(Manner::Plain).await?.0,
            greeted => greeted?.0,
        };
        let talk = match self.odd_endings(&mut talk, &hello).await {
            Ok(()) => {
                self.odd_games(&hello).await?;
                Some(talk)
            }
            Err(Lost::Bot { too_late: true }) => return Err(Lost::Bot { too_late: true }),
            lost => {
                unless_machine(lost)?;
                None
            }
        };
        let options = match self.greeted(Manner::Options).await {
            Ok((mut talk, _)) => {
                talk.stop().await;
                Ok(())
            }
            Err(lost) => Err(lost),
        };
        unless_machine(options)?;
        let talk = self.whole_games(talk, &hello, until).await?;
        match talk {
            Some(mut talk) => self.quit(&mut talk).await,
            None => Ok(()),
        }
    }

    /// The built-in rulesets that the bot says it plays.
    fn claimed(&self, hello: &HelloAnswer) -> Vec<Ruleset> {
        let claimed = |ruleset: &&Ruleset| hello.rules.iter().any(|id| id == ruleset.id());
        Ruleset::all().iter().filter(claimed).cloned().collect()
    }

    /// Leaves out what a bot does not say that it plays.
    fn leave_out_unclaimed(&mut self, hello: &HelloAnswer) {
        let claimed = self.claimed(hello);
        for ruleset in Ruleset::all() {
            if !claimed.contains(ruleset) {
                let id = ruleset.id();
                let why = format!("the bot does not say that it plays {id}");
                self.ledger.leave_out(&format!("games.{id}"), why);
            }
        }
        for check in rules::CHECKS {
            let applies = |ruleset: &Ruleset| rules::applies(check.id, ruleset);
            if !claimed.iter().any(applies) {
                let why = "no ruleset that the bot says it plays has this rule";
                self.ledger.leave_out(check.id, why);
            }
        }
    }

    /// An id that is harder to repeat than the arena's own.
    fn odd_id(&mut self) -> RequestId {
        let id = self.ids.next_id();
        RequestId::new(format!("\"{id}\\\" {{}}, é № 🎲 \t\u{7f}"))
    }
}

/// What a bot does wrong here keeps nothing else from being looked at.
fn unless_machine(outcome: Result<(), Lost>) -> Result<(), Lost> {
    match outcome {
        Err(Lost::Machine(void)) => Err(Lost::Machine(void)),
        _ => Ok(()),
    }
}

/// Adds keys to a message that this version of the protocol does not have.
fn with_new_keys(line: &mut Vec<u8>) {
    line.truncate(line.trim_ascii_end().len().saturating_sub(1));
    line.extend_from_slice(
        b",\"x-new\":{\"type\":\"quit\",\"list\":[[1],null,2.5e-3]},\"x-\":\"}\"}\n",
    );
}
