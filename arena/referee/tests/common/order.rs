//! Who plays next and with which dice, from the pair's dice and the moves alone (R3, R4, R12).

use arena_referee::dice::PairDice;
use nardy_protocol::message::Dice;
use nardy_protocol::record::Seat;

use super::law::cascade;

/// The order of a game's turns.
#[derive(Debug, Clone)]
pub struct Order {
    rules: String,
    dice: PairDice,
    rolled: [u32; 2],
    /// Who is to play what.
    pub next: (Seat, Dice),
}

/// Who starts a game (R3).
pub fn starter(rules: &str, dice: &PairDice) -> Seat {
    if rules == "long-app" {
        return dice.starter();
    }
    let rounds = dice.roll_off();
    let [zero, one] = rounds[rounds.len() - 1];
    if zero > one { Seat::Zero } else { Seat::One }
}

/// The rounds of the roll-off as a seat sees them; none where the arena draws the starter.
pub fn roll_off(rules: &str, dice: &PairDice, seat: Seat) -> Vec<[u8; 2]> {
    if rules == "long-app" {
        return Vec::new();
    }
    let mut rounds = dice.roll_off();
    if seat == Seat::One {
        rounds.iter_mut().for_each(|round| round.reverse());
    }
    rounds
}

impl Order {
    pub fn new(rules: &str, dice: PairDice) -> Order {
        let starter = starter(rules, &dice);
        let mut order = Order {
            rules: rules.to_owned(),
            next: (starter, Dice::Roll([0, 0])),
            rolled: [0, 0],
            dice,
        };
        if rules == "short" {
            // The roll-off's dice, the starter's own first; they take no number (dice.md).
            let rounds = roll_off(rules, &order.dice, starter);
            order.next.1 = Dice::Roll(rounds[rounds.len() - 1]);
        } else {
            order.roll(starter);
        }
        order
    }

    /// The turn that was next had so many moves.
    pub fn played(&mut self, moves: usize) {
        let (seat, dice) = self.next.clone();
        match dice {
            // What a side cannot play of a leftover is lost, and then it rolls.
            Dice::Leftover(_) => self.roll(seat),
            Dice::Roll([a, b]) if a == b && self.rules == "gulbar" => {
                let left = cascade(a).split_off(moves);
                if left.is_empty() {
                    self.roll(seat.other());
                } else {
                    self.next = (seat.other(), Dice::Leftover(left));
                }
            }
            Dice::Roll(_) => self.roll(seat.other()),
        }
    }

    fn roll(&mut self, seat: Seat) {
        let number = &mut self.rolled[seat.index()];
        self.next = (seat, Dice::Roll(self.dice.roll(seat, *number)));
        *number += 1;
    }
}
