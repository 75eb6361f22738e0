//! Points, rates, tallies and pairs against values made by hand and a published reference.
#![allow(clippy::unwrap_used)]

mod common;

use arena_statistics::{Basis, Confidence, Event, Forfeits, Ledger, PairError, Part, Scope};
use arena_tournament::id::PairNumber;
use arena_tournament::result::{Win, WinKind};
use common::{MARS, OIN, bot, game, near, numbers, pairs, reference, singles};

/// Pairs whose points add up as in the reference, from mars of 2 points and oin of 1.
fn reference_points() -> Ledger {
    let counts =
        numbers(&reference()["points_per_game_with_mars"]["pair_point_sum_counts_A_minus_B"]);
    let made_of = [
        ("-4", "ll"),
        ("-3", "lL"),
        ("-2", "LL"),
        ("-1", "lW"),
        ("0", "WL"),
        ("1", "wL"),
        ("2", "WW"),
        ("3", "Ww"),
        ("4", "ww"),
    ];
    let counts: Vec<_> = made_of
        .iter()
        .map(|&(sum, games)| (games, counts[sum] as u64))
        .collect();
    pairs(&counts)
}

#[test]
fn points_per_game_and_their_interval_are_the_references() {
    let expected = &reference()["points_per_game_with_mars"];
    let points = reference_points().points(&Scope::of(bot(0))).unwrap();
    near(points.value, &expected["mean_ppg"], 1e-12);
    let error = points.error.unwrap();
    // The reference divides by n = 1000, an unbiased variance by 999.
    let biased = error.standard_error * (999.0_f64 / 1000.0).sqrt();
    near(biased, &expected["se_mean"], 1e-9);
    near(error.interval.low, &expected["ci95"][0], 1e-4);
    near(error.interval.high, &expected["ci95"][1], 1e-4);
    assert!((error.freedom - 999.0).abs() < 1e-9);
    assert_eq!(error.basis, Basis::Pairs);
}

#[test]
fn the_other_bots_points_are_the_same_with_the_sign_turned() {
    let ledger = reference_points();
    let [one, other] = [0, 1].map(|place| ledger.points(&Scope::of(bot(place))).unwrap());
    assert_eq!(one.value, -other.value);
    let (one, other) = (one.interval().unwrap(), other.interval().unwrap());
    assert!((one.low + other.high).abs() < 1e-12);
}

/// Pairs by what bot 0 did when starting and when following; small letters are mars.
#[test]
fn tallies_count_every_kind_by_opponent_and_by_who_started() {
    let mut ledger = pairs(&[("wL", 3), ("Wl", 2)]);
    ledger.push(None, game(2, 0, 2, OIN)).unwrap();
    let all = ledger.tally(&Scope::of(bot(0)));
    assert_eq!(
        (all.games(), all.wins(), all.losses(), all.pairs()),
        (11, 5, 6, 5)
    );
    assert_eq!((all.won(WinKind::Mars), all.won(WinKind::Oin)), (3, 2));
    assert_eq!((all.lost(WinKind::Mars), all.lost(WinKind::Oin)), (2, 4));
    assert_eq!((all.points_for(), all.points_against()), (8, 8));
    let here = Scope::of(bot(0)).against(bot(1));
    let starting = ledger.tally(&here.playing(Part::Starting));
    assert_eq!((starting.wins(), starting.losses()), (5, 0));
    // Only one game of each pair was started.
    assert_eq!(starting.pairs(), 0);
    let following = ledger.tally(&here.playing(Part::Following));
    assert_eq!((following.wins(), following.lost(WinKind::Mars)), (0, 2));
    assert_eq!(ledger.tally(&Scope::of(bot(0)).against(bot(2))).losses(), 1);
    assert_eq!(ledger.tally(&Scope::of(bot(1)).against(bot(2))).games(), 0);
}

/// Independent games: a pair's mean has variance 1/8 · 100/99, so the 200 games are worth 198.
/// Wilson's half width for p = 1/2 is t / 2 / sqrt(n + t²), with Student's t for 2 · 99 of 1.97202.
#[test]
fn the_interval_of_a_rate_is_wilsons_for_the_games_that_the_pairs_were_worth() {
    let ledger = pairs(&[("WW", 25), ("WL", 25), ("LW", 25), ("LL", 25)]);
    let rate = ledger.rate(&Scope::of(bot(0)), Event::Won).unwrap();
    let half = 1.972_017 / 2.0 / (198.0 + 1.972_017_f64.powi(2)).sqrt();
    assert_eq!(rate.value, 0.5);
    assert!((rate.interval().unwrap().half_width() - half).abs() < 1e-6);
}

