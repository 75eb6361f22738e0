//! The dice: anyone can recompute them after the league, and nobody could know them before.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroU64;
use std::process::Command;

use arena_referee::dice::{LeagueSeed, PairDice, PairKey, PairingName, bot_seed};
use nardy_protocol::message::{Dice, GameStart, ToBot};
use nardy_protocol::record::{GameRecord, Seat};
use nardy_rules::{Opening, Ruleset};
use sha2::{Digest, Sha256};

use crate::common::scripted_bot;
use crate::support::{Ground, Results, Row, builtin, is_here, league, project};

/// The key of a pair, as published.
fn key(row: &Row) -> PairKey {
    PairKey::from_hex(row.text("key")).unwrap()
}

fn sha256_of_hex(text: &str) -> String {
    let bytes: Vec<u8> = (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap())
        .collect();
    let digest = Sha256::digest(&bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The roll-off of a game by these dice, and who starts (R3).
fn opening(
    rules: &Ruleset,
    dice: &PairDice,
    previous_winner: Option<Seat>,
) -> (Vec<[u8; 2]>, Seat) {
    match (rules.opening(), previous_winner) {
        (Opening::Drawn, _) => (Vec::new(), dice.starter()),
        (Opening::WinnerStarts, Some(winner)) => (Vec::new(), winner),
        _ => {
            let rounds = dice.roll_off();
            let [zero, one] = rounds[rounds.len() - 1];
            (rounds, if zero > one { Seat::Zero } else { Seat::One })
        }
    }
}

/// Every roll of a game is the one its pair's key gives.
fn assert_dice_follow_from_the_key(
    record: &GameRecord,
    dice: &PairDice,
    previous_winner: Option<Seat>,
) {
    let rules = Ruleset::by_id(&record.rules).unwrap();
    let (rolled_off, starter) = opening(&rules, dice, previous_winner);
    assert_eq!(record.roll_off, rolled_off, "{}", record.game);
    assert_eq!(record.starter, starter, "{}", record.game);
    let mut rolls = [0; 2];
    let mut mover = record.starter;
    for (number, turn) in record.turns.iter().enumerate() {
        let at = format!("game {}, turn {number}", record.game);
        assert_eq!(turn.seat, mover, "{at}");
        let Dice::Roll(found) = turn.dice else {
            // What the opponent left is played before the own roll (R12).
            assert_eq!(record.rules, "gulbar", "{at}");
            continue;
        };
        mover = mover.other();
        if number == 0 && rules.opening() == Opening::RollOffDice {
            let mut opening = rolled_off[rolled_off.len() - 1];
            let mut found = found;
            opening.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, opening, "{at}");
            continue;
        }
        let taken = &mut rolls[turn.seat.index()];
        assert_eq!(found, dice.roll(turn.seat, *taken), "{at}");
        *taken += 1;
    }
}

#[test]
fn every_roll_of_every_ruleset_follows_from_the_published_keys() {
    for rules in Ruleset::all() {
        let ground = Ground::new();
        let bots = ["random", "pips", "blocks"].map(|name| (name, builtin(name)));
        // Two, so that one has a game before it in its match.
        let text = league(&format!("rules = \"{}\"\npairs = 2", rules.id()), &bots);
        let results = ground.play(&text, "league", &["--concurrency", "2"]);
        let keys = results.rows("keys.csv");
        assert_eq!(keys.len(), 3 * 2);
        let mut winners = BTreeMap::new();
        for record in results.records() {
            let row = &keys[record.pair as usize - 1];
            assert_eq!(row.number("pair"), record.pair);
            let dice = PairDice::new(&key(row));
            // A match is the games of two bots with the same seats.
            let winner = winners.insert(record.bots.clone(), record.result.winner);
            assert_dice_follow_from_the_key(&record, &dice, winner);
        }
        assert_eq!(winners.len(), 6);
        assert_games_agree_with_records(&results);
    }
}

/// `first`, `second` and `starter` are seats 0 and 1 and the winner of the roll-off.
fn assert_games_agree_with_records(results: &Results) {
    for (game, record) in results.rows("games.csv").iter().zip(results.records()) {
        assert_eq!(game.text("game"), record.game);
        assert_eq!(game.text("first"), record.bots[0]);
        assert_eq!(game.text("second"), record.bots[1]);
        assert_eq!(game.text("starter"), record.bots[record.starter.index()]);
        assert_eq!(game.number("turns"), record.turns.len() as u64);
        if let Some([zero, one]) = record.roll_off.last() {
            assert_eq!(game.text("starter") == record.bots[0], zero > one);
        }
    }
}

#[test]
fn keys_come_from_the_seed_and_are_what_their_commitments_say() {
    let ground = Ground::new();
    let bots = ["one", "two", "three"].map(|name| (name, builtin("random")));
    let results = ground.play(&league("pairs = 2", &bots), "league", &[]);
    let keys = results.rows("keys.csv");
    assert_eq!(keys.len(), 3 * 2);
    let mut met = BTreeMap::new();
    for (number, row) in keys.iter().enumerate() {
        let (first, second) = (row.text("first"), row.text("second"));
        assert_eq!(row.number("pair"), number as u64 + 1);
        let meeting = met.entry((first, second)).or_insert(0);
        *meeting += 1;
        assert_eq!(row.number("pair_no"), *meeting);
        assert_eq!(row.text("commitment"), sha256_of_hex(row.text("key")));
        let pairing = PairingName::new(first, second).unwrap();
        let pair_no = NonZeroU64::new(*meeting).unwrap();
        assert!(key(row) == PairKey::derive(&LeagueSeed::new("2026"), &pairing, pair_no));
    }
}

#[test]
fn the_verifier_in_plain_python_gives_the_same_dice() {
    if !is_here("python3", "--version", "the dice in plain Python") {
        return;
    }
    let ground = Ground::new();
    let bots = ["one", "two"].map(|name| (name, builtin("random")));
    let results = ground.play(&league("pairs = 1", &bots), "league", &[]);
    let row = &results.rows("keys.csv")[0];
    for seat in Seat::BOTH {
        let verifier = project().join("protocol/spec/dice_verify.py");
        let mut command = Command::new("python3");
        command.arg(verifier).arg(row.text("key"));
        let said = command
            .args([seat.index().to_string().as_str(), "200"])
            .output()
            .unwrap();
        let said = String::from_utf8(said.stdout).unwrap();
        let mut rolls = said.lines().filter_map(|line| line.strip_prefix("roll "));
        let game = &results.records()[0];
        for turn in game.turns.iter().filter(|turn| turn.seat == seat) {
            let Dice::Roll([a, b]) = turn.dice else {
                panic!("no roll in a long game")
            };
            assert_eq!(rolls.next().unwrap(), format!("{a} {b}"));
        }
        assert!(said.contains(&format!("commitment {}", row.text("commitment"))));
    }
}

/// What the processes of a bot were told, a conversation a process.
fn conversations(ground: &Ground) -> Vec<Vec<ToBot>> {
    let files = fs::read_dir(ground.path("heard")).unwrap();
    let texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let message = |line: &str| serde_json::from_str(line).unwrap();
    texts
        .map(|text| text.lines().map(message).collect())
        .collect()
}

fn games_in(conversation: &[ToBot]) -> Vec<&GameStart> {
    let games = conversation.iter().filter_map(|message| match message {
        ToBot::Game(game) => Some(game),
        _ => None,
    });
    games.collect()
}

#[test]
fn a_bot_is_told_the_commitment_and_its_own_seed_and_never_sees_a_pairs_rolls_twice() {
    let ground = Ground::new();
    fs::create_dir(ground.path("heard")).unwrap();
    ground.write("listen.sh", "#!/bin/sh\ntee \"heard/$$\" | \"$1\"\n");
    let bot = scripted_bot().into_os_string().into_string().unwrap();
    let listening = ["/bin/sh".to_owned(), "listen.sh".to_owned(), bot].to_vec();
    let bots = [("listening", listening), ("other", builtin("random"))];
    // In the sandbox, nothing that it writes would be left.
    let free = ["--sandbox=off"];
    let results = ground.play(&league("pairs = 3", &bots), "league", &free);
    let keys = results.rows("keys.csv");
    let pairing = PairingName::new("listening", "other").unwrap();
    let mut games_heard = 0;
    for conversation in conversations(&ground) {
        let games = games_in(&conversation);
        games_heard += games.len();
        for game in &games {
            let half = game.game.chars().last();
            assert_eq!(half, games[0].game.chars().last(), "both games of a pair");
            let pair: u64 = game.game[..game.game.len() - 1].parse().unwrap();
            let row = &keys[pair as usize - 1];
            assert_eq!(game.dice_commitment, row.text("commitment"));
            let seat = if half == Some('a') {
                Seat::Zero
            } else {
                Seat::One
            };
            let pair_no = NonZeroU64::new(pair).unwrap();
            let seed = bot_seed(&LeagueSeed::new("2026"), &pairing, pair_no, seat);
            assert_eq!(game.seed, seed);
            assert_eq!(game.opponent, "other");
        }
    }
    assert_eq!(games_heard, 3 * 2);
}
