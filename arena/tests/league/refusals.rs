//! What a user can get wrong: a message that names what, where and what to write instead, exit
//! code 2, and not a file made or changed.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::support::{Ground, builtin, league};

/// The arguments are refused: every one of `says` is told, and nothing has changed.
fn assert_refused(ground: &Ground, args: &[&str], says: &[&str]) {
    let before = ground.tree();
    let ran = ground.run(args);
    assert_eq!(ran.code, Some(2), "{args:?}: {ran:#?}");
    assert_eq!(ran.stdout, "", "{args:?}");
    for words in says {
        let told = ran.stderr.contains(words);
        assert!(told, "{args:?} should say {words:?}:\n{}", ran.stderr);
    }
    assert!(!ran.stderr.contains('\u{1b}'), "{}", ran.stderr);
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    assert!(
        ground.tree() == before,
        "{args:?}: files were made or changed"
    );
}

/// A good league file with something replaced.
fn file_with(from: &str, to: &str) -> String {
    let bots = [("one", builtin("random")), ("two", builtin("pips"))];
    let settings = "rules = \"long\"\npairs = 1\n[time]\nturn = \"1s\"\n";
    let good = league(settings, &bots);
    let bad = good.replacen(from, to, 1);
    assert_ne!(good, bad, "{from}");
    bad
}

/// The first bot of the good file.
const ONE: &str = "[[bot]]\nname = \"one\"\ncommand = [\"builtin:random\"]\n";

/// What is written in the good file, what in its place, and what is said of that.
const BAD_VALUES: &[(&str, &str, &[&str])] = &[
    (
        "\"long\"",
        "\"lnog\"",
        &[
            "unknown ruleset `lnog`",
            "league.toml:3:9",
            "did you mean `long`",
        ],
    ),
    (
        "pairs = 1",
        "pairs = 0",
        &["`pairs` must be at least 1", "league.toml:4:9"],
    ),
    ("pairs = 1", "pairs = -1", &["`pairs` must be at least 1"]),
    (
        "pairs = 1",
        "rounds = 2",
        &["`rounds` is for a Swiss", "league.toml:4:10", "swiss"],
    ),
    (
        "pairs = 1",
        "kind = \"swiss\"\nrounds = 2",
        &["a Swiss of 2 bots has 1 to 1 rounds", "league.toml:5:10"],
    ),
    (
        "pairs = 1",
        "kind = \"swiss\"\nrounds = 0",
        &["a Swiss of 2 bots has 1 to 1 rounds", "raise `pairs`"],
    ),
    (
        "pairs = 1",
        "pairs = \"1\"",
        &["`pairs` must be a whole number", "`pairs = 1`"],
    ),
    (
        "pairs = 1",
        "pairs = 90000000",
        &["more than", "games", "at most `pairs = "],
    ),
    (
        "pairs",
        "piars",
        &[
            "unknown key `piars`",
            "league.toml:4:1",
            "did you mean `pairs`",
        ],
    ),
    (
        "turn",
        "trun",
        &["unknown key `trun`", "did you mean `turn`"],
    ),
    (
        "\"1s\"",
        "\"1 s\"",
        &["`turn`", "league.toml:6:8", "like \"10s\""],
    ),
    ("\"1s\"", "\"1\"", &["`turn`", "the unit is missing"]),
    ("\"1s\"", "1", &["`turn`", "`turn = \"1s\"`"]),
    ("\"1s\"", "\"0s\"", &["`turn`", "no time"]),
    ("\"1s\"", "\"25h\"", &["`turn`"]),
    (
        "\"two\"",
        "\"one\"",
        &[
            "two bots are called `one`",
            "the second",
            "the first",
            "`one-2`",
        ],
    ),
    (
        "\"two\"",
        "\"t\\u001bwo\"",
        &["bot's name", "visible characters"],
    ),
    ("\"two\"", "\"\"", &["bot's name"]),
    (ONE, "", &["at least two bots", "[[bot]]"]),
    (
        "builtin:random",
        "builtin:rndom",
        &["no built-in bot `rndom`", "did you mean `random`"],
    ),
    (
        "\"builtin:random\"",
        "\"builtin:random\", \"-x\"",
        &["takes no arguments", "options"],
    ),
    (
        "[\"builtin:random\"]",
        "\"builtin:random\"",
        &["`command` must be a list", "[\"builtin:random\"]"],
    ),
    ("[\"builtin:random\"]", "[]", &["does not say what to run"]),
    (
        "[\"builtin:random\"]",
        "[\"./missing\"]",
        &["bot `one`", "no such file", "check the path"],
    ),
    (
        "[\"builtin:random\"]",
        "[\"no-such-program-anywhere\"]",
        &["bot `one`", "`PATH`", "install it"],
    ),
    (
        "[\"builtin:random\"]",
        "[\"builtin:random\"]\ndir = \"nowhere\"",
        &["folder of bot `one`", "nowhere"],
    ),
    (
        "seed = \"2026\"",
        "seed = 2026",
        &["`seed` must be text", "`seed = \"2026\"`"],
    ),
    ("seed = \"2026\"", "seed = \"\"", &["the seed is empty"]),
    ("seed = \"2026\"", "seed = \"2026", &["league.toml:2"]),
    ("name = \"test\"\n", "", &["no `name`"]),
    (
        "pairs = 1",
        "pairs = 1\nkind = \"ladder\"",
        &["unknown kind of league `ladder`", "round-robin"],
    ),
    (
        "pairs = 1",
        "pairs = 1\nconcurrency = 0",
        &["`concurrency` must be 1 to"],
    ),
    (
        "pairs = 1",
        "pairs = 1\npin = \"no\"",
        &["`pin` must be true or false"],
    ),
    (
        "pairs = 1",
        "pairs = 1\npairs = 2",
        &["pairs", "league.toml:5"],
    ),
];

