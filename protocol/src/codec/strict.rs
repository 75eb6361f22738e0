//! A JSON line as a tree in which every key is unique and nothing is too deep.
//!
//! The JSON reader is `serde_json`; this adds what it does not check: duplicate keys, also in
//! fields nobody reads, our own nesting limit, and where in the line it happened.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::explain;
use super::malformed::Malformed;
use crate::limits::MAX_DEPTH;
use crate::text;

/// A JSON value as the line has it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node<'a> {
    Null,
    Bool(bool),
    Unsigned(u64),
    Negative(i64),
    /// Written with a fraction or an exponent, or beyond 64 bits.
    Float(f64),
    Text(Cow<'a, str>),
    Array(Vec<Node<'a>>),
    Object(Fields<'a>),
}

/// An object's fields in the order of the line; keys are unique.
pub(super) type Fields<'a> = Vec<(Cow<'a, str>, Node<'a>)>;

impl From<Node<'_>> for Value {
    fn from(node: Node<'_>) -> Self {
        match node {
            Node::Null => Self::Null,
            Node::Bool(value) => value.into(),
            Node::Unsigned(value) => value.into(),
            Node::Negative(value) => value.into(),
            Node::Float(value) => value.into(),
            Node::Text(value) => value.into_owned().into(),
            Node::Array(items) => Self::Array(items.into_iter().map(Self::from).collect()),
            Node::Object(fields) => Self::Object(
                fields
                    .into_iter()
                    .map(|(key, node)| (key.into_owned(), node.into()))
                    .collect(),
            ),
        }
    }
}

/// A step from a value to one inside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
}

impl From<&str> for Step {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

/// Longest key path shown, in characters.
const PATH_SHOWN_MAX: usize = 80;

/// The path as text, e.g. `moves[1][0]`.
pub(super) fn path_text(path: &[Step]) -> String {
    let mut joined = String::new();
    for step in path {
        match step {
            Step::Index(index) => joined.push_str(&format!("[{index}]")),
            Step::Key(key) if joined.is_empty() => joined.push_str(key),
            Step::Key(key) => {
                joined.push('.');
                joined.push_str(key);
            }
        }
    }
    text::visible(&joined, PATH_SHOWN_MAX)
}

/// Reads a whole line.
pub(super) fn parse(line: &str) -> Result<Node<'_>, Malformed> {
    let trouble = RefCell::new(None);
    let mut reader = serde_json::Deserializer::from_str(line);
    let seed = Seed {
        depth: 0,
        trouble: &trouble,
    };
    match seed.deserialize(&mut reader) {
        Ok(tree) => match reader.end() {
            Ok(()) => Ok(tree),
            Err(error) => Err(explain::trailing(line, error.column())),
        },
        Err(error) => Err(match trouble.into_inner() {
            Some(trouble) => trouble.into_malformed(),
            None => explain::unreadable(line, &error),
        }),
    }
}

/// Trouble the JSON reader does not know, and the path to it, innermost step first.
struct Trouble {
    kind: TroubleKind,
    path: Vec<Step>,
}

enum TroubleKind {
    DuplicateKey,
    TooDeep,
}

impl Trouble {
    fn into_malformed(mut self) -> Malformed {
        self.path.reverse();
        let path = path_text(&self.path);
        match self.kind {
            TroubleKind::DuplicateKey => Malformed::DuplicateKey { path },
            TroubleKind::TooDeep => Malformed::TooDeep { path },
        }
    }
}

/// Reads one value at a depth.
#[derive(Clone, Copy)]
struct Seed<'t> {
    depth: usize,
    trouble: &'t RefCell<Option<Trouble>>,
}

impl Seed<'_> {
    fn inside<E: serde::de::Error>(self) -> Result<Self, E> {
        if self.depth == MAX_DEPTH {
            return Err(self.raise(TroubleKind::TooDeep, Vec::new()));
        }
        Ok(Self {
            depth: self.depth + 1,
            ..self
        })
    }

    fn raise<E: serde::de::Error>(self, kind: TroubleKind, path: Vec<Step>) -> E {
        *self.trouble.borrow_mut() = Some(Trouble { kind, path });
        E::custom("trouble")
    }

    /// Notes on the way out of a nested value where it stood.
    fn note(self, step: impl FnOnce() -> Step) {
        if let Some(trouble) = self.trouble.borrow_mut().as_mut() {
            trouble.path.push(step());
        }
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Node<'de>;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Node<'de>, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Node<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Node<'de>, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node<'de>, E> {
        Ok(Node::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node<'de>, E> {
        Ok(Node::Unsigned(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node<'de>, E> {
        Ok(Node::Negative(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node<'de>, E> {
        Ok(Node::Float(value))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Node<'de>, E> {
        Ok(Node::Text(Cow::Borrowed(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node<'de>, E> {
        Ok(Node::Text(Cow::Owned(value.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node<'de>, A::Error> {
        let inside = self.inside()?;
        let mut items = Vec::new();
        loop {
            match seq.next_element_seed(inside) {
                Ok(Some(item)) => items.push(item),
                Ok(None) => return Ok(Node::Array(items)),
                Err(error) => {
                    self.note(|| Step::Index(items.len()));
                    return Err(error);
                }
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node<'de>, A::Error> {
        let inside = self.inside()?;
        let mut fields = Fields::new();
        while let Some(key) = map.next_key_seed(Key)? {
            match map.next_value_seed(inside) {
                Ok(value) => fields.push((key, value)),
                Err(error) => {
                    self.note(|| Step::Key(key.into_owned()));
                    return Err(error);
                }
            }
        }
        match duplicate(&fields) {
            Some(key) => {
                Err(self.raise(TroubleKind::DuplicateKey, vec![Step::Key(key.to_owned())]))
            }
            None => Ok(Node::Object(fields)),
        }
    }
}

/// Up to this many keys, comparing each with each is faster than hashing them.
const FEW_KEYS: usize = 16;

/// The first key that appeared before.
fn duplicate<'f>(fields: &'f Fields<'_>) -> Option<&'f str> {
    let keys = || fields.iter().map(|(key, _)| key.as_ref());
    if fields.len() <= FEW_KEYS {
        keys()
            .enumerate()
            .find(|(i, key)| keys().take(*i).any(|k| k == *key))
            .map(|(_, key)| key)
    } else {
        let mut seen = HashSet::with_capacity(fields.len());
        keys().find(|key| !seen.insert(*key))
    }
}

/// Reads a key, borrowed from the line where it holds no escapes.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Self::Value, D::Error> {
        reader.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Key {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(value.to_owned()))
    }
}
