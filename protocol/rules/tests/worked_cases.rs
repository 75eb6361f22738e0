//! The worked cases of the rules, each the smallest position that shows its point.
//!
//! Checkers are written as (point, count) in their owner's own numbering; what is missing to 15 is
//! borne off.
#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use common::situation;
use nardy_rules::{
    CheckerMove, Position, Roll, RuleId, Ruleset, Situation, Stage, ToPlay, TurnList, Win, WinKind,
};

fn moves(text: &[(u8, u8)]) -> Vec<CheckerMove> {
    text.iter()
        .map(|&(from, to)| CheckerMove::new(from, to).unwrap())
        .collect()
}

fn list(rules: &str, situation: &Situation) -> TurnList {
    let mut turns = TurnList::new();
    turns.generate(&Ruleset::by_id(rules).unwrap(), situation);
    turns
}

/// The rule that forbids these moves; `None` if they are a legal turn.
fn breach(rules: &str, situation: &Situation, turn: &[(u8, u8)]) -> Option<RuleId> {
    let ruleset = Ruleset::by_id(rules).unwrap();
    let checked = list(rules, situation).check(&ruleset, situation, &moves(turn));
    checked.err().map(|breach| breach.rule())
}

fn first_turn(rules: &str, dice: [u8; 2], opponent: Option<[u8; 2]>) -> Situation {
    let roll = |[a, b]: [u8; 2]| Roll::new(a, b).unwrap();
    Situation {
        position: Position::start(&Ruleset::by_id(rules).unwrap()),
        stage: Stage::FirstTurn {
            opponent_first_roll: opponent.map(roll),
        },
        to_play: ToPlay::Roll(roll(dice)),
    }
}

/// The second player's first turn after one opposing checker has gone 24 to `his`.
fn reply(rules: &str, his: u8, his_roll: [u8; 2], dice: [u8; 2]) -> Situation {
    let base = situation(rules, &[(24, 15)], &[(24, 14), (his, 1)], dice);
    let opponent_first_roll = Roll::new(his_roll[0], his_roll[1]);
    Situation {
        stage: Stage::FirstTurn {
            opponent_first_roll,
        },
        ..base
    }
}

/// The numbers of checkers on the head after each legal turn, least first.
fn left_on_head(rules: &str, situation: &Situation) -> Vec<u8> {
    let turns = list(rules, situation);
    let mut left: Vec<_> = (0..turns.len())
        .map(|i| turns.end(i).own().count(nardy_rules::Point::HEAD))
        .collect();
    left.sort_unstable();
    left.dedup();
    left
}

#[test]
fn case_1_a_first_three_three_has_exactly_two_ends() {
    let situation = first_turn("long", [3, 3], None);
    let turns = list("long", &situation);
    let mut ends: Vec<Vec<(u8, u8)>> = (0..turns.len())
        .map(|i| {
            turns
                .end(i)
                .own()
                .iter()
                .map(|(p, n)| (p.number(), n))
                .collect()
        })
        .collect();
    ends.sort();
    assert_eq!(
        ends,
        [vec![(24, 13), (18, 2)], vec![(24, 13), (21, 1), (15, 1)]]
    );
}

#[test]
fn case_2_a_first_six_six_moves_two_checkers_and_four_four_both_to_sixteen() {
    let sixes = first_turn("long", [6, 6], None);
    let turns = list("long", &sixes);
    assert_eq!((turns.len(), turns.dice_used()), (1, 2));
    assert_eq!(turns.turn(0).moves(), moves(&[(24, 18), (24, 18)]));
    let fours = first_turn("long", [4, 4], None);
    let turns = list("long", &fours);
    assert_eq!((turns.len(), turns.dice_used()), (1, 4));
    let own: Vec<_> = turns
        .end(0)
        .own()
        .iter()
        .map(|(p, n)| (p.number(), n))
        .collect();
    assert_eq!(own, [(24, 13), (16, 2)]);
}

#[test]
fn case_3_after_five_five_a_first_four_four_moves_one_checker_in_the_federations_game() {
    // He has gone 24-19-14-9-4: his 4 is my 16.
    for (rules, two) in [("long", false), ("long-app", true), ("long-classic", true)] {
        let situation = reply(rules, 4, [5, 5], [4, 4]);
        let turns = list(rules, &situation);
        assert_eq!(turns.len(), 1, "{rules}");
        let wanted = if two {
            &[(24, 20), (24, 20)][..]
        } else {
            &[(24, 20)]
        };
        assert_eq!(turns.turn(0).moves(), moves(wanted), "{rules}");
    }
    let two_leave = [(24, 18), (24, 22)];
    assert_eq!(
        breach("long", &reply("long", 4, [5, 5], [6, 2]), &two_leave),
        Some(RuleId::R10)
    );
    assert_eq!(
        breach(
            "long-classic",
            &reply("long-classic", 4, [5, 5], [6, 2]),
            &two_leave
        ),
        None
    );
}

