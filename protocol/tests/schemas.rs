//! The JSON Schemas in `spec/schema` are those of the types, and the fixtures keep to them.
//!
//! After a change of the types, `UPDATE_SCHEMAS=1 cargo test -p nardy-protocol --test schemas`
//! writes them anew.
#![allow(clippy::unwrap_used)]

mod common;

use std::{env, fs};

use common::{bytes, cases, path, read, transcripts};
use nardy_protocol::message::{FromBot, ToBot};
use nardy_protocol::record::GameRecord;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

/// The schema of what the arena writes.
fn written<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}

/// The schema of what the arena reads.
fn read_by_arena<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_deserialize();
    settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}

fn compare_or_update(name: &str, schema: &Value) {
    let file = format!("spec/schema/{name}.json");
    let text = serde_json::to_string_pretty(schema).unwrap() + "\n";
    if env::var_os("UPDATE_SCHEMAS").is_some() {
        fs::write(path(&file), &text).unwrap();
    }
    assert!(
        read(&file) == text,
        "{file} is not the schema of the types; see {}",
        file!()
    );
}

#[test]
fn the_schema_files_are_those_of_the_types() {
    compare_or_update("to_bot", &written::<ToBot>());
    compare_or_update("from_bot", &read_by_arena::<FromBot>());
    compare_or_update("record", &written::<GameRecord>());
}

fn validator(schema: &Value) -> jsonschema::Validator {
    jsonschema::draft202012::new(schema).unwrap()
}

fn assert_valid(validator: &jsonschema::Validator, line: &str) {
    let value = serde_json::from_str(line).unwrap();
    if let Err(error) = validator.validate(&value) {
        panic!("{error} at {} in {line}", error.instance_path());
    }
}

#[test]
fn every_transcript_line_keeps_to_its_schema() {
    let (to_bot, from_bot) = (
        validator(&written::<ToBot>()),
        validator(&read_by_arena::<FromBot>()),
    );
    for (_, said) in transcripts() {
        for said in said {
            assert_valid(
                if said.from == "arena" {
                    &to_bot
                } else {
                    &from_bot
                },
                &said.line,
            );
        }
    }
}

#[test]
fn every_record_keeps_to_its_schema() {
    let record = validator(&written::<GameRecord>());
    for line in read("fixtures/records.jsonl").lines() {
        assert_valid(&record, line);
    }
}

#[test]
fn every_good_answer_keeps_to_its_schema() {
    let from_bot = validator(&read_by_arena::<FromBot>());
    for case in cases("fixtures/answers_good.jsonl") {
        assert_valid(&from_bot, std::str::from_utf8(&bytes(&case)).unwrap());
    }
}

#[test]
fn a_bad_answer_that_is_json_breaks_the_schema_too() {
    let from_bot = validator(&read_by_arena::<FromBot>());
    let mut refused = 0;
    for case in cases("fixtures/answers_bad.jsonl") {
        let schema_sees_it = [
            "missing_key",
            "unknown_type",
            "wrong_type",
            "number_out_of_range",
        ]
        .contains(&case["code"].as_str().unwrap());
        // A schema cannot tell 1.0 and 1e1 from integers, nor -0 from 0.
        let same_to_a_schema = ["1.0", "an exponent", "a version as 1.0", "minus zero"]
            .contains(&case["note"].as_str().unwrap());
        let Ok(value) = serde_json::from_slice(&bytes(&case)) else {
            continue;
        };
        if schema_sees_it && !same_to_a_schema {
            assert!(!from_bot.is_valid(&value), "{case}");
            refused += 1;
        }
    }
    assert!(refused >= 30, "{refused}");
}

#[test]
fn a_schema_refuses_boards_dice_and_points_beyond_the_game() {
    let to_bot = validator(&written::<ToBot>());
    let turn = transcripts()
        .into_iter()
        .flat_map(|(_, said)| said)
        .find(|said| said.line.contains("\"head\"") && said.line.contains("\"dice\":[3,6]"))
        .unwrap();
    let turn: Value = serde_json::from_str(&turn.line).unwrap();
    assert!(to_bot.is_valid(&turn));
    for (key, value) in [
        ("/board/0", 16.into()),
        ("/bar/1", (-1).into()),
        ("/off", serde_json::json!([0, 0, 0])),
        ("/dice/0", 7.into()),
        ("/opponent_first_roll", 5.into()),
        ("/head", 3.into()),
        ("/turn", (-1).into()),
    ] {
        let mut changed = turn.clone();
        *changed.pointer_mut(key).unwrap() = value;
        assert!(!to_bot.is_valid(&changed), "{key} in {changed}");
    }
}
