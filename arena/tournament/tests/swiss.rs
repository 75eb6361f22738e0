//! A Swiss: neighbours in the standings meet, nobody twice without need, byes go round.
#![allow(clippy::unwrap_used)]

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use arena_tournament::id::{BotIndex, GameIndex, Half};
use arena_tournament::result::{GameResult, Win, WinKind};
use arena_tournament::schedule::{
    Kind, Pairing, Schedule, ScheduleError, ScheduledGame, most_rounds,
};
use proptest::prelude::*;

const OIN: Win = win(WinKind::Oin, 1);
const MARS: Win = win(WinKind::Mars, 2);
const FORFEIT: Win = win(WinKind::Forfeit, 2);

const fn win(kind: WinKind, points: u32) -> Win {
    Win { kind, points }
}

fn swiss(bots: usize, rounds: u64, pairs: u64) -> Schedule {
    Schedule::new(Kind::Swiss { rounds }, bots, pairs).unwrap()
}

/// The games of the open round.
fn open(schedule: &Schedule) -> Vec<ScheduledGame> {
    let games = schedule.open().map(GameIndex::new);
    games.map(|index| schedule.game(index).unwrap()).collect()
}

/// Who meets in the open round, in the order of the games.
fn pairings(schedule: &Schedule) -> Vec<[usize; 2]> {
    let games = open(schedule).into_iter();
    let first = games.take(2 * schedule.pairings() as usize).step_by(2);
    first.map(|game| of(game.pairing)).collect()
}

fn of(pairing: Pairing) -> [usize; 2] {
    [pairing.first(), pairing.second()].map(BotIndex::get)
}

fn sorted(mut pairs: Vec<[usize; 2]>) -> Vec<[usize; 2]> {
    pairs.iter_mut().for_each(|pair| pair.sort_unstable());
    pairs.sort_unstable();
    pairs
}

/// This game won by one of its bots.
fn won_by(game: &ScheduledGame, winner: usize, win: Win) -> GameResult {
    let (index, seats) = (game.id.index(), game.seats());
    GameResult::new(index, seats, seats[0], BotIndex::new(winner), win).unwrap()
}

/// Plays the open round: `win` tells who wins a game, and how.
fn play(schedule: &mut Schedule, mut win: impl FnMut([usize; 2]) -> (usize, Win)) {
    for game in open(schedule) {
        let (winner, how) = win(game.seats().map(BotIndex::get));
        schedule.count(&won_by(&game, winner, how)).unwrap();
    }
}

#[test]
fn the_first_round_pairs_neighbours_of_the_plan_and_the_last_of_an_odd_number_sits_out() {
    assert_eq!(pairings(&swiss(6, 3, 2)), [[0, 1], [2, 3], [4, 5]]);
    assert_eq!(pairings(&swiss(5, 3, 2)), [[0, 1], [2, 3]]);
    assert_eq!(pairings(&swiss(2, 1, 1)), [[0, 1]]);
}

#[test]
fn a_round_plays_its_pairings_in_turn_each_as_often_as_it_has_pairs() {
    let schedule = swiss(4, 3, 2);
    assert_eq!(schedule.games(), 3 * 2 * 2 * 2);
    assert_eq!(schedule.open(), 0..8);
    let games: Vec<_> = open(&schedule)
        .iter()
        .map(|game| {
            let seats = game.seats().map(BotIndex::get);
            (game.id.to_string(), seats, game.meeting.get().get())
        })
        .collect();
    let expected = [
        ("1a", [0, 1], 1),
        ("1b", [1, 0], 1),
        ("2a", [2, 3], 1),
        ("2b", [3, 2], 1),
        ("3a", [0, 1], 2),
        ("3b", [1, 0], 2),
        ("4a", [2, 3], 2),
        ("4b", [3, 2], 2),
    ];
    assert_eq!(
        games,
        expected.map(|(id, seats, n)| (id.to_owned(), seats, n))
    );
    // Nobody knows yet who plays the next one.
    assert_eq!(schedule.game(GameIndex::new(8)), None);
}

