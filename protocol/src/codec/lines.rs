//! A bot's output stream cut into lines, in bounded memory.
//!
//! The owner reads into [`LineBuffer::spare_mut`], says how much with
//! [`LineBuffer::commit`], and takes lines with [`LineBuffer::next_line`] until there is none.

use crate::fault::FaultCode;
use crate::limits::MAX_LINE_BYTES;

/// Most bytes one read may bring.
const READ_CHUNK: usize = 4_096;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A line above [`MAX_LINE_BYTES`]; there is no use in reading on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a line is longer than {MAX_LINE_BYTES} bytes: end every message with a newline and keep \
     `info` short"
)]
pub struct LineTooLong;

impl LineTooLong {
    /// The stable short name of the fault.
    pub fn code(&self) -> &'static str {
        FaultCode::LineTooLong.as_str()
    }
}

/// Cuts a stream into lines: takes LF and CRLF, skips blank lines, drops a byte order mark at
/// the very beginning.
///
/// Holds at most [`MAX_LINE_BYTES`] and one read's bytes, and looks at each byte once however
/// small the pieces are in which it arrives.
///
/// ```
/// use nardy_protocol::codec::LineBuffer;
///
/// let mut lines = LineBuffer::new();
/// lines.push(b"{\"type\":\"ready\"}\r\n\n{\"ty");
/// assert_eq!(lines.next_line().unwrap(), Some(&b"{\"type\":\"ready\"}"[..]));
/// assert_eq!(lines.next_line().unwrap(), None); // the rest waits for more bytes
/// assert_eq!(lines.pending(), b"{\"ty");
/// ```
#[derive(Debug, Default)]
pub struct LineBuffer {
    /// Everything up to `filled` has been read from the stream; the rest is room.
    bytes: Vec<u8>,
    filled: usize,
    /// Where the next line begins.
    start: usize,
    /// Up to here there is no line end after `start`.
    scanned: usize,
    past_beginning: bool,
}

impl LineBuffer {
    /// An empty buffer at the beginning of a stream.
    pub fn new() -> Self {
        Self::default()
    }

    /// Room for the next read.
    ///
    /// Never empty if [`next_line`](Self::next_line) last gave `Ok(None)`; empty while lines
    /// not yet taken fill the buffer, and after [`LineTooLong`].
    pub fn spare_mut(&mut self) -> &mut [u8] {
        self.close_up();
        let room = (MAX_LINE_BYTES + READ_CHUNK)
            .saturating_sub(self.filled)
            .min(READ_CHUNK);
        self.bytes.resize(self.filled + room, 0);
        &mut self.bytes[self.filled..]
    }

    /// Says that the first `count` bytes of the last [`spare_mut`](Self::spare_mut) were read.
    ///
    /// # Panics
    ///
    /// If that is more than there was room for.
    pub fn commit(&mut self, count: usize) {
        assert!(
            count <= self.bytes.len() - self.filled,
            "committed more than was spare"
        );
        self.filled += count;
    }

    /// Copies bytes in, as far as there is room; gives how many that was.
    pub fn push(&mut self, bytes: &[u8]) -> usize {
        let mut taken = 0;
        while taken < bytes.len() {
            let spare = self.spare_mut();
            let count = spare.len().min(bytes.len() - taken);
            if count == 0 {
                break;
            }
            spare[..count].copy_from_slice(&bytes[taken..taken + count]);
            self.commit(count);
            taken += count;
        }
        taken
    }

    /// The next whole line, without its line end.
    ///
    /// # Errors
    ///
    /// [`LineTooLong`], at once when the bytes held cannot become a line any more.
    pub fn next_line(&mut self) -> Result<Option<&[u8]>, LineTooLong> {
        while let Some(end) = self.find_line_end() {
            let line = self.take(end, end + 1);
            if line.len() > MAX_LINE_BYTES {
                return Err(LineTooLong);
            }
            if !is_blank(&self.bytes[line.clone()]) {
                return Ok(Some(&self.bytes[line]));
            }
        }
        let pending = without_return(&self.bytes[self.start..self.filled]);
        if pending.len() > MAX_LINE_BYTES {
            Err(LineTooLong)
        } else {
            Ok(None)
        }
    }

    /// The last line, at the end of the stream, when no line end follows it.
    ///
    /// # Errors
    ///
    /// [`LineTooLong`].
    pub fn finish(&mut self) -> Result<Option<&[u8]>, LineTooLong> {
        if self.find_line_end().is_some() {
            return self.next_line();
        }
        let line = self.take(self.filled, self.filled);
        if line.len() > MAX_LINE_BYTES {
            return Err(LineTooLong);
        }
        Ok(Some(&self.bytes[line]).filter(|line| !is_blank(line)))
    }

    /// What has been read since the last line was taken: the beginning of a line, and perhaps
    /// lines behind it.
    pub fn pending(&self) -> &[u8] {
        &self.bytes[self.start..self.filled]
    }

    fn take(&mut self, end: usize, next: usize) -> std::ops::Range<usize> {
        self.skip_byte_order_mark();
        self.past_beginning = true;
        let start = self.start;
        self.start = next;
        self.scanned = next;
        start..start + without_return(&self.bytes[start..end]).len()
    }

    fn find_line_end(&mut self) -> Option<usize> {
        self.skip_byte_order_mark();
        let found = self.bytes[self.scanned..self.filled]
            .iter()
            .position(|byte| *byte == b'\n');
        match found {
            Some(offset) => Some(self.scanned + offset),
            None => {
                self.scanned = self.filled;
                None
            }
        }
    }

    fn skip_byte_order_mark(&mut self) {
        if self.past_beginning || self.filled < BYTE_ORDER_MARK.len() {
            return;
        }
        self.past_beginning = true;
        if self.bytes[..self.filled].starts_with(BYTE_ORDER_MARK) {
            self.start = BYTE_ORDER_MARK.len();
            self.scanned = self.scanned.max(self.start);
        }
    }

    /// Moves what is left after taken lines to the front.
    fn close_up(&mut self) {
        if self.start > 0 {
            self.bytes.copy_within(self.start..self.filled, 0);
            self.filled -= self.start;
            self.scanned -= self.start;
            self.start = 0;
        }
    }
}

fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
}
