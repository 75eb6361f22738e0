//! Which games are still to be played: handed out in the league's order, each once.
//!
//! A round's games are handed out when every game of the round before has been won, for who meets
//! in it depends on them. Only a Swiss has more than one round.
//!
//! Where the winner of a game starts the next (R3), the games of a match wait for each other. A
//! match is then a pairing's games with the same seats: its pairs' first games, or second ones.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use arena_tournament::id::GameIndex;
use arena_tournament::result::GameResult;
use arena_tournament::schedule::{Schedule, ScheduledGame};
use nardy_protocol::record::Seat;
use tokio::sync::Notify;

use super::finished::Finished;

/// How many games are handed out before one that was void is again. Few, for games behind it are
/// counted only when it has been played.
const MEANWHILE: u64 = 16;

/// A game to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Turnout {
    pub(super) game: ScheduledGame,
    /// Who won the match's game before, where that matters.
    pub(super) previous_winner: Option<Seat>,
}

/// How games wait for each other inside a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Waiting {
    /// Not at all.
    Free,
    /// A game waits for the one before it in its match.
    Matches,
    /// There is but one game, and nothing follows from how it ends.
    Alone,
}

/// The games of a league that have not been played.
#[derive(Debug)]
pub(super) struct Queue {
    waiting: Waiting,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug)]
struct State {
    schedule: Schedule,
    /// Who won games that are not to be played again: those of the journal; in matches also those
    /// that decide who starts in a later round.
    finished: HashMap<u64, Seat>,
    /// Where games are free: the first that may not have been handed out.
    next: u64,
    /// In matches: the games that can be played, with who won the one before.
    ready: BTreeMap<u64, Option<Seat>>,
    /// Void games, each with the count of games at which it is handed out again.
    returned: VecDeque<(Turnout, u64)>,
    /// How many games were handed out.
    handed_out: u64,
    /// Games that are handed out and neither won nor given back.
    running: u64,
}

impl Queue {
    /// All games but those that are finished already.
    pub(super) fn new(waiting: Waiting, finished: Finished) -> Queue {
        let Finished {
            schedule,
            winners,
            but,
        } = finished;
        let mut state = State {
            schedule,
            finished: winners,
            next: 0,
            ready: BTreeMap::new(),
            returned: but.map(|turnout| (turnout, 0)).into_iter().collect(),
            handed_out: 0,
            running: 0,
        };
        state.open_round(waiting);
        Queue {
            waiting,
            state: Mutex::new(state),
            changed: Notify::new(),
        }
    }