#[test]
fn bots_meet_that_stand_close_by_points_per_game() {
    let mut schedule = swiss(4, 3, 1);
    // 0 gets two points a game, 2 one; 3 has lost fewer points than 1.
    play(&mut schedule, |seats| match seats.contains(&0) {
        true => (0, MARS),
        false => (2, OIN),
    });
    assert_eq!(pairings(&schedule), [[0, 2], [1, 3]]);
    // Now 1 has a point a game, 0 one and a half, 2 a half, 3 none.
    play(&mut schedule, |seats| match seats.contains(&0) {
        true => (0, OIN),
        false => (1, MARS),
    });
    // 0 has met both neighbours.
    assert_eq!(pairings(&schedule), [[0, 3], [1, 2]]);
    assert_eq!(schedule.open(), 8..12);
    play(&mut schedule, |seats| (seats[0], OIN));
    assert_eq!(schedule.open(), 8..12, "there is no fourth round");
}

#[test]
fn a_bye_counts_nothing() {
    let mut schedule = swiss(3, 3, 1);
    assert_eq!(pairings(&schedule), [[0, 1]]);
    play(&mut schedule, |_| (0, OIN));
    // 2 has no games yet and stands last, but has had its bye; 1 is the last of the others.
    assert_eq!(pairings(&schedule), [[0, 2]]);
    play(&mut schedule, |_| (2, OIN));
    assert_eq!(pairings(&schedule), [[1, 2]]);
}

#[test]
fn who_forfeits_all_games_of_a_round_stands_last_until_it_plays_again() {
    let best_first = |seats: [usize; 2]| *seats.iter().min().unwrap();
    let mut schedule = swiss(8, 6, 1);
    play(&mut schedule, |seats| (best_first(seats), MARS));
    assert_eq!(pairings(&schedule)[0], [0, 2]);
    // 0 fails, and has yet more points than most.
    play(&mut schedule, |seats| match seats.contains(&0) {
        true => (seats[0].max(seats[1]), FORFEIT),
        false => (best_first(seats), OIN),
    });
    assert_eq!(pairings(&schedule), [[2, 4], [1, 6], [3, 5], [0, 7]]);
    // It plays again, one game of two, and stands where its points put it: behind 2 and 4, and 2
    // has met both.
    play(&mut schedule, |seats| match seats {
        [0, _] => (0, MARS),
        [other, 0] => (other, FORFEIT),
        _ => (best_first(seats), OIN),
    });
    assert_eq!(pairings(&schedule)[..2], [[1, 2], [0, 4]]);
}

