//! Where results determine no number there are words, for people and for scripts.

use crate::support::{Tables, bot, pairs};

#[test]
fn a_match_won_throughout_has_a_bound_and_no_number() {
    let tables = Tables::new();
    tables.table("games.csv", &pairs(1, "A", "B", &["WW"; 20]));
    let rated = tables.json(&["rate", "games.csv"]);
    let versus = &rated["versus"];
    assert_eq!(versus["elo"]["kind"], "above");
    assert!(
        versus["elo"]["at_least"].as_f64().unwrap() > 0.0,
        "{versus}"
    );
    let text = tables.text(&["rate", "games.csv"]);
    for says in [
        "no two bots beat each other",
        "A against B: at least ",
        "never won",
    ] {
        assert!(text.contains(says), "{says}:\n{text}");
    }
}

#[test]
fn leagues_without_a_common_bot_are_not_compared() {
    let tables = Tables::new();
    let results = ["WW", "LL", "WL", "LW"];
    let mut rows = pairs(1, "A", "B", &results);
    rows.extend(pairs(5, "B", "C", &results));
    rows.extend(pairs(9, "C", "A", &results));
    rows.extend(pairs(13, "X", "Y", &results));
    tables.table("games.csv", &rows);
    let rated = tables.json(&["rate", "games.csv", "--versus", "A", "X"]);
    assert_eq!(rated["comparable"], serde_json::json!(["A", "B", "C"]));
    for name in ["X", "Y"] {
        let entry = bot(&rated, name);
        assert_eq!(entry["elo"], serde_json::json!({ "kind": "apart" }));
        assert!(entry["rank"].is_null());
    }
    assert_eq!(rated["versus"]["elo"]["kind"], "apart");
    let text = tables.text(&["rate", "games.csv", "--versus", "A", "X"]);
    for says in [
        "only 3 of 5 bots",
        "not comparable",
        "A against X: not comparable",
    ] {
        assert!(text.contains(says), "{says}:\n{text}");
    }
}

#[test]
fn bots_that_were_never_beaten_share_a_rank() {
    let tables = Tables::new();
    let even = ["WW", "LL", "WL", "LW"];
    let mut rows = pairs(1, "A", "B", &even);
    rows.extend(pairs(5, "C", "A", &["WW"; 3]));
    rows.extend(pairs(8, "D", "A", &["WW"; 2]));
    tables.table("games.csv", &rows);
    let rated = tables.json(&["rate", "games.csv"]);
    for (name, rank) in [("C", 1), ("D", 1), ("A", 3), ("B", 3)] {
        assert_eq!(bot(&rated, name)["rank"], rank, "{name}");
    }
}

#[test]
fn one_game_one_pair_and_games_that_do_not_count_have_no_error_bar() {
    let tables = Tables::new();
    tables.table("pair.csv", &pairs(1, "A", "B", &["WL"]));
    let text = tables.text(&["rate", "pair.csv"]);
    assert!(
        text.contains("no error bar from fewer than two pairs"),
        "{text}"
    );
    tables.table("game.csv", &pairs(1, "A", "B", &["WL"])[..1]);
    let text = tables.text(&["rate", "game.csv"]);
    assert!(text.contains("pairs: none is complete"), "{text}");
    let forfeit = "1a,1,A,B,A,A,B,forfeit,2,timeout,B,,3".to_owned();
    tables.table("forfeit.csv", &[forfeit]);
    let ran = tables.run(&["rate", "forfeit.csv", "--without-forfeits"]);
    assert_eq!(ran.stderr, "there are no games to rate\n");
    assert_eq!(ran.code, Some(2));
}

#[test]
fn a_starter_that_always_won_is_told_in_words() {
    let tables = Tables::new();
    tables.table("games.csv", &pairs(1, "A", "B", &["WL"; 10]));
    let rated = tables.json(&["rate", "games.csv"]);
    assert_eq!(rated["first_move"]["elo"]["kind"], "unbounded_above");
    assert_eq!(rated["first_move"]["win_rate"]["value"], 1.0);
    let text = tables.text(&["rate", "games.csv"]);
    assert!(text.contains("first move: above any bound"), "{text}");
}
