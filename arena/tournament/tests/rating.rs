//! Incremental Elo against hand-computed values and an independent trace.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use arena_tournament::id::{BotIndex, GameIndex};
use arena_tournament::rating::{Elo, EloRow, K, Ladder, Score};
use arena_tournament::result::{GameResult, Win, WinKind};
use proptest::prelude::*;

fn game(index: u64, first: usize, second: usize, winner: usize) -> GameResult {
    let [first, second, winner] = [first, second, winner].map(BotIndex::new);
    let win = Win {
        kind: WinKind::Oin,
        points: 1,
    };
    GameResult::new(GameIndex::new(index), [first, second], first, winner, win).unwrap()
}

fn written(row: &EloRow) -> String {
    let EloRow {
        game,
        bot,
        opponent,
        elo_before,
        expected,
        score,
        elo_after,
    } = row;
    let (bot, opponent) = (bot.get(), opponent.get());
    format!("{game} {bot} {opponent} {elo_before} {expected} {score} {elo_after}")
}

/// By hand: equal ratings expect 0.5, so 32 * 0.5 = 16. Then 1516 against 1484, a difference of
/// 32: 1 / (1 + 10^-0.08) = 0.5459, and a loss costs 32 * 0.5459 = 17.47.
#[test]
fn two_games_of_two_bots_are_rated_as_by_hand() {
    let mut ladder = Ladder::new(2);
    let rows: Vec<String> = [game(0, 0, 1, 0), game(1, 1, 0, 1)]
        .iter()
        .flat_map(|result| ladder.rate(result).unwrap())
        .map(|row| written(&row))
        .collect();
    assert_eq!(
        rows,
        [
            "1a 0 1 1500.00 0.5000 1 1516.00",
            "1a 1 0 1500.00 0.5000 0 1484.00",
            "1b 1 0 1484.00 0.4541 1 1501.47",
            "1b 0 1 1516.00 0.5459 0 1498.53",
        ]
    );
}

#[test]
fn a_difference_of_400_is_expected_to_win_ten_games_of_eleven() {
    let expected = Elo::new(1900.0).expected_against(Elo::new(1500.0));
    assert_eq!(expected.score(), 1.0 / (1.0 + 0.1));
    assert_eq!(expected.to_string(), "0.9091");
    assert_eq!(expected.of_opponent().to_string(), "0.0909");
}

#[test]
fn a_rating_is_written_with_a_half_rounded_to_even_and_without_negative_zero() {
    let written =
        [1500.125, 1500.375, -0.004, -12.5, 0.0].map(|points| Elo::new(points).to_string());
    assert_eq!(written, ["1500.12", "1500.38", "0.00", "-12.50", "0.00"]);
}

#[test]
fn a_bot_outside_the_league_is_refused_and_moves_nobody() {
    let mut ladder = Ladder::new(2);
    let error = ladder.rate(&game(4, 0, 2, 0)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "game 3a: there is no bot 3, the league has 2"
    );
    assert_eq!(ladder, Ladder::new(2));
}

/// A row of `elo_trace.csv`.
struct Traced {
    names: [String; 2],
    score: f64,
    expected: f64,
    after: [f64; 2],
}

fn trace(name: &str) -> Vec<Traced> {
    let rows = include_str!("elo_trace.csv")
        .lines()
        .filter(|line| line.starts_with(name));
    rows.map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |cell: usize| cells[cell].parse().unwrap();
        Traced {
            names: [cells[1].to_owned(), cells[2].to_owned()],
            score: number(3),
            expected: number(4),
            after: [number(5), number(6)],
        }
    })
    .collect()
}

fn assert_near(ours: f64, theirs: f64) {
    assert!((ours - theirs).abs() < 2e-9, "{ours} is not {theirs}");
}

/// Each game on its own, from the ratings the trace has before it.
#[test]
fn every_won_game_of_the_independent_traces_moves_both_ratings_as_there() {
    let mut compared = 0;
    for name in ["forward", "reversed"] {
        let mut ratings: BTreeMap<String, f64> = BTreeMap::new();
        for row in trace(name) {
            let before = row
                .names
                .each_ref()
                .map(|n| Elo::new(*ratings.get(n).unwrap_or(&1500.0)));
            let expected = before[0].expected_against(before[1]);
            assert_near(expected.score(), row.expected);
            let scores = match row.score {
                1.0 => Some([Score::Win, Score::Loss]),
                0.0 => Some([Score::Loss, Score::Win]),
                _ => None,
            };
            if let Some([first, second]) = scores {
                assert_near(before[0].after(expected, first).points(), row.after[0]);
                let expected = expected.of_opponent();
                assert_near(before[1].after(expected, second).points(), row.after[1]);
                compared += 1;
            }
            ratings.extend(row.names.into_iter().zip(row.after));
        }
    }
    assert_eq!(compared, 14);
}

/// All games up to the first draw, through the ladder.
#[test]
fn the_ladder_follows_the_independent_traces_from_the_start() {
    for (name, games) in [("forward", 4), ("reversed", 3)] {
        let mut ladder = Ladder::new(3);
        let place = |name: &str| usize::from(name.as_bytes()[0] - b'A');
        for (index, row) in (0..).zip(trace(name).into_iter().take(games)) {
            let [first, second] = row.names.each_ref().map(|name| place(name));
            let winner = if row.score == 1.0 { first } else { second };
            let rows = ladder.rate(&game(index, first, second, winner)).unwrap();
            assert_near(rows[0].elo_after.points(), row.after[0]);
            assert_near(rows[1].elo_after.points(), row.after[1]);
        }
    }
}

proptest! {
    #[test]
    fn points_only_change_hands(
        played in prop::collection::vec((0_usize..5, 1_usize..5, any::<bool>()), 0..300),
    ) {
        let mut ladder = Ladder::new(5);
        for (index, (first, step, first_wins)) in (0..).zip(played) {
            let second = (first + step) % 5;
            let winner = if first_wins { first } else { second };
            let [a, b] = ladder.rate(&game(index, first, second, winner)).unwrap();
            let [gain, loss] = [a, b].map(|row| row.elo_after.points() - row.elo_before.points());
            prop_assert!((gain + loss).abs() < 1e-9);
            prop_assert!(gain.abs() <= K);
            prop_assert_eq!(gain > 0.0, first_wins);
        }
        let total: f64 = ladder.ratings().iter().map(|elo| elo.points()).sum();
        prop_assert!((total - 7500.0).abs() < 1e-6);
    }
}