#[test]
fn six_bots_may_be_forced_to_meet_again_and_then_count_on() {
    // Rounds 1 to 3 of six bots can be such that two threes are left who have all met the others.
    let forced = (0..1_000u64).find_map(|seed| {
        let mut random = seed;
        let mut schedule = swiss(6, 5, 3);
        for _ in 0..4 {
            play(&mut schedule, |seats| {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                (seats[(random >> 33) as usize % 2], OIN)
            });
        }
        let games =
            (0..schedule.games()).map(|index| schedule.game(GameIndex::new(index)).unwrap());
        let again = games.clone().find(|game| game.meeting.get().get() > 3)?;
        let games: Vec<_> = games.filter(|game| game.pairing == again.pairing).collect();
        Some((schedule, games))
    });
    let (schedule, games) = forced.expect("no seed forces a rematch");
    let numbers = games.iter().map(|game| game.meeting.get().get());
    assert_eq!(
        numbers.collect::<Vec<_>>(),
        [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    );
    for half in [Half::A, Half::B] {
        let of_half: Vec<_> = games.iter().filter(|game| game.id.half == half).collect();
        assert_eq!(schedule.previous(of_half[0]), None);
        for two in of_half.windows(2) {
            assert_eq!(schedule.previous(two[1]), Some(two[0].id.index()));
        }
    }
}

#[test]
fn results_that_nobody_waits_for_are_refused_and_change_nothing() {
    let mut schedule = swiss(4, 2, 1);
    let first = open(&schedule)[0];
    schedule.count(&won_by(&first, 0, OIN)).unwrap();
    let before = schedule.clone();
    let again = schedule.count(&won_by(&first, 1, OIN)).unwrap_err();
    assert_eq!(again.to_string(), "game 1a is not waiting for this result");
    let result = |index: u64, seats: [usize; 2]| {
        let seats = seats.map(BotIndex::new);
        GameResult::new(GameIndex::new(index), seats, seats[0], seats[0], OIN).unwrap()
    };
    for strange in [result(2, [0, 1]), result(4, [0, 1]), result(99, [0, 1])] {
        assert_eq!(schedule.count(&strange).unwrap_err().game, strange.index());
    }
    assert_eq!(schedule, before);
}

#[test]
fn rounds_that_cannot_be_are_refused() {
    for (bots, most) in [(2, 1), (3, 3), (4, 3), (5, 5), (6, 5), (7, 7)] {
        assert_eq!(most_rounds(bots as u64), most);
        for rounds in [0, most + 1, u64::MAX / 1_000] {
            let error = Schedule::new(Kind::Swiss { rounds }, bots, 1).unwrap_err();
            assert_eq!(error, ScheduleError::Rounds { bots, rounds, most });
        }
    }
    let error = Schedule::new(Kind::Swiss { rounds: 9 }, 4, 1).unwrap_err();
    let says = "4 bots can play 1 to 3 rounds of a Swiss until everybody has met everybody, not 9";
    assert_eq!(error.to_string(), says);
    assert!(Schedule::new(Kind::Swiss { rounds: 3 }, 4, u64::MAX / 9).is_err());
}

/// What the tests themselves know of a Swiss.
#[derive(Default, Clone)]
struct Book {
    points: Vec<u64>,
    against: Vec<u64>,
    wins: Vec<u64>,
    games: Vec<u64>,
    byes: Vec<u64>,
    absent: Vec<bool>,
    met: BTreeMap<[usize; 2], u64>,
}

impl Book {
    fn new(bots: usize) -> Book {
        let zeros = vec![0; bots];
        Book {
            points: zeros.clone(),
            against: zeros.clone(),
            wins: zeros.clone(),
            games: zeros.clone(),
            byes: zeros,
            absent: vec![false; bots],
            met: BTreeMap::new(),
        }
    }

    fn times(&self, one: usize, other: usize) -> u64 {
        let pair = [one.min(other), one.max(other)];
        self.met.get(&pair).copied().unwrap_or(0)
    }

    /// Best first. Every bot that played has played at most 100 games here, so that points of
    /// 1/n compare as whole numbers of their common denominators.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        order.sort_by(|&a, &b| {
            let more = |list: &[u64]| {
                let cross = |x: usize, y: usize| list[x] * self.games[y];
                cross(b, a).cmp(&cross(a, b))
            };
            let idle = |bot: usize| self.games[bot] == 0;
            let key = |bot: usize| (self.absent[bot], idle(bot));
            key(a)
                .cmp(&key(b))
                .then(more(&self.points))
                .then(more(&self.wins))
                .then(more(&self.against).reverse())
                .then(a.cmp(&b))
        });
        order
    }

    /// The best round of all there are, by trying all.
    fn best_round(&self) -> Vec<[usize; 2]> {
        let order = self.order();
        let mut byes: Vec<Option<usize>> = vec![None];
        if order.len() % 2 == 1 {
            let fewest = self.byes.iter().min().unwrap();
            let may = order.iter().filter(|&&bot| self.byes[bot] == *fewest);
            byes = may.map(|&bot| Some(bot)).collect();
        }
        let rounds = byes.into_iter().flat_map(|bye| {
            let playing: Vec<usize> = order
                .iter()
                .copied()
                .filter(|&bot| Some(bot) != bye)
                .collect();
            let place = bye.map(|bye| order.iter().position(|&bot| bot == bye));
            all_rounds(&playing)
                .into_iter()
                .map(move |round| (Reverse(place), round))
        });
        let key = |(place, round): &(Reverse<Option<Option<usize>>>, Vec<[usize; 2]>)| {
            let again = round.iter().filter(|&&[a, b]| self.times(a, b) > 0).count();
            let place_of = |bot: usize| order.iter().position(|&other| other == bot).unwrap();
            // Each bot from the top: how often they have met, and how far below the other stands.
            let choices: Vec<_> = round
                .iter()
                .map(|&[a, b]| (self.times(a, b), place_of(b)))
                .collect();
            (again, *place, choices)
        };
        rounds.min_by_key(key).unwrap().1
    }

    fn note_round(&mut self, round: &[[usize; 2]]) {
        let playing: BTreeSet<usize> = round.iter().flatten().copied().collect();
        for bot in 0..self.byes.len() {
            self.byes[bot] += u64::from(!playing.contains(&bot));
        }
        for pair in sorted(round.to_vec()) {
            *self.met.entry(pair).or_default() += 1;
        }
    }
}

/// All ways to pair these, each from the top.
fn all_rounds(bots: &[usize]) -> Vec<Vec<[usize; 2]>> {
    let Some((&best, rest)) = bots.split_first() else {
        return vec![Vec::new()];
    };
    let mut rounds = Vec::new();
    for place in 0..rest.len() {
        let mut others = rest.to_vec();
        let other = others.remove(place);
        for mut round in all_rounds(&others) {
            round.insert(0, [best, other]);
            rounds.push(round);
        }
    }
    rounds
}

