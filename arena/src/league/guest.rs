//! The first game of a match that a guest, such as a person, plays against the second bot.

use std::time::Duration;

use arena_referee::game::{Game, LegalTurns};
use nardy_protocol::message::HelloAnswer;
use nardy_protocol::record::Seat;

use super::entrant::{Seated, StartFailure, with_stderr};
use super::worker::{Fixture, recorded};
use super::{League, LeagueError, Shared, request_ids};
use crate::bot::Spawner;
use crate::event::{Event, Played};
use crate::table::{self, Guest, RequestIds};

/// How a guest's game ended.
#[derive(Debug)]
pub enum GuestGame {
    /// It was played to its end; with what the bot said of itself.
    Over(Box<Played>, HelloAnswer),
    /// The guest left it.
    Left,
    /// Somebody stopped it by a signal.
    Stopped,
}

impl League {
    /// Lets a guest play the league's first game in place of the first bot. One who is not
    /// `clocked` has all the time in the world. Nothing is written.
    ///
    /// # Errors
    ///
    /// If the bot cannot be started, or the machine gives out.
    pub async fn play_guest(
        &mut self,
        guest: &mut impl Guest,
        clocked: bool,
    ) -> Result<GuestGame, LeagueError> {
        tokio::select! {
            biased;
            // The bot's process dies with the future.
            () = self.signals.any() => Ok(GuestGame::Stopped),
            played = play(&self.shared, &self.spawner, guest, clocked) => played,
        }
    }

    /// What held the bots, for the results.
    #[must_use]
    pub fn into_contained(self) -> Event {
        self.contained
    }
}

async fn play(
    shared: &Shared,
    spawner: &Spawner,
    guest: &mut impl Guest,
    clocked: bool,
) -> Result<GuestGame, LeagueError> {
    let mut ids = request_ids()?;
    let turnout = shared.queue.take().await;
    let turnout = turnout.ok_or_else(|| LeagueError::Broken("there is no game to play".into()))?;
    let mut bot = seat(shared, spawner, &mut ids).await?;
    let legal = [LegalTurns::Withheld, bot.legal()];
    let mut game = Game::new(shared.setup(&Fixture::of(turnout), legal));
    let process = &mut bot.process;
    let played = table::play_guest(&mut game, (guest, clocked), process, &mut ids).await;
    let hello = bot.hello.clone();
    let played = match played {
        Ok(Some(played)) => played,
        Ok(None) => {
            bot.stop().await;
            return Ok(GuestGame::Left);
        }
        Err(void) => {
            bot.stop().await;
            return Err(LeagueError::Broken(void.to_string()));
        }
    };
    table::farewell_to(&game, Seat::One, &mut bot.process).await;
    let said = bot.stop().await;
    let fault = game.verdict().and_then(|verdict| verdict.fault.as_ref());
    let stderr = said.filter(|_| fault.is_some_and(|fault| fault.seat == Seat::One));
    let played = recorded(game, played, stderr).map_err(LeagueError::Broken)?;
    Ok(GuestGame::Over(played, hello))
}

/// A process of the second bot; a bot that fails at its start is tried as often as in a league.
async fn seat(
    shared: &Shared,
    spawner: &Spawner,
    ids: &mut RequestIds,
) -> Result<Seated, LeagueError> {
    let entrant = &shared.entrants[1];
    let mut last = String::new();
    while !entrant.is_dropped() {
        let id = ids.next_id();
        // However busy the machine is: nobody gains by a bot that is started once more.
        let started = entrant.try_start(spawner, None, id, Duration::MAX).await;
        entrant.count(&started);
        match started {
            Ok(seated) => return Ok(seated),
            Err(StartFailure::Bot(fault, stderr)) => {
                last = with_stderr(&fault.message, stderr.as_deref());
            }
            Err(StartFailure::Late(why) | StartFailure::Machine(why)) => {
                return Err(LeagueError::Broken(why));
            }
        }
    }
    Err(LeagueError::Refused {
        bot: entrant.name.clone(),
        why: last,
    })
}
