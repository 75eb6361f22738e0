//! `arena check`: bots that are right pass all of it, and each misdeed fails the check that is
//! meant for it and no other.
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../league/support/mod.rs"]
#[allow(dead_code, unused_imports, reason = "other targets need the rest")]
mod support;

mod announced;
mod command;
mod lists;
mod misdeeds;
mod passing;
mod starters;

use std::collections::BTreeSet;

use serde_json::Value;
use support::Ground;

/// Far more time than any bot here needs on a busy machine.
const AMPLE: [&str; 7] = ["--json", "--start", "60s", "--turn", "20s", "0ms", "--time"];

/// What was said of a bot with so much time for all of it.
fn check(ground: &Ground, time: &str, command: &[String]) -> Value {
    let words = command.iter().map(String::as_str);
    let start = ["check"].into_iter().chain(AMPLE).chain([time, "--"]);
    let words: Vec<_> = start.chain(words).collect();
    let ran = ground.run(&words);
    let told: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{ran:#?}"));
    let failed = told["failed"].as_u64().unwrap();
    assert_eq!(ran.code, Some(i32::from(failed > 0)), "{ran:#?}");
    told
}

/// The checks with this outcome.
fn ids(told: &Value, outcome: &str) -> BTreeSet<String> {
    let checks = told["checks"].as_array().unwrap().iter();
    let checks = checks.filter(|check| check["outcome"] == outcome);
    checks
        .map(|check| check["id"].as_str().unwrap().to_owned())
        .collect()
}

/// The failures, for a message.
fn failures(told: &Value) -> String {
    let checks = told["checks"].as_array().unwrap().iter();
    let failed: Vec<_> = checks
        .filter(|check| check["outcome"] == "failed")
        .collect();
    serde_json::to_string_pretty(&failed).unwrap()
}
