//! One whole game, every line in both directions, against a file.
//!
//! The file is no reference for the rules: its head says what of it was checked by hand. It is
//! here so that no update of a library or of the code moves dice or messages unseen. After an
//! intended change, write it anew and review the difference:
//! `UPDATE_FIXTURES=1 cargo test -p arena-referee --test golden`.
#![allow(clippy::unwrap_used)]

mod common;

use std::fmt::Write;
use std::fs;
use std::num::NonZeroU64;

use arena_referee::clock::Micros;
use arena_referee::dice::{LeagueSeed, PairDice, PairKey, PairingName, bot_seed};
use arena_referee::game::{LegalTurns, Setup};
use common::player::Drawing;
use common::setup;
use common::table::{Table, line_of, moves_answer};
use nardy_protocol::message::{FromBot, Ready, RequestId, ToBot};
use nardy_protocol::record::Seat;

const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/long_game.txt");

/// The first pair of `greedy` and `pips` in a league with the seed 2026, as in
/// `protocol/fixtures/dice.json`. The bot in seat 1 asked for the legal turns.
fn golden_setup() -> Setup {
    let seed = LeagueSeed::new("2026");
    let names = PairingName::new("greedy", "pips").unwrap();
    let key = PairKey::derive(&seed, &names, NonZeroU64::MIN);
    let mut setup = setup("long", 1);
    for (seat, player) in Seat::BOTH.into_iter().zip(&mut setup.players) {
        player.seed = bot_seed(&seed, &names, NonZeroU64::MIN, seat);
    }
    setup.players[1].legal = LegalTurns::Sent;
    setup.dice = PairDice::new(&key);
    setup.dice_commitment = key.commitment();
    setup
}

/// What an answer takes: now and then more than the turn's limit.
fn took(number: u32) -> Micros {
    let is_slow = number % 13 == 7;
    Micros(if is_slow { 2_890_000 } else { 1_234 })
}

/// The game as text: a line for every message, then the record.
fn transcript() -> String {
    let mut text = String::new();
    let ids = |number| RequestId::new(format!("{:016x}", 0x1000_u32 + number));
    let mut table = Table::begin_with_ids(golden_setup(), ids);
    let player = Drawing {
        rules: "long",
        seed: 2035,
    };
    for number in 0.. {
        if table.is_over() {
            break;
        }
        let asked = table.asked().clone();
        let seat = asked.seat.index();
        write!(text, "to {seat}: {}", str(&asked.line)).unwrap();
        let answer = match asked.message() {
            ToBot::Turn(request) => moves_answer(asked.id(), player.choose(&request)),
            _ => FromBot::Ready(Ready { id: asked.id() }),
        };
        let (line, took) = (line_of(&answer), took(number));
        writeln!(text, "from {seat} after {} us: {}", took.0, str(&line)).unwrap();
        table.say(&line, took);
    }
    for seat in Seat::BOTH {
        let line = table.game.farewell(seat);
        write!(text, "to {}: {}", seat.index(), str(&line)).unwrap();
    }
    writeln!(text, "record: {}", table.into_record().to_line()).unwrap();
    text
}

fn str(line: &[u8]) -> &str {
    std::str::from_utf8(line).unwrap()
}

/// The lines of the file's head, which only people read.
fn head(fixture: &str) -> String {
    let comments = fixture.lines().take_while(|line| line.starts_with('#'));
    comments.map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_game_of_long_nardy_with_a_fixed_key_is_line_for_line_the_one_in_the_file() {
    let fixture = fs::read_to_string(FIXTURE).unwrap();
    let (head, played) = (head(&fixture), transcript());
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        fs::write(FIXTURE, head + &played).unwrap();
        return;
    }
    let kept = &fixture[head.len()..];
    for (number, (kept, played)) in kept.lines().zip(played.lines()).enumerate() {
        assert_eq!(played, kept, "line {} after the head", number + 1);
    }
    assert_eq!(played.lines().count(), kept.lines().count());
}
