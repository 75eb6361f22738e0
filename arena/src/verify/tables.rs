//! The tables that are there against those derived again.

use arena_referee::dice::PairKey;
use arena_tournament::id::GameIndex;
use arena_tournament::schedule::ScheduledGame;

use super::finding::Difference;
use super::league::League;
use super::{Finding, Verifier};
use crate::store::{
    Compared, Comparison, Derivation, JOURNAL, KEYS_TABLE, KeyRow, Records, StoreError,
};

impl Verifier {
    /// Tells how the tables made from the journal compare.
    pub(super) fn compare_tables(
        &mut self,
        tables: Option<Derivation<Compared>>,
        records: &Records,
    ) -> Result<(), StoreError> {
        let Some(tables) = tables.filter(|_| self.damaged == 0) else {
            self.note(format!(
                "the tables were not compared: {JOURNAL} is damaged"
            ));
            return Ok(());
        };
        let has_none = !self.archive.has_tables() && !self.archive.has(KEYS_TABLE);
        if has_none && records.len() < self.verified.to_play() {
            self.note("there are no tables yet");
            return Ok(());
        }
        let (_, compared) = tables.end()?;
        for (table, comparison) in compared {
            self.table(table, comparison);
        }
        Ok(())
    }

    /// Compares the published keys with those that the dice were made from.
    pub(super) fn compare_keys(&mut self, league: &League) -> Result<(), StoreError> {
        let games = self.verified.to_play();
        // No plan can ask for more work than its games were.
        let has_lines = self.verified.recorded + self.damaged >= games;
        let is_there = has_lines && self.archive.has(KEYS_TABLE);
        if !is_there && !self.verified.is_complete() {
            return Ok(());
        }
        if league.schedule.open().end < games {
            // Games are missing, or in lines that are damaged.
            self.note(format!(
                "{KEYS_TABLE} was not compared: who met in the last rounds is not known"
            ));
            return Ok(());
        }
        let rows = (0..games).step_by(2).filter_map(|index| {
            let game = league.schedule.game(GameIndex::new(index))?;
            Some(key_row(league, &game))
        });
        let comparison = self.archive.compare_keys(rows)?;
        self.table(KEYS_TABLE, comparison);
        Ok(())
    }

    fn table(&mut self, table: &'static str, comparison: Comparison) {
        match comparison {
            Comparison::Same => self.verified.tables.push(table),
            Comparison::Missing => self.found(Finding::new(table, "missing")),
            Comparison::Differs(it) => {
                let difference = Difference {
                    field: it.column.map(|column| format!("column {column}")),
                    there: it.there.map(|text| format!("\"{text}\"")),
                    should_be: it.should_be.map(|text| format!("\"{text}\"")),
                };
                self.found(Finding::differs(table, difference).at_line(it.line));
            }
        }
    }
}

/// A pair's row of `keys.csv` as it should be.
fn key_row(league: &League, game: &ScheduledGame) -> KeyRow {
    let key = league.key(game);
    let bots = [game.pairing.first(), game.pairing.second()];
    KeyRow {
        pair: game.id.pair.get(),
        bots: bots.map(|bot| league.fixtures.name(bot).to_owned()),
        pair_no: game.meeting.get().get(),
        commitment: key.as_ref().map(PairKey::commitment).unwrap_or_default(),
        key: key.map_or_else(|| "64 hexadecimal digits".to_owned(), |key| key.to_hex()),
    }
}
