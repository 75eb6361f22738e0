//! The plan of a league: arguments and league file, checked against this machine before anything
//! starts, and fixed from then on.
//!
//! A [`Plan`] knows its programs, its seed, its times and its results folder. Its [`FrozenPlan`]
//! is what the results folder keeps, so that a resume can tell whether it is still the same
//! league. Nothing here starts a process or makes a results folder.

mod again;
mod differences;
mod files;
mod frozen;
mod matchup;
mod output;
mod seed;
mod sprt;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};

use arena_statistics::SprtError;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::config::{
    BotConfig, Defect, Kind, Launch, LeagueConfig, Limits, MAX_CONCURRENCY, Name, Pinning, Report,
    RulesChoice, TimeControl, quoted,
};

pub use again::{AgainError, Revival};
pub use files::FileMark;
pub use frozen::{FrozenPlan, PlanHash};
pub use matchup::{MatchError, MatchSpec, PERSON, match_config};
pub use output::{OutputError, default_folder, newest_folder};
pub use seed::{Seed, SeedOrigin};
pub use sprt::{SprtPlan, SprtPlanError, SprtScale};

/// What the command line says besides the league file.
#[derive(Debug, Clone)]
pub struct Request {
    /// `--seed`, before the file's.
    pub seed: Option<String>,
    /// `--concurrency`, before the file's.
    pub concurrency: Option<NonZeroUsize>,
    /// Where the results go.
    pub output: Output,
    /// The sequential test of a match.
    pub sprt: Option<SprtPlan>,
}

/// Where the results go.
#[derive(Debug, Clone)]
pub enum Output {
    /// To a new folder; [`default_folder`] names one if the user did not.
    New(PathBuf),
    /// To the folder of a league that was interrupted, which goes on with the seed it recorded.
    Resume(PathBuf, Seed),
}

/// What a plan has to know about this machine and this arena.
pub struct Surroundings<'a> {
    /// How many games at once suit the machine.
    pub cores: NonZeroUsize,
    /// The parameters of the league's ruleset, as bots are told them.
    pub ruleset_parameters: Value,
    /// Finds the bots' programs.
    pub programs: &'a Programs<'a>,
}

/// Finds the program of a bot and makes sure, without starting it, that it can be started.
pub type Programs<'a> = dyn Fn(&Wanted<'_>) -> Result<PathBuf, ProgramProblem> + 'a;

/// A bot whose program is wanted.
#[derive(Debug)]
pub struct Wanted<'a> {
    /// The bot's name.
    pub bot: &'a Name,
    /// The first word of its command.
    pub program: &'a str,
    /// The other words.
    pub args: &'a [String],
    /// Its folder, absolute; it exists.
    pub dir: &'a Path,
    /// What its environment has besides the usual.
    pub env: &'a BTreeMap<String, String>,
}

/// Why a program cannot be started, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramProblem {
    /// The reason, a clause like "there is no such file".
    pub reason: String,
    /// What to do, a clause like "check the path".
    pub remedy: String,
}

/// Why a league cannot begin.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// Bots that cannot be started, all together.
    #[error("{0}")]
    Bots(Report),
    /// `--seed` with an empty text.
    #[error("the seed is empty; give --seed any text, or leave it out to have a seed drawn")]
    EmptySeed,
    /// `--concurrency` beyond reason.
    #[error("{0} games at once are too many; {MAX_CONCURRENCY} is the limit")]
    Concurrency(NonZeroUsize),
    /// The results folder.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The current folder is gone, so that relative paths mean nothing.
    #[error("cannot tell the current folder: {0}; change to another one")]
    CurrentFolder(std::io::Error),
    /// A sequential test between strengths that no results can show.
    #[error("--sprt: {0}")]
    Sprt(#[from] SprtError),
    /// No seed could be drawn.
    #[error("cannot draw a seed: {0}; give one with --seed")]
    Randomness(rand::rngs::SysError),
}

impl PlanError {
    /// Whether the machine is at fault rather than what was asked for.
    pub fn is_environment(&self) -> bool {
        match self {
            PlanError::Output(error) => error.is_environment(),
            PlanError::CurrentFolder(_) | PlanError::Randomness(_) => true,
            PlanError::Bots(_)
            | PlanError::EmptySeed
            | PlanError::Concurrency(_)
            | PlanError::Sprt(_) => false,
        }
    }

