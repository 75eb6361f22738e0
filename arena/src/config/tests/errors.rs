//! What is said about a broken league file: the defect, its place, the remedy.

use super::*;

/// A broken file: its text, and what must be said about it at which line and column.
struct Case {
    text: String,
    says: &'static [(&'static str, &'static str)],
}

fn whole(text: &str, says: &'static [(&'static str, &'static str)]) -> Case {
    Case {
        text: text.to_owned(),
        says,
    }
}

fn above_two_bots(text: &str, says: &'static [(&'static str, &'static str)]) -> Case {
    Case {
        text: format!("{text}{TWO_BOTS}"),
        says,
    }
}

/// The rendered errors of all cases, each checked to say what it must in this order.
fn rendered(cases: &[Case]) -> String {
    cases
        .iter()
        .map(render_one)
        .collect::<Vec<_>>()
        .join("\n\n----\n")
}

fn render_one(case: &Case) -> String {
    let error = parse(&case.text).expect_err(&case.text);
    let shown = error.render(false);
    let mut rest = shown.as_str();
    for (title, place) in case.says {
        let title = format!("error: {title}");
        let place = format!("--> winter.toml{place}\n");
        rest = rest
            .split_once(&title)
            .unwrap_or_else(|| panic!("no {title:?} in\n{shown}"))
            .1;
        rest = rest
            .split_once(&place)
            .unwrap_or_else(|| panic!("no {place:?} in\n{shown}"))
            .1;
    }
    assert_eq!(shown.matches("error: ").count(), case.says.len(), "{shown}");
    shown
}

#[test]
fn text_that_is_no_toml_is_explained_for_people_who_do_not_know_toml() {
    snapshot(
        "syntax",
        &rendered(&[
            above_two_bots(
                "name = \"w\"\nkind = gauntlet",
                &[(
                    "this is not valid TOML: string values must be quoted",
                    ":2:8",
                )],
            ),
            above_two_bots(
                "name = \"w",
                &[("this is not valid TOML: invalid basic string", ":1:10")],
            ),
            above_two_bots(
                "name: \"w\"",
                &[("this is not valid TOML: invalid unquoted key", ":1:5")],
            ),
            above_two_bots(
                "name =",
                &[("this is not valid TOML: string values", ":1:7")],
            ),
            above_two_bots(
                "name = \"w\"\npairs = 1\npairs = 2",
                &[("this is not valid TOML: duplicate key", ":3:1")],
            ),
            whole(
                "[[bot]\nname = \"a\"",
                &[("this is not valid TOML: unclosed array table", ":1:7")],
            ),
            whole(
                "[[bot]]\ncommand = [\"a\" \"b\"]",
                &[("this is not valid TOML: missing comma", ":2:16")],
            ),
            whole(
                "[[bot]]\ncommand = [\"a\",\ndir = \".\"\n[[bot]]\nname = \"b\"",
                &[("this is not valid TOML: a list is not closed", ":3:1")],
            ),
            whole(
                "options = { a = 1\nb = 2",
                &[("this is not valid TOML: a table is not closed", ":2:1")],
            ),
            above_two_bots(
                "name = “w”",
                &[("this is not valid TOML: string values", ":1:8")],
            ),
            above_two_bots(
                "dir = \"C:\\d\"",
                &[("this is not valid TOML: missing escaped", ":1:11")],
            ),
            above_two_bots(
                "pairs = 050",
                &[("this is not valid TOML: unexpected leading", ":1:9")],
            ),
            whole(
                "a = [[[[",
                &[("this is not valid TOML: a list is not closed", ":1:9")],
            ),
        ]),
    );
}

