//! A results folder that is only read: for looking at what a league has left. Nothing in here
//! writes, and whatever is damaged is told rather than refused.

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use nardy_protocol::record::GameRecord;
use nardy_protocol::text::visible;
use serde::Deserialize;

use super::bounded::{BoundedLines, Rationed, is_too_long, open_file, read_whole};
use super::compare::{Compared, Comparison};
use super::derived::{Derivation, KEYS_TABLE, KeyRow, TABLES, put_keys};
use super::journal::JournalError;
use super::lines::{Line, Lines, Place, Places, WHY_SHOWN, read_at};
use super::manifest::{Found, examine_plan, examine_seed};
use super::{DIAGNOSTICS, EVENTS, JOURNAL, LOCK, MANIFEST, SEED, StoreError, failed, temporary};
use crate::plan::{FrozenPlan, Seed};

/// Most bytes of a line beside the journal, and of a row of keys.
const NOTE_MAX: u64 = 1 << 20;

/// Digits of a pair's key.
const KEY_DIGITS: usize = 64;

/// A results folder that nobody writes to while it is open.
#[derive(Debug)]
pub struct Archive {
    folder: PathBuf,
    /// None where there is nothing to lock, as in a copy.
    _lock: Option<File>,
}

/// The whole records of an archive's journal.
#[derive(Debug)]
pub struct Records {
    path: PathBuf,
    file: File,
    places: Places,
    torn: u64,
}

/// A line of `diagnostics.jsonl`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The game's id.
    pub game: String,
    /// From the first request to the end, in microseconds.
    pub elapsed_us: u64,
    /// By seat, the time from request to answer, in microseconds.
    pub thought_us: [u64; 2],
    /// By turn of the record, the time from request to answer, in microseconds; none for a pass,
    /// which nobody is asked for, and for a person without a clock. A rejected answer is one more at the end.
    #[serde(default)]
    pub turns_us: Vec<Option<u64>>,
    /// By seat, the processor time of the bot's process, in microseconds, where it is known.
    #[serde(default)]
    pub processor_us: [Option<u64>; 2],
    /// What the bot at fault wrote to stderr.
    pub stderr: Option<String>,
}

impl Archive {
    /// Opens a results folder for reading.
    ///
    /// # Errors
    ///
    /// If it is none, or an arena is playing its league right now.
    pub fn open(folder: &Path) -> Result<Archive, StoreError> {
        if !folder.join(MANIFEST).is_file() {
            return Err(StoreError::NoResults(folder.to_owned()));
        }
        let folder = folder.to_owned();
        let _lock = shared_lock(&folder)?;
        Ok(Archive { folder, _lock })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Whether there is a file with this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.folder.join(name).is_file()
    }

    /// Whether there is any of the tables made from the journal.
    #[must_use]
    pub fn has_tables(&self) -> bool {
        TABLES.iter().any(|table| self.has(table))
    }

    /// The plan, as `league.json` has it.
    ///
    /// # Errors
    ///
    /// If the machine cannot read the file.
    pub fn plan(&self) -> Result<Found<FrozenPlan>, StoreError> {
        let path = self.folder.join(MANIFEST);
        examined(read_whole(&path), examine_plan).map_err(failed("read", &path))
    }

    /// The seed, if `seed.json` is there.
    ///
    /// # Errors
    ///
    /// If the machine cannot read the file.
    pub fn seed(&self) -> Result<Option<Found<Seed>>, StoreError> {
        let path = self.folder.join(SEED);
        let seed = there(examined(read_whole(&path), examine_seed));
        seed.map_err(failed("read", &path))
    }

