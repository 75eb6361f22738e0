//! `arena replay`: recorded games shown, exported and played again.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../league/support/mod.rs"]
#[allow(
    dead_code,
    unused_imports,
    reason = "the tests of whole leagues use all of it"
)]
mod support;

mod again;
mod board;
mod json;
mod keys;
mod mat;
mod text;

use std::os::unix::fs::PermissionsExt;

use support::{Ground, builtin, league, scripted};

/// The rulesets of the arena.
const RULESETS: [&str; 7] = [
    "long",
    "long-classic",
    "long-app",
    "long-club",
    "gulbar",
    "short",
    "short-east",
];

/// Plays a league of two pairs between two built-in bots, without a sandbox, into `out`.
fn play(ground: &Ground, rules: &str) {
    let settings = format!("rules = {rules:?}\npairs = 2");
    let bots = [("blocks", builtin("blocks")), ("pips", builtin("pips"))];
    ground.play(&league(&settings, &bots), "out", &["--sandbox", "off"]);
}

/// Plays a pair in which a bot makes an illegal move in its third turn.
fn play_with_a_fault(ground: &Ground) {
    let bots = [
        ("pips", builtin("pips")),
        ("far", scripted(&[("turn:3", "illegal-far")])),
    ];
    let league = league("pairs = 1", &bots);
    ground.play(&league, "out", &["--sandbox", "off"]);
}

/// Writes a shell script that can be started.
fn write_script(ground: &Ground, name: &str, commands: &str) {
    ground.write(name, format!("#!/bin/sh\n{commands}\n"));
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(ground.path(name), executable).unwrap();
}

/// What `arena replay` writes; it must be content.
fn replay(ground: &Ground, args: &[&str]) -> String {
    let ran = ground.run(&[&["replay", "out"], args].concat());
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert_eq!(ran.stderr, "");
    ran.stdout
}
