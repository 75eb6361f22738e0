//! The tables of a league, recomputed from `games.csv` by other code than the arena's.

use std::collections::HashMap;
use std::sync::OnceLock;

use nardy_protocol::message::Dice;
use serde_json::Value;

use crate::support::{Ground, Results, Row, builtin, league, scripted};

const GAMES: &str =
    "game,pair,first,second,starter,winner,loser,kind,points,reason,at_fault,rule,turns";
const STANDINGS: &str = "rank,bot,games,wins,losses,points_for,points_against,oin_won,mars_won,\
                         home_mars_won,koks_won,oin_lost,mars_lost,home_mars_lost,koks_lost,\
                         forfeits_won,forfeits_lost,elo";
const PAIRINGS: &str = "bot,opponent,games,wins,losses,points_for,points_against,oin_won,\
                        mars_won,home_mars_won,koks_won,forfeits_won";
const ELO: &str = "game,bot,opponent,elo_before,expected,score,elo_after";

/// The kinds of win, as `kind` has them and as the columns are called.
const KINDS: [(&str, &str); 5] = [
    ("oin", "oin"),
    ("mars", "mars"),
    ("home_mars", "home_mars"),
    ("koks", "koks"),
    ("forfeit", "forfeits"),
];

const PAIRS: usize = 2;
const BOTS: [&str; 4] = ["pips", "random", "crashing", "blocks"];

/// A round robin with a bot that plays on until its ninth turn.
fn played() -> &'static Results {
    static PLAYED: OnceLock<Results> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let ground = Ground::new();
        let bots = [
            ("pips", builtin("pips")),
            ("random", builtin("random")),
            ("crashing", scripted(&[("turn:9", "signal:ABRT")])),
            ("blocks", builtin("blocks")),
        ];
        let text = league(&format!("rules = \"long-app\"\npairs = {PAIRS}"), &bots);
        ground.play(&text, "played", &[])
    })
}

fn games() -> Vec<Row> {
    played().rows("games.csv")
}

/// How many games fit.
fn count(fits: impl Fn(&Row) -> bool) -> u64 {
    games().iter().filter(|game| fits(game)).count() as u64
}

fn points(fits: impl Fn(&Row) -> bool) -> u64 {
    let games = games().into_iter().filter(|game| fits(game));
    games.map(|game| game.number("points")).sum()
}

fn sum(rows: &[Row], column: &str) -> u64 {
    rows.iter().map(|row| row.number(column)).sum()
}

#[test]
fn the_headers_begin_with_the_columns_that_scripts_depend_on() {
    for (name, columns) in [
        ("games.csv", GAMES),
        ("standings.csv", STANDINGS),
        ("pairings.csv", PAIRINGS),
        ("elo.csv", ELO),
    ] {
        let text = played().text(name);
        let header: Vec<_> = text.lines().next().unwrap().split(',').collect();
        let wanted: Vec<_> = columns.split(',').collect();
        assert_eq!(header[..wanted.len()], wanted, "{name}");
        assert!(!text.contains('\r'), "{name} has one kind of line end");
    }
}

#[test]
fn every_game_is_in_order_and_has_one_winner_and_one_loser() {
    let games = games();
    assert_eq!(games.len(), 6 * PAIRS * 2);
    for (index, game) in games.iter().enumerate() {
        let half = ["a", "b"][index % 2];
        assert_eq!(game.text("game"), format!("{}{half}", index / 2 + 1));
        assert_eq!(game.number("pair"), index as u64 / 2 + 1);
        let mut seats = [game.text("first"), game.text("second")];
        let mut sides = [game.text("winner"), game.text("loser")];
        assert!(seats.contains(&game.text("starter")));
        seats.sort_unstable();
        sides.sort_unstable();
        assert_eq!(seats, sides);
        assert_ne!(seats[0], seats[1]);
    }
}

#[test]
fn the_two_games_of_a_pair_have_the_seats_exchanged_and_the_plans_first_bot_first() {
    let games = games();
    let place = |bot: &str| BOTS.iter().position(|name| *name == bot).unwrap();
    for pair in games.chunks(2) {
        let [a, b] = pair else { panic!("half a pair") };
        assert_eq!(a.text("first"), b.text("second"));
        assert_eq!(a.text("second"), b.text("first"));
        assert!(place(a.text("first")) < place(a.text("second")));
    }
}