#[test]
fn unknown_keys_are_told_where_they_belong_or_what_was_meant() {
    snapshot(
        "unknown_keys",
        &rendered(&[
            above_two_bots("name = \"w\"\npair = 50", &[("unknown key `pair`", ":2:1")]),
            above_two_bots(
                "name = \"w\"\n[time]\nturn = \"1s\"\nseed = \"2026\"",
                &[("unknown key `seed`", ":4:1")],
            ),
            above_two_bots(
                "name = \"w\"\nturn = \"1s\"",
                &[("unknown key `turn`", ":2:1")],
            ),
            above_two_bots(
                "name = \"w\"\nturns = \"1s\"",
                &[("unknown key `turns`", ":2:1")],
            ),
            above_two_bots(
                "name = \"w\"\ncolour = 3",
                &[("unknown key `colour`", ":2:1")],
            ),
            above_two_bots("nmae = \"w\"", &[("unknown key `nmae`", ":1:1")]),
            whole(
                "name = \"w\"\n[[bots]]\nname = \"a\"\ncommand = [\"builtin:pips\"]",
                &[("unknown key `bots`", ":2:3")],
            ),
            whole(
                "name = \"w\"\n[[bot]]\nname = \"a\"\ncmmand = [\"x\"]\n[[bot]]\nargs = []\nname = \"b\"",
                &[
                    ("unknown key `cmmand`", ":4:1"),
                    ("this bot has no `command`", ":5:1"),
                    ("unknown key `args`", ":6:1"),
                ],
            ),
            above_two_bots(
                "name = \"w\"\n\"\\u001b[31m\" = 1",
                &[("unknown key `\\u{1b}[31m`", ":2:1")],
            ),
        ]),
    );
}

#[test]
fn missing_keys_are_asked_for_with_an_example() {
    snapshot(
        "missing_keys",
        &rendered(&[
            above_two_bots("pairs = 5", &[("the league has no `name`", "")]),
            whole(
                "name = \"w\"\n[[bot]]\n[[bot]]\nname = \"b\"",
                &[
                    ("this bot has no `name`", ":2:1"),
                    ("this bot has no `command`", ":2:1"),
                    ("this bot has no `command`", ":3:1"),
                ],
            ),
            whole(
                "name = \"w\"\n[bot]\nname = \"b\"",
                &[("a bot's header needs two brackets", ":2:1")],
            ),
        ]),
    );
}

#[test]
fn a_value_of_the_wrong_type_is_shown_in_the_right_one() {
    snapshot(
        "wrong_types",
        &rendered(&[
            above_two_bots(
                r#"name = 7
rules = ["long"]
pairs = "50"
seed = 2026
concurrency = 1.5
pin = "false"
time.start = 10
time.turn = 0.5
time.bank = true"#,
                &[
                    ("`name` must be text in quotes", ":1:8"),
                    ("`rules` must be text in quotes", ":2:9"),
                    ("`pairs` must be a whole number", ":3:9"),
                    ("`seed` must be text in quotes", ":4:8"),
                    ("`concurrency` must be a whole number", ":5:15"),
                    ("`pin` must be true or false", ":6:7"),
                    ("`start` must be a time in quotes", ":7:14"),
                    ("`turn` must be a time in quotes", ":8:13"),
                    ("`bank` must be a time in quotes", ":9:13"),
                ],
            ),
            whole(
                r#"name = "w"
time = "1s"
[[bot]]
name = "a"
command = "python3 a.py"
env = ["A=1"]
options = 3
[[bot]]
name = "b"
command = ["python3", 4]
dir = 1979-05-27
env = { THREADS = 2, LIST = [] }"#,
                &[
                    ("`time` must be a table", ":2:8"),
                    ("`command` must be a list of texts", ":5:11"),
                    ("`env` must be a table", ":6:7"),
                    ("`options` must be a table", ":7:11"),
                    ("every word of `command` must be text in quotes", ":10:23"),
                    ("`dir` must be text in quotes", ":11:7"),
                    ("every value of `env` must be text in quotes", ":12:19"),
                    ("every value of `env` must be text in quotes", ":12:29"),
                ],
            ),
            whole(
                "name = \"w\"\nbot = [1]",
                &[("`bot` must be a list of tables", ":2:8")],
            ),
        ]),
    );
}

