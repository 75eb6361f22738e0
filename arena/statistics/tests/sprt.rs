//! The sequential test against the numbers of published tools.
#![allow(clippy::unwrap_used)]

mod common;

use arena_statistics::{
    Confidence, Decision, ErrorRates, Hypotheses, Measure, Sprt, SprtError, Unit,
};
use common::{near, numbers, reference};
use serde_json::Value;

fn between(measure: Measure, null: f64, alternative: f64) -> Hypotheses {
    Hypotheses {
        measure,
        null,
        alternative,
    }
}

/// Counts by score per game, from the lowest to the highest.
fn scores(counts: &Value) -> Vec<(f64, u64)> {
    let counts = counts.as_array().unwrap();
    let last = (counts.len() - 1) as f64;
    let scores = counts.iter().enumerate();
    scores
        .map(|(place, count)| (place as f64 / last, count.as_u64().unwrap()))
        .collect()
}

#[track_caller]
fn close(found: f64, expected: &Value) {
    let expected = expected.as_f64().unwrap();
    let tolerance = (expected.abs() * 1e-4).max(1e-3);
    assert!(
        (found - expected).abs() < tolerance,
        "{found} is not {expected}"
    );
}

#[test]
fn ratios_on_elo_and_normalised_elo_are_the_published_ones() {
    let published = &reference()["pentanomial_and_trinomial"];
    let elo = |low, high| between(Measure::Elo, low, high);
    let normalised = |low, high| between(Measure::NormalizedElo, low, high);
    for name in ["p1", "p3_nodraw_duplicate", "p5_onesided", "p6_zero_cells"] {
        let expected = &published[name];
        let counts = scores(&expected["pentanomial"]);
        for (hypotheses, key) in [
            (elo(0.0, 5.0), "llr_logistic_0_5"),
            (elo(0.0, 20.0), "llr_logistic_0_20"),
            (normalised(0.0, 5.0), "llr_normalized_0_5"),
            (normalised(-1.75, 0.25), "llr_normalized_-1.75_0.25"),
        ] {
            let ratio = hypotheses.log_likelihood_ratio(Unit::Pair, &counts);
            close(ratio.unwrap(), &expected[key]);
        }
    }
    for name in ["t2_nodraw", "t4_all_wins"] {
        let expected = &published[name];
        let counts = scores(&expected["ldw"]);
        for (hypotheses, key) in [
            (elo(0.0, 5.0), "llr_logistic_0_5"),
            (elo(0.0, 20.0), "llr_logistic_0_20"),
            (normalised(0.0, 5.0), "llr_normalized_0_5"),
        ] {
            let ratio = hypotheses.log_likelihood_ratio(Unit::Game, &counts);
            close(ratio.unwrap(), &expected[key]);
        }
    }
}

/// Of games without draws a normalised Elo is one win rate: at t standard deviations from 1/2,
/// which are `sqrt(p (1 - p))`, `p = (1 + t / sqrt(1 + t²)) / 2`.
#[test]
fn great_normalised_elos_have_the_ratio_by_hand() {
    let (won, lost) = (600_u32, 400_u32);
    for strength in [-2000.0, -300.0, 200.0, 250.0, 300.0, 1000.0, 2000.0_f64] {
        let rate = |strength: f64| {
            let t = strength / (800.0 / std::f64::consts::LN_10);
            (1.0 + t / (1.0 + t * t).sqrt()) / 2.0
        };
        let (low, high) = (strength.min(0.0), strength.max(0.0));
        let likelihood = |p: f64| f64::from(won) * p.ln() + f64::from(lost) * (1.0 - p).ln();
        let expected = likelihood(rate(high)) - likelihood(rate(low));
        let counts = [(0.0, lost.into()), (1.0, won.into())];
        let hypotheses = between(Measure::NormalizedElo, low, high);
        let ratio = hypotheses.log_likelihood_ratio(Unit::Game, &counts);
        assert!(
            (ratio.unwrap() - expected).abs() < 1e-6 * expected.abs(),
            "{strength}"
        );
    }
}

/// Whatever comes, a test of great strengths goes on.
#[test]
fn great_normalised_elos_can_be_tested_with_any_results() {
    for (low, high) in [
        (0.0, 250.0),
        (0.0, 1000.0),
        (-1000.0, 1000.0),
        (900.0, 1000.0),
    ] {
        let hypotheses = between(Measure::NormalizedElo, low, high);
        test_of(hypotheses);
        let counts = [0, 1, 10, 1000, 100_000];
        for lost in counts {
            for shared in counts {
                for won in counts {
                    let counts = [(0.0, lost), (0.5, shared), (1.0, won)];
                    let ratio = hypotheses.log_likelihood_ratio(Unit::Pair, &counts);
                    assert!(ratio.unwrap().is_finite(), "{counts:?}");
                }
            }
        }
    }
}

/// Tests that wait for draws stay at 0 for ever; a published one does.
#[test]
fn games_without_draws_move_the_ratio() {
    let published = &reference()["pentanomial_and_trinomial"]["t2_nodraw"];
    assert_eq!(published["openbench_trinomial_llr_0_5"], 0.0);
    let counts = [(0.0, 400), (1.0, 600)];
    let hypotheses = between(Measure::Elo, 0.0, 5.0);
    let ratio = hypotheses.log_likelihood_ratio(Unit::Game, &counts);
    close(ratio.unwrap(), &published["llr_logistic_0_5"]);
}

