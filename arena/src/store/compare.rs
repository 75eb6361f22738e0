//! A table on the disk held against what it should be, byte for byte, row by row.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use nardy_protocol::text::{visible, visible_bytes};

use super::bounded::open_file;
use super::csv::Rows;
use super::{StoreError, failed};

/// Most bytes of a line that are read: far more than the longest row has.
const LINE_MAX: u64 = 1 << 20;

/// Characters of a cell or a line that are shown.
const SHOWN: usize = 80;

/// How a table on the disk compares with what it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// There is no such file.
    Missing,
    /// It is the same, byte for byte.
    Same,
    /// It is another one; this is the first place where it differs.
    Differs(Difference),
}

/// A place where a file differs from what it should be. Texts are escaped and cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The line, from 1.
    pub line: u64,
    /// The column, if a single cell differs.
    pub column: Option<String>,
    /// What is there; nothing where the file has ended.
    pub there: Option<String>,
    /// What should be there; nothing where the file should have ended.
    pub should_be: Option<String>,
}

/// A table being compared.
pub struct Compared {
    path: PathBuf,
    /// None once there is nothing more to learn from it.
    file: Option<BufReader<File>>,
    columns: Vec<String>,
    /// Lines compared so far.
    lines: u64,
    comparison: Comparison,
}

impl Compared {
    /// Opens the table with this name, if it is there.
    pub(super) fn open(folder: &Path, name: &str) -> Result<Compared, StoreError> {
        let path = folder.join(name);
        let file = match open_file(&path) {
            Ok(file) => Some(BufReader::new(file)),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(failed("open", &path)(error)),
        };
        let comparison = match file {
            Some(_) => Comparison::Same,
            None => Comparison::Missing,
        };
        Ok(Compared {
            path,
            file,
            columns: Vec::new(),
            lines: 0,
            comparison,
        })
    }

    /// The next line; empty at the end of the file, none if there is no need to know it.
    fn next_line(&mut self) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(file) = &mut self.file else {
            return Ok(None);
        };
        let mut line = Vec::new();
        let read = file.take(LINE_MAX).read_until(b'\n', &mut line);
        read.map_err(failed("read", &self.path))?;
        self.lines += 1;
        Ok(Some(line))
    }

    fn differs(&mut self, difference: Difference) {
        self.comparison = Comparison::Differs(difference);
        self.file = None;
    }
}

impl Rows for Compared {
    type End = Comparison;

    fn row(&mut self, cells: &[String]) -> Result<(), StoreError> {
        if self.columns.is_empty() {
            self.columns = cells.to_vec();
        }
        if let Some(line) = self.next_line()? {
            let wanted = as_line(cells).map_err(failed("compare", &self.path))?;
            if line != wanted {
                let mut difference = difference(&line, &wanted, cells, &self.columns);
                difference.line = self.lines;
                self.differs(difference);
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Comparison, StoreError> {
        if let Some(line) = self.next_line()?.filter(|line| !line.is_empty()) {
            let difference = Difference {
                line: self.lines,
                column: None,
                there: Some(visible_bytes(without_end(&line), SHOWN)),
                should_be: None,
            };
            self.differs(difference);
        }
        Ok(self.comparison)
    }
}

/// A row as it is written.
fn as_line(cells: &[String]) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(cells)?;
    writer.into_inner().map_err(|error| error.into_error())
}

/// How a line differs from what it should be; its number is still to be filled in.
fn difference(line: &[u8], wanted: &[u8], cells: &[String], columns: &[String]) -> Difference {
    let of = |column: Option<&String>, there: &[u8], should_be: &[u8]| Difference {
        line: 0,
        column: column.cloned(),
        there: Some(visible_bytes(there, SHOWN)),
        should_be: Some(visible_bytes(should_be, SHOWN)),
    };
    if line.is_empty() {
        let nothing = of(None, line, without_end(wanted));
        return Difference {
            there: None,
            ..nothing
        };
    }
    let found = cells_of(line);
    if found.len() != cells.len() {
        return of(None, without_end(line), without_end(wanted));
    }
    let mut pairs = found.iter().zip(cells).zip(columns);
    match pairs.find(|((found, cell), _)| *found != cell.as_bytes()) {
        Some(((found, cell), column)) => {
            let should_be = Some(visible(cell, SHOWN));
            let difference = of(Some(column), found, b"");
            Difference {
                should_be,
                ..difference
            }
        }
        // The same cells in another form: quotes, line ends.
        None => {
            let same = line.iter().zip(wanted).take_while(|(a, b)| a == b).count();
            of(None, &line[same..], &wanted[same..])
        }
    }
}

/// The cells of a line, whatever it is.
fn cells_of(line: &[u8]) -> Vec<Vec<u8>> {
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.has_headers(false).flexible(true).from_reader(line);
    let mut record = csv::ByteRecord::new();
    match reader.read_byte_record(&mut record) {
        Ok(true) => record.iter().map(<[u8]>::to_vec).collect(),
        _ => Vec::new(),
    }
}

fn without_end(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\n").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const ROWS: [[&str; 3]; 3] = [
        ["game", "bot", "points"],
        ["1a", "a,b", "2"],
        ["1b", "c", "1"],
    ];
    const TEXT: &str = "game,bot,points\n1a,\"a,b\",2\n1b,c,1\n";

    fn compare(text: &[u8]) -> Comparison {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("x.csv"), text).unwrap();
        compare_in(folder.path())
    }

