//! What leagues really leave is right, under every ruleset and whatever its bots do.

use crate::folder::Files;
use crate::support::{Ground, Results, builtin, league, scripted};

/// How many games were refereed again, and with how many turns and forfeits, is what the tables
/// have.
fn assert_right(files: &Files) {
    let verified = files.assert_right();
    assert_eq!(verified.notes, [""; 0]);
    assert!(verified.is_complete());
    let folder = files.folder();
    let games = Results::read(folder.path()).rows("games.csv");
    assert_eq!(verified.refereed, games.len() as u64);
    assert_eq!(
        [verified.scheduled, verified.recorded],
        [verified.refereed; 2]
    );
    let turns: u64 = games.iter().map(|game| game.number("turns")).sum();
    assert_eq!(verified.turns, turns);
    let forfeits = games.iter().filter(|game| game.text("kind") == "forfeit");
    assert_eq!(verified.forfeits, forfeits.count() as u64);
    let mut tables = verified.tables;
    tables.sort_unstable();
    let all = [
        "elo.csv",
        "games.csv",
        "keys.csv",
        "pairings.csv",
        "ratings.csv",
        "standings.csv",
    ];
    assert_eq!(tables, all);
}

#[test]
fn leagues_of_every_ruleset_are_right() {
    for rules in [
        "long",
        "long-classic",
        "long-app",
        "long-club",
        "gulbar",
        "short",
        "short-east",
    ] {
        let bots = ["random", "pips", "blocks"].map(|name| (name, builtin(name)));
        let text = league(&format!("rules = {rules:?}\npairs = 2"), &bots);
        assert_right(&Files::of_league(&text, &["--concurrency", "2"]));
    }
}

#[test]
fn matches_whose_winner_begins_the_next_game_are_right_from_their_first_game_to_their_last() {
    let bots = ["random", "pips"].map(|name| (name, builtin(name)));
    let files = Files::of_league(&league("rules = \"long-classic\"\npairs = 8", &bots), &[]);
    let records = files.records();
    // Later games have no roll-off, so that their starter comes from the game before.
    assert!(
        records
            .iter()
            .filter(|record| record.roll_off.is_empty())
            .count()
            > 10
    );
    assert_right(&files);
}

#[test]
fn a_ruleset_of_ones_own_is_made_again_from_its_parameters() {
    let ground = Ground::new();
    ground.write(
        "club.toml",
        "base = \"gulbar\"\nhead = \"double\"\nblock = \"home\"\npoints = { oin = 3, mars = 5 }\n",
    );
    let bots = ["random", "blocks"].map(|name| (name, builtin(name)));
    ground.play(
        &league("rules = \"club.toml\"\npairs = 2", &bots),
        "out",
        &[],
    );
    assert_right(&Files::read(&ground.path("out")));
}

/// Whatever a bot can do, before games and in them.
const MISDEEDS: &[(&str, &str)] = &[
    ("turn", "extra-keys"),
    ("turn:3", "twice"),
    ("turn:3", "remark"),
    ("turn:3", "wrong-id"),
    ("turn:3", "wrong-type"),
    ("turn:3", "bad-utf8"),
    ("turn:3", "nan"),
    ("turn:3", "deep:3000"),
    ("turn:3", "flood"),
    ("turn:3", "illegal-none"),
    ("turn:4", "illegal-far"),
    ("turn:5", "illegal-backward"),
    ("turn:12", "illegal-off"),
    ("turn:3", "illegal-bar"),
    ("turn:1", "illegal-head"),
    ("turn:2", "hang"),
    ("turn:2", "exit:3"),
    ("turn:1", "signal:SEGV"),
    ("hello", "twice"),
    ("game", "twice"),
    ("game", "exit:3"),
    ("game", "hang"),
    ("start", "exit:1"),
    ("hello", "array"),
];

#[test]
fn games_lost_by_every_kind_of_fault_are_right() {
    for rules in ["long", "short", "gulbar"] {
        let mut bots = vec![("host".to_owned(), builtin("pips"))];
        let misdeeds = MISDEEDS
            .iter()
            .map(|&(when, what)| (format!("{when} {what}"), scripted(&[(when, what)])));
        bots.extend(misdeeds);
        let settings = format!(
            "rules = {rules:?}\nkind = \"gauntlet\"\npairs = 1\n\
             [time]\nstart = \"1s\"\nturn = \"300ms\"\nbank = \"0s\"\n"
        );
        assert_right(&Files::of_league(
            &league(&settings, &bots),
            &["--concurrency", "6"],
        ));
    }
}

#[test]
fn names_that_are_text_to_a_spreadsheet_only_are_right() {
    let bots = [
        ("=1+1", builtin("pips")),
        ("@a, \"b\" é", builtin("random")),
    ];
    assert_right(&Files::of_league(&league("pairs = 1", &bots), &[]));
}
