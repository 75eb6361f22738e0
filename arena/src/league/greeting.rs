//! The trial start of every bot before the first game: who plays, and who is out.

use std::time::Duration;

use arena_tournament::id::BotIndex;
use nardy_protocol::fault::FaultCode;
use nardy_protocol::message::HelloAnswer;

use super::entrant::{Entrant, StartFailure, with_stderr};
use super::{League, LeagueError, Shared, request_ids};
use crate::bot::Spawner;
use crate::event::{Event, last_lines};
use crate::table::{LATEST_NOTICE, RequestIds};

/// How often a start may be left unjudged because the arena was too late.
const MOST_LATE: u32 = 3;

/// What a bot said at its trial start.
#[derive(Debug)]
pub enum Greeting {
    /// It introduced itself.
    Hello(HelloAnswer),
    /// It failed three times in a row: out of the league.
    Dropped {
        /// The last failure.
        why: String,
        /// What it wrote to stderr then, escaped.
        stderr: Option<String>,
    },
}

impl League {
    /// Starts every bot once, before the first game, and lets it introduce itself; `tell` is told
    /// of a start that failed before it is tried again.
    ///
    /// # Errors
    ///
    /// A bot that does not play the rules; fewer than two bots that start; a machine that has no
    /// process to give; somebody who stops it.
    pub async fn greet(&mut self, tell: &dyn Fn(&str)) -> Result<Vec<Greeting>, LeagueError> {
        let greetings = tokio::select! {
            greetings = greet_all(&self.shared, &self.spawner, tell) => greetings?,
            () = self.signals.any() => return Err(LeagueError::StoppedEarly),
        };
        let dropped = greetings.iter().enumerate().filter_map(|(bot, greeting)| {
            let (why, said) = greeting.failure()?;
            Some(Event::Dropped {
                bot: BotIndex::new(bot),
                why: with_stderr(why, said),
            })
        });
        self.dropped = dropped.collect();
        Ok(greetings)
    }
}

impl Greeting {
    /// Why a bot is out, and what it wrote to stderr, escaped; none of a bot that plays.
    #[must_use]
    pub fn failure(&self) -> Option<(&str, Option<&str>)> {
        match self {
            Greeting::Hello(_) => None,
            Greeting::Dropped { why, stderr } => Some((why, stderr.as_deref())),
        }
    }
}

async fn greet_all(
    shared: &Shared,
    spawner: &Spawner,
    tell: &dyn Fn(&str),
) -> Result<Vec<Greeting>, LeagueError> {
    let mut ids = request_ids()?;
    let mut greetings = Vec::new();
    for entrant in &shared.entrants {
        greetings.push(greet_one(entrant, spawner, &mut ids, tell).await?);
    }
    let alive = greetings
        .iter()
        .filter(|g| matches!(g, Greeting::Hello(_)))
        .count();
    if alive < 2 {
        let failures = shared.entrants.iter().zip(&greetings);
        let lines = failures.filter_map(|(entrant, greeting)| {
            let (why, said) = greeting.failure()?;
            let said = said.map(|said| format!("\n    {}", last_lines(said).join("\n    ")));
            Some(format!(
                "  {}: {why}{}",
                entrant.name,
                said.unwrap_or_default()
            ))
        });
        let lines: Vec<_> = lines.collect();
        return Err(LeagueError::NobodyToPlay(lines.join("\n")));
    }
    Ok(greetings)
}

async fn greet_one(
    entrant: &Entrant,
    spawner: &Spawner,
    ids: &mut RequestIds,
    tell: &dyn Fn(&str),
) -> Result<Greeting, LeagueError> {
    let (mut why, mut said) = (String::new(), None);
    let mut late = 0;
    while !entrant.is_dropped() {
        // No bot can escape by keeping the machine busy.
        let latest = if late < MOST_LATE {
            LATEST_NOTICE
        } else {
            Duration::MAX
        };
        let started = entrant
            .try_start(spawner, None, ids.next_id(), latest)
            .await;
        entrant.count(&started);
        match started {
            Ok(seated) => {
                let hello = seated.hello.clone();
                seated.stop().await;
                return Ok(Greeting::Hello(hello));
            }
            Err(StartFailure::Bot(fault, _)) if fault.code == FaultCode::UnsupportedRules => {
                return Err(LeagueError::Refused {
                    bot: entrant.name.clone(),
                    why: fault.message,
                });
            }
            Err(StartFailure::Bot(fault, stderr)) => {
                // Every start may take as long as the limit: that is a long silence.
                if fault.code == FaultCode::StartTimeout && !entrant.is_dropped() {
                    let name = &entrant.name;
                    tell(&format!(
                        "{name}: no answer to `hello`; it is started again"
                    ));
                }
                (why, said) = (fault.message, stderr);
            }
            Err(StartFailure::Late(_)) => late += 1,
            Err(StartFailure::Machine(why)) => return Err(LeagueError::Broken(why)),
        }
    }
    Ok(Greeting::Dropped { why, stderr: said })
}