/// Of ten pairs all were won: with t = 2.10092 for 2 · 9 degrees of freedom and each pair as one
/// observation Wilson's lower end is 10 / (10 + t²) = 0.69378.
#[test]
fn rates_of_all_and_of_nothing_have_intervals_with_a_length() {
    let ledger = pairs(&[("WW", 10)]);
    let rate = |event| ledger.rate(&Scope::of(bot(0)), event).unwrap();
    let won = rate(Event::Won);
    let error = won.error.unwrap();
    assert_eq!(
        (won.value, error.interval.high, error.basis),
        (1.0, 1.0, Basis::Alike)
    );
    assert!((error.interval.low - 0.693_78).abs() < 1e-5, "{error:?}");
    let mars = rate(Event::WonBy(WinKind::Mars));
    let interval = mars.interval().unwrap();
    assert_eq!((mars.value, interval.low), (0.0, 0.0));
    assert!((interval.high - 0.306_22).abs() < 1e-5, "{interval:?}");
    assert_eq!(rate(Event::LostBy(WinKind::Oin)).value, 0.0);
}

/// Ten pairs of two points each: one of twenty games gone the other way moves the mean by 2/20.
#[test]
fn points_of_pairs_that_came_out_alike_are_not_certain() {
    let points = pairs(&[("WW", 10)]).points(&Scope::of(bot(0))).unwrap();
    let error = points.error.unwrap();
    assert_eq!((points.value, error.basis), (1.0, Basis::Alike));
    assert!((error.standard_error - 0.1).abs() < 1e-12);
    assert!(points.to_string().starts_with("1.0 ± 0.2 "), "{points}");
}

#[test]
fn one_pair_shows_no_spread() {
    let ledger = pairs(&[("WW", 1)]);
    assert_eq!(ledger.points(&Scope::of(bot(0))).unwrap().error, None);
    assert_eq!(
        ledger.rate(&Scope::of(bot(0)), Event::Won).unwrap().error,
        None
    );
    assert_eq!(ledger.points(&Scope::of(bot(5))), None);
}

/// Starters won 60 of 100 games in pairs that were swept by one starter or the other. A pair's
/// share is 1, 1/2 or 0 in 30, 60 and 10 of 100: variance 0.09 around 0.6, so 0.24 / (0.09 / 99)
/// = 264 games' worth.
#[test]
fn the_first_move_advantage_is_the_starters_share_with_an_interval_from_pairs() {
    let ledger = pairs(&[("WL", 15), ("wl", 15), ("WW", 30), ("LL", 30), ("LW", 10)]);
    let gain = ledger.first_move(Confidence::default()).unwrap();
    assert_eq!(gain.win_rate.value, 0.6);
    let error = gain.win_rate.error.unwrap();
    assert!((error.standard_error - (0.09_f64 / 99.0).sqrt()).abs() < 1e-12);
    // (15·2 + 15·4 - 10·2) / 200
    assert!((gain.points.value - 0.35).abs() < 1e-12);
}

/// Of 100 pairs 10 were won twice and 10 lost twice: cov 0.1 - 0.25, over a variance of 0.25.
#[test]
fn the_correlation_within_pairs_and_the_games_it_saved_are_as_by_hand() {
    let within = pairs(&[("WW", 10), ("WL", 40), ("LW", 40), ("LL", 10)]).within_pairs(None);
    let near = |found: Option<f64>, expected: f64| {
        assert!((found.unwrap() - expected).abs() < 1e-12, "{found:?}");
    };
    assert_eq!(within.wins.pairs, 100);
    near(within.wins.correlation, -0.6);
    near(within.wins.design_effect(), 0.4);
    near(within.wins.single_games(), 500.0);
    near(within.wins.saved(), 300.0);
    // All games count one point here, so points are wins on another scale.
    near(within.points.correlation, -0.6);
}

