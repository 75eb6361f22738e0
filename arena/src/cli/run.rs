//! Playing a plan from the first greeting to the final table; what `league` and `match` share.

use std::ffi::{OsStr, OsString};
use std::io::{IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::{Duration, SystemTime};

use nardy_protocol::ruleset::RulesetParameters;
use nardy_protocol::text::visible;
use nardy_rules::Ruleset;
use serde_json::Value;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::finish::finish;
use super::{Failure, a_count, exit};
use crate::bot::{Launch, Sandbox, preflight, resolve_program};
use crate::config::{Known, LeagueConfig};
use crate::event::last_lines;
use crate::league::{Ending, Finished, Greeting, League, LeagueError, Secrets, Signals};
use crate::live::{self, Address, Door, DoorError, Live, LiveError, Phase};
use crate::plan::{
    Output, Plan, ProgramProblem, Request, SprtPlan, Surroundings, Wanted, default_folder,
    newest_folder,
};
use crate::report::{Progress, counted};
use crate::store::{self, BotVersion, Folder, Journal, StoreError, Tail};
use crate::trial::Trial;

/// Where results go that were given no folder.
const RESULTS: &str = "results";

/// What helps whoever wonders why a bot that starts elsewhere does not start here.
const CONTAINED: &str = "bots are contained: each sees the system, the files that its command names and what is \
     beside them, and no network; show it more with `read` in the league file, or see whether \
     --sandbox=off makes a difference";

/// How long a step that a signal comes between may take to finish.
const TO_FINISH: Duration = Duration::from_secs(1);

/// What the command line says about a run, besides the bots.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct RunArguments {
    /// Folder for the results; must not exist yet [default: results/NAME-DATE-TIME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Text that all dice are derived from [default: the league file's, else drawn and recorded]
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,
    /// Games at once [default: the league file's, else one for each processor core]
    #[arg(long, value_name = "N", value_parser = a_count::<NonZeroUsize>)]
    concurrency: Option<NonZeroUsize>,
    /// Whether bots are contained: auto uses every layer that the machine has, required refuses
    /// to play without one of them
    #[arg(long, value_name = "MODE", value_enum, default_value_t)]
    sandbox: Containing,
    /// Show the running league on a local web page, at a port, an IP address or both, like 8080 or
    /// 127.0.0.1:8080, behind an equals sign [without ADDR: any free port]
    #[arg(long, value_name = "ADDR", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "127.0.0.1")]
    live: Option<Address>,
    /// Let --live listen where other machines can reach it; whoever has the page's address sees it
    #[arg(long, requires = "live")]
    live_beyond_loopback: bool,
}

impl RunArguments {
    /// For a command that plays one game and contains the bots itself.
    pub(super) fn for_one_game(out: Option<PathBuf>, seed: Option<String>) -> RunArguments {
        RunArguments {
            out,
            seed,
            concurrency: Some(NonZeroUsize::MIN),
            sandbox: Containing::default(),
            live: None,
            live_beyond_loopback: false,
        }
    }

    /// Whether there is to be a live page.
    pub(super) fn is_live(&self) -> bool {
        self.live.is_some()
    }

    /// The port of the live page, if there is to be one.
    fn door(&self) -> Result<Option<Door>, DoorError> {
        let door = |address| Door::open(address, self.live_beyond_loopback);
        self.live.map(door).transpose()
    }
}

/// Whether bots are contained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub(super) enum Containing {
    /// By every layer or not at all.
    Required,
    /// By every layer that the machine has.
    #[default]
    Auto,
    /// Not.
    Off,
}

/// Whether a league begins or goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Begin {
    /// In a new folder.
    Anew,
    /// In the folder of an interrupted league.
    Resume,
}

/// What is looked for in a match besides its results.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Question {
    /// Nothing.
    None,
    /// Which of two strengths the first bot has; the match is over when that is known.
    Sprt(SprtPlan),
    /// Whether two copies of a bot play alike.
    SelfTest,
}

/// The ids of the rulesets, for looking up and for messages.
pub(super) fn ruleset_ids() -> Vec<&'static str> {
    Ruleset::all().iter().map(Ruleset::id).collect()
}

