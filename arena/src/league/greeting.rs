//! The trial start of every bot before the first game: who plays, and who is out.

use std::time::Duration;

use nardy_protocol::fault::FaultCode;
use nardy_protocol::message::HelloAnswer;

use super::entrant::{Entrant, StartFailure};
use super::{League, LeagueError, Shared, request_ids};
use crate::bot::Spawner;
use crate::table::{LATEST_NOTICE, RequestIds};

/// How often a start may be left unjudged because the arena was too late.
const MOST_LATE: u32 = 3;

/// What a bot said at its trial start.
#[derive(Debug)]
pub enum Greeting {
    /// It introduced itself.
    Hello(HelloAnswer),
    /// It failed three times in a row: out of the league, with the last failure.
    Dropped(String),
}

impl League {
    /// Starts every bot once, before the first game, and lets it introduce itself.
    ///
    /// # Errors
    ///
    /// A bot that does not play the rules; fewer than two bots that start; a machine that has no
    /// process to give; somebody who stops it.
    pub async fn greet(&mut self) -> Result<Vec<Greeting>, LeagueError> {
        tokio::select! {
            greetings = greet_all(&self.shared, &self.spawner) => greetings,
            () = self.signals.any() => Err(LeagueError::StoppedEarly),
        }
    }
}

async fn greet_all(shared: &Shared, spawner: &Spawner) -> Result<Vec<Greeting>, LeagueError> {
    let mut ids = request_ids()?;
    let mut greetings = Vec::new();
    for entrant in &shared.entrants {
        greetings.push(greet_one(entrant, spawner, &mut ids).await?);
    }
    let alive = greetings
        .iter()
        .filter(|g| matches!(g, Greeting::Hello(_)))
        .count();
    if alive < 2 {
        let failures = shared.entrants.iter().zip(&greetings);
        let lines: Vec<_> = failures
            .filter_map(|(entrant, greeting)| match greeting {
                Greeting::Dropped(why) => Some(format!("  {:?}: {why}", entrant.name)),
                Greeting::Hello(_) => None,
            })
            .collect();
        return Err(LeagueError::NobodyToPlay(lines.join("\n")));
    }
    Ok(greetings)
}

async fn greet_one(
    entrant: &Entrant,
    spawner: &Spawner,
    ids: &mut RequestIds,
) -> Result<Greeting, LeagueError> {
    let mut last = String::new();
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
                let said = stderr.map(|said| format!("; its stderr: {said}"));
                last = format!("{}{}", fault.message, said.unwrap_or_default());
            }
            Err(StartFailure::Late(_)) => late += 1,
            Err(StartFailure::Machine(why)) => return Err(LeagueError::Broken(why)),
        }
    }
    Ok(Greeting::Dropped(last))
}
