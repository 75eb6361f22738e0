//! Ratings against the analytic values of an independent solution and against Ordo's.
#![allow(clippy::unwrap_used)]

mod common;

use arena_statistics::{
    Advantage, Difference, ErrorBar, FitError, Ledger, Options, Rating, Ratings, Starter, Zero,
};
use arena_tournament::id::BotIndex;
use common::{bot, ledger_of_rows, near, numbers, pairs, reference, singles};
use proptest::prelude::*;
use statrs::distribution::{ContinuousCDF, Normal};

const BOTS: [&str; 6] = ["A", "B", "C", "D", "E", "F"];

fn options(starter: Starter) -> Options {
    Options {
        starter,
        ..Options::default()
    }
}

fn value(rating: Rating) -> f64 {
    match rating {
        Rating::Estimated(estimate) => estimate.value,
        Rating::Reference { elo } => elo,
        other => panic!("{other}"),
    }
}

fn error(rating: Rating) -> ErrorBar {
    match rating {
        Rating::Estimated(estimate) => estimate.error.unwrap(),
        other => panic!("{other}"),
    }
}

fn elo(difference: Difference) -> f64 {
    match difference {
        Difference::Estimated { estimate, .. } => estimate.value,
        other => panic!("{other}"),
    }
}

fn set1(starter: Starter) -> Ratings {
    Ratings::fit(&ledger_of_rows("set1"), &options(starter)).unwrap()
}

#[test]
fn ratings_and_errors_are_the_analytic_ones_with_and_without_an_advantage() {
    for (starter, key) in [
        (Starter::Fitted, "set1_with_advantage"),
        (Starter::Ignored, "set1_no_advantage"),
    ] {
        let (ratings, expected) = (set1(starter), &reference()["analytic_mle"][key]);
        near(ratings.log_likelihood(), &expected["log_likelihood"], 1e-5);
        for (place, name) in BOTS.iter().enumerate() {
            let of = |what: &str| &expected[what][*name];
            let errors = ratings.standard_errors(bot(place)).unwrap();
            near(value(ratings.rating(bot(place))), of("ratings_mean0"), 1e-3);
            near(errors.independent, of("se_mean0_fisher"), 1e-3);
            // The reference takes each game as a cluster, as here where there are no pairs, and
            // the spread of a row around its own mean.
            near(errors.sandwich, of("se_mean0_sandwich_draw_aware"), 1e-3);
            if place > 0 {
                let errors = ratings.difference_errors(bot(place), bot(0)).unwrap();
                near(errors.independent, of("se_difference_vs_A_fisher"), 1e-3);
            }
        }
    }
}

#[test]
fn the_first_move_advantage_is_the_analytic_one() {
    let expected = &reference()["analytic_mle"]["set1_with_advantage"];
    let ratings = set1(Starter::Fitted);
    let Advantage::Estimated(estimate) = ratings.first_move() else {
        panic!("{}", ratings.first_move());
    };
    near(estimate.value, &expected["first_seat_advantage_elo"], 1e-3);
    let errors = ratings.first_move_errors().unwrap();
    near(
        errors.independent,
        &expected["first_seat_advantage_se_fisher"],
        1e-3,
    );
    assert_eq!(set1(Starter::Ignored).first_move(), Advantage::Ignored);
}

/// The reference's likelihoods are the normal distribution of difference over Fisher's error;
/// with 3 000 games that differ little from each other Student's and the sandwich's are close.
#[test]
fn the_likelihood_of_superiority_is_the_analytic_one() {
    for (starter, key) in [
        (Starter::Fitted, "set1_with_advantage"),
        (Starter::Ignored, "set1_no_advantage"),
    ] {
        let ratings = set1(starter);
        let expected = &reference()["analytic_mle"][key]["los_next_lower_fisher"];
        for (place, names) in [(5, "F>E"), (4, "E>D"), (3, "D>C"), (2, "C>B"), (1, "B>A")] {
            let (one, other) = (bot(place), bot(place - 1));
            let errors = ratings.difference_errors(one, other).unwrap();
            let difference = ratings.difference(one, other);
            let by_fisher = Normal::standard().cdf(elo(difference) / errors.independent);
            near(by_fisher, &expected[names], 1e-5);
            let Difference::Estimated { superiority, .. } = difference else {
                panic!("{difference}");
            };
            near(superiority.unwrap(), &expected[names], 2e-3);
        }
    }
}

