//! Illegal turns at the end of a game, whose rules are told apart by the moves before the wrong one.
#![allow(clippy::unwrap_used)]

use nardy_protocol::message::Clock;
use nardy_rules::{Board, Position, Roll, Stage};
use serde_json::Value;

use super::super::staged::{Card, Mover};
use super::*;

/// The bot to play a roll in a game of which the other checkers of both sides are borne off, but
/// for one opposing checker on 24.
fn at(ruleset: &str, own: &[(usize, i8)], [a, b]: [u8; 2]) -> Staged {
    let ruleset = Ruleset::by_id(ruleset).unwrap().clone();
    let mut points = [0; 24];
    points[23] = -1;
    for (point, count) in own {
        points[point - 1] = *count;
    }
    let left: i8 = own.iter().map(|(_, count)| count).sum();
    let board = Board {
        points,
        bar: [0; 2],
        off: [15 - left.unsigned_abs(), 14],
    };
    let position = Position::from_board(&board, ruleset.geometry()).unwrap();
    let card = Card {
        game: "1a".to_owned(),
        opponent: "pips".to_owned(),
        seed: String::new(),
        dice_commitment: String::new(),
        parameters: Value::Null,
        clock: Clock {
            turn_ms: 0,
            bank_ms: 0,
        },
    };
    let opponent = nardy_bots::by_name("pips").unwrap();
    let mut game = Staged::new(ruleset, card, Mover::Bot, opponent);
    game.situation = Situation {
        position,
        stage: Stage::Later,
        to_play: ToPlay::Roll(Roll::new(a, b).unwrap()),
    };
    game.legal.generate(&game.ruleset, &game.situation);
    game
}

/// The check that a turn fails.
fn failed(game: &Staged, moves: &[[u8; 2]]) -> &'static str {
    failed_by(game, moves, &game.check(moves).unwrap_err())
}

#[test]
fn a_move_after_the_last_checker_is_told_from_other_moves_by_no_die() {
    let three_after_two = [[1, 0]; 3];
    for ruleset in ["long", "gulbar", "short"] {
        for roll in [[2, 2], [5, 5]] {
            let game = at(ruleset, &[(1, 2)], roll);
            let told = failed(&game, &three_after_two);
            assert_eq!(told, "rules.last_checker", "{ruleset} {roll:?}");
            assert_eq!(failed(&game, &[[3, 1]]), "rules.dice", "{ruleset} {roll:?}");
        }
        let game = at(ruleset, &[(3, 1)], [6, 4]);
        let told = failed(&game, &[[3, 0], [1, 0]]);
        assert_eq!(told, "rules.last_checker", "{ruleset}");
    }
}

#[test]
fn a_double_is_an_occasion_to_stop_at_the_last_checker() {
    let ledger = Ledger::new(&[CHECKS]);
    for (ruleset, own, roll, stops) in [
        ("long", (1, 2), [2, 2], true),
        ("long", (1, 3), [2, 2], true),
        ("long", (1, 4), [2, 2], false),
        ("gulbar", (1, 4), [4, 4], true),
        ("gulbar", (1, 6), [4, 4], false),
    ] {
        let game = at(ruleset, &[own], roll);
        let met = occasions(&game.ruleset, &game.situation, &game.legal, &ledger);
        let found = met.contains(&"rules.last_checker");
        assert_eq!(found, stops, "{ruleset} {own:?} {roll:?}");
    }
}

#[test]
fn bearing_off_is_judged_where_the_checkers_stand_before_the_wrong_move() {
    let outside = [(8, 1), (5, 1), (2, 1)];
    let game = at("long", &outside, [3, 2]);
    assert_eq!(failed(&game, &[[2, 0], [8, 5]]), "rules.home_first");
    // The 2 brings the last one home; the 3 then bears off from 2, though others stand higher.
    assert_eq!(failed(&game, &[[8, 6], [2, 0]]), "rules.highest_first");
    let two_outside = [(8, 1), (7, 1), (2, 1)];
    let game = at("long", &two_outside, [3, 2]);
    assert_eq!(failed(&game, &[[8, 6], [2, 0]]), "rules.home_first");
}
