//! The journal: one checksummed line for each finished game, appended and never changed.
//!
//! The order of the lines is that in which games ended; everything derived is in the order of the
//! games.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

use nardy_protocol::record::GameRecord;
use nardy_protocol::text::{printable_json, visible};
use serde_json::Value;
use thiserror::Error;

use super::derived::{Counts, Tables};
use super::lines::{Lines, Place, Places, WHY_SHOWN, framed, read_at};
use super::tables::{Growing, Uncounted, remove_tables};
use super::{DIAGNOSTICS, EVENTS, JOURNAL, StoreError, failed};
use crate::event::{Event, Played};
use crate::plan::FrozenPlan;
use crate::trial::Trial;

/// What is wrong with a journal.
#[derive(Debug, Error)]
pub enum JournalError {
    /// A line that is no record.
    #[error("line {line} is damaged: {why}; put back the original of this file")]
    Damaged {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        why: String,
    },
    /// A game twice.
    #[error(
        "line {line} is game {game}, which is there already; put back the original of this file"
    )]
    Twice {
        /// The line, from 1.
        line: u64,
        /// The game's id.
        game: String,
    },
}

/// What was found behind the last whole record of a journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tail {
    /// Nothing.
    Clean,
    /// So many bytes of a record that was written in part; they are cut off.
    Torn(u64),
}

/// The journal of a league being played, and the tables that are made from it on the way.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    path: PathBuf,
    file: File,
    diagnostics: File,
    events: File,
    /// Where the next record goes.
    end: u64,
    places: Places,
    unsynced: bool,
    plan: FrozenPlan,
    /// The tables with all games so far; none until they are needed.
    tables: Option<Growing>,
    /// Whether there may be tables of an earlier stop, which the next game makes stale.
    has_old_tables: bool,
}

impl Journal {
    /// The journal of a league's folder, its torn tail cut off.
    pub(super) fn resume(folder: &Path, plan: &FrozenPlan) -> Result<(Journal, Tail), StoreError> {
        let path = folder.join(JOURNAL);
        let file = OpenOptions::new().read(true).append(true).open(&path);
        let mut file = file.map_err(failed("open", &path))?;
        let (places, end) = read_places(&file, &path)?;
        let length = file.seek(SeekFrom::End(0)).map_err(failed("read", &path))?;
        let tail = if length > end {
            Tail::Torn(length - end)
        } else {
            Tail::Clean
        };
        cut_half_line(&folder.join(DIAGNOSTICS))?;
        cut_half_line(&folder.join(EVENTS))?;
        if tail != Tail::Clean {
            file.set_len(end)
                .map_err(failed("cut the torn end off", &path))?;
        }
        let beside = |name: &str| {
            let path = folder.join(name);
            let file = OpenOptions::new().append(true).create(true).open(&path);
            file.map_err(failed("open", &path))
        };
        let journal = Journal {
            folder: folder.to_owned(),
            path,
            file,
            diagnostics: beside(DIAGNOSTICS)?,
            events: beside(EVENTS)?,
            end,
            places,
            unsynced: false,
            plan: plan.clone(),
            tables: None,
            has_old_tables: true,
        };
        Ok((journal, tail))
    }

