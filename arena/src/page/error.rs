//! Why a league has no page.

use thiserror::Error;

use crate::dice::DiceError;
use crate::store::StoreError;

/// Why a league has no page.
#[derive(Debug, Error)]
pub enum PageError {
    /// The folder is none, is in use, or cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Its dice cannot be counted.
    #[error(transparent)]
    Dice(#[from] DiceError),
    /// A file of the folder is not as the arena wrote it.
    #[error("{file}: {what}; `arena verify` says more")]
    Damaged {
        /// The file's name.
        file: &'static str,
        /// What is wrong.
        what: String,
    },
    /// There is nothing to show yet.
    #[error("the league has no game yet; play it first, or go on with --resume")]
    NoGames,
    /// The template could not be filled in.
    #[error("the page could not be made: {0}")]
    Template(#[from] askama::Error),
}

impl PageError {
    /// Whether the machine is at fault rather than what was asked for.
    #[must_use]
    pub fn is_environment(&self) -> bool {
        match self {
            PageError::Store(error) => error.is_environment(),
            PageError::Dice(error) => error.is_environment(),
            PageError::Damaged { .. } | PageError::NoGames => false,
            PageError::Template(_) => true,
        }
    }

    pub(super) fn damaged(file: &'static str, what: impl Into<String>) -> PageError {
        let what = what.into();
        PageError::Damaged { file, what }
    }
}
