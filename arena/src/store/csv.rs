//! Writing tables that a spreadsheet can open without harm.

use std::path::Path;

use nardy_protocol::text::visible;

use super::{StoreError, write_whole};

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

/// A table in memory, written as a whole.
pub(super) struct Table {
    name: &'static str,
    writer: csv::Writer<Vec<u8>>,
}

impl Table {
    /// A table with these columns.
    pub(super) fn new(name: &'static str, columns: &[&str]) -> Table {
        let mut table = Table {
            name,
            writer: csv::Writer::from_writer(Vec::new()),
        };
        table.row(columns);
        table
    }

    /// Adds a row.
    pub(super) fn row<C: AsRef<[u8]>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.writer
            .write_record(cells)
            .expect("rows of a table are of one length, in memory");
    }

    /// Writes the table into the folder.
    pub(super) fn write(self, folder: &Path) -> Result<(), StoreError> {
        let bytes = self
            .writer
            .into_inner()
            .expect("a writer in memory does not fail");
        write_whole(&folder.join(self.name), &bytes, 0o644)
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
