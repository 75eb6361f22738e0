//! A bot that looks for every way out, and tells on stderr what it found.
//!
//! It answers like any bot until its first turn. Then it tries one channel after the other, writes
//! a line `NAME: what it found` for each that is open, and `tried N` at the end, and exits with
//! code 7, whereupon the arena keeps what it wrote. What to look for is in its environment, for
//! what its arguments name would be its own:
//!
//! | variable | what it holds |
//! |---|---|
//! | `SPY_FILES` | files and folders that are none of its business: `name=path`, with `:` between them |
//! | `SPY_OWN` | its program's folder |
//! | `SPY_SECRET` | a text to look for, backwards, so that it does not find itself |
//! | `SPY_TCP`, `SPY_UDP` | addresses at which a stranger listens |
//! | `SPY_ABSTRACT`, `SPY_SOCKET` | name and path of his sockets |
//! | `SPY_SHM` | the key of his shared memory |
//! | `SPY_PIDS` | process numbers of the arena and others |
//! | `SPY_MARK` | the name of the file it leaves for the next of its kind |
//!
//! It does no harm where nothing holds it: signals are number 0, for which the kernel asks the same
//! permission; what it opens for writing it does not write to; calls that would change something
//! for others get arguments that no kernel takes.

#![allow(clippy::unwrap_used)]

mod files;
mod kernel;
mod leftovers;
mod processes;
mod talk;

use std::fmt::Display;
use std::io::{BufRead, Write};

/// So many lines are told in full.
const MOST_TOLD: usize = 40;

/// What has been tried, and what was found.
#[derive(Default)]
pub(crate) struct Findings {
    tried: usize,
    found: Vec<(String, String)>,
}

impl Findings {
    /// Notes that a channel was tried, and what there was.
    pub(crate) fn note(&mut self, channel: &str, found: Option<impl Display>) {
        self.tried += 1;
        if let Some(found) = found {
            let found = found.to_string().chars().take(60).collect();
            self.found.push((channel.to_owned(), found));
        }
    }

    /// All of it in words; without what was found if that were more than the arena keeps.
    fn told(&self) -> String {
        let long = self.found.len() > MOST_TOLD;
        let lines = self.found.iter().map(|(channel, found)| {
            let found = if long { "" } else { found };
            format!("{channel}: {found}\n")
        });
        format!("{}tried {}\n", lines.collect::<String>(), self.tried)
    }
}

/// A variable that the test has set.
pub(crate) fn told(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set"))
}

/// The text that nobody may know.
pub(crate) fn secret() -> Vec<u8> {
    told("SPY_SECRET").bytes().rev().collect()
}

/// Whether the secret is in there.
pub(crate) fn gives_away(bytes: &[u8]) -> bool {
    let secret = secret();
    bytes.windows(secret.len()).any(|part| part == secret)
}

fn spy(messages: &[String]) -> Findings {
    let mut findings = Findings::default();
    // First, for it is about what was there before.
    leftovers::look(&mut findings);
    files::look(&mut findings);
    processes::look(&mut findings);
    talk::look(&mut findings);
    kernel::look(&mut findings);
    let told = gives_away(messages.concat().as_bytes());
    findings.note("secret in messages", told.then_some("told"));
    findings
}

fn main() {
    let mut messages = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let message: serde_json::Value = serde_json::from_str(&line).unwrap();
        messages.push(line);
        let id = &message["id"];
        let answer = match message["type"].as_str() {
            Some("hello") => serde_json::json!({
                "type": "hello", "id": id, "protocol": 1, "name": "spy", "version": "1.0",
                "rules": ["long", "gulbar", "short"],
            }),
            Some("game") => serde_json::json!({"type": "ready", "id": id}),
            Some("turn") => {
                let told = spy(&messages).told();
                std::io::stderr().write_all(told.as_bytes()).unwrap();
                std::process::exit(7);
            }
            _ => continue,
        };
        let mut stdout = std::io::stdout();
        writeln!(stdout, "{answer}").unwrap();
    }
}
