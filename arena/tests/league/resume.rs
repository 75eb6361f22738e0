//! Going on with a league: only the same one, only by one arena, and never over finished games.

use std::fs;
use std::sync::OnceLock;

use crate::support::{DERIVED, Ground, Ran, builtin, league, scripted};

/// A league of four games, with everything a league file can say.
fn file() -> String {
    let bots = [
        ("pips", builtin("pips")),
        ("mine", scripted(&[("never", "answer")])),
    ];
    let mut text = league(
        "rules = \"long\"\npairs = 2\n[time]\nstart = \"9s\"\nturn = \"3s\"\nbank = \"30s\"\n",
        &bots,
    );
    text += "env = { THREADS = \"1\" }\noptions = { depth = 1 }\n";
    text
}

/// The files of the league, as it was played.
fn played() -> &'static Vec<(String, Vec<u8>)> {
    static PLAYED: OnceLock<Vec<(String, Vec<u8>)>> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let ground = Ground::new();
        ground.play(&file(), "league", &[]);
        let entries = fs::read_dir(ground.path("league")).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths
            .map(|path| {
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                (name, fs::read(&path).unwrap())
            })
            .collect()
    })
}

/// A folder with the league played, and its file.
fn ground() -> Ground {
    let ground = Ground::new();
    fs::create_dir(ground.path("league")).unwrap();
    for (name, bytes) in played() {
        ground.write(&format!("league/{name}"), bytes);
    }
    ground.write("league.toml", file());
    ground
}

fn resume(ground: &Ground) -> Ran {
    ground.run(&["league", "league.toml", "--out", "league", "--resume"])
}

#[test]
fn a_finished_league_is_resumed_without_a_game_and_shows_its_table_again() {
    let ground = ground();
    let before = ground.results("league");
    for name in DERIVED {
        fs::remove_file(ground.path("league").join(name)).unwrap();
    }
    let ran = resume(&ground);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let after = ground.results("league");
    after.assert_same_as(&before);
    assert_eq!(after.text("games.jsonl"), before.text("games.jsonl"));
    assert!(ran.stdout.contains("4 games"), "{}", ran.stdout);
}

#[test]
fn without_a_folder_the_newest_one_of_the_leagues_name_is_resumed() {
    let ground = Ground::new();
    ground.write("league.toml", file());
    let first = ground.run(&["league", "league.toml"]);
    assert_eq!(first.code, Some(0), "{first:#?}");
    let folders: Vec<_> = fs::read_dir(ground.path("results")).unwrap().collect();
    assert_eq!(folders.len(), 1);
    let again = ground.run(&["league", "league.toml", "--resume"]);
    assert_eq!(again.code, Some(0), "{again:#?}");
    assert_eq!(again.stdout, first.stdout);
}

#[test]
fn a_changed_league_is_refused_and_the_difference_is_named() {
    for (from, to, says) in [
        (
            "pairs = 2",
            "pairs = 3",
            vec!["pairs: 2", "3 in league.toml"],
        ),
        ("\"long\"", "\"long-app\"", vec!["rules: long ", "long-app"]),
        ("\"2026\"", "\"2027\"", vec!["seed"]),
        ("\"3s\"", "\"4s\"", vec!["time.turn: 3s", "4s"]),
        ("\"9s\"", "\"8s\"", vec!["time.start: 9s", "8s"]),
        ("\"30s\"", "\"0s\"", vec!["time.bank: 30s", "0s"]),
        ("\"pips\"", "\"pips!\"", vec!["bot `pips`", "bot `pips!`"]),
        (
            "builtin:pips",
            "builtin:random",
            vec!["bot `pips`, command", "builtin:random"],
        ),
        (
            "\"answer\"",
            "\"crlf\"",
            vec!["bot `mine`, command", "crlf"],
        ),
        (
            "depth = 1",
            "depth = 2",
            vec!["bot `mine`, options", "\"depth\":2"],
        ),
        ("THREADS", "TREADS", vec!["`THREADS`", "`TREADS`"]),
        (
            "\"1\" }",
            "\"2\" }",
            vec!["bot `mine`", "`THREADS`", "another value"],
        ),
        (
            "pairs = 2",
            "pairs = 2\nkind = \"gauntlet\"",
            vec!["kind: round-robin", "gauntlet"],
        ),
    ] {
        let ground = ground();
        let changed = file().replace(from, to);
        assert_ne!(changed, file(), "{from}");
        ground.write("league.toml", changed);
        let before = ground.tree();
        let ran = resume(&ground);
        assert_eq!(ran.code, Some(2), "{from}: {ran:#?}");
        for words in says {
            assert!(ran.stderr.contains(words), "{words}: {}", ran.stderr);
        }
        assert!(ran.stderr.contains("another plan"), "{}", ran.stderr);
        assert!(ground.tree() == before, "{from}: something was changed");
    }
}

