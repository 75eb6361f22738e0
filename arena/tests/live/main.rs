//! `--live`: a running league on a local page, read by a plain client and by a real browser, and
//! clients that mean no good.

#![allow(clippy::unwrap_used)]

#[path = "../page/browser.rs"]
#[allow(dead_code, reason = "the tests of the report's page use all of it")]
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

mod client;
mod door;
mod hostile;
mod shown;
mod told;
