//! The final table, for the terminal.

use arena_tournament::result::WinKind;
use arena_tournament::standings::StandingRow;
use nardy_protocol::text::visible;

use super::aligned::aligned;
use crate::store::Tables;

/// Characters of a name that the table shows.
pub(super) const NAME_SHOWN: usize = 32;

/// The kinds of win played out, with their column's title.
pub(super) const KINDS: [(WinKind, &str); 4] = [
    (WinKind::Oin, "oin"),
    (WinKind::Mars, "mars"),
    (WinKind::HomeMars, "home mars"),
    (WinKind::Koks, "koks"),
];

/// The standings as text, best bot first, a line feed at the end. Columns for kinds of win that
/// did not occur are left out; the others read won–lost.
#[must_use]
pub fn standings(tables: &Tables) -> String {
    let rows = &tables.standings;
    let kinds: Vec<_> = KINDS
        .into_iter()
        .chain([(WinKind::Forfeit, "forfeits")])
        .filter(|(kind, _)| rows.iter().any(|row| row.tally.won(*kind) > 0))
        .collect();
    let titles = ["rank", "bot", "games", "wins", "points", "per game"];
    let kind_titles = kinds.iter().map(|(_, title)| *title);
    let titles = titles.into_iter().chain(kind_titles).chain(["elo"]);
    let titles: Vec<_> = titles.map(str::to_owned).collect();
    let rows = rows.iter().map(|row| {
        let name = visible(&tables.names[row.bot.get()], NAME_SHOWN);
        let won_lost = |(kind, _): &(WinKind, &str)| {
            format!("{}–{}", row.tally.won(*kind), row.tally.lost(*kind))
        };
        let mut cells = vec![row.rank.to_string(), name];
        cells.extend(counts(row));
        cells.extend(kinds.iter().map(won_lost));
        cells.push(row.elo.to_string());
        cells
    });
    aligned(&titles, &rows.collect::<Vec<_>>(), &[1])
}

fn counts(row: &StandingRow) -> [String; 4] {
    let tally = &row.tally;
    let games = tally.games();
    let per_game = match games {
        0 => "–".to_owned(),
        games => format!("{:.3}", tally.points_for() as f64 / games as f64),
    };
    let points = format!("{}–{}", tally.points_for(), tally.points_against());
    [
        games.to_string(),
        tally.wins().to_string(),
        points,
        per_game,
    ]
}
