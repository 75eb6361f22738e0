//! Every other file: what was changed in it is named with its line, its column and what should be
//! there; what is missing is told, and what does not belong there is no fault.

use std::fs;
use std::process::Command;
use std::sync::OnceLock;

use crate::folder::{Files, texts, verified};
use crate::support::results::TABLES;
use crate::support::{DERIVED, builtin, league, scripted};

fn played() -> &'static Files {
    static PLAYED: OnceLock<Files> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let bots = [
            ("a", builtin("pips")),
            ("b", builtin("random")),
            ("c", scripted(&[("turn:3", "illegal-none")])),
        ];
        Files::of_league(&league("pairs = 2\nconcurrency = 1", &bots), &[])
    })
}

/// The cell of a table, by line (the titles' is 1) and column.
fn cell(table: &str, line: usize, column: &str) -> String {
    let text = played().text(table);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let place = reader
        .headers()
        .unwrap()
        .iter()
        .position(|title| title == column);
    reader.records().nth(line - 2).unwrap().unwrap()[place.unwrap()].to_owned()
}

/// A cell with another text.
fn with_cell(table: &str, line: usize, column: &str, text: &str) -> Files {
    let old = played().text(table);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(old.as_bytes());
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut place = 0;
    for (number, row) in (1..).zip(reader.records()) {
        let mut row: Vec<_> = row.unwrap().iter().map(str::to_owned).collect();
        if number == 1 {
            place = row.iter().position(|title| title == column).unwrap();
        }
        if number == line {
            row[place] = text.to_owned();
        }
        writer.write_record(row).unwrap();
    }
    let mut files = played().clone();
    files.set(table, writer.into_inner().unwrap());
    files
}

#[test]
fn a_changed_cell_is_named_with_its_line_its_column_and_both_texts() {
    for (table, line, column) in [
        ("games.csv", 3, "points"),
        ("games.csv", 5, "rule"),
        ("games.csv", 13, "turns"),
        ("standings.csv", 2, "elo"),
        ("standings.csv", 4, "forfeits_lost"),
        ("pairings.csv", 3, "wins"),
        ("standings.csv", 3, "points_high"),
        ("pairings.csv", 4, "superiority"),
        ("ratings.csv", 2, "games"),
        ("ratings.csv", 3, "kind"),
        ("elo.csv", 9, "expected"),
        ("elo.csv", 25, "elo_after"),
        ("keys.csv", 4, "commitment"),
        ("keys.csv", 4, "key"),
        ("keys.csv", 2, "pair_no"),
    ] {
        let finding = with_cell(table, line, column, "7.25").only_finding();
        let right = cell(table, line, column);
        let text = format!(
            "{table} line {line}, column {column}: there is \"7.25\", should be \"{right}\""
        );
        assert_eq!(finding.to_string(), text);
        assert_eq!((finding.file, finding.line), (table, Some(line as u64)));
        assert_eq!(finding.field, Some(format!("column {column}")));
        assert_eq!(finding.there.as_deref(), Some("\"7.25\""));
        assert_eq!(finding.should_be, Some(format!("\"{right}\"")));
    }
}

#[test]
fn rows_that_are_left_out_or_put_in_are_found() {
    for table in DERIVED {
        let text = played().text(table);
        let (rest, last) = text.trim_end().rsplit_once('\n').unwrap();
        let lines = text.lines().count() as u64;
        let mut files = played().clone();
        files.set(table, format!("{rest}\n"));
        let finding = files.only_finding();
        assert_eq!(
            (finding.file, finding.line, finding.there),
            (table, Some(lines), None)
        );
        files.set(table, format!("{text}{last}\n"));
        let finding = files.only_finding();
        let place = (finding.file, finding.line, finding.should_be);
        assert_eq!(place, (table, Some(lines + 1), None));
        files.set(table, "");
        assert_eq!(files.only_finding().line, Some(1));
    }
}

#[test]
fn tables_that_agree_with_each_other_but_not_with_the_games_are_found() {
    // Whoever edits a result in all tables has still not changed the moves.
    let changed = played().with_record(1, |record| {
        record.result.winner = record.result.winner.other();
    });
    let findings = changed.verify().findings;
    let files: Vec<_> = findings.kept().iter().map(|finding| finding.file).collect();
    for file in TABLES.into_iter().chain(["games.jsonl"]) {
        assert!(files.contains(&file), "{file}: {files:?}");
    }
}

