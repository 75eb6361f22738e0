//! What a bot starts ends with it, however far it went, and with the arena at the latest.

use std::path::Path;

use rustix::process::Signal;

use crate::lab::{Lab, League};
use crate::support::processes;

#[test]
fn what_a_bot_started_is_gone_before_its_next_game() {
    for child in ["child", "orphan"] {
        let lab = Lab::own();
        // A process starts a child, is seen with it for a while, and leaves it behind.
        let orders = [
            ("turn:1", child),
            ("turn:2", "late:500"),
            ("turn:3", "exit:3"),
        ];
        let league = League::new("pairs = 2\n")
            .bot("runaway", &lab.scripted("runaway", &orders))
            .bot("other", &lab.scripted("other", &[]));
        let file = league.write(&lab, "out");
        let args = ["league", &file, "--out", "out", "--concurrency", "1"];
        let mut running = lab.ground().start(&args);
        let mut most = 0;
        let folder = lab.path("tmp");
        running.until("the end of the third game", || {
            most = most.max(children(&folder));
            lab.ground().games_played("out") >= 3
        });
        assert_eq!(running.wait().code, Some(0));
        lab.ground().assert_nothing_is_left();
        assert_eq!(most, 1, "{child}");
        for game in lab.ground().results("out").rows("games.csv") {
            assert_eq!(game.text("reason"), "exited", "{child}");
        }
    }
}

#[test]
fn an_exit_is_seen_at_once_although_a_child_holds_the_output_open() {
    let lab = Lab::own();
    let leaves = lab.scripted("leaves", &[("turn:2", "child-then-exit:5")]);
    let league = League::new("pairs = 1\n[time]\nturn = \"100s\"\n")
        .bot("leaves", &leaves)
        .bot("other", &lab.scripted("other", &[]));
    let (results, _) = lab.play(&league, "out", &[]);
    for (game, line) in results
        .rows("games.csv")
        .iter()
        .zip(results.text("diagnostics.jsonl").lines())
    {
        assert_eq!(game.text("reason"), "exited");
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let elapsed = line["elapsed_us"].as_u64().unwrap();
        assert!(elapsed < 20_000_000, "{elapsed} us");
    }
}

#[test]
fn all_that_bots_started_ends_when_the_arena_is_killed() {
    let lab = Lab::own();
    let mut league = League::new("pairs = 1\n[time]\nturn = \"100s\"\n");
    for child in ["child", "orphan"] {
        let orders = [("turn:1", child), ("turn:2", "hang")];
        league = league.bot(child, &lab.scripted(child, &orders));
    }
    let file = league.write(&lab, "out");
    let args = ["league", &file, "--out", "out", "--concurrency", "1"];
    let mut running = lab.ground().start(&args);
    let folder = lab.path("tmp");
    running.until("both children are there", || children(&folder) == 2);
    running.signal(Signal::KILL);
    assert_eq!(running.wait().code, None);
    lab.ground().assert_all_die_soon();
}

/// How many children of bots there are.
fn children(folder: &Path) -> usize {
    let all = processes::told_of(folder);
    let children = all.iter().filter(|(_, words)| words.contains("--role"));
    children.count()
}