    /// The journal, if it is there; `damaged` is told each line that is no record, or is a game
    /// that was there before, with what is wrong with it.
    ///
    /// # Errors
    ///
    /// If the machine cannot read the file.
    pub fn records(
        &self,
        damaged: &mut dyn FnMut(u64, String),
    ) -> Result<Option<Records>, StoreError> {
        let path = self.folder.join(JOURNAL);
        let file = there(open_file(&path)).map_err(failed("open", &path))?;
        let Some(file) = file else { return Ok(None) };
        let mut places = Places::new();
        let mut lines = Lines::of(&file);
        for line in lines.by_ref() {
            let line = line.map_err(failed("read", &path))?;
            if let Err((line, why)) = keep(line, &mut places) {
                damaged(line, why);
            }
        }
        let whole = lines.end;
        let length = file.metadata().map_err(failed("read", &path))?.len();
        Ok(Some(Records {
            torn: length - whole,
            path,
            file,
            places,
        }))
    }

    /// Begins to compare the tables made from the journal with those that are there.
    ///
    /// # Errors
    ///
    /// If the machine cannot read one.
    pub fn compare(&self, plan: &FrozenPlan) -> Result<Derivation<Compared>, StoreError> {
        Derivation::begin(&self.folder, plan, |name| {
            Compared::open(&self.folder, name)
        })
    }

    /// Compares `keys.csv` with what it should be.
    ///
    /// # Errors
    ///
    /// If the machine cannot read it.
    pub fn compare_keys(
        &self,
        keys: impl Iterator<Item = KeyRow>,
    ) -> Result<Comparison, StoreError> {
        put_keys(Compared::open(&self.folder, KEYS_TABLE)?, keys)
    }

    /// The keys of the first `pairs` pairs as `keys.csv` has them, by the pair's number; rows that
    /// cannot be read are left out.
    ///
    /// # Errors
    ///
    /// If the machine cannot read the file.
    pub fn keys(&self, pairs: u64) -> Result<HashMap<u64, String>, StoreError> {
        let path = self.folder.join(KEYS_TABLE);
        let file = there(open_file(&path)).map_err(failed("open", &path))?;
        let Some(file) = file else {
            return Ok(HashMap::new());
        };
        let mut reader = csv::Reader::from_reader(Rationed::new(file, NOTE_MAX));
        let Ok(titles) = reader.headers().cloned() else {
            return Ok(HashMap::new());
        };
        let mut keys = HashMap::new();
        let mut row = csv::StringRecord::new();
        loop {
            reader.get_mut().go_on();
            match reader.read_record(&mut row) {
                Ok(true) => {
                    let cells = row.deserialize::<KeyCells>(Some(&titles)).ok();
                    let cells = cells.filter(|cells| cells.key.len() <= KEY_DIGITS);
                    let cells = cells.filter(|cells| (1..=pairs).contains(&cells.pair));
                    keys.extend(cells.map(|cells| (cells.pair, cells.key)));
                }
                Ok(false) => return Ok(keys),
                Err(error) if error.is_io_error() => return Ok(keys),
                Err(_) => {}
            }
        }
    }

    /// Reads the lines of `diagnostics.jsonl`, each with its number; a last one that was written
    /// in part is left out.
    ///
    /// # Errors
    ///
    /// If the machine cannot read the file.
    pub fn notes(&self, read: &mut dyn FnMut(u64, Result<Note, String>)) -> Result<(), StoreError> {
        let path = self.folder.join(DIAGNOSTICS);
        let file = there(open_file(&path)).map_err(failed("open", &path))?;
        let Some(file) = file else { return Ok(()) };
        let mut lines = BoundedLines::of(file, NOTE_MAX);
        let mut number = 0;
        while let Some((_, line)) = lines.next_line().map_err(failed("read", &path))? {
            number += 1;
            let text = line.map_err(|error| error.to_string());
            let note =
                text.and_then(|text| serde_json::from_slice(text).map_err(|e| e.to_string()));
            read(number, note);
        }
        Ok(())
    }

