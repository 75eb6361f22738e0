//! JSON values read as they are written, for fields that hold whatever a stranger likes.
//!
//! `serde_json` passes its raw values to itself as an object with a key of its own. Reading a
//! [`Value`], it takes an object with that key for such a message, whoever wrote it, and answers
//! with something else than what stands there. Here every object is what it looks like.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// For `deserialize_with`: any value.
pub(crate) fn value<'de, D>(deserializer: D) -> Result<Value, D::Error>
where
    D: Deserializer<'de>,
{
    Plain::deserialize(deserializer).map(|Plain(value)| value)
}

/// For `deserialize_with`: any value; null is none.
pub(crate) fn optional<'de, D>(deserializer: D) -> Result<Option<Value>, D::Error>
where
    D: Deserializer<'de>,
{
    let Plain(value) = Plain::deserialize(deserializer)?;
    Ok(Some(value).filter(|value| !value.is_null()))
}

/// For `deserialize_with`: an object.
///
/// # Errors
///
/// Anything that is none.
pub fn object<'de, D>(deserializer: D) -> Result<Map<String, Value>, D::Error>
where
    D: Deserializer<'de>,
{
    match Plain::deserialize(deserializer)? {
        Plain(Value::Object(map)) => Ok(map),
        _ => Err(D::Error::custom("expected an object")),
    }
}

/// A value as it is written.
struct Plain(Value);

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader).map(Plain)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(Plain(item)) = seq.next_element()? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some((key, Plain(value))) = map.next_entry()? {
            fields.insert(key, value);
        }
        Ok(Value::Object(fields))
    }
}
