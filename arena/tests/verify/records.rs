//! A record that was edited with care, so that its length and checksum fit: the rules and the
//! dice find it, and name the place.

use std::sync::OnceLock;

use nardy_protocol::message::{Dice, WinKind};
use nardy_protocol::record::{FaultRecord, GameRecord, ResultRecord, Seat};

use crate::folder::{Files, texts};
use crate::support::{builtin, league, scripted};

/// A game that is played out, and one that is lost by a turn that is not legal.
fn long() -> &'static Files {
    static PLAYED: OnceLock<Files> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let bots = [("a", builtin("pips")), ("b", builtin("random"))];
        Files::of_league(&league("pairs = 2\nconcurrency = 1", &bots), &[])
    })
}

fn lost(orders: &[(&str, &str)]) -> Files {
    let bots = [("a", builtin("pips")), ("b", scripted(orders))];
    Files::of_league(&league("pairs = 1\nconcurrency = 1", &bots), &[])
}

fn illegal() -> &'static Files {
    static PLAYED: OnceLock<Files> = OnceLock::new();
    PLAYED.get_or_init(|| lost(&[("turn:5", "illegal-none")]))
}

/// A pair of games under these rules.
fn pair(rules: &str) -> Files {
    let bots = [("a", builtin("pips")), ("b", builtin("random"))];
    let settings = format!("rules = {rules:?}\npairs = 1\nconcurrency = 1");
    Files::of_league(&league(&settings, &bots), &[])
}

/// Changes the record of line 2 and expects this finding in its game; others may follow from it.
#[track_caller]
fn assert_found(files: &Files, change: impl FnOnce(&mut GameRecord), expected: &str) {
    let changed = files.with_record(2, change);
    assert_ne!(changed.bytes("games.jsonl"), files.bytes("games.jsonl"));
    let verified = changed.verify();
    let findings = texts(&verified);
    let found = findings.iter().any(|finding| finding.starts_with(expected));
    assert!(found, "{expected}\nis not among\n{}", findings.join("\n"));
}

/// The first turn of a record with at least two moves, from this one on.
fn turn_of(record: &GameRecord, from: usize) -> usize {
    let turns = record.turns.iter().enumerate().skip(from);
    turns
        .filter(|(_, turn)| turn.moves.len() > 1)
        .map(|(number, _)| number)
        .next()
        .unwrap()
}

const PLACE: &str = "games.jsonl line 2, game 1b";

#[test]
fn dice_that_did_not_fall_are_found() {
    let number = turn_of(&long().records()[1], 20);
    let Dice::Roll([one, other]) = long().records()[1].turns[number].dice else {
        panic!("a leftover in long");
    };
    let fallen = one % 6 + 1;
    let expected = format!(
        "{PLACE}, turns[{number}].dice: there is {{\"dice\":[{fallen},{other}]}}, \
         should be {{\"dice\":[{one},{other}]}}"
    );
    let change = |record: &mut GameRecord| record.turns[number].dice = Dice::Roll([fallen, other]);
    assert_found(long(), change, &expected);
}

#[test]
fn moves_that_are_not_legal_are_found_with_their_rule() {
    let number = turn_of(&long().records()[1], 10);
    let moves = |record: &mut GameRecord, moves: &[[u8; 2]]| {
        record.turns[number].moves = moves.to_vec();
    };
    let place = format!("{PLACE}, turns[{number}].moves: there is");
    let far = format!("{place} [[24,1]], should be a legal turn; R");
    assert_found(long(), |record| moves(record, &[[24, 1]]), &far);
    let pass = format!("{place} [], should be a legal turn; R5");
    assert_found(long(), |record| moves(record, &[]), &pass);
    // Points that no board has are no moves at all.
    let nowhere = format!("{place} [[99,98]], should be a legal turn");
    assert_found(long(), |record| moves(record, &[[99, 98]]), &nowhere);
}

