//! Bot processes against a bot that misbehaves on order: every fault, the stop ladder, and what
//! a process starts with.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod exchange;
mod faults;
mod spawn;
mod stop;

use std::time::{Duration, Instant as StdInstant};

use arena::bot::{BotProcess, Fault, Launch, Spawner, StopPolicy};
use common::scripted_bot;
use tokio::time::Instant;

/// Far longer than anything here takes on a slow machine.
const LONG: Duration = Duration::from_secs(20);
/// A deadline that is meant to pass.
const SHORT: Duration = Duration::from_millis(250);
/// A deadline that passed must be noticed within this: far less than `LONG`, far more than a
/// loaded machine is late.
const SLACK: Duration = Duration::from_secs(5);

const TURN: &[u8] =
    b"{\"type\":\"turn\",\"id\":\"t1\",\"dice\":[6,3],\"legal\":[[[24,18],[18,15]],[[24,15]]]}\n";
const ANSWER: &[u8] = b"{\"type\":\"move\",\"id\":\"t1\",\"moves\":[[24,18],[18,15]]}";
const QUIT: &[u8] = b"{\"type\":\"quit\"}\n";

/// Runs a test's future on a runtime like a worker's.
fn run<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.unwrap().block_on(test)
}

fn launch(orders: &[(&str, &str)]) -> Launch {
    let mut launch = Launch::new("scripted", scripted_bot(), std::env::temp_dir());
    for (when, what) in orders {
        launch
            .args
            .extend(["--at", when, "--do", what].map(Into::into));
    }
    launch
}

async fn start(orders: &[(&str, &str)]) -> BotProcess {
    Spawner::start()
        .unwrap()
        .spawn(launch(orders))
        .await
        .unwrap()
}

fn within(limit: Duration) -> Instant {
    Instant::now() + limit
}

/// Sends a turn and gives what comes back.
async fn play(bot: &mut BotProcess, limit: Duration) -> Result<Vec<u8>, Fault> {
    let deadline = within(limit);
    bot.send(TURN, deadline).await?;
    Ok(bot.receive(deadline).await?.to_vec())
}

/// The fault that a bot with one order for its first turn earns.
async fn fault_of(deed: &str, limit: Duration) -> Fault {
    play(&mut start(&[("turn", deed)]).await, limit)
        .await
        .unwrap_err()
}

fn policy() -> StopPolicy {
    StopPolicy {
        after_quit: LONG,
        after_term: LONG,
        after_kill: LONG,
        quit_line: QUIT.to_vec(),
    }
}

fn impatient() -> StopPolicy {
    StopPolicy {
        after_quit: SHORT,
        after_term: SHORT,
        ..policy()
    }
}

/// The letter for a process's state; none if there is no such process.
fn state(pid: i32) -> Option<char> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit(") ").next()?.chars().next()
}

/// Whether a process has ended; one that nobody has waited for counts as ended.
fn is_dead(pid: i32) -> bool {
    matches!(state(pid), None | Some('Z' | 'X'))
}

fn dies_soon(pid: i32) -> bool {
    let limit = StdInstant::now() + SLACK;
    while !is_dead(pid) && StdInstant::now() < limit {
        std::thread::sleep(Duration::from_millis(5));
    }
    is_dead(pid)
}

/// The child's number, as the bot told it on stderr.
fn child_in(stderr: &[u8]) -> i32 {
    let text = String::from_utf8_lossy(stderr);
    let number = text.lines().find_map(|line| line.strip_prefix("child "));
    number.unwrap().parse().unwrap()
}
