//! `arena rules`: the rulesets, as a list or one of them as a file to start from.

use std::fmt::Write as _;
use std::path::Path;

use clap::Args;
use nardy_protocol::ruleset::RulesetParameters;
use nardy_rules::Ruleset;
use serde_json::{Value, json};

use super::print::print;
use super::run::{color, ruleset_ids};
use super::{Failure, exit};
use crate::config::{RulesChoice, did_you_mean, quoted};

/// List the rulesets, or print one as a ruleset file
///
/// A ruleset file names a built-in ruleset as its `base` and what to change. It is played by its
/// path: `rules = "club.toml"` in a league file, `--rules club.toml` in a match.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  arena rules
  arena rules long > club.toml     a file to change
  arena rules club.toml            check it, with everything it leaves out")]
pub(super) struct Rules {
    /// A ruleset's id, or the path of a ruleset file
    #[arg(value_name = "ID|FILE")]
    ruleset: Option<String>,
    /// Print JSON: id and parameters as bots get them
    #[arg(long)]
    json: bool,
}

impl Rules {
    pub(super) fn run(self) -> Result<(), Failure> {
        match (self.ruleset.as_deref().map(chosen).transpose()?, self.json) {
            (None, false) => print(&list()),
            (None, true) => {
                let all = Ruleset::all().iter().cloned().map(RulesChoice::from);
                let all: Value = all.map(|one| as_json(&one)).collect();
                print(&format!("{all:#}\n"))
            }
            (Some(rules), false) => print(&as_file(&rules)),
            (Some(rules), true) => print(&format!("{:#}\n", as_json(&rules))),
        }
    }
}

/// The ruleset that the command line gives by its id or by the path of a file.
pub(super) fn chosen(text: &str) -> Result<RulesChoice, Failure> {
    if RulesChoice::is_path(text) {
        let loaded = RulesChoice::load(Path::new(text));
        return loaded.map_err(|error| Failure::rendered(exit::USAGE, error.render(color())));
    }
    RulesChoice::built_in(text).ok_or_else(|| {
        let remedy = did_you_mean(text, &ruleset_ids());
        Failure::usage(format!("unknown ruleset `{}`; {remedy}", quoted(text)))
    })
}

fn as_json(rules: &RulesChoice) -> Value {
    json!({"id": rules.id(), "parameters": rules.parameters()})
}

/// One line for each built-in ruleset: id, name, what is special about it.
fn list() -> String {
    let mut text = String::new();
    for ruleset in Ruleset::all() {
        let (id, name) = (ruleset.id(), ruleset.name());
        let _ = writeln!(text, "{id:13} {name:40} {}", special(ruleset));
    }
    text
}

/// What differs from the first ruleset with the same geometry.
fn special(ruleset: &Ruleset) -> String {
    let mut all = Ruleset::all().iter();
    let first = all.find(|first| first.geometry() == ruleset.geometry());
    let own = values(&RulesetParameters::from(ruleset));
    match first {
        Some(first) if first != ruleset => {
            let theirs = values(&RulesetParameters::from(first));
            let changed = own.iter().filter(|value| !theirs.contains(value));
            let changed = changed.filter(|(key, _)| *key != "name");
            let listed: Vec<String> = changed
                .map(|(key, value)| format!("{key} {value}"))
                .collect();
            format!("{} with {}", first.id(), listed.join(", ").replace('"', ""))
        }
        _ => own
            .iter()
            .filter(|(key, _)| ["geometry", "head", "block"].contains(key))
            .map(|(key, value)| format!("{key} {value}"))
            .collect::<Vec<_>>()
            .join(", ")
            .replace('"', ""),
    }
}

/// The keys of a ruleset file with what may be written there.
const KEYS: [(&str, &str); 11] = [
    ("name", "what people call the game"),
    (
        "geometry",
        "\"same\": the sides travel the same way round, no hitting; \"opposite\": against each other (R2)",
    ),
    (
        "head",
        "when two checkers may leave the head on a side's first turn (R10): \"fsnr\", \"three\", \"double\",\n# \"blocked\"; \"free\": no head rule; or a table: { two_on = [[3, 3]], but_one_after = [[5, 5], [3, 3]] }",
    ),
    (
        "block",
        "when six points in a row may be held (R11): \"passed\", \"home\"; \"free\": always",
    ),
    ("block_checked", "\"every_move\" or \"turn_end\" (R11)"),
    ("doubles", "\"four\" (R4) or \"cascade\" (R12)"),
    (
        "opening",
        "\"roll_off\", \"roll_off_dice\", \"winner_starts\" or \"drawn\" (R3)",
    ),
    (
        "eastern",
        "true or false; true needs geometry \"opposite\" (R15, R16)",
    ),
    (
        "points",
        "what wins count, 1 to 1000: oin, mars and, if they exist, home_mars and koks (R8)",
    ),
    (
        "pips",
        "whether the winner's pips are kept as well: true or false",
    ),
    (
        "start",
        "a side's 15 checkers: [point, checkers], each point once (R1)",
    ),
];

