//! Times: how they are written, and the three that a bot is given.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The longest time that can be set, one day.
pub const MAX_TIME: Millis = Millis(24 * 60 * 60 * 1000);

/// A time in whole milliseconds, at most [`MAX_TIME`]; written "10s", "250ms", "1.5s" or "1m".
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Millis(u64);

impl Millis {
    /// No time at all.
    pub const ZERO: Millis = Millis(0);

    /// A number of milliseconds; more than [`MAX_TIME`] counts as that.
    pub const fn new(ms: u64) -> Millis {
        if ms > MAX_TIME.0 {
            MAX_TIME
        } else {
            Millis(ms)
        }
    }

    /// The number of milliseconds.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The same for the standard library.
    pub const fn duration(self) -> Duration {
        Duration::from_millis(self.0)
    }
}

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ms if ms % 1000 == 0 => write!(f, "{}s", ms / 1000),
            ms => write!(f, "{ms}ms"),
        }
    }
}

/// The units of a time and their length in milliseconds.
const UNITS: [(&str, u128); 3] = [("ms", 1), ("s", 1000), ("m", 60_000)];

impl FromStr for Millis {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Millis, TimeError> {
        let end = text
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        if number.is_empty() {
            return Err(TimeError::NotATime);
        }
        if unit.is_empty() {
            return Err(TimeError::NoUnit);
        }
        let (_, unit) = UNITS
            .into_iter()
            .find(|(name, _)| *name == unit)
            .ok_or(TimeError::NotATime)?;
        whole_ms(number, unit)
    }
}

/// `number` (digits with at most one point) times `unit`, exactly.
fn whole_ms(number: &str, unit: u128) -> Result<Millis, TimeError> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    if whole.is_empty() || fraction.is_empty() || fraction.contains('.') {
        return Err(TimeError::NotATime);
    }
    let fraction = fraction.trim_end_matches('0');
    let whole: u64 = whole.parse().map_err(|_| TimeError::TooLong)?;
    let places = u32::try_from(fraction.len()).map_err(|_| TimeError::TooFine)?;
    let scale = 10_u128.checked_pow(places).ok_or(TimeError::TooFine)?;
    let parts: u128 = if fraction.is_empty() {
        0
    } else {
        fraction.parse().map_err(|_| TimeError::TooFine)?
    };
    // 64 bits times a minute leaves room; the fraction is below its scale, at most 10^38.
    let parts = parts.checked_mul(unit).ok_or(TimeError::TooFine)?;
    if !parts.is_multiple_of(scale) {
        return Err(TimeError::TooFine);
    }
    match u64::try_from(u128::from(whole) * unit + parts / scale) {
        Ok(ms) if ms <= MAX_TIME.0 => Ok(Millis(ms)),
        _ => Err(TimeError::TooLong),
    }
}

/// Why a text cannot be a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TimeError {
    /// Neither a number nor one of the units, or something besides.
    #[error("write a number and a unit, like \"10s\", \"250ms\" or \"1.5m\"")]
    NotATime,
    /// A bare number.
    #[error("the unit is missing; write ms, s or m after the number, like \"10s\"")]
    NoUnit,
    /// Not a whole number of milliseconds.
    #[error("times are whole milliseconds, at least \"1ms\"")]
    TooFine,
    /// Above [`MAX_TIME`].
    #[error("this is longer than a day; \"1440m\" is the limit")]
    TooLong,
    /// Zero where some time is needed.
    #[error("a bot cannot answer in no time; give it at least \"1ms\"")]
    Zero,
}

/// How much time a bot has: to start, for each turn, and a bank for turns that take longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    #[serde(rename = "start_ms")]
    start: Millis,
    #[serde(rename = "turn_ms")]
    turn: Millis,
    #[serde(rename = "bank_ms")]
    bank: Millis,
}

impl TimeControl {
    /// A time control; the bank may be zero.
    ///
    /// # Errors
    /// [`TimeError::Zero`] if a bot had no time to start or for a turn.
    pub fn new(start: Millis, turn: Millis, bank: Millis) -> Result<TimeControl, TimeError> {
        match start.min(turn) {
            Millis::ZERO => Err(TimeError::Zero),
            _ => Ok(TimeControl { start, turn, bank }),
        }
    }

    /// From the start of the process to its answer to `hello`.
    pub fn start(&self) -> Millis {
        self.start
    }

    /// For each turn, before the bank is touched.
    pub fn turn(&self) -> Millis {
        self.turn
    }

    /// For all turns of a game together, beyond [`TimeControl::turn`].
    pub fn bank(&self) -> Millis {
        self.bank
    }
}

/// 10 s to start, 1 s a turn, 30 s in the bank.
impl Default for TimeControl {
    fn default() -> TimeControl {
        TimeControl {
            start: Millis(10_000),
            turn: Millis(1000),
            bank: Millis(30_000),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_exactly() {
        for (text, ms) in [
            ("10s", 10_000),
            ("250ms", 250),
            ("1m", 60_000),
            ("1.5s", 1500),
            ("0.001s", 1),
            ("0.0010s", 1),
            ("0.5m", 30_000),
            ("0s", 0),
            ("0ms", 0),
            ("1440m", 86_400_000),
            ("007s", 7000),
        ] {
            assert_eq!(text.parse(), Ok(Millis(ms)), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_refused_with_its_reason() {
        let long_fraction = format!("0.{}1s", "0".repeat(60));
        for (text, error) in [
            ("", TimeError::NotATime),
            ("s", TimeError::NotATime),
            ("10", TimeError::NoUnit),
            ("10 s", TimeError::NotATime),
            ("10sec", TimeError::NotATime),
            ("10S", TimeError::NotATime),
            ("-1s", TimeError::NotATime),
            ("1e3s", TimeError::NotATime),
            ("1.s", TimeError::NotATime),
            (".5s", TimeError::NotATime),
            ("1.2.3s", TimeError::NotATime),
            ("\u{0661}s", TimeError::NotATime),
            ("0.5ms", TimeError::TooFine),
            ("0.0001s", TimeError::TooFine),
            (&long_fraction, TimeError::TooFine),
            ("1440.5m", TimeError::TooLong),
            ("86400001ms", TimeError::TooLong),
            ("99999999999999999999999s", TimeError::TooLong),
        ] {
            assert_eq!(text.parse::<Millis>(), Err(error), "{text}");
        }
    }

    #[test]
    fn a_time_is_shown_in_the_largest_unit_of_ms_and_s_that_fits() {
        assert_eq!(Millis(1500).to_string(), "1500ms");
        assert_eq!(Millis(90_000).to_string(), "90s");
        assert_eq!(Millis::ZERO.to_string(), "0s");
    }

    #[test]
    fn the_bank_may_be_empty_but_a_turn_takes_time() {
        let second = Millis::new(1000);
        assert!(TimeControl::new(second, second, Millis::ZERO).is_ok());
        assert_eq!(
            TimeControl::new(second, Millis::ZERO, second),
            Err(TimeError::Zero)
        );
        assert_eq!(
            TimeControl::new(Millis::ZERO, second, second),
            Err(TimeError::Zero)
        );
    }
}
