//! When the arena itself wakes too late to judge, nobody loses by it.

use std::thread::sleep;
use std::time::Duration;

use rustix::process::Signal;

use crate::support::{Ground, league, scripted};

const QUICK: &str = "pairs = 1\nconcurrency = 1\n[time]\nturn = \"200ms\"\nbank = \"0s\"\n";

fn league_of(orders: &[(&str, &str)]) -> String {
    let bots = [("one", scripted(orders)), ("two", scripted(orders))];
    league(QUICK, &bots)
}

#[test]
fn a_game_in_which_the_arena_slept_is_void_listed_and_played_again_on_the_same_dice() {
    let undisturbed = Ground::new().play(&league_of(&[]), "undisturbed", &[]);
    let ground = Ground::new();
    // Slow enough that a game lasts for seconds, quick enough for the limit.
    ground.write("slow.toml", league_of(&[("turn", "late:30")]));
    let mut running = ground.start(&["league", "slow.toml", "--out", "slow"]);
    running.until("the first game", || ground.path("slow").exists());
    sleep(Duration::from_millis(300));
    running.signal(Signal::STOP);
    // As after a machine's suspension: the bot's answer has been there for long.
    sleep(Duration::from_millis(1_500));
    running.signal(Signal::CONT);
    let ran = running.wait();
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(ran.stderr.contains("is void and played again"), "{ran:#?}");
    let results = ground.results("slow");
    results.assert_same_as(&undisturbed);
    let events = results.text("events.jsonl");
    let voids = events
        .lines()
        .filter(|line| line.contains(r#""event":"void""#));
    assert_eq!(voids.count(), 1, "{events}");
    ground.assert_nothing_is_left();
}
