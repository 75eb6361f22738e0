//! Why there are no ratings, in words for whoever gave the tables.

use std::path::PathBuf;

use arena_statistics::{FitError, PairError};
use nardy_protocol::text::{visible, visible_path};
use thiserror::Error;

use crate::store::TableError;

/// Names that are listed where one is not known.
const LISTED: usize = 12;
/// Characters of a name that are shown.
const SHOWN: usize = 64;

/// Why there are no ratings.
#[derive(Debug, Error)]
pub enum RateError {
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Its games would count twice.
    #[error("{} is given twice; give each table once", visible_path(.0))]
    Twice(PathBuf),
    /// A bot that is asked for does not occur.
    #[error("no bot of these games is called \"{name}\"; they are {known}")]
    Unknown {
        /// The name.
        name: String,
        /// Those that there are.
        known: String,
    },
    /// A bot compared with itself.
    #[error("a bot cannot be compared with itself; give --versus another bot than \"{0}\"")]
    Itself(String),
    /// The results give no ratings.
    #[error(transparent)]
    Fit(#[from] FitError),
}

impl RateError {
    pub(super) fn unknown(name: &str, names: &[String]) -> RateError {
        let listed = names.iter().take(LISTED);
        let mut known: Vec<_> = listed.map(|name| visible(name, SHOWN)).collect();
        match names.len() {
            0 => known.push("none".to_owned()),
            count if count > LISTED => known.push(format!("{} more", count - LISTED)),
            _ => {}
        }
        RateError::Unknown {
            name: visible(name, SHOWN),
            known: known.join(", "),
        }
    }

    pub(super) fn itself(name: &str) -> RateError {
        RateError::Itself(visible(name, SHOWN))
    }

    /// Whether the machine is at fault rather than what was asked for.
    #[must_use]
    pub fn is_environment(&self) -> bool {
        matches!(self, RateError::Table(error) if error.is_environment())
    }
}

/// What is wrong with a row's pair.
pub(super) fn pair_words(error: &PairError) -> String {
    match error {
        PairError::OutOfOrder { pair, after } => format!(
            "there is {pair}, should be {after} or more: pairs ascend in a table, and the two \
             games of a pair follow each other; give several leagues as several files"
        ),
        PairError::ThirdGame { pair } => format!(
            "there is {pair} for the third time, should be {pair} in two games: a pair has no more"
        ),
        PairError::OtherBots { pair } => format!(
            "there is {pair}, should be a new number: the pair's first game is between other bots"
        ),
    }
}
