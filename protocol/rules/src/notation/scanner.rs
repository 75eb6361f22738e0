//! A text read sign by sign, with the column that messages name.

use std::ops::RangeInclusive;

use super::NotationError;

/// Most characters of a stranger's text that a message repeats.
const MOST_SHOWN: usize = 20;

/// The rest of a text.
#[derive(Debug)]
pub(super) struct Scanner<'t> {
    rest: &'t str,
    column: usize,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Scanner<'t> {
        Scanner {
            rest: text,
            column: 1,
        }
    }

    /// Where the next sign stands, in characters from 1.
    pub(super) fn column(&mut self) -> usize {
        let next = self.rest.trim_start();
        let blanks = &self.rest[..self.rest.len() - next.len()];
        self.column += blanks.chars().count();
        self.rest = next;
        self.column
    }

    pub(super) fn is_at_end(&mut self) -> bool {
        self.column();
        self.rest.is_empty()
    }

    /// Goes over this word or sign (ASCII), if it comes next.
    pub(super) fn eat(&mut self, word: &str) -> bool {
        self.column();
        let next = self.rest.get(..word.len());
        let found = next.is_some_and(|next| next.eq_ignore_ascii_case(word));
        if found {
            self.advance(word.len());
        }
        found
    }

    /// Goes over a number of this range, if one comes next.
    pub(super) fn number(&mut self, range: RangeInclusive<u8>) -> Option<u8> {
        self.column();
        let digits = self.leading(|c| c.is_ascii_digit());
        let number = digits.parse().ok().filter(|n| range.contains(n))?;
        self.advance(digits.len());
        Some(number)
    }

    /// The error of something else coming next.
    pub(super) fn expected(&mut self, what: &str) -> NotationError {
        let column = self.column();
        if self.rest.is_empty() {
            return NotationError::new(column, format!("expected {what}, found the end"));
        }
        let found: String = self.sign().chars().take(MOST_SHOWN).collect();
        let message = format!("expected {what}, found `{}`", found.escape_debug());
        NotationError::new(column, message)
    }

    /// Goes over so many bytes of ASCII.
    fn advance(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
        self.column += bytes;
    }

    /// The characters of a kind that come next.
    fn leading(&self, kind: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !kind(c)).unwrap_or(self.rest.len());
        &self.rest[..end]
    }

    /// What comes next as people see it: a number, a word or one other character.
    fn sign(&self) -> &'t str {
        match self.rest.chars().next() {
            Some(c) if c.is_ascii_digit() => self.leading(|c| c.is_ascii_digit()),
            Some(c) if c.is_alphabetic() => self.leading(char::is_alphabetic),
            Some(c) => &self.rest[..c.len_utf8()],
            None => "",
        }
    }
}
