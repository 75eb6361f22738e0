//! `arena new`: a first bot to start from.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;
use nardy_protocol::text::visible_path;

use super::Failure;
use super::print::print;
use crate::starter::{LANGUAGES, StarterError, write};

/// Write a bot to start from, with a league file and a README
///
/// The bot is one short file without dependencies, plays all rulesets, and passes `arena check`.
/// The folder must be empty, or not be there yet.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  arena new mine --lang python
  arena new ../bots/mine --lang rust")]
pub(super) struct New {
    /// Folder for the bot
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The language that it is written in
    #[arg(long, value_name = "LANGUAGE",
        value_parser = PossibleValuesParser::new(LANGUAGES.map(|language| language.name)))]
    lang: String,
}

impl New {
    pub(super) fn run(self) -> Result<(), Failure> {
        let language = LANGUAGES.iter().find(|language| language.name == self.lang);
        let language = language.ok_or_else(|| Failure::usage("there is no such language"))?;
        let files = write(&self.folder, language)?;
        let folder = visible_path(&self.folder);
        let mut lines = vec![
            format!("{} are in {folder}", files.join(", ")),
            String::new(),
            format!("  cd {}", for_a_shell(&self.folder)),
        ];
        if !language.build.is_empty() {
            lines.push(format!("  {}", language.build.join(" ")));
        }
        lines.push(format!("  arena check -- {}", language.run.join(" ")));
        lines.push("  arena league league.toml".to_owned());
        print(&(lines.join("\n") + "\n"))
    }
}

/// A folder as a shell's `cd` reads it. One whose name a terminal may not be shown stays escaped.
fn for_a_shell(folder: &Path) -> String {
    let shown = visible_path(folder);
    let quoted = shlex::try_quote(&shown).map_or_else(|_| shown.clone(), Cow::into_owned);
    if shown.starts_with('-') {
        format!("-- {quoted}")
    } else {
        quoted
    }
}

impl From<StarterError> for Failure {
    fn from(error: StarterError) -> Failure {
        let message = error.to_string();
        match error {
            StarterError::NotEmpty { .. } => Failure::usage(message),
            StarterError::Refused { .. } => Failure::environment(message),
        }
    }
}
