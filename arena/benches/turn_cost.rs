//! What a turn's exchange with a bot costs above the bare pipes.
//!
//! The same bot answers the same turn twice over: to plain blocking writes and reads, and to
//! [`BotProcess`]. The ratio of the two is printed at the end; it belongs below 2.
//!
//! ```text
//! cargo build --release -p arena --example scripted-bot
//! cargo bench -p arena --bench turn_cost
//! ```

#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use arena::bot::{BotProcess, Launch, Spawner};
use common::scripted_bot;
use criterion::Criterion;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use tokio::runtime::Runtime;

const LIMIT: Duration = Duration::from_secs(10);

/// A turn from the middle of a game, with as many legal turns as such a roll usually has.
fn turn() -> Vec<u8> {
    let legal = ["[[24,18],[18,15]]"; 12].join(",");
    format!(
        "{{\"type\":\"turn\",\"id\":\"9f3c5a7e1b2d4c6f\",\"turn\":9,\"dice\":[6,3],\"board\":[0,0,\
         0,0,0,0,0,1,0,0,-2,-9,0,1,0,2,0,1,1,0,0,-1,0,9],\"bar\":[0,0],\"off\":[0,0],\
         \"first_turn\":false,\"opponent_first_roll\":[5,5],\"head\":1,\"clock\":{{\"turn_ms\":\
         1000,\"bank_ms\":28110}},\"since\":[{{\"by\":\"opponent\",\"dice\":[5,4],\"moves\":\
         [[24,19],[19,15]]}}],\"legal\":[{legal}]}}\n"
    )
    .into_bytes()
}

/// Puts this thread, and whatever it starts, on one processor.
fn stay_on(cpu: usize) {
    let mut cpus = CpuSet::new();
    cpus.set(cpu);
    sched_setaffinity(None, &cpus).unwrap();
}

/// Times `turns` exchanges over blocking pipes.
fn bare(turns: u64) -> Duration {
    let mut bot = Command::new(scripted_bot())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, stdout) = (bot.stdin.take().unwrap(), bot.stdout.take().unwrap());
    let (mut stdout, mut answer, turn) = (BufReader::new(stdout), Vec::new(), turn());
    let mut exchange = || {
        stdin.write_all(&turn).unwrap();
        answer.clear();
        stdout.read_until(b'\n', &mut answer).unwrap();
    };
    exchange();
    let begun = Instant::now();
    (0..turns).for_each(|_| exchange());
    let took = begun.elapsed();
    drop(stdin);
    bot.wait().unwrap();
    took
}

/// Times `turns` exchanges with a bot process.
fn bot_process(runtime: &Runtime, spawner: &Spawner, turns: u64) -> Duration {
    let launch = Launch::new("bench", scripted_bot(), std::env::temp_dir());
    runtime.block_on(async {
        let mut bot = spawner.spawn(launch).await.unwrap();
        let turn = turn();
        exchange(&mut bot, &turn).await;
        let begun = Instant::now();
        for _ in 0..turns {
            exchange(&mut bot, &turn).await;
        }
        begun.elapsed()
    })
}

async fn exchange(bot: &mut BotProcess, turn: &[u8]) {
    let deadline = tokio::time::Instant::now() + LIMIT;
    bot.send(turn, deadline).await.unwrap();
    bot.receive(deadline).await.unwrap();
}

/// The time of one turn in each sample of a benchmark.
#[derive(Default)]
struct Samples(RefCell<Vec<f64>>);

impl Samples {
    fn note(&self, turns: u64, took: Duration) -> Duration {
        self.0.borrow_mut().push(took.as_secs_f64() / turns as f64);
        took
    }

    fn median(&self) -> f64 {
        let mut samples = self.0.borrow_mut();
        samples.sort_by(f64::total_cmp);
        samples.get(samples.len() / 2).copied().unwrap_or(f64::NAN)
    }
}

fn main() {
    let allowed = sched_getaffinity(None).unwrap();
    stay_on(
        (0..CpuSet::MAX_CPU)
            .find(|cpu| allowed.is_set(*cpu))
            .unwrap(),
    );
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let spawner = Spawner::start().unwrap();
    let (bare_turns, process_turns) = (Samples::default(), Samples::default());
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("turn");
    group.bench_function("bare pipes", |bencher| {
        bencher.iter_custom(|turns| bare_turns.note(turns, bare(turns)));
    });
    group.bench_function("bot process", |bencher| {
        bencher
            .iter_custom(|turns| process_turns.note(turns, bot_process(&runtime, &spawner, turns)));
    });
    group.finish();
    let (bare, process) = (bare_turns.median(), process_turns.median());
    println!("bare pipes  {:6.2} us a turn", bare * 1e6);
    println!("bot process {:6.2} us a turn", process * 1e6);
    println!("ratio       {:6.2}", process / bare);
}
