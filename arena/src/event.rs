//! What happens in a league, as its workers tell it: the one source of the journal, of what
//! people see and of every file.

use std::time::Duration;

use arena_tournament::id::{BotIndex, GameIndex};
use nardy_protocol::record::GameRecord;

/// Something that happened while a league was played.
#[derive(Debug)]
pub enum Event {
    /// A game came to its end.
    Played(Box<Played>),
    /// A bot's process was gone between two games and was started again.
    Restarted {
        /// Whose process.
        bot: BotIndex,
        /// How it had ended.
        why: String,
    },
    /// A game was broken off through nobody's fault and is played again.
    Voided {
        /// The game.
        game: GameIndex,
        /// What came between.
        why: String,
    },
    /// A bot failed too often at its start: the rest of its games is forfeited unplayed.
    Dropped {
        /// The bot.
        bot: BotIndex,
        /// The last failure.
        why: String,
    },
    /// The arena itself cannot go on.
    Broken {
        /// Why, and what to do.
        why: String,
    },
}

/// A finished game: the record, and beside it what is not a function of the moves.
#[derive(Debug)]
pub struct Played {
    /// What is kept for ever.
    pub record: GameRecord,
    /// From the first request to the end.
    pub elapsed: Duration,
    /// By seat, all the time the bot took for its answers.
    pub thought: [Duration; 2],
    /// What the bot at fault wrote to stderr, escaped and cut.
    pub stderr: Option<String>,
}
