//! What is started: a bot's program, arguments, folders, environment and limits.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::sandbox::{Containment, OWN_FOLDER};

/// The language of every bot, whatever the arena's own is: messages and sorting must not depend
/// on the machine.
const LANG: &str = "C.UTF-8";

/// Everything needed to start one bot process.
///
/// The process gets no shell, no terminal and no descriptor of the arena's besides its three
/// pipes. Its environment is built from nothing: see [`Launch::environment`].
#[derive(Debug, Clone)]
pub struct Launch {
    /// The bot's name in the league; errors name it.
    pub bot: String,
    /// The program, resolved: see [`resolve_program`](super::resolve_program).
    pub program: PathBuf,
    /// The program's arguments, without its own name.
    pub args: Vec<OsString>,
    /// The current folder of the process: where its own files are.
    pub dir: PathBuf,
    /// A folder this process alone may write to; it becomes `HOME` and `TMPDIR`.
    pub scratch: PathBuf,
    /// Variables of the bot's own; they win over the ones the arena sets.
    pub env: Vec<(OsString, OsString)>,
    /// The one processor the process may run on; none: any.
    pub cpu: Option<usize>,
    /// How much of what it writes to stderr is kept.
    pub stderr: StderrLimits,
    /// What holds it; none: nothing but its process group.
    pub containment: Option<Containment>,
}

impl Launch {
    /// A launch of `program` in `dir` with no arguments, `dir` as its scratch folder too, no
    /// variables of its own, any processor and nothing that contains it.
    pub fn new(bot: impl Into<String>, program: PathBuf, dir: PathBuf) -> Self {
        Self {
            bot: bot.into(),
            program,
            args: Vec::new(),
            scratch: dir.clone(),
            dir,
            env: Vec::new(),
            cpu: None,
            stderr: StderrLimits::default(),
            containment: None,
        }
    }

    /// The work folder as the process sees it.
    fn home(&self) -> &Path {
        match &self.containment {
            Some(containment) if containment.has_own_tree() => Path::new(OWN_FOLDER),
            _ => &self.scratch,
        }
    }

    /// The whole environment of the process: `PATH` from the arena's own, `HOME` and `TMPDIR`
    /// (the scratch folder, where the process sees it), `LANG` (`C.UTF-8`), then the bot's own variables, a later one
    /// replacing an earlier one of the same name.
    pub fn environment(&self) -> Vec<(OsString, OsString)> {
        let path = std::env::var_os("PATH").map(|path| (OsString::from("PATH"), path));
        let base = [
            ("HOME", self.home().as_os_str()),
            ("TMPDIR", self.home().as_os_str()),
            ("LANG", OsStr::new(LANG)),
        ];
        let base = base
            .into_iter()
            .map(|(name, value)| (name.into(), value.into()));
        let mut all: Vec<(OsString, OsString)> = path.into_iter().chain(base).collect();
        for (name, value) in &self.env {
            all.retain(|(set, _)| set != name);
            all.push((name.clone(), value.clone()));
        }
        all
    }

    /// The `PATH` the process will see.
    pub(super) fn path(&self) -> OsString {
        let found = self
            .environment()
            .into_iter()
            .find(|(name, _)| name == "PATH");
        found.map(|(_, value)| value).unwrap_or_default()
    }
}

/// How much of a bot's stderr is kept; everything is read and counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StderrLimits {
    /// Bytes kept from the beginning.
    pub head: usize,
    /// Bytes kept from the end.
    pub tail: usize,
}

impl Default for StderrLimits {
    /// The first 4 KiB, where a program says what it is, and the last 16 KiB, where it says
    /// what killed it.
    fn default() -> Self {
        Self {
            head: 4 * 1024,
            tail: 16 * 1024,
        }
    }
}
