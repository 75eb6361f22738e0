//! Where the results go: a folder that does not exist yet, in a place that can be written to.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use thiserror::Error;

use crate::config::quoted;

/// Why the results cannot go where they should.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OutputError {
    /// A results folder is there already.
    #[error(
        "the results folder {} exists already and is not overwritten; continue that league with \
         --resume, or name another folder with --out",
        shown(.0)
    )]
    Exists(PathBuf),
    /// Something else is there already.
    #[error(
        "{} exists already and is no results folder; name a folder that does not exist yet \
         with --out",
        shown(.0)
    )]
    Taken(PathBuf),
    /// There is nothing to resume.
    #[error(
        "there is no results folder {} to resume; check the path, or start the league without \
         --resume",
        shown(.0)
    )]
    NothingToResume(PathBuf),
    /// A file stands where a folder should be made.
    #[error("{} is not a folder, so no results folder can be made in it; choose another with --out", shown(.0))]
    NotAFolder(PathBuf),
    /// The system refuses.
    #[error("cannot write to {}: {error}; choose another results folder with --out", shown(.path))]
    NotWritable {
        /// The folder that cannot be written to.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

impl OutputError {
    /// Whether the machine is at fault (a read-only or full disk) rather than what was asked for.
    pub fn is_environment(&self) -> bool {
        matches!(self, OutputError::NotWritable { .. })
    }
}

fn shown(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

/// The file by which a folder is known to be a results folder.
const MANIFEST: &str = "league.json";

/// Makes sure that a new results folder can be created at `path`; creates nothing that stays.
pub(super) fn check_new(path: &Path) -> Result<(), OutputError> {
    match fs::symlink_metadata(path) {
        Ok(_) if path.join(MANIFEST).exists() => Err(OutputError::Exists(path.to_owned())),
        Ok(_) => Err(OutputError::Taken(path.to_owned())),
        Err(_) => check_writable(nearest_existing(path)),
    }
}

/// Makes sure that a results folder is there and can be written to.
pub(super) fn check_resumable(path: &Path) -> Result<(), OutputError> {
    if !path.is_dir() {
        return Err(OutputError::NothingToResume(path.to_owned()));
    }
    check_writable(path)
}

/// The folder in which the first missing part of `path` would be made.
fn nearest_existing(path: &Path) -> &Path {
    let parents = path
        .ancestors()
        .skip(1)
        .filter(|parent| !parent.as_os_str().is_empty());
    parents
        .into_iter()
        .find(|parent| parent.symlink_metadata().is_ok())
        .unwrap_or(Path::new("."))
}

/// Tries it: permissions alone do not tell about read-only or full file systems.
fn check_writable(folder: &Path) -> Result<(), OutputError> {
    if !folder.is_dir() {
        return Err(OutputError::NotAFolder(folder.to_owned()));
    }
    try_writing(&folder.join(TRIAL)).map_err(|error| OutputError::NotWritable {
        path: folder.to_owned(),
        error,
    })
}

/// The name is the same for every arena: what one left that was killed, the next removes.
const TRIAL: &str = ".arena-write-trial";

fn try_writing(trial: &Path) -> io::Result<()> {
    use io::ErrorKind::{AlreadyExists, NotFound};
    let unless = |kind| {
        move |error: io::Error| {
            if error.kind() == kind {
                Ok(())
            } else {
                Err(error)
            }
        }
    };
    fs::create_dir(trial).or_else(unless(AlreadyExists))?;
    // Another arena that tries the same place may have removed it.
    fs::remove_dir(trial).or_else(unless(NotFound))
}

/// The results folder of a league that was given none: `root/<league>-<YYYYMMDD-HHMMSS>` in
/// UTC, with `-2`, `-3`, … if that is taken.
pub fn default_folder(root: &Path, league: &str, now: SystemTime) -> PathBuf {
    let name = format!("{}-{}", slug(league), stamp(now));
    let numbered = (2_u32..).map(|number| format!("{name}-{number}"));
    std::iter::once(name.clone())
        .chain(numbered)
        .map(|name| root.join(name))
        .find(|path| path.symlink_metadata().is_err())
        .unwrap_or_else(|| root.join(&name))
}

/// The newest results folder that [`default_folder`] named for this league, if there is one.
pub fn newest_folder(root: &Path, league: &str) -> Option<PathBuf> {
    let slug = slug(league);
    let folders = fs::read_dir(root)
        .ok()?
        .flatten()
        .filter(|entry| entry.path().is_dir());
    let named = folders.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let key = moment(name.strip_prefix(&slug)?.strip_prefix('-')?)?;
        Some((key, entry.path()))
    });
    named.max().map(|(_, path)| path)
}

