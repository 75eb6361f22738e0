//! Lines of notation in, boards and turns for people out.

use std::fmt::Write;

use nardy_rules::{NotationError, Situation, TurnList};

use super::Rulesets;

/// The board and the legal turns of one line's situation.
pub(super) fn answer(
    line: &[u8],
    rules: &Rulesets,
    turns: &mut TurnList,
) -> Result<String, String> {
    let situation = read(line)?;
    let ruleset = rules.of(situation.position.geometry())?;
    super::list(&ruleset, &situation, turns)?;
    let mut text = format!("{situation}\n\n{}\n\n", situation.position.drawing());
    text.push_str(&summary(turns));
    for index in 0..turns.len() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {}", turns.turn(index));
    }
    Ok(text)
}

fn read(line: &[u8]) -> Result<Situation, String> {
    let line = std::str::from_utf8(line).map_err(|error| {
        let before = String::from_utf8_lossy(&line[..error.valid_up_to()]);
        format!("column {}: not UTF-8", before.chars().count() + 1)
    })?;
    line.parse()
        .map_err(|error: NotationError| error.to_string())
}

fn summary(turns: &TurnList) -> String {
    let dice = match turns.dice_used() {
        0 => return "no legal move:\n".to_owned(),
        1 => "1 die".to_owned(),
        n => format!("{n} dice"),
    };
    match turns.len() {
        1 => format!("1 legal turn, {dice} used:\n"),
        n => format!("{n} legal turns, one for each end, {dice} used:\n"),
    }
}
