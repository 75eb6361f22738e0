//! Games from the first request to the result, followed from both bots' chairs and, once more,
//! from the record.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeSet;

use arena_referee::game::LegalTurns;
use common::board::ByHand;
use common::follower::Follower;
use common::order::{Order, roll_off, starter};
use common::player::{Drawing, legal_turns};
use common::table::{Table, play_out};
use common::{RULESETS, law, pair_dice, setup, with_legal_turns};
use nardy_protocol::limits::LEGAL_LIMIT;
use nardy_protocol::message::{By, Dice, MovePair, PlayedTurn, ToBot, TurnRequest, WinKind};
use nardy_protocol::record::{GameRecord, Seat};

/// Pair numbers of the games that each ruleset is tried with.
const PAIRS: std::ops::RangeInclusive<u64> = 1..=25;

fn followers(rules: &str, pair_no: u64) -> [Follower; 2] {
    let order = Order::new(rules, pair_dice(pair_no));
    Seat::BOTH.map(|seat| Follower::new(rules, seat, order.clone()))
}

/// Plays a game, each bot comparing every request with its own books.
fn followed_game(rules: &str, pair_no: u64) -> (Table, [Follower; 2]) {
    watched_game(rules, pair_no, |_| {})
}

/// The same, with somebody watching the requests.
fn watched_game(
    rules: &str,
    pair_no: u64,
    mut watch: impl FnMut(&TurnRequest),
) -> (Table, [Follower; 2]) {
    let mut followers = followers(rules, pair_no);
    let player = Drawing {
        rules,
        seed: pair_no,
    };
    let table = play_out(setup(rules, pair_no), |seat, request| {
        watch(request);
        let follower = &mut followers[seat.index()];
        follower.read(request);
        let moves = player.choose(request);
        follower.answer(&request.dice, &moves);
        moves
    });
    (table, followers)
}

/// The record's turns as the bot in a seat sees them.
fn seen_from(seat: Seat, record: &GameRecord) -> Vec<PlayedTurn> {
    let geometry = common::geometry(&record.rules);
    let turns = record.turns.iter().map(|turn| {
        let (by, moves) = if turn.seat == seat {
            (By::Own, turn.moves.clone())
        } else {
            (By::Opponent, law::turned(geometry, &turn.moves))
        };
        let dice = turn.dice.clone();
        PlayedTurn { by, dice, moves }
    });
    turns.collect()
}

#[test]
fn a_bot_can_follow_every_game_from_its_own_answers_and_since_alone() {
    for rules in RULESETS {
        for pair_no in PAIRS {
            let (table, followers) = followed_game(rules, pair_no);
            let record = table.into_record();
            for seat in Seat::BOTH {
                let log = &followers[seat.index()].log;
                let turns = seen_from(seat, &record);
                assert_eq!(log[..], turns[..log.len()], "{rules} {pair_no}");
                // The game has ended before another request could tell the rest.
                let untold = &turns[log.len()..];
                let is_told_or_pass =
                    |turn: &PlayedTurn| turn.by == By::Opponent || turn.moves.is_empty();
                assert!(
                    untold.iter().all(is_told_or_pass),
                    "{rules} {pair_no}: {untold:?}"
                );
            }
        }
    }
}

#[test]
fn every_game_ends_by_bearing_off_with_the_kind_and_the_points_of_r8() {
    let mut kinds = BTreeSet::new();
    for rules in RULESETS {
        for pair_no in PAIRS {
            let record = followed_game(rules, pair_no).0.into_record();
            let [mut follower, _] = followers(rules, pair_no);
            for turn in seen_from(Seat::Zero, &record) {
                let is_over = follower.board.off.contains(&15);
                assert!(!is_over, "{rules} {pair_no} went on after its end");
                follower.play(turn);
            }
            let board = follower.board;
            let (winner, loser) = match record.result.winner {
                Seat::Zero => (0, By::Opponent),
                Seat::One => (1, By::Own),
            };
            assert_eq!(board.off[winner], 15, "{rules} {pair_no}");
            let left = board.checkers(loser);
            let win = law::win(rules, &left, board.bar[1 - winner], board.off[1 - winner]);
            let result = &record.result;
            assert_eq!(
                (result.kind, result.points, result.pips),
                win,
                "{rules} {pair_no}"
            );
            assert_eq!(result.reason, "borne_off");
            assert_eq!(record.fault, None);
            kinds.insert(result.kind.as_str());
        }
    }
    // Else the comparison has not been put to the test.
    assert!(kinds.len() >= 3, "{kinds:?}");
}

