//! A bot's options as JSON, the form in which the bot gets them.

use serde_json::{Map, Number, Value};
use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeTable, DeValue};

use super::report::Defect;

/// A table as a JSON object; what JSON cannot say is added to `defects`.
///
/// The depth is bounded by the TOML parser's own limit.
pub(super) fn object(table: &DeTable<'_>, defects: &mut Vec<Defect>) -> Option<Map<String, Value>> {
    let entries = table
        .iter()
        .map(|(key, entry)| Some((key.get_ref().to_string(), value(entry, defects)?)));
    // Collected twice so that every entry is looked at.
    entries.collect::<Vec<_>>().into_iter().collect()
}

fn value(value: &Spanned<DeValue<'_>>, defects: &mut Vec<Defect>) -> Option<Value> {
    let json = match value.get_ref() {
        DeValue::String(text) => Ok(Value::String(text.to_string())),
        DeValue::Boolean(flag) => Ok(Value::Bool(*flag)),
        DeValue::Integer(number) => integer(number),
        DeValue::Float(number) => float(number),
        DeValue::Datetime(date) => Err(format!("write the date as text: \"{date}\"")),
        DeValue::Table(table) => return object(table, defects).map(Value::Object),
        DeValue::Array(list) => {
            let list: Vec<_> = list
                .iter()
                .map(|entry| self::value(entry, defects))
                .collect();
            return list.into_iter().collect::<Option<_>>().map(Value::Array);
        }
    };
    let help = match json {
        Ok(json) => return Some(json),
        Err(help) => help,
    };
    defects.push(
        Defect::new("this option cannot be sent to a bot: JSON has no such value")
            .at(value.span(), "not a JSON value")
            .help(help),
    );
    None
}

fn integer(number: &DeInteger<'_>) -> Result<Value, String> {
    i64::from_str_radix(number.as_str(), number.radix())
        .map(Value::from)
        .map_err(|_| "whole numbers have at most 64 bits; write it as text".to_owned())
}

fn float(number: &DeFloat<'_>) -> Result<Value, String> {
    let number = number
        .as_str()
        .parse::<f64>()
        .ok()
        .and_then(Number::from_f64);
    number
        .map(Value::Number)
        .ok_or_else(|| "use a finite number, or text".to_owned())
}
