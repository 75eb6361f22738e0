//! What a bot does after a game has ended and before its next one begins.

use crate::support::{Ground, builtin, league, scripted};

/// A league of two pairs, one game at a time, so that each process of the bot would play twice.
fn league_of(deeds: &[(&str, &str)]) -> String {
    let bots = [("culprit", scripted(deeds)), ("other", builtin("random"))];
    league(
        "pairs = 2\nconcurrency = 1\n[time]\nstart = \"2s\"\nturn = \"5s\"\n",
        &bots,
    )
}

#[test]
fn a_process_that_is_gone_between_games_is_started_again_and_loses_nothing() {
    let undisturbed = Ground::new().play(&league_of(&[]), "undisturbed", &[]);
    for deed in ["exit:0", "exit:3", "signal:SEGV", "child-then-exit:0"] {
        let ground = Ground::new();
        let league = league_of(&[("result", deed)]);
        let (results, ran) = ground.play_and_tell(&league, "league", &[]);
        results.assert_same_as(&undisturbed);
        assert!(
            ran.stderr.contains("culprit: started again"),
            "{deed}: {}",
            ran.stderr
        );
    }
}

#[test]
fn a_process_plays_several_games_and_may_go_before_its_second_has_begun() {
    let undisturbed = Ground::new().play(&league_of(&[]), "undisturbed", &[]);
    let ground = Ground::new();
    let league = league_of(&[("game:2", "exit:0")]);
    let (results, ran) = ground.play_and_tell(&league, "league", &[]);
    results.assert_same_as(&undisturbed);
    // Once for each half of the pairs, for no process plays both.
    let restarts = ran.stderr.matches("culprit: started again").count();
    assert_eq!(restarts, 2, "{}", ran.stderr);
}

#[test]
fn a_bot_that_talks_between_games_can_lose_by_it_but_nobody_else_does() {
    for deed in ["remark", "flood", "blank-flood", "hang"] {
        let ground = Ground::new();
        let results = ground.play(&league_of(&[("result", deed)]), "league", &[]);
        for game in results.rows("games.csv") {
            let culprit = game.text("at_fault");
            assert!(["", "culprit"].contains(&culprit), "{deed}: {game:?}");
            // The first game of each half is played by a fresh process.
            if game.text("pair") == "1" {
                assert_eq!(game.text("reason"), "borne_off", "{deed}: {game:?}");
            }
        }
    }
}

#[test]
fn a_bot_that_will_not_go_is_made_to() {
    let deeds: [&[(&str, &str)]; 4] = [
        &[("quit", "hang")],
        &[("turn", "ignore-term"), ("quit", "hang")],
        &[("turn:1", "child"), ("quit", "silent"), ("end", "hang")],
        &[("quit", "stderr-flood:10000000")],
    ];
    for deeds in deeds {
        let ground = Ground::new();
        let results = ground.play(&league_of(deeds), "league", &[]);
        let games = results.rows("games.csv");
        assert!(games.iter().all(|game| game.text("reason") == "borne_off"));
    }
}
