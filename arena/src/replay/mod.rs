//! One recorded game, turn by turn: who rolled what, what was played, and how the board stood
//! before and after it.
//!
//! Positions are worked out from the record's own dice and moves, so that a game can be looked at
//! without its league's seed. Whether the dice are the right ones is for `verify` to say.

mod clocks;
mod error;
mod json;
mod lost_dice;
mod mat;
mod repetition;

use std::path::Path;

use arena_referee::dice::{LeagueSeed, PairKey};
use arena_tournament::id::{GameId, GameIndex};
use arena_tournament::schedule::ScheduledGame;
use nardy_protocol::message::{Dice, MovePair};
use nardy_protocol::record::{GameRecord, Seat, TurnRecord};
use nardy_protocol::situation::to_play;
use nardy_rules::{CheckerMove, Position, Roll, Ruleset, Situation, Stage, ToPlay, Turn, TurnList};

use crate::fixture::{Fixtures, schedule};
use crate::plan::{FrozenPlan, Seed};
use crate::store::{Archive, Note, Records, result_of};

pub use clocks::Clocked;
pub use error::ReplayError;
pub use json::as_json;
pub use mat::as_mat;
pub use repetition::{Departure, departure};

/// The games of a results folder.
#[derive(Debug)]
pub struct Games {
    archive: Archive,
    plan: FrozenPlan,
    ruleset: Ruleset,
    records: Records,
    /// Lines of the journal that are no records.
    damaged: u64,
}

/// A recorded game that can be stepped through.
#[derive(Debug)]
pub struct Replay {
    /// The game as it is kept.
    pub record: GameRecord,
    /// The plan of its league.
    pub plan: FrozenPlan,
    /// What it was played by.
    pub ruleset: Ruleset,
    /// Every turn in order.
    pub scenes: Vec<Scene>,
    /// Every turn's clock, in the same order.
    pub clocks: Vec<Clocked>,
    /// The dice that a bot lost with, where it lost by its answer to a turn and the seed or the
    /// pair's key is there.
    pub lost_with: Option<Dice>,
    /// How long it took, and what a bot at fault wrote to stderr, if that was noted.
    pub note: Option<Note>,
}

/// One turn. Positions are seen by the one who played it.
#[derive(Debug)]
pub struct Scene {
    /// The turn.
    pub turn: TurnRecord,
    /// The board that he saw.
    pub before: Position,
    /// What became of it.
    pub after: Position,
}

impl Games {
    /// Opens a results folder.
    ///
    /// # Errors
    ///
    /// If it is none, its plan cannot be used, or an arena is playing its league.
    pub fn open(folder: &Path) -> Result<Games, ReplayError> {
        let archive = Archive::open(folder)?;
        let plan = archive.plan()?.readable().map_err(ReplayError::Plan)?;
        let ruleset = plan.rules().map_err(ReplayError::Plan)?;
        let mut damaged = 0;
        let records = archive.records(&mut |_, _| damaged += 1)?;
        Ok(Games {
            records: records.ok_or(ReplayError::NoJournal)?,
            archive,
            plan,
            ruleset,
            damaged,
        })
    }

    /// The plan of the league.
    #[must_use]
    pub fn plan(&self) -> &FrozenPlan {
        &self.plan
    }

    /// How many lines of the journal cannot be read.
    #[must_use]
    pub fn damaged(&self) -> u64 {
        self.damaged
    }

    /// The seed of the dice, where it is there and the plan's own.
    ///
    /// # Errors
    ///
    /// If the machine cannot read it.
    pub fn seed(&self) -> Result<Option<Seed>, ReplayError> {
        let seed = match self.archive.seed() {
            Err(error) if error.is_forbidden() => None,
            found => found?.and_then(|found| found.value),
        };
        Ok(seed.filter(|seed| self.plan.is_from(seed)))
    }

    /// The records in the order of the games.
    pub fn records(&self) -> impl Iterator<Item = Result<GameRecord, ReplayError>> {
        let records = self.records.in_order();
        records.map(|read| read.map(|(_, record)| record).map_err(ReplayError::from))
    }

    /// The game with this id, for example `17a`.
    ///
    /// # Errors
    ///
    /// If there is none, or its turns are not such as can be played.
    pub fn replay(&self, id: &str) -> Result<Replay, ReplayError> {
        let record = self.record(id.parse()?)?;
        let scenes = scenes(&self.ruleset, &record.turns)?;
        let mut note = None;
        self.archive.notes(&mut |_, read| {
            // A game that was void and played again is noted once more.
            if let Ok(one) = read
                && one.game == record.game
            {
                note = Some(one);
            }
        })?;
        Ok(Replay {
            clocks: clocks::clocks(&self.plan, &scenes, note.as_ref()),
            lost_with: self.lost_with(&record)?,
            plan: self.plan.clone(),
            ruleset: self.ruleset.clone(),
            record,
            scenes,
            note,
        })
    }

