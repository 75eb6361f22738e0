//! A league's results folder: the only place where results are written.
//!
//! | file | what | when |
//! |---|---|---|
//! | `league.json` | the frozen plan and the bots' versions | before the first game |
//! | `seed.json` | the seed, readable by the owner alone | before the first game |
//! | `games.jsonl` | the journal, one record a game | after each game |
//! | `diagnostics.jsonl` | durations, stderr of bots at fault | after each game |
//! | `games.csv`, `standings.csv`, `pairings.csv`, `elo.csv`, `ratings.csv` | derived from the journal alone | under temporary names as games end, whole at the end |
//! | `sprt.csv` | a match's sequential test, derived likewise | likewise |
//! | `keys.csv` | the keys of all pairs | when every game is played |
//!
//! Whole files are written under a temporary name and renamed. Tables that were derived when a
//! league was stopped are removed as soon as it has one more game. `.lock` is held while an arena
//! plays the league.

mod archive;
mod birth;
mod bounded;
mod compare;
mod csv;
mod derived;
mod figures;
mod games_table;
mod journal;
mod lines;
mod manifest;
mod page;
mod sprt_table;
mod statistics;
mod tables;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use nardy_protocol::text::visible_path;
use thiserror::Error;

use crate::plan::{FrozenPlan, Seed};

use birth::bear;

pub use archive::{Archive, Note, Records};
pub use compare::{Compared, Comparison, Difference};
pub use csv::Rows;
pub use derived::{
    Counts, Derivation, Ends, GameRows, KEYS_TABLE, KeyRow, Tables, result, result_of,
};
pub use games_table::{GameRow, GamesTable, TableError};
pub use journal::{Journal, JournalError, Tail};
use manifest::read_plan;
pub use manifest::{BotVersion, Found, read_seed};
pub use page::{PAGE_MARK, write_page};
pub use sprt_table::SPRT_TABLE;
pub use statistics::Statistics;
pub use tables::write_keys;

/// The frozen plan.
pub const MANIFEST: &str = "league.json";
/// The seed.
pub const SEED: &str = "seed.json";
/// The journal.
pub const JOURNAL: &str = "games.jsonl";
/// What is not a function of the moves.
pub const DIAGNOSTICS: &str = "diagnostics.jsonl";

/// What happened besides the games: sandbox, restarts, void games, dropped bots.
pub const EVENTS: &str = "events.jsonl";
const LOCK: &str = ".lock";

/// What kept results from being written or read.
#[derive(Debug, Error)]
pub enum StoreError {
    /// A file system call failed.
    #[error("cannot {what} {}: {error}", visible_path(path))]
    Io {
        /// What was tried.
        what: &'static str,
        /// With which file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// Another arena plays this league.
    #[error("another arena is playing the league in {}; wait for it, or stop it", visible_path(.0))]
    Locked(PathBuf),
    /// The journal is damaged.
    #[error("{}: {error}", visible_path(path))]
    Journal {
        /// The journal.
        path: PathBuf,
        /// What is wrong with it.
        error: JournalError,
    },
    /// A file that the arena wrote does not read like it any more.
    #[error(
        "{} is not as the arena wrote it: {why}; put back the original, or start anew with another --out",
        visible_path(path)
    )]
    Altered {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// Somebody removed or moved the journal while its league was played.
    #[error(
        "{} was removed or moved while the league was played, so that it cannot go on; if it was \
         moved, move it back and go on with --resume",
        visible_path(.0)
    )]
    Gone(PathBuf),
    /// There is no league to go on with.
    #[error(
        "there is no results folder {}: it has no {MANIFEST}; check the path, or start the league \
         without --resume",
        visible_path(.0)
    )]
    NoLeague(PathBuf),
    /// There are no results to look at.
    #[error("{} is no results folder: it has no {MANIFEST}; check the path", visible_path(.0))]
    NoResults(PathBuf),
    /// A page would overwrite what is none.
    #[error(
        "{} is there and is no page of the arena's; give another --out",
        visible_path(.0)
    )]
    NoPage(PathBuf),
    /// The folder belongs to a league with another plan.
    #[error("the league in {} was begun with another plan:\n  {}\nundo that to go on with it, or play anew without --resume", visible_path(path), differences.join("\n  "))]
    OtherPlan {
        /// The folder.
        path: PathBuf,
        /// What differs, in words.
        differences: Vec<String>,
    },
}

