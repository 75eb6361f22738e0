//! The plan in the results folder: its hash, its secrets, and what a resume says about changes.

use super::*;

/// A change to the league file and whether it changes the games.
fn changed(from: &str, to: &str) -> String {
    assert!(LEAGUE.contains(from), "{from}");
    LEAGUE.replace(from, to)
}

#[test]
fn the_hash_is_the_same_as_computed_by_other_means() {
    // In Python, with the documented format and the values of `LEAGUE`:
    //   sha = lambda text: hashlib.sha256(text.encode()).hexdigest()
    //   bot = lambda name, command, dir, env, options: dict(
    //       name=name, command=command, dir=dir, env_sha256=env, options=options)
    //   games = dict(ruleset=dict(id="long", parameters=dict(doubles="four", block="passed")),
    //       kind="round-robin", pairs=50, time=dict(start_ms=10000, turn_ms=1000, bank_ms=30000),
    //       seed_sha256=sha("2026"), bots=[
    //           bot("greedy", ["python3", "greedy.py"], "bots", dict(TOKEN=sha("abc")), dict(depth=1)),
    //           bot("pips", ["builtin:pips"], ".", {}, {})])
    //   sha("nardy plan v1\n" + json.dumps(games, sort_keys=True, separators=(",", ":")))
    let expected = "5dca3ac1aca4ac1b6d7d0d56fd5beaef24d39d68d77ddc5b5f4c53b4f0c77573";
    assert_eq!(Home::new().plan(LEAGUE).hash().to_string(), expected);
}

#[test]
fn what_changes_no_game_does_not_change_the_hash() {
    let home = Home::new();
    let hash = home.plan(LEAGUE).hash().clone();
    for text in [
        changed("seed", "concurrency = 9\nseed"),
        changed("seed", "pin = false\nseed"),
        changed("\"winter\"", "\"summer\""),
        changed("seed", "pairs = 50 # as before\nseed"),
        changed("{ depth = 1 }", "{ \"depth\" = 0x1 }"),
    ] {
        assert_eq!(home.plan(&text).hash(), &hash, "{text}");
    }
    let elsewhere = Request {
        output: Output::New(home.path().join("x")),
        ..home.new_output()
    };
    assert_eq!(
        plan(&home.config(LEAGUE), &elsewhere).unwrap().hash(),
        &hash
    );
}

#[test]
fn whatever_defines_the_games_changes_the_hash() {
    let home = Home::new();
    let other_order = changed(
        "[[bot]]\nname = \"pips\"\ncommand = [\"builtin:pips\"]\n",
        "",
    )
    .replacen(
        "[[bot]]",
        "[[bot]]\nname = \"pips\"\ncommand = [\"builtin:pips\"]\n[[bot]]",
        1,
    );
    let texts = [
        LEAGUE.to_owned(),
        changed("seed", "rules = \"gulbar\"\nseed"),
        changed("seed", "kind = \"gauntlet\"\nseed"),
        changed("seed", "pairs = 51\nseed"),
        changed("\"2026\"", "\"2027\""),
        changed("seed", "time.start = \"11s\"\nseed"),
        changed("seed", "time.turn = \"11s\"\nseed"),
        changed("seed", "time.bank = \"11s\"\nseed"),
        changed("\"greedy\"", "\"greedier\""),
        changed("\"greedy.py\"]", "\"greedy.py\", \"\"]"),
        changed("dir = \"bots\"", "dir = \"bots/.\""),
        changed("\"abc\"", "\"abd\""),
        changed("TOKEN", "TOKENS"),
        changed("depth = 1", "depth = 2"),
        changed("depth = 1", "depth = 1.0"),
        other_order,
    ];
    let hashes: Vec<String> = texts
        .iter()
        .map(|text| home.plan(text).hash().to_string())
        .collect();
    let distinct: std::collections::HashSet<&String> = hashes.iter().collect();
    assert_eq!(distinct.len(), texts.len(), "{hashes:#?}");
}

#[test]
fn a_frozen_plan_survives_its_file_and_shows_no_secret() {
    let plan = Home::new().plan(&changed("\"2026\"", "\"my secret seed\""));
    let text = serde_json::to_string_pretty(plan.frozen()).unwrap();
    let read: FrozenPlan = serde_json::from_str(&text).unwrap();
    assert_eq!(&read, plan.frozen());
    assert!(read.is_intact());
    assert_eq!(read.hash(), plan.hash());
    for secret in ["my secret seed", "\"abc\""] {
        assert!(!text.contains(secret), "{text}");
    }
}

#[test]
fn a_frozen_plan_that_was_edited_is_noticed() {
    let plan = Home::new().plan(LEAGUE);
    let text = serde_json::to_string(plan.frozen()).unwrap();
    let edited = text.replace("\"pairs\":50", "\"pairs\":5");
    assert_ne!(edited, text);
    assert!(
        !serde_json::from_str::<FrozenPlan>(&edited)
            .unwrap()
            .is_intact()
    );
}

