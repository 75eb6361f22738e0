//! A machine without user namespaces: it is told what is missing, and what is there still holds.

use serde_json::Value;

use crate::lab::{Lab, League, User};
use crate::spying::spy_out;
use crate::support::skipped;

/// What the machine then lacks.
const MISSING: [&str; 6] = [
    "user namespace",
    "process namespace",
    "file tree of its own",
    "network namespace",
    "namespace for shared memory",
    "limit of processes",
];

/// A league of two bots that only play.
fn league(lab: &Lab) -> String {
    let league = League::new("pairs = 1\n")
        .bot("one", &lab.scripted("one", &[]))
        .bot("other", &lab.scripted("other", &[]));
    league.write(lab, "out")
}

fn events(lab: &Lab) -> Vec<Value> {
    let results = lab.ground().results("out");
    let lines = results.text("events.jsonl").lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn each_missing_layer_is_told_once_and_the_games_are_played() {
    let Some(lab) = Lab::of(User::Bare) else {
        return;
    };
    let ran = lab.run(&["league", &league(&lab), "--out", "out"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    for layer in MISSING {
        let said = format!("sandbox: no {layer} here (");
        assert_eq!(
            ran.stderr.matches(&said).count(),
            1,
            "{layer}: {}",
            ran.stderr
        );
    }
    assert_eq!(ran.stderr.matches("sandbox: no ").count(), MISSING.len());
    for game in lab.ground().results("out").rows("games.csv") {
        assert_eq!(game.text("reason"), "borne_off");
    }
    let event = &events(&lab)[0];
    assert_eq!(event["event"], "sandbox");
    assert_eq!(event["used"], true);
    let missing = event["missing"].as_object().map(|missing| missing.len());
    let missing = missing.or(event["missing"].as_array().map(Vec::len));
    assert_eq!(missing, Some(MISSING.len()), "{event}");
    for layer in MISSING {
        assert!(event["missing"].to_string().contains(layer), "{event}");
    }
}

#[test]
fn a_spy_reads_and_writes_nothing_that_is_not_its_own_even_there() {
    let Some(lab) = Lab::of(User::Bare) else {
        return;
    };
    for report in spy_out(&lab, &[]) {
        let found = report.found.keys();
        let files = found.filter(|channel| {
            let kinds = ["read ", "write ", "lock ", "secret ", "signal to numbers"];
            kinds.iter().any(|kind| channel.starts_with(kind))
        });
        // The machine's own /proc is seen.
        let files = files.filter(|channel| !channel.starts_with("read /proc/"));
        assert_eq!(files.collect::<Vec<_>>(), [""; 0], "{report:#?}");
        for channel in [
            "TCP",
            "abstract socket",
            "ptrace",
            "setsid",
            "mount",
            "key ring",
        ] {
            assert!(!report.found.contains_key(channel), "{report:#?}");
        }
        // What is missing is felt.
        assert!(
            report.found.contains_key("strangers in /proc"),
            "{report:#?}"
        );
    }
}

#[test]
fn a_sandbox_that_is_required_refuses_to_play_without_a_layer() {
    let Some(lab) = Lab::of(User::Bare) else {
        return;
    };
    let file = league(&lab);
    let before = lab.ground().tree();
    let ran = lab.run(&["league", &file, "--out", "out", "--sandbox=required"]);
    assert_eq!(ran.code, Some(3), "{ran:#?}");
    for layer in MISSING {
        assert!(ran.stderr.contains(layer), "{layer}: {}", ran.stderr);
    }
    assert!(ran.stderr.contains("nothing was played"), "{}", ran.stderr);
    assert_eq!(lab.ground().tree(), before);
}

#[test]
fn a_sandbox_that_is_required_holds_where_every_layer_is_there() {
    let lab = Lab::own();
    let ran = lab.run(&[
        "league",
        &league(&lab),
        "--out",
        "out",
        "--sandbox=required",
    ]);
    if ran.code == Some(3) {
        skipped("--sandbox=required: this machine lacks a layer");
        return;
    }
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(!ran.stderr.contains("sandbox:"), "{}", ran.stderr);
    assert_eq!(events(&lab)[0]["missing"].as_object().unwrap().len(), 0);
}

#[test]
fn a_sandbox_that_is_off_is_told_in_one_line() {
    let lab = Lab::own();
    let ran = lab.run(&["league", &league(&lab), "--out", "out", "--sandbox=off"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let lines = ran.stderr.lines().filter(|line| line.contains("sandbox"));
    let lines: Vec<_> = lines.collect();
    assert_eq!(
        lines,
        ["sandbox: off; bots run with all rights of the arena's user"]
    );
    assert_eq!(events(&lab)[0]["used"], false);
}
