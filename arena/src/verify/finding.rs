//! What was found to be wrong, in words and for scripts.

use std::fmt;

use nardy_protocol::text::visible;
use serde::Serialize;

/// Characters of a value that are shown.
const SHOWN: usize = 160;

/// Findings that are kept; more are only counted.
const KEPT: usize = 100;

/// Something that is not as it should be. Texts are escaped and cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The file.
    pub file: &'static str,
    /// Its line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The game's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// A table's column, or the path of a value in a game's record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What is there; nothing if it is missing, or the finding is not about one value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub there: Option<String>,
    /// What should be there; nothing if it is one too many, or the finding is not about one value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub should_be: Option<String>,
    /// The finding in words, without its place.
    pub what: String,
}

impl Finding {
    /// Something about a file.
    pub(super) fn new(file: &'static str, what: impl AsRef<str>) -> Finding {
        Finding {
            file,
            line: None,
            game: None,
            field: None,
            there: None,
            should_be: None,
            what: visible(what.as_ref(), 3 * SHOWN),
        }
    }

    /// A value that is another one than it should be.
    pub(super) fn differs(file: &'static str, difference: Difference) -> Finding {
        let what = match (&difference.there, &difference.should_be) {
            (Some(there), Some(should_be)) => format!("there is {there}, should be {should_be}"),
            (Some(there), None) => format!("there is {there}, should be nothing"),
            (None, Some(should_be)) => format!("there is nothing, should be {should_be}"),
            (None, None) => "it differs".to_owned(),
        };
        Finding {
            field: difference.field,
            there: difference.there,
            should_be: difference.should_be,
            ..Finding::new(file, what)
        }
    }

    #[must_use]
    pub(super) fn at_line(mut self, line: u64) -> Finding {
        self.line = Some(line);
        self
    }

    #[must_use]
    pub(super) fn of_game(mut self, game: &str) -> Finding {
        self.game = Some(visible(game, SHOWN));
        self
    }
}

/// One line: the place, and what is wrong there.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.file)?;
        if let Some(line) = self.line {
            write!(f, " line {line}")?;
        }
        if let Some(game) = &self.game {
            write!(f, ", game {game}")?;
        }
        if let Some(field) = &self.field {
            write!(f, ", {field}")?;
        }
        write!(f, ": {}", self.what)
    }
}

/// A value that is not what it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Difference {
    /// Where in the table or record.
    pub(super) field: Option<String>,
    /// What is there.
    pub(super) there: Option<String>,
    /// What should be there.
    pub(super) should_be: Option<String>,
}

impl Difference {
    /// At this place of a record.
    pub(super) fn at(field: impl Into<String>) -> Difference {
        Difference {
            field: Some(field.into()),
            there: None,
            should_be: None,
        }
    }

    /// There is this.
    #[must_use]
    pub(super) fn is(mut self, there: impl AsRef<str>) -> Difference {
        self.there = Some(visible(there.as_ref(), SHOWN));
        self
    }

    /// This should be there.
    #[must_use]
    pub(super) fn should_be(mut self, should_be: impl AsRef<str>) -> Difference {
        self.should_be = Some(visible(should_be.as_ref(), SHOWN));
        self
    }
}

/// All findings, however many: the first ones, and how many there are.
#[derive(Debug, Default)]
pub struct Findings {
    kept: Vec<Finding>,
    count: u64,
}

impl Findings {
    pub(super) fn add(&mut self, finding: Finding) {
        self.count += 1;
        if self.kept.len() < KEPT {
            self.kept.push(finding);
        }
    }

    /// The first ones, in the order in which they were found.
    #[must_use]
    pub fn kept(&self) -> &[Finding] {
        &self.kept
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_reads_as_place_and_sentence() {
        let difference = Difference::at("result.points").is("2").should_be("1");
        let finding = Finding::differs("games.jsonl", difference);
        let finding = finding.at_line(7).of_game("3b");
        let text = "games.jsonl line 7, game 3b, result.points: there is 2, should be 1";
        assert_eq!(finding.to_string(), text);
        let whole = Finding::new("seed.json", "missing");
        assert_eq!(whole.to_string(), "seed.json: missing");
    }

    #[test]
    fn what_strangers_wrote_cannot_act() {
        let finding = Finding::differs("games.csv", Difference::at("bot").is("\u{1b}[31m\n"));
        let text = "games.csv, bot: there is \\u{1b}[31m\\n, should be nothing";
        assert_eq!(finding.to_string(), text);
        let finding = Finding::new("games.jsonl", "x").of_game("\u{202e}");
        assert_eq!(finding.to_string(), "games.jsonl, game \\u{202e}: x");
    }

    #[test]
    fn findings_beyond_the_first_ones_are_counted() {
        let mut findings = Findings::default();
        for _ in 0..3 * KEPT {
            findings.add(Finding::new("games.jsonl", "x"));
        }
        assert_eq!(findings.kept().len(), KEPT);
        assert_eq!(findings.count(), 3 * KEPT as u64);
    }
}
