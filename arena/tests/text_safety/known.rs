//! What there is of inputs that readers take, or nearly: the project's own files. The tests damage
//! it, and the targets in `fuzz/` begin with it.

use std::fs;
use std::path::Path;

use nardy_protocol::record::GameRecord;
use serde_json::Value;

use crate::holds;

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The lines that both sides say in the transcripts, and the good and bad answers.
pub(crate) fn said() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/fixtures");
    let transcripts = fs::read_dir(folder.join("transcripts")).unwrap();
    let mut files: Vec<_> = transcripts.map(|entry| entry.unwrap().path()).collect();
    files.extend(["answers_good.jsonl", "answers_bad.jsonl"].map(|file| folder.join(file)));
    files.sort();
    let texts = files.iter().map(|file| fs::read_to_string(file).unwrap());
    let mut lines: Vec<Vec<u8>> = texts.flat_map(|text| lines_of(&text)).collect();
    lines.push(b"{\"type\":\"move\",\"id\":\"x\",\"moves\":[],\"info\":{\"$serde_json::private::RawValue\":\"1\"}}".to_vec());
    assert!(lines.len() > 100);
    lines
}

fn lines_of(fixture: &str) -> Vec<Vec<u8>> {
    let cases = fixture
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let said = cases.filter_map(|case: Value| Some(case["line"].as_str()?.as_bytes().to_vec()));
    said.filter(|line| line.len() < 3_000).collect()
}

/// A bot's output: lines one after the other, behind the byte that tells the size of its pieces.
pub(crate) fn streams() -> Vec<Vec<u8>> {
    let lines = said();
    let pieces = lines.chunks(3).zip(0_u8..).take(40);
    let mut streams: Vec<Vec<u8>> = pieces
        .map(|(lines, size)| [&[size][..], &lines.join(&b"\r\n"[..])].concat())
        .collect();
    let longest = "x".repeat(nardy_protocol::limits::MAX_LINE_BYTES);
    streams.push(format!("\u{feff}{{}}\n\n \r\n{longest}\r\n{longest}x").into_bytes());
    streams
}

pub(crate) fn records() -> Vec<String> {
    read("protocol/fixtures/records.jsonl")
        .lines()
        .map(str::to_owned)
        .collect()
}

/// Journals with whole lines alone, and one whose last line is torn.
pub(crate) fn journals() -> Vec<Vec<u8>> {
    let short: Vec<String> = records()
        .iter()
        .skip(1)
        .map(|record| holds::framed(record))
        .collect();
    let whole = short.concat();
    let mut more = String::new();
    for (index, record) in (0..9).zip(records().iter().skip(1).cycle()) {
        let mut record = GameRecord::from_line(record).unwrap();
        (record.index, record.game) = (index, format!("{}a", index + 1));
        more += &holds::framed(&record.to_line());
    }
    let torn = whole[..whole.len() - 100].to_owned();
    [whole, more, torn, String::new()]
        .map(String::into_bytes)
        .to_vec()
}

/// The code blocks of a page of this kind.
pub(crate) fn blocks(page: &str, kind: &str) -> Vec<String> {
    let text = read(page);
    let fence = format!("```{kind}\n");
    let blocks = text.split(fence.as_str()).skip(1);
    let blocks: Vec<_> = blocks
        .map(|block| block.split("```").next().unwrap().to_owned())
        .collect();
    assert!(!blocks.is_empty(), "{page} has no {kind}");
    blocks
}

pub(crate) fn notations() -> Vec<String> {
    let lines = ["notation", "errors"].map(|kind| blocks("protocol/spec/notation.md", kind));
    let mut lines: Vec<String> = lines
        .concat()
        .iter()
        .flat_map(|block| block.lines())
        .map(str::to_owned)
        .collect();
    lines.extend(["pass", "24-18 18-15", "bar-20 6-off", "6-3"].map(str::to_owned));
    lines
}

const LEAGUE: &str = r#"name = "winter"
rules = "long"
kind = "round-robin"
pairs = 50
seed = "2026"
concurrency = 4
pin = false
[time]
start = "5s"
turn = "1.5s"
bank = "0s"
[[bot]]
name = "greedy"
command = ["python3", "greedy.py"]
dir = "."
env = { A = "1" }
options = { depth = 1, list = [1, -0.0, 2.5e-7, "x"], "täglich" = true, deep = { a.b = -1 } }
read = ["."]
limits = { memory = "1GiB", processes = 16, descriptors = 64, disk = "1MiB", cpu = "9s" }
[[bot]]
name = "зима"
command = ["builtin:pips"]
"#;

pub(crate) fn league_files() -> Vec<String> {
    let mut files = blocks("README.md", "toml league");
    files.push(LEAGUE.to_owned());
    files.push(LEAGUE.replace(
        "deep = {",
        "\"$serde_json::private::RawValue\" = \"1\", deep = {",
    ));
    files
}

const RULESET: &str = r#"base = "long"
id = "club"
name = "as the \"club\" plays"
geometry = "same"
head = { two_on = [[3, 3], [6, 6]], but_one_after = [[5, 5], [3, 3]] }
block = "passed"
block_checked = "every_move"
doubles = "four"
opening = "roll_off"
eastern = false
points = { oin = 1, mars = 2, koks = 3 }
pips = true
start = [[24, 14], [23, 1]]
"#;

pub(crate) fn ruleset_files() -> Vec<String> {
    let mut files = blocks("protocol/spec/rulesets.md", "toml");
    files.push(RULESET.to_owned());
    files.push("base = \"short\"\nhead = \"free\"\nblock = \"free\"\neastern = true\n".to_owned());
    files
}
