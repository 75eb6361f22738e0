//! Showing what strangers wrote without letting it act.
//!
//! Names, remarks and offending lines may hold terminal codes, marks that turn the reading
//! direction, line breaks or a megabyte of text. [`visible`] writes such characters out as
//! escapes and cuts the rest, so that the result is one line of plain text. It does not guard
//! spreadsheet formulas or markup: that is the business of whoever writes those formats.

use std::fmt::Write as _;

/// What follows a text that was cut.
pub const CUT_MARK: char = '…';

/// At most `max_chars` characters of `text`, escaped; then [`CUT_MARK`] if there were more.
///
/// Time and memory depend on `max_chars`, not on the text's length.
pub fn visible(text: &str, max_chars: usize) -> String {
    let mut shown = String::new();
    let mut rest = text.chars();
    for character in rest.by_ref().take(max_chars) {
        push_visible(&mut shown, character);
    }
    if rest.next().is_some() {
        shown.push(CUT_MARK);
    }
    shown
}

/// Like [`visible`] for bytes that need not be UTF-8: a bad byte is written as `\xFF`.
pub fn visible_bytes(bytes: &[u8], max_chars: usize) -> String {
    // A character takes at most four bytes, so this prefix decides the first `max_chars`.
    let prefix = &bytes[..bytes
        .len()
        .min(max_chars.saturating_mul(4).saturating_add(4))];
    let mut shown = String::new();
    let mut room = max_chars;
    for chunk in prefix.utf8_chunks() {
        for character in chunk.valid().chars() {
            if room == 0 {
                shown.push(CUT_MARK);
                return shown;
            }
            room -= 1;
            push_visible(&mut shown, character);
        }
        for byte in chunk.invalid() {
            if room == 0 {
                shown.push(CUT_MARK);
                return shown;
            }
            room -= 1;
            // Writing into a String cannot fail.
            let _ = write!(shown, "\\x{byte:02X}");
        }
    }
    if prefix.len() < bytes.len() {
        shown.push(CUT_MARK);
    }
    shown
}

/// Whether a character could act on a terminal, a reader's eye or a line-based format.
pub fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{061C}' | '\u{200B}' | '\u{200E}' | '\u{200F}' // marks without width
            | '\u{2028}' | '\u{2029}'                         // line and paragraph separator
            | '\u{202A}'..='\u{202E}'                         // embeddings and overrides
            | '\u{2060}'..='\u{206F}'                         // isolates, invisible operators
            | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'            // byte order mark, annotations
            | '\u{E0000}'..='\u{E007F}') // tags
}

fn push_visible(shown: &mut String, character: char) {
    match character {
        '\n' => shown.push_str("\\n"),
        '\r' => shown.push_str("\\r"),
        '\t' => shown.push_str("\\t"),
        other if is_unsafe(other) => {
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(other));
        }
        other => shown.push(other),
    }
}
