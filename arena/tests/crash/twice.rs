//! Two arenas that are started at the same time for the same results, which do not exist yet.

use crate::support::{Ground, league, scripted};

#[test]
fn of_two_arenas_started_at_once_one_plays_and_the_other_says_why_not() {
    let bots = ["one", "two"].map(|name| (name, scripted(&[])));
    let text = league("pairs = 2\nconcurrency = 1", &bots);
    let undisturbed = Ground::new().play(&text, "out", &[]);
    for _ in 0..10 {
        let ground = Ground::new();
        ground.write("league.toml", &text);
        let arguments = ["league", "league.toml", "--out", "out"];
        let both = [ground.start(&arguments), ground.start(&arguments)];
        let (played, refused): (Vec<_>, Vec<_>) = both
            .map(|running| running.wait())
            .into_iter()
            .partition(|ran| ran.code == Some(0));
        assert_eq!((played.len(), refused.len()), (1, 1), "{refused:#?}");
        let said = &refused[0].stderr;
        let why = ["another arena", "exists already"];
        assert!(why.iter().any(|why| said.contains(why)), "{said}");
        ground.results("out").assert_same_as(&undisturbed);
        ground.assert_nothing_is_left();
    }
}
