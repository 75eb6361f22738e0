//! What each bot of a league is held by: its view of the files is its own, and nothing of the
//! league.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::bot::{self, Containment, Launch, Sandbox, Wanted, interpreters};
use crate::config;
use crate::plan::{Plan, PlannedBot, Program};

/// The containments of a plan's bots, in their order.
pub(super) fn of_all(plan: &Plan, sandbox: &Sandbox) -> std::io::Result<Vec<Containment>> {
    let claims = plan.bots().iter().map(Claim::of);
    let claims = claims.collect::<std::io::Result<Vec<_>>>()?;
    let bots = || plan.bots().iter().zip(&claims);
    let own: Vec<_> = bots()
        .map(|(bot, claim)| claim.wanted(bot, plan, &[]).own())
        .collect();
    // Many bots may have files in common.
    let everybodys: BTreeSet<_> = league_paths(plan)
        .into_iter()
        .chain(own.iter().flatten().cloned())
        .collect();
    let contained = bots().zip(&own).map(|((bot, claim), own)| {
        let private = everybodys.iter().filter(|path| !own.contains(path));
        let private: Vec<_> = private.cloned().collect();
        let view = claim.wanted(bot, plan, &private).view();
        sandbox.contain(view, limits(bot.limits()))
    });
    Ok(contained.collect())
}

/// The league file and everything that is or will be its results.
fn league_paths(plan: &Plan) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = plan.file().map(Path::to_owned).into_iter().collect();
    paths.push(plan.output().to_owned());
    // Beside the results of this league may be those of others, on the same seed.
    paths.extend(plan.output().parent().map(Path::to_owned));
    paths
}

fn limits(limits: &config::Limits) -> bot::Limits {
    bot::Limits {
        memory: limits.memory,
        processes: limits.processes,
        descriptors: limits.descriptors,
        disk: limits.disk,
        cpu: limits.cpu,
    }
}

/// What a bot is started from.
struct Claim {
    program: PathBuf,
    args: Vec<OsString>,
    interpreters: Vec<PathBuf>,
    read: Vec<PathBuf>,
}

impl Claim {
    fn of(bot: &PlannedBot) -> std::io::Result<Claim> {
        let read = bot.read().iter().map(|path| bot.dir().join(path)).collect();
        let (program, args) = started(bot)?;
        let launch = Launch::new(bot.name().as_str(), program.clone(), bot.dir().to_owned());
        Ok(Claim {
            interpreters: interpreters(&launch),
            program,
            args,
            read,
        })
    }

    fn wanted<'a>(
        &'a self,
        bot: &'a PlannedBot,
        plan: &'a Plan,
        private: &'a [PathBuf],
    ) -> Wanted<'a> {
        Wanted {
            program: &self.program,
            args: &self.args,
            dir: bot.dir(),
            read: &self.read,
            interpreters: &self.interpreters,
            league: plan.base(),
            private,
        }
    }
}

/// The program and the arguments that a planned bot is started with.
pub(super) fn started(bot: &PlannedBot) -> std::io::Result<(PathBuf, Vec<OsString>)> {
    Ok(match bot.program() {
        Program::Builtin(name) => (
            std::env::current_exe()?,
            vec!["builtin".into(), name.into()],
        ),
        Program::External(path) => (path.clone(), bot.args().iter().map(Into::into).collect()),
    })
}
