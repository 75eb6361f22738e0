//! The tables: a pure function of the frozen plan and the journal's records, in game order.

use std::collections::HashMap;
use std::path::Path;

use arena_tournament::id::{BotIndex, GameIndex};
use arena_tournament::rating::EloRow;
use arena_tournament::result::{GameResult, Win, WinKind};
use arena_tournament::standings::{PairingRow, StandingRow, Standings, Tally};
use nardy_protocol::message;
use nardy_protocol::record::{GameRecord, Seat};

use super::StoreError;
use super::csv::{Table, text_cell};
use super::journal::Journal;
use crate::plan::FrozenPlan;

const GAMES: [&str; 14] = [
    "game", "pair", "first", "second", "starter", "winner", "loser", "kind", "points", "reason",
    "at_fault", "rule", "turns", "pips",
];
const STANDINGS: [&str; 18] = [
    "rank",
    "bot",
    "games",
    "wins",
    "losses",
    "points_for",
    "points_against",
    "oin_won",
    "mars_won",
    "home_mars_won",
    "koks_won",
    "oin_lost",
    "mars_lost",
    "home_mars_lost",
    "koks_lost",
    "forfeits_won",
    "forfeits_lost",
    "elo",
];
const PAIRINGS: [&str; 12] = [
    "bot",
    "opponent",
    "games",
    "wins",
    "losses",
    "points_for",
    "points_against",
    "oin_won",
    "mars_won",
    "home_mars_won",
    "koks_won",
    "forfeits_won",
];
const ELO: [&str; 7] = [
    "game",
    "bot",
    "opponent",
    "elo_before",
    "expected",
    "score",
    "elo_after",
];

const KEYS: [&str; 6] = ["pair", "first", "second", "pair_no", "key", "commitment"];

/// The kinds of win that are played out, in the order of the columns.
const KINDS: [WinKind; 4] = [
    WinKind::Oin,
    WinKind::Mars,
    WinKind::HomeMars,
    WinKind::Koks,
];

/// What the tables show, for people.
#[derive(Debug)]
pub struct Tables {
    /// The rows of `standings.csv`, best first.
    pub standings: Vec<StandingRow>,
    /// The bots' names.
    pub names: Vec<String>,
}

/// Derives the four tables from the journal and writes them into the folder.
///
/// # Errors
///
/// If the journal holds what the plan does not, or the folder cannot be written.
pub fn derive(folder: &Path, plan: &FrozenPlan, journal: &Journal) -> Result<Tables, StoreError> {
    let names: Vec<String> = plan.bots().map(|name| name.as_str().to_owned()).collect();
    let places: HashMap<_, _> = names
        .iter()
        .cloned()
        .zip((0..).map(BotIndex::new))
        .collect();
    let mut standings = Standings::new(names.len());
    let mut games = Table::new(folder, "games.csv", &GAMES)?;
    let mut elo = Table::new(folder, "elo.csv", &ELO)?;
    for record in journal.records() {
        let record = record?;
        let counted = result(&record, &places)
            .and_then(|result| standings.count(&result).map_err(|error| error.to_string()));
        let rows = counted.map_err(|why| journal.refusal(record.index, why))?;
        games.row(game_row(&record))?;
        for row in &rows {
            elo.row(elo_row(row, &names))?;
        }
    }
    games.finish()?;
    elo.finish()?;
    let table = standings.table();
    let mut csv = Table::new(folder, "standings.csv", &STANDINGS)?;
    for row in &table {
        csv.row(standing_row(row, &names))?;
    }
    csv.finish()?;
    let mut csv = Table::new(folder, "pairings.csv", &PAIRINGS)?;
    for row in standings.pairings() {
        csv.row(pairing_row(&row, &names))?;
    }
    csv.finish()?;
    Ok(Tables {
        standings: table,
        names,
    })
}

/// What is told of a pair's key when the league has ended.
#[derive(Debug)]
pub struct KeyRow {
    /// The pair's number in the league.
    pub pair: u64,
    /// The pairing's bots, in the order of the plan.
    pub bots: [String; 2],
    /// Which of the pairing's pairs it is, from 1.
    pub pair_no: u64,
    /// The key, 64 hexadecimal digits.
    pub key: String,
    /// What the bots were told of it.
    pub commitment: String,
}

