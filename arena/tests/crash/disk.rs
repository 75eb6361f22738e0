//! A disk that is full, or that can be read only, on a small file system of the tests' own.

use std::fs;
use std::process::{Command, Stdio};

use crate::support::{Ground, Results, league, scripted, skipped};

/// Whether this user can have a file system of his own; if not, says which tests are left out.
fn can_mount(left_out: &str) -> bool {
    let mut trial = Command::new("unshare");
    trial.args(["-Urm", "mount", "-t", "tmpfs", "none", "/tmp"]);
    let silent = trial.stdout(Stdio::null()).stderr(Stdio::null());
    let can = silent.status().is_ok_and(|status| status.success());
    if !can {
        skipped(&format!("{left_out}: nothing can be mounted here"));
    }
    can
}

fn file() -> String {
    let bots = ["one", "two"].map(|name| (name, scripted(&[])));
    league("pairs = 2\nconcurrency = 1", &bots)
}

/// A ground whose folder `disk` a script may mount something on.
fn ground() -> Ground {
    let ground = Ground::new();
    ground.write("league.toml", file());
    fs::create_dir(ground.path("disk")).unwrap();
    ground
}

/// Runs a script that may mount; the arena is its `$0`, and `league` a league in `disk/out`.
fn run_mounting(ground: &Ground, script: &str) {
    let league = r#"league() { "$0" league league.toml --out disk/out "$@"; }"#;
    let script = format!("set -e; {league}; {script}");
    let ran = ground.run_in_shell(r#"exec unshare -Urm /bin/sh -c "$1" "$0""#, &[&script]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    ground.assert_nothing_is_left();
}

/// What was written to a file.
fn told(ground: &Ground, name: &str) -> String {
    fs::read_to_string(ground.path(name)).unwrap()
}

#[test]
fn a_disk_that_is_full_sooner_or_later_ends_the_league_with_3_and_it_goes_on_when_there_is_room() {
    if !can_mount("a full disk") {
        return;
    }
    let undisturbed = Ground::new().play(&file(), "out", &[]);
    let mut codes = Vec::new();
    for size in (4..=80).step_by(4) {
        let ground = ground();
        run_mounting(
            &ground,
            &format!(
                r#"mount -t tmpfs -o size={size}k none disk
                league 2>said && echo 0 >code || echo $? >code
                mkdir kept; test ! -e disk/out || cp disk/out/* kept
                mount -o remount,size=1m none disk
                if test -e disk/out; then league --resume; else league; fi
                cp -r disk/out out; ls -A disk >left"#
            ),
        );
        let code = told(&ground, "code");
        let said = told(&ground, "said");
        match code.trim() {
            "3" => assert!(said.contains("No space left on device"), "{said}"),
            code => assert_eq!(code, "0", "{said}"),
        }
        assert_whole_records(&ground.results("kept"), &undisturbed);
        ground.results("out").assert_same_as(&undisturbed);
        assert_eq!(told(&ground, "left"), "out\n", "{size}k");
        codes.push(code.trim() == "0");
    }
    assert!(codes.is_sorted(), "more room is never worse: {codes:?}");
    let full = codes.iter().filter(|&&whole| !whole).count();
    assert!(full >= 5 && full < codes.len(), "{codes:?}");
}

/// The journal that the full disk left is one of whole records.
fn assert_whole_records(kept: &Results, undisturbed: &Results) {
    if kept.has("games.jsonl") {
        let (kept, all) = (kept.text("games.jsonl"), undisturbed.text("games.jsonl"));
        assert!(all.starts_with(kept) && (kept.is_empty() || kept.ends_with('\n')));
    }
}

#[test]
fn a_disk_that_can_only_be_read_is_told_before_a_game_is_played() {
    if !can_mount("a disk that can only be read") {
        return;
    }
    let ground = ground();
    run_mounting(
        &ground,
        r#"mount -t tmpfs none disk
        mount -o remount,ro none disk
        league 2>anew && exit 1 || test $? = 3
        mount -o remount,rw none disk
        league
        rm disk/out/*.csv
        cp -r disk/out before
        mount -o remount,ro none disk
        league --resume 2>resumed && exit 1 || test $? = 3
        cp -r disk/out after"#,
    );
    for said in ["anew", "resumed"] {
        let said = told(&ground, said);
        assert!(said.contains("cannot write to"), "{said}");
        assert!(said.contains("Read-only file system"), "{said}");
    }
    let (before, after) = (ground.results("before"), ground.results("after"));
    assert_eq!(before.names(), after.names());
    assert_eq!(before.text("games.jsonl"), after.text("games.jsonl"));
}
