//! The head on a side's first turn (R10), as the requests tell it, in games whose dice happen to
//! be the ones that matter.
#![allow(clippy::unwrap_used)]

mod common;

use common::order::starter;
use common::player::legal_turns;
use common::table::Table;
use common::{pair_dice, setup};
use nardy_protocol::message::MovePair;

/// Pairs looked at before a pair of rolls counts as not to be found; one in 648 is what is
/// expected of most.
const PAIRS: u64 = 30_000;

/// A pair in which the starter's first roll is this one, in either order of the dice.
fn pair_opening_with(rules: &str, first: [u8; 2]) -> u64 {
    found((1..=PAIRS).find(|&pair_no| same(opening(rules, pair_no)[0], first)))
}

/// A pair with these first rolls of the starter and of the second player.
fn pair_with(rules: &str, first: [u8; 2], second: [u8; 2]) -> u64 {
    let has_both = |&pair_no: &u64| {
        let [one, two] = opening(rules, pair_no);
        same(one, first) && same(two, second)
    };
    found((1..=PAIRS).find(has_both))
}

fn found(pair_no: Option<u64>) -> u64 {
    pair_no.expect("there are pairs enough for every two rolls")
}

/// The first rolls of the starter and of the second player, from the dice alone.
fn opening(rules: &str, pair_no: u64) -> [[u8; 2]; 2] {
    let dice = pair_dice(pair_no);
    let starter = starter(rules, &dice);
    [dice.roll(starter, 0), dice.roll(starter.other(), 0)]
}

fn same([a, b]: [u8; 2], other: [u8; 2]) -> bool {
    other == [a, b] || other == [b, a]
}

/// What the first request of the game says, and how many checkers leave the head in the turns
/// that may be played.
fn first_request(rules: &str, table: &Table) -> (u8, Vec<usize>) {
    let request = table.asked().turn();
    assert!(request.first_turn);
    let from_head = |turn: &Vec<MovePair>| turn.iter().filter(|[from, _]| *from == 24).count();
    let mut leaving: Vec<usize> = legal_turns(rules, &request).iter().map(from_head).collect();
    leaving.sort_unstable();
    leaving.dedup();
    (request.head.unwrap(), leaving)
}

/// The same of the second player's first request, after the starter's turn.
fn second_request(rules: &str, first: [u8; 2], second: [u8; 2]) -> (u8, Vec<usize>) {
    let mut table = Table::in_play(setup(rules, pair_with(rules, first, second)));
    let request = table.asked().turn();
    let opener = table.asked().seat;
    // Where the starter has a choice (3-3), any turn will do.
    table.moves(legal_turns(rules, &request).swap_remove(0));
    assert_eq!(table.asked().seat, opener.other());
    let request = table.asked().turn();
    assert!(same(request.opponent_first_roll.unwrap(), first));
    first_request(rules, &table)
}

#[test]
fn the_starter_may_take_two_from_the_head_on_the_doubles_of_the_ruleset() {
    // Rows: ruleset, and the limits on 1-1, 2-2, … 6-6.
    let limits = [
        ("long", [1, 1, 2, 2, 1, 2]),
        ("long-app", [1, 1, 2, 2, 1, 2]),
        ("long-classic", [1, 1, 2, 2, 1, 2]),
        ("long-club", [2, 2, 2, 2, 2, 2]),
        ("gulbar", [1, 1, 2, 2, 1, 2]),
    ];
    for (rules, limits) in limits {
        for (face, limit) in (1..=6).zip(limits) {
            let pair_no = pair_opening_with(rules, [face; 2]);
            let table = Table::in_play(setup(rules, pair_no));
            let (head, _) = first_request(rules, &table);
            assert_eq!(head, limit, "{rules} {face}-{face}");
        }
    }
}

#[test]
fn the_starter_may_take_one_from_the_head_on_any_two_different_dice() {
    for rules in ["long", "long-app", "long-classic", "long-club", "gulbar"] {
        for first in [[2, 1], [6, 2], [6, 5], [4, 3]] {
            let pair_no = pair_opening_with(rules, first);
            let table = Table::in_play(setup(rules, pair_no));
            assert_eq!(
                first_request(rules, &table),
                (1, vec![1]),
                "{rules} {first:?}"
            );
        }
    }
}

#[test]
fn after_5_5_the_second_players_4_4_is_one_checker_by_the_federation_and_two_elsewhere() {
    let (after, own) = ([5, 5], [4, 4]);
    assert_eq!(second_request("long", after, own), (1, vec![1]));
    assert_eq!(second_request("long-app", after, own), (2, vec![2]));
    assert_eq!(second_request("long-classic", after, own), (2, vec![2]));
    // In the club the starter may bring two to his 4 or 9 as well; the limit is the same.
    assert_eq!(second_request("long-club", after, own).0, 2);
}

#[test]
fn after_5_5_only_4_4_is_an_exception_by_the_federation() {
    for own in [[3, 3], [6, 6]] {
        assert_eq!(second_request("long", [5, 5], own).0, 2, "{own:?}");
    }
    for own in [[1, 1], [2, 2], [5, 5], [6, 2]] {
        assert_eq!(second_request("long", [5, 5], own).0, 1, "{own:?}");
    }
}

#[test]
fn the_federations_exception_needs_the_first_players_5_5() {
    for after in [[1, 1], [4, 4], [6, 6], [5, 4], [6, 5]] {
        assert_eq!(second_request("long", after, [4, 4]).0, 2, "{after:?}");
    }
}

#[test]
fn in_the_general_articles_a_blocked_head_checker_frees_a_second_one() {
    // The pairs seed 002 lists: 5-5 after 2-1 or 6-2, and 6-2 or 4-4 after 5-5.
    for (after, own) in [
        ([2, 1], [5, 5]),
        ([6, 2], [5, 5]),
        ([5, 5], [6, 2]),
        ([5, 5], [4, 4]),
        // Not listed, but his checker on the own 16 stops this walk as well.
        ([5, 5], [2, 2]),
    ] {
        assert_eq!(
            second_request("long-classic", after, own).0,
            2,
            "{own:?} after {after:?}"
        );
    }
    // The same rolls where nothing stands in the way of the one checker.
    for (after, own) in [
        ([3, 1], [5, 5]),
        ([2, 1], [6, 2]),
        ([5, 5], [6, 1]),
        ([5, 5], [1, 1]),
    ] {
        assert_eq!(
            second_request("long-classic", after, own).0,
            1,
            "{own:?} after {after:?}"
        );
    }
}

#[test]
fn in_the_club_every_double_frees_a_second_checker_for_the_second_player_too() {
    for face in 1..=6 {
        let (head, _) = second_request("long-club", [2, 1], [face; 2]);
        assert_eq!(head, 2, "{face}-{face}");
    }
    assert_eq!(second_request("long-club", [5, 5], [6, 2]).0, 1);
}

#[test]
fn the_first_turn_is_over_after_one_turn_and_the_head_gives_one_checker_from_then_on() {
    for (rules, first) in [
        ("long", [6, 6]),
        ("long-club", [1, 1]),
        ("long-app", [3, 3]),
    ] {
        let mut table = Table::in_play(setup(rules, pair_opening_with(rules, first)));
        let opener = table.asked().seat;
        let mut requests = 0;
        while requests < 3 {
            let request = table.asked().turn();
            if table.asked().seat == opener {
                requests += 1;
                let expected = if requests == 1 { (true, 2) } else { (false, 1) };
                assert_eq!((request.first_turn, request.head.unwrap()), expected);
            }
            table.moves(legal_turns(rules, &request).swap_remove(0));
        }
    }
}
