//! SIGINT, SIGTERM and SIGHUP at random instants.

use std::cell::Cell;

use rustix::process::Signal;

use crate::chain::{League, strike};
use crate::support::{league, scripted};

const STOPS: u32 = 21;

#[test]
fn a_league_told_to_stop_again_and_again_says_130_and_ends_with_the_files_of_an_undisturbed_one() {
    let bots = ["one", "two", "three"].map(|name| (name, scripted(&[])));
    let league = League {
        text: league("pairs = 2\nconcurrency = 2", &bots),
        games: 12,
    };
    let signals = [Signal::INT, Signal::TERM, Signal::HUP];
    let which = |nth: u32| signals[nth as usize % signals.len()];
    let politely = Cell::new(0);
    let stopped = strike(&league, 2028, STOPS, which, |ran| {
        match ran.code {
            Some(code) => assert_eq!(code, 130, "{ran:#?}"),
            // It did not listen yet, so the signal ended it as it ends any program.
            None => assert!(!ran.stderr.contains("stopped"), "{ran:#?}"),
        }
        politely.set(politely.get() + u32::from(ran.code.is_some()));
    });
    assert_eq!(stopped.total(), STOPS);
    // On a busy machine many are struck before they listen.
    assert!(politely.get() >= STOPS / 4, "{politely:?} of {stopped:?}");
}