#[test]
fn what_has_a_files_name_and_is_none_is_told_and_the_rest_is_verified() {
    for file in ["seed.json", "games.jsonl", "elo.csv", "keys.csv"] {
        for script in ["mkdir", "mkfifo"] {
            let folder = played().folder();
            let place = folder.path().join(file);
            fs::remove_file(&place).unwrap();
            let made = Command::new(script).arg(&place).status();
            assert!(made.unwrap().success());
            let findings = texts(&verified(folder.path()));
            assert_eq!(findings, [format!("{file}: missing")], "{script}");
        }
    }
}

#[test]
fn each_file_that_is_missing_is_told() {
    for file in [
        "seed.json",
        "games.jsonl",
        "games.csv",
        "standings.csv",
        "pairings.csv",
        "elo.csv",
        "ratings.csv",
        "keys.csv",
    ] {
        let mut files = played().clone();
        files.remove(file);
        let finding = files.only_finding();
        assert_eq!(finding.to_string(), format!("{file}: missing"));
    }
    let mut files = played().clone();
    files.remove("diagnostics.jsonl");
    assert_eq!(
        files.assert_right().notes,
        ["there is no diagnostics.jsonl"]
    );
}

#[test]
fn without_the_seed_the_dice_come_from_the_published_keys() {
    let mut files = played().clone();
    files.remove("seed.json");
    let verified = files.verify();
    assert_eq!(verified.refereed, verified.scheduled);
    assert_eq!(verified.findings.count(), 1);
    assert!(
        verified.notes[0].contains("keys.csv"),
        "{:?}",
        verified.notes
    );
    // A key of another pair gives other dice, and its commitment does not fit.
    let key = |line: usize| cell("keys.csv", line, "key");
    let mut files = with_cell("keys.csv", 2, "key", &key(3));
    files.remove("seed.json");
    let findings: Vec<_> = files.verify().findings.kept().to_vec();
    let text = |file: &str| {
        let finding = findings.iter().find(|finding| finding.file == file);
        finding
            .unwrap_or_else(|| panic!("{file}: {findings:#?}"))
            .to_string()
    };
    assert!(text("games.jsonl").contains("game 1a"), "{findings:#?}");
    assert!(
        text("keys.csv").contains("line 2, column commitment"),
        "{findings:#?}"
    );
    // One that is none at all.
    let mut files = with_cell("keys.csv", 2, "key", "sesame");
    files.remove("seed.json");
    let findings = texts(&files.verify());
    let words = "keys.csv, game 1a: the key of pair 1 cannot be read";
    assert!(
        findings.iter().any(|finding| finding == words),
        "{findings:#?}"
    );
}

#[test]
fn with_neither_seed_nor_keys_no_game_is_refereed_and_that_is_no_success() {
    let mut files = played().clone();
    files.remove("seed.json");
    files.remove("keys.csv");
    let verified = files.verify();
    assert_eq!(verified.refereed, 0);
    let findings = texts(&verified);
    assert_eq!(findings, ["seed.json: missing", "keys.csv: missing"]);
    assert!(
        verified.notes[0].contains("no game was refereed"),
        "{:?}",
        verified.notes
    );
}

#[test]
fn another_leagues_seed_is_refused_and_its_dice_are_not_used() {
    let files = played().replaced("seed.json", "2026", "2027");
    let verified = files.verify();
    let finding = &verified.findings.kept()[0];
    assert_eq!(finding.file, "seed.json");
    assert!(finding.what.contains("not the league's seed"), "{finding}");
    assert_eq!(verified.findings.count(), 1);
    assert_eq!(verified.refereed, verified.scheduled);
}

#[test]
fn a_plan_that_was_changed_is_found_whether_it_defines_the_games_or_not() {
    for (from, to, words) in [
        (
            "\"pairs\": 2",
            "\"pairs\": 3",
            "something that defines the games",
        ),
        (
            "\"turn_ms\": 1000",
            "\"turn_ms\": 2000",
            "something that defines the games",
        ),
        (
            "\"name\": \"test\"",
            "\"name\": \"best\"",
            "does not define the games",
        ),
        (
            "\"version\": \"1.0\"",
            "\"version\": \"2.0\"",
            "does not define the games",
        ),
        (
            "\"arena\": \"0.1.0\"",
            "\"arena\": \"0.1.1\"",
            "does not define the games",
        ),
        ("{\n", "{\n\n", "does not define the games"),
        ("{\n", "{\n  \"extra\": 1,\n", "does not define the games"),
        (
            "\"kind\": \"round-robin\"",
            "\"kind\": \"robin\"",
            "cannot be read",
        ),
    ] {
        let verified = played().replaced("league.json", from, to).verify();
        let findings = verified.findings.kept();
        let named = findings
            .iter()
            .any(|it| it.file == "league.json" && it.what.contains(words));
        assert!(named, "{from} {to}: {findings:#?}");
    }
}

