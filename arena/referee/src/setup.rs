//! What defines a game: the ruleset, the bots, the dice, the time.

use nardy_protocol::record::Seat;
use nardy_rules::Ruleset;
use serde_json::Value;

use crate::clock::TimeControl;
use crate::dice::PairDice;

/// Whether a bot is sent the legal turns with every request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LegalTurns {
    /// It asked for them.
    Sent,
    /// It makes its own.
    Withheld,
}

/// What a game is told of one of its bots.
#[derive(Debug, Clone)]
pub struct Player {
    /// The bot's name in the league.
    pub name: String,
    /// Whether it wants the legal turns.
    pub legal: LegalTurns,
    /// The seed for its own randomness, 16 hex digits.
    pub seed: String,
}

/// Everything that defines a game.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The game's id in the league.
    pub game: String,
    /// Its place in the league's order, from 0.
    pub index: u64,
    /// The pair it belongs to.
    pub pair: u64,
    /// The rules.
    pub ruleset: Ruleset,
    /// The rules' parameters, as the bots are told them.
    pub parameters: Value,
    /// The bots, by seat.
    pub players: [Player; 2],
    /// The pair's dice.
    pub dice: PairDice,
    /// What commits the arena to them, 64 hex digits.
    pub dice_commitment: String,
    /// Who won the game before in the same match; none if this is its first. Only rulesets in
    /// which the winner starts the next game (R3) look at it.
    pub previous_winner: Option<Seat>,
    /// What the bots may take.
    pub time: TimeControl,
}
