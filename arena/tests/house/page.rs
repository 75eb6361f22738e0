//! What ARCHITECTURE.md says, read from its block of arrows and its tables.

use std::collections::{BTreeMap, BTreeSet};

/// Names by what they belong to: the lines of a table, or the arrows.
pub(crate) type Table = BTreeMap<String, BTreeSet<String>>;

/// A room or a crate with its place in the house.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) floor: u8,
    pub(crate) uses: BTreeSet<String>,
}

/// The lines `FLOOR  NAME -> NAME NAME …` of the block `text arrows`.
pub(crate) fn arrows(page: &str) -> BTreeMap<String, Place> {
    let (_, behind) = page.split_once("```text arrows\n").expect("the block");
    let (block, _) = behind.split_once("```").expect("the block's end");
    let places = block.lines().map(|line| {
        let (place, uses) = line.split_once("->").expect("an arrow on every line");
        let mut place = place.split_whitespace();
        let floor = place.next().and_then(|floor| floor.parse().ok());
        let floor = floor.expect("a floor before every name");
        let name = place.next().expect("a name before every arrow").to_owned();
        let uses = uses.split_whitespace().map(str::to_owned).collect();
        (name, Place { floor, uses })
    });
    places.collect()
}

/// The table with this heading row; code marks taken off, the second column split at spaces.
pub(crate) fn table(page: &str, heading: &str) -> Table {
    let (_, behind) = page.split_once(&format!("\n{heading}\n")).expect(heading);
    let rows = behind
        .lines()
        .skip(1)
        .take_while(|row| row.starts_with('|'));
    let table = rows.map(|row| {
        let row = row.replace('`', "");
        let mut cells = row.trim_matches('|').split('|').map(str::trim);
        let name = cells.next().unwrap_or_default().to_owned();
        let names = cells.next().unwrap_or_default().split_whitespace();
        (name, names.map(str::to_owned).collect())
    });
    table.collect()
}
