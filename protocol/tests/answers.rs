//! The bot's lines of `fixtures/answers_*.jsonl`: what is accepted, what is refused and why.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use common::{bytes, cases};
use nardy_protocol::codec::decode_answer;
use nardy_protocol::fault::FaultCode;
use nardy_protocol::limits::MAX_LINE_BYTES;

#[test]
fn every_good_answer_means_what_the_fixture_says() {
    for case in cases("fixtures/answers_good.jsonl") {
        let answer = decode_answer(&bytes(&case)).unwrap_or_else(|error| panic!("{case}: {error}"));
        assert_eq!(
            serde_json::to_value(&answer).unwrap(),
            case["means"],
            "{}",
            case["note"]
        );
    }
}

#[test]
fn every_bad_answer_is_refused_with_its_code_and_a_message_that_helps() {
    for case in cases("fixtures/answers_bad.jsonl") {
        let line = bytes(&case);
        let error = decode_answer(&line).expect_err(&case.to_string());
        assert_eq!(
            error.code(),
            case["code"].as_str().unwrap(),
            "{}: {error}",
            case["note"]
        );
        let says = case.get("says").map_or("", |text| text.as_str().unwrap());
        assert!(
            error.to_string().contains(says),
            "{says:?} in {error} ({})",
            case["note"]
        );
    }
}

#[test]
fn messages_are_short_and_printable_whatever_the_line_holds() {
    for case in cases("fixtures/answers_bad.jsonl") {
        let message = decode_answer(&bytes(&case)).unwrap_err().to_string();
        assert!(message.chars().count() <= 250, "{message}");
        assert!(!message.contains(char::is_control), "{message:?}");
        let start = message.chars().next().unwrap();
        assert!(!start.is_uppercase(), "{message}");
    }
}

#[test]
fn the_fixtures_show_every_code_a_line_can_have() {
    let shown: BTreeSet<FaultCode> = cases("fixtures/answers_bad.jsonl")
        .iter()
        .map(|case| case["code"].as_str().unwrap().parse().unwrap())
        .collect();
    // The first twelve codes of the specification are those of a single line.
    assert_eq!(shown, FaultCode::ALL[..12].iter().copied().collect());
}

#[test]
fn the_line_itself_may_be_as_long_as_the_limit_says() {
    let longest = cases("fixtures/answers_good.jsonl")
        .iter()
        .map(|case| bytes(case).len())
        .max();
    assert_eq!(longest, Some(MAX_LINE_BYTES));
}

/// Lines of the greatest length whose reading would be slow if it were not linear.
fn heavy_lines() -> Vec<String> {
    let fields = |field: &dyn Fn(usize) -> String, times: usize| -> String {
        let fields: String = (0..times).map(field).collect();
        format!("{{\"type\":\"ready\",\"id\":\"q7\"{fields}}}")
    };
    vec![
        fields(&|i| format!(",\"{i:x}\":0"), 7_000),
        fields(&|_| ",\"a\":0".to_owned(), 10_000),
        fields(&|i| format!(",\"\\u{i:04x}\":0", i = 0x4E00 + i), 5_000),
        format!(
            "{{\"type\":\"move\",\"id\":\"q7\",\"moves\":[{}[1,0.0]]}}",
            "[1,0],".repeat(10_000)
        ),
        format!(
            "{{\"type\":\"ready\",\"id\":\"q7\",\"x\":[{}0]}}",
            "{},".repeat(20_000)
        ),
        "[".repeat(MAX_LINE_BYTES),
        format!("{{\"x\":{}", "{\"a\":".repeat(13_000)),
        format!("{{\"x\":\"{}\"}}", "\\n".repeat(32_000)),
        format!("{{\"x\":1{}}}", "0".repeat(65_000)),
    ]
}

#[test]
fn the_heaviest_lines_are_read_in_linear_time() {
    let lines = heavy_lines();
    let start = Instant::now();
    for line in &lines {
        assert!(line.len() <= MAX_LINE_BYTES, "{}", line.len());
        for _ in 0..100 {
            let _ = decode_answer(line.as_bytes());
        }
    }
    // About a second; comparing each key with each takes more than ten.
    let spent = start.elapsed();
    assert!(spent < Duration::from_secs(5), "{spent:?}");
}

#[test]
fn deep_nesting_is_refused_on_a_small_stack() {
    let read = || {
        decode_answer("{\"x\":".repeat(13_000).as_bytes())
            .unwrap_err()
            .code()
    };
    let thread = std::thread::Builder::new()
        .stack_size(128 * 1024)
        .spawn(read)
        .unwrap();
    assert_eq!(thread.join().unwrap(), "too_deep");
}
