//! Games lost by a line that is no answer, by an answer to something else and by a process at
//! fault: who loses, what both bots are told and what is kept.
#![allow(clippy::unwrap_used)]

mod common;

use arena_referee::clock::Micros;
use arena_referee::verdict::BotFault;
use common::forfeit::check;
use common::player::Drawing;
use common::table::{Table, line_of, moves_answer};
use common::{NO_TIME, RULESETS, pair_dice, setup};
use nardy_protocol::fault::FaultCode;
use nardy_protocol::message::{Dice, FromBot, HelloAnswer, Ready, RequestId, ToBot};
use nardy_protocol::record::Seat;
use serde_json::Value;

/// A game in which some requests have been answered.
fn after(rules: &str, answers: u32) -> Table {
    let mut table = Table::begin(setup(rules, 1));
    answer(&mut table, rules, answers);
    table
}

/// Answers the first requests of a game.
fn answer(table: &mut Table, rules: &str, answers: u32) {
    let player = Drawing { rules, seed: 1 };
    for answer in 0..answers {
        if answer < 2 {
            table.ready();
        } else {
            let moves = player.choose(&table.asked().turn());
            table.moves(moves);
        }
    }
}

/// Both bots getting ready, both bots' first turns, both bots in mid-game.
const STAGES: [u32; 6] = [0, 1, 2, 3, 20, 21];

/// Loses a game by this line.
fn lost_by(mut table: Table, line: &[u8], code: FaultCode) -> Table {
    let culprit = table.asked().seat;
    table.say(line, NO_TIME);
    check(&mut table, culprit, code);
    table
}

/// What the open request says is to be played, as a record has it.
fn asked_dice(table: &Table) -> Option<[u8; 2]> {
    match table.asked().message() {
        ToBot::Turn(request) => match request.dice {
            Dice::Roll(dice) => Some(dice),
            Dice::Leftover(_) => None,
        },
        _ => None,
    }
}

/// A roll is made when a turn is asked for, or by a roll-off whose dice the starter plays; what a
/// cascade left is none.
#[test]
fn a_fault_keeps_the_roll_that_it_left_unplayed() {
    for rules in RULESETS {
        let mut leftovers = 0;
        for answers in 0..40 {
            let mut table = after(rules, answers);
            let mut expected = asked_dice(&table);
            if answers < 2 && rules == "short" {
                // The pair's roll-off, the starter's die first.
                let [zero, one] = *pair_dice(1).roll_off().last().unwrap();
                expected = Some(if zero > one { [zero, one] } else { [one, zero] });
            }
            leftovers += usize::from(answers > 1 && expected.is_none());
            table.fault(BotFault::new(FaultCode::Exited, "gone"));
            let record = table.into_record();
            assert_eq!(record.fault.unwrap().dice, expected, "{rules}, {answers}");
        }
        assert_eq!(leftovers > 0, rules == "gulbar", "{rules}");
    }
}

fn cases(text: &str) -> impl Iterator<Item = Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap())
}

/// The bytes of a fixture's line, which stands there as text, in hex or as repeated pieces.
fn bytes_of(case: &Value) -> Vec<u8> {
    if let Some(line) = case["line"].as_str() {
        return line.as_bytes().to_vec();
    }
    if let Some(hex) = case["hex"].as_str() {
        let pair = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
        return (0..hex.len()).step_by(2).map(pair).collect();
    }
    let piece = |piece: &Value| {
        let times = usize::try_from(piece[1].as_u64().unwrap()).unwrap();
        piece[0].as_str().unwrap().repeat(times)
    };
    let pieces = case["pieces"].as_array().unwrap();
    pieces.iter().map(piece).collect::<String>().into_bytes()
}

#[test]
fn every_malformed_line_of_the_fixtures_loses_the_game_with_its_code_whenever_it_comes() {
    let bad = include_str!("../../../protocol/fixtures/answers_bad.jsonl");
    for case in cases(bad) {
        let code: FaultCode = case["code"].as_str().unwrap().parse().unwrap();
        for answers in STAGES {
            let table = lost_by(after("long", answers), &bytes_of(&case), code);
            let fault = table.into_record().fault.unwrap();
            assert!(fault.line.is_some());
            assert_eq!((fault.rule, fault.example), (None, None), "{case}");
            if let Some(says) = case["says"].as_str() {
                // The record's message is escaped once more.
                assert!(fault.message.contains(says), "{} in {case}", fault.message);
            }
        }
    }
}

/// A pair whose starter may answer his first roll as the fixtures do: 24-18, 18-15.
fn starter_rolls_6_3() -> u64 {
    (1..)
        .find(|&pair_no| {
            let request = Table::in_play(setup("long", pair_no)).asked().turn();
            serde_json::to_value(&request).unwrap()["dice"] == serde_json::json!([6, 3])
        })
        .unwrap()
}