#[test]
fn games_of_a_changed_plan_are_not_refereed_by_it() {
    let verified = played()
        .replaced("league.json", "\"pairs\": 2", "\"pairs\": 4294967295")
        .verify();
    assert_eq!((verified.scheduled, verified.refereed), (0, 0));
    assert!(!verified.is_complete());
    assert!(
        verified.notes[0].contains("no game was refereed"),
        "{:?}",
        verified.notes
    );
}

#[test]
fn diagnostics_must_be_readable_and_about_games_of_the_league() {
    let text = played().text("diagnostics.jsonl");
    for (from, to, words) in [
        (
            "\"game\":\"1b\"",
            "\"game\":\"77b\"",
            "line 2: the league has no game \"77b\"",
        ),
        (
            "\"game\":\"1b\"",
            "\"game\":\"01b\"",
            "line 2: the league has no game \"01b\"",
        ),
        ("{", "", "line 1: it cannot be read"),
        (
            "\"elapsed_us\":",
            "\"elapsed_us\":-",
            "line 1: it cannot be read",
        ),
    ] {
        let finding = played()
            .replaced("diagnostics.jsonl", from, to)
            .only_finding();
        assert!(finding.to_string().contains(words), "{finding}");
    }
    // A note can be missing, or be cut where the arena was killed.
    let mut files = played().clone();
    files.set("diagnostics.jsonl", &text[..text.len() - 5]);
    files.assert_right();
    files.set("diagnostics.jsonl", "");
    files.assert_right();
}

/// Makes a file longer by zeros, which take no room on the disk, and puts a text behind them.
fn grow(path: &std::path::Path, zeros: u64, text: &str) {
    let mut file = fs::OpenOptions::new().append(true).open(path).unwrap();
    file.set_len(file.metadata().unwrap().len() + zeros)
        .unwrap();
    std::io::Write::write_all(&mut file, text.as_bytes()).unwrap();
}

#[test]
fn a_line_without_bounds_is_a_finding_with_its_file_and_line_and_the_others_are_read() {
    assert_eq!(played().records().len(), 12);
    for (file, zeros, words) in [
        (
            "games.jsonl",
            80 << 20,
            "games.jsonl line 13: the line has more than 67108864 bytes",
        ),
        (
            "diagnostics.jsonl",
            2 << 20,
            "diagnostics.jsonl line 13: it cannot be read: the line has more than 1048576 bytes",
        ),
        (
            "league.json",
            1 << 40,
            "league.json: it cannot be read: it has more than 16777216 bytes",
        ),
        (
            "seed.json",
            1 << 40,
            "seed.json: it cannot be read: it has more than 16777216 bytes",
        ),
    ] {
        let folder = played().folder();
        grow(&folder.path().join(file), zeros, "\n");
        let verified = verified(folder.path());
        let told = texts(&verified);
        assert!(told.iter().any(|told| told.starts_with(words)), "{told:#?}");
    }
}

#[test]
fn files_of_somebody_else_are_noted_and_nothing_more() {
    let mut files = played().clone();
    // A killed arena leaves these.
    files.set("games.part", "");
    files.set("keys.part", "");
    assert_eq!(files.assert_right().notes, [""; 0]);
    files.set("notes.part", "");
    files.set("notes.txt", "mine");
    let notes = files.assert_right().notes;
    assert_eq!(notes, ["not the arena's: \"notes.part\", \"notes.txt\""]);
    for number in 0..50 {
        files.set(&format!("{number:02}.txt"), "");
    }
    let notes = files.assert_right().notes;
    assert!(notes[0].ends_with("\"09.txt\", 42 more"), "{notes:?}");
}

#[test]
fn the_table_of_a_sequential_test_in_a_league_without_one_is_found() {
    let mut files = played().clone();
    files.set("sprt.csv", "pair,result,llr,decision\n1,2,9.0000,h1\n");
    let finding = files.only_finding();
    assert_eq!(finding.file, "sprt.csv");
    assert!(finding.what.contains("this league has none"), "{finding}");
}
