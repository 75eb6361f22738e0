//! What a bot's command runs.

use std::fmt;

use super::report::quoted;
use super::suggest::did_you_mean;

/// What a command starts with that names a bot inside the arena.
pub const BUILTIN: &str = "builtin:";

/// What a bot's command runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Launch {
    /// A bot inside the arena, by its name without `builtin:`.
    Builtin(String),
    /// A program, as its name or path is written.
    Program(String),
}

impl Launch {
    /// What this command runs; `builtins` are the names of the bots inside the arena.
    pub(crate) fn of(command: &[String], builtins: &[&str]) -> Result<Launch, CommandError> {
        let Some(program) = command.first() else {
            return Err(CommandError::Empty);
        };
        if program.trim().is_empty() {
            return Err(CommandError::NoProgram);
        }
        if let Some(word) = command.iter().position(|word| word.contains('\0')) {
            return Err(CommandError::Nul(word));
        }
        match program.strip_prefix(BUILTIN) {
            None => Ok(Launch::Program(program.clone())),
            Some(name) if !builtins.contains(&name) => Err(CommandError::UnknownBuiltin {
                name: quoted(name),
                remedy: did_you_mean(name, builtins),
            }),
            Some(_) if command.len() > 1 => Err(CommandError::BuiltinArgument),
            Some(name) => Ok(Launch::Builtin(name.to_owned())),
        }
    }
}

/// Why a command cannot be run, before anybody looks for the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CommandError {
    /// Not even a program.
    Empty,
    /// A program without a name.
    NoProgram,
    /// A NUL in the word with this index; the system ends texts there.
    Nul(usize),
    /// `builtin:` and a name that is none.
    UnknownBuiltin { name: String, remedy: String },
    /// Something after `builtin:…`.
    BuiltinArgument,
}

impl CommandError {
    /// The index of the word that is wrong, if one is.
    pub(crate) fn word(&self) -> Option<usize> {
        match self {
            CommandError::Empty => None,
            CommandError::NoProgram | CommandError::UnknownBuiltin { .. } => Some(0),
            CommandError::Nul(word) => Some(*word),
            CommandError::BuiltinArgument => Some(1),
        }
    }

    /// What to write instead.
    pub(crate) fn remedy(&self) -> &str {
        match self {
            CommandError::Empty | CommandError::NoProgram => {
                "name the program and its arguments, like `[\"python3\", \"greedy.py\"]`"
            }
            CommandError::Nul(_) => "remove `\\u0000`",
            CommandError::UnknownBuiltin { remedy, .. } => remedy,
            CommandError::BuiltinArgument => "set it up by `options = { … }` instead",
        }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Empty | CommandError::NoProgram => {
                f.write_str("the command does not say what to run")
            }
            CommandError::Nul(_) => {
                f.write_str("a text for the system cannot contain the character U+0000")
            }
            CommandError::UnknownBuiltin { name, .. } => {
                write!(f, "the arena has no built-in bot `{name}`")
            }
            CommandError::BuiltinArgument => f.write_str("a built-in bot takes no arguments"),
        }
    }
}
