//! Texts beside each other.

/// Blanks between texts that stand side by side.
const BETWEEN: usize = 4;

/// Characters of a line.
const WIDTH: usize = 90;

/// Two blocks of lines beside each other.
pub(super) fn side_by_side(left: &str, right: &str) -> String {
    let width = left.lines().map(|line| line.chars().count()).max();
    let width = width.unwrap_or(0) + BETWEEN;
    let rows = left.lines().zip(right.lines());
    let rows = rows.map(|(left, right)| format!("{left:<width$}{right}"));
    rows.collect::<Vec<_>>().join("\n")
}

/// Texts in as many columns as a line has room for, to be read downwards.
pub(super) fn columns(texts: &[String]) -> String {
    let width = texts.iter().map(|text| text.chars().count()).max();
    let width = width.unwrap_or(0) + BETWEEN;
    let columns = (WIDTH / width).max(1);
    let rows = texts.len().div_ceil(columns);
    let row = |row: usize| {
        let cells = texts.iter().skip(row).step_by(rows.max(1));
        let cells: String = cells.map(|text| format!("{text:<width$}")).collect();
        cells.trim_end().to_owned()
    };
    (0..rows).map(row).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_read_downwards() {
        let texts: Vec<_> = (1..=7).map(|n| format!("{n:>20}")).collect();
        let lines = columns(&texts);
        let words: Vec<Vec<_>> = lines
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(words, [vec!["1", "4", "7"], vec!["2", "5"], vec!["3", "6"]]);
        assert_eq!(columns(&[]), "");
    }

    #[test]
    fn the_right_block_begins_behind_the_longest_line_of_the_left() {
        assert_eq!(side_by_side("a\nbbb", "c\nd"), "a      c\nbbb    d");
    }
}
