//! How many games at once, and how many kept processes, the machine's limit of open descriptors
//! allows: found out before the first game instead of failing in the middle of one.

use rustix::process::{Resource, getrlimit};

/// Streams, journal, tables, lock, signals, the dispatcher's runtime, and what libraries open.
const ARENA: u64 = 24;

/// A worker's runtime.
const WORKER: u64 = 4;

/// A bot's three pipes, the handle on its process, and its keeper's socket.
const BOT: u64 = 5;

/// Open for a moment only, while a bot is being started.
const STARTING: u64 = 8;

/// How many processes all workers keep together, if the limit allows: each costs memory.
const MOST_KEPT: u64 = 96;

/// What fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fit {
    /// Workers, at most as many as wanted.
    pub(super) workers: usize,
    /// Processes each of them may hold, those of the game being played among them.
    pub(super) kept: usize,
}

/// The soft limit of this process's open descriptors; none: no limit.
pub(super) fn descriptors() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}

/// What fits into so many descriptors; none if not even one worker does.
pub(super) fn fit(wanted: usize, descriptors: Option<u64>) -> Option<Fit> {
    let all = descriptors
        .unwrap_or(u64::MAX)
        .saturating_sub(ARENA + STARTING);
    let workers = (wanted as u64).min(all / (WORKER + 2 * BOT));
    if workers == 0 && wanted > 0 {
        return None;
    }
    let share = all
        .checked_div(workers)
        .unwrap_or(all)
        .saturating_sub(WORKER);
    let kept = (MOST_KEPT / workers.max(1)).min(share / BOT).max(2);
    Some(Fit {
        workers: workers as usize,
        kept: kept as usize,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_fits_into_a_usual_limit() {
        let fit = fit(8, Some(1024));
        let (workers, kept) = (8, 12);
        assert_eq!(fit, Some(Fit { workers, kept }));
    }

    #[test]
    fn a_low_limit_has_fewer_workers_and_they_keep_fewer_processes() {
        // 64 less the arena's 32 leaves 32: two workers with a runtime and two bots each.
        let (workers, kept) = (2, 2);
        assert_eq!(fit(8, Some(64)), Some(Fit { workers, kept }));
    }

    #[test]
    fn what_cannot_hold_one_game_is_refused() {
        assert_eq!(fit(1, Some(45)), None);
        assert!(fit(1, Some(46)).is_some());
    }

    #[test]
    fn a_league_with_nothing_left_to_play_needs_no_worker() {
        assert_eq!(fit(0, Some(16)).map(|fit| fit.workers), Some(0));
    }
}
