//! What the JSON reader says, in words for a bot's author and with what to do about it.

use super::malformed::Malformed;
use crate::text;

/// Longest beginning of a remark shown, in characters.
const REMARK_SHOWN_MAX: usize = 60;

/// Why a line was not read: the reader's error, or a remark in place of a message.
pub(super) fn unreadable(line: &str, error: &serde_json::Error) -> Malformed {
    if line.starts_with('\u{FEFF}') {
        return Malformed::ByteOrderMark;
    }
    if !line.is_empty() && !line.starts_with('{') {
        return remark(line);
    }
    let whole = error.to_string();
    let problem = whole.split(" at line ").next().unwrap_or_default();
    let column = error.column();
    if problem == "number out of range" {
        return Malformed::NumberOutOfRange {
            place: format!("the number that ends at column {column}"),
            expected: "a number of at most about 1.8e308",
            found: "a larger one".to_owned(),
        };
    }
    let hint = if error.is_eof() {
        ": write the whole message on one line"
    } else {
        hint(problem).unwrap_or_else(|| hint_for_word(word_at(line, column)))
    };
    Malformed::NotJson {
        column,
        problem: problem.to_owned(),
        hint,
    }
}

/// Why something after the first value is refused; `column` is where it begins.
pub(super) fn trailing(line: &str, column: usize) -> Malformed {
    if !line.starts_with('{') {
        return remark(line);
    }
    let remedy = match line.as_bytes().get(column.saturating_sub(1)) {
        Some(b'{') => "write one object a line, and one line an answer",
        _ => "end the line after the closing brace",
    };
    Malformed::TrailingData { column, remedy }
}

fn remark(line: &str) -> Malformed {
    Malformed::Remark {
        shown: text::visible(line, REMARK_SHOWN_MAX),
    }
}

fn hint(problem: &str) -> Option<&'static str> {
    if problem.contains("surrogate") || problem.contains("hex escape") {
        return Some(": write the character itself in UTF-8, or both halves of a surrogate pair");
    }
    if problem.starts_with("control character") {
        return Some(": write line breaks and tabs inside a text as \\n and \\t");
    }
    (problem == "key must be a string").then_some(": keys stand in double quotes")
}

/// What to do about the usual words of other languages.
fn hint_for_word(word: &str) -> &'static str {
    match word.to_ascii_lowercase().as_str() {
        "nan" | "inf" | "infinity" => {
            ": JSON has no NaN or infinity, write null or leave the key out"
        }
        "true" | "false" | "none" | "nil" | "undefined" => {
            ": JSON writes true, false and null, use a JSON library"
        }
        "'" => ": texts stand in double quotes, use a JSON library",
        _ => "",
    }
}

/// The word around a column, or the single quote that begins there.
fn word_at(line: &str, column: usize) -> &str {
    let at = column.saturating_sub(1);
    if line.as_bytes().get(at) == Some(&b'\'') {
        return "'";
    }
    let is_letter = |byte: &&u8| byte.is_ascii_alphabetic();
    let before = line.as_bytes()[..at.min(line.len())]
        .iter()
        .rev()
        .take_while(is_letter)
        .count();
    let after = line
        .as_bytes()
        .iter()
        .skip(at)
        .take_while(is_letter)
        .count();
    line.get(at - before..at + after).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_around_a_column_is_found_wherever_the_column_points_into_it() {
        let line = r#"{"a":Infinity}"#;
        for column in 6..=13 {
            assert_eq!(word_at(line, column), "Infinity", "column {column}");
        }
        assert_eq!(word_at(line, 1), "");
        assert_eq!(word_at(line, 999), "");
    }
}
