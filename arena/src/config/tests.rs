#![allow(clippy::unwrap_used)]
//! League files that are good, and limits; what is said about others is in [`errors`].

mod errors;
mod files;
mod rulesets;

use std::path::Path;

use super::*;

const KNOWN: Known<'static> = Known {
    rulesets: &["long", "long-classic", "gulbar", "short"],
    builtins: &["random", "pips", "race"],
};

/// Two bots, for cases about something else. It stands below the lines of the case.
const TWO_BOTS: &str = r#"
[[bot]]
name = "a"
command = ["builtin:pips"]
[[bot]]
name = "b"
command = ["builtin:race"]
"#;

fn parse(text: &str) -> Result<LeagueConfig, ConfigError> {
    LeagueConfig::parse(text, Path::new("winter.toml"), &KNOWN)
}

#[test]
fn the_file_of_the_contract_is_read_as_it_says() {
    let config = parse(
        r#"
name = "winter"
rules = "long"                  # a ruleset's id
kind = "gauntlet"
pairs = 50
seed = "2026"
concurrency = 4
pin = false
[time]
start = "5s"
turn = "250ms"
bank = "0s"
[[bot]]
name = "greedy"
command = ["python3", "bots/python/greedy.py"]
dir = "sub"
env = { THREADS = "1" }
options = { depth = 1, "täglich" = [true, 0.5, "x"], deep = { a.b = -1 } }
[[bot]]
name = "pips"
command = ["builtin:pips"]
"#,
    )
    .unwrap();
    let settings = config.settings();
    assert_eq!(settings.name.as_str(), "winter");
    assert_eq!(settings.rules.id(), "long");
    assert_eq!(settings.kind, Kind::Gauntlet);
    assert_eq!(settings.pairs.get(), 50);
    assert_eq!(settings.seed.as_deref(), Some("2026"));
    assert_eq!(settings.concurrency.unwrap().get(), 4);
    assert_eq!(settings.pinning, Pinning::Anywhere);
    let time = settings.time;
    assert_eq!(
        [time.start(), time.turn(), time.bank()].map(Millis::get),
        [5000, 250, 0]
    );
    let [greedy, pips] = settings.bots.as_slice() else {
        panic!("{:?}", settings.bots)
    };
    assert_eq!(greedy.name.as_str(), "greedy");
    assert_eq!(greedy.command, ["python3", "bots/python/greedy.py"]);
    assert_eq!(greedy.launch, Launch::Program("python3".to_owned()));
    assert_eq!(greedy.dir, "sub");
    assert_eq!(greedy.env["THREADS"], "1");
    let options = serde_json::json!(
        {"depth": 1, "täglich": [true, 0.5, "x"], "deep": {"a": {"b": -1}}}
    );
    assert_eq!(Value::Object(greedy.options.clone()), options);
    assert_eq!(pips.launch, Launch::Builtin("pips".to_owned()));
}

#[test]
fn what_is_left_out_has_the_documented_default() {
    let config = parse(&format!("name = \"w\"{TWO_BOTS}")).unwrap();
    let settings = config.settings();
    assert_eq!(settings.rules.id(), "long");
    assert_eq!(settings.kind, Kind::RoundRobin);
    assert_eq!(settings.pairs.get(), 50);
    assert_eq!(settings.seed, None);
    assert_eq!(settings.concurrency, None);
    assert_eq!(settings.pinning, Pinning::WorkersCore);
    let time = settings.time;
    assert_eq!(
        [time.start(), time.turn(), time.bank()].map(Millis::get),
        [10_000, 1000, 30_000]
    );
    assert_eq!(settings.bots[0].dir, ".");
    assert!(settings.bots[0].env.is_empty());
    assert!(settings.bots[0].options.is_empty());
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_are_accepted() {
    let text = format!("\u{feff}name = \"w\"{TWO_BOTS}").replace('\n', "\r\n");
    assert_eq!(parse(&text).unwrap().name().as_str(), "w");
}

#[test]
fn the_games_of_all_pairings_together_are_bounded() {
    let bots: String = (0..20)
        .map(|i| format!("[[bot]]\nname = \"{i}\"\ncommand = [\"builtin:pips\"]\n"))
        .collect();
    let league = |pairs: u32| parse(&format!("name = \"w\"\npairs = {pairs}\n{bots}"));
    // 190 pairings of two games each: 26 315 pairs are 9 999 700 games, one more is too many.
    assert!(league(26_315).is_ok());
    let error = league(26_316).unwrap_err().to_string();
    assert!(
        error.contains("at most `pairs = 26315` is possible here"),
        "{error}"
    );
}

#[test]
fn a_file_with_very_many_defects_shows_twenty_and_counts_the_rest() {
    let keys: String = (0..50).map(|i| format!("zzz{i} = 1\n")).collect();
    let error = parse(&format!("name = \"w\"\n{keys}{TWO_BOTS}"))
        .unwrap_err()
        .to_string();
    assert_eq!(error.matches("error: ").count(), 20);
    assert!(error.ends_with("… and 30 more"), "{error}");
}

#[test]
fn colour_is_given_only_when_asked_for() {
    let error = parse("name = 1").unwrap_err();
    assert!(error.render(true).contains("\u{1b}["));
    assert!(!error.render(false).contains('\u{1b}'));
}

#[test]
fn control_characters_of_the_file_never_reach_the_terminal() {
    let text =
        format!("name = \"w\" # \u{9b}31m \u{202e}\npair = 1 # \u{9b}31m \u{2028}{TWO_BOTS}");
    let shown = parse(&text).unwrap_err().render(false);
    let acting = |c: &char| *c != '\n' && nardy_protocol::text::is_unsafe(*c);
    assert_eq!(shown.chars().find(acting), None, "{shown}");
}

/// Compares with the file of this name in `snapshots`, which is reviewed for its wording.
fn snapshot(name: &str, text: &str) {
    insta::with_settings!({omit_expression => true}, { insta::assert_snapshot!(name, text) });
}