#[test]
fn every_well_formed_line_of_the_fixtures_is_taken_as_what_it_means() {
    let setup = setup("long", starter_rolls_6_3());
    let good = include_str!("../../../protocol/fixtures/answers_good.jsonl");
    let mut taken = [0, 0];
    for case in cases(good) {
        let mut table = Table::begin_with_ids(setup.clone(), |_| RequestId::new("q7"));
        let (line, means) = (bytes_of(&case), &case["means"]);
        let moves = serde_json::json!([[24, 18], [18, 15]]);
        if means["type"] == "ready" && means["id"] == "q7" {
            table.say(&line, NO_TIME);
            assert!(!table.is_over(), "{case}");
            taken[0] += 1;
        }
        if means["type"] == "move" && means["id"] == "q7" && means["moves"] == moves {
            table.ready();
            table.ready();
            table.say(&line, NO_TIME);
            assert!(!table.is_over(), "{case}");
            table.fault(BotFault::new(FaultCode::Exited, "no more"));
            let kept = table.into_record().turns.swap_remove(0);
            assert_eq!(serde_json::to_value(&kept.moves).unwrap(), moves);
            assert_eq!(kept.info.as_ref(), means.get("info"), "{case}");
            taken[1] += 1;
        }
    }
    assert!(taken[0] > 2 && taken[1] > 2, "{taken:?}");
}

fn ready(id: RequestId) -> Vec<u8> {
    line_of(&FromBot::Ready(Ready { id }))
}

#[test]
fn an_answer_with_an_id_that_is_not_the_open_requests_loses_the_game() {
    for answers in STAGES {
        let table = after("long", answers);
        // The same text in other letters, with a space, cut short, empty.
        let own = table.asked().id().as_str().to_owned();
        for id in [&own.to_uppercase(), &format!("{own} "), &own[1..], ""] {
            let id = RequestId::new(id);
            let line = match answers {
                0 | 1 => ready(id),
                _ => line_of(&moves_answer(id, vec![[24, 23]])),
            };
            lost_by(after("long", answers), &line, FaultCode::WrongId);
        }
    }
}

#[test]
fn a_second_answer_to_an_earlier_request_loses_the_game_at_the_next_one() {
    for rules in RULESETS {
        let player = Drawing { rules, seed: 1 };
        let mut table = Table::in_play(setup(rules, 1));
        let asked = table.asked().clone();
        let answer = moves_answer(asked.id(), player.choose(&asked.turn()));
        table.answer(&answer);
        while table.asked().seat != asked.seat {
            let moves = player.choose(&table.asked().turn());
            table.moves(moves);
        }
        lost_by(table, &line_of(&answer), FaultCode::UnaskedLine);
    }
}

#[test]
fn answering_the_opponents_request_loses_the_game() {
    let table = after("long", 2);
    let his = table.asked().id();
    let table = after("long", 3);
    assert_ne!(table.asked().id(), his);
    let answer = line_of(&moves_answer(his, vec![[24, 23]]));
    lost_by(table, &answer, FaultCode::WrongId);
}

#[test]
fn an_answer_of_another_type_than_asked_for_loses_the_game() {
    let hello = |id| {
        let rules = vec!["long".to_owned()];
        line_of(&FromBot::Hello(HelloAnswer {
            id,
            protocol: 1,
            name: "late".to_owned(),
            version: String::new(),
            rules,
            wants: Vec::new(),
        }))
    };
    for answers in STAGES {
        let table = after("long", answers);
        let id = table.asked().id();
        let other = match answers {
            0 | 1 => line_of(&moves_answer(id.clone(), vec![[24, 23]])),
            _ => ready(id.clone()),
        };
        lost_by(table, &other, FaultCode::UnexpectedType);
        lost_by(
            after("long", answers),
            &hello(id),
            FaultCode::UnexpectedType,
        );
    }
}

#[test]
fn a_fault_of_the_process_loses_the_game_for_the_bot_that_was_asked() {
    for rules in RULESETS {
        for code in FaultCode::ALL {
            for answers in STAGES {
                let mut table = after(rules, answers);
                let culprit = table.asked().seat;
                table.fault(BotFault::new(code, "what happened and what to change"));
                check(&mut table, culprit, code);
                let record = table.into_record();
                let fault = record.fault.unwrap();
                assert_eq!(fault.message, "what happened and what to change");
                assert_eq!(fault.line, None);
                assert_eq!((fault.rule, fault.example), (None, None));
                // Two answers are no turns; everything after them is one turn at least.
                let turns_played = record.turns.len();
                assert!(turns_played >= answers.saturating_sub(2) as usize);
            }
        }
    }
}

