//! Reading a results folder.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use nardy_protocol::record::GameRecord;

/// The tables that every league has and that are made from its journal.
pub(crate) const TABLES: [&str; 5] = [
    "games.csv",
    "standings.csv",
    "pairings.csv",
    "elo.csv",
    "ratings.csv",
];

/// The files that are a function of the league file and the bots' moves alone: the tables, and the
/// keys.
pub(crate) const DERIVED: [&str; 6] = {
    let [games, standings, pairings, elo, ratings] = TABLES;
    [games, standings, pairings, elo, ratings, "keys.csv"]
};

/// What was in a results folder when it was read.
#[derive(Debug, Clone)]
pub(crate) struct Results {
    files: BTreeMap<String, String>,
}

/// A table's row, by column.
#[derive(Debug, Clone)]
pub(crate) struct Row(HashMap<String, String>);

impl Row {
    pub(crate) fn text(&self, column: &str) -> &str {
        &self.0[column]
    }

    pub(crate) fn number(&self, column: &str) -> u64 {
        self.text(column).parse().unwrap()
    }

    pub(crate) fn decimal(&self, column: &str) -> f64 {
        self.text(column).parse().unwrap()
    }
}

impl Results {
    pub(crate) fn read(folder: &Path) -> Results {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        let files = entries.map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read_to_string(entry.path()).unwrap())
        });
        Results {
            files: files.collect(),
        }
    }

    /// The names of all files, in order.
    #[allow(
        dead_code,
        reason = "other test targets that share this module need it"
    )]
    pub(crate) fn names(&self) -> Vec<&str> {
        self.files.keys().map(String::as_str).collect()
    }

    pub(crate) fn has(&self, file: &str) -> bool {
        self.files.contains_key(file)
    }

    pub(crate) fn text(&self, file: &str) -> &str {
        &self.files[file]
    }

    pub(crate) fn rows(&self, table: &str) -> Vec<Row> {
        let mut reader = csv::Reader::from_reader(self.text(table).as_bytes());
        reader.deserialize().map(|row| Row(row.unwrap())).collect()
    }

    /// The games of `games.csv` in which a bot took part.
    pub(crate) fn games_of(&self, bot: &str) -> Vec<Row> {
        let mut games = self.rows("games.csv");
        games.retain(|game| [game.text("first"), game.text("second")].contains(&bot));
        games
    }

    /// The lines of the journal, in the order in which the games ended.
    pub(crate) fn journal(&self) -> Vec<String> {
        let lines = self.text("games.jsonl").lines();
        lines.map(str::to_owned).collect()
    }

    /// The journal's records in the order of the games.
    pub(crate) fn records(&self) -> Vec<GameRecord> {
        let journal = self.journal();
        let mut records: Vec<_> = journal.iter().map(|line| record(line)).collect();
        records.sort_by_key(|record| record.index);
        records
    }

    /// Every derived file has the same bytes, and the journals the same lines in whatever order.
    pub(crate) fn assert_same_as(&self, other: &Results) {
        for name in DERIVED {
            assert_eq!(self.text(name), other.text(name), "{name}");
        }
        let sorted = |mut lines: Vec<String>| {
            lines.sort();
            lines
        };
        assert_eq!(sorted(self.journal()), sorted(other.journal()));
    }
}

/// The record in a line of the journal.
pub(crate) fn record(line: &str) -> GameRecord {
    let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
    serde_json::from_value(line["game"].take()).unwrap()
}
