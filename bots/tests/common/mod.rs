//! Games between two players, as the rules page has them, without arena and processes.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, missing_docs)]

use nardy_bots::{Player, TurnView};
use nardy_protocol::rules::{
    Die, Doubles, Leftover, Opening, Position, Roll, Ruleset, Situation, Stage, ToPlay, TurnList,
    Win,
};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// Everybody's dice; the two seats' rolls do not depend on each other's turns.
pub struct Dice([SmallRng; 3]);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice([0, 1, 2].map(|stream| SmallRng::seed_from_u64(3 * seed + stream)))
    }

    /// The next roll of a seat.
    fn roll(&mut self, seat: usize) -> Roll {
        let mut die = || self.0[seat].random_range(1..=6);
        Roll::new(die(), die()).unwrap()
    }

    /// The seat that starts, and the dice that settled it (R3).
    fn roll_off(&mut self) -> (usize, Roll) {
        loop {
            let mut die = || self.0[2].random_range(1..=6);
            let dice: [u8; 2] = [die(), die()];
            if dice[0] != dice[1] {
                let starter = usize::from(dice[1] > dice[0]);
                return (starter, Roll::new(dice[0], dice[1]).unwrap());
            }
        }
    }
}

/// A game in progress, the position seen by the seat to move.
struct Game<'a> {
    ruleset: &'a Ruleset,
    position: Position,
    first_rolls: [Option<Roll>; 2],
    turns: TurnList,
}

impl<'a> Game<'a> {
    fn new(ruleset: &'a Ruleset) -> Game<'a> {
        Game {
            ruleset,
            position: Position::start(ruleset),
            first_rolls: [None; 2],
            turns: TurnList::new(),
        }
    }

    /// Plays one turn; what is won with it, if anything.
    fn turn(&mut self, player: &mut dyn Player, stage: Stage, to_play: ToPlay) -> Option<Win> {
        let situation = Situation {
            position: self.position,
            stage,
            to_play,
        };
        self.turns.generate(self.ruleset, &situation);
        self.turns.sort();
        let view = TurnView {
            ruleset: self.ruleset,
            situation: &situation,
        };
        self.position = self.turns.end(player.choose(&view, &self.turns));
        Win::of(self.ruleset, &self.position)
    }

    fn stage(&mut self, seat: usize, roll: Roll) -> Stage {
        if self.first_rolls[seat].is_some() {
            return Stage::Later;
        }
        self.first_rolls[seat] = Some(roll);
        Stage::FirstTurn {
            opponent_first_roll: self.first_rolls[1 - seat],
        }
    }

    /// What the turn just played leaves of a cascade (R12).
    fn rest(&self, roll: Roll) -> Option<Leftover> {
        if !roll.is_double() || self.ruleset.doubles() != Doubles::Cascade {
            return None;
        }
        let cascade = (roll.larger()..=6).flat_map(|face| [Die::new(face).unwrap(); 2]);
        let rest: Vec<Die> = cascade.skip(usize::from(self.turns.dice_used())).collect();
        Leftover::new(&rest)
    }
}

/// Plays one game; the seat that won, and its win. The same seed gives both seats the same dice
/// whoever sits there.
pub fn play_game(ruleset: &Ruleset, players: &mut [&mut dyn Player; 2], seed: u64) -> (usize, Win) {
    let mut dice = Dice::new(seed);
    let (mut seat, roll_off) = dice.roll_off();
    let mut opening = (ruleset.opening() == Opening::RollOffDice).then_some(roll_off);
    let mut game = Game::new(ruleset);
    players.iter_mut().for_each(|player| player.new_game(seed));
    let mut leftover: Option<Leftover> = None;
    loop {
        let rest = leftover.take();
        let win =
            rest.and_then(|rest| game.turn(players[seat], Stage::Later, ToPlay::Leftover(rest)));
        let roll = opening.take().unwrap_or_else(|| dice.roll(seat));
        let stage = game.stage(seat, roll);
        let win = win.or_else(|| game.turn(players[seat], stage, ToPlay::Roll(roll)));
        if let Some(win) = win {
            return (seat, win);
        }
        leftover = game.rest(roll);
        game.position = game.position.flipped();
        seat = 1 - seat;
    }
}

/// How many of `pairs` pairs of games the first player wins; the two games of a pair have the
/// same dice and the seats changed.
pub fn wins_in_pairs(ruleset: &Ruleset, names: [&str; 2], pairs: u64) -> u64 {
    let [mut one, mut two] = names.map(|name| nardy_bots::by_name(name).unwrap());
    (0..pairs)
        .map(|seed| {
            let (here, _) = play_game(ruleset, &mut [one.as_mut(), two.as_mut()], seed);
            let (there, _) = play_game(ruleset, &mut [two.as_mut(), one.as_mut()], seed);
            u64::from(here == 0) + u64::from(there == 1)
        })
        .sum()
}
