//! The sections about who is how strong: standings, head to head, Elo game by game.

use arena_statistics::{Estimate, Rating, Scope};
use arena_tournament::id::BotIndex;
use arena_tournament::standings::{StandingRow, Tally};
use serde::Serialize;

use super::chart::{Mark, Scale, Whisker, line, place, series};
use super::facts::Facts;
use super::tongue::Language;

/// Points of a line in the chart of ratings.
const POINTS: usize = 160;
/// Rows of the chart's table.
const ROWS: u64 = 10;

/// A bot in the standings.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(super) rank: usize,
    pub(super) name: String,
    pub(super) series: String,
    pub(super) games: String,
    pub(super) wins: String,
    pub(super) points: String,
    pub(super) per_game: String,
    pub(super) per_game_bar: Option<Whisker>,
    pub(super) elo: String,
    pub(super) elo_bar: Option<Whisker>,
}

/// What the standings are made from.
pub(crate) struct Strength<'s> {
    /// The rows to show, best first.
    pub(crate) table: &'s [StandingRow],
    /// The bots' names in the order of the plan.
    pub(crate) names: &'s [String],
    /// Points per game, where there are any.
    pub(crate) points: &'s dyn Fn(BotIndex) -> Option<Estimate>,
    pub(crate) rating: &'s dyn Fn(BotIndex) -> Option<Rating>,
    /// Why there are no ratings.
    pub(crate) no_ratings: Option<String>,
}

/// The standings.
#[derive(Debug, Serialize)]
pub(crate) struct Standings {
    pub(super) rows: Vec<Row>,
    /// Where no points are, and where the mean rating is.
    pub(super) zero_points: String,
    pub(super) zero_elo: String,
    /// Why there are no ratings.
    pub(super) no_ratings: Option<String>,
}

/// From where to where the bars of a table reach.
const BAR: [f64; 2] = [4.0, 116.0];

pub(super) fn standings_of(facts: &Facts, language: Language) -> Standings {
    let strength = Strength {
        table: &facts.counted.standings.table(),
        names: &facts.names,
        points: &|bot| facts.counted.ledger.points(&Scope::of(bot)),
        rating: &|bot| facts.ratings.as_ref().ok().map(|all| all.rating(bot)),
        no_ratings: facts.ratings.as_ref().err().map(ToString::to_string),
    };
    standings(strength, language)
}

/// The standings in words and numbers of a language.
pub(crate) fn standings(strength: Strength<'_>, language: Language) -> Standings {
    let Strength {
        table,
        names,
        points,
        rating,
        no_ratings,
    } = strength;
    let elo = |bot: BotIndex| match rating(bot) {
        Some(Rating::Estimated(estimate)) => Some(estimate),
        _ => None,
    };
    let bots = table.iter().map(|row| row.bot);
    let points_scale = scale(bots.clone().filter_map(points));
    let elo_scale = scale(bots.filter_map(elo));
    let rows = table.iter().map(|row| Row {
        rank: row.rank,
        name: names[row.bot.get()].clone(),
        series: series(row.bot.get()),
        games: language.count(row.tally.games()),
        wins: won_lost(&row.tally, language),
        points: format!(
            "{}–{}",
            language.count(row.tally.points_for()),
            language.count(row.tally.points_against())
        ),
        per_game: points(row.bot)
            .map_or_else(|| "–".to_owned(), |points| language.estimate(&points, 3)),
        per_game_bar: points(row.bot).map(|points| whisker(&points_scale, &points)),
        elo: rating(row.bot).map_or_else(|| "–".to_owned(), |rating| language.rating(&rating)),
        elo_bar: elo(row.bot).map(|estimate| whisker(&elo_scale, &estimate)),
    });
    Standings {
        rows: rows.collect(),
        zero_points: place(points_scale.at(0.0)),
        zero_elo: place(elo_scale.at(0.0)),
        no_ratings,
    }
}

fn scale(estimates: impl Iterator<Item = Estimate>) -> Scale {
    let values = estimates.flat_map(|estimate| {
        let ends = estimate.interval().map(|ends| [ends.low, ends.high]);
        [estimate.value]
            .into_iter()
            .chain(ends.into_iter().flatten())
    });
    Scale::over(values.chain([0.0]), BAR)
}

fn whisker(scale: &Scale, estimate: &Estimate) -> Whisker {
    let ends = estimate.interval().map(|ends| [ends.low, ends.high]);
    scale.whisker(estimate.value, ends)
}

fn won_lost(tally: &Tally, language: Language) -> String {
    let [wins, losses] = [tally.wins(), tally.losses()].map(|count| language.count(count));
    format!("{wins}–{losses}")
}

/// What a bot did against each other one, in the order of the standings.
pub(super) struct Meetings {
    pub(super) name: String,
    pub(super) cells: Vec<Option<Meeting>>,
}

