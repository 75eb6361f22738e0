//! What is said when a league cannot begin on this machine.

use super::*;

fn error(home: &Home, config: &LeagueConfig, request: &Request) -> String {
    home.anonymous(&plan(config, request).unwrap_err().render(false))
}

/// Compares with the file of this name in `snapshots`, which is reviewed for its wording.
fn snapshot(name: &str, text: &str) {
    insta::with_settings!({omit_expression => true}, { insta::assert_snapshot!(name, text) });
}

#[test]
fn all_bots_that_cannot_be_started_are_told_together_with_their_lines() {
    let home = Home::new();
    let text = r#"name = "winter"
[[bot]]
name = "greedy"
command = ["missing-python", "greedy.py"]
dir = "bots"
[[bot]]
name = "deep"
command = ["python3", "deep.py"]
dir = "elsewhere"
[[bot]]
name = "shy"
command = ["./missing"]
[[bot]]
name = "pips"
command = ["builtin:pips"]
"#;
    let config = LeagueConfig::parse(text, &home.path().join("winter.toml"), &KNOWN).unwrap();
    let error = error(&home, &config, &home.new_output());
    for (title, line) in [
        (
            "bot `greedy` cannot be started: there is no such file",
            "winter.toml:4:11",
        ),
        ("the folder of bot `deep` is not there", "winter.toml:9:7"),
        (
            "bot `shy` cannot be started: there is no such file",
            "winter.toml:12:11",
        ),
    ] {
        assert!(error.contains(title) && error.contains(line), "{error}");
    }
    assert_eq!(error.matches("error: ").count(), 3, "{error}");
    snapshot("bots", &error);
}

#[test]
fn what_a_bot_may_read_has_to_be_there() {
    let home = Home::new();
    let text = LEAGUE.replace(
        "dir = \"bots\"\n",
        "dir = \"bots\"\nread = [\"..\", \"weihgts\"]\n",
    );
    let error = error(&home, &home.config(&text), &home.new_output());
    assert!(
        error.contains("what bot `greedy` may read is not there"),
        "{error}"
    );
    assert!(error.contains("bots/weihgts"), "{error}");
}

#[test]
fn bots_of_a_match_are_named_without_a_file() {
    let home = Home::new();
    let commands = ["missing-bot", "builtin:pips"];
    let spec = MatchSpec {
        commands,
        pairs: None,
        rules: None,
        time: None,
    };
    let config = match_config(&spec, &KNOWN).unwrap();
    let error = error(&home, &config, &home.new_output());
    assert!(
        error.contains("bot `missing-bot` cannot be started: there is no such file"),
        "{error}"
    );
    assert!(error.contains("help: check the path"), "{error}");
}

#[test]
fn results_folders_that_cannot_be_used_are_refused_with_a_way_out() {
    let home = Home::new();
    let config = home.config(LEAGUE);
    std::fs::create_dir(home.path().join("old")).unwrap();
    std::fs::write(home.path().join("old/league.json"), "{}").unwrap();
    let to = |name: &str| Request {
        output: Output::New(home.path().join(name)),
        ..home.new_output()
    };
    let seed = Seed::given("2026", SeedOrigin::LeagueFile);
    let resume = Request {
        output: Output::Resume(home.path().join("nowhere"), seed),
        ..home.new_output()
    };
    let said = [to("old"), to("bots"), to("bots/greedy.py/results"), resume]
        .map(|request| error(&home, &config, &request));
    snapshot("output", &said.join("\n\n"));
    let unwritable = Request {
        output: Output::New("/proc/results".into()),
        ..home.new_output()
    };
    assert!(plan(&config, &unwritable).unwrap_err().is_environment());
    assert!(!plan(&config, &to("old")).unwrap_err().is_environment());
}

#[test]
fn bad_arguments_are_refused() {
    let home = Home::new();
    let config = home.config(LEAGUE);
    let empty = Request {
        seed: Some(String::new()),
        ..home.new_output()
    };
    assert!(matches!(plan(&config, &empty), Err(PlanError::EmptySeed)));
    let many = Request {
        concurrency: NonZeroUsize::new(1025),
        ..home.new_output()
    };
    assert!(matches!(
        plan(&config, &many),
        Err(PlanError::Concurrency(_))
    ));
    let limit = Request {
        concurrency: NonZeroUsize::new(1024),
        ..home.new_output()
    };
    assert!(plan(&config, &limit).is_ok());
}
