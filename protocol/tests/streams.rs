//! A bot's output cut into lines: the streams of `fixtures/streams.jsonl` in any chunks.
#![allow(clippy::unwrap_used)]

mod common;

use std::time::{Duration, Instant};

use common::{bytes, cases, repeated};
use nardy_protocol::codec::{LineBuffer, LineTooLong};
use nardy_protocol::limits::MAX_LINE_BYTES;
use proptest::prelude::*;
use serde_json::Value;

/// What came out of a stream: its lines, and whether one was too long.
#[derive(Debug, PartialEq)]
struct Cut {
    lines: Vec<Vec<u8>>,
    ended: Result<(), LineTooLong>,
}

/// Reads a stream whose pieces arrive one after the other.
fn cut<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Cut {
    let mut lines = Vec::new();
    let ended = feed(pieces, &mut |line| lines.push(line.to_vec()));
    Cut { lines, ended }
}

fn feed<'a>(
    pieces: impl Iterator<Item = &'a [u8]>,
    take: &mut dyn FnMut(&[u8]),
) -> Result<(), LineTooLong> {
    let mut buffer = LineBuffer::new();
    for mut piece in pieces {
        while !piece.is_empty() {
            let count = buffer.push(piece);
            piece = &piece[count..];
            while let Some(line) = buffer.next_line()? {
                take(line);
            }
        }
    }
    while let Some(line) = buffer.finish()? {
        take(line);
    }
    Ok(())
}

fn expected(case: &Value) -> Cut {
    let line = |line: &Value| match line.as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => repeated(line),
    };
    Cut {
        lines: case["lines"].as_array().unwrap().iter().map(line).collect(),
        ended: if case.get("error").is_some() {
            Err(LineTooLong)
        } else {
            Ok(())
        },
    }
}

#[test]
fn every_stream_gives_its_lines_in_chunks_of_any_size() {
    for case in cases("fixtures/streams.jsonl") {
        let stream = bytes(&case);
        for size in [1, 2, 3, 7, 4096, 65_536, usize::MAX] {
            let size = size.min(stream.len()).max(1);
            assert_eq!(
                cut(stream.chunks(size)),
                expected(&case),
                "{}, {size}",
                case["note"]
            );
        }
    }
}

#[test]
fn reading_can_stop_as_soon_as_a_line_exceeds_the_limit() {
    let mut buffer = LineBuffer::new();
    let mut read = 0;
    while buffer.next_line() == Ok(None) {
        let spare = buffer.spare_mut();
        assert!(
            !spare.is_empty(),
            "there is room while the line may still end"
        );
        spare.fill(b'a');
        let count = spare.len();
        buffer.commit(count);
        read += count;
    }
    assert!(read <= MAX_LINE_BYTES + 2 * 4096, "{read}");
}

#[test]
fn memory_stays_bounded_when_nobody_takes_the_lines() {
    let mut buffer = LineBuffer::new();
    let taken: usize = (0..1_000)
        .map(|_| buffer.push(&b"{}\n".repeat(1_000)))
        .sum();
    assert!(taken <= MAX_LINE_BYTES + 4096, "{taken}");
    assert!(buffer.spare_mut().is_empty());
}

#[test]
fn bytes_after_a_line_stay_for_the_next_read() {
    let mut buffer = LineBuffer::new();
    buffer.push(b"{\"a\":1}\n{\"b\"");
    assert_eq!(buffer.next_line(), Ok(Some(&b"{\"a\":1}"[..])));
    assert_eq!(buffer.next_line(), Ok(None));
    buffer.push(b":2}\n");
    assert_eq!(buffer.next_line(), Ok(Some(&b"{\"b\":2}"[..])));
}

#[test]
fn a_line_that_arrives_byte_by_byte_is_scanned_once() {
    let stream = [vec![b'a'; MAX_LINE_BYTES], b"\n".to_vec()]
        .concat()
        .repeat(20);
    let start = Instant::now();
    assert_eq!(cut(stream.chunks(1)).lines.len(), 20);
    // A fraction of a second here; scanning from the line's beginning takes 43e9 looks.
    let spent = start.elapsed();
    assert!(spent < Duration::from_secs(10), "{spent:?}");
}

/// Streams that are rich in line ends, blanks and byte order marks.
fn streams() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just(b"\n".to_vec()),
        Just(b"\r\n".to_vec()),
        Just(b" \t".to_vec()),
        Just(b"\r".to_vec()),
        Just(b"\xEF\xBB\xBF".to_vec()),
        Just(b"\xEF\xBB".to_vec()),
        prop::collection::vec(any::<u8>(), 0..20),
        (MAX_LINE_BYTES - 2..MAX_LINE_BYTES + 3).prop_map(|length| vec![b'x'; length]),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

/// The lines by a plain reading of the specification, the whole stream at hand.
fn by_the_book(stream: &[u8]) -> Cut {
    let stream = stream.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(stream);
    let mut lines = Vec::new();
    for line in stream.split(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > MAX_LINE_BYTES {
            return Cut {
                lines,
                ended: Err(LineTooLong),
            };
        }
        if !line.iter().all(|byte| b" \t\r".contains(byte)) {
            lines.push(line.to_vec());
        }
    }
    Cut {
        lines,
        ended: Ok(()),
    }
}

proptest! {
    #[test]
    fn any_chunks_give_the_same_lines(
        stream in streams(),
        sizes in prop::collection::vec(1_usize..6_000, 1..40),
    ) {
        let mut rest = &stream[..];
        let mut sizes = sizes.into_iter().cycle();
        let pieces = std::iter::from_fn(|| {
            let (piece, after) = rest.split_at(sizes.next()?.min(rest.len()));
            rest = after;
            (!piece.is_empty()).then_some(piece)
        });
        prop_assert_eq!(cut(pieces), by_the_book(&stream));
    }
}
