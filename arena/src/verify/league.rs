//! The plan and the source of the dice: what the games are held against.

use std::collections::HashMap;

use arena_referee::dice::{LeagueSeed, PairKey};
use arena_tournament::schedule::{Schedule, ScheduledGame};

use super::{Finding, Verifier};
use crate::fixture::{Fixtures, schedule};
use crate::plan::{FrozenPlan, Seed};
use crate::store::{Found, KEYS_TABLE, MANIFEST, SEED, StoreError};

/// A league that its games can be held against.
pub(super) struct League {
    pub(super) plan: FrozenPlan,
    /// As far as the games that were counted have made its rounds known.
    pub(super) schedule: Schedule,
    pub(super) fixtures: Fixtures,
    pub(super) keys: Keys,
}

/// Where the keys of the pairs come from.
pub(super) enum Keys {
    /// From the seed, as in the league itself.
    Seed(LeagueSeed),
    /// From `keys.csv`, by the pair's number.
    Published(HashMap<u64, String>),
}

impl League {
    /// The key of a game's pair, if it can be known.
    pub(super) fn key(&self, game: &ScheduledGame) -> Option<PairKey> {
        match &self.keys {
            Keys::Seed(seed) => Some(self.fixtures.key(seed, game)),
            Keys::Published(keys) => PairKey::from_hex(keys.get(&game.id.pair.get())?).ok(),
        }
    }
}

impl Verifier {
    /// Reads plan and seed; none if the games cannot be held against them.
    pub(super) fn league(&mut self) -> Result<Option<League>, StoreError> {
        let found = self.archive.plan()?;
        let Some(plan) = self.usable(MANIFEST, found) else {
            return Ok(None);
        };
        self.verified.league = Some(plan.name().to_string());
        self.verified.rules = Some(plan.ruleset().to_owned());
        let keys = self.keys(&plan)?;
        if !plan.is_intact() {
            self.note("no game was refereed again: the plan is not the one they were played by");
            return Ok(None);
        }
        self.note_version(plan.arena());
        let defined = schedule(&plan).and_then(|games| Ok((games, Fixtures::of(&plan)?)));
        match defined {
            Ok((schedule, fixtures)) => {
                self.verified.scheduled = schedule.games();
                Ok(Some(League {
                    plan,
                    schedule,
                    fixtures,
                    keys,
                }))
            }
            Err(error) => {
                self.found(Finding::new(MANIFEST, error.to_string()));
                Ok(None)
            }
        }
    }

    /// What a file says, its defect noted.
    fn usable<T>(&mut self, file: &'static str, found: Found<T>) -> Option<T> {
        if let Some(defect) = found.defect {
            self.found(Finding::new(file, defect));
        }
        found.value
    }

    fn note_version(&mut self, arena: &str) {
        let own = env!("CARGO_PKG_VERSION");
        if arena != own {
            self.note(format!(
                "played by version {arena} of the arena, verified by version {own}, which may \
                 word things otherwise"
            ));
        }
    }

    /// The source of the dice: the seed if it is the plan's own, or else the published keys.
    fn keys(&mut self, plan: &FrozenPlan) -> Result<Keys, StoreError> {
        if let Some(seed) = self.seed(plan)? {
            return Ok(Keys::Seed(LeagueSeed::new(seed.text())));
        }
        let pairs = schedule(plan).map_or(0, |schedule| schedule.games() / 2);
        let published = self.archive.keys(pairs)?;
        self.note(match published.len() {
            0 => "there is neither a seed nor a key, so no game was refereed again".to_owned(),
            _ => format!("the dice were made from {KEYS_TABLE} alone, for want of the seed"),
        });
        Ok(Keys::Published(published))
    }

    fn seed(&mut self, plan: &FrozenPlan) -> Result<Option<Seed>, StoreError> {
        let found = match self.archive.seed() {
            Ok(Some(found)) => found,
            Ok(None) => {
                self.found(Finding::new(SEED, "missing"));
                return Ok(None);
            }
            Err(error) if error.is_forbidden() => {
                self.note(format!(
                    "{SEED} is for the eyes of the folder's owner alone"
                ));
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let seed = self.usable(SEED, found);
        if seed.as_ref().is_some_and(|seed| !plan.is_from(seed)) {
            let what = "its text is not the league's seed: league.json has another SHA-256";
            self.found(Finding::new(SEED, what));
            return Ok(None);
        }
        Ok(seed)
    }
}
