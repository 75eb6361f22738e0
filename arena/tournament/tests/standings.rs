//! The tables: hand-made leagues, and sums that must agree in any league.
#![allow(clippy::unwrap_used)]

use arena_tournament::id::{BotIndex, GameIndex};
use arena_tournament::result::{GameResult, ResultError, Win, WinKind};
use arena_tournament::standings::{StandingRow, Standings, Tally};
use proptest::prelude::*;

const OIN: Win = Win {
    kind: WinKind::Oin,
    points: 1,
};
const MARS: Win = Win {
    kind: WinKind::Mars,
    points: 2,
};
const HOME_MARS: Win = Win {
    kind: WinKind::HomeMars,
    points: 3,
};
const KOKS: Win = Win {
    kind: WinKind::Koks,
    points: 3,
};
const FORFEIT: Win = Win {
    kind: WinKind::Forfeit,
    points: 2,
};

/// The tables after these games, each `(winner, loser, win)`, the loser in seat 0.
fn league(bots: usize, games: &[(usize, usize, Win)]) -> Standings {
    let mut standings = Standings::new(bots);
    for (index, &(winner, loser, win)) in (0..).zip(games) {
        standings
            .count(&game(index, [loser, winner], winner, win))
            .unwrap();
    }
    standings
}

fn game(index: u64, seats: [usize; 2], winner: usize, win: Win) -> GameResult {
    let seats = seats.map(BotIndex::new);
    let winner = BotIndex::new(winner);
    GameResult::new(GameIndex::new(index), seats, seats[0], winner, win).unwrap()
}

fn ranks(standings: &Standings) -> Vec<(usize, usize)> {
    standings
        .table()
        .iter()
        .map(|row| (row.rank, row.bot.get()))
        .collect()
}

fn tally_of(standings: &Standings, bot: usize) -> Tally {
    let table = standings.table();
    table.iter().find(|row| row.bot.get() == bot).unwrap().tally
}

#[test]
fn a_small_league_is_counted_column_by_column() {
    let games = [
        (0, 1, OIN),
        (0, 1, MARS),
        (1, 0, HOME_MARS),
        (2, 0, KOKS),
        (0, 2, FORFEIT),
        (1, 2, OIN),
    ];
    let standings = league(3, &games);
    let first = tally_of(&standings, 0);
    assert_eq!((first.games(), first.wins(), first.losses()), (5, 3, 2));
    assert_eq!(
        (first.points_for(), first.points_against()),
        (1 + 2 + 2, 3 + 3)
    );
    assert_eq!(WinKind::ALL.map(|kind| first.won(kind)), [1, 1, 0, 0, 1]);
    assert_eq!(WinKind::ALL.map(|kind| first.lost(kind)), [0, 0, 1, 1, 0]);

    let met: Vec<_> = standings
        .pairings()
        .map(|row| {
            (
                row.bot.get(),
                row.opponent.get(),
                row.tally.wins(),
                row.tally.points_for(),
            )
        })
        .collect();
    assert_eq!(
        met,
        [
            (0, 1, 2, 3),
            (0, 2, 1, 2),
            (1, 0, 1, 3),
            (1, 2, 1, 1),
            (2, 0, 1, 3),
            (2, 1, 0, 0)
        ]
    );
}

#[test]
fn points_rank_first_and_of_equal_points_more_wins() {
    // Bots 0 and 1 have two points in three games each. Bot 1 won two of them, so it is ahead,
    // though it has lost more points.
    let games = [
        (0, 2, MARS),
        (1, 0, OIN),
        (1, 2, OIN),
        (3, 1, KOKS),
        (3, 0, OIN),
    ];
    let standings = league(4, &games);
    assert_eq!(ranks(&standings), [(1, 3), (2, 1), (3, 0), (4, 2)]);
    let [one, zero] = [1, 0].map(|bot| tally_of(&standings, bot));
    assert_eq!(
        (one.points_for(), one.wins(), one.points_against()),
        (2, 2, 3)
    );
    assert_eq!(
        (zero.points_for(), zero.wins(), zero.points_against()),
        (2, 1, 2)
    );
}

#[test]
fn of_equal_points_and_wins_the_fewest_points_against_rank_first() {
    let standings = league(4, &[(0, 2, OIN), (1, 2, OIN), (3, 0, MARS), (3, 1, OIN)]);
    assert_eq!(ranks(&standings), [(1, 3), (2, 1), (3, 0), (4, 2)]);
}

#[test]
fn equal_bots_share_a_rank_in_league_order_and_the_next_rank_is_skipped() {
    let standings = league(5, &[(3, 0, OIN), (4, 1, OIN), (2, 0, OIN), (0, 2, OIN)]);
    // 3 and 4 won all; 2 and 0 won one of two and one of three; 1 lost its only game.
    assert_eq!(ranks(&standings), [(1, 3), (1, 4), (3, 2), (4, 0), (5, 1)]);
}

#[test]
fn a_bot_with_more_games_does_not_rank_higher_for_them() {
    // A gauntlet: bot 0 wins three games of six, bot 1 one of two, bot 2 both of its own.
    let games = [
        (0, 1, OIN),
        (1, 0, OIN),
        (2, 0, OIN),
        (2, 0, OIN),
        (0, 3, OIN),
        (0, 3, OIN),
    ];
    assert_eq!(ranks(&league(4, &games)), [(1, 2), (2, 0), (2, 1), (4, 3)]);
}

