//! A recorded game, played again from its moves, gives the same record byte for byte.
#![allow(clippy::unwrap_used)]

mod common;

use arena_referee::clock::Micros;
use arena_referee::game::Setup;
use arena_referee::verdict::BotFault;
use common::player::Drawing;
use common::table::{Table, line_of};
use common::{RULESETS, setup, with_legal_turns};
use nardy_protocol::fault::FaultCode;
use nardy_protocol::message::{FromBot, MoveAnswer, RequestId};
use nardy_protocol::record::GameRecord;
use proptest::prelude::*;
use serde_json::json;

/// A game of two drawing players with remarks; ended by a fault if it is not over by then.
fn played(rules: &str, pair_no: u64, seed: u64, longest: usize) -> GameRecord {
    let player = Drawing { rules, seed };
    let mut table = Table::in_play(setup(rules, pair_no));
    for answers in 0..longest {
        if table.is_over() {
            break;
        }
        let request = table.asked().turn();
        let answer = MoveAnswer {
            id: request.id.clone(),
            moves: player.choose(&request),
            info: (answers % 3 == 0).then(|| json!({"remark": "\u{1b}[1m", "turn": request.turn})),
        };
        table.answer(&FromBot::Move(answer));
    }
    if !table.is_over() {
        table.fault(fault());
    }
    table.into_record()
}

fn fault() -> BotFault {
    BotFault::new(FaultCode::Signaled, "killed by a test").with_line(b"half a li\xFF")
}

/// Feeds a record's turns to a fresh game, with other ids and other times.
fn replayed(setup: Setup, record: &GameRecord, took: impl Fn(usize) -> Micros) -> GameRecord {
    let other_id = |number| RequestId::new(format!("{:x}", 0xACE0_u32 + number));
    let mut table = Table::begin_with_ids(setup, other_id);
    table.ready();
    table.ready();
    // Passes are in the record, but nobody answers them.
    let answers = record.turns.iter().filter(|turn| !turn.moves.is_empty());
    for (number, turn) in answers.enumerate() {
        assert_eq!(table.asked().seat, turn.seat);
        assert_eq!(table.asked().turn().dice, turn.dice);
        let answer = MoveAnswer {
            id: table.asked().id(),
            moves: turn.moves.clone(),
            info: turn.info.clone(),
        };
        table.say(&line_of(&FromBot::Move(answer)), took(number));
    }
    if record.fault.is_some() {
        table.fault(fault());
    }
    table.into_record()
}

/// A game in which somebody passes after so many turns, although he was asked and so can play.
fn lost_by_passing(setup: Setup, seed: u64, turns: usize) -> GameRecord {
    let rules = setup.ruleset.id().to_owned();
    let player = Drawing {
        rules: &rules,
        seed,
    };
    let mut table = Table::in_play(setup);
    for _ in 0..turns {
        let moves = player.choose(&table.asked().turn());
        table.moves(moves);
    }
    table.moves(Vec::new());
    table.into_record()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_games_moves_give_the_same_record_whatever_the_ids_the_times_and_the_lists_sent(
        rules in prop::sample::select(&RULESETS[..]),
        pair_no in 1..1_000_000_u64,
        seed in any::<u64>(),
    ) {
        let record = played(rules, pair_no, seed, usize::MAX);
        prop_assert_eq!(&record.fault, &None);
        let again = replayed(setup(rules, pair_no), &record, |_| Micros(0));
        prop_assert_eq!(again.to_line(), record.to_line());
        let with_lists = with_legal_turns(setup(rules, pair_no));
        let slowly = replayed(with_lists, &record, |number| Micros(999_000 + number as u64));
        prop_assert_eq!(slowly.to_line(), record.to_line());
    }

    #[test]
    fn a_game_that_ended_by_a_fault_is_replayed_to_the_same_verdict(
        rules in prop::sample::select(&RULESETS[..]),
        pair_no in 1..1_000_000_u64,
        seed in any::<u64>(),
        longest in 0..30_usize,
    ) {
        let record = played(rules, pair_no, seed, longest);
        prop_assert!(record.fault.is_some());
        let again = replayed(setup(rules, pair_no), &record, |_| Micros(5));
        prop_assert_eq!(again.to_line(), record.to_line());
    }

    #[test]
    fn an_illegal_turn_gives_the_same_record_whether_lists_were_sent_or_not(
        rules in prop::sample::select(&RULESETS[..]),
        pair_no in 1..1_000_000_u64,
        seed in any::<u64>(),
        longest in 20..40_usize,
    ) {
        let record = lost_by_passing(setup(rules, pair_no), seed, longest);
        let fault = record.fault.as_ref().unwrap();
        prop_assert_eq!(&fault.code, "illegal_turn");
        prop_assert_eq!(&fault.moves, &Some(Vec::new()));
        let with_lists = with_legal_turns(setup(rules, pair_no));
        let with_lists = lost_by_passing(with_lists, seed, longest);
        prop_assert_eq!(with_lists.to_line(), record.to_line());
    }

    #[test]
    fn a_record_that_was_written_and_read_is_replayed_as_well(
        rules in prop::sample::select(&RULESETS[..]),
        pair_no in 1..1_000_000_u64,
        seed in any::<u64>(),
    ) {
        let line = played(rules, pair_no, seed, usize::MAX).to_line();
        let read = GameRecord::from_line(&line).unwrap();
        let again = replayed(setup(rules, pair_no), &read, |_| Micros(0));
        prop_assert_eq!(again.to_line(), line);
    }
}
