//! What is left of a league whose arena is killed or stopped at any instant, or whose disk gives
//! out: after a resume, the files of a league that nobody disturbed.

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

mod chain;
mod disk;
mod early;
mod killed;
mod order;
mod places;
mod stopped;
mod tables;
mod twice;