#[test]
fn ratios_on_points_are_the_published_ones() {
    let published = &reference()["points_per_game_with_mars"];
    let sums = numbers(&published["pair_point_sum_counts_A_minus_B"]);
    let counts: Vec<(f64, u64)> = sums
        .iter()
        .map(|(sum, &count)| (sum.parse::<f64>().unwrap() / 2.0, count as u64))
        .collect();
    let expected = published["fishtest_LLR_expectation_total"]
        .as_object()
        .unwrap();
    for (bounds, ratio) in expected {
        let (low, high) = bounds.split_once('_').unwrap();
        let points = Measure::Points { largest_win: 2 };
        let hypotheses = between(points, low.parse().unwrap(), high.parse().unwrap());
        let found = hypotheses.log_likelihood_ratio(Unit::Pair, &counts);
        close(found.unwrap(), ratio);
    }
}

fn test_of(hypotheses: Hypotheses) -> Sprt {
    Sprt::new(hypotheses, ErrorRates::default(), Unit::Pair).unwrap()
}

#[test]
fn the_bounds_are_the_published_ones() {
    let sprt = test_of(between(Measure::Elo, 0.0, 5.0));
    let published = &reference()["pentanomial_and_trinomial"]["p1"]["sprt_elo_logistic_0_5"];
    near(sprt.bounds().0, &published["a"], 1e-12);
    near(sprt.bounds().1, &published["b"], 1e-12);
    let rates = ErrorRates {
        alpha: 0.01,
        beta: 0.1,
    };
    let hypotheses = between(Measure::Elo, 0.0, 5.0);
    let sprt = Sprt::new(hypotheses, rates, Unit::Pair).unwrap();
    let (low, high) = sprt.bounds();
    assert!((low - (0.1_f64 / 0.99).ln()).abs() < 1e-12 && (high - 90_f64.ln()).abs() < 1e-12);
}

/// A match with the scores of the reference; hypotheses so far apart in points that it goes on.
fn undecided(measure: Measure) -> Sprt {
    let rates = ErrorRates {
        alpha: 1e-9,
        beta: 1e-9,
    };
    let hypotheses = between(measure, 0.0, 5.0);
    let mut sprt = Sprt::new(hypotheses, rates, Unit::Pair).unwrap();
    for (score, count) in [(0.0, 110), (0.5, 240), (1.0, 150)] {
        for _ in 0..count {
            assert_eq!(sprt.observe(score), Ok(Decision::Continue));
        }
    }
    sprt
}

#[test]
fn the_estimate_is_the_published_one() {
    let published = &reference()["pentanomial_and_trinomial"]["p3_nodraw_duplicate"];
    let elo = undecided(Measure::Elo);
    close(elo.log_likelihood_ratio(), &published["llr_logistic_0_5"]);
    let elo = elo.estimate(Confidence::default()).unwrap();
    near(
        elo.value.unwrap(),
        &published["openbench_elo_low_mid_high"][1],
        1e-6,
    );
    // Student's t for 499 instead of the normal, n - 1 instead of n: 0.4 % wider.
    let half = (elo.high.unwrap() - elo.low.unwrap()) / 2.0;
    let normal = published["get_elo"]["elo95_halfwidth"].as_f64().unwrap();
    assert!(half > normal && half < 1.004 * normal, "{half}");
    let normalised = undecided(Measure::NormalizedElo).estimate(Confidence::default());
    near(normalised.unwrap().value.unwrap(), &published["nelo"], 0.1);
}

#[test]
fn a_bot_that_wins_every_pair_has_no_elo_but_a_lower_end() {
    let mut sprt = test_of(between(Measure::Elo, -300.0, 300.0));
    assert_eq!(sprt.estimate(Confidence::default()), None);
    sprt.observe(1.0).unwrap();
    sprt.observe(1.0).unwrap();
    let strength = sprt.estimate(Confidence::default()).unwrap();
    assert_eq!((strength.value, strength.high), (None, None));
}

#[test]
fn the_test_stops_at_a_bound_and_counts_nothing_more() {
    for (result, decision) in [
        (1.0, Decision::AcceptAlternative),
        (0.0, Decision::AcceptNull),
        (0.5, Decision::AcceptNull),
    ] {
        let mut sprt = test_of(between(Measure::Elo, 0.0, 60.0));
        while sprt.observe(result).unwrap() == Decision::Continue {
            assert!(sprt.observations() < 1000);
        }
        assert_eq!(sprt.decision(), decision);
        let (low, high) = sprt.bounds();
        let ratio = sprt.log_likelihood_ratio();
        assert!(ratio <= low || ratio >= high);
        let observations = sprt.observations();
        assert_eq!(sprt.observe(1.0), Ok(decision));
        assert_eq!(sprt.observations(), observations);
    }
}

#[test]
fn tests_that_cannot_be_made_are_refused() {
    let refused = |hypotheses, rates| Sprt::new(hypotheses, rates, Unit::Pair).err();
    let usual = ErrorRates::default();
    let points = Measure::Points { largest_win: 2 };
    assert!(matches!(
        refused(between(Measure::Elo, 5.0, 0.0), usual),
        Some(SprtError::Order { .. })
    ));
    assert!(matches!(
        refused(between(Measure::Elo, 0.0, f64::NAN), usual),
        Some(SprtError::Order { .. })
    ));
    let strength = 2.0;
    assert_eq!(
        refused(between(points, 0.0, 2.0), usual),
        Some(SprtError::OutOfReach { strength })
    );
    assert!(matches!(
        refused(between(Measure::NormalizedElo, 0.0, 1e6), usual),
        Some(SprtError::OutOfReach { .. })
    ));
    let rates = ErrorRates {
        alpha: 0.5,
        ..usual
    };
    assert_eq!(
        refused(between(points, 0.0, 0.1), rates),
        Some(SprtError::ErrorRate(0.5))
    );
    let mut sprt = test_of(between(Measure::Elo, 0.0, 5.0));
    assert_eq!(sprt.observe(0.25), Err(SprtError::Result(0.25)));
}
