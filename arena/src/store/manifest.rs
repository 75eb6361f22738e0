//! What a results folder holds before the first game: the plan, and the seed.
//!
//! `league.json` has its own checksum in its second line, so that whoever changes anything in it
//! is noticed, also where the plan's hash does not look: that one is over what defines the games.

use std::io::ErrorKind;
use std::path::Path;

use nardy_protocol::text::{hex, printable_json, visible};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::bounded::read_whole;
use super::lines::WHY_SHOWN;
use super::{JOURNAL, MANIFEST, SEED, StoreError, failed, write_whole};
use crate::plan::{FrozenPlan, Seed};

/// What a bot said of itself when the league began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotVersion {
    /// Its name in the league.
    pub bot: String,
    /// The program's name; empty if it did not start.
    pub program: String,
    /// The program's version.
    pub version: String,
}

#[derive(Serialize)]
struct Manifest<'a> {
    #[serde(flatten)]
    plan: &'a FrozenPlan,
    versions: &'a [BotVersion],
}

/// A file of the arena's as it was found: what it says, and what is wrong with it.
#[derive(Debug)]
pub struct Found<T> {
    /// What it says, if it can be read at all.
    pub value: Option<T>,
    /// What is wrong; nothing if it is byte for byte as the arena wrote it.
    pub defect: Option<String>,
}

impl<T> Found<T> {
    /// What it says, be it as the arena wrote it or not.
    ///
    /// # Errors
    ///
    /// What is wrong, if it says nothing.
    pub fn readable(self) -> Result<T, String> {
        self.value.ok_or_else(|| self.defect.unwrap_or_default())
    }
}

/// Writes what a results folder holds before the first game.
pub(super) fn fill(
    path: &Path,
    plan: &FrozenPlan,
    seed: &Seed,
    versions: &[BotVersion],
) -> Result<(), StoreError> {
    let manifest = path.join(MANIFEST);
    let text = serde_json::to_string_pretty(&Manifest { plan, versions })
        .map_err(|error| altered(&manifest, &error))?;
    let text = with_checksum(&printable_json(&text));
    write_whole(&manifest, text.as_bytes(), 0o644)?;
    let seed = seed_text(seed).map_err(|error| altered(&path.join(SEED), &error))?;
    write_whole(&path.join(SEED), seed.as_bytes(), 0o600)?;
    write_whole(&path.join(JOURNAL), b"", 0o644)
}

/// The lines of a JSON object with that of their checksum put in behind the first.
fn with_checksum(object: &str) -> String {
    let lines = format!("{object}\n");
    let (brace, rest) = lines.split_at(lines.find('\n').map_or(0, |end| end + 1));
    format!("{brace}{}{rest}", checksum_line(&lines))
}

/// The line that tells the checksum of all others.
fn checksum_line(others: &str) -> String {
    let digits = hex(&Sha256::digest(others));
    format!("  \"sha256\": \"{digits}\",\n")
}

fn seed_text(seed: &Seed) -> serde_json::Result<String> {
    serde_json::to_string(seed).map(|text| printable_json(&text) + "\n")
}

/// The plan a results folder was begun with.
///
/// # Errors
///
/// If the file is not there or not as the arena wrote it.
pub(super) fn read_plan(folder: &Path) -> Result<FrozenPlan, StoreError> {
    let path = folder.join(MANIFEST);
    let text = read_whole(&path).map_err(failed("read", &path))?;
    let plan: FrozenPlan = serde_json::from_slice(&text).map_err(|error| altered(&path, &error))?;
    if plan.is_intact() {
        return Ok(plan);
    }
    let why = "its hash does not fit the rest".to_owned();
    Err(StoreError::Altered { path, why })
}

/// The seed a results folder was begun with.
///
/// # Errors
///
/// If the folder is none of a league's, or the file is not there or not as the arena wrote it.
pub fn read_seed(folder: &Path) -> Result<Seed, StoreError> {
    if !folder.join(MANIFEST).is_file() {
        return Err(StoreError::NoLeague(folder.to_owned()));
    }
    let path = folder.join(SEED);
    match read_whole(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Err(StoreError::Altered {
            path,
            why: "it is missing".to_owned(),
        }),
        read => {
            let text = read.map_err(failed("read", &path))?;
            serde_json::from_slice(&text).map_err(|error| altered(&path, &error))
        }
    }
}

