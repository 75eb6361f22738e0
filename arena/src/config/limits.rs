//! How much of the machine a bot may use, as a league file says it.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use toml::Spanned;

use super::read::LimitsDraft;
use super::report::Defect;
use super::time::Millis;

const MIB: u64 = 1 << 20;

/// The largest size that can be set, one tebibyte.
const MAX_BYTES: u64 = 1 << 40;

/// Less than any program needs to start.
const LEAST_MEMORY: u64 = 8 * MIB;

/// What a process needs besides its own: its three streams and the files of its libraries.
const LEAST_DESCRIPTORS: u64 = 16;

const MAX_COUNT: u64 = 32_768;

/// The limits of one bot. The defaults let Node and a Java machine run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of memory of all its processes together.
    pub memory: u64,
    /// Processes and threads at once.
    pub processes: u64,
    /// Open descriptors of one process.
    pub descriptors: u64,
    /// Bytes of its work folder.
    pub disk: u64,
    /// Whole seconds of processor time of one process; none: any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<u64>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: 2048 * MIB,
            processes: 256,
            descriptors: 256,
            disk: 64 * MIB,
            cpu: None,
        }
    }
}

/// A size in bytes; written "2GiB", "512MiB" or "64KiB".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bytes(u64);

const UNITS: [(&str, u64); 3] = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)];

/// Why a text is no size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
enum SizeError {
    #[error("write a whole number and a unit, like \"512MiB\" or \"2GiB\"")]
    NotASize,
    #[error("this is more than \"1024GiB\", the limit")]
    TooLarge,
}

impl FromStr for Bytes {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Bytes, SizeError> {
        let end = text
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let unit = UNITS.into_iter().find(|(name, _)| *name == unit);
        let (_, unit) = unit.ok_or(SizeError::NotASize)?;
        if number.is_empty() {
            return Err(SizeError::NotASize);
        }
        let number: u64 = number.parse().map_err(|_| SizeError::TooLarge)?;
        match number.checked_mul(unit) {
            Some(bytes) if bytes <= MAX_BYTES => Ok(Bytes(bytes)),
            _ => Err(SizeError::TooLarge),
        }
    }
}

/// The limits of a draft, the usual ones where it says nothing; or all that is wrong with it.
pub(super) fn check(draft: &LimitsDraft) -> Result<Limits, Vec<Defect>> {
    let usual = Limits::default();
    let mut checker = Checker(Vec::new());
    let limits = Limits {
        memory: checker.size("memory", draft.memory.as_ref(), LEAST_MEMORY, usual.memory),
        processes: checker.count("processes", draft.processes.as_ref(), 1, usual.processes),
        descriptors: checker.count(
            "descriptors",
            draft.descriptors.as_ref(),
            LEAST_DESCRIPTORS,
            usual.descriptors,
        ),
        disk: checker.size("disk", draft.disk.as_ref(), MIB, usual.disk),
        cpu: draft.cpu.as_ref().and_then(|text| checker.seconds(text)),
    };
    if checker.0.is_empty() {
        Ok(limits)
    } else {
        Err(checker.0)
    }
}

struct Checker(Vec<Defect>);

impl Checker {
    fn size(&mut self, key: &str, text: Option<&Spanned<String>>, least: u64, usual: u64) -> u64 {
        let Some(text) = text else { return usual };
        let why = match text.get_ref().parse() {
            Ok(Bytes(bytes)) if bytes >= least => return bytes,
            Ok(_) => format!(
                "no program runs in this; the least is \"{}MiB\"",
                least / MIB
            ),
            Err(error) => error.to_string(),
        };
        let defect = Defect::new(format!("`{key}` is not a usable size"));
        self.0.push(defect.at(text.span(), why));
        usual
    }

    fn count(&mut self, key: &str, count: Option<&Spanned<i128>>, least: u64, usual: u64) -> u64 {
        let Some(count) = count else { return usual };
        match u64::try_from(*count.get_ref()) {
            Ok(number) if (least..=MAX_COUNT).contains(&number) => number,
            _ => {
                let defect = Defect::new(format!("`{key}` must be {least} to {MAX_COUNT}"))
                    .at(count.span(), "this number")
                    .help(format!("remove it to have the usual {usual}"));
                self.0.push(defect);
                usual
            }
        }
    }

    fn seconds(&mut self, text: &Spanned<String>) -> Option<u64> {
        let why = match text.get_ref().parse::<Millis>() {
            Ok(time) if time.get() >= 1000 && time.get().is_multiple_of(1000) => {
                return Some(time.get() / 1000);
            }
            Ok(_) => "processor time is counted in whole seconds, at least \"1s\"".to_owned(),
            Err(error) => error.to_string(),
        };
        let defect = Defect::new("`cpu` is not a usable time");
        self.0.push(defect.at(text.span(), why));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_exactly() {
        for (text, bytes) in [("1KiB", 1024), ("64MiB", 64 << 20), ("1024GiB", 1 << 40)] {
            assert_eq!(text.parse(), Ok(Bytes(bytes)), "{text}");
        }
    }

    #[test]
    fn what_is_no_size_is_refused() {
        for text in [
            "", "MiB", "64", "64MB", "64 MiB", "-1MiB", "1.5GiB", "64mib",
        ] {
            assert_eq!(text.parse::<Bytes>(), Err(SizeError::NotASize), "{text}");
        }
        for text in [
            "1025GiB",
            "99999999999999999999KiB",
            "18446744073709551615GiB",
        ] {
            assert_eq!(text.parse::<Bytes>(), Err(SizeError::TooLarge), "{text}");
        }
    }
}
