//! The two games of a pair: same rolls by seat, bots exchanged.
#![allow(clippy::unwrap_used)]

mod common;

use common::player::Drawing;
use common::table::{Table, play_out};
use common::{RULESETS, setup, swapped, with_legal_turns};
use nardy_protocol::message::Dice;
use nardy_protocol::record::{GameRecord, Seat};

const PAIRS: std::ops::RangeInclusive<u64> = 1..=15;

/// Both games of a pair between two bots that draw by these seeds, the first bot's first.
fn pair(rules: &str, pair_no: u64, seeds: [u64; 2]) -> [GameRecord; 2] {
    let player = |seed| Drawing { rules, seed };
    let [first, second] = seeds.map(player);
    let a = play_out(setup(rules, pair_no), |seat, request| match seat {
        Seat::Zero => first.choose(request),
        Seat::One => second.choose(request),
    });
    let b = play_out(swapped(setup(rules, pair_no)), |seat, request| match seat {
        Seat::Zero => second.choose(request),
        Seat::One => first.choose(request),
    });
    [a, b].map(Table::into_record)
}

/// All rolls a seat had in a game.
fn rolls(record: &GameRecord, seat: Seat) -> Vec<[u8; 2]> {
    let turns = record.turns.iter().filter(|turn| turn.seat == seat);
    let roll = |dice: &Dice| match dice {
        Dice::Roll(roll) => Some(*roll),
        Dice::Leftover(_) => None,
    };
    turns.filter_map(|turn| roll(&turn.dice)).collect()
}

#[test]
fn both_games_of_a_pair_have_the_same_starter_and_the_same_rolls_by_seat() {
    for rules in RULESETS {
        for pair_no in PAIRS {
            let [a, b] = pair(rules, pair_no, [1, 2]);
            assert_eq!(a.starter, b.starter);
            assert_eq!(a.roll_off, b.roll_off);
            assert_eq!(a.bots, [b.bots[1].clone(), b.bots[0].clone()]);
            assert_ne!(a.turns, b.turns, "{rules} {pair_no}: the bots play alike");
            for seat in Seat::BOTH {
                let [in_a, in_b] = [&a, &b].map(|record| rolls(record, seat));
                let common = in_a.len().min(in_b.len());
                assert_eq!(in_a[..common], in_b[..common], "{rules} {pair_no}");
            }
        }
    }
}

#[test]
fn a_bot_against_itself_plays_the_same_game_twice_and_wins_one_of_them() {
    for rules in RULESETS {
        for pair_no in PAIRS {
            let [a, b] = pair(rules, pair_no, [1, 1]);
            assert_eq!(a.turns, b.turns);
            assert_eq!(a.result, b.result);
            let winner = |record: &GameRecord| record.bots[record.result.winner.index()].clone();
            assert_ne!(winner(&a), winner(&b), "{rules} {pair_no}");
        }
    }
}

#[test]
fn the_turns_asked_of_a_seat_do_not_tell_which_game_of_the_pair_it_is() {
    let lines = |setup, player: Drawing<'_>| {
        let mut table = Table::in_play(setup);
        let mut lines = Vec::new();
        while !table.is_over() {
            let asked = table.asked().clone();
            let moves = player.choose(&asked.turn());
            lines.push((asked.seat, String::from_utf8(asked.line).unwrap()));
            table.moves(moves);
        }
        lines
    };
    for rules in RULESETS {
        let player = Drawing { rules, seed: 9 };
        let game_a = with_legal_turns(setup(rules, 1));
        let game_b = swapped(game_a.clone());
        assert_eq!(lines(game_a, player), lines(game_b, player));
    }
}

#[test]
fn in_the_classic_game_the_winner_of_the_game_before_starts_without_a_roll_off() {
    for winner in Seat::BOTH {
        for pair_no in PAIRS {
            let start = |rules| {
                let mut setup = setup(rules, pair_no);
                setup.previous_winner = Some(winner);
                let player = Drawing { rules, seed: 1 };
                play_out(setup, |_, request| player.choose(request)).into_record()
            };
            let classic = start("long-classic");
            assert_eq!((classic.starter, classic.roll_off), (winner, Vec::new()));
            assert_eq!(classic.turns[0].seat, winner);
            // Elsewhere every game has its roll-off.
            assert!(!start("long").roll_off.is_empty());
        }
    }
}
