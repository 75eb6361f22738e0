//! Known inputs, damaged: what readers are fed with.

use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Pieces that have hurt readers: of formats, terminals, Unicode and spreadsheets.
const PIECES: [&str; 48] = [
    "{",
    "}",
    "[",
    "]",
    "[[",
    "\"",
    "'",
    "\"\"\"",
    "\\",
    "\\u",
    "\\ud800",
    "\\u0000",
    ",",
    ":",
    "=",
    "#",
    "-",
    "+",
    "@",
    ".",
    " ",
    "\t",
    "\r",
    "\n",
    "\r\n",
    "\0",
    "\u{1b}[2J",
    "\u{9b}31m",
    "\u{202e}",
    "\u{2028}",
    "\u{feff}",
    "\u{3164}",
    "\u{e0041}",
    "🎲",
    "null",
    "true",
    "NaN",
    "-0",
    "1e9",
    "1e400",
    "0.1",
    "18446744073709551616",
    "-9223372036854775809",
    "x",
    "[bot]\n",
    "=cmd|' /C calc'!A0",
    "{\"$serde_json::private::RawValue\":\"1\"}",
    "[[[[[[[[[[[[[[[[",
];

/// One change of an input.
#[derive(Debug, Clone)]
enum Damage {
    /// So many bytes replaced by others.
    Put(Index, usize, Vec<u8>),
    /// A piece of it once more at another place.
    Again(Index, usize, Index),
    /// A piece of it gone.
    Gone(Index, usize),
    /// Its end gone.
    Cut(Index),
    /// Its end replaced by that of another one.
    Joined(Index, Vec<u8>, Index),
    /// A line put in once more at another's place.
    Line(Index, Index),
    /// A bit flipped.
    Flipped(Index, u8),
}

/// One of the known inputs after up to four changes; some are left as they are.
pub(crate) fn damaged(known: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let damages = prop::collection::vec(damage(known.clone()), 0..5);
    (select(known), damages).prop_map(|(mut bytes, damages)| {
        for damage in damages {
            damage.done_to(&mut bytes);
        }
        bytes
    })
}

/// The same as text; bytes that are none become U+FFFD.
pub(crate) fn damaged_text(known: Vec<String>) -> impl Strategy<Value = String> {
    let known = known.into_iter().map(String::into_bytes).collect();
    damaged(known).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

fn damage(known: Vec<Vec<u8>>) -> impl Strategy<Value = Damage> {
    let place = any::<Index>;
    let piece = prop_oneof![
        4 => select(&PIECES[..]).prop_map(|piece| piece.as_bytes().to_vec()),
        2 => prop::collection::vec(any::<u8>(), 0..4),
        1 => (select(&PIECES[..]), 1_usize..400).prop_map(|(p, times)| p.repeat(times).into_bytes()),
    ];
    prop_oneof![
        6 => (place(), 0_usize..12, piece).prop_map(|(at, gone, piece)| Damage::Put(at, gone, piece)),
        1 => (place(), 1_usize..200, place()).prop_map(|(from, size, to)| Damage::Again(from, size, to)),
        1 => (place(), 1_usize..200).prop_map(|(at, size)| Damage::Gone(at, size)),
        1 => place().prop_map(Damage::Cut),
        1 => (place(), select(known), place()).prop_map(|(at, other, from)| Damage::Joined(at, other, from)),
        1 => (place(), place()).prop_map(|(from, to)| Damage::Line(from, to)),
        1 => (place(), 0_u8..8).prop_map(|(at, bit)| Damage::Flipped(at, bit)),
    ]
}

impl Damage {
    fn done_to(self, bytes: &mut Vec<u8>) {
        let room = bytes.len() + 1;
        let range = |at: usize, size: usize| at..(at + size).min(room - 1);
        match self {
            Damage::Put(at, gone, piece) => {
                bytes.splice(range(at.index(room), gone), piece);
            }
            Damage::Again(from, size, to) => {
                let piece = bytes[range(from.index(room), size)].to_vec();
                let to = to.index(room);
                bytes.splice(to..to, piece);
            }
            Damage::Gone(at, size) => {
                bytes.drain(range(at.index(room), size));
            }
            Damage::Cut(at) => bytes.truncate(at.index(room)),
            Damage::Joined(at, other, from) => {
                bytes.truncate(at.index(room));
                bytes.extend_from_slice(&other[from.index(other.len() + 1)..]);
            }
            Damage::Line(from, to) => {
                let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
                if !lines.is_empty() {
                    lines.insert(to.index(lines.len()), lines[from.index(lines.len())]);
                    *bytes = lines.concat();
                }
            }
            Damage::Flipped(at, bit) => {
                if !bytes.is_empty() {
                    let at = at.index(bytes.len());
                    bytes[at] ^= 1 << bit;
                }
            }
        }
    }
}
