//! Second step: are the values of a readable ruleset file allowed? All defects are told together.

use std::ops::Range;
use std::path::Path;

use nardy_protocol::ruleset::{
    HeadName, HeadRolls, HeadRule, Parameter, ParameterDefect, PointsByKind, RulesetParameters,
};
use nardy_rules::Ruleset;
use serde::de::DeserializeOwned;
use serde_json::json;
use toml::Spanned;

use super::{Draft, HeadDraft, PointsDraft};
use crate::config::report::{Defect, quoted};
use crate::config::suggest::did_you_mean;
use crate::config::{Name, keys};

/// The longest id of a ruleset, in characters.
const MAX_ID_CHARS: usize = 32;

/// In a file, where there is no null: that a rule does not hold.
const FREE: &str = "free";

type Text = Spanned<String>;

/// The ruleset and its parameters, or all that is wrong with the draft.
pub(super) fn check(
    draft: &Draft,
    path: &Path,
) -> Result<(Ruleset, RulesetParameters), Vec<Defect>> {
    let mut checker = Checker {
        draft,
        defects: Vec::new(),
    };
    let id = checker.id(path);
    let base = checker.base();
    let parameters = checker.parameters(base.as_ref());
    let made = match (id, base) {
        (Some(id), Some(_)) => checker.made(&id, parameters),
        _ => None,
    };
    match made {
        Some(made) if checker.defects.is_empty() => Ok(made),
        _ => Err(checker.defects),
    }
}

struct Checker<'d> {
    draft: &'d Draft,
    defects: Vec<Defect>,
}

impl Checker<'_> {
    fn base(&mut self) -> Option<Ruleset> {
        let text = &self.draft.base;
        if let Some(base) = Ruleset::by_id(text.get_ref()) {
            return Some(base);
        }
        let known: Vec<&str> = Ruleset::all().iter().map(Ruleset::id).collect();
        self.unknown("ruleset", text, &known)
    }

    fn id(&mut self, path: &Path) -> Option<String> {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let (id, place) = match &self.draft.id {
            Some(id) => (id.get_ref().as_str(), Some(id.span())),
            None => (&*stem, None),
        };
        let problem = match problem_of_id(id) {
            None => return Some(id.to_owned()),
            Some(problem) => problem,
        };
        let defect = match place {
            Some(place) => Defect::new(problem).at(place, "this id"),
            None => Defect::new(format!(
                "the file's name is the ruleset's id, but {problem}"
            )),
        };
        self.refuse(defect.help(format!(
            "write for example `id = \"my-long\"`: 1 to {MAX_ID_CHARS} letters, digits, `-` and `_`"
        )))
    }

    /// The base's parameters with what the file changes; where it changes something to what is
    /// not allowed, the base's.
    fn parameters(&mut self, base: Option<&Ruleset>) -> RulesetParameters {
        let draft = self.draft;
        let first = &Ruleset::all()[0];
        let base = RulesetParameters::from(base.unwrap_or(first));
        let name = self.name();
        RulesetParameters {
            base: Some(draft.base.get_ref().clone()),
            name: name.unwrap_or(base.name),
            geometry: self.word(
                "geometry",
                draft.geometry.as_ref(),
                &["same", "opposite"],
                base.geometry,
            ),
            head: self.head(base.head),
            block: self.word_or_free(
                "block",
                draft.block.as_ref(),
                &["passed", "home", FREE],
                base.block,
            ),
            block_checked: self.word(
                "time to check blocks",
                draft.block_checked.as_ref(),
                &["every_move", "turn_end"],
                base.block_checked,
            ),
            doubles: self.word(
                "way to play doubles",
                draft.doubles.as_ref(),
                &["four", "cascade"],
                base.doubles,
            ),
            opening: self.word(
                "opening",
                draft.opening.as_ref(),
                &["roll_off", "roll_off_dice", "winner_starts", "drawn"],
                base.opening,
            ),
            eastern: draft.eastern.unwrap_or(base.eastern),
            points: draft.points.as_ref().map_or(base.points, points),
            pips: draft.pips.unwrap_or(base.pips),
            start: draft
                .start
                .as_deref()
                .map_or(base.start, |stacks| stacks.iter().map(small).collect()),
        }
    }

    fn name(&mut self) -> Option<String> {
        let text = self.draft.name.as_ref()?;
        match Name::new(text.get_ref()) {
            Ok(name) => Some(name.to_string()),
            Err(error) => self.refuse(
                Defect::new(format!("this cannot be the ruleset's name: {error}"))
                    .at(text.span(), "this name")
                    .help("a name is one line of 1 to 64 visible characters"),
            ),
        }
    }

    fn head(&mut self, base: Option<HeadRule>) -> Option<HeadRule> {
        let allowed = ["fsnr", "three", "double", "blocked", FREE];
        match &self.draft.head {
            None => base,
            Some(HeadDraft::Named(name)) => {
                let none: Option<HeadName> = None;
                let named = self.word_or_free("head policy", Some(name), &allowed, none);
                named.map(HeadRule::Named)
            }
            Some(HeadDraft::Rolls {
                two_on,
                but_one_after,
            }) => Some(HeadRule::Rolls(HeadRolls {
                two_on: two_on.iter().map(small).collect(),
                but_one_after: but_one_after
                    .as_ref()
                    .map(|pair| pair.each_ref().map(small)),
            })),
        }
    }

    fn word<T: DeserializeOwned>(
        &mut self,
        what: &str,
        text: Option<&Text>,
        allowed: &[&str],
        base: T,
    ) -> T {
        let Some(text) = text else { return base };
        let known = allowed.contains(&text.get_ref().as_str());
        // The protocol reads its own names.
        let value = serde_json::from_value(json!(text.get_ref()))
            .ok()
            .filter(|_| known);
        value
            .or_else(|| self.unknown(what, text, allowed))
            .unwrap_or(base)
    }

    fn word_or_free<T: DeserializeOwned>(
        &mut self,
        what: &str,
        text: Option<&Text>,
        allowed: &[&str],
        base: Option<T>,
    ) -> Option<T> {
        match text {
            Some(text) if text.get_ref() == FREE => None,
            text => self.word(what, text, allowed, base),
        }
    }

    fn unknown<T>(&mut self, what: &str, text: &Text, known: &[&str]) -> Option<T> {
        let word = quoted(text.get_ref());
        let defect = Defect::new(format!("unknown {what} `{word}`"))
            .at(text.span(), format!("no {what} has this name"))
            .help(did_you_mean(&word, known));
        self.refuse(defect)
    }

    /// The ruleset of these parameters; each defect is told where the parameter is written or, if
    /// it is the base's, where the geometry is that it does not go with.
    fn made(
        &mut self,
        id: &str,
        parameters: RulesetParameters,
    ) -> Option<(Ruleset, RulesetParameters)> {
        match parameters.ruleset(id) {
            Ok(ruleset) => {
                // Written as the arena writes it, so that equal rulesets have equal parameters.
                let written = RulesetParameters {
                    base: parameters.base,
                    ..RulesetParameters::from(&ruleset)
                };
                Some((ruleset, written))
            }
            Err(bad) => {
                for defect in bad.defects() {
                    let defect = self.placed(defect);
                    self.defects.push(defect);
                }
                None
            }
        }
    }

    fn placed(&self, defect: &ParameterDefect) -> Defect {
        let key = defect.parameter().key();
        let (place, label) = match (self.place(key), self.place(keys::GEOMETRY.name)) {
            (Some(place), _) => (place, String::new()),
            (None, Some(place)) => (place, format!("does not go with the base's `{key}`")),
            (None, None) => (self.draft.base.span(), String::new()),
        };
        Defect::new(format!("`{key}`: {}", defect.problem()))
            .at(place, label)
            .help(allowed(defect.parameter()))
    }

    fn place(&self, key: &str) -> Option<Range<usize>> {
        let mut places = self.draft.places.iter();
        places
            .find(|(name, _)| name == key)
            .map(|(_, place)| place.clone())
    }

    fn refuse<T>(&mut self, defect: Defect) -> Option<T> {
        self.defects.push(defect);
        None
    }
}

