//! The single check: is this sequence of moves a legal turn, and if not, which rule does it break?
//!
//! It walks the moves one by one and tests each rule by itself, so that it can say what is wrong;
//! only R5, which compares a turn with all others, asks the list of legal turns.

use std::fmt;

use crate::legal::{Eastern, Field, State, cascade};
use crate::turn::{CheckerMove, Situation, ToPlay};
use crate::{Block, Doubles, Geometry, Point, Position, RuleId, Ruleset, TurnList, bits};

/// Why a sequence of moves is not a legal turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    rule: RuleId,
    message: String,
}

impl Breach {
    fn new(rule: RuleId, message: impl Into<String>) -> Breach {
        Breach {
            rule,
            message: message.into(),
        }
    }

    /// The rule that is broken.
    #[must_use]
    pub fn rule(&self) -> RuleId {
        self.rule
    }

    /// A sentence for the author of the turn.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.message)
    }
}

impl std::error::Error for Breach {}

impl TurnList {
    /// Whether these moves, in this order, are a legal turn of the situation the list was
    /// generated from; answers the position they lead to, seen by the mover.
    ///
    /// Moves are legal if some assignment of the dice makes them so. A turn that bears off the
    /// last checker is whole, however many dice are left (R6).
    ///
    /// # Errors
    ///
    /// The rule that is broken, and a sentence. Where both orders of the dice fail, it is the
    /// breach of the order that gets farther.
    pub fn check(
        &self,
        ruleset: &Ruleset,
        situation: &Situation,
        moves: &[CheckerMove],
    ) -> Result<Position, Breach> {
        let field = Field::new(ruleset, situation);
        let walk = |dice: &[u8]| Walk::new(ruleset, &field, RuleId::R4).play(dice, moves);
        let in_order = |dice: &[u8]| Walk::new(ruleset, &field, RuleId::R12).play(dice, moves);
        let walked = match situation.to_play {
            ToPlay::Leftover(leftover) => in_order(leftover.faces()),
            ToPlay::Roll(roll) if !roll.is_double() => {
                let orders = [
                    [roll.larger(), roll.smaller()],
                    [roll.smaller(), roll.larger()],
                ];
                let [one, other] = orders.map(|order| walk(&order));
                best_of(one, other)
            }
            ToPlay::Roll(roll) if ruleset.doubles() == Doubles::Cascade => {
                in_order(cascade(roll.larger()).faces())
            }
            ToPlay::Roll(roll) => walk(&[roll.larger(); 4]),
        };
        let end = walked.map_err(|(_, breach)| breach)?;
        let end = self.position_of(end.entry);
        if !end.is_won() {
            self.check_all_dice_used(situation, moves, &end)?;
        }
        Ok(end)
    }

    /// R5, for moves that break no other rule.
    fn check_all_dice_used(
        &self,
        situation: &Situation,
        moves: &[CheckerMove],
        end: &Position,
    ) -> Result<(), Breach> {
        let wanted = usize::from(self.dice_used());
        if moves.len() < wanted {
            let message = format!(
                "the turn plays {} of the dice, but {wanted} can be played: every die that can be \
                 played must be",
                moves.len()
            );
            return Err(Breach::new(RuleId::R5, message));
        }
        // With a single die played, it matters which one.
        match situation.to_play {
            ToPlay::Roll(roll) if wanted == 1 && self.find(end).is_none() => {
                let message = format!(
                    "only one of the dice can be played, and then it must be the larger, {}",
                    roll.larger()
                );
                Err(Breach::new(RuleId::R5, message))
            }
            _ => Ok(()),
        }
    }
}

/// How far a walk came, and where or why it ended.
type Walked = Result<State, (usize, Breach)>;

/// The walk that succeeds, or else the one that got farther.
fn best_of(one: Walked, other: Walked) -> Walked {
    match (one, other) {
        (Ok(end), _) | (_, Ok(end)) => Ok(end),
        (Err(one), Err(other)) => {
            // At the same place a broken rule tells more than a die that does not fit.
            let rank = |(far, breach): &(usize, Breach)| (*far, breach.rule != RuleId::R4);
            Err(if rank(&other) > rank(&one) {
                other
            } else {
                one
            })
        }
    }
}

/// A turn being played move by move.
struct Walk<'a> {
    geometry: Geometry,
    field: &'a Field,
    state: State,
    block: Block,
    /// What a move by another distance breaks: R12 where the dice have an order.
    order: RuleId,
    /// What R15 may remember; more than one where it is open which checker moved.
    memories: Vec<Eastern>,
}

