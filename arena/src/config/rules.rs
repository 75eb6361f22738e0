//! The ruleset that is played: one of the arena's own, or one from a file.

use std::path::Path;

use nardy_protocol::ruleset::RulesetParameters;
use nardy_rules::Ruleset;

use super::{ConfigError, file, ruleset_file};

/// The ruleset that is played, with all its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesChoice {
    ruleset: Ruleset,
    parameters: RulesetParameters,
    /// The ruleset file's text.
    file: Option<String>,
}

impl RulesChoice {
    /// One of the arena's own rulesets, for example `long`.
    pub fn built_in(id: &str) -> Option<RulesChoice> {
        Ruleset::by_id(id).map(RulesChoice::from)
    }

    /// Whether what somebody wrote for a ruleset is the path of a file, not an id.
    pub fn is_path(text: &str) -> bool {
        text.contains('/') || text.ends_with(".toml")
    }

    /// Reads and checks a ruleset file.
    ///
    /// # Errors
    /// Everything that is wrong with the file or, step by step, with its text.
    pub fn load(path: &Path) -> Result<RulesChoice, ConfigError> {
        RulesChoice::parse(&file::read_text(path)?, path)
    }

    /// Checks a ruleset file's text. `path` names it in messages and, if the text does not, the
    /// ruleset; nothing has to exist there.
    ///
    /// # Errors
    /// All that is wrong with the text's form or, if that is right, with its values.
    pub fn parse(text: &str, path: &Path) -> Result<RulesChoice, ConfigError> {
        let (ruleset, parameters) = ruleset_file::parse(text, path)?;
        Ok(RulesChoice {
            ruleset,
            parameters,
            file: Some(text.to_owned()),
        })
    }

    /// A ruleset that was chosen before, with its parameters and its file's text.
    pub(crate) fn kept(
        ruleset: Ruleset,
        parameters: RulesetParameters,
        file: Option<String>,
    ) -> RulesChoice {
        RulesChoice {
            ruleset,
            parameters,
            file,
        }
    }

    /// The ruleset's id.
    pub fn id(&self) -> &str {
        self.ruleset.id()
    }

    /// What games are played by.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// What bots and results are told of it.
    pub fn parameters(&self) -> &RulesetParameters {
        &self.parameters
    }

    /// The text of the file that it was read from.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }
}

impl From<Ruleset> for RulesChoice {
    fn from(ruleset: Ruleset) -> RulesChoice {
        RulesChoice {
            parameters: RulesetParameters::from(&ruleset),
            ruleset,
            file: None,
        }
    }
}

/// Long nardy, the default of the rules.
impl Default for RulesChoice {
    fn default() -> RulesChoice {
        let default = Ruleset::all().first().cloned();
        RulesChoice::from(default.expect("there are built-in rulesets"))
    }
}