/// What files and commands may refer to by name.
pub(super) fn known<'a>(rulesets: &'a [&'a str]) -> Known<'a> {
    Known {
        rulesets,
        builtins: nardy_bots::NAMES,
    }
}

/// Whether errors may be coloured.
pub(super) fn color() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// Plays a league and shows its table. From the start on, a signal ends this in an orderly way.
pub(super) fn play(
    config: impl FnOnce() -> Result<LeagueConfig, Failure> + Send + 'static,
    arguments: RunArguments,
    begin: Begin,
    question: Question,
) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Failure::refused("a runtime"))?;
    runtime.block_on(async {
        let mut signals = Signals::listen()?;
        let prepare = move || Prepared::new(&config()?, &arguments, begin, question);
        let prepared = unless_stopped(&mut signals, prepare).await?;
        prepared.play(question, signals).await
    })
}

/// Does what may take a while, such as reading large files, on a thread of its own; a signal comes
/// before what it answers.
async fn unless_stopped<T: Send + 'static>(
    signals: &mut Signals,
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let (done, mut answer) = oneshot::channel();
    // It has to end with the program, whatever it waits for, and so nobody joins it.
    std::thread::Builder::new()
        .name("preparation".into())
        .spawn(move || done.send(work()).is_ok())
        .map_err(Failure::refused("a thread"))?;
    tokio::select! {
        biased;
        () = signals.any() => {}
        done = &mut answer => {
            let gone = |_| Failure::environment("the preparation broke off by an error of the arena's own");
            return done.map_err(gone)?;
        }
    }
    // What it has started shall not outlive the arena; a second signal does not wait for that.
    tokio::select! {
        () = signals.any() => {}
        _ = timeout(TO_FINISH, answer) => {}
    }
    Err(LeagueError::StoppedEarly.into())
}

/// All that is known before the first process of a bot.
struct Prepared {
    plan: Plan,
    sandbox: Option<Sandbox>,
    /// The way to the live page, if there is to be one.
    door: Option<Door>,
    /// The interrupted league that is to go on.
    begun: Option<Begun>,
}

/// An interrupted league, and the games that it has played. The folder's lock is released last.
type Begun = (Journal, Folder, Finished);

impl Prepared {
    fn new(
        config: &LeagueConfig,
        arguments: &RunArguments,
        begin: Begin,
        question: Question,
    ) -> Result<Prepared, Failure> {
        let parameters = parameters(config.rules().parameters())?;
        let sprt = match question {
            Question::Sprt(sprt) => Some(sprt),
            Question::None | Question::SelfTest => None,
        };
        let plan = plan(config, arguments, (begin, sprt), parameters)?;
        let door = arguments.door()?;
        let sandbox = sandbox(arguments.sandbox)?;
        let begun = match begin {
            Begin::Anew => None,
            Begin::Resume => Some(reopen(&plan, config)?),
        };
        Ok(Prepared {
            plan,
            sandbox,
            door,
            begun,
        })
    }

    async fn play(self, question: Question, signals: Signals) -> Result<(), Failure> {
        let (plan, sandbox) = (&self.plan, self.sandbox.as_ref());
        let mut live = open(self.door, plan)?;
        let new = |finished| {
            let mut league = League::new(plan, finished, sandbox, signals)?;
            if live.is_some() {
                league.show_boards(live::DESCRIPTORS, live::THREADS)?;
            }
            Ok::<_, LeagueError>(league)
        };
        let (folder, mut journal, league) = match self.begun {
            None => start(plan, new(Finished::none(plan)?)?).await?,
            Some((journal, folder, finished)) => {
                resume(plan, (journal, folder), new(finished)?).await?
            }
        };
        let games = league.games();
        if let Some((live, boards)) = live.as_mut().zip(league.boards()) {
            live.begin(games, boards, &journal);
        }
        if let Some((wanted, fitting, scarce)) = league.cut_down() {
            tell(&format!(
                "{} at once instead of {wanted}: the limit of {scarce} allows no more",
                counted(fitting as u64, "game")
            ));
        }
        let names: Vec<_> = plan
            .bots()
            .iter()
            .map(|bot| bot.name().to_string())
            .collect();
        let mut progress = Progress::new(names, games, journal.len() as u64);
        let played = league
            .play(&mut journal, &mut |event, journal| {
                if let Some(event) = event {
                    progress.on(event, journal.trial());
                }
                if let Some(live) = &mut live {
                    live.on(event, journal);
                }
            })
            .await;
        progress.finish();
        if let Some(live) = live {
            live.end(phase(&played), &journal);
        }
        finish(folder.path(), plan, &mut journal, question, played)
    }
}

