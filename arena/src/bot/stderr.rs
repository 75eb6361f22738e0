//! What a bot wrote to stderr: the beginning, the end and the number of bytes, in bounded memory.

use std::collections::VecDeque;

use super::launch::StderrLimits;

/// The kept part of a bot's stderr.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StderrTail {
    limits: StderrLimits,
    head: Vec<u8>,
    tail: VecDeque<u8>,
    total: u64,
}

impl StderrTail {
    pub(super) fn new(limits: StderrLimits) -> Self {
        Self {
            limits,
            head: Vec::new(),
            tail: VecDeque::new(),
            total: 0,
        }
    }

    /// Takes the next bytes the bot wrote.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let room = self.limits.head - self.head.len();
        let (first, rest) = bytes.split_at(room.min(bytes.len()));
        self.head.extend_from_slice(first);
        let kept = &rest[rest.len().saturating_sub(self.limits.tail)..];
        let excess = (self.tail.len() + kept.len()).saturating_sub(self.limits.tail);
        self.tail.drain(..excess);
        self.tail.extend(kept);
    }

    /// How many bytes the bot wrote in all.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// How many bytes between beginning and end were not kept.
    pub fn omitted(&self) -> u64 {
        self.total - (self.head.len() + self.tail.len()) as u64
    }

    /// The kept bytes as they came, with a line saying how many are missing where some are. A
    /// stranger wrote them: escape them before showing them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut all = self.head.clone();
        if self.omitted() > 0 {
            all.extend_from_slice(format!("\n[{} bytes left out]\n", self.omitted()).as_bytes());
        }
        all.extend(&self.tail);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tail_of(chunks: &[&[u8]]) -> StderrTail {
        let mut tail = StderrTail::new(StderrLimits { head: 4, tail: 3 });
        for chunk in chunks {
            tail.push(chunk);
        }
        tail
    }

    #[test]
    fn a_short_text_is_kept_whole() {
        let tail = tail_of(&[b"ab", b"cdefg"]);
        assert_eq!((tail.to_bytes(), tail.total()), (b"abcdefg".to_vec(), 7));
    }

    #[test]
    fn a_long_text_keeps_its_ends_however_it_is_cut_into_chunks() {
        let whole = tail_of(&[b"abcdefghij"]);
        let bytewise = tail_of(&b"abcdefghij".chunks(1).collect::<Vec<_>>());
        assert_eq!(whole.to_bytes(), b"abcd\n[3 bytes left out]\nhij");
        assert_eq!(
            (bytewise.to_bytes(), bytewise.total()),
            (whole.to_bytes(), 10)
        );
    }

    #[test]
    fn nothing_is_kept_of_a_text_when_the_limits_are_zero() {
        let mut tail = StderrTail::new(StderrLimits { head: 0, tail: 0 });
        tail.push(b"abc");
        assert_eq!((tail.omitted(), tail.total()), (3, 3));
    }
}