fn altered(path: &Path, error: &serde_json::Error) -> StoreError {
    StoreError::Altered {
        path: path.to_owned(),
        why: visible(&error.to_string(), WHY_SHOWN),
    }
}

/// The plan as `league.json` has it, looked at byte by byte.
pub(super) fn examine_plan(bytes: &[u8]) -> Found<FrozenPlan> {
    let plan: FrozenPlan = match serde_json::from_slice(bytes) {
        Ok(plan) => plan,
        Err(error) => return unreadable(&error),
    };
    let defect = if !plan.is_intact() {
        Some("the plan's hash does not fit it: something that defines the games was changed")
    } else if !has_its_checksum(bytes) {
        Some(
            "its sha256 does not fit: something that does not define the games was changed, such \
             as the league's name, a bot's version or the form",
        )
    } else {
        None
    };
    Found {
        value: Some(plan),
        defect: defect.map(str::to_owned),
    }
}

fn has_its_checksum(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let mut lines = text.split_inclusive('\n');
    let (brace, checksum) = (lines.next(), lines.next());
    let others: String = brace.into_iter().chain(lines).collect();
    checksum == Some(&checksum_line(&others))
}

/// The seed as `seed.json` has it, looked at byte by byte.
pub(super) fn examine_seed(bytes: &[u8]) -> Found<Seed> {
    let seed: Seed = match serde_json::from_slice(bytes) {
        Ok(seed) => seed,
        Err(error) => return unreadable(&error),
    };
    let written = seed_text(&seed).is_ok_and(|text| text.as_bytes() == bytes);
    let defect = (!written).then(|| "it is not in the form that the arena writes".to_owned());
    Found {
        value: Some(seed),
        defect,
    }
}

fn unreadable<T>(error: &serde_json::Error) -> Found<T> {
    Found {
        value: None,
        defect: Some(format!(
            "it cannot be read: {}",
            visible(&error.to_string(), WHY_SHOWN)
        )),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_lines_without_its_own() {
        let text = with_checksum("{\n  \"a\": 1\n}");
        let lines: Vec<_> = text.lines().collect();
        assert_eq!([lines[0], lines[2], lines[3]], ["{", "  \"a\": 1", "}"]);
        // printf '{\n  "a": 1\n}\n' | sha256sum
        let sum = "5e36b6560513586ced65eca0e8b025fe88edbcab82ba2cb67a5fcb2d7b202383";
        assert_eq!(lines[1], format!("  \"sha256\": \"{sum}\","));
        assert!(has_its_checksum(text.as_bytes()));
    }

    #[test]
    fn any_other_bytes_do_not_have_their_checksum() {
        let text = with_checksum("{\n  \"a\": 1\n}").into_bytes();
        for place in 0..text.len() {
            for bit in [0x01, 0x20, 0x80] {
                let mut changed = text.clone();
                changed[place] ^= bit;
                assert!(!has_its_checksum(&changed), "byte {place}, bit {bit}");
            }
        }
        assert!(!has_its_checksum(b""));
        assert!(!has_its_checksum(b"{\n"));
        assert!(!has_its_checksum(&text[..text.len() - 1]));
    }

    #[test]
    fn a_seed_in_another_form_is_noticed() {
        let text = b"{\"text\":\"2026\",\"origin\":\"league-file\"}\n";
        assert_eq!(examine_seed(text).defect, None);
        for other in [
            &b"{\"text\":\"2026\",\"origin\":\"league-file\"}"[..],
            b"{\"text\": \"2026\",\"origin\":\"league-file\"}\n",
            b"{\"text\":\"2026\",\"origin\":\"league-file\",\"x\":1}\n",
            b"{\"text\":\"2026\"}\n",
            b"\xff",
        ] {
            assert!(examine_seed(other).defect.is_some());
        }
    }
}
