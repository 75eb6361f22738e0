//! Processes that are kept for more than one game.

use std::collections::{BTreeMap, BTreeSet};

use crate::lab::{Lab, League, told};

#[test]
fn no_process_plays_both_games_of_a_pair_and_each_is_kept_for_more_than_one_game() {
    let lab = Lab::own();
    let tells = lab.scripted("tells", &[("turn", "tell-process")]);
    let league = League::new("pairs = 4\n")
        .bot("tells", &tells)
        .bot("other", &lab.scripted("other", &[]));
    let (results, _) = lab.play(&league, "out", &["--concurrency", "1"]);
    let processes = told(&results, "tells", "process");
    let games: Vec<BTreeSet<String>> = processes
        .iter()
        .map(|turns| turns.iter().map(|turn| turn.to_string()).collect())
        .collect();
    assert_eq!(games.len(), 8);
    let mut played: BTreeMap<&str, usize> = BTreeMap::new();
    for pair in games.chunks(2) {
        assert!(pair.iter().all(|game| game.len() == 1), "{pair:?}");
        assert_ne!(pair[0], pair[1]);
        for process in pair.iter().flatten() {
            *played.entry(process).or_default() += 1;
        }
    }
    assert_eq!(played.into_values().collect::<Vec<_>>(), [4, 4]);
}
