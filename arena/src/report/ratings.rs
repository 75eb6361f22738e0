//! Ratings for people: the table, and sentences about what is below it.

use arena_statistics::{Advantage, Alikeness, Difference, Estimate, Scope, Tally, Zero};
use arena_tournament::result::WinKind;
use nardy_protocol::text::visible;

use super::aligned::aligned;
use super::table::{KINDS, NAME_SHOWN};
use super::thousands;
use crate::rate::{Ranked, Rated};

/// Names that a sentence lists.
const LISTED: usize = 8;

/// Ratings as text, best bot first, with a line feed at the end.
#[must_use]
pub fn ratings(rated: &Rated) -> String {
    let mut lines = vec![table(rated)];
    lines.push(zero(rated));
    lines.extend(apart(rated));
    lines.push(first_move(rated));
    lines.push(within_pairs(rated));
    lines.extend(versus(rated));
    lines.extend(left_out(rated));
    lines.join("\n") + "\n"
}

fn table(rated: &Rated) -> String {
    let ranking = rated.ranking();
    let tallies: Vec<Tally> = ranking.iter().map(|row| rated.tally(row.bot)).collect();
    let kinds: Vec<_> = KINDS
        .into_iter()
        .chain([(WinKind::Forfeit, "forfeits")])
        .filter(|(kind, _)| tallies.iter().any(|tally| tally.won(*kind) > 0))
        .collect();
    let titles = ["rank", "bot", "games", "elo", "points per game", "wins"];
    let titles = titles.into_iter().chain(kinds.iter().map(|kind| kind.1));
    let titles: Vec<_> = titles.map(str::to_owned).collect();
    let rows = ranking.iter().zip(&tallies).map(|(row, tally)| {
        let mut cells = cells(rated, row, tally);
        let won_lost =
            |(kind, _): &(WinKind, &str)| format!("{}–{}", tally.won(*kind), tally.lost(*kind));
        cells.extend(kinds.iter().map(won_lost));
        cells
    });
    aligned(&titles, &rows.collect::<Vec<_>>(), &[1])
}

fn cells(rated: &Rated, row: &Ranked, tally: &Tally) -> Vec<String> {
    let points = rated.ledger().points(&Scope::of(row.bot));
    vec![
        row.rank
            .map_or_else(|| "–".to_owned(), |rank| rank.to_string()),
        visible(rated.name(row.bot), NAME_SHOWN),
        thousands(tally.games()),
        row.rating.to_string(),
        points.map_or_else(|| "–".to_owned(), |points| format!("{points:.3}")),
        thousands(tally.wins()),
    ]
}

/// What single ratings are counted from.
fn zero(rated: &Rated) -> String {
    let from = match rated.options().zero {
        Zero::Mean => "the mean of the bots that can be compared is 0".to_owned(),
        Zero::Anchor { bot, elo } => {
            let name = visible(rated.name(bot), NAME_SHOWN);
            format!("counted from {name} at {elo}")
        }
    };
    let level = rated.options().confidence.level() * 100.0;
    format!("elo: {from}; ± holds the true value in {level:.0} % of leagues")
}

/// Which bots can be compared, if not all.
fn apart(rated: &Rated) -> Option<String> {
    let group: Vec<_> = rated.ratings().main_group().collect();
    let bots = rated.ranking().len();
    if group.len() == bots {
        return None;
    }
    let listed = group.iter().take(LISTED);
    let mut names: Vec<_> = listed
        .map(|&bot| visible(rated.name(bot), NAME_SHOWN))
        .collect();
    if group.len() > LISTED {
        names.push(format!("{} more", group.len() - LISTED));
    }
    let names = names.join(", ");
    Some(match group.len() {
        1 => format!(
            "no two bots beat each other, not through others either: no difference has a number; \
             all are held against {names}"
        ),
        count => format!(
            "only {count} of {bots} bots can be compared by a number, as each won against each, \
             if only through others: {names}"
        ),
    })
}

fn first_move(rated: &Rated) -> String {
    let advantage = match rated.ratings().first_move() {
        Advantage::Estimated(estimate) => format!("{estimate} elo"),
        other => other.to_string(),
    };
    let gain = rated.ledger().first_move(rated.options().confidence);
    let Some(gain) = gain else {
        return format!("first move: {advantage}");
    };
    let rate = percent(&gain.win_rate);
    let points = gain.points;
    format!("first move: {advantage}; the starter won {rate} and {points:.3} points per game")
}

/// A rate with its interval, which is not symmetric.
fn percent(rate: &Estimate) -> String {
    let value = rate.value * 100.0;
    match rate.interval() {
        Some(interval) => {
            let (low, high) = (interval.low * 100.0, interval.high * 100.0);
            format!("{value:.1} % ({low:.1} to {high:.1} %)")
        }
        None => format!("{value:.1} % (no error bar from fewer than two pairs)"),
    }
}

fn within_pairs(rated: &Rated) -> String {
    let within = rated.within_pairs();
    match within.wins.pairs {
        0 => "pairs: none is complete; each game stands alone".to_owned(),
        pairs => format!(
            "pairs: {}; correlation of wins {}, of points {}",
            thousands(pairs),
            correlation(&within.wins),
            correlation(&within.points)
        ),
    }
}

fn correlation(alike: &Alikeness) -> String {
    let Some(rho) = alike.correlation else {
        return "unknown, as no game differed".to_owned();
    };
    match alike.saved() {
        Some(saved) if saved >= 0.0 => format!("{rho:.3} (saved {} games)", count(saved)),
        Some(saved) => format!("{rho:.3} (cost {} games)", count(-saved)),
        None => format!("{rho:.3} (as sure as no number of single games)"),
    }
}

fn count(games: f64) -> String {
    thousands(games.round() as u64)
}

fn versus(rated: &Rated) -> Option<String> {
    let [one, other] = rated.versus()?;
    let difference = rated.ratings().difference(one, other);
    let [one, other] = [one, other].map(|bot| visible(rated.name(bot), NAME_SHOWN));
    let (unit, superiority) = match difference {
        Difference::Estimated { superiority, .. } => (" elo", superiority),
        Difference::Above { superiority, .. } | Difference::Below { superiority, .. } => {
            ("", superiority)
        }
        Difference::Apart | Difference::Same => ("", None),
    };
    let superiority = superiority.map_or_else(String::new, |part| {
        format!(
            "; it is the stronger one with a likelihood of {}",
            likelihood(part)
        )
    });
    Some(format!(
        "{one} against {other}: {difference}{unit}{superiority}"
    ))
}

/// Never 0 or 100 %: nothing is certain.
fn likelihood(part: f64) -> String {
    match part * 100.0 {
        percent if percent >= 99.95 => "more than 99.9 %".to_owned(),
        percent if percent < 0.05 => "less than 0.1 %".to_owned(),
        percent => format!("{percent:.1} %"),
    }
}

fn left_out(rated: &Rated) -> Option<String> {
    match rated.forfeits_left_out() {
        0 => None,
        1 => Some("1 forfeit does not count".to_owned()),
        count => Some(format!("{} forfeits do not count", thousands(count))),
    }
}
