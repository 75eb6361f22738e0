//! Counts of distinct end positions from the start of every ruleset.
//!
//! The totals of `long` and `short` are agreed by several engines; those of the other rulesets, and
//! every roll's share, were counted by `bots/python/perft.py`, which makes the turns from the
//! rules' words and shares nothing with this crate.
#![allow(clippy::unwrap_used, clippy::print_stderr, missing_docs)]

use std::io::ErrorKind;
use std::process::Command;

use nardy_rules::{Perft, Position, Roll, Ruleset, Situation, Stage, ToPlay};
use serde_json::{Value, json};

const FIRST: Stage = Stage::FirstTurn {
    opponent_first_roll: None,
};

/// Totals ply by ply. What a plain `cargo test` has no time for is in the ignored tests.
const TOTALS: [(&str, &[u64]); 7] = [
    ("long", &[22, 484, 35_387, 2_410_395]),
    ("long-classic", &[22, 489, 35_722]),
    ("long-app", &[22, 484, 35_387]),
    ("long-club", &[28, 770, 64_198]),
    ("gulbar", &[31, 1_003, 86_080]),
    ("short", &[447, 202_782]),
    ("short-east", &[447, 202_651]),
];

fn total(id: &str, depth: u32) -> u64 {
    let ruleset = Ruleset::by_id(id).unwrap();
    let start = Position::start(&ruleset);
    Perft::new(&ruleset).count_all(start, FIRST, depth).unwrap()
}

#[test]
fn totals_of_every_ruleset_are_those_of_independent_engines() {
    let ids: Vec<_> = Ruleset::all().iter().map(Ruleset::id).collect();
    assert_eq!(ids, TOTALS.map(|(id, _)| id));
    for (id, totals) in TOTALS {
        for (depth, &expected) in (1..).zip(totals) {
            assert_eq!(total(id, depth), expected, "{id} at depth {depth}");
        }
    }
}

#[test]
fn without_the_federations_exception_the_totals_first_differ_at_ply_four() {
    // long-app differs from long in that exception and in when blocks are looked at, which no
    // position within three plies notices.
    assert_ne!(total("long-app", 4), total("long", 4));
}

#[test]
#[ignore = "a minute of counting; run with --release -- --ignored"]
fn long_totals_to_ply_five() {
    assert_eq!(total("long", 5), 325_266_741);
}

#[test]
#[ignore = "long without --release"]
fn short_totals_to_ply_three() {
    assert_eq!(total("short", 3), 116_154_993);
}

/// What `perft.py` prints, by the crate's own count.
fn counted(ruleset: &Ruleset, depth: u32) -> Value {
    let mut perft = Perft::new(ruleset);
    let position = Position::start(ruleset);
    let mut count = |roll: Option<Roll>, depth| match roll {
        None => perft.count_all(position, FIRST, depth).unwrap(),
        Some(roll) => {
            let situation = Situation {
                position,
                stage: FIRST,
                to_play: ToPlay::Roll(roll),
            };
            perft.count(&situation, depth).unwrap()
        }
    };
    let mut by_depth = |roll| (1..=depth).map(|n| count(roll, n)).collect::<Vec<_>>();
    let rolls: Vec<_> = Roll::all()
        .map(|roll| json!({ "dice": roll.faces(), "ends": by_depth(Some(roll)) }))
        .collect();
    json!({ "rules": ruleset.id(), "totals": by_depth(None), "rolls": rolls })
}

#[test]
fn every_rolls_share_is_that_of_the_move_maker_in_python() {
    for ruleset in Ruleset::all() {
        // A second ply of the short games takes Python many seconds.
        let depth = if ruleset.start() == Ruleset::by_id("long").unwrap().start() {
            2
        } else {
            1
        };
        let run = Command::new("python3")
            .args(["-B", "perft.py", ruleset.id(), &depth.to_string()])
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../bots/python"))
            .output();
        let output = match run {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                eprintln!("skipped: no python3 on this machine, so perft.py was not run");
                return;
            }
            run => run.unwrap(),
        };
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {errors}", ruleset.id());
        let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(printed, counted(ruleset, depth), "{}", ruleset.id());
    }
}

#[test]
fn a_given_roll_and_a_leftover_are_played_first() {
    let gulbar = Ruleset::by_id("gulbar").unwrap();
    let mut perft = Perft::new(&gulbar);
    let mut count = |text: &str, depth| {
        let situation: Situation = text.parse().unwrap();
        perft.count(&situation, depth).unwrap()
    };
    // 6-6 of the first turn: two checkers go to 18, where his head stops them.
    assert_eq!(count("long 24x15 / 24x15 : 6-6 first", 1), 1);
    // The leftover 6-6 takes one checker to 18; what follows are all rolls from there.
    let after = "long 24x14,18 / 24x15".parse().unwrap();
    let all = Perft::new(&gulbar)
        .count_all(after, Stage::Later, 2)
        .unwrap();
    assert_eq!(count("long 24x15 / 24x15 : leftover 6-6", 2), all);
    assert_eq!(count("long 24x15 / 24x15 : 6-6 first", 0), 1);
}

#[test]
fn nothing_follows_a_won_game() {
    let long = Ruleset::by_id("long").unwrap();
    let mut perft = Perft::new(&long);
    // Every roll bears off the last checker; each is one end, and no ply follows.
    let position: Position = "long 1,offx14 / 24x15".parse().unwrap();
    let mut count = |depth| perft.count_all(position, Stage::Later, depth).unwrap();
    assert_eq!([count(1), count(2), count(3)], [21, 0, 0]);
}