#[test]
fn standings_count_what_is_in_the_games() {
    let rows = played().rows("standings.csv");
    assert_eq!(rows.len(), BOTS.len());
    for row in &rows {
        let bot = row.text("bot");
        let won = |game: &Row| game.text("winner") == bot;
        let lost = |game: &Row| game.text("loser") == bot;
        assert_eq!(row.number("games"), 3 * PAIRS as u64 * 2, "{bot}");
        assert_eq!(row.number("wins"), count(won), "{bot}");
        assert_eq!(row.number("losses"), count(lost), "{bot}");
        assert_eq!(row.number("points_for"), points(won), "{bot}");
        assert_eq!(row.number("points_against"), points(lost), "{bot}");
        for (kind, column) in KINDS {
            let of_kind = |game: &Row| game.text("kind") == kind;
            let (won_column, lost_column) = (format!("{column}_won"), format!("{column}_lost"));
            let kind_won = count(|game| won(game) && of_kind(game));
            let kind_lost = count(|game| lost(game) && of_kind(game));
            assert_eq!(row.number(&won_column), kind_won, "{bot} {kind}");
            assert_eq!(row.number(&lost_column), kind_lost, "{bot} {kind}");
        }
    }
}

#[test]
fn what_one_side_wins_the_other_loses_and_the_kinds_add_up() {
    let rows = played().rows("standings.csv");
    assert_eq!(sum(&rows, "wins"), sum(&rows, "losses"));
    assert_eq!(sum(&rows, "wins") as usize, games().len());
    assert_eq!(sum(&rows, "points_for"), sum(&rows, "points_against"));
    for (_, column) in KINDS {
        let (won, lost) = (format!("{column}_won"), format!("{column}_lost"));
        assert_eq!(sum(&rows, &won), sum(&rows, &lost), "{column}");
    }
    for row in &rows {
        let of = |end: &str| -> u64 {
            let columns = KINDS.iter();
            columns
                .map(|(_, column)| row.number(&format!("{column}_{end}")))
                .sum()
        };
        assert_eq!(of("won"), row.number("wins"), "{row:?}");
        assert_eq!(of("lost"), row.number("losses"), "{row:?}");
    }
}

#[test]
fn the_standings_are_ranked_by_points_per_game_and_equal_bots_share_a_rank() {
    let rows = played().rows("standings.csv");
    let merit = |row: &Row| {
        // Everybody has played the same number of games.
        let against = u64::MAX - row.number("points_against");
        (row.number("points_for"), row.number("wins"), against)
    };
    assert!(rows.is_sorted_by(|better, worse| merit(better) >= merit(worse)));
    for row in &rows {
        let better = rows.iter().filter(|other| merit(other) > merit(row));
        assert_eq!(row.number("rank") as usize, better.count() + 1);
    }
}

#[test]
fn every_pairing_has_all_its_games_and_both_sides_agree() {
    let rows = played().rows("pairings.csv");
    assert_eq!(rows.len(), BOTS.len() * (BOTS.len() - 1));
    for row in &rows {
        let (bot, opponent) = (row.text("bot"), row.text("opponent"));
        let won = |game: &Row| game.text("winner") == bot && game.text("loser") == opponent;
        let lost = |game: &Row| game.text("loser") == bot && game.text("winner") == opponent;
        assert_eq!(row.number("games"), PAIRS as u64 * 2);
        assert_eq!(row.number("wins"), count(won));
        assert_eq!(row.number("losses"), count(lost));
        assert_eq!(row.number("points_for"), points(won));
        assert_eq!(row.number("points_against"), points(lost));
        for (kind, column) in KINDS {
            let of_kind = count(|game| won(game) && game.text("kind") == kind);
            assert_eq!(row.number(&format!("{column}_won")), of_kind);
        }
        let other = rows
            .iter()
            .find(|other| other.text("bot") == opponent && other.text("opponent") == bot);
        let other = other.unwrap();
        assert_eq!(other.number("wins"), row.number("losses"));
        assert_eq!(other.number("points_for"), row.number("points_against"));
    }
}

