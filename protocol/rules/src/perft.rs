//! Counts of end positions, ply by ply: how two makers of turns find out whether they agree.
//!
//! A *ply* is one roll. Over the plies, each of the 21 different rolls counts once, a pass is one
//! end, and equal ends of different rolls or earlier turns count each. What is left of a cascade
//! (R12) is no ply: where there is one, the other side plays it in every way it can before its
//! roll. Nothing follows a won game (R6).
//!
//! ```
//! use nardy_rules::{Perft, Position, Ruleset, Stage};
//!
//! let ruleset = Ruleset::by_id("long").expect("a built-in ruleset");
//! let first = Stage::FirstTurn { opponent_first_roll: None };
//! let mut perft = Perft::new(&ruleset);
//! let ends = perft.count_all(Position::start(&ruleset), first, 2)?;
//! assert_eq!(ends, 484);
//! # Ok::<(), nardy_rules::TooManyTurns>(())
//! ```

use std::fmt;

use crate::{Leftover, Position, Roll, Ruleset, Situation, Stage, ToPlay, TurnList};

/// Positions a list may hold on the way to the turns of a cascade; none that play reaches has so
/// many.
const ROOM: usize = 1 << 24;

/// A cascade has more turns than can be listed, so they cannot be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyTurns;

impl fmt::Display for TooManyTurns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a cascade has more turns than can be listed, so they cannot be counted")
    }
}

impl std::error::Error for TooManyTurns {}

/// Counts end positions under one ruleset.
#[derive(Debug)]
pub struct Perft<'r> {
    ruleset: &'r Ruleset,
    /// Lists that are not in use; each ply needs one, a ply with a leftover two.
    spare: Vec<TurnList>,
    lists: u64,
}

/// A position between two rolls, seen by the side to move.
#[derive(Debug, Clone, Copy)]
struct Node {
    position: Position,
    stage: Stage,
}

/// The other side's stage after a roll of a side at this one.
const fn stage_after(stage: Stage, roll: Roll) -> Stage {
    match stage {
        Stage::FirstTurn {
            opponent_first_roll: None,
        } => Stage::FirstTurn {
            opponent_first_roll: Some(roll),
        },
        _ => Stage::Later,
    }
}

impl<'r> Perft<'r> {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(ruleset: &'r Ruleset) -> Perft<'r> {
        Perft {
            ruleset,
            spare: Vec::new(),
            lists: 0,
        }
    }

    /// How many lists of turns were made so far, by all counts.
    #[must_use]
    pub fn lists(&self) -> u64 {
        self.lists
    }

    /// The ends after `depth` plies, of which this situation's roll is the first. A leftover is
    /// played first, and `depth` plies of any rolls follow. Depth 0 counts the position itself.
    ///
    /// After a [`Stage::FirstTurn`] without an opposing first roll, the other side's first turn
    /// comes next; after any other situation both sides' are over.
    ///
    /// # Errors
    ///
    /// [`TooManyTurns`]
    pub fn count(&mut self, situation: &Situation, depth: u32) -> Result<u64, TooManyTurns> {
        let node = Node {
            position: situation.position,
            stage: situation.stage,
        };
        match situation.to_play {
            _ if depth == 0 => Ok(1),
            ToPlay::Roll(roll) => self.roll(node, roll, depth),
            ToPlay::Leftover(leftover) => self.leftover(node, leftover, depth),
        }
    }

    /// The ends after `depth` plies of any rolls, the sum of [`Perft::count`] over all 21.
    ///
    /// # Errors
    ///
    /// [`TooManyTurns`]
    pub fn count_all(
        &mut self,
        position: Position,
        stage: Stage,
        depth: u32,
    ) -> Result<u64, TooManyTurns> {
        self.all_rolls(Node { position, stage }, depth)
    }

    fn all_rolls(&mut self, node: Node, depth: u32) -> Result<u64, TooManyTurns> {
        if depth == 0 {
            return Ok(1);
        }
        Roll::all().map(|roll| self.roll(node, roll, depth)).sum()
    }

    /// The ends of `depth` plies, at least one, the first being this roll.
    fn roll(&mut self, node: Node, roll: Roll, depth: u32) -> Result<u64, TooManyTurns> {
        let situation = Situation {
            position: node.position,
            stage: node.stage,
            to_play: ToPlay::Roll(roll),
        };
        let list = self.list(&situation)?;
        if depth == 1 {
            let ends = list.len() as u64;
            self.spare.push(list);
            return Ok(ends);
        }
        let played = usize::from(list.dice_used());
        let leftover = Leftover::of_cascade(self.ruleset, &situation.to_play, played);
        let stage = stage_after(node.stage, roll);
        self.sum_over(list, |perft, end| {
            let next = Node {
                position: end.flipped(),
                stage,
            };
            match leftover {
                Some(leftover) => perft.leftover(next, leftover, depth - 1),
                None => perft.all_rolls(next, depth - 1),
            }
        })
    }

    /// The ends of `depth` plies that follow a leftover.
    fn leftover(
        &mut self,
        node: Node,
        leftover: Leftover,
        depth: u32,
    ) -> Result<u64, TooManyTurns> {
        let list = self.list(&Situation {
            position: node.position,
            stage: Stage::Later,
            to_play: ToPlay::Leftover(leftover),
        })?;
        self.sum_over(list, |perft, position| {
            perft.all_rolls(Node { position, ..node }, depth)
        })
    }

    /// What follows the ends of a list that do not end the game, summed up.
    fn sum_over(
        &mut self,
        list: TurnList,
        follow: impl Fn(&mut Perft<'r>, Position) -> Result<u64, TooManyTurns>,
    ) -> Result<u64, TooManyTurns> {
        let ends = (0..list.len()).map(|index| list.end(index));
        let sum = ends
            .filter(|end| !end.is_won())
            .map(|end| follow(self, end))
            .sum();
        self.spare.push(list);
        sum
    }

    fn list(&mut self, situation: &Situation) -> Result<TurnList, TooManyTurns> {
        let spare = self.spare.pop();
        let mut list = spare.unwrap_or_else(|| TurnList::with_room(ROOM));
        list.generate(self.ruleset, situation);
        self.lists += 1;
        if list.is_cut() {
            return Err(TooManyTurns);
        }
        Ok(list)
    }
}
