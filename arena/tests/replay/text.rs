//! A game as text: every turn, the reason of a forfeit, and nothing that acts on a terminal.

use nardy_protocol::text::is_unsafe;

use crate::support::{Ground, builtin, league};
use crate::{play, play_with_a_fault, replay, write_script};

/// The lines of the turns.
fn turn_lines(text: &str) -> Vec<&str> {
    let lines = text.lines();
    lines.filter(|line| line.starts_with("turn ")).collect()
}

#[test]
fn without_a_game_the_games_are_listed() {
    let ground = Ground::new();
    play(&ground, "long");
    let text = replay(&ground, &[]);
    let rows = ground.results("out").rows("games.csv");
    assert_eq!(rows.len(), 4);
    let listed: Vec<_> = text.lines().skip(1).collect();
    assert_eq!(listed.len(), 4, "{text}");
    for (line, row) in listed.iter().zip(rows) {
        let words: Vec<_> = line.split_whitespace().collect();
        let columns = [
            "game", "first", "second", "winner", "kind", "points", "turns", "reason",
        ];
        assert_eq!(words, columns.map(|column| row.text(column)), "{text}");
    }
}

#[test]
fn every_turn_stands_there_with_its_roll_and_its_moves() {
    let ground = Ground::new();
    play(&ground, "long");
    let record = &ground.results("out").records()[0];
    let text = replay(&ground, &["1a"]);
    let lines = turn_lines(&text);
    assert_eq!(lines.len(), record.turns.len());
    for (number, (line, turn)) in (1..).zip(lines.iter().zip(&record.turns)) {
        let name = &record.bots[turn.seat.index()];
        let mark = ["X", "O"][turn.seat.index()];
        let nardy_protocol::message::Dice::Roll([a, b]) = turn.dice else {
            panic!("{turn:?}");
        };
        let moves = turn.moves.iter().map(|[from, to]| match to {
            0 => format!(" {from}-off"),
            to => format!(" {from}-{to}"),
        });
        let moves: String = match turn.moves.is_empty() {
            true => " pass".to_owned(),
            false => moves.collect(),
        };
        let count = record.turns.len();
        let wanted = format!("turn {number} of {count}: {name} ({mark}) rolled {a}-{b}:{moves}");
        assert_eq!(*line, wanted);
    }
    let winner = record.result.winner.index();
    let (name, mark) = (&record.bots[winner], ["X", "O"][winner]);
    assert!(
        text.contains(&format!("\n{name} ({mark}) won by ")),
        "{text}"
    );
    assert!(text.contains("\ntime: X 0."), "{text}");
}

#[test]
fn the_board_is_seen_by_the_mover_or_as_it_is_asked_for() {
    let ground = Ground::new();
    play(&ground, "long");
    // Before the first turn both heads are full: the viewer's at the right, the other's below.
    let start = |view: &str| {
        let text = replay(&ground, &["1a", "--view", view]);
        let rows: Vec<_> = text.lines().map(str::to_owned).collect();
        let at = rows.iter().position(|row| row.starts_with("start: "));
        rows[at.unwrap() + 1..][..17].to_vec()
    };
    let (first, second, both) = (start("first"), start("second"), start("both"));
    assert!(first[3].ends_with("X |"), "{first:#?}");
    assert!(first[13].starts_with(" |  O"), "{first:#?}");
    assert!(second[3].ends_with("O |"), "{second:#?}");
    for row in 0..17 {
        assert!(both[row].starts_with(first[row].trim_end()), "{both:#?}");
        assert!(both[row].ends_with(&second[row]), "{both:#?}");
    }
}

#[test]
fn a_forfeit_tells_the_rule_the_line_and_a_legal_turn() {
    let ground = Ground::new();
    play_with_a_fault(&ground);
    let record = &ground.results("out").records()[0];
    let fault = record.fault.as_ref().unwrap();
    let text = replay(&ground, &["1a"]);
    let (_, end) = text.split_once("\nthe end\n").unwrap();
    let end = end.replace('\n', " ");
    let rule = fault.rule.as_ref().unwrap();
    let example = fault.example.as_ref().unwrap();
    let example = example.iter().map(|[from, to]| format!(" {from}-{to}"));
    for wanted in [
        "far (O) rolled ".to_owned(),
        format!(" lost by illegal_turn {rule}: {}", fault.message),
        format!("legal would have been:{}", example.collect::<String>()),
        format!("its line: {}", fault.line.as_ref().unwrap()),
        "pips (X) won by forfeit, 2 points".to_owned(),
    ] {
        assert!(end.contains(&wanted), "{wanted}\n{end}");
    }
    // In the list the rule stands beside the reason.
    assert!(replay(&ground, &[]).contains(&format!("illegal_turn {rule}\n")));
}

#[test]
fn what_a_bot_says_is_shown_and_cannot_act() {
    let ground = Ground::new();
    let info = r#"{"remark":"\\u001b[2J\\u009b31m \\u202eliar","equity":0.25}"#;
    ground.write("info.sed", format!(r#"s/"type":"move"/&,"info":{info}/"#));
    let arena = env!("CARGO_BIN_EXE_arena");
    write_script(
        &ground,
        "loud.sh",
        &format!("'{arena}' builtin pips | sed -uf info.sed"),
    );
    let bots = [
        ("pips", builtin("pips")),
        ("loud", vec!["./loud.sh".to_owned()]),
    ];
    let league = league("pairs = 1", &bots);
    ground.play(&league, "out", &["--sandbox", "off"]);
    for args in [
        &["1a"][..],
        &["1a", "--export", "json"],
        &["1a", "--export", "mat"],
        &[],
    ] {
        let text = replay(&ground, args);
        let acts = text.chars().find(|c| *c != '\n' && is_unsafe(*c));
        assert_eq!(acts, None, "{args:?}: {text:?}");
    }
    let text = replay(&ground, &["1a"]).replace('\n', " ");
    assert!(
        text.contains("info: {\"equity\":0.25,\"remark\":\"\\u001b[2J"),
        "{text}"
    );
}

#[test]
fn a_game_that_is_not_there_is_told_with_what_to_do() {
    let ground = Ground::new();
    play(&ground, "long");
    for (args, says) in [
        (
            &["out", "9a"][..],
            "there is no game 9a in the journal; `arena replay DIR` lists the games",
        ),
        (
            &["out", "1"],
            "\"1\" is no game: write the number of its pair and a or b, like 17a",
        ),
        (
            &["tmp", "1a"],
            "tmp is no results folder: it has no league.json",
        ),
        (&["out", "--export", "mat"], "<GAME>"),
    ] {
        let ran = ground.run(&[&["replay"], args].concat());
        assert_eq!(ran.code, Some(2), "{ran:#?}");
        assert!(ran.stderr.contains(says), "{ran:#?}");
    }
}