    fn compare_in(folder: &Path) -> Comparison {
        let mut table = Compared::open(folder, "x.csv").unwrap();
        for row in ROWS {
            table.row(&row.map(str::to_owned)).unwrap();
        }
        table.finish().unwrap()
    }

    fn differs(text: &str) -> (u64, Option<String>, Option<String>, Option<String>) {
        match compare(text.as_bytes()) {
            Comparison::Differs(it) => (it.line, it.column, it.there, it.should_be),
            other => panic!("{text:?}: {other:?}"),
        }
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn the_same_bytes_are_the_same() {
        assert_eq!(compare(TEXT.as_bytes()), Comparison::Same);
    }

    #[test]
    fn a_file_that_is_not_there_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(compare_in(folder.path()), Comparison::Missing);
    }

    #[test]
    fn the_first_cell_that_differs_is_named_with_its_line_and_column() {
        let text = TEXT.replace("c,1", "d,9").replace(",2\n", ",3\n");
        let first = (2, some("points"), some("3"), some("2"));
        assert_eq!(differs(&text), first);
        let text = TEXT.replace("bot", "b\u{1b}t");
        assert_eq!(
            differs(&text),
            (1, some("bot"), some("b\\u{1b}t"), some("bot"))
        );
    }

    #[test]
    fn lines_that_are_missing_too_many_or_of_another_length_are_shown_whole() {
        let (missing, _) = TEXT.split_once("1b").unwrap();
        assert_eq!(differs(missing), (3, None, None, some("1b,c,1")));
        let more = format!("{TEXT}2a,d,1\n");
        assert_eq!(differs(&more), (4, None, some("2a,d,1"), None));
        let longer = TEXT.replace("c,1", "c,1,1");
        assert_eq!(
            differs(&longer),
            (3, None, some("1b,c,1,1"), some("1b,c,1"))
        );
    }

    #[test]
    fn the_same_cells_in_another_form_differ_as_well() {
        let quoted = TEXT.replace(",c,", ",\"c\",");
        assert_eq!(
            differs(&quoted),
            (3, None, some("\"c\",1\\n"), some("c,1\\n"))
        );
        let ends = TEXT.replace('\n', "\r\n");
        assert_eq!(differs(&ends), (1, None, some("\\r\\n"), some("\\n")));
        let cut = TEXT.trim_end();
        assert_eq!(differs(cut), (3, None, some(""), some("\\n")));
    }

    #[test]
    fn a_flipped_bit_is_found_wherever_it_is() {
        for place in 0..TEXT.len() {
            for bit in 0..8 {
                let mut text = TEXT.as_bytes().to_vec();
                text[place] ^= 1 << bit;
                let found = compare(&text);
                assert!(matches!(found, Comparison::Differs(_)), "{place} {bit}");
            }
        }
    }
}
