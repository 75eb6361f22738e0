//! A journal that was torn or damaged: a torn end is dropped and played again, anything else is
//! refused with its line.

use std::sync::OnceLock;

use crate::support::{Ground, Ran, Results, league, scripted};

fn file() -> String {
    let bots = ["one", "two"].map(|name| (name, scripted(&[])));
    league("pairs = 2\nconcurrency = 1", &bots)
}

fn undisturbed() -> &'static Results {
    static UNDISTURBED: OnceLock<Results> = OnceLock::new();
    UNDISTURBED.get_or_init(|| Ground::new().play(&file(), "undisturbed", &[]))
}

/// Resumes the league with this journal.
fn resume(journal: &[u8]) -> (Ground, Ran) {
    let ground = Ground::new();
    let league = ground.path("league");
    std::fs::create_dir(&league).unwrap();
    for name in ["league.json", "seed.json"] {
        ground.write(&format!("league/{name}"), undisturbed().text(name));
    }
    ground.write("league/games.jsonl", journal);
    // The plan has folders in it that are relative to the file, so any ground will do.
    ground.write("undisturbed.toml", file());
    let ran = ground.run(&["league", "undisturbed.toml", "--out", "league", "--resume"]);
    (ground, ran)
}

fn journal() -> &'static str {
    undisturbed().text("games.jsonl")
}

/// Where the last line begins.
fn last_line() -> usize {
    journal().trim_end().rfind('\n').unwrap() + 1
}

#[test]
fn a_torn_last_line_is_dropped_with_a_note_and_its_game_played_again() {
    let length = journal().len();
    for cut in [
        last_line() + 1,
        last_line() + 40,
        length - 20,
        length - 2,
        length - 1,
    ] {
        let (ground, ran) = resume(&journal().as_bytes()[..cut]);
        assert_eq!(ran.code, Some(0), "{cut}: {ran:#?}");
        let dropped = format!("its {} bytes were dropped", cut - last_line());
        assert!(ran.stderr.contains(&dropped), "{cut}: {}", ran.stderr);
        let results = ground.results("league");
        assert_eq!(results.text("games.jsonl"), journal(), "{cut}");
        results.assert_same_as(undisturbed());
    }
}

#[test]
fn a_journal_that_ends_with_a_whole_line_or_is_empty_is_gone_on_with() {
    for cut in [0, last_line()] {
        let (ground, ran) = resume(&journal().as_bytes()[..cut]);
        assert_eq!(ran.code, Some(0), "{cut}: {ran:#?}");
        assert!(!ran.stderr.contains("dropped"), "{}", ran.stderr);
        ground.results("league").assert_same_as(undisturbed());
    }
}

#[test]
fn finished_games_out_of_order_are_no_damage() {
    let mut lines: Vec<_> = journal().split_inclusive('\n').collect();
    lines.reverse();
    lines.remove(1);
    let (ground, ran) = resume(lines.concat().as_bytes());
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let results = ground.results("league");
    assert!(results.text("games.jsonl").starts_with(&lines.concat()));
    results.assert_same_as(undisturbed());
}

/// The journal is refused, its line is named, and nothing is written.
fn assert_refused(damaged: &[u8], line: usize, what: &str) {
    let (ground, ran) = resume(damaged);
    assert_eq!(ran.code, Some(2), "{what}: {ran:#?}");
    let named = ran.stderr.contains(&format!("line {line} "));
    assert!(named, "{what}: {}", ran.stderr);
    assert!(ran.stderr.contains("games.jsonl"), "{}", ran.stderr);
    let kept = std::fs::read(ground.path("league/games.jsonl")).unwrap();
    assert!(kept == damaged, "{what}: the journal was changed");
    assert!(!ground.path("league/games.csv").exists());
}

