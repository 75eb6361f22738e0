//! The league file: from its text to settings that are known to be good, with errors that point
//! at the line.
//!
//! Two steps, each of which tells everything it finds at once: `read` asks whether the text can
//! be read as a league file (syntax, known keys, types), `check` whether its values are allowed.
//!
//! | key | if left out |
//! |---|---|
//! | `name` | must be there |
//! | `rules` | `"long"`; a ruleset's id or, with `/` or `.toml`, the path of a ruleset file |
//! | `kind` | `"round-robin"`; others are `"gauntlet"`, the first bot against every other, and `"swiss"`, rounds in which bots meet that stand close |
//! | `rounds` | of a Swiss: those of a knockout and two more |
//! | `pairs` | 50 for each pairing; a pair is two games on the same rolls |
//! | `seed` | drawn from the system |
//! | `concurrency` | as many games at once as the machine can run in parallel |
//! | `pin` | `true`: a worker's bots stay on the worker's processor core |
//! | `time.start`, `time.turn`, `time.bank` | `"10s"`, `"1s"`, `"30s"` |
//! | `bot.name`, `bot.command` | must be there, for at least two bots |
//! | `bot.dir` | `"."`; relative to the league file |
//! | `bot.env`, `bot.options` | empty |
//! | `bot.read` | nothing besides the bot's own files; relative to its folder |
//! | `bot.limits` | `memory` `"2GiB"`, `processes` 256, `descriptors` 256, `disk` `"64MiB"`, `cpu` any |

mod check;
mod command;
mod file;
mod json;
mod keys;
mod limits;
mod read;
mod report;
mod rules;
mod ruleset_file;
mod suggest;
mod syntax;
#[cfg(test)]
mod tests;
mod time;
mod value;

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value};
use thiserror::Error;

pub(crate) use command::CommandError;
pub use command::{BUILTIN, Launch};
pub use file::{FileError, MAX_FILE_BYTES};
pub use limits::Limits;
pub use report::Report;
use report::Source;
pub(crate) use report::{Defect, quoted};
pub use rules::RulesChoice;
pub(crate) use suggest::did_you_mean;
pub use time::{MAX_TIME, Millis, TimeControl, TimeError};
pub use value::{
    DEFAULT_PAIRS, Kind, MAX_CONCURRENCY, MAX_GAMES, MAX_NAME_CHARS, Name, NameError, Pinning,
};

/// What a league file may refer to by name.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    /// The ids of the rulesets.
    pub rulesets: &'a [&'a str],
    /// The names of the built-in bots, without `builtin:`.
    pub builtins: &'a [&'a str],
}

/// Why a file is no league or no ruleset to play.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file itself: missing, not text, too large, empty.
    #[error(transparent)]
    File(#[from] FileError),
    /// First step: the text is not such a file.
    #[error("{0}")]
    Unreadable(Report),
    /// Second step: it is one, but says things that are not allowed.
    #[error("{0}")]
    Refused(Report),
}

impl ConfigError {
    /// The error as text for people, with terminal colours or without; no newline at its end.
    pub fn render(&self, color: bool) -> String {
        match self {
            ConfigError::File(error) => Report::message(error.to_string()).render(color),
            ConfigError::Unreadable(report) | ConfigError::Refused(report) => report.render(color),
        }
    }
}

/// A league file with every value checked.
#[derive(Debug, Clone)]
pub struct LeagueConfig {
    settings: Settings,
    /// The folder that relative folders in the file start from.
    base: PathBuf,
    /// Absent when the settings came from the command line.
    source: Option<Arc<Source>>,
    /// Absent with it.
    file: Option<PathBuf>,
}

/// What a league file says.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) name: Name,
    pub(crate) rules: RulesChoice,
    pub(crate) kind: Kind,
    pub(crate) pairs: NonZeroU32,
    pub(crate) seed: Option<String>,
    pub(crate) concurrency: Option<NonZeroUsize>,
    pub(crate) pinning: Pinning,
    pub(crate) time: TimeControl,
    pub(crate) bots: Vec<BotConfig>,
}

/// One bot of a league file.
#[derive(Debug, Clone)]
pub struct BotConfig {
    pub(crate) name: Name,
    pub(crate) command: Vec<String>,
    pub(crate) launch: Launch,
    pub(crate) dir: String,
    pub(crate) env: BTreeMap<String, String>,
    pub(crate) options: Map<String, Value>,
    /// Files and folders the bot may read besides its own.
    pub(crate) read: Vec<String>,
    pub(crate) limits: Limits,
    pub(crate) place: Place,
}

/// Where a bot stands in the file, for errors that show up later than in the text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Place {
    pub(crate) command: Option<Range<usize>>,
    pub(crate) dir: Option<Range<usize>>,
    pub(crate) read: Option<Range<usize>>,
}

impl LeagueConfig {
    /// Reads and checks a league file.
    ///
    /// # Errors
    /// Everything that is wrong with the file or, step by step, with its text.
    pub fn load(path: &Path, known: &Known<'_>) -> Result<LeagueConfig, ConfigError> {
        LeagueConfig::parse(&file::read_text(path)?, path, known)
    }

    /// Checks a league file's text. `path` names it in messages, and folders in the text are
    /// relative to its parent; nothing has to exist there but a ruleset file that it names.
    ///
    /// # Errors
    /// All that is wrong with the text's form or, if that is right, with its values.
    pub fn parse(text: &str, path: &Path, known: &Known<'_>) -> Result<LeagueConfig, ConfigError> {
        let source = Source::new(&path.to_string_lossy(), text);
        let draft = read::read(text).map_err(|error| match error {
            read::Unreadable::Empty => ConfigError::File(FileError::Empty(path.to_owned())),
            read::Unreadable::Defects(defects) => {
                ConfigError::Unreadable(Report::new(Some(source.clone()), defects))
            }
        })?;
        let base = path.parent().unwrap_or(Path::new("")).to_owned();
        let settings = check::check(&draft, known, &base).map_err(|refused| {
            let report = Report::new(Some(source.clone()), refused.defects);
            ConfigError::Refused(report.and(refused.ruleset))
        })?;
        Ok(LeagueConfig {
            settings,
            base,
            source: Some(source),
            file: Some(path.to_owned()),
        })
    }

    /// Settings that came from the command line; folders are relative to `base`.
    pub(crate) fn without_file(settings: Settings, base: PathBuf) -> LeagueConfig {
        LeagueConfig {
            settings,
            base,
            source: None,
            file: None,
        }
    }

    /// The ruleset to play, for looking up its parameters.
    pub fn rules(&self) -> &RulesChoice {
        &self.settings.rules
    }

    /// The league's name.
    pub fn name(&self) -> &Name {
        &self.settings.name
    }

    /// Where the settings came from, for sentences: the file's name, escaped.
    pub fn origin(&self) -> &str {
        self.source
            .as_ref()
            .map_or("the command line", |source| source.name())
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The league file's path, if there is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    pub(crate) fn base(&self) -> &Path {
        &self.base
    }

    /// Defects found later than in the text, pointing into it all the same.
    pub(crate) fn report(&self, defects: Vec<Defect>) -> Report {
        Report::new(self.source.clone(), defects)
    }
}