/// What may be written in a file for a parameter that was wrong.
fn allowed(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Head => {
            "with geometry \"opposite\" write `head = \"free\"`; else a name like \"double\", or a \
             table like `head = { two_on = [[3, 3], [6, 2]], but_one_after = [[5, 5], [3, 3]] }`"
        }
        Parameter::Block => {
            "with geometry \"opposite\" write `block = \"free\"`; else \"passed\", \"home\" or \"free\""
        }
        Parameter::Doubles => "write `doubles = \"four\"`",
        Parameter::Eastern => "write `eastern = false`, or `geometry = \"opposite\"`",
        Parameter::Points => {
            "each kind of win counts 1 to 1000, mars not less than oin, home_mars and koks not less \
             than mars"
        }
        Parameter::Start => {
            "list 15 checkers as [point, checkers], each point once, like \
             `start = [[24, 2], [13, 5], [8, 3], [6, 5]]`"
        }
    }
}

fn problem_of_id(id: &str) -> Option<String> {
    let shown = quoted(id);
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if Ruleset::by_id(id).is_some() {
        Some(format!("`{shown}` is the id of a built-in ruleset"))
    } else if id.is_empty() || id.chars().count() > MAX_ID_CHARS || !id.chars().all(plain) {
        Some(format!("`{shown}` cannot be an id"))
    } else {
        None
    }
}

fn points(draft: &PointsDraft) -> PointsByKind {
    let number = |number: i128| u32::try_from(number.max(0)).unwrap_or(u32::MAX);
    PointsByKind {
        oin: number(draft.oin),
        mars: number(draft.mars),
        home_mars: draft.home_mars.map(number),
        koks: draft.koks.map(number),
    }
}

/// Two numbers as bytes; what does not fit is neither a face nor a point and refused as such.
fn small(pair: &[i128; 2]) -> [u8; 2] {
    pair.map(|number| u8::try_from(number.max(0)).unwrap_or(u8::MAX))
}