#[test]
fn ratings_replayed_from_the_games_are_those_of_the_table() {
    let mut ratings: HashMap<String, f64> = HashMap::new();
    let results = played();
    let rows = results.rows("elo.csv");
    let games = games();
    assert_eq!(rows.len(), 2 * games.len());
    let near = |row: &Row, column: &str, wanted: f64, tolerance: f64| {
        let found = row.decimal(column);
        let close = (found - wanted).abs() <= tolerance;
        assert!(close, "{column} {found}, recomputed {wanted}: {row:?}");
    };
    for (game, rows) in games.iter().zip(rows.chunks(2)) {
        let rating = |bot: &str| ratings.get(bot).copied().unwrap_or(1500.0);
        let mut after = Vec::new();
        for (row, [bot, opponent]) in rows.iter().zip([["first", "second"], ["second", "first"]]) {
            let (bot, opponent) = (game.text(bot), game.text(opponent));
            assert_eq!(row.text("game"), game.text("game"));
            assert_eq!([row.text("bot"), row.text("opponent")], [bot, opponent]);
            let before = rating(bot);
            let expected = 1.0 / (1.0 + 10_f64.powf((rating(opponent) - before) / 400.0));
            let score = if game.text("winner") == bot { 1.0 } else { 0.0 };
            near(row, "elo_before", before, 0.01);
            near(row, "expected", expected, 0.0001);
            near(row, "score", score, 0.0);
            near(row, "elo_after", before + 32.0 * (score - expected), 0.01);
            after.push((bot.to_owned(), before + 32.0 * (score - expected)));
        }
        ratings.extend(after);
    }
    for row in results.rows("standings.csv") {
        near(&row, "elo", ratings[row.text("bot")], 0.01);
    }
}

#[test]
fn forfeits_are_counted_apart_as_a_mars_with_their_reason_and_culprit() {
    let forfeits = count(|game| game.text("kind") == "forfeit");
    assert!(forfeits > 0);
    for game in games() {
        if game.text("kind") == "forfeit" {
            assert_eq!(game.text("reason"), "signaled", "{game:?}");
            assert_eq!(game.text("at_fault"), "crashing", "{game:?}");
            assert_eq!(game.text("loser"), "crashing", "{game:?}");
            assert_eq!(game.number("points"), 2, "{game:?}");
        } else {
            assert_eq!(game.text("reason"), "borne_off", "{game:?}");
            assert_eq!(game.text("at_fault"), "", "{game:?}");
            assert_eq!(game.text("rule"), "", "{game:?}");
        }
    }
    let rows = played().rows("standings.csv");
    let crashing = rows.iter().find(|row| row.text("bot") == "crashing");
    assert_eq!(crashing.unwrap().number("forfeits_lost"), forfeits);
    assert_eq!(sum(&rows, "forfeits_won"), forfeits);
}

#[test]
fn a_gauntlet_has_the_first_bots_games_only() {
    let ground = Ground::new();
    let bots = ["host", "left", "right"].map(|name| (name, builtin("random")));
    let text = league("kind = \"gauntlet\"\npairs = 2", &bots);
    let results = ground.play(&text, "gauntlet", &[]);
    let games = results.rows("games.csv");
    assert_eq!(games.len(), 2 * 2 * 2);
    for game in &games {
        assert!([game.text("first"), game.text("second")].contains(&"host"));
    }
    assert_eq!(results.rows("pairings.csv").len(), 4);
    assert_eq!(results.rows("standings.csv").len(), 3);
}

#[test]
fn names_are_text_in_a_spreadsheet_and_harmless_on_a_terminal() {
    let ground = Ground::new();
    let bots = [
        ("=1+1", builtin("pips")),
        ("@a, \"b\"", scripted(&[("turn:2", "exit:1")])),
    ];
    let (results, ran) = ground.play_and_tell(&league("pairs = 1", &bots), "names", &[]);
    for row in results.rows("standings.csv") {
        assert!(
            ["'=1+1", "'@a, \"b\""].contains(&row.text("bot")),
            "{row:?}"
        );
    }
    for game in results.rows("games.csv") {
        assert_eq!(game.text("at_fault"), "'@a, \"b\"");
    }
    assert!(ran.stdout.contains("@a, \"b\""), "{}", ran.stdout);
}

/// What scripts read of `arena rate`, as the tables have it.
fn cell(value: &Value, decimals: usize) -> String {
    value.as_f64().map_or_else(String::new, |number| {
        let text = format!("{number:.decimals$}");
        if text.trim_matches(['-', '0', '.']).is_empty() {
            text.trim_start_matches('-').to_owned()
        } else {
            text
        }
    })
}

