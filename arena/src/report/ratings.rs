//! Ratings for people: the table, and sentences about what is below it.

use arena_statistics::{Difference, Scope, Tally};
use arena_tournament::result::WinKind;
use nardy_protocol::text::visible;

use super::aligned::aligned;
use super::proof::Proof;
use super::table::{KINDS, NAME_SHOWN};
use super::thousands;
use crate::rate::{Ranked, Rated};

/// Ratings as text, best bot first, with a line feed at the end.
#[must_use]
pub fn ratings(rated: &Rated) -> String {
    let mut lines = vec![table(rated)];
    let proof = Proof {
        ledger: rated.ledger(),
        ratings: rated.ratings(),
        names: rated.names(),
        // A table of games does not say why they ended.
        stopped: false,
    };
    lines.extend(proof.sentences());
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

fn versus(rated: &Rated) -> Option<String> {
    let [one, other] = rated.versus()?;
    let difference = rated.ratings().difference(one, other);
    let [one, other] = [one, other].map(|bot| visible(rated.name(bot), NAME_SHOWN));
    let unit = match difference {
        Difference::Estimated { .. } => " elo",
        _ => "",
    };
    let superiority = difference.superiority().map_or_else(String::new, |part| {
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
