//! `arena verify`: a results folder looked at with a referee's eyes.

use std::path::PathBuf;

use clap::Args;
use nardy_protocol::text::visible;
use serde_json::{Value, json};

use super::print::{print, print_json};
use super::{Failure, exit};
use crate::report::{Checking, counted};
use crate::verify::{Verified, verify};

/// Referee all games of a league again and recompute all its files
///
/// Rolls are made anew from the seed and the keys, every turn is held against the rules, results
/// are worked out again, and every table is derived again and compared byte for byte. Each finding
/// is one line with the file, its line and what should be there. Nothing is changed. What a bot
/// did outside the rules, that it crashed or was too late, is taken as recorded.
///
/// A league that was interrupted is verified as far as it came. One that is being played is
/// refused.
///
/// Exit codes: 0 all is right, 1 something is not, 2 no results folder, 3 the machine failed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  arena verify results/winter-20260131-184500
  arena verify --json results/winter-20260131-184500")]
pub(super) struct Verify {
    /// Results folder of a league or a match
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub(super) fn run(self) -> Result<(), Failure> {
        let mut progress = Checking::new();
        let verified = verify(&self.folder, &mut |done, games| progress.on(done, games));
        progress.finish();
        let verified = verified?;
        if self.json {
            print_json(&self.as_json(&verified))?;
        } else {
            print(&as_text(&verified))?;
        }
        match verified.findings.count() {
            0 => Ok(()),
            _ => Err(Failure {
                code: exit::FOUND,
                message: String::new(),
            }),
        }
    }

    fn as_json(&self, verified: &Verified) -> Value {
        json!({
            "folder": self.folder.to_string_lossy(),
            "league": verified.league,
            "rules": verified.rules,
            "complete": verified.is_complete(),
            "games": {
                "scheduled": verified.scheduled,
                "recorded": verified.recorded,
                "uncounted": verified.uncounted,
                "refereed": verified.refereed,
                "turns": verified.turns,
                "forfeits": verified.forfeits,
            },
            "tables": verified.tables,
            "findings_count": verified.findings.count(),
            "findings": verified.findings.kept(),
            "notes": verified.notes,
        })
    }
}

/// The verification for people.
fn as_text(verified: &Verified) -> String {
    let mut lines = Vec::new();
    if let (Some(league), Some(rules)) = (&verified.league, &verified.rules) {
        lines.push(format!(
            "{league}: {}, played by {rules}",
            counted(verified.to_play(), "game")
        ));
    }
    lines.push(format!(
        "{} re-refereed, {}, {}",
        counted(verified.refereed, "game"),
        counted(verified.turns, "turn"),
        counted(verified.forfeits, "forfeit")
    ));
    lines.push(match &verified.tables[..] {
        [] => "no tables recomputed".to_owned(),
        tables => format!("recomputed, the same: {}", tables.join(", ")),
    });
    lines.extend(verified.notes.iter().map(|note| format!("note: {note}")));
    let findings = &verified.findings;
    lines.extend(findings.kept().iter().map(ToString::to_string));
    let more = findings.count() - findings.kept().len() as u64;
    if more > 0 {
        lines.push(format!("and {} more", counted(more, "finding")));
    }
    lines.push(match (findings.count(), verified.is_complete()) {
        (0, true) => "all is right".to_owned(),
        (0, false) => "what is there is right, but the league is not complete".to_owned(),
        (count, _) => counted(count, "finding"),
    });
    let lines = lines.iter().map(|line| visible(line, 4_000) + "\n");
    lines.collect()
}
