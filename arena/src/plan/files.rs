//! Fingerprints of the files that a bot's command names, so that a resumed league notices a bot
//! that was changed in between. What a bot loads by itself is not seen.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use nardy_protocol::text::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A word of a command that names a file, and what the file was.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FileMark {
    /// The word as the command has it.
    pub(super) word: String,
    /// SHA-256 of the file's bytes, in hexadecimal digits.
    pub(super) sha256: String,
}

/// The marks of all words that name readable files, seen from `dir`; each word once, sorted.
///
/// A program without `/` is not among them: it is the system's, looked up on `PATH`.
pub(super) fn marks(command: &[String], dir: &Path) -> Vec<FileMark> {
    let program = command
        .iter()
        .take(1)
        .filter(|program| program.contains('/'));
    let words: BTreeSet<&String> = program.chain(command.iter().skip(1)).collect();
    words
        .into_iter()
        .filter_map(|word| {
            let sha256 = digest(&dir.join(word)).ok()??;
            Some(FileMark {
                word: word.clone(),
                sha256,
            })
        })
        .collect()
}

/// Nothing for what is not a regular file: a pipe or a device might never end.
fn digest(path: &Path) -> io::Result<Option<String>> {
    if !path.metadata()?.is_file() {
        return Ok(None);
    }
    let mut file = File::open(path)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(Some(hex(&hasher.finalize()))),
            count => hasher.update(&buffer[..count]),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn words_that_are_files_are_marked_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("bot.py"), "abc").unwrap();
        std::fs::write(dir.path().join("python3"), "not the one on PATH").unwrap();
        let absolute = dir.path().join("bot.py").to_string_lossy().into_owned();
        let command = [
            "python3",
            "bot.py",
            "bot.py",
            "--fast",
            ".",
            "/dev/zero",
            "",
            &absolute,
        ];
        let command = command.map(ToOwned::to_owned);
        // FIPS 180-2, appendix B.1
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad".to_owned();
        let expected = [absolute, "bot.py".to_owned()].map(|word| FileMark {
            word,
            sha256: abc.clone(),
        });
        assert_eq!(marks(&command, dir.path()), expected);
    }

    #[test]
    fn a_program_given_by_its_path_is_marked() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("bot"), "abc").unwrap();
        assert_eq!(marks(&["./bot".to_owned()], dir.path()).len(), 1);
        assert_eq!(marks(&["bot".to_owned()], dir.path()).len(), 0);
        assert_eq!(marks(&[], dir.path()), []);
    }
}
