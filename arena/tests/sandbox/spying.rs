//! A spy that tries every way out finds none, in either game of a pair; and without the sandbox it
//! finds many, so that the spy is known to be able to.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::PathBuf;

use serde_json::Value;

use crate::lab::{Lab, League, SEED, User};

/// So many channels the spy must have tried; fewer would mean that it gave up.
const CHANNELS: usize = 150;

/// The seed among the arena's arguments, which a machine shows to everybody.
const SHOWN: [&str; 2] = ["--seed", SEED];

/// Things of a stranger's on this machine, there to be found while this lives.
struct Stranger {
    tcp: TcpListener,
    udp: UdpSocket,
    name: String,
    _abstract: UnixListener,
    _socket: UnixListener,
    shared: SharedMemory,
    posix: PathBuf,
}

impl Stranger {
    fn in_lab(lab: &Lab) -> Stranger {
        let unique = lab
            .path("")
            .file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        let address = SocketAddr::from_abstract_name(&unique).unwrap();
        let posix = PathBuf::from("/dev/shm").join(format!("posix-{unique}"));
        fs::write(&posix, "shared").unwrap();
        fs::write(lab.path("marker"), "here").unwrap();
        fs::write(lab.path("tmp/of-the-machine"), "here").unwrap();
        Stranger {
            tcp: TcpListener::bind("127.0.0.1:0").unwrap(),
            udp: UdpSocket::bind("127.0.0.1:0").unwrap(),
            _abstract: UnixListener::bind_addr(&address).unwrap(),
            _socket: UnixListener::bind(lab.path("socket")).unwrap(),
            shared: SharedMemory::new(),
            posix,
            name: unique,
        }
    }

    /// The spy's variables, as a line of the league file.
    fn told(&self, lab: &Lab) -> String {
        let files = [
            ("marker", lab.path("marker")),
            ("results", lab.path("out")),
            ("seed", lab.path("out/seed.json")),
            ("plan", lab.path("out/league.json")),
            ("journal", lab.path("out/games.jsonl")),
            ("league", lab.path("out.toml")),
            ("temporary", lab.path("tmp")),
            ("rival's folder", lab.path("rival")),
            ("rival", lab.path("rival/scripted-bot")),
            ("rival's file", lab.path("rival/weights")),
            ("lab", lab.path(".said")),
            ("posix", self.posix.clone()),
        ];
        let files = files.map(|(name, path)| format!("{name}={}", path.display()));
        let variables = [
            ("SPY_FILES", files.join(":")),
            ("SPY_OWN", lab.path("spy").display().to_string()),
            ("SPY_SECRET", SEED.chars().rev().collect()),
            ("SPY_TCP", self.tcp.local_addr().unwrap().to_string()),
            ("SPY_UDP", self.udp.local_addr().unwrap().to_string()),
            ("SPY_ABSTRACT", self.name.clone()),
            ("SPY_SOCKET", lab.path("socket").display().to_string()),
            ("SPY_SHM", self.shared.key.to_string()),
            ("SPY_PIDS", format!("{}:ARENA", std::process::id())),
            ("SPY_MARK", format!("mark-{}", self.name)),
        ];
        let variables = variables.map(|(name, value)| format!("{name} = {value:?}"));
        format!("env = {{ {} }}", variables.join(", "))
    }
}

impl Drop for Stranger {
    fn drop(&mut self) {
        fs::remove_file(&self.posix).unwrap();
        for folder in ["/tmp", "/var/tmp", "/dev/shm"] {
            // Only what a spy left that nothing held.
            let _ = fs::remove_file(PathBuf::from(folder).join(format!("mark-{}", self.name)));
        }
    }
}

/// A segment of shared memory for everybody, removed in the end.
struct SharedMemory {
    key: i32,
    segment: i32,
}

impl SharedMemory {
    #[allow(unsafe_code)]
    fn new() -> SharedMemory {
        let mut key = i32::try_from(std::process::id() % 10_000_000).unwrap() * 100;
        loop {
            key += 1;
            let mode = libc::IPC_CREAT | libc::IPC_EXCL | 0o666;
            // SAFETY: a plain system call on numbers.
            let segment = unsafe { libc::shmget(key, 4096, mode) };
            if segment >= 0 {
                return SharedMemory { key, segment };
            }
        }
    }
}

