//! `sprt.csv`: a match's sequential test, pair by pair.

use std::path::Path;

use arena_statistics::Decision;
use arena_tournament::decimal::fixed;
use arena_tournament::id::GameIndex;

use super::csv::Rows;
use super::{MANIFEST, StoreError};
use crate::plan::FrozenPlan;
use crate::trial::{Step, Trial};

/// The table of the sequential test.
pub const SPRT_TABLE: &str = "sprt.csv";

const SPRT: [&str; 4] = ["pair", "result", "llr", "decision"];

/// The table being made: the test, and where its rows go.
#[derive(Debug)]
pub(super) struct SprtTable<R> {
    trial: Trial,
    rows: R,
}

impl<R: Rows> SprtTable<R> {
    /// The table of a plan's test; none if the plan has no test.
    pub(super) fn begin(
        folder: &Path,
        plan: &FrozenPlan,
        open: impl Fn(&'static str) -> Result<R, StoreError>,
    ) -> Result<Option<SprtTable<R>>, StoreError> {
        let trial = Trial::of(plan).map_err(|why| StoreError::Altered {
            path: folder.join(MANIFEST),
            why,
        })?;
        let Some(trial) = trial else { return Ok(None) };
        let mut rows = open(SPRT_TABLE)?;
        rows.row(&SPRT.map(str::to_owned))?;
        Ok(Some(SprtTable { trial, rows }))
    }

    /// The test as far as it is.
    pub(super) fn trial(&self) -> &Trial {
        &self.trial
    }

    /// Takes the next game, with what the first bot has of it; answers the row that it adds, if
    /// any.
    pub(super) fn count(
        &mut self,
        game: GameIndex,
        result: i64,
    ) -> Result<Option<[String; 4]>, String> {
        Ok(self.trial.push(game, result)?.map(|step| row(&step)))
    }

    /// Puts down such a row.
    pub(super) fn put(&mut self, row: &[String]) -> Result<(), StoreError> {
        self.rows.row(row)
    }

    /// There are no more games.
    pub(super) fn end(self) -> Result<(Trial, R::End), StoreError> {
        Ok((self.trial, self.rows.finish()?))
    }
}

fn row(step: &Step) -> [String; 4] {
    let decision = match step.decision {
        Decision::Continue => "continue",
        Decision::AcceptNull => "h0",
        Decision::AcceptAlternative => "h1",
    };
    [
        step.pair.to_string(),
        step.result.to_string(),
        // Logarithms may differ in their last bits from machine to machine.
        fixed(step.ratio, 4),
        decision.to_owned(),
    ]
}