/// Opens the live page and tells where it is.
fn open(door: Option<Door>, plan: &Plan) -> Result<Option<Live>, Failure> {
    let Some(door) = door else { return Ok(None) };
    let (url, is_beyond_loopback) = (door.url(), door.is_beyond_loopback());
    let live = Live::open(door, plan.frozen())?;
    tell(&format!("live page: {url}"));
    if is_beyond_loopback {
        tell("live page: others reach it at this machine's own address, without encryption");
    }
    Ok(Some(live))
}

/// How a league has ended, for the live page.
fn phase(played: &Result<(Ending, Secrets), LeagueError>) -> Phase {
    match played {
        Ok((Ending::Complete, _)) => Phase::Complete,
        Ok((Ending::Decided, _)) => Phase::Decided,
        Ok((Ending::Stopped | Ending::StoppedAtOnce, _)) => Phase::Stopped,
        Err(_) => Phase::Broken,
    }
}

/// Finds out what this machine can hold bots with, and tells what is missing.
pub(super) fn sandbox(containing: Containing) -> Result<Option<Sandbox>, Failure> {
    if containing == Containing::Off {
        tell("sandbox: off; bots run with all rights of the arena's user");
        return Ok(None);
    }
    // Whatever takes this program's place on the disk meanwhile, its keepers stay the same.
    let sandbox = Sandbox::probe("/proc/self/exe".into()).map_err(|error| {
        Failure::environment(format!("the sandbox cannot be tried out: {error}"))
    })?;
    let missing = sandbox.missing().iter().map(|missing| {
        let (layer, without) = (missing.layer, missing.layer.without());
        format!(
            "sandbox: no {layer} here ({}); without it, {without}",
            missing.why
        )
    });
    let missing: Vec<_> = missing.collect();
    if containing == Containing::Required && !missing.is_empty() {
        let message = format!(
            "{}\n--sandbox=required: nothing was played",
            missing.join("\n")
        );
        return Err(Failure::environment(message));
    }
    missing.iter().for_each(|line| tell(line));
    Ok(Some(sandbox))
}

pub(super) fn parameters(parameters: &RulesetParameters) -> Result<Value, Failure> {
    serde_json::to_value(parameters).map_err(|error| Failure::usage(error.to_string()))
}

pub(super) fn plan(
    config: &LeagueConfig,
    arguments: &RunArguments,
    (begin, sprt): (Begin, Option<SprtPlan>),
    ruleset_parameters: Value,
) -> Result<Plan, Failure> {
    let root = Path::new(RESULTS);
    let name = config.name().as_str();
    let output = match begin {
        Begin::Anew => Output::New(
            arguments
                .out
                .clone()
                .unwrap_or_else(|| default_folder(root, name, SystemTime::now())),
        ),
        Begin::Resume => {
            let folder = arguments.out.clone().or_else(|| newest_folder(root, name));
            let folder = folder.ok_or_else(|| {
                Failure::usage(format!(
                    "there is no results folder of the league {name:?} to resume; name it with --out"
                ))
            })?;
            let seed = store::read_seed(&folder)?;
            Output::Resume(folder, seed)
        }
    };
    let request = Request {
        seed: arguments.seed.clone(),
        concurrency: arguments.concurrency,
        output,
        sprt,
    };
    let path_env = std::env::var_os("PATH").unwrap_or_default();
    let surroundings = Surroundings {
        cores: available_parallelism().unwrap_or(NonZeroUsize::MIN),
        ruleset_parameters,
        programs: &|wanted| find_program(wanted, &path_env),
    };
    Plan::new(config, &request, &surroundings).map_err(|error| {
        let message = error.render(color());
        let code = match error.is_environment() {
            true => exit::ENVIRONMENT,
            false => exit::USAGE,
        };
        Failure::rendered(code, message)
    })
}

pub(super) fn find_program(
    wanted: &Wanted<'_>,
    path_env: &OsStr,
) -> Result<PathBuf, ProgramProblem> {
    let problem = |problem: &crate::bot::LaunchProblem| ProgramProblem {
        reason: format!("`{}`: {problem}", visible(wanted.program, 200)),
        remedy: problem.remedy().to_owned(),
    };
    let program = resolve_program(OsStr::new(wanted.program), wanted.dir, path_env)
        .map_err(|error| problem(&error))?;
    let mut launch = Launch::new(wanted.bot.as_str(), program.clone(), wanted.dir.to_owned());
    launch.args = wanted.args.iter().map(OsString::from).collect();
    preflight(&launch).map_err(|error| problem(error.problem()))?;
    Ok(program)
}

