//! Whatever a file, a line or a name holds: readers take it or refuse it, and nothing that is
//! written acts on a terminal, a spreadsheet or a reader's eye.

#![allow(clippy::unwrap_used)]

#[path = "../page/browser.rs"]
#[allow(dead_code, reason = "the tests of the page use all of it")]
mod browser;
#[path = "../common/mod.rs"]
mod common;
#[path = "../league/support/mod.rs"]
#[allow(
    dead_code,
    unused_imports,
    reason = "the tests of whole leagues use all of it"
)]
mod support;

mod bounds;
mod damage;
mod holds;
mod hostile;
mod inputs;
mod known;
mod seeds;