    /// The error as text for people, with terminal colours or without; no newline at its end.
    pub fn render(&self, color: bool) -> String {
        match self {
            PlanError::Bots(report) => report.render(color),
            other => Report::message(other.to_string()).render(color),
        }
    }
}

/// A league that can begin: checked, complete and fixed.
#[derive(Debug, Clone)]
pub struct Plan {
    frozen: FrozenPlan,
    rules: RulesChoice,
    pairs: NonZeroU32,
    seed: Seed,
    concurrency: NonZeroUsize,
    pinning: Pinning,
    bots: Vec<PlannedBot>,
    output: PathBuf,
    base: PathBuf,
    file: Option<PathBuf>,
}

/// A bot that can be started.
#[derive(Debug, Clone)]
pub struct PlannedBot {
    config: BotConfig,
    program: Program,
    dir: PathBuf,
}

/// What is started for a bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Program {
    /// A bot inside the arena, by its name without `builtin:`.
    Builtin(String),
    /// A program by its absolute path.
    External(PathBuf),
}

impl Plan {
    /// Checks a league against this machine.
    ///
    /// # Errors
    /// The first kind of trouble: bots that cannot be started (all of them), bad arguments, a
    /// results folder that exists or cannot be made.
    pub fn new(
        config: &LeagueConfig,
        request: &Request,
        surroundings: &Surroundings<'_>,
    ) -> Result<Plan, PlanError> {
        let settings = config.settings();
        check_sprt(config, request)?;
        let seed = seed(config, request)?;
        let concurrency = concurrency(config, request, surroundings)?;
        let bots = bots(config, surroundings.programs)?;
        let output = output(&request.output)?;
        Ok(Plan {
            frozen: frozen::freeze(
                config,
                (&seed, request.sprt),
                &bots,
                &surroundings.ruleset_parameters,
            ),
            rules: settings.rules.clone(),
            pairs: settings.pairs,
            seed,
            concurrency,
            pinning: settings.pinning,
            bots,
            output,
            base: absolute(config.base()).map_err(PlanError::CurrentFolder)?,
            file: match config.file() {
                Some(file) => Some(absolute(file).map_err(PlanError::CurrentFolder)?),
                None => None,
            },
        })
    }

    /// The league's name.
    pub fn name(&self) -> &Name {
        &self.frozen.name
    }

    /// The ruleset.
    pub fn rules(&self) -> &RulesChoice {
        &self.rules
    }

    /// Who meets whom.
    pub fn kind(&self) -> Kind {
        self.frozen.kind
    }

    /// Pairs of games for each pairing.
    pub fn pairs(&self) -> NonZeroU32 {
        self.pairs
    }

    /// What the dice are made from.
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    /// Games at once.
    pub fn concurrency(&self) -> NonZeroUsize {
        self.concurrency
    }

    /// Where a worker's bots may run.
    pub fn pinning(&self) -> Pinning {
        self.pinning
    }

    /// The bots' times.
    pub fn time(&self) -> TimeControl {
        self.frozen.time
    }

    /// The bots, in the order of the league file.
    pub fn bots(&self) -> &[PlannedBot] {
        &self.bots
    }

    /// The results folder, absolute.
    pub fn output(&self) -> &Path {
        &self.output
    }

    /// The folder that the league's relative paths start from: where its file is.
    pub fn base(&self) -> &Path {
        &self.base
    }

    /// The league file, if there is one.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// What the results folder keeps of this plan.
    pub fn frozen(&self) -> &FrozenPlan {
        &self.frozen
    }

    /// The hash of all that defines the games.
    pub fn hash(&self) -> &PlanHash {
        &self.frozen.plan_hash
    }
}

impl PlannedBot {
    /// The bot's name in the league.
    pub fn name(&self) -> &Name {
        &self.config.name
    }

    /// The command as it was given, at least one word.
    pub fn command(&self) -> &[String] {
        &self.config.command
    }

    /// What is started.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The arguments of the program.
    pub fn args(&self) -> &[String] {
        self.config.command.get(1..).unwrap_or_default()
    }

    /// The folder it is started in, absolute.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What its environment has besides the usual.
    pub fn env(&self) -> &BTreeMap<String, String> {
        &self.config.env
    }

    /// Files and folders it may read besides its own, relative to its folder.
    pub fn read(&self) -> &[String] {
        &self.config.read
    }

