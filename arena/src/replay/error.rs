//! What keeps a game from being shown.

use arena_tournament::id::{BadGameId, GameId};
use nardy_protocol::text::visible;
use thiserror::Error;

use crate::store::StoreError;

/// Characters of a file's defect that are shown.
const WHY_SHOWN: usize = 300;

/// What keeps a game from being shown.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// The folder.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The plan is not one that this arena can use.
    #[error("league.json cannot be used: {}", visible(.0, WHY_SHOWN))]
    Plan(String),
    /// There is no journal.
    #[error("there is no games.jsonl in the folder, so there are no games to show")]
    NoJournal,
    /// A text that is no game's id.
    #[error(transparent)]
    Id(#[from] BadGameId),
    /// No such game.
    #[error(
        "there is no game {game} in the journal{}; `arena replay DIR` lists the games",
        match damaged {
            0 => String::new(),
            1 => ", of which one line cannot be read".to_owned(),
            lines => format!(", of which {lines} lines cannot be read"),
        }
    )]
    NoGame {
        /// The id.
        game: GameId,
        /// Lines of the journal that cannot be read.
        damaged: u64,
    },
    /// A turn that cannot be played.
    #[error("turn {number} of the record cannot be played: {why}; `arena verify` tells more")]
    Unplayable {
        /// Which turn, from 1.
        number: usize,
        /// Why.
        why: String,
    },
}

impl ReplayError {
    /// Whether the machine is at fault rather than what was asked for.
    #[must_use]
    pub fn is_environment(&self) -> bool {
        matches!(self, ReplayError::Store(error) if error.is_environment())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn damaged_lines_are_counted_in_words_that_fit() {
        let told = |damaged| {
            let game = "9a".parse().unwrap();
            ReplayError::NoGame { game, damaged }.to_string()
        };
        assert!(told(0).contains("in the journal; `arena"), "{}", told(0));
        assert!(told(1).contains(", of which one line cannot be read;"));
        assert!(told(2).contains(", of which 2 lines cannot be read;"));
    }
}
