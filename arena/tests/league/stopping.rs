//! A league that is stopped: politely, impatiently or with SIGKILL. What was played is kept, and a
//! resume ends with the files of a league that nobody disturbed.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use rustix::process::Signal;

use crate::support::{Ground, Results, league, processes, record, scripted};

const NAMES: [&str; 3] = ["one", "two", "three"];
const GAMES: usize = 3 * 3 * 2;

fn league_of(orders: &[(&str, &str)]) -> String {
    league("pairs = 3", &NAMES.map(|name| (name, scripted(orders))))
}

/// A league that takes some seconds.
fn slow_league() -> String {
    league_of(&[("turn", "late:3")])
}

/// The same games without the waiting.
fn undisturbed() -> &'static Results {
    static UNDISTURBED: OnceLock<Results> = OnceLock::new();
    UNDISTURBED.get_or_init(|| Ground::new().play(&league_of(&[]), "undisturbed", &[]))
}

/// Starts the slow league, or goes on with it.
const BEGIN: &[&str] = &["league", "slow.toml", "--out", "slow", "--concurrency", "2"];
const GO_ON: &[&str] = &[
    "league",
    "slow.toml",
    "--out",
    "slow",
    "--concurrency",
    "2",
    "--resume",
];

/// What a stopped league leaves: whole records, no keys, no process.
fn assert_kept(ground: &Ground) -> Vec<String> {
    let results = ground.results("slow");
    assert!(results.text("games.jsonl").ends_with('\n'));
    let journal = results.journal();
    for line in &journal {
        record(line);
    }
    assert!(!results.has("keys.csv"), "keys were told too early");
    journal
}

/// Goes on to the end, and compares with the league that nobody disturbed.
fn assert_resumes(ground: &Ground, kept: &[String]) {
    let ran = ground.run(GO_ON);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let results = ground.results("slow");
    let journal = results.journal();
    assert_eq!(journal.len(), GAMES);
    assert_eq!(&journal[..kept.len()], kept, "finished games stay");
    results.assert_same_as(undisturbed());
}

#[test]
fn a_signal_stops_the_league_with_130_and_says_how_to_go_on() {
    let ground = Ground::new();
    ground.write("slow.toml", slow_league());
    let mut kept = Vec::new();
    for (signal, arguments) in [
        (Signal::INT, BEGIN),
        (Signal::TERM, GO_ON),
        (Signal::HUP, GO_ON),
    ] {
        let mut running = ground.start(arguments);
        let wanted = kept.len() + 2;
        running.until("two more games", || ground.games_played("slow") >= wanted);
        running.signal(signal);
        let ran = running.wait();
        assert_eq!(ran.code, Some(130), "{signal:?}: {ran:#?}");
        assert!(ran.stderr.contains("--resume"), "{}", ran.stderr);
        assert!(ran.stderr.contains("stopped after"), "{}", ran.stderr);
        assert_eq!(ran.stdout, "", "no table of half a league");
        ground.assert_nothing_is_left();
        let journal = assert_kept(&ground);
        assert!(journal.len() >= wanted && journal.len() < GAMES);
        assert_eq!(journal[..kept.len()], kept);
        kept = journal;
    }
    assert_resumes(&ground, &kept);
}