#[test]
fn the_record_names_the_game_and_survives_being_written_and_read() {
    for rules in RULESETS {
        for pair_no in PAIRS {
            let record = followed_game(rules, pair_no).0.into_record();
            assert_eq!(GameRecord::from_line(&record.to_line()).unwrap(), record);
            assert_eq!(record.game, format!("{pair_no}a"));
            assert_eq!((record.index, record.pair), (2 * (pair_no - 1), pair_no));
            assert_eq!(record.rules, rules);
            assert_eq!(record.bots, ["greedy", "pips"]);
            let dice = pair_dice(pair_no);
            assert_eq!(record.starter, starter(rules, &dice));
            assert_eq!(record.roll_off, roll_off(rules, &dice, Seat::Zero));
        }
    }
}

#[test]
fn both_bots_are_told_the_game_from_their_own_view_before_the_first_turn() {
    for rules in RULESETS {
        for pair_no in PAIRS {
            let setup = setup(rules, pair_no);
            let dice = pair_dice(pair_no);
            let mut table = Table::begin(setup.clone());
            for seat in Seat::BOTH {
                assert_eq!(table.asked().seat, seat);
                let ToBot::Game(start) = table.asked().message() else {
                    panic!("no game: {:?}", table.asked());
                };
                let [own, other] = match seat {
                    Seat::Zero => [0, 1],
                    Seat::One => [1, 0],
                };
                assert_eq!(start.game, setup.game);
                assert_eq!(start.rules, rules);
                assert_eq!(start.ruleset, setup.parameters);
                assert_eq!(start.opponent, setup.players[other].name);
                assert_eq!(start.seed, setup.players[own].seed);
                assert_eq!(start.dice_commitment, setup.dice_commitment);
                assert_eq!(start.first, starter(rules, &dice) == seat);
                assert_eq!(start.roll_off, roll_off(rules, &dice, seat));
                assert_eq!((start.clock.turn_ms, start.clock.bank_ms), (1_000, 30_000));
                table.ready();
            }
            assert_eq!(table.asked().seat, starter(rules, &dice));
            assert_eq!(table.asked().turn().turn, 1);
        }
    }
}

#[test]
fn the_starter_of_the_short_game_plays_the_dice_of_the_roll_off_and_then_his_roll_0() {
    for pair_no in PAIRS {
        let dice = pair_dice(pair_no);
        let record = followed_game("short", pair_no).0.into_record();
        let first = &record.turns[0];
        let mut decisive = dice.roll_off().pop().unwrap();
        decisive.sort_unstable();
        // The starter's own die, the higher one, is told first.
        decisive.reverse();
        assert_eq!(first.dice, Dice::Roll(decisive));
        let rolls: Vec<&Dice> = record.turns.iter().skip(1).map(|turn| &turn.dice).collect();
        assert_eq!(*rolls[0], Dice::Roll(dice.roll(first.seat.other(), 0)));
        assert_eq!(*rolls[1], Dice::Roll(dice.roll(first.seat, 0)));
        assert_eq!(*rolls[2], Dice::Roll(dice.roll(first.seat.other(), 1)));
    }
}

#[test]
fn passes_and_leftovers_occur_and_are_told() {
    let (mut own_passes, mut his_passes, mut lost_leftovers) = (0, 0, 0);
    let mut leftovers_before_the_first_roll = 0;
    for rules in ["short", "gulbar"] {
        for pair_no in 1..=60 {
            watched_game(rules, pair_no, |request| {
                for turn in request.since.iter().filter(|turn| turn.moves.is_empty()) {
                    own_passes += usize::from(turn.by == By::Own);
                    his_passes += usize::from(turn.by == By::Opponent);
                    lost_leftovers += usize::from(matches!(turn.dice, Dice::Leftover(_)));
                }
                let is_leftover = matches!(request.dice, Dice::Leftover(_));
                leftovers_before_the_first_roll += usize::from(is_leftover && request.turn == 2);
            });
        }
    }
    let seen = [
        own_passes,
        his_passes,
        lost_leftovers,
        leftovers_before_the_first_roll,
    ];
    assert!(seen.iter().all(|&times| times > 0), "{seen:?}");
}

