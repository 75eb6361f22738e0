//! `arena check`: one bot tried against the protocol and the rules.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use nardy_protocol::limits::NAME_MAX;
use nardy_protocol::text::visible;
use serde_json::{Value, json};

use super::print::{print, print_json};
use super::run::{Containing, sandbox};
use super::{Failure, exit};
use crate::bot::{
    Containment, Launch, Limits, Sandbox, Spawner, Wanted, interpreters, resolve_program,
};
use crate::check::{Candidate, Checked, Examined, GROUPS, Outcome, Times, examine};
use crate::config::{self, Millis};
use crate::table::RequestIds;

/// Characters of a line that are shown to people.
const SHOWN: usize = 700;

/// Try a bot against the protocol and the rules, and say what to change
///
/// Starts the bot as a league would, greets it, plays games by every ruleset that it names, with
/// dice that bring it to what the rules speak of, and lets it leave. Each failure is told with the
/// line that was sent, what came, what was wanted, where the specification says so, and how to mend
/// it. What did not come about is told, too.
///
/// Exit codes: 0 nothing failed, 1 something did, 2 no such bot, 3 the machine failed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  arena check -- python3 mine.py
  arena check builtin:blocks
  arena check --json --time 60s -- ./slow --weights big.nn")]
pub(super) struct Check {
    /// The bot's command, word by word, or builtin:NAME
    #[arg(value_name = "COMMAND", required = true, trailing_var_arg = true)]
    command: Vec<String>,
    /// What the bot may take for its start and for getting ready
    #[arg(long, value_name = "TIME", default_value = "10s")]
    start: Millis,
    /// What it may take for a turn, and in the bank for one that takes longer
    #[arg(long, value_names = ["TURN", "BANK"], num_args = 2, default_values = ["1s", "1s"])]
    turn: Vec<Millis>,
    /// How long all may take; games that would take longer are left
    #[arg(long, value_name = "TIME", default_value = "10s")]
    time: Millis,
    /// Whether the bot is contained, as in a league
    #[arg(long, value_name = "MODE", value_enum, default_value_t)]
    sandbox: Containing,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(super) fn run(self) -> Result<(), Failure> {
        let sandbox = sandbox(self.sandbox)?;
        let candidate = self.candidate(sandbox.as_ref())?;
        let times = Times {
            start: self.start.duration(),
            turn: self.turn[0].duration(),
            bank: self.turn[1].duration(),
            all: self.time.duration(),
        };
        let examined = examined(&candidate, times)?;
        if self.json {
            print_json(&self.as_json(&examined))?;
        } else {
            print(&as_text(&examined))?;
        }
        let failed = |one: &Checked| matches!(one.outcome, Outcome::Failed(_));
        match examined.checks.iter().any(failed) {
            false => Ok(()),
            true => Err(Failure {
                code: exit::FOUND,
                message: String::new(),
            }),
        }
    }

    /// The bot of the command line, as a league would start it.
    fn candidate(&self, sandbox: Option<&Sandbox>) -> Result<Candidate, Failure> {
        let launch = config::Launch::of(&self.command, nardy_bots::NAMES).map_err(|error| {
            let remedy = match error.word() {
                None => "write it behind `--`, like `arena check -- python3 mine.py`",
                Some(_) => error.remedy(),
            };
            Failure::usage(format!("{error}; {remedy}"))
        })?;
        let dir = std::env::current_dir().map_err(|error| {
            Failure::environment(format!("cannot tell the current folder: {error}"))
        })?;
        let (name, program, args) = match launch {
            config::Launch::Builtin(name) => {
                let own = std::env::current_exe().map_err(|error| {
                    Failure::environment(format!("cannot tell the arena's own path: {error}"))
                })?;
                let args = vec!["builtin".into(), name.as_str().into()];
                (name, own, args)
            }
            config::Launch::Program(name) => {
                let path_env = std::env::var_os("PATH").unwrap_or_default();
                let program = resolve_program(OsStr::new(&name), &dir, &path_env);
                let program = program.map_err(|problem| {
                    let shown = visible(&name, 200);
                    Failure::usage(format!("`{shown}`: {problem}; {}", problem.remedy()))
                })?;
                let args = self.command[1..].iter().map(OsString::from).collect();
                (name, program, args)
            }
        };
        let containment = sandbox.map(|sandbox| contained(sandbox, &program, &args, &dir));
        Ok(Candidate {
            name,
            program,
            args,
            dir,
            containment,
        })
    }

    fn as_json(&self, examined: &Examined) -> Value {
        let count = |wanted: &str| {
            let outcomes = examined.checks.iter().map(|one| word(&one.outcome));
            outcomes.filter(|word| *word == wanted).count()
        };
        json!({
            "command": self.command,
            "bot": examined.hello.as_ref().map(|hello| json!({
                "name": visible(&hello.name, NAME_MAX),
                "version": visible(&hello.version, NAME_MAX),
                "rules": hello.rules.iter().map(|id| visible(id, NAME_MAX)).collect::<Vec<_>>(),
                "wants_legal": hello.wants_legal(),
            })),
            "passed": count("passed"),
            "failed": count("failed"),
            "not_reached": count("not_reached"),
            "seconds": (examined.elapsed.as_secs_f64() * 1000.0).round() / 1000.0,
            "checks": examined.checks.iter().map(check_json).collect::<Vec<_>>(),
        })
    }
}

