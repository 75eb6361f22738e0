//! Rulesets of a user's own, from the file to the results.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn arena(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn done(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn python_bot() -> PathBuf {
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bots/python/reference.py");
    bot.canonicalize().unwrap()
}

/// Plays a small league of built-in bots and the Python reference bot; its results folder.
fn league(folder: &Path, ruleset: &str) -> PathBuf {
    std::fs::create_dir(folder.join("rules")).unwrap();
    std::fs::write(folder.join("rules/mine.toml"), ruleset).unwrap();
    let text = format!(
        r#"name = "own rules"
rules = "rules/mine.toml"
pairs = 2
seed = "2026"
[time]
start = "60s"
turn = "60s"
[[bot]]
name = "reference"
command = ["python3", {:?}]
[[bot]]
name = "pips"
command = ["builtin:pips"]
[[bot]]
name = "blocks"
command = ["builtin:blocks"]
"#,
        python_bot()
    );
    std::fs::write(folder.join("league.toml"), text).unwrap();
    done(&arena(folder, &["league", "league.toml", "--out", "out"]));
    folder.join("out")
}

fn json(path: &Path) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Twelve games were played, and none of them lost by a fault.
fn assert_played_out(out: &Path) {
    let games = std::fs::read_to_string(out.join("games.csv")).unwrap();
    let rows: Vec<&str> = games.lines().skip(1).collect();
    assert_eq!(rows.len(), 12, "{games}");
    assert!(
        rows.iter().all(|row| row.contains(",borne_off,")),
        "{games}"
    );
}

#[test]
fn a_league_by_changed_long_rules_is_played_out_by_every_bot() {
    let folder = tempfile::tempdir().unwrap();
    let ruleset = "base = \"long\" # ours\nhead = \"double\"\nblock = \"home\"\n";
    let out = league(folder.path(), ruleset);
    assert_played_out(&out);
    let frozen = &json(&out.join("league.json"))["ruleset"];
    assert_eq!(frozen["id"], "mine");
    assert_eq!(frozen["parameters"]["base"], "long");
    assert_eq!(frozen["parameters"]["head"], "double");
    assert_eq!(frozen["parameters"]["block"], "home");
    assert_eq!(frozen["file"], ruleset);
}

#[test]
fn a_league_from_another_start_is_played_out_by_every_bot() {
    let folder = tempfile::tempdir().unwrap();
    let ruleset = "base = \"short\"\nstart = [[24, 2], [13, 4], [8, 4], [6, 4], [5, 1]]\n";
    let out = league(folder.path(), ruleset);
    assert_played_out(&out);
    let frozen = &json(&out.join("league.json"))["ruleset"];
    let start = serde_json::json!([[24, 2], [13, 4], [8, 4], [6, 4], [5, 1]]);
    assert_eq!(frozen["parameters"]["start"], start);
}

#[test]
fn a_resume_notices_a_changed_ruleset_file() {
    let folder = tempfile::tempdir().unwrap();
    let out = league(folder.path(), "base = \"long\"\nhead = \"double\"\n");
    std::fs::write(folder.path().join("rules/mine.toml"), "base = \"long\"\n").unwrap();
    let out = out.to_string_lossy();
    let resumed = arena(
        folder.path(),
        &["league", "league.toml", "--resume", "--out", &out],
    );
    assert_eq!(resumed.status.code(), Some(2));
    let errors = String::from_utf8(resumed.stderr).unwrap();
    assert!(
        errors.contains("`mine` is not defined as it was when the league began; `head` changed"),
        "{errors}"
    );
}

#[test]
fn a_printed_ruleset_is_a_file_that_a_match_is_played_by() {
    let folder = tempfile::tempdir().unwrap();
    let text = done(&arena(folder.path(), &["rules", "gulbar"]));
    std::fs::write(folder.path().join("mine.toml"), text).unwrap();
    let again = done(&arena(folder.path(), &["rules", "mine.toml", "--json"]));
    let again: serde_json::Value = serde_json::from_str(&again).unwrap();
    assert_eq!(again["id"], "mine");
    assert_eq!(again["parameters"]["doubles"], "cascade");
    let command = ["match", "builtin:pips", "builtin:random", "--pairs", "1"];
    done(&arena(
        folder.path(),
        &[&command[..], &["--rules", "mine.toml"]].concat(),
    ));
}

#[test]
fn a_ruleset_that_is_none_ends_with_code_2_and_the_place() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bad.toml"), "base = \"lnog\"").unwrap();
    for command in [
        &["rules", "bad.toml"][..],
        &[
            "match",
            "builtin:pips",
            "builtin:pips",
            "--rules",
            "bad.toml",
        ],
    ] {
        let refused = arena(folder.path(), command);
        assert_eq!(refused.status.code(), Some(2));
        let errors = String::from_utf8(refused.stderr).unwrap();
        assert!(errors.contains("bad.toml:1:8"), "{errors}");
        assert!(errors.contains("did you mean `long`?"), "{errors}");
    }
    let unknown = arena(folder.path(), &["rules", "lnog"]);
    assert_eq!(unknown.status.code(), Some(2));
}
