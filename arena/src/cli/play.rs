//! `arena play`: a person against a bot, in the terminal.

use std::io::{BufRead, IsTerminal, Read, stdin};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use nardy_protocol::text::visible;
use tokio::sync::mpsc;

use super::print::print;
use super::run::{Begin, Containing, RunArguments, known, parameters, plan, ruleset_ids, sandbox};
use super::{Failure, exit};
use crate::config::{Known, Millis, TimeControl};
use crate::event::{Event, Played};
use crate::league::{Finished, Guest, GuestGame, League, Signals};
use crate::plan::{MatchSpec, PERSON, Plan, match_config};
use crate::play::{Lang, Player, Reply};
use crate::store::{BotVersion, Folder};

/// The most bytes of a line that are looked at.
const LINE: u64 = 1 << 12;

/// Play against a bot in the terminal
///
/// You have seat 0 and X, the bot O. Legal turns are listed: take one by its number, or write moves
/// in your own numbering, like 24/18 13/7, all at once or one by one. Enter plays the turn, u takes
/// the last move back, v turns the board, l lists all turns, ? is for help, q leaves the game.
///
/// It is game 1a of a match of one pair, with the same referee and dice: --seed plays the same rolls
/// again. When it is over it is recorded in a results folder. A game that is left, or broken off by
/// the end of input, is not.
///
/// Exit codes: 0 done, also if the game was left; 2 usage, 3 the machine failed, 130 stopped.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  arena play
  arena play builtin:pips --rules short
  arena play \"python3 bots/python/greedy.py\" --lang ru --time 30s+10m")]
pub(super) struct Play {
    /// The bot: a command line or builtin:NAME
    #[arg(default_value = "builtin:blocks")]
    bot: String,
    /// The ruleset's id, or the path of a ruleset file; see `arena rules` [default: long]
    #[arg(long, value_name = "ID|FILE")]
    rules: Option<String>,
    /// A clock for both: each turn's time and the bank of the game, like 30s+10m [default: the bot
    /// has 1s+30s, you have none]
    #[arg(long, value_name = "TURN+BANK")]
    time: Option<Time>,
    /// The language of the game [default: from LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, value_name = "LANG", value_enum)]
    lang: Option<Language>,
    /// Folder for the results; must not exist yet [default: results/NAME-DATE-TIME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Text that all dice are derived from [default: drawn and recorded]
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,
    /// Whether the bot is contained, as in a league
    #[arg(long, value_name = "MODE", value_enum, default_value_t)]
    sandbox: Containing,
}

/// A language that the game can be played in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Language {
    /// English.
    En,
    /// Russian.
    Ru,
}

/// A clock.
#[derive(Debug, Clone, Copy)]
struct Time(TimeControl);

impl FromStr for Time {
    type Err = String;

    fn from_str(text: &str) -> Result<Time, String> {
        let (turn, bank) = text.split_once('+').unwrap_or((text, "0s"));
        let read = |text: &str| text.parse::<Millis>().map_err(|error| error.to_string());
        let start = TimeControl::default().start();
        let time = TimeControl::new(start, read(turn)?, read(bank)?);
        time.map(Time).map_err(|error| error.to_string())
    }
}

impl Play {
    pub(super) fn run(self) -> Result<(), Failure> {
        let lang = self.lang();
        let plan = self.plan()?;
        let bot = &plan.bots()[1];
        let rules = plan.frozen().rules().map_err(Failure::usage)?;
        let clocked = self.time.is_some();
        let sandbox = sandbox(self.sandbox)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(Failure::refused("a runtime"))?;
        let mut person = Person {
            player: Player::new(lang, rules, bot.name().as_str(), clocked),
            lines: typed()?,
            is_terminal: stdin().is_terminal(),
            failure: None,
        };
        let (ending, contained) = runtime.block_on(async {
            let finished = Finished::none(&plan)?;
            let mut league = League::new(&plan, finished, sandbox.as_ref(), Signals::listen()?)?;
            let ending = league.play_guest(&mut person, clocked).await?;
            Ok::<_, Failure>((ending, league.into_contained()))
        })?;
        if let Some(failure) = person.failure {
            return Err(failure);
        }
        match ending {
            GuestGame::Over(played, hello) => {
                print(&person.player.ended(&played.record))?;
                let version = BotVersion {
                    bot: bot.name().to_string(),
                    program: hello.name,
                    version: hello.version,
                };
                record(&plan, version, &played, &contained)?;
                let folder = visible(&plan.output().to_string_lossy(), 4_000);
                print(&format!("{}\n", lang.recorded(&folder)))
            }
            GuestGame::Left => print(&format!("{}\n", lang.not_recorded())),
            GuestGame::Stopped => Err(Failure {
                code: exit::STOPPED,
                message: lang.not_recorded().to_owned(),
            }),
        }
    }

