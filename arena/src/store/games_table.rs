//! `games.csv` read back row by row, whoever wrote it: what is wrong is told with line and column.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use arena_tournament::id::PairNumber;
use arena_tournament::result::{Win, WinKind};
use csv::{ErrorKind, Reader, ReaderBuilder, StringRecord};
use nardy_protocol::text::{visible, visible_path};
use thiserror::Error;

use super::bounded::{Rationed, is_too_long};
use super::csv::unguarded;
use super::derived::GAMES_TABLE;
use super::{JOURNAL, StoreError, failed};

/// Characters of a wrong cell that are quoted.
const QUOTED: usize = 80;

/// Most bytes of a row.
const ROW_MAX: u64 = 64 << 10;

/// Columns that are read; the table may have others, and these in any order.
const READ: [&str; 8] = [
    "pair", "first", "second", "starter", "winner", "loser", "kind", "points",
];

/// Why a table of games cannot be read.
#[derive(Debug, Error)]
pub enum TableError {
    /// There is no such file, or it may not be read.
    #[error(
        "cannot open {}: {error}; give a games.csv, or a results folder that has one",
        visible_path(path)
    )]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A league that has not ended has no tables yet.
    #[error(
        "the league in {} has no {GAMES_TABLE} yet, for it has not ended; go on with it, adding \
         --resume --out and this folder to the command that began it",
        visible_path(folder)
    )]
    Unfinished {
        /// Its folder.
        folder: PathBuf,
    },
    /// The machine failed while the file was read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file is not as it should be.
    #[error("{} line {line}{}: {what}", visible_path(path), column.map(|name| format!(", column {name}")).unwrap_or_default())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// Its line, from 1.
        line: u64,
        /// The title of the column.
        column: Option<&'static str>,
        /// What is there and what should be.
        what: String,
    },
}

impl TableError {
    /// Whether the machine is at fault rather than what was asked for.
    #[must_use]
    pub fn is_environment(&self) -> bool {
        matches!(self, TableError::Store(error) if error.is_environment())
    }
}

/// A `games.csv` on the way through its rows, with one row in memory.
#[derive(Debug)]
pub struct GamesTable {
    path: PathBuf,
    reader: Reader<Rationed<File>>,
    /// By [`READ`], where each column is.
    places: [usize; READ.len()],
    titles: usize,
    row: StringRecord,
}

/// One game of a table.
#[derive(Debug, Clone)]
pub struct GameRow<'t> {
    /// Its line, from 1.
    pub line: u64,
    /// Its pair.
    pub pair: PairNumber,
    /// The bots of seats 0 and 1, which differ.
    pub bots: [Cow<'t, str>; 2],
    /// One of them, which began.
    pub starter: Cow<'t, str>,
    /// One of them, which won.
    pub winner: Cow<'t, str>,
    /// How.
    pub win: Win,
}

impl GamesTable {
    /// Opens a table; a folder stands for the `games.csv` in it.
    ///
    /// # Errors
    ///
    /// If there is no such file, or it does not begin with the titles of the columns.
    pub fn open(path: &Path) -> Result<GamesTable, TableError> {
        let path = if path.is_dir() {
            let table = path.join(GAMES_TABLE);
            if !table.exists() && path.join(JOURNAL).exists() {
                let folder = path.to_owned();
                return Err(TableError::Unfinished { folder });
            }
            table
        } else {
            path.to_owned()
        };
        let file = File::open(&path).map_err(|error| TableError::Open {
            path: path.clone(),
            error,
        })?;
        let mut table = GamesTable {
            path,
            // A row of the wrong length shall be told in our words.
            reader: ReaderBuilder::new()
                .flexible(true)
                .has_headers(false)
                .from_reader(Rationed::new(file, ROW_MAX)),
            places: [0; READ.len()],
            titles: 0,
            row: StringRecord::new(),
        };
        table.read_titles()?;
        Ok(table)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The next game; `None` when there are no more.
    ///
    /// # Errors
    ///
    /// If its row is not as it should be, or the machine cannot read the file.
    pub fn next_game(&mut self) -> Result<Option<GameRow<'_>>, TableError> {
        if !self.advance()? {
            return Ok(None);
        }
        if self.row.len() != self.titles {
            let (cells, titles) = (self.row.len(), self.titles);
            let what = format!("there are {cells} cells, should be {titles} as in the first line");
            return Err(self.wrong(self.line(), None, what));
        }
        self.game().map(Some)
    }

    /// Says what is wrong in a line of this table.
    #[must_use]
    pub fn wrong(&self, line: u64, column: Option<&'static str>, what: String) -> TableError {
        TableError::Wrong {
            path: self.path.clone(),
            line,
            column,
            what,
        }
    }

    fn read_titles(&mut self) -> Result<(), TableError> {
        if !self.advance()? {
            let what = "the file is empty, should begin with the titles of the columns".to_owned();
            return Err(self.wrong(1, None, what));
        }
        self.titles = self.row.len();
        for (place, title) in self.places.iter_mut().zip(READ) {
            let mut found = (0..).zip(&self.row).filter(|(_, cell)| *cell == title);
            let what = match (found.next(), found.next()) {
                (Some((at, _)), None) => {
                    *place = at;
                    continue;
                }
                (Some(_), Some(_)) => "there are two of them, should be one".to_owned(),
                (None, _) => {
                    let titles: Vec<_> = self.row.iter().collect();
                    let titles = visible(&titles.join(","), 2 * QUOTED);
                    format!("it is missing, the columns are \"{titles}\"")
                }
            };
            return Err(self.wrong(self.line(), Some(title), what));
        }
        Ok(())
    }

