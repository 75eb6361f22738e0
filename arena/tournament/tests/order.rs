//! Games put back into the league's order.

use std::iter::from_fn;

use arena_tournament::id::GameIndex;
use arena_tournament::order::InOrder;
use proptest::prelude::*;

fn ready(order: &mut InOrder<char>) -> Vec<(u64, char)> {
    from_fn(|| order.take_next())
        .map(|(game, item)| (game.get(), item))
        .collect()
}

#[test]
fn a_game_comes_when_all_before_it_have_come() {
    let mut order = InOrder::new();
    assert_eq!(order.put(GameIndex::new(2), 'c'), None);
    assert_eq!(ready(&mut order), []);
    assert_eq!(order.put(GameIndex::new(0), 'a'), None);
    assert_eq!(ready(&mut order), [(0, 'a')]);
    assert_eq!(order.waiting(), 1);
    assert_eq!(order.put(GameIndex::new(1), 'b'), None);
    assert_eq!(ready(&mut order), [(1, 'b'), (2, 'c')]);
    assert_eq!(order.waiting(), 0);
}

#[test]
fn a_game_that_was_there_before_is_given_back() {
    let mut order = InOrder::new();
    assert_eq!(order.put(GameIndex::new(0), 'a'), None);
    assert_eq!(order.put(GameIndex::new(0), 'x'), Some('x'));
    assert_eq!(ready(&mut order), [(0, 'a')]);
    assert_eq!(order.put(GameIndex::new(0), 'y'), Some('y'));
    assert_eq!(ready(&mut order), []);
}

/// Some games of a league, in any order.
fn games() -> impl Strategy<Value = Vec<u64>> {
    proptest::sample::subsequence((0..40).collect::<Vec<u64>>(), 0..=40).prop_shuffle()
}

proptest! {
    #[test]
    fn every_game_comes_once_and_in_order_and_behind_a_gap_only_in_the_end(games in games()) {
        let mut order = InOrder::new();
        let mut came = Vec::new();
        for (done, &game) in (1..).zip(&games) {
            prop_assert_eq!(order.put(GameIndex::new(game), game), None);
            while let Some((index, item)) = order.take_next() {
                prop_assert_eq!(index.get(), item);
                came.push(item);
            }
            // All that can have come has: the games from 0 up to the first that is missing.
            let whole = (0..).take_while(|game| games[..done].contains(game)).count();
            prop_assert_eq!(&came, &(0..whole as u64).collect::<Vec<_>>());
            prop_assert_eq!(order.waiting(), done - whole);
        }
        came.extend(order.into_rest().map(|(_, item)| item));
        let mut sorted = games.clone();
        sorted.sort_unstable();
        prop_assert_eq!(came, sorted);
    }
}