    /// The next game to play, waiting for one if need be; none when there will be no more.
    pub(super) async fn take(&self) -> Option<Turnout> {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            // From here on no change is missed.
            changed.as_mut().enable();
            {
                let mut state = self.lock();
                if let Some(turnout) = state.hand_out(self.waiting) {
                    state.running += 1;
                    state.handed_out += 1;
                    return Some(turnout);
                }
                if !state.more_may_come(self.waiting) {
                    return None;
                }
            }
            changed.await;
        }
    }

    /// A game that was handed out came to no end; it is handed out again after some others, for by
    /// then the machine may be at peace.
    pub(super) fn put_back(&self, turnout: Turnout) {
        let mut state = self.lock();
        state.running -= 1;
        let due = state.handed_out + MEANWHILE;
        state.returned.push_back((turnout, due));
        drop(state);
        self.changed.notify_waiters();
    }

    /// A game that was handed out has been won.
    pub(super) fn won(&self, result: &GameResult) {
        let mut state = self.lock();
        state.running -= 1;
        state.won(self.waiting, result);
        drop(state);
        self.changed.notify_waiters();
    }

    /// The schedule as far as its rounds are known.
    pub(super) fn schedule(&self) -> Schedule {
        self.lock().schedule.clone()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn open_round(&mut self, waiting: Waiting) {
        let open = self.schedule.open();
        self.next = open.start;
        if waiting == Waiting::Matches {
            let first_cycle = open.start..open.end.min(open.start + self.stride());
            for first in first_cycle {
                let mut game = first;
                let mut winner = self.winner_before(first);
                while let Some(&seat) = self.finished.get(&game) {
                    (game, winner) = (game + self.stride(), Some(seat));
                }
                if game < open.end {
                    self.ready.insert(game, winner);
                }
            }
        }
    }

    /// From a game to the next of its match in the same round.
    fn stride(&self) -> u64 {
        2 * self.schedule.pairings()
    }

    /// Who won a match's game before this one, in an earlier round.
    fn winner_before(&self, game: u64) -> Option<Seat> {
        let game = self.schedule.game(GameIndex::new(game))?;
        let previous = self.schedule.previous(&game)?;
        self.finished.get(&previous.get()).copied()
    }

    fn hand_out(&mut self, waiting: Waiting) -> Option<Turnout> {
        if self
            .returned
            .front()
            .is_some_and(|(_, due)| self.handed_out >= *due)
        {
            return self.returned.pop_front().map(|(turnout, _)| turnout);
        }
        let next = match waiting {
            Waiting::Matches => self.ready.pop_first(),
            Waiting::Free => self.next_free().map(|game| (game, None)),
            Waiting::Alone => None,
        };
        let Some((game, previous_winner)) = next else {
            return self.returned.pop_front().map(|(turnout, _)| turnout);
        };
        Some(Turnout {
            game: self.schedule.game(GameIndex::new(game))?,
            previous_winner,
        })
    }

    fn next_free(&mut self) -> Option<u64> {
        let rest = self.next..self.schedule.open().end;
        let game = rest.clone().find(|game| !self.finished.contains_key(game));
        self.next = game.map_or(rest.end, |game| game + 1);
        game
    }

    /// Whether games that are running make others ready.
    fn more_may_come(&self, waiting: Waiting) -> bool {
        let is_last_round = self.schedule.open().end == self.schedule.games();
        // A free game that comes back is played by whoever gave it back.
        match waiting {
            Waiting::Free => self.running > 0 && !is_last_round,
            Waiting::Matches => self.running > 0,
            Waiting::Alone => false,
        }
    }

    fn won(&mut self, waiting: Waiting, result: &GameResult) {
        if waiting == Waiting::Alone {
            return;
        }
        let open = self.schedule.open();
        let counted = self.schedule.count(result);
        counted.expect("games are handed out of the open round, each once");
        if waiting == Waiting::Matches {
            let game = result.index().get();
            let winner = match result.winner() == result.seats()[0] {
                true => Seat::Zero,
                false => Seat::One,
            };
            let next = game + self.stride();
            if next < open.end {
                self.ready.insert(next, Some(winner));
            } else {
                self.finished.insert(game, winner);
            }
        }
        if self.schedule.open() != open {
            self.open_round(waiting);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use arena_tournament::result::{Win, WinKind};
    use arena_tournament::schedule::Kind;

    use super::*;

    fn run<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap()
            .block_on(future)
    }

    fn queue(waiting: Waiting, schedule: Schedule, winners: HashMap<u64, Seat>) -> Queue {
        let but = None;
        let finished = Finished {
            schedule,
            winners,
            but,
        };
        Queue::new(waiting, finished)
    }

    /// A league of two bots, of which some games are finished.
    fn two_bots(pairs: u64, waiting: Waiting, winners: &[(u64, Seat)]) -> Queue {
        let schedule = Schedule::new(Kind::RoundRobin, 2, pairs).unwrap();
        let winners = winners.iter().copied().collect();
        queue(waiting, schedule, winners)
    }

    /// A Swiss of four bots, two rounds of four games each.
    fn swiss(waiting: Waiting) -> Queue {
        let schedule = Schedule::new(Kind::Swiss { rounds: 2 }, 4, 1).unwrap();
        queue(waiting, schedule, HashMap::new())
    }

    fn won(queue: &Queue, turnout: &Turnout, winner: Seat) {
        let seats = turnout.game.seats();
        let win = Win {
            kind: WinKind::Oin,
            points: 1,
        };
        let winner = seats[winner.index()];
        let index = turnout.game.id.index();
        queue.won(&GameResult::new(index, seats, seats[0], winner, win).unwrap());
    }

    /// Takes games that are there already.
    fn take(queue: &Queue, games: usize) -> Vec<Turnout> {
        (0..games).map(|_| run(queue.take()).unwrap()).collect()
    }

    fn index(turnout: &Turnout) -> u64 {
        turnout.game.id.index().get()
    }

    #[test]
    fn finished_games_are_not_handed_out_again() {
        let finished = [(0, Seat::Zero), (2, Seat::One), (5, Seat::One)];
        let queue = two_bots(3, Waiting::Free, &finished);
        let taken: Vec<_> = take(&queue, 3).iter().map(index).collect();
        assert_eq!(taken, [1, 3, 4]);
        assert_eq!(run(queue.take()), None);
    }

    #[test]
    fn a_void_game_is_handed_out_again_after_the_others() {
        let queue = two_bots(2, Waiting::Free, &[]);
        let first = run(queue.take()).unwrap();
        queue.put_back(first);
        let rest: Vec<_> = take(&queue, 4).iter().map(index).collect();
        assert_eq!(rest, [1, 2, 3, 0]);
    }

    #[test]
    fn a_void_game_does_not_wait_for_many_others() {
        let queue = two_bots(100, Waiting::Free, &[]);
        let first = run(queue.take()).unwrap();
        queue.put_back(first);
        let next: Vec<_> = take(&queue, 18).iter().map(index).collect();
        let expected: Vec<u64> = (1..=MEANWHILE).chain([0, MEANWHILE + 1]).collect();
        assert_eq!(next, expected);
    }

    #[test]
    fn a_match_waits_for_its_winner() {
        run(async {
            let queue = two_bots(3, Waiting::Matches, &[(0, Seat::One)]);
            let next = async || queue.take().await.unwrap();
            let seen = |turnout: &Turnout| (index(turnout), turnout.previous_winner);
            let (one, two) = (next().await, next().await);
            assert_eq!(seen(&one), (1, None));
            assert_eq!(seen(&two), (2, Some(Seat::One)));
            // Games 3 and 4 wait for 1 and 2.
            let (four, ()) = tokio::join!(next(), async { won(&queue, &two, Seat::Zero) });
            assert_eq!(seen(&four), (4, Some(Seat::Zero)));
            won(&queue, &one, Seat::Zero);
            let three = next().await;
            assert_eq!(seen(&three), (3, Some(Seat::Zero)));
            won(&queue, &three, Seat::Zero);
            won(&queue, &four, Seat::Zero);
            let five = next().await;
            assert_eq!(seen(&five), (5, Some(Seat::Zero)));
            won(&queue, &five, Seat::One);
            assert_eq!(queue.take().await, None);
        });
    }

    #[test]
    fn a_round_waits_for_every_game_of_the_one_before() {
        for waiting in [Waiting::Free, Waiting::Matches] {
            let queue = swiss(waiting);
            let first = take(&queue, 4);
            for turnout in &first[1..] {
                won(&queue, turnout, Seat::Zero);
            }
            // One comes to no end: it is the only one to be had.
            queue.put_back(first[0]);
            let again = run(queue.take()).unwrap();
            assert_eq!(again, first[0]);
            run(async {
                let (next, ()) = tokio::join!(queue.take(), async {
                    won(&queue, &again, Seat::One);
                });
                assert_eq!(next.map(|next| index(&next)), Some(4), "{waiting:?}");
            });
            let rest = take(&queue, 3);
            for (turnout, game) in rest.iter().zip(5..) {
                assert_eq!(index(turnout), game);
            }
            assert_eq!(queue.schedule().open(), 4..8);
        }
    }

    #[test]
    fn a_swiss_goes_on_in_the_round_that_is_open() {
        let mut schedule = Schedule::new(Kind::Swiss { rounds: 2 }, 4, 1).unwrap();
        let mut winners = HashMap::new();
        for game in [0, 1, 2, 3, 5] {
            let seats = schedule.game(GameIndex::new(game)).unwrap().seats();
            let win = Win {
                kind: WinKind::Mars,
                points: 2,
            };
            let result = GameResult::new(GameIndex::new(game), seats, seats[0], seats[0], win);
            schedule.count(&result.unwrap()).unwrap();
            winners.insert(game, Seat::Zero);
        }
        let queue = queue(Waiting::Free, schedule, winners);
        let rest: Vec<_> = take(&queue, 3).iter().map(index).collect();
        assert_eq!(rest, [4, 6, 7]);
        assert_eq!(run(queue.take()), None);
    }
}
