//! Intervals hold and the sequential test errs as often as stated, in leagues whose truth is
//! known. The full tables are in `CALIBRATION.md`; this guards them in a small way.
#![allow(clippy::unwrap_used)]

#[path = "../examples/calibration/world.rs"]
mod world;

use arena_statistics::{
    Decision, Difference, ErrorRates, Hypotheses, Measure, Options, Ratings, Scope, Sprt, Unit,
};
use arena_tournament::id::BotIndex;
use rand::SeedableRng;
use rand::rngs::StdRng;
use world::World;

fn world(strengths: &[f64]) -> World {
    World {
        strengths: strengths.to_vec(),
        advantage: 30.0,
        correlation: -0.35,
        mars: 0.25,
    }
}

fn percent(hits: usize, trials: usize) -> f64 {
    100.0 * hits as f64 / trials as f64
}

#[test]
fn intervals_at_95_percent_hold_in_about_95_of_100_leagues() {
    let world = world(&[0.0, 40.0, 90.0, 150.0]);
    let pairings = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    let (mut differences, mut points) = (Vec::new(), Vec::new());
    for seed in 0..1000 {
        let ledger = world.league(&pairings, 10, &mut StdRng::seed_from_u64(seed));
        let ratings = Ratings::fit(&ledger, &Options::default()).unwrap();
        for (a, b) in pairings {
            let found = ratings.difference(BotIndex::new(a), BotIndex::new(b));
            let Difference::Estimated { estimate, .. } = found else {
                panic!("{found}");
            };
            let truth = world.strengths[a] - world.strengths[b];
            differences.push(estimate.interval().unwrap().contains(truth));
            let scope = Scope::of(BotIndex::new(a)).against(BotIndex::new(b));
            let estimate = ledger.points(&scope).unwrap();
            points.push(estimate.interval().unwrap().contains(world.points(a, b)));
        }
    }
    for (what, held) in [("differences", differences), ("points", points)] {
        let covered = percent(held.iter().filter(|&&held| held).count(), held.len());
        assert!((93.5..=96.5).contains(&covered), "{what}: {covered} %");
    }
}

/// The wrong decisions, in percent, of tests from -50 to 50 Elo.
fn wrong(strength: f64, right: Decision) -> f64 {
    let mut world = world(&[strength, 0.0]);
    world.advantage = 0.0;
    let runs = 1000;
    let wrong = (0..runs).filter(|&seed| {
        let mut dice = StdRng::seed_from_u64(seed);
        let hypotheses = Hypotheses {
            measure: Measure::Elo,
            null: -50.0,
            alternative: 50.0,
        };
        let mut sprt = Sprt::new(hypotheses, ErrorRates::default(), Unit::Pair).unwrap();
        while sprt.decision() == Decision::Continue {
            let result = world.observation(hypotheses.measure, 0, 1, &mut dice);
            sprt.observe(result).unwrap();
        }
        sprt.decision() != right
    });
    percent(wrong.count(), runs as usize)
}

#[test]
fn the_sequential_test_errs_at_most_as_often_as_stated_and_one_percent() {
    let alpha = wrong(-50.0, Decision::AcceptNull);
    let beta = wrong(50.0, Decision::AcceptAlternative);
    assert!(alpha <= 6.0 && beta <= 6.0, "{alpha} % and {beta} %");
    // A test that never errs in a thousand runs would waste games.
    assert!(alpha >= 1.0 && beta >= 1.0, "{alpha} % and {beta} %");
}
