//! A bot that computes all the time gets the processor on its own turn alone.

use std::collections::HashMap;

use serde_json::Value;

use crate::lab::{Lab, League, told};
use crate::support::Results;

/// How long each bot thinks on each of its turns, in ms.
const THINKS: u64 = 300;

/// The measure that the burning bot counts its own processor time in, in ms.
const TICK: u64 = 10;

/// How many turns of the computing bot are looked at.
const TURNS: usize = 4;

fn assert_computes_on_its_own_turn_alone(args: &[&str]) {
    let lab = Lab::own();
    let think = format!("late:{THINKS}");
    let burn = format!("burn:{THINKS}");
    let mut burning: Vec<(String, String)> = Vec::new();
    let mut thinking = Vec::new();
    for nth in 1..=TURNS + 1 {
        burning.push((format!("turn:{nth}"), burn.clone()));
        thinking.push((format!("turn:{nth}"), think.clone()));
    }
    // Enough is seen; the rest of the game goes by quickly.
    burning.push((format!("turn:{}", TURNS + 2), "illegal-none".to_owned()));
    let orders = |orders: &[(String, String)], folder| {
        let orders: Vec<_> = orders
            .iter()
            .map(|(a, b)| (a.as_str(), b.as_str()))
            .collect();
        lab.scripted(folder, &orders)
    };
    let league = League::new("pairs = 1\n[time]\nturn = \"30s\"\n")
        .bot("burning", &orders(&burning, "burning"))
        .bot("thinking", &orders(&thinking, "thinking"));
    let (results, _) = lab.play(&league, "out", &[&["--concurrency", "1"], args].concat());
    let sums = |key: &str| -> Vec<u64> {
        let games = told(&results, "burning", key);
        let numbers = games.iter().map(|turns| {
            // What went by before the first turn is no turn of the opponent's.
            let turns = turns.iter().skip(1).take(TURNS);
            turns.map(|value| value.as_u64().unwrap()).sum()
        });
        numbers.collect()
    };
    let (away, own) = (sums("away"), sums("own"));
    assert_is_told(&results);
    for (away, own) in away.into_iter().zip(own) {
        // The machine may be busy with other things: not all of the time is the bot's to have.
        let thought = THINKS * TURNS as u64;
        assert!(own > thought / 10, "{own} ms of {thought} on its own turn");
        assert!(away < own / 3, "{away} ms away, {own} ms on its own turn");
    }
}

/// The arena tells how much processor time each bot had: no less than the burning one has seen,
/// and little where a bot only waits.
fn assert_is_told(results: &Results) {
    let notes = results.text("diagnostics.jsonl").lines();
    let notes: HashMap<String, Value> = notes
        .map(|line| serde_json::from_str(line).unwrap())
        .map(|note: Value| (note["game"].as_str().unwrap().to_owned(), note))
        .collect();
    let seen = ["away", "own"].map(|key| told(results, "burning", key));
    for (place, record) in results.records().iter().enumerate() {
        let seen = seen.iter().flat_map(|games| &games[place]);
        let millis: u64 = seen.map(|value| value.as_u64().unwrap()).sum();
        let burning = record.bots.iter().position(|bot| bot == "burning").unwrap();
        let had = &notes[&record.game]["processor_us"];
        let [burnt, waited] = [burning, 1 - burning].map(|seat| had[seat].as_u64().unwrap());
        assert!(
            millis > 0 && burnt / 1_000 + TICK >= millis,
            "{millis} ms: {had}"
        );
        assert!(waited < burnt / 3, "{had}");
    }
}

#[test]
fn a_contained_bot_is_stopped_while_its_opponent_thinks() {
    assert_computes_on_its_own_turn_alone(&[]);
}

#[test]
fn a_bot_that_nothing_holds_is_stopped_while_its_opponent_thinks() {
    assert_computes_on_its_own_turn_alone(&["--sandbox=off"]);
}