/// Ordo's error bars come from simulation and are given ± 5 %. Its default draws half of all
/// games, which makes them 30 % too small, and its default scale is 0.88 % wide: neither must
/// be met.
#[test]
fn ratings_and_intervals_are_ordos_at_the_right_scale_without_draws() {
    let ordo = &reference()["ordo"];
    let ratings = set1(Starter::Fitted);
    for (place, name) in BOTS.iter().enumerate() {
        let rating = ratings.rating(bot(place));
        near(
            value(rating),
            &ordo["set1_elo_scale_W_D"]["rating"][name],
            1e-3,
        );
        let half = error(rating).interval.half_width();
        let simulated = ordo["set1_elo_scale_W_D"]["error95"][name]
            .as_f64()
            .unwrap();
        assert!((half / simulated - 1.0).abs() < 0.05, "{name}: {half}");
        let with_draws = ordo["set1_default_scale_W_nodrawauto"]["error95"][name].as_f64();
        assert!(half > 1.3 * with_draws.unwrap(), "{name}: {half}");
    }
}

#[test]
fn ratings_without_an_advantage_are_ordos_and_choixs() {
    let ratings = set1(Starter::Ignored);
    let (ordo, choix) = (
        numbers(&reference()["ordo"]["set1_elo_scale_noW"]["rating"]),
        numbers(&reference()["choix_set1_no_advantage"]["opt_pairwise_alpha0"]),
    );
    for (place, name) in BOTS.iter().enumerate() {
        let elo = value(ratings.rating(bot(place)));
        assert!((elo - ordo[*name]).abs() < 1e-3, "{name}: {elo}");
        assert!((elo - choix[*name]).abs() < 1e-3, "{name}: {elo}");
    }
}

#[test]
fn an_anchor_shifts_ratings_and_says_what_the_interval_is_relative_to() {
    let zero = Zero::Anchor {
        bot: bot(0),
        elo: 0.0,
    };
    let anchored = Options {
        zero,
        ..Options::default()
    };
    let anchored = Ratings::fit(&ledger_of_rows("set1"), &anchored).unwrap();
    let ordo = &reference()["ordo"]["set1_anchor_A_W_D"];
    for (place, name) in BOTS.iter().enumerate().skip(1) {
        let rating = anchored.rating(bot(place));
        near(value(rating), &ordo["rating"][name], 1e-3);
        let simulated = ordo["error95"][name].as_f64().unwrap();
        let half = error(rating).interval.half_width();
        assert!((half / simulated - 1.0).abs() < 0.05, "{name}: {half}");
    }
    assert_eq!(anchored.rating(bot(0)), Rating::Reference { elo: 0.0 });
    let free = set1(Starter::Fitted);
    for (a, b) in [(0, 1), (2, 5), (4, 3)] {
        let (a, b) = (bot(a), bot(b));
        assert_eq!(anchored.difference(a, b), free.difference(a, b));
    }
}

