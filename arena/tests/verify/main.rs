//! `arena verify`: what a league leaves is right, and whatever is changed in it is found and named.

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

mod command;
mod files;
mod flips;
mod folder;
mod records;
mod right;
mod swiss;
mod unfinished;