    /// The names of what is in the folder besides the arena's own files, in order.
    ///
    /// # Errors
    ///
    /// If the machine cannot list it.
    pub fn strangers(&self) -> Result<Vec<String>, StoreError> {
        let entries = fs::read_dir(&self.folder).and_then(Iterator::collect);
        let entries: Vec<fs::DirEntry> = entries.map_err(failed("list", &self.folder))?;
        let own = [MANIFEST, SEED, JOURNAL, DIAGNOSTICS, EVENTS, LOCK];
        let names = entries.iter().map(fs::DirEntry::file_name);
        let names = names.map(|name| name.to_string_lossy().into_owned());
        // A killed arena leaves its tables under their temporary names.
        let is_table = |name: &str| {
            let mut tables = TABLES.into_iter().chain([KEYS_TABLE]);
            tables.any(|table| name == table || Path::new(name) == temporary(Path::new(table)))
        };
        let is_own = |name: &str| own.contains(&name) || is_table(name);
        let mut strangers: Vec<String> = names.filter(|name| !is_own(name)).collect();
        strangers.sort();
        Ok(strangers)
    }
}

/// What a file says that is read as a whole; one that is too long says nothing.
fn examined<T>(read: io::Result<Vec<u8>>, examine: fn(&[u8]) -> Found<T>) -> io::Result<Found<T>> {
    match read {
        Err(error) if is_too_long(&error) => Ok(Found {
            value: None,
            defect: Some(format!("it cannot be read: {error}")),
        }),
        read => read.map(|bytes| examine(&bytes)),
    }
}

#[derive(Deserialize)]
struct KeyCells {
    pair: u64,
    key: String,
}

/// Notes where a line's game is; or says what is wrong with the line.
fn keep((place, record): Line, places: &mut Places) -> Result<(), (u64, String)> {
    let record = record.map_err(|why| (place.line, why))?;
    if let Some(before) = places.get(&record.index) {
        let (game, line) = (visible(&record.game, WHY_SHOWN), before.line);
        let why = format!("it is game {game}, which is there already, in line {line}");
        return Err((place.line, why));
    }
    places.insert(record.index, place);
    Ok(())
}

impl Records {
    /// How many games there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.places.len() as u64
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Bytes behind the last whole line: a record that was written in part.
    #[must_use]
    pub fn torn(&self) -> u64 {
        self.torn
    }

    /// Whether the game with this index is there.
    #[must_use]
    pub fn has(&self, index: u64) -> bool {
        self.places.contains_key(&index)
    }

    /// The records in the order of the games, each with its line.
    pub fn in_order(&self) -> impl Iterator<Item = Result<(u64, GameRecord), StoreError>> {
        let places = self.places.values();
        places.map(|&place| Ok((place.line, self.at(place)?)))
    }

    /// The record of the game with this index; none if it is not there.
    ///
    /// # Errors
    ///
    /// If the machine cannot read it.
    pub fn game(&self, index: u64) -> Result<Option<GameRecord>, StoreError> {
        let place = self.places.get(&index);
        place.map(|&place| self.at(place)).transpose()
    }

    fn at(&self, place: Place) -> Result<GameRecord, StoreError> {
        let read = read_at(&self.file, place).map_err(failed("read", &self.path))?;
        // It was whole when it was read before.
        read.map_err(|why| StoreError::Journal {
            path: self.path.clone(),
            error: JournalError::Damaged {
                line: place.line,
                why,
            },
        })
    }
}

/// Nothing for a file that is not there.
fn there<T>(opened: io::Result<T>) -> io::Result<Option<T>> {
    match opened {
        Ok(opened) => Ok(Some(opened)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Keeps arenas from writing while the lock is held; others may read at the same time.
fn shared_lock(folder: &Path) -> Result<Option<File>, StoreError> {
    let path = folder.join(LOCK);
    let Some(file) = there(open_file(&path)).map_err(failed("open", &path))? else {
        return Ok(None);
    };
    match file.try_lock_shared() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(folder.to_owned())),
        // Where there are no locks no arena can be playing.
        Err(TryLockError::Error(_)) => Ok(None),
    }
}
