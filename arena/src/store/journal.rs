//! The journal: one checksummed line for each finished game, appended and never changed.
//!
//! A line is `{"bytes":N,"sha256":"…","game":{…}}`: the length and the first 16 hexadecimal digits
//! of the SHA-256 of the record's text, and the record itself. The order of the lines is that in
//! which games ended; everything derived is in the order of the games.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use nardy_protocol::record::GameRecord;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::{DIAGNOSTICS, JOURNAL, StoreError, failed};
use crate::event::Played;

/// Hexadecimal digits of a record's checksum.
const CHECKSUM_DIGITS: usize = 16;

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

#[derive(Serialize, Deserialize)]
struct Line<'a> {
    bytes: usize,
    sha256: String,
    #[serde(borrow)]
    game: &'a RawValue,
}

/// By game index, where its line is and how long.
type Places = BTreeMap<u64, (u64, usize)>;

/// The journal of a league being played.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    diagnostics: File,
    /// Where the next record goes.
    end: u64,
    places: Places,
    unsynced: bool,
}

impl Journal {
    /// The journal of a league's folder, its torn tail cut off.
    pub(super) fn resume(folder: &Path) -> Result<(Journal, Tail), StoreError> {
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
        if tail != Tail::Clean {
            file.set_len(end)
                .map_err(failed("cut the torn end off", &path))?;
        }
        Ok((Journal::with(folder, file, places, end)?, tail))
    }

    fn with(folder: &Path, file: File, places: Places, end: u64) -> Result<Journal, StoreError> {
        let beside = folder.join(DIAGNOSTICS);
        let diagnostics = OpenOptions::new().append(true).create(true).open(&beside);
        let diagnostics = diagnostics.map_err(failed("open", &beside))?;
        Ok(Journal {
            path: folder.join(JOURNAL),
            file,
            diagnostics,
            end,
            places,
            unsynced: false,
        })
    }

    /// Writes a finished game behind the others, in one piece.
    ///
    /// # Errors
    ///
    /// If it cannot be written whole; what was written of it is taken back.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), StoreError> {
        let text = record.to_line();
        let checksum = checksum(&text);
        let line = format!(
            "{{\"bytes\":{},\"sha256\":\"{checksum}\",\"game\":{text}}}\n",
            text.len()
        );
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            // A torn record would be found by the next resume, but it need not stay till then.
            let _ = self.file.set_len(self.end);
            return Err(failed("write to", &self.path)(error));
        }
        self.places.insert(record.index, (self.end, line.len()));
        self.end += line.len() as u64;
        self.unsynced = true;
        Ok(())
    }

    /// Notes beside the journal what is not a function of the moves.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn note(&mut self, played: &Played) -> Result<(), StoreError> {
        let micros = |time: std::time::Duration| time.as_micros() as u64;
        let mut line = serde_json::json!({
            "game": played.record.game,
            "elapsed_us": micros(played.elapsed),
            "thought_us": played.thought.map(micros),
        });
        if let Some(stderr) = &played.stderr {
            line["stderr"] = stderr.as_str().into();
        }
        let written = self.diagnostics.write_all(format!("{line}\n").as_bytes());
        written.map_err(failed("write to", Path::new(DIAGNOSTICS)))
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
        self.places.values().map(|&(at, length)| {
            let mut line = vec![0; length];
            self.file
                .read_exact_at(&mut line, at)
                .map_err(failed("read", &self.path))?;
            read_line(&line).map_err(|why| self.refusal_at(at, why))
        })
    }

    /// The error that a game's record, though whole, cannot be in this journal.
    #[must_use]
    pub fn refusal(&self, index: u64, why: String) -> StoreError {
        let place = self.places.get(&index);
        self.refusal_at(place.map_or(self.end, |place| place.0), why)
    }

    fn refusal_at(&self, at: u64, why: String) -> StoreError {
        let before = self.places.values().filter(|place| place.0 < at).count();
        let line = before as u64 + 1;
        damaged(&self.path, JournalError::Damaged { line, why })
    }
}

/// Reads all lines and where they are; answers also where the last whole one ends.
fn read_places(file: &File, path: &Path) -> Result<(Places, u64), StoreError> {
    let mut places = Places::new();
    let mut reader = BufReader::new(file);
    let mut bytes = Vec::new();
    let mut end = 0;
    for line in 1.. {
        bytes.clear();
        let length = reader
            .read_until(b'\n', &mut bytes)
            .map_err(failed("read", path))?;
        if !bytes.ends_with(b"\n") {
            break;
        }
        let record =
            read_line(&bytes).map_err(|why| damaged(path, JournalError::Damaged { line, why }))?;
        if places.insert(record.index, (end, length)).is_some() {
            return Err(damaged(
                path,
                JournalError::Twice {
                    line,
                    game: record.game,
                },
            ));
        }
        end += length as u64;
    }
    Ok((places, end))
}

/// Cuts what follows the last line end of a file off; nothing if there is no such file.
fn cut_half_line(path: &Path) -> Result<(), StoreError> {
    let Ok(bytes) = std::fs::read(path) else {
        return Ok(());
    };
    let whole = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1);
    if whole == bytes.len() {
        return Ok(());
    }
    let file = OpenOptions::new().write(true).open(path);
    let cut = file.and_then(|file| file.set_len(whole as u64));
    cut.map_err(failed("cut the torn end off", path))
}

fn damaged(path: &Path, error: JournalError) -> StoreError {
    StoreError::Journal {
        path: path.to_owned(),
        error,
    }
}

fn read_line(bytes: &[u8]) -> Result<GameRecord, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let line: Line<'_> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let record = line.game.get();
    if record.len() != line.bytes {
        return Err(format!(
            "the record has {} bytes, not {}",
            record.len(),
            line.bytes
        ));
    }
    if checksum(record) != line.sha256 {
        return Err("the record's checksum does not fit".to_owned());
    }
    GameRecord::from_line(record).map_err(|error| error.to_string())
}

fn checksum(text: &str) -> String {
    let digest = Sha256::digest(text);
    digest
        .iter()
        .take(CHECKSUM_DIGITS / 2)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
