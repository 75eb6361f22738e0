//! results/README.md: every file of a results folder and every column.

use std::collections::BTreeSet;
use std::fs;

use arena::verify::verify;
use serde_json::Value;

use crate::common::scripted_bot;
use crate::support::{Ground, first_column, has_python, page, project};

const PAGE: &str = "results/README.md";

/// A match of a built-in bot and one that says something and is gone in its second turn.
fn played() -> Ground {
    let ground = Ground::new();
    let bot = scripted_bot();
    let bot = bot.to_str().unwrap();
    let orders = "--at turn:1 --do stderr-flood:100 --at turn:2 --do exit:3";
    let broken = format!("'{bot}' {orders}");
    let arguments = [
        "match",
        &broken,
        "builtin:random",
        "--pairs",
        "1",
        "--out",
        "out",
        "--sprt",
        "elo0=0",
        "elo1=5",
    ];
    ground.arena(&arguments);
    ground
}

fn sorted(names: impl IntoIterator<Item = String>) -> BTreeSet<String> {
    names.into_iter().collect()
}

/// The keys of a JSON object.
fn keys(text: &str) -> Vec<String> {
    let value: Value = serde_json::from_str(text).unwrap();
    value.as_object().unwrap().keys().cloned().collect()
}

#[test]
fn the_page_lists_the_files_of_a_results_folder() {
    let ground = played();
    let files = fs::read_dir(ground.path("out")).unwrap();
    let files = files.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let written = first_column(&page(PAGE), "# Results");
    let mut files = sorted(files);
    assert!(files.remove(".lock"), "{files:?}");
    assert_eq!(sorted(written), files);
}

#[test]
fn the_page_explains_every_column_of_every_table_in_order() {
    let (ground, page) = (played(), page(PAGE));
    for table in [
        "games",
        "standings",
        "pairings",
        "elo",
        "ratings",
        "sprt",
        "keys",
    ] {
        let (header, rows) = ground.csv(&format!("out/{table}.csv"));
        assert_eq!(first_column(&page, &format!("## {table}.csv")), header);
        assert!(!rows.is_empty(), "{table}");
    }
}

#[test]
fn the_page_explains_every_key_of_the_json_files() {
    let (ground, page) = (played(), page(PAGE));
    for file in ["league.json", "seed.json"] {
        let written = first_column(&page, &format!("## {file}"));
        assert_eq!(
            sorted(written),
            sorted(keys(&ground.read(&format!("out/{file}"))))
        );
    }
    for file in ["games.jsonl", "diagnostics.jsonl"] {
        let text = ground.read(&format!("out/{file}"));
        let found = text.lines().flat_map(keys);
        let written = first_column(&page, &format!("## {file}"));
        assert_eq!(sorted(written), sorted(found), "{file}");
    }
}

#[test]
fn the_columns_add_up_as_the_page_says() {
    let ground = Ground::new();
    let arguments = [
        "match",
        "builtin:random",
        "builtin:pips",
        "--pairs",
        "5",
        "--out",
        "out",
    ];
    ground.arena(&arguments);
    let (header, rows) = ground.csv("out/standings.csv");
    let sum = |row: &[String], names: &[&str]| -> u64 {
        let place = |name: &&str| header.iter().position(|column| column == name).unwrap();
        names
            .iter()
            .map(|name| row[place(name)].parse::<u64>().unwrap())
            .sum()
    };
    for row in rows {
        let won = [
            "oin_won",
            "mars_won",
            "home_mars_won",
            "koks_won",
            "forfeits_won",
        ];
        let lost = [
            "oin_lost",
            "mars_lost",
            "home_mars_lost",
            "koks_lost",
            "forfeits_lost",
        ];
        assert_eq!(sum(&row, &won), sum(&row, &["wins"]), "{row:?}");
        assert_eq!(sum(&row, &lost), sum(&row, &["losses"]), "{row:?}");
        assert_eq!(sum(&row, &["wins", "losses"]), 10, "{row:?}");
    }
}

#[test]
fn the_sample_league_is_right_and_whole() {
    let verified = verify(&project("results/sample"), &mut |_, _| {}).unwrap();
    assert_eq!(verified.findings.count(), 0, "{:?}", verified.findings);
    assert!(verified.is_complete());
    let said = format!("{} games", verified.refereed);
    assert!(page(PAGE).contains(&said), "{said}");
}

#[test]
fn the_sample_league_played_again_has_the_same_games() {
    if has_python("the sample league, played again") {
        let ground = Ground::new();
        let file = project("results/sample.toml");
        ground.arena(&["league", file.to_str().unwrap(), "--out", "again"]);
        for table in ["games.csv", "keys.csv", "standings.csv"] {
            assert_eq!(
                ground.read(&format!("again/{table}")),
                page(&format!("results/sample/{table}")),
                "{table}: if a bot or the dice were changed on purpose, play the sample anew, as \
                 results/README.md shows"
            );
        }
    }
}
