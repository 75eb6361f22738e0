//! Runs the Python verifier, where there is a `python3`, and compares it with the arena's dice.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::io::ErrorKind;
use std::num::NonZeroU64;
use std::process::Command;

use arena_referee::dice::{LeagueSeed, PairDice, PairKey, PairingName};
use nardy_protocol::record::Seat;

const SPEC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../protocol/spec");

/// What a Python program in the specification's folder prints; `None` without a `python3`.
fn python(arguments: &[&str]) -> Option<String> {
    // -B: no bytecode folder may appear in the specification.
    let run = Command::new("python3")
        .arg("-B")
        .args(arguments)
        .current_dir(SPEC)
        .output();
    match run {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("skipped: no python3 on this machine, so the verifier was not run");
            None
        }
        run => {
            let output = run.unwrap();
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "python3 {arguments:?}: {errors}");
            Some(String::from_utf8(output.stdout).unwrap())
        }
    }
}

fn key(pair_no: u64) -> PairKey {
    let names = PairingName::new("тест", "pips 2").unwrap();
    PairKey::derive(
        &LeagueSeed::new("any seed"),
        &names,
        NonZeroU64::new(pair_no).unwrap(),
    )
}

/// What the verifier should print for this key.
fn report(key: &PairKey, seat: Seat, rolls: u32) -> String {
    let dice = PairDice::new(key);
    let mut lines = vec![
        format!("commitment {}", key.commitment()),
        format!("starter {}", dice.starter().index()),
    ];
    lines.extend(
        dice.roll_off()
            .iter()
            .map(|[a, b]| format!("roll-off {a} {b}")),
    );
    lines.extend(
        (0..rolls)
            .map(|n| dice.roll(seat, n))
            .map(|[a, b]| format!("roll {a} {b}")),
    );
    lines.join("\n") + "\n"
}

#[test]
fn the_verifier_prints_the_arenas_dice_for_a_published_key_and_for_a_league_seed() {
    for (number, seat, digit) in [(3, Seat::Zero, "0"), (26, Seat::One, "1")] {
        let key = key(number);
        let expected = report(&key, seat, 40);
        let Some(from_key) = python(&["dice_verify.py", &key.to_hex(), digit, "40"]) else {
            return;
        };
        assert_eq!(from_key, expected);
        let number = number.to_string();
        let seed = ["any seed", "тест", "pips 2", &number, digit, "40"];
        let from_seed = python(&[&["dice_verify.py"][..], &seed[..]].concat()).unwrap();
        assert_eq!(from_seed, expected);
    }
}

#[test]
fn the_verifier_and_the_arena_agree_on_a_hundred_keys() {
    // One interpreter for all keys, using the verifier as a module.
    let program = "\
import sys
from dice_verify import dice
for key in map(bytes.fromhex, sys.argv[1:]):
    for seat in 0, 1:
        for n in range(30): print(key.hex(), seat, n, *dice(key, 'nardy roll v1', seat, n))";
    let keys: Vec<PairKey> = (1..=100).map(key).collect();
    let texts: Vec<String> = keys.iter().map(PairKey::to_hex).collect();
    let arguments: Vec<&str> = ["-c", program]
        .into_iter()
        .chain(texts.iter().map(String::as_str))
        .collect();
    let Some(printed) = python(&arguments) else {
        return;
    };
    let mut lines = printed.lines();
    for (key, text) in keys.iter().zip(&texts) {
        let dice = PairDice::new(key);
        for seat in Seat::BOTH {
            for n in 0..30 {
                let [a, b] = dice.roll(seat, n);
                let expected = format!("{text} {} {n} {a} {b}", seat.index());
                assert_eq!(lines.next(), Some(expected.as_str()));
            }
        }
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn the_specifications_example_prints_what_it_shows() {
    let text = std::fs::read_to_string(format!("{SPEC}/dice.md")).unwrap();
    let (_, example) = text.split_once("$ python3 ").unwrap();
    let (command, shown) = example.split_once('\n').unwrap();
    let (shown, _) = shown.split_once("```").unwrap();
    let Some(printed) = python(&command.split(' ').collect::<Vec<_>>()) else {
        return;
    };
    assert_eq!(printed, shown);
}

#[test]
fn the_fixture_is_what_its_generator_writes() {
    python(&["dice_fixtures.py", "--check"]);
}

#[test]
fn the_verifier_has_at_most_15_lines_of_code() {
    let text = std::fs::read_to_string(format!("{SPEC}/dice_verify.py")).unwrap();
    let (_, code) = text.split_once("\"\"\"\nimport").unwrap();
    let lines = 1 + code
        .lines()
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .count();
    assert!(lines <= 15, "{lines} lines");
}