    /// How much of the machine it may use.
    pub fn limits(&self) -> &Limits {
        &self.config.limits
    }

    /// What it is told at the start.
    pub fn options(&self) -> &Map<String, Value> {
        &self.config.options
    }
}

/// An absolute path; the empty one is the current folder.
fn absolute(path: &Path) -> std::io::Result<PathBuf> {
    std::path::absolute(Path::new(".").join(path))
}

fn seed(config: &LeagueConfig, request: &Request) -> Result<Seed, PlanError> {
    if request.seed.as_deref() == Some("") {
        return Err(PlanError::EmptySeed);
    }
    let recorded = match &request.output {
        Output::New(_) => None,
        Output::Resume(_, seed) => Some(seed),
    };
    seed::choose(
        request.seed.as_deref(),
        config.settings().seed.as_deref(),
        recorded,
    )
    .map_err(PlanError::Randomness)
}

fn check_sprt(config: &LeagueConfig, request: &Request) -> Result<(), PlanError> {
    if let Some(sprt) = request.sprt {
        sprt.test(config.rules().ruleset())?;
    }
    Ok(())
}

fn concurrency(
    config: &LeagueConfig,
    request: &Request,
    surroundings: &Surroundings<'_>,
) -> Result<NonZeroUsize, PlanError> {
    match request.concurrency.or(config.settings().concurrency) {
        Some(games) if games.get() > MAX_CONCURRENCY => Err(PlanError::Concurrency(games)),
        Some(games) => Ok(games),
        None => Ok(surroundings.cores),
    }
}

fn output(output: &Output) -> Result<PathBuf, PlanError> {
    let (Output::New(path) | Output::Resume(path, _)) = output;
    let path = std::path::absolute(path).map_err(PlanError::CurrentFolder)?;
    match output {
        Output::New(_) => output::check_new(&path)?,
        Output::Resume(..) => output::check_resumable(&path)?,
    }
    Ok(path)
}

/// All bots ready to start, or all that cannot be.
fn bots(config: &LeagueConfig, programs: &Programs<'_>) -> Result<Vec<PlannedBot>, PlanError> {
    let mut defects = Vec::new();
    let mut bots = Vec::new();
    for bot in &config.settings().bots {
        let dir = std::path::absolute(config.base().join(&bot.dir));
        let dir = dir.map_err(PlanError::CurrentFolder)?;
        match program(bot, &dir, programs) {
            Ok(program) => bots.push(PlannedBot {
                config: bot.clone(),
                program,
                dir,
            }),
            Err(defect) => defects.push(defect),
        }
    }
    if defects.is_empty() {
        Ok(bots)
    } else {
        Err(PlanError::Bots(config.report(defects)))
    }
}

fn program(bot: &BotConfig, dir: &Path, programs: &Programs<'_>) -> Result<Program, Defect> {
    if !dir.is_dir() {
        let defect = Defect::new(format!("the folder of bot `{}` is not there", bot.name))
            .help("a relative `dir` starts at the league file's folder; create it or correct it");
        let label = format!("looked for {}", quoted(&dir.to_string_lossy()));
        return Err(defect.maybe_at(bot.place.dir.clone(), label));
    }
    if let Some(missing) = bot.read.iter().find(|path| !dir.join(path).exists()) {
        let defect = Defect::new(format!("what bot `{}` may read is not there", bot.name))
            .help("a relative path starts at the bot's `dir`; correct it, or leave it out");
        let label = format!(
            "looked for {}",
            quoted(&dir.join(missing).to_string_lossy())
        );
        return Err(defect.maybe_at(bot.place.read.clone(), label));
    }
    let program = match &bot.launch {
        Launch::Builtin(name) => return Ok(Program::Builtin(name.clone())),
        Launch::Program(program) => program,
    };
    let args = bot.command.get(1..).unwrap_or_default();
    let wanted = Wanted {
        bot: &bot.name,
        program,
        args,
        dir,
        env: &bot.env,
    };
    programs(&wanted).map(Program::External).map_err(|problem| {
        let title = format!("bot `{}` cannot be started: {}", bot.name, problem.reason);
        let label = format!("runs `{}`", quoted(program));
        Defect::new(title)
            .maybe_at(bot.place.command.clone(), label)
            .help(problem.remedy)
    })
}
