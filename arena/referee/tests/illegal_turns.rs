//! Illegal turns of every kind: the rule that is named, and the example that is legal.
//!
//! Games are played until a position gives the occasion to break one rule and no other; what
//! breaks it is worked out by hand on the request's numbers.
#![allow(clippy::unwrap_used)]

mod common;

use common::board::ByHand;
use common::forfeit::check;
use common::player::{Drawing, legal_turns, turns_by};
use common::table::Table;
use common::{ruleset, setup};
use nardy_protocol::fault::FaultCode;
use nardy_protocol::message::{By, Dice, MovePair, TurnRequest};
use nardy_rules::Block;

/// Games looked at before an occasion counts as not to be found.
const GAMES: u64 = 3_000;

type Moves = Vec<MovePair>;

/// Loses a game by what `illegal` finds in games of players that draw their turns.
fn breaks(rule: &str, rules: &str, illegal: impl Fn(&TurnRequest) -> Option<Moves>) {
    let player = Drawing { rules, seed: 4 };
    breaks_in_games_of(|request| player.choose(request), rule, rules, illegal);
}

/// Plays games until `illegal` finds an occasion; loses the game by it and checks what follows.
fn breaks_in_games_of(
    player: impl Fn(&TurnRequest) -> Moves,
    rule: &str,
    rules: &str,
    illegal: impl Fn(&TurnRequest) -> Option<Moves>,
) {
    for pair_no in 1..=GAMES {
        let mut played: Vec<Moves> = Vec::new();
        let mut table = Table::in_play(setup(rules, pair_no));
        while !table.is_over() {
            let request = table.asked().turn();
            if let Some(moves) = illegal(&request) {
                let example = lose(table, moves, rule);
                check_example(Table::in_play(setup(rules, pair_no)), played, example);
                return;
            }
            let moves = player(&request);
            played.push(moves.clone());
            table.moves(moves);
        }
    }
    panic!("no game of {rules} gave an occasion to break {rule}");
}

/// Answers with an illegal turn, checks the forfeit and gives back its example.
fn lose(mut table: Table, moves: Moves, rule: &str) -> Moves {
    let asked = table.asked().clone();
    let said = format!("{moves:?} at {:?}", asked.turn());
    table.moves(moves.clone());
    check(&mut table, asked.seat, FaultCode::IllegalTurn);
    let record = table.into_record();
    // The illegal turn is no turn of the game.
    assert_eq!(record.turns.len() + 1, asked.turn().turn as usize);
    let fault = record.fault.unwrap();
    assert_eq!(
        fault.rule.as_deref(),
        Some(rule),
        "{}: {said}",
        fault.message
    );
    assert!(fault.line.unwrap().contains("\"moves\""), "{said}");
    assert_eq!(fault.moves, Some(moves));
    fault.example.unwrap()
}

/// The example is accepted in place of the illegal turn.
fn check_example(mut table: Table, played: Vec<Moves>, example: Moves) {
    for moves in played {
        table.moves(moves);
    }
    table.moves(example);
    let verdict = table.game.verdict();
    assert_eq!(verdict.and_then(|verdict| verdict.fault.as_ref()), None);
}

/// The dice of a roll that is no double.
fn two_dice(request: &TurnRequest) -> Option<[u8; 2]> {
    match request.dice {
        Dice::Roll([a, b]) if a != b => Some([a, b]),
        _ => None,
    }
}

/// Points with own checkers.
fn own_points(request: &TurnRequest) -> impl Iterator<Item = u8> {
    (1..=24).filter(|&point| at(request, point) > 0)
}

/// Own checkers on a point, or minus the opponent's.
fn at(request: &TurnRequest, point: u8) -> i8 {
    request.board[usize::from(point) - 1]
}

/// A first move by a die of a roll that is no double, from an own point to a point of the board.
fn first_move(request: &TurnRequest, fits: impl Fn(u8, u8) -> bool) -> Option<MovePair> {
    let dice = two_dice(request)?;
    let pairs = own_points(request).flat_map(|from| dice.map(|die| (from, die)));
    pairs
        .filter(|(from, die)| from > die)
        .map(|(from, die)| [from, from - die])
        .find(|&[from, to]| fits(from, to))
}

#[test]
fn a_move_that_no_die_makes_breaks_r4() {
    for rules in ["long", "gulbar", "short"] {
        breaks("R4", rules, |request| {
            let dice = two_dice(request)?;
            let other = (1..=6).find(|die| !dice.contains(die))?;
            let from =
                own_points(request).find(|&from| from > other && at(request, from - other) >= 0)?;
            (request.bar == [0, 0]).then(|| vec![[from, from - other]])
        });
    }
}

#[test]
fn a_move_from_a_point_without_an_own_checker_breaks_r4() {
    for rules in ["long", "short"] {
        breaks("R4", rules, |request| {
            let [a, _] = two_dice(request)?;
            let from = (a + 1..=24).find(|&point| at(request, point) <= 0)?;
            (request.bar == [0, 0]).then(|| vec![[from, from - a]])
        });
    }
}

