//! Looks at what a league has left and recomputes all of it: every game is refereed again from
//! its record, on dice made anew, and every table is derived again. Nothing is changed.

mod finding;
mod games;
mod journal;
mod league;
mod others;
mod replay;
mod tables;

use std::path::Path;

use crate::store::{Archive, SPRT_TABLE, StoreError};

pub use finding::{Finding, Findings};

/// What came of looking at a results folder.
#[derive(Debug, Default)]
pub struct Verified {
    /// The league's name; none if its plan cannot be read.
    pub league: Option<String>,
    /// The ruleset's id.
    pub rules: Option<String>,
    /// How many games the league has; 0 if its plan cannot be used.
    pub scheduled: u64,
    /// After so many games the sequential test of a match had decided; none if there is no test,
    /// or no decision yet.
    pub decided: Option<u64>,
    /// Games in the journal.
    pub recorded: u64,
    /// Games of these that do not count: those behind the decision.
    pub uncounted: u64,
    /// Games that were refereed again.
    pub refereed: u64,
    /// Turns of these.
    pub turns: u64,
    /// Forfeits among these.
    pub forfeits: u64,
    /// The tables that are the same as those derived again.
    pub tables: Vec<&'static str>,
    /// What is wrong.
    pub findings: Findings,
    /// What is worth knowing but not wrong.
    pub notes: Vec<String>,
}

impl Verified {
    /// How many games the league has in the end: where a sequential test has decided, those up to
    /// the decision.
    #[must_use]
    pub fn to_play(&self) -> u64 {
        self.decided.unwrap_or(self.scheduled)
    }

    /// Whether every game that the league has in the end is in the journal.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.scheduled > 0 && self.recorded - self.uncounted == self.to_play()
    }
}

/// Told the games done, and how many there are.
pub type Progress<'p> = &'p mut dyn FnMut(u64, u64);

/// Verifies a results folder.
///
/// # Errors
///
/// If it is none, an arena is playing its league, or the machine cannot read a file.
pub fn verify(folder: &Path, progress: Progress<'_>) -> Result<Verified, StoreError> {
    let mut verifier = Verifier {
        archive: Archive::open(folder)?,
        damaged: 0,
        verified: Verified::default(),
    };
    let league = verifier.league()?;
    let records = verifier.records()?;
    if let (Some(mut league), Some(records)) = (league, records) {
        // How many games a match with a sequential test has is told by its games.
        let is_tested = league.plan.sprt().is_some();
        if !is_tested {
            verifier.check_completeness(&records);
        }
        let tables = verifier.games(&mut league, &records, progress)?;
        if is_tested {
            verifier.check_completeness(&records);
        } else if verifier.archive.has(SPRT_TABLE) {
            let what = "the table of a sequential test, and this league has none: remove it";
            verifier.found(Finding::new(SPRT_TABLE, what));
        }
        verifier.compare_tables(tables, &records)?;
        verifier.compare_keys(&league)?;
        verifier.check_diagnostics(&league)?;
    }
    verifier.list_strangers()?;
    Ok(verifier.verified)
}

/// A folder being verified.
struct Verifier {
    archive: Archive,
    /// Lines of the journal that cannot be used.
    damaged: u64,
    verified: Verified,
}

impl Verifier {
    fn found(&mut self, finding: Finding) {
        self.verified.findings.add(finding);
    }

    fn note(&mut self, note: impl Into<String>) {
        self.verified.notes.push(note.into());
    }
}
