//! `arena rate` and `arena dice`: the figures of references, out of files, through the command.

#![allow(clippy::unwrap_used)]

mod dice;
mod figures;
mod files;
mod refusals;
mod support;
mod words;
