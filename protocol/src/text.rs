//! Showing what strangers wrote without letting it act.
//!
//! Names, remarks and offending lines may hold terminal codes, marks that turn the reading
//! direction, line breaks or a megabyte of text. [`visible`] writes such characters out as
//! escapes and cuts the rest, so that the result is one line of plain text. It does not guard
//! spreadsheet formulas or markup: that is the business of whoever writes those formats.

use std::ffi::OsStr;

/// What follows a text that was cut.
pub const CUT_MARK: char = '…';

/// At most `max_chars` characters of `text`, escaped; then [`CUT_MARK`] if there were more.
///
/// Time and memory depend on `max_chars`, not on the text's length.
///
/// ```
/// use nardy_protocol::text::visible;
///
/// assert_eq!(visible("red \u{1b}[31m\n", 40), r"red \u{1b}[31m\n");
/// assert_eq!(visible("a long remark", 6), "a long…");
/// ```
pub fn visible(text: &str, max_chars: usize) -> String {
    show(text.chars().map(Ok), max_chars)
}

/// Like [`visible`] for bytes that need not be UTF-8: a bad byte is written as `\xFF`.
pub fn visible_bytes(bytes: &[u8], max_chars: usize) -> String {
    // A character takes at most four bytes, so this much decides all that is shown.
    let enough = max_chars
        .saturating_mul(4)
        .saturating_add(4)
        .min(bytes.len());
    let units = bytes[..enough].utf8_chunks().flat_map(|chunk| {
        let bad = chunk.invalid().iter().copied().map(Err);
        chunk.valid().chars().map(Ok).chain(bad)
    });
    show(units, max_chars)
}

/// Bytes as lower-case hexadecimal digits, two for each.
///
/// ```
/// assert_eq!(nardy_protocol::text::hex(&[0x0a, 0xf7]), "0af7");
/// ```
pub fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

/// A path, or another text of the system's, whole and on one line.
pub fn visible_path(path: impl AsRef<OsStr>) -> String {
    visible_bytes(path.as_ref().as_encoded_bytes(), usize::MAX)
}

/// Shows characters and bad bytes.
fn show(mut units: impl Iterator<Item = Result<char, u8>>, max: usize) -> String {
    let mut shown = String::new();
    for unit in units.by_ref().take(max) {
        match unit {
            Ok('\n') => shown.push_str("\\n"),
            Ok('\r') => shown.push_str("\\r"),
            Ok('\t') => shown.push_str("\\t"),
            Ok(character) if is_unsafe(character) => {
                shown.push_str(&format!("\\u{{{:x}}}", u32::from(character)));
            }
            Ok(character) => shown.push(character),
            Err(byte) => shown.push_str(&format!("\\x{byte:02X}")),
        }
    }
    if units.next().is_some() {
        shown.push(CUT_MARK);
    }
    shown
}

/// A JSON text that can be printed: unsafe characters in its texts are written as `\u` escapes,
/// and it reads as the same value.
///
/// Line ends stay, for a JSON text has them between its values alone.
///
/// ```
/// use nardy_protocol::text::printable_json;
///
/// assert_eq!(printable_json("[\"\u{9b}2J\"]"), r#"["\u009b2J"]"#);
/// ```
pub fn printable_json(json: &str) -> String {
    let mut printable = String::with_capacity(json.len());
    let mut rest = json;
    while let Some((at, character)) = rest.char_indices().find(|(_, c)| acts_in_json(*c)) {
        printable.push_str(&rest[..at]);
        for unit in character.encode_utf16(&mut [0; 2]) {
            printable.push_str(&format!("\\u{unit:04x}"));
        }
        rest = &rest[at + character.len_utf8()..];
    }
    printable.push_str(rest);
    printable
}

fn acts_in_json(character: char) -> bool {
    is_unsafe(character) && !matches!(character, '\n' | '\r' | '\t')
}

