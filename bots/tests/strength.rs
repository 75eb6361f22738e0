//! Who beats whom.
#![allow(clippy::unwrap_used)]

mod common;

use common::wins_in_pairs;
use nardy_protocol::rules::Ruleset;

/// Wins of the first player in 100 of its games against the second.
fn wins_of_100(rules: &str, names: [&str; 2]) -> u64 {
    wins_in_pairs(&Ruleset::by_id(rules).unwrap(), names, 50)
}

/// `blocks` wins about 95 of 100 games against `pips` and nearly all against `random`; the bounds
/// are far below, so that they do not fall to chance when weights or dice change.
fn blocks_is_clearly_better(rules: &str) {
    let against_pips = wins_of_100(rules, ["blocks", "pips"]);
    assert!(
        against_pips >= 80,
        "{rules}: {against_pips} of 100 against pips"
    );
    let against_random = wins_of_100(rules, ["blocks", "random"]);
    assert!(
        against_random >= 90,
        "{rules}: {against_random} of 100 against random"
    );
}

#[test]
fn blocks_beats_the_other_two_in_long() {
    blocks_is_clearly_better("long");
}

#[test]
fn blocks_beats_the_other_two_in_long_classic() {
    blocks_is_clearly_better("long-classic");
}

#[test]
fn blocks_beats_the_other_two_in_long_app() {
    blocks_is_clearly_better("long-app");
}

#[test]
fn blocks_beats_the_other_two_in_long_club() {
    blocks_is_clearly_better("long-club");
}

#[test]
fn blocks_beats_the_other_two_in_short() {
    blocks_is_clearly_better("short");
}

#[test]
fn blocks_beats_the_other_two_in_short_east() {
    blocks_is_clearly_better("short-east");
}

/// Fewer games than elsewhere: the cascades of the small doubles have up to a million turns.
#[test]
fn blocks_beats_the_other_two_in_gulbar() {
    let wins_of_30 = |names| wins_in_pairs(&Ruleset::by_id("gulbar").unwrap(), names, 15);
    assert!(wins_of_30(["blocks", "pips"]) >= 19);
    assert!(wins_of_30(["blocks", "random"]) >= 22);
}

#[test]
fn pips_beats_random_in_the_default_game() {
    let wins = wins_of_100("long", ["pips", "random"]);
    assert!(wins >= 55, "{wins} of 100");
}