#[test]
fn the_same_league_has_no_differences_on_another_machine() {
    let (here, there) = (Home::new().plan(LEAGUE), Home::new().plan(LEAGUE));
    assert_eq!(here.frozen(), there.frozen());
    assert_eq!(
        here.frozen().differences(there.frozen(), "winter.toml"),
        [""; 0]
    );
}

#[test]
fn every_difference_is_told_in_words() {
    let home = Home::new();
    let then = home.plan(LEAGUE).frozen().clone();
    let differences = |text: &str| then.differences(home.plan(text).frozen(), "winter.toml");
    for (text, expected) in [
        (
            changed("seed", "pairs = 60\nseed"),
            "pairs: 50 in the results folder, 60 in winter.toml",
        ),
        (
            changed("\"winter\"", "\"summer\""),
            "name: winter in the results folder, summer in winter.toml",
        ),
        (
            changed("seed", "rules = \"gulbar\"\nseed"),
            "rules: long in the results folder, gulbar in winter.toml",
        ),
        (
            changed("seed", "kind = \"gauntlet\"\nseed"),
            "kind: round-robin in the results folder, gauntlet in winter.toml",
        ),
        (
            changed("seed", "time.turn = \"250ms\"\nseed"),
            "time.turn: 1s in the results folder, 250ms in winter.toml",
        ),
        (
            changed("\"2026\"", "\"2027\""),
            "seed: not the one that the league began with in winter.toml",
        ),
        (
            changed("\"builtin:pips\"", "\"builtin:race\""),
            "bot `pips`, command: [\"builtin:pips\"] in the results folder, \
             [\"builtin:race\"] in winter.toml",
        ),
        (
            changed("\"bots\"", "\"bots/.\""),
            "bot `greedy`, dir: bots in the results folder, bots/. in winter.toml",
        ),
        (
            changed("depth = 1", "depth = 2"),
            "bot `greedy`, options: {\"depth\":1} in the results folder, {\"depth\":2} in winter.toml",
        ),
        (
            changed("\"abc\"", "\"abd\""),
            "bot `greedy`, environment variable `TOKEN`: another value in winter.toml",
        ),
    ] {
        assert_eq!(differences(&text), [expected]);
    }
    assert_eq!(
        differences(&changed("TOKEN", "KEY")),
        [
            "bot `greedy`, environment variable `KEY`: not in the results folder",
            "bot `greedy`, environment variable `TOKEN`: not in winter.toml",
        ]
    );
    assert_eq!(
        differences(&changed("\"pips\"", "\"pipsi\"")),
        [
            "bot `pips`: in the results folder, not in winter.toml",
            "bot `pipsi`: in winter.toml, not in the results folder",
        ]
    );
}

#[test]
fn bots_in_another_order_are_a_difference() {
    let home = Home::new();
    let then = home.plan(LEAGUE).frozen().clone();
    let mut now = then.clone();
    now.bots.reverse();
    assert_eq!(
        then.differences(&now, "winter.toml"),
        ["order of the bots: greedy, pips in the results folder, pips, greedy in winter.toml"]
    );
}

#[test]
fn a_bot_whose_file_was_changed_or_removed_is_a_difference() {
    let home = Home::new();
    let script = home.path().join("bots/greedy.py");
    let then = home.plan(LEAGUE).frozen().clone();
    let differences = |then: &FrozenPlan| then.differences(home.plan(LEAGUE).frozen(), "x");
    std::fs::write(&script, "print(1)").unwrap();
    assert_eq!(
        differences(&then),
        ["bot `greedy`: `greedy.py` has changed since the league began"]
    );
    std::fs::remove_file(&script).unwrap();
    assert_eq!(
        differences(&then),
        ["bot `greedy`: `greedy.py` was a file when the league began"]
    );
    let without = home.plan(LEAGUE).frozen().clone();
    std::fs::write(&script, "print()").unwrap();
    assert_eq!(
        differences(&without),
        ["bot `greedy`: `greedy.py` was not a file when the league began"]
    );
}

#[test]
fn another_version_of_arena_or_ruleset_is_a_difference() {
    let now = Home::new().plan(LEAGUE).frozen().clone();
    let version = FrozenPlan {
        arena: "0.0.1\u{1b}".to_owned(),
        ..now.clone()
    };
    let this = env!("CARGO_PKG_VERSION");
    assert_eq!(
        version.differences(&now, "x"),
        [format!(
            "arena: version 0.0.1\\u{{1b}} in the results folder, this is version {this}"
        )]
    );
    let mut ruleset = now.clone();
    ruleset.ruleset.parameters["block"] = json!("home");
    assert_eq!(
        ruleset.differences(&now, "x"),
        ["rules: `long` is not defined as it was when the league began; `block` changed"]
    );
}
