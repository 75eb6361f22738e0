//! A league of two bots that were named on the command line instead of in a file.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use nardy_protocol::text::is_unsafe;
use serde_json::Map;
use thiserror::Error;

use crate::config::{
    BUILTIN, BotConfig, CommandError, ConfigError, DEFAULT_PAIRS, Kind, Known, Launch,
    LeagueConfig, Limits, MAX_GAMES, Name, NameError, Pinning, Place, RulesChoice, Settings,
    TimeControl, did_you_mean, quoted,
};

/// What stands for a person where a bot has its command, behind `builtin:`. No built-in bot has
/// this name.
pub const PERSON: &str = "person";

/// What `arena match` is told.
#[derive(Debug, Clone, Copy)]
pub struct MatchSpec<'a> {
    /// Two command lines, or `builtin:…`.
    pub commands: [&'a str; 2],
    /// Pairs of games; 50 if not given.
    pub pairs: Option<NonZeroU32>,
    /// The ruleset's id, or the path of its file; `long` if not given.
    pub rules: Option<&'a str>,
    /// The times; those of a league file that says nothing if not given.
    pub time: Option<TimeControl>,
}

/// Why there is no match to play.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// A quote without its partner, or a backslash at the end.
    #[error("cannot split the command {command}; close its quotes, or escape them by `\\`")]
    Quotes {
        /// The command line, escaped.
        command: String,
    },
    /// The command cannot be run.
    #[error("{reason}; {remedy}")]
    Command {
        /// What is wrong.
        reason: String,
        /// What to write instead.
        remedy: String,
    },
    /// No such ruleset.
    #[error("unknown ruleset `{rules}`; {remedy}")]
    Rules {
        /// The id as given, escaped.
        rules: String,
        /// What to write instead.
        remedy: String,
    },
    /// A ruleset file that is none.
    #[error(transparent)]
    RulesetFile(#[from] ConfigError),
    /// More games than a league may have.
    #[error("a match has at most {} pairs; ask for fewer", MAX_GAMES / 2)]
    TooManyPairs,
    /// No name could be made from a command.
    #[error("a bot's name cannot be made from its command: {0}; use a league file to name it")]
    Name(#[from] NameError),
}

/// Settings for a match of two bots. Folders in the commands start at the current one.
///
/// # Errors
/// What is wrong with the commands, the ruleset or the number of pairs.
pub fn match_config(spec: &MatchSpec<'_>, known: &Known<'_>) -> Result<LeagueConfig, MatchError> {
    let pairs = spec.pairs.unwrap_or(DEFAULT_PAIRS);
    if Kind::RoundRobin.games(2, pairs) > MAX_GAMES {
        return Err(MatchError::TooManyPairs);
    }
    let [a, b] = spec.commands;
    let (a, b) = (bot(a, known)?, bot(b, known)?);
    let b = BotConfig {
        name: other_than(&a.name, b.name)?,
        ..b
    };
    let settings = Settings {
        name: Name::new(&format!("{} vs {}", a.name, b.name))?,
        rules: rules(spec.rules, known)?,
        kind: Kind::RoundRobin,
        pairs,
        seed: None,
        concurrency: None,
        pinning: Pinning::default(),
        time: spec.time.unwrap_or_default(),
        bots: vec![a, b],
    };
    Ok(LeagueConfig::without_file(settings, PathBuf::from(".")))
}

fn rules(id: Option<&str>, known: &Known<'_>) -> Result<RulesChoice, MatchError> {
    let Some(id) = id else {
        return Ok(RulesChoice::default());
    };
    if RulesChoice::is_path(id) {
        return Ok(RulesChoice::load(Path::new(id))?);
    }
    match RulesChoice::built_in(id) {
        Some(rules) if known.rulesets.contains(&id) => Ok(rules),
        _ => Err(MatchError::Rules {
            rules: quoted(id),
            remedy: did_you_mean(id, known.rulesets),
        }),
    }
}

fn bot(command_line: &str, known: &Known<'_>) -> Result<BotConfig, MatchError> {
    let command = shlex::split(command_line).ok_or_else(|| MatchError::Quotes {
        command: quoted(command_line),
    })?;
    let launch = Launch::of(&command, known.builtins).map_err(|error| refused(&error))?;
    Ok(BotConfig {
        name: Name::new(&derived_name(&command))?,
        command,
        launch,
        dir: ".".to_owned(),
        env: BTreeMap::new(),
        options: Map::new(),
        read: Vec::new(),
        limits: Limits::default(),
        place: Place::default(),
    })
}

/// The remedies of a league file do not all help on a command line.
fn refused(error: &CommandError) -> MatchError {
    let remedy = match error {
        CommandError::Empty | CommandError::NoProgram => {
            "give a command line like \"python3 greedy.py\", or `builtin:…`"
        }
        CommandError::BuiltinArgument => "set it up by `options` in a league file",
        other => other.remedy(),
    };
    MatchError::Command {
        reason: error.to_string(),
        remedy: remedy.to_owned(),
    }
}

/// The most characters of a name made from a command, so that two fit into a league's name.
const MAX_DERIVED_CHARS: usize = 24;

/// A name for a bot that has only a command: the built-in bot's, or the file's that is run.
///
/// For a program from `PATH` the file is its first argument that looks like one, as in
/// `python3 bots/greedy.py` or `java -jar greedy.jar`.
fn derived_name(command: &[String]) -> String {
    let Some((program, args)) = command.split_first() else {
        return String::new();
    };
    let script = || {
        args.iter()
            .find(|word| !word.starts_with('-') && has_extension(word))
    };
    let named = match program.strip_prefix(BUILTIN) {
        Some(builtin) => builtin.to_owned(),
        None if program.contains('/') => stem(program),
        None => script().map_or_else(|| stem(program), |script| stem(script)),
    };
    let safe: String = named
        .chars()
        .map(|c| if is_unsafe(c) { '-' } else { c })
        .collect();
    let cut: String = safe.trim().chars().take(MAX_DERIVED_CHARS).collect();
    match cut.trim() {
        "" => "bot".to_owned(),
        name => name.to_owned(),
    }
}

fn has_extension(word: &str) -> bool {
    Path::new(word).extension().is_some()
}

fn stem(word: &str) -> String {
    Path::new(word)
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// The second bot's name, with `-2` if it is the first's.
fn other_than(first: &Name, second: Name) -> Result<Name, NameError> {
    if second == *first {
        Name::new(&format!("{second}-2"))
    } else {
        Ok(second)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const KNOWN: Known<'static> = Known {
        rulesets: &["long", "gulbar"],
        builtins: &["pips", "race"],
    };

    fn spec<'a>(a: &'a str, b: &'a str) -> MatchSpec<'a> {
        MatchSpec {
            commands: [a, b],
            pairs: None,
            rules: None,
            time: None,
        }
    }

    fn names(a: &str, b: &str) -> [String; 2] {
        let config = match_config(&spec(a, b), &KNOWN).unwrap();
        let bots = &config.settings().bots;
        [bots[0].name.to_string(), bots[1].name.to_string()]
    }

    #[test]
    fn a_command_line_is_split_without_a_shell() {
        let line = r#"python3 "my bot.py" --say 'it is $HOME' back\ slash"#;
        let config = match_config(&spec(line, "builtin:pips"), &KNOWN).unwrap();
        let bot = &config.settings().bots[0];
        let expected = ["python3", "my bot.py", "--say", "it is $HOME", "back slash"];
        assert_eq!(bot.command, expected);
        assert_eq!(bot.launch, Launch::Program("python3".to_owned()));
        assert_eq!(
            config.settings().bots[1].launch,
            Launch::Builtin("pips".to_owned())
        );
    }

    #[test]
    fn a_bot_is_named_after_what_it_runs() {
        for (command, name) in [
            ("builtin:pips", "pips"),
            ("python3 bots/python/greedy.py", "greedy"),
            ("java -jar build/deep.jar", "deep"),
            ("node --max-old-space-size=64 bot.js", "bot"),
            ("./target/release/mine --weights big.nn", "mine"),
            ("gnubg", "gnubg"),
            ("./..", "bot"),
            ("./\u{1b}[31m", "-[31m"),
            (
                "./a_name_that_is_longer_than_any_table_likes",
                "a_name_that_is_longer_th",
            ),
        ] {
            assert_eq!(names(command, "builtin:race")[0], name, "{command}");
        }
    }

    #[test]
    fn the_same_bot_twice_gets_two_names() {
        assert_eq!(names("builtin:pips", "builtin:pips"), ["pips", "pips-2"]);
        assert_eq!(names("./a/bot", "./b/bot"), ["bot", "bot-2"]);
    }

    #[test]
    fn a_match_is_a_league_of_one_pairing_with_the_usual_settings() {
        let config = match_config(&spec("builtin:pips", "builtin:race"), &KNOWN).unwrap();
        let settings = config.settings();
        assert_eq!(settings.name.as_str(), "pips vs race");
        assert_eq!(settings.rules.id(), "long");
        assert_eq!(settings.pairs.get(), 50);
        assert_eq!(settings.time, TimeControl::default());
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_a_remedy() {
        let pairs = NonZeroU32::new(5_000_001);
        let good = spec("builtin:pips", "builtin:race");
        for (spec, says) in [
            (
                spec("", "x"),
                "the command does not say what to run; give a command line",
            ),
            (
                spec("x", "''"),
                "the command does not say what to run; give a command line",
            ),
            (
                spec("x 'y", "x"),
                "cannot split the command x 'y; close its quotes",
            ),
            (
                spec("builtin:pisp", "x"),
                "no built-in bot `pisp`; did you mean `pips`?",
            ),
            (
                spec("builtin:pips -x", "x"),
                "takes no arguments; set it up by `options` in",
            ),
            (
                MatchSpec {
                    rules: Some("lnog"),
                    ..good
                },
                "unknown ruleset `lnog`; did you mean",
            ),
            (
                MatchSpec { pairs, ..good },
                "a match has at most 5000000 pairs",
            ),
        ] {
            let error = match_config(&spec, &KNOWN).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
