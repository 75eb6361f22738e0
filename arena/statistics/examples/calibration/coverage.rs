//! How often intervals hold the truth.

use std::ops::RangeInclusive;

use arena_statistics::{
    Advantage, Confidence, Difference, Estimate, Event, Interval, Ledger, Options, Rating, Ratings,
    Scope,
};
use arena_tournament::id::BotIndex;
use arena_tournament::result::WinKind;
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::world::World;

/// One line of the table.
struct Line {
    what: &'static str,
    bots: usize,
    gauntlet: bool,
    pairs: u64,
    /// Elo from the weakest to the strongest bot.
    range: f64,
}

const LINES: [Line; 14] = [
    line("two bots, 10 pairs", 2, 10, 0.0),
    line("two bots, 20 pairs", 2, 20, 100.0),
    line("two bots, 50 pairs", 2, 50, 50.0),
    line("two bots, 200 pairs", 2, 200, 200.0),
    line("two bots, 1000 pairs", 2, 1000, 20.0),
    line("two bots, 20 pairs, far apart", 2, 20, 400.0),
    line("two bots, 50 pairs, farther", 2, 50, 700.0),
    line("6 bots, 2 pairs each", 6, 2, 200.0),
    line("6 bots, 5 pairs each", 6, 5, 200.0),
    line("6 bots, 20 pairs each", 6, 20, 300.0),
    line("6 bots, 100 pairs each", 6, 100, 400.0),
    line("20 bots, 1 pair each", 20, 1, 300.0),
    line("20 bots, 5 pairs each", 20, 5, 300.0),
    Line {
        gauntlet: true,
        ..line("gauntlet of 6, 30 pairs each", 6, 30, 200.0)
    },
];

const fn line(what: &'static str, bots: usize, pairs: u64, range: f64) -> Line {
    Line {
        what,
        bots,
        gauntlet: false,
        pairs,
        range,
    }
}

/// In how many of 100 leagues a 95 % interval should hold the truth.
const TARGET: RangeInclusive<f64> = 93.5..=96.5;

/// Hits among trials.
#[derive(Default, Clone, Copy)]
pub(crate) struct Rate {
    hits: u64,
    trials: u64,
}

impl Rate {
    pub(crate) fn add(&mut self, hit: bool) {
        self.hits += u64::from(hit);
        self.trials += 1;
    }

    pub(crate) fn interval(&mut self, interval: Option<Interval>, truth: f64) {
        if let Some(interval) = interval {
            self.add(interval.contains(truth));
        }
    }

    pub(crate) fn percent(self) -> String {
        if self.trials == 0 {
            return "–".to_owned();
        }
        format!("{:.1}", 100.0 * self.hits as f64 / self.trials as f64)
    }

    /// The same of intervals: bold where they hold in fewer or more leagues than they should.
    pub(crate) fn held(self) -> String {
        let percent = self.percent();
        match percent.parse::<f64>() {
            Ok(held) if !TARGET.contains(&held) => format!("**{percent}**"),
            _ => percent,
        }
    }
}

/// What is measured, in the order of the columns.
#[derive(Default)]
struct Rates {
    differences: Rate,
    ratings: Rate,
    advantage: Rate,
    points: Rate,
    wins: Rate,
    mars: Rate,
    starters: Rate,
    /// Differences by Fisher's errors, as if games were independent; without bounds.
    independent: Rate,
    /// How many of the differences got a bound instead of an interval.
    bounds: u64,
}

pub(crate) fn print(leagues: u64) {
    println!(
        "| league | ρ | differences | ratings | first move | points | wins | mars | starters' \
         share | of the differences were bounds | differences by Fisher's errors |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for line in &LINES {
        for correlation in [0.0, -0.25, -0.5] {
            let rates = measure(line, correlation, leagues);
            let cells = [
                rates.differences,
                rates.ratings,
                rates.advantage,
                rates.points,
                rates.wins,
                rates.mars,
                rates.starters,
            ];
            let cells = cells.map(Rate::held).join(" | ");
            let bounds = 100.0 * rates.bounds as f64 / rates.differences.trials as f64;
            let independent = rates.independent.percent();
            println!(
                "| {} | {correlation} | {cells} | {bounds:.1} | {independent} |",
                line.what
            );
        }
    }
    println!();
}

