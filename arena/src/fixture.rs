//! What defines each game of a league: bots and seats, dice, rules and time, from the plan and a
//! pair's key alone.

use arena_referee::clock::{Micros, TimeControl};
use arena_referee::dice::{LeagueSeed, PairDice, PairKey, PairingName};
use arena_referee::game::{LegalTurns, Player, Setup};
use arena_tournament::id::BotIndex;
use arena_tournament::schedule::{Kind, Pairing, Schedule, ScheduleError, ScheduledGame};
use nardy_protocol::record::Seat;
use nardy_rules::{Opening, Ruleset};
use serde_json::Value;
use thiserror::Error;

use crate::config;
use crate::plan::FrozenPlan;

/// Why a plan defines no games.
#[derive(Debug, Error)]
pub enum FixtureError {
    /// Bots and pairs allow no schedule.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// This arena does not understand the ruleset's parameters.
    #[error("the ruleset cannot be made from its parameters: {0}")]
    Rules(String),
}

/// Who plays which game of a plan, before any result is known.
///
/// # Errors
///
/// If it has no schedule.
pub fn schedule(plan: &FrozenPlan) -> Result<Schedule, FixtureError> {
    let kind = match plan.kind() {
        config::Kind::RoundRobin => Kind::RoundRobin,
        config::Kind::Gauntlet => Kind::Gauntlet,
        config::Kind::Swiss { rounds } => Kind::Swiss {
            rounds: u64::from(rounds.get()),
        },
    };
    let (bots, pairs) = (plan.bots().count(), u64::from(plan.pairs()));
    Ok(Schedule::new(kind, bots, pairs)?)
}

/// A plan's time control as the referee's clocks take it.
#[must_use]
pub fn time_control(plan: &FrozenPlan) -> TimeControl {
    let time = plan.time();
    TimeControl {
        start: Micros::from_millis(time.start().get()),
        turn: Micros::from_millis(time.turn().get()),
        bank: Micros::from_millis(time.bank().get()),
    }
}

/// What the games of a plan have in common.
#[derive(Debug)]
pub struct Fixtures {
    names: Vec<String>,
    ruleset: Ruleset,
    parameters: Value,
    time: TimeControl,
}

impl Fixtures {
    /// What a plan says of its games.
    ///
    /// # Errors
    ///
    /// If its ruleset cannot be understood.
    pub fn of(plan: &FrozenPlan) -> Result<Fixtures, FixtureError> {
        let names: Vec<_> = plan.bots().map(ToString::to_string).collect();
        Ok(Fixtures {
            names,
            ruleset: plan.rules().map_err(FixtureError::Rules)?,
            parameters: plan.parameters().clone(),
            time: time_control(plan),
        })
    }

    /// The bots' names in the league.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// A bot's name in the league.
    #[must_use]
    pub fn name(&self, bot: BotIndex) -> &str {
        &self.names[bot.get()]
    }

    /// The two bots of a pairing as the dice know them.
    #[must_use]
    pub fn pairing_name(&self, pairing: Pairing) -> PairingName {
        PairingName::new(self.name(pairing.first()), self.name(pairing.second()))
            .expect("a plan's names have no control characters")
    }

    /// The key that a game's dice are made from.
    #[must_use]
    pub fn key(&self, seed: &LeagueSeed, game: &ScheduledGame) -> PairKey {
        let pairing = self.pairing_name(game.pairing);
        PairKey::derive(seed, &pairing, game.meeting.get())
    }

    /// Whether the winner of a match's game starts the next one (R3).
    ///
    /// A match is a pairing's games with the same seats: its pairs' first games, or second ones.
    #[must_use]
    pub fn winner_starts(&self) -> bool {
        self.ruleset.opening() == Opening::WinnerStarts
    }

    /// Everything that defines a game but its bots' own randomness: nobody is told the legal
    /// turns or a seed.
    #[must_use]
    pub fn setup(
        &self,
        game: &ScheduledGame,
        key: &PairKey,
        previous_winner: Option<Seat>,
    ) -> Setup {
        let player = |bot| Player {
            name: self.name(bot).to_owned(),
            legal: LegalTurns::Withheld,
            seed: String::new(),
        };
        Setup {
            game: game.id.to_string(),
            index: game.id.index().get(),
            pair: game.id.pair.get(),
            ruleset: self.ruleset.clone(),
            parameters: self.parameters.clone(),
            players: game.seats().map(player),
            dice: PairDice::new(key),
            dice_commitment: key.commitment(),
            previous_winner,
            time: self.time,
        }
    }
}