/// `YYYYMMDD-HHMMSS` and the number after it, 1 if there is none.
fn moment(text: &str) -> Option<(String, u32)> {
    let stamp = text.get(..15)?;
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let (day, time) = stamp.split_once('-')?;
    if day.len() != 8 || !digits(day) || !digits(time) {
        return None;
    }
    let number = match &text[15..] {
        "" => 1,
        rest => rest
            .strip_prefix('-')
            .filter(|rest| digits(rest))?
            .parse()
            .ok()?,
    };
    Some((stamp.to_owned(), number))
}

/// The most characters of a league's name in a folder's name; file systems allow 255 bytes.
const MAX_SLUG_CHARS: usize = 40;

/// A name as part of a folder's name: lower-case letters and digits, the rest one `-`.
fn slug(name: &str) -> String {
    let lower: String = name.to_lowercase().chars().take(MAX_SLUG_CHARS).collect();
    let words = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("-");
    if slug.is_empty() {
        "league".to_owned()
    } else {
        slug
    }
}

const DAY: u64 = 24 * 60 * 60;

/// The last second of the year 9999, so that a stamp always has 15 characters.
const LAST_SECOND: u64 = 253_402_300_799;

/// `YYYYMMDD-HHMMSS` in UTC.
fn stamp(time: SystemTime) -> String {
    // A clock before 1970 is not set; any stamp will do then.
    let seconds = time
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let seconds = seconds.min(LAST_SECOND);
    let (year, month, day) = date(seconds / DAY);
    let (hour, minute, second) = (seconds % DAY / 3600, seconds % 3600 / 60, seconds % 60);
    format!("{year:04}{month:02}{day:02}-{hour:02}{minute:02}{second:02}")
}