/// Greets the bots and makes the results folder.
async fn start(plan: &Plan, mut league: League) -> Result<(Folder, Journal, League), Failure> {
    let versions = greet(&mut league, plan).await?;
    let (folder, journal) = Folder::create(plan.output(), plan.frozen(), plan.seed(), &versions)?;
    Ok((folder, journal, league))
}

/// Starts every bot once; tells which are out of the league, and answers what each is.
async fn greet(league: &mut League, plan: &Plan) -> Result<Vec<BotVersion>, Failure> {
    let greetings = league.greet(&tell).await.map_err(|error| {
        let nobody = matches!(error, LeagueError::NobodyToPlay(_));
        let mut failure = Failure::from(error);
        if nobody && league.contains_bots() {
            failure.message += &format!("\n{CONTAINED}");
        }
        failure
    })?;
    let mut versions = Vec::new();
    let mut failed = false;
    for (bot, greeting) in plan.bots().iter().zip(greetings) {
        let (program, version) = match greeting {
            Greeting::Hello(hello) => (hello.name, hello.version),
            Greeting::Dropped { why, stderr } => {
                failed = true;
                let name = bot.name();
                tell(&format!(
                    "{name}: does not start, its games are forfeits: {why}"
                ));
                for line in stderr.iter().flat_map(|stderr| last_lines(stderr)) {
                    tell(&format!("{name}: stderr: {line}"));
                }
                (String::new(), String::new())
            }
        };
        versions.push(BotVersion {
            bot: bot.name().to_string(),
            program,
            version,
        });
    }
    if failed && league.contains_bots() {
        tell(CONTAINED);
    }
    Ok(versions)
}

/// Opens the folder of an interrupted league.
fn reopen(plan: &Plan, config: &LeagueConfig) -> Result<Begun, Failure> {
    let (folder, mut journal, tail) =
        Folder::resume(plan.output(), plan.frozen(), config.origin())?;
    if let Tail::Torn(bytes) = tail {
        tell(&format!(
            "the journal ended in a torn record; its {bytes} bytes were dropped"
        ));
    }
    let finished = Finished::in_journal(plan, &mut journal)?;
    Ok((journal, folder, finished))
}

/// Goes on with an interrupted league.
async fn resume(
    plan: &Plan,
    (journal, folder): (Journal, Folder),
    mut league: League,
) -> Result<(Folder, Journal, League), Failure> {
    let decided = journal.trial().and_then(Trial::games);
    if let Some(games) = decided {
        let pairs = counted(games / 2, "pair");
        tell(&format!(
            "the sequential test has decided after {pairs}; there is nothing left to play"
        ));
    }
    // Who was out before the first game still is; but nobody is needed where nothing is left.
    if decided.is_none() {
        match (journal.len() as u64) < league.games() {
            true => drop(greet(&mut league, plan).await?),
            false => tell("every game has been played; there is nothing left to play"),
        }
    }
    Ok((folder, journal, league))
}

/// Tells the user something that is no result.
pub(super) fn tell(text: &str) {
    // If nobody reads it any more, the run goes on all the same.
    let _ = writeln!(std::io::stderr(), "{}", visible(text, 4_000));
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        let message = error.to_string();
        if error.is_environment() {
            Failure::environment(message)
        } else {
            Failure::usage(message)
        }
    }
}

impl From<DoorError> for Failure {
    fn from(error: DoorError) -> Failure {
        let message = error.to_string();
        if error.is_environment() {
            Failure::environment(message)
        } else {
            Failure::usage(message)
        }
    }
}

impl From<LiveError> for Failure {
    fn from(error: LiveError) -> Failure {
        match error {
            LiveError::Thread(error) => Failure::refused("a thread for the live page")(error),
            error => Failure::environment(error.to_string()),
        }
    }
}

impl From<LeagueError> for Failure {
    fn from(error: LeagueError) -> Failure {
        let message = error.to_string();
        if let LeagueError::StoppedEarly = error {
            let code = exit::STOPPED;
            Failure { code, message }
        } else if error.is_environment() {
            Failure::environment(message)
        } else {
            Failure::usage(message)
        }
    }
}
