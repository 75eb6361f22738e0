//! Whatever a message or a record holds, writing and reading agree. What readers do with lines
//! that are none is in the arena's `tests/text_safety`.
#![allow(clippy::unwrap_used)]

use nardy_protocol::codec::{decode_answer, decode_request, encode, encode_answer};
use nardy_protocol::message::*;
use nardy_protocol::record::{FaultRecord, GameRecord, ResultRecord, Seat, TurnRecord};
use nardy_protocol::text::is_unsafe;
use proptest::prelude::*;
use serde_json::{Map, Value};

fn text() -> impl Strategy<Value = String> {
    // The last one is a key by which the JSON library knows its own messages to itself.
    let reserved = Just("$serde_json::private::RawValue".to_owned());
    prop_oneof![8 => "[a-z]{0,8}", 8 => any::<String>(), 1 => reserved]
}

/// A JSON value that survives writing: numbers as JSON has them.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(text(), inner, 0..5)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

fn options() -> impl Strategy<Value = Map<String, Value>> {
    prop::collection::btree_map(text(), value(), 0..4).prop_map(|map| map.into_iter().collect())
}

fn id() -> impl Strategy<Value = RequestId> {
    text().prop_map(RequestId::new)
}

fn roll() -> impl Strategy<Value = [u8; 2]> {
    prop::array::uniform2(1_u8..=6)
}

fn moves() -> impl Strategy<Value = Vec<MovePair>> {
    prop::collection::vec(prop::array::uniform2(0_u8..=25), 0..13)
}

fn dice() -> impl Strategy<Value = Dice> {
    prop_oneof![
        roll().prop_map(Dice::Roll),
        prop::collection::vec(1_u8..=6, 1..12).prop_map(Dice::Leftover),
    ]
}

prop_compose! {
    fn clock()(turn_ms in any::<u64>(), bank_ms in any::<u64>()) -> Clock {
        Clock { turn_ms, bank_ms }
    }
}

prop_compose! {
    fn played()(own in any::<bool>(), dice in dice(), moves in moves()) -> PlayedTurn {
        PlayedTurn { by: if own { By::Own } else { By::Opponent }, dice, moves }
    }
}

prop_compose! {
    fn turn_request()(
        (id, turn, dice) in (id(), any::<u32>(), dice()),
        board in prop::array::uniform24(-15_i8..=15),
        (bar, off) in (prop::array::uniform2(0_u8..=15), prop::array::uniform2(0_u8..=15)),
        (first_turn, opponent_first_roll) in (any::<bool>(), prop::option::of(roll())),
        (head, clock) in (prop::option::of(0_u8..=2), clock()),
        since in prop::collection::vec(played(), 0..3),
        legal in prop::option::of(prop::collection::vec(moves(), 0..4)),
        legal_cut in any::<bool>(),
    ) -> TurnRequest {
        TurnRequest {
            id, turn, dice, board, bar, off, first_turn, opponent_first_roll, head, clock, since,
            legal, legal_cut,
        }
    }
}

fn win_kind() -> impl Strategy<Value = WinKind> {
    prop::sample::select(vec![
        WinKind::Oin,
        WinKind::Mars,
        WinKind::HomeMars,
        WinKind::Koks,
        WinKind::Forfeit,
    ])
}

fn game_start() -> impl Strategy<Value = GameStart> {
    let names = (id(), text(), text(), value(), text());
    let rest = (
        any::<bool>(),
        prop::collection::vec(roll(), 0..3),
        text(),
        text(),
        clock(),
    );
    (names, rest).prop_map(
        |(
            (id, game, rules, ruleset, opponent),
            (first, roll_off, seed, dice_commitment, clock),
        )| {
            GameStart {
                id,
                game,
                rules,
                ruleset,
                opponent,
                first,
                roll_off,
                seed,
                dice_commitment,
                clock,
            }
        },
    )
}

