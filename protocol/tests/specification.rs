//! The written specification: its examples are read, its tables and numbers compared.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

use common::{ends, files, numbers, path, read, situation, transcript};
use nardy_protocol::codec::{decode_answer, decode_request, encode, encode_answer};
use nardy_protocol::fault::FaultCode;
use nardy_protocol::limits::*;
use nardy_protocol::message::*;
use nardy_protocol::record::GameRecord;
use nardy_protocol::rules::{CheckerMove, Ruleset, TurnList};
use nardy_protocol::ruleset::RulesetParameters;

const PROTOCOL: &str = "spec/protocol.md";

/// The lines of all code blocks of a page that begin with this tag.
fn blocks(page: &str, tag: &str) -> Vec<String> {
    let text = read(page);
    let opening = format!("```{tag}");
    let mut lines = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == opening;
        } else if inside {
            lines.push(line.to_owned());
        }
    }
    assert!(!lines.is_empty(), "{page} has no block {tag}");
    lines
}

/// The cells of a table's rows, below a heading up to the next one.
fn table(page: &str, heading: &str) -> Vec<Vec<String>> {
    let text = read(page);
    let (_, section) = text.split_once(&format!("\n{heading}\n")).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let cells = |row: &str| -> Vec<String> {
        row.trim_matches('|')
            .split(" | ")
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    let rows = section.lines().filter(|line| line.starts_with('|')).skip(2);
    rows.map(cells).collect()
}

fn request(line: &str) -> ToBot {
    decode_request(line.as_bytes()).unwrap_or_else(|error| panic!("{error} in {line}"))
}

fn answer(line: &str) -> FromBot {
    decode_answer(line.as_bytes()).unwrap_or_else(|error| panic!("{error} in {line}"))
}

fn assert_written_so(line: &str, write: impl FnOnce(&mut Vec<u8>)) {
    let mut written = Vec::new();
    write(&mut written);
    assert_eq!(String::from_utf8(written).unwrap().trim_end(), line);
}

/// What the arena and bots say in the examples, including the whole conversation.
fn said(whom: &str) -> Vec<String> {
    let mark = format!("{whom}:");
    let session = blocks(PROTOCOL, "text session");
    let session = session.iter().filter_map(|line| line.strip_prefix(&mark));
    let mut lines = blocks(PROTOCOL, &format!("json {whom}"));
    lines.extend(session.map(|line| line.trim().to_owned()));
    lines
}

#[test]
fn every_example_is_a_message_written_as_the_arena_writes_it() {
    for line in said("arena") {
        let message = request(&line);
        assert_written_so(&line, |out| encode(&message, out));
    }
    for line in said("bot") {
        let message = answer(&line);
        assert_written_so(&line, |out| encode_answer(&message, out));
    }
}

#[test]
fn every_type_of_message_has_an_example() {
    let kinds = |lines: Vec<String>| -> Vec<String> {
        let kind = |line: &String| serde_json::from_str::<serde_json::Value>(line).unwrap();
        let mut kinds: Vec<_> = lines
            .iter()
            .map(|line| kind(line)["type"].as_str().unwrap().to_owned())
            .collect();
        kinds.sort();
        kinds.dedup();
        kinds
    };
    assert_eq!(
        kinds(said("arena")),
        ["error", "game", "hello", "quit", "result", "turn"]
    );
    assert_eq!(kinds(said("bot")), ["hello", "move", "ready"]);
}

#[test]
fn every_refused_example_has_its_code() {
    for line in blocks(PROTOCOL, "json refused") {
        let (code, line) = line.split_once(' ').unwrap();
        assert_eq!(
            decode_answer(line.as_bytes()).unwrap_err().code(),
            code,
            "{line}"
        );
    }
}

/// The requests for a turn of the examples, with the ruleset that fits their dice.
fn turns() -> Vec<(Ruleset, TurnRequest)> {
    let turn = |line: String| match request(&line) {
        ToBot::Turn(turn) => Some(turn),
        _ => None,
    };
    let ruleset = |turn: &TurnRequest| match turn.dice {
        Dice::Roll(_) => Ruleset::by_id("long").unwrap(),
        Dice::Leftover(_) => Ruleset::by_id("gulbar").unwrap(),
    };
    said("arena")
        .into_iter()
        .filter_map(turn)
        .map(|turn| (ruleset(&turn), turn))
        .collect()
}

/// Where moves lead, if they are a legal turn.
fn end(ruleset: &Ruleset, turn: &TurnRequest, moves: &[MovePair]) -> Result<Vec<i8>, String> {
    let situation = situation(ruleset, turn);
    let moves: Vec<_> = moves
        .iter()
        .map(|[from, to]| CheckerMove::new(*from, *to).unwrap())
        .collect();
    let mut turns = TurnList::new();
    turns.generate(ruleset, &situation);
    let end = turns.check(ruleset, &situation, &moves);
    end.map(|end| numbers(&end))
        .map_err(|breach| breach.rule().to_string())
}

#[test]
fn legal_in_the_examples_is_what_the_page_says_it_is() {
    let mut listed = 0;
    for (ruleset, turn) in turns() {
        let Some(legal) = &turn.legal else { continue };
        let reached: Vec<_> = legal
            .iter()
            .map(|moves| end(&ruleset, &turn, moves).unwrap())
            .collect();
        assert_eq!(reached, ends(&ruleset, &situation(&ruleset, &turn)));
        listed += 1;
    }
    assert!(listed > 0);
}

#[test]
fn answers_in_the_examples_are_legal_but_for_the_one_that_loses() {
    let answers: Vec<MoveAnswer> = said("bot")
        .iter()
        .filter_map(|line| match answer(line) {
            FromBot::Move(answer) => Some(answer),
            _ => None,
        })
        .collect();
    let mut broken = Vec::new();
    for (ruleset, turn) in turns() {
        for answer in answers.iter().filter(|answer| answer.id == turn.id) {
            broken.extend(end(&ruleset, &turn, &answer.moves).err());
        }
    }
    assert_eq!(broken, ["R10"]);
}

#[test]
fn the_table_of_mistakes_has_every_code_in_order() {
    let rows = table(PROTOCOL, "## Mistakes that lose");
    let listed: Vec<_> = rows.iter().map(|row| row[0].trim_matches('`')).collect();
    let codes: Vec<_> = FaultCode::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(listed, codes);
}

#[test]
fn the_limits_on_the_page_are_those_of_the_code() {
    let rows: BTreeMap<String, String> = table(PROTOCOL, "## Limits")
        .into_iter()
        .map(|row| (row[0].clone(), row[1].clone()))
        .collect();
    let limit = |what: &str| {
        rows[what]
            .split(' ')
            .next()
            .unwrap()
            .parse::<usize>()
            .unwrap()
    };
    assert_eq!(limit("a bot's line, without its line end"), MAX_LINE_BYTES);
    assert_eq!(limit("nesting in a bot's line"), MAX_DEPTH);
    assert_eq!(limit("`info` kept with a turn"), INFO_MAX_BYTES);
    assert_eq!(limit("a bot's name and version, as shown"), NAME_MAX);
    assert_eq!(limit("turns in `legal`"), LEGAL_LIMIT);
    let record = read("spec/record.md");
    assert!(record.contains(&format!("cut at {MESSAGE_MAX} characters")));
    assert!(record.contains(&format!("cut at {LINE_SHOWN_MAX} characters")));
}

#[test]
fn every_record_of_the_page_is_one() {
    for line in blocks("spec/record.md", "json record") {
        assert_eq!(GameRecord::from_line(&line).unwrap().to_line(), line);
    }
}

/// What the table of rulesets says of one, in the words of its columns.
fn row_of(ruleset: &Ruleset) -> [String; 5] {
    use nardy_protocol::ruleset::{CheckedName, DoublesName, OpeningName};
    let parameters = RulesetParameters::from(ruleset);
    let name = |value: serde_json::Value| match value.as_str() {
        Some(name) => format!("`{name}`"),
        None => "–".to_owned(),
    };
    let checked = match parameters.block_checked {
        _ if parameters.block.is_none() => "–",
        CheckedName::EveryMove => "every move",
        CheckedName::TurnEnd => "turn's end",
    };
    let opening = match parameters.opening {
        OpeningName::RollOff => "roll-off",
        OpeningName::RollOffDice => "roll-off dice",
        OpeningName::WinnerStarts => "winner starts",
        OpeningName::Drawn => "drawn",
    };
    let points = parameters.points;
    let mut wins = format!("oin {}, mars {}", points.oin, points.mars);
    for (kind, points) in [("home mars", points.home_mars), ("koks", points.koks)] {
        wins.extend(points.map(|points| format!(", {kind} {points}")));
    }
    let doubles = if parameters.doubles == DoublesName::Four {
        "four"
    } else {
        "cascade"
    };
    let pips = if parameters.pips {
        "; pips counted"
    } else {
        ""
    };
    [
        name(serde_json::to_value(parameters.head).unwrap()),
        name(serde_json::to_value(parameters.block).unwrap()),
        checked.to_owned(),
        format!("{doubles} | {opening}"),
        wins + pips,
    ]
}

#[test]
fn the_table_of_rulesets_is_that_of_the_rules() {
    let rows = table("spec/rules.md", "## Rulesets");
    assert_eq!(rows.len(), Ruleset::all().len());
    for (row, ruleset) in rows.iter().zip(Ruleset::all()) {
        assert_eq!(row[0], format!("`{}`", ruleset.id()));
        let written = [
            row[2].clone(),
            row[3].clone(),
            row[4].clone(),
            format!("{} | {}", row[5], row[6]),
            row[7].clone(),
        ];
        assert_eq!(written, row_of(ruleset), "{}", ruleset.id());
    }
}

#[test]
fn every_parameter_of_a_ruleset_is_explained() {
    let ruleset = Ruleset::by_id("long").unwrap();
    let parameters = RulesetParameters {
        base: Some("short".to_owned()), // a built-in ruleset has none
        ..RulesetParameters::from(&ruleset)
    };
    let written = serde_json::to_value(parameters).unwrap();
    let mut explained: Vec<String> = table("spec/rules.md", "## Parameters")
        .into_iter()
        .map(|row| row[0].trim_matches('`').to_owned())
        .collect();
    explained.sort();
    let mut keys: Vec<String> = written.as_object().unwrap().keys().cloned().collect();
    keys.sort();
    assert_eq!(explained, keys);
}

#[test]
fn every_rule_the_referee_can_name_is_on_the_rules_page() {
    let page = read("spec/rules.md");
    for rule in 1..=16 {
        assert!(page.contains(&format!("**R{rule} ")), "R{rule}");
    }
}

#[test]
fn every_link_of_the_pages_leads_to_a_file() {
    let mut pages = files("spec", ".md");
    pages.extend(["README.md".to_owned(), "fixtures/README.md".to_owned()]);
    for page in pages {
        let folder = path(&page).parent().unwrap().to_owned();
        let text = read(&page);
        for link in text.split("](").skip(1) {
            let target = link.split(')').next().unwrap().split('#').next().unwrap();
            let is_local = !target.is_empty() && !target.contains("://");
            assert!(
                !is_local || folder.join(target).exists(),
                "{page} links to {target}"
            );
        }
    }
}

#[test]
fn every_transcript_is_in_the_table_of_fixtures() {
    let table = read("fixtures/README.md");
    for name in files("fixtures/transcripts", ".jsonl") {
        let name = name.rsplit('/').next().unwrap().trim_end_matches(".jsonl");
        assert!(table.contains(&format!("| `{name}` |")), "{name}");
    }
}

/// Feeds a Python program with the arena's lines of a transcript.
fn run_bot(program: &str, transcript: &[common::Said]) -> Vec<String> {
    let mut bot = Command::new("python3")
        .args(["-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 runs the specification's example bot");
    let mut stdin = bot.stdin.take().unwrap();
    for said in transcript.iter().filter(|said| said.from == "arena") {
        writeln!(stdin, "{}", said.line).unwrap();
    }
    drop(stdin);
    let output = bot.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_bot_in_20_lines_answers_every_request_with_a_listed_turn() {
    let program = blocks(PROTOCOL, "python");
    assert!(program.iter().filter(|line| !line.is_empty()).count() <= 20);
    let transcript = transcript("fixtures/transcripts/short_bar_and_pass.jsonl");
    let mut answers = run_bot(&program.join("\n"), &transcript).into_iter();
    for said in transcript.iter().filter(|said| said.from == "arena") {
        match request(&said.line) {
            ToBot::Hello(hello) => assert_eq!(*answer(&answers.next().unwrap()).id(), hello.id),
            ToBot::Game(game) => assert_eq!(*answer(&answers.next().unwrap()).id(), game.id),
            ToBot::Turn(turn) => {
                let FromBot::Move(played) = answer(&answers.next().unwrap()) else {
                    panic!("a turn is answered by a move");
                };
                assert_eq!(played.id, turn.id);
                assert!(turn.legal.unwrap().contains(&played.moves));
            }
            ToBot::Error(_) | ToBot::Result(_) | ToBot::Quit => {}
        }
    }
    assert_eq!(answers.next(), None);
}