#[test]
fn what_changes_no_game_may_change() {
    let ground = ground();
    ground.write(
        "league.toml",
        file().replace("pairs = 2", "pairs = 2\nconcurrency = 3\npin = false"),
    );
    assert_eq!(resume(&ground).code, Some(0));
}

#[test]
fn a_bot_whose_file_was_changed_meanwhile_is_refused() {
    let ground = Ground::new();
    let bot = scripted(&[]).remove(0);
    let script = |version: u32| format!("#!/bin/sh\n# version {version}\nexec \"$1\"\n");
    ground.write("bot.sh", script(1));
    let command = ["/bin/sh", "bot.sh", &bot].map(str::to_owned).to_vec();
    let text = league("pairs = 1", &[("mine", command), ("pips", builtin("pips"))]);
    ground.write("league.toml", &text);
    ground.play(&text, "league", &[]);
    ground.write("bot.sh", script(2));
    let ran = resume(&ground);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    let says = "bot `mine`: `bot.sh` has changed since the league began";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
}

#[test]
fn what_is_no_results_folder_is_not_resumed_and_stays_as_it_is() {
    let ground = Ground::new();
    ground.write("league.toml", file());
    fs::create_dir(ground.path("league")).unwrap();
    ground.write("league/notes.txt", "mine");
    let before = ground.tree();
    let ran = resume(&ground);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(ran.stderr.contains("league"), "{}", ran.stderr);
    assert!(ground.tree() == before, "something was made in there");
    let missing = ground.run(&["league", "league.toml", "--out", "nowhere", "--resume"]);
    assert_eq!(missing.code, Some(2), "{missing:#?}");
    assert!(missing.stderr.contains("nowhere"), "{}", missing.stderr);
    let none = ground.run(&["league", "league.toml", "--resume"]);
    assert_eq!(none.code, Some(2), "{none:#?}");
    assert!(none.stderr.contains("--out"), "{}", none.stderr);
    assert!(ground.tree() == before, "something was made");
}

#[test]
fn an_edited_plan_is_noticed() {
    let ground = ground();
    let plan = ground
        .results("league")
        .text("league.json")
        .replace("\"pairs\": 2", "\"pairs\": 1");
    ground.write("league/league.json", plan);
    ground.write("league.toml", file().replace("pairs = 2", "pairs = 1"));
    let ran = resume(&ground);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(ran.stderr.contains("league.json"), "{}", ran.stderr);
}

#[test]
fn a_seed_that_is_missing_is_told_with_what_to_do() {
    let ground = ground();
    fs::remove_file(ground.path("league/seed.json")).unwrap();
    let ran = resume(&ground);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    let says = "seed.json is not as the arena wrote it: it is missing; put back the original";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
}

#[test]
fn a_second_arena_on_a_running_league_is_refused_and_the_first_goes_on() {
    let ground = Ground::new();
    let slow = [("turn", "late:15")];
    let text = league(
        "pairs = 1",
        &["one", "two"].map(|name| (name, scripted(&slow))),
    );
    ground.write("league.toml", text);
    let arguments = ["league", "league.toml", "--out", "league"];
    let mut running = ground.start(&arguments);
    running.until("the journal", || ground.path("league/games.jsonl").exists());
    let second = ground
        .start(&[&arguments[..], &["--resume"]].concat())
        .wait();
    let anew = ground.start(&arguments).wait();
    let first = running.wait();
    assert_eq!(second.code, Some(2), "{second:#?}");
    assert!(second.stderr.contains("another arena"), "{}", second.stderr);
    assert_eq!(anew.code, Some(2), "{anew:#?}");
    assert!(anew.stderr.contains("exists already"), "{}", anew.stderr);
    assert_eq!(first.code, Some(0), "{first:#?}");
    assert_eq!(ground.results("league").journal().len(), 2);
    ground.assert_nothing_is_left();
}