    fn record(&self, id: GameId) -> Result<GameRecord, ReplayError> {
        let found = self.records.game(id.index().get())?;
        found.ok_or(ReplayError::NoGame {
            game: id,
            damaged: self.damaged,
        })
    }

    /// A record's game in the league's schedule, and who won its match's game before, where that
    /// decides who starts. None if it is not the league's, or its round cannot be known.
    ///
    /// # Errors
    ///
    /// If the machine cannot read the journal.
    pub fn scheduled(
        &self,
        record: &GameRecord,
    ) -> Result<Option<(ScheduledGame, Option<Seat>)>, ReplayError> {
        let index = GameIndex::new(record.index);
        let Ok(mut schedule) = schedule(&self.plan) else {
            return Ok(None);
        };
        // A Swiss knows a round by the results of those before it.
        let mut earlier = self.records();
        while schedule.game(index).is_none()
            && let Some(earlier) = earlier.next()
        {
            let earlier = earlier?;
            let game = schedule.game(GameIndex::new(earlier.index));
            if let Some(Ok(result)) = game.map(|game| result_of(&earlier, game.seats())) {
                // A result that is not waited for leaves the round open.
                let _ = schedule.count(&result);
            }
        }
        // That the winner of the game before starts shows in there being no roll-off.
        let previous_winner = record.roll_off.is_empty().then_some(record.starter);
        Ok(schedule.game(index).map(|game| (game, previous_winner)))
    }

    /// The dice of the turn that a bot lost by, from the seed or from the published keys.
    fn lost_with(&self, record: &GameRecord) -> Result<Option<Dice>, ReplayError> {
        if record.fault.is_none() || !lost_dice::is_in_a_turn(record) {
            return Ok(None);
        }
        let Ok(fixtures) = Fixtures::of(&self.plan) else {
            return Ok(None);
        };
        let Some((game, previous_winner)) = self.scheduled(record)? else {
            return Ok(None);
        };
        let key = match self.seed()? {
            Some(seed) => Some(fixtures.key(&LeagueSeed::new(seed.text()), &game)),
            None => {
                let keys = self.archive.keys(game.id.pair.get())?;
                let key = keys.get(&game.id.pair.get());
                key.and_then(|key| PairKey::from_hex(key).ok())
            }
        };
        let setup = key.map(|key| fixtures.setup(&game, &key, previous_winner));
        Ok(setup.and_then(|setup| lost_dice::of(setup, record)))
    }
}

impl Replay {
    /// The name of the bot in a seat.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &str {
        &self.record.bots[seat.index()]
    }
}

/// Moves in the notation of turns.
#[must_use]
pub fn notation(moves: &[MovePair]) -> String {
    let place = |number: u8| match number {
        0 => "off".to_owned(),
        25 => "bar".to_owned(),
        number => number.to_string(),
    };
    let moves = moves
        .iter()
        .map(|[from, to]| format!("{}-{}", place(*from), place(*to)));
    match moves.collect::<Vec<_>>().join(" ") {
        moves if moves.is_empty() => Turn::PASS.to_string(),
        moves => moves,
    }
}

/// Works out every position of a game.
fn scenes(ruleset: &Ruleset, turns: &[TurnRecord]) -> Result<Vec<Scene>, ReplayError> {
    let mut position = Position::start(ruleset);
    let mut viewer = turns.first().map_or(Seat::Zero, |turn| turn.seat);
    let mut first_rolls: [Option<Roll>; 2] = [None; 2];
    let mut legal = TurnList::new();
    let mut scenes = Vec::with_capacity(turns.len());
    for (turn, number) in turns.iter().zip(1..) {
        let wrong = |why: String| ReplayError::Unplayable { number, why };
        if turn.seat != viewer {
            position = position.flipped();
            viewer = turn.seat;
        }
        let to_play = to_play(&turn.dice).map_err(|error| wrong(error.to_string()))?;
        let stage = match (to_play, first_rolls[turn.seat.index()]) {
            (ToPlay::Roll(_), None) => Stage::FirstTurn {
                opponent_first_roll: first_rolls[turn.seat.other().index()],
            },
            _ => Stage::Later,
        };
        if let ToPlay::Roll(roll) = to_play {
            first_rolls[turn.seat.index()].get_or_insert(roll);
        }
        let moves = turn.moves.iter();
        let moves: Option<Vec<_>> = moves.map(|[a, b]| CheckerMove::new(*a, *b)).collect();
        let moves = moves.ok_or_else(|| wrong("points are 0 to 25".to_owned()))?;
        let situation = Situation {
            position,
            stage,
            to_play,
        };
        legal.generate(ruleset, &situation);
        let after = legal.check(ruleset, &situation, &moves);
        let after = after.map_err(|breach| wrong(breach.to_string()))?;
        scenes.push(Scene {
            turn: turn.clone(),
            before: position,
            after,
        });
        position = after;
    }
    Ok(scenes)
}