#[test]
fn a_leftover_is_followed_by_a_roll_of_the_bot_that_had_to_play_it() {
    let mut followed = 0;
    for pair_no in PAIRS {
        let record = followed_game("gulbar", pair_no).0.into_record();
        for (before, after) in record.turns.iter().zip(&record.turns[1..]) {
            if matches!(before.dice, Dice::Leftover(_)) {
                assert_eq!(before.seat, after.seat);
                assert!(matches!(after.dice, Dice::Roll(_)));
                followed += 1;
            }
        }
    }
    assert!(followed > 0);
}

/// Where a turn leads, as the 28 numbers that order the legal turns.
fn end_of(rules: &str, request: &TurnRequest, moves: &[MovePair]) -> Vec<i8> {
    let mut board = ByHand::of(rules, request);
    for &pair in moves {
        board.move_checker(By::Own, pair);
    }
    board.numbers()
}

#[test]
fn the_legal_turns_are_sent_in_the_documented_order_to_the_bot_that_asked_and_not_to_the_other() {
    let mut cut = 0;
    for rules in RULESETS {
        for pair_no in 1..=5 {
            let mut setup = setup(rules, pair_no);
            setup.players[0].legal = LegalTurns::Sent;
            let player = Drawing { rules, seed: 3 };
            play_out(setup, |seat, request| {
                match (seat, &request.legal) {
                    (Seat::Zero, Some(turns)) => {
                        let end = |moves: &Vec<MovePair>| end_of(rules, request, moves);
                        assert!(turns.iter().map(end).is_sorted_by(|a, b| a < b));
                        let own = legal_turns(rules, request);
                        assert_eq!(turns.len(), own.len().min(LEGAL_LIMIT));
                        assert_eq!(request.legal_cut, own.len() > LEGAL_LIMIT);
                        cut += usize::from(request.legal_cut);
                    }
                    (Seat::One, None) => assert!(!request.legal_cut),
                    other => panic!("{other:?}"),
                }
                player.choose(request)
            });
        }
    }
    assert!(cut > 0, "no list was long enough to be cut");
}

#[test]
fn sending_the_legal_turns_changes_nothing_in_the_game() {
    for rules in RULESETS {
        for pair_no in 1..=5 {
            let player = Drawing { rules, seed: 11 };
            let withheld = play_out(setup(rules, pair_no), |_, request| player.choose(request));
            let sent = play_out(with_legal_turns(setup(rules, pair_no)), |_, request| {
                player.choose(request)
            });
            assert_eq!(
                sent.into_record().to_line(),
                withheld.into_record().to_line()
            );
        }
    }
}

#[test]
fn a_turn_may_be_answered_in_another_order_than_it_is_listed_in() {
    let rules = "short";
    let player = Drawing { rules, seed: 13 };
    let mut turned_round = 0;
    for pair_no in 1..=5 {
        let table = play_out(setup(rules, pair_no), |_, request| {
            let mut moves = player.choose(request);
            // Two checkers on their own ways, none from the bar, none near the home.
            let is_independent = match moves[..] {
                [[a, b], [c, d]] => a != d && b != c && a.max(c) < 25 && b.min(d) > 6,
                _ => false,
            };
            if is_independent {
                moves.reverse();
                turned_round += 1;
            }
            moves
        });
        assert_eq!(table.into_record().fault, None);
    }
    assert!(turned_round > 0);
}

#[test]
fn both_bots_are_told_the_result_and_nothing_before_it() {
    for rules in RULESETS {
        let player = Drawing { rules, seed: 5 };
        let mut table = Table::in_play(setup(rules, 1));
        while !table.is_over() {
            assert!(
                Seat::BOTH
                    .iter()
                    .all(|seat| table.game.farewell(*seat).is_empty())
            );
            assert_eq!(table.game.verdict(), None);
            let moves = player.choose(&table.asked().turn());
            table.moves(moves);
        }
        let verdict = table.game.verdict().unwrap().clone();
        for seat in Seat::BOTH {
            let line = table.game.farewell(seat);
            let message = nardy_protocol::codec::decode_request(&line).unwrap();
            let ToBot::Result(notice) = message else {
                panic!("no result: {message:?}");
            };
            assert_eq!(notice.game, "1a");
            assert_eq!(notice.won, verdict.result.winner == seat);
            assert_eq!(notice.kind, verdict.result.kind);
            assert_ne!(notice.kind, WinKind::Forfeit);
            assert_eq!(notice.points, verdict.result.points);
            assert_eq!(notice.reason, "borne_off");
        }
    }
}
