//! From a path to text: everything that can be wrong with a file before it is read as a league or
//! a ruleset.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::report::quoted;

/// The largest file that is read, in bytes. A thousand bots fit in.
pub const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// The smallest file that is a ruleset, for messages.
const RULESET_EXAMPLE: &str = r#"base = "long"
head = "double""#;

/// The smallest file that is a league, for messages.
const EXAMPLE: &str = r#"name = "my league"
[[bot]]
name = "mine"
command = ["python3", "mine.py"]
[[bot]]
name = "pips"
command = ["builtin:pips"]"#;

/// Why a file cannot be a league or a ruleset, whatever it says.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// There is nothing at the path.
    #[error("there is no file {}; check the path", shown(.0))]
    Missing(PathBuf),
    /// The path is a folder or a device.
    #[error("{} is not a file; give the path of the file itself", shown(.0))]
    NotAFile(PathBuf),
    /// The system would not let it be read.
    #[error("cannot read {}: {error}", shown(.path))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// More than [`MAX_FILE_BYTES`].
    #[error(
        "{} is larger than {} KiB, which no league or ruleset needs; is it the right file?",
        shown(.0), MAX_FILE_BYTES / 1024
    )]
    TooLarge(PathBuf),
    /// Bytes that are not text.
    #[error(
        "{}:{line}: byte {} of the file (0x{byte:02X}) is not UTF-8; save the file as UTF-8",
        shown(.path), .offset + 1
    )]
    NotText {
        /// The file.
        path: PathBuf,
        /// The line of the first bad byte, from 1.
        line: usize,
        /// How many bytes stand before it.
        offset: usize,
        /// The bad byte.
        byte: u8,
    },
    /// Not a single key.
    #[error("{} has no content; the smallest league file is:\n{EXAMPLE}", shown(.0))]
    Empty(PathBuf),
    /// Not a single key, where a ruleset was to be.
    #[error("{} has no content; a small ruleset file is:\n{RULESET_EXAMPLE}", shown(.0))]
    EmptyRuleset(PathBuf),
}

fn shown(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

/// Reads a whole text file of bounded size.
pub(super) fn read_text(path: &Path) -> Result<String, FileError> {
    let bytes = read_bytes(path)?;
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let line = bytes[..offset]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count()
            + 1;
        FileError::NotText {
            path: path.to_owned(),
            line,
            offset,
            byte: bytes[offset],
        }
    })
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, FileError> {
    let unreadable = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => FileError::Missing(path.to_owned()),
        _ => FileError::Unreadable {
            path: path.to_owned(),
            error,
        },
    };
    // Asked before opening, because opening a named pipe would wait for a writer.
    if !path.metadata().map_err(unreadable)?.is_file() {
        return Err(FileError::NotAFile(path.to_owned()));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    match bytes.len() as u64 {
        length if length > MAX_FILE_BYTES => Err(FileError::TooLarge(path.to_owned())),
        _ => Ok(bytes),
    }
}
