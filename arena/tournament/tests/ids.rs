//! Names of games: what people type and what the results say.
#![allow(clippy::unwrap_used)]

use arena_tournament::id::{GameId, GameIndex, Half, PairNumber};
use proptest::prelude::*;

#[test]
fn games_2k_and_2k_plus_1_are_the_halves_of_pair_k_plus_1() {
    let names = [0, 1, 2, 3, 32, 33].map(|index| GameIndex::new(index).id().to_string());
    assert_eq!(names, ["1a", "1b", "2a", "2b", "17a", "17b"]);
    let id: GameId = "17b".parse().unwrap();
    assert_eq!(
        (id.pair.get(), id.half, id.index().get()),
        (17, Half::B, 33)
    );
}

#[test]
fn the_last_index_and_the_last_pair_number_belong_together() {
    let last = GameIndex::new(u64::MAX).id();
    assert_eq!(last.to_string(), "9223372036854775808b");
    assert_eq!(last.index(), GameIndex::new(u64::MAX));
    assert!(PairNumber::new((1 << 63) + 1).is_none());
    assert!("9223372036854775809a".parse::<GameId>().is_err());
}

#[test]
fn only_the_exact_text_form_is_a_game() {
    let no_games = [
        "", "a", "17", "17c", "17A", "0a", "017a", "+17a", "-1a", " 17a", "17a ", "17ab", "１a",
    ];
    for text in no_games {
        let error = text.parse::<GameId>().unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("{text:?} is no game: write the number of its pair and a or b, like 17a")
        );
    }
}

proptest! {
    #[test]
    fn an_index_survives_being_written_and_read(index in any::<u64>()) {
        let index = GameIndex::new(index);
        let read: GameId = index.to_string().parse().unwrap();
        prop_assert_eq!(read.index(), index);
        prop_assert_eq!(index.id(), read);
    }

    #[test]
    fn ids_sort_as_their_games_are_played(one in any::<u64>(), other in any::<u64>()) {
        let (one, other) = (GameIndex::new(one), GameIndex::new(other));
        prop_assert_eq!(one.id().cmp(&other.id()), one.cmp(&other));
    }

    #[test]
    fn what_is_read_is_written_the_same(text in "[+0-9]{0,3}[0-9]{0,20}[abAB ]?") {
        if let Ok(id) = text.parse::<GameId>() {
            prop_assert_eq!(id.to_string(), text);
        }
    }
}