#[test]
fn the_classic_head_rule_covers_the_pairs_the_general_articles_list() {
    // The first player: exactly 3-3, 4-4, 6-6.
    for roll in Roll::all() {
        let situation = first_turn("long-classic", roll.faces(), None);
        let two = left_on_head("long-classic", &situation).contains(&13);
        assert_eq!(
            two,
            [[3, 3], [4, 4], [6, 6]].contains(&roll.faces()),
            "{roll}"
        );
    }
    // The second player: 5-5 after 2-1 or 6-2 as well, when they stand in his way.
    for (his, his_roll) in [(21, [2, 1]), (16, [6, 2])] {
        let situation = reply("long-classic", his, his_roll, [5, 5]);
        let stands_in_the_way = (his + 11) % 24 + 1;
        let walk = [19, 14, 9, 4];
        assert_eq!(
            left_on_head("long-classic", &situation).contains(&13),
            walk.contains(&stands_in_the_way),
            "his checker on my {stands_in_the_way}"
        );
    }
}

#[test]
fn case_4_both_dice_must_be_played_where_one_way_plays_both() {
    // After 22-16 no 3 can be played: 22-19 and 16-13 are closed. 16-10-7 plays both.
    let his = [(7, 2), (1, 2), (8, 2), (24, 9)];
    let situation = situation("long", &[(22, 1), (16, 1)], &his, [6, 3]);
    let turns = list("long", &situation);
    assert_eq!((turns.len(), turns.dice_used()), (1, 2));
    assert_eq!(breach("long", &situation, &[(16, 10), (10, 7)]), None);
    assert_eq!(breach("long", &situation, &[(22, 16)]), Some(RuleId::R5));
}

#[test]
fn case_5_if_only_one_die_can_be_played_it_is_the_larger() {
    // 18-15 and 18-16 are open, and no second move from either: 13 is closed.
    let situation = situation("long", &[(18, 1)], &[(1, 3), (24, 12)], [3, 2]);
    assert_eq!(list("long", &situation).dice_used(), 1);
    assert_eq!(breach("long", &situation, &[(18, 15)]), None);
    assert_eq!(breach("long", &situation, &[(18, 16)]), Some(RuleId::R5));
}

/// My 24 to 20 held and one to come to 19; one opposing checker on `his`.
fn six_at_the_head(his: u8) -> Situation {
    let mine = [(24, 8), (23, 1), (22, 1), (21, 2), (20, 3)];
    situation("long", &mine, &[(24, 14), (his, 1)], [2, 1])
}

#[test]
fn case_6_a_block_is_legal_only_if_a_checker_has_passed_it() {
    // 21-19 closes 24 to 19. My 13 to 18 are his 1 to 6: beyond the block.
    let turn = [(21, 19), (24, 23)];
    let from_far = six_at_the_head(20);
    assert_eq!(breach("long", &from_far, &turn), Some(RuleId::R11));
    for his in 1..=6 {
        assert_eq!(
            breach("long", &six_at_the_head(his), &turn),
            None,
            "his {his}"
        );
    }
}

#[test]
fn case_7_a_passing_block_is_illegal_in_long_and_legal_in_long_classic() {
    // 24-18 closes 18 to 13 for a moment, 18-15 opens it again.
    let mine = [(24, 9), (17, 1), (16, 1), (15, 1), (14, 1), (13, 2)];
    let passing = [(24, 18), (18, 15)];
    let of = |rules| situation(rules, &mine, &[(24, 15)], [6, 3]);
    assert_eq!(breach("long", &of("long"), &passing), Some(RuleId::R11));
    assert_eq!(breach("long-classic", &of("long-classic"), &passing), None);
}

#[test]
fn a_block_over_my_last_and_first_point_counts_and_one_over_his_does_not() {
    // My 3, 2, 1, 24, 23 held, 22 to come: his 15 to 10 in a row.
    let mine = [(24, 5), (23, 5), (3, 1), (2, 1), (1, 3)];
    let over_my_border = situation("long", &mine, &[(24, 15)], [2, 1]);
    assert_eq!(
        breach("long", &over_my_border, &[(24, 22), (23, 22)]),
        Some(RuleId::R11)
    );
    // My 15 to 10: his 3, 2, 1 and 24, 23, 22, the end and the start of his way.
    let mine = [(16, 5), (15, 1), (14, 1), (13, 1), (11, 4), (10, 3)];
    let over_his_border = situation("long", &mine, &[(20, 15)], [4, 1]);
    assert_eq!(
        breach("long", &over_his_border, &[(16, 12), (16, 15)]),
        None
    );
}

#[test]
fn case_8_a_larger_die_bears_off_from_the_highest_point_only() {
    let his = [(24, 15)];
    let from_highest = situation("long", &[(4, 1), (2, 3)], &his, [6, 5]);
    assert_eq!(breach("long", &from_highest, &[(4, 0), (2, 0)]), None);
    assert_eq!(
        breach("long", &from_highest, &[(2, 0), (4, 0)]),
        Some(RuleId::R7)
    );
    let higher_held = situation("long", &[(6, 2), (2, 3)], &his, [5, 1]);
    assert_eq!(
        breach("long", &higher_held, &[(2, 0), (2, 1)]),
        Some(RuleId::R7)
    );
}