fn request() -> impl Strategy<Value = ToBot> {
    let hello = (id(), any::<u32>(), text(), text(), options()).prop_map(
        |(id, protocol, arena, bot, options)| {
            ToBot::Hello(Hello {
                id,
                protocol,
                arena,
                bot,
                options,
            })
        },
    );
    let error = (
        text(),
        prop::option::of(text()),
        text(),
        prop::option::of(moves()),
    )
        .prop_map(|(code, rule, message, moves)| {
            ToBot::Error(ErrorNotice {
                code,
                rule,
                message,
                moves,
            })
        });
    let result = (text(), any::<bool>(), win_kind(), any::<u32>(), text()).prop_map(
        |(game, won, kind, points, reason)| {
            ToBot::Result(ResultNotice {
                game,
                won,
                kind,
                points,
                reason,
            })
        },
    );
    prop_oneof![
        hello,
        game_start().prop_map(ToBot::Game),
        turn_request().prop_map(ToBot::Turn),
        error,
        result,
        Just(ToBot::Quit),
    ]
}

fn answer() -> impl Strategy<Value = FromBot> {
    let texts = || prop::collection::vec(text(), 0..3);
    let hello = (id(), any::<u32>(), text(), text(), texts(), texts()).prop_map(
        |(id, protocol, name, version, rules, wants)| {
            FromBot::Hello(HelloAnswer {
                id,
                protocol,
                name,
                version,
                rules,
                wants,
            })
        },
    );
    // An info of null is none.
    let info = prop::option::of(value().prop_filter("null", |info| !info.is_null()));
    prop_oneof![
        hello,
        id().prop_map(|id| FromBot::Ready(Ready { id })),
        (id(), moves(), info).prop_map(|(id, moves, info)| FromBot::Move(MoveAnswer {
            id,
            moves,
            info
        })),
    ]
}

fn seat() -> impl Strategy<Value = Seat> {
    prop::sample::select(&Seat::BOTH[..])
}

prop_compose! {
    fn turn_record()(
        seat in seat(),
        dice in dice(),
        moves in moves(),
        info in prop::option::of(value().prop_filter("null", |info| !info.is_null())),
    ) -> TurnRecord {
        TurnRecord { seat, dice, moves, info }
    }
}

fn fault() -> impl Strategy<Value = FaultRecord> {
    let texts = (text(), text(), any::<Vec<u8>>());
    let turns = (moves(), moves());
    (seat(), texts, prop::option::of(roll()), turns).prop_map(
        |(seat, (code, message, line), dice, (moves, example))| {
            FaultRecord::new(seat, code, &message)
                .with_line(&line)
                .with_dice(dice)
                .with_breach("R10", moves, example)
        },
    )
}

prop_compose! {
    fn record()(
        (game, index, pair, rules) in (text(), any::<u64>(), any::<u64>(), text()),
        bots in prop::array::uniform2(text()),
        starter in seat(),
        roll_off in prop::collection::vec(roll(), 0..3),
        turns in prop::collection::vec(turn_record(), 0..4),
        (winner, kind, points) in (seat(), win_kind(), any::<u32>()),
        (pips, reason) in (prop::option::of(any::<u32>()), text()),
        fault in prop::option::of(fault()),
    ) -> GameRecord {
        let result = ResultRecord { winner, kind, points, pips, reason };
        GameRecord { game, index, pair, rules, bots, starter, roll_off, turns, result, fault }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_request_is_read_as_it_was_written(request in request()) {
        let mut line = Vec::new();
        encode(&request, &mut line);
        prop_assert_eq!(line.pop(), Some(b'\n'));
        prop_assert!(!line.contains(&b'\n'));
        prop_assert_eq!(decode_request(&line).unwrap(), request);
    }

    #[test]
    fn an_answer_is_read_as_it_was_written(answer in answer()) {
        let mut line = Vec::new();
        encode_answer(&answer, &mut line);
        prop_assert_eq!(line.pop(), Some(b'\n'));
        prop_assert!(!line.contains(&b'\n'));
        prop_assert_eq!(decode_answer(&line).unwrap(), answer);
    }

    #[test]
    fn a_record_is_read_as_it_was_written_and_can_be_printed(record in record()) {
        let line = record.to_line();
        prop_assert!(!line.contains(is_unsafe), "{}", line);
        prop_assert_eq!(GameRecord::from_line(&line).unwrap(), record);
    }
}
