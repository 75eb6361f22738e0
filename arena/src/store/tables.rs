//! The tables of a league that is being played. Each game is counted as soon as all games before
//! it have been, so that in the end there is little left to do, however many games there were.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use arena_tournament::id::GameIndex;
use arena_tournament::order::InOrder;
use nardy_protocol::record::GameRecord;

use super::csv::Table;
use super::derived::{Counts, Derivation, Entry, KEYS_TABLE, KeyRow, TABLES, Tables, put_keys};
use super::{StoreError, failed, sync_names, temporary};
use crate::plan::FrozenPlan;
use crate::trial::Trial;

/// Tables on their way to the disk. They get their names in the end; until then, and if there is
/// none, they are files under temporary names.
#[derive(Debug)]
pub(super) struct Growing {
    derivation: Derivation<Table>,
    order: InOrder<Entry>,
}

/// Why a game cannot be in the tables.
pub(super) enum Uncounted {
    /// The record of the game with this index is none of this league's.
    Misfit(u64, String),
    /// A table's file failed.
    Store(StoreError),
}

impl From<StoreError> for Uncounted {
    fn from(error: StoreError) -> Uncounted {
        Uncounted::Store(error)
    }
}

impl Growing {
    /// The tables of a plan's league without a game.
    pub(super) fn begin(folder: &Path, plan: &FrozenPlan) -> Result<Growing, StoreError> {
        Ok(Growing {
            derivation: Derivation::begin(folder, plan, |name| Table::new(folder, name))?,
            order: InOrder::new(),
        })
    }

    /// Counts a game when its turn has come, and with it those that have waited for it.
    pub(super) fn add(&mut self, record: &GameRecord) -> Result<(), Uncounted> {
        let game = GameIndex::new(record.index);
        let entry = self.derivation.entry(record);
        let entry = entry.map_err(|why| Uncounted::Misfit(record.index, why))?;
        if self.order.put(game, entry).is_some() {
            let why = format!("game {game} is there already");
            return Err(Uncounted::Misfit(record.index, why));
        }
        while let Some((game, entry)) = self.order.take_next() {
            enter(&mut self.derivation, game, entry)?;
        }
        Ok(())
    }

    /// The sequential test as far as it is; none if the plan has none.
    pub(super) fn trial(&self) -> Option<&Trial> {
        self.derivation.trial()
    }

    /// What the games come to that are there by now, those behind a gap among them.
    pub(super) fn counts(&self) -> Result<Counts, Uncounted> {
        let mut counts = self.derivation.counts();
        for (game, entry) in self.order.ahead() {
            let entered = counts.enter(entry);
            entered.map_err(|why| Uncounted::Misfit(game.get(), why))?;
        }
        Ok(counts)
    }

    /// No more games come: counts those behind a gap, and gives the tables their names.
    pub(super) fn finish(self, folder: &Path) -> Result<Tables, Uncounted> {
        let mut derivation = self.derivation;
        for (game, entry) in self.order.into_rest() {
            enter(&mut derivation, game, entry)?;
        }
        let (tables, _) = derivation.end()?;
        sync_names(folder)?;
        Ok(tables)
    }
}

fn enter(
    derivation: &mut Derivation<Table>,
    game: GameIndex,
    entry: Entry,
) -> Result<(), Uncounted> {
    let rows = derivation.enter(entry);
    match rows.map_err(|why| Uncounted::Misfit(game.get(), why))? {
        Some(rows) => Ok(derivation.put(&rows)?),
        None => Ok(()),
    }
}

/// Removes the tables of an earlier stop from the folder, and what an arena left that was killed
/// while it published the keys: they are no longer those of the journal.
pub(super) fn remove_tables(folder: &Path) -> Result<(), StoreError> {
    let keys = folder.join(KEYS_TABLE);
    let tables = TABLES.into_iter().map(|table| folder.join(table));
    for path in tables.chain([temporary(&keys), keys]) {
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(failed("remove", &path)(error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Publishes the keys of all pairs.
///
/// # Errors
///
/// If the folder cannot be written.
pub fn write_keys(folder: &Path, keys: impl Iterator<Item = KeyRow>) -> Result<(), StoreError> {
    put_keys(Table::new(folder, KEYS_TABLE)?, keys)?;
    sync_names(folder)
}
