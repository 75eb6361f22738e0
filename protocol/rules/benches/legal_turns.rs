//! How fast the distinct legal turns of a position are listed, on average over the 21 rolls, and
//! how many random games a second that makes.
#![allow(clippy::unwrap_used, missing_docs)]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use nardy_rules::{Position, Roll, Ruleset, Situation, Stage, ToPlay, TurnList};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

fn roll(random: &mut StdRng) -> Roll {
    Roll::new(random.random_range(1..=6), random.random_range(1..=6)).unwrap()
}

/// Plays a random game; answers the positions before each turn.
fn random_game(ruleset: &Ruleset, random: &mut StdRng, turns: &mut TurnList) -> Vec<Position> {
    let mut position = Position::start(ruleset);
    let mut first_rolls = [None; 2];
    let mut positions = Vec::new();
    loop {
        positions.push(position);
        let own = (positions.len() - 1) % 2;
        let roll = roll(random);
        let stage = match first_rolls[own] {
            None => Stage::FirstTurn {
                opponent_first_roll: first_rolls[1 - own],
            },
            Some(_) => Stage::Later,
        };
        first_rolls[own] = first_rolls[own].or(Some(roll));
        turns.generate(
            ruleset,
            &Situation {
                position,
                stage,
                to_play: ToPlay::Roll(roll),
            },
        );
        let end = turns.end(random.random_range(0..turns.len()));
        if end.is_won() {
            return positions;
        }
        position = end.flipped();
    }
}

/// The 30th to 50th position of some random games: contact, and no checker borne off yet.
fn midgames(ruleset: &Ruleset) -> Vec<Position> {
    let mut random = StdRng::seed_from_u64(2026);
    let mut turns = TurnList::new();
    let games = (0..25).map(|_| random_game(ruleset, &mut random, &mut turns));
    games
        .flat_map(|game| game.into_iter().skip(30).take(20).collect::<Vec<_>>())
        .collect()
}

fn list_all_rolls(ruleset: &Ruleset, positions: &[Position], stage: Stage, turns: &mut TurnList) {
    for &position in positions {
        for roll in Roll::all() {
            turns.generate(
                ruleset,
                &Situation {
                    position,
                    stage,
                    to_play: ToPlay::Roll(roll),
                },
            );
            std::hint::black_box(turns.len());
        }
    }
}

fn legal_turns(criterion: &mut Criterion) {
    let mut turns = TurnList::new();
    for id in ["long", "short"] {
        let ruleset = Ruleset::by_id(id).unwrap();
        let start = [Position::start(&ruleset)];
        let middle = midgames(&ruleset);
        let first = Stage::FirstTurn {
            opponent_first_roll: None,
        };
        let mut group = criterion.benchmark_group(format!("{id}: lists of legal turns"));
        for (name, positions, stage) in [
            ("start", &start[..], first),
            ("midgame", &middle, Stage::Later),
        ] {
            group.throughput(Throughput::Elements(positions.len() as u64 * 21));
            group.bench_function(name, |bencher| {
                bencher.iter(|| list_all_rolls(&ruleset, positions, stage, &mut turns));
            });
        }
        group.finish();
    }
}

fn random_games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random games");
    let mut turns = TurnList::new();
    for id in ["long", "short"] {
        let ruleset = Ruleset::by_id(id).unwrap();
        let mut seed = 0;
        group.throughput(Throughput::Elements(1));
        group.bench_function(id, |bencher| {
            bencher.iter_batched(
                || {
                    seed += 1;
                    StdRng::seed_from_u64(seed)
                },
                |mut random| random_game(&ruleset, &mut random, &mut turns),
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, legal_turns, random_games);
criterion_main!(benches);
