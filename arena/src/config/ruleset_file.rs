//! A ruleset file: a built-in ruleset, and the parameters in which another game differs from it.
//!
//! Read like a league file, in two steps: `Reader::ruleset` asks whether the text can be read as
//! one, `Checker` whether its values are allowed. The protocol's specification describes the keys.

mod check;

use std::ops::Range;
use std::path::Path;

use nardy_protocol::ruleset::RulesetParameters;
use nardy_rules::Ruleset;
use toml::Spanned;
use toml::de::DeValue;

use super::keys::{self, Key};
use super::read::{self, Reader, Table, Value};
use super::report::{Report, Source};
use super::{ConfigError, FileError};

/// A ruleset file with every key in its place and every value of its type, but unchecked.
struct Draft {
    base: Spanned<String>,
    id: Option<Spanned<String>>,
    name: Option<Spanned<String>>,
    geometry: Option<Spanned<String>>,
    head: Option<HeadDraft>,
    block: Option<Spanned<String>>,
    block_checked: Option<Spanned<String>>,
    doubles: Option<Spanned<String>>,
    opening: Option<Spanned<String>>,
    eastern: Option<bool>,
    points: Option<PointsDraft>,
    pips: Option<bool>,
    start: Option<Vec<[i128; 2]>>,
    /// Where the values of the keys are that the file has.
    places: Vec<(String, Range<usize>)>,
}

enum HeadDraft {
    Named(Spanned<String>),
    Rolls {
        two_on: Vec<[i128; 2]>,
        but_one_after: Option<[[i128; 2]; 2]>,
    },
}

struct PointsDraft {
    oin: i128,
    mars: i128,
    home_mars: Option<i128>,
    koks: Option<i128>,
}

/// The ruleset of a text, and its parameters with the base's id.
pub(super) fn parse(text: &str, path: &Path) -> Result<(Ruleset, RulesetParameters), ConfigError> {
    let source = Source::new(&path.to_string_lossy(), text);
    let draft = read::read_by(text, Reader::ruleset).map_err(|error| match error {
        read::Unreadable::Empty => ConfigError::File(FileError::EmptyRuleset(path.to_owned())),
        read::Unreadable::Defects(defects) => {
            ConfigError::Unreadable(Report::new(Some(source.clone()), defects))
        }
    })?;
    check::check(&draft, path)
        .map_err(|defects| ConfigError::Refused(Report::new(Some(source), defects)))
}

impl<'i> Reader<'i> {
    fn ruleset(&mut self, table: &Table<'i>) -> Option<Draft> {
        self.refuse_unknown(table, &keys::RULESET);
        self.require(table, &keys::RULESET, &keys::BASE, None);
        let places = { table.iter() }
            .map(|(key, value)| (key.get_ref().to_string(), value.span()))
            .collect();
        let base = self.text(table, &keys::BASE);
        Some(Draft {
            id: self.text(table, &keys::ID),
            name: self.text(table, &keys::RULESET_NAME),
            geometry: self.text(table, &keys::GEOMETRY),
            head: self.head(table),
            block: self.text(table, &keys::BLOCK),
            block_checked: self.text(table, &keys::BLOCK_CHECKED),
            doubles: self.text(table, &keys::DOUBLES),
            opening: self.text(table, &keys::OPENING),
            eastern: self.flag(table, &keys::EASTERN),
            points: self.points(table),
            pips: self.flag(table, &keys::PIPS),
            start: self.number_pairs(table, &keys::STACKS),
            base: base?,
            places,
        })
    }

    fn head(&mut self, table: &Table<'i>) -> Option<HeadDraft> {
        let value = table.get(keys::HEAD.name)?;
        match value.get_ref() {
            DeValue::String(name) => {
                let name = Spanned::new(value.span(), name.to_string());
                Some(HeadDraft::Named(name))
            }
            DeValue::Table(rolls) => self.head_rolls(rolls, value.span()),
            _ => self.wrong_type(&keys::HEAD, value),
        }
    }

    fn head_rolls(&mut self, rolls: &Table<'i>, place: Range<usize>) -> Option<HeadDraft> {
        self.refuse_unknown(rolls, &keys::HEAD_ROLLS);
        self.require(rolls, &keys::HEAD_ROLLS, &keys::TWO_ON, Some(place));
        let two_on = self.number_pairs(rolls, &keys::TWO_ON);
        let but_one_after = self.number_pairs(rolls, &keys::BUT_ONE_AFTER);
        let but_one_after = but_one_after.and_then(|pairs| {
            let two = <[[i128; 2]; 2]>::try_from(pairs).ok();
            let value = rolls.get(keys::BUT_ONE_AFTER.name)?;
            two.or_else(|| self.wrong_type(&keys::BUT_ONE_AFTER, value))
        });
        Some(HeadDraft::Rolls {
            two_on: two_on?,
            but_one_after,
        })
    }

    fn points(&mut self, table: &Table<'i>) -> Option<PointsDraft> {
        let points = self.table(table, &keys::POINTS)?;
        let place = table.get(keys::POINTS.name)?.span();
        self.refuse_unknown(points, &keys::WINS);
        self.require(points, &keys::WINS, &keys::OIN, Some(place.clone()));
        self.require(points, &keys::WINS, &keys::MARS, Some(place));
        let mut number = |key| self.number(points, key).map(Spanned::into_inner);
        let [oin, mars] = [&keys::OIN, &keys::MARS].map(&mut number);
        let [home_mars, koks] = [&keys::HOME_MARS, &keys::KOKS].map(&mut number);
        Some(PointsDraft {
            oin: oin?,
            mars: mars?,
            home_mars,
            koks,
        })
    }

    /// A list of pairs of whole numbers: rolls, or points and checkers.
    fn number_pairs(&mut self, table: &Table<'i>, key: &Key) -> Option<Vec<[i128; 2]>> {
        let value = table.get(key.name)?;
        let pairs = match value.get_ref() {
            DeValue::Array(list) => list.iter().map(number_pair).collect(),
            _ => None,
        };
        pairs.or_else(|| self.wrong_type(key, value))
    }
}

fn number_pair(value: &Value<'_>) -> Option<[i128; 2]> {
    let DeValue::Array(list) = value.get_ref() else {
        return None;
    };
    let number = |value: &Value<'_>| match value.get_ref() {
        DeValue::Integer(number) => {
            Some(i128::from_str_radix(number.as_str(), number.radix()).unwrap_or(i128::MAX))
        }
        _ => None,
    };
    let numbers: Option<Vec<i128>> = list.iter().map(number).collect();
    numbers?.try_into().ok()
}