/// The ruleset as a file with everything written out.
fn as_file(rules: &RulesChoice) -> String {
    let parameters = rules.parameters();
    let base = parameters.base.as_deref().unwrap_or(rules.id());
    let mut text = format!(
        "# A ruleset: a built-in one, and what differs from it. What is left out is as in the base.\n\n\
         # one of {}\nbase = {}\n\n",
        ruleset_ids().join(", "),
        json!(base)
    );
    text += match parameters.base {
        Some(_) => "# the id in messages and results\nid = ",
        None => {
            "# the id in messages and results; left out: the file's name without .toml\n# id = "
        }
    };
    let id = if parameters.base.is_some() {
        rules.id().to_owned()
    } else {
        format!("my-{}", rules.id())
    };
    let _ = writeln!(text, "{}", json!(id));
    for (key, value) in values(parameters) {
        let allowed = KEYS.iter().find(|(known, _)| *known == key);
        let _ = writeln!(
            text,
            "\n# {}\n{key} = {value}",
            allowed.map_or("", |(_, allowed)| allowed)
        );
    }
    text
}

/// The parameters of a file, in its order, as TOML.
fn values(parameters: &RulesetParameters) -> Vec<(&'static str, String)> {
    let written = json!(parameters);
    let value = |(key, _): &(&'static str, _)| (*key, toml_value(&written[*key]));
    KEYS.iter().map(value).collect()
}

/// A parameter on one line; null is a rule that does not hold.
fn toml_value(value: &Value) -> String {
    match value {
        Value::Null => "\"free\"".to_owned(),
        Value::Array(list) => {
            let list: Vec<String> = list.iter().map(toml_value).collect();
            format!("[{}]", list.join(", "))
        }
        Value::Object(map) => {
            // The order of the rules, least first, where it matters to a reader.
            let order = [
                "two_on",
                "but_one_after",
                "oin",
                "mars",
                "home_mars",
                "koks",
            ];
            let there = order.iter().filter_map(|key| Some((key, map.get(*key)?)));
            let pairs: Vec<String> = there
                .map(|(key, value)| format!("{key} = {}", toml_value(value)))
                .collect();
            format!("{{ {} }}", pairs.join(", "))
        }
        // TOML's basic strings escape as JSON's do, but for U+007F, which no name may hold.
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::prelude::*;

    use super::*;
    use crate::config::Name;

    #[test]
    fn every_ruleset_printed_as_a_file_is_read_as_the_same() {
        for ruleset in Ruleset::all() {
            let text = as_file(&RulesChoice::from(ruleset.clone()));
            let read = RulesChoice::parse(&text, Path::new("mine.toml")).unwrap();
            let named = ruleset.clone().named("mine", ruleset.name());
            assert_eq!(read.ruleset(), &named, "{text}");
            assert_eq!(read.parameters().base.as_deref(), Some(ruleset.id()));
            // And once more, from a file with an id of its own.
            let again = RulesChoice::parse(&as_file(&read), Path::new("x.toml")).unwrap();
            assert_eq!(again.ruleset(), &named);
        }
    }

    #[test]
    fn a_users_ruleset_printed_as_a_file_is_read_as_the_same() {
        let text = "base = \"long\"\nname = \"a \\\"b\\\" \\\\ c\"\nblock = \"free\"\n\
                    head = { two_on = [[6, 2]], but_one_after = [[5, 5], [2, 6]] }\n\
                    points = { oin = 1, mars = 2, koks = 4 }\nstart = [[24, 14], [23, 1]]\n";
        let read = RulesChoice::parse(text, Path::new("mine.toml")).unwrap();
        let again = RulesChoice::parse(&as_file(&read), Path::new("x.toml")).unwrap();
        assert_eq!(again.ruleset(), read.ruleset());
        assert_eq!(again.parameters(), read.parameters());
    }

    proptest! {
        #[test]
        fn a_users_ruleset_is_printed_to_be_read_as_the_same_whatever_its_name(
            name in prop_oneof!["[\\PC\"\\\\']{1,64}", any::<String>()],
        ) {
            let text = format!("base = \"short\"\nname = {}\n", json!(name));
            if let Ok(read) = RulesChoice::parse(&text, Path::new("mine.toml")) {
                prop_assert_eq!(read.ruleset().name(), &name);
                let again = RulesChoice::parse(&as_file(&read), Path::new("x.toml")).unwrap();
                prop_assert_eq!(again.ruleset(), read.ruleset());
            } else {
                prop_assert!(Name::new(&name).is_err());
            }
        }
    }

    #[test]
    fn the_list_says_what_is_special_about_each() {
        let text = list();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 7);
        assert!(
            lines[0].ends_with("geometry same, head fsnr, block passed"),
            "{text}"
        );
        assert!(lines[4].ends_with("long with doubles cascade"), "{text}");
        assert!(
            lines[6].ends_with("short with opening roll_off, eastern true"),
            "{text}"
        );
    }
}
