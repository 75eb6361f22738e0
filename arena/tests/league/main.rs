//! The `arena` program end to end: leagues, matches and positions as a user gives them, against
//! bots that play well and bots that misbehave on order.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod support;

mod between_games;
mod equal_bytes;
mod faults;
mod greetings;
mod help;
mod journal;
mod lateness;
mod legal;
mod move_maker;
mod refusals;
mod resume;
mod samples;
mod secrets;
mod self_test;
mod sprt;
mod stopping;
mod swiss;
mod tables;
