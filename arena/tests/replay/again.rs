//! `--rerun`: the same game once more.

use nardy_protocol::record::GameRecord;

use crate::support::{Ground, Ran, builtin, league};
use crate::{play, replay, write_script};

fn rerun(ground: &Ground, game: &str) -> Ran {
    ground.run(&["replay", "out", game, "--rerun", "--sandbox", "off"])
}

#[test]
fn bots_that_repeat_themselves_are_told_so_and_nothing_is_written() {
    // In `long-classic` the winner of the game before starts the next one of a match.
    for rules in ["long", "long-classic", "short"] {
        let ground = Ground::new();
        play(&ground, rules);
        let before = ground.tree();
        for record in ground.results("out").records() {
            let ran = rerun(&ground, &record.game);
            assert_eq!(ran.code, Some(0), "{ran:#?}");
            let (game, turns) = (&record.game, record.turns.len());
            let same = format!("game {game}: the same again, {turns} turns and the result\n");
            assert_eq!(ran.stdout, same);
        }
        assert!(ground.tree() == before, "files were changed");
    }
}

#[test]
fn a_game_of_a_late_round_of_a_swiss_is_played_by_the_same_bots_again() {
    let ground = Ground::new();
    let bots = [
        ("pips", builtin("pips")),
        ("blocks", builtin("blocks")),
        ("random", builtin("random")),
        ("blocks2", builtin("blocks")),
    ];
    let settings = "rules = \"long-classic\"\nkind = \"swiss\"\nrounds = 3\npairs = 1";
    ground.play(&league(settings, &bots), "out", &["--sandbox", "off"]);
    let records = ground.results("out").records();
    assert_eq!(records.len(), 12);
    for record in [&records[11], &records[0]] {
        let ran = rerun(&ground, &record.game);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        assert!(ran.stdout.contains(": the same again, "), "{ran:#?}");
    }
    // Who meets in the last round is known only if every game before it is there.
    let journal = ground.results("out").journal();
    let lines = journal.iter().skip(1);
    ground.write(
        "out/games.jsonl",
        lines.map(|line| format!("{line}\n")).collect::<String>(),
    );
    let last = &records[11].game;
    let ran = rerun(&ground, last);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(
        ran.stderr.contains("games before it are not there"),
        "{ran:#?}"
    );
    replay(&ground, &[last]);
}

/// A league of a script against `pips`.
fn scripted_league() -> String {
    let bots = [
        ("script", vec!["./script.sh".to_owned()]),
        ("pips", vec!["builtin:pips".to_owned()]),
    ];
    league("pairs = 1", &bots)
}

/// Writes a bot that is one of the built-in ones.
fn write_builtin(ground: &Ground, builtin: &str) {
    let arena = env!("CARGO_BIN_EXE_arena");
    write_script(
        ground,
        "script.sh",
        &format!("exec '{arena}' builtin {builtin}"),
    );
}

fn played_by(ground: &Ground, builtin: &str, out: &str) -> GameRecord {
    write_builtin(ground, builtin);
    let results = ground.play(&scripted_league(), out, &["--sandbox", "off"]);
    results.records().swap_remove(0)
}

#[test]
fn a_bot_that_plays_otherwise_is_told_with_the_first_turn_that_differs() {
    let ground = Ground::new();
    // What the changed bot plays on these dice, by a league of its own.
    let now = played_by(&ground, "blocks", "other");
    let recorded = played_by(&ground, "pips", "out");
    let mut both = recorded.turns.iter().zip(&now.turns);
    let first = both.position(|(there, now)| there != now).unwrap();
    assert_eq!(rerun(&ground, "1a").code, Some(0));

    write_builtin(&ground, "blocks");
    let ran = rerun(&ground, "1a");
    assert_eq!(ran.code, Some(1), "{ran:#?}");
    assert!(ran.stderr.contains("not as it was: "), "{ran:#?}");
    assert!(ran.stderr.contains("script.sh"), "{ran:#?}");
    let lines: Vec<_> = ran.stdout.lines().collect();
    let turn = first + 1;
    assert_eq!(lines[0], format!("game 1a: not the same from turn {turn}"));
    let moves = |record: &GameRecord| -> String {
        let moves = record.turns[first].moves.iter();
        moves.map(|[from, to]| format!(" {from}-{to}")).collect()
    };
    assert!(lines[1].starts_with("recorded: "), "{lines:?}");
    assert!(
        lines[1].ends_with(&format!(":{}", moves(&recorded))),
        "{lines:?}"
    );
    assert!(lines[2].starts_with("now: "), "{lines:?}");
    assert!(
        lines[2].ends_with(&format!(":{}", moves(&now))),
        "{lines:?}"
    );
}

#[test]
fn what_is_missing_for_a_rerun_is_named() {
    let ground = Ground::new();
    write_builtin(&ground, "pips");
    let variable = "env = { SECRET_KEY = \"x\" }\n";
    let with_variable = scripted_league().replace(
        "[[bot]]\nname = \"pips\"",
        &format!("{variable}[[bot]]\nname = \"pips\""),
    );
    assert_ne!(with_variable, scripted_league());
    ground.play(&with_variable, "out", &["--sandbox", "off"]);
    let ran = rerun(&ground, "1a");
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(
        ran.stderr
            .contains("bot script had the environment variable SECRET_KEY"),
        "{ran:#?}"
    );
    let again = ["replay", "out", "1a", "--rerun", "--sandbox", "off"];
    let ran = ground.run_in_shell("SECRET_KEY=x exec \"$0\" \"$@\"", &again);
    assert_eq!(ran.code, Some(0), "{ran:#?}");

    std::fs::remove_file(ground.path("out/seed.json")).unwrap();
    let ran = rerun(&ground, "1a");
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(ran.stderr.contains("seed.json is not there"), "{ran:#?}");
    // It can be looked at all the same.
    replay(&ground, &["1a"]);
}
