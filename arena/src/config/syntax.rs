//! What is wrong with a text that is no TOML, in words for somebody who does not know TOML.

use super::report::{Defect, quoted};

type TomlError = toml::de::Error;

/// Errors after the first few of a broken file mostly follow from these.
const MAX_SHOWN: usize = 3;

/// Quotes that people or their editors put around text.
const QUOTES: [char; 7] = ['"', '\'', '“', '”', '„', '«', '»'];

/// What to do about an error whose message contains the first text.
const REMEDIES: [(&str, &str); 11] = [
    (
        "duplicate key",
        "a key may stand once in its table; remove one of the two",
    ),
    ("key with no value", "write `key = value`"),
    (
        "unquoted key",
        "write `key = value`; a key is of letters, digits, `-` and `_`",
    ),
    (
        "missing comma",
        "put commas between the values, and `]` where the list ends",
    ),
    ("unclosed table", "close the header: `[time]` or `[[bot]]`"),
    (
        "unclosed array table",
        "close the header: `[time]` or `[[bot]]`",
    ),
    (
        "escape",
        "write `\\\\` for one backslash, or put the text in `'…'`",
    ),
    ("leading zero", "write the number without it"),
    (
        "expected `\"`",
        "put `\"` at both ends of the text, on the same line",
    ),
    (
        "expected `'`",
        "put `'` at both ends of the text, on the same line",
    ),
    (
        "recurs",
        "the values are nested too deeply; make them flatter",
    ),
];

/// The first error of each line; what follows on the line is mostly a consequence.
pub(super) fn explain(text: &str, errors: &[TomlError]) -> Vec<Defect> {
    let mut errors: Vec<&TomlError> = errors.iter().collect();
    errors.sort_by_key(|error| start(error));
    if let Some(defect) = unclosed(&errors) {
        return vec![defect];
    }
    let mut begin = 0;
    let mut shown = Vec::new();
    for error in errors {
        // A broken file has an error for every byte, so no line is looked at twice.
        if start(error) >= begin && shown.len() < MAX_SHOWN {
            begin = next_line(text, start(error));
            shown.push(defect(error, remedy(text, error)));
        }
    }
    shown
}

/// The place where a missing bracket first shows; every line after it looks wrong, too.
fn unclosed(errors: &[&TomlError]) -> Option<Defect> {
    let first = errors.first()?;
    let says = |part: &str| errors.iter().any(|error| error.message().contains(part));
    let (what, bracket) = if says("unclosed array, ") {
        ("list", ']')
    } else if says("unclosed inline table") {
        ("table", '}')
    } else {
        return None;
    };
    let defect = Defect::new(format!("this is not valid TOML: a {what} is not closed"))
        .maybe_at(first.span(), format!("the {what} must end before this"))
        .help(format!("write `{bracket}` where it ends"));
    Some(defect)
}

fn start(error: &TomlError) -> usize {
    error.span().map_or(0, |span| span.start)
}

/// Where the line after this place begins.
fn next_line(text: &str, place: usize) -> usize {
    let rest = text.get(place..).unwrap_or_default();
    rest.find('\n').map_or(usize::MAX, |end| place + end + 1)
}

fn defect(error: &TomlError, remedy: Option<String>) -> Defect {
    let (what, expected) = match error.message().split_once(", expected ") {
        Some((what, expected)) => (what, expected),
        None => (error.message(), ""),
    };
    let label = match expected {
        // These help nobody who has not read TOML's grammar.
        "" | "nothing" | "literal string" => String::new(),
        expected => format!("expected {expected}"),
    };
    let defect =
        Defect::new(format!("this is not valid TOML: {what}")).maybe_at(error.span(), label);
    match remedy {
        Some(remedy) => defect.help(remedy),
        None => defect,
    }
}

/// What to write instead, for the slips that happen.
fn remedy(text: &str, error: &TomlError) -> Option<String> {
    let message = error.message();
    if message.contains("must be quoted") {
        let written = error
            .span()
            .and_then(|span| text.get(span))
            .unwrap_or_default();
        return Some(match quoted(written).trim_matches(QUOTES) {
            "" => "write a value after the `=`".to_owned(),
            word => format!("put text in quotes: `\"{word}\"`"),
        });
    }
    let known = REMEDIES.iter().find(|(part, _)| message.contains(part));
    known.map(|(_, remedy)| (*remedy).to_owned())
}
