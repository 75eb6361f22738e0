//! `arena legal` and `arena perft` as people and scripts call them.
#![allow(clippy::unwrap_used, missing_docs)]

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn arena(arguments: &[&str], input: &[u8]) -> Output {
    arena_in(Path::new("."), arguments, input)
}

fn arena_in(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What a command says that ends well.
fn said(arguments: &[&str], input: &str) -> String {
    let output = arena(arguments, input.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// What a command says on stderr that is refused as wrong usage.
fn refused(arguments: &[&str]) -> String {
    let output = arena(arguments, b"");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    assert!(output.stdout.is_empty());
    text(&output.stderr)
}

#[test]
fn legal_shows_people_the_board_and_the_turns() {
    let shown = said(
        &["legal", "--text"],
        "# an opening\n\nlong 24x15/24x15: 3-3 first\n",
    );
    let expected = "\
long 24x15 / 24x15 : 3-3 first

 O: off 0, pips 360
   13 14 15 16 17 18 | 19 20 21 22 23 24
 +---------------------------------------+
 |                   |                 X |
 |                   |                 X |
 |                   |                 X |
 |                   |                 X |
 |                   |                15 |
 |                   |                   |
 | 15                |                   |
 |  O                |                   |
 |  O                |                   |
 |  O                |                   |
 |  O                |                   |
 +---------------------------------------+
   12 11 10  9  8  7 |  6  5  4  3  2  1
 X: off 0, pips 360

2 legal turns, one for each end, 4 dice used:
  24-21 24-21 21-18 21-18
  24-21 24-21 21-18 18-15

";
    assert_eq!(shown, expected);
}

#[test]
fn legal_says_when_a_turn_is_passed_or_one_die_is_all() {
    let six_points = "1x2,2x2,3x2,4x2,5x2,6x2,offx3";
    let passed = said(
        &["legal", "--text"],
        &format!("short bar,6x14 / {six_points} : 6-2"),
    );
    assert!(
        passed.ends_with("\n\nno legal move:\n  pass\n\n"),
        "{passed}"
    );
    // The worked case of R5: only the larger die is played, and nobody can go on.
    let larger = said(&["legal", "--text"], "long 24x14,18 / 24x12,10,9,1 : 2-3");
    assert!(
        larger.ends_with("\n\n1 legal turn, 1 die used:\n  18-15\n\n"),
        "{larger}"
    );
}

#[test]
fn legal_reads_notation_under_the_ruleset_it_is_told() {
    // R10: after his 5-5 two checkers leave on 4-4 in long-classic, one in long.
    let line = "long 24x15 / 24x14,4 : 4-4 first after 5-5";
    let long = said(&["legal", "--text"], line);
    assert!(long.ends_with(":\n  24-20\n\n"), "{long}");
    let classic = said(&["legal", "--text", "--rules", "long-classic"], line);
    assert!(classic.ends_with(":\n  24-20 24-20\n\n"), "{classic}");
}

#[test]
fn legal_answers_the_other_lines_when_one_cannot_be_read() {
    let lines = b"long 24x15 / 24x15 : 7-3\nlong 6 \xff\nshort 6 / 6 : 6-5\n";
    let output = arena(&["legal", "--text"], lines);
    assert_eq!(output.status.code(), Some(2));
    let shown = text(&output.stdout);
    let errors: Vec<_> = shown
        .lines()
        .filter(|line| line.starts_with("error"))
        .collect();
    assert_eq!(
        errors,
        [
            "error: line 1: column 22: expected a roll like `6-3` or `leftover` and dice, found `7`",
            "error: line 2: column 8: not UTF-8",
        ]
    );
    assert!(
        shown.contains("\nshort 6,offx14 / 6,offx14 : 6-5\n"),
        "{shown}"
    );
    assert!(text(&output.stderr).starts_with("2 lines could not be answered"));
    let other_game = arena(
        &["legal", "--text", "--rules", "gulbar"],
        b"short 6 / 6 : 6-5",
    );
    let expected =
        "error: line 1: column 1: expected `long` for the ruleset gulbar, found `short`\n";
    assert_eq!(text(&other_game.stdout).trim_end(), expected.trim_end());
}

#[test]
fn perft_shows_every_rolls_share_by_depth() {
    let shown = said(&["perft", "--rules", "long", "--depth", "3"], "");
    let rows: Vec<Vec<_>> = shown
        .lines()
        .map(|line| {
            line.split("  ")
                .map(str::trim)
                .filter(|cell| !cell.is_empty())
                .collect()
        })
        .collect();
    assert_eq!(rows[0], ["roll", "depth 1", "depth 2", "depth 3"]);
    assert_eq!(rows.len(), 23);
    assert_eq!(rows[1], ["1-1", "1", "22", "1 536"]);
    assert_eq!(rows[6], ["3-3", "2", "44", "5 397"]);
    assert_eq!(rows[22], ["total", "22", "484", "35 387"]);
}

#[test]
fn perft_tells_its_speed_on_stderr() {
    let output = arena(&["perft", "--depth", "2"], b"");
    let told = text(&output.stderr);
    let lines: Vec<_> = told.lines().collect();
    assert!(
        lines[0].starts_with("depth 1: 22 ends of 21 lists in "),
        "{told}"
    );
    assert!(
        lines[1].starts_with("depth 2: 484 ends of 483 lists in "),
        "{told}"
    );
    assert!(lines[1].ends_with(" lists/s)"), "{told}");
}

#[test]
fn perft_counts_from_a_position_without_quotes() {
    let words = "perft long 24x14,18 / 24x15 : leftover 6-6 --depth 1 --json --rules gulbar";
    let words: Vec<_> = words.split(' ').collect();
    let counted: Value = serde_json::from_str(&said(&words, "")).unwrap();
    assert_eq!(counted["position"], "long 24x14,18 / 24x15 : leftover 6-6");
    assert_eq!(counted["rolls"][0]["leftover"], serde_json::json!([6, 6]));
    assert_eq!(counted["rolls"].as_array().unwrap().len(), 1);
    assert_eq!(
        counted["totals"],
        serde_json::json!([counted["rolls"][0]["ends"][0]])
    );
    // Nobody can move: every roll is a pass, one end each.
    let nobody = "perft short bar,6x14 / 1x2,2x2,3x2,4x2,5x2,6x2 --depth 1 --json";
    let nobody: Vec<_> = nobody.split(' ').collect();
    let counted: Value = serde_json::from_str(&said(&nobody, "")).unwrap();
    assert_eq!(counted["totals"], serde_json::json!([21]));
    assert_eq!(counted["rules"], "short");
}

#[test]
fn perft_and_the_python_counter_print_the_same() {
    let python = Command::new("python3")
        .args(["-B", "perft.py", "gulbar", "2"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../bots/python"))
        .output();
    let python = match python {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            // Not a macro: what macros print in a test that passes is never seen.
            let line = b"skipped: bots/python/perft.py, because python3 is not installed\n";
            std::io::stderr().write_all(line).unwrap();
            return;
        }
        python => python.unwrap(),
    };
    let python: Value = serde_json::from_slice(&python.stdout).unwrap();
    let ours = said(
        &["perft", "--rules", "gulbar", "--depth", "2", "--json"],
        "",
    );
    let ours: Value = serde_json::from_str(&ours).unwrap();
    for (key, value) in python.as_object().unwrap() {
        assert_eq!(ours[key], *value, "{key}");
    }
}

#[test]
fn perft_refuses_what_it_cannot_count_and_says_where() {
    assert_eq!(
        refused(&["perft", "long", "24x15"]).trim_end(),
        "\"long 24x15\": column 11: expected `,` and another point, or `/` and the other side's \
         checkers, found the end"
    );
    let other_game = refused(&["perft", "--rules", "short", "long 24x15 / 24x15"]);
    assert!(
        other_game.contains("column 1: expected `short` for the ruleset short, found `long`"),
        "{other_game}"
    );
    let unknown = refused(&["perft", "--rules", "lon"]);
    assert!(
        unknown.starts_with("unknown ruleset `lon`; did you mean `long`? Known: `long`, "),
        "{unknown}"
    );
}

/// R10 as `double`: on a first 1-1 two checkers may leave the head, in `long` one.
const CLUB: &str = "base = \"long\"\nhead = \"double\"\nblock = \"home\"\n";

/// The opening of a long game with a 1-1, its ruleset named by these words.
fn opening(rules: &str) -> String {
    let mut board = [0; 24];
    (board[11], board[23]) = (-15, 15);
    format!("{{{rules}\"board\":{board:?},\"dice\":[1,1],\"first_turn\":true}}\n")
}

/// A folder with the file `club.toml`.
fn with_club() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("club.toml"), CLUB).unwrap();
    folder
}

#[test]
fn legal_takes_the_ruleset_of_a_file_for_lines_that_name_it_or_none() {
    let folder = with_club();
    let lines = ["", "\"rules\":\"club\",", "\"rules\":\"long\","].map(opening);
    let output = arena_in(
        folder.path(),
        &["legal", "--rules", "club.toml"],
        lines.concat().as_bytes(),
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let answers = text(&output.stdout);
    let ends: Vec<_> = answers.lines().map(ends_count).collect();
    // Two checkers: 22+22, 23+21, or one alone to 20.
    assert_eq!(ends, [3, 3, 1]);
    // A built-in ruleset is given likewise.
    let given = said(&["legal", "--rules", "long-club"], &opening(""));
    assert_eq!(ends_count(&given), 3);
    assert_eq!(ends_count(&said(&["legal"], &opening(""))), 1);
}

fn ends_count(answer: &str) -> u64 {
    let answer: Value = serde_json::from_str(answer).unwrap();
    answer["ends_count"].as_u64().unwrap()
}

#[test]
fn legal_opens_no_file_that_a_line_names() {
    let folder = with_club();
    for (arguments, hint) in [
        (&["legal"][..], "a ruleset file is given by --rules FILE"),
        (&["legal", "--rules", "club.toml"], "and club of --rules"),
    ] {
        let line = opening("\"rules\":\"club.toml\",");
        let output = arena_in(folder.path(), arguments, line.as_bytes());
        assert_eq!(output.status.code(), Some(2));
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        let message = answer["error"].as_str().unwrap();
        assert!(message.starts_with("line 1: unknown ruleset "), "{message}");
        assert!(message.contains("club.toml") && message.contains("; there are long, "));
        assert!(message.ends_with(hint), "{message}");
    }
}

#[test]
fn legal_reads_notation_under_the_ruleset_of_a_file() {
    let folder = with_club();
    let arguments = ["legal", "--text", "--rules", "./club.toml"];
    let output = arena_in(folder.path(), &arguments, b"long 24x15 / 24x15 : 1-1 first");
    let shown = text(&output.stdout);
    assert!(shown.contains("\n3 legal turns, "), "{shown}");
    let other = arena_in(folder.path(), &arguments, b"short 6 / 6 : 1-1");
    assert!(
        text(&other.stdout).contains("expected `long` for the ruleset club, found `short`"),
        "{}",
        text(&other.stdout)
    );
}

#[test]
fn perft_counts_by_the_ruleset_of_a_file() {
    let folder = with_club();
    let count = |rules: &str| {
        let arguments = ["perft", "--json", "--depth", "3", "--rules", rules];
        let output = arena_in(folder.path(), &arguments, b"");
        let counted: Value = serde_json::from_slice(&output.stdout).unwrap();
        (counted["rules"].clone(), counted["rolls"].clone())
    };
    let (name, rolls) = count("club.toml");
    assert_eq!(name, "club");
    // It is long-club but for what does not matter this early: when a block is looked at.
    assert_eq!(rolls, count("long-club").1);
    assert_ne!(rolls, count("long").1);
}

#[test]
fn legal_and_perft_refuse_a_ruleset_file_as_a_league_does() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("bad.toml", "base = \"long\"\nhead = \"twice\"\nblok = 1\n");
    let bots = "[[bot]]\nname = \"a\"\ncommand = [\"builtin:pips\"]\n\
                [[bot]]\nname = \"b\"\ncommand = [\"builtin:pips\"]\n";
    let refused = |arguments: &[&str]| {
        let output = arena_in(folder.path(), arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        text(&output.stderr)
    };
    for file in ["bad.toml", "missing.toml"] {
        write(
            "league.toml",
            &format!("name = \"x\"\nrules = \"{file}\"\n{bots}"),
        );
        let told = refused(&["legal", "--rules", file]);
        assert!(told.contains(file), "{told}");
        assert_eq!(told, refused(&["perft", "--rules", file]));
        assert_eq!(told, refused(&["legal", "--text", "--rules", file]));
        let league = refused(&["league", "league.toml"]);
        for line in told.lines().filter(|line| line.contains(file)) {
            let line = line.trim_start_matches("error: ");
            assert!(league.contains(line), "{league}\n{told}");
        }
    }
    let told = refused(&["perft", "--rules", "bad.toml"]);
    assert!(told.contains("bad.toml:3:1"), "{told}");
    assert!(told.contains("did you mean `block`?"), "{told}");
}
