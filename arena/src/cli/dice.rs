//! `arena dice`: whether the rolls of a league look like those of fair dice.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::Failure;
use super::print::{print, print_json};
use crate::dice::{DiceError, Dicing, Question, Tested, test_dice};
use crate::report::dice;

/// Test whether the dice of a league were fair
///
/// Counts the rolls in the journal and asks of each seat, and of both together: does every face
/// come equally often, is every sixth roll a double, does a roll depend on the one before? Each
/// answer is a p-value, and one adjusted for all that was asked (Holm). Rolls that both games of a
/// pair share count once. Where the starter plays the dice of the roll-off, that roll is left out.
/// So are games behind the decision of a match's sequential test.
///
/// That the rolls are those of the published keys is for `arena verify` to say.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  arena dice results/winter-20260131-184500
  arena dice --json results/winter-20260131-184500")]
pub(super) struct Audit {
    /// Results folder of a league or a match
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

impl Audit {
    pub(super) fn run(self) -> Result<(), Failure> {
        let dicing = test_dice(&self.folder)?;
        if self.json {
            print_json(&self.as_json(&dicing))
        } else {
            print(&dice(&dicing))
        }
    }

    fn as_json(&self, dicing: &Dicing) -> Value {
        json!({
            "folder": self.folder.to_string_lossy(),
            "pairs": dicing.pairs,
            "dice": dicing.tested.iter().map(tested).collect::<Vec<_>>(),
        })
    }
}

fn tested(tested: &Tested) -> Value {
    let tests = tested.answers.iter().map(|(test, adjusted)| {
        json!({
            "question": match test.question {
                Question::Faces => "faces",
                Question::Doubles => "doubles",
                Question::Succession => "succession",
            },
            "chi_square": test.chi_square,
            "freedom": test.freedom,
            "p": test.p_value,
            "p_adjusted": adjusted,
        })
    });
    json!({
        "source": tested.source,
        "rolls": tested.audit.rolls(),
        "faces": tested.audit.faces(),
        "doubles": tested.audit.doubles(),
        "tests": tests.collect::<Vec<_>>(),
    })
}

impl From<DiceError> for Failure {
    fn from(error: DiceError) -> Failure {
        let message = error.to_string();
        if error.is_environment() {
            Failure::environment(message)
        } else {
            Failure::usage(message)
        }
    }
}