    fn lang(&self) -> Lang {
        match self.lang {
            Some(Language::En) => Lang::En,
            Some(Language::Ru) => Lang::Ru,
            None => {
                let variables = ["LC_ALL", "LC_MESSAGES", "LANG"];
                let values = variables.iter().filter_map(std::env::var_os);
                let locale = values.into_iter().find(|value| !value.is_empty());
                Lang::of_locale(&locale.unwrap_or_default().to_string_lossy())
            }
        }
    }

    /// The plan of a match of one pair, in which the person is the first bot.
    fn plan(&self) -> Result<Plan, Failure> {
        let rulesets = ruleset_ids();
        let bots = known(&rulesets).builtins;
        let person = format!("builtin:{PERSON}");
        if self.bot.trim() == person {
            return Err(Failure::usage(
                "you play yourself; name a bot to play against",
            ));
        }
        let builtins: Vec<_> = bots.iter().copied().chain([PERSON]).collect();
        let known = Known {
            rulesets: &rulesets,
            builtins: &builtins,
        };
        let spec = MatchSpec {
            commands: [&person, &self.bot],
            pairs: Some(NonZeroU32::MIN),
            rules: self.rules.as_deref(),
            time: self.time.map(|Time(time)| time),
        };
        let config = match_config(&spec, &known);
        let config = config.map_err(|error| Failure::usage(error.to_string()))?;
        let parameters = parameters(config.rules().parameters())?;
        let run = RunArguments::for_one_game(self.out.clone(), self.seed.clone());
        plan(&config, &run, (Begin::Anew, None), parameters)
    }
}

/// Writes the results folder of a game that is over.
fn record(plan: &Plan, bot: BotVersion, played: &Played, contained: &Event) -> Result<(), Failure> {
    let names: Vec<_> = plan
        .bots()
        .iter()
        .map(|bot| bot.name().to_string())
        .collect();
    let person = BotVersion {
        bot: names[0].clone(),
        program: PERSON.to_owned(),
        version: String::new(),
    };
    let (_folder, mut journal) =
        Folder::create(plan.output(), plan.frozen(), plan.seed(), &[person, bot])?;
    journal.happened(contained, &names)?;
    journal.append(&played.record)?;
    journal.note(played)?;
    journal.sync()?;
    journal.write_tables()?;
    Ok(())
}

/// The lines of stdin, as they are typed.
fn typed() -> Result<mpsc::Receiver<String>, Failure> {
    let (sender, lines) = mpsc::channel(1);
    // It waits for a line as long as the program lives, and so nobody joins it.
    std::thread::Builder::new()
        .name("typed".into())
        .spawn(move || {
            while let Some(line) = next_line() {
                if sender.blocking_send(line).is_err() {
                    return;
                }
            }
        })
        .map_err(Failure::refused("a thread"))?;
    Ok(lines)
}

/// The next line, or a piece of one beyond reason; none at the end of input, or if it cannot be
/// read.
fn next_line() -> Option<String> {
    let mut line = Vec::new();
    let read = stdin().lock().take(LINE).read_until(b'\n', &mut line);
    match read {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(String::from_utf8_lossy(&line).into_owned()),
    }
}

/// The person at the terminal.
struct Person {
    player: Player,
    lines: mpsc::Receiver<String>,
    /// Whether what is typed can be seen; elsewhere it is shown.
    is_terminal: bool,
    /// What kept the game from going on.
    failure: Option<Failure>,
}

impl Guest for Person {
    async fn answer(&mut self, request: &[u8]) -> Option<Vec<u8>> {
        let mut reply = match self.player.asked(request) {
            Ok(reply) => reply,
            Err(why) => {
                self.failure = Some(Failure::environment(format!(
                    "the arena cannot read its own request: {why}"
                )));
                return None;
            }
        };
        loop {
            let (shown, line) = match reply {
                Reply::Ask(shown) => (shown, None),
                Reply::Answer { shown, line } => (shown, Some(line)),
                Reply::Leave => return None,
            };
            if let Err(failure) = print(&shown) {
                self.failure = Some(failure);
                return None;
            }
            if line.is_some() {
                return line;
            }
            let Some(typed) = self.lines.recv().await else {
                // What comes next begins a line of its own.
                self.failure = print("\n").err();
                return None;
            };
            if !self.is_terminal
                && let Err(failure) = print(&format!("{}\n", typed.trim_end()))
            {
                self.failure = Some(failure);
                return None;
            }
            reply = self.player.entered(&typed);
        }
    }
}