fn measure(line: &Line, correlation: f64, leagues: u64) -> Rates {
    let step = line.range / (line.bots - 1) as f64;
    let world = World {
        strengths: (0..line.bots).map(|bot| bot as f64 * step).collect(),
        advantage: 30.0,
        correlation,
        mars: 0.25,
    };
    let all = (0..line.bots).flat_map(|a| (a + 1..line.bots).map(move |b| (a, b)));
    let pairings: Vec<_> = all.filter(|(a, _)| !line.gauntlet || *a == 0).collect();
    let mut rates = Rates::default();
    for seed in 0..leagues {
        let mut dice = StdRng::seed_from_u64(seed);
        let ledger = world.league(&pairings, line.pairs, &mut dice);
        rates.ratings(&world, &ledger);
        rates.tables(&world, &ledger, &pairings);
    }
    rates
}

impl Rates {
    fn ratings(&mut self, world: &World, ledger: &Ledger) {
        let ratings = Ratings::fit(ledger, &Options::default()).unwrap();
        let group: Vec<BotIndex> = ratings.main_group().collect();
        let strength = |bot: BotIndex| world.strengths[bot.get()];
        let mean = group.iter().map(|&bot| strength(bot)).sum::<f64>() / group.len() as f64;
        for a in (0..world.strengths.len()).map(BotIndex::new) {
            if let Rating::Estimated(estimate) = ratings.rating(a) {
                self.ratings
                    .interval(estimate.interval(), strength(a) - mean);
            }
            for b in (0..a.get()).map(BotIndex::new) {
                let truth = strength(a) - strength(b);
                match ratings.difference(a, b) {
                    Difference::Estimated { estimate, .. } => {
                        self.differences.interval(estimate.interval(), truth);
                        let errors = ratings.difference_errors(a, b).unwrap();
                        let away = (estimate.value - truth).abs();
                        self.independent.add(away <= 1.959_964 * errors.independent);
                    }
                    Difference::Above {
                        at_least: Some(bound),
                        ..
                    } => self.bound(truth >= bound),
                    Difference::Below {
                        at_most: Some(bound),
                        ..
                    } => self.bound(truth <= bound),
                    _ => {}
                }
            }
        }
        if let Advantage::Estimated(estimate) = ratings.first_move() {
            self.advantage
                .interval(estimate.interval(), world.advantage);
        }
    }

    /// Bounds count as intervals without one end.
    fn bound(&mut self, holds: bool) {
        self.differences.add(holds);
        self.bounds += 1;
    }

    fn tables(&mut self, world: &World, ledger: &Ledger, pairings: &[(usize, usize)]) {
        let interval = |estimate: Option<Estimate>| estimate.and_then(|found| found.interval());
        for bot in 0..world.strengths.len() {
            let scope = Scope::of(BotIndex::new(bot));
            let opponents: Vec<usize> = pairings
                .iter()
                .filter_map(|&(a, b)| match bot {
                    _ if bot == a => Some(b),
                    _ if bot == b => Some(a),
                    _ => None,
                })
                .collect();
            let mean = |of: &dyn Fn(usize) -> f64| {
                opponents.iter().map(|&other| of(other)).sum::<f64>() / opponents.len() as f64
            };
            let points = mean(&|other| world.points(bot, other));
            let wins = mean(&|other| world.chances(bot, other).mean());
            self.points
                .interval(interval(ledger.points(&scope)), points);
            self.wins
                .interval(interval(ledger.rate(&scope, Event::Won)), wins);
            let mars = Event::WonBy(WinKind::Mars);
            self.mars
                .interval(interval(ledger.rate(&scope, mars)), wins * world.mars);
        }
        let share = |&(a, b): &(usize, usize)| {
            let chances = world.chances(a, b);
            f64::midpoint(chances.starting, 1.0 - chances.following)
        };
        let truth = pairings.iter().map(share).sum::<f64>() / pairings.len() as f64;
        let gain = ledger.first_move(Confidence::default()).unwrap();
        self.starters.interval(gain.win_rate.interval(), truth);
    }
}
