//! The figures are those of published tools and of sums by hand.

use crate::support::{Tables, bot, near, pairs, reference, reference_games};

#[test]
fn ratings_are_the_analytic_ones_to_a_thousandth() {
    let tables = Tables::new();
    tables.table("games.csv", &reference_games("set1"));
    for (option, key) in [
        (None, "set1_with_advantage"),
        (Some("--ignore-starter"), "set1_no_advantage"),
    ] {
        let arguments: Vec<_> = ["rate", "games.csv"].into_iter().chain(option).collect();
        let rated = tables.json(&arguments);
        let expected = &reference()["analytic_mle"][key];
        for (name, rating) in expected["ratings_mean0"].as_object().unwrap() {
            near(
                &bot(&rated, name)["elo"]["value"],
                rating.as_f64().unwrap(),
                1e-3,
            );
        }
        if option.is_none() {
            let advantage = expected["first_seat_advantage_elo"].as_f64().unwrap();
            near(&rated["first_move"]["elo"]["value"], advantage, 1e-3);
        } else {
            assert_eq!(rated["first_move"]["elo"]["kind"], "ignored");
        }
    }
}

#[test]
fn ratings_are_ordos_and_the_anchor_has_its_own() {
    let tables = Tables::new();
    tables.table("games.csv", &reference_games("set1"));
    let expected = &reference()["ordo"]["set1_elo_scale_W_D"]["rating"];
    let anchored = tables.json(&["rate", "games.csv", "--anchor", "A=1500"]);
    let zero = expected["A"].as_f64().unwrap();
    for (name, rating) in expected.as_object().unwrap() {
        let rating = rating.as_f64().unwrap() - zero + 1500.0;
        near(&bot(&anchored, name)["elo"]["value"], rating, 2e-3);
    }
    assert_eq!(bot(&anchored, "A")["elo"]["kind"], "reference");
    let ranks: Vec<_> = anchored["bots"].as_array().unwrap().iter().collect();
    let ranks: Vec<_> = ranks.iter().map(|b| b["bot"].as_str().unwrap()).collect();
    assert_eq!(ranks, ["F", "E", "D", "C", "B", "A"]);
}

/// Set 3 has a bot that won every game and the value that the others have without it.
#[test]
fn a_bot_that_was_never_beaten_is_first_and_leaves_the_others_alone() {
    let tables = Tables::new();
    tables.table("all.csv", &reference_games("set3"));
    let others: Vec<_> = reference_games("set3")
        .into_iter()
        .filter(|row| !row.contains(",E,"))
        .collect();
    tables.table("others.csv", &others);
    let (all, rest) = (
        tables.json(&["rate", "all.csv"]),
        tables.json(&["rate", "others.csv"]),
    );
    assert_eq!(all["bots"][0]["bot"], "E");
    assert_eq!(all["bots"][0]["elo"]["kind"], "above");
    assert!(all["bots"][0]["elo"]["at_least"].as_f64().unwrap() > 0.0);
    for name in ["A", "B", "C", "D"] {
        let alone = bot(&rest, name)["elo"]["value"].as_f64().unwrap();
        near(&bot(&all, name)["elo"]["value"], alone, 1e-6);
    }
}

/// The reference's pairs of A by the sum of A's points, and the mean and normal interval of it.
#[test]
fn points_per_game_are_those_of_the_reference() {
    let expected = &reference()["points_per_game_with_mars"];
    // What a pair's two games were; which of several ways a sum came does not matter.
    let ways = [
        ("-4", "ll"),
        ("-3", "lL"),
        ("-2", "LL"),
        ("-1", "lW"),
        ("0", "WL"),
        ("1", "wL"),
        ("2", "WW"),
        ("3", "wW"),
        ("4", "ww"),
    ];
    let counts = &expected["pair_point_sum_counts_A_minus_B"];
    let results = ways.iter().flat_map(|(sum, way)| {
        let count = counts[*sum].as_u64().unwrap();
        (0..count).map(move |_| *way)
    });
    let tables = Tables::new();
    tables.table(
        "games.csv",
        &pairs(1, "A", "B", &results.collect::<Vec<_>>()),
    );
    let rated = tables.json(&["rate", "games.csv"]);
    let points = &bot(&rated, "A")["points_per_game"];
    near(
        &points["value"],
        expected["mean_ppg"].as_f64().unwrap(),
        1e-12,
    );
    // The reference divides by n, an interval from a sample by n - 1.
    let error = expected["se_mean"].as_f64().unwrap() * (1000.0_f64 / 999.0).sqrt();
    near(&points["standard_error"], error, 1e-9);
    let half = 1.9623415 * error; // Student's t with 999 degrees of freedom
    near(
        &points["low"],
        points["value"].as_f64().unwrap() - half,
        1e-6,
    );
}

/// Four pairs: won both, lost both, split twice the same way. By hand: of the games A began 3 of 4
/// were won, of the others 1 of 4. Products around these means: 1/4 · 3/4, -3/4 · -1/4, and twice
/// 1/4 · -1/4, together 1/4; squares 3/4 in each half. The correlation is 2 · 1/4 / (3/2) = 1/3,
/// and 8 / (4/3) = 6 single games had been as good: pairs cost 2.
#[test]
fn correlation_and_games_saved_are_those_by_hand() {
    let tables = Tables::new();
    tables.table("games.csv", &pairs(1, "A", "B", &["WW", "LL", "WL", "WL"]));
    let rated = tables.json(&["rate", "games.csv"]);
    let wins = &rated["within_pairs"]["wins"];
    assert_eq!(wins["pairs"], 4);
    near(&wins["correlation"], 1.0 / 3.0, 1e-12);
    near(&wins["games_saved"], -2.0, 1e-9);
    let text = tables.text(&["rate", "games.csv"]);
    assert!(text.contains("wins 0.333 (cost 2 games)"), "{text}");
    // The starter won 3 of A's 4 and 3 of B's 4.
    near(&rated["first_move"]["win_rate"]["value"], 0.75, 1e-12);
}

