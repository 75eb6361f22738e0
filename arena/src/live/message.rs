//! The page, and the messages that it is told: JSON of one line each.

use std::num::NonZeroU32;
use std::time::Instant;

use arena_statistics::Scope;
use arena_tournament::id::BotIndex;
use arena_tournament::result::WinKind;
use askama::Template;
use nardy_protocol::text::visible;
use serde::Serialize;

use super::LiveError;
use super::news::{Ended, NAME_SHOWN, News, Phase, Test, Trouble};
use super::words::LiveWords;
use crate::config::Kind;
use crate::event::{Boards, OnBoard};
use crate::page::{self, Language, Standings, Strength};
use crate::plan::FrozenPlan;
use crate::store::Tables;

/// Boards that are shown.
const BOARDS: usize = 12;
/// Bots that the standings show.
const BOTS: usize = 100;

const WORDS: [LiveWords; 2] = [LiveWords::ENGLISH, LiveWords::RUSSIAN];
const STYLE: &str = include_str!("templates/live.css");
const SCRIPT: &str = include_str!("templates/live.js");

/// What the server gives to whoever opens the page.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) html: String,
    /// What a browser lets the page do.
    pub(super) policy: String,
}

#[derive(Template)]
#[template(path = "live.html")]
struct Frame<'f> {
    name: &'f str,
    style: &'f str,
    script: &'f str,
    data: String,
}

/// What the page's script reads first.
#[derive(Serialize)]
struct Data<'f> {
    name: &'f str,
    rules: &'f str,
    rules_name: &'f str,
    kind: [&'static str; 2],
    opposite: bool,
    start: Vec<[u8; 2]>,
    words: [LiveWords; 2],
}

/// The page of a plan's league.
pub(super) fn page(plan: &FrozenPlan, speaker: &Speaker) -> Result<Page, LiveError> {
    let rules = plan.rules().map_err(LiveError::Rules)?;
    let data = Data {
        name: &visible(plan.name().as_str(), NAME_SHOWN),
        rules: plan.ruleset(),
        rules_name: rules.name(),
        kind: Language::ALL.map(|language| language.league_kind(speaker.kind)),
        opposite: page::is_opposite(&rules),
        start: page::start(&rules),
        words: WORDS,
    };
    let script = [page::BOARD, SCRIPT].concat();
    let style = [page::STYLE, STYLE].concat();
    let policy = page::policy(&script, &style);
    let frame = Frame {
        name: data.name,
        style: &style,
        script: &script,
        data: page::in_script(&json(&data)),
    };
    Ok(Page {
        html: frame.render()?,
        policy: format!("{policy}; connect-src 'self'; frame-ancestors 'none'"),
    })
}

/// Puts into words what is known.
#[derive(Debug)]
pub(super) struct Speaker {
    names: Vec<String>,
    kind: Kind,
}

/// How far the league is.
#[derive(Serialize)]
struct League<'n> {
    phase: Phase,
    games: String,
    played: String,
    part: f64,
    per_second: Option<f64>,
    seconds_left: Option<f64>,
    /// In a Swiss the round, and how many there are.
    round: Option<[u64; 2]>,
    test: Option<&'n Test>,
    ended: Vec<&'n Ended>,
    troubles: Vec<&'n Trouble>,
    more_troubles: String,
}

/// The standings in both languages.
#[derive(Serialize)]
struct Table {
    tables: [Standings; 2],
    more: String,
    /// Games that were lost by a mistake.
    forfeits: String,
}

/// The running games.
#[derive(Serialize)]
struct Running<'n> {
    boards: Vec<RunningGame<'n>>,
    more: String,
}

#[derive(Serialize)]
struct RunningGame<'n> {
    game: String,
    bots: [&'n str; 2],
    turns: String,
}

impl Speaker {
    pub(super) fn new(plan: &FrozenPlan) -> Speaker {
        Speaker {
            names: plan
                .bots()
                .map(|name| visible(name.as_str(), NAME_SHOWN))
                .collect(),
            kind: plan.kind(),
        }
    }

    /// The bots' names, harmless to read.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// How far the league is by now.
    pub(super) fn league(&self, news: &News, now: Instant) -> String {
        let count = |count| Language::English.count(count);
        let speed = news.since.and_then(|(since, before)| {
            let played = news.played.saturating_sub(before);
            let seconds = now.saturating_duration_since(since).as_secs_f64();
            (played > 0 && seconds > 0.0).then(|| played as f64 / seconds)
        });
        let left = news.games.saturating_sub(news.played);
        let is_running = news.phase == Phase::Running;
        let more = news.troubles_told - news.troubles.len() as u64;
        json(&League {
            phase: news.phase,
            games: count(news.games),
            played: count(news.played),
            part: news.played as f64 / news.games.max(1) as f64,
            per_second: speed,
            seconds_left: speed
                .filter(|_| is_running)
                .map(|speed| (left as f64 / speed).ceil()),
            round: round(self.kind, news),
            test: news.test.as_ref(),
            ended: news.ended.iter().collect(),
            troubles: news.troubles.iter().collect(),
            more_troubles: count(more),
        })
    }

    /// The standings as the results would have them.
    pub(super) fn standings(&self, tables: &Tables) -> String {
        let statistics = &tables.statistics;
        let find = |bot: BotIndex| statistics.find(&tables.names[bot.get()]);
        let ratings = statistics.ratings();
        let shown = &tables.standings[..tables.standings.len().min(BOTS)];
        let in_language = |language| {
            let strength = Strength {
                table: shown,
                names: &self.names,
                points: &|bot| statistics.ledger().points(&Scope::of(find(bot)?)),
                rating: &|bot| Some(ratings.as_ref().ok()?.rating(find(bot)?)),
                no_ratings: ratings.as_ref().err().map(ToString::to_string),
            };
            page::standings(strength, language)
        };
        let more = tables.standings.len() - shown.len();
        let forfeits = tables.standings.iter();
        let forfeits = forfeits.map(|row| row.tally.lost(WinKind::Forfeit)).sum();
        json(&Table {
            tables: Language::ALL.map(in_language),
            more: Language::English.count(more as u64),
            forfeits: Language::English.count(forfeits),
        })
    }

    /// The games that are being played.
    pub(super) fn boards(&self, boards: &Boards) -> String {
        let (shown, all) = boards.look(BOARDS);
        let game = |on: &OnBoard| RunningGame {
            game: on.game.to_string(),
            bots: on.bots.map(|bot| self.names[bot.get()].as_str()),
            turns: page::turns(&on.turns),
        };
        json(&Running {
            boards: shown.iter().map(game).collect(),
            more: Language::English.count((all - shown.len()) as u64),
        })
    }
}

/// Every round of a Swiss has as many games as the others.
fn round(kind: Kind, news: &News) -> Option<[u64; 2]> {
    let Kind::Swiss { rounds } = kind else {
        return None;
    };
    let rounds = u64::from(NonZeroU32::get(rounds));
    let games = (news.games / rounds).max(1);
    (news.games > 0).then(|| [(news.played / games + 1).min(rounds), rounds])
}

fn json(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("plain data with text keys")
}