/// What a bot did against another one.
pub(super) struct Meeting {
    /// The class of its color, from `m5` (lost all) to `p5` (won all).
    pub(super) heat: String,
    pub(super) points: String,
    pub(super) exactly: String,
    pub(super) wins: String,
}

pub(super) fn meetings(facts: &Facts, language: Language) -> Vec<Meetings> {
    let ranking = facts.ranking();
    let ledger = &facts.counted.ledger;
    let met = |bot: BotIndex, opponent: BotIndex| {
        let scope = Scope::of(bot).against(opponent);
        ledger
            .points(&scope)
            .map(|points| (points, ledger.tally(&scope)))
    };
    let pairs = ranking
        .iter()
        .flat_map(|&bot| ranking.iter().map(move |&other| (bot, other)));
    let values = pairs.filter_map(|(bot, other)| Some(met(bot, other)?.0.value.abs()));
    let most = values.fold(f64::MIN_POSITIVE, f64::max);
    let cell = |bot: BotIndex, opponent: BotIndex| {
        let (points, tally) = met(bot, opponent)?;
        let [wins, losses] = [tally.wins(), tally.losses()].map(|count| language.count(count));
        Some(Meeting {
            heat: heat(points.value / most),
            points: language.signed(points.value, 2),
            exactly: language.estimate(&points, 3),
            wins: format!("{wins}–{losses}"),
        })
    };
    let table = facts.counted.standings.table();
    let rows = table.iter().map(|row| Meetings {
        name: facts.name(row.bot).to_owned(),
        cells: ranking
            .iter()
            .map(|&opponent| cell(row.bot, opponent))
            .collect(),
    });
    rows.collect()
}

fn heat(part: f64) -> String {
    let step = (part * 5.0).round() as i8;
    let sign = if step < 0 { 'm' } else { 'p' };
    format!("{sign}{}", step.abs())
}

/// Ratings game by game.
pub(super) struct Progress {
    pub(super) lines: Vec<Line>,
    pub(super) ratings: Vec<Mark>,
    pub(super) games: Vec<Mark>,
    /// By row, the number of games and each bot's rating then.
    pub(super) rows: Vec<(String, Vec<String>)>,
}

/// A bot's line.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) series: String,
    pub(super) points: String,
    pub(super) last: String,
}

/// The chart of ratings: left, right, bottom, top.
pub(super) const PROGRESS: [f64; 4] = [44.0, 468.0, 236.0, 12.0];

pub(super) fn progress(facts: &Facts, language: Language) -> Progress {
    let [left, right, bottom, top] = PROGRESS;
    let counted = &facts.counted;
    let all = counted.elo.iter().flatten().map(|(_, elo)| elo.points());
    let elo_scale = Scale::over(all.chain([1500.0]), [bottom, top]);
    let game_scale = Scale::over([0.0, counted.played as f64], [left, right]);
    let lines = facts.ranking().into_iter().map(|bot| {
        let games = &counted.elo[bot.get()];
        let every = games.len().div_ceil(POINTS).max(1);
        let kept = games.iter().enumerate();
        let kept = kept.filter(|(place, _)| place % every == 0 || place + 1 == games.len());
        let places = kept.map(|(_, (game, elo))| (*game as f64, elo.points()));
        let start = [(0.0, 1500.0)].into_iter();
        let points = start.chain(places);
        Line {
            name: facts.name(bot).to_owned(),
            series: series(bot.get()),
            points: line(points.map(|(game, elo)| [game_scale.at(game), elo_scale.at(elo)])),
            last: games.last().map_or_else(
                || "–".to_owned(),
                |(_, elo)| language.number(elo.points(), 0),
            ),
        }
    });
    Progress {
        lines: lines.collect(),
        ratings: elo_scale.marks(language),
        games: game_scale.whole_marks(language),
        rows: rows(facts, language),
    }
}

fn rows(facts: &Facts, language: Language) -> Vec<(String, Vec<String>)> {
    let played = facts.counted.played;
    let mut games: Vec<u64> = (1..=ROWS).map(|row| played * row / ROWS).collect();
    games.dedup();
    games.retain(|game| *game > 0);
    let rating = |bot: BotIndex, game: u64| {
        let games = &facts.counted.elo[bot.get()];
        let until = games.partition_point(|(number, _)| *number <= game);
        let elo = until
            .checked_sub(1)
            .map_or(1500.0, |last| games[last].1.points());
        language.number(elo, 0)
    };
    let ranking = facts.ranking();
    let row = |game: u64| {
        let ratings = ranking.iter().map(|&bot| rating(bot, game));
        (language.count(game), ratings.collect())
    };
    games.into_iter().map(row).collect()
}
