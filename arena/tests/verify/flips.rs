//! A single changed byte, anywhere in any file that is a function of the games: it is found, and
//! the file is named.

use std::collections::BTreeSet;
use std::fs;
use std::sync::OnceLock;

use proptest::prelude::*;
use tempfile::TempDir;

use crate::folder::{Files, verified};
use crate::support::{Ground, builtin, league, scripted};

/// Every file of a league but `diagnostics.jsonl`.
const FILES: [&str; 9] = [
    "league.json",
    "seed.json",
    "games.jsonl",
    "games.csv",
    "standings.csv",
    "pairings.csv",
    "elo.csv",
    "ratings.csv",
    "keys.csv",
];

/// Short games, of which one is played out.
fn played() -> &'static Files {
    static PLAYED: OnceLock<Files> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let bots = [
            ("=a, \"b\"", builtin("pips")),
            ("c", scripted(&[("turn:2", "illegal-none")])),
            ("d", builtin("random")),
        ];
        Files::of_league(
            &league("rules = \"short\"\npairs = 1\nconcurrency = 1", &bots),
            &[],
        )
    })
}

/// A folder whose files are changed and put back.
struct Bench {
    folder: TempDir,
    files: &'static Files,
}

impl Bench {
    fn new() -> Bench {
        Bench::of(played())
    }

    fn of(files: &'static Files) -> Bench {
        let folder = files.folder();
        assert_eq!(verified(folder.path()).findings.kept(), []);
        Bench { folder, files }
    }

    /// Changes one byte by `flip`; makes sure that its file is named.
    fn assert_found(&self, name: &str, place: usize, flip: u8) {
        let path = self.folder.path().join(name);
        let mut bytes = self.files.bytes(name).to_vec();
        bytes[place] ^= flip;
        fs::write(&path, &bytes).unwrap();
        let findings = verified(self.folder.path()).findings;
        let named = findings.kept().iter().any(|finding| finding.file == name);
        assert!(
            named,
            "{name}, byte {place}, {flip:#04x}: {:#?}",
            findings.kept()
        );
        fs::write(&path, self.files.bytes(name)).unwrap();
    }
}

/// What holds a file together.
fn is_structure(byte: u8) -> bool {
    b"{}[]\":,\n\r \\".contains(&byte)
}

#[test]
fn every_byte_that_holds_a_small_file_together_is_watched() {
    let bench = Bench::new();
    for name in FILES.into_iter().filter(|name| *name != "games.jsonl") {
        let bytes = played().bytes(name).iter().enumerate();
        for (place, _) in bytes.filter(|(_, byte)| is_structure(**byte)) {
            bench.assert_found(name, place, 0x01);
        }
    }
}

#[test]
fn every_byte_of_the_table_of_a_sequential_test_is_watched() {
    static TESTED: OnceLock<Files> = OnceLock::new();
    let tested = TESTED.get_or_init(|| {
        let ground = Ground::new();
        // A test that is quickly decided.
        let words =
            "match builtin:blocks builtin:random --seed 1 --sprt elo0=-400 elo1=400 --out out";
        let ran = ground.run(&words.split(' ').collect::<Vec<_>>());
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        Files::read(&ground.path("out"))
    });
    let bench = Bench::of(tested);
    let bytes = tested.bytes("sprt.csv").len();
    assert!((40..4_000).contains(&bytes), "{bytes}");
    for place in 0..bytes {
        bench.assert_found("sprt.csv", place, 0x01);
    }
}

#[test]
fn every_kind_of_byte_that_holds_the_journal_together_is_watched() {
    let bench = Bench::new();
    let bytes = played().bytes("games.jsonl");
    // In a line there are thousands of commas; those with the same neighbours are one kind.
    let mut seen = BTreeSet::new();
    for place in 0..bytes.len() {
        let around = &bytes[place.saturating_sub(4)..(place + 4).min(bytes.len())];
        let kind = around
            .iter()
            .map(|byte| if byte.is_ascii_digit() { b'0' } else { *byte });
        if is_structure(bytes[place]) && seen.insert(kind.collect::<Vec<_>>()) {
            bench.assert_found("games.jsonl", place, 0x01);
        }
    }
    assert!(seen.len() > 100, "only {} kinds", seen.len());
}

#[test]
fn the_first_and_the_last_byte_of_every_file_and_line_are_watched() {
    let bench = Bench::new();
    for name in FILES {
        let bytes = played().bytes(name);
        for place in 0..bytes.len() {
            let begins = place == 0 || bytes[place - 1] == b'\n';
            if begins || bytes[place] == b'\n' {
                for flip in [0x01, 0x20, 0x80] {
                    bench.assert_found(name, place, flip);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

    #[test]
    fn any_byte_of_any_file_is_watched(
        flips in prop::collection::vec((any::<prop::sample::Index>(), 1..=255_u8), 8),
    ) {
        let bench = Bench::new();
        for name in FILES {
            for (place, flip) in &flips {
                bench.assert_found(name, place.index(played().bytes(name).len()), *flip);
            }
        }
    }
}

#[test]
fn a_byte_that_is_left_out_or_doubled_is_noticed() {
    let bench = Bench::new();
    for name in FILES {
        let bytes = played().bytes(name);
        for place in (0..bytes.len())
            .step_by(bytes.len() / 40 + 1)
            .chain([bytes.len() - 1])
        {
            let [without, doubled] = [
                [&bytes[..place], &bytes[place + 1..]].concat(),
                [&bytes[..=place], &bytes[place..]].concat(),
            ];
            for changed in [without, doubled] {
                fs::write(bench.folder.path().join(name), &changed).unwrap();
                let findings = verified(bench.folder.path()).findings;
                let named = findings.kept().iter().any(|finding| finding.file == name);
                assert!(named, "{name}, byte {place}: {:#?}", findings.kept());
            }
        }
        fs::write(bench.folder.path().join(name), bytes).unwrap();
    }
}
