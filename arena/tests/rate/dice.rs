//! `arena dice`: what it counts is what the journal holds, each roll once.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};

use crate::common::scripted_bot;
use crate::support::Tables;

/// Plays a match under a ruleset, with its results in `out`.
fn played(rules: &str, pairs: &str) -> Tables {
    played_against("builtin:random", rules, pairs)
}

fn played_against(bot: &str, rules: &str, pairs: &str) -> Tables {
    let tables = Tables::new();
    let arguments = ["match", "builtin:pips", bot, "--pairs", pairs];
    let rest = [
        "--seed",
        "3",
        "--rules",
        rules,
        "--out",
        "out",
        "--sandbox",
        "off",
    ];
    let ran = tables.run(&[&arguments[..], &rest].concat());
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    tables
}

/// By pair and seat, the rolls of the game with more of them; what a cascade left is none.
fn longest(tables: &Tables, skipped: usize) -> BTreeMap<(u64, usize), Vec<[u64; 2]>> {
    let journal = fs::read_to_string(tables.path("out/games.jsonl")).unwrap();
    let mut longest = BTreeMap::<_, Vec<_>>::new();
    for line in journal.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let game = &line["game"];
        for seat in [0, 1] {
            let turns = game["turns"].as_array().unwrap().iter().skip(skipped);
            let unplayed = game.get("fault");
            let own = turns.chain(unplayed);
            let own = own.filter(|turn| turn["seat"] == seat && !turn["dice"].is_null());
            let dice = own.map(|turn| [0, 1].map(|die| turn["dice"][die].as_u64().unwrap()));
            let dice: Vec<_> = dice.collect();
            let kept = longest.entry((game["pair"].as_u64().unwrap(), seat as usize));
            let kept = kept.or_default();
            if dice.len() > kept.len() {
                *kept = dice;
            }
        }
    }
    longest
}

fn assert_counts_are_the_journals(rules: &str, skipped: usize) {
    assert_counts_are_those_of(&played(rules, "8"), rules, skipped);
}

fn assert_counts_are_those_of(tables: &Tables, rules: &str, skipped: usize) {
    let found = tables.json(&["dice", "out"]);
    assert_eq!(found["pairs"], 8);
    let longest = longest(tables, skipped);
    for seat in [0, 1] {
        let of_seat = longest.iter().filter(|((_, own), _)| *own == seat);
        let rolls: Vec<_> = of_seat.flat_map(|(_, rolls)| rolls).collect();
        let face = |face| {
            rolls
                .iter()
                .flat_map(|roll| roll.iter())
                .filter(move |die| **die == face)
        };
        let faces: Vec<_> = (1..=6).map(|number| face(number).count()).collect();
        let doubles = rolls.iter().filter(|roll| roll[0] == roll[1]).count();
        let told = &found["dice"][seat];
        assert_eq!(told["rolls"], rolls.len(), "{rules}");
        assert_eq!(told["faces"], json!(faces), "{rules}");
        assert_eq!(told["doubles"], doubles, "{rules}");
    }
}

#[test]
fn rolls_that_a_pairs_games_share_count_once() {
    assert_counts_are_the_journals("long", 0);
}

/// A bot that fails on every double has rolled them all the same.
#[test]
fn rolls_that_a_fault_left_unplayed_count() {
    let bot = scripted_bot();
    let bot = format!("'{}' --at double --do illegal-none", bot.display());
    let tables = played_against(&bot, "long", "8");
    assert_counts_are_those_of(&tables, "long", 0);
    let found = tables.json(&["dice", "out"]);
    assert!(
        found["dice"][2]["doubles"].as_u64().unwrap() >= 8,
        "{found}"
    );
}

/// What a cascade leaves is played by the opponent, and is no roll.
#[test]
fn what_a_cascade_left_is_no_roll() {
    assert_counts_are_the_journals("gulbar", 0);
}

/// In `short` the starter plays the dice of the roll-off, which are never a double.
#[test]
fn the_dice_of_the_roll_off_are_left_out() {
    assert_counts_are_the_journals("short", 1);
}

#[test]
fn p_values_are_pearsons_and_adjusted_by_holm() {
    let tables = played("long", "30");
    let found = tables.json(&["dice", "out"]);
    let mut p_values = Vec::new();
    for source in found["dice"].as_array().unwrap() {
        let rolls = source["rolls"].as_f64().unwrap();
        let doubles = source["doubles"].as_f64().unwrap();
        let expected = rolls / 6.0;
        let chi_square = (doubles - expected).powi(2) * (1.0 / expected + 1.0 / (rolls - expected));
        let told = source["tests"][1]["chi_square"].as_f64().unwrap();
        assert!((chi_square - told).abs() < 1e-9, "{source}");
        for test in source["tests"].as_array().unwrap() {
            let numbers = ["p", "p_adjusted"].map(|key| test[key].as_f64().unwrap());
            p_values.push(numbers);
        }
    }
    assert_eq!(p_values.len(), 9);
    p_values.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let mut least = 0.0_f64;
    for (place, [p, adjusted]) in p_values.iter().enumerate() {
        least = least.max((p * (9 - place) as f64).min(1.0));
        assert!((adjusted - least).abs() < 1e-12);
    }
    let text = tables.text(&["dice", "out"]);
    assert!(
        text.contains("30 pairs; rolls that both games of a pair share count once"),
        "{text}"
    );
    assert!(
        text.contains("it is not the chance that they are loaded"),
        "{text}"
    );
}

/// The same games with and without those that are behind the decision.
#[test]
fn games_behind_the_decision_of_a_sequential_test_do_not_count() {
    let tables = Tables::new();
    let bots = ["match", "builtin:blocks", "builtin:random", "--seed", "3"];
    let play = |arguments: &[&str]| {
        let ran = tables.run(&[&bots, arguments].concat());
        assert_eq!(ran.code, Some(0), "{ran:#?}");
    };
    let test = ["--sprt", "elo0=0", "elo1=200", "--concurrency", "1"];
    play(&[&test[..], &["--out", "out"]].concat());
    let told = tables.json(&["dice", "out"]);
    let pairs = told["pairs"].as_u64().unwrap();
    play(&["--out", "longer", "--pairs", &(pairs + 2).to_string()]);
    let longer = fs::read_to_string(tables.path("longer/games.jsonl")).unwrap();
    tables.write("out/games.jsonl", &longer);
    assert_eq!(tables.json(&["dice", "out"]), told);
    let all = tables.json(&["dice", "longer"]);
    assert_eq!(all["pairs"], pairs + 2);
}

#[test]
fn few_rolls_have_no_p_value_and_a_folder_without_a_league_is_refused() {
    let tables = played("long", "1");
    let journal = fs::read_to_string(tables.path("out/games.jsonl")).unwrap();
    tables.write("out/games.jsonl", "");
    let none = tables.json(&["dice", "out"]);
    assert!(none["dice"][2]["tests"][0]["p"].is_null(), "{none}");
    assert!(tables.text(&["dice", "out"]).contains("too few rolls"));

    tables.write(
        "out/games.jsonl",
        journal.replacen("\"dice\":[", "\"dice\":[ ", 1),
    );
    let ran = tables.run(&["dice", "out"]);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(
        ran.stderr.starts_with("games.jsonl: line 1: "),
        "{}",
        ran.stderr
    );
    let ran = tables.run(&["dice", "nowhere"]);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr.contains("nowhere is no results folder"),
        "{}",
        ran.stderr
    );
}
