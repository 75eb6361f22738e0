//! A side's time in one game: a limit for each turn and a bank for the whole game.
//!
//! Time is given in microseconds as a value; nothing here looks at a clock.

use std::ops::{Add, Sub};

use nardy_protocol::message::Clock as Told;

/// A span of time in whole microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Micros(pub u64);

impl Micros {
    /// A span of whole milliseconds.
    #[must_use]
    pub const fn from_millis(millis: u64) -> Micros {
        Micros(millis.saturating_mul(1_000))
    }

    /// Whole milliseconds, rounded down.
    #[must_use]
    pub const fn millis(self) -> u64 {
        self.0 / 1_000
    }
}

impl Add for Micros {
    type Output = Micros;

    fn add(self, other: Micros) -> Micros {
        Micros(self.0.saturating_add(other.0))
    }
}

/// Never below zero.
impl Sub for Micros {
    type Output = Micros;

    fn sub(self, other: Micros) -> Micros {
        Micros(self.0.saturating_sub(other.0))
    }
}

/// What a league allows a bot to take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeControl {
    /// For the first answer of a process and for getting ready for a game.
    pub start: Micros,
    /// For a turn, without touching the bank.
    pub turn: Micros,
    /// For all turns of a game beyond that.
    pub bank: Micros,
}

/// A turn took longer than it might.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfTime {
    /// What it took.
    pub took: Micros,
    /// What it might have taken.
    pub allowed: Micros,
}

/// One side's clock in one game.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    turn: Micros,
    bank: Micros,
}

impl Clock {
    /// A full clock.
    #[must_use]
    pub const fn new(time: &TimeControl) -> Clock {
        Clock {
            turn: time.turn,
            bank: time.bank,
        }
    }

    /// What the next turn may take: the turn's limit and all of the bank.
    #[must_use]
    pub fn allowance(&self) -> Micros {
        self.turn + self.bank
    }

    /// What is left for turns beyond their limit.
    #[must_use]
    pub const fn bank(&self) -> Micros {
        self.bank
    }

    /// Takes what a turn took beyond its limit from the bank.
    ///
    /// # Errors
    ///
    /// If the bank does not hold as much.
    pub fn charge(&mut self, took: Micros) -> Result<(), OutOfTime> {
        let allowed = self.allowance();
        if took > allowed {
            return Err(OutOfTime { took, allowed });
        }
        self.bank = self.bank - (took - self.turn);
        Ok(())
    }

    /// The clock as messages tell it, in milliseconds rounded down.
    #[must_use]
    pub const fn told(&self) -> Told {
        Told {
            turn_ms: self.turn.millis(),
            bank_ms: self.bank.millis(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(turn: u64, bank: u64) -> Clock {
        Clock::new(&TimeControl {
            start: Micros(0),
            turn: Micros(turn),
            bank: Micros(bank),
        })
    }

    #[test]
    fn a_turn_within_its_limit_leaves_the_bank_alone() {
        let mut clock = clock(1_000_000, 30_000_000);
        assert_eq!(clock.charge(Micros(1_000_000)), Ok(()));
        assert_eq!(
            clock.told(),
            Told {
                turn_ms: 1_000,
                bank_ms: 30_000
            }
        );
    }

    #[test]
    fn what_a_turn_takes_beyond_its_limit_comes_from_the_bank() {
        let mut clock = clock(1_000_000, 30_000_000);
        assert_eq!(clock.charge(Micros(2_890_000)), Ok(()));
        assert_eq!(clock.told().bank_ms, 28_110);
        assert_eq!(clock.allowance(), Micros(29_110_000));
    }

    #[test]
    fn a_turn_may_take_the_whole_allowance_and_not_a_microsecond_more() {
        let mut exact = clock(10, 5);
        assert_eq!(exact.charge(Micros(15)), Ok(()));
        assert_eq!(exact.allowance(), Micros(10));
        let late = clock(10, 5).charge(Micros(16));
        assert_eq!(
            late,
            Err(OutOfTime {
                took: Micros(16),
                allowed: Micros(15)
            })
        );
    }
}
