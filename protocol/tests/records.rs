//! The games of `fixtures/records.jsonl`: form, rules, and the transcripts of the same games.
#![allow(clippy::unwrap_used)]

mod common;

use common::{read, transcripts};
use nardy_protocol::codec::{decode_answer, decode_request};
use nardy_protocol::fault::FaultCode;
use nardy_protocol::message::*;
use nardy_protocol::record::{FaultRecord, GameRecord, Seat, TurnRecord};
use nardy_protocol::rules::{
    CheckerMove, Position, Roll, Ruleset, Situation, Stage, ToPlay, TurnList, Win,
};
use nardy_protocol::situation::to_play;

fn records() -> Vec<GameRecord> {
    let records = read("fixtures/records.jsonl");
    records
        .lines()
        .map(|line| GameRecord::from_line(line).unwrap())
        .collect()
}

#[test]
fn every_record_is_written_again_byte_for_byte() {
    for line in read("fixtures/records.jsonl").lines() {
        assert_eq!(GameRecord::from_line(line).unwrap().to_line(), line);
    }
}

/// A record small enough to be changed by hand.
const SMALL: &str = concat!(
    r#"{"game":"1a","index":0,"pair":1,"rules":"long","bots":["a","b"],"starter":0,"#,
    r#""roll_off":[[5,4]],"turns":[{"seat":0,"dice":[6,5],"moves":[[24,18],[18,13]]}],"#,
    r#""result":{"winner":1,"kind":"forfeit","points":2,"reason":"timeout"},"#,
    r#""fault":{"seat":0,"code":"timeout","message":"late"}}"#
);

