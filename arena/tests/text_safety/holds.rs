//! What holds of whatever a reader is given: each function feeds one reader and panics if it
//! breaks a promise. The tests beside this file and the targets in `fuzz/` call them.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use arena::config::{Known, LeagueConfig, RulesChoice};
use arena::plan::{FrozenPlan, Output, Plan, Request, Seed, SeedOrigin, Surroundings};
use arena::store::{Archive, Folder, JOURNAL, JournalError, StoreError, Tail};
use nardy_protocol::codec::{
    LineBuffer, LineTooLong, decode_answer, decode_request, encode, encode_answer,
};
use nardy_protocol::limits::MAX_LINE_BYTES;
use nardy_protocol::message::FromBot;
use nardy_protocol::record::GameRecord;
use nardy_protocol::ruleset::RulesetParameters;
use nardy_protocol::text::{is_unsafe, printable_json};
use nardy_rules::{CheckerMove, Notation, Position, Roll, Situation, Turn};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

const KNOWN: Known<'static> = Known {
    rulesets: &["long", "gulbar", "short"],
    builtins: &["random", "pips", "blocks"],
};

/// What became of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is what the reader is for.
    Taken,
    /// It is not, and an error said why.
    Refused,
}

/// A message is of bounded length and cannot act; of one that has several lines, no line.
#[track_caller]
fn assert_harmless(message: &str, longest: usize) {
    let acts = message.chars().find(|&c| is_unsafe(c) && c != '\n');
    assert_eq!(acts, None, "{message:?}");
    let length = message.chars().count();
    assert!(length <= longest, "{length} characters: {message:.200}…");
}

/// Refused with this error.
#[track_caller]
fn refused(error: &dyn Display, longest: usize) -> Verdict {
    assert_harmless(&error.to_string(), longest);
    Verdict::Refused
}

/// A bot's line: what is read is what a plain JSON reader finds, and is written to be read again.
pub(crate) fn answer(line: &[u8]) -> Verdict {
    match decode_answer(line) {
        Ok(answer) => {
            assert_plainly(line, &answer);
            let mut written = Vec::new();
            encode_answer(&answer, &mut written);
            assert_eq!(written.pop(), Some(b'\n'));
            assert!(!written.contains(&b'\n'));
            assert_eq!(decode_answer(&written), Ok(answer));
            Verdict::Taken
        }
        Err(error) => refused(&error, 1_500),
    }
}

fn assert_plainly(line: &[u8], answer: &FromBot) {
    let fields: HashMap<String, Box<RawValue>> = serde_json::from_slice(line).unwrap();
    let text = |key: &str| serde_json::from_str::<String>(fields[key].get()).unwrap();
    assert_eq!(text("type"), answer.kind());
    assert_eq!(text("id"), answer.id().as_str());
    match answer {
        FromBot::Hello(hello) => assert_eq!(text("name"), hello.name),
        FromBot::Ready(_) => {}
        FromBot::Move(turn) => {
            let moves: Vec<[u8; 2]> = serde_json::from_str(fields["moves"].get()).unwrap();
            assert_eq!(moves, turn.moves);
        }
    }
}

/// A line from the arena, as bots in Rust read it.
pub(crate) fn request(line: &[u8]) -> Verdict {
    match decode_request(line) {
        Ok(request) => {
            let mut written = Vec::new();
            encode(&request, &mut written);
            assert_eq!(decode_request(&written).unwrap(), request);
            Verdict::Taken
        }
        Err(error) => refused(&error, 2_000),
    }
}

/// A bot's output that arrives in pieces: the same lines as of the whole. The first byte tells how
/// large the pieces are.
pub(crate) fn stream(bytes: &[u8]) -> Verdict {
    let Some((size, stream)) = bytes.split_first() else {
        return Verdict::Taken;
    };
    let mut lines = Vec::new();
    let ended = cut(stream.chunks(usize::from(*size) * 17 + 1), &mut lines);
    let (expected, expected_end) = by_the_book(stream);
    assert_eq!((lines, ended), (expected, expected_end));
    match ended {
        Ok(()) => Verdict::Taken,
        Err(error) => refused(&error, 200),
    }
}

