//! Leagues that are not finished, and leagues that are being played.

use std::sync::OnceLock;

use rustix::process::Signal;

use crate::folder::{Files, texts, verified};
use crate::support::results::TABLES;
use crate::support::{DERIVED, Ground, builtin, league, scripted};

fn played() -> &'static Files {
    static PLAYED: OnceLock<Files> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let bots = ["pips", "random"].map(|name| (name, builtin(name)));
        Files::of_league(
            &league(
                "rules = \"long-classic\"\npairs = 3\nconcurrency = 1",
                &bots,
            ),
            &[],
        )
    })
}

/// What an arena leaves that was killed after so many games.
fn killed_after(games: usize) -> Files {
    let mut files = played().clone();
    for table in DERIVED {
        files.remove(table);
    }
    files.with_records(&played().records()[..games])
}

#[test]
fn the_games_of_a_league_without_tables_are_verified_and_it_says_that_it_is_not_finished() {
    for games in [0, 1, 4] {
        let verified = killed_after(games).assert_right();
        assert!(!verified.is_complete());
        assert_eq!((verified.scheduled, verified.refereed), (6, games as u64));
        assert_eq!(verified.tables, [""; 0]);
        let first = played().records()[games].game.clone();
        let says = format!(
            "the league is not finished: {} of 6 games are missing, the first is {first}",
            6 - games
        );
        assert_eq!(verified.notes, [&says, "there are no tables yet"]);
    }
    let changed = killed_after(4).with_record(3, |record| record.result.points += 1);
    assert_eq!(
        changed.only_finding().field.as_deref(),
        Some("result.points")
    );
}

#[test]
fn a_finished_journal_whose_tables_were_not_written_is_not_finished_either() {
    let findings: Vec<_> = killed_after(6).verify().findings.kept().to_vec();
    let files: Vec<_> = findings.iter().map(|finding| finding.file).collect();
    assert_eq!(
        files,
        [
            "games.csv",
            "elo.csv",
            "standings.csv",
            "pairings.csv",
            "ratings.csv",
            "keys.csv"
        ]
    );
    assert!(findings.iter().all(|finding| finding.what == "missing"));
}

#[test]
fn a_torn_record_is_noted_where_an_arena_can_have_left_it_and_a_finding_elsewhere() {
    let torn = |files: &Files| {
        let mut files = files.clone();
        let text = [files.text("games.jsonl"), "{\"bytes\":77"].concat();
        files.set("games.jsonl", text);
        files
    };
    let notes = torn(&killed_after(2)).assert_right().notes;
    let says = "games.jsonl: its last 11 bytes are part of a record; --resume drops them";
    assert_eq!(notes[0], says);
    let finding = torn(played()).only_finding();
    assert_eq!(
        finding.to_string(),
        "games.jsonl: its last 11 bytes are part of a record"
    );
}

#[test]
fn a_game_that_a_finished_league_has_lost_is_told() {
    let mut records = played().records();
    records.remove(3);
    let findings = played().with_records(&records).verify().findings;
    let finding = &findings.kept()[0];
    assert_eq!(
        finding.to_string(),
        "games.jsonl: 1 of 6 games are missing, the first is 2b, but the league has ended: there is keys.csv"
    );
}

#[test]
fn a_game_that_begins_with_the_winner_of_a_game_that_is_not_there_is_told() {
    let mut records = played().records();
    records.retain(|record| record.game != "1b");
    let mut files = killed_after(6).with_records(&records);
    let texts = texts(&files.verify());
    assert!(
        texts[0].ends_with("game 2b: the winner of 1b begins it, and that game is not there"),
        "{texts:?}"
    );
    // A line that cannot be read may be the one.
    let text = [files.text("games.jsonl"), "no record\n"].concat();
    files.set("games.jsonl", text);
    let finding = files.only_finding();
    assert_eq!((finding.file, finding.line), ("games.jsonl", Some(6)));
}

#[test]
fn a_stopped_league_has_right_tables_as_far_as_it_came_and_is_right_when_it_has_gone_on() {
    let bots = ["one", "two"].map(|name| (name, scripted(&[("turn", "late:3")])));
    let ground = Ground::new();
    ground.write("slow.toml", league("pairs = 3", &bots));
    let begin = ["league", "slow.toml", "--out", "slow", "--concurrency", "2"];
    let mut running = ground.start(&begin);
    running.until("two games", || ground.games_played("slow") >= 2);
    running.signal(Signal::INT);
    assert_eq!(running.wait().code, Some(130));
    let stopped = verified(&ground.path("slow"));
    assert_eq!(stopped.findings.kept(), []);
    assert_eq!(stopped.tables.len(), TABLES.len());
    assert!(!stopped.is_complete());
    assert!(
        stopped.notes[0].contains("not finished"),
        "{:?}",
        stopped.notes
    );
    let missing = &Files::read(&ground.path("slow"));
    for table in TABLES {
        let mut files = missing.clone();
        files.remove(table);
        assert_eq!(
            files.only_finding().to_string(),
            format!("{table}: missing")
        );
    }
    let ran = ground.run(&[&begin[..], &["--resume"]].concat());
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let finished = verified(&ground.path("slow"));
    assert_eq!(finished.findings.kept(), []);
    assert!(finished.is_complete());
}

#[test]
fn a_league_that_is_being_played_is_refused_and_goes_on() {
    let bots = ["one", "two"].map(|name| (name, scripted(&[("turn", "late:10")])));
    let ground = Ground::new();
    ground.write("slow.toml", league("pairs = 1", &bots));
    let mut running = ground.start(&["league", "slow.toml", "--out", "slow"]);
    running.until("the journal", || ground.path("slow/games.jsonl").exists());
    let ran = ground.start(&["verify", "slow"]).wait();
    let ended = running.wait();
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(
        ran.stderr
            .contains("another arena is playing the league in slow"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.stdout, "");
    assert_eq!(ended.code, Some(0), "{ended:#?}");
    assert_eq!(ground.run(&["verify", "slow"]).code, Some(0));
}

#[test]
fn two_can_verify_at_once_and_a_copy_needs_no_lock() {
    let folder = played().folder();
    let lock = std::fs::File::open(folder.path().join(".lock")).unwrap();
    lock.lock_shared().unwrap();
    assert_eq!(verified(folder.path()).findings.kept(), []);
    let mut files = played().clone();
    files.remove(".lock");
    files.assert_right();
}
