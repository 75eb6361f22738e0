//! A league that is disturbed again and again: when each arena is struck, and what must come of it.

use std::collections::BTreeMap;
use std::fs;
use std::thread::sleep;
use std::time::{self, Duration};

use nardy_protocol::record::GameRecord;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rustix::process::Signal;

use crate::support::{Ground, Ran, Results};

/// Far longer than an arena takes to any point of these leagues.
const LONG: Duration = Duration::from_secs(60);

/// A league that is to be disturbed.
pub(crate) struct League {
    /// Its file.
    pub(crate) text: String,
    pub(crate) games: usize,
}

/// How far a league had come when its arena was struck, by what was in the folder then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// There was no folder yet.
    Start,
    /// A folder, and no game.
    NoGames,
    SomeGames,
    /// All games, and not all tables.
    NoTables,
    Done,
}

/// When an arena is struck: so long after something has happened.
#[derive(Debug)]
struct Instant {
    after: After,
    pause: Duration,
}

#[derive(Debug)]
enum After {
    Start,
    /// There is a folder with so many games.
    Games(usize),
}

impl Instant {
    /// At random: half of them anywhere from the start on, the others close to the point where a
    /// game ends or the folder is made.
    fn draw(random: &mut StdRng, games: usize, played: usize) -> Instant {
        let (after, most) = if random.random() {
            (After::Start, ANYWHERE)
        } else {
            (After::Games(random.random_range(played..=games)), CLOSE)
        };
        let pause = Duration::from_micros(random.random_range(0..most));
        Instant { after, pause }
    }
}

/// Microseconds in which most of these leagues are over.
const ANYWHERE: u64 = 250_000;

/// Microseconds that a game or the tables may take.
const CLOSE: u64 = 6_000;

/// What came of a chain of disturbances.
#[derive(Debug, Default)]
pub(crate) struct Struck {
    /// How often an arena was struck in each phase.
    pub(crate) phases: BTreeMap<Phase, u32>,
    /// How often that was one that went on with a league.
    pub(crate) resumes: u32,
}

impl Struck {
    pub(crate) fn total(&self) -> u32 {
        self.phases.values().sum()
    }
}

/// Strikes arenas until `times` of them were ended by it, in one results folder after the other:
/// each league is gone on with until it is done. `check` looks at each arena that was struck.
pub(crate) fn strike(
    league: &League,
    seed: u64,
    times: u32,
    signal: impl Fn(u32) -> Signal,
    check: impl Fn(&Ran),
) -> Struck {
    let undisturbed = Ground::new().play(&league.text, "out", &[]);
    let mut random = StdRng::seed_from_u64(seed);
    let mut struck = Struck::default();
    while struck.total() < times {
        let ground = Ground::new();
        ground.write("league.toml", &league.text);
        let mut kept = Vec::new();
        while struck.total() < times {
            let resumes = ground.path("out").exists();
            let played = ground.games_played("out");
            if played == league.games && random.random() {
                // Otherwise most arenas would find nothing but tables to be written.
                break;
            }
            let when = Instant::draw(&mut random, league.games, played);
            let (ran, phase) = strike_once(&ground, league, &when, signal(struck.total()));
            kept = assert_kept(&ground, &kept);
            if ran.code == Some(0) {
                break;
            }
            check(&ran);
            *struck.phases.entry(phase).or_default() += 1;
            struck.resumes += u32::from(resumes);
        }
        assert_ends_well(&ground, league, &undisturbed);
    }
    struck
}

/// Starts the league or goes on with it, and strikes; tells how far the league had come.
fn strike_once(ground: &Ground, league: &League, when: &Instant, signal: Signal) -> (Ran, Phase) {
    let running = ground.start(&arguments(ground));
    let limit = time::Instant::now() + LONG;
    let reached = || match when.after {
        After::Start => true,
        After::Games(games) => ground.path("out").exists() && ground.games_played("out") >= games,
    };
    while !reached() && phase(ground, league) != Phase::Done && time::Instant::now() < limit {
        sleep(Duration::from_micros(200));
    }
    sleep(when.pause);
    running.signal(signal);
    let phase = phase(ground, league);
    let ran = running.wait();
    ground.assert_all_die_soon();
    (ran, phase)
}

fn arguments(ground: &Ground) -> Vec<&'static str> {
    let mut arguments = vec!["league", "league.toml", "--out", "out"];
    if ground.path("out").exists() {
        arguments.push("--resume");
    }
    arguments
}

fn phase(ground: &Ground, league: &League) -> Phase {
    let out = ground.path("out");
    match ground.games_played("out") {
        _ if !out.exists() => Phase::Start,
        0 => Phase::NoGames,
        games if games < league.games => Phase::SomeGames,
        _ if !out.join("keys.csv").exists() => Phase::NoTables,
        _ => Phase::Done,
    }
}

/// What was whole in the journal before still is, and tables are of this journal or not there.
fn assert_kept(ground: &Ground, before: &[String]) -> Vec<String> {
    let journal = fs::read_to_string(ground.path("out/games.jsonl")).unwrap_or_default();
    let whole = journal.rfind('\n').map_or("", |end| &journal[..end]);
    let whole: Vec<_> = whole.lines().map(str::to_owned).collect();
    assert_eq!(whole[..before.len()], *before, "finished games stay");
    if let Ok(table) = fs::read_to_string(ground.path("out/games.csv")) {
        assert_eq!(table.lines().count(), 1 + whole.len(), "a stale table");
    }
    whole
}

/// Goes on to the end; all is as if nothing had happened, and nothing else is left.
fn assert_ends_well(ground: &Ground, league: &League, undisturbed: &Results) {
    // Nothing is left of it: neither a process nor a temporary folder.
    let ran = ground.run(&arguments(ground));
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let results = ground.results("out");
    results.assert_same_as(undisturbed);
    for name in ["league.json", "seed.json"] {
        assert_eq!(results.text(name), undisturbed.text(name), "{name}");
    }
    assert_eq!(results.names(), undisturbed.names());
    let ids: Vec<_> = results.records().iter().map(id).collect();
    let expected: Vec<_> = (0..league.games as u64).collect();
    assert_eq!(ids, expected, "each game once");
    let verified = ground.run(&["verify", "out"]);
    assert_eq!(verified.code, Some(0), "{verified:#?}");
    assert!(
        !verified.stdout.contains("not the arena's"),
        "{verified:#?}"
    );
    let mut here: Vec<_> = fs::read_dir(ground.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    here.sort();
    assert_eq!(here, [".said", "league.toml", "out", "tmp"]);
}

fn id(record: &GameRecord) -> u64 {
    record.index
}
