//! Time limits and banks, with the time given as numbers.
#![allow(clippy::unwrap_used)]

mod common;

use arena_referee::clock::{Micros, TimeControl};
use arena_referee::game::Setup;
use common::forfeit::check;
use common::player::Drawing;
use common::table::Table;
use common::{NO_TIME, RULESETS, TIME, setup};
use nardy_protocol::fault::FaultCode;
use nardy_protocol::message::{Clock, FromBot, MovePair, Ready, ToBot};
use nardy_protocol::record::Seat;

/// A legal turn of the bot that is asked.
fn legal(rules: &str, table: &Table) -> Vec<MovePair> {
    Drawing { rules, seed: 1 }.choose(&table.asked().turn())
}

fn shown(table: &Table) -> Clock {
    match table.asked().message() {
        ToBot::Game(start) => start.clock,
        ToBot::Turn(request) => request.clock,
        other => panic!("no clock in {other:?}"),
    }
}

fn ready_after(table: &mut Table, took: Micros) {
    let id = table.asked().id();
    let line = common::table::line_of(&FromBot::Ready(Ready { id }));
    table.say(&line, took);
}

const fn millis(millis: u64) -> Micros {
    Micros::from_millis(millis)
}

fn with_time(rules: &str, time: TimeControl) -> Setup {
    Setup {
        time,
        ..setup(rules, 1)
    }
}

#[test]
fn getting_ready_may_take_the_start_limit_exactly_and_costs_nothing_of_the_bank() {
    for rules in RULESETS {
        let mut table = Table::begin(setup(rules, 1));
        for _ in Seat::BOTH {
            assert_eq!(table.asked().allowance, TIME.start);
            let clock = shown(&table);
            assert_eq!((clock.turn_ms, clock.bank_ms), (1_000, 30_000));
            ready_after(&mut table, TIME.start);
        }
        assert_eq!(shown(&table).bank_ms, 30_000);
        assert_eq!(table.asked().allowance, TIME.turn + TIME.bank);
    }
}

#[test]
fn getting_ready_a_microsecond_too_late_loses_the_game_however_full_the_bank_is() {
    for seat in Seat::BOTH {
        let mut table = Table::begin(setup("long", 1));
        if seat == Seat::One {
            table.ready();
        }
        ready_after(&mut table, TIME.start + Micros(1));
        check(&mut table, seat, FaultCode::Timeout);
        let message = table.into_record().fault.unwrap().message;
        assert!(message.contains("start limit"), "{message}");
    }
}

/// Plays a game, each answer taking what the seat's list says; compares clock and allowance of
/// every request with the bank that is left by hand.
fn play_by_the_clock(rules: &str, mut takes: impl FnMut(Seat, Micros) -> Micros) -> Table {
    let mut bank = [TIME.bank; 2];
    let mut table = Table::in_play(setup(rules, 1));
    while !table.is_over() {
        let seat = table.asked().seat;
        let own = &mut bank[seat.index()];
        assert_eq!(shown(&table).turn_ms, 1_000);
        assert_eq!(shown(&table).bank_ms, own.0 / 1_000);
        assert_eq!(table.asked().allowance, Micros(TIME.turn.0 + own.0));
        let took = takes(seat, *own);
        own.0 -= took.0.saturating_sub(TIME.turn.0);
        let moves = legal(rules, &table);
        table.moves_after(took, moves);
    }
    table
}

#[test]
fn what_a_turn_takes_beyond_its_limit_is_taken_from_the_own_bank_and_shown_in_the_next_request() {
    for rules in RULESETS {
        let mut turns = 0;
        let table = play_by_the_clock(rules, |seat, bank| {
            turns += 1;
            match (seat, turns % 3) {
                (Seat::Zero, 0) => Micros(1_000_000 + bank.0 / 7),
                (Seat::Zero, _) => NO_TIME,
                // Exactly the limit, and a microsecond more.
                (Seat::One, _) => Micros(1_000_000 + turns % 2),
            }
        });
        let result = &table.game.verdict().unwrap().result;
        assert_eq!(result.reason, "borne_off", "{rules}");
    }
}

#[test]
fn the_bank_of_the_contracts_example_goes_from_30000_to_28110() {
    let mut table = Table::in_play(setup("long", 1));
    let starter = table.asked().seat;
    let moves = legal("long", &table);
    table.moves_after(millis(2_890), moves);
    assert_eq!(
        (table.asked().seat, shown(&table).bank_ms),
        (starter.other(), 30_000)
    );
    let moves = legal("long", &table);
    table.moves(moves);
    assert_eq!(
        (table.asked().seat, shown(&table).bank_ms),
        (starter, 28_110)
    );
}

#[test]
fn a_turn_may_use_up_the_whole_bank_and_after_that_a_microsecond_beyond_the_limit_loses() {
    for rules in RULESETS {
        let mut table = Table::in_play(setup(rules, 1));
        let spender = table.asked().seat;
        let moves = legal(rules, &table);
        table.moves_after(TIME.turn + TIME.bank, moves);
        assert!(!table.is_over());
        // Within the limit an empty bank does no harm.
        for took in [TIME.turn, TIME.turn + Micros(1)] {
            while table.asked().seat != spender {
                let moves = legal(rules, &table);
                table.moves(moves);
            }
            assert_eq!(shown(&table).bank_ms, 0);
            assert_eq!(table.asked().allowance, TIME.turn);
            let moves = legal(rules, &table);
            table.moves_after(took, moves);
        }
        check(&mut table, spender, FaultCode::Timeout);
    }
}

#[test]
fn a_turn_a_microsecond_beyond_limit_and_bank_loses_and_is_not_played() {
    for rules in RULESETS {
        let mut table = Table::in_play(setup(rules, 1));
        let seat = table.asked().seat;
        let moves = legal(rules, &table);
        table.moves_after(TIME.turn + TIME.bank + Micros(1), moves);
        check(&mut table, seat, FaultCode::Timeout);
        let record = table.into_record();
        assert_eq!(record.turns, []);
        let message = record.fault.unwrap().message;
        assert!(message.contains("bank"), "{message}");
    }
}

#[test]
fn a_league_may_give_no_bank_and_limits_below_a_millisecond() {
    let time = TimeControl {
        start: Micros(1),
        turn: Micros(999),
        bank: Micros(0),
    };
    let mut table = Table::in_play(with_time("short", time));
    let clock = shown(&table);
    assert_eq!((clock.turn_ms, clock.bank_ms), (0, 0));
    assert_eq!(table.asked().allowance, Micros(999));
    let moves = legal("short", &table);
    table.moves_after(Micros(999), moves);
    assert!(!table.is_over());
}

#[test]
fn the_longest_times_there_are_neither_overflow_nor_wrap() {
    let most = Micros(u64::MAX);
    let time = TimeControl {
        start: most,
        turn: most,
        bank: most,
    };
    let mut table = Table::begin(with_time("long", time));
    ready_after(&mut table, most);
    ready_after(&mut table, most);
    assert_eq!(table.asked().allowance, most);
    let moves = legal("long", &table);
    table.moves_after(most, moves);
    assert!(!table.is_over());
}