#[track_caller]
fn assert_interval(row: &Row, columns: [&str; 3], estimate: &Value, decimals: usize) {
    for (column, key) in columns.into_iter().zip(["value", "low", "high"]) {
        let expected = cell(&estimate[key], decimals);
        assert_eq!(row.text(column), expected, "{column}: {row:?}");
    }
}

/// A bot that loses every game is in it, so one has a bound and no number.
#[test]
fn the_tables_say_what_rating_their_games_says() {
    let ground = Ground::new();
    let bots = [
        ("pips", builtin("pips")),
        ("crashing", scripted(&[("turn:2", "exit:1")])),
        ("blocks", builtin("blocks")),
        ("random", builtin("random")),
    ];
    let results = ground.play(&league("pairs = 4", &bots), "out", &[]);
    let rated = ground.run(&["rate", "--json", "out/games.csv"]);
    assert_eq!(rated.code, Some(0), "{rated:#?}");
    let rated: Value = serde_json::from_str(&rated.stdout).unwrap();
    let bots = rated["bots"].as_array().unwrap();
    let ratings = results.rows("ratings.csv");
    let standings = results.rows("standings.csv");
    assert_eq!(bots.len(), ratings.len());
    assert!(ratings.iter().any(|row| row.text("kind") == "below"));
    for (row, bot) in ratings.iter().zip(bots) {
        assert_eq!(row.text("bot"), bot["bot"]);
        assert_eq!(row.text("rank"), bot["rank"].to_string());
        assert_eq!(row.number("games"), bot["games"].as_u64().unwrap());
        assert_eq!(row.number("pairs"), bot["pairs"].as_u64().unwrap());
        let elo = &bot["elo"];
        assert_eq!(row.text("kind"), elo["kind"]);
        let shown = [row.text("elo"), row.text("low"), row.text("high")];
        match elo["kind"].as_str().unwrap() {
            "above" => assert_eq!(shown, ["", &cell(&elo["at_least"], 2), ""]),
            "below" => assert_eq!(shown, ["", "", &cell(&elo["at_most"], 2)]),
            _ => {
                assert_interval(row, ["elo", "low", "high"], elo, 2);
                assert_eq!(row.text("basis"), elo["basis"]);
            }
        }
        let advantage = &rated["first_move"]["elo"];
        assert_eq!(row.text("first_move_kind"), advantage["kind"]);
        let columns = ["first_move", "first_move_low", "first_move_high"];
        assert_interval(row, columns, advantage, 2);

        let own = |row: &&Row| row.text("bot") == bot["bot"];
        let standing = standings.iter().find(own).unwrap();
        for (column, of_rating) in [("rating", "elo"), ("rating_low", "low")] {
            assert_eq!(standing.text(column), row.text(of_rating));
        }
        let columns = ["points_per_game", "points_low", "points_high"];
        assert_interval(standing, columns, &bot["points_per_game"], 4);
        let columns = ["win_rate", "win_rate_low", "win_rate_high"];
        assert_interval(standing, columns, &bot["win_rate"], 4);
        for part in ["starting", "following"] {
            for count in ["games", "wins", "points_for", "points_against"] {
                let column = format!("{part}_{count}");
                let number = bot[part][count].as_u64().unwrap();
                assert_eq!(standing.number(&column), number, "{column}");
            }
        }
    }
    let pairings = results.rows("pairings.csv");
    let compared = rated["pairings"].as_array().unwrap();
    assert_eq!(2 * compared.len(), pairings.len());
    for pairing in compared {
        let met = |row: &&Row| {
            row.text("bot") == pairing["bot"] && row.text("opponent") == pairing["opponent"]
        };
        let row = pairings.iter().find(met).unwrap();
        let columns = ["points_per_game", "points_low", "points_high"];
        assert_interval(row, columns, &pairing["points_per_game"], 4);
        assert_eq!(row.text("superiority"), cell(&pairing["superiority"], 4));
        if pairing["elo"]["kind"] == "estimated" {
            let columns = ["difference", "difference_low", "difference_high"];
            assert_interval(row, columns, &pairing["elo"], 2);
        }
    }
}