#[test]
fn turns_that_are_left_out_put_in_or_exchanged_are_found() {
    let last = long().records()[1].turns.len() - 1;
    let cut = |record: &mut GameRecord| drop(record.turns.pop());
    assert_found(
        long(),
        cut,
        &format!("{PLACE}, turns[{last}]: there is nothing, should be a turn"),
    );
    let more = |record: &mut GameRecord| record.turns.push(record.turns[last - 1].clone());
    assert_found(
        long(),
        more,
        &format!("{PLACE}, turns[{}]: there is {{", last + 1),
    );
    let without = |record: &mut GameRecord| drop(record.turns.remove(6));
    assert_found(
        long(),
        without,
        &format!("{PLACE}, turns[6].seat: there is"),
    );
    let exchanged = |record: &mut GameRecord| record.turns.swap(6, 7);
    assert_found(
        long(),
        exchanged,
        &format!("{PLACE}, turns[6].seat: there is"),
    );
}

#[test]
fn a_pass_by_somebody_who_could_play_and_a_turn_by_somebody_who_could_not_are_found() {
    let files = pair("short");
    let turns = files.records()[1].turns.clone();
    let pass = turns.iter().position(|turn| turn.moves.is_empty());
    let pass = pass.expect("somebody is kept on the bar in this game");
    let without = |record: &mut GameRecord| drop(record.turns.remove(pass));
    assert_found(&files, without, &format!("{PLACE}, turns[{pass}]"));
    let played = |record: &mut GameRecord| record.turns[pass].moves = vec![[24, 23]];
    assert_found(
        &files,
        played,
        &format!("{PLACE}, turns[{pass}].moves: there is [[24,23]], should be []"),
    );
}

#[test]
fn what_a_cascade_has_left_is_found_when_changed() {
    let files = pair("gulbar");
    let records = files.records();
    let mut turns = records[1].turns.iter();
    let number = turns.position(|turn| matches!(turn.dice, Dice::Leftover(_)));
    let number = number.expect("a cascade leaves something in this game");
    let change = |record: &mut GameRecord| match &mut record.turns[number].dice {
        Dice::Leftover(dice) => dice.push(6),
        Dice::Roll(_) => panic!("no leftover"),
    };
    assert_found(&files, change, &format!("{PLACE}, turns[{number}]"));
    let without = |record: &mut GameRecord| drop(record.turns.remove(number));
    assert_found(&files, without, &format!("{PLACE}, turns[{number}]"));
}

