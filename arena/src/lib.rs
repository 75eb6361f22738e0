//! Referee and league harness for bots that play nardy.

pub mod bot;
pub mod config;
pub mod plan;