#[test]
fn bad_values_and_keys_are_refused_where_they_stand() {
    for (from, to, says) in BAD_VALUES {
        let ground = Ground::new();
        ground.write("league.toml", file_with(from, to));
        assert_refused(
            &ground,
            &["league", "league.toml", "--out", "results"],
            says,
        );
    }
}

#[test]
fn all_that_is_wrong_is_told_at_once() {
    let ground = Ground::new();
    let bad = file_with("\"long\"", "\"lnog\"").replace("pairs = 1", "pairs = 0");
    ground.write("league.toml", bad.replace("builtin:pips", "builtin:pisp"));
    let says = ["`lnog`", "`pairs` must be", "`pisp`"];
    assert_refused(&ground, &["league", "league.toml"], &says);
}

#[test]
fn what_is_no_league_file_is_refused_by_its_path() {
    let ground = Ground::new();
    fs::create_dir(ground.path("folder")).unwrap();
    ground.write("empty.toml", "");
    ground.write("latin.toml", b"name = \"test\"\n# caf\xE9\n");
    ground.write("large.toml", "#".repeat(2 << 20));
    ground.write("game.py", "import sys\nfor line in sys.stdin:\n    pass\n");
    ground.write("windows.toml", "\u{feff}pairs = 1\r\n");
    for (file, says) in [
        ("missing.toml", &["missing.toml", "check the path"][..]),
        ("folder", &["folder is not a file"]),
        ("empty.toml", &["empty.toml has no content", "[[bot]]"]),
        ("latin.toml", &["latin.toml:2", "0xE9", "UTF-8"]),
        ("large.toml", &["large.toml is larger than"]),
        ("game.py", &["game.py:1"]),
        ("windows.toml", &["windows.toml", "no `name`"]),
        ("/dev/null", &["/dev/null is not a file"]),
    ] {
        assert_refused(&ground, &["league", file, "--out", "results"], says);
    }
}

#[test]
fn a_file_that_may_not_be_read_is_refused() {
    let ground = Ground::new();
    ground.write("secret.toml", file_with("pairs = 1", "pairs = 2"));
    let none = fs::Permissions::from_mode(0o000);
    fs::set_permissions(ground.path("secret.toml"), none).unwrap();
    if fs::read(ground.path("secret.toml")).is_ok() {
        use std::io::Write;
        let note = b"left out, because root may read every file: a file without permission\n";
        std::io::stderr().write_all(note).unwrap();
        return;
    }
    let ran = ground.run(&["league", "secret.toml", "--out", "results"]);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(
        ran.stderr.contains("cannot read secret.toml"),
        "{}",
        ran.stderr
    );
    assert!(!ground.path("results").exists());
}

#[test]
fn a_program_that_cannot_run_is_refused_before_anything_starts() {
    let ground = Ground::new();
    let programs: [(&str, &[u8], u32, &[&str]); 6] = [
        (
            "plain",
            b"#!/bin/sh\n",
            0o644,
            &["not executable", "chmod +x"],
        ),
        (
            "dos",
            b"#!/bin/sh\r\nexit\r\n",
            0o755,
            &["carriage return", "LF"],
        ),
        (
            "marked",
            b"\xEF\xBB\xBF#!/bin/sh\n",
            0o755,
            &["byte order mark"],
        ),
        (
            "lost",
            b"#!/opt/no-such-interpreter\n",
            0o755,
            &["/opt/no-such-interpreter"],
        ),
        ("text", b"print('hello')\n", 0o755, &["`#!`"]),
        (
            "foreign",
            &foreign_elf(),
            0o755,
            &["build the program for this system"],
        ),
    ];
    for (name, bytes, mode, says) in programs {
        ground.write(name, bytes);
        fs::set_permissions(ground.path(name), fs::Permissions::from_mode(mode)).unwrap();
        let text = file_with("[\"builtin:random\"]", &format!("[\"./{name}\"]"));
        ground.write("league.toml", text);
        let bot = format!("./{name}");
        let here = [says, &["bot `one`", "league.toml:10:", &bot]].concat();
        assert_refused(
            &ground,
            &["league", "league.toml", "--out", "results"],
            &here,
        );
        let of_bot = [says, &[bot.as_str()]].concat();
        assert_refused(
            &ground,
            &["match", &bot, "builtin:pips", "--out", "results"],
            &of_bot,
        );
    }
}

