//! A strict tree to a typed answer, with the key path of whatever does not fit.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;

use serde_json::Value;
use serde_json::json;
use serde_json::value::RawValue;

use super::malformed::Malformed;
use super::strict::{Fields, Node, Step, path_text};
use crate::limits::INFO_MAX_BYTES;
use crate::message::{FromBot, HelloAnswer, MoveAnswer, MovePair, Ready, RequestId};
use crate::text;

const A_TEXT: &str = "a text";
const TEXTS: &str = "an array of texts";
const A_VERSION: &str = "the number of a version, such as 1";
const A_POINT: &str = "an integer from 0 to 25";
const A_PAIR: &str = "a pair [from, to] of integers from 0 to 25";
const PAIRS: &str = "an array of pairs [from, to]";

/// Longest piece of a line shown as found, in characters.
const FOUND_SHOWN_MAX: usize = 40;

/// The answer that the line's tree holds.
pub(super) fn answer(line: &str, tree: Node<'_>) -> Result<FromBot, Malformed> {
    let Node::Object(fields) = tree else {
        return Err(Malformed::NotAnObject {
            found: text::visible(line, FOUND_SHOWN_MAX),
        });
    };
    let mut message = Message { line, fields };
    let kind = message.required("type", "every line names its type")?;
    match message.text(kind, &["type".into()])?.as_ref() {
        "hello" => message.hello().map(FromBot::Hello),
        "ready" => Ok(FromBot::Ready(Ready { id: message.id()? })),
        "move" => message.turn().map(FromBot::Move),
        other => {
            let found = format!("\"{}\"", text::visible(other, FOUND_SHOWN_MAX));
            Err(Malformed::UnknownType { found })
        }
    }
}

/// A message's fields, taken out one by one.
struct Message<'a> {
    line: &'a str,
    fields: Fields<'a>,
}

impl<'a> Message<'a> {
    fn hello(&mut self) -> Result<HelloAnswer, Malformed> {
        let id = self.id()?;
        let protocol = self.required("protocol", "write the version you speak, 1")?;
        let name = self.required("name", "write the program's name")?;
        let rules = self.required("rules", "list the rulesets you play, such as [\"long\"]")?;
        let version = self.optional("version").unwrap_or(Node::Text("".into()));
        let wants = self.optional("wants").unwrap_or(Node::Array(Vec::new()));
        Ok(HelloAnswer {
            id,
            protocol: self.version(&protocol, &["protocol".into()])?,
            name: self.text(name, &["name".into()])?.into_owned(),
            version: self.text(version, &["version".into()])?.into_owned(),
            rules: self.texts(rules, "rules")?,
            wants: self.texts(wants, "wants")?,
        })
    }

    fn turn(&mut self) -> Result<MoveAnswer, Malformed> {
        let id = self.id()?;
        let moves = self.required(
            "moves",
            "list the checker moves in playing order, such as [[24,18]]",
        )?;
        let moves = self.moves(&moves)?;
        Ok(MoveAnswer {
            id,
            moves,
            info: self.optional("info").and_then(kept_info),
        })
    }

    fn id(&mut self) -> Result<RequestId, Malformed> {
        let id = self.required("id", "repeat the id of the request")?;
        Ok(RequestId::new(self.text(id, &["id".into()])?))
    }

