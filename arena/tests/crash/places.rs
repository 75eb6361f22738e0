//! A journal cut at any byte, and a journal with a byte changed at any place, as a resume finds them.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use arena::plan::FrozenPlan;
use arena::store::{Folder, Journal, StoreError, Tail};
use tempfile::TempDir;

use crate::support::{Ground, Results, league, scripted};

/// Two short games: both are lost by the second turn.
fn played() -> &'static Results {
    static PLAYED: OnceLock<Results> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let bots = ["one", "two"].map(|name| (name, scripted(&[("turn:2", "illegal-none")])));
        let text = league("pairs = 1\nconcurrency = 1", &bots);
        Ground::new().play(&text, "league", &[])
    })
}

fn journal() -> &'static [u8] {
    played().text("games.jsonl").as_bytes()
}

/// A results folder whose journal is exchanged.
struct Bench {
    folder: TempDir,
    plan: FrozenPlan,
}

impl Bench {
    fn new() -> Bench {
        let folder = tempfile::tempdir().unwrap();
        let plan = played().text("league.json");
        fs::write(folder.path().join("league.json"), plan).unwrap();
        let plan = serde_json::from_str(plan).unwrap();
        Bench { folder, plan }
    }

    fn journal(&self) -> std::path::PathBuf {
        self.folder.path().join("games.jsonl")
    }

    fn resume(&self, journal: &[u8]) -> Result<(Journal, Tail), StoreError> {
        fs::write(self.journal(), journal).unwrap();
        let resumed = resumed(self.folder.path(), &self.plan);
        resumed.map(|(_, journal, tail)| (journal, tail))
    }
}

/// Opens a results folder as a resume does.
pub(crate) fn resumed(
    folder: &Path,
    plan: &FrozenPlan,
) -> Result<(Folder, Journal, Tail), StoreError> {
    loop {
        match Folder::resume(folder, plan, "test.toml") {
            // A process that another test is starting has the lock's descriptor until its exec.
            Err(StoreError::Locked(_)) => std::thread::yield_now(),
            resumed => return resumed,
        }
    }
}

/// How many bytes and how many lines of these are whole lines.
fn whole(bytes: &[u8]) -> (usize, usize) {
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    let lines = bytes.iter().filter(|&&byte| byte == b'\n');
    (end.map_or(0, |end| end + 1), lines.count())
}

#[test]
fn a_journal_cut_at_any_byte_keeps_its_whole_records_and_loses_the_torn_one() {
    let bench = Bench::new();
    assert_eq!(whole(journal()), (journal().len(), 2));
    for cut in 0..=journal().len() {
        let left = &journal()[..cut];
        let (end, lines) = whole(left);
        let (records, tail) = bench.resume(left).unwrap();
        assert_eq!(records.len(), lines, "cut at {cut}");
        let torn = (cut - end) as u64;
        let expected = if torn == 0 {
            Tail::Clean
        } else {
            Tail::Torn(torn)
        };
        assert_eq!(tail, expected, "cut at {cut}");
        let kept = fs::read(bench.journal()).unwrap();
        assert!(kept == journal()[..end], "cut at {cut}");
    }
}

#[test]
fn zeros_that_a_power_failure_left_at_the_end_are_cut_off() {
    let bench = Bench::new();
    let end = journal().len();
    for zeros in [1, 511, 4096] {
        let padded = [journal(), &vec![0; zeros]].concat();
        let (records, tail) = bench.resume(&padded).unwrap();
        assert_eq!((records.len(), tail), (2, Tail::Torn(zeros as u64)));
        assert_eq!(fs::metadata(bench.journal()).unwrap().len(), end as u64);
    }
}

#[test]
fn a_changed_byte_anywhere_is_refused_with_its_line_and_nothing_is_written() {
    let bench = Bench::new();
    let (first, last) = (
        journal().iter().position(|&b| b == b'\n').unwrap(),
        journal().len() - 1,
    );
    for at in 0..last {
        for flip in [0x01, 0x20, 0x80] {
            let mut damaged = journal().to_vec();
            damaged[at] ^= flip;
            let line = 1 + usize::from(at > first);
            let error = bench.resume(&damaged).unwrap_err().to_string();
            let named = error.contains(&format!("line {line} is damaged"));
            assert!(named, "byte {at}, flip {flip}: {error}");
            let kept = fs::read(bench.journal()).unwrap();
            assert!(kept == damaged, "byte {at}, flip {flip}");
        }
    }
    assert!(!Path::exists(
        &bench.folder.path().join("diagnostics.jsonl")
    ));
}
