//! The processes a worker keeps between games.
//!
//! Starting a process costs more than a game between quick bots, so a worker keeps them. A
//! process plays first games of pairs only, or second ones only: none can have seen the rolls of
//! the game it is playing.

use arena_tournament::id::{BotIndex, Half};
use tokio::task::LocalSet;

use super::entrant::Seated;

/// What a process is kept for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stall {
    pub(super) bot: BotIndex,
    pub(super) half: Half,
}

/// A worker's processes, the one used last at the end.
#[derive(Debug)]
pub(super) struct Stable {
    seated: Vec<(Stall, Seated)>,
    /// How many it may hold, those of the game being played among them.
    most: usize,
}

impl Stable {
    /// An empty stable for at least two processes.
    pub(super) fn new(most: usize) -> Stable {
        Stable {
            seated: Vec::new(),
            most,
        }
    }

    /// The process kept for this, taken out.
    pub(super) fn take(&mut self, stall: Stall) -> Option<Seated> {
        let place = self.seated.iter().position(|(kept, _)| *kept == stall)?;
        Some(self.seated.remove(place).1)
    }

    /// Keeps a process, stopped until it plays again: what it has heard must not be told to the
    /// pair's other game, nor its thinking slow down anybody's.
    pub(super) fn keep(&mut self, stall: Stall, mut seated: Seated) {
        seated.process.freeze();
        self.seated.push((stall, seated));
    }

    /// Ends the processes that were not used for longest, so that there is room for two more.
    pub(super) async fn make_room(&mut self) {
        let room = self.most.saturating_sub(2);
        let excess = self.seated.len().saturating_sub(room);
        stop_all(self.seated.drain(..excess).map(|(_, seated)| seated)).await;
    }

    /// Ends all processes.
    pub(super) async fn clear(&mut self) {
        stop_all(self.seated.drain(..).map(|(_, seated)| seated)).await;
    }
}

/// Ends processes, all at the same time: most of what it takes is waiting for the kernel.
pub(super) async fn stop_all(seated: impl IntoIterator<Item = Seated>) {
    let leaving = LocalSet::new();
    for seated in seated {
        leaving.spawn_local(seated.stop());
    }
    leaving.await;
}