#[test]
fn a_record_that_was_changed_in_form_is_refused() {
    assert_eq!(GameRecord::from_line(SMALL).unwrap().to_line(), SMALL);
    for (from, to) in [
        (r#""index":0"#, r#""index":0,"host":"x""#),
        (r#""index":0"#, r#""index":0,"index":0"#),
        (r#""index":0,"#, ""),
        (r#""index":0"#, r#""index":-1"#),
        (r#""index":0"#, r#""index":0.0"#),
        (r#""index":0"#, r#""index": 0"#),
        (r#""game":"1a","index":0"#, r#""index":0,"game":"1a""#),
        (r#""game":"1a""#, r#""game":"\u0031a""#),
        (r#""starter":0"#, r#""starter":2"#),
        (
            r#"{"seat":0,"dice":[6,5],"moves":"#,
            r#"{"seat":0,"moves":"#,
        ),
        (r#""dice":[6,5]"#, r#""dice":[6,5],"leftover":[1]"#),
        (r#""dice":[6,5]"#, r#""dice":[6,5],"took_ms":3"#),
        (
            r#"{"winner":1,"kind":"forfeit","points":2,"reason":"timeout"}"#,
            r#"[1,"forfeit",2,null,"timeout"]"#,
        ),
        (r#""forfeit""#, r#""draw""#),
        (r#""code":"timeout""#, r#""code":"timeout","rule":null"#),
        (r#""late"}}"#, r#""late"}} "#),
        (r#""late"}}"#, r#""late","dice":null}}"#),
        (r#""late"}}"#, r#""late","dice":[6]}}"#),
    ] {
        let changed = SMALL.replacen(from, to, 1);
        assert_ne!(changed, SMALL, "{from} is there to be changed");
        assert!(GameRecord::from_line(&changed).is_err(), "{changed}");
    }
}

#[test]
fn a_refusal_says_where_the_record_was_rewritten() {
    let changed = SMALL.replacen(r#""index":0"#, r#""index": 0"#, 1);
    let message = GameRecord::from_line(&changed).unwrap_err().to_string();
    let at = changed.find(": 0").unwrap() + 2;
    assert!(message.contains(&format!("at byte {at} ")), "{message}");
}

#[test]
fn what_a_bot_wrote_is_kept_but_cannot_act() {
    let mut record = GameRecord::from_line(SMALL).unwrap();
    record.turns[0].info = Some(serde_json::json!({ "remark": "\u{1b}[2J\u{202e}\u{9b}\n🎲" }));
    let line = record.to_line();
    assert!(
        line.contains(r#""info":{"remark":"\u001b[2J\u202e\u009b\n🎲"}"#),
        "{line}"
    );
    assert_eq!(GameRecord::from_line(&line).unwrap(), record);
}

/// The JSON library has a key of its own for its own messages to itself.
#[test]
fn an_info_with_a_key_of_the_json_library_is_kept_like_any_other() {
    let line =
        r#"{"type":"move","id":"x","moves":[],"info":{"$serde_json::private::RawValue":"1"}}"#;
    let FromBot::Move(answer) = decode_answer(line.as_bytes()).unwrap() else {
        panic!("{line}");
    };
    let mut record = GameRecord::from_line(SMALL).unwrap();
    record.turns[0].info = answer.info;
    let line = record.to_line();
    assert!(
        line.contains(r#""info":{"$serde_json::private::RawValue":"1"}"#),
        "{line}"
    );
    assert_eq!(GameRecord::from_line(&line).unwrap(), record);
}

#[test]
fn the_refusal_of_a_record_is_short_and_printable_whatever_its_keys_are() {
    for key in ["\u{1b}[2J\u{202e}", &"k".repeat(99_999)] {
        let changed = SMALL.replacen("index", key, 1);
        let message = GameRecord::from_line(&changed).unwrap_err().to_string();
        assert!(
            !message.contains(nardy_protocol::text::is_unsafe),
            "{message}"
        );
        assert!(message.chars().count() < 1_100, "{}", message.len());
    }
}

/// Or the same game would be other bytes in another build.
#[test]
fn an_info_is_written_with_its_keys_in_ascending_order() {
    let mut record = GameRecord::from_line(SMALL).unwrap();
    record.turns[0].info = Some(serde_json::from_str(r#"{"b":{"d":1,"c":2},"a":3}"#).unwrap());
    assert!(
        record
            .to_line()
            .contains(r#""info":{"a":3,"b":{"c":2,"d":1}}"#)
    );
}

#[test]
fn a_fault_keeps_its_texts_escaped_and_cut() {
    let fault = FaultRecord::new(Seat::One, FaultCode::NotJson.as_str(), &"m\n".repeat(9_999))
        .with_line(&b"\xFF\x1b".repeat(9_999));
    assert!(fault.message.starts_with(r"m\nm\n") && fault.message.ends_with('…'));
    let line = fault.line.unwrap();
    assert!(
        line.starts_with(r"\xFF\u{1b}\xFF") && line.ends_with('…'),
        "{line}"
    );
    assert!(fault.message.len() < 5_000 && line.len() < 5_000);
}

#[test]
fn rolls_are_those_of_the_turns_and_the_one_that_a_fault_left_unplayed() {
    let rolls = |line: &str| {
        GameRecord::from_line(line)
            .unwrap()
            .rolls()
            .collect::<Vec<_>>()
    };
    let played = (Seat::Zero, [6, 5]);
    // As before there was the key.
    assert_eq!(rolls(SMALL), [played]);
    let unplayed = SMALL.replace(r#""late""#, r#""late","dice":[3,3]"#);
    assert_eq!(rolls(&unplayed), [played, (Seat::Zero, [3, 3])]);
    // What a cascade left is no roll.
    let leftover = unplayed.replace(r#""dice":[6,5]"#, r#""leftover":[6,5]"#);
    assert_eq!(rolls(&leftover), [(Seat::Zero, [3, 3])]);
    // Before the first turn the roll is the starter's, whoever failed.
    let turns = r#"{"seat":0,"dice":[6,5],"moves":[[24,18],[18,13]]}"#;
    let at_once = unplayed
        .replace(turns, "")
        .replace(r#""starter":0"#, r#""starter":1"#);
    assert_eq!(rolls(&at_once), [(Seat::One, [3, 3])]);
}

/// Replays the turns of a game and gives the end, seen by the last mover.
fn replay(record: &GameRecord) -> Position {
    let ruleset = Ruleset::by_id(&record.rules).unwrap();
    let mut position = Position::start(&ruleset).flipped();
    let mut mover = record.starter.other();
    let mut first_rolls: [Option<Roll>; 2] = [None, None];
    for turn in &record.turns {
        if turn.seat != mover {
            position = position.flipped();
            mover = turn.seat;
        }
        let to_play = to_play(&turn.dice).unwrap();
        let own = &mut first_rolls[mover.index()];
        let is_first = matches!(to_play, ToPlay::Roll(roll) if own.replace(roll).is_none());
        let opponent_first_roll = first_rolls[mover.other().index()];
        let stage = match is_first {
            true => Stage::FirstTurn {
                opponent_first_roll,
            },
            false => Stage::Later,
        };
        position = play(
            &ruleset,
            &Situation {
                position,
                stage,
                to_play,
            },
            turn,
        );
    }
    position
}

fn play(ruleset: &Ruleset, situation: &Situation, turn: &TurnRecord) -> Position {
    let mut turns = TurnList::new();
    turns.generate(ruleset, situation);
    let moves: Vec<_> = turn
        .moves
        .iter()
        .map(|[from, to]| CheckerMove::new(*from, *to).unwrap())
        .collect();
    turns.check(ruleset, situation, &moves).unwrap()
}

#[test]
fn every_recorded_turn_is_legal_and_a_game_played_out_has_its_result() {
    let mut played_out = 0;
    for record in records() {
        let win = Win::of(&Ruleset::by_id(&record.rules).unwrap(), &replay(&record));
        let result = &record.result;
        match win {
            Some(win) => {
                assert_eq!(result.kind.as_str(), win.kind.name());
                assert_eq!(
                    (result.points, result.reason.as_str()),
                    (win.points, "borne_off")
                );
                assert_eq!(result.winner, record.turns.last().unwrap().seat);
                assert_eq!(record.fault, None);
                played_out += 1;
            }
            None => {
                let fault = record.fault.unwrap();
                assert_eq!(result.kind, WinKind::Forfeit);
                assert_eq!(
                    (result.winner, &result.reason),
                    (fault.seat.other(), &fault.code)
                );
                fault.code.parse::<FaultCode>().unwrap();
            }
        }
    }
    assert!(played_out > 0);
}

#[test]
fn records_and_transcripts_tell_the_same_games() {
    let records = records();
    for (name, said) in transcripts() {
        let mut game = None;
        let mut answered = Vec::new();
        for said in said {
            if said.from == "arena" {
                if let ToBot::Game(start) = decode_request(said.line.as_bytes()).unwrap() {
                    game = records.iter().find(|record| record.game == start.game);
                }
            } else if let FromBot::Move(answer) = decode_answer(said.line.as_bytes()).unwrap() {
                answered.push((answer.moves, answer.info));
            }
        }
        let record = game.unwrap();
        if let Some(illegal) = record.fault.as_ref().and_then(|fault| fault.moves.clone()) {
            // It is not among the turns.
            assert_eq!(answered.pop(), Some((illegal, None)));
        }
        // The turns of the transcript's bot, which is one of the two seats, without passes.
        let turns_of = |seat| -> Vec<_> {
            let own = record
                .turns
                .iter()
                .filter(|turn| turn.seat == seat && !turn.moves.is_empty());
            own.map(|turn| (turn.moves.clone(), turn.info.clone()))
                .collect()
        };
        assert!(
            Seat::BOTH
                .into_iter()
                .any(|seat| turns_of(seat) == answered),
            "{name}"
        );
    }
}
