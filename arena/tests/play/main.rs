//! `arena play`: whole games by what is piped into it, as a person would type it.

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

mod games;
mod typing;

use support::{Ground, Ran};

/// Plays with this typed; without a sandbox, into `out`.
fn play(ground: &Ground, args: &[&str], typed: &str) -> Ran {
    let all = [&["play", "--out", "out", "--sandbox", "off"], args].concat();
    ground.write("typed", typed);
    ground.run_reading(&all, "typed")
}
