//! What is wrong with a text that is no TOML, in words for somebody who does not know TOML.

use std::collections::HashSet;

use super::report::{Defect, quoted};

/// Errors after the first few of a broken file mostly follow from these.
const MAX_SHOWN: usize = 3;

/// The first error of each line; what follows on the line is mostly a consequence.
pub(super) fn explain(text: &str, errors: &[toml::de::Error]) -> Vec<Defect> {
    let mut errors: Vec<&toml::de::Error> = errors.iter().collect();
    errors.sort_by_key(|error| error.span().map_or(0, |span| span.start));
    let mut lines = HashSet::new();
    errors
        .into_iter()
        .filter(|error| lines.insert(line_start(text, error)))
        .take(MAX_SHOWN)
        .map(|error| defect(text, error))
        .collect()
}

fn line_start(text: &str, error: &toml::de::Error) -> usize {
    let start = error.span().map_or(0, |span| span.start);
    text.get(..start)
        .and_then(|before| before.rfind('\n'))
        .unwrap_or(0)
}

fn defect(text: &str, error: &toml::de::Error) -> Defect {
    let (what, expected) = match error.message().split_once(", expected ") {
        Some((what, expected)) => (what, Some(expected)),
        None => (error.message(), None),
    };
    let defect = Defect::new(format!("this is not valid TOML: {what}"));
    let defect = match error.span() {
        Some(span) => {
            let label = expected.map_or_else(|| what.to_owned(), |e| format!("expected {e}"));
            defect.at(span, label)
        }
        None => defect,
    };
    match remedy(text, error) {
        Some(remedy) => defect.help(remedy),
        None => defect,
    }
}

/// What to write instead, for the slips that happen.
fn remedy(text: &str, error: &toml::de::Error) -> Option<String> {
    let written = error
        .span()
        .and_then(|span| text.get(span))
        .map(quoted)
        .unwrap_or_default();
    let message = error.message();
    let says = |part: &str| message.contains(part);
    Some(if says("must be quoted") {
        match written.is_empty() {
            true => "write a value after the `=`".to_owned(),
            false => format!(
                "put text in quotes: `\"{}\"`",
                written.trim_matches(['"', '\''])
            ),
        }
    } else if says("duplicate key") {
        "a key may stand once in its table; remove one of the two".to_owned()
    } else if says("key with no value") {
        "write `key = value`".to_owned()
    } else if says("unquoted key") {
        "a key is of letters, digits, `-` and `_`; `=` and the value follow: `pairs = 50`"
            .to_owned()
    } else if says("missing comma") {
        "separate the values by commas, and close the list with `]`".to_owned()
    } else if says("unclosed table") || says("unclosed array table") {
        "close the header: `[time]` or `[[bot]]`".to_owned()
    } else if says("unclosed array") {
        "close the list with `]`".to_owned()
    } else if says("expected `\"`") {
        "close the text with `\"` on the same line".to_owned()
    } else if says("expected `'`") {
        "close the text with `'` on the same line".to_owned()
    } else if says("recurse") || says("recursion") {
        "the values are nested too deeply; make them flatter".to_owned()
    } else {
        return None;
    })
}
