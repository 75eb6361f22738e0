//! A table of counts, for the terminal.

use super::aligned::aligned;

/// Counts as text, one row for each name, a line feed at the end of each.
///
/// `titles` are those of all columns, the names' first; numbers are aligned to the right, their
/// thousands apart.
#[must_use]
pub fn counts(titles: &[String], rows: &[(String, Vec<u64>)]) -> String {
    let rows = rows.iter().map(|(name, numbers)| {
        let numbers = numbers.iter().map(|&n| thousands(n));
        [name.clone()].into_iter().chain(numbers).collect()
    });
    aligned(titles, &rows.collect::<Vec<_>>(), &[0])
}

/// A number with a blank before every three digits.
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// So many things whose plural ends in an s.
#[must_use]
pub fn counted(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", thousands(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_no_plural() {
        assert_eq!(counted(0, "game"), "0 games");
        assert_eq!(counted(1, "game"), "1 game");
        assert_eq!(counted(21, "game"), "21 games");
        assert_eq!(counted(1_001, "turn"), "1 001 turns");
    }

    #[test]
    fn thousands_are_set_apart() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1 000"),
            (325_266_741, "325 266 741"),
        ] {
            assert_eq!(thousands(number), text);
        }
    }

    #[test]
    fn numbers_stand_below_each_other() {
        let titles = ["roll", "depth 1", "depth 2"].map(str::to_owned);
        let rows = [
            ("6-6".to_owned(), vec![1, 22]),
            ("all".to_owned(), vec![22, 35_387]),
        ];
        let table = counts(&titles, &rows);
        let expected =
            " roll  depth 1  depth 2\n 6-6         1       22\n all        22   35 387\n";
        assert_eq!(table, expected, "\n{table}");
    }
}