/// The beginning of a program for a processor that no machine here has: machine 0xFEED.
fn foreign_elf() -> Vec<u8> {
    let mut header = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\xED\xFE\x01\0\0\0".to_vec();
    header.resize(64, 0);
    header
}

#[test]
fn nothing_that_exists_is_overwritten() {
    let ground = Ground::new();
    let good = file_with("pairs = 1", "pairs = 2");
    ground.play(&good, "league", &[]);
    fs::create_dir(ground.path("empty")).unwrap();
    ground.write("file", "mine");
    symlink("nowhere", ground.path("link")).unwrap();
    for (out, says) in [
        (
            "league",
            &["league exists already", "--resume", "--out"][..],
        ),
        ("empty", &["empty exists already", "--out"]),
        ("file", &["file exists already", "--out"]),
        ("link", &["link exists already", "--out"]),
        ("file/results", &["file is not a folder", "--out"]),
    ] {
        assert_refused(&ground, &["league", "league.toml", "--out", out], says);
        assert_refused(
            &ground,
            &["match", "builtin:pips", "builtin:random", "--out", out],
            says,
        );
    }
}

#[test]
fn bad_arguments_of_a_league_are_refused() {
    let ground = Ground::new();
    ground.write("league.toml", file_with("pairs = 1", "pairs = 2"));
    for (args, says) in [
        (&["--concurrency", "0"][..], &["--concurrency"][..]),
        (&["--concurrency", "many"], &["--concurrency", "many"]),
        (
            &["--concurrency", "1000000"],
            &["1000000 games at once", "limit"],
        ),
        (&["--seed", ""], &["the seed is empty", "--seed"]),
        (&["--sede", "1"], &["--sede", "--seed"]),
        (&["another.toml"], &["another.toml"]),
        (&["--out", "/proc/results"], &["/proc"]),
    ] {
        if args[1..] == ["/proc/results"] {
            // Where nobody can write, the machine is at fault.
            let ran = ground.run(&["league", "league.toml", "--out", "/proc/results"]);
            assert_eq!(ran.code, Some(3), "{ran:#?}");
            assert!(
                ran.stderr.contains("cannot write to /proc"),
                "{}",
                ran.stderr
            );
            continue;
        }
        assert_refused(&ground, &[&["league", "league.toml"], args].concat(), says);
    }
}

#[test]
fn bad_arguments_of_a_match_are_refused() {
    let ground = Ground::new();
    let (a, b) = ("builtin:pips", "builtin:random");
    for (args, says) in [
        (&[a, b, "--pairs", "0"][..], &["--pairs", "0"][..]),
        (&[a, b, "--pairs", "-1"], &["-1"]),
        (&[a, b, "--pairs", "many"], &["--pairs", "many"]),
        (&[a, b, "--pairs", "4000000000"], &["pairs", "fewer"]),
        (
            &[a, b, "--rules", "lnog"],
            &["unknown ruleset `lnog`", "`long`"],
        ),
        (&[a, b, "--rules", ""], &["unknown ruleset"]),
        (&[a, "builtin:pisp"], &["no built-in bot `pisp`", "`pips`"]),
        (&[a, "builtin:"], &["no built-in bot"]),
        (&[a, "builtin:random -x"], &["takes no arguments"]),
        (&[a, ""], &["does not say what to run", "builtin:"]),
        (&[a, "python3 'bot.py"], &["python3 'bot.py", "quotes"]),
        (&[a, "./no/such/bot"], &["./no/such/bot", "no such file"]),
        (
            &[a, "no-such-program-anywhere x.py"],
            &["no-such-program-anywhere", "`PATH`"],
        ),
        (&[a], &["<B>"]),
        (&[a, b, "third"], &["third"]),
        (&[a, b, "--resume"], &["pips vs random", "--out"]),
    ] {
        assert_refused(&ground, &[&["match"], args].concat(), says);
    }
}

#[test]
fn no_command_and_an_unknown_command_are_refused() {
    let ground = Ground::new();
    assert_refused(&ground, &["leage"], &["leage", "league"]);
    let ran = ground.run(&[]);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(ran.stderr.contains("Usage: arena"), "{}", ran.stderr);
}