#[test]
fn the_offending_line_is_kept_escaped_and_cut() {
    let kept_as = |line: &[u8], code| {
        let table = lost_by(after("long", 2), line, code);
        table.into_record().fault.unwrap().line.unwrap()
    };
    let kept = |line: &[u8]| kept_as(line, FaultCode::RemarkOnStdout);
    assert_eq!(
        kept("\u{1b}[31mred\u{202e}\u{7}".as_bytes()),
        r"\u{1b}[31mred\u{202e}\u{7}"
    );
    assert_eq!(kept("a".repeat(200).as_bytes()), "a".repeat(200));
    assert_eq!(kept("a".repeat(60_000).as_bytes()), "a".repeat(200) + "…");
    let latin = kept_as(b"caf\xE9, \xFF", FaultCode::InvalidUtf8);
    assert_eq!(latin, r"caf\xE9, \xFF");
    let mut table = after("long", 2);
    let flood = BotFault::new(FaultCode::LineTooLong, "\u{1b}".repeat(9)).with_line(b"\xFF\n");
    table.fault(flood);
    check(&mut table, Seat::Zero, FaultCode::LineTooLong);
    let fault = table.into_record().fault.unwrap();
    assert_eq!(fault.line.unwrap(), r"\xFF\n");
    assert_eq!(fault.message, r"\u{1b}".repeat(9));
}

#[test]
fn a_line_that_comes_too_late_loses_on_time_whatever_it_says() {
    for answers in STAGES {
        let table = after("long", answers);
        let id = table.asked().id();
        let late = table.asked().allowance + Micros(1);
        let lines: [Vec<u8>; 4] = [
            ready(id.clone()),
            line_of(&moves_answer(id, vec![[1, 0]])),
            ready(RequestId::new("another")),
            b"oh dear".to_vec(),
        ];
        for line in lines {
            let mut table = after("long", answers);
            let culprit = table.asked().seat;
            table.say(&line, late);
            check(&mut table, culprit, FaultCode::Timeout);
        }
    }
}

#[test]
fn a_bot_that_cannot_play_forfeits_whether_it_is_asked_or_not() {
    for culprit in Seat::BOTH {
        for answers in STAGES {
            let mut table = after("long", answers);
            let turns_played = answers.saturating_sub(2) as usize;
            let fault = BotFault::new(FaultCode::Dropped, "out of the league");
            table.forfeit(culprit, fault);
            check(&mut table, culprit, FaultCode::Dropped);
            assert_eq!(table.into_record().turns.len(), turns_played);
        }
    }
}

#[test]
fn a_game_that_is_over_is_not_forfeited_any_more() {
    let mut table = after("long", 5);
    let culprit = table.asked().seat;
    table.fault(BotFault::new(FaultCode::Exited, "gone"));
    let verdict = table.game.verdict().cloned();
    for seat in Seat::BOTH {
        table.forfeit(seat, BotFault::new(FaultCode::Dropped, "too late"));
        assert_eq!(table.game.verdict(), verdict.as_ref());
    }
    check(&mut table, culprit, FaultCode::Exited);
}

#[test]
fn a_game_has_begun_once_a_turn_is_asked_for_even_if_it_ends_there() {
    for rules in RULESETS {
        for answers in STAGES {
            let mut table = after(rules, answers);
            assert_eq!(table.game.has_begun(), answers >= 2, "{rules} {answers}");
            table.fault(BotFault::new(FaultCode::Exited, "gone"));
            assert_eq!(
                table.game.has_begun(),
                answers >= 2,
                "{rules} {answers}, over"
            );
        }
    }
}

/// The record of a game lost at a stage by an answer with the open request's id in it.
fn record_of_loss(
    answers: u32,
    ids: fn(u32) -> RequestId,
    took: impl Fn(Micros) -> Micros,
    line: impl Fn(RequestId) -> Vec<u8>,
) -> String {
    let mut table = Table::begin_with_ids(setup("long", 1), ids);
    answer(&mut table, "long", answers);
    let asked = table.asked().clone();
    table.say(&line(asked.id()), took(asked.allowance));
    assert!(table.is_over());
    table.into_record().to_line()
}

#[test]
fn a_forfeit_leaves_the_same_record_whatever_the_ids_and_the_times() {
    let lines: [fn(RequestId) -> Vec<u8>; 5] = [
        |id| line_of(&moves_answer(id, vec![[1, 0]])),
        |id| format!("{{\"type\":\"move\",\"id\":\"{id}\"}}").into_bytes(),
        |id| format!("answering {id}").into_bytes(),
        |id| [format!("{{\"id\":\"{id}\"").as_bytes(), b"\xFF"].concat(),
        |_| line_of(&moves_answer(RequestId::new("none"), vec![[1, 0]])),
    ];
    let plain = |number| RequestId::new(format!("{number:016x}"));
    let random = |number: u32| RequestId::new(format!("{:016x}", number.wrapping_mul(0x9E37_79B9)));
    for answers in STAGES {
        for line in lines {
            let quick = record_of_loss(answers, plain, |_| NO_TIME, line);
            let slow = record_of_loss(answers, random, |allowed| allowed, line);
            assert_eq!(slow, quick);
            let late = record_of_loss(answers, plain, |allowed| allowed + Micros(1), line);
            let later = record_of_loss(answers, random, |allowed| allowed + allowed, line);
            assert_eq!(later, late);
            assert_ne!(late, quick);
        }
    }
}
