//! Bot processes against a bot that misbehaves on order: every fault, the stop ladder, and what
//! a process starts with.

#![allow(clippy::unwrap_used)]

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant as StdInstant};

use arena::bot::{
    BotProcess, ExitStatus, Fault, Launch, Leaving, Remains, SignalNumber, Spawner, StopPolicy,
    Stream, handshake,
};
use common::scripted_bot;
use nardy_protocol::limits::MAX_LINE_BYTES;
use nardy_protocol::message::{Hello, RequestId};
use tempfile::TempDir;
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

// Exchanges that work.

#[test]
fn a_turn_goes_out_and_the_answer_comes_back() {
    run(async {
        let mut bot = start(&[]).await;
        for _ in 0..100 {
            assert_eq!(play(&mut bot, LONG).await.unwrap(), ANSWER);
        }
        assert_eq!(bot.received_before_asked().unwrap(), None);
    });
}

#[test]
fn the_handshake_returns_what_the_bot_says_of_itself() {
    run(async {
        let mut bot = start(&[]).await;
        let hello = Hello {
            id: RequestId::new("q1"),
            protocol: 1,
            arena: "0.1.0".into(),
            bot: "scripted".into(),
            options: serde_json::Map::new(),
        };
        let answer = handshake(&mut bot, hello, within(LONG)).await.unwrap();
        assert_eq!(
            (answer.name.as_str(), answer.wants_legal()),
            ("scripted", true)
        );
    });
}

#[test]
fn windows_line_ends_blank_lines_and_a_first_byte_order_mark_are_taken() {
    run(async {
        for deed in ["crlf", "blank-lines-first", "bom"] {
            let mut bot = start(&[("turn", deed)]).await;
            assert_eq!(play(&mut bot, LONG).await.unwrap(), ANSWER, "{deed}");
        }
    });
}

#[test]
fn a_second_answer_in_the_same_breath_is_seen_before_the_next_request() {
    run(async {
        let mut bot = start(&[("turn", "twice")]).await;
        assert_eq!(play(&mut bot, LONG).await.unwrap(), ANSWER);
        assert_eq!(bot.received_before_asked().unwrap(), Some(ANSWER));
        assert_eq!(bot.received_before_asked().unwrap(), None);
    });
}

#[test]
fn bytes_after_a_line_stay_for_the_next_read() {
    run(async {
        let mut bot = start(&[("turn", "twice")]).await;
        assert_eq!(play(&mut bot, LONG).await.unwrap(), ANSWER);
        assert_eq!(bot.receive(within(LONG)).await.unwrap(), ANSWER);
    });
}

#[test]
fn a_line_of_the_longest_length_is_taken_and_one_byte_more_is_not() {
    run(async {
        let deed = format!("long-line:{MAX_LINE_BYTES}");
        let mut bot = start(&[("turn", &deed)]).await;
        assert_eq!(play(&mut bot, LONG).await.unwrap().len(), MAX_LINE_BYTES);
        let fault = fault_of(&format!("long-line:{}", MAX_LINE_BYTES + 1), LONG).await;
        assert_eq!(fault.code(), "line_too_long");
    });
}

#[test]
fn a_request_larger_than_the_pipe_arrives_whole() {
    run(async {
        let mut bot = start(&[]).await;
        let deadline = within(LONG);
        bot.send(&large_turn(1 << 20), deadline).await.unwrap();
        assert_eq!(bot.receive(deadline).await.unwrap(), ANSWER);
    });
}

/// A turn with an ignored key that makes it at least so many bytes long.
fn large_turn(bytes: usize) -> Vec<u8> {
    let mut line = TURN[..TURN.len() - 2].to_vec();
    line.extend_from_slice(b",\"x\":\"");
    line.resize(bytes, b'x');
    line.extend_from_slice(b"\"}\n");
    line
}

// Deadlines.

#[test]
fn whatever_arrives_never_moves_the_deadline() {
    run(async {
        for deed in [
            "silent",
            "hang",
            "half-line",
            "drip:20",
            "blank-flood",
            "stderr-flood",
        ] {
            let mut bot = start(&[("turn", deed)]).await;
            let begun = StdInstant::now();
            let fault = play(&mut bot, SHORT).await.unwrap_err();
            let took = begun.elapsed();
            assert_eq!(fault.code(), "timeout", "{deed}");
            assert!(
                took >= SHORT && took < SHORT + SLACK,
                "{deed} took {took:?}"
            );
        }
    });
}

