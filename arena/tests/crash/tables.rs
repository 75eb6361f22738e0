//! Tables that an earlier stop has left: none outlives the first game that it does not count.

use rustix::process::Signal;

use crate::support::{DERIVED, Ground, league, scripted};

const ARGUMENTS: [&str; 4] = ["league", "slow.toml", "--out", "slow"];

#[test]
fn an_arena_that_is_killed_after_a_resume_leaves_no_tables_without_the_new_games() {
    let ground = Ground::new();
    let bots = ["one", "two"].map(|name| (name, scripted(&[("turn", "late:3")])));
    let text = league("pairs = 3\nconcurrency = 1", &bots);
    ground.write("slow.toml", text);
    let mut running = ground.start(&ARGUMENTS);
    running.until("a game", || ground.games_played("slow") >= 1);
    running.signal(Signal::INT);
    assert_eq!(running.wait().code, Some(130));
    let tables = |name: &&&str| ground.path("slow").join(name).exists();
    // All but the keys.
    assert_eq!(DERIVED.iter().filter(tables).count(), 5);
    let played = ground.games_played("slow");
    let resume = [&ARGUMENTS[..], &["--resume"]].concat();
    let mut running = ground.start(&resume);
    running.until("another game", || ground.games_played("slow") > played);
    running.signal(Signal::KILL);
    assert_eq!(running.wait().code, None);
    assert_eq!(DERIVED.iter().filter(tables).count(), 0);
    ground.assert_all_die_soon();
    let verified = ground.start(&["verify", "slow"]).wait();
    assert_eq!(verified.code, Some(0), "{verified:#?}");
    assert!(verified.stdout.contains("not finished"), "{verified:#?}");
    assert_eq!(ground.run(&resume).code, Some(0));
    assert_eq!(DERIVED.iter().filter(tables).count(), 6);
}
