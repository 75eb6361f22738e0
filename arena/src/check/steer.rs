//! Which dice fall and what the opponent plays, so that the bot meets what it has not met yet.
//!
//! Nothing is drawn: a bot that plays the same turns meets the same situations in every run.

use arena_referee::dice::{LeagueSeed, PairDice, PairKey, PairingName};
use nardy_protocol::record::Seat;
use nardy_rules::{Doubles, Leftover, Point, Roll, Ruleset, Situation, Stage, ToPlay, TurnList};
use std::num::NonZeroU64;

use super::ledger::Ledger;
use super::rules::{applies, occasions};
use super::staged::{Mover, Staged};

/// Turns of the opponent that are looked at for what they leave of a cascade.
const LOOKED_AT: usize = 64;

/// The dice of one game where nothing else is wanted.
#[derive(Debug)]
pub(super) struct Fall {
    dice: PairDice,
    taken: [u32; 2],
    /// First rolls that are wanted: the bot's, the opponent's.
    opening: [Option<Roll>; 2],
}

impl Fall {
    /// The dice of game `number` by a ruleset, with what they are committed to.
    pub(super) fn new(
        ruleset: &Ruleset,
        number: u64,
        opening: [Option<[u8; 2]>; 2],
    ) -> (Fall, String) {
        let pairing =
            PairingName::new(ruleset.id(), "check").expect("ids have no control characters");
        let number = NonZeroU64::MIN.saturating_add(number);
        let key = PairKey::derive(&LeagueSeed::new("arena check"), &pairing, number);
        let fall = Fall {
            dice: PairDice::new(&key),
            taken: [0; 2],
            opening: opening.map(|faces| faces.and_then(|[a, b]| Roll::new(a, b))),
        };
        (fall, key.commitment())
    }

    fn next(&mut self, mover: Mover) -> Roll {
        let (seat, side) = match mover {
            Mover::Bot => (Seat::Zero, 0),
            Mover::Opponent => (Seat::One, 1),
        };
        self.taken[side] += 1;
        let [a, b] = self.dice.roll(seat, self.taken[side] - 1);
        Roll::new(a, b).expect("dice show faces from 1 to 6")
    }
}

/// Decides for the dice and the opponent.
pub(super) struct Steer<'a> {
    pub(super) ledger: &'a Ledger,
    pub(super) fall: &'a mut Fall,
}

impl Steer<'_> {
    fn is_open(&self, check: &str, ruleset: &Ruleset) -> bool {
        applies(check, ruleset) && !self.ledger.is_settled(check)
    }

    /// The roll of the side that is to move in `situation`, whatever dice stand there.
    pub(super) fn roll(&mut self, ruleset: &Ruleset, situation: &Situation, mover: Mover) -> Roll {
        let natural = self.fall.next(mover);
        let side = usize::from(mover == Mover::Opponent);
        if matches!(situation.stage, Stage::FirstTurn { .. })
            && let Some(wanted) = self.fall.opening[side].take()
        {
            return wanted;
        }
        let mut list = TurnList::new();
        let cascades = ruleset.doubles() == Doubles::Cascade;
        let others = Roll::all().filter(|roll| !(cascades && roll.is_double()));
        let wanted = [natural].into_iter().chain(others).find(|&roll| {
            let situation = Situation {
                to_play: ToPlay::Roll(roll),
                ..*situation
            };
            list.generate(ruleset, &situation);
            match mover {
                Mover::Bot => self.is_wanted(ruleset, &situation, &list),
                Mover::Opponent => self.is_wanted_of_opponent(ruleset, &list),
            }
        });
        let wanted = wanted.or_else(|| match mover {
            Mover::Bot => None,
            Mover::Opponent => self.leaving_roll(ruleset, situation, &mut list),
        });
        wanted.unwrap_or(natural)
    }

    /// Whether the bot would meet something new.
    fn is_wanted(&self, ruleset: &Ruleset, situation: &Situation, list: &TurnList) -> bool {
        match list.dice_used() {
            0 => self.is_open("rules.pass", ruleset),
            _ => !occasions(ruleset, situation, list, self.ledger).is_empty(),
        }
    }

    /// Whether the bot would meet something new after this of the opponent's.
    fn is_wanted_of_opponent(&self, ruleset: &Ruleset, list: &TurnList) -> bool {
        match list.dice_used() {
            0 => self.is_open("rules.opponents_pass", ruleset),
            _ => self.is_open("rules.bar", ruleset) && hit(list).is_some(),
        }
    }

    /// A double of which the bot would have to play the rest (R12).
    fn leaving_roll(
        &self,
        ruleset: &Ruleset,
        situation: &Situation,
        list: &mut TurnList,
    ) -> Option<Roll> {
        if !self.is_open("rules.leftover", ruleset) {
            return None;
        }
        let doubles = [6, 5, 4].into_iter().filter_map(|die| Roll::new(die, die));
        doubles.into_iter().find(|&roll| {
            let situation = Situation {
                to_play: ToPlay::Roll(roll),
                ..*situation
            };
            list.generate(ruleset, &situation);
            leaving(ruleset, &situation, list).is_some()
        })
    }

    /// The turn that the opponent is to play; none if it may play what it likes.
    pub(super) fn opponents_turn(&self, game: &Staged) -> Option<usize> {
        let ruleset = &game.ruleset;
        if self.is_open("rules.bar", ruleset) {
            hit(&game.legal)
        } else if self.is_open("rules.leftover", ruleset) {
            leaving(ruleset, &game.situation, &game.legal)
        } else {
            None
        }
    }
}

/// A turn that hits.
fn hit(list: &TurnList) -> Option<usize> {
    (0..list.len()).find(|&index| list.end(index).opposing().count(Point::BAR) > 0)
}

/// A turn that leaves dice of a cascade which the other side can play.
fn leaving(ruleset: &Ruleset, situation: &Situation, list: &TurnList) -> Option<usize> {
    let played = usize::from(list.dice_used());
    let leftover = Leftover::of_cascade(ruleset, &situation.to_play, played)?;
    let mut next = TurnList::new();
    (0..list.len().min(LOOKED_AT)).find(|&index| {
        let end = list.end(index);
        let rest = Situation {
            position: end.flipped(),
            stage: Stage::Later,
            to_play: ToPlay::Leftover(leftover),
        };
        next.generate(ruleset, &rest);
        !end.is_won() && next.dice_used() > 0
    })
}
