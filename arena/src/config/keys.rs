//! Every key of league and ruleset files: where it belongs, what it wants and an example.

use toml::de::DeValue;

use super::report::{Defect, quoted};
use super::suggest::nearest;

/// What a key's value must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wants {
    Text,
    Time,
    Size,
    WholeNumber,
    Flag,
    Words,
    Table,
    Bots,
    HeadRule,
    Rolls,
    TwoRolls,
    Stacks,
}

impl Wants {
    fn name(self) -> &'static str {
        match self {
            Wants::Text => "text in quotes",
            Wants::Time => "a time in quotes",
            Wants::Size => "a size in quotes",
            Wants::WholeNumber => "a whole number",
            Wants::Flag => "true or false",
            Wants::Words => "a list of texts",
            Wants::Table => "a table",
            Wants::Bots => "a list of tables",
            Wants::HeadRule => "text in quotes or a table",
            Wants::Rolls => "a list of rolls",
            Wants::TwoRolls => "a list of two rolls",
            Wants::Stacks => "a list of [point, checkers]",
        }
    }
}

/// One key.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) wants: Wants,
    /// A value that could be written.
    example: &'static str,
}

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum File {
    League,
    Ruleset,
}

/// One table with its keys.
#[derive(Debug)]
pub(super) struct Section {
    /// The kind of file it is in.
    file: File,
    /// What its keys are keys of, for messages.
    owner: &'static str,
    /// One such table, for messages.
    pub(super) this: &'static str,
    /// How to get into it.
    place: &'static str,
    pub(super) keys: &'static [Key],
}

const fn key(name: &'static str, wants: Wants, example: &'static str) -> Key {
    Key {
        name,
        wants,
        example,
    }
}

