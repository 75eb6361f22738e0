//! Tables row by row, written so that a spreadsheet can open them without harm.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use nardy_protocol::text::visible;

use super::{StoreError, failed, temporary};

/// Characters of a text cell that are kept.
const CELL_MAX: usize = 1_000;

/// A text as a cell: control characters escaped, and no formula. A spreadsheet takes a cell that
/// begins with one of `= + - @` for a formula; an apostrophe before it makes it text.
pub(super) fn text_cell(text: &str) -> String {
    let shown = visible(text, CELL_MAX);
    if shown.starts_with(['=', '+', '-', '@']) {
        format!("'{shown}")
    } else {
        shown
    }
}

/// A table that is given its rows one after the other, the titles of the columns first.
pub trait Rows {
    /// What is known of the table when it has all its rows.
    type End;

    /// Takes the next row.
    ///
    /// # Errors
    ///
    /// If the file behind it fails.
    fn row(&mut self, cells: &[String]) -> Result<(), StoreError>;

    /// There are no more rows.
    ///
    /// # Errors
    ///
    /// If the file behind it fails.
    fn finish(self) -> Result<Self::End, StoreError>;
}

/// A table on its way to the disk: under a temporary name until it is whole.
pub(super) struct Table {
    path: PathBuf,
    temporary: PathBuf,
    writer: csv::Writer<File>,
}

impl Table {
    /// A table without rows.
    pub(super) fn new(folder: &Path, name: &str) -> Result<Table, StoreError> {
        let path = folder.join(name);
        let temporary = temporary(&path);
        let file = File::create(&temporary).map_err(failed("write", &path))?;
        Ok(Table {
            path,
            temporary,
            writer: csv::Writer::from_writer(file),
        })
    }
}

impl Rows for Table {
    type End = ();

    fn row(&mut self, cells: &[String]) -> Result<(), StoreError> {
        let written = self.writer.write_record(cells).map_err(io::Error::from);
        written.map_err(failed("write", &self.path))
    }

    /// Gives the whole table its name.
    fn finish(self) -> Result<(), StoreError> {
        let file = self.writer.into_inner().map_err(|error| error.into_error());
        let synced = file.and_then(|file| file.sync_all());
        let renamed = synced.and_then(|()| fs::rename(&self.temporary, &self.path));
        renamed.map_err(failed("write", &self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::text_cell;

    #[test]
    fn a_text_cell_is_never_a_formula_and_has_no_control_characters() {
        for (text, cell) in [
            ("greedy", "greedy"),
            ("=1+1", "'=1+1"),
            ("+a", "'+a"),
            ("-a", "'-a"),
            ("@a", "'@a"),
            ("a=b", "a=b"),
        ] {
            assert_eq!(text_cell(text), cell);
        }
        assert!(!text_cell("a\u{1b}[31m\r\n\t").contains(char::is_control));
    }
}
