//! What is known of a league while it is played, in lists of fixed lengths.

use std::collections::VecDeque;
use std::time::Instant;

use arena_statistics::Decision;
use nardy_protocol::record::GameRecord;
use nardy_protocol::text::visible;
use serde::Serialize;

use crate::event::Event;
use crate::store::{Counts, Journal};
use crate::trial::Trial;

/// Games that are told after their end.
pub(super) const ENDED: usize = 15;
/// Faults and the like that are told.
const TROUBLES: usize = 30;
/// Characters of a name, and of a message, that are shown.
pub(super) const NAME_SHOWN: usize = 64;
const MESSAGE_SHOWN: usize = 600;

/// How far a league is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Bots are being started.
    Starting,
    /// Games are being played.
    Running,
    /// All games have been played.
    Complete,
    /// The sequential test has decided.
    Decided,
    /// Somebody stopped it.
    Stopped,
    /// It could not go on.
    Broken,
}

/// All of it.
#[derive(Debug, Clone)]
pub(super) struct News {
    pub(super) phase: Phase,
    /// Games in all, and in the journal.
    pub(super) games: u64,
    pub(super) played: u64,
    /// When this run began, with how many games in the journal.
    pub(super) since: Option<(Instant, u64)>,
    pub(super) test: Option<Test>,
    /// The last games, the newest first.
    pub(super) ended: VecDeque<Ended>,
    /// The last troubles, the newest first, and how many there were.
    pub(super) troubles: VecDeque<Trouble>,
    pub(super) troubles_told: u64,
    /// What the standings are made from, if that was counted anew.
    pub(super) counts: Option<Counts>,
}

/// Where a sequential test stands.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Test {
    ratio: f64,
    low: f64,
    high: f64,
    pairs: u64,
    accepts: Option<&'static str>,
}

/// A game that is over.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Ended {
    game: String,
    bots: [String; 2],
    winner: usize,
    kind: &'static str,
    points: u32,
    turns: usize,
}

/// Something that went wrong.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct Trouble {
    what: &'static str,
    game: String,
    bot: String,
    code: String,
    rule: String,
    message: String,
}

impl News {
    pub(super) fn new() -> News {
        News {
            phase: Phase::Starting,
            games: 0,
            played: 0,
            since: None,
            test: None,
            ended: VecDeque::with_capacity(ENDED),
            troubles: VecDeque::new(),
            troubles_told: 0,
            counts: None,
        }
    }

    /// The first game begins.
    pub(super) fn begin(&mut self, games: u64, played: u64) {
        self.phase = Phase::Running;
        (self.games, self.played) = (games, played);
        self.since = Some((Instant::now(), played));
    }

    /// What the journal holds.
    pub(super) fn stored(&mut self, journal: &Journal) {
        self.played = journal.len() as u64;
        self.test = journal.trial().map(Test::of);
    }

    /// Something has happened. What the report has no room for, such as the reason for a void
    /// game, is not told here either.
    pub(super) fn on(&mut self, event: &Event, names: &[String]) {
        match event {
            Event::Played(played) => self.ended(&played.record),
            Event::Voided { game, .. } => self.trouble(Trouble {
                what: "void",
                game: game.to_string(),
                ..Trouble::default()
            }),
            Event::Restarted { bot, .. } => self.trouble(Trouble {
                what: "restarted",
                bot: names[bot.get()].clone(),
                ..Trouble::default()
            }),
            Event::Dropped { bot, .. } => self.trouble(Trouble {
                what: "dropped",
                bot: names[bot.get()].clone(),
                ..Trouble::default()
            }),
            Event::Broken { .. } => self.phase = Phase::Broken,
            Event::Contained { .. } => {}
        }
    }

    /// A game has ended.
    pub(super) fn ended(&mut self, record: &GameRecord) {
        let bots = record.bots.each_ref().map(|name| visible(name, NAME_SHOWN));
        let game = visible(&record.game, NAME_SHOWN);
        if let Some(fault) = &record.fault {
            self.trouble(Trouble {
                what: "fault",
                game: game.clone(),
                bot: bots[fault.seat.index()].clone(),
                code: visible(&fault.code, NAME_SHOWN),
                rule: visible(fault.rule.as_deref().unwrap_or_default(), NAME_SHOWN),
                message: visible(&fault.message, MESSAGE_SHOWN),
            });
        }
        self.ended.truncate(ENDED - 1);
        self.ended.push_front(Ended {
            game,
            bots,
            winner: record.result.winner.index(),
            kind: record.result.kind.as_str(),
            points: record.result.points,
            turns: record.turns.len(),
        });
    }

    fn trouble(&mut self, trouble: Trouble) {
        self.troubles_told += 1;
        self.troubles.truncate(TROUBLES - 1);
        self.troubles.push_front(trouble);
    }
}

impl Test {
    fn of(trial: &Trial) -> Test {
        let sprt = trial.sprt();
        let (low, high) = sprt.bounds();
        Test {
            ratio: sprt.log_likelihood_ratio(),
            low,
            high,
            pairs: trial.pairs(),
            accepts: match sprt.decision() {
                Decision::Continue => None,
                Decision::AcceptNull => Some("accepts_null"),
                Decision::AcceptAlternative => Some("accepts_alternative"),
            },
        }
    }
}
