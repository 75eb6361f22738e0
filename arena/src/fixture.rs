//! What defines each game of a league: bots and seats, dice, rules and time, from the plan and a
//! pair's key alone.

use arena_referee::clock::{Micros, TimeControl};
use arena_referee::dice::{LeagueSeed, PairDice, PairKey, PairingName};
use arena_referee::game::{LegalTurns, Player, Setup};
use arena_tournament::id::{BotIndex, GameIndex};
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

/// The games of a plan.
#[derive(Debug)]
pub struct Fixtures {
    names: Vec<String>,
    schedule: Schedule,
    ruleset: Ruleset,
    parameters: Value,
    time: TimeControl,
}

impl Fixtures {
    /// The games of a plan.
    ///
    /// # Errors
    ///
    /// If it defines none.
    pub fn of(plan: &FrozenPlan) -> Result<Fixtures, FixtureError> {
        let names: Vec<_> = plan.bots().map(ToString::to_string).collect();
        let kind = match plan.kind() {
            config::Kind::RoundRobin => Kind::RoundRobin,
            config::Kind::Gauntlet => Kind::Gauntlet,
        };
        let time = plan.time();
        Ok(Fixtures {
            schedule: Schedule::new(kind, names.len(), u64::from(plan.pairs()))?,
            names,
            ruleset: plan.rules().map_err(FixtureError::Rules)?,
            parameters: plan.parameters().clone(),
            time: TimeControl {
                start: Micros::from_millis(time.start().get()),
                turn: Micros::from_millis(time.turn().get()),
                bank: Micros::from_millis(time.bank().get()),
            },
        })
    }

    /// The bots' names in the league.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Who plays which game.
    #[must_use]
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
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

    /// From a game to the next of its match, where the winner of one starts the other (R3).
    ///
    /// A match is a pairing's games with the same seats: its pairs' first games, or second ones.
    #[must_use]
    pub fn stride(&self) -> Option<u64> {
        // A pairing's next pair is a round later.
        (self.ruleset.opening() == Opening::WinnerStarts).then(|| 2 * self.schedule.pairings())
    }

    /// The game whose winner starts this one, where the rules have it so.
    #[must_use]
    pub fn previous(&self, game: GameIndex) -> Option<GameIndex> {
        game.get().checked_sub(self.stride()?).map(GameIndex::new)
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
