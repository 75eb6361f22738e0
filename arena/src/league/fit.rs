//! How many games at once, and how many kept processes, the machine's limits allow: found out
//! before the first game instead of failing in the middle of one.

use std::fmt;

use crate::bot::{descriptors_left, processes_left};

/// What one part of a league takes of something of which there is only so much.
#[derive(Debug, Clone, Copy)]
struct Needs {
    /// The arena, once.
    arena: u64,
    /// Each worker.
    worker: u64,
    /// Each bot that is kept, usually.
    bot: u64,
    /// Each bot, at least.
    least: u64,
}

const DESCRIPTORS: Needs = Needs {
    // Streams, journal, tables, lock, signals, the dispatcher's runtime, and what libraries open;
    // and what is open for a moment only, while a bot is being started.
    arena: 24 + 8,
    // Its runtime.
    worker: 4,
    // Three pipes, the handle on its process, and its keeper's socket.
    bot: 5,
    least: 5,
};

/// Threads count as processes.
const PROCESSES: Needs = Needs {
    // Those that start bots, wait for signals and for workers; the probe of the sandbox is gone.
    arena: 4,
    worker: 1,
    // A keeper, its first process, and the bot with the threads of a usual interpreter.
    bot: 2 + 16,
    least: 2 + 1,
};

/// How many processes all workers keep together, if the limits allow: each costs memory.
const MOST_KEPT: u64 = 96;

/// What the machine may have too little of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scarce {
    /// Open descriptors of the arena.
    Descriptors,
    /// Processes and threads of the arena's user or control group.
    Processes,
}

impl fmt::Display for Scarce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scarce::Descriptors => "open descriptors (`ulimit -n`)",
            Scarce::Processes => "processes (`ulimit -u`, or its control group's `pids.max`)",
        })
    }
}

/// What the arena may still have; none: any number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    descriptors: Option<u64>,
    processes: Option<u64>,
}

impl Room {
    /// What this machine allows.
    pub(super) fn here() -> Room {
        Room {
            descriptors: descriptors_left(),
            processes: processes_left(),
        }
    }

    /// What is left when others of this process have so many of each.
    pub(super) fn less(self, descriptors: u64, processes: u64) -> Room {
        let less = |left: Option<u64>, taken| left.map(|left: u64| left.saturating_sub(taken));
        Room {
            descriptors: less(self.descriptors, descriptors),
            processes: less(self.processes, processes),
        }
    }
}

/// What fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fit {
    /// Workers, at most as many as wanted.
    pub(super) workers: usize,
    /// Processes each of them may hold, those of the game being played among them.
    pub(super) kept: usize,
    /// What there is too little of for all that were wanted.
    pub(super) scarce: Option<Scarce>,
}

/// What fits into the room.
///
/// # Errors
///
/// What there is too little of for even one worker, and how much of it there is.
pub(super) fn fit(wanted: usize, room: Room) -> Result<Fit, (Scarce, u64)> {
    let (mut workers, mut scarce) = (wanted as u64, None);
    let limits = [
        (Scarce::Descriptors, DESCRIPTORS, room.descriptors),
        (Scarce::Processes, PROCESSES, room.processes),
    ];
    let limits = limits.map(|(what, needs, left)| {
        let left = left.unwrap_or(u64::MAX);
        (what, needs, left.saturating_sub(needs.arena), left)
    });
    for (what, needs, share, left) in limits {
        if wanted > 0 && share < needs.worker + 2 * needs.least {
            return Err((what, left));
        }
        let fitting = (share / (needs.worker + 2 * needs.bot)).max(1);
        if fitting < workers {
            (workers, scarce) = (fitting, Some(what));
        }
    }
    let kept = limits.into_iter().map(|(_, needs, share, _)| {
        let share = share.checked_div(workers).unwrap_or(share);
        share.saturating_sub(needs.worker) / needs.bot
    });
    let kept = kept.min().unwrap_or(u64::MAX);
    Ok(Fit {
        workers: workers as usize,
        kept: kept.min(MOST_KEPT / workers.max(1)).max(2) as usize,
        scarce,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(descriptors: u64, processes: Option<u64>) -> Room {
        let descriptors = Some(descriptors);
        Room {
            descriptors,
            processes,
        }
    }

    fn fits(workers: usize, kept: usize, scarce: Option<Scarce>) -> Result<Fit, (Scarce, u64)> {
        Ok(Fit {
            workers,
            kept,
            scarce,
        })
    }

    #[test]
    fn everything_fits_into_a_usual_limit() {
        assert_eq!(fit(8, room(1024, None)), fits(8, 12, None));
        assert_eq!(fit(8, room(1024, Some(30_000))), fits(8, 12, None));
    }

    #[test]
    fn a_low_limit_has_fewer_workers_and_they_keep_fewer_processes() {
        // 64 less the arena's 32 leaves 32: two workers with a runtime and two bots each.
        let few = fits(2, 2, Some(Scarce::Descriptors));
        assert_eq!(fit(8, room(64, None)), few);
        // 100 less the arena's 4 leaves 96: two workers, with 37 for the two bots of each.
        let few = fits(2, 2, Some(Scarce::Processes));
        assert_eq!(fit(8, room(1024, Some(100))), few);
        // 4 + 1 + 4 * 18: what is kept is bound too.
        assert_eq!(fit(1, room(1024, Some(77))), fits(1, 4, None));
    }

    #[test]
    fn one_game_is_tried_with_bots_of_one_thread() {
        // The arena's 4, a worker, and two bots of three processes.
        assert_eq!(fit(1, room(1024, Some(11))), fits(1, 2, None));
        let few = Err((Scarce::Processes, 10));
        assert_eq!(fit(1, room(1024, Some(10))), few);
    }

    #[test]
    fn what_cannot_hold_one_game_is_refused() {
        let few = Err((Scarce::Descriptors, 45));
        assert_eq!(fit(1, room(45, None)), few);
        assert!(fit(1, room(46, None)).is_ok());
    }

    #[test]
    fn a_league_with_nothing_left_to_play_needs_no_worker() {
        assert_eq!(fit(0, room(16, Some(1))), fits(0, 2, None));
    }
}
