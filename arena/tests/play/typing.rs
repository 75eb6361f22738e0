//! What is typed in a turn, and what is told.

use nardy_protocol::message::Dice;
use nardy_protocol::record::{GameRecord, Seat};

use crate::play;
use crate::support::Ground;

/// A folder in which a person has played a long game by first turns, and its record.
fn model(args: &[&str]) -> GameRecord {
    let ground = Ground::new();
    let ran = play(&ground, args, &"1\n\n".repeat(2_000));
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    ground.results("out").records().remove(0)
}

/// The person's turns that are asked for.
fn own_turns(record: &GameRecord) -> Vec<&nardy_protocol::record::TurnRecord> {
    let turns = record.turns.iter();
    turns
        .filter(|turn| turn.seat == Seat::Zero && !turn.moves.is_empty())
        .collect()
}

#[test]
fn the_same_game_is_played_by_moves_all_at_once_and_one_by_one() {
    for rules in ["long", "short"] {
        let args = ["builtin:pips", "--rules", rules, "--seed", "3"];
        let record = model(&args);
        let place = |point: u8| match point {
            0 => "off".to_owned(),
            25 => "bar".to_owned(),
            point => point.to_string(),
        };
        for (between, sign) in [(" ", "/"), ("\n", "-")] {
            let turns = own_turns(&record).into_iter().map(|turn| {
                let moves = turn.moves.iter();
                let moves = moves.map(|[a, b]| format!("{}{sign}{}", place(*a), place(*b)));
                moves.collect::<Vec<_>>().join(between) + "\n\n"
            });
            let ground = Ground::new();
            let ran = play(&ground, &args, &turns.collect::<String>());
            assert_eq!(ran.code, Some(0), "{ran:#?}");
            assert!(!ran.stdout.contains("Not legal"), "{}", ran.stdout);
            assert_eq!(ground.results("out").records()[0], record);
        }
    }
}

#[test]
fn moves_that_were_taken_back_leave_no_trace() {
    let args = ["builtin:pips", "--seed", "3"];
    let record = model(&args);
    // Of each turn everything is taken back, and once more than that.
    let turns = own_turns(&record).into_iter().map(|turn| {
        let back = "u\n".repeat(turn.moves.len() + 1);
        format!("1\n{back}\n1\n\n")
    });
    let ground = Ground::new();
    let ran = play(&ground, &args, &turns.collect::<String>());
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(ran.stdout.contains("There is nothing to take back"));
    assert!(ran.stdout.contains("The turn is not whole"));
    assert_eq!(ground.results("out").records()[0], record);
}

#[test]
fn an_illegal_entry_is_told_with_its_rule_and_costs_nothing() {
    // The person's first turn of a long game: all checkers are on 24.
    let args = ["builtin:pips", "--seed", "3"];
    let record = model(&args);
    let Dice::Roll([a, b]) = own_turns(&record)[0].dice else {
        panic!("{record:?}");
    };
    assert!(a != b, "choose a seed without a double at the start");
    let wrong = (1..=6).find(|die| *die != a && *die != b).unwrap();
    let far = format!("24/{}", 24 - wrong);
    let twice = format!("24/{} 24/{}", 24 - a, 24 - b);
    let rest = "1\n\n".repeat(2_000);
    for (lang, [no_die, no_checker, head]) in [
        (
            "en",
            [
                "Not legal. R4: ",
                "no own checker stands on 5",
                "Not legal. R10: ",
            ],
        ),
        (
            "ru",
            [
                "Не по правилам. R4: ",
                "Не по правилам. R4: ",
                "Не по правилам. R10: ",
            ],
        ),
    ] {
        for (typed, says) in [
            (&far, no_die),
            (&"5/1".to_owned(), no_checker),
            (&twice, head),
        ] {
            let ground = Ground::new();
            let all = [&args[..], &["--lang", lang]].concat();
            let ran = play(&ground, &all, &format!("{typed}\n{rest}"));
            assert_eq!(ran.code, Some(0), "{ran:#?}");
            assert!(ran.stdout.contains(says), "{typed}: {says}: {}", ran.stdout);
            assert_eq!(ground.results("out").records()[0], record, "{typed}");
        }
    }
}

#[test]
fn the_board_turns_and_help_and_nonsense_are_answered() {
    let ground = Ground::new();
    let typed = "v\nv\nv\n?\nabc\n99999999999999999999\n\u{1b}[2J\n\0\nl\n";
    let ran = play(&ground, &["builtin:pips", "--seed", "3"], typed);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let (_, shown) = ran.stdout.split_once("> v\n").unwrap();
    // From the other side his checkers are O's; then both boards stand beside each other.
    let sides: Vec<_> = shown
        .lines()
        .filter(|line| line.contains("pips "))
        .take(6)
        .collect();
    assert!(
        sides[0].starts_with(" X: off") && sides[1].starts_with(" O: off"),
        "{sides:#?}"
    );
    assert!(
        sides[2].starts_with(" O: off") && sides[2].contains(" X: off"),
        "{sides:#?}"
    );
    assert!(
        sides[4].starts_with(" O: off") && !sides[4].contains("X:"),
        "{sides:#?}"
    );
    for says in [
        "  NUMBER  take this turn of the list",
        "That is no move: column 1",
        "There is no such turn; the last one is ",
    ] {
        assert!(shown.contains(says), "{says}: {shown}");
    }
    let acts = |c: char| c != '\n' && nardy_protocol::text::is_unsafe(c);
    assert_eq!(ran.stdout.chars().find(|c| acts(*c)), None);
}

#[test]
fn the_locale_chooses_the_language() {
    for (variables, says) in [
        ("LC_ALL=ru_RU.UTF-8 LANG=en_US.UTF-8", "начинает: "),
        ("LC_ALL= LC_MESSAGES= LANG=ru_RU.UTF-8", "начинает: "),
        ("LC_ALL=C LANG=ru_RU.UTF-8", "first: "),
        ("LC_ALL= LC_MESSAGES= LANG=", "first: "),
    ] {
        let ground = Ground::new();
        let script = format!("{variables} exec \"$0\" \"$@\" < /dev/null");
        let args = ["play", "--out", "out", "--sandbox", "off"];
        let ran = ground.run_in_shell(&script, &args);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        assert!(ran.stdout.contains(says), "{variables}: {ran:#?}");
    }
}
