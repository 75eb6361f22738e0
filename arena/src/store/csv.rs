//! Tables row by row, written so that a spreadsheet can open them without harm.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use nardy_protocol::text::visible;
use tempfile::TempPath;

use super::{StoreError, create_anew, failed, temporary};

/// Characters of a text cell that are kept.
const CELL_MAX: usize = 1_000;

/// What follows a text that a spreadsheet takes for a formula, also in the wide forms of East Asia.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// The separator of cells where the comma is in numbers: there, what follows it is a cell.
const OTHER_SEPARATOR: char = ';';

/// A text as a cell: control characters escaped, and no formula. An apostrophe before what a
/// spreadsheet would take for a formula makes it text.
pub(super) fn text_cell(text: &str) -> String {
    let shown = visible(text, CELL_MAX);
    let pieces = shown.split(OTHER_SEPARATOR).map(|piece| {
        let guard = if is_formula(piece) { "'" } else { "" };
        format!("{guard}{piece}")
    });
    pieces.collect::<Vec<_>>().join(";")
}

/// The text of a cell without the apostrophes that [`text_cell`] puts in.
pub(super) fn unguarded(cell: &str) -> Cow<'_, str> {
    if !cell.contains('\'') {
        return Cow::Borrowed(cell);
    }
    let pieces = cell.split(OTHER_SEPARATOR).map(|piece| {
        let guarded = piece.strip_prefix('\'').filter(|_| is_formula(piece));
        guarded.unwrap_or(piece)
    });
    Cow::Owned(pieces.collect::<Vec<_>>().join(";"))
}

/// Whether a text is a formula, or would be without its quotes and the blanks before it: whether
/// there are apostrophes in front makes no difference, so that each text has a cell of its own.
fn is_formula(text: &str) -> bool {
    let bare = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\'' || c == '"');
    bare.starts_with(FORMULA)
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

/// A table on its way to the disk: under a temporary name until it is whole. If it is given up,
/// nothing is left of it.
#[derive(Debug)]
pub(super) struct Table {
    path: PathBuf,
    temporary: TempPath,
    writer: csv::Writer<File>,
}

impl Table {
    /// A table without rows.
    pub(super) fn new(folder: &Path, name: &str) -> Result<Table, StoreError> {
        let path = folder.join(name);
        let opened = TempPath::try_from_path(temporary(&path))
            .and_then(|temporary| Ok((create_anew(&temporary, 0o666)?, temporary)));
        let (file, temporary) = opened.map_err(failed("write", &path))?;
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
        let renamed = synced.and_then(|()| Ok(self.temporary.persist(&self.path)?));
        renamed.map_err(failed("write", &self.path))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use nardy_protocol::text::is_unsafe;
    use proptest::prelude::*;

    use super::{text_cell, unguarded};

    #[test]
    fn a_text_cell_is_never_a_formula_and_has_no_control_characters() {
        for (text, cell) in [
            ("greedy", "greedy"),
            ("=1+1", "'=1+1"),
            ("+a", "'+a"),
            ("-a", "'-a"),
            ("@a", "'@a"),
            ("＝1+1", "'＝1+1"),
            ("'=1+1", "''=1+1"),
            ("\"=1+1\"", "'\"=1+1\""),
            (" =1+1", "' =1+1"),
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("a;=1+1", "a;'=1+1"),
            ("a=b", "a=b"),
            ("'tis", "'tis"),
            ("<b>&amp;", "<b>&amp;"),
        ] {
            assert_eq!(text_cell(text), cell);
            assert_eq!(unguarded(cell), text);
        }
        assert!(!text_cell("a\u{1b}[31m\r\n\t").contains(char::is_control));
    }

    /// A row's cells, as a program reads them that takes this for the separator.
    fn cells(row: &[u8], separator: u8) -> Vec<String> {
        let mut reader = csv::ReaderBuilder::new();
        let reader = reader.has_headers(false).delimiter(separator);
        let record = reader.from_reader(row).records().next().unwrap().unwrap();
        record.iter().map(str::to_owned).collect()
    }

    proptest! {
        #[test]
        fn whatever_a_text_is_its_cell_is_text_in_every_country_and_comes_back(
            text in prop_oneof![any::<String>(), "[-=+@＝'\";, \ta]{0,8}"],
        ) {
            let cell = text_cell(&text);
            let mut row = csv::Writer::from_writer(Vec::new());
            row.write_record(["1a", &cell, "-3"]).unwrap();
            let row = row.into_inner().unwrap();
            prop_assert_eq!(&cells(&row, b',')[1], &cell);
            let pieces = cells(&row, b';');
            for piece in pieces.iter().map(String::as_str).chain([&*cell]) {
                prop_assert!(!piece.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']), "{:?}", piece);
                prop_assert!(!piece.trim_end_matches('\n').contains(is_unsafe), "{:?}", piece);
            }
            if !text.contains(is_unsafe) {
                prop_assert_eq!(unguarded(&cell), text);
            }
        }
    }
}
