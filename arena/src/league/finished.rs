//! The games that the journal of an interrupted league has already. A record of another league
//! must not get into this one's tables, so each is held against the schedule.

use std::collections::HashMap;

use arena_tournament::id::GameIndex;
use arena_tournament::schedule::{Schedule, ScheduledGame};
use nardy_protocol::record::{GameRecord, Seat};

use super::LeagueError;
use super::queue::Turnout;
use crate::fixture::schedule;
use crate::plan::Plan;
use crate::store::{Journal, result_of};

/// The games of a league that need not be played any more.
#[derive(Debug)]
pub struct Finished {
    /// As far as their results have made its rounds known.
    pub(super) schedule: Schedule,
    /// By index, who won.
    pub(super) winners: HashMap<u64, Seat>,
    /// The one game that is to be played, if it is but one.
    pub(super) but: Option<Turnout>,
}

impl Finished {
    /// None of a plan's games.
    ///
    /// # Errors
    ///
    /// If the plan allows no schedule.
    pub fn none(plan: &Plan) -> Result<Finished, LeagueError> {
        Ok(Finished {
            schedule: schedule(plan.frozen())?,
            winners: HashMap::new(),
            but: None,
        })
    }

    /// All of a plan's games but one, which is played again. `previous_winner` won its match's game
    /// before, where that matters.
    ///
    /// # Errors
    ///
    /// If the plan allows no schedule.
    pub fn all_but(
        plan: &Plan,
        game: ScheduledGame,
        previous_winner: Option<Seat>,
    ) -> Result<Finished, LeagueError> {
        let but = Turnout {
            game,
            previous_winner,
        };
        Ok(Finished {
            but: Some(but),
            ..Finished::none(plan)?
        })
    }

    /// How many games are to be played.
    pub(super) fn to_play(&self) -> u64 {
        match self.but {
            Some(_) => 1,
            None => self.schedule.games() - self.winners.len() as u64,
        }
    }

    /// The finished games of a plan's league. They are counted in the journal's tables.
    ///
    /// # Errors
    ///
    /// A record that is none of this league's, or a journal that cannot be read.
    pub fn in_journal(plan: &Plan, journal: &mut Journal) -> Result<Finished, LeagueError> {
        let mut finished = Finished::none(plan)?;
        journal.count(|record| finished.add(plan, record))?;
        Ok(finished)
    }

    /// Adds the next game; or says what tells that its record is none of this league's.
    fn add(&mut self, plan: &Plan, record: &GameRecord) -> Result<(), String> {
        let GameRecord { game, index, .. } = record;
        let Some(scheduled) = self.schedule.game(GameIndex::new(*index)) else {
            let games = self.schedule.games();
            return Err(match *index < games {
                true => format!("{game} is there, and not all games of the round before it"),
                false => format!("the league has {games} games, and {game} is none of them"),
            });
        };
        let (id, pair) = (scheduled.id.to_string(), scheduled.id.pair.get());
        if *game != id || record.pair != pair {
            return Err(format!(
                "it is called {game}, and the league's game {index} is {id}"
            ));
        }
        let bots = scheduled.seats().map(|bot| plan.bots()[bot.get()].name());
        if record.bots.iter().ne(bots.map(|name| name.as_str())) {
            let [zero, one] = bots;
            return Err(format!(
                "game {game} of this league is {zero} against {one}"
            ));
        }
        let rules = plan.frozen().ruleset();
        if record.rules != rules {
            return Err(format!("game {game} of this league is played by {rules}"));
        }
        let result = result_of(record, scheduled.seats())?;
        let counted = self.schedule.count(&result);
        counted.map_err(|error| error.to_string())?;
        self.winners.insert(*index, record.result.winner);
        Ok(())
    }
}
