//! What each turn took, and what it left of the bank.

use arena_referee::clock::{Clock, Micros};

use super::Scene;
use crate::fixture::time_control;
use crate::plan::FrozenPlan;
use crate::store::Note;

/// A turn on its mover's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clocked {
    /// What the answer took, in microseconds; none for a pass, which nobody is asked for, for a
    /// person without a clock, and where it was not noted.
    pub took_us: Option<u64>,
    /// What is left of the mover's bank after it, in microseconds; none where the first is.
    pub bank_us: Option<u64>,
}

/// The clocks of a game's turns, as far as they were noted.
pub(super) fn clocks(plan: &FrozenPlan, scenes: &[Scene], note: Option<&Note>) -> Vec<Clocked> {
    let mut clocks = [Clock::new(&time_control(plan)); 2];
    let took = note.map_or(&[][..], |note| &note.turns_us);
    let clocked = |(number, scene): (usize, &Scene)| {
        let took = took.get(number).copied().flatten()?;
        let clock = &mut clocks[scene.turn.seat.index()];
        // What cannot be was noted by nobody's clock.
        let is_kept = clock.charge(Micros(took)).is_ok();
        Some(Clocked {
            took_us: Some(took),
            bank_us: is_kept.then(|| clock.bank().0),
        })
    };
    let clocked = scenes.iter().enumerate().map(clocked);
    clocked.map(Option::unwrap_or_default).collect()
}