    /// Writes a finished game behind the others, in one piece, and counts it in the tables. Tables
    /// without it are removed first: if the arena is killed, there are no tables rather than wrong
    /// ones.
    ///
    /// # Errors
    ///
    /// If it cannot be written whole; what was written of it is taken back. Or if a table's file
    /// fails.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), StoreError> {
        if std::mem::take(&mut self.has_old_tables) {
            remove_tables(&self.folder)?;
        }
        let mut tables = self.take_tables()?;
        self.check_is_there()?;
        let line = framed(&record.to_line());
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            // A torn record would be found by the next resume, but it need not stay till then.
            let _ = self.file.set_len(self.end);
            return Err(failed("write to", &self.path)(error));
        }
        let place = Place {
            at: self.end,
            length: line.len(),
            line: self.places.len() as u64 + 1,
        };
        self.places.insert(record.index, place);
        self.end += place.length as u64;
        self.unsynced = true;
        self.add(&mut tables, record)?;
        self.tables = Some(tables);
        Ok(())
    }

    /// Makes sure that what is written goes into the file of that name, and not into one that was
    /// removed or moved.
    fn check_is_there(&self) -> Result<(), StoreError> {
        let identity = |found: &fs::Metadata| (found.dev(), found.ino());
        let own = self
            .file
            .metadata()
            .map_err(failed("look at", &self.path))?;
        match fs::metadata(&self.path) {
            Ok(found) if identity(&found) == identity(&own) => Ok(()),
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(failed("look at", &self.path)(error))
            }
            _ => Err(StoreError::Gone(self.path.clone())),
        }
    }

    /// Reads the games that are there, in their order. Each that `check` has nothing against is
    /// counted in the tables.
    ///
    /// # Errors
    ///
    /// What `check` says of a record, with its line; a journal that cannot be read, or a table's
    /// file that fails.
    pub fn count(
        &mut self,
        check: impl FnMut(&GameRecord) -> Result<(), String>,
    ) -> Result<(), StoreError> {
        self.tables = Some(self.counted(check)?);
        Ok(())
    }

    /// The sequential test of a match as far as it is; none before its first game.
    #[must_use]
    pub fn trial(&self) -> Option<&Trial> {
        self.tables.as_ref().and_then(Growing::trial)
    }

    /// What the games come to that are there by now; none before the first.
    ///
    /// # Errors
    ///
    /// If the journal holds what the plan does not.
    pub fn counts(&self) -> Result<Option<Counts>, StoreError> {
        let counts = self.tables.as_ref().map(Growing::counts).transpose();
        counts.map_err(|error| self.uncounted(error))
    }

    /// The records that were appended last, `most` at most, the last one behind.
    pub fn last_records(
        &self,
        most: usize,
    ) -> impl Iterator<Item = Result<GameRecord, StoreError>> {
        let mut places: Vec<Place> = self.places.values().copied().collect();
        places.sort_unstable_by_key(|place| place.line);
        let last = places.len().saturating_sub(most);
        places
            .into_iter()
            .skip(last)
            .map(|place| self.record(place))
    }

    /// Writes the tables with the games that are there.
    ///
    /// # Errors
    ///
    /// If the journal holds what the plan does not, or the folder cannot be written.
    pub fn write_tables(&mut self) -> Result<Tables, StoreError> {
        let tables = self.take_tables()?.finish(&self.folder);
        tables.map_err(|error| self.uncounted(error))
    }

    /// The tables with all games so far. Whoever takes them gives them back: those whose file
    /// failed are given up, and begun anew when they are needed.
    fn take_tables(&mut self) -> Result<Growing, StoreError> {
        match self.tables.take() {
            Some(tables) => Ok(tables),
            None => self.counted(|_| Ok(())),
        }
    }

    /// The tables with all games of the journal.
    fn counted(
        &self,
        mut check: impl FnMut(&GameRecord) -> Result<(), String>,
    ) -> Result<Growing, StoreError> {
        let mut tables = Growing::begin(&self.folder, &self.plan)?;
        for record in self.records() {
            let record = record?;
            check(&record).map_err(|why| self.refusal(record.index, &why))?;
            self.add(&mut tables, &record)?;
        }
        Ok(tables)
    }

    fn add(&self, tables: &mut Growing, record: &GameRecord) -> Result<(), StoreError> {
        tables.add(record).map_err(|error| self.uncounted(error))
    }

    fn uncounted(&self, error: Uncounted) -> StoreError {
        match error {
            Uncounted::Misfit(index, why) => self.refusal(index, &why),
            Uncounted::Store(error) => error,
        }
    }

    /// Notes beside the journal what is not a function of the moves.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn note(&mut self, played: &Played) -> Result<(), StoreError> {
        let micros = |time: std::time::Duration| time.as_micros() as u64;
        let turns: Vec<_> = played.turns.iter().map(|took| took.map(micros)).collect();
        let mut line = serde_json::json!({
            "game": played.record.game,
            "elapsed_us": micros(played.elapsed),
            "thought_us": played.thought.map(micros),
            "turns_us": turns,
            "processor_us": played.processor.map(|time| time.map(micros)),
        });
        if let Some(stderr) = &played.stderr {
            line["stderr"] = stderr.as_str().into();
        }
        let written = self.diagnostics.write_all(printable_line(&line).as_bytes());
        written.map_err(failed("write to", Path::new(DIAGNOSTICS)))
    }

    /// Notes what happened besides the games, if it is of that kind.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn happened(&mut self, event: &Event, names: &[String]) -> Result<(), StoreError> {
        let Some(line) = event.to_json(names) else {
            return Ok(());
        };
        let written = self.events.write_all(printable_line(&line).as_bytes());
        written.map_err(failed("write to", Path::new(EVENTS)))
    }

    /// Forces what was appended to the disk.
    ///
    /// # Errors
    ///
    /// If the disk refuses.
    pub fn sync(&mut self) -> Result<(), StoreError> {
        if std::mem::take(&mut self.unsynced) {
            self.file.sync_data().map_err(failed("flush", &self.path))?;
        }
        Ok(())
    }

    /// How many games are in the journal.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether no game has ended yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The records in the order of the games.
    pub fn records(&self) -> impl Iterator<Item = Result<GameRecord, StoreError>> {
        self.places.values().map(|&place| self.record(place))
    }

    fn record(&self, place: Place) -> Result<GameRecord, StoreError> {
        let read = read_at(&self.file, place).map_err(failed("read", &self.path))?;
        read.map_err(|why| self.refusal_at(place.line, &why))
    }

    /// The error that a game's record, though whole, cannot be in this journal.
    fn refusal(&self, index: u64, why: &str) -> StoreError {
        let line = match self.places.get(&index) {
            Some(place) => place.line,
            None => self.places.len() as u64 + 1,
        };
        self.refusal_at(line, why)
    }

    fn refusal_at(&self, line: u64, why: &str) -> StoreError {
        let why = visible(why, WHY_SHOWN);
        damaged(&self.path, JournalError::Damaged { line, why })
    }
}

