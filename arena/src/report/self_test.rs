//! What came of a bot's games against its copy, for people.

use nardy_protocol::text::visible;

use super::table::NAME_SHOWN;
use super::{counted, thousands};
use crate::self_test::{Parting, SelfTest};

/// Characters of moves that are shown.
const MOVES_SHOWN: usize = 120;

/// The result in words, with a line feed at the end of each sentence.
#[must_use]
pub fn self_test(bot: &str, test: &SelfTest) -> String {
    let bot = visible(bot, NAME_SHOWN);
    let pairs = thousands(test.pairs);
    let mut lines = Vec::new();
    if test.passed() {
        lines.push(format!(
            "self-test passed: {bot} and its copy split every pair: {pairs} of {pairs}, each \
             pair's two games the same turn by turn"
        ));
    } else if test.parted == 0 {
        lines.push(format!(
            "self-test failed: {bot} and its copy played alike, but not every game came to its end"
        ));
    } else {
        lines.push(format!(
            "self-test failed: {bot} and its copy split {} of {pairs} pairs; the two games parted \
             in {} of {pairs}",
            thousands(test.split),
            thousands(test.parted)
        ));
    }
    if let Some(first) = &test.first {
        lines.push(parting(first));
        lines.push(format!(
            "{bot} is not deterministic, or its moves depend on something besides the position, \
             the dice and its seed: time, a request's id, a bot's name, or games played before"
        ));
    }
    if test.forfeits > 0 {
        let forfeits = counted(test.forfeits, "game");
        lines.push(format!("{forfeits} ended by a forfeit"));
    }
    lines.join("\n") + "\n"
}

fn parting(first: &Parting) -> String {
    let Parting { pair, turn, .. } = first;
    let played = first.played.each_ref().map(|played| {
        let bot = played.bot.as_ref();
        let bot = bot.map_or_else(String::new, |bot| format!("{} ", visible(bot, NAME_SHOWN)));
        let what = visible(&played.what, MOVES_SHOWN);
        format!("in game {} {bot}{what}", played.game)
    });
    format!("first in pair {pair}, turn {turn}: {}", played.join(", "))
}
