//! `--export json`: the record with every position, for programs.

use nardy_protocol::record::Seat;
use serde_json::{Value, json};

use crate::board::Hands;
use crate::support::Ground;
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
