//! What a league shows at its end: the final table, and what it proves.

use arena_statistics::{Estimate, Rating, Scope};
use arena_tournament::decimal::fixed;
use arena_tournament::result::WinKind;
use arena_tournament::standings::StandingRow;
use nardy_protocol::text::visible;

use super::aligned::aligned;
use super::luck::luck;
use super::proof::Proof;
use crate::store::Tables;
use crate::trial::Trial;

/// Characters of a name that the table shows.
pub(super) const NAME_SHOWN: usize = 32;

/// The kinds of win played out, with their column's title.
pub(super) const KINDS: [(WinKind, &str); 4] = [
    (WinKind::Oin, "oin"),
    (WinKind::Mars, "mars"),
    (WinKind::HomeMars, "home mars"),
    (WinKind::Koks, "koks"),
];

/// Widths of error bars below which one more decimal is shown.
const NARROW_ELO: f64 = 10.0;
const NARROW_POINTS: f64 = 0.1;

/// The standings as text, best bot first, with sentences below, a line feed at the end.
#[must_use]
pub fn standings(tables: &Tables) -> String {
    let mut text = table(tables) + "\n";
    let statistics = &tables.statistics;
    match statistics.ratings() {
        Ok(ratings) => {
            let proof = Proof {
                ledger: statistics.ledger(),
                ratings,
                names: statistics.names(),
                stopped: tables.trial.as_ref().is_some_and(Trial::is_decided),
            };
            text += &(proof.sentences().join("\n") + "\n");
        }
        Err(why) => text += &format!("elo: {why}\n"),
    }
    text + "\n" + &luck(tables)
}

/// Columns for kinds of win that did not occur are left out; the others read won:lost.
fn table(tables: &Tables) -> String {
    let rows = &tables.standings;
    let kinds: Vec<_> = KINDS
        .into_iter()
        .chain([(WinKind::Forfeit, "forfeits")])
        .filter(|(kind, _)| rows.iter().any(|row| row.tally.won(*kind) > 0))
        .collect();
    let titles = ["rank", "bot", "games", "elo", "points/game"];
    let titles = titles.into_iter().chain(kinds.iter().map(|kind| kind.1));
    let titles: Vec<_> = titles.map(str::to_owned).collect();
    let proven: Vec<_> = rows.iter().map(|row| Proven::of(row, tables)).collect();
    let elo = proven.iter().filter_map(|proven| match proven.rating {
        Some(Rating::Estimated(estimate)) => Some(estimate),
        _ => None,
    });
    let elo_decimals = usize::from(narrowest(elo) < NARROW_ELO);
    let points = proven.iter().filter_map(|proven| proven.points);
    let points_decimals = 2 + usize::from(narrowest(points) < NARROW_POINTS);
    let rows = rows.iter().zip(&proven).map(|(row, proven)| {
        let won_lost = |(kind, _): &(WinKind, &str)| {
            format!("{}:{}", row.tally.won(*kind), row.tally.lost(*kind))
        };
        let points = proven.points.as_ref();
        let mut cells = vec![
            row.rank.to_string(),
            visible(&tables.names[row.bot.get()], NAME_SHOWN),
            row.tally.games().to_string(),
            rating(proven.rating, elo_decimals),
            points.map_or_else(
                || "–".to_owned(),
                |points| with_error(points, points_decimals),
            ),
        ];
        cells.extend(kinds.iter().map(won_lost));
        cells
    });
    aligned(&titles, &rows.collect::<Vec<_>>(), &[1])
}

/// What is known of a bot besides its counts.
struct Proven {
    rating: Option<Rating>,
    points: Option<Estimate>,
}

impl Proven {
    fn of(row: &StandingRow, tables: &Tables) -> Proven {
        let statistics = &tables.statistics;
        let bot = statistics.find(&tables.names[row.bot.get()]);
        let ratings = statistics.ratings().ok();
        Proven {
            rating: bot.zip(ratings).map(|(bot, ratings)| ratings.rating(bot)),
            points: bot.and_then(|bot| statistics.ledger().points(&Scope::of(bot))),
        }
    }
}

fn narrowest(estimates: impl Iterator<Item = Estimate>) -> f64 {
    let intervals = estimates.filter_map(|estimate| estimate.interval());
    let halves = intervals.map(|interval| interval.half_width());
    halves.fold(f64::INFINITY, f64::min)
}

/// A rating in few characters; the sentences below the table say more.
fn rating(rating: Option<Rating>, decimals: usize) -> String {
    match rating {
        Some(Rating::Estimated(estimate)) => with_error(&estimate, decimals),
        Some(Rating::Reference { elo }) => fixed(elo, decimals),
        Some(Rating::Above {
            at_least: Some(elo),
        }) => format!("at least {}", fixed(elo, decimals)),
        Some(Rating::Above { at_least: None }) => "above".to_owned(),
        Some(Rating::Below { at_most: Some(elo) }) => format!("at most {}", fixed(elo, decimals)),
        Some(Rating::Below { at_most: None }) => "below".to_owned(),
        Some(Rating::Apart) => "not comparable".to_owned(),
        Some(Rating::NoGames) | None => "–".to_owned(),
    }
}

/// A number with its error bar, or alone where there are too few pairs for one.
pub(super) fn with_error(estimate: &Estimate, decimals: usize) -> String {
    let value = fixed(estimate.value, decimals);
    match estimate.interval() {
        Some(interval) => format!("{value} ± {:.decimals$}", interval.half_width()),
        None => value,
    }
}