#[test]
fn an_answer_after_the_deadline_is_a_timeout_even_if_it_is_there_when_looked_for() {
    run(async {
        let mut bot = start(&[]).await;
        let deadline = within(SHORT);
        bot.send(TURN, deadline).await.unwrap();
        std::thread::sleep(2 * SHORT);
        let Err(Fault::Timeout { overdue }) = bot.receive(deadline).await else {
            panic!("a late answer was taken")
        };
        assert!(overdue >= SHORT, "{overdue:?}");
    });
}

#[test]
fn a_bot_that_never_reads_is_a_timeout_once_the_pipe_is_full() {
    run(async {
        let mut bot = start(&[("start", "hang")]).await;
        let fault = bot
            .send(&large_turn(1 << 20), within(SHORT))
            .await
            .unwrap_err();
        assert_eq!(fault.code(), "timeout");
    });
}

// Stderr.

#[test]
fn a_flood_on_stderr_is_counted_and_its_ends_are_kept_while_the_bot_plays_on() {
    run(async {
        let bytes = 20_000_000;
        let flood = format!("stderr-flood:{bytes}");
        let mut bot = start(&[("turn:1", "stderr:first"), ("turn:2", &flood)]).await;
        for _ in 0..3 {
            assert_eq!(play(&mut bot, LONG).await.unwrap(), ANSWER);
        }
        let stderr = bot.stop(&policy()).await.stderr;
        assert_eq!(stderr.total(), bytes + "first\n".len() as u64);
        assert_eq!(stderr.omitted(), stderr.total() - 20 * 1024);
        assert!(stderr.to_bytes().starts_with(b"first\neeee"));
        assert!(stderr.to_bytes().ends_with(b"eeee"));
    });
}

#[test]
fn a_bot_that_fills_stderr_before_it_reads_does_not_block_a_large_request() {
    run(async {
        let mut bot = start(&[("start", "stderr-flood:1000000")]).await;
        let deadline = within(LONG);
        bot.send(&large_turn(1 << 20), deadline).await.unwrap();
        assert_eq!(bot.receive(deadline).await.unwrap(), ANSWER);
    });
}

// Faults.

#[test]
fn a_flood_without_newline_ends_at_the_line_cap() {
    run(async { assert_eq!(fault_of("flood", LONG).await.code(), "line_too_long") });
}

#[test]
fn an_exit_is_reported_with_its_code() {
    run(async {
        let fault = fault_of("exit:7", LONG).await;
        assert!(
            matches!(fault, Fault::Exited(ExitStatus::Code(7))),
            "{fault:?}"
        );
        assert_eq!(fault.code(), "exited");
    });
}

#[test]
fn a_crash_is_reported_with_the_name_of_its_signal() {
    run(async {
        for name in ["SEGV", "ABRT", "KILL", "TERM"] {
            let fault = fault_of(&format!("signal:{name}"), LONG).await;
            assert_eq!(fault.code(), "signaled");
            assert!(fault.to_string().contains(&format!("SIG{name}")), "{fault}");
        }
    });
}

#[test]
fn what_a_bot_wrote_before_it_exited_counts_and_the_exit_comes_after() {
    run(async {
        for deed in ["answer-then-exit:7", "last-word:7"] {
            let mut bot = start(&[("turn", deed)]).await;
            assert_eq!(play(&mut bot, LONG).await.unwrap(), ANSWER, "{deed}");
            let fault = bot.receive(within(LONG)).await.unwrap_err();
            assert!(
                matches!(fault, Fault::Exited(ExitStatus::Code(7))),
                "{deed}: {fault:?}"
            );
        }
    });
}

#[test]
fn an_answer_counts_that_was_read_only_after_the_exit_was_seen() {
    run(async {
        for _ in 0..20 {
            let mut bot = start(&[("turn", "answer-then-exit:7")]).await;
            bot.send(TURN, within(LONG)).await.unwrap();
            assert!(dies_soon(bot.pid()));
            assert_eq!(bot.receive(within(LONG)).await.unwrap(), ANSWER);
        }
    });
}

