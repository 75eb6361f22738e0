//! The tables: a pure function of the frozen plan and the journal's records, in game order.

use std::collections::HashMap;
use std::path::Path;

use arena_statistics::GameLuck;
use arena_tournament::id::{BotIndex, GameIndex};
use arena_tournament::rating::EloRow;
use arena_tournament::result::{GameResult, Win, WinKind};
use arena_tournament::standings::{PairingRow, StandingRow, Standings, Tally};
use nardy_protocol::message;
use nardy_protocol::record::{GameRecord, Seat};

use super::csv::{Rows, text_cell};
use super::figures;
use super::sprt_table::{SPRT_TABLE, SprtTable};
use super::statistics::{Counting, Rolling, Statistics};
use super::{MANIFEST, StoreError};
use crate::plan::FrozenPlan;
use crate::trial::Trial;

/// The table of all games.
pub(super) const GAMES_TABLE: &str = "games.csv";
/// The table of the bots.
pub(super) const STANDINGS_TABLE: &str = "standings.csv";
/// The table of who met whom.
pub(super) const PAIRINGS_TABLE: &str = "pairings.csv";
/// The table of the ratings, game by game.
pub(super) const ELO_TABLE: &str = "elo.csv";
/// The table of the ratings over all games.
pub(super) const RATINGS_TABLE: &str = "ratings.csv";
/// The tables made from the journal.
pub(super) const TABLES: [&str; 6] = [
    GAMES_TABLE,
    STANDINGS_TABLE,
    PAIRINGS_TABLE,
    ELO_TABLE,
    RATINGS_TABLE,
    SPRT_TABLE,
];
/// The table of the pairs' keys.
pub const KEYS_TABLE: &str = "keys.csv";

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
    /// What the games prove.
    pub statistics: Statistics,
    /// The sequential test, if there is one.
    pub trial: Option<Trial>,
}

/// What the games so far come to, apart from the tables that are being made.
#[derive(Debug, Clone)]
pub struct Counts {
    names: Vec<String>,
    standings: Standings,
    counting: Counting,
    trial: Option<Trial>,
}

impl Counts {
    /// Counts a game that was ahead of its turn, unless the plan's sequential test has decided.
    pub(super) fn enter(&mut self, entry: &Entry) -> Result<(), String> {
        if self.trial.as_ref().is_some_and(Trial::is_decided) {
            return Ok(());
        }
        let rows = self.standings.count(&entry.result);
        rows.map_err(|error| error.to_string())?;
        let counted = self.counting.count(&entry.result, entry.luck, &self.names);
        counted.map_err(|error| error.to_string())
    }

    /// What the tables would show. Takes a while where there are many bots.
    #[must_use]
    pub fn tables(self) -> Tables {
        Tables {
            standings: self.standings.table(),
            names: self.names,
            statistics: self.counting.end(),
            trial: self.trial,
        }
    }
}

/// The tables being made, from one record after the other.
#[derive(Debug)]
pub struct Derivation<R> {
    names: Vec<String>,
    places: HashMap<String, BotIndex>,
    standings: Standings,
    rolling: Rolling,
    counting: Counting,
    games: R,
    elo: R,
    ranks: R,
    pairings: R,
    ratings: R,
    sprt: Option<SprtTable<R>>,
}

/// A game as the tables need it, which is far less than its record.
#[derive(Debug)]
pub(super) struct Entry {
    result: GameResult,
    luck: GameLuck,
    /// What it is in the sequential test.
    tried: Option<i64>,
    game: [String; 14],
}

/// What one game adds to the tables.
#[derive(Debug)]
pub struct GameRows {
    game: [String; 14],
    elo: [[String; 7]; 2],
    sprt: Option<[String; 4]>,
}