#[test]
fn bots_without_games_are_listed_last_at_the_start_rating() {
    let standings = league(4, &[(2, 1, OIN)]);
    assert_eq!(ranks(&standings), [(1, 2), (2, 1), (3, 0), (3, 3)]);
    let idle: &StandingRow = &standings.table()[2];
    assert_eq!(idle.tally, Tally::default());
    assert_eq!(idle.elo.to_string(), "1500.00");
    assert_eq!(standings.table()[0].elo.to_string(), "1516.00");
}

#[test]
fn results_out_of_order_or_counted_twice_are_refused_and_change_nothing() {
    let mut standings = Standings::new(2);
    standings.count(&game(6, [0, 1], 0, OIN)).unwrap();
    let before = standings.clone();
    let twice = standings.count(&game(6, [0, 1], 0, OIN)).unwrap_err();
    assert_eq!(
        twice.to_string(),
        "game 4a was counted after game 4a: count the results in game order"
    );
    assert!(standings.count(&game(5, [0, 1], 0, OIN)).is_err());
    assert!(standings.count(&game(7, [0, 9], 0, OIN)).is_err());
    assert_eq!(standings, before);
    assert!(
        standings.count(&game(9, [0, 1], 0, OIN)).is_ok(),
        "a gap is allowed"
    );
}

#[test]
fn a_result_that_contradicts_itself_is_refused() {
    let [a, b, c] = [0, 1, 2].map(BotIndex::new);
    let game = GameIndex::new(33);
    let new = |seats, starter, winner| GameResult::new(game, seats, starter, winner, OIN);
    assert_eq!(new([a, a], a, a), Err(ResultError::SameBot { game }));
    assert_eq!(new([a, b], c, a), Err(ResultError::Starter { game }));
    assert_eq!(new([a, b], a, c), Err(ResultError::Winner { game }));
    assert_eq!(
        new([a, b], a, c).unwrap_err().to_string(),
        "game 17b: the winner does not play in it"
    );
    let result = new([a, b], a, b).unwrap();
    assert_eq!((result.winner(), result.loser()), (b, a));
}

#[test]
fn kinds_have_the_names_of_the_results_files() {
    let names = ["oin", "mars", "home_mars", "koks", "forfeit"];
    assert_eq!(WinKind::ALL.map(WinKind::name), names);
    assert_eq!(names.map(WinKind::from_name), WinKind::ALL.map(Some));
    assert_eq!(WinKind::from_name("Oin"), None);
}

fn any_game(bots: usize) -> impl Strategy<Value = (usize, usize, Win)> {
    let win = prop::sample::select(vec![OIN, MARS, HOME_MARS, KOKS, FORFEIT]);
    (0..bots, 1..bots, win)
        .prop_map(move |(winner, step, win)| (winner, (winner + step) % bots, win))
}

proptest! {
    #[test]
    fn all_sums_of_the_tables_agree(games in prop::collection::vec(any_game(5), 0..200)) {
        let standings = league(5, &games);
        let table = standings.table();
        let sum = |count: fn(&Tally) -> u64| table.iter().map(|row| count(&row.tally)).sum::<u64>();
        prop_assert_eq!(sum(Tally::games), 2 * games.len() as u64);
        prop_assert_eq!(sum(Tally::wins), sum(Tally::losses));
        prop_assert_eq!(sum(Tally::points_for), sum(Tally::points_against));
        for kind in WinKind::ALL {
            let played = games.iter().filter(|game| game.2.kind == kind).count() as u64;
            prop_assert_eq!(table.iter().map(|row| row.tally.won(kind)).sum::<u64>(), played);
            prop_assert_eq!(table.iter().map(|row| row.tally.lost(kind)).sum::<u64>(), played);
        }
        for StandingRow { bot, tally, .. } in &table {
            let won: u64 = WinKind::ALL.iter().map(|&kind| tally.won(kind)).sum();
            let lost: u64 = WinKind::ALL.iter().map(|&kind| tally.lost(kind)).sum();
            prop_assert_eq!((won, lost), (tally.wins(), tally.losses()));
            prop_assert_eq!(won + lost, tally.games());
            let mut met = Tally::default();
            standings.pairings().filter(|row| row.bot == *bot).for_each(|row| met += row.tally);
            prop_assert_eq!(met, *tally);
        }
    }

    #[test]
    fn a_pairing_reads_the_same_from_both_sides(
        games in prop::collection::vec(any_game(4), 0..100),
    ) {
        let standings = league(4, &games);
        for row in standings.pairings() {
            let mirrored = standings
                .pairings()
                .find(|other| (other.bot, other.opponent) == (row.opponent, row.bot))
                .unwrap();
            prop_assert_eq!(row.tally.points_for(), mirrored.tally.points_against());
            for kind in WinKind::ALL {
                prop_assert_eq!(row.tally.won(kind), mirrored.tally.lost(kind));
            }
        }
    }

    #[test]
    fn ranks_never_improve_down_the_table_and_every_bot_is_listed_once(
        games in prop::collection::vec(any_game(6), 0..40),
    ) {
        let table = league(6, &games).table();
        let mut bots: Vec<usize> = table.iter().map(|row| row.bot.get()).collect();
        bots.sort_unstable();
        prop_assert_eq!(bots, [0, 1, 2, 3, 4, 5]);
        for (place, pair) in (1..).zip(table.windows(2)) {
            let shared = pair[1].rank == pair[0].rank;
            prop_assert!(shared || pair[1].rank == place + 1);
            prop_assert!(!shared || pair[0].bot < pair[1].bot);
        }
    }
}