#[test]
fn a_league_that_shall_outlive_its_terminal_plays_on_when_it_hangs_up() {
    let ground = Ground::new();
    ground.write("slow.toml", slow_league());
    let mut running = ground.start_in_shell(r#"trap "" HUP; exec "$0" "$@""#, BEGIN);
    running.until("two games", || ground.games_played("slow") >= 2);
    running.signal(Signal::HUP);
    let ran = running.wait();
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    ground.results("slow").assert_same_as(undisturbed());
}

#[test]
fn the_tables_of_a_stopped_league_are_those_of_its_finished_games() {
    let ground = Ground::new();
    ground.write("slow.toml", slow_league());
    let mut running = ground.start(BEGIN);
    running.until("three games", || ground.games_played("slow") >= 3);
    running.signal(Signal::INT);
    assert_eq!(running.wait().code, Some(130));
    let results = ground.results("slow");
    let finished: Vec<_> = results
        .records()
        .into_iter()
        .map(|record| record.game)
        .collect();
    let games = results.rows("games.csv");
    let listed: Vec<_> = games.iter().map(|row| row.text("game")).collect();
    assert_eq!(listed, finished);
    let all = undisturbed().rows("games.csv");
    for game in &games {
        let same = all
            .iter()
            .find(|other| other.text("game") == game.text("game"));
        assert_eq!(same.unwrap().text("winner"), game.text("winner"));
    }
    assert_eq!(results.rows("elo.csv").len(), 2 * games.len());
}

#[test]
fn a_second_signal_does_not_wait_for_bots_that_will_not_go() {
    let ground = Ground::new();
    let stubborn = league_of(&[("turn", "late:3"), ("quit", "hang")]);
    ground.write("slow.toml", stubborn);
    let mut running = ground.start(BEGIN);
    running.until("a game", || ground.games_played("slow") >= 1);
    running.signal(Signal::INT);
    // Whichever of the two it has seen by then, it ends as stopped.
    std::thread::sleep(Duration::from_millis(50));
    running.signal(Signal::INT);
    let ran = running.wait();
    assert_eq!(ran.code, Some(130), "{ran:#?}");
    ground.assert_all_die_soon();
    assert_kept(&ground);
}

#[test]
fn after_sigkill_at_any_instant_no_bot_is_alive_and_the_league_goes_on() {
    let ground = Ground::new();
    ground.write("slow.toml", slow_league());
    let mut arguments = BEGIN;
    let mut kept = Vec::new();
    for (more, pause) in [(0, 0), (1, 1), (2, 20), (2, 50)] {
        let mut running = ground.start(arguments);
        let journal = ground.path("slow/games.jsonl");
        running.until("the journal", || journal.exists());
        let wanted = kept.len() + more;
        running.until("more games", || ground.games_played("slow") >= wanted);
        std::thread::sleep(Duration::from_millis(pause));
        running.signal(Signal::KILL);
        assert_eq!(running.wait().code, None);
        ground.assert_all_die_soon();
        remove_all(&ground.temporary_files());
        let whole = whole_lines(&std::fs::read_to_string(&journal).unwrap());
        assert_eq!(whole[..kept.len()], kept, "finished games stay");
        kept = whole;
        arguments = GO_ON;
    }
    assert_resumes(&ground, &kept);
}

/// What an arena that was killed could not remove.
fn remove_all(folders: &[PathBuf]) {
    for folder in folders {
        std::fs::remove_dir_all(folder).unwrap();
    }
}

/// The lines of a journal without the half one that a killed arena may leave.
fn whole_lines(journal: &str) -> Vec<String> {
    let whole = journal.rfind('\n').map_or("", |end| &journal[..end]);
    whole.lines().map(str::to_owned).collect()
}

#[test]
fn bots_that_hang_and_ignore_signals_die_with_a_killed_arena() {
    let ground = Ground::new();
    // Two games at once, in each a bot that hangs and one that waits for it.
    let orders = [("turn:1", "ignore-term"), ("turn:2", "hang")];
    ground.write("slow.toml", league_of(&orders));
    let mut running = ground.start(BEGIN);
    let alive = || {
        let all = processes::told_of(&ground.path("tmp"));
        let bots = all
            .iter()
            .filter(|(_, command)| command.contains("scripted-bot"));
        bots.count()
    };
    running.until("four bots at once", || alive() >= 4);
    // Long enough for the games to begin.
    std::thread::sleep(Duration::from_millis(300));
    running.signal(Signal::KILL);
    assert_eq!(running.wait().code, None);
    ground.assert_all_die_soon();
}

#[test]
fn a_bot_that_was_out_of_the_league_before_its_first_game_stays_out_after_a_resume() {
    let league_of = |orders: &[(&str, &str)]| {
        let broken = ("broken", scripted(&[("start", "exit:3")]));
        let bots = [("one", scripted(orders)), broken, ("two", scripted(orders))];
        league("pairs = 2\nconcurrency = 1", &bots)
    };
    let undisturbed = Ground::new().play(&league_of(&[]), "undisturbed", &[]);
    let ground = Ground::new();
    ground.write("slow.toml", league_of(&[("turn", "late:3")]));
    let mut running = ground.start(BEGIN);
    // The first game of the two that play; what follows at once are forfeits.
    running.until("some games", || ground.games_played("slow") >= 3);
    running.signal(Signal::INT);
    assert_eq!(running.wait().code, Some(130));
    let ran = ground.run(GO_ON);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    ground.results("slow").assert_same_as(&undisturbed);
}

#[test]
fn a_league_that_is_stopped_while_its_bots_start_leaves_nothing() {
    let ground = Ground::new();
    let bots = [
        ("one", scripted(&[])),
        ("slow", scripted(&[("hello", "late:60000")])),
    ];
    let settings = "pairs = 1\n[time]\nstart = \"120s\"\n";
    ground.write("slow.toml", league(settings, &bots));
    let mut running = ground.start(BEGIN);
    let starting = || {
        let alive = processes::told_of(&ground.path("tmp"));
        alive.iter().any(|(_, command)| command.contains("late"))
    };
    running.until("the slow one", starting);
    running.signal(Signal::INT);
    let ran = running.wait();
    assert_eq!(ran.code, Some(130), "{ran:#?}");
    assert!(
        ran.stderr.contains("before the first game"),
        "{}",
        ran.stderr
    );
    assert!(!ground.path("slow").exists());
    ground.assert_nothing_is_left();
}
