//! What each turn took, and what it left of the bank.

use arena_referee::clock::{Clock, Micros, TimeControl};

use super::Scene;
use crate::plan::FrozenPlan;
use crate::store::Note;

/// A turn on its mover's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clocked {
    /// What the answer took, in microseconds; none for a pass, which nobody is asked for, and
    /// where it was not noted.
    pub took_us: Option<u64>,
    /// What is left of the mover's bank after it, in microseconds; none where it is not known.
    pub bank_us: Option<u64>,
}

/// The clocks of a game's turns, as far as they were noted.
pub(super) fn clocks(plan: &FrozenPlan, scenes: &[Scene], note: Option<&Note>) -> Vec<Clocked> {
    let time = plan.time();
    let clock = Clock::new(&TimeControl {
        start: Micros::from_millis(time.start().get()),
        turn: Micros::from_millis(time.turn().get()),
        bank: Micros::from_millis(time.bank().get()),
    });
    let mut clocks = [clock; 2];
    let took = note.map_or(&[][..], |note| &note.turns_us);
    let clocked = |(number, scene): (usize, &Scene)| {
        let Some(took) = took.get(number).copied() else {
            return Clocked::default();
        };
        let clock = &mut clocks[scene.turn.seat.index()];
        // A person without a clock may take longer than it has.
        let kept = took.is_none_or(|took| clock.charge(Micros(took)).is_ok());
        Clocked {
            took_us: took,
            bank_us: kept.then(|| clock.bank().0),
        }
    };
    scenes.iter().enumerate().map(clocked).collect()
}
