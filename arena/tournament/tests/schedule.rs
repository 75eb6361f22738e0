//! Who plays whom, and that nobody gets ahead.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use arena_tournament::id::{BotIndex, GameIndex, Half};
use arena_tournament::schedule::{Kind, Pairing, Schedule, ScheduleError, ScheduledGame};
use proptest::prelude::*;

fn games(schedule: &Schedule) -> impl Iterator<Item = ScheduledGame> {
    (0..schedule.games()).map(|index| schedule.game(GameIndex::new(index)).unwrap())
}

fn schedule(kind: Kind, bots: usize, pairs: u64) -> Schedule {
    Schedule::new(kind, bots, pairs).unwrap()
}

fn pairing(one: usize, other: usize) -> Pairing {
    Pairing::new(BotIndex::new(one), BotIndex::new(other)).unwrap()
}

/// The widest gap, over all prefixes, between the pairs that any two of these bots have played.
fn widest_gap(schedule: &Schedule, bots: std::ops::Range<usize>) -> u64 {
    let mut played = vec![0; bots.end];
    let mut widest = 0;
    for game in games(schedule).filter(|game| game.id.half == Half::A) {
        for bot in game.seats() {
            played[bot.get()] += 1;
        }
        let counts = &played[bots.clone()];
        widest = widest.max(counts.iter().max().unwrap() - counts.iter().min().unwrap());
    }
    widest
}

#[test]
fn a_match_of_two_alternates_seats_and_counts_its_meetings() {
    let played: Vec<_> = games(&schedule(Kind::RoundRobin, 2, 2))
        .map(|game| {
            (
                game.id.to_string(),
                game.seats().map(BotIndex::get),
                game.meeting.get().get(),
            )
        })
        .collect();
    let expected = [
        ("1a", [0, 1], 1),
        ("1b", [1, 0], 1),
        ("2a", [0, 1], 2),
        ("2b", [1, 0], 2),
    ];
    assert_eq!(
        played,
        expected.map(|(id, seats, meeting)| (id.to_owned(), seats, meeting))
    );
}

#[test]
fn no_bot_of_a_round_robin_is_ever_more_than_one_pair_ahead_of_another() {
    for bots in 2..=40 {
        let schedule = schedule(Kind::RoundRobin, bots, 2);
        assert!(widest_gap(&schedule, 0..bots) <= 1, "{bots} bots");
    }
}

#[test]
fn no_challenger_of_a_gauntlet_is_ever_more_than_one_pair_ahead_of_another() {
    for bots in 3..=12 {
        assert_eq!(
            widest_gap(&schedule(Kind::Gauntlet, bots, 3), 1..bots),
            1,
            "{bots} bots"
        );
    }
}

#[test]
fn a_gauntlet_is_the_first_bot_against_each_other_in_order() {
    let met: Vec<Pairing> = games(&schedule(Kind::Gauntlet, 4, 2))
        .filter(|game| game.id.half == Half::A)
        .map(|game| game.pairing)
        .collect();
    let round = [pairing(0, 1), pairing(0, 2), pairing(0, 3)];
    assert_eq!(met, [round, round].concat());
}

#[test]
fn every_pairing_plays_its_pairs_once_each_and_a_round_before_the_next() {
    for bots in 2..=12 {
        let all: BTreeSet<Pairing> = (1..bots)
            .flat_map(|b| (0..b).map(move |a| pairing(a, b)))
            .collect();
        let schedule = schedule(Kind::RoundRobin, bots, 3);
        assert_eq!(schedule.pairings(), all.len() as u64);
        let mut rounds: BTreeMap<u64, Vec<Pairing>> = BTreeMap::new();
        let mut last = 1;
        for game in games(&schedule).filter(|game| game.id.half == Half::A) {
            let round = game.meeting.get().get();
            assert!(round >= last);
            last = round;
            rounds.entry(round).or_default().push(game.pairing);
        }
        assert_eq!(rounds.keys().copied().collect::<Vec<_>>(), [1, 2, 3]);
        for met in rounds.values() {
            assert_eq!(met.len(), all.len());
            assert_eq!(met.iter().copied().collect::<BTreeSet<_>>(), all);
        }
    }
}

#[test]
fn schedules_without_games_are_refused_with_the_reason() {
    let error = |kind, bots, pairs| Schedule::new(kind, bots, pairs).unwrap_err().to_string();
    assert_eq!(
        error(Kind::RoundRobin, 1, 5),
        "a league needs at least two bots, this one has 1"
    );
    assert_eq!(
        error(Kind::Gauntlet, 0, 5),
        "a league needs at least two bots, this one has 0"
    );
    assert_eq!(
        error(Kind::Gauntlet, 2, 0),
        "a pairing needs at least one pair of games"
    );
    assert_eq!(
        Schedule::new(Kind::RoundRobin, 3, u64::MAX / 5),
        Err(ScheduleError::TooManyGames {
            bots: 3,
            pairs: u64::MAX / 5
        })
    );
    assert!(Schedule::new(Kind::RoundRobin, usize::MAX, 1).is_err());
}

#[test]
fn a_bot_is_no_pairing_with_itself_and_order_of_naming_does_not_matter() {
    assert_eq!(Pairing::new(BotIndex::new(3), BotIndex::new(3)), None);
    assert_eq!(pairing(5, 2), pairing(2, 5));
    assert_eq!(pairing(5, 2).first(), BotIndex::new(2));
}

proptest! {
    #[test]
    fn any_game_of_a_huge_league_is_found_at_once(
        bots in 2_usize..2000,
        pairs in 1_u64..1_000_000,
        place in any::<u64>(),
        gauntlet in any::<bool>(),
    ) {
        let kind = if gauntlet { Kind::Gauntlet } else { Kind::RoundRobin };
        let schedule = schedule(kind, bots, pairs);
        let index = GameIndex::new(place % schedule.games());
        let game = schedule.game(index).unwrap();
        prop_assert_eq!(game.id.index(), index);
        prop_assert!(game.pairing.first() < game.pairing.second());
        prop_assert!(game.pairing.second().get() < bots);
        prop_assert!(game.meeting.get().get() <= pairs);
        prop_assert_eq!(schedule.game(GameIndex::new(schedule.games())), None);
    }

    #[test]
    fn both_games_of_a_pair_have_one_meeting_and_exchanged_seats(
        bots in 2_usize..30, pairs in 1_u64..9, place in any::<u64>(),
    ) {
        let schedule = schedule(Kind::RoundRobin, bots, pairs);
        let a = GameIndex::new(place % schedule.games() / 2 * 2);
        let b = GameIndex::new(a.get() + 1);
        let (a, b) = (schedule.game(a).unwrap(), schedule.game(b).unwrap());
        prop_assert_eq!((a.id.pair, a.pairing, a.meeting), (b.id.pair, b.pairing, b.meeting));
        prop_assert_eq!(a.seats(), [a.pairing.first(), a.pairing.second()]);
        prop_assert_eq!(b.seats(), [a.pairing.second(), a.pairing.first()]);
    }
}
