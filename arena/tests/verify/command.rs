//! The command: what it prints, its exit codes, and that it leaves everything as it was.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use crate::folder::Files;
use crate::support::{Ground, builtin, league, scripted};

/// A ground with a league in the folder `out`.
fn ground() -> Ground {
    let ground = Ground::new();
    let bots = [
        ("a", builtin("pips")),
        ("b", scripted(&[("turn:4", "exit:1")])),
    ];
    ground.play(&league("pairs = 2", &bots), "out", &[]);
    ground
}

fn edit(ground: &Ground, file: &str, from: &str, to: &str) {
    let path = ground.path("out").join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{from} is not in {text}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn a_league_that_is_right_is_told_in_a_few_lines_with_exit_code_0() {
    let ran = ground().run(&["verify", "out"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert_eq!(ran.stderr, "");
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(lines[0], "test: 4 games, played by long");
    assert!(lines[1].starts_with("4 games re-refereed, "), "{lines:#?}");
    assert!(lines[1].ends_with(" turns, 4 forfeits"), "{lines:#?}");
    assert_eq!(
        lines[2],
        "recomputed, the same: games.csv, elo.csv, standings.csv, pairings.csv, ratings.csv, \
         keys.csv"
    );
    assert_eq!(lines[3..], ["all is right"]);
}

#[test]
fn findings_are_lines_on_stdout_with_exit_code_1() {
    let ground = ground();
    edit(&ground, "games.csv", ",forfeit,2,", ",forfeit,1,");
    edit(&ground, "keys.csv", "a,b,1", "a,b,7");
    let ran = ground.run(&["verify", "out"]);
    assert_eq!(ran.code, Some(1), "{ran:#?}");
    assert_eq!(ran.stderr, "");
    let lines: Vec<_> = ran.stdout.lines().skip(2).collect();
    let expected = [
        "recomputed, the same: elo.csv, standings.csv, pairings.csv, ratings.csv",
        "games.csv line 2, column points: there is \"1\", should be \"2\"",
        "keys.csv line 2, column pair_no: there is \"7\", should be \"1\"",
        "2 findings",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn an_unfinished_league_is_never_called_right_as_a_whole() {
    let ground = ground();
    let journal = fs::read_to_string(ground.path("out/games.jsonl")).unwrap();
    let lines: Vec<_> = journal.split_inclusive('\n').collect();
    ground.write("out/games.jsonl", lines[..2].concat());
    for table in ["games", "standings", "pairings", "elo", "ratings", "keys"] {
        fs::remove_file(ground.path(&format!("out/{table}.csv"))).unwrap();
    }
    let ran = ground.run(&["verify", "out"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(
        ran.stdout
            .contains("note: the league is not finished: 2 of 4 games"),
        "{}",
        ran.stdout
    );
    let last = ran.stdout.lines().last();
    assert_eq!(
        last,
        Some("what is there is right, but the league is not complete")
    );
    assert!(!ran.stdout.contains("all is right"), "{}", ran.stdout);
}

#[test]
fn scripts_get_one_json_object() {
    let ground = ground();
    let object = |code: i32| -> Value {
        let ran = ground.run(&["verify", "out", "--json"]);
        assert_eq!(ran.code, Some(code), "{ran:#?}");
        assert_eq!(ran.stderr, "");
        serde_json::from_str(&ran.stdout).unwrap()
    };
    let right = object(0);
    let turns = right["games"]["turns"].clone();
    assert!(turns.as_u64() > Some(0));
    let games = json!({"scheduled": 4, "recorded": 4,
            "uncounted": 0, "refereed": 4, "turns": turns, "forfeits": 4});
    let expected = json!({
        "folder": "out",
        "league": "test",
        "rules": "long",
        "complete": true,
        "games": games,
        "tables": ["games.csv", "elo.csv", "standings.csv", "pairings.csv", "ratings.csv", "keys.csv"],
        "findings_count": 0,
        "findings": [],
        "notes": [],
    });
    assert_eq!(right, expected);
    edit(&ground, "standings.csv", ",4,", ",5,");
    ground.write("out/notes.txt", "");
    let wrong = object(1);
    assert_eq!(wrong["findings_count"], 1);
    assert_eq!(wrong["notes"], json!(["not the arena's: \"notes.txt\""]));
    let finding = json!([{
        "file": "standings.csv",
        "line": 2,
        "field": "column games",
        "there": "\"5\"",
        "should_be": "\"4\"",
        "what": "there is \"5\", should be \"4\"",
    }]);
    assert_eq!(wrong["findings"], finding);
}

#[test]
fn many_findings_are_cut_and_counted() {
    let ground = ground();
    let lines: String = (0..300)
        .map(|number| format!("{{\"game\":\"{number}\"}}\n"))
        .collect();
    ground.write("out/diagnostics.jsonl", lines);
    let ran = ground.run(&["verify", "out"]);
    assert_eq!(ran.code, Some(1));
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 3 + 100 + 2);
    assert_eq!(lines[103..], ["and 200 findings more", "300 findings"]);
}

#[test]
fn what_is_no_results_folder_is_a_mistake_of_usage() {
    let ground = ground();
    fs::create_dir(ground.path("empty")).unwrap();
    for folder in ["nowhere", "empty", "out.toml", "out/league.json"] {
        let ran = ground.run(&["verify", folder]);
        assert_eq!(ran.code, Some(2), "{ran:#?}");
        assert_eq!(ran.stdout, "");
        let says = format!("{folder} is no results folder: it has no league.json");
        assert!(ran.stderr.contains(&says), "{}", ran.stderr);
    }
    assert_eq!(ground.run(&["verify"]).code, Some(2));
}

#[test]
fn a_file_that_cannot_be_read_is_the_machines_failure() {
    let ground = ground();
    fs::remove_file(ground.path("out/elo.csv")).unwrap();
    std::os::unix::fs::symlink("elo.csv", ground.path("out/elo.csv")).unwrap();
    let ran = ground.run(&["verify", "out"]);
    assert_eq!(ran.code, Some(3), "{ran:#?}");
    assert!(ran.stderr.contains("elo.csv"), "{}", ran.stderr);
}

#[test]
fn nothing_is_changed_not_even_where_nothing_can_be_written() {
    let ground = ground();
    edit(&ground, "games.csv", ",forfeit,2,", ",forfeit,1,");
    ground.write(
        "out/games.jsonl",
        [&fs::read(ground.path("out/games.jsonl")).unwrap()[..], b"{"].concat(),
    );
    let out = ground.path("out");
    let mode = |mode| fs::set_permissions(&out, fs::Permissions::from_mode(mode)).unwrap();
    let times = || -> Vec<_> {
        let entries = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap());
        let mut times: Vec<_> = entries
            .map(|entry| {
                (
                    entry.file_name(),
                    entry.metadata().unwrap().modified().unwrap(),
                )
            })
            .collect();
        times.sort();
        times
    };
    let before = (Files::read(&out), times());
    mode(0o555);
    let ran = ground.run(&["verify", "out"]);
    mode(0o755);
    assert_eq!(ran.code, Some(1), "{ran:#?}");
    let after = (Files::read(&out), times());
    assert!(
        format!("{before:?}") == format!("{after:?}"),
        "something was changed"
    );
}
