//! First step: is the text readable as a league file? Syntax, known keys, types; no values yet.
//!
//! [`Reader`] serves ruleset files as well.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::keys::{self, Key, Section, type_name};
use super::report::{Defect, quoted};
use super::syntax;

/// A league file with every key in its place and every value of its type, but unchecked.
pub(super) struct Draft<'i> {
    pub(super) name: Spanned<String>,
    pub(super) rules: Option<Spanned<String>>,
    pub(super) kind: Option<Spanned<String>>,
    pub(super) rounds: Option<Spanned<i128>>,
    pub(super) pairs: Option<Spanned<i128>>,
    pub(super) seed: Option<Spanned<String>>,
    pub(super) concurrency: Option<Spanned<i128>>,
    pub(super) pin: Option<bool>,
    pub(super) start: Option<Spanned<String>>,
    pub(super) turn: Option<Spanned<String>>,
    pub(super) bank: Option<Spanned<String>>,
    pub(super) bots: Vec<BotDraft<'i>>,
}

/// One `[[bot]]`, unchecked.
pub(super) struct BotDraft<'i> {
    pub(super) name: Spanned<String>,
    pub(super) command: Spanned<Vec<Spanned<String>>>,
    pub(super) dir: Option<Spanned<String>>,
    pub(super) env: Vec<(Spanned<String>, Spanned<String>)>,
    pub(super) options: Option<DeTable<'i>>,
    pub(super) read: Option<Spanned<Vec<Spanned<String>>>>,
    pub(super) limits: LimitsDraft,
}

/// The `limits` of a bot, unchecked.
#[derive(Default)]
pub(super) struct LimitsDraft {
    pub(super) memory: Option<Spanned<String>>,
    pub(super) processes: Option<Spanned<i128>>,
    pub(super) descriptors: Option<Spanned<i128>>,
    pub(super) disk: Option<Spanned<String>>,
    pub(super) cpu: Option<Spanned<String>>,
}

/// Why there is no draft.
pub(super) enum Unreadable {
    /// The text has no key at all.
    Empty,
    /// All that is wrong with its form.
    Defects(Vec<Defect>),
}

/// Reads a league file.
pub(super) fn read(text: &str) -> Result<Draft<'_>, Unreadable> {
    read_by(text, Reader::league)
}

/// Reads a text as what `draft` takes out of its table.
pub(super) fn read_by<'i, T>(
    text: &'i str,
    draft: impl FnOnce(&mut Reader<'i>, &Table<'i>) -> Option<T>,
) -> Result<T, Unreadable> {
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        return Err(Unreadable::Defects(syntax::explain(text, &errors)));
    }
    if table.get_ref().is_empty() {
        return Err(Unreadable::Empty);
    }
    let mut reader = Reader {
        text,
        defects: Vec::new(),
    };
    let draft = draft(&mut reader, table.get_ref());
    match draft {
        Some(draft) if reader.defects.is_empty() => Ok(draft),
        _ => Err(Unreadable::Defects(reader.defects)),
    }
}

pub(super) type Table<'i> = DeTable<'i>;
pub(super) type Value<'i> = Spanned<DeValue<'i>>;

/// Takes values out of tables and keeps what was wrong with them.
pub(super) struct Reader<'i> {
    text: &'i str,
    defects: Vec<Defect>,
}

