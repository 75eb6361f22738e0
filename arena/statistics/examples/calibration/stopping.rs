//! How often the sequential test errs, and after how many pairs it stops.

use arena_statistics::{Decision, ErrorRates, Hypotheses, Measure, Sprt, Unit};
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::world::World;

const POINTS: Measure = Measure::Points { largest_win: 2 };

const TESTS: [(&str, Measure, f64, f64); 8] = [
    ("Elo 0 to 10", Measure::Elo, 0.0, 10.0),
    ("Elo 0 to 30", Measure::Elo, 0.0, 30.0),
    ("Elo −50 to 50", Measure::Elo, -50.0, 50.0),
    ("Elo 100 to 200", Measure::Elo, 100.0, 200.0),
    ("Elo 0 to 200", Measure::Elo, 0.0, 200.0),
    ("normalised Elo 0 to 30", Measure::NormalizedElo, 0.0, 30.0),
    ("points 0 to 0.1", POINTS, 0.0, 0.1),
    ("points 0 to 0.5", POINTS, 0.0, 0.5),
];

pub(crate) fn print(runs: u64) {
    println!("| test | ρ | H0 true: believed H1 (%) | pairs | H1 true: believed H0 (%) | pairs |");
    println!("|---|---|---|---|---|---|");
    for (what, measure, null, alternative) in TESTS {
        let hypotheses = Hypotheses {
            measure,
            null,
            alternative,
        };
        for correlation in [0.0, -0.25, -0.5] {
            let at_null = wrong(&hypotheses, correlation, null, runs);
            let at_alternative = wrong(&hypotheses, correlation, alternative, runs);
            println!(
                "| {what} | {correlation} | {:.1} | {:.0} | {:.1} | {:.0} |",
                at_null.0, at_null.1, at_alternative.0, at_alternative.1
            );
        }
    }
    println!();
}

/// The part of runs in percent that end in the wrong decision, and the mean number of pairs.
fn wrong(hypotheses: &Hypotheses, correlation: f64, truth: f64, runs: u64) -> (f64, f64) {
    let world = world(hypotheses.measure, correlation, truth);
    let right = if truth == hypotheses.null {
        Decision::AcceptNull
    } else {
        Decision::AcceptAlternative
    };
    let (mut wrong, mut pairs) = (0_u64, 0);
    for seed in 0..runs {
        let mut dice = StdRng::seed_from_u64(seed);
        let mut sprt = Sprt::new(*hypotheses, ErrorRates::default(), Unit::Pair).unwrap();
        while sprt.decision() == Decision::Continue {
            let result = world.observation(hypotheses.measure, 0, 1, &mut dice);
            sprt.observe(result).unwrap();
        }
        wrong += u64::from(sprt.decision() != right);
        pairs += sprt.observations();
    }
    let per_run = |count: u64| count as f64 / runs as f64;
    (100.0 * per_run(wrong), per_run(pairs))
}

/// Two bots so far apart that the truth in the test's measure is as wanted.
fn world(measure: Measure, correlation: f64, truth: f64) -> World {
    let at = |elo: f64| World {
        strengths: vec![elo, 0.0],
        advantage: 30.0,
        correlation,
        mars: 0.25,
    };
    let (mut low, mut high) = (-1000.0, 1000.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if strength(&at(middle), measure) < truth {
            low = middle;
        } else {
            high = middle;
        }
    }
    at(low)
}

fn strength(world: &World, measure: Measure) -> f64 {
    let chances = world.chances(0, 1);
    let mean = chances.mean();
    match measure {
        Measure::Points { .. } => world.points(0, 1),
        Measure::Elo => -400.0 * (1.0 / mean - 1.0).log10(),
        Measure::NormalizedElo => {
            // A pair's share is 1, 1/2 or 0.
            let both = chances.both(world.correlation);
            let one = 2.0 * (mean - both);
            let variance = both + one / 4.0 - mean * mean;
            (mean - 0.5) / (2.0 * variance).sqrt() * 800.0 / std::f64::consts::LN_10
        }
    }
}