/// The likelihood's maximum for a bot that won all its games lies at infinity. Ordo leaves such
/// bots out for the others' ratings; the number that it then prints for E is its own invention.
#[test]
fn a_bot_that_won_everything_gets_words_and_a_bound_and_leaves_the_others_alone() {
    let ratings = Ratings::fit(&ledger_of_rows("set3"), &options(Starter::Ignored)).unwrap();
    let ordo = &reference()["ordo"]["set3_perfect_record_forced"]["rating"];
    for (place, name) in BOTS.iter().enumerate().take(4) {
        near(value(ratings.rating(bot(place))), &ordo[name], 1e-3);
    }
    let champion = ratings.rating(bot(4));
    let Rating::Above {
        at_least: Some(bound),
    } = champion
    else {
        panic!("{champion}");
    };
    // By hand: at the bound, twenty wins against A and fifteen against B have a chance of 5 %.
    let chance = |own: f64, other: f64| 1.0 / (1.0 + 10_f64.powf((other - own) / 400.0));
    let [a, b] = ["A", "B"].map(|name| ordo[name].as_f64().unwrap());
    let sweep = chance(bound, a).powi(20) * chance(bound, b).powi(15);
    assert!((sweep - 0.05).abs() < 1e-4, "{bound}: {sweep}");
    assert_eq!(
        champion.to_string(),
        format!("at least {bound:.1}, never beaten")
    );
    assert!(matches!(
        ratings.difference(bot(0), bot(4)),
        Difference::Below { .. }
    ));
}

/// Ten pairs won: 0.05^(1/10) = 0.74113, which is 182.73 Elo; the superiority is 1 - 2^-10.
#[test]
fn a_match_won_throughout_gets_the_bound_of_clopper_and_pearson_on_pairs() {
    let ratings = Ratings::fit(&pairs(&[("WW", 10)]), &Options::default()).unwrap();
    let difference = ratings.difference(bot(0), bot(1));
    let Difference::Above {
        at_least: Some(bound),
        superiority: Some(superiority),
    } = difference
    else {
        panic!("{difference}");
    };
    assert!((bound - 182.73).abs() < 0.01, "{bound}");
    assert!((superiority - (1.0 - 0.5_f64.powi(10))).abs() < 1e-12);
    let back = ratings.difference(bot(1), bot(0));
    let expected = Difference::Below {
        at_most: Some(-bound),
        superiority: Some(1.0 - superiority),
    };
    assert_eq!(back, expected);
    assert_eq!(ratings.rating(bot(0)), Rating::Reference { elo: 0.0 });
    assert_eq!(
        ratings.rating(bot(1)).to_string(),
        "at most -182.7, never won"
    );
    assert_eq!(ratings.first_move(), Advantage::Undetermined);
}

/// With pair sums of 2, 1 and 0 wins in 30, 50 and 20 pairs the score is 0.55 and a pair's mean has
/// variance 0.1225. Without an advantage the sandwich is the delta method:
/// sd / (p (1-p) sqrt n) · 400/ln 10.
#[test]
fn between_two_bots_the_sandwich_is_the_spread_of_pair_means() {
    let ledger = pairs(&[("WW", 30), ("WL", 30), ("LW", 20), ("LL", 20)]);
    let ratings = Ratings::fit(&ledger, &options(Starter::Ignored)).unwrap();
    let score: f64 = 0.55;
    let variance = 0.3 * (1.0 - score).powi(2) + 0.5 * (0.5 - score).powi(2) + 0.2 * score.powi(2);
    let elo_per_score = 400.0 / std::f64::consts::LN_10 / (score * (1.0 - score));
    let errors = ratings.difference_errors(bot(0), bot(1)).unwrap();
    let by_hand = elo_per_score * (variance / 100.0).sqrt();
    assert!((errors.sandwich - by_hand).abs() < 1e-9, "{errors:?}");
    let single = elo_per_score * (score * (1.0 - score) / 200.0).sqrt();
    assert!((errors.independent - single).abs() < 1e-9, "{errors:?}");
    // The correction is n / (n - 1), as for any mean; Student's t has 2 (n - 1) degrees of freedom.
    let corrected = errors.corrected.unwrap();
    let unbiased = by_hand * (100.0_f64 / 99.0).sqrt();
    assert!((corrected - unbiased).abs() < 1e-9, "{errors:?}");
    let Difference::Estimated { estimate, .. } = ratings.difference(bot(0), bot(1)) else {
        panic!();
    };
    let bar = estimate.error.unwrap();
    assert!((bar.freedom - 198.0).abs() < 1e-9, "{bar:?}");
    // Student's quantile for 198 degrees of freedom is 1.97202.
    assert!((bar.interval.half_width() / corrected - 1.972_02).abs() < 1e-5);
}

