//! The sandbox: what a bot inside can see, reach, use up and leave behind, and what is told where
//! the machine lacks a layer.

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

mod bombs;
mod children;
mod degraded;
mod freezing;
mod kept;
mod lab;
mod languages;
mod limits;
mod spying;
mod views;
