//! The sequential test of a match, held on its games in their order: after which pair it is over.
//!
//! Whoever asks, while the match is played, at a resume or years later, feeds the same results and
//! gets the same pair; nothing else decides which games count.

use arena_statistics::{Decision, Sprt};
use arena_tournament::id::GameIndex;
use nardy_protocol::record::GameRecord;

use crate::plan::{FrozenPlan, SprtPlan, SprtScale};

/// A match's test and how far it is.
#[derive(Debug, Clone)]
pub struct Trial {
    plan: SprtPlan,
    sprt: Sprt,
    bots: [String; 2],
    /// The index of the game that comes next.
    next: u64,
    /// What the first bot has of the pair that is half played.
    half: i64,
}

/// What a pair has done to the test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// The pair's number, from 1.
    pub pair: u64,
    /// Of both games together: games that the first bot won, or its points less those it lost.
    pub result: i64,
    /// The log-likelihood ratio of H1 over H0 after this pair.
    pub ratio: f64,
    /// Where the test stands then.
    pub decision: Decision,
}

impl Trial {
    /// The test of a plan before its first game; none if the plan has no test.
    ///
    /// # Errors
    ///
    /// Why the plan's numbers cannot be tested.
    pub fn of(plan: &FrozenPlan) -> Result<Option<Trial>, String> {
        let Some(test) = plan.sprt() else {
            return Ok(None);
        };
        let names: Vec<_> = plan.bots().map(ToString::to_string).collect();
        let bots = names.try_into();
        let bots = bots.map_err(|_| "a sequential test is for two bots".to_owned())?;
        let sprt = test.test(&plan.rules()?);
        Ok(Some(Trial {
            plan: test,
            sprt: sprt.map_err(|error| error.to_string())?,
            bots,
            next: 0,
            half: 0,
        }))
    }

    /// Takes the next game, in the order of the games, with its `result`; answers what its pair
    /// does if it is the pair's second one. A game behind a missing one, or behind the decision, changes nothing.
    ///
    /// # Errors
    ///
    /// Why the result cannot be one of this match's.
    pub fn push(&mut self, game: GameIndex, result: i64) -> Result<Option<Step>, String> {
        if game.get() != self.next || self.is_decided() {
            return Ok(None);
        }
        let result = self.half + result;
        if self.next.is_multiple_of(2) {
            (self.next, self.half) = (self.next + 1, result);
            return Ok(None);
        }
        // A test counts per game.
        let decision = self.sprt.observe(result as f64 / 2.0);
        let decision = decision.map_err(|error| error.to_string())?;
        (self.next, self.half) = (self.next + 1, 0);
        Ok(Some(Step {
            pair: self.pairs(),
            result,
            ratio: self.sprt.log_likelihood_ratio(),
            decision,
        }))
    }

    /// Takes the next game, in the order of the games, as `push` does.
    ///
    /// # Errors
    ///
    /// Why the record cannot be one of this match's.
    pub fn count(&mut self, record: &GameRecord) -> Result<Option<Step>, String> {
        let result = self.result(record);
        self.push(GameIndex::new(record.index), result)
    }

    /// What the first bot has of a game, as the test counts it.
    #[must_use]
    pub fn result(&self, record: &GameRecord) -> i64 {
        let won = record.bots[record.result.winner.index()] == self.bots[0];
        let points = i64::from(record.result.points);
        match (self.plan.scale, won) {
            (SprtScale::Points, true) => points,
            (SprtScale::Points, false) => -points,
            (SprtScale::Elo | SprtScale::Nelo, won) => i64::from(won),
        }
    }

    /// Whether one of the hypotheses is accepted.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.sprt.decision() != Decision::Continue
    }

    /// Pairs that were evaluated.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.sprt.observations()
    }

    /// How many games the match has now that it is decided; none before.
    #[must_use]
    pub fn games(&self) -> Option<u64> {
        self.is_decided().then(|| 2 * self.pairs())
    }

    /// The bots; the hypotheses are about the first.
    #[must_use]
    pub fn bots(&self) -> &[String; 2] {
        &self.bots
    }

    /// What was asked for.
    #[must_use]
    pub fn plan(&self) -> SprtPlan {
        self.plan
    }

    /// The test itself.
    #[must_use]
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }
}