#[test]
fn an_exit_is_seen_although_a_child_holds_the_pipes() {
    run(async {
        let mut bot = start(&[("turn", "child-then-exit:7")]).await;
        let fault = play(&mut bot, LONG).await.unwrap_err();
        assert!(
            matches!(fault, Fault::Exited(ExitStatus::Code(7))),
            "{fault:?}"
        );
        let exit = bot.stop(&policy()).await;
        assert_eq!(
            (exit.leaving, exit.remains),
            (Leaving::Early, Remains::Nothing)
        );
        assert!(is_dead(child_in(&exit.stderr.to_bytes())));
    });
}

#[test]
fn stdout_closed_by_a_living_bot_is_told_from_an_exit() {
    run(async {
        let mut bot = start(&[("turn", "close-stdout")]).await;
        for _ in 0..2 {
            let fault = play(&mut bot, LONG).await.unwrap_err();
            assert!(matches!(fault, Fault::Closed(Stream::Stdout)), "{fault:?}");
        }
    });
}

#[test]
fn stdin_closed_by_a_living_bot_is_told_from_an_exit() {
    run(async {
        let mut bot = start(&[("turn", "close-stdin")]).await;
        let fault = failing_send(&mut bot).await;
        assert!(matches!(fault, Fault::Closed(Stream::Stdin)), "{fault:?}");
    });
}

#[test]
fn sending_to_a_bot_that_has_exited_reports_the_exit() {
    run(async {
        let mut bot = start(&[("turn", "exit:7")]).await;
        let fault = failing_send(&mut bot).await;
        assert!(
            matches!(fault, Fault::Exited(ExitStatus::Code(7))),
            "{fault:?}"
        );
    });
}

/// Sends until it fails.
async fn failing_send(bot: &mut BotProcess) -> Fault {
    let deadline = within(LONG);
    loop {
        if let Err(fault) = bot.send(TURN, deadline).await {
            return fault;
        }
    }
}

// The stop ladder.

#[test]
fn a_well_behaved_bot_leaves_when_asked_and_nobody_waits_for_the_grace_to_pass() {
    run(async {
        let bot = start(&[]).await;
        let (pid, begun) = (bot.pid(), StdInstant::now());
        let exit = bot.stop(&policy()).await;
        assert!(begun.elapsed() < SLACK, "{:?}", begun.elapsed());
        assert_eq!(exit.leaving, Leaving::Asked);
        assert_eq!(
            (exit.status, exit.remains),
            (Some(ExitStatus::Code(0)), Remains::Nothing)
        );
        assert_eq!(state(pid), None, "it was reaped");
    });
}

#[test]
fn a_bot_that_ignores_quit_leaves_on_sigterm() {
    run(async {
        for deed in ["hang", "flood", "stderr-flood"] {
            let exit = start(&[("quit", deed)]).await.stop(&impatient()).await;
            assert_eq!(exit.leaving, Leaving::Terminated, "{deed}");
            assert_eq!(
                exit.status,
                Some(ExitStatus::Signal(SignalNumber(15))),
                "{deed}"
            );
        }
    });
}

#[test]
fn a_bot_that_ignores_sigterm_is_killed() {
    run(async {
        let mut bot = start(&[("turn", "ignore-term"), ("quit", "hang")]).await;
        play(&mut bot, LONG).await.unwrap();
        let pid = bot.pid();
        let exit = bot.stop(&impatient()).await;
        assert_eq!(
            (exit.leaving, exit.remains),
            (Leaving::Killed, Remains::Nothing)
        );
        assert_eq!(exit.status, Some(ExitStatus::Signal(SignalNumber(9))));
        assert_eq!(state(pid), None, "it was reaped");
    });
}

#[test]
fn a_bot_that_ended_before_it_was_stopped_keeps_its_exit_code() {
    run(async {
        let mut bot = start(&[("turn", "exit:7")]).await;
        play(&mut bot, LONG).await.unwrap_err();
        let exit = bot.stop(&policy()).await;
        assert_eq!(
            (exit.leaving, exit.status),
            (Leaving::Early, Some(ExitStatus::Code(7)))
        );
    });
}

#[test]
fn stopping_takes_the_bots_children_along() {
    run(async {
        let mut bot = start(&[("turn", "child")]).await;
        play(&mut bot, LONG).await.unwrap();
        let exit = bot.stop(&policy()).await;
        assert_eq!(
            (exit.leaving, exit.remains),
            (Leaving::Asked, Remains::Nothing)
        );
        assert!(is_dead(child_in(&exit.stderr.to_bytes())));
    });
}