#[test]
fn pairs_always_split_are_not_certain_to_the_last_digit() {
    let ratings = Ratings::fit(&pairs(&[("WL", 250), ("LW", 250)]), &Options::default()).unwrap();
    let difference = ratings.difference(bot(0), bot(1));
    assert!(elo(difference).abs() < 1e-9);
    // One game of 1 000 gone the other way moves the score by 1/1000, the rating by 0.695 Elo.
    let errors = ratings.difference_errors(bot(0), bot(1)).unwrap();
    let by_hand = 400.0 / std::f64::consts::LN_10 / 0.25 / 1000.0;
    assert!((errors.corrected.unwrap() / by_hand - 1.0).abs() < 1e-9);
    assert!(errors.sandwich.abs() < 1e-9);
    assert!(
        difference.to_string().ends_with("(pairs came out alike)"),
        "{difference}"
    );
}

#[test]
fn one_pair_has_no_error_bar_and_says_so() {
    let ratings = Ratings::fit(&pairs(&[("WL", 1)]), &options(Starter::Ignored)).unwrap();
    let text = ratings.difference(bot(0), bot(1)).to_string();
    assert_eq!(text, "0.0 (no error bar from fewer than two pairs)");
}

#[test]
fn bots_that_never_met_or_never_lost_to_each_other_are_not_compared() {
    // A and B play each other, C and D do; nothing links them. E has no games, F only beats C.
    let wins = [
        (0, 1, 0, 6),
        (0, 1, 1, 4),
        (2, 3, 2, 5),
        (2, 3, 3, 5),
        (5, 2, 5, 3),
    ];
    let ratings = Ratings::fit(&singles(&wins), &options(Starter::Ignored)).unwrap();
    let logit = 400.0 * 1.5_f64.log10();
    assert!((value(ratings.rating(bot(0))) - logit / 2.0).abs() < 1e-9);
    assert!((elo(ratings.difference(bot(0), bot(1))) - logit).abs() < 1e-9);
    assert!(elo(ratings.difference(bot(2), bot(3))).abs() < 1e-9);
    assert_eq!(ratings.rating(bot(2)), Rating::Apart);
    assert_eq!(ratings.difference(bot(0), bot(3)), Difference::Apart);
    assert_eq!(ratings.difference(bot(0), bot(0)), Difference::Same);
    assert_eq!(ratings.rating(bot(4)), Rating::NoGames);
    assert_eq!(ratings.rating(bot(99)), Rating::NoGames);
    assert_eq!(ratings.difference(bot(4), bot(0)), Difference::Apart);
    assert!(matches!(
        ratings.difference(bot(5), bot(3)),
        Difference::Above { .. }
    ));
    let main: Vec<BotIndex> = ratings.main_group().collect();
    assert_eq!(main, [bot(0), bot(1)]);
}

#[test]
fn an_advantage_without_a_finite_value_is_told_in_words_and_left_out() {
    let fit = |ledger: &Ledger| Ratings::fit(ledger, &Options::default()).unwrap();
    // The starter won every game of split pairs.
    let ratings = fit(&pairs(&[("WL", 5)]));
    assert_eq!(ratings.first_move(), Advantage::UnboundedAbove);
    assert!(elo(ratings.difference(bot(0), bot(1))).abs() < 1e-9);
    assert_eq!(
        fit(&pairs(&[("LW", 5)])).first_move(),
        Advantage::UnboundedBelow
    );
    // A always started: whether it is stronger or starting helps nobody knows.
    let ratings = fit(&singles(&[(0, 1, 0, 6), (0, 1, 1, 4)]));
    assert_eq!(ratings.first_move(), Advantage::Undetermined);
}

