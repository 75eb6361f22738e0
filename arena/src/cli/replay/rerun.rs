//! `arena replay --rerun`: the same game once more, by the same bots, on the same dice.

use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use nardy_protocol::record::GameRecord;

use super::super::run::{Containing, find_program, known, ruleset_ids, sandbox, tell};
use super::super::{Failure, exit};
use crate::event::Event;
use crate::league::{Ending, Finished, League, Signals};
use crate::plan::{
    FrozenPlan, Output, Plan, ProgramProblem, Request, Revival, Surroundings, Wanted,
};
use crate::replay::{Games, Replay};
use crate::store::{Folder, Journal};

/// How the bots are started.
pub(super) struct Start {
    /// Where relative paths of the league's start.
    pub(super) base: PathBuf,
    pub(super) containing: Containing,
}

/// Plays a recorded game again; the record is not touched.
pub(super) fn play_again(
    all: &Games,
    replay: &Replay,
    start: &Start,
) -> Result<GameRecord, Failure> {
    let seed = all.seed()?.ok_or_else(|| {
        Failure::usage("the game cannot be played again: seed.json is not there, not readable, or not the league's")
    })?;
    let (game, previous_winner) = all.scheduled(&replay.record)?.ok_or_else(|| {
        Failure::usage("the game cannot be played again: it is not the league's, or games before it are not there")
    })?;
    let plan = replay.plan.untested();
    let scratch = tempfile::tempdir()
        .map_err(|error| Failure::environment(format!("no temporary folder: {error}")))?;
    let output = scratch.path().join("again");
    let plan = revived(&plan, replay, start, (seed.text(), &output))?;
    let finished = Finished::all_but(&plan, game, previous_winner)?;
    let sandbox = sandbox(start.containing)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Failure::refused("a runtime"))?;
    runtime.block_on(async {
        let league = League::new(&plan, finished, sandbox.as_ref(), Signals::listen()?)?;
        let (_folder, mut journal) =
            Folder::create(plan.output(), plan.frozen(), plan.seed(), &[])?;
        let mut again = None;
        let mut show = |event: Option<&Event>, _: &Journal| match event {
            Some(Event::Played(played)) => again = Some(played.record.clone()),
            Some(Event::Voided { why, .. }) => tell(&format!("void, played once more: {why}")),
            _ => {}
        };
        let (ending, _) = league.play(&mut journal, &mut show).await?;
        match again {
            Some(record) if ending == Ending::Complete => Ok(record),
            _ => Err(Failure {
                code: exit::STOPPED,
                message: "stopped before the game was over".to_owned(),
            }),
        }
    })
}

/// A plan that can be played; tells what is not as it was.
fn revived(
    plan: &FrozenPlan,
    replay: &Replay,
    start: &Start,
    (seed, output): (&str, &Path),
) -> Result<Plan, Failure> {
    let rulesets = ruleset_ids();
    let revival = Revival {
        known: known(&rulesets),
        base: start.base.clone(),
        players: &replay.record.bots,
        variable: &|name| std::env::var(name).ok(),
    };
    let config = plan.revive(&revival);
    let config = config.map_err(|error| Failure::usage(error.to_string()))?;
    let path_env = std::env::var_os("PATH").unwrap_or_default();
    let request = Request {
        seed: Some(seed.to_owned()),
        concurrency: Some(NonZeroUsize::MIN),
        output: Output::New(output.to_owned()),
        sprt: None,
    };
    let surroundings = Surroundings {
        cores: NonZeroUsize::MIN,
        ruleset_parameters: plan.parameters().clone(),
        programs: &|wanted| program(wanted, replay, &path_env),
    };
    let revived = Plan::new(&config, &request, &surroundings)
        .map_err(|error| Failure::usage(error.render(false)))?;
    for difference in plan.differences(revived.frozen(), "this rerun") {
        tell(&format!("not as it was: {difference}"));
    }
    Ok(revived)
}

/// The program of a bot; those that do not play this game need not be there any more.
fn program(
    wanted: &Wanted<'_>,
    replay: &Replay,
    path_env: &OsStr,
) -> Result<PathBuf, ProgramProblem> {
    match replay
        .record
        .bots
        .iter()
        .any(|name| name == wanted.bot.as_str())
    {
        true => find_program(wanted, path_env),
        false => Ok(wanted.dir.join(wanted.program)),
    }
}