pub(super) const NAME: Key = key("name", Wants::Text, r#""winter""#);
pub(super) const RULES: Key = key("rules", Wants::Text, r#""long""#);
pub(super) const KIND: Key = key("kind", Wants::Text, r#""round-robin""#);
pub(super) const ROUNDS: Key = key("rounds", Wants::WholeNumber, "7");
pub(super) const PAIRS: Key = key("pairs", Wants::WholeNumber, "50");
pub(super) const SEED: Key = key("seed", Wants::Text, r#""2026""#);
pub(super) const CONCURRENCY: Key = key("concurrency", Wants::WholeNumber, "4");
pub(super) const PIN: Key = key("pin", Wants::Flag, "true");
pub(super) const TIME: Key = key("time", Wants::Table, r#"{ turn = "1s" }"#);
pub(super) const BOT: Key = key("bot", Wants::Bots, "[]");
pub(super) const START: Key = key("start", Wants::Time, r#""10s""#);
pub(super) const TURN: Key = key("turn", Wants::Time, r#""1s""#);
pub(super) const BANK: Key = key("bank", Wants::Time, r#""30s""#);
pub(super) const BOT_NAME: Key = key("name", Wants::Text, r#""greedy""#);
pub(super) const COMMAND: Key = key("command", Wants::Words, r#"["python3", "greedy.py"]"#);
pub(super) const DIR: Key = key("dir", Wants::Text, r#"".""#);
pub(super) const ENV: Key = key("env", Wants::Table, r#"{ THREADS = "1" }"#);
pub(super) const OPTIONS: Key = key("options", Wants::Table, "{ depth = 1 }");
pub(super) const READ: Key = key("read", Wants::Words, r#"["../weights"]"#);
pub(super) const LIMITS: Key = key("limits", Wants::Table, r#"{ memory = "2GiB" }"#);
pub(super) const MEMORY: Key = key("memory", Wants::Size, r#""2GiB""#);
pub(super) const PROCESSES: Key = key("processes", Wants::WholeNumber, "256");
pub(super) const DESCRIPTORS: Key = key("descriptors", Wants::WholeNumber, "256");
pub(super) const DISK: Key = key("disk", Wants::Size, r#""64MiB""#);
pub(super) const CPU: Key = key("cpu", Wants::Time, r#""10m""#);

pub(super) const BASE: Key = key("base", Wants::Text, r#""long""#);
pub(super) const ID: Key = key("id", Wants::Text, r#""my-long""#);
pub(super) const RULESET_NAME: Key = key("name", Wants::Text, r#""Long nardy at our club""#);
pub(super) const GEOMETRY: Key = key("geometry", Wants::Text, r#""same""#);
pub(super) const HEAD: Key = key("head", Wants::HeadRule, r#""double""#);
pub(super) const BLOCK: Key = key("block", Wants::Text, r#""home""#);
pub(super) const BLOCK_CHECKED: Key = key("block_checked", Wants::Text, r#""turn_end""#);
pub(super) const DOUBLES: Key = key("doubles", Wants::Text, r#""four""#);
pub(super) const OPENING: Key = key("opening", Wants::Text, r#""roll_off""#);
pub(super) const EASTERN: Key = key("eastern", Wants::Flag, "false");
pub(super) const POINTS: Key = key("points", Wants::Table, "{ oin = 1, mars = 2 }");
pub(super) const PIPS: Key = key("pips", Wants::Flag, "false");
pub(super) const STACKS: Key = key("start", Wants::Stacks, "[[24, 15]]");
pub(super) const TWO_ON: Key = key("two_on", Wants::Rolls, "[[3, 3], [6, 2]]");
pub(super) const BUT_ONE_AFTER: Key = key("but_one_after", Wants::TwoRolls, "[[5, 5], [3, 3]]");
pub(super) const OIN: Key = key("oin", Wants::WholeNumber, "1");
pub(super) const MARS: Key = key("mars", Wants::WholeNumber, "2");
pub(super) const HOME_MARS: Key = key("home_mars", Wants::WholeNumber, "3");
pub(super) const KOKS: Key = key("koks", Wants::WholeNumber, "3");

pub(super) const LEAGUE: Section = Section {
    file: File::League,
    owner: "the league",
    this: "the league",
    place: "at the top of the file, above the first `[…]` line",
    keys: &[
        NAME,
        RULES,
        KIND,
        ROUNDS,
        PAIRS,
        SEED,
        CONCURRENCY,
        PIN,
        TIME,
        BOT,
    ],
};
pub(super) const CLOCK: Section = Section {
    file: File::League,
    owner: "`[time]`",
    this: "`[time]`",
    place: "under `[time]`",
    keys: &[START, TURN, BANK],
};
pub(super) const ONE_BOT: Section = Section {
    file: File::League,
    owner: "a `[[bot]]`",
    this: "this bot",
    place: "under the `[[bot]]` it is for",
    keys: &[BOT_NAME, COMMAND, DIR, ENV, OPTIONS, READ, LIMITS],
};
pub(super) const BOT_LIMITS: Section = Section {
    file: File::League,
    owner: "a bot's `limits`",
    this: "`limits`",
    place: "into the `limits` of a `[[bot]]`",
    keys: &[MEMORY, PROCESSES, DESCRIPTORS, DISK, CPU],
};
pub(super) const RULESET: Section = Section {
    file: File::Ruleset,
    owner: "the ruleset",
    this: "the ruleset",
    place: "at the top of the file, above the first `[…]` line",
    keys: &[
        BASE,
        ID,
        RULESET_NAME,
        GEOMETRY,
        HEAD,
        BLOCK,
        BLOCK_CHECKED,
        DOUBLES,
        OPENING,
        EASTERN,
        POINTS,
        PIPS,
        STACKS,
    ],
};
pub(super) const HEAD_ROLLS: Section = Section {
    file: File::Ruleset,
    owner: "`head`",
    this: "`head`",
    place: "under `[head]`",
    keys: &[TWO_ON, BUT_ONE_AFTER],
};
pub(super) const WINS: Section = Section {
    file: File::Ruleset,
    owner: "`points`",
    this: "`points`",
    place: "under `[points]`",
    keys: &[OIN, MARS, HOME_MARS, KOKS],
};
const SECTIONS: [&Section; 7] = [
    &LEAGUE,
    &CLOCK,
    &ONE_BOT,
    &BOT_LIMITS,
    &RULESET,
    &HEAD_ROLLS,
    &WINS,
];

impl Section {
    fn has(&self, name: &str) -> bool {
        self.keys.iter().any(|key| key.name == name)
    }

    /// The key of this section that a misspelt one most likely meant.
    pub(super) fn nearest(&self, unknown: &str) -> Option<&'static str> {
        nearest(unknown, self.keys.iter().map(|key| key.name))
    }

    /// What to do about a key that this section does not have.
    pub(super) fn unknown_key_help(&self, unknown: &str) -> String {
        let file = || SECTIONS.iter().filter(|section| section.file == self.file);
        if let Some(home) = file().find(|section| section.has(unknown)) {
            return format!(
                "`{unknown}` is a key of {}; write it {}",
                home.owner, home.place
            );
        }
        if let Some(near) = self.nearest(unknown) {
            return format!("did you mean `{near}`?");
        }
        let near = file().find_map(|home| Some((home, home.nearest(unknown)?)));
        match near {
            Some((home, near)) => {
                format!(
                    "did you mean `{near}`? It is a key of {}; write it {}",
                    home.owner, home.place
                )
            }
            None => format!("remove it; the keys of {} are {}", self.owner, self.all()),
        }
    }

    fn all(&self) -> String {
        self.keys
            .iter()
            .map(|key| format!("`{}`", key.name))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// What the section's keys are keys of.
    pub(super) fn owner(&self) -> &'static str {
        self.owner
    }
}

impl Key {
    /// The key with a value that could be written.
    pub(super) fn example(&self) -> String {
        match self.wants {
            Wants::Bots => "[[bot]]".to_owned(),
            _ => format!("{} = {}", self.name, self.example),
        }
    }

    /// A value of the wrong type; `raw` is how it is written in the file.
    pub(super) fn wrong_type(&self, value: &DeValue<'_>, raw: &str) -> Defect {
        let remedy = self.repaired(value, raw).unwrap_or_else(|| self.example());
        Defect::new(format!("`{}` must be {}", self.name, self.wants.name()))
            .help(format!("write it like `{remedy}`"))
    }

    /// The value the author most likely meant, if the type alone is wrong.
    fn repaired(&self, value: &DeValue<'_>, raw: &str) -> Option<String> {
        let name = self.name;
        match (self.wants, value) {
            (Wants::Text, DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_)) => {
                Some(format!("{name} = \"{raw}\""))
            }
            (Wants::Time, DeValue::Integer(_) | DeValue::Float(_)) => {
                Some(format!("{name} = \"{raw}s\""))
            }
            (Wants::Size, DeValue::Integer(_)) => Some(format!("{name} = \"{raw}MiB\"")),
            (Wants::WholeNumber, DeValue::String(text)) => text
                .trim()
                .parse::<u32>()
                .ok()
                .map(|number| format!("{name} = {number}")),
            (Wants::Flag, DeValue::String(text)) => text
                .parse::<bool>()
                .ok()
                .map(|flag| format!("{name} = {flag}")),
            (Wants::Words, DeValue::String(text)) => {
                words(text).map(|list| format!("{name} = {list}"))
            }
            _ => None,
        }
    }
}

/// A command line as a list, if it is short and plain.
fn words(text: &str) -> Option<String> {
    let plain = !text.trim().is_empty() && text.len() < 80 && !text.contains(['"', '\'', '\\']);
    let list: Vec<String> = text
        .split_whitespace()
        .map(|word| format!("\"{}\"", quoted(word)))
        .collect();
    plain.then(|| format!("[{}]", list.join(", ")))
}

/// What a value is, for messages.
pub(super) fn type_name(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "a true/false value",
        DeValue::Datetime(_) => "a date or time of day",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
