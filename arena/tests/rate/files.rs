//! Files as they come: several, with other columns, of other programs, with names of any kind.

use std::fs;
use std::path::Path;

use crate::support::{TITLES, Tables, bot, pairs, reference_games};

#[test]
fn several_files_are_one_file_with_the_same_games() {
    let tables = Tables::new();
    let first = pairs(1, "A", "B", &["WW", "WL", "LL", "wL"]);
    let second = pairs(1, "B", "C", &["LW", "WL", "lw"]);
    let mut both = first.clone();
    both.extend(pairs(5, "B", "C", &["LW", "WL", "lw"]));
    tables.table("first.csv", &first);
    tables.table("second.csv", &second);
    tables.table("both.csv", &both);
    let mut apart = tables.json(&["rate", "first.csv", "second.csv"]);
    let mut together = tables.json(&["rate", "both.csv"]);
    assert_eq!(apart["files"].as_array().unwrap().len(), 2);
    for rated in [&mut apart, &mut together] {
        rated.as_object_mut().unwrap().remove("files");
    }
    assert_eq!(apart, together);
}

#[test]
fn a_results_folder_stands_for_its_table() {
    let tables = Tables::new();
    let arguments = [
        "match",
        "builtin:pips",
        "builtin:random",
        "--pairs",
        "3",
        "--seed",
        "1",
    ];
    let ran = tables.run(&[&arguments[..], &["--out", "out"]].concat());
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let folder = tables.json(&["rate", "out"]);
    assert_eq!(folder, tables.json(&["rate", "out/games.csv"]));
    assert_eq!(folder["games"], 6);
    let standings = fs::read_to_string(tables.path("out/standings.csv")).unwrap();
    for line in standings.lines().skip(1) {
        let cells: Vec<_> = line.split(',').collect();
        let entry = bot(&folder, cells[1]);
        assert_eq!(entry["wins"].to_string(), cells[3]);
        assert_eq!(entry["points_for"].to_string(), cells[5]);
        assert_eq!(entry["won"]["mars"].to_string(), cells[8]);
    }
}

#[test]
fn columns_may_be_in_any_order_with_others_between_them() {
    let tables = Tables::new();
    let rows = pairs(1, "A", "B", &["WW", "WL", "LW", "lL"]);
    tables.table("games.csv", &rows);
    let turned = |line: &str| {
        let cells: Vec<_> = line.split(',').rev().collect();
        format!("{},more\r\n", cells.join(","))
    };
    let text: String = turned(TITLES) + &rows.iter().map(|row| turned(row)).collect::<String>();
    // As a spreadsheet writes it.
    tables.write("turned.csv", format!("\u{feff}{text}"));
    let (one, other) = (
        tables.json(&["rate", "games.csv"]),
        tables.json(&["rate", "turned.csv"]),
    );
    assert_eq!(one["bots"], other["bots"]);
}

#[test]
fn names_with_quotes_commas_and_formulas_come_back_as_they_are() {
    let names = ["=1+1", "a, \"b\"", "'tis", "-x", "bot\u{202e}"];
    let tables = Tables::new();
    let mut league = "name = \"odd\"\npairs = 1\nseed = \"1\"\n".to_owned();
    for name in &names[..4] {
        let name = name.replace('"', "\\\"");
        league += &format!("[[bot]]\nname = \"{name}\"\ncommand = [\"builtin:pips\"]\n");
    }
    tables.write("odd.toml", league);
    let ran = tables.run(&["league", "odd.toml", "--out", "out"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let table = fs::read_to_string(tables.path("out/games.csv")).unwrap();
    assert!(table.contains(",'=1+1,"), "{table}");
    let rated = tables.json(&["rate", "out", "--versus", "=1+1", "a, \"b\""]);
    for name in &names[..4] {
        assert_eq!(bot(&rated, name)["games"], 6);
    }
    tables.json(&["rate", "out", "--anchor", "=1+1=100"]);

    // Made by hand: what acts on a terminal is shown as what it is.
    let rows = pairs(1, "A", names[4], &["WL", "LW"]);
    tables.table("hand.csv", &rows);
    let text = tables.text(&["rate", "hand.csv"]);
    assert!(
        !text.contains('\u{202e}') && text.contains("bot\\u{202e}"),
        "{text}"
    );
}

#[test]
fn the_readme_lists_the_keys_of_the_json_object() {
    let tables = Tables::new();
    tables.table("games.csv", &reference_games("set1"));
    let rated = tables.json(&["rate", "games.csv"]);
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, section) = page.split_once("### How strong bots are\n").unwrap();
    let rows = section
        .lines()
        .skip_while(|line| !line.starts_with("| key |"));
    let rows = rows.skip(2).take_while(|line| line.starts_with('|'));
    let rows: Vec<Vec<&str>> = rows
        .map(|row| row.split('`').skip(1).step_by(2).collect())
        .collect();
    let mut written: Vec<_> = rows.iter().map(|row| row[0]).collect();
    written.sort_unstable();
    let keys: Vec<_> = rated.as_object().unwrap().keys().collect();
    assert_eq!(written, keys);
    let mut of_bot = rows.iter().find(|row| row[0] == "bots").unwrap()[1..].to_vec();
    of_bot.sort_unstable();
    let keys: Vec<_> = rated["bots"][0].as_object().unwrap().keys().collect();
    assert_eq!(of_bot, keys);
}
