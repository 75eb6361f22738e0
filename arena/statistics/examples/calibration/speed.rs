//! How long a million games take.

use std::time::Instant;

use arena_statistics::{Options, Ratings};
use arena_tournament::id::BotIndex;
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::world::World;

pub(crate) fn print() {
    println!("| bots | games | counting (s) | rating with all differences (s) | counts kept |");
    println!("|---|---|---|---|---|");
    for bots in [2, 20, 100] {
        line(bots);
    }
}

fn line(bots: usize) {
    let world = World {
        strengths: (0..bots)
            .map(|bot| bot as f64 * 400.0 / bots as f64)
            .collect(),
        advantage: 30.0,
        correlation: -0.3,
        mars: 0.25,
    };
    let mut dice = StdRng::seed_from_u64(1);
    let pairings: Vec<_> = (0..bots)
        .flat_map(|a| (a + 1..bots).map(move |b| (a, b)))
        .collect();
    let games: Vec<_> = (0..500_000)
        .flat_map(|number| {
            let (a, b) = pairings[number % pairings.len()];
            world.pair(a, b, &mut dice).map(|game| {
                (
                    arena_tournament::id::PairNumber::new(number as u64 + 1),
                    game,
                )
            })
        })
        .collect();
    let began = Instant::now();
    let mut ledger = arena_statistics::Ledger::new(arena_statistics::Forfeits::Count);
    for &(pair, game) in &games {
        ledger.push(pair, game).unwrap();
    }
    ledger.end_file();
    let counting = began.elapsed().as_secs_f64();
    let began = Instant::now();
    let ratings = Ratings::fit(&ledger, &Options::default()).unwrap();
    for (a, b) in pairings {
        let difference = ratings.difference(BotIndex::new(a), BotIndex::new(b));
        std::hint::black_box(difference);
    }
    let rating = began.elapsed().as_secs_f64();
    let (games, counts) = (games.len(), ledger.counts());
    println!("| {bots} | {games} | {counting:.2} | {rating:.2} | {counts} |");
}
