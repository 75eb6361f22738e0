//! A folder of a test's own, and the arena running in it.

use std::cell::Cell;
use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use super::Results;
use super::processes;

/// Far longer than anything here takes on a slow and busy machine.
const LONG: Duration = Duration::from_secs(120);

/// A folder with everything a test needs: the current folder of its arenas, and in it `tmp`, the
/// folder for their temporary files.
pub(crate) struct Ground {
    dir: TempDir,
    runs: Cell<u32>,
}

/// What an arena said and how it ended.
#[derive(Debug)]
pub(crate) struct Ran {
    /// The exit code; none if a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// The most memory the arena itself was seen to hold, in KiB.
    pub(crate) peak_kib: u64,
}

impl Ground {
    pub(crate) fn new() -> Ground {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("tmp")).unwrap();
        Ground {
            dir,
            runs: Cell::new(0),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).unwrap();
    }

    /// Starts the arena with these arguments in this folder, neither on a terminal.
    pub(crate) fn start(&self, args: &[&str]) -> Running<'_> {
        self.start_with(args, Stdio::null())
    }

    /// Runs the arena to its end, and makes sure that nothing of it is left.
    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        let ran = self.start(args).wait();
        self.assert_nothing_is_left();
        ran
    }

    /// The same with a file as its stdin.
    pub(crate) fn run_reading(&self, args: &[&str], input: &str) -> Ran {
        let file = File::open(self.path(input)).unwrap();
        self.start_with(args, file.into()).wait()
    }

    /// Starts the arena in a shell that runs `script` with the command as its words.
    pub(crate) fn start_in_shell(&self, script: &str, args: &[&str]) -> Running<'_> {
        let arena = env!("CARGO_BIN_EXE_arena");
        let words = [&["-c", script, arena], args].concat();
        self.launch("/bin/sh", &words, Stdio::null())
    }

    /// The same, started by a shell that runs `script` with the command as its words.
    pub(crate) fn run_in_shell(&self, script: &str, args: &[&str]) -> Ran {
        self.start_in_shell(script, args).wait()
    }

    /// Plays a league to its end, with its results in a folder called `out`.
    pub(crate) fn play(&self, league: &str, out: &str, args: &[&str]) -> Results {
        self.play_and_tell(league, out, args).0
    }

    /// The same, and what the arena said.
    pub(crate) fn play_and_tell(&self, league: &str, out: &str, args: &[&str]) -> (Results, Ran) {
        let file = format!("{out}.toml");
        self.write(&file, league);
        let mut all = vec!["league", &file, "--out", out];
        all.extend(args);
        let ran = self.run(&all);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        (self.results(out), ran)
    }

    pub(crate) fn results(&self, out: &str) -> Results {
        Results::read(&self.path(out))
    }

    /// How many whole lines the journal of a league has by now.
    pub(crate) fn games_played(&self, out: &str) -> usize {
        let journal = fs::read(self.path(out).join("games.jsonl")).unwrap_or_default();
        journal.iter().filter(|byte| **byte == b'\n').count()
    }

    /// No process of a bot's is alive, nor is there a temporary folder.
    pub(crate) fn assert_nothing_is_left(&self) {
        let alive = processes::told_of(self.dir.path());
        assert!(alive.is_empty(), "still alive: {alive:#?}");
        let files = self.temporary_files();
        assert!(files.is_empty(), "not removed: {files:?}");
    }

    pub(crate) fn temporary_files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path("tmp")).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    }

    /// Waits for all processes of the bots to end.
    pub(crate) fn assert_all_die_soon(&self) {
        let limit = Instant::now() + Duration::from_secs(10);
        let mut alive = processes::told_of(self.dir.path());
        while !alive.is_empty() && Instant::now() < limit {
            sleep(Duration::from_millis(5));
            alive = processes::told_of(self.dir.path());
        }
        assert!(alive.is_empty(), "still alive: {alive:#?}");
    }

    /// All files and folders in here, for comparing.
    pub(crate) fn tree(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut found = Vec::new();
        collect(self.dir.path(), &mut found);
        found.sort();
        found
    }

    fn start_with(&self, args: &[&str], stdin: Stdio) -> Running<'_> {
        self.launch(env!("CARGO_BIN_EXE_arena"), args, stdin)
    }

    fn launch(&self, program: &str, args: &[&str], stdin: Stdio) -> Running<'_> {
        let number = self.runs.replace(self.runs.get() + 1);
        let said = ["stdout", "stderr"].map(|stream| self.outside(&format!("{stream}-{number}")));
        let [stdout, stderr] = said.each_ref().map(|path| File::create(path).unwrap());
        let mut command = Command::new(program);
        hung_up_by_default(&mut command);
        let child = command
            .args(args)
            .current_dir(self.dir.path())
            .env("TMPDIR", self.path("tmp"))
            .env_remove("ARENA_LOG")
            .stdin(stdin)
            .stdout(stdout)
            .stderr(stderr)
            .spawn()
            .unwrap();
        Running {
            child,
            said,
            peak_kib: 0,
            _ground: self,
        }
    }

    /// A file beside the folder's own ones, left out of [`Ground::tree`].
    fn outside(&self, name: &str) -> PathBuf {
        let folder = self.path(SAID);
        fs::create_dir_all(&folder).unwrap();
        folder.join(name)
    }
}