/// Publishes the keys of all pairs.
///
/// # Errors
///
/// If the folder cannot be written.
pub fn write_keys(folder: &Path, keys: impl Iterator<Item = KeyRow>) -> Result<(), StoreError> {
    let mut csv = Table::new(folder, "keys.csv", &KEYS)?;
    for row in keys {
        let [first, second] = row.bots.map(|bot| text_cell(&bot));
        let (pair, pair_no) = (row.pair.to_string(), row.pair_no.to_string());
        csv.row([pair, first, second, pair_no, row.key, row.commitment])?;
    }
    csv.finish()
}

/// A record as the tables need it.
fn result(record: &GameRecord, places: &HashMap<String, BotIndex>) -> Result<GameResult, String> {
    let place = |seat: Seat| {
        let name = &record.bots[seat.index()];
        places
            .get(name)
            .copied()
            .ok_or_else(|| format!("no bot of this league is called {name:?}"))
    };
    let kind = match record.result.kind {
        message::WinKind::Oin => WinKind::Oin,
        message::WinKind::Mars => WinKind::Mars,
        message::WinKind::HomeMars => WinKind::HomeMars,
        message::WinKind::Koks => WinKind::Koks,
        message::WinKind::Forfeit => WinKind::Forfeit,
    };
    let win = Win {
        kind,
        points: record.result.points,
    };
    let seats = [place(Seat::Zero)?, place(Seat::One)?];
    let (starter, winner) = (place(record.starter)?, place(record.result.winner)?);
    GameResult::new(GameIndex::new(record.index), seats, starter, winner, win)
        .map_err(|error| error.to_string())
}

fn game_row(record: &GameRecord) -> [String; 14] {
    let bot = |seat: Seat| text_cell(&record.bots[seat.index()]);
    let result = &record.result;
    let fault = record.fault.as_ref();
    [
        record.game.clone(),
        record.pair.to_string(),
        bot(Seat::Zero),
        bot(Seat::One),
        bot(record.starter),
        bot(result.winner),
        bot(result.winner.other()),
        result.kind.as_str().to_owned(),
        result.points.to_string(),
        result.reason.clone(),
        fault.map(|fault| bot(fault.seat)).unwrap_or_default(),
        fault
            .and_then(|fault| fault.rule.clone())
            .unwrap_or_default(),
        record.turns.len().to_string(),
        result.pips.map(|pips| pips.to_string()).unwrap_or_default(),
    ]
}

fn elo_row(row: &EloRow, names: &[String]) -> [String; 7] {
    [
        row.game.to_string(),
        text_cell(&names[row.bot.get()]),
        text_cell(&names[row.opponent.get()]),
        row.elo_before.to_string(),
        row.expected.to_string(),
        row.score.to_string(),
        row.elo_after.to_string(),
    ]
}

fn standing_row(row: &StandingRow, names: &[String]) -> Vec<String> {
    let tally = &row.tally;
    let mut cells = vec![row.rank.to_string(), text_cell(&names[row.bot.get()])];
    cells.extend(totals(tally));
    cells.extend(KINDS.map(|kind| tally.won(kind).to_string()));
    cells.extend(KINDS.map(|kind| tally.lost(kind).to_string()));
    cells.push(tally.won(WinKind::Forfeit).to_string());
    cells.push(tally.lost(WinKind::Forfeit).to_string());
    cells.push(row.elo.to_string());
    cells
}

fn pairing_row(row: &PairingRow, names: &[String]) -> Vec<String> {
    let tally = &row.tally;
    let mut cells = vec![
        text_cell(&names[row.bot.get()]),
        text_cell(&names[row.opponent.get()]),
    ];
    cells.extend(totals(tally));
    cells.extend(KINDS.map(|kind| tally.won(kind).to_string()));
    cells.push(tally.won(WinKind::Forfeit).to_string());
    cells
}

/// Games, wins, losses, points for and against.
fn totals(tally: &Tally) -> [String; 5] {
    [
        tally.games().to_string(),
        tally.wins().to_string(),
        tally.losses().to_string(),
        tally.points_for().to_string(),
        tally.points_against().to_string(),
    ]
}