    /// Reads the next row; false at the file's end.
    fn advance(&mut self) -> Result<bool, TableError> {
        let begin = self.reader.position().clone();
        self.reader.get_mut().go_on();
        let read = self.reader.read_record(&mut self.row);
        let end = self.reader.position();
        // A row of several lines may be one with a quote that has no end.
        if end.line() > begin.line() + 1
            && let Some(line) = self.open_quote(&begin, end.byte())
        {
            return Err(self.unclosed(line));
        }
        read.map_err(|error| {
            let line = error.position().map_or(1, csv::Position::line);
            match error.into_kind() {
                ErrorKind::Io(error) if is_too_long(&error) => {
                    match self.open_quote(&begin, begin.byte() + ROW_MAX) {
                        Some(line) => self.unclosed(line),
                        None => {
                            let what = format!("the row has more than {ROW_MAX} bytes");
                            self.wrong(begin.line(), None, what)
                        }
                    }
                }
                ErrorKind::Io(error) => failed("read", &self.path)(error).into(),
                ErrorKind::Utf8 { err, .. } => {
                    let cell = err.field() + 1;
                    let what = format!("cell {cell} is not UTF-8; save the table as UTF-8");
                    self.wrong(line, None, what)
                }
                other => self.wrong(line, None, format!("{other:?}")),
            }
        })
    }

    /// The line in which the quote was opened that is still open at `end`, counted from where a
    /// row begins; none if there is none, or the file cannot be read twice.
    fn open_quote(&self, begin: &csv::Position, end: u64) -> Option<u64> {
        let length = usize::try_from(end.saturating_sub(begin.byte()).min(ROW_MAX)).ok()?;
        let mut bytes = vec![0; length];
        let file = self.reader.get_ref().get_ref();
        file.read_exact_at(&mut bytes, begin.byte()).ok()?;
        let (mut line, mut opened, mut closed) = (begin.line(), None, None);
        let mut cell_begins = true;
        for byte in bytes {
            match (byte, opened) {
                (b'"', Some(_)) => {
                    closed = opened.take();
                    continue;
                }
                (b'"', None) if cell_begins => opened = Some(line),
                // Two of them within quotes stand for one.
                (b'"', None) if closed.is_some() => opened = closed,
                _ => {}
            }
            closed = None;
            cell_begins = opened.is_none() && matches!(byte, b',' | b'\n' | b'\r');
            line += u64::from(byte == b'\n');
        }
        opened
    }

    fn unclosed(&self, line: u64) -> TableError {
        let what = "a quote is opened here and not closed; close it, or take it away".to_owned();
        self.wrong(line, None, what)
    }

    fn line(&self) -> u64 {
        self.row.position().map_or(1, csv::Position::line)
    }

    /// The row as a game.
    fn game(&self) -> Result<GameRow<'_>, TableError> {
        let cells = self.places.map(|place| &self.row[place]);
        let [pair, _, _, _, _, _, kind, points] = cells;
        let [_, first, second, starter, winner, loser, _, _] = cells.map(unguarded);
        let known_pair = pair.parse().ok().and_then(PairNumber::new);
        let pair = known_pair
            .ok_or_else(|| self.differs("pair", pair, "the pair's number, from 1 upwards"))?;
        for (column, name) in [("first", &first), ("second", &second)] {
            if name.is_empty() {
                return Err(self.differs(column, name, "a bot's name"));
            }
        }
        if first == second {
            return Err(self.differs("second", &second, "another bot than in column first"));
        }
        for (column, name) in [("starter", &starter), ("winner", &winner)] {
            if ![&first, &second].contains(&name) {
                return Err(self.differs(column, name, &either([&first, &second])));
            }
        }
        let lost = if winner == first { &second } else { &first };
        if loser != *lost {
            return Err(self.differs("loser", &loser, &quoted(lost)));
        }
        let kind = WinKind::from_name(kind).ok_or_else(|| {
            let kinds = WinKind::ALL.map(WinKind::name).join(", ");
            self.differs("kind", kind, &format!("one of {kinds}"))
        })?;
        let points = match points.parse() {
            Ok(points) if points > 0 => points,
            _ => return Err(self.differs("points", points, "a whole number from 1 upwards")),
        };
        Ok(GameRow {
            line: self.line(),
            pair,
            bots: [first, second],
            starter,
            winner,
            win: Win { kind, points },
        })
    }

    fn differs(&self, column: &'static str, there: &str, should: &str) -> TableError {
        let there = quoted(there);
        let what = format!("there is {there}, should be {should}");
        self.wrong(self.line(), Some(column), what)
    }
}

fn quoted(cell: &str) -> String {
    format!("\"{}\"", visible(cell, QUOTED))
}

fn either([first, second]: [&str; 2]) -> String {
    format!("{} or {}", quoted(first), quoted(second))
}
