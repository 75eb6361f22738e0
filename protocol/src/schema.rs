//! JSON Schema of the parts whose Rust types say less than the protocol does: points, dice,
//! boards.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::record::Seat;

/// A whole number from `low` to `high`.
fn integer(low: i64, high: i64) -> Schema {
    json_schema!({ "type": "integer", "minimum": low, "maximum": high })
}

/// An array of exactly `length` items.
fn exactly(length: u32, item: &Schema) -> Schema {
    json_schema!({ "type": "array", "items": item, "minItems": length, "maxItems": length })
}

/// An array of any length.
fn list(item: &Schema) -> Schema {
    json_schema!({ "type": "array", "items": item })
}

fn pair_of_points() -> Schema {
    exactly(2, &integer(0, 25))
}

pub(crate) fn version(_: &mut SchemaGenerator) -> Schema {
    integer(0, u32::MAX.into())
}

pub(crate) fn roll(_: &mut SchemaGenerator) -> Schema {
    exactly(2, &integer(1, 6))
}

pub(crate) fn maybe_roll(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({ "anyOf": [roll(generator), { "type": "null" }] })
}

pub(crate) fn rolls(generator: &mut SchemaGenerator) -> Schema {
    list(&roll(generator))
}

pub(crate) fn maybe_two_rolls(generator: &mut SchemaGenerator) -> Schema {
    let two = exactly(2, &roll(generator));
    json_schema!({ "anyOf": [two, { "type": "null" }] })
}

/// Points with how many checkers stand there.
pub(crate) fn stacks(_: &mut SchemaGenerator) -> Schema {
    let stack = json_schema!({
        "type": "array",
        "prefixItems": [integer(1, 24), integer(1, 15)],
        "minItems": 2,
        "maxItems": 2,
    });
    list(&stack)
}

pub(crate) fn leftover(_: &mut SchemaGenerator) -> Schema {
    let mut dice = list(&integer(1, 6));
    dice.insert("minItems".to_owned(), 1.into());
    dice
}

pub(crate) fn board(_: &mut SchemaGenerator) -> Schema {
    exactly(24, &integer(-15, 15))
}

pub(crate) fn checkers(_: &mut SchemaGenerator) -> Schema {
    exactly(2, &integer(0, 15))
}

pub(crate) fn head(_: &mut SchemaGenerator) -> Schema {
    integer(0, 2)
}

pub(crate) fn moves(_: &mut SchemaGenerator) -> Schema {
    list(&pair_of_points())
}

pub(crate) fn legal(generator: &mut SchemaGenerator) -> Schema {
    list(&moves(generator))
}

impl JsonSchema for Seat {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Seat".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        integer(0, 1)
    }
}
