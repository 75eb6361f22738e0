//! Which games are still to be played: handed out in the league's order, each once.
//!
//! Where the winner of a game starts the next (R3), the games of a match wait for each other. A
//! match is then a pairing's games with the same seats: its pairs' first games, or second ones.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use arena_tournament::id::GameIndex;
use nardy_protocol::record::Seat;
use tokio::sync::Notify;

/// A game to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Turnout {
    pub(super) game: GameIndex,
    /// Who won the match's game before, where that matters.
    pub(super) previous_winner: Option<Seat>,
}

/// The games of a league that have not been played.
#[derive(Debug)]
pub(super) enum Queue {
    /// Every game may be played at any time.
    Free {
        next: AtomicU64,
        games: u64,
        finished: HashMap<u64, Seat>,
        /// Void games that wait until all others have been handed out.
        returned: Mutex<VecDeque<GameIndex>>,
    },
    /// A game waits for the one before it in its match.
    Matches(Matches),
}

/// The matches of a league.
#[derive(Debug)]
pub(super) struct Matches {
    games: u64,
    /// From a game to the next of its match.
    stride: u64,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug)]
struct State {
    ready: BTreeMap<u64, Option<Seat>>,
    running: u64,
}

impl Queue {
    /// All games but those that are finished already; of these, who won.
    pub(super) fn free(games: u64, finished: HashMap<u64, Seat>) -> Queue {
        Queue::Free {
            next: AtomicU64::new(0),
            games,
            finished,
            returned: Mutex::default(),
        }
    }

    /// The same where the games `stride` apart are one match.
    pub(super) fn matches(games: u64, stride: u64, finished: &HashMap<u64, Seat>) -> Queue {
        let mut ready = BTreeMap::new();
        for first in 0..stride.min(games) {
            let (mut game, mut winner) = (first, None);
            while let Some(&seat) = finished.get(&game) {
                (game, winner) = (game + stride, Some(seat));
            }
            if game < games {
                ready.insert(game, winner);
            }
        }
        let state = Mutex::new(State { ready, running: 0 });
        Queue::Matches(Matches {
            games,
            stride,
            state,
            changed: Notify::new(),
        })
    }

    /// The next game to play, waiting for one if need be; none when all are handed out.
    pub(super) async fn take(&self) -> Option<Turnout> {
        match self {
            Queue::Matches(matches) => matches.take().await,
            Queue::Free {
                next,
                games,
                finished,
                returned,
            } => loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let game = match index >= *games {
                    true => lock(returned).pop_front()?,
                    false if finished.contains_key(&index) => continue,
                    false => GameIndex::new(index),
                };
                return Some(Turnout {
                    game,
                    previous_winner: None,
                });
            },
        }
    }

    /// A game that was handed out came to no end; it is handed out again when the others have
    /// been, for by then the machine may be at peace.
    pub(super) fn put_back(&self, turnout: Turnout) {
        match self {
            Queue::Free { returned, .. } => lock(returned).push_back(turnout.game),
            Queue::Matches(matches) => matches.put_back(turnout),
        }
    }

    /// A game that was handed out has been won.
    pub(super) fn won(&self, game: GameIndex, winner: Seat) {
        if let Queue::Matches(matches) = self {
            matches.won(game, winner);
        }
    }
}

impl Matches {
    async fn take(&self) -> Option<Turnout> {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            // From here on no change is missed.
            changed.as_mut().enable();
            {
                let mut state = self.lock();
                if let Some((index, previous_winner)) = state.ready.pop_first() {
                    state.running += 1;
                    return Some(Turnout {
                        game: GameIndex::new(index),
                        previous_winner,
                    });
                }
                if state.running == 0 {
                    return None;
                }
            }
            changed.await;
        }
    }

    fn put_back(&self, turnout: Turnout) {
        let mut state = self.lock();
        state.running -= 1;
        let (game, winner) = (turnout.game.get(), turnout.previous_winner);
        state.ready.insert(game, winner);
        drop(state);
        self.changed.notify_waiters();
    }

    fn won(&self, game: GameIndex, winner: Seat) {
        let mut state = self.lock();
        state.running -= 1;
        let next = game.get() + self.stride;
        if next < self.games {
            state.ready.insert(next, Some(winner));
        }
        drop(state);
        self.changed.notify_waiters();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn run<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap()
            .block_on(future)
    }

    #[test]
    fn finished_games_are_not_handed_out_again() {
        let finished = HashMap::from([(0, Seat::Zero), (2, Seat::One), (5, Seat::One)]);
        let queue = Queue::free(6, finished);
        let mut taken = Vec::new();
        while let Some(turnout) = run(queue.take()) {
            taken.push(turnout.game.get());
        }
        assert_eq!(taken, [1, 3, 4]);
    }

    #[test]
    fn a_void_game_is_handed_out_again_after_the_others() {
        let queue = Queue::free(3, HashMap::new());
        let first = run(queue.take()).unwrap();
        queue.put_back(first);
        let rest: Vec<_> = std::iter::from_fn(|| run(queue.take()))
            .map(|turnout| turnout.game.get())
            .collect();
        assert_eq!(rest, [1, 2, 0]);
    }

    #[test]
    fn a_match_waits_for_its_winner() {
        run(async {
            let queue = Queue::matches(6, 2, &HashMap::from([(0, Seat::One)]));
            let turnout = |game, previous_winner| {
                Some(Turnout {
                    game: GameIndex::new(game),
                    previous_winner,
                })
            };
            assert_eq!(queue.take().await, turnout(1, None));
            assert_eq!(queue.take().await, turnout(2, Some(Seat::One)));
            // Games 3 and 4 wait for 1 and 2.
            let (waited, ()) = tokio::join!(queue.take(), async {
                queue.won(GameIndex::new(2), Seat::Zero);
            });
            assert_eq!(waited, turnout(4, Some(Seat::Zero)));
            queue.won(GameIndex::new(1), Seat::Zero);
            assert_eq!(queue.take().await, turnout(3, Some(Seat::Zero)));
            queue.won(GameIndex::new(3), Seat::Zero);
            queue.won(GameIndex::new(4), Seat::Zero);
            assert_eq!(queue.take().await, turnout(5, Some(Seat::Zero)));
            queue.won(GameIndex::new(5), Seat::One);
            assert_eq!(queue.take().await, None);
        });
    }
}
