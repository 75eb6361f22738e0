//! Luck with the dice for people, and results with it taken out.

use arena_statistics::Estimate;
use nardy_protocol::text::visible;

use super::aligned::aligned;
use super::table::{NAME_SHOWN, with_error};
use crate::store::Tables;

/// What the columns are, and are not.
const MEANING: &str = "\
luck: pips per game that the bot, and its opponents, rolled beyond the average of fair dice
without luck: no result; there where points per game are surer with luck taken out";

/// Everybody's luck, in the order of the standings, with a line feed at the end of each line.
pub(super) fn luck(tables: &Tables) -> String {
    let titles = [
        "bot",
        "luck",
        "opponents' luck",
        "points per game",
        "without luck",
    ];
    let rows = tables.standings.iter().filter_map(|row| {
        let name = &tables.names[row.bot.get()];
        let luck = tables.statistics.luck(tables.statistics.find(name)?)?;
        // A bot that never rolled, or one pair, shows nothing.
        luck.own.error.filter(|error| error.standard_error > 0.0)?;
        let points = |estimate: &Estimate| with_error(estimate, 3);
        let pips = |estimate: &Estimate| with_error(estimate, 1);
        let adjusted = luck.points.adjusted;
        Some(vec![
            visible(name, NAME_SHOWN),
            pips(&luck.own),
            pips(&luck.opponents),
            points(&luck.points.plain),
            adjusted.map_or_else(|| "–".to_owned(), |adjusted| points(&adjusted)),
        ])
    });
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return "luck: fewer than two pairs show none\n".to_owned();
    }
    let titles = titles.map(str::to_owned);
    format!("{}\n{MEANING}\n", aligned(&titles, &rows, &[0]))
}
