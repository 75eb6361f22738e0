//! The values of a league file as types that cannot hold a bad one.

use std::fmt;
use std::num::NonZeroU32;

use arena_tournament::schedule::most_rounds;
use nardy_protocol::text::is_unsafe;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The longest name of a league or a bot, in characters.
pub const MAX_NAME_CHARS: usize = 64;

/// The most games at once that can be asked for.
pub const MAX_CONCURRENCY: usize = 1024;

/// The most games a league may have.
pub const MAX_GAMES: u64 = 10_000_000;

/// The name of a league or a bot: one line of 1 to [`MAX_NAME_CHARS`] visible characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

impl Name {
    /// Checks a name.
    ///
    /// # Errors
    /// What is wrong with it: empty, too long, spaces at an end, unprintable characters.
    pub fn new(text: &str) -> Result<Name, NameError> {
        if text.trim().is_empty() {
            return Err(NameError::Empty);
        }
        if text.trim() != text {
            return Err(NameError::Spaces);
        }
        if let Some(character) = text.chars().find(|character| is_unsafe(*character)) {
            return Err(NameError::Unprintable(character));
        }
        match text.chars().count() {
            chars if chars > MAX_NAME_CHARS => Err(NameError::TooLong(chars)),
            _ => Ok(Name(text.to_owned())),
        }
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0
    }
}

impl TryFrom<String> for Name {
    type Error = NameError;

    fn try_from(text: String) -> Result<Name, NameError> {
        Name::new(&text)
    }
}

/// Why a text cannot be a name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NameError {
    /// No visible character.
    #[error("it is empty")]
    Empty,
    /// A space at its start or end, which nobody would see in a table.
    #[error("it starts or ends with a space")]
    Spaces,
    /// A control character, a line break or a mark that turns the reading direction.
    #[error("it contains the unprintable character U+{:04X}", u32::from(*.0))]
    Unprintable(char),
    /// More than [`MAX_NAME_CHARS`] characters.
    #[error("it has {0} characters, {MAX_NAME_CHARS} is the limit")]
    TooLong(usize),
}

/// Who meets whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Kind {
    /// Every bot meets every other.
    #[default]
    RoundRobin,
    /// The first bot of the file meets every other.
    Gauntlet,
    /// In each round bots meet that stand close to each other.
    Swiss {
        /// How many rounds.
        rounds: NonZeroU32,
    },
}

impl Kind {
    /// The kinds as they are written in a league file.
    pub const ALL: [&'static str; 3] = ["round-robin", "gauntlet", "swiss"];

    /// The kind as it is written in a league file.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::RoundRobin => Kind::ALL[0],
            Kind::Gauntlet => Kind::ALL[1],
            Kind::Swiss { .. } => Kind::ALL[2],
        }
    }

    /// The kind with this name in a league file; if it has rounds, so many.
    pub fn from_name(name: &str, rounds: NonZeroU32) -> Option<Kind> {
        [Kind::RoundRobin, Kind::Gauntlet, Kind::Swiss { rounds }]
            .into_iter()
            .find(|kind| kind.as_str() == name)
    }

    /// How many rounds it has, if it has rounds.
    pub fn rounds(self) -> Option<NonZeroU32> {
        match self {
            Kind::RoundRobin | Kind::Gauntlet => None,
            Kind::Swiss { rounds } => Some(rounds),
        }
    }

    /// How many pairings this many bots make, in all rounds.
    pub fn pairings(self, bots: usize) -> u64 {
        let bots = bots as u64;
        match self {
            Kind::RoundRobin => bots.saturating_mul(bots.saturating_sub(1)) / 2,
            Kind::Gauntlet => bots.saturating_sub(1),
            Kind::Swiss { rounds } => (bots / 2).saturating_mul(u64::from(rounds.get())),
        }
    }

    /// How many games a league has: two for each pair of each pairing.
    pub fn games(self, bots: usize, pairs: NonZeroU32) -> u64 {
        self.pairings(bots)
            .saturating_mul(2)
            .saturating_mul(u64::from(pairs.get()))
    }
}

/// The rounds of a Swiss if the league file does not say: as many as it takes until one of so many
/// bots has won all its rounds and no other has, were there no ties, and two more, which sort
/// those behind it; but no more than there can be.
pub(super) fn usual_rounds(bots: usize) -> NonZeroU32 {
    let knockout = bots.max(1).next_power_of_two().ilog2();
    let rounds = u64::from(knockout + 2).min(most_rounds(bots as u64));
    NonZeroU32::new(rounds as u32).unwrap_or(NonZeroU32::MIN)
}

/// The pairs a pairing plays if the league file does not say.
pub const DEFAULT_PAIRS: NonZeroU32 = NonZeroU32::new(50).expect("50 is not zero");

/// Where a worker's bots may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pinning {
    /// On the worker's own processor core, so that games do not disturb each other's clocks.
    #[default]
    WorkersCore,
    /// Wherever the system puts them.
    Anywhere,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn names_are_one_line_of_visible_text() {
        let longest = "n".repeat(64);
        for name in ["a", "зима 2026", "=cmd", "نرد", longest.as_str()] {
            assert_eq!(Name::new(name).unwrap().as_str(), name);
        }
        for (name, error) in [
            ("", NameError::Empty),
            ("  ", NameError::Empty),
            (" a", NameError::Spaces),
            ("a\u{a0}", NameError::Spaces),
            ("a\nb", NameError::Unprintable('\n')),
            ("a\u{1b}[31m", NameError::Unprintable('\u{1b}')),
            ("a\u{202e}b", NameError::Unprintable('\u{202e}')),
            (&"n".repeat(65), NameError::TooLong(65)),
        ] {
            assert_eq!(Name::new(name), Err(error), "{name:?}");
        }
    }

    #[test]
    fn a_swiss_usually_has_the_rounds_of_a_knockout_and_two_more() {
        for (bots, rounds) in [(0, 1), (2, 1), (3, 3), (4, 3), (5, 5), (6, 5), (8, 5)] {
            assert_eq!(usual_rounds(bots).get(), rounds, "{bots}");
        }
        for (bots, rounds) in [(9, 6), (16, 6), (17, 7), (100, 9), (1_000, 12)] {
            assert_eq!(usual_rounds(bots).get(), rounds, "{bots}");
        }
    }

    #[test]
    fn a_pair_is_two_games_of_every_pairing() {
        let pairs = NonZeroU32::new(50).unwrap();
        assert_eq!(Kind::RoundRobin.games(4, pairs), 600); // 6 pairings
        assert_eq!(Kind::Gauntlet.games(4, pairs), 300); // 3 pairings
        assert_eq!(Kind::RoundRobin.games(0, pairs), 0);
        let swiss = Kind::Swiss {
            rounds: NonZeroU32::new(3).unwrap(),
        };
        assert_eq!(swiss.games(5, pairs), 600); // 3 rounds of 2
    }
}