#[test]
fn dropping_a_process_kills_its_group_and_reaps_it() {
    run(async {
        let mut bot = start(&[("turn:1", "child")]).await;
        // The child's number is read while the second answer is waited for.
        play(&mut bot, LONG).await.unwrap();
        play(&mut bot, LONG).await.unwrap();
        let (pid, child) = (bot.pid(), child_in(&bot.stderr().to_bytes()));
        drop(bot);
        assert_eq!(state(pid), None, "it was reaped");
        assert!(dies_soon(child));
    });
}

// Spawning.

#[test]
fn workers_with_runtimes_of_their_own_share_one_spawner() {
    let spawner = Spawner::start().unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                run(async {
                    for _ in 0..5 {
                        let mut bot = spawner.spawn(launch(&[])).await.unwrap();
                        assert_eq!(play(&mut bot, LONG).await.unwrap(), ANSWER);
                        assert_eq!(bot.stop(&policy()).await.leaving, Leaving::Asked);
                    }
                });
            });
        }
    });
}

#[test]
fn a_process_nobody_waits_for_any_more_is_not_left_running() {
    run(async {
        let (spawner, folder) = (Spawner::start().unwrap(), TempDir::new().unwrap());
        let abandoned = Launch {
            dir: folder.path().to_owned(),
            ..launch(&[])
        };
        tokio::select! {
            biased;
            _ = spawner.spawn(abandoned) => panic!("it is not there at the first look"),
            () = std::future::ready(()) => {}
        }
        // One thread starts all, so this one comes after the abandoned one.
        let _second = spawner.spawn(launch(&[])).await.unwrap();
        assert_eq!(processes_in(folder.path()), Vec::<i32>::new());
    });
}

fn processes_in(folder: &Path) -> Vec<i32> {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let works_there =
        |pid: &i32| std::fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|cwd| cwd == folder);
    pids.filter(works_there).collect()
}

#[test]
fn a_process_outlives_every_handle_on_the_spawner_but_its_own() {
    run(async {
        let spawner = Spawner::start().unwrap();
        let mut bot = spawner.spawn(launch(&[])).await.unwrap();
        drop(spawner);
        for _ in 0..10 {
            tokio::time::sleep(Duration::from_millis(10)).await;
            assert_eq!(play(&mut bot, LONG).await.unwrap(), ANSWER);
        }
    });
}

// What a process starts with, read from outside.

fn proc_file(bot: &BotProcess, name: &str) -> String {
    std::fs::read_to_string(format!("/proc/{}/{name}", bot.pid())).unwrap()
}

fn status_line(bot: &BotProcess, key: &str) -> String {
    let status = proc_file(bot, "status");
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
    line.unwrap().trim().to_owned()
}

#[test]
fn a_process_has_the_documented_environment_and_nothing_else() {
    run(async {
        let scratch = TempDir::new().unwrap();
        let mut launch = Launch {
            scratch: scratch.path().to_owned(),
            ..launch(&[])
        };
        launch.env = vec![("LANG".into(), "C".into()), ("DEPTH".into(), "2".into())];
        let bot = Spawner::start().unwrap().spawn(launch).await.unwrap();
        let environ = proc_file(&bot, "environ");
        let mut found: Vec<&str> = environ.split_terminator('\0').collect();
        found.sort_unstable();
        let scratch = scratch.path().display();
        let path = format!("PATH={}", std::env::var("PATH").unwrap());
        let (home, tmpdir) = (format!("HOME={scratch}"), format!("TMPDIR={scratch}"));
        assert_eq!(found, ["DEPTH=2", &home, "LANG=C", &path, &tmpdir]);
    });
}

