//! The games one by one, in their order: each refereed again, and counted for the tables.

use std::collections::HashMap;

use arena_tournament::id::GameIndex;
use arena_tournament::schedule::Schedule;
use nardy_protocol::record::{GameRecord, Seat};

use super::league::{Keys, League};
use super::{Finding, Progress, Verifier, replay};
use crate::store::{Compared, Derivation, JOURNAL, KEYS_TABLE, Records, StoreError, result_of};
use crate::trial::Trial;

/// Who won each game so far, by index; empty where that matters to no other game.
type Winners = HashMap<u64, Seat>;

impl Verifier {
    /// Referees every game again; answers the tables derived on the way, if they can be.
    pub(super) fn games(
        &mut self,
        league: &mut League,
        records: &Records,
        progress: Progress<'_>,
    ) -> Result<Option<Derivation<Compared>>, StoreError> {
        let mut tables = Some(self.archive.compare(&league.plan)?);
        let mut winners = Winners::new();
        for (done, record) in (1..).zip(records.in_order()) {
            let (line, record) = record?;
            let wrong = self.wrong_with(league, &winners, &record);
            let at = |finding: Finding| match finding.file {
                JOURNAL => finding.at_line(line).of_game(&record.game),
                _ => finding.of_game(&record.game),
            };
            wrong
                .into_iter()
                .for_each(|finding| self.found(at(finding)));
            if league.fixtures.winner_starts() {
                winners.insert(record.index, record.result.winner);
            }
            count(&mut league.schedule, &record);
            if let Some(derivation) = &mut tables {
                match derivation.count(&record) {
                    Ok(Some(rows)) => derivation.put(&rows)?,
                    Ok(None) => self.verified.uncounted += 1,
                    Err(why) => {
                        self.found(at(Finding::new(JOURNAL, why)));
                        tables = None;
                    }
                }
            }
            progress(done, records.len());
        }
        let trial = tables.as_ref().and_then(Derivation::trial);
        self.verified.decided = trial.and_then(Trial::games);
        self.note_decision();
        Ok(tables)
    }

    /// Notes that a sequential test has ended the match, and what it left over.
    fn note_decision(&mut self) {
        let Some(games) = self.verified.decided else {
            return;
        };
        let pairs = games / 2;
        self.note(format!("the sequential test decided after pair {pairs}"));
        if self.verified.uncounted > 0 {
            let uncounted = self.verified.uncounted;
            self.note(format!(
                "{uncounted} of the games in {JOURNAL} had ended ahead of their turn when it decided, \
                 and do not count"
            ));
        }
    }

    /// A game that the schedule does not know: the league has none such, or its round cannot be
    /// paired.
    fn not_scheduled(&self, index: u64) -> Option<Finding> {
        let games = self.verified.scheduled;
        if index >= games {
            let what = format!("the league has {games} games, and none with the index {index}");
            return Some(Finding::new(JOURNAL, what));
        }
        let what =
            "who meets in its round follows from the one before, and games of that are missing";
        // They may be in lines that are damaged.
        (self.damaged == 0).then(|| Finding::new(JOURNAL, what))
    }

    /// Referees one game again; answers what is wrong with its record.
    fn wrong_with(
        &mut self,
        league: &League,
        winners: &Winners,
        record: &GameRecord,
    ) -> Vec<Finding> {
        let index = GameIndex::new(record.index);
        let Some(game) = league.schedule.game(index) else {
            return self.not_scheduled(record.index).into_iter().collect();
        };
        let previous = match league.fixtures.winner_starts() {
            true => league.schedule.previous(&game),
            false => None,
        };
        let previous_winner = previous.and_then(|game| winners.get(&game.get())).copied();
        if let (Some(previous), None) = (previous, previous_winner) {
            let what = format!("the winner of {previous} begins it, and that game is not there");
            // It may be in a line that is damaged.
            let finding = (self.damaged == 0).then(|| Finding::new(JOURNAL, what));
            return finding.into_iter().collect();
        }
        let Some(key) = league.key(&game) else {
            let has_others = matches!(&league.keys, Keys::Published(keys) if !keys.is_empty());
            let what = format!("the key of pair {} cannot be read", game.id.pair);
            let finding = has_others.then(|| Finding::new(KEYS_TABLE, what));
            return finding.into_iter().collect();
        };
        self.verified.refereed += 1;
        self.verified.turns += record.turns.len() as u64;
        self.verified.forfeits += u64::from(record.fault.is_some());
        let setup = league.fixtures.setup(&game, &key, previous_winner);
        let differences = replay::differences(setup, record).into_iter();
        differences
            .map(|difference| Finding::differs(JOURNAL, difference))
            .collect()
    }
}

/// Lets a game's result tell who meets in the next round: what its record says, be it right or not,
/// between the bots that the schedule names.
fn count(schedule: &mut Schedule, record: &GameRecord) {
    let game = schedule.game(GameIndex::new(record.index));
    if let Some(result) = game.and_then(|game| result_of(record, game.seats()).ok()) {
        // A game of a round that cannot be known yet has been found already.
        let _ = schedule.count(&result);
    }
}
