//! The largest files there may be, made to keep a reader busy: it ends all the same, and what it
//! says fits on a screen or two.

use std::time::{Duration, Instant};

use arena::config::MAX_FILE_BYTES;

use crate::holds;

/// A file is read in a second or two here. What these found took a minute, and more than that on a
/// busier machine.
const LONG: Duration = Duration::from_secs(20);

const SIZE: usize = MAX_FILE_BYTES as usize;

/// A piece as often as it fits into a file, behind a beginning.
fn full(beginning: &str, piece: &str) -> String {
    beginning.to_owned() + &piece.repeat((SIZE - beginning.len()) / piece.len())
}

#[test]
fn a_file_full_of_anything_is_refused_soon_and_in_few_words() {
    for (beginning, piece) in [
        ("", "["),
        ("a=", "["),
        ("a=", "{a="),
        ("", "a."),
        ("", "="),
        ("", "=\n"),
        ("", "\r"),
        ("", "\u{1b}"),
        ("", "🎲"),
        ("a=\"", "\\x"),
        ("a={", "b=1,"),
        ("a=[", "1,"),
        ("", "[[bot]]\n"),
        ("[[bot]]\nname=\"a\"\ncommand=[", "1,"),
        ("pairs=", "9"),
    ] {
        let text = full(beginning, piece);
        let begun = Instant::now();
        let verdicts = [holds::league_file(&text), holds::ruleset_file(&text)];
        let spent = begun.elapsed();
        assert_eq!(verdicts, [holds::Verdict::Refused; 2], "{beginning}{piece}");
        assert!(spent < LONG, "{beginning:?} and {piece:?} take {spent:?}");
    }
}

#[test]
fn a_line_full_of_anything_is_read_or_refused_soon() {
    for piece in [
        "[", "{\"a\":", "\"", "\\", "1", "-", "\u{9b}", "a", "24x15,",
    ] {
        let text = full("", piece);
        let begun = Instant::now();
        holds::answer(text.as_bytes());
        holds::request(text.as_bytes());
        holds::record(&text);
        holds::notation(&text);
        let spent = begun.elapsed();
        assert!(spent < LONG, "{piece:?} takes {spent:?}");
    }
}
