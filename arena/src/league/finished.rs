//! The games that the journal of an interrupted league has already. A record of another league
//! must not get into this one's tables, so each is held against the schedule.

use std::collections::HashMap;

use arena_tournament::id::GameIndex;
use nardy_protocol::record::{GameRecord, Seat};

use super::LeagueError;
use crate::fixture::Fixtures;
use crate::plan::Plan;
use crate::store::Journal;

/// The finished games of a plan's league by index, and who won each. They are counted in the
/// journal's tables.
///
/// # Errors
///
/// A record that is none of this league's, or a journal that cannot be read.
pub fn finished(plan: &Plan, journal: &mut Journal) -> Result<HashMap<u64, Seat>, LeagueError> {
    let fixtures = Fixtures::of(plan.frozen())?;
    let mut winners = HashMap::new();
    journal.count(|record| {
        winners.insert(record.index, record.result.winner);
        misfit(plan, &fixtures, record).map_or(Ok(()), Err)
    })?;
    Ok(winners)
}

/// What tells that a record is none of this league's.
fn misfit(plan: &Plan, fixtures: &Fixtures, record: &GameRecord) -> Option<String> {
    let GameRecord { game, index, .. } = record;
    let Some(scheduled) = fixtures.schedule().game(GameIndex::new(*index)) else {
        let games = fixtures.schedule().games();
        return Some(format!(
            "the league has {games} games, and {game} is none of them"
        ));
    };
    let (id, pair) = (scheduled.id.to_string(), scheduled.id.pair.get());
    if *game != id || record.pair != pair {
        return Some(format!(
            "it is called {game}, and the league's game {index} is {id}"
        ));
    }
    let bots = scheduled.seats().map(|bot| fixtures.name(bot));
    if record.bots.iter().ne(bots) {
        let [zero, one] = bots;
        return Some(format!(
            "game {game} of this league is {zero} against {one}"
        ));
    }
    let rules = plan.frozen().ruleset();
    (record.rules != rules).then(|| format!("game {game} of this league is played by {rules}"))
}
