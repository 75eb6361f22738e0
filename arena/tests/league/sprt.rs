//! A match that stops by a sequential test: at the same pair whatever happens on the way, with
//! everything in its folder a function of the pairs up to there.

use std::fs;

use arena_statistics::{Decision, ErrorRates, Hypotheses, Measure, Sprt, Unit};
use rustix::process::Signal;

use crate::support::{DERIVED, Ground, Ran, Results, scripted};

/// What a test of these asks: how the pairs are played, and between which strengths.
const BLOCKS: &[&str] = &["builtin:blocks", "builtin:pips", "--seed", "7"];
const FROM_0_TO_20: &[&str] = &["--sprt", "elo0=0", "elo1=20"];

/// The tables of a match with a test.
fn tables() -> impl Iterator<Item = &'static str> {
    DERIVED.into_iter().chain(["sprt.csv"])
}

fn play(ground: &Ground, out: &str, args: &[&[&str]]) -> (Results, Ran) {
    let words = [&["match", "--out", out], &args.concat()[..]].concat();
    let ran = ground.run(&words);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    (ground.results(out), ran)
}

#[track_caller]
fn assert_same_tables(one: &Results, other: &Results) {
    for table in tables() {
        assert_eq!(one.text(table), other.text(table), "{table}");
    }
}

