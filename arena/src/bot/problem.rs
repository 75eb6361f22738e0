//! Why a bot cannot be started, and what to do about it.

use std::fmt;
use std::io;
use std::path::PathBuf;

use nardy_protocol::text::visible_path;
use rustix::io::Errno;

use super::sandbox::EXEC;

/// A bot that could not be started: which one, which program, why, and what to do.
#[derive(Debug, thiserror::Error)]
#[error("bot `{bot}`: cannot start `{}`: {problem}; {}", visible_path(program), problem.remedy())]
pub struct SpawnError {
    pub(super) bot: String,
    pub(super) program: PathBuf,
    #[source]
    pub(super) problem: LaunchProblem,
}

impl SpawnError {
    /// The reason alone.
    pub fn problem(&self) -> &LaunchProblem {
        &self.problem
    }
}

/// What keeps a program from being started.
#[derive(Debug)]
#[non_exhaustive]
pub enum LaunchProblem {
    /// No file at that path.
    Missing,
    /// No folder of `PATH` has a program of that name.
    NotOnPath,
    /// A folder, socket or device.
    NotAFile,
    /// The file may not be executed.
    NotExecutable,
    /// Neither a `#!` line nor a binary format this system knows.
    UnknownFormat,
    /// A byte order mark hides the `#!` line.
    ByteOrderMark,
    /// The `#!` line ends in CR LF.
    CarriageReturn,
    /// The interpreter of the `#!` line is not there or not executable.
    NoInterpreter(PathBuf),
    /// The dynamic loader that the binary asks for is not there.
    NoLoader(PathBuf),
    /// A binary for another kind of processor.
    WrongMachine {
        /// What the binary is for.
        found: String,
        /// What this system is.
        here: String,
    },
    /// A folder the bot needs is not there.
    NoFolder(PathBuf),
    /// The processor it should run on is not available.
    NoProcessor(usize),
    /// No file descriptor left.
    OutOfDescriptors,
    /// No process left.
    OutOfProcesses,
    /// No memory left.
    OutOfMemory,
    /// In the sandbox the program, its interpreter or its loader is not to be seen.
    Hidden,
    /// The sandbox could not be made.
    Sandbox {
        /// At which step.
        step: String,
        /// What the system said.
        error: String,
    },
    /// Anything else the system said.
    Other(io::Error),
}

impl LaunchProblem {
    /// What a keeper reported.
    pub(super) fn kept(step: &str, errno: Option<i32>, error: String) -> Self {
        let errno = errno.map(io::Error::from_raw_os_error).map(Self::from);
        match errno {
            Some(shortage) if shortage.is_shortage() => shortage,
            Some(Self::Missing | Self::NotExecutable) if step == EXEC => Self::Hidden,
            Some(problem) if step == EXEC => problem,
            _ => Self::Sandbox {
                step: step.to_owned(),
                error,
            },
        }
    }

    /// What to do about it.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Missing => "check the path; a relative one starts at the bot's `dir`",
            Self::NotOnPath => "install it, or give its path with a `/` in it",
            Self::NotAFile => "name the program itself",
            Self::NotExecutable => {
                "make it executable with `chmod +x`, or start it through its interpreter"
            }
            Self::UnknownFormat => {
                "begin it with a line like `#!/usr/bin/env python3`, or start it through its \
                 interpreter"
            }
            Self::ByteOrderMark => "save it as UTF-8 without a byte order mark",
            Self::CarriageReturn => "save it with LF line ends",
            Self::NoInterpreter(_) => "install the interpreter, or correct the `#!` line",
            Self::NoLoader(_) => "install the loader, or build the program for this system",
            Self::WrongMachine { .. } => "build the program for this system",
            Self::NoFolder(_) => "create the folder, or correct its path",
            Self::NoProcessor(_) => "choose a processor that `taskset -p $$` shows",
            Self::OutOfDescriptors => "raise `ulimit -n`, or play fewer games at once",
            Self::OutOfProcesses => "raise `ulimit -u`, or play fewer games at once",
            Self::OutOfMemory => "free some memory, or play fewer games at once",
            Self::Hidden => {
                "add the folders that the program needs to the bot's `read`, or try \
                 --sandbox=off to see whether that is it"
            }
            Self::Sandbox { .. } => "play with --sandbox=off if you trust the bots",
            Self::Other(_) => "start it by hand to see more",
        }
    }

    /// Whether the machine is at its limits or the sandbox at fault, so that the bot is not to
    /// blame.
    pub fn is_shortage(&self) -> bool {
        matches!(
            self,
            Self::OutOfDescriptors
                | Self::OutOfProcesses
                | Self::OutOfMemory
                | Self::Sandbox { .. }
        )
    }
}

impl fmt::Display for LaunchProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("there is no such file"),
            Self::NotOnPath => f.write_str("no folder of `PATH` has an executable of that name"),
            Self::NotAFile => f.write_str("it is not a regular file"),
            Self::NotExecutable => f.write_str("it is not executable"),
            Self::UnknownFormat => {
                f.write_str("it has neither a `#!` line nor a binary format known here")
            }
            Self::ByteOrderMark => f.write_str("it has a byte order mark before its `#!` line"),
            Self::CarriageReturn => {
                f.write_str("its `#!` line ends with a carriage return, as Windows writes it")
            }
            Self::NoInterpreter(path) => {
                write!(
                    f,
                    "its interpreter `{}` is missing or not executable",
                    visible_path(path)
                )
            }
            Self::NoLoader(path) => {
                write!(f, "its dynamic loader `{}` is missing", visible_path(path))
            }
            Self::WrongMachine { found, here } => {
                write!(f, "it is a program for {found}, and this system is {here}")
            }
            Self::NoFolder(path) => write!(f, "the folder `{}` is missing", visible_path(path)),
            Self::NoProcessor(cpu) => write!(f, "processor {cpu} is not available"),
            Self::OutOfDescriptors => f.write_str("no file descriptor is left"),
            Self::OutOfProcesses => f.write_str("no process is left"),
            Self::OutOfMemory => f.write_str("no memory is left"),
            Self::Hidden => {
                f.write_str("in the sandbox it, its interpreter or its loader is not to be seen")
            }
            Self::Sandbox { step, error } => {
                write!(f, "the sandbox could not be made: {step}: {error}")
            }
            Self::Other(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for LaunchProblem {}

impl From<io::Error> for LaunchProblem {
    fn from(error: io::Error) -> Self {
        match Errno::from_io_error(&error) {
            Some(Errno::NOENT) => Self::Missing,
            Some(Errno::ACCESS) => Self::NotExecutable,
            Some(Errno::NOEXEC) => Self::UnknownFormat,
            Some(Errno::MFILE | Errno::NFILE) => Self::OutOfDescriptors,
            Some(Errno::AGAIN) => Self::OutOfProcesses,
            Some(Errno::NOMEM) => Self::OutOfMemory,
            _ => Self::Other(error),
        }
    }
}
