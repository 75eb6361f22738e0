//! The boards that games are being played on, for whoever looks on. A worker never waits for him,
//! and what he does not look at in time is gone.

use std::sync::{Arc, Mutex, PoisonError};

use arena_tournament::id::{BotIndex, GameIndex};
use nardy_protocol::record::TurnRecord;

/// A game as far as it has come.
#[derive(Debug, Clone)]
pub struct OnBoard {
    /// Which game.
    pub game: GameIndex,
    /// The bots by seat.
    pub bots: [BotIndex; 2],
    /// The turns that the referee has accepted, without the bots' remarks.
    pub turns: Vec<TurnRecord>,
    /// Counts the games of its board: a game that is played again begins anew.
    number: u64,
}

/// What is on a board; nothing before its first game and after its last.
type Place = Arc<Mutex<Option<OnBoard>>>;

/// The boards of all workers.
#[derive(Debug, Clone)]
pub struct Boards(Arc<[Place]>);

impl Boards {
    /// For so many games at once.
    #[must_use]
    pub fn new(count: usize) -> Boards {
        Boards((0..count).map(|_| Place::default()).collect())
    }

    /// A board for a worker to put its games on.
    ///
    /// # Panics
    ///
    /// If there are fewer boards.
    #[must_use]
    pub fn board(&self, number: usize) -> Board {
        Board {
            place: Arc::clone(&self.0[number]),
            games: 0,
        }
    }

    /// The games that are on the first boards, `most` at most, and how many there are in all.
    #[must_use]
    pub fn look(&self, most: usize) -> (Vec<OnBoard>, usize) {
        let mut shown = Vec::new();
        let mut all = 0;
        for place in self.0.iter() {
            let place = place.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(game) = &*place {
                all += 1;
                if shown.len() < most {
                    shown.push(game.clone());
                }
            }
        }
        (shown, all)
    }
}

/// A worker's board. When it is dropped, nothing is on it.
#[derive(Debug)]
pub struct Board {
    place: Place,
    games: u64,
}

impl Board {
    /// A game begins, or begins once more.
    pub fn begin(&mut self) {
        self.games += 1;
    }

    /// Shows how far the game has come. If somebody is looking at this very moment nothing is put
    /// down, and the next time makes up for it.
    pub fn show(&self, game: GameIndex, bots: [BotIndex; 2], turns: &[TurnRecord]) {
        let Ok(mut place) = self.place.try_lock() else {
            return;
        };
        let there = place.take().filter(|there| there.number == self.games);
        let mut there = there.unwrap_or(OnBoard {
            game,
            bots,
            turns: Vec::new(),
            number: self.games,
        });
        let new = turns.get(there.turns.len()..).unwrap_or_default();
        there.turns.extend(new.iter().map(|turn| TurnRecord {
            seat: turn.seat,
            dice: turn.dice.clone(),
            moves: turn.moves.clone(),
            info: None,
        }));
        *place = Some(there);
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        // Its worker plays no more, and may wait.
        *self.place.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

#[cfg(test)]
mod tests {
    use nardy_protocol::message::Dice;
    use nardy_protocol::record::Seat;

    use super::*;

    fn turn(seat: Seat) -> TurnRecord {
        TurnRecord {
            seat,
            dice: Dice::Roll([6, 5]),
            moves: vec![[24, 18], [18, 13]],
            info: Some("a remark".into()),
        }
    }

    fn show(board: &Board, game: u64, turns: &[TurnRecord]) {
        let bots = [BotIndex::new(0), BotIndex::new(1)];
        board.show(GameIndex::new(game), bots, turns);
    }

    /// Game and number of turns on each board.
    fn seen(boards: &Boards, most: usize) -> (Vec<(u64, usize)>, usize) {
        let (shown, all) = boards.look(most);
        let seen = shown.iter().map(|on| (on.game.get(), on.turns.len()));
        (seen.collect(), all)
    }

    #[test]
    fn a_board_has_the_turns_of_its_last_game_without_remarks() {
        let boards = Boards::new(3);
        let (mut one, mut other) = (boards.board(0), boards.board(2));
        assert_eq!(seen(&boards, 9), (vec![], 0));
        one.begin();
        other.begin();
        show(&one, 4, &[turn(Seat::Zero)]);
        show(&one, 4, &[turn(Seat::Zero), turn(Seat::One)]);
        show(&other, 5, &[]);
        assert_eq!(seen(&boards, 9), (vec![(4, 2), (5, 0)], 2));
        assert_eq!(seen(&boards, 1), (vec![(4, 2)], 2));
        let (shown, _) = boards.look(1);
        assert!(shown[0].turns.iter().all(|turn| turn.info.is_none()));
        // The same game, played again.
        one.begin();
        show(&one, 4, &[turn(Seat::One)]);
        let (shown, _) = boards.look(1);
        assert_eq!(shown[0].turns.len(), 1);
        assert_eq!(shown[0].turns[0].seat, Seat::One);
        drop(one);
        assert_eq!(seen(&boards, 9), (vec![(5, 0)], 1));
    }

    #[test]
    fn nobody_waits_for_whoever_is_looking_and_the_next_turn_makes_up_for_it() {
        let boards = Boards::new(1);
        let mut board = boards.board(0);
        board.begin();
        let looking = boards.0[0].lock();
        // It would never return if it waited.
        show(&board, 0, &[turn(Seat::Zero)]);
        drop(looking);
        assert_eq!(seen(&boards, 1), (vec![], 0));
        show(&board, 0, &[turn(Seat::Zero), turn(Seat::One)]);
        assert_eq!(seen(&boards, 1), (vec![(0, 2)], 1));
    }
}
