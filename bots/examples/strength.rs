//! Plays the sparring partners against each other and prints who wins how often.
//!
//! `cargo run --release -p nardy-bots --example strength -- [PAIRS] [RULESET…]`: so many pairs of
//! games, 500 if not told, in the named rulesets or in all.
#![allow(clippy::print_stdout)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::process::ExitCode;

use nardy_protocol::rules::Ruleset;

const USAGE: &str = "usage: strength [PAIRS] [RULESET…]";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Ok(pairs) = arguments.next().as_deref().unwrap_or("500").parse() else {
        println!("{USAGE}");
        return ExitCode::from(2);
    };
    let wanted: Vec<String> = arguments.collect();
    for ruleset in Ruleset::all() {
        if wanted.is_empty() || wanted.iter().any(|id| id == ruleset.id()) {
            compare(ruleset, pairs);
        }
    }
    ExitCode::SUCCESS
}

fn compare(ruleset: &Ruleset, pairs: u64) {
    for names in [["blocks", "pips"], ["blocks", "random"], ["pips", "random"]] {
        let wins = common::wins_in_pairs(ruleset, names, pairs);
        let percent = 50.0 * wins as f64 / pairs as f64;
        let [one, two] = names;
        let id = ruleset.id();
        println!(
            "{id:13} {one:6} beats {two:6} in {percent:5.1} % of {} games",
            2 * pairs
        );
    }
}