impl StoreError {
    /// Whether the machine is at fault rather than what was asked for.
    #[must_use]
    pub fn is_environment(&self) -> bool {
        use io::ErrorKind::{IsADirectory, NotADirectory, NotFound};
        match self {
            StoreError::Io { error, .. } => {
                !matches!(error.kind(), NotFound | IsADirectory | NotADirectory)
            }
            StoreError::Gone(_) => true,
            _ => false,
        }
    }

    /// Whether the file system says that this user may not.
    #[must_use]
    pub fn is_forbidden(&self) -> bool {
        matches!(self, StoreError::Io { error, .. } if error.kind() == io::ErrorKind::PermissionDenied)
    }
}

/// Names a file and an attempt in an error.
fn failed<'p>(what: &'static str, path: &'p Path) -> impl FnOnce(io::Error) -> StoreError + 'p {
    move |error| StoreError::Io {
        what,
        path: path.to_owned(),
        error,
    }
}

/// A results folder this arena alone writes to.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Held while the folder is in use.
    _lock: File,
}

impl Folder {
    /// Makes the folder of a new league.
    ///
    /// # Errors
    ///
    /// If it exists or cannot be written.
    pub fn create(
        path: &Path,
        plan: &FrozenPlan,
        seed: &Seed,
        versions: &[BotVersion],
    ) -> Result<(Folder, Journal), StoreError> {
        let folder = Folder {
            path: path.to_owned(),
            _lock: bear(path, plan, seed, versions)?,
        };
        let (journal, _) = Journal::resume(path, plan)?;
        Ok((folder, journal))
    }

    /// Opens the folder of an interrupted league. Answers also what was cut off the journal's
    /// end, if its last record was written in part.
    ///
    /// # Errors
    ///
    /// If it belongs to another plan, is in use, or is damaged.
    pub fn resume(
        path: &Path,
        plan: &FrozenPlan,
        label: &str,
    ) -> Result<(Folder, Journal, Tail), StoreError> {
        let folder = Folder {
            path: path.to_owned(),
            _lock: lock(path)?,
        };
        let differences = read_plan(path)?.differences(plan, label);
        if !differences.is_empty() {
            return Err(StoreError::OtherPlan {
                path: path.to_owned(),
                differences,
            });
        }
        let (journal, tail) = Journal::resume(path, plan)?;
        Ok((folder, journal, tail))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    let file = File::create(&path).map_err(failed("open", &path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(folder.to_owned())),
        Err(TryLockError::Error(error)) => Err(failed("lock", &path)(error)),
    }
}

/// Forces to the disk which names are in a folder, where the file system can do so.
fn sync_names(folder: &Path) -> Result<(), StoreError> {
    use io::ErrorKind::{InvalidInput, Unsupported};
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error) if matches!(error.kind(), InvalidInput | Unsupported) => Ok(()),
        synced => synced.map_err(failed("flush", folder)),
    }
}

/// The name of a file while it is being written.
fn temporary(path: &Path) -> PathBuf {
    path.with_extension("part")
}

/// Makes a new file in place of one that is there, which may be a link to elsewhere.
fn create_anew(path: &Path, mode: u32) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(mode).open(path)
}

/// Writes a whole file under a temporary name and renames it.
fn write_whole(path: &Path, bytes: &[u8], mode: u32) -> Result<(), StoreError> {
    let temporary = temporary(path);
    let written = create_anew(&temporary, mode)
        .and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&temporary, path));
    written.map_err(failed("write", path))
}