/// Luck by hand from the journal: a roll is worth its pips, a double twice as much, less 49/6.
/// The roll that a crash left unplayed is one like any other.
#[test]
fn luck_is_pips_rolled_beyond_their_expectation() {
    let results = played();
    for row in results.rows("standings.csv") {
        let (mut own, mut opponents, mut games) = (0.0, 0.0, 0.0);
        for record in results.records() {
            let Some(seat) = record.bots.iter().position(|bot| bot == row.text("bot")) else {
                continue;
            };
            games += 1.0;
            let turns = record.turns.iter().map(|turn| match turn.dice {
                Dice::Roll(dice) => (turn.seat, dice),
                Dice::Leftover(_) => panic!("no cascade in long-app"),
            });
            let unplayed = record
                .fault
                .as_ref()
                .map(|fault| (fault.seat, fault.dice.unwrap()));
            for (roller, [one, other]) in turns.chain(unplayed) {
                let times = if one == other { 2.0 } else { 1.0 };
                let luck = times * f64::from(one + other) - 49.0 / 6.0;
                if roller.index() == seat {
                    own += luck;
                } else {
                    opponents += luck;
                }
            }
        }
        assert!((row.decimal("luck") - own / games).abs() < 6e-4, "{row:?}");
        let found = row.decimal("opponents_luck");
        assert!((found - opponents / games).abs() < 6e-4, "{row:?}");
    }
}

/// Whoever leaves every double unplayed has rolled it all the same: nobody is lucky or unlucky for
/// what a bot does with a roll. Without them it would lack 14 - 49/6 pips in nearly every game.
#[test]
fn a_bot_that_fails_on_doubles_is_not_unlucky() {
    let ground = Ground::new();
    let bots = [
        ("steady", builtin("pips")),
        ("afraid", scripted(&[("double", "illegal-none")])),
    ];
    let results = ground.play(
        &league("pairs = 60", &bots),
        "played",
        &["--sandbox", "off", "--seed", "3"],
    );
    let forfeits = results.rows("games.csv").into_iter();
    let forfeits = forfeits.filter(|game| game.text("at_fault") == "afraid");
    assert!(forfeits.count() > 100);
    for row in results.rows("standings.csv") {
        for luck in ["luck", "opponents_luck"] {
            let [low, high] = ["low", "high"].map(|end| row.decimal(&format!("{luck}_{end}")));
            assert!(low < 0.0 && 0.0 < high, "{luck}: {row:?}");
            assert!(high - low < 6.0, "{luck}: {row:?}");
        }
    }
}

#[test]
fn the_final_table_has_error_bars_and_fits_a_terminal() {
    let ground = Ground::new();
    let bots = ["blocks", "pips", "random"].map(|name| (name, builtin(name)));
    let (results, ran) = ground.play_and_tell(&league("pairs = 8", &bots), "out", &[]);
    let lines: Vec<_> = ran.stdout.lines().collect();
    let titles: Vec<_> = lines[0].split_whitespace().collect();
    assert_eq!(titles[..5], ["rank", "bot", "games", "elo", "points/game"]);
    assert!(lines.iter().take(4).all(|line| line.chars().count() <= 80));
    let best = &results.rows("standings.csv")[0];
    let words: Vec<_> = lines[1].split_whitespace().collect();
    assert_eq!(words[..3], ["1", best.text("bot"), best.text("games")]);
    let won = format!("{}:{}", best.text("oin_won"), best.text("oin_lost"));
    assert!(words.contains(&&*won) && words.contains(&"±"), "{words:?}");
    for begins in [
        "elo: ",
        "first move: ",
        "pairs: 24; correlation of wins ",
        "luck: ",
    ] {
        let found = lines.iter().any(|line| line.starts_with(begins));
        assert!(found, "{begins}:\n{}", ran.stdout);
    }
}

#[test]
fn a_league_of_one_pair_has_words_and_empty_cells() {
    let ground = Ground::new();
    let bots = ["random", "blocks"].map(|name| (name, builtin(name)));
    let (results, ran) = ground.play_and_tell(&league("pairs = 1", &bots), "out", &[]);
    for row in results.rows("standings.csv") {
        for column in [
            "points_low",
            "points_high",
            "win_rate_low",
            "luck_low",
            "adjusted_points",
        ] {
            assert_eq!(row.text(column), "", "{column}");
        }
        assert_ne!(row.text("points_per_game"), "");
    }
    for name in ["standings.csv", "pairings.csv", "ratings.csv"] {
        for word in ["NaN", "inf"] {
            assert!(!results.text(name).contains(word), "{}", results.text(name));
        }
    }
    let says = "fewer than two pairs";
    assert!(ran.stdout.contains(says), "{}", ran.stdout);
}
