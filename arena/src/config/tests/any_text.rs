//! No text makes the parser or the error messages panic.

use proptest::prelude::*;

use super::*;

const GOOD: &str = r#"name = "winter"
rules = "long"
kind = "round-robin"
pairs = 50
seed = "2026"
[time]
turn = "1.5s"
[[bot]]
name = "greedy"
command = ["python3", "greedy.py"]
env = { A = "1" }
options = { depth = 1, list = [1, 2.5, "x"] }
[[bot]]
name = "зима"
command = ["builtin:pips"]
"#;

/// Parses and, if that fails, renders both ways. A panic fails the test.
fn survives(text: &str) {
    if let Err(error) = parse(text) {
        assert!(error.render(false).starts_with("error"));
        assert!(error.render(true).len() > 5);
    }
}

/// A cut, a doubled or a foreign piece somewhere in the good file.
fn mutated() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "\\PC{0,6}",
        "[\\[\\]{}=\"'\\\\,.#\n\r\t 0-9a-z-]{0,8}",
        Just("\u{1b}".to_owned()),
        Just("\u{feff}".to_owned()),
        Just("\"\"\"".to_owned()),
        Just("[[bot]]\n".to_owned()),
        Just("999999999999999999999".to_owned()),
    ];
    let edit = (0..=GOOD.len(), 0..12_usize, piece);
    prop::collection::vec(edit, 1..4).prop_map(|edits| {
        let mut text: Vec<char> = GOOD.chars().collect();
        for (at, cut, piece) in edits {
            let at = at.min(text.len());
            let end = (at + cut).min(text.len());
            text.splice(at..end, piece.chars());
        }
        text.into_iter().collect()
    })
}

proptest! {
    #[test]
    fn a_mutated_league_file_is_read_or_refused(text in mutated()) {
        survives(&text);
    }

    #[test]
    fn arbitrary_text_is_read_or_refused(text in "(?s).{0,200}") {
        survives(&text);
    }
}

#[test]
fn deep_nesting_is_refused() {
    for opening in ["[", "{a="] {
        let text = format!("name = \"w\"\nx = {}{TWO_BOTS}", opening.repeat(100_000));
        survives(&text);
        assert!(parse(&text).is_err());
    }
}