    fn optional(&mut self, key: &str) -> Option<Node<'a>> {
        let at = self.fields.iter().position(|(name, _)| name == key)?;
        Some(self.fields.swap_remove(at).1)
    }

    fn required(&mut self, key: &'static str, remedy: &'static str) -> Result<Node<'a>, Malformed> {
        self.optional(key)
            .ok_or(Malformed::MissingKey { key, remedy })
    }

    fn text(&self, node: Node<'a>, path: &[Step]) -> Result<Cow<'a, str>, Malformed> {
        match node {
            Node::Text(text) => Ok(text),
            _ => Err(self.wrong_type(path, A_TEXT)),
        }
    }

    fn texts(&self, node: Node<'a>, key: &'static str) -> Result<Vec<String>, Malformed> {
        let Node::Array(items) = node else {
            return Err(self.wrong_type(&[key.into()], TEXTS));
        };
        let text = |(index, item)| self.text(item, &[key.into(), Step::Index(index)]);
        items
            .into_iter()
            .enumerate()
            .map(|item| text(item).map(Cow::into_owned))
            .collect()
    }

    fn version(&self, node: &Node<'a>, path: &[Step]) -> Result<u32, Malformed> {
        match node {
            Node::Unsigned(value) => u32::try_from(*value).ok(),
            _ => None,
        }
        .ok_or_else(|| self.wrong_integer(node, path, A_VERSION))
    }

    fn moves(&self, node: &Node<'a>) -> Result<Vec<MovePair>, Malformed> {
        let Node::Array(pairs) = node else {
            return Err(self.wrong_type(&["moves".into()], PAIRS));
        };
        pairs
            .iter()
            .enumerate()
            .map(|(index, pair)| self.pair(pair, index))
            .collect()
    }

    fn pair(&self, node: &Node<'a>, index: usize) -> Result<MovePair, Malformed> {
        match node {
            Node::Array(points) if points.len() == 2 => Ok([
                self.point(&points[0], index, 0)?,
                self.point(&points[1], index, 1)?,
            ]),
            _ => Err(self.wrong_type(&["moves".into(), Step::Index(index)], A_PAIR)),
        }
    }

    fn point(&self, node: &Node<'a>, pair: usize, end: usize) -> Result<u8, Malformed> {
        match node {
            Node::Unsigned(point @ 0..=25) => Ok(*point as u8),
            _ => {
                let path = ["moves".into(), Step::Index(pair), Step::Index(end)];
                Err(self.wrong_integer(node, &path, A_POINT))
            }
        }
    }

    fn wrong_type(&self, path: &[Step], expected: &'static str) -> Malformed {
        let remedy = String::new();
        Malformed::WrongType {
            path: path_text(path),
            expected,
            found: self.found(path),
            remedy,
        }
    }

    /// Tells a number out of range from one that is not written as an integer, and both from
    /// what is no number.
    fn wrong_integer(&self, node: &Node<'a>, path: &[Step], expected: &'static str) -> Malformed {
        let (found, path) = (self.found(path), path_text(path));
        let is_plain = !found.contains(['.', 'e', 'E']);
        let remedy = match node {
            Node::Unsigned(_) | Node::Negative(_) => None,
            Node::Float(_) if is_plain => None,
            Node::Float(value) if value.fract() == 0.0 && value.abs() < 1e9 => {
                Some(format!(": write {value:.0}"))
            }
            Node::Float(_) => Some(": write it without a fraction or an exponent".to_owned()),
            Node::Text(text) if text.parse::<u32>().is_ok() => {
                Some(": write it without quotes".to_owned())
            }
            _ => Some(String::new()),
        };
        match remedy {
            None => Malformed::NumberOutOfRange {
                place: format!("`{path}`"),
                expected,
                found,
            },
            Some(remedy) => Malformed::WrongType {
                path,
                expected,
                found,
                remedy,
            },
        }
    }

    /// The line's own text at a path, cut.
    fn found(&self, path: &[Step]) -> String {
        let source = source_at(self.line, path).unwrap_or("something else");
        text::visible(source, FOUND_SHOWN_MAX)
    }
}

/// The piece of the line at a path: read again, because the tree no longer knows `1.0` from
/// `1.00`. Only a line that loses the game pays for it.
fn source_at<'a>(line: &'a str, path: &[Step]) -> Option<&'a str> {
    path.iter().try_fold(line, |source, step| {
        let raw: &'a RawValue = match step {
            Step::Key(key) => serde_json::from_str::<HashMap<String, &'a RawValue>>(source)
                .ok()?
                .remove(key)?,
            Step::Index(index) => serde_json::from_str::<Vec<&'a RawValue>>(source)
                .ok()?
                .into_iter()
                .nth(*index)?,
        };
        Some(raw.get())
    })
}

/// The info as it is kept: nothing for null, a note of its size where that is above the limit.
fn kept_info(node: Node<'_>) -> Option<Value> {
    if node == Node::Null {
        return None;
    }
    let info = Value::from(node);
    let mut size = Size(0);
    serde_json::to_writer(&mut size, &info).expect("a counter takes everything");
    if size.0 > INFO_MAX_BYTES {
        return Some(json!({ "dropped_bytes": size.0 }));
    }
    Some(info)
}

/// Counts what is written to it.
struct Size(usize);

impl io::Write for Size {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
