//! Luck and dice against values made by hand.
#![allow(clippy::unwrap_used)]

mod common;

use arena_statistics::{
    Confidence, DiceAudit, DiceTest, Doubles, Forfeits, GameLuck, LuckLedger, Part, Question, Roll,
    holm,
};
use arena_tournament::id::PairNumber;
use common::{OIN, bot, game, pairs};

fn roll(one: u8, other: u8) -> Roll {
    Roll::new([one, other]).unwrap()
}

fn all_rolls() -> Vec<Roll> {
    let faces = 1..=6;
    faces
        .clone()
        .flat_map(|one| faces.clone().map(move |other| roll(one, other)))
        .collect()
}

#[test]
fn a_roll_is_worth_its_pips_by_the_rulesets_doubles() {
    assert_eq!(Doubles::Four.pips(roll(6, 3)), 9);
    assert_eq!(Doubles::Four.pips(roll(5, 5)), 20);
    // Two each of 4, 5 and 6.
    assert_eq!(Doubles::Cascade.pips(roll(4, 4)), 30);
    for (doubles, expected) in [(Doubles::Four, 49.0 / 6.0), (Doubles::Cascade, 98.0 / 9.0)] {
        let sum: u32 = all_rolls().iter().map(|&roll| doubles.pips(roll)).sum();
        assert!((doubles.expected() - expected).abs() < 1e-12);
        assert!((f64::from(sum) / 36.0 - expected).abs() < 1e-12);
    }
}

/// Four pairs with 2, 0, 0, -2 points and a luck of 8, 2, -2, -4 pips against the opponent.
///
/// Around their means the products add up to 24, the squares of luck to 84, those of points to 8.
/// So 24/84 = 2/7 point per pip, 0 - 2/7 · 4/8 = -1/7 per game, and with 8 - 24 · 2/7 = 8/7 left a
/// variance of 4/2 · 8/7 / 64 = 1/28 with two degrees of freedom.
fn by_hand() -> LuckLedger {
    let mut ledger = LuckLedger::new(Forfeits::Count);
    // What bot 0 wins starting and following, its roll and its opponent's.
    let pairs = [
        ([0, 0], roll(3, 3), roll(1, 1)),
        ([0, 1], roll(4, 2), roll(3, 1)),
        ([1, 0], roll(3, 1), roll(4, 2)),
        ([1, 1], roll(3, 2), roll(4, 5)),
    ];
    for (place, (winners, own, others)) in pairs.into_iter().enumerate() {
        let pair = PairNumber::new(place as u64 + 1);
        let mut luck = GameLuck::new(Doubles::Four);
        luck.roll(Part::Starting, own);
        luck.roll(Part::Following, others);
        ledger
            .push(pair, game(0, 1, winners[0], OIN), luck)
            .unwrap();
        let none = GameLuck::new(Doubles::Four);
        ledger
            .push(pair, game(1, 0, winners[1], OIN), none)
            .unwrap();
    }
    ledger.end_file();
    ledger
}

#[test]
fn luck_taken_out_is_the_regression_by_hand_beside_the_plain_result() {
    let luck = by_hand().luck(bot(0), Confidence::default()).unwrap();
    // 12 + 6 + 4 + 5 pips in four rolls, over eight games.
    let own = (27.0 - 4.0 * 49.0 / 6.0) / 8.0;
    assert!((luck.own.value - own).abs() < 1e-12, "{:?}", luck.own);
    let points = luck.points;
    assert_eq!(points.plain.value, 0.0);
    let plain = points.plain.error.unwrap();
    assert!((plain.standard_error - (1.0_f64 / 6.0).sqrt()).abs() < 1e-12);
    assert!((points.per_pip.unwrap() - 2.0 / 7.0).abs() < 1e-12);
    let adjusted = points.adjusted.unwrap();
    assert!((adjusted.value + 1.0 / 7.0).abs() < 1e-12);
    let error = adjusted.error.unwrap();
    assert!((error.standard_error - (1.0_f64 / 28.0).sqrt()).abs() < 1e-12);
    assert!((error.freedom - 2.0).abs() < 1e-12);
    // A win is half of a difference in points here.
    let wins = luck.wins.adjusted.unwrap();
    assert!((wins.value - (0.5 - 1.0 / 14.0)).abs() < 1e-12);
}

#[test]
fn one_bots_luck_is_the_others_bad_luck() {
    let ledger = by_hand();
    let [one, other] = [0, 1].map(|place| ledger.luck(bot(place), Confidence::default()).unwrap());
    assert_eq!((one.own, one.opponents), (other.opponents, other.own));
    let (one, other) = (one.points.adjusted.unwrap(), other.points.adjusted.unwrap());
    assert!((one.value + other.value).abs() < 1e-12);
    assert!(ledger.luck(bot(2), Confidence::default()).is_none());
}

