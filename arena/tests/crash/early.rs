//! Signals before the first process of a bot: while files are read and the machine is looked at.

use std::fs::{File, OpenOptions};

use rustix::process::Signal;

use crate::support::{Ground, league, scripted};

/// A file of this size is read for minutes, and takes no room on the disk.
const ENDLESS: u64 = 1 << 40;

const SIGNALS: [Signal; 3] = [Signal::INT, Signal::TERM, Signal::HUP];

/// Starts the arena, sends it a signal as soon as it listens, and says how it must end.
fn assert_stops(ground: &Ground, arguments: &[&str], signal: Signal) {
    let mut running = ground.start(arguments);
    let pid = running.pid();
    running.until("the arena listens", || {
        SIGNALS.iter().all(|&one| catches(pid, one))
    });
    running.signal(signal);
    let ran = running.wait();
    assert_eq!(ran.code, Some(130), "{signal:?}: {ran:#?}");
    assert_eq!(ran.stderr, "stopped before the first game\n");
    assert_eq!(ran.stdout, "");
    ground.assert_nothing_is_left();
}

/// Whether a process has a handler of its own for a signal.
fn catches(pid: rustix::process::Pid, signal: Signal) -> bool {
    let path = format!("/proc/{}/status", pid.as_raw_pid());
    let status = std::fs::read_to_string(path).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = u64::from_str_radix(caught.unwrap().trim(), 16).unwrap();
    caught >> (signal.as_raw() - 1) & 1 == 1
}

#[test]
fn a_signal_while_the_league_is_planned_ends_it_with_130_and_leaves_nothing() {
    let ground = Ground::new();
    // What a command names is read to know it again.
    File::create(ground.path("weights"))
        .and_then(|file| file.set_len(ENDLESS))
        .unwrap();
    let mut bot = scripted(&[]);
    bot.push("weights".to_owned());
    let text = league("pairs = 1", &[("one", bot.clone()), ("two", scripted(&[]))]);
    ground.write("league.toml", text);
    for signal in SIGNALS {
        assert_stops(&ground, &["league", "league.toml", "--out", "out"], signal);
    }
    let words = bot.iter().map(|word| format!("'{word}'"));
    let words = words.collect::<Vec<_>>().join(" ");
    let arguments = ["match", &words, "builtin:pips", "--out", "out"];
    assert_stops(&ground, &arguments, Signal::INT);
    assert!(!ground.path("out").exists());
}

#[test]
fn a_signal_while_a_journal_is_read_ends_the_resume_and_lets_the_folder_go() {
    let ground = Ground::new();
    let bots = ["one", "two"].map(|name| (name, scripted(&[("turn:2", "illegal-none")])));
    let played = ground.play(&league("pairs = 1", &bots), "out", &[]);
    let journal = ground.path("out/games.jsonl");
    let grown = OpenOptions::new().write(true).open(&journal);
    grown.and_then(|file| file.set_len(ENDLESS)).unwrap();
    let resume = ["league", "out.toml", "--out", "out", "--resume"];
    assert_stops(&ground, &resume, Signal::INT);
    // What is behind the last record was not cut off yet, or it was; both can go on.
    let cut = OpenOptions::new().write(true).open(&journal);
    cut.and_then(|file| file.set_len(played.text("games.jsonl").len() as u64 + 1))
        .unwrap();
    let ran = ground.run(&resume);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    ground.results("out").assert_same_as(&played);
}
