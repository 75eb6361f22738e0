//! A bot against a copy of itself: whether both play alike, and where they part.

use std::path::Path;

use nardy_protocol::message::Dice;
use nardy_protocol::record::GameRecord;

use crate::support::{Ground, Ran, scripted};

fn self_test(ground: &Ground, bot: &str, args: &[&str]) -> Ran {
    let all = ["match", "--self-test", bot, "--out", "out", "--seed", "7"];
    ground.run(&[&all[..], args].concat())
}

/// The scripted bot's command line.
fn command(orders: &[(&str, &str)]) -> String {
    shlex::try_join(scripted(orders).iter().map(String::as_str)).unwrap()
}

/// The games of each pair.
fn pairs(ground: &Ground) -> Vec<[GameRecord; 2]> {
    let records = ground.results("out").records();
    let pairs = records.chunks(2).map(|pair| pair.to_vec().try_into());
    pairs.collect::<Result<_, _>>().unwrap()
}

/// Whether each copy has won one game.
fn is_split([one, other]: &[GameRecord; 2]) -> bool {
    let winner = |game: &GameRecord| game.bots[game.result.winner.index()].clone();
    winner(one) != winner(other)
}

#[test]
fn a_deterministic_bot_splits_every_pair() {
    let ground = Ground::new();
    let ran = self_test(&ground, "builtin:blocks", &[]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let says = "self-test passed: blocks and its copy split every pair: 10 of 10";
    assert!(ran.stdout.contains(says), "{}", ran.stdout);
    let pairs = pairs(&ground);
    assert_eq!(pairs.len(), 10);
    assert!(pairs.iter().all(is_split));
    let rows = ground.results("out").rows("standings.csv");
    assert!(rows.iter().all(|row| row.number("wins") == 10));
}

/// The built-in random bot draws from the seed that it is told, which is the same in both games.
#[test]
fn a_bot_whose_chance_is_all_seeded_splits_every_pair() {
    let ground = Ground::new();
    let ran = self_test(&ground, "builtin:random", &["--pairs", "4"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(ran.stdout.contains("4 of 4"), "{}", ran.stdout);
    assert!(pairs(&ground).iter().all(is_split));
}

#[test]
fn a_bot_with_whims_fails_and_the_turn_is_named_at_which_the_games_parted() {
    let ground = Ground::new();
    let bot = command(&[("turn", "whim")]);
    let ran = self_test(&ground, &bot, &["--pairs", "5"]);
    assert_eq!(ran.code, Some(1), "{ran:#?}");
    let pairs = pairs(&ground);
    let split = pairs.iter().filter(|pair| is_split_evenly(pair)).count();
    let says = format!("self-test failed: scripted-bot and its copy split {split} of 5 pairs");
    assert!(ran.stdout.contains(&says), "{}", ran.stdout);
    let parted = |[one, other]: &[GameRecord; 2]| {
        let mut turns = one.turns.iter().zip(&other.turns);
        turns.position(|(a, b)| a.moves != b.moves)
    };
    let first = pairs.iter().find_map(|pair| Some((pair, parted(pair)?)));
    let ([one, other], turn) = first.unwrap();
    let (pair, number) = (one.pair, turn + 1);
    let says = format!("first in pair {pair}, turn {number}: in game {pair}a ");
    assert!(ran.stdout.contains(&says), "{}", ran.stdout);
    for game in [one, other] {
        let bot = &game.bots[game.turns[turn].seat.index()];
        let Dice::Roll([one, other]) = game.turns[turn].dice else {
            panic!("{:?}", game.turns[turn]);
        };
        let says = format!("in game {} {bot} {one}-{other}: ", game.game);
        assert!(ran.stdout.contains(&says), "{says}: {}", ran.stdout);
    }
    assert!(
        ran.stdout.contains("is not deterministic"),
        "{}",
        ran.stdout
    );
}

/// Whether each copy has won one game, with as many points.
fn is_split_evenly(pair: &[GameRecord; 2]) -> bool {
    is_split(pair) && pair[0].result.points == pair[1].result.points
}

#[test]
fn a_bot_that_always_makes_the_same_mistake_has_not_passed_and_its_forfeits_are_told() {
    let ground = Ground::new();
    let bot = command(&[("turn", "illegal-none")]);
    let ran = self_test(&ground, &bot, &["--pairs", "2"]);
    assert_eq!(ran.code, Some(1), "{ran:#?}");
    assert!(
        ran.stdout.contains("4 games ended by a forfeit"),
        "{ran:#?}"
    );
}

#[test]
fn a_self_test_has_one_bot_and_a_match_two() {
    let ground = Ground::new();
    for (args, says) in [
        (&["match", "builtin:pips"][..], "<B>"),
        (
            &["match", "builtin:pips", "builtin:pips", "--self-test"],
            "cannot be used with",
        ),
        (
            &[
                "match",
                "builtin:pips",
                "--self-test",
                "--sprt",
                "elo0=0",
                "elo1=5",
            ],
            "cannot be used with",
        ),
    ] {
        let ran = ground.run(args);
        assert_eq!(ran.code, Some(2), "{ran:#?}");
        assert!(ran.stderr.contains(says), "{}", ran.stderr);
    }
    assert!(!Path::new(&ground.path("results")).exists());
}