#[test]
fn plain_results_are_those_of_the_tables_and_without_luck_there_is_nothing_to_adjust() {
    let mut ledger = LuckLedger::new(Forfeits::Count);
    let mut number = 0;
    for (winners, count) in [([0, 0], 3), ([0, 1], 4), ([1, 1], 2)] {
        for _ in 0..count {
            number += 1;
            let luck = GameLuck::new(Doubles::Cascade);
            let pair = PairNumber::new(number);
            ledger
                .push(pair, game(0, 1, winners[0], OIN), luck)
                .unwrap();
            ledger
                .push(pair, game(1, 0, winners[1], OIN), luck)
                .unwrap();
        }
    }
    let points = ledger.luck(bot(0), Confidence::default()).unwrap().points;
    let tables = pairs(&[("WW", 3), ("WL", 4), ("LL", 2)]);
    let scope = arena_statistics::Scope::of(bot(0));
    assert_eq!(points.plain, tables.points(&scope).unwrap());
    assert_eq!((points.adjusted, points.per_pip), (None, None));
}

#[test]
fn the_roll_of_the_roll_off_is_held_against_seven() {
    let mut luck = GameLuck::new(Doubles::Four);
    luck.opening_roll(roll(6, 4));
    let mut ledger = LuckLedger::new(Forfeits::Count);
    ledger.push(None, game(0, 1, 0, OIN), luck).unwrap();
    let luck = ledger.luck(bot(0), Confidence::default()).unwrap();
    assert_eq!((luck.own.value, luck.own.error), (3.0, None));
}

fn answer(audit: &DiceAudit, question: Question) -> DiceTest {
    let mut tests = audit.tests().into_iter();
    tests.find(|test| test.question == question).unwrap()
}

/// Sixty times 1-2. Faces: (2 · 40² + 4 · 20²) / 20 = 240. Doubles: 10²/10 + 10²/50 = 12, which
/// fair dice reach in 0.0532 % of cases. Successions never leave one cell.
#[test]
fn dice_that_always_fall_alike_are_found() {
    let mut audit = DiceAudit::default();
    audit.count(&[roll(1, 2); 60]);
    let faces = answer(&audit, Question::Faces);
    assert!((faces.chi_square - 240.0).abs() < 1e-9 && faces.freedom == 5);
    assert!(faces.p_value.unwrap() < 1e-12);
    let doubles = answer(&audit, Question::Doubles);
    assert!((doubles.chi_square - 12.0).abs() < 1e-9);
    assert!((doubles.p_value.unwrap() - 0.000_532).abs() < 1e-6);
    assert_eq!(answer(&audit, Question::Succession).p_value, None);
}

#[test]
fn every_roll_once_is_as_fair_as_can_be_and_too_few_rolls_say_nothing() {
    let mut audit = DiceAudit::default();
    audit.count(&all_rolls());
    assert_eq!(
        (audit.rolls(), audit.doubles(), audit.faces()),
        (36, 6, [12; 6])
    );
    let faces = answer(&audit, Question::Faces);
    assert_eq!((faces.chi_square, faces.p_value), (0.0, Some(1.0)));
    let mut few = DiceAudit::default();
    few.count(&[roll(1, 1); 5]);
    assert!(few.tests().iter().all(|test| test.p_value.is_none()));
}

/// Low and high sums by turns, 199 steps of 200 rolls: where either row leads to one column only,
/// Pearson's statistic is the number of steps.
#[test]
fn rolls_that_follow_a_pattern_are_found() {
    let mut audit = DiceAudit::default();
    let rolls: Vec<Roll> = (0..200)
        .map(|number| match number % 4 {
            0 | 2 => roll(1, 2),
            1 => roll(5, 6),
            _ => roll(6, 4),
        })
        .collect();
    audit.count(&rolls);
    let test = answer(&audit, Question::Succession);
    assert!((test.chi_square - 199.0).abs() < 1e-9, "{test:?}");
    assert_eq!(test.freedom, 4);
}

#[test]
fn the_rolls_that_two_games_of_a_pair_share_are_counted_once() {
    let mut audit = DiceAudit::default();
    let long = [roll(1, 2), roll(3, 3), roll(5, 4)];
    audit.count_pair(&[roll(2, 1), roll(3, 3)], &long).unwrap();
    assert_eq!(audit.rolls(), 3);
    let differ = audit
        .count_pair(&[roll(2, 1), roll(3, 4)], &long)
        .unwrap_err();
    assert_eq!((differ.number, audit.rolls()), (2, 3));
    let mut both = audit;
    both += audit;
    assert_eq!((both.rolls(), both.doubles()), (6, 2));
}

#[test]
fn dice_outside_one_to_six_are_refused() {
    assert!(Roll::new([0, 3]).is_err());
    let text = Roll::new([3, 7]).unwrap_err().to_string();
    assert_eq!(text, "no roll of two dice: 3 and 7");
}

/// Sorted 0.01 · 3, 0.03 · 2, 0.04 · 1, none below the one before.
#[test]
fn several_tests_are_judged_by_holm() {
    let adjusted = holm(&[0.01, 0.04, 0.03]);
    for (found, expected) in adjusted.iter().zip([0.03, 0.06, 0.06]) {
        assert!((found - expected).abs() < 1e-12, "{adjusted:?}");
    }
}