/// Year, month and day of the Gregorian calendar, `days` after 1 January 1970.
fn date(mut days: u64) -> (u64, u64, u64) {
    let mut year = 1970;
    while days >= days_of_year(year) {
        days -= days_of_year(year);
        year += 1;
    }
    let february = days_of_year(year) - 337;
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

fn days_of_year(year: u64) -> u64 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    if leap { 366 } else { 365 }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::time::Duration;

    use super::*;

    fn at(seconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(seconds)
    }

    #[test]
    fn a_stamp_is_the_date_and_time_in_utc() {
        // Reference: `date -u -d @SECONDS +%Y%m%d-%H%M%S`.
        for (seconds, expected) in [
            (0, "19700101-000000"),
            (951_782_400, "20000229-000000"),
            (951_868_799, "20000229-235959"),
            (951_868_800, "20000301-000000"),
            (1_767_225_599, "20251231-235959"),
            (1_798_761_600, "20270101-000000"),
            (4_107_542_399, "21000228-235959"),
            (4_107_542_400, "21000301-000000"),
            (253_402_300_799, "99991231-235959"),
            (253_402_300_800, "99991231-235959"),
        ] {
            assert_eq!(stamp(at(seconds)), expected, "{seconds}");
        }
        assert_eq!(
            stamp(UNIX_EPOCH - Duration::from_secs(1)),
            "19700101-000000"
        );
    }

    #[test]
    fn a_slug_keeps_letters_and_digits_of_any_script() {
        for (name, expected) in [
            ("winter", "winter"),
            ("Winter Cup, 2026!", "winter-cup-2026"),
            ("../../etc", "etc"),
            ("зима", "зима"),
            ("=+-", "league"),
            ("a/b\\c", "a-b-c"),
        ] {
            assert_eq!(slug(name), expected);
        }
        let longest = slug(&"\u{10400}".repeat(64));
        assert!(longest.len() <= 160, "{}", longest.len());
    }

    #[test]
    fn a_taken_default_folder_gets_a_number() {
        let root = tempfile::tempdir().unwrap();
        let folder = || default_folder(root.path(), "Winter", at(0));
        for expected in [
            "winter-19700101-000000",
            "winter-19700101-000000-2",
            "winter-19700101-000000-3",
        ] {
            assert_eq!(folder(), root.path().join(expected));
            fs::create_dir(folder()).unwrap();
        }
    }

    #[test]
    fn the_newest_folder_of_a_league_is_found_among_others() {
        let root = tempfile::tempdir().unwrap();
        assert_eq!(newest_folder(root.path(), "winter"), None);
        for name in [
            "winter-20250101-000000",
            "winter-20260101-000000-2",
            "winter-20260101-000000-10",
            "winter-20260101-000000",
            "winter-cup-20270101-000000",
            "winter-20270101-000000-x",
            "winter-notes",
            "summer-20280101-000000",
        ] {
            fs::create_dir(root.path().join(name)).unwrap();
        }
        fs::write(root.path().join("winter-20290101-000000"), "a file").unwrap();
        let newest = root.path().join("winter-20260101-000000-10");
        assert_eq!(newest_folder(root.path(), "winter"), Some(newest));
        assert_eq!(newest_folder(&root.path().join("missing"), "winter"), None);
    }

    #[test]
    fn a_new_folder_may_have_missing_parents_and_nothing_is_left_behind() {
        let root = tempfile::tempdir().unwrap();
        assert!(check_new(&root.path().join("results/winter")).is_ok());
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_trial_that_a_killed_arena_left_is_removed() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join(TRIAL)).unwrap();
        assert!(check_new(&root.path().join("winter")).is_ok());
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
    }

    #[test]
    fn nothing_that_exists_is_overwritten() {
        let root = tempfile::tempdir().unwrap();
        let league = root.path().join("league");
        fs::create_dir(&league).unwrap();
        fs::write(league.join("league.json"), "{}").unwrap();
        assert!(matches!(check_new(&league), Err(OutputError::Exists(path)) if path == league));
        let file = root.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(matches!(check_new(&file), Err(OutputError::Taken(path)) if path == file));
        assert!(matches!(check_new(root.path()), Err(OutputError::Taken(_))));
        let dangling = root.path().join("dangling");
        std::os::unix::fs::symlink("nowhere", &dangling).unwrap();
        assert!(matches!(check_new(&dangling), Err(OutputError::Taken(_))));
        let inside = file.join("deeper/league");
        assert!(matches!(check_new(&inside), Err(OutputError::NotAFolder(path)) if path == file));
    }

    #[test]
    fn a_place_that_cannot_be_written_to_is_the_machines_fault() {
        // Nobody, not even root, makes folders there.
        let error = check_new(Path::new("/proc/results")).unwrap_err();
        assert!(
            matches!(&error, OutputError::NotWritable { path, .. } if path == Path::new("/proc"))
        );
        assert!(error.is_environment());
    }

    #[test]
    fn only_a_folder_that_is_there_can_be_resumed() {
        let root = tempfile::tempdir().unwrap();
        assert!(check_resumable(root.path()).is_ok());
        let missing = check_resumable(&root.path().join("missing")).unwrap_err();
        assert!(matches!(missing, OutputError::NothingToResume(_)));
        assert!(!missing.is_environment());
    }
}