/// What holds the bot: what would in a match.
fn contained(sandbox: &Sandbox, program: &Path, args: &[OsString], dir: &Path) -> Containment {
    let launch = Launch::new("", program.to_owned(), dir.to_owned());
    let interpreters: Vec<PathBuf> = interpreters(&launch);
    let wanted = Wanted {
        program,
        args,
        dir,
        read: &[],
        interpreters: &interpreters,
        league: dir,
        private: &[],
    };
    let usual = config::Limits::default();
    let limits = Limits {
        memory: usual.memory,
        processes: usual.processes,
        descriptors: usual.descriptors,
        disk: usual.disk,
        cpu: usual.cpu,
    };
    sandbox.contain(wanted.view(), limits)
}

fn examined(candidate: &Candidate, times: Times) -> Result<Examined, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Failure::refused("a runtime"))?;
    let spawner = Spawner::start().map_err(Failure::refused("a thread for the bot"))?;
    let ids = RequestIds::from_system()
        .map_err(|error| Failure::refused("randomness")(io::Error::other(error.to_string())))?;
    runtime.block_on(async {
        tokio::select! {
            examined = examine(candidate, times, (&spawner, ids)) => {
                examined.map_err(|error| Failure::environment(error.to_string()))
            }
            _ = tokio::signal::ctrl_c() => Err(Failure {
                code: exit::STOPPED,
                message: "stopped".to_owned(),
            }),
        }
    })
}

/// The group of a check, which its id begins with, but for the games of each ruleset.
fn groups(checks: &[Checked]) -> impl Iterator<Item = (&'static str, &[Checked])> {
    let mut rest = checks;
    GROUPS.into_iter().map(move |(name, group)| {
        let (these, others) = rest.split_at(group.len().min(rest.len()));
        rest = others;
        (name, these)
    })
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "passed",
        Outcome::Failed(_) => "failed",
        Outcome::NotReached(_) => "not_reached",
    }
}

/// Where the specification is, seen from the project's folder.
fn section(section: &str) -> String {
    match section.strip_prefix("../") {
        Some(page) => format!("protocol/{page}"),
        None => format!("protocol/spec/{}", section.replace(' ', ", ")),
    }
}

fn check_json(one: &Checked) -> Value {
    let mut value = json!({
        "id": one.check.id,
        "asks": one.check.asks,
        "outcome": word(&one.outcome),
        "section": section(one.check.section),
    });
    match &one.outcome {
        Outcome::Passed => {}
        Outcome::NotReached(why) => value["why"] = json!(why),
        Outcome::Failed(failure) => {
            value["sent"] = json!(failure.sent);
            value["got"] = json!(failure.got);
            value["wanted"] = json!(failure.wanted);
            value["mend"] = json!(one.check.mend);
            value["stderr"] = json!(failure.stderr);
        }
    }
    value
}

/// The outcome for people.
fn as_text(examined: &Examined) -> String {
    let mut lines = Vec::new();
    if let Some(hello) = &examined.hello {
        let name = visible(&hello.name, NAME_MAX);
        let rules: Vec<_> = hello.rules.iter().map(|id| visible(id, NAME_MAX)).collect();
        lines.push(format!("{name} plays {}", rules.join(", ")));
    }
    let mut counts = [0, 0, 0];
    for (group, checks) in groups(&examined.checks) {
        lines.push(String::new());
        lines.push(group.to_owned());
        for one in checks {
            let (asks, id) = (one.check.asks, one.check.id);
            let (place, line) = match &one.outcome {
                Outcome::Passed => (0, format!("  ok      {asks}")),
                Outcome::Failed(_) => (1, format!("  FAILED  {asks} ({id})")),
                Outcome::NotReached(why) => (2, format!("  -       {asks}: {why}")),
            };
            counts[place] += 1;
            lines.push(line);
        }
    }
    for one in &examined.checks {
        lines.extend(told(one));
    }
    let [passed, failed, not_reached] = counts;
    lines.push(String::new());
    lines.push(format!(
        "{} checks: {passed} passed, {failed} failed, {not_reached} not reached; {:.1} s",
        examined.checks.len(),
        examined.elapsed.as_secs_f64()
    ));
    lines.join("\n") + "\n"
}

/// A failure for people; nothing of another outcome.
fn told(one: &Checked) -> Vec<String> {
    let Outcome::Failed(failure) = &one.outcome else {
        return Vec::new();
    };
    let cut = |text: &str| visible(text, SHOWN);
    let sent = failure.sent.as_deref().unwrap_or("nothing yet");
    let mut lines = vec![
        String::new(),
        format!("FAILED {}: {}", one.check.id, one.check.asks),
        format!("  sent    {}", cut(sent)),
        format!("  got     {}", cut(&failure.got)),
        format!("  wanted  {}", cut(&failure.wanted)),
        format!("  see     {}", section(one.check.section)),
        format!("  mend    {}", one.check.mend),
    ];
    if !failure.stderr.is_empty() {
        lines.push(format!("  stderr  {}", cut(&failure.stderr)));
    }
    lines
}
