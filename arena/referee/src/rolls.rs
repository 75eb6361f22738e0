//! Which dice fall when: the opening of a game (R3) and each side's rolls in turn (R4).

use nardy_protocol::record::Seat;
use nardy_rules::{Opening, Position, Roll, Situation, Stage, ToPlay};

use crate::dice::PairDice;
use crate::setup::Setup;

/// How a game was opened.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The rounds of the roll-off, seat 0's die first; none if the starter was drawn.
    pub(crate) roll_off: Vec<[u8; 2]>,
    /// Who plays the first turn.
    pub(crate) starter: Seat,
    /// The dice of his first turn, where they are those of the roll-off.
    pub(crate) dice: Option<Roll>,
}

impl Opened {
    /// The opening of this game.
    pub(crate) fn of(setup: &Setup) -> Opened {
        let opening = setup.ruleset.opening();
        let winner = setup
            .previous_winner
            .filter(|_| opening == Opening::WinnerStarts);
        let roll_off = match opening {
            Opening::Drawn => Vec::new(),
            Opening::WinnerStarts if winner.is_some() => Vec::new(),
            Opening::RollOff | Opening::RollOffDice | Opening::WinnerStarts => {
                setup.dice.roll_off()
            }
        };
        let starter = match (roll_off.last(), winner) {
            (_, Some(winner)) => winner,
            (Some([zero, one]), None) if zero > one => Seat::Zero,
            (Some(_), None) => Seat::One,
            (None, None) => setup.dice.starter(),
        };
        let decisive = roll_off.last().filter(|_| opening == Opening::RollOffDice);
        let dice = decisive.map(|&dice| roll(own_first(dice, starter)));
        Opened {
            roll_off,
            starter,
            dice,
        }
    }
}

/// A pair of numbers by seat, seen from one of the seats.
pub(crate) fn own_first([zero, one]: [u8; 2], seat: Seat) -> [u8; 2] {
    match seat {
        Seat::Zero => [zero, one],
        Seat::One => [one, zero],
    }
}

fn roll([a, b]: [u8; 2]) -> Roll {
    Roll::new(a, b).expect("dice show faces from 1 to 6")
}

/// Both sides' rolls as the game goes on.
#[derive(Debug)]
pub(crate) struct Rolls {
    dice: PairDice,
    /// The dice of the very first turn, where they are those of the roll-off; they take no number
    /// of the side's rolls.
    opening: Option<Roll>,
    taken: [u32; 2],
    first: [Option<Roll>; 2],
}

impl Rolls {
    pub(crate) fn new(dice: PairDice, opening: Option<Roll>) -> Rolls {
        Rolls {
            dice,
            opening,
            taken: [0; 2],
            first: [None; 2],
        }
    }

    /// The first roll of a side, once it has rolled.
    pub(crate) fn first(&self, seat: Seat) -> Option<Roll> {
        self.first[seat.index()]
    }

    /// Lets a side roll, and puts it before its dice.
    pub(crate) fn face(&mut self, seat: Seat, position: Position) -> Situation {
        let stage = match self.first(seat) {
            None => Stage::FirstTurn {
                opponent_first_roll: self.first(seat.other()),
            },
            Some(_) => Stage::Later,
        };
        let roll = self.next(seat);
        self.first[seat.index()].get_or_insert(roll);
        Situation {
            position,
            stage,
            to_play: ToPlay::Roll(roll),
        }
    }

    fn next(&mut self, seat: Seat) -> Roll {
        if let Some(opening) = self.opening.take() {
            return opening;
        }
        let taken = &mut self.taken[seat.index()];
        *taken += 1;
        roll(self.dice.roll(seat, *taken - 1))
    }
}
