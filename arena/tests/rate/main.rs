//! `arena rate` and `arena dice`: the figures of references, out of files, through the command.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod dice;
mod figures;
mod files;
mod refusals;
mod support;
mod words;
