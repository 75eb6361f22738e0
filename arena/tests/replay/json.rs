//! `--export json`: the record with every position, for programs.

use nardy_protocol::record::Seat;
use serde_json::{Value, json};

use crate::board::Hands;
use crate::support::{Ground, builtin, league, scripted};
use crate::{RULESETS, play, play_with_a_fault, replay};

fn exported(ground: &Ground, game: &str) -> Value {
    let text = replay(ground, &[game, "--export", "json"]);
    serde_json::from_str(&text).unwrap()
}

fn assert_board(shown: &Value, hands: &Hands, seat: Seat) {
    let (points, bar, off) = hands.seen_by(seat);
    assert_eq!(
        shown,
        &json!({"board": points, "bar": bar, "off": off}),
        "{hands:?}"
    );
}

#[test]
fn every_position_of_every_ruleset_is_that_of_moves_made_by_hand() {
    for rules in RULESETS {
        let ground = Ground::new();
        play(&ground, rules);
        for record in ground.results("out").records() {
            let shown = exported(&ground, &record.game);
            let mut hands = Hands::at_the_start(rules.starts_with("short"));
            assert_board(&shown["start"], &hands, record.starter);
            let turns = shown["turns"].as_array().unwrap();
            assert_eq!(turns.len(), record.turns.len());
            for (shown, turn) in turns.iter().zip(&record.turns) {
                assert_board(&shown["before"], &hands, turn.seat);
                turn.moves
                    .iter()
                    .for_each(|pair| hands.make(turn.seat, *pair));
                assert_board(&shown["after"], &hands, turn.seat);
                assert_eq!(shown["moves"], json!(turn.moves));
                assert_eq!(shown["seat"], json!(turn.seat));
                // Nobody is asked for a pass.
                let asked = shown["took_us"].as_u64().is_some();
                assert_eq!(asked, !turn.moves.is_empty(), "{shown}");
            }
            assert_eq!(hands.places[record.result.winner.index()][0], 15);
            assert_eq!(shown["result"], json!(record.result));
            assert_eq!(shown["bots"], json!(record.bots));
            assert_eq!(shown["rules"], rules);
            assert!(shown["elapsed_us"].as_u64().unwrap() > 0);
        }
    }
}

#[test]
fn a_forfeit_says_which_dice_the_bot_lost_with_also_without_the_seed() {
    let ground = Ground::new();
    play_with_a_fault(&ground);
    for record in ground.results("out").records() {
        let shown = exported(&ground, &record.game);
        let fault = record.fault.unwrap();
        assert_eq!(shown["fault"]["line"], json!(fault.line));
        // The example is a legal turn, so that its moves are those of the dice.
        let dice: Vec<u64> = serde_json::from_value(shown["lost_with"]["dice"].clone()).unwrap();
        let example = fault.example.unwrap();
        assert!(!example.is_empty());
        for [from, to] in example {
            assert!(dice.contains(&u64::from(from - to)), "{dice:?}: {shown}");
        }
        std::fs::rename(ground.path("out/seed.json"), ground.path("seed")).unwrap();
        let by_the_keys = exported(&ground, &record.game);
        assert_eq!(by_the_keys["lost_with"], shown["lost_with"]);
        std::fs::rename(ground.path("seed"), ground.path("out/seed.json")).unwrap();
    }
}

#[test]
fn a_bot_that_was_not_asked_for_a_turn_lost_with_no_dice() {
    let ground = Ground::new();
    let bots = [
        ("pips", builtin("pips")),
        ("unready", scripted(&[("game", "exit:3")])),
    ];
    ground.play(&league("pairs = 1", &bots), "out", &[]);
    for game in ["1a", "1b"] {
        let shown = exported(&ground, game);
        assert_eq!(shown["fault"]["code"], "exited");
        assert_eq!(shown["turns"], json!([]));
        assert_eq!(shown["lost_with"], Value::Null);
        assert!(!replay(&ground, &[game]).contains("rolled"));
    }
}

#[test]
fn a_turn_that_took_longer_than_its_limit_shows_on_the_bank() {
    let ground = Ground::new();
    let bots = [
        ("slow", scripted(&[("turn:2", "late:300")])),
        ("quick", builtin("pips")),
    ];
    let settings = "pairs = 1\n[time]\nturn = \"100ms\"\nbank = \"10s\"";
    ground.play(&league(settings, &bots), "out", &[]);
    let shown = exported(&ground, "1a");
    let turns = shown["turns"].as_array().unwrap();
    let own = |seat: u64| turns.iter().filter(move |turn| turn["seat"] == seat);
    let slow: Vec<_> = own(0).collect();
    assert_eq!(slow[0]["bank_us"], 10_000_000);
    let took = slow[1]["took_us"].as_u64().unwrap();
    assert!(took >= 300_000, "{took}");
    let bank = slow[1]["bank_us"].as_u64().unwrap();
    assert_eq!(bank, 10_000_000 - (took - 100_000));
    // The other side has a bank of its own, and the time of all answers is the sum of the turns' and
    // of getting ready.
    assert_eq!(own(1).nth(1).unwrap()["bank_us"], 10_000_000);
    for seat in 0..2 {
        let turns: u64 = own(seat).filter_map(|turn| turn["took_us"].as_u64()).sum();
        let all = shown["thought_us"][seat as usize].as_u64().unwrap();
        assert!(turns < all && all < turns + 5_000_000, "{turns} {all}");
    }
    let text = replay(&ground, &["1a"]);
    let told = format!(
        "took {:.3} s; {:.3} s left in the bank",
        took as f64 / 1e6,
        bank as f64 / 1e6
    );
    assert!(text.contains(&told), "{told}: {text}");
}
