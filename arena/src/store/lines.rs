//! The journal's lines: a record in its frame of length and checksum, and where each is.
//!
//! A line is `{"bytes":N,"sha256":"…","game":{…}}`: the length and the first 16 hexadecimal digits
//! of the SHA-256 of the record's text, and the record itself.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use nardy_protocol::record::GameRecord;
use nardy_protocol::text::{hex, visible};
use serde::Deserialize;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use super::bounded::BoundedLines;

/// Most bytes of a line: fifteen thousand turns, each with the longest remark that is kept.
pub(super) const LINE_MAX: u64 = 64 << 20;

/// Hexadecimal digits of a record's checksum.
const CHECKSUM_DIGITS: usize = 16;

/// Characters of what is wrong with a line that are shown.
pub(super) const WHY_SHOWN: usize = 300;

/// Where a line is in the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// Its first byte, from 0.
    pub(super) at: u64,
    /// Its bytes, line end included.
    pub(super) length: usize,
    /// Its number, from 1.
    pub(super) line: u64,
}

/// Where the lines of the games are, by the game's index.
pub(super) type Places = BTreeMap<u64, Place>;

#[derive(Deserialize)]
struct Framed<'a> {
    bytes: usize,
    sha256: String,
    #[serde(borrow)]
    game: &'a RawValue,
}

/// The line of a record, with its line end.
pub(super) fn framed(record: &str) -> String {
    let (bytes, checksum) = (record.len(), checksum(record));
    format!("{{\"bytes\":{bytes},\"sha256\":\"{checksum}\",\"game\":{record}}}\n")
}

fn checksum(record: &str) -> String {
    hex(&Sha256::digest(record)[..CHECKSUM_DIGITS / 2])
}

/// The record of a line with its line end; or what is wrong with it, escaped and cut.
fn read_line(bytes: &[u8]) -> Result<GameRecord, String> {
    parse(bytes).map_err(|why| visible(&why, WHY_SHOWN))
}

fn parse(bytes: &[u8]) -> Result<GameRecord, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let line: Framed<'_> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let record = line.game.get();
    if record.len() != line.bytes {
        let (found, told) = (record.len(), line.bytes);
        return Err(format!("the record has {found} bytes, not {told}"));
    }
    if checksum(record) != line.sha256 {
        return Err("the record's checksum does not fit".to_owned());
    }
    if framed(record) != text {
        return Err("it is not in the form that the arena writes".to_owned());
    }
    GameRecord::from_line(record).map_err(|error| error.to_string())
}

/// One line of a journal: where it is, and what it holds or what is wrong with it.
pub(super) type Line = (Place, Result<GameRecord, String>);

/// The whole lines of a journal from its beginning.
#[derive(Debug)]
pub(super) struct Lines<'f> {
    lines: BoundedLines<&'f File>,
    /// Where the next line begins: in the end, where the last whole one ends.
    pub(super) end: u64,
    line: u64,
}

impl<'f> Lines<'f> {
    /// Reads a file that is at its beginning.
    pub(super) fn of(file: &'f File) -> Lines<'f> {
        Lines {
            lines: BoundedLines::of(file, LINE_MAX),
            end: 0,
            line: 0,
        }
    }
}

impl Iterator for Lines<'_> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        let (length, text) = match self.lines.next_line().transpose()? {
            Ok(next) => next,
            Err(error) => return Some(Err(error)),
        };
        self.line += 1;
        let place = Place {
            at: self.end,
            length: length as usize,
            line: self.line,
        };
        self.end += length;
        let record = text.map_err(|error| error.to_string()).and_then(read_line);
        Some(Ok((place, record)))
    }
}

/// Reads the record at a place once more.
pub(super) fn read_at(file: &File, place: Place) -> io::Result<Result<GameRecord, String>> {
    let mut line = vec![0; place.length];
    file.read_exact_at(&mut line, place.at)?;
    Ok(read_line(&line))
}
