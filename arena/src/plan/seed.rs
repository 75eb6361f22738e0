//! The text that the dice of a league are made from.

use std::fmt;

use nardy_protocol::text::hex;
use rand::TryRng;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A league's seed: who knows it knows all rolls, so it is not shown before the league has ended.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seed {
    text: String,
    origin: SeedOrigin,
}

/// Where a seed came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeedOrigin {
    /// The key `seed`.
    LeagueFile,
    /// The option `--seed`.
    CommandLine,
    /// The system's source of randomness, because neither of the others was given.
    Drawn,
}

/// How many random bytes a drawn seed is made of, two hexadecimal digits each.
const DRAWN_BYTES: usize = 16;

impl Seed {
    /// A seed from the league file or the command line.
    pub fn given(text: &str, origin: SeedOrigin) -> Seed {
        Seed {
            text: text.to_owned(),
            origin,
        }
    }

    /// A new seed of 32 hexadecimal digits.
    ///
    /// # Errors
    /// What the system says if it has no randomness to give.
    pub fn draw() -> Result<Seed, rand::rngs::SysError> {
        let mut bytes = [0; DRAWN_BYTES];
        SysRng.try_fill_bytes(&mut bytes)?;
        Ok(Seed {
            text: hex(&bytes),
            origin: SeedOrigin::Drawn,
        })
    }

    /// The text, for making dice.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where it came from.
    pub fn origin(&self) -> SeedOrigin {
        self.origin
    }

    /// SHA-256 of the text in hexadecimal digits. It tells a seed apart from another without
    /// showing it; a seed that is easy to guess can be guessed from it.
    pub fn sha256(&self) -> String {
        hex(&Sha256::digest(&self.text))
    }
}

/// The seed of a plan.
///
/// The command line comes first, then the league file. A resumed league goes on with its own
/// seed where these two say nothing new: one that was drawn, or given by `--seed` back then.
pub(super) fn choose(
    command_line: Option<&str>,
    league_file: Option<&str>,
    recorded: Option<&Seed>,
) -> Result<Seed, rand::rngs::SysError> {
    match (command_line, recorded, league_file) {
        (Some(text), _, _) => Ok(Seed::given(text, SeedOrigin::CommandLine)),
        (None, Some(seed), _) if seed.origin == SeedOrigin::CommandLine => Ok(seed.clone()),
        (None, _, Some(text)) => Ok(Seed::given(text, SeedOrigin::LeagueFile)),
        (None, Some(seed), None) => Ok(seed.clone()),
        (None, None, None) => Seed::draw(),
    }
}

/// Does not show the text, so that no log does.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seed")
            .field("origin", &self.origin)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_drawn_seed_is_32_hexadecimal_digits_and_never_the_same() {
        let (one, other) = (Seed::draw().unwrap(), Seed::draw().unwrap());
        assert_eq!(one.text().len(), 32);
        assert!(
            one.text()
                .chars()
                .all(|c| matches!(c, '0'..='9' | 'a'..='f'))
        );
        assert_ne!(one.text(), other.text());
        assert_eq!(one.origin(), SeedOrigin::Drawn);
    }

    #[test]
    fn the_digest_is_sha_256_of_the_text() {
        // FIPS 180-2, appendix B.1
        let seed = Seed::given("abc", SeedOrigin::LeagueFile);
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(seed.sha256(), known);
    }

    #[test]
    fn the_text_does_not_show_in_debug_output() {
        let seed = Seed::given("secret", SeedOrigin::CommandLine);
        assert!(!format!("{seed:?}").contains("secret"));
    }

    #[test]
    fn the_command_line_comes_before_the_file_and_both_before_drawing() {
        let origin = |line, file, recorded: Option<&Seed>| {
            let seed = choose(line, file, recorded).unwrap();
            (seed.text().to_owned(), seed.origin())
        };
        let typed = Seed::given("typed", SeedOrigin::CommandLine);
        let filed = Seed::given("filed", SeedOrigin::LeagueFile);
        let drawn = Seed::draw().unwrap();
        let from_line = ("new".to_owned(), SeedOrigin::CommandLine);
        let from_file = ("file".to_owned(), SeedOrigin::LeagueFile);
        assert_eq!(origin(Some("new"), Some("file"), None), from_line);
        assert_eq!(origin(Some("new"), Some("file"), Some(&typed)), from_line);
        assert_eq!(origin(None, Some("file"), None), from_file);
        // A changed seed in the file must not go unnoticed at a resume.
        assert_eq!(origin(None, Some("file"), Some(&filed)), from_file);
        assert_eq!(origin(None, Some("file"), Some(&drawn)), from_file);
        assert_eq!(origin(None, Some("file"), Some(&typed)).0, "typed");
        assert_eq!(origin(None, None, Some(&drawn)).0, drawn.text());
        assert_eq!(origin(None, None, None).1, SeedOrigin::Drawn);
    }
}