#[test]
fn a_turn_may_bring_the_last_checker_in_and_then_bear_off() {
    let situation = situation("long", &[(7, 1), (5, 2)], &[(24, 15)], [5, 1]);
    assert_eq!(breach("long", &situation, &[(7, 6), (5, 0)]), None);
    assert_eq!(
        breach("long", &situation, &[(5, 0), (7, 6)]),
        Some(RuleId::R7)
    );
}

#[test]
fn bearing_off_the_last_checker_ends_the_turn_with_dice_left() {
    // R5 would have the 1 played first; R6 ends the game with the 6.
    let situation = situation("long", &[(3, 1)], &[(24, 15)], [6, 1]);
    assert_eq!(breach("long", &situation, &[(3, 0)]), None);
    assert_eq!(breach("long", &situation, &[(3, 2), (2, 0)]), None);
    assert_eq!(
        breach("long", &situation, &[(3, 0), (2, 1)]),
        Some(RuleId::R4)
    );
}

#[test]
fn every_other_breach_names_its_rule() {
    let his = [(24, 13), (10, 2)]; // his 10 is my 22
    let situation = situation("long", &[(24, 10), (23, 3), (11, 2)], &his, [2, 1]);
    for (turn, rule) in [
        (&[(20, 18), (23, 22)][..], RuleId::R4),       // nobody on 20
        (&[(23, 20), (24, 23)], RuleId::R4),           // no 3 was rolled
        (&[(23, 21), (21, 20), (20, 18)], RuleId::R4), // three moves
        (&[(24, 22), (23, 22)], RuleId::R9),           // he holds it
        (&[(24, 23), (24, 22)], RuleId::R9),
        (&[], RuleId::R5),
        (&[(23, 21)], RuleId::R5),
    ] {
        assert_eq!(breach("long", &situation, turn), Some(rule), "{turn:?}");
    }
    assert_eq!(breach("long", &situation, &[(11, 9), (9, 8)]), None);
    let head_twice = common::situation("long", &[(24, 15)], &[(24, 15)], [2, 1]);
    assert_eq!(
        breach("long", &head_twice, &[(24, 22), (24, 23)]),
        Some(RuleId::R10)
    );
}

#[test]
fn short_breaches_name_their_rules() {
    let his = [(20, 2), (13, 11), (1, 2)]; // his 20 is my 5
    let on_the_bar = situation("short", &[(25, 1), (8, 12)], &his, [3, 1]);
    assert_eq!(
        breach("short", &on_the_bar, &[(8, 5), (25, 24)]),
        Some(RuleId::R14)
    );
    let open = situation("short", &[(8, 12)], &his, [3, 1]);
    assert_eq!(breach("short", &open, &[(8, 5), (8, 7)]), Some(RuleId::R13));
    assert_eq!(
        breach("short", &open, &[(25, 22), (8, 7)]),
        Some(RuleId::R14)
    );
}

#[test]
fn the_kinds_of_win_are_tested_in_order() {
    let done = |rules, his: &[(u8, u8)]| {
        let won = situation(rules, &[], his, [1, 2]).position;
        Win::of(&Ruleset::by_id(rules).unwrap(), &won).map(|win| (win.kind, win.points))
    };
    let (home, halfway, head) = ([(6, 15)], [(6, 14), (12, 1)], [(6, 14), (24, 1)]);
    let one_off = [(24, 14)];
    for rules in [
        "long",
        "long-classic",
        "long-app",
        "long-club",
        "gulbar",
        "short",
        "short-east",
    ] {
        assert_eq!(done(rules, &one_off), Some((WinKind::Oin, 1)), "{rules}");
        assert_eq!(done(rules, &halfway), Some((WinKind::Mars, 2)), "{rules}");
    }
    assert_eq!(done("long", &home), Some((WinKind::Mars, 2)));
    assert_eq!(done("long", &head), Some((WinKind::Mars, 2)));
    assert_eq!(done("long-app", &home), Some((WinKind::HomeMars, 3)));
    assert_eq!(done("long-app", &head), Some((WinKind::Koks, 3)));
    assert_eq!(done("long-club", &home), Some((WinKind::HomeMars, 3)));
    assert_eq!(done("long-club", &head), Some((WinKind::Mars, 2)));
    // Short: on the bar or in the winner's home, which is the loser's 19 to 24.
    for far in [25, 24, 19] {
        assert_eq!(
            done("short", &[(6, 14), (far, 1)]),
            Some((WinKind::Koks, 3))
        );
    }
    assert_eq!(done("short", &[(6, 14), (18, 1)]), Some((WinKind::Mars, 2)));
}

#[test]
fn the_club_counts_the_losers_pips() {
    let won = situation(
        "long-club",
        &[],
        &[(3, 2), (6, 1), (7, 1), (12, 1), (13, 1)],
        [1, 2],
    );
    let win = Win::of(&Ruleset::by_id("long-club").unwrap(), &won.position).unwrap();
    assert_eq!(win.pips, 3 + 3 + 6 + 10 + 10 + 20);
}
