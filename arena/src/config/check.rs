//! Second step: are the values of a readable league file allowed? All defects are told together.

use std::collections::{BTreeMap, HashMap};
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::Range;
use std::path::Path;

use arena_tournament::schedule::most_rounds;
use serde_json::{Map, Value};
use toml::Spanned;

use super::json;
use super::limits::{self, Limits};
use super::read::{BotDraft, Draft, LimitsDraft};
use super::report::{Defect, quoted};
use super::rules::RulesChoice;
use super::suggest::did_you_mean;
use super::time::{Millis, TimeControl, TimeError};
use super::value::{DEFAULT_PAIRS, Kind, MAX_CONCURRENCY, MAX_GAMES, Name, Pinning, usual_rounds};
use super::{BotConfig, ConfigError, Known, Launch, Place, Report, Settings};

type Text = Spanned<String>;

/// What is wrong with a league file's values.
pub(super) struct Refused {
    pub(super) defects: Vec<Defect>,
    /// What is wrong with the content of the ruleset file that it names.
    pub(super) ruleset: Option<Report>,
}

/// The settings of a league whose every value is allowed, or all that is wrong with them. A
/// ruleset file is looked for from `base`.
pub(super) fn check(
    draft: &Draft<'_>,
    known: &Known<'_>,
    base: &Path,
) -> Result<Settings, Refused> {
    let mut checker = Checker {
        known,
        base,
        defects: Vec::new(),
        ruleset: None,
    };
    match checker.settings(draft) {
        Some(settings) if checker.defects.is_empty() => Ok(settings),
        _ => Err(Refused {
            defects: checker.defects,
            ruleset: checker.ruleset,
        }),
    }
}

struct Checker<'k> {
    known: &'k Known<'k>,
    base: &'k Path,
    defects: Vec<Defect>,
    ruleset: Option<Report>,
}