#[test]
fn all_bad_values_of_a_league_are_told_together() {
    snapshot(
        "bad_league_values",
        &rendered(&[
            above_two_bots(
                r#"name = " winter"
rules = "lnog"
kind = "knockout"
pairs = 0
seed = ""
concurrency = 0
[time]
start = "10"
turn = "0s"
bank = "half a minute""#,
                &[
                    (
                        "this cannot be the league's name: it starts or ends with a space",
                        ":1:8",
                    ),
                    ("unknown ruleset `lnog`", ":2:9"),
                    ("unknown kind of league `knockout`", ":3:8"),
                    ("`pairs` must be at least 1", ":4:9"),
                    ("the seed is empty", ":5:8"),
                    ("`concurrency` must be 1 to 1024", ":6:15"),
                    ("`start` is not a usable time", ":8:9"),
                    ("`turn` is not a usable time", ":9:8"),
                    ("`bank` is not a usable time", ":10:8"),
                ],
            ),
            above_two_bots(
                "name = \"\\u001b[31m\"\npairs = 5_000_001\nconcurrency = -1\ntime.turn = \"0.1ms\"\ntime.start = \"25000m\"",
                &[
                    (
                        "this cannot be the league's name: it contains the unprintable character U+001B",
                        ":1:8",
                    ),
                    ("the league would have more than 10000000 games", ":2:9"),
                    ("`concurrency` must be 1 to 1024", ":3:15"),
                    ("`turn` is not a usable time", ":4:13"),
                    ("`start` is not a usable time", ":5:14"),
                ],
            ),
            above_two_bots(
                "name = \"w\"\npairs = 99999999999999999999999999999999999999999999",
                &[("the league would have more than 10000000 games", ":2:9")],
            ),
        ]),
    );
}

#[test]
fn all_bad_values_of_bots_are_told_together() {
    snapshot(
        "bad_bot_values",
        &rendered(&[
            whole(
                r#"name = "w"
[[bot]]
name = "greedy"
command = []
[[bot]]
name = ""
command = ["builtin:pisp"]
[[bot]]
name = "greedy"
command = ["builtin:pips", "--fast"]
dir = ""
env = { "A B" = "1", "" = "2", GOOD = "\u0000" }
options = { when = 1979-05-27, big = 9999999999999999999, odd = [inf, { x = nan }] }
[[bot]]
name = "x"
command = ["", "y"]
[[bot]]
name = "y"
command = ["a\u0000b"]
"#,
                &[
                    ("the command does not say what to run", ":4:11"),
                    ("this cannot be the bot's name: it is empty", ":6:8"),
                    ("the arena has no built-in bot `pisp`", ":7:12"),
                    ("two bots are called `greedy`", ":9:8"),
                    ("a built-in bot takes no arguments", ":10:28"),
                    ("`dir` is empty", ":11:7"),
                    (
                        "this cannot be the name of an environment variable",
                        ":12:9",
                    ),
                    (
                        "this cannot be the name of an environment variable",
                        ":12:22",
                    ),
                    (
                        "a text for the system cannot contain the character U+0000",
                        ":12:39",
                    ),
                    (
                        "this option cannot be sent to a bot: JSON has no such value",
                        ":13:20",
                    ),
                    (
                        "this option cannot be sent to a bot: JSON has no such value",
                        ":13:38",
                    ),
                    (
                        "this option cannot be sent to a bot: JSON has no such value",
                        ":13:66",
                    ),
                    (
                        "this option cannot be sent to a bot: JSON has no such value",
                        ":13:77",
                    ),
                    ("the command does not say what to run", ":16:12"),
                    (
                        "a text for the system cannot contain the character U+0000",
                        ":19:12",
                    ),
                ],
            ),
            whole(
                "name = \"w\"\n[[bot]]\nname = \"a\"\ncommand = [\"builtin:pips\"]",
                &[("a league needs at least two bots", ":3:8")],
            ),
            whole("name = \"w\"", &[("the league has no bots", "")]),
        ]),
    );
}