/// The lines of a stream in pieces, and whether one was too long.
fn cut<'a>(
    pieces: impl Iterator<Item = &'a [u8]>,
    lines: &mut Vec<Vec<u8>>,
) -> Result<(), LineTooLong> {
    let mut buffer = LineBuffer::new();
    for mut piece in pieces {
        while !piece.is_empty() {
            let count = buffer.push(piece);
            piece = &piece[count..];
            while let Some(line) = buffer.next_line()? {
                lines.push(line.to_vec());
            }
        }
    }
    while let Some(line) = buffer.finish()? {
        lines.push(line.to_vec());
    }
    Ok(())
}

/// The same by a plain reading of the specification, the whole stream at hand.
fn by_the_book(stream: &[u8]) -> (Vec<Vec<u8>>, Result<(), LineTooLong>) {
    let stream = stream.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(stream);
    let mut lines = Vec::new();
    for line in stream.split(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > MAX_LINE_BYTES {
            return (lines, Err(LineTooLong));
        }
        if !line.iter().all(|byte| b" \t\r".contains(byte)) {
            lines.push(line.to_vec());
        }
    }
    (lines, Ok(()))
}

/// A game record: there is one way to write it, and that is harmless.
pub(crate) fn record(line: &str) -> Verdict {
    match GameRecord::from_line(line) {
        Ok(record) => {
            assert_eq!(record.to_line(), line);
            assert!(!line.contains(is_unsafe), "{line:?}");
            Verdict::Taken
        }
        Err(error) => refused(&error, 2_000),
    }
}

/// A text in notation, read as everything there is: what is read is printed, and that is read as
/// the same.
pub(crate) fn notation(text: &str) -> Verdict {
    let verdicts = [
        printed_is_read::<Notation>(text),
        printed_is_read::<Situation>(text),
        printed_is_read::<Position>(text),
        printed_is_read::<Roll>(text),
        printed_is_read::<Turn>(text),
        printed_is_read::<CheckerMove>(text),
    ];
    let taken = verdicts
        .into_iter()
        .find(|&verdict| verdict == Verdict::Taken);
    taken.unwrap_or(Verdict::Refused)
}

fn printed_is_read<T>(text: &str) -> Verdict
where
    T: FromStr<Err = nardy_rules::NotationError> + Display + PartialEq + std::fmt::Debug,
{
    match text.parse::<T>() {
        Ok(read) => {
            let printed = read.to_string();
            assert_eq!(printed.parse(), Ok(read), "{text:?}");
            assert_harmless(&printed, 300);
            Verdict::Taken
        }
        Err(error) => {
            let beyond = text.chars().count() + 1;
            assert!((1..=beyond).contains(&error.column()), "{text:?}: {error}");
            // A blank letter is one of a word that is repeated; whoever shows it escapes it.
            let letters = |c: char| if c.is_alphabetic() { 'x' } else { c };
            let shown: String = error.to_string().chars().map(letters).collect();
            refused(&shown, 300)
        }
    }
}

/// A league file: refused in words, or good for a plan that `league.json` keeps without loss.
pub(crate) fn league_file(text: &str) -> Verdict {
    let path = Path::new("winter\u{1b}\u{202e}\n.toml");
    let config = match LeagueConfig::parse(text, path, &KNOWN) {
        Ok(config) => config,
        Err(error) => return assert_shown(&|color| error.render(color)),
    };
    assert_harmless(config.name().as_str(), 64);
    assert_harmless(config.origin(), 100);
    let place = std::env::temp_dir().join("text-safety-never-made");
    let request = Request {
        seed: Some("2026".to_owned()),
        concurrency: None,
        output: Output::New(place),
        sprt: None,
    };
    let parameters = serde_json::to_value(config.rules().parameters()).unwrap();
    let surroundings = Surroundings {
        cores: NonZeroUsize::MIN,
        ruleset_parameters: parameters,
        programs: &|wanted| Ok(PathBuf::from(wanted.program)),
    };
    match Plan::new(&config, &request, &surroundings) {
        Ok(plan) => assert_kept(plan.frozen()),
        Err(error) => assert_shown(&|color| error.render(color)),
    }
}