/// 60 of 80: odds of 3 to 1 are 400 log10(3) points, whoever began, as each began as often and won
/// as often beginning.
#[test]
fn two_bots_are_compared_and_any_two_if_asked() {
    let tables = Tables::new();
    let results = ["WW", "WW", "LL", "WW"].repeat(10);
    let mut rows = pairs(1, "A", "B", &results);
    tables.table("two.csv", &rows);
    let rated = tables.json(&["rate", "two.csv"]);
    near(
        &rated["versus"]["elo"]["value"],
        400.0 * 3.0_f64.log10(),
        1e-6,
    );
    assert!(rated["versus"]["superiority"].as_f64().unwrap() > 0.99);
    let text = tables.text(&["rate", "two.csv"]);
    assert!(text.contains("A against B: 190.8 ± "), "{text}");

    rows.extend(pairs(41, "B", "C", &["WL", "LW", "WW"]));
    tables.table("three.csv", &rows);
    assert!(tables.json(&["rate", "three.csv"])["versus"].is_null());
    let turned = tables.json(&["rate", "three.csv", "--versus", "B", "A"]);
    assert_eq!(turned["versus"]["bot"], "B");
    near(
        &turned["versus"]["elo"]["value"],
        -400.0 * 3.0_f64.log10(),
        1e-3,
    );
}

#[test]
fn forfeits_count_unless_they_are_left_out() {
    let tables = Tables::new();
    let mut rows = pairs(1, "A", "B", &["WL", "LW", "WL", "WW"]);
    rows.push("5a,5,A,B,A,A,B,forfeit,2,timeout,B,,3".to_owned());
    tables.table("games.csv", &rows);
    let with = tables.json(&["rate", "games.csv"]);
    assert_eq!(
        (&with["games"], &with["forfeits_left_out"]),
        (&9.into(), &0.into())
    );
    assert_eq!(bot(&with, "A")["won"]["forfeit"], 1);
    assert_eq!(bot(&with, "B")["points_against"], 5 + 2);
    let without = tables.json(&["rate", "games.csv", "--without-forfeits"]);
    assert_eq!(
        (&without["games"], &without["forfeits_left_out"]),
        (&8.into(), &1.into())
    );
    assert_eq!(bot(&without, "A")["won"]["forfeit"], 0);
    let text = tables.text(&["rate", "games.csv", "--without-forfeits"]);
    assert!(text.contains("1 forfeit does not count"), "{text}");
}

/// Four pairs of A and B as above, and two of A and C, one each. Of the games A began against B it won three
/// of four, by mars once; of the others one.
#[test]
fn both_parts_and_every_pairing_have_figures_of_their_own() {
    let tables = Tables::new();
    let mut rows = pairs(1, "A", "B", &["wW", "LL", "WL", "WL"]);
    rows.extend(pairs(5, "C", "A", &["WL", "LW"]));
    tables.table("games.csv", &rows);
    let rated = tables.json(&["rate", "games.csv"]);
    let a = bot(&rated, "A");
    for (part, games, wins, losses) in [("starting", 6, 4, 2), ("following", 6, 2, 4)] {
        let part = &a[part];
        for (key, count) in [("games", games), ("wins", wins), ("losses", losses)] {
            assert_eq!(part[key], count, "{key}");
        }
        near(&part["win_rate"]["value"], f64::from(wins) / 6.0, 1e-12);
    }
    assert_eq!(a["starting"]["won"]["mars"], 1);
    near(&a["won_rates"]["mars"]["value"], 1.0 / 12.0, 1e-12);
    near(&a["lost_rates"]["oin"]["value"], 0.5, 1e-12);
    assert!(a["won_rates"]["mars"]["high"].as_f64().unwrap() > 0.1);

    let pairings = rated["pairings"].as_array().unwrap();
    assert_eq!(pairings.len(), 3);
    let of = |one: &str, other: &str| {
        let both = [one, other];
        let found = pairings.iter().find(|pairing| {
            both.iter()
                .all(|name| pairing["bot"] == *name || pairing["opponent"] == *name)
        });
        found.unwrap()
    };
    assert_eq!(of("A", "B")["games"], 8);
    assert_eq!(of("A", "B")["pairs"], 4);
    // They never met, but A connects them.
    assert_eq!(of("B", "C")["games"], 0);
    assert!(of("B", "C")["win_rate"].is_null());
    assert_eq!(of("B", "C")["elo"]["kind"], "estimated");
    for pairing in pairings {
        let [one, other] = ["bot", "opponent"].map(|key| pairing[key].as_str().unwrap());
        let versus = tables.json(&["rate", "games.csv", "--versus", one, other]);
        assert_eq!(versus["versus"]["elo"], pairing["elo"]);
        assert_eq!(versus["versus"]["superiority"], pairing["superiority"]);
        assert!(
            pairing["superiority"].as_f64().unwrap() >= 0.5,
            "the better one comes first"
        );
    }
}
