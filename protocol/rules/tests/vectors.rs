//! The legal turns of every vector: positions with the end positions an independent brute-force
//! implementation of the rules gives for them.
#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use std::fmt::Write as _;

use common::{Case, numbers};
use nardy_rules::TurnList;
use serde::Deserialize;
use sha2::{Digest, Sha256};

#[derive(Deserialize)]
struct Vector {
    #[serde(flatten)]
    case: Case,
    dice_used: u8,
    ends_count: usize,
    ends: Option<Vec<Vec<i32>>>,
    ends_sha256: String,
}

fn digest(ends: &[Vec<i32>]) -> String {
    let mut sha = Sha256::new();
    for end in ends {
        sha.update(serde_json::to_string(end).unwrap());
        sha.update("\n");
    }
    sha.finalize().iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").unwrap();
        hex
    })
}

fn check_all(text: &str, at_least: usize) {
    // Room for the largest cascade among them, 120 414 ends.
    let mut turns = TurnList::with_room(1 << 22);
    let mut checked = 0;
    for (line, text) in text.lines().enumerate() {
        let vector: Vector = serde_json::from_str(text).unwrap();
        turns.generate(&vector.case.ruleset(), &vector.case.situation());
        turns.sort();
        let ends: Vec<_> = (0..turns.len()).map(|i| numbers(&turns.end(i))).collect();
        let at = format!("line {}: {text}", line + 1);
        if let Some(wanted) = &vector.ends {
            assert_eq!(&ends, wanted, "{at}");
        }
        assert_eq!(turns.dice_used(), vector.dice_used, "{at}");
        assert_eq!(ends.len(), vector.ends_count, "{at}");
        assert_eq!(digest(&ends), vector.ends_sha256, "{at}");
        checked += 1;
    }
    assert!(checked >= at_least, "only {checked} vectors");
}

macro_rules! vectors {
    ($($name:ident $file:literal;)*) => {
        $(#[test]
        fn $name() {
            check_all(include_str!(concat!("vectors/", $file, ".jsonl")), 200);
        })*
    };
}

vectors! {
    long_vectors_hold "long";
    long_classic_vectors_hold "long-classic";
    long_app_vectors_hold "long-app";
    long_club_vectors_hold "long-club";
    gulbar_vectors_hold "gulbar";
    short_vectors_hold "short";
    short_east_vectors_hold "short-east";
}
