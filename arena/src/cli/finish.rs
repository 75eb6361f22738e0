//! How a league or a match ends: its tables are written, and what they say is shown.

use std::path::Path;

use nardy_protocol::text::visible;

use super::print::print;
use super::run::Question;
use super::{Failure, exit};
use crate::league::{Ending, LeagueError, Secrets};
use crate::plan::Plan;
use crate::report::{counted, self_test, standings, verdict};
use crate::self_test::SelfTest;
use crate::store::{self, Journal, KeyRow, StoreError};
use crate::trial::Trial;

/// Writes the tables and shows the final one.
pub(super) fn finish(
    path: &Path,
    plan: &Plan,
    journal: &mut Journal,
    question: Question,
    played: Result<(Ending, Secrets), LeagueError>,
) -> Result<(), Failure> {
    let shown = visible(&path.to_string_lossy(), 4_000);
    let go_on = format!("; go on with --resume --out {shown}");
    let derived = journal.write_tables();
    let (ending, secrets) = played.map_err(|error| {
        let is_gone = matches!(error, LeagueError::Store(StoreError::Gone(_)));
        let failure = Failure::from(error);
        if is_gone {
            return failure;
        }
        let message = format!("{}\nwhat was played is in {shown}{go_on}", failure.message);
        Failure { message, ..failure }
    })?;
    let tables = derived?;
    // Also a match that was stopped as its test decided.
    let decided = tables.trial.as_ref().and_then(Trial::games);
    let games = journal.len() as u64;
    if decided.is_none() && ending != Ending::Complete {
        let message = format!(
            "stopped after {}; what was played is in {shown}{go_on}",
            counted(games, "game")
        );
        return Err(Failure {
            code: exit::STOPPED,
            message,
        });
    }
    let games = decided.unwrap_or(games);
    let keys = secrets.keys().map(|published| KeyRow {
        pair: published.pair,
        bots: published.bots,
        pair_no: published.pair_no.get(),
        commitment: published.key.commitment(),
        key: published.key.to_hex(),
    });
    store::write_keys(path, keys.take((games / 2) as usize))?;
    let mut text = standings(&tables) + "\n";
    text.extend(tables.trial.as_ref().map(verdict));
    let test = match question {
        Question::SelfTest => Some(copies(journal)?),
        Question::None | Question::Sprt(_) => None,
    };
    let bot = plan.bots().first().map(|bot| bot.name().as_str());
    text.extend(
        test.as_ref()
            .map(|test| self_test(bot.unwrap_or_default(), test)),
    );
    print(&format!(
        "{text}{}; results in {shown}\n",
        counted(games, "game")
    ))?;
    match test {
        Some(test) if !test.passed() => Err(Failure {
            code: exit::FOUND,
            message: String::new(),
        }),
        _ => Ok(()),
    }
}

/// Compares the games of each pair.
fn copies(journal: &Journal) -> Result<SelfTest, StoreError> {
    let mut test = SelfTest::default();
    let mut records = journal.records();
    while let (Some(one), Some(other)) = (records.next(), records.next()) {
        test.count(&[one?, other?]);
    }
    Ok(test)
}