impl<'a> Walk<'a> {
    fn new(ruleset: &Ruleset, field: &'a Field, order: RuleId) -> Walk<'a> {
        Walk {
            geometry: ruleset.geometry(),
            field,
            state: field.start,
            block: ruleset.block(),
            order,
            memories: vec![Eastern::BLANK],
        }
    }

    /// Plays the moves with the dice in this order, every rule but R5 watched.
    fn play(mut self, dice: &[u8], moves: &[CheckerMove]) -> Walked {
        for (played, &checker_move) in moves.iter().enumerate() {
            let Some(&die) = dice.get(played) else {
                let message = format!(
                    "{} moves, but only {} dice to play",
                    moves.len(),
                    dice.len()
                );
                return Err((played, Breach::new(RuleId::R4, message)));
            };
            self.step(checker_move, die).map_err(|(rule, why)| {
                let message = format!("move {} ({checker_move}) with the {die}: {why}", played + 1);
                (played, Breach::new(rule, message))
            })?;
        }
        self.end(moves.len())
            .map_err(|breach| (moves.len(), breach))
    }

    /// Makes one move, if the rules let it.
    fn step(&mut self, checker_move: CheckerMove, die: u8) -> Result<(), (RuleId, String)> {
        let [from, to] = checker_move.numbers();
        self.check_start(from)?;
        if to != from.saturating_sub(die) {
            let target = Point::known(from.saturating_sub(die));
            return Err((
                self.order,
                format!("this die leads from {from} to {target}"),
            ));
        }
        if to == 0 {
            self.check_bearing_off(from, die)?;
        } else if self.field.open >> to & 1 == 0 {
            return Err(match self.geometry {
                Geometry::Long => (RuleId::R9, format!("an opposing checker stands on {to}")),
                Geometry::Short => (RuleId::R13, format!("opposing checkers hold {to}")),
            });
        }
        let floor = self.field.head_floor;
        if from == 24 && self.field.count(self.state.entry, 24) <= floor {
            let why = "no further checker may leave the head this turn";
            return Err((RuleId::R10, why.to_owned()));
        }
        if self.field.comes_home_with_the_wrong_die(from, die) {
            let why = "the last checker outside must come home with the larger die";
            return Err((RuleId::R16, why.to_owned()));
        }
        self.remember(from, die)?;
        self.state = self.field.advance(self.state, from, die);
        if self.field.blocks_in_passing(self.state.own) {
            return Err((RuleId::R11, self.block("even between two moves of a turn")));
        }
        Ok(())
    }

    /// There must be a checker, and those on the bar go first.
    fn check_start(&self, from: u8) -> Result<(), (RuleId, String)> {
        if self.state.own & bits::BAR != 0 && from != 25 {
            let why = "checkers on the bar must enter before any other moves";
            return Err((RuleId::R14, why.to_owned()));
        }
        if self.state.own >> from & 1 == 1 {
            return Ok(());
        }
        Err(match from {
            0 => (
                RuleId::R4,
                "0 is where checkers are borne off; none moves from there".to_owned(),
            ),
            25 => (RuleId::R14, "no own checker is on the bar".to_owned()),
            _ => (RuleId::R4, format!("no own checker stands on {from}")),
        })
    }

    fn check_bearing_off(&self, from: u8, die: u8) -> Result<(), (RuleId, String)> {
        let outside = self.state.own & !bits::HOME;
        if outside != 0 {
            let farthest = Point::known(bits::highest(outside));
            let why = format!("no checker is borne off while one is outside home, on {farthest}");
            return Err((RuleId::R7, why));
        }
        let highest = bits::highest(self.state.own);
        if from < die && from < highest {
            let why = format!(
                "a larger die bears off from the highest point only, and a checker stands on {highest}"
            );
            return Err((RuleId::R7, why));
        }
        Ok(())
    }

    /// Carries on what R15 has to remember.
    fn remember(&mut self, from: u8, die: u8) -> Result<(), (RuleId, String)> {
        let entry = self.state.entry;
        self.memories = self
            .memories
            .iter()
            .flat_map(|memory| memory.after(self.field, entry, (from, die)))
            .flatten()
            .collect();
        if self.memories.is_empty() {
            let why = "the checker that hit in its home may not move on to two or more own ones";
            return Err((RuleId::R15, why.to_owned()));
        }
        Ok(())
    }

    /// What must hold when the turn is over.
    fn end(self, moves: usize) -> Result<State, Breach> {
        if moves > 0 && self.field.blocks(self.state.own) {
            return Err(Breach::new(
                RuleId::R11,
                self.block("at the end of the turn"),
            ));
        }
        if !self
            .memories
            .iter()
            .any(|memory| memory.may_end(self.field, self.state.entry))
        {
            let message = "a checker that hit in its home moved on, so one own checker in the home \
                           must stand alone at the end of the turn";
            return Err(Breach::new(RuleId::R15, message));
        }
        Ok(self.state)
    }

    /// The forbidden block that stands now, in words.
    fn block(&self, when: &str) -> String {
        let seen = bits::half_turn(self.state.own);
        let runs = bits::six_runs(seen) & self.field.forbidden_runs;
        let lowest = bits::highest(runs);
        let mine = |his: u8| self.geometry.seen_by_the_other(his);
        let missing = match self.block {
            Block::Home => "no opposing checker has reached its home",
            Block::Passed | Block::Free => "no opposing checker has passed them",
        };
        format!(
            "six points in a row, {} to {}, would be held and {missing}; that is forbidden {when}",
            mine(lowest + 5),
            mine(lowest)
        )
    }
}
