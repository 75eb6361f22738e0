//! A ground on which the arena runs as a given user, with bots in folders of their own.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::scripted_bot;
use crate::support::{Ground, Ran, Results, skipped};

/// As whom the arena runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum User {
    /// Whoever runs the tests.
    Own,
    /// Somebody without any right, to whom root changes.
    Ordinary,
    /// Whoever runs the tests, on a machine that has no user namespaces, without his rights.
    Bare,
}

/// Nobody's number, on every system.
const ORDINARY: u32 = 65534;

/// What changes to the ordinary user; a command and its arguments come after it.
const DROP: [&str; 4] = [
    "setpriv",
    "--reuid=65534",
    "--regid=65534",
    "--clear-groups",
];

/// Makes a machine without user namespaces of this one: in one of its own, one more may be made,
/// and that one is for the command and its arguments that come after.
const BARE: [&str; 7] = [
    "unshare",
    "--user",
    "--map-root-user",
    "sh",
    "-c",
    "echo 1 > /proc/sys/user/max_user_namespaces && \
     exec unshare --user --map-user=1000 --map-group=1000 \"$@\"",
    "sh",
];

/// The seed of every league here; it is a text that nothing else says.
pub(crate) const SEED: &str = "wild-plum-under-the-old-wall";

pub(crate) struct Lab {
    ground: Ground,
    user: User,
    arena: PathBuf,
}

impl Lab {
    /// A lab for a user; none if it cannot be had here, which is told.
    pub(crate) fn of(user: User) -> Option<Lab> {
        // Who is an ordinary user already need not become one.
        let user = match user {
            User::Ordinary if !rustix::process::geteuid().is_root() => User::Own,
            user => user,
        };
        let ground = Ground::new();
        let root = ground.path("");
        fs::set_permissions(&root, Permissions::from_mode(0o755)).unwrap();
        let mut arena = PathBuf::from(env!("CARGO_BIN_EXE_arena"));
        if user == User::Bare && !works(&BARE, &["true"]) {
            skipped("a machine without user namespaces: it takes unshare and a user namespace");
            return None;
        }
        if user == User::Ordinary {
            if !works(&DROP, &["true"]) {
                skipped("an ordinary user: it takes setpriv to change to one");
                return None;
            }
            for folder in [&root, &ground.path("tmp")] {
                chown(folder, Some(ORDINARY), Some(ORDINARY)).unwrap();
            }
            if !works(&DROP, &["test", "-w", root.to_str().unwrap()]) {
                skipped("an ordinary user: he cannot enter the folder for temporary files");
                return None;
            }
            // The folder that it was built in may be closed to him.
            arena = ground.path("program/arena");
            place(Path::new(env!("CARGO_BIN_EXE_arena")), &arena);
        }
        Some(Lab {
            ground,
            user,
            arena,
        })
    }

    /// The lab of whoever runs the tests.
    pub(crate) fn own() -> Lab {
        Lab::of(User::Own).unwrap()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.ground.path(name)
    }

    pub(crate) fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The scripted bot in a folder of its own, with orders.
    pub(crate) fn scripted(&self, folder: &str, orders: &[(&str, &str)]) -> Vec<String> {
        let program = self.program(folder, &scripted_bot());
        let orders = orders
            .iter()
            .flat_map(|(when, what)| ["--at", when, "--do", what]);
        let orders = orders.map(str::to_owned);
        std::iter::once(program).chain(orders).collect()
    }

    /// The spy in a folder of its own.
    pub(crate) fn spy(&self, folder: &str) -> Vec<String> {
        vec![self.program(folder, &scripted_bot().with_file_name("spy-bot"))]
    }

    /// Puts a program into a folder of this lab's.
    pub(crate) fn program(&self, folder: &str, program: &Path) -> String {
        let copy = self.path(folder).join(program.file_name().unwrap());
        place(program, &copy);
        text(&copy)
    }

    /// Runs the arena to its end.
    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        let ran = self.run_after("", args);
        self.ground.assert_nothing_is_left();
        ran
    }

    /// The same by a shell that does something first. There, `$$` is the arena's number.
    pub(crate) fn run_after(&self, script: &str, args: &[&str]) -> Ran {
        let arena = text(&self.arena);
        let before: &[&str] = match self.user {
            User::Own => &[],
            User::Ordinary => &DROP,
            User::Bare => &BARE,
        };
        let words = before.iter().copied().chain([arena.as_str()]);
        let command = shlex::try_join(words).unwrap();
        let script = format!("{script}\nexec {command} \"$@\"");
        self.ground.run_in_shell(&script, args)
    }

    /// Plays a league to its end, with its results in `out`.
    pub(crate) fn play(&self, league: &League<'_>, out: &str, args: &[&str]) -> (Results, Ran) {
        let file = league.write(self, out);
        let mut all = vec!["league", &file, "--out", out];
        all.extend(args);
        let ran = self.run(&all);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        (self.ground.results(out), ran)
    }
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

/// Puts a program somewhere, for everybody to run.
fn place(program: &Path, copy: &Path) {
    let folder = copy.parent().unwrap();
    fs::create_dir_all(folder).unwrap();
    fs::set_permissions(folder, Permissions::from_mode(0o755)).unwrap();
    // Where it is there already it may be a link, and a copy would be written over itself.
    if !copy.exists() && fs::hard_link(program, copy).is_err() {
        fs::copy(program, copy).unwrap();
    }
}

/// Whether a command can be run in this way.
fn works(before: &[&str], command: &[&str]) -> bool {
    let mut all = Command::new(before[0]);
    all.args(&before[1..]).args(command);
    let done = all.stdout(Stdio::null()).stderr(Stdio::null()).status();
    done.is_ok_and(|status| status.success())
}

/// A league file in the making.
#[derive(Default)]
pub(crate) struct League<'a> {
    pub(crate) settings: &'a str,
    bots: String,
}

impl<'a> League<'a> {
    pub(crate) fn new(settings: &'a str) -> League<'a> {
        League {
            settings,
            bots: String::new(),
        }
    }

    pub(crate) fn bot(self, name: &str, command: &[String]) -> Self {
        self.bot_with(name, command, "")
    }

    /// A bot with more lines of its own.
    pub(crate) fn bot_with(mut self, name: &str, command: &[String], lines: &str) -> Self {
        self.bots += &format!("[[bot]]\nname = {name:?}\ncommand = {command:?}\n{lines}\n");
        self
    }

    /// Writes it; answers the file's name.
    pub(crate) fn write(&self, lab: &Lab, name: &str) -> String {
        let (settings, bots) = (self.settings, &self.bots);
        let file = format!("{name}.toml");
        let text = format!("name = \"test\"\nseed = \"{SEED}\"\n{settings}\n{bots}");
        lab.ground.write(&file, text);
        file
    }
}

/// What a bot told with its turns, by game and in order: one key of `info`.
pub(crate) fn told(results: &Results, bot: &str, key: &str) -> Vec<Vec<Value>> {
    let records = results.records();
    let games = records.iter().map(|record| {
        let own =
            |turn: &&nardy_protocol::record::TurnRecord| record.bots[turn.seat.index()] == bot;
        let turns = record.turns.iter().filter(own);
        let told = turns.filter_map(|turn| turn.info.as_ref()?.get(key).cloned());
        told.collect()
    });
    games.collect()
}

/// All numbers that a bot told under a key.
pub(crate) fn numbers(results: &Results, bot: &str, key: &str) -> Vec<u64> {
    let games = told(results, bot, key).into_iter().flatten();
    games.map(|value| value.as_u64().unwrap()).collect()
}
