//! Ledgers made by hand, and the numbers of published tools.
#![allow(dead_code)]

use std::collections::BTreeMap;

use arena_statistics::{Forfeits, Game, Ledger};
use arena_tournament::id::{BotIndex, PairNumber};
use arena_tournament::result::{Win, WinKind};
use serde_json::Value;

/// Inputs and outputs of published tools.
pub(crate) fn reference() -> Value {
    serde_json::from_str(include_str!("../reference.json")).unwrap()
}

/// Numbers by name.
pub(crate) fn numbers(value: &Value) -> BTreeMap<String, f64> {
    let object = value.as_object().unwrap().iter();
    object
        .map(|(name, number)| (name.clone(), number.as_f64().unwrap()))
        .collect()
}

#[track_caller]
pub(crate) fn near(found: f64, expected: &Value, tolerance: f64) {
    let expected = expected.as_f64().unwrap();
    assert!(
        (found - expected).abs() <= tolerance,
        "{found} is not {expected}"
    );
}

pub(crate) fn bot(place: usize) -> BotIndex {
    BotIndex::new(place)
}

pub(crate) const OIN: Win = Win {
    kind: WinKind::Oin,
    points: 1,
};

pub(crate) const MARS: Win = Win {
    kind: WinKind::Mars,
    points: 2,
};

/// A game that `starter` started.
pub(crate) fn game(starter: usize, follower: usize, winner: usize, win: Win) -> Game {
    let [starter, follower, winner] = [starter, follower, winner].map(bot);
    Game::new([starter, follower], starter, winner, win).unwrap()
}

/// Games without pairs: starter, follower, winner, how many.
pub(crate) fn singles(games: &[(usize, usize, usize, u64)]) -> Ledger {
    let mut ledger = Ledger::new(Forfeits::Count);
    for &(starter, follower, winner, count) in games {
        for _ in 0..count {
            let game = game(starter, follower, winner, OIN);
            ledger.push(None, game).unwrap();
        }
    }
    ledger
}

/// The reference's rows of first seat, second seat, wins of the first, draws, wins of the
/// second; the first seat starts.
pub(crate) fn ledger_of_rows(set: &str) -> Ledger {
    let place = |name: &Value| usize::from(name.as_str().unwrap().as_bytes()[0] - b'A');
    let mut games = Vec::new();
    for row in reference()["inputs"][set].as_array().unwrap() {
        let (first, second) = (place(&row[0]), place(&row[1]));
        assert_eq!(row[3], 0, "the game has no draws");
        games.push((first, second, first, row[2].as_u64().unwrap()));
        games.push((first, second, second, row[4].as_u64().unwrap()));
    }
    singles(&games)
}

/// Pairs between bots 0 and 1 by what bot 0 did: first in the game it started, then in the one
/// it did not. A small letter is a win or a loss by mars.
pub(crate) fn pairs(counts: &[(&str, u64)]) -> Ledger {
    let mut ledger = Ledger::new(Forfeits::Count);
    let mut number = 0;
    for (results, count) in counts {
        for _ in 0..*count {
            number += 1;
            for (place, result) in results.chars().enumerate() {
                let (winner, win) = match result {
                    'W' => (0, OIN),
                    'w' => (0, MARS),
                    'L' => (1, OIN),
                    'l' => (1, MARS),
                    other => panic!("{other}"),
                };
                let game = game(place, 1 - place, winner, win);
                ledger.push(PairNumber::new(number), game).unwrap();
            }
        }
    }
    ledger.end_file();
    ledger
}
