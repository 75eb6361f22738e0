//! What happens in a league, as its workers tell it: the one source of the journal, of what
//! people see and of every file.

mod boards;

use std::time::Duration;

use arena_tournament::id::{BotIndex, GameIndex};
use nardy_protocol::record::GameRecord;
use serde_json::{Map, Value, json};

pub use boards::{Board, Boards, OnBoard};

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
    /// What holds the bots, told once at the start and after each resume.
    Contained {
        /// Whether there is a sandbox at all.
        sandbox: bool,
        /// The layers this machine does not have, each with the reason.
        missing: Vec<(String, String)>,
    },
    /// The arena itself cannot go on.
    Broken {
        /// Why, and what to do.
        why: String,
    },
}

impl Event {
    /// The event as it is noted beside the games; none for those that are noted elsewhere. Bots
    /// go by their names.
    #[must_use]
    pub fn to_json(&self, names: &[String]) -> Option<Value> {
        let name = |bot: &BotIndex| names.get(bot.get());
        Some(match self {
            Event::Played(_) => return None,
            Event::Restarted { bot, why } => {
                json!({"event": "restarted", "bot": name(bot), "why": why})
            }
            Event::Voided { game, why } => {
                json!({"event": "void", "game": game.to_string(), "why": why})
            }
            Event::Dropped { bot, why } => {
                json!({"event": "dropped", "bot": name(bot), "why": why})
            }
            Event::Contained { sandbox, missing } => {
                let missing: Map<String, Value> = missing
                    .iter()
                    .map(|(layer, why)| (layer.clone(), why.as_str().into()))
                    .collect();
                json!({"event": "sandbox", "used": sandbox, "missing": missing})
            }
            Event::Broken { why } => json!({"event": "broken", "why": why}),
        })
    }
}

/// Lines of stderr that people are shown.
const LINES_SHOWN: usize = 6;

/// The last lines of what was kept of a bot's stderr, whose line ends are escaped.
#[must_use]
pub fn last_lines(stderr: &str) -> Vec<&str> {
    let lines = stderr
        .split("\\n")
        .map(|line| line.strip_suffix("\\r").unwrap_or(line));
    let lines: Vec<_> = lines.filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(LINES_SHOWN)..].to_vec()
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
    /// By turn of the record, what its answer took; none for a pass, which nobody is asked for,
    /// and for a person without a clock. A rejected answer is one more at the end.
    pub turns: Vec<Option<Duration>>,
    /// By seat, the processor time that the bot's process had meanwhile, where it is known.
    pub processor: [Option<Duration>; 2],
    /// What the bot at fault wrote to stderr, escaped and cut.
    pub stderr: Option<String>,
}