#[test]
fn more_moves_than_dice_break_r4() {
    for rules in ["long", "short", "long-club"] {
        breaks("R4", rules, |request| {
            let [a, _] = two_dice(request)?;
            let mut moves = legal_turns(rules, request).swap_remove(0);
            moves.push([20, 20 - a]);
            (moves.len() == 3).then_some(moves)
        });
    }
}

#[test]
fn playing_nothing_where_something_can_be_played_breaks_r5() {
    for rules in common::RULESETS {
        breaks("R5", rules, |_| Some(Vec::new()));
    }
}

#[test]
fn playing_one_die_where_both_can_be_played_breaks_r5() {
    for rules in ["long", "gulbar", "short", "short-east"] {
        breaks("R5", rules, |request| {
            two_dice(request)?;
            let mut moves = legal_turns(rules, request).swap_remove(0);
            let plays_both = moves.len() == 2;
            moves.truncate(1);
            plays_both.then_some(moves)
        });
    }
}

#[test]
fn playing_three_moves_of_a_double_where_four_can_be_played_breaks_r5() {
    for rules in ["long", "short"] {
        breaks("R5", rules, |request| {
            let is_double = two_dice(request).is_none();
            let mut moves = legal_turns(rules, request).swap_remove(0);
            (is_double && moves.len() == 4 && moves.pop().is_some()).then_some(moves)
        });
    }
}

#[test]
fn playing_the_smaller_die_where_only_one_can_be_played_breaks_r5() {
    breaks("R5", "short", |request| {
        let [a, b] = two_dice(request)?;
        let (larger, smaller) = (a.max(b), a.min(b));
        let turns = legal_turns("short", request);
        // In the home a move by the larger die and one by the smaller may end alike: bearing off.
        let larger_only =
            |turn: &Moves| matches!(turn[..], [[from, to]] if to > 0 && from - to == larger);
        if request.bar[0] > 0 || !turns.iter().all(larger_only) {
            return None;
        }
        let open = |&from: &u8| from > smaller && at(request, from - smaller) >= -1;
        let from = own_points(request).find(open)?;
        Some(vec![[from, from - smaller]])
    });
}

#[test]
fn bearing_off_while_a_checker_is_outside_home_breaks_r7() {
    for rules in ["long", "long-app", "short"] {
        breaks("R7", rules, |request| {
            let dice = two_dice(request)?;
            let is_outside = own_points(request).any(|point| point > 6);
            let from = dice.into_iter().find(|&die| at(request, die) > 0)?;
            (is_outside && request.bar == [0, 0]).then(|| vec![[from, 0]])
        });
    }
}

#[test]
fn bearing_off_with_a_larger_die_from_below_the_highest_point_breaks_r7() {
    for rules in ["long", "short"] {
        breaks("R7", rules, |request| {
            let [a, b] = two_dice(request)?;
            let highest = own_points(request).max()?;
            let is_home = highest <= 6 && request.bar[0] == 0;
            let from = own_points(request).find(|&from| b < from && from < a && from < highest)?;
            is_home.then(|| vec![[from, 0]])
        });
    }
}

#[test]
fn landing_on_an_opposing_checker_breaks_r9_in_the_long_games() {
    for rules in ["long", "long-classic", "long-app", "long-club", "gulbar"] {
        breaks("R9", rules, |request| {
            first_move(request, |_, to| at(request, to) < 0).map(|pair| vec![pair])
        });
    }
}

/// Two checkers from the head with two different dice, if both points are open.
fn two_from_the_head(request: &TurnRequest) -> Option<Moves> {
    let dice = two_dice(request)?;
    let open = dice.iter().all(|die| at(request, 24 - die) >= 0);
    (at(request, 24) >= 2 && open).then(|| dice.map(|die| [24, 24 - die]).to_vec())
}

#[test]
fn a_second_checker_from_the_head_breaks_r10_on_the_first_turn_and_later() {
    for rules in ["long", "long-app", "long-club", "gulbar"] {
        for first_turn in [true, false] {
            breaks("R10", rules, |request| {
                let moves = two_from_the_head(request)?;
                (request.first_turn == first_turn).then_some(moves)
            });
        }
    }
}

#[test]
fn a_third_checker_from_the_head_breaks_r10_even_on_the_first_turn() {
    for rules in ["long", "long-app", "long-classic", "long-club"] {
        breaks("R10", rules, |request| {
            let is_start = request.turn == 1 && request.dice == Dice::Roll([3, 3]);
            is_start.then(|| vec![[24, 21]; 3])
        });
    }
}

