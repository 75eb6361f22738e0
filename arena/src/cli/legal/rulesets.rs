//! Under which ruleset a position is read: its own word decides, and what the command line gave.

use nardy_rules::{Geometry, Ruleset};

use super::super::Failure;
use super::super::rules::chosen;
use super::super::run::ruleset_ids;
use crate::config::quoted;

/// The rulesets that positions may be read under: the built-in ones, and the one of `--rules`.
///
/// Data name a ruleset by its id. A file is opened for the command line alone.
pub(in crate::cli) struct Rulesets {
    given: Option<Ruleset>,
}

impl Rulesets {
    /// With what `--rules` says: a built-in ruleset's id or the path of a ruleset file.
    pub(in crate::cli) fn new(option: Option<&str>) -> Result<Rulesets, Failure> {
        let given = option.map(chosen).transpose()?;
        Ok(Rulesets {
            given: given.map(|choice| choice.ruleset().clone()),
        })
    }

    /// The one that was given, or else `long`.
    pub(in crate::cli) fn usual(&self) -> Ruleset {
        let usual = self.given.as_ref().or(Ruleset::all().first());
        usual.expect("there are built-in rulesets").clone()
    }

    /// The one with this id.
    pub(super) fn named(&self, id: &str) -> Result<Ruleset, String> {
        match &self.given {
            Some(given) if given.id() == id => Ok(given.clone()),
            _ => Ruleset::by_id(id).ok_or_else(|| self.unknown(id)),
        }
    }

    fn unknown(&self, id: &str) -> String {
        let (id, ids) = (quoted(id), ruleset_ids().join(", "));
        match self.given.as_ref().map(Ruleset::id) {
            Some(given) if Ruleset::by_id(given).is_none() => {
                format!("unknown ruleset `{id}`; there are {ids}, and {given} of --rules")
            }
            _ => format!(
                "unknown ruleset `{id}`; there are {ids}; a ruleset file is given by --rules FILE"
            ),
        }
    }

    /// The one for a position of this geometry: what was given, or else `long` or `short`.
    pub(in crate::cli) fn of(&self, geometry: Geometry) -> Result<Ruleset, String> {
        match &self.given {
            None => self.named(&geometry.to_string()),
            Some(ruleset) if ruleset.geometry() == geometry => Ok(ruleset.clone()),
            Some(ruleset) => Err(format!(
                "column 1: expected `{}` for the ruleset {ruleset}, found `{geometry}`",
                ruleset.geometry()
            )),
        }
    }
}
