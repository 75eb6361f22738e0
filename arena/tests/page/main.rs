//! `arena report`: the page is made, and a real browser shows it.

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

mod browser;
mod made;
mod positions;
mod shown;