/// Reads all lines and where they are; answers also where the last whole one ends.
fn read_places(file: &File, path: &Path) -> Result<(Places, u64), StoreError> {
    let mut places = Places::new();
    let mut lines = Lines::of(file);
    for line in lines.by_ref() {
        let (place, record) = line.map_err(failed("read", path))?;
        let line = place.line;
        let record = record.map_err(|why| damaged(path, JournalError::Damaged { line, why }))?;
        if places.insert(record.index, place).is_some() {
            let game = visible(&record.game, WHY_SHOWN);
            return Err(damaged(path, JournalError::Twice { line, game }));
        }
    }
    Ok((places, lines.end))
}

/// A line of JSON with its line end, for a file that people may look at in a terminal.
fn printable_line(value: &Value) -> String {
    printable_json(&value.to_string()) + "\n"
}

/// Cuts what follows the last line end of a file off; nothing if there is no such file.
fn cut_half_line(path: &Path) -> Result<(), StoreError> {
    let Ok(file) = OpenOptions::new().read(true).write(true).open(path) else {
        return Ok(());
    };
    let cut = file.metadata().and_then(|about| {
        let whole = end_of_last_line(&file, about.len())?;
        match whole == about.len() {
            true => Ok(()),
            false => file.set_len(whole),
        }
    });
    cut.map_err(failed("cut the torn end off", path))
}

/// Where the last whole line of a file of this length ends, looked for from the file's end.
fn end_of_last_line(file: &File, length: u64) -> io::Result<u64> {
    let mut block = [0; 4096];
    let mut end = length;
    while end > 0 {
        let start = end.saturating_sub(block.len() as u64);
        let bytes = &mut block[..(end - start) as usize];
        file.read_exact_at(bytes, start)?;
        if let Some(at) = bytes.iter().rposition(|&byte| byte == b'\n') {
            return Ok(start + at as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

fn damaged(path: &Path, error: JournalError) -> StoreError {
    StoreError::Journal {
        path: path.to_owned(),
        error,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn half_a_line_is_cut_off_however_long_it_is_and_whole_ones_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.jsonl");
        for whole in ["", "{}\n", "{}\n\n", &"a line\n".repeat(3_000)] {
            for half in [0, 1, 4_095, 4_096, 4_097, 20_000] {
                std::fs::write(&path, format!("{whole}{}", "x".repeat(half))).unwrap();
                cut_half_line(&path).unwrap();
                assert_eq!(std::fs::read_to_string(&path).unwrap(), whole, "{half}");
            }
        }
        cut_half_line(&folder.path().join("not-there")).unwrap();
    }
}
