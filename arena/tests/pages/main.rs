//! The pages for users: their examples are run, their tables compared with the program.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod readme;
mod results;
mod support;
