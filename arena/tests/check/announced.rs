//! What a bot is told of its games is what a league tells.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use nardy_rules::Ruleset;
use serde_json::Value;

use crate::support::{Ground, scripted};
use crate::{AMPLE, failures};

/// What the processes of a bot that is right were told, each message behind its process.
fn heard(kinds: &[&str]) -> Vec<(String, Value)> {
    let ground = Ground::new();
    let orders: Vec<_> = kinds.iter().map(|kind| (*kind, "note:heard")).collect();
    let command = scripted(&orders);
    let words = command.iter().map(String::as_str);
    let start = ["check", "--sandbox=off"].into_iter().chain(AMPLE);
    let words: Vec<_> = start.chain(["8s", "--"]).chain(words).collect();
    let ran = ground.run(&words);
    let told = serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{ran:#?}"));
    assert_eq!(ran.code, Some(0), "{}", failures(&told));
    let notes = fs::read_to_string(ground.path("heard")).unwrap();
    let note = |line: &str| {
        let (process, message) = line.split_once(' ').unwrap();
        (process.to_owned(), serde_json::from_str(message).unwrap())
    };
    notes.lines().map(note).collect()
}

#[test]
fn no_process_plays_both_games_of_a_pair_and_no_game_is_played_twice() {
    let mut games = BTreeSet::new();
    let mut pairs: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for (process, message) in heard(&["game"]) {
        let game = message["game"].as_str().unwrap().to_owned();
        let (pair, letter) = game.split_at(game.len() - 1);
        assert!(pair.parse::<u64>().is_ok_and(|pair| pair > 0), "{game}");
        assert!(["a", "b"].contains(&letter), "{game}");
        let of_process = pairs.entry(process).or_default();
        assert!(of_process.insert(pair.to_owned()), "{game}");
        assert!(games.insert(game.clone()), "{game}");
    }
    assert!(pairs.values().any(|pairs| pairs.len() > 2), "{pairs:?}");
}

#[test]
fn a_forfeit_counts_as_much_as_a_mars() {
    let told = heard(&["game", "result"]);
    let of_type = |kind: &'static str| told.iter().filter(move |(_, m)| m["type"] == kind);
    let mut forfeits = BTreeMap::new();
    for (_, result) in of_type("result").filter(|(_, m)| m["kind"] == "forfeit") {
        let (_, game) = of_type("game")
            .find(|(_, game)| game["game"] == result["game"])
            .unwrap();
        assert_eq!(result["points"], game["ruleset"]["points"]["mars"]);
        forfeits.insert(game["rules"].as_str().unwrap(), result["points"].clone());
    }
    // The user's ruleset counts a mars for more than the one that it is made from.
    let usual = Ruleset::by_id("long").unwrap().points().mars;
    assert!(forfeits["long"] == usual && forfeits["check-own"] != usual);
}