/// Whether a character could act on a terminal, a reader's eye or a line-based format.
///
/// These are the control characters, the line and paragraph separators, and what Unicode lets
/// programs leave out when they show a text (`Default_Ignorable_Code_Point`): marks without
/// width, of the reading direction, tags. The joiners and the variation selectors are of the
/// latter, too, but scripts and emoji need them.
pub fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{180E}'      // marks without width
            | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{FEFF}'
            | '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}'    // letters that are blank
            | '\u{17B4}' | '\u{17B5}'
            | '\u{2028}' | '\u{2029}'                          // line, paragraph separator
            | '\u{202A}'..='\u{202E}'                          // embeddings and overrides
            | '\u{2060}'..='\u{206F}'                          // isolates, invisible operators
            | '\u{FFF0}'..='\u{FFFB}'                          // annotations
            | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E00FF}' | '\u{E01F0}'..='\u{E0FFF}') // tags
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn terminal_codes_and_line_breaks_are_written_out() {
        assert_eq!(
            visible("\u{1b}[31mred\u{7f}\u{9b}", 99),
            r"\u{1b}[31mred\u{7f}\u{9b}"
        );
        assert_eq!(visible("a\r\n\tb\0", 99), r"a\r\n\tb\u{0}");
    }

    #[test]
    fn marks_that_turn_or_hide_text_are_written_out() {
        assert_eq!(visible("\u{202e}evil\u{2066}", 99), r"\u{202e}evil\u{2066}");
        assert_eq!(
            visible("a\u{200b}b\u{feff}\u{2028}", 99),
            r"a\u{200b}b\u{feff}\u{2028}"
        );
    }

    #[test]
    fn what_a_terminal_may_leave_out_is_written_out() {
        // A name of nothing that is seen, and one that is seen as another.
        assert_eq!(visible("\u{3164}", 99), r"\u{3164}");
        assert_eq!(visible("pi\u{ad}ps\u{e0041}", 99), r"pi\u{ad}ps\u{e0041}");
    }

    #[test]
    fn a_path_is_shown_whole_in_harmless_characters() {
        let long = "folder/".repeat(900);
        assert_eq!(visible_path(&long), long);
        let path = visible_path("a\u{1b}[2J\n\u{202e}/дом");
        assert_eq!(path, r"a\u{1b}[2J\n\u{202e}/дом");
    }

    #[test]
    fn printable_json_is_the_same_value_in_harmless_characters() {
        let value = serde_json::json!({ "\u{202e}": ["\u{1b}\n\u{7f}\u{e0001}", "нарды 🎲"] });
        let text = serde_json::to_string_pretty(&value).unwrap();
        let printable = printable_json(&text);
        assert_eq!(
            printable,
            "{\n  \"\\u202e\": [\n    \"\\u001b\\n\\u007f\\udb40\\udc01\",\n    \"нарды 🎲\"\n  ]\n}"
        );
        let read: serde_json::Value = serde_json::from_str(&printable).unwrap();
        assert_eq!(read, value);
    }

    #[test]
    fn letters_of_any_script_stay_as_they_are() {
        assert_eq!(
            visible("нарды 囲碁 é \\ \"x\" 👩\u{200d}🔬 ❤\u{fe0f}", 99),
            "нарды 囲碁 é \\ \"x\" 👩\u{200d}🔬 ❤\u{fe0f}"
        );
    }

    #[test]
    fn a_text_is_cut_on_a_character_and_marked_only_when_something_is_left_out() {
        assert_eq!(visible("голова", 6), "голова");
        assert_eq!(visible("голова", 5), "голов…");
        assert_eq!(visible("голова", 0), "…");
        assert_eq!(visible("", 0), "");
    }

    #[test]
    fn bad_bytes_are_shown_in_hex_between_good_text() {
        assert_eq!(visible_bytes(b"a\xFFb\xD0", 99), r"a\xFFb\xD0");
        assert_eq!(visible_bytes("дом".as_bytes(), 99), "дом");
    }

    #[test]
    fn a_cut_between_bytes_never_shows_half_a_character() {
        let text = "🎲".repeat(100);
        for max in 0..20 {
            assert_eq!(visible_bytes(text.as_bytes(), max), visible(&text, max));
        }
    }
}