/// As with identical bots on equal rolls: who won depends on the dice alone.
#[test]
fn pairs_that_are_always_split_equal_no_number_of_single_games() {
    let within = pairs(&[("WL", 20), ("LW", 30)]).within_pairs(Some(bot(1)));
    assert_eq!(within.wins.correlation, Some(-1.0));
    assert_eq!(within.wins.single_games(), None);
    let nothing = pairs(&[("WL", 20)]).within_pairs(None);
    assert_eq!(nothing.wins.correlation, None);
    assert_eq!(pairs(&[("WW", 2)]).within_pairs(Some(bot(7))).wins.pairs, 0);
}

fn pair(number: u64) -> Option<PairNumber> {
    PairNumber::new(number)
}

#[test]
fn incomplete_pairs_are_clusters_of_one_and_files_number_their_pairs_anew() {
    let mut ledger = Ledger::new(Forfeits::Count);
    for _file in 0..2 {
        ledger.push(pair(1), game(0, 1, 0, OIN)).unwrap();
        ledger.push(pair(2), game(0, 1, 0, OIN)).unwrap();
        ledger.push(pair(2), game(1, 0, 0, OIN)).unwrap();
        ledger.push(pair(5), game(0, 1, 1, OIN)).unwrap();
        ledger.end_file();
    }
    let tally = ledger.tally(&Scope::of(bot(0)));
    assert_eq!((tally.games(), tally.pairs()), (8, 2));
}

#[test]
fn games_that_do_not_fit_their_pairs_are_refused_and_change_nothing() {
    let mut ledger = Ledger::new(Forfeits::Count);
    let number = |number| pair(number).unwrap();
    ledger.push(pair(3), game(0, 1, 0, OIN)).unwrap();
    let other = ledger.push(pair(3), game(0, 2, 0, OIN));
    assert_eq!(other, Err(PairError::OtherBots { pair: number(3) }));
    ledger.push(pair(3), game(1, 0, 0, OIN)).unwrap();
    let third = ledger.push(pair(3), game(1, 0, 0, OIN));
    assert_eq!(third, Err(PairError::ThirdGame { pair: number(3) }));
    let earlier = ledger.push(pair(2), game(1, 0, 0, OIN));
    let (pair, after) = (number(2), number(3));
    assert_eq!(earlier, Err(PairError::OutOfOrder { pair, after }));
    ledger.end_file();
    let tally = ledger.tally(&Scope::of(bot(0)));
    assert_eq!((tally.games(), tally.pairs()), (2, 1));
}

#[test]
fn forfeits_count_their_points_or_are_left_out_with_their_pair_broken() {
    let forfeit = Win {
        kind: WinKind::Forfeit,
        points: 2,
    };
    let tally = |forfeits| {
        let mut ledger = Ledger::new(forfeits);
        ledger.push(pair(1), game(0, 1, 0, forfeit)).unwrap();
        ledger.push(pair(1), game(1, 0, 0, MARS)).unwrap();
        ledger.end_file();
        ledger.tally(&Scope::of(bot(0)))
    };
    let counted = tally(Forfeits::Count);
    assert_eq!(
        (counted.games(), counted.pairs(), counted.points_for()),
        (2, 1, 4)
    );
    assert_eq!(counted.won(WinKind::Forfeit), 1);
    let left_out = tally(Forfeits::LeaveOut);
    assert_eq!(
        (left_out.games(), left_out.pairs(), left_out.points_for()),
        (1, 0, 2)
    );
}

#[test]
fn a_ledger_of_many_games_is_no_larger_than_one_of_few() {
    let few = pairs(&[("WW", 1), ("WL", 1), ("LW", 1), ("LL", 1), ("wl", 1)]);
    let many = pairs(&[
        ("WW", 900),
        ("WL", 800),
        ("LW", 700),
        ("LL", 900),
        ("wl", 50),
    ]);
    assert_eq!(few.counts(), 5);
    assert_eq!(many.counts(), 5);
}

/// Which of a pair's two games comes first in the file is no matter.
#[test]
fn a_pair_is_the_same_in_either_order() {
    let mut ledger = Ledger::new(Forfeits::Count);
    for (number, games) in [(1, [0, 1]), (2, [1, 0])] {
        for starter in games {
            let game = game(starter, 1 - starter, 0, OIN);
            ledger.push(pair(number), game).unwrap();
        }
    }
    ledger.end_file();
    assert_eq!(ledger.counts(), 1);
    assert_eq!(singles(&[(0, 1, 0, 5), (0, 1, 1, 5)]).counts(), 2);
}