/// Plays a whole Swiss with any results, and calls `look` for each round before it is played.
fn play_all(
    (bots, rounds, pairs): (usize, u64, u64),
    outcomes: &[u8],
    mut look: impl FnMut(&Book, &[[usize; 2]]),
) {
    let mut schedule = swiss(bots, rounds, pairs);
    let mut book = Book::new(bots);
    let mut outcomes = outcomes.iter().copied().cycle();
    for _ in 0..rounds {
        let round = pairings(&schedule);
        look(&book, &round);
        book.note_round(&round);
        let mut forfeits = vec![0; bots];
        play(&mut schedule, |seats| {
            let outcome = outcomes.next().unwrap();
            let winner = usize::from(outcome) % 2;
            let how = [OIN, MARS, FORFEIT, OIN][usize::from(outcome / 2) % 4];
            let [winner, loser] = [seats[winner], seats[1 - winner]];
            for bot in seats {
                book.games[bot] += 1;
            }
            book.points[winner] += u64::from(how.points);
            book.against[loser] += u64::from(how.points);
            book.wins[winner] += 1;
            forfeits[loser] += u64::from(how == FORFEIT);
            (winner, how)
        });
        for &bot in round.iter().flatten() {
            book.absent[bot] = forfeits[bot] == 2 * pairs;
        }
    }
}

/// A field with a number of rounds that it can play.
fn field(most: usize) -> impl Strategy<Value = (usize, u64, u64)> {
    (2..=most).prop_flat_map(|bots| (Just(bots), 1..=most_rounds(bots as u64), 1..3u64))
}

proptest! {
    #[test]
    fn every_round_is_the_best_of_all_there_are(
        field in field(8),
        outcomes in proptest::collection::vec(any::<u8>(), 97),
    ) {
        play_all(field, &outcomes, |book, round| {
            let best = book.best_round().into_iter().map(|[a, b]| [a.min(b), a.max(b)]);
            assert_eq!(round, best.collect::<Vec<_>>());
        });
    }

    #[test]
    fn everybody_plays_once_a_round_or_has_a_bye_which_go_round(
        field in field(25),
        outcomes in proptest::collection::vec(any::<u8>(), 997),
    ) {
        play_all(field, &outcomes, |book, round| {
            let bots = book.byes.len();
            let playing: BTreeSet<_> = round.iter().flatten().collect();
            assert_eq!(playing.len(), 2 * round.len());
            assert_eq!(playing.len(), bots / 2 * 2);
            let mut after = book.clone();
            after.note_round(round);
            let [least, most] = [after.byes.iter().min(), after.byes.iter().max()].map(Option::unwrap);
            assert!(most - least <= 1, "{:?}", after.byes);
        });
    }

    /// Who has met fewer than half of the others leaves a way to pair all anew (Dirac's theorem).
    #[test]
    fn in_the_first_half_of_all_rounds_nobody_meets_again(
        bots in 4..60usize,
        outcomes in proptest::collection::vec(any::<u8>(), 997),
    ) {
        let rounds = (bots as u64 - 1) / 2;
        play_all((bots, rounds, 1), &outcomes, |book, round| {
            assert!(round.iter().all(|&[a, b]| book.times(a, b) == 0));
        });
    }

    #[test]
    fn the_order_in_which_results_come_changes_nothing(
        (bots, rounds, pairs) in field(9),
        outcomes in proptest::collection::vec(any::<u8>(), 97),
        turn in any::<prop::sample::Index>(),
    ) {
        let mut schedules = [swiss(bots, rounds, pairs), swiss(bots, rounds, pairs)];
        for _ in 0..rounds {
            let games = open(&schedules[0]);
            let results = games.iter().map(|game| {
                let outcome = outcomes[game.id.index().get() as usize % outcomes.len()];
                let winner = game.seats()[usize::from(outcome) % 2].get();
                won_by(game, winner, [OIN, MARS, FORFEIT][usize::from(outcome / 2) % 3])
            });
            let results: Vec<_> = results.collect();
            let from = turn.index(results.len());
            let turned = results[from..].iter().rev().chain(&results[..from]);
            results.iter().for_each(|result| schedules[0].count(result).unwrap());
            turned.for_each(|result| schedules[1].count(result).unwrap());
            prop_assert_eq!(&schedules[0], &schedules[1]);
        }
    }
}