#[test]
fn a_process_leads_a_session_of_its_own_in_its_own_folder_on_its_own_processor() {
    run(async {
        let folder = TempDir::new().unwrap();
        let allowed = rustix::thread::sched_getaffinity(None).unwrap();
        let cpu = (0..rustix::thread::CpuSet::MAX_CPU).rfind(|cpu| allowed.is_set(*cpu));
        let launch = Launch {
            dir: folder.path().to_owned(),
            cpu,
            ..launch(&[])
        };
        let bot = Spawner::start().unwrap().spawn(launch).await.unwrap();
        let stat = proc_file(&bot, "stat");
        let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
        let pid = bot.pid().to_string();
        assert_eq!(
            (fields[2], fields[3]),
            (pid.as_str(), pid.as_str()),
            "group and session"
        );
        assert_eq!(
            status_line(&bot, "Cpus_allowed_list"),
            cpu.unwrap().to_string()
        );
        let cwd = std::fs::read_link(format!("/proc/{pid}/cwd")).unwrap();
        assert_eq!(cwd, folder.path().canonicalize().unwrap());
    });
}

#[test]
fn a_process_inherits_no_descriptor_no_core_dump_and_no_ignored_signal() {
    let leak = tempfile::tempfile().unwrap();
    rustix::io::fcntl_setfd(&leak, rustix::io::FdFlags::empty()).unwrap();
    ignore_hangup();
    run(async {
        let mut bot = start(&[]).await;
        play(&mut bot, LONG).await.unwrap();
        let open = std::fs::read_dir(format!("/proc/{}/fd", bot.pid())).unwrap();
        let mut open: Vec<_> = open.map(|entry| entry.unwrap().file_name()).collect();
        open.sort_unstable();
        assert_eq!(open, ["0", "1", "2"]);
        let limits = proc_file(&bot, "limits");
        let core = limits
            .lines()
            .find_map(|line| line.strip_prefix("Max core file size"));
        assert_eq!(
            core.unwrap().split_whitespace().collect::<Vec<_>>(),
            ["0", "0", "bytes"]
        );
        assert_eq!(status_line(&bot, "SigBlk"), "0000000000000000");
        // A program in Rust ignores SIGPIPE of its own accord.
        assert_eq!(status_line(&bot, "SigIgn"), "0000000000001000");
    });
}

/// As `nohup` does for whatever it starts.
#[allow(unsafe_code)]
fn ignore_hangup() {
    // SAFETY: ignoring a signal installs no handler.
    unsafe { libc::signal(libc::SIGHUP, libc::SIG_IGN) };
}

// What needs a process of its own: a part of this program, run alone.

const PID_FILE: &str = "BOT_PROCESS_TEST_PID_FILE";

fn part(name: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", name, "--ignored", "--nocapture"]);
    command
}

#[test]
#[ignore = "a part of the next test"]
fn part_an_arena_that_waits_to_be_killed() {
    run(async {
        let mut bot = start(&[]).await;
        play(&mut bot, LONG).await.unwrap();
        let file = PathBuf::from(std::env::var_os(PID_FILE).unwrap());
        std::fs::write(file.with_extension("new"), bot.pid().to_string()).unwrap();
        std::fs::rename(file.with_extension("new"), file).unwrap();
        std::future::pending::<()>().await;
    });
}

#[test]
fn a_bot_dies_with_an_arena_that_is_killed() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("pid");
    let mut arena = part("part_an_arena_that_waits_to_be_killed");
    let mut arena = arena.env(PID_FILE, &file).spawn().unwrap();
    let limit = StdInstant::now() + LONG;
    while !file.exists() && StdInstant::now() < limit {
        std::thread::sleep(Duration::from_millis(5));
    }
    let bot: i32 = std::fs::read_to_string(&file).unwrap().parse().unwrap();
    assert!(!is_dead(bot));
    arena.kill().unwrap();
    arena.wait().unwrap();
    assert!(dies_soon(bot));
}

#[test]
#[ignore = "a part of the next test"]
fn part_an_arena_without_descriptors() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    run(async {
        let spawner = Spawner::start().unwrap();
        let used = std::fs::read_dir("/proc/self/fd").unwrap().count() as u64;
        let limits = Rlimit {
            current: Some(used + 2),
            ..getrlimit(Resource::Nofile)
        };
        setrlimit(Resource::Nofile, limits).unwrap();
        let error = spawner.spawn(launch(&[])).await.unwrap_err();
        assert!(error.problem().is_shortage(), "{error}");
        assert!(error.to_string().contains("ulimit -n"), "{error}");
    });
}

#[test]
fn running_out_of_descriptors_is_told_as_such() {
    assert!(
        part("part_an_arena_without_descriptors")
            .status()
            .unwrap()
            .success()
    );
}