#[test]
fn no_games_and_a_stranger_as_anchor_are_refused() {
    let empty = Ledger::new(arena_statistics::Forfeits::Count);
    let refused = |ledger: &Ledger, options: &Options| Ratings::fit(ledger, options).err();
    assert_eq!(
        refused(&empty, &Options::default()),
        Some(FitError::NoGames)
    );
    let anchor = |place, elo| Options {
        zero: Zero::Anchor {
            bot: bot(place),
            elo,
        },
        ..Options::default()
    };
    let ledger = pairs(&[("WL", 5)]);
    assert_eq!(
        refused(&ledger, &anchor(7, 0.0)),
        Some(FitError::UnknownAnchor)
    );
    assert_eq!(
        refused(&ledger, &anchor(0, f64::NAN)),
        Some(FitError::BadAnchor)
    );
}

/// Each of five bots beat the next 10 000 times, and the last the first once: the one upset decides
/// all. A link of 10 000 games expects one loss, so its information is 1, and the upset shifts
/// each link by one logit of 173.72 Elo.
#[test]
fn one_upset_that_decides_everything_is_as_unsure_as_it_is() {
    let mut wins: Vec<_> = (0..4).map(|bot| (bot, bot + 1, bot, 10_000)).collect();
    wins.push((4, 0, 4, 1));
    let ratings = Ratings::fit(&singles(&wins), &options(Starter::Ignored)).unwrap();
    let link = 400.0 * 9999_f64.log10();
    for place in 0..4 {
        let found = elo(ratings.difference(bot(place), bot(place + 1)));
        assert!((found - link).abs() < 1e-3, "{found}");
        let errors = ratings
            .difference_errors(bot(place), bot(place + 1))
            .unwrap();
        assert!(
            (errors.corrected.unwrap() - 173.72).abs() < 0.1,
            "{errors:?}"
        );
    }
}

/// Every number that an answer shows is finite.
fn check_finite(ratings: &Ratings, bots: usize) {
    for a in 0..bots {
        let mut texts = vec![ratings.rating(bot(a)).to_string()];
        texts.extend((0..bots).map(|b| ratings.difference(bot(a), bot(b)).to_string()));
        texts.push(ratings.first_move().to_string());
        for text in texts {
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }
}

proptest! {
    /// Small leagues of all shapes, most of them unconnected or one-sided.
    #[test]
    fn whatever_came_out_there_are_finite_numbers_or_words(
        games in prop::collection::vec((0_usize..4, 0_usize..4, any::<bool>(), 1_u64..4), 1..12)
    ) {
        let wins: Vec<_> = games
            .iter()
            .filter(|(a, b, ..)| a != b)
            .map(|&(a, b, first, count)| (a, b, if first { a } else { b }, count))
            .collect();
        prop_assume!(!wins.is_empty());
        let ratings = Ratings::fit(&singles(&wins), &Options::default()).unwrap();
        check_finite(&ratings, 4);
    }
}

#[test]
fn no_zero_is_written_with_a_minus_sign() {
    let reference = Rating::Reference { elo: -0.0 };
    assert_eq!(reference.to_string(), "0.0 (the reference)");
    let elo = Some(-0.04);
    let above = Rating::Above { at_least: elo };
    assert_eq!(above.to_string(), "at least 0.0, never beaten");
    assert_eq!(format!("{above:.2}"), "at least -0.04, never beaten");
    let below = Rating::Below { at_most: elo };
    assert_eq!(below.to_string(), "at most 0.0, never won");
    let superiority = None;
    let above = Difference::Above {
        at_least: elo,
        superiority,
    };
    assert_eq!(above.to_string(), "at least 0.0, never beaten");
    let below = Difference::Below {
        at_most: elo,
        superiority,
    };
    assert_eq!(below.to_string(), "at most 0.0, never won");
}