#[test]
fn a_second_checker_from_the_head_breaks_r10_in_a_leftover() {
    breaks("R10", "gulbar", |request| {
        let Dice::Leftover(dice) = &request.dice else {
            return None;
        };
        let two = dice.get(..2)?;
        let open = two.iter().all(|die| at(request, 24 - die) >= 0);
        (at(request, 24) >= 2 && open).then(|| two.iter().map(|die| [24, 24 - die]).collect())
    });
}

/// Whether the own checkers hold six points in a row that the rules forbid (R11): a row along the
/// opponent's path, none of his checkers past it (`passed`) or in his home (`home`).
fn holds_a_forbidden_block(board: &ByHand, block: Block) -> bool {
    let his = board.checkers(By::Opponent);
    // His point q is my q + 12, wrapped (R2).
    let held = |q: usize| board.points[(q + 11) % 24] > 0;
    let is_allowed = |lowest: usize| {
        let below = match block {
            Block::Passed => lowest - 1,
            _ => 6,
        };
        board.off[1] > 0 || his[..below].iter().any(|&n| n > 0)
    };
    (1..=19).any(|lowest| (lowest..lowest + 6).all(held) && !is_allowed(lowest))
}

/// How many points in a row the own checkers hold.
fn longest_row(board: &ByHand) -> usize {
    let rows = board.points.split(|&n| n <= 0);
    rows.map(<[i8]>::len).max().unwrap()
}

#[test]
fn a_turn_that_ends_in_a_forbidden_block_breaks_r11() {
    let games = [
        ("long", Block::Passed),
        ("long-classic", Block::Passed),
        ("long-app", Block::Passed),
        ("long-club", Block::Home),
        ("gulbar", Block::Passed),
    ];
    for (rules, block) in games {
        let without_blocks = ruleset(rules).with_block(Block::Free);
        let after = |request: &TurnRequest, moves: &Moves| {
            let mut board = ByHand::of(rules, request);
            for &pair in moves {
                board.move_checker(By::Own, pair);
            }
            board
        };
        let builder = |request: &TurnRequest| {
            let turns = legal_turns(rules, request).into_iter();
            let row = |moves: &Moves| longest_row(&after(request, moves));
            turns.max_by_key(row).unwrap()
        };
        breaks_in_games_of(builder, "R11", rules, |request| {
            let ends_in_block =
                |moves: &Moves| holds_a_forbidden_block(&after(request, moves), block);
            let mut turns = turns_by(&without_blocks, request).into_iter();
            turns.find(ends_in_block)
        });
    }
}

#[test]
fn landing_on_two_opposing_checkers_breaks_r13() {
    for rules in ["short", "short-east"] {
        breaks("R13", rules, |request| {
            let pair = first_move(request, |_, to| at(request, to) <= -2)?;
            (request.bar[0] == 0).then(|| vec![pair])
        });
    }
}

#[test]
fn entering_on_a_point_that_the_opponent_holds_breaks_r13() {
    breaks("R13", "short", |request| {
        let dice = two_dice(request)?;
        let die = dice.into_iter().find(|die| at(request, 25 - die) <= -2)?;
        (request.bar[0] > 0).then(|| vec![[25, 25 - die]])
    });
}

#[test]
fn moving_another_checker_while_one_is_on_the_bar_breaks_r14() {
    for rules in ["short", "short-east"] {
        breaks("R14", rules, |request| {
            let pair = first_move(request, |_, to| at(request, to) >= 0)?;
            (request.bar[0] > 0).then(|| vec![pair])
        });
    }
}

#[test]
fn entering_without_a_checker_on_the_bar_breaks_r14() {
    breaks("R14", "short", |request| {
        let [a, _] = two_dice(request)?;
        (request.bar[0] == 0).then(|| vec![[25, 25 - a]])
    });
}

#[test]
fn hitting_at_home_and_moving_on_to_two_own_checkers_breaks_r15() {
    breaks("R15", "short-east", |request| {
        let [a, b] = two_dice(request)?;
        let hits = first_move(request, |from, to| {
            let die = from - to;
            let on = if die == a { b } else { a };
            to <= 6 && at(request, to) == -1 && to > on && at(request, to - on) >= 2
        });
        let [from, to] = hits?;
        let on = if from - to == a { b } else { a };
        (request.bar[0] == 0).then(|| vec![[from, to], [to, to - on]])
    });
}

#[test]
fn bringing_the_last_checker_home_with_the_smaller_die_breaks_r16() {
    breaks("R16", "short-east", |request| {
        let [a, b] = two_dice(request)?;
        let (larger, smaller) = (a.max(b), a.min(b));
        let outside: i8 = (7..=24).map(|point| at(request, point).max(0)).sum();
        let last = own_points(request).find(|&point| point > 6)?;
        let enters = |die: u8| last - die <= 6 && at(request, last - die) >= -1;
        let is_occasion = outside == 1
            && request.bar[0] == 0
            && last > larger
            && enters(larger)
            && enters(smaller);
        is_occasion.then(|| vec![[last, last - smaller]])
    });
}
