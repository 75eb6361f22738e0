//! The journal as a whole: lines that can be read, every game once.

use arena_tournament::id::GameIndex;

use super::{Finding, Verifier};
use crate::store::{JOURNAL, KEYS_TABLE, Records, StoreError};

impl Verifier {
    /// Reads all lines; none if there is no journal.
    pub(super) fn records(&mut self) -> Result<Option<Records>, StoreError> {
        let (damaged, verified) = (&mut self.damaged, &mut self.verified);
        let records = self.archive.records(&mut |line, why| {
            *damaged += 1;
            let finding = Finding::new(JOURNAL, why).at_line(line);
            verified.findings.add(finding);
        })?;
        match &records {
            Some(records) => verified.recorded = records.len(),
            None => verified.findings.add(Finding::new(JOURNAL, "missing")),
        }
        Ok(records)
    }

    /// Tells apart a league that is not finished from one that has lost games.
    pub(super) fn check_completeness(&mut self, records: &Records) {
        let has_ended = self.archive.has(KEYS_TABLE);
        if records.torn() > 0 {
            let what = format!("its last {} bytes are part of a record", records.torn());
            // An arena that is killed can leave that; one that has written tables cannot.
            if has_ended || self.archive.has_tables() {
                self.found(Finding::new(JOURNAL, what));
            } else {
                self.note(format!("{JOURNAL}: {what}; --resume drops them"));
            }
        }
        let games = self.verified.to_play();
        let missing = games.saturating_sub(records.len());
        if missing == 0 || self.damaged > 0 {
            return;
        }
        let first = (0..games).find(|index| !records.has(*index));
        let first = first.map_or_else(String::new, |index| GameIndex::new(index).to_string());
        let what = format!("{missing} of {games} games are missing, the first is {first}");
        if has_ended {
            let what = format!("{what}, but the league has ended: there is {KEYS_TABLE}");
            self.found(Finding::new(JOURNAL, what));
        } else {
            self.note(format!("the league is not finished: {what}"));
        }
    }
}