/// A plan comes back from its JSON as it was.
fn assert_kept(plan: &FrozenPlan) -> Verdict {
    let json = printable_json(&serde_json::to_string_pretty(plan).unwrap());
    assert_harmless(&json, usize::MAX);
    let kept: FrozenPlan = serde_json::from_str(&json).unwrap();
    assert_eq!(&kept, plan);
    assert!(kept.is_intact(), "{json}");
    Verdict::Taken
}

/// An error report is harmless but for its colours.
fn assert_shown(render: &dyn Fn(bool) -> String) -> Verdict {
    let plain = render(false);
    assert!(plain.starts_with("error"), "{plain}");
    assert_harmless(&plain, 40_000);
    assert_harmless(&without_colors(&render(true)), 40_000);
    Verdict::Refused
}

/// A text without the codes `ESC [ … m`.
fn without_colors(text: &str) -> Cow<'_, str> {
    let mut pieces = text.split("\u{1b}[");
    let first = pieces.next().unwrap_or_default();
    let rest = pieces.map(|piece| {
        let end = piece.find(|c: char| !c.is_ascii_digit() && c != ';');
        match end.map(|end| piece.split_at(end)) {
            Some((_, rest)) if rest.starts_with('m') => &rest[1..],
            _ => panic!("a code that is no colour: {piece:?}"),
        }
    });
    Cow::Owned(std::iter::once(first).chain(rest).collect())
}

/// A ruleset file: refused in words, or a ruleset that bots and `league.json` are told of without
/// loss.
pub(crate) fn ruleset_file(text: &str) -> Verdict {
    // Without an `id` the file's name is the id, unless it cannot be one.
    if let Err(error) = RulesChoice::parse(text, Path::new("club\u{9b}\u{202e}\n.toml")) {
        assert_shown(&|color| error.render(color));
    }
    let rules = match RulesChoice::parse(text, Path::new("club.toml")) {
        Ok(rules) => rules,
        Err(error) => return assert_shown(&|color| error.render(color)),
    };
    assert_harmless(rules.id(), 32);
    assert_harmless(rules.ruleset().name(), 64);
    let json = serde_json::to_string(rules.parameters()).unwrap();
    let told: RulesetParameters = serde_json::from_str(&json).unwrap();
    assert_eq!(&told, rules.parameters());
    assert_eq!(&told.ruleset(rules.id()).unwrap(), rules.ruleset());
    Verdict::Taken
}

/// A journal: no whole record is lost, whatever is around it; each damaged line is named; a resume
/// takes all whole lines or refuses, naming the first damaged one, and changes nothing then.
pub(crate) fn journal(bytes: &[u8]) -> Verdict {
    thread_local! {
        static LEAGUE: OnceCell<League> = const { OnceCell::new() };
    }
    LEAGUE.with(|league| league.get_or_init(League::new).with_journal(bytes))
}

/// A results folder whose journal is written anew each time.
struct League {
    _home: TempDir,
    folder: PathBuf,
    plan: FrozenPlan,
}

/// What an independent reading of a journal finds.
struct Expected {
    /// The whole records with their lines, by the games' index.
    records: BTreeMap<u64, (u64, GameRecord)>,
    damaged: Vec<u64>,
    torn: u64,
}

impl Expected {
    fn of(bytes: &[u8]) -> Expected {
        let whole = bytes
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        let mut expected = Expected {
            records: BTreeMap::new(),
            damaged: Vec::new(),
            torn: (bytes.len() - whole) as u64,
        };
        let lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
        for (number, line) in (1..).zip(lines) {
            match written_by_the_arena(line) {
                Some(record) if !expected.records.contains_key(&record.index) => {
                    expected.records.insert(record.index, (number, record));
                }
                _ => expected.damaged.push(number),
            }
        }
        expected
    }
}

