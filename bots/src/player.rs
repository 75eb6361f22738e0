//! What a sparring partner is: somebody who picks one of the legal turns.

use nardy_protocol::rules::{Ruleset, Situation, TurnList};

use crate::blocks::Blocks;
use crate::pips::Pips;
use crate::random::Random;

/// The names of the sparring partners, the weakest first.
pub const NAMES: &[&str] = &["random", "pips", "blocks"];

/// What a player sees when it has to choose.
#[derive(Debug, Clone, Copy)]
pub struct TurnView<'a> {
    /// The rules of the game.
    pub ruleset: &'a Ruleset,
    /// Where the checkers stand, seen by the player, and the dice.
    pub situation: &'a Situation,
}

/// Somebody who picks one of the legal turns.
pub trait Player {
    /// One of [`NAMES`].
    fn name(&self) -> &'static str;

    /// Forgets the last game; `seed` is all the chance the player has in the next one.
    fn new_game(&mut self, seed: u64);

    /// The number of the turn to play, below `turns.len()`.
    ///
    /// `turns` are the legal turns of the view's situation in the documented order
    /// ([`TurnList::sort`]), so that equal turns fall to the same one everywhere.
    fn choose(&mut self, view: &TurnView<'_>, turns: &TurnList) -> usize;
}

/// The player of this name; `None` unless it is one of [`NAMES`].
#[must_use]
pub fn by_name(name: &str) -> Option<Box<dyn Player>> {
    Some(match name {
        "random" => Box::new(Random::default()),
        "pips" => Box::new(Pips),
        "blocks" => Box::new(Blocks),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_name_is_a_player_that_knows_its_name() {
        for name in NAMES {
            assert_eq!(by_name(name).unwrap().name(), *name);
        }
        assert!(by_name("Blocks").is_none());
    }
}
