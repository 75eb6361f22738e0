//! Games that end in another order than the league's, and games that never ended.

use std::fs;
use std::path::Path;

use arena::plan::FrozenPlan;
use nardy_protocol::record::GameRecord;

use crate::places::resumed;
use crate::support::results::TABLES;
use crate::support::{Ground, Results, league, scripted};

/// The tables of a league stopped when these games had ended, in this order; half of them before
/// a resume.
fn tables(league: &Results, games: &[&GameRecord]) -> [String; 5] {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for name in ["league.json", "games.jsonl"] {
        let text = if name == "league.json" {
            league.text(name)
        } else {
            ""
        };
        fs::write(path.join(name), text).unwrap();
    }
    let plan: FrozenPlan = serde_json::from_str(league.text("league.json")).unwrap();
    let halves = games.split_at(games.len() / 2);
    for half in [halves.0, halves.1] {
        let (_lock, mut journal, _) = resumed(path, &plan).unwrap();
        half.iter().for_each(|game| journal.append(game).unwrap());
        journal.write_tables().unwrap();
        assert_eq!(left(path), [""; 0], "temporary files");
    }
    TABLES.map(|name| fs::read_to_string(path.join(name)).unwrap())
}

/// Files that are not whole.
fn left(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".part")).collect()
}

#[test]
fn tables_are_those_of_the_games_whatever_order_they_ended_in_and_whichever_are_missing() {
    let bots = ["one", "two", "three"].map(|name| (name, scripted(&[("turn:2", "illegal-none")])));
    let league = Ground::new().play(&league("pairs = 2", &bots), "league", &[]);
    let records = league.records();
    assert_eq!(records.len(), 12);
    for missing in [None, Some(0), Some(5), Some(11)] {
        let mut games: Vec<_> = records
            .iter()
            .filter(|r| Some(r.index) != missing)
            .collect();
        games.sort_by_key(|record| record.index);
        let straight = tables(&league, &games);
        if missing.is_none() {
            assert_eq!(straight, TABLES.map(|name| league.text(name).to_owned()));
        }
        let ids = straight[0]
            .lines()
            .skip(1)
            .map(|row| row.split(',').next().unwrap());
        assert!(ids.eq(games.iter().map(|record| record.game.as_str())));
        // Backwards; the later half first; every other one put off.
        let backwards: Vec<_> = games.iter().rev().copied().collect();
        let mut turned = games.clone();
        turned.rotate_left(games.len() / 2);
        let (even, odd): (Vec<_>, Vec<_>) = games.iter().partition(|r| r.index % 2 == 0);
        for games in [backwards, turned, [even, odd].concat()] {
            assert_eq!(tables(&league, &games), straight, "without {missing:?}");
        }
    }
}

#[test]
fn tables_that_are_given_up_leave_nothing_behind() {
    let bots = ["one", "two"].map(|name| (name, scripted(&[("turn:2", "illegal-none")])));
    let league = Ground::new().play(&league("pairs = 1", &bots), "league", &[]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("league.json"), league.text("league.json")).unwrap();
    fs::write(path.join("games.jsonl"), "").unwrap();
    let plan: FrozenPlan = serde_json::from_str(league.text("league.json")).unwrap();
    let (_lock, mut journal, _) = resumed(path, &plan).unwrap();
    journal.append(&league.records()[0]).unwrap();
    assert_eq!(left(path).len(), TABLES.len(), "the tables grow");
    drop(journal);
    assert_eq!(left(path), [""; 0]);
}
