//! Reads the fixtures. Not every test uses every part.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use nardy_protocol::message::TurnRequest;
use nardy_protocol::rules::{Position, Ruleset, Situation, TurnList};
use serde_json::Value;

/// A path inside this crate.
pub fn path(inside: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(inside)
}

pub fn read(inside: &str) -> String {
    fs::read_to_string(path(inside)).unwrap_or_else(|error| panic!("{inside}: {error}"))
}

/// The objects of a fixture of JSON lines.
pub fn cases(inside: &str) -> Vec<Value> {
    read(inside)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The names of the files in a folder with this ending, sorted.
pub fn files(folder: &str, ending: &str) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(path(folder))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(ending))
        .map(|name| format!("{folder}/{name}"))
        .collect();
    names.sort();
    assert!(!names.is_empty(), "{folder} has no {ending}");
    names
}

/// What a case wants to be read: `line` or `text`, `hex`, or `pieces` of [text, how often].
pub fn bytes(case: &Value) -> Vec<u8> {
    if let Some(text) = case.get("line").or_else(|| case.get("text")) {
        text.as_str().unwrap().as_bytes().to_vec()
    } else if let Some(hex) = case.get("hex") {
        let hex = hex.as_str().unwrap();
        let pair = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
        (0..hex.len()).step_by(2).map(pair).collect()
    } else {
        repeated(&case["pieces"])
    }
}

/// Pieces of [text, how often], one after the other.
pub fn repeated(pieces: &Value) -> Vec<u8> {
    let piece = |piece: &Value| {
        let times = piece[1].as_u64().unwrap() as usize;
        piece[0].as_str().unwrap().repeat(times).into_bytes()
    };
    pieces.as_array().unwrap().iter().flat_map(piece).collect()
}

/// One line of a transcript.
pub struct Said {
    pub from: String,
    pub line: String,
}

/// A transcript of `fixtures/transcripts`.
pub fn transcript(inside: &str) -> Vec<Said> {
    let said = |case: Value| Said {
        from: case["from"].as_str().unwrap().to_owned(),
        line: case["line"].as_str().unwrap().to_owned(),
    };
    cases(inside).into_iter().map(said).collect()
}

/// All transcripts, by file name.
pub fn transcripts() -> Vec<(String, Vec<Said>)> {
    files("fixtures/transcripts", ".jsonl")
        .into_iter()
        .map(|name| (name.clone(), transcript(&name)))
        .collect()
}

/// The rules' view of a request.
pub fn situation(ruleset: &Ruleset, request: &TurnRequest) -> Situation {
    request.situation(ruleset.geometry()).unwrap()
}

/// A position as `board` + `bar` + `off`.
pub fn numbers(position: &Position) -> Vec<i8> {
    let board = position.board();
    let counts = board
        .bar
        .into_iter()
        .chain(board.off)
        .map(|count| count as i8);
    board.points.into_iter().chain(counts).collect()
}

/// Where the legal turns of a situation end, sorted as the specification says.
pub fn ends(ruleset: &Ruleset, situation: &Situation) -> Vec<Vec<i8>> {
    let mut turns = TurnList::new();
    turns.generate(ruleset, situation);
    let mut ends: Vec<_> = (0..turns.len())
        .map(|index| numbers(&turns.end(index)))
        .collect();
    ends.sort();
    ends
}
