//! How often results with luck taken out hold the truth, and how much narrower they are.

use arena_statistics::{Confidence, Doubles, Forfeits, Game, GameLuck, LuckLedger, Part, Roll};
use arena_tournament::id::{BotIndex, PairNumber};
use arena_tournament::result::{Win, WinKind};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::coverage::Rate;

/// Whether the two games of a pair have the same rolls.
#[derive(Clone, Copy, PartialEq)]
enum Rolls {
    Shared,
    Own,
}

pub(crate) fn print(leagues: u64) {
    println!("| match of equal bots | plain | with luck taken out | adjusted in (%) | its width |");
    println!("|---|---|---|---|---|");
    for (what, rolls) in [
        ("pairs on the same rolls", Rolls::Shared),
        ("games on rolls of their own", Rolls::Own),
    ] {
        for pairs in [10, 50, 200] {
            line(what, rolls, pairs, leagues);
        }
    }
    println!();
}

fn line(what: &str, rolls: Rolls, pairs: u64, leagues: u64) {
    let (mut plain, mut taken_out, mut narrower) =
        (Rate::default(), Rate::default(), Rate::default());
    let mut widths = 0.0;
    for seed in 0..leagues {
        let mut dice = StdRng::seed_from_u64(seed);
        let ledger = play(rolls, pairs, &mut dice);
        let luck = ledger
            .luck(BotIndex::new(0), Confidence::default())
            .unwrap();
        plain.interval(luck.points.plain.interval(), 0.0);
        let adjusted = luck.points.adjusted.and_then(|found| found.interval());
        narrower.add(adjusted.is_some());
        taken_out.interval(adjusted, 0.0);
        let width = adjusted
            .or(luck.points.plain.interval())
            .unwrap()
            .half_width();
        widths += width / luck.points.plain.interval().unwrap().half_width();
    }
    println!(
        "| {what}, {pairs} pairs | {} | {} | {} | {:.2} |",
        plain.held(),
        taken_out.held(),
        narrower.percent(),
        widths / leagues as f64
    );
}

fn play(rolls: Rolls, pairs: u64, dice: &mut StdRng) -> LuckLedger {
    let mut ledger = LuckLedger::new(Forfeits::Count);
    for number in 1..=pairs {
        let mut shared = [seat(dice), seat(dice)];
        for starter in [0, 1] {
            if rolls == Rolls::Own {
                shared = [seat(dice), seat(dice)];
            }
            let (game, luck) = game(starter, &shared, dice);
            let pair = (rolls == Rolls::Shared)
                .then(|| PairNumber::new(number))
                .flatten();
            ledger.push(pair, game, luck).unwrap();
        }
    }
    ledger.end_file();
    ledger
}

/// The rolls of a seat, enough for any game.
fn seat(dice: &mut StdRng) -> Vec<Roll> {
    (0..50)
        .map(|_| Roll::new([dice.random_range(1..=6), dice.random_range(1..=6)]).unwrap())
        .collect()
}

/// A race: after 25 to 45 turns the side that has more pips, with some play in it, wins.
fn game(starter: usize, rolls: &[Vec<Roll>; 2], dice: &mut StdRng) -> (Game, GameLuck) {
    let doubles = Doubles::Four;
    let mut luck = GameLuck::new(doubles);
    let turns = dice.random_range(25..=45);
    let mut lead: f64 = (0..12).map(|_| dice.random_range(-10.0..10.0)).sum();
    for (part, rolls) in [Part::Starting, Part::Following].into_iter().zip(rolls) {
        for &roll in &rolls[..turns] {
            luck.roll(part, roll);
            let pips = f64::from(doubles.pips(roll));
            lead += match part {
                Part::Starting => pips,
                Part::Following => -pips,
            };
        }
    }
    let [starter, follower] = [starter, 1 - starter].map(BotIndex::new);
    let winner = if lead > 0.0 { starter } else { follower };
    let (kind, points) = if lead.abs() > 60.0 {
        (WinKind::Mars, 2)
    } else {
        (WinKind::Oin, 1)
    };
    let game = Game::new([starter, follower], starter, winner, Win { kind, points }).unwrap();
    (game, luck)
}