fn assert_verifies(ground: &Ground, out: &str) -> Ran {
    let ran = ground.run(&["verify", out]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(ran.stdout.ends_with("all is right\n"), "{}", ran.stdout);
    ran
}

/// Holds a match against the test of the statistics: it is fed with the pairs of `games.csv`.
fn assert_decides_as(results: &Results, ran: &Ran, measure: Measure, [h0, h1]: [f64; 2]) -> Sprt {
    let hypotheses = Hypotheses {
        measure,
        null: h0,
        alternative: h1,
    };
    let mut sprt = Sprt::new(hypotheses, ErrorRates::default(), Unit::Pair).unwrap();
    let games = results.rows("games.csv");
    let first = games[0].text("first").to_owned();
    let steps = results.rows("sprt.csv");
    assert_eq!(games.len(), 2 * steps.len());
    for (pair, step) in games.chunks(2).zip(&steps) {
        assert_eq!(sprt.decision(), Decision::Continue, "it goes on too long");
        let of_game = |game: &crate::support::Row| {
            let won = game.text("winner") == first;
            match (measure, won) {
                (Measure::Points { .. }, true) => game.decimal("points"),
                (Measure::Points { .. }, false) => -game.decimal("points"),
                (_, true) => 1.0,
                (_, false) => 0.0,
            }
        };
        let sum: f64 = pair.iter().map(of_game).sum();
        let decision = sprt.observe(sum / 2.0).unwrap();
        assert_eq!(step.text("pair"), pair[0].text("pair"));
        assert_eq!(step.decimal("result"), sum);
        let ratio = sprt.log_likelihood_ratio();
        assert!((step.decimal("llr") - ratio).abs() <= 0.00005 + 1e-9);
        let name = match decision {
            Decision::Continue => "continue",
            Decision::AcceptNull => "h0",
            Decision::AcceptAlternative => "h1",
        };
        assert_eq!(step.text("decision"), name);
    }
    let ratio = hypotheses.log_likelihood_ratio(Unit::Pair, sprt.counts());
    let (low, high) = sprt.bounds();
    let says = format!(
        "LLR {:.4}, bounds {low:.4} and {high:.4}, after {} pairs\n",
        ratio.unwrap(),
        steps.len()
    );
    assert!(ran.stdout.contains(&says), "{says}{}", ran.stdout);
    assert_eq!(results.rows("keys.csv").len(), steps.len());
    sprt
}

#[test]
fn the_stronger_bot_is_found_stronger_at_the_same_pair_with_any_number_of_workers() {
    let ground = Ground::new();
    let (alone, ran) = play(
        &ground,
        "one",
        &[BLOCKS, FROM_0_TO_20, &["--concurrency", "1"]],
    );
    let sprt = assert_decides_as(&alone, &ran, Measure::Elo, [0.0, 20.0]);
    assert_eq!(sprt.decision(), Decision::AcceptAlternative);
    assert!(ran.stdout.contains("H1 is accepted: blocks"), "{ran:#?}");
    assert!(ran.stdout.contains("\nestimate: "), "{ran:#?}");
    let biased = "biased away from 0 and ± is too narrow, as the match stopped on its own results";
    assert!(ran.stdout.contains(biased), "{ran:#?}");
    assert!(!ran.stdout.contains("holds the true value"), "{ran:#?}");
    assert!(sprt.observations() < 1_000, "{}", ran.stdout);
    for workers in ["2", "4"] {
        let out = format!("with-{workers}");
        let (results, again) = play(
            &ground,
            &out,
            &[BLOCKS, FROM_0_TO_20, &["--concurrency", workers]],
        );
        assert_same_tables(&results, &alone);
        let but_folder = |ran: &Ran, out: &str| ran.stdout.replace(&format!("/{out}"), "");
        assert_eq!(but_folder(&again, &out), but_folder(&ran, "one"));
        assert_verifies(&ground, &out);
    }
}

#[test]
fn the_weaker_bot_is_found_weaker() {
    let ground = Ground::new();
    let bots = ["builtin:pips", "builtin:blocks", "--seed", "7"];
    let (results, ran) = play(&ground, "out", &[&bots, FROM_0_TO_20]);
    let sprt = assert_decides_as(&results, &ran, Measure::Elo, [0.0, 20.0]);
    assert_eq!(sprt.decision(), Decision::AcceptNull);
    assert!(ran.stdout.contains("H0 is accepted: pips"), "{ran:#?}");
    assert_verifies(&ground, "out");
}

#[test]
fn points_are_tested_like_wins() {
    let ground = Ground::new();
    let test = ["--sprt", "points0=0", "points1=0.5"];
    let (results, ran) = play(&ground, "out", &[BLOCKS, &test]);
    let measure = Measure::Points { largest_win: 2 };
    let sprt = assert_decides_as(&results, &ran, measure, [0.0, 0.5]);
    assert_eq!(sprt.decision(), Decision::AcceptAlternative);
    assert!(
        ran.stdout.contains("more than 0 points per game"),
        "{ran:#?}"
    );
    let test = ["--sprt", "nelo0=0", "nelo1=50"];
    let (results, ran) = play(&ground, "normalised", &[BLOCKS, &test]);
    assert_decides_as(&results, &ran, Measure::NormalizedElo, [0.0, 50.0]);
}

#[test]
fn a_match_without_a_decision_plays_all_its_pairs_and_says_so() {
    let ground = Ground::new();
    let bots = ["builtin:pips", "builtin:pips", "--seed", "7"];
    let test = ["--sprt", "elo0=0", "elo1=5", "--pairs", "3"];
    let (results, ran) = play(&ground, "out", &[&bots, &test]);
    let sprt = assert_decides_as(&results, &ran, Measure::Elo, [0.0, 5.0]);
    assert_eq!(sprt.decision(), Decision::Continue);
    assert_eq!(sprt.observations(), 3);
    assert!(ran.stdout.contains("no verdict"), "{}", ran.stdout);
    assert_verifies(&ground, "out");
}

/// What is in the journal though it ended behind the deciding pair, as other workers' games can.
#[test]
fn games_behind_the_decision_do_not_count_and_are_refereed_all_the_same() {
    let ground = Ground::new();
    let (decided, _) = play(
        &ground,
        "out",
        &[BLOCKS, FROM_0_TO_20, &["--concurrency", "1"]],
    );
    let pairs = decided.rows("sprt.csv").len();
    // The same games as a match that goes on: a game follows from the seed and the bots.
    let more = (pairs + 2).to_string();
    let (longer, _) = play(&ground, "longer", &[BLOCKS, &["--pairs", &more]]);
    let journal = decided.text("games.jsonl");
    let behind = longer.journal().into_iter();
    let mut behind: Vec<_> = behind.filter(|line| !journal.contains(&**line)).collect();
    behind.truncate(3);
    assert_eq!(behind.len(), 3);
    let with_more = format!("{}\n{journal}", behind.join("\n"));
    ground.write("out/games.jsonl", &with_more);
    let ran = assert_verifies(&ground, "out");
    let note = "3 of the games in games.jsonl had ended ahead of their turn when it decided, and do \
                not count";
    assert!(ran.stdout.contains(note), "{}", ran.stdout);
    let lengths = format!("blocks vs pips: {} games", 2 * pairs);
    assert!(ran.stdout.starts_with(&lengths), "{}", ran.stdout);
    // A resume finds the same pair, too, and makes the tables again.
    for table in tables() {
        fs::remove_file(ground.path("out").join(table)).unwrap();
    }
    let resume = [BLOCKS, FROM_0_TO_20, &["--resume"]];
    let (again, ran) = play(&ground, "out", &resume);
    let says = format!("the sequential test has decided after {pairs} pairs");
    assert!(ran.stderr.contains(&says), "{}", ran.stderr);
    assert_same_tables(&again, &decided);
    assert_eq!(again.text("games.jsonl"), with_more, "something was played");
    // What does not count is refereed.
    let changed = with_more.replacen("\"dice\":[", "\"dice\":[ ", 1);
    ground.write("out/games.jsonl", changed);
    assert_eq!(ground.run(&["verify", "out"]).code, Some(1));
}

#[test]
fn a_changed_byte_in_the_test_or_in_a_game_that_counts_is_found() {
    let ground = Ground::new();
    let (results, _) = play(&ground, "out", &[BLOCKS, FROM_0_TO_20]);
    for (file, from, to) in [
        ("sprt.csv", "continue", "h1"),
        ("games.csv", "blocks", "clocks"),
        ("league.json", "\"h1\": 20.0", "\"h1\": 21.0"),
        ("keys.csv", "1,blocks", "2,blocks"),
    ] {
        let text = results.text(file);
        assert!(text.contains(from), "{file}: {text}");
        ground.write(&format!("out/{file}"), text.replacen(from, to, 1));
        let ran = ground.run(&["verify", "out"]);
        assert_eq!(ran.code, Some(1), "{file}: {ran:#?}");
        assert!(ran.stdout.contains(&format!("\n{file}")), "{}", ran.stdout);
        ground.write(&format!("out/{file}"), text);
    }
    // A winner changed by somebody who corrects the line's checksum is against the moves.
    let journal = results.text("games.jsonl");
    let at = journal.find("\"winner\":").unwrap() + "\"winner\":".len();
    let mut bytes = journal.as_bytes().to_vec();
    bytes[at] ^= 1;
    ground.write("out/games.jsonl", &bytes);
    assert_eq!(ground.run(&["verify", "out"]).code, Some(1));
    ground.write("out/games.jsonl", journal);
    assert_verifies(&ground, "out");
}

#[test]
fn a_match_that_is_stopped_or_killed_ends_at_the_same_pair_after_a_resume() {
    let slow = shlex::try_join(scripted(&[("turn", "late:2")]).iter().map(String::as_str));
    let slow = slow.unwrap();
    let bots = ["builtin:blocks", &slow, "--seed", "7"];
    let test = ["--sprt", "elo0=0", "elo1=40"];
    let ground = Ground::new();
    let (undisturbed, ran) = play(&ground, "whole", &[&bots, &test, &["--concurrency", "4"]]);
    let sprt = assert_decides_as(&undisturbed, &ran, Measure::Elo, [0.0, 40.0]);
    assert_ne!(sprt.decision(), Decision::Continue);
    assert!(sprt.observations() > 4, "{}", ran.stdout);
    let begin = [&["match", "--out", "out"], &bots[..], &test].concat();
    let go_on = [&begin[..], &["--resume"]].concat();
    for (signal, words, code) in [
        (Signal::INT, &begin, Some(130)),
        (Signal::KILL, &go_on, None),
    ] {
        let before = ground.games_played("out");
        let mut running = ground.start(words);
        running.until("a game more", || ground.games_played("out") > before);
        running.signal(signal);
        let ran = running.wait();
        assert_eq!(ran.code, code, "{ran:#?}");
        ground.assert_all_die_soon();
    }
    assert!(!ground.path("out/keys.csv").exists());
    let ran = ground.run(&go_on);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert_same_tables(&ground.results("out"), &undisturbed);
    assert_verifies(&ground, "out");
}

#[test]
fn another_test_is_another_match() {
    let ground = Ground::new();
    play(&ground, "out", &[BLOCKS, FROM_0_TO_20]);
    let before = ground.tree();
    for (test, says) in [
        (&["--sprt", "elo0=0", "elo1=30"][..], "elo1=30"),
        (&[], "none in the command line"),
    ] {
        let words = [&["match", "--out", "out"], BLOCKS, test, &["--resume"]].concat();
        let pairs = ["--pairs", "10000"];
        let ran = ground.run(&[&words[..], &pairs].concat());
        assert_eq!(ran.code, Some(2), "{ran:#?}");
        let sprt = "sprt: elo0=0 elo1=20 alpha=0.05 beta=0.05 in the results folder";
        for says in [sprt, says] {
            assert!(ran.stderr.contains(says), "{says}: {}", ran.stderr);
        }
        assert!(ground.tree() == before, "something was changed");
    }
}

#[test]
fn what_is_no_test_is_refused_before_anything_is_played() {
    let ground = Ground::new();
    for (test, says) in [
        (&["elo0=20", "elo1=0"][..], "elo1 must be the greater one"),
        (&["elo0=0", "elo1=20", "alpha=0.5"], "below 0.5"),
        (&["elo1=20"], "elo0 is missing"),
        (&["points0=0", "points1=2"], "out of reach"),
        (&["elo0=0", "elo1=20", "builtin:pips"], "behind the bots"),
    ] {
        let words = [&["match", "builtin:pips", "builtin:pips", "--sprt"], test].concat();
        let ran = ground.run(&words);
        assert_eq!(ran.code, Some(2), "{ran:#?}");
        assert!(ran.stderr.contains(says), "{says}: {}", ran.stderr);
    }
    assert!(!ground.path("results").exists());
}