/// A change of a record, and the finding's place and text.
type Case = (fn(&mut GameRecord), &'static str);

#[test]
fn every_other_part_of_a_record_is_worked_out_again() {
    let result = long().records()[1].result.clone();
    let points = result.points;
    let expected = format!(
        "{PLACE}, result.points: there is {}, should be {points}",
        points + 1
    );
    assert_found(long(), |record| record.result.points += 1, &expected);
    let winner = result.winner;
    let expected = format!(
        "{PLACE}, result.winner: there is {}, should be {}",
        winner.other().index(),
        winner.index()
    );
    let change = |record: &mut GameRecord| record.result.winner = record.result.winner.other();
    assert_found(long(), change, &expected);
    let cases: [Case; 9] = [
        (
            |record| record.result.kind = WinKind::Koks,
            ", result.kind: there is \"koks\"",
        ),
        (
            |record| record.result.reason = "timeout".to_owned(),
            ", result.reason: there is \"timeout\"",
        ),
        (
            |record| record.result.pips = Some(7),
            ", result.pips: there is 7, should be nothing",
        ),
        (
            |record| record.starter = record.starter.other(),
            ", starter: there is",
        ),
        (
            |record| record.roll_off.insert(0, [3, 3]),
            ", roll_off[0]: there is [3,3]",
        ),
        (
            |record| record.roll_off.clear(),
            ", roll_off[0]: there is nothing",
        ),
        (
            |record| record.bots.reverse(),
            ", bots: there is [\"a\",\"b\"], should be [\"b\",\"a\"]",
        ),
        (|record| record.pair = 2, ", pair: there is 2, should be 1"),
        (
            |record| record.rules = "long-app".to_owned(),
            ", rules: there is \"long-app\"",
        ),
    ];
    for (change, expected) in cases {
        assert_found(long(), change, &format!("{PLACE}{expected}"));
    }
}

#[test]
fn a_record_under_another_name_or_index_is_found() {
    let expected = "games.jsonl line 2, game 7a, game: there is \"7a\", should be \"1b\"";
    assert_found(long(), |record| record.game = "7a".to_owned(), expected);
    let expected = "games.jsonl line 2, game 1b: the league has 4 games, and none with the index 9";
    assert_found(long(), |record| record.index = 9, expected);
    let expected = "games.jsonl line 2: it is game 1b, which is there already, in line 1";
    assert_found(long(), |record| record.index = 0, expected);
}

#[test]
fn a_bot_that_the_league_does_not_have_is_found_and_no_table_is_compared() {
    let changed = long().with_record(1, |record| record.bots[0] = "c".to_owned());
    let verified = changed.verify();
    let findings = texts(&verified);
    let bots = "games.jsonl line 1, game 1a, bots: there is [\"c\",\"b\"], should be [\"a\",\"b\"]";
    let called = "games.jsonl line 1, game 1a: no bot of this league is called \"c\"";
    assert_eq!(findings, [bots, called]);
    assert_eq!(verified.tables, ["keys.csv"]);
}

#[test]
fn a_forfeit_in_place_of_a_game_that_was_played_out_is_found() {
    let change = |record: &mut GameRecord| {
        let seat = Seat::Zero;
        record.result = ResultRecord {
            winner: seat.other(),
            kind: WinKind::Forfeit,
            points: 2,
            pips: None,
            reason: "timeout".to_owned(),
        };
        record.fault = Some(FaultRecord::new(seat, "timeout", "too late"));
    };
    assert_found(
        long(),
        change,
        &format!("{PLACE}, result.kind: there is \"forfeit\""),
    );
}

fn fault(record: &mut GameRecord) -> &mut FaultRecord {
    record.fault.as_mut().unwrap()
}

#[test]
fn an_illegal_turn_is_judged_once_more() {
    assert_eq!(illegal().verify().forfeits, 2);
    let example = fault(&mut illegal().records()[1]).example.clone().unwrap();
    let legal = |record: &mut GameRecord| fault(record).moves = Some(example.clone());
    assert_found(
        illegal(),
        legal,
        &format!("{PLACE}, fault.moves: there is [["),
    );
    let cases: [Case; 8] = [
        (
            |record| fault(record).dice = Some([0, 0]),
            ".dice: there is [0,0], should be [",
        ),
        (
            |record| fault(record).moves = None,
            ".moves: there is nothing, should be the moves",
        ),
        (
            |record| fault(record).rule = Some("R10".to_owned()),
            ".rule: there is \"R10\", should be \"R5\"",
        ),
        (
            |record| fault(record).example = Some(vec![[1, 24]]),
            ".example: there is [[1,24]], should be [[",
        ),
        (
            |record| fault(record).message.push('!'),
            ".message: there is",
        ),
        (
            |record| fault(record).seat = fault(record).seat.other(),
            ".seat: there is",
        ),
        (
            |record| fault(record).code = "timeout".to_owned(),
            ".rule: there is \"R5\", should be nothing",
        ),
        (
            |record| fault(record).moves = Some(vec![[24, 1]]),
            ".line: there is {\"type\":\"move\",\"id\":\"…\",\"moves\":[]}, should be a line with [[24,1]]",
        ),
    ];
    for (change, expected) in cases {
        assert_found(illegal(), change, &format!("{PLACE}, fault{expected}"));
    }
}

#[test]
fn a_fault_can_only_be_that_of_the_bot_that_was_asked() {
    let files = lost(&[("turn:5", "exit:3")]);
    files.assert_right();
    let cases: [Case; 5] = [
        (
            |record| fault(record).seat = fault(record).seat.other(),
            "fault.seat: there is",
        ),
        (
            |record| fault(record).code = "lazy".to_owned(),
            "fault.code: there is lazy, should be the code of a fault",
        ),
        (
            |record| fault(record).code = "dropped".to_owned(),
            "fault.code: there is dropped",
        ),
        (
            |record| fault(record).code = "illegal_turn".to_owned(),
            "fault.moves: there is nothing",
        ),
        (|record| record.fault = None, "turns["),
    ];
    for (change, expected) in cases {
        assert_found(&files, change, &format!("{PLACE}, {expected}"));
    }
}

#[test]
fn before_the_first_turn_either_bot_can_fail_but_by_no_illegal_turn() {
    let files = lost(&[("game", "exit:3")]);
    files.assert_right();
    let cases: [Case; 3] = [
        (
            |record| fault(record).code = "lazy".to_owned(),
            "fault.code: there is lazy",
        ),
        (
            |record| fault(record).code = "timeout".to_owned(),
            "result.reason: there is \"exited\", should be \"timeout\"",
        ),
        (
            |record| record.result.winner = record.result.winner.other(),
            "result.winner: there is",
        ),
    ];
    for (change, expected) in cases {
        assert_found(&files, change, &format!("{PLACE}, {expected}"));
    }
}

/// At the first turn of all, before it, and in the middle of a game; in `short` the dice of the
/// roll-off are known before the first turn.
#[test]
fn the_roll_that_a_fault_left_unplayed_is_made_again() {
    for rules in ["long", "short", "gulbar"] {
        for when in ["turn:1", "game", "turn:6"] {
            let bots = [("a", builtin("pips")), ("b", scripted(&[(when, "exit:3")]))];
            let settings = format!("rules = {rules:?}\npairs = 1\nconcurrency = 1");
            let files = Files::of_league(&league(&settings, &bots), &[]);
            files.assert_right();
            let unplayed = fault(&mut files.records()[1]).dice;
            assert_eq!(unplayed.is_some(), when != "game" || rules == "short");
            let other = |record: &mut GameRecord| {
                let [one, other] = unplayed.unwrap_or([6, 6]);
                fault(record).dice = Some([one % 6 + 1, other]);
            };
            let place = if unplayed.is_none() {
                // None was made, so it can only be that of a first turn, by whoever starts.
                format!("{PLACE}, fault.")
            } else {
                format!("{PLACE}, fault.dice: there is [")
            };
            assert_found(&files, other, &place);
        }
    }
}

/// Arenas before this key was there: the record stands, and its roll does not count.
#[test]
fn a_record_without_the_unplayed_roll_is_right_and_counts_as_it_did() {
    let files = lost(&[("turn:5", "exit:3")]);
    let mut records = files.records();
    for record in &mut records {
        assert_ne!(fault(record).dice.take(), None);
    }
    let verified = files.with_records(&records).verify();
    let findings = texts(&verified);
    // Luck is without these rolls, which the tables have.
    let in_standings = |finding: &String| finding.starts_with("standings.csv line ");
    assert!(
        !findings.is_empty() && findings.iter().all(in_standings),
        "{findings:#?}"
    );
}

#[test]
fn what_only_the_world_knew_is_taken_as_recorded() {
    let files = lost(&[("turn:5", "remark")]);
    for change in [
        (|record: &mut GameRecord| fault(record).message = "other words".to_owned())
            as fn(&mut GameRecord),
        |record| fault(record).line = None,
        |record| {
            record.turns[0].info = Some(serde_json::json!({"equity": -0.0, "x": [1e300, null]}));
        },
    ] {
        files.with_record(2, change).assert_right();
    }
}

#[test]
fn the_dice_of_another_pair_are_found_although_they_are_dice() {
    // Games 1a and 2a are of the same bots; the second's turns under the first's name.
    let records = long().records();
    let mut swapped = records.clone();
    for (to, from) in [(0, 2), (2, 0)] {
        let turns = (records[from].turns.clone(), records[from].roll_off.clone());
        (swapped[to].turns, swapped[to].roll_off) = turns;
        swapped[to].starter = records[from].starter;
        swapped[to].result = records[from].result.clone();
    }
    let verified = long().with_records(&swapped).verify();
    let games: Vec<_> = verified
        .findings
        .kept()
        .iter()
        .filter_map(|it| it.game.clone())
        .collect();
    assert!(
        games.contains(&"1a".to_owned()) && games.contains(&"2a".to_owned()),
        "{games:?}"
    );
}