/// The record of a line, if the arena writes it just so.
fn written_by_the_arena(line: &[u8]) -> Option<GameRecord> {
    let line = std::str::from_utf8(line).ok()?;
    let (_, rest) = line.split_once(",\"game\":")?;
    let record = GameRecord::from_line(rest.strip_suffix("}\n")?).ok()?;
    (framed(&record.to_line()) == line).then_some(record)
}

/// A record as a line of a journal; `results/README.md` tells the form.
pub(crate) fn framed(record: &str) -> String {
    let digest = Sha256::digest(record);
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!(
        "{{\"bytes\":{},\"sha256\":\"{}\",\"game\":{record}}}\n",
        record.len(),
        &digits[..16]
    )
}

impl League {
    fn new() -> League {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("league");
        let bot =
            |name: &str| format!("[[bot]]\nname = \"{name}\"\ncommand = [\"builtin:pips\"]\n");
        let text = format!("name = \"x\"\nseed = \"2026\"\n{}{}", bot("a"), bot("b"));
        let file = home.path().join("x.toml");
        let config = LeagueConfig::parse(&text, &file, &KNOWN).unwrap();
        let request = Request {
            seed: None,
            concurrency: None,
            output: Output::New(folder.clone()),
            sprt: None,
        };
        let surroundings = Surroundings {
            cores: NonZeroUsize::MIN,
            ruleset_parameters: serde_json::to_value(config.rules().parameters()).unwrap(),
            programs: &|wanted| Ok(PathBuf::from(wanted.program)),
        };
        let plan = Plan::new(&config, &request, &surroundings)
            .unwrap()
            .frozen()
            .clone();
        let seed = Seed::given("2026", SeedOrigin::LeagueFile);
        Folder::create(&folder, &plan, &seed, &[]).unwrap();
        League {
            _home: home,
            folder,
            plan,
        }
    }

    fn with_journal(&self, bytes: &[u8]) -> Verdict {
        let file = self.folder.join(JOURNAL);
        fs::write(&file, bytes).unwrap();
        let expected = Expected::of(bytes);
        self.read(&expected);
        let resumed = Folder::resume(&self.folder, &self.plan, "x.toml");
        let left = fs::read(&file).unwrap();
        match (resumed, expected.damaged.first()) {
            (Ok((_, journal, tail)), None) => {
                let whole = &bytes[..bytes.len() - expected.torn as usize];
                assert_eq!(left, whole, "the whole lines stay, and nothing else");
                let torn = match tail {
                    Tail::Clean => 0,
                    Tail::Torn(bytes) => bytes,
                };
                assert_eq!(torn, expected.torn);
                let records: Vec<_> = journal.records().map(Result::unwrap).collect();
                let expected: Vec<_> = expected.records.into_values().map(|(_, r)| r).collect();
                assert_eq!(records, expected);
                Verdict::Taken
            }
            (Err(error), Some(&line)) => {
                assert_eq!(line_of(&error), Some(line), "{error}");
                assert_eq!(left, bytes, "a journal that is refused stays as it is");
                refused(&error, 5_000)
            }
            (resumed, damaged) => panic!("{damaged:?}: {:?}", resumed.err()),
        }
    }

    fn read(&self, expected: &Expected) {
        let archive = Archive::open(&self.folder).unwrap();
        let mut damaged = Vec::new();
        let mut told = |line, why: String| {
            assert_harmless(&why, 500);
            damaged.push(line);
        };
        let records = archive.records(&mut told).unwrap().unwrap();
        assert_eq!(damaged, expected.damaged);
        assert_eq!(records.torn(), expected.torn);
        let read: Vec<_> = records.in_order().map(Result::unwrap).collect();
        assert!(read.iter().eq(expected.records.values()), "{read:?}");
    }
}

fn line_of(error: &StoreError) -> Option<u64> {
    match error {
        StoreError::Journal { error, .. } => Some(match error {
            JournalError::Damaged { line, .. } | JournalError::Twice { line, .. } => *line,
        }),
        _ => None,
    }
}
