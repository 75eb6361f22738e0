//! Which games are still to be played: handed out in the league's order, each once.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

use arena_tournament::id::GameIndex;

/// The games of a league that have not been played.
#[derive(Debug)]
pub(super) struct Queue {
    next: AtomicU64,
    games: u64,
    finished: HashSet<u64>,
}

impl Queue {
    /// All games but those that are finished already.
    pub(super) fn new(games: u64, finished: HashSet<u64>) -> Queue {
        Queue {
            next: AtomicU64::new(0),
            games,
            finished,
        }
    }

    /// The next game to play; none when all are handed out.
    pub(super) fn take(&self) -> Option<GameIndex> {
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.games {
                return None;
            }
            if !self.finished.contains(&index) {
                return Some(GameIndex::new(index));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finished_games_are_not_handed_out_again() {
        let queue = Queue::new(6, HashSet::from([0, 2, 5]));
        let taken: Vec<_> = std::iter::from_fn(|| queue.take())
            .map(|game| game.get())
            .collect();
        assert_eq!(taken, [1, 3, 4]);
    }
}
