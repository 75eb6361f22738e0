//! Any table of texts, for the terminal.

use comfy_table::{CellAlignment, Table, presets};

/// Cells as text, one line a row, a line feed at the end of each. Columns are aligned to the right
/// but for those whose places are given.
pub(super) fn aligned(titles: &[String], rows: &[Vec<String>], left: &[usize]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(titles);
    for row in rows {
        table.add_row(row);
    }
    let columns = table.column_iter_mut().enumerate();
    for (_, column) in columns.filter(|(place, _)| !left.contains(place)) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let text = table.to_string();
    text.lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}
