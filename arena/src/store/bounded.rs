//! Reading what anybody may have changed since the arena wrote it, in bounded memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::OFlags;

/// Most bytes of a file that is read as a whole.
pub(super) const FILE_MAX: u64 = 16 << 20;

/// Opens what must be a file. Anything else that has its name, such as a folder or a pipe, which
/// might keep its reader waiting for ever, is taken for no file.
///
/// # Errors
///
/// If there is no such file, or it cannot be opened.
pub(super) fn open_file(path: &Path) -> io::Result<File> {
    let file = File::options()
        .read(true)
        .custom_flags(OFlags::NONBLOCK.bits() as i32)
        .open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::new(io::ErrorKind::NotFound, "it is no file")),
    }
}

/// A whole file.
///
/// # Errors
///
/// If it cannot be read, or has more than [`FILE_MAX`] bytes.
pub(super) fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_file(path)?
        .take(FILE_MAX + 1)
        .read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        length if length > FILE_MAX => Err(too_long(FILE_MAX)),
        _ => Ok(bytes),
    }
}

fn too_long(most: u64) -> io::Error {
    let why = format!("it has more than {most} bytes, which the arena never writes");
    io::Error::new(io::ErrorKind::FileTooLarge, why)
}

/// The whole lines of a file, each of which takes no more memory than a bound.
#[derive(Debug)]
pub(super) struct BoundedLines<R> {
    reader: BufReader<R>,
    most: u64,
    line: Vec<u8>,
}

/// A line that has more bytes than it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooLong(u64);

/// A line's bytes, if it has no more than it may.
pub(super) type Bounded<'l> = Result<&'l [u8], TooLong>;

impl std::fmt::Display for TooLong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the line has more than {} bytes", self.0)
    }
}

impl<R: Read> BoundedLines<R> {
    /// The lines of a reader, of at most so many bytes with their line ends.
    pub(super) fn of(reader: R, most: u64) -> BoundedLines<R> {
        BoundedLines {
            reader: BufReader::new(reader),
            most,
            line: Vec::new(),
        }
    }

    /// The length of the next line and, unless it is too long, its bytes, line end included. None
    /// when there is no more line end: what follows the last one is no line.
    pub(super) fn next_line(&mut self) -> io::Result<Option<(u64, Bounded<'_>)>> {
        let mut length = 0;
        loop {
            self.line.clear();
            let mut part = (&mut self.reader).take(self.most);
            length += part.read_until(b'\n', &mut self.line)? as u64;
            match self.line.last() {
                None => return Ok(None),
                Some(b'\n') if length <= self.most => return Ok(Some((length, Ok(&self.line)))),
                Some(b'\n') => return Ok(Some((length, Err(TooLong(self.most))))),
                // It goes on, or the file ends here, which the next part tells.
                Some(_) => {}
            }
        }
    }
}

/// A reader that gives no more than so many bytes until it is told that it may go on.
#[derive(Debug)]
pub(super) struct Rationed<R> {
    reader: R,
    ration: u64,
    left: u64,
}

impl<R> Rationed<R> {
    pub(super) fn new(reader: R, ration: u64) -> Rationed<R> {
        Rationed {
            reader,
            ration,
            left: ration,
        }
    }

    /// Lets as many bytes be read as in the beginning.
    pub(super) fn go_on(&mut self) {
        self.left = self.ration;
    }

    pub(super) fn get_ref(&self) -> &R {
        &self.reader
    }
}

/// Whether an error is that of a [`Rationed`] reader or of [`read_whole`].
pub(super) fn is_too_long(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::FileTooLarge
}

impl<R: Read> Read for Rationed<R> {
    fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(too_long(self.ration));
        }
        let most = usize::try_from(self.left).unwrap_or(usize::MAX);
        let most = most.min(space.len());
        let count = self.reader.read(&mut space[..most])?;
        self.left -= count as u64;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// The lines, and where the last one ends.
    fn lines(text: &str) -> (Vec<Option<String>>, u64) {
        let mut reader = BoundedLines::of(text.as_bytes(), 4);
        let (mut found, mut end) = (Vec::new(), 0);
        while let Some((length, line)) = reader.next_line().unwrap() {
            found.push(
                line.ok()
                    .map(|line| String::from_utf8(line.to_vec()).unwrap()),
            );
            end += length;
        }
        (found, end)
    }

    #[test]
    fn a_line_that_is_too_long_is_passed_over_and_the_next_is_read() {
        let some = |text: &str| Some(text.to_owned());
        for (text, expected, end) in [
            ("", vec![], 0),
            ("abc\n", vec![some("abc\n")], 4),
            ("abcd\n", vec![None], 5),
            ("abcdefghijkl\nx\n", vec![None, some("x\n")], 15),
            ("abcdefg\nx\n", vec![None, some("x\n")], 10),
            ("x\n\ny\n", vec![some("x\n"), some("\n"), some("y\n")], 5),
            ("x\nabcd", vec![some("x\n")], 2),
            ("x\nabcdefgh", vec![some("x\n")], 2),
        ] {
            assert_eq!(lines(text), (expected, end), "{text:?}");
        }
    }

    #[test]
    fn a_rationed_reader_stops_until_it_may_go_on() {
        let mut reader = Rationed::new(&b"abcdefgh"[..], 3);
        let mut space = [0; 8];
        assert_eq!(reader.read(&mut space).unwrap(), 3);
        assert!(is_too_long(&reader.read(&mut space).unwrap_err()));
        reader.go_on();
        assert_eq!(reader.read(&mut space[..2]).unwrap(), 2);
        assert_eq!(reader.read(&mut space).unwrap(), 1);
        assert!(reader.read(&mut space).is_err());
        reader.go_on();
        assert_eq!(reader.read(&mut space).unwrap(), 2);
        assert_eq!(reader.read(&mut space).unwrap(), 0);
    }

    #[test]
    fn a_file_is_read_as_a_whole_up_to_the_bound() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let file = File::create(&path).unwrap();
        file.set_len(FILE_MAX).unwrap();
        assert_eq!(read_whole(&path).unwrap().len() as u64, FILE_MAX);
        file.set_len(1 << 40).unwrap();
        assert!(is_too_long(&read_whole(&path).unwrap_err()));
    }
}
