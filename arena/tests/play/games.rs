//! Games as they are recorded, or not.

use nardy_protocol::record::Seat;
use rustix::process::Signal;
use serde_json::Value;

use crate::play;
use crate::support::{Ground, builtin, league};

/// Takes the first turn of the list, again and again: more often than any game needs.
fn first_turns() -> String {
    "1\n\n".repeat(2_000)
}

#[test]
fn a_whole_game_is_recorded_and_found_right() {
    for (rules, lang, won, lost) in [
        ("long", "en", "You (X) have won by ", "has won by "),
        ("long-classic", "ru", "Вы (X) выиграли: ", "Выигрывает "),
        ("gulbar", "en", "You (X) have won by ", "has won by "),
        ("short", "ru", "Вы (X) выиграли: ", "Выигрывает "),
    ] {
        let ground = Ground::new();
        let args = [
            "builtin:pips",
            "--rules",
            rules,
            "--lang",
            lang,
            "--seed",
            "7",
        ];
        let ran = play(&ground, &args, &first_turns());
        assert_eq!(ran.code, Some(0), "{ran:#?}");

        let records = ground.results("out").records();
        assert_eq!(records.len(), 1);
        let record = &records[0];
        assert_eq!(record.game, "1a");
        assert_eq!(record.rules, rules);
        assert_eq!(record.bots, ["person", "pips"]);
        assert_eq!(record.result.reason, "borne_off");
        let says = if record.result.winner == Seat::Zero {
            won
        } else {
            lost
        };
        assert!(ran.stdout.contains(says), "{says}: {}", ran.stdout);

        let verified = ground.run(&["verify", "out", "--json"]);
        assert_eq!(verified.code, Some(0), "{verified:#?}");
        let verified: Value = serde_json::from_str(&verified.stdout).unwrap();
        assert_eq!(verified["findings"], Value::Array(Vec::new()));

        let shown = ground.run(&["replay", "out", "1a"]);
        assert_eq!(shown.code, Some(0), "{shown:#?}");
        assert!(shown.stdout.contains("person (X) against pips (O)"));
    }
}

#[test]
fn the_rolls_are_those_of_the_first_game_of_a_match_with_these_names() {
    let ground = Ground::new();
    let ran = play(&ground, &["builtin:pips", "--seed", "7"], &first_turns());
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let bots = [("person", builtin("blocks")), ("pips", builtin("pips"))];
    let other = ground.play(
        &league("pairs = 1", &bots),
        "match",
        &["--sandbox", "off", "--seed", "7"],
    );
    let [one, other] = [&ground.results("out"), &other].map(|results| results.records().remove(0));
    assert_eq!(one.roll_off, other.roll_off);
    assert_eq!(one.starter, other.starter);
    // Each side's n-th roll is the same, whatever is played.
    for seat in Seat::BOTH {
        let dice = |record: &nardy_protocol::record::GameRecord| {
            let own = record.turns.iter().filter(|turn| turn.seat == seat);
            own.map(|turn| turn.dice.clone())
                .take(10)
                .collect::<Vec<_>>()
        };
        assert_eq!(dice(&one).len(), 10);
        assert_eq!(dice(&one), dice(&other));
    }
}

#[test]
fn a_game_that_is_left_is_not_recorded_and_that_is_said() {
    for (lang, typed, says) in [
        ("en", "q\nq\n", "it is not recorded"),
        ("en", "1\n", "it is not recorded"),
        ("ru", "", "она не записана"),
        ("ru", "выход\nвыход\n", "она не записана"),
    ] {
        let ground = Ground::new();
        let ran = play(&ground, &["--lang", lang], typed);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        assert!(ran.stdout.contains(says), "{typed:?}: {ran:#?}");
        assert!(!ground.path("out").exists());
    }
}

#[test]
fn quitting_is_asked_for_twice_in_a_row() {
    let ground = Ground::new();
    let typed = format!("q\nv\n{}", first_turns());
    let ran = play(&ground, &["builtin:pips"], &typed);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert_eq!(ground.results("out").records().len(), 1);
}

#[test]
fn with_a_clock_a_person_can_lose_on_time() {
    let ground = Ground::new();
    let args = [
        "play",
        "--out",
        "out",
        "--sandbox",
        "off",
        "--time",
        "100ms",
        "builtin:pips",
    ];
    // Nothing is typed, and the input does not end.
    let endless = "mkfifo typed && exec \"$0\" \"$@\" <> typed";
    let ran = ground.run_in_shell(endless, &args);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(ran.stdout.contains("you (X): lost by timeout"), "{ran:#?}");
    let record = ground.results("out").records().remove(0);
    assert_eq!(record.result.reason, "timeout");
    assert_eq!(record.result.winner, Seat::One);
    let verified = ground.run(&["verify", "out"]);
    assert_eq!(verified.code, Some(0), "{verified:#?}");
}

#[test]
fn a_signal_ends_the_game_and_nothing_is_recorded() {
    let ground = Ground::new();
    let args = ["play", "--out", "out", "--sandbox", "off", "builtin:pips"];
    let script = "mkfifo typed && exec \"$0\" \"$@\" <> typed > shown";
    let mut running = ground.start_in_shell(script, &args);
    let is_asked = || {
        let shown = std::fs::read_to_string(ground.path("shown"));
        shown.is_ok_and(|shown| shown.ends_with("\n> "))
    };
    running.until("a turn is asked for", is_asked);
    running.signal(Signal::INT);
    let ran = running.wait();
    assert_eq!(ran.code, Some(130), "{ran:#?}");
    assert!(ran.stderr.contains("it is not recorded"), "{ran:#?}");
    assert!(!ground.path("out").exists());
    ground.assert_nothing_is_left();
}

#[test]
fn a_person_is_not_played_again() {
    let ground = Ground::new();
    play(&ground, &["builtin:pips"], &first_turns());
    let ran = ground.run(&["replay", "out", "1a", "--rerun", "--sandbox", "off"]);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(ran.stderr.contains("person is a person"), "{ran:#?}");
}

#[test]
fn what_cannot_be_played_is_refused_before_the_first_turn() {
    for (args, says) in [
        (&["builtin:person"][..], "name a bot to play against"),
        (&["builtin:pisp"], "did you mean `pips`?"),
        (&["--rules", "lnog"], "did you mean"),
        (&["--time", "30"], "the unit is missing"),
        (&["--time", "0s+1m"], "no time"),
        (&["./is-not-there"], "no such file"),
        (&["--lang", "de"], "'de'"),
    ] {
        let ground = Ground::new();
        let ran = play(&ground, args, "");
        assert_eq!(ran.code, Some(2), "{ran:#?}");
        assert!(ran.stderr.contains(says), "{args:?}: {ran:#?}");
        assert!(!ground.path("out").exists());
    }
}

#[test]
fn a_bot_that_breaks_a_rule_loses_to_the_person() {
    let ground = Ground::new();
    let bot = crate::support::scripted(&[("turn:2", "illegal-far")]).join(" ");
    let ran = play(&ground, &[&bot], &first_turns());
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let record = ground.results("out").records().remove(0);
    assert_eq!(record.result.reason, "illegal_turn");
    assert_eq!(record.result.winner, Seat::Zero);
    assert!(ran.stdout.contains("lost by illegal_turn"), "{ran:#?}");
    assert!(
        ran.stdout
            .contains("You (X) have won by forfeit, points: 2"),
        "{ran:#?}"
    );
}
