//! Starting, and what a process starts with.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant as StdInstant};

use arena::bot::{BotProcess, Launch, Leaving, Spawner};
use tempfile::TempDir;

use super::{ANSWER, LONG, dies_soon, is_dead, launch, play, policy, run, start};

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

/// A file that tells about a process from outside.
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

/// Names a file through which a test and its part in a process of its own talk.
const PART: &str = "BOT_PROCESS_TEST_PART";

/// One test of this program, to be run in a process of its own.
fn part(name: &str, file: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", name, "--ignored", "--nocapture"])
        .env(PART, file);
    command
}

/// The file given to a part; none when it is run as if it were a test like any other.
fn part_file() -> Option<PathBuf> {
    std::env::var_os(PART).map(PathBuf::from)
}

#[test]
#[ignore = "a part of the next test"]
fn part_an_arena_that_waits_to_be_killed() {
    let Some(file) = part_file() else { return };
    run(async {
        // One that would not notice the end of its input.
        let mut bot = start(&[("turn", "answer-then-hang")]).await;
        play(&mut bot, LONG).await.unwrap();
        std::fs::write(file.with_extension("new"), bot.pid().to_string()).unwrap();
        std::fs::rename(file.with_extension("new"), file).unwrap();
        std::future::pending::<()>().await;
    });
}

#[test]
fn a_bot_dies_with_an_arena_that_is_killed() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("pid");
    let mut arena = part("spawn::part_an_arena_that_waits_to_be_killed", &file)
        .spawn()
        .unwrap();
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
    let Some(file) = part_file() else { return };
    run(async {
        let spawner = Spawner::start().unwrap();
        let used = std::fs::read_dir("/proc/self/fd").unwrap().count() as u64;
        let whole = getrlimit(Resource::Nofile);
        let tight = Rlimit {
            current: Some(used + 2),
            ..whole
        };
        setrlimit(Resource::Nofile, tight).unwrap();
        let error = spawner.spawn(launch(&[])).await.unwrap_err();
        assert!(error.problem().is_shortage(), "{error}");
        setrlimit(Resource::Nofile, whole).unwrap();
        std::fs::write(file, error.to_string()).unwrap();
    });
}

#[test]
fn running_out_of_descriptors_is_told_with_its_remedy() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("message");
    part("spawn::part_an_arena_without_descriptors", &file)
        .status()
        .unwrap();
    let message = std::fs::read_to_string(file).unwrap();
    assert!(
        message.contains("no file descriptor is left; raise `ulimit -n`"),
        "{message}"
    );
}
