//! The dice against values computed by `protocol/spec/dice_verify.py`, which shares no code.
#![allow(clippy::unwrap_used)]

use std::num::NonZeroU64;

use arena_referee::dice::{
    DiceError, LeagueSeed, PairDice, PairKey, PairingName, TwoDice, bot_seed,
};
use nardy_protocol::record::Seat;
use proptest::prelude::*;
use serde_json::Value;

fn fixture() -> Value {
    serde_json::from_str(include_str!("../../../protocol/fixtures/dice.json")).unwrap()
}

fn text<'a>(case: &'a Value, field: &str) -> &'a str {
    case[field].as_str().unwrap()
}

fn dice_of(hex: &str) -> PairDice {
    PairDice::new(&PairKey::from_hex(hex).unwrap())
}

#[test]
fn the_first_rolls_of_seed_2026_never_change() {
    let names = PairingName::new("greedy", "pips").unwrap();
    let key = PairKey::derive(&LeagueSeed::new("2026"), &names, NonZeroU64::MIN);
    let dice = PairDice::new(&key);
    assert_eq!(dice.roll_off(), [[5, 4]]);
    assert_eq!(
        [0, 1, 2, 3].map(|n| dice.roll(Seat::Zero, n)),
        [[6, 5], [4, 6], [4, 5], [5, 3]]
    );
}

#[test]
fn every_value_of_the_fixtures_pairs_is_reproduced() {
    for case in fixture()["pairs"].as_array().unwrap() {
        let seed = LeagueSeed::new(text(case, "league_seed"));
        let names = PairingName::new(text(case, "first"), text(case, "second")).unwrap();
        let pair_no = NonZeroU64::new(case["pair_no"].as_u64().unwrap()).unwrap();
        let key = PairKey::derive(&seed, &names, pair_no);
        let dice = PairDice::new(&key);
        assert_eq!(key.to_hex(), text(case, "pair_key"));
        assert_eq!(key.commitment(), text(case, "dice_commitment"));
        assert_eq!(
            dice.starter().index() as u64,
            case["starter"].as_u64().unwrap()
        );
        let roll_off: Vec<TwoDice> = serde_json::from_value(case["roll_off"].clone()).unwrap();
        assert_eq!(dice.roll_off(), roll_off);
        for seat in Seat::BOTH {
            let own_seed = bot_seed(&seed, &names, pair_no, seat);
            assert_eq!(own_seed, case["bot_seeds"][seat.index()]);
            let rolls: Vec<TwoDice> =
                serde_json::from_value(case["rolls"][seat.index()].clone()).unwrap();
            let rolled: Vec<_> = (0..)
                .take(rolls.len())
                .map(|n| dice.roll(seat, n))
                .collect();
            assert_eq!(rolled, rolls);
        }
    }
}

#[test]
fn a_byte_from_252_up_is_skipped_as_first_and_as_second_die() {
    for case in fixture()["skipped"].as_array().unwrap() {
        assert_eq!(case["seat"], 0);
        let n = u32::try_from(case["n"].as_u64().unwrap()).unwrap();
        let roll: TwoDice = serde_json::from_value(case["roll"].clone()).unwrap();
        assert_eq!(dice_of(text(case, "pair_key")).roll(Seat::Zero, n), roll);
    }
}

/// The key is fixed, so this cannot flicker: it shows that no outcome is favoured.
#[test]
fn the_36_ordered_outcomes_of_a_roll_are_equally_frequent() {
    let dice = dice_of(text(&fixture()["pairs"][0], "pair_key"));
    let mut seen = [[0_i64; 6]; 6];
    for n in 0..18_000 {
        for seat in Seat::BOTH {
            let [a, b] = dice.roll(seat, n);
            seen[usize::from(a) - 1][usize::from(b) - 1] += 1;
        }
    }
    let squares: i64 = seen
        .as_flattened()
        .iter()
        .map(|count| (count - 1000).pow(2))
        .sum();
    // Chi-square of 35 degrees of freedom, times the expectation of 1000: 90 has p < 1e-6.
    assert!(squares < 90_000, "{seen:?}");
}

#[test]
fn a_starter_drawn_by_the_arena_is_either_seat_equally_often() {
    let names = PairingName::new("a", "b").unwrap();
    let seed = LeagueSeed::new("starters");
    let zeros = (1..=4000)
        .filter_map(NonZeroU64::new)
        .filter(|&no| PairDice::new(&PairKey::derive(&seed, &names, no)).starter() == Seat::Zero)
        .count();
    // Five standard deviations of sqrt(4000) / 2.
    assert!(zeros.abs_diff(2000) < 159, "{zeros}");
}

#[test]
fn secrets_stay_out_of_debug_output() {
    let key = PairKey::from_hex(&"ab".repeat(32)).unwrap();
    let seed = LeagueSeed::new("my secret text");
    let shown = format!("{seed:?} {key:?} {:?}", PairDice::new(&key));
    assert!(!shown.contains("my secret text"));
    assert!(!shown.contains("abab"));
    assert!(shown.contains(&key.commitment()));
}

#[test]
fn a_key_that_is_not_64_hex_digits_is_refused_without_being_repeated() {
    let short = PairKey::from_hex("abc").unwrap_err();
    assert_eq!(
        short.to_string(),
        "a pair key is 64 hex digits, this text has 3 characters"
    );
    let typing_error = format!("{}é", "ab".repeat(31) + "a");
    let wrong = PairKey::from_hex(&typing_error).unwrap_err();
    assert_eq!(
        wrong.to_string(),
        "a pair key is 64 hex digits, this text has 64 characters and 'é' is no hex digit"
    );
    assert!(PairKey::from_hex("").is_err());
    assert!(PairKey::from_hex(&"ab".repeat(33)).is_err());
}

#[test]
fn a_name_with_a_line_break_is_refused_because_two_pairings_could_read_the_same() {
    let error = PairingName::new("a", "b\nc").unwrap_err();
    assert_eq!(
        error,
        DiceError::ControlCharacter {
            name: "b\nc".to_owned()
        }
    );
    assert_eq!(
        error.to_string(),
        r#"bot name "b\nc" has a control character: leave it out"#
    );
}

proptest! {
    #[test]
    fn a_key_survives_being_written_and_read(bytes in any::<[u8; 32]>()) {
        let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
        prop_assert_eq!(PairKey::from_hex(&hex).unwrap().to_hex(), hex.clone());
        prop_assert_eq!(PairKey::from_hex(&hex.to_uppercase()).unwrap().to_hex(), hex);
    }

    #[test]
    fn reading_a_key_never_panics(text in any::<String>()) {
        let _ = PairKey::from_hex(&text);
    }

    #[test]
    fn only_the_last_round_of_a_roll_off_differs(bytes in any::<[u8; 32]>()) {
        let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
        let rounds = dice_of(&hex).roll_off();
        let (last, ties) = rounds.split_last().unwrap();
        prop_assert!(last[0] != last[1]);
        prop_assert!(ties.iter().all(|[a, b]| a == b));
    }
}