impl<'i> Reader<'i> {
    fn league(&mut self, table: &Table<'i>) -> Option<Draft<'i>> {
        self.refuse_unknown(table, &keys::LEAGUE);
        self.require(table, &keys::LEAGUE, &keys::NAME, None);
        let empty = Table::new();
        let clock = self.table(table, &keys::TIME).unwrap_or(&empty);
        self.refuse_unknown(clock, &keys::CLOCK);
        let name = self.text(table, &keys::NAME);
        let bots = self.bots(table);
        Some(Draft {
            rules: self.text(table, &keys::RULES),
            kind: self.text(table, &keys::KIND),
            rounds: self.number(table, &keys::ROUNDS),
            pairs: self.number(table, &keys::PAIRS),
            seed: self.text(table, &keys::SEED),
            concurrency: self.number(table, &keys::CONCURRENCY),
            pin: self.flag(table, &keys::PIN),
            start: self.text(clock, &keys::START),
            turn: self.text(clock, &keys::TURN),
            bank: self.text(clock, &keys::BANK),
            name: name?,
            bots,
        })
    }

    /// The bots that have all they need; the defects of the others are kept.
    fn bots(&mut self, table: &Table<'i>) -> Vec<BotDraft<'i>> {
        let Some(value) = table.get(keys::BOT.name) else {
            return Vec::new();
        };
        match value.get_ref() {
            DeValue::Array(list) => list.iter().filter_map(|one| self.listed_bot(one)).collect(),
            DeValue::Table(_) => {
                let defect = Defect::new("a bot's header needs two brackets")
                    .at(value.span(), "one pair of brackets")
                    .help("write `[[bot]]`, once for each bot");
                self.defects.push(defect);
                Vec::new()
            }
            _ => self.wrong_type(&keys::BOT, value).unwrap_or_default(),
        }
    }

    fn listed_bot(&mut self, value: &Value<'i>) -> Option<BotDraft<'i>> {
        match value.get_ref() {
            DeValue::Table(table) => self.bot(table, value.span()),
            _ => self.wrong_type(&keys::BOT, value),
        }
    }

    fn bot(&mut self, table: &Table<'i>, header: Range<usize>) -> Option<BotDraft<'i>> {
        self.refuse_unknown(table, &keys::ONE_BOT);
        self.require(table, &keys::ONE_BOT, &keys::BOT_NAME, Some(header.clone()));
        self.require(table, &keys::ONE_BOT, &keys::COMMAND, Some(header));
        let name = self.text(table, &keys::BOT_NAME);
        let command = self.words(table, &keys::COMMAND);
        let dir = self.text(table, &keys::DIR);
        let env = self.env(table);
        let options = self.table(table, &keys::OPTIONS).cloned();
        Some(BotDraft {
            name: name?,
            command: command?,
            dir,
            env,
            options,
            read: self.words(table, &keys::READ),
            limits: self.limits(table),
        })
    }

    fn limits(&mut self, table: &Table<'i>) -> LimitsDraft {
        let Some(limits) = self.table(table, &keys::LIMITS) else {
            return LimitsDraft::default();
        };
        self.refuse_unknown(limits, &keys::BOT_LIMITS);
        LimitsDraft {
            memory: self.text(limits, &keys::MEMORY),
            processes: self.number(limits, &keys::PROCESSES),
            descriptors: self.number(limits, &keys::DESCRIPTORS),
            disk: self.text(limits, &keys::DISK),
            cpu: self.text(limits, &keys::CPU),
        }
    }

    fn env(&mut self, table: &Table<'i>) -> Vec<(Spanned<String>, Spanned<String>)> {
        let Some(env) = self.table(table, &keys::ENV) else {
            return Vec::new();
        };
        env.iter()
            .filter_map(|(key, value)| {
                let text = self.env_value(key.get_ref(), value)?;
                Some((owned(key), Spanned::new(value.span(), text)))
            })
            .collect()
    }

    fn env_value(&mut self, name: &str, value: &Value<'i>) -> Option<String> {
        if let DeValue::String(text) = value.get_ref() {
            return Some(text.to_string());
        }
        let found = type_name(value.get_ref());
        let defect = Defect::new("every value of `env` must be text in quotes")
            .at(value.span(), format!("this is {found}"));
        let defect = defect.help(match value.get_ref() {
            DeValue::Array(_) | DeValue::Table(_) => "join it into one text".to_owned(),
            _ => format!("write `{} = \"{}\"`", quoted(name), self.raw(value)),
        });
        self.defects.push(defect);
        None
    }

    pub(super) fn refuse_unknown(&mut self, table: &Table<'i>, section: &Section) {
        for key in table.keys() {
            let name: &str = key.get_ref();
            if section.keys.iter().any(|known| known.name == name) {
                continue;
            }
            let shown = quoted(name);
            let defect = Defect::new(format!("unknown key `{shown}`"))
                .at(key.span(), format!("not a key of {}", section.owner()))
                .help(section.unknown_key_help(&shown));
            self.defects.push(defect);
        }
    }

    /// Refuses a table without this key, unless a misspelt one was refused already.
    pub(super) fn require(
        &mut self,
        table: &Table<'i>,
        section: &Section,
        key: &Key,
        header: Option<Range<usize>>,
    ) {
        let misspelt = || {
            table
                .keys()
                .any(|other| section.nearest(other.get_ref()) == Some(key.name))
        };
        if table.contains_key(key.name) || misspelt() {
            return;
        }
        let place = match header {
            Some(_) => "below this line",
            None => "at the top of the file",
        };
        let defect = Defect::new(format!("{} has no `{}`", section.this, key.name))
            .help(format!("write for example `{}` {place}", key.example()));
        self.defects
            .push(defect.maybe_at(header, format!("no `{}` in here", key.name)));
    }

    pub(super) fn text(&mut self, table: &Table<'i>, key: &Key) -> Option<Spanned<String>> {
        let value = table.get(key.name)?;
        match value.get_ref() {
            DeValue::String(text) => Some(Spanned::new(value.span(), text.to_string())),
            _ => self.wrong_type(key, value),
        }
    }

    /// A whole number; one that no machine integer holds counts as the largest.
    pub(super) fn number(&mut self, table: &Table<'i>, key: &Key) -> Option<Spanned<i128>> {
        let value = table.get(key.name)?;
        match value.get_ref() {
            DeValue::Integer(number) => {
                let number = i128::from_str_radix(number.as_str(), number.radix());
                Some(Spanned::new(value.span(), number.unwrap_or(i128::MAX)))
            }
            _ => self.wrong_type(key, value),
        }
    }

    pub(super) fn flag(&mut self, table: &Table<'i>, key: &Key) -> Option<bool> {
        let value = table.get(key.name)?;
        match value.get_ref() {
            DeValue::Boolean(flag) => Some(*flag),
            _ => self.wrong_type(key, value),
        }
    }

    pub(super) fn table<'t>(&mut self, table: &'t Table<'i>, key: &Key) -> Option<&'t Table<'i>> {
        let value = table.get(key.name)?;
        match value.get_ref() {
            DeValue::Table(table) => Some(table),
            _ => self.wrong_type(key, value),
        }
    }

    fn words(&mut self, table: &Table<'i>, key: &Key) -> Option<Spanned<Vec<Spanned<String>>>> {
        let value = table.get(key.name)?;
        match value.get_ref() {
            DeValue::Array(list) => {
                let words = self.word_list(list, key)?;
                Some(Spanned::new(value.span(), words))
            }
            _ => self.wrong_type(key, value),
        }
    }

    fn word_list(&mut self, list: &DeArray<'i>, key: &Key) -> Option<Vec<Spanned<String>>> {
        let mut words = Vec::new();
        for value in list.iter() {
            match value.get_ref() {
                DeValue::String(text) => words.push(Spanned::new(value.span(), text.to_string())),
                other => {
                    let defect = Defect::new(format!(
                        "every word of `{}` must be text in quotes",
                        key.name
                    ))
                    .at(value.span(), format!("this is {}", type_name(other)))
                    .help(format!("write it like `{}`", key.example()));
                    self.defects.push(defect);
                }
            }
        }
        (words.len() == list.len()).then_some(words)
    }

    pub(super) fn wrong_type<T>(&mut self, key: &Key, value: &Value<'i>) -> Option<T> {
        let raw = self.raw(value);
        let label = format!("this is {}", type_name(value.get_ref()));
        self.defects.push(
            key.wrong_type(value.get_ref(), &raw)
                .at(value.span(), label),
        );
        None
    }

    /// A value as it is written in the file.
    fn raw(&self, value: &Value<'i>) -> String {
        quoted(self.text.get(value.span()).unwrap_or_default())
    }
}

fn owned(text: &Spanned<std::borrow::Cow<'_, str>>) -> Spanned<String> {
    Spanned::new(text.span(), text.get_ref().to_string())
}