impl Drop for SharedMemory {
    #[allow(unsafe_code)]
    fn drop(&mut self) {
        // SAFETY: nobody has attached the segment; removing it touches no memory.
        unsafe { libc::shmctl(self.segment, libc::IPC_RMID, std::ptr::null_mut()) };
    }
}

/// What the spy told in one game: channels and what was there, and how many it tried.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) found: BTreeMap<String, String>,
    pub(crate) tried: usize,
}

impl Report {
    fn read(stderr: &str) -> Report {
        // Line ends are escaped in the results.
        let lines: Vec<_> = stderr.split("\\n").flat_map(str::lines).collect();
        let last = lines.iter().find_map(|line| line.strip_prefix("tried "));
        let found = lines.iter().filter_map(|line| line.split_once(": "));
        Report {
            tried: last.unwrap_or_else(|| panic!("{stderr}")).parse().unwrap(),
            found: found
                .map(|(channel, what)| (channel.to_owned(), what.to_owned()))
                .collect(),
        }
    }
}

/// Sends a spy against a rival; its reports from both games of the pair.
pub(crate) fn spy_out(lab: &Lab, args: &[&str]) -> Vec<Report> {
    let stranger = Stranger::in_lab(lab);
    let rival = lab.scripted("rival", &[]);
    fs::write(lab.path("rival/weights"), "secret weights").unwrap();
    let told = stranger.told(lab);
    let league = League::new("pairs = 1\n[time]\nturn = \"60s\"\n")
        .bot_with("spy", &lab.spy("spy"), &told)
        .bot("rival", &rival);
    let file = league.write(lab, "out");
    // A terminal's number and an open file, such as a shell may leave to the arena.
    File::create(lab.path("left-open")).unwrap();
    let before = format!("sed -i \"s/ARENA/$$/\" {file}\nexec 9<left-open");
    let mut all = vec!["league", &file, "--out", "out", "--concurrency", "1"];
    all.extend(args);
    let ran = lab.run_after(&before, &all);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let results = lab.ground().results("out");
    let lines = results.text("diagnostics.jsonl").lines();
    let lines = lines.map(|line| serde_json::from_str::<Value>(line).unwrap());
    let stderr = lines.map(|line| line["stderr"].as_str().unwrap_or_default().to_owned());
    stderr.map(|stderr| Report::read(&stderr)).collect()
}

fn assert_finds_nothing(user: User) {
    let Some(lab) = Lab::of(user) else { return };
    let reports = spy_out(&lab, &SHOWN);
    assert_eq!(reports.len(), 2);
    for report in reports {
        assert_eq!(report.found, BTreeMap::new());
        assert!(report.tried >= CHANNELS, "only {} tried", report.tried);
    }
}

#[test]
fn a_contained_spy_finds_nothing_in_either_game_of_a_pair() {
    assert_finds_nothing(User::Own);
}

#[test]
fn a_contained_spy_finds_nothing_where_an_ordinary_user_runs_the_arena() {
    assert_finds_nothing(User::Ordinary);
}

#[test]
fn a_spy_that_nothing_holds_finds_what_there_is() {
    let lab = Lab::own();
    let reports = spy_out(&lab, &[&SHOWN[..], &["--sandbox=off"]].concat());
    // Whoever runs the tests, these are open to him.
    let open = [
        "read seed",
        "read league",
        "read results",
        "read plan",
        "read rival",
        "read rival's file",
        "read marker",
        "read temporary",
        "read posix",
        "write marker",
        "write results",
        "write own folder",
        "write /proc/self/oom_score_adj",
        "lock marker",
        "lock own program",
        "record lock",
        "inotify",
        "strangers in /proc",
        "signal to numbers",
        "signal to all",
        "environ of parent",
        "secret in /proc",
        "cwd of parent",
        "fd of parent",
        "TCP",
        "UDP",
        "abstract socket",
        "path socket",
        "shared memory",
        "netlink socket",
        "ptrace",
        "process_vm_readv",
        "pidfd_getfd",
        "setsid",
        "sched_setaffinity",
        "clone3",
        "key ring",
        "memfd_create",
        "mount",
        "shmget",
    ];
    for report in &reports {
        for channel in open {
            assert!(report.found.contains_key(channel), "{channel}: {report:#?}");
        }
    }
    let second = &reports[1].found;
    for place in ["/tmp", "/dev/shm", "current folder", "own folder"] {
        assert!(
            second.contains_key(&format!("left in {place}")),
            "{place}: {second:#?}"
        );
    }
}
