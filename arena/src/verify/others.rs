//! Files that no game depends on: the notes beside the journal, and what is not the arena's.

use arena_tournament::id::GameId;

use super::league::League;
use super::{Finding, Verifier};
use crate::store::{DIAGNOSTICS, StoreError};

/// Names of other files that are told.
const STRANGERS_TOLD: usize = 10;

impl Verifier {
    /// The notes must be readable and about games of the league; they are no function of the games.
    pub(super) fn check_diagnostics(&mut self, league: &League) -> Result<(), StoreError> {
        if !self.archive.has(DIAGNOSTICS) {
            self.note(format!("there is no {DIAGNOSTICS}"));
        }
        let is_game = |id: &str| {
            let id: Option<GameId> = id.parse().ok();
            id.is_some_and(|id| id.index().get() < league.schedule.games())
        };
        let findings = &mut self.verified.findings;
        self.archive.notes(&mut |line, note| {
            let what = match note {
                Ok(note) if is_game(&note.game) => return,
                Ok(note) => format!("the league has no game {:?}", note.game),
                Err(why) => format!("it cannot be read: {why}"),
            };
            findings.add(Finding::new(DIAGNOSTICS, what).at_line(line));
        })
    }

    /// Notes what else is in the folder.
    pub(super) fn list_strangers(&mut self) -> Result<(), StoreError> {
        let names = self.archive.strangers()?;
        let mut told: Vec<_> = names.iter().map(|name| format!("{name:?}")).collect();
        if told.len() > STRANGERS_TOLD {
            told.truncate(STRANGERS_TOLD);
            told.push(format!("{} more", names.len() - STRANGERS_TOLD));
        }
        if !told.is_empty() {
            self.note(format!("not the arena's: {}", told.join(", ")));
        }
        Ok(())
    }
}