#[test]
fn a_flipped_byte_is_noticed_wherever_it_is_and_its_line_named() {
    let begins = journal().find('\n').unwrap() + 1;
    let ends = begins + journal()[begins..].find('\n').unwrap();
    // Every so many bytes, from the first of the second line to its last.
    for at in (begins..ends).step_by((ends - begins) / 9).chain([ends]) {
        for bit in [0x01, 0x80] {
            let mut damaged = journal().as_bytes().to_vec();
            damaged[at] ^= bit;
            let what = format!("byte {} of the line, bit {bit}", at - begins);
            assert_refused(&damaged, 2, &what);
        }
    }
}

#[test]
fn a_line_that_is_missing_its_middle_or_was_put_in_is_refused() {
    let lines: Vec<_> = journal().split_inclusive('\n').collect();
    let twice = [lines[0], lines[1], lines[0]].concat();
    assert_refused(twice.as_bytes(), 3, "a game twice");
    let blank = [lines[0], "\n", lines[1]].concat();
    assert_refused(blank.as_bytes(), 2, "a blank line");
    let strange = [lines[0], "{\"game\":\"7a\"}\n", lines[1]].concat();
    assert_refused(strange.as_bytes(), 2, "a line of another program");
    let short = [lines[0], &lines[1][..100], "\n", lines[2]].concat();
    assert_refused(short.as_bytes(), 2, "a cut line");
}

#[test]
fn the_record_of_another_league_is_refused() {
    let bots = ["one", "stranger"].map(|name| (name, scripted(&[])));
    let other = Ground::new().play(&league("pairs = 1", &bots), "other", &[]);
    let lines: Vec<_> = journal().split_inclusive('\n').collect();
    let foreign: Vec<_> = other.text("games.jsonl").split_inclusive('\n').collect();
    let mixed = [lines[0], foreign[1]].concat();
    assert_refused(mixed.as_bytes(), 2, "a bot that is not in the league");
    let bots = ["one", "two"].map(|name| (name, scripted(&[])));
    let file = league("pairs = 3\nconcurrency = 1", &bots);
    let longer = Ground::new().play(&file, "longer", &[]);
    assert_refused(longer.text("games.jsonl").as_bytes(), 5, "a game too many");
}

#[test]
fn a_disk_that_takes_no_more_ends_the_league_without_a_torn_record_and_it_goes_on_later() {
    let ground = Ground::new();
    ground.write("undisturbed.toml", file());
    // The journal would be longer; a file of the arena's may have so many blocks of 512 bytes.
    let blocks = journal().len() / 512 - 1;
    let limits = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let arguments = ["league", "undisturbed.toml", "--out", "league"];
    let ran = ground.run_in_shell(&limits, &arguments);
    assert_eq!(ran.code, Some(3), "{ran:#?}");
    for says in ["cannot write to", "games.jsonl", "--resume"] {
        assert!(ran.stderr.contains(says), "{says}: {}", ran.stderr);
    }
    ground.assert_nothing_is_left();
    let half = ground.results("league");
    let kept = half.text("games.jsonl");
    assert!(
        journal().starts_with(kept) && kept.ends_with('\n'),
        "{kept}"
    );
    assert_eq!(half.journal().len(), 3);
    let ran = ground.run(&[&arguments[..], &["--resume"]].concat());
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(!ran.stderr.contains("dropped"), "{}", ran.stderr);
    ground.results("league").assert_same_as(undisturbed());
}

#[test]
fn a_results_folder_that_is_removed_ends_the_league_at_its_next_game() {
    let ground = Ground::new();
    let slow = [("turn", "late:5")];
    let bots = ["one", "two"].map(|name| (name, scripted(&slow)));
    ground.write("league.toml", league("pairs = 500", &bots));
    let mut running = ground.start(&["league", "league.toml", "--out", "out"]);
    running.until("the first game", || ground.games_played("out") >= 1);
    std::fs::remove_dir_all(ground.path("out")).unwrap();
    let ran = running.wait();
    assert_eq!(ran.code, Some(3), "{ran:#?}");
    assert!(
        ran.stderr.contains("games.jsonl was removed or moved"),
        "{ran:#?}"
    );
    // There is nothing to go on with.
    assert!(!ran.stderr.contains("what was played is in"), "{ran:#?}");
}
