//! Tables of games made by hand, and the program that reads them.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

/// The columns of `games.csv` up to the last one that is promised.
pub(crate) const TITLES: &str =
    "game,pair,first,second,starter,winner,loser,kind,points,reason,at_fault,rule,turns";

/// A folder with tables.
pub(crate) struct Tables(TempDir);

/// What the program said.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Tables {
    pub(crate) fn new() -> Tables {
        Tables(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).unwrap();
    }

    /// Writes a table of these rows below the titles.
    pub(crate) fn table(&self, name: &str, rows: &[String]) {
        let rows: String = rows.iter().map(|row| format!("{row}\n")).collect();
        self.write(name, format!("{TITLES}\n{rows}"));
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        let ran = command.args(arguments).current_dir(self.0.path());
        let ran = ran.output().unwrap();
        Ran {
            code: ran.status.code(),
            stdout: String::from_utf8(ran.stdout).unwrap(),
            stderr: String::from_utf8(ran.stderr).unwrap(),
        }
    }

    /// Runs the program, which must succeed and warn of nothing.
    pub(crate) fn text(&self, arguments: &[&str]) -> String {
        let ran = self.run(arguments);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:#?}");
        for word in ["NaN", "inf"] {
            assert!(!ran.stdout.contains(word), "{}", ran.stdout);
        }
        ran.stdout
    }

    /// The same for its JSON object.
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let text = self.text(&[arguments, &["--json"]].concat());
        serde_json::from_str(&text).unwrap()
    }
}

/// A row: the first bot begins. A small letter stands for a win by mars, two points.
pub(crate) fn row(pair: u64, first: &str, second: &str, result: char) -> String {
    let first_won = result.eq_ignore_ascii_case(&'w');
    let (winner, loser) = if first_won {
        (first, second)
    } else {
        (second, first)
    };
    let win = if result.is_ascii_uppercase() {
        "oin,1"
    } else {
        "mars,2"
    };
    format!("{pair}a,{pair},{first},{second},{first},{winner},{loser},{win},borne_off,,,40")
}

/// Pairs between two bots by what `one` did: in the game it began, then in the one it did not.
pub(crate) fn pairs(from: u64, one: &str, other: &str, results: &[&str]) -> Vec<String> {
    let turned = |result: char| match result {
        'W' => 'L',
        'w' => 'l',
        'L' => 'W',
        'l' => 'w',
        other => panic!("{other}"),
    };
    let both = (from..).zip(results).flat_map(|(pair, results)| {
        let mut results = results.chars();
        let (begun, answered) = (results.next().unwrap(), results.next().unwrap());
        [
            row(pair, one, other, begun),
            row(pair, other, one, turned(answered)),
        ]
    });
    both.collect()
}

/// The numbers of published tools that the statistics are held against.
pub(crate) fn reference() -> Value {
    serde_json::from_str(include_str!("../../statistics/tests/reference.json")).unwrap()
}

/// A reference's rows of first seat, second seat, wins of the first, draws, wins of the second,
/// as single games.
pub(crate) fn reference_games(set: &str) -> Vec<String> {
    let mut games = Vec::new();
    for row_of in reference()["inputs"][set].as_array().unwrap() {
        let [first, second] = [0, 1].map(|place| row_of[place].as_str().unwrap().to_owned());
        for (place, result) in [(2, 'W'), (4, 'L')] {
            for _ in 0..row_of[place].as_u64().unwrap() {
                let pair = games.len() as u64 + 1;
                games.push(row(pair, &first, &second, result));
            }
        }
    }
    games
}

/// A bot's entry in the JSON object.
pub(crate) fn bot<'v>(rated: &'v Value, name: &str) -> &'v Value {
    let bots = rated["bots"].as_array().unwrap();
    let found = bots.iter().find(|bot| bot["bot"] == name);
    found.unwrap_or_else(|| panic!("{name} is not in {rated:#}"))
}

#[track_caller]
pub(crate) fn near(found: &Value, expected: f64, tolerance: f64) {
    let number = found.as_f64().unwrap();
    assert!(
        (number - expected).abs() <= tolerance,
        "{number} is not {expected}"
    );
}
