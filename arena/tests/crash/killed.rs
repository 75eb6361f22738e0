//! SIGKILL at random instants: from the start of the bots to the writing of the tables, also of
//! arenas that go on with a league.

use rustix::process::Signal;

use crate::chain::{League, Phase, Struck, strike};
use crate::support::{league, scripted};

const KILLS: u32 = 100;

/// Two bots, one game at a time.
fn two() -> League {
    let bots = ["one", "two"].map(|name| (name, scripted(&[])));
    League {
        text: league("pairs = 2\nconcurrency = 1", &bots),
        games: 4,
    }
}

/// Eight bots, some games at once: the first against each of the others.
fn eight() -> League {
    let bots: Vec<_> = (1..=8).map(|n| (format!("b{n}"), scripted(&[]))).collect();
    League {
        text: league("kind = \"gauntlet\"\npairs = 1\nconcurrency = 3", &bots),
        games: 14,
    }
}

/// Five bots, some games at once, and rounds that wait for each other.
fn swiss() -> League {
    let bots: Vec<_> = (1..=5).map(|n| (format!("b{n}"), scripted(&[]))).collect();
    let settings = "kind = \"swiss\"\nrounds = 3\npairs = 1\nconcurrency = 3";
    League {
        text: league(settings, &bots),
        games: 12,
    }
}

fn kill(league: &League, seed: u64) -> Struck {
    let killed = strike(
        league,
        seed,
        KILLS,
        |_| Signal::KILL,
        |ran| {
            assert_eq!(ran.code, None, "{ran:#?}");
        },
    );
    assert_eq!(killed.total(), KILLS);
    assert!(killed.resumes >= KILLS / 4, "{killed:?}");
    killed
}

/// The kills came at every time of a league's life.
fn assert_every_phase(killed: &Struck) {
    for phase in [
        Phase::Start,
        Phase::NoGames,
        Phase::SomeGames,
        Phase::NoTables,
    ] {
        let often = killed.phases.get(&phase).copied().unwrap_or_default();
        assert!(often >= 3, "{phase:?} was hardly struck: {killed:?}");
    }
}

#[test]
fn a_league_of_two_killed_a_hundred_times_ends_with_the_files_of_an_undisturbed_one() {
    assert_every_phase(&kill(&two(), 2026));
}

#[test]
fn a_league_of_eight_killed_a_hundred_times_ends_with_the_files_of_an_undisturbed_one() {
    assert_every_phase(&kill(&eight(), 2027));
}

#[test]
fn a_swiss_killed_a_hundred_times_ends_with_the_files_of_an_undisturbed_one() {
    let killed = kill(&swiss(), 2028);
    // Rounds wait for each other there; before the first game it is like any league.
    assert!(killed.phases[&Phase::SomeGames] >= KILLS / 2, "{killed:?}");
}