/// Lets SIGHUP do what it does by default, though the tests may run under `nohup`.
#[allow(unsafe_code)]
fn hung_up_by_default(command: &mut Command) {
    // SAFETY: the closure makes one plain system call.
    unsafe {
        command.pre_exec(|| {
            libc::signal(libc::SIGHUP, libc::SIG_DFL);
            Ok(())
        })
    };
}

/// The folder for what the arenas say.
const SAID: &str = ".said";

fn collect(folder: &Path, found: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with(SAID) {
            found.push((path.clone(), Vec::new()));
            collect(&path, found);
        } else if path.is_file() {
            let bytes = fs::read(&path).unwrap();
            found.push((path, bytes));
        }
    }
}

/// An arena at work; killed if the test gives up on it.
pub(crate) struct Running<'g> {
    child: Child,
    said: [PathBuf; 2],
    peak_kib: u64,
    _ground: &'g Ground,
}

impl Running<'_> {
    /// Waits for its end.
    pub(crate) fn wait(mut self) -> Ran {
        let limit = Instant::now() + LONG;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < limit, "the arena goes on and on");
            self.peak_kib = self.peak_kib.max(self.memory_kib());
            sleep(Duration::from_millis(5));
        };
        let [stdout, stderr] = self
            .said
            .each_ref()
            .map(|path| fs::read_to_string(path).unwrap());
        Ran {
            code: status.code(),
            stdout,
            stderr,
            peak_kib: self.peak_kib,
        }
    }

    /// Waits until something has happened, while the arena runs.
    pub(crate) fn until(&mut self, what: &str, mut happened: impl FnMut() -> bool) {
        let limit = Instant::now() + LONG;
        while !happened() {
            let ended = self.child.try_wait().unwrap();
            assert!(ended.is_none(), "ended before {what}: {ended:?}");
            assert!(Instant::now() < limit, "{what} never happened");
            sleep(Duration::from_millis(2));
        }
    }

    /// The file of what it says on stderr.
    #[allow(
        dead_code,
        reason = "other test targets that share this module need it"
    )]
    pub(crate) fn stderr_file(&self) -> PathBuf {
        self.said[1].clone()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).unwrap();
    }

    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    fn memory_kib(&self) -> u64 {
        let status = format!("/proc/{}/status", self.child.id());
        let status = fs::read_to_string(status).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let number = peak.and_then(|text| text.split_whitespace().next());
        number.map_or(0, |number| number.parse().unwrap())
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        // Fails if it has ended, as it has unless the test gave up.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