impl Checker<'_> {
    fn settings(&mut self, draft: &Draft<'_>) -> Option<Settings> {
        let name = self.name("league", &draft.name);
        let kind = self.kind(draft);
        let pairs = self.pairs(draft.pairs.as_ref());
        self.bound_games(kind, draft.bots.len(), draft.pairs.as_ref());
        self.refuse_lonely_bot(&draft.bots);
        self.refuse_duplicates(&draft.bots);
        let rules = self.rules(draft.rules.as_ref());
        let seed = self.seed(draft.seed.as_ref());
        let concurrency = self.concurrency(draft.concurrency.as_ref());
        let time = self.time(draft);
        let bots = draft
            .bots
            .iter()
            .map(|bot| self.bot(bot))
            .collect::<Vec<_>>();
        Some(Settings {
            name: name?,
            rules: rules?,
            kind: kind?,
            pairs: pairs?,
            seed,
            concurrency,
            pinning: match draft.pin {
                Some(false) => Pinning::Anywhere,
                _ => Pinning::WorkersCore,
            },
            time: time?,
            bots: bots.into_iter().collect::<Option<_>>()?,
        })
    }

    fn name(&mut self, whose: &str, text: &Text) -> Option<Name> {
        match Name::new(text.get_ref()) {
            Ok(name) => Some(name),
            Err(error) => {
                let defect = Defect::new(format!("this cannot be the {whose}'s name: {error}"))
                    .at(text.span(), "this name")
                    .help("a name is one line of 1 to 64 visible characters");
                self.refuse(defect)
            }
        }
    }

    fn rules(&mut self, text: Option<&Text>) -> Option<RulesChoice> {
        let Some(text) = text else {
            return Some(RulesChoice::default());
        };
        let named = text.get_ref();
        if RulesChoice::is_path(named) {
            return self.ruleset_file(text);
        }
        match RulesChoice::built_in(named) {
            Some(rules) if self.known.rulesets.contains(&named.as_str()) => Some(rules),
            _ => self.unknown("ruleset", text, self.known.rulesets),
        }
    }

    fn ruleset_file(&mut self, path: &Text) -> Option<RulesChoice> {
        let error = match RulesChoice::load(&self.base.join(path.get_ref())) {
            Ok(rules) => return Some(rules),
            Err(error) => error,
        };
        match error {
            ConfigError::File(error) => {
                let defect = Defect::new(format!("the ruleset cannot be read: {error}"));
                self.refuse(defect.at(path.span(), "relative to the league file"))
            }
            ConfigError::Unreadable(report) | ConfigError::Refused(report) => {
                self.ruleset = Some(report);
                None
            }
        }
    }

    fn kind(&mut self, draft: &Draft<'_>) -> Option<Kind> {
        let bots = draft.bots.len();
        let rounds = draft.rounds.as_ref();
        let number = rounds.map(|rounds| saturated(*rounds.get_ref()));
        let number = number.unwrap_or_else(|| usual_rounds(bots));
        let kind = match &draft.kind {
            None => Kind::default(),
            Some(text) => match Kind::from_name(text.get_ref(), number) {
                Some(kind) => kind,
                None => return self.unknown("kind of league", text, &Kind::ALL),
            },
        };
        match rounds {
            Some(rounds) => self.rounds(rounds, kind, bots),
            None => Some(kind),
        }
    }

    /// Whether a league of this kind can have these rounds.
    fn rounds(&mut self, rounds: &Spanned<i128>, kind: Kind, bots: usize) -> Option<Kind> {
        let most = most_rounds(bots as u64);
        if kind.rounds().is_none() {
            let label = format!("a {} has none", kind.as_str());
            let defect = Defect::new("`rounds` is for a Swiss").at(rounds.span(), label);
            return self.refuse(defect.help("remove the line, or write `kind = \"swiss\"`"));
        }
        // Too few bots are refused elsewhere.
        if bots < 2 || (1..=i128::from(most)).contains(rounds.get_ref()) {
            return Some(kind);
        }
        let usual = usual_rounds(bots);
        self.refuse(
            Defect::new(format!("a Swiss of {bots} bots has 1 to {most} rounds"))
                .at(
                    rounds.span(),
                    "after these everybody may have met everybody",
                )
                .help(format!(
                    "remove the line to have {usual}; for more games raise `pairs`"
                )),
        )
    }

    fn unknown<T>(&mut self, what: &str, text: &Text, known: &[&str]) -> Option<T> {
        let word = quoted(text.get_ref());
        let defect = Defect::new(format!("unknown {what} `{word}`"))
            .at(text.span(), format!("no {what} has this name"))
            .help(did_you_mean(&word, known));
        self.refuse(defect)
    }

    fn pairs(&mut self, number: Option<&Spanned<i128>>) -> Option<NonZeroU32> {
        let Some(number) = number else {
            return Some(DEFAULT_PAIRS);
        };
        if *number.get_ref() < 1 {
            return self.refuse(
                Defect::new("`pairs` must be at least 1")
                    .at(number.span(), "no games would be played")
                    .help("a pair is two games on the same rolls; `pairs = 50` is a good start"),
            );
        }
        // What does not fit is refused by `bound_games`: two games a pair are over the limit.
        Some(saturated(*number.get_ref()))
    }

    /// Refuses a league that would never end.
    fn bound_games(&mut self, kind: Option<Kind>, bots: usize, pairs: Option<&Spanned<i128>>) {
        let (Some(kind), 2..) = (kind, bots) else {
            return;
        };
        let asked = pairs.map_or(DEFAULT_PAIRS, |pairs| saturated(*pairs.get_ref()));
        if kind.games(bots, asked) <= MAX_GAMES {
            return;
        }
        let pairings = kind.pairings(bots);
        let most = MAX_GAMES / 2 / pairings.max(1);
        let defect = Defect::new(format!("the league would have more than {MAX_GAMES} games"));
        let label = format!("each of {pairings} pairing(s) would play that many pairs");
        let defect = defect.maybe_at(pairs.map(Spanned::span), label);
        self.defects.push(defect.help(match most {
            0 => "list fewer bots, or make it a gauntlet or a Swiss".to_owned(),
            most => format!("at most `pairs = {most}` is possible here"),
        }));
    }

    fn refuse_lonely_bot(&mut self, bots: &[BotDraft<'_>]) {
        let defect = match bots {
            [] => Defect::new("the league has no bots"),
            [bot] => {
                Defect::new("a league needs at least two bots").at(bot.name.span(), "the only one")
            }
            _ => return,
        };
        self.defects.push(defect.help(
            "add `[[bot]]` with a `name` and a `command`; `command = [\"builtin:…\"]` is a \
             sparring partner inside the arena",
        ));
    }

    fn refuse_duplicates(&mut self, bots: &[BotDraft<'_>]) {
        let mut seen: HashMap<&str, Range<usize>> = HashMap::new();
        for bot in bots {
            let Some(first) = seen.get(bot.name.get_ref().as_str()) else {
                seen.insert(bot.name.get_ref(), bot.name.span());
                continue;
            };
            let shown = quoted(bot.name.get_ref());
            self.defects.push(
                Defect::new(format!("two bots are called `{shown}`"))
                    .at(bot.name.span(), "the second")
                    .also(first.clone(), "the first")
                    .help(format!(
                        "give one of them another name, for example `{shown}-2`"
                    )),
            );
        }
    }

    fn seed(&mut self, text: Option<&Text>) -> Option<String> {
        let text = text?;
        if text.get_ref().is_empty() {
            return self.refuse(
                Defect::new("the seed is empty")
                    .at(text.span(), "nothing to make the dice from")
                    .help("write any text, or remove the line to have a seed drawn"),
            );
        }
        Some(text.get_ref().clone())
    }

    fn concurrency(&mut self, number: Option<&Spanned<i128>>) -> Option<NonZeroUsize> {
        let number = number?;
        let games = usize::try_from(*number.get_ref())
            .ok()
            .and_then(NonZeroUsize::new);
        match games {
            Some(games) if games.get() <= MAX_CONCURRENCY => Some(games),
            _ => self.refuse(
                Defect::new(format!("`concurrency` must be 1 to {MAX_CONCURRENCY}"))
                    .at(number.span(), "games at once")
                    .help("remove the line to have as many games at once as the machine has cores"),
            ),
        }
    }

    fn time(&mut self, draft: &Draft<'_>) -> Option<TimeControl> {
        let usual = TimeControl::default();
        let start = self.some_time("start", draft.start.as_ref(), usual.start());
        let turn = self.some_time("turn", draft.turn.as_ref(), usual.turn());
        let bank = self.duration("bank", draft.bank.as_ref(), usual.bank());
        TimeControl::new(start?, turn?, bank?).ok()
    }

    fn some_time(&mut self, key: &str, text: Option<&Text>, usual: Millis) -> Option<Millis> {
        match (self.duration(key, text, usual)?, text) {
            (Millis::ZERO, Some(text)) => self.refuse(bad_time(key, text, TimeError::Zero)),
            (time, _) => Some(time),
        }
    }

    fn duration(&mut self, key: &str, text: Option<&Text>, usual: Millis) -> Option<Millis> {
        let Some(text) = text else { return Some(usual) };
        match text.get_ref().parse() {
            Ok(time) => Some(time),
            Err(error) => self.refuse(bad_time(key, text, error)),
        }
    }

    fn bot(&mut self, draft: &BotDraft<'_>) -> Option<BotConfig> {
        let name = self.name("bot", &draft.name);
        let command = draft
            .command
            .get_ref()
            .iter()
            .map(|word| word.get_ref().clone());
        let command: Vec<String> = command.collect();
        let launch = self.launch(&command, &draft.command);
        let dir = self.dir(draft.dir.as_ref());
        let env = self.env(&draft.env);
        let options = self.options(draft.options.as_ref());
        let read = self.read(draft.read.as_ref());
        let limits = self.limits(&draft.limits);
        let place = Place {
            command: Some(draft.command.span()),
            dir: draft.dir.as_ref().map(Spanned::span),
            read: draft.read.as_ref().map(Spanned::span),
        };
        let (name, launch) = (name?, launch?);
        Some(BotConfig {
            name,
            command,
            launch,
            dir: dir?,
            env: env?,
            options: options?,
            read: read?,
            limits: limits?,
            place,
        })
    }

    fn read(&mut self, paths: Option<&Spanned<Vec<Text>>>) -> Option<Vec<String>> {
        let Some(paths) = paths else {
            return Some(Vec::new());
        };
        let mut usable = Vec::new();
        for path in paths.get_ref() {
            if path.get_ref().contains('\0') {
                return self.refuse(nul(path));
            }
            if !path.get_ref().is_empty() {
                usable.push(path.get_ref().clone());
            }
        }
        Some(usable)
    }

    fn limits(&mut self, draft: &LimitsDraft) -> Option<Limits> {
        match limits::check(draft) {
            Ok(limits) => Some(limits),
            Err(defects) => {
                self.defects.extend(defects);
                None
            }
        }
    }

    fn launch(&mut self, words: &[String], command: &Spanned<Vec<Text>>) -> Option<Launch> {
        let error = match Launch::of(words, self.known.builtins) {
            Ok(launch) => return Some(launch),
            Err(error) => error,
        };
        let word = error.word().and_then(|index| command.get_ref().get(index));
        let span = word.map_or_else(|| command.span(), Spanned::span);
        self.refuse(
            Defect::new(error.to_string())
                .at(span, "")
                .help(error.remedy()),
        )
    }

    fn dir(&mut self, text: Option<&Text>) -> Option<String> {
        let Some(text) = text else {
            return Some(".".to_owned());
        };
        if text.get_ref().contains('\0') {
            return self.refuse(nul(text));
        }
        if text.get_ref().is_empty() {
            return self.refuse(
                Defect::new("`dir` is empty")
                    .at(text.span(), "no folder")
                    .help("write `dir = \".\"` for the league file's folder, or remove the line"),
            );
        }
        Some(text.get_ref().clone())
    }

    fn env(&mut self, env: &[(Text, Text)]) -> Option<BTreeMap<String, String>> {
        let pairs = env.iter().map(|(name, value)| {
            let bad = |c: char| c == '=' || c.is_whitespace() || c.is_control();
            if name.get_ref().is_empty() || name.get_ref().contains(bad) {
                return self.refuse(
                    Defect::new("this cannot be the name of an environment variable")
                        .at(name.span(), "this name")
                        .help("use letters, digits and `_`, like `THREADS`"),
                );
            }
            if value.get_ref().contains('\0') {
                return self.refuse(nul(value));
            }
            Some((name.get_ref().clone(), value.get_ref().clone()))
        });
        // Collected twice so that every variable is looked at.
        pairs.collect::<Vec<_>>().into_iter().collect()
    }

    fn options(&mut self, table: Option<&toml::de::DeTable<'_>>) -> Option<Map<String, Value>> {
        match table {
            Some(table) => json::object(table, &mut self.defects),
            None => Some(Map::new()),
        }
    }

    fn refuse<T>(&mut self, defect: Defect) -> Option<T> {
        self.defects.push(defect);
        None
    }
}

/// A number of pairs; what does not fit counts as the nearest that does.
fn saturated(number: i128) -> NonZeroU32 {
    let number = u32::try_from(number.max(1)).unwrap_or(u32::MAX);
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

fn bad_time(key: &str, text: &Text, error: TimeError) -> Defect {
    Defect::new(format!("`{key}` is not a usable time")).at(text.span(), error.to_string())
}

fn nul(text: &Text) -> Defect {
    Defect::new("a text for the system cannot contain the character U+0000")
        .at(text.span(), "contains U+0000")
        .help("remove `\\u0000`")
}