/// The tables by their files' names, with what is known of each in the end.
pub type Ends<E> = Vec<(&'static str, E)>;

impl<R: Rows> Derivation<R> {
    /// Begins the tables of a plan's league; `open` answers where the rows of a file go.
    pub(super) fn begin(
        folder: &Path,
        plan: &FrozenPlan,
        open: impl Fn(&'static str) -> Result<R, StoreError>,
    ) -> Result<Derivation<R>, StoreError> {
        let rules = plan.rules().map_err(|why| StoreError::Altered {
            path: folder.join(MANIFEST),
            why,
        })?;
        let names: Vec<String> = plan.bots().map(|name| name.as_str().to_owned()).collect();
        let places = names.iter().cloned();
        let places = places.zip((0..).map(BotIndex::new)).collect();
        let table = |name, columns: &[&[&str]]| {
            let mut table = open(name)?;
            table.row(&titles(&columns.concat()))?;
            Ok(table)
        };
        Ok(Derivation {
            standings: Standings::new(names.len()),
            names,
            places,
            rolling: Rolling::of(&rules),
            counting: Counting::new(),
            games: table(GAMES_TABLE, &[&GAMES])?,
            elo: table(ELO_TABLE, &[&ELO])?,
            ranks: table(STANDINGS_TABLE, &[&STANDINGS, &figures::OF_BOT])?,
            pairings: table(PAIRINGS_TABLE, &[&PAIRINGS, &figures::OF_PAIRING])?,
            ratings: table(RATINGS_TABLE, &[&figures::RATINGS])?,
            sprt: SprtTable::begin(folder, plan, &open)?,
        })
    }

    /// The sequential test as far as it is; none if the plan has none.
    #[must_use]
    pub fn trial(&self) -> Option<&Trial> {
        self.sprt.as_ref().map(SprtTable::trial)
    }

    /// Counts the next game, in the order of the games; none for a game behind the decision of
    /// the plan's sequential test, which does not count.
    ///
    /// # Errors
    ///
    /// Why the record cannot be one of this league's; there are no tables of the rest then.
    pub fn count(&mut self, record: &GameRecord) -> Result<Option<GameRows>, String> {
        self.entry(record).and_then(|entry| self.enter(entry))
    }

    /// What is known of a game before its turn has come.
    pub(super) fn entry(&self, record: &GameRecord) -> Result<Entry, String> {
        Ok(Entry {
            result: result(record, &self.places)?,
            luck: self.rolling.luck(record)?,
            tried: self.trial().map(|trial| trial.result(record)),
            game: game_row(record),
        })
    }

    /// Counts the next game, in the order of the games, as `count` does.
    pub(super) fn enter(&mut self, entry: Entry) -> Result<Option<GameRows>, String> {
        if self.trial().is_some_and(Trial::is_decided) {
            return Ok(None);
        }
        let Entry {
            result,
            luck,
            tried,
            game,
        } = entry;
        let rows = self.standings.count(&result);
        let rows = rows.map_err(|error| error.to_string())?;
        let counted = self.counting.count(&result, luck, &self.names);
        counted.map_err(|error| error.to_string())?;
        let elo = rows.map(|row| elo_row(&row, &self.names));
        let sprt = match (&mut self.sprt, tried) {
            (Some(table), Some(tried)) => table.count(result.index(), tried)?,
            _ => None,
        };
        Ok(Some(GameRows { game, elo, sprt }))
    }

    /// What was counted so far.
    pub(super) fn counts(&self) -> Counts {
        Counts {
            names: self.names.clone(),
            standings: self.standings.clone(),
            counting: self.counting.clone(),
            trial: self.trial().cloned(),
        }
    }

    /// Puts down what a game adds.
    ///
    /// # Errors
    ///
    /// If a table's file fails.
    pub fn put(&mut self, rows: &GameRows) -> Result<(), StoreError> {
        self.games.row(&rows.game)?;
        rows.elo.iter().try_for_each(|row| self.elo.row(row))?;
        match (&mut self.sprt, &rows.sprt) {
            (Some(table), Some(row)) => table.put(row),
            _ => Ok(()),
        }
    }

    /// There are no more games.
    ///
    /// # Errors
    ///
    /// If a table's file fails.
    pub fn end(mut self) -> Result<(Tables, Ends<R::End>), StoreError> {
        let statistics = self.counting.end();
        let standings = self.standings.table();
        for row in &standings {
            let mut cells = standing_row(row, &self.names);
            let name = &self.names[row.bot.get()];
            cells.extend(figures::of_bot(&statistics, name));
            self.ranks.row(&cells)?;
        }
        let mut proven = figures::Pairings::new(&statistics);
        for row in self.standings.pairings() {
            let mut cells = pairing_row(&row, &self.names);
            let [bot, opponent] = [row.bot, row.opponent].map(|bot| &self.names[bot.get()]);
            cells.extend(proven.cells(bot, opponent));
            self.pairings.row(&cells)?;
        }
        for row in figures::ratings(&statistics, &self.names) {
            self.ratings.row(&row)?;
        }
        let mut ended = vec![
            (GAMES_TABLE, self.games.finish()?),
            (ELO_TABLE, self.elo.finish()?),
            (STANDINGS_TABLE, self.ranks.finish()?),
            (PAIRINGS_TABLE, self.pairings.finish()?),
            (RATINGS_TABLE, self.ratings.finish()?),
        ];
        let mut trial = None;
        if let Some(table) = self.sprt {
            let (test, end) = table.end()?;
            trial = Some(test);
            ended.push((SPRT_TABLE, end));
        }
        let tables = Tables {
            standings,
            names: self.names,
            statistics,
            trial,
        };
        Ok((tables, ended))
    }
}

fn titles(columns: &[&str]) -> Vec<String> {
    columns.iter().map(|&title| title.to_owned()).collect()
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

/// Makes the table of keys.
pub(super) fn put_keys<R: Rows>(
    mut table: R,
    keys: impl Iterator<Item = KeyRow>,
) -> Result<R::End, StoreError> {
    table.row(&titles(&KEYS))?;
    for row in keys {
        let [first, second] = row.bots.map(|bot| text_cell(&bot));
        let (pair, pair_no) = (row.pair.to_string(), row.pair_no.to_string());
        table.row(&[pair, first, second, pair_no, row.key, row.commitment])?;
    }
    table.finish()
}

/// A record as the tables need it; `places` are those of the plan's bots by name.
///
/// # Errors
///
/// Why the record cannot be one of this league's.
pub fn result(
    record: &GameRecord,
    places: &HashMap<String, BotIndex>,
) -> Result<GameResult, String> {
    let place = |seat: Seat| {
        let name = &record.bots[seat.index()];
        places
            .get(name)
            .copied()
            .ok_or_else(|| format!("no bot of this league is called {name:?}"))
    };
    let seats = [place(Seat::Zero)?, place(Seat::One)?];
    result_of(record, seats)
}

/// A record as its result, between these bots.
///
/// # Errors
///
/// If both are the same.
pub fn result_of(record: &GameRecord, seats: [BotIndex; 2]) -> Result<GameResult, String> {
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
    let [starter, winner] = [record.starter, record.result.winner].map(|seat| seats[seat.index()]);
    GameResult::new(GameIndex::new(record.index), seats, starter, winner, win)
        .map_err(|error| error.to_string())
}

fn game_row(record: &GameRecord) -> [String; 14] {
    let bot = |seat: Seat| text_cell(&record.bots[seat.index()]);
    let result = &record.result;
    let fault = record.fault.as_ref();
    [
        text_cell(&record.game),
        record.pair.to_string(),
        bot(Seat::Zero),
        bot(Seat::One),
        bot(record.starter),
        bot(result.winner),
        bot(result.winner.other()),
        result.kind.as_str().to_owned(),
        result.points.to_string(),
        text_cell(&result.reason),
        fault.map(|fault| bot(fault.seat)).unwrap_or_default(),
        fault
            .and_then(|fault| fault.rule.as_deref())
            .map(text_cell)
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
