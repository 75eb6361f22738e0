//! Referee and league harness for bots that play nardy.
//!
//! `ARCHITECTURE.md` beside this crate is the map: which room is for what, which may use which,
//! and what always holds.

pub mod bot;
pub mod check;
pub mod cli;
pub mod config;
pub mod dice;
pub mod event;
pub mod fixture;
pub mod league;
pub mod live;
pub mod page;
pub mod plan;
pub mod play;
pub mod rate;
pub mod replay;
pub mod report;
pub mod screen;
pub mod self_test;
pub mod starter;
pub mod store;
pub mod table;
pub mod trial;
pub mod verify;
