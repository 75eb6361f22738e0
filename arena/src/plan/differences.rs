//! In words, what has changed since a league began.

use std::collections::BTreeSet;
use std::fmt::Display;

use serde_json::{Value, json};

use nardy_protocol::text::visible;

use super::frozen::{FrozenBot, FrozenPlan};
use crate::config::quoted;

/// Characters of a value that are shown.
const VALUE_SHOWN: usize = 1_000;

/// All differences, the general ones first, then bot by bot.
pub(super) fn between(then: &FrozenPlan, now: &FrozenPlan, label: &str) -> Vec<String> {
    let mut list = Differences {
        label,
        list: Vec::new(),
    };
    list.compare("name", &then.name, &now.name);
    list.rulesets(then, now);
    list.compare("kind", then.kind.as_str(), now.kind.as_str());
    if let (Some(then), Some(now)) = (then.kind.rounds(), now.kind.rounds()) {
        list.compare("rounds", &then, &now);
    }
    list.compare("pairs", &then.pairs, &now.pairs);
    let sprt = |plan: &FrozenPlan| match &plan.sprt {
        Some(sprt) => sprt.to_string(),
        None => "none".to_owned(),
    };
    list.compare("sprt", &sprt(then), &sprt(now));
    list.compare("time.start", &then.time.start(), &now.time.start());
    list.compare("time.turn", &then.time.turn(), &now.time.turn());
    list.compare("time.bank", &then.time.bank(), &now.time.bank());
    if then.seed_sha256 != now.seed_sha256 {
        list.say(format!(
            "seed: not the one that the league began with in {label}"
        ));
    }
    list.line_up(then, now);
    for bot in &then.bots {
        if let Some(other) = now.bots.iter().find(|other| other.name == bot.name) {
            list.bots(bot, other);
        }
    }
    if then.arena != now.arena {
        let (then, now) = (quoted(&then.arena), &now.arena);
        list.say(format!(
            "arena: version {then} in the results folder, this is version {now}"
        ));
    }
    list.list
}

/// The keys whose values differ, as a list in words.
fn changed_keys(then: &Value, now: &Value) -> String {
    let empty = serde_json::Map::new();
    let [then, now] = [then, now].map(|parameters| parameters.as_object().unwrap_or(&empty));
    let keys: BTreeSet<&String> = then.keys().chain(now.keys()).collect();
    let changed = keys
        .into_iter()
        .filter(|key| then.get(*key) != now.get(*key));
    let quoted: Vec<String> = changed.map(|key| format!("`{}`", quoted(key))).collect();
    quoted.join(", ")
}

struct Differences<'a> {
    label: &'a str,
    list: Vec<String>,
}

impl Differences<'_> {
    fn say(&mut self, sentence: String) {
        self.list.push(sentence);
    }

    fn compare<T: PartialEq + Display + ?Sized>(&mut self, what: &str, then: &T, now: &T) {
        if then != now {
            // Long enough that two commands with long paths can be told apart.
            let shown = |value: &T| visible(&value.to_string(), VALUE_SHOWN);
            let (then, now) = (shown(then), shown(now));
            let label = self.label;
            self.say(format!(
                "{what}: {then} in the results folder, {now} in {label}"
            ));
        }
    }

    fn rulesets(&mut self, then: &FrozenPlan, now: &FrozenPlan) {
        self.compare("rules", &then.ruleset.id, &now.ruleset.id);
        let changed = then.ruleset.parameters != now.ruleset.parameters;
        if changed && then.ruleset.id == now.ruleset.id {
            let id = quoted(&now.ruleset.id);
            let changed = changed_keys(&then.ruleset.parameters, &now.ruleset.parameters);
            self.say(format!(
                "rules: `{id}` is not defined as it was when the league began; {changed} changed"
            ));
        }
    }

    /// Bots that came, went or moved.
    fn line_up(&mut self, then: &FrozenPlan, now: &FrozenPlan) {
        let names =
            |plan: &FrozenPlan| -> Vec<String> { plan.bots().map(ToString::to_string).collect() };
        let (then, now) = (names(then), names(now));
        let label = self.label;
        for name in then.iter().filter(|name| !now.contains(name)) {
            self.say(format!(
                "bot `{name}`: in the results folder, not in {label}"
            ));
        }
        for name in now.iter().filter(|name| !then.contains(name)) {
            self.say(format!(
                "bot `{name}`: in {label}, not in the results folder"
            ));
        }
        let stayed = |names: &[String], others: &[String]| -> Vec<String> {
            names
                .iter()
                .filter(|name| others.contains(name))
                .cloned()
                .collect()
        };
        let (then, now) = (stayed(&then, &now), stayed(&now, &then));
        self.compare("order of the bots", &then.join(", "), &now.join(", "));
    }

    fn bots(&mut self, then: &FrozenBot, now: &FrozenBot) {
        let bot = format!("bot `{}`", then.name);
        let command = |bot: &FrozenBot| format!("{:?}", bot.command);
        self.compare(&format!("{bot}, command"), &command(then), &command(now));
        self.compare(&format!("{bot}, dir"), &then.dir, &now.dir);
        let options = |bot: &FrozenBot| serde_json::Value::Object(bot.options.clone()).to_string();
        self.compare(&format!("{bot}, options"), &options(then), &options(now));
        let read = |bot: &FrozenBot| format!("{:?}", bot.read);
        self.compare(&format!("{bot}, read"), &read(then), &read(now));
        let limits = |bot: &FrozenBot| json!(bot.limits.unwrap_or_default()).to_string();
        self.compare(&format!("{bot}, limits"), &limits(then), &limits(now));
        self.environments(&bot, then, now);
        self.files(&bot, then, now);
    }

    /// The values are known only by their hashes, so that they cannot be shown.
    fn environments(&mut self, bot: &str, then: &FrozenBot, now: &FrozenBot) {
        let (then, now) = (&then.env_sha256, &now.env_sha256);
        let variables: BTreeSet<&String> = then.keys().chain(now.keys()).collect();
        let label = self.label;
        for variable in variables {
            let shown = quoted(variable);
            let what = format!("{bot}, environment variable `{shown}`");
            match (then.get(variable), now.get(variable)) {
                (Some(then), Some(now)) if then == now => {}
                (Some(_), Some(_)) => self.say(format!("{what}: another value in {label}")),
                (Some(_), None) => self.say(format!("{what}: not in {label}")),
                (None, _) => self.say(format!("{what}: not in the results folder")),
            }
        }
    }

    /// A changed file of a bot whose command stayed the same: another command names other files.
    fn files(&mut self, bot: &str, then: &FrozenBot, now: &FrozenBot) {
        if then.command != now.command || then.dir != now.dir || then.files == now.files {
            return;
        }
        for mark in &then.files {
            let file = quoted(&mark.word);
            match now.files.iter().find(|other| other.word == mark.word) {
                Some(other) if other == mark => {}
                Some(_) => self.say(format!(
                    "{bot}: `{file}` has changed since the league began"
                )),
                None => self.say(format!("{bot}: `{file}` was a file when the league began")),
            }
        }
        for mark in &now.files {
            if !then.files.iter().any(|other| other.word == mark.word) {
                let file = quoted(&mark.word);
                self.say(format!(
                    "{bot}: `{file}` was not a file when the league began"
                ));
            }
        }
    }
}
