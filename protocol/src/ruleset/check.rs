//! From parameters that somebody wrote to a ruleset that can be played, with everything that is
//! wrong with them.

use std::fmt;

use nardy_rules::{
    Block, BlockCheck, Checkers, Doubles, Geometry, HeadPolicy, Opening, PipCount, Point, Points,
    Roll, RollSet, Ruleset, Variant,
};

use super::{
    BlockName, CheckedName, DoublesName, HeadRolls, HeadRule, OpeningName, PointsByKind,
    RulesetParameters, TravelName, named_head,
};

/// The most points a win may count.
pub const MAX_WIN_POINTS: u32 = 1000;

/// A parameter that can be wrong by its value; the others are wrong in no combination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    /// The head policy.
    Head,
    /// The block rule.
    Block,
    /// How doubles are played.
    Doubles,
    /// The eastern rules.
    Eastern,
    /// What wins count.
    Points,
    /// The start.
    Start,
}

impl Parameter {
    /// The parameter's key.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Parameter::Head => "head",
            Parameter::Block => "block",
            Parameter::Doubles => "doubles",
            Parameter::Eastern => "eastern",
            Parameter::Points => "points",
            Parameter::Start => "start",
        }
    }

    /// What may be written, as JSON has it.
    #[must_use]
    pub const fn allowed(self) -> &'static str {
        match self {
            Parameter::Head => {
                "in geometry `same` fsnr, three, double, blocked, null, or an object of `two_on`, \
                 a list of rolls from 1 to 6, and perhaps `but_one_after`, two rolls of which the \
                 second is in `two_on`; in `opposite` null"
            }
            Parameter::Block => "in geometry `same` passed, home or null; in `opposite` null",
            Parameter::Doubles => "four, or in geometry `same` cascade",
            Parameter::Eastern => "false, or in geometry `opposite` true",
            Parameter::Points => {
                "whole numbers from 1 to 1000: oin, mars not below oin, and perhaps home_mars and \
                 koks, not below mars"
            }
            Parameter::Start => {
                "a list of [point, checkers] with 15 checkers on points 1 to 24, each point once"
            }
        }
    }
}

/// What is wrong with one parameter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{}`: {problem}; allowed: {}", .parameter.key(), .parameter.allowed())]
pub struct ParameterDefect {
    parameter: Parameter,
    problem: String,
}

impl ParameterDefect {
    /// The parameter that is wrong.
    #[must_use]
    pub const fn parameter(&self) -> Parameter {
        self.parameter
    }

    /// What is wrong with it, a sentence without its end.
    #[must_use]
    pub fn problem(&self) -> &str {
        &self.problem
    }
}

/// Everything that keeps parameters from being a ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadParameters(Vec<ParameterDefect>);

impl BadParameters {
    /// The defects, in the order of the parameters; at least one.
    #[must_use]
    pub fn defects(&self) -> &[ParameterDefect] {
        &self.0
    }
}

impl fmt::Display for BadParameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, defect) in self.0.iter().enumerate() {
            let separator = if index > 0 { "\n" } else { "" };
            write!(f, "{separator}{defect}")?;
        }
        Ok(())
    }
}

impl std::error::Error for BadParameters {}

impl RulesetParameters {
    /// The ruleset with these parameters, under this id.
    ///
    /// # Errors
    ///
    /// All parameters that are wrong by themselves, or that do not fit the geometry.
    pub fn ruleset(&self, id: &str) -> Result<Ruleset, BadParameters> {
        let mut checker = Checker {
            geometry: geometry(self.geometry),
            defects: Vec::new(),
        };
        let head = checker.head(self.head.as_ref());
        let block = checker.block(self.block);
        checker.long_or_short_alone(self);
        let points = checker.points(self.points);
        let start = checker.start(&self.start, block);
        match (checker.defects.is_empty(), head, start) {
            (true, Some(head), Some(start)) => Ok(self
                .plain(checker.geometry)
                .named(id, &*self.name)
                .with_head(head)
                .with_block(block)
                .with_points(points)
                .with_start(start)),
            _ => Err(BadParameters(checker.defects)),
        }
    }

    /// A ruleset with the parameters that cannot be wrong.
    fn plain(&self, geometry: Geometry) -> Ruleset {
        base_of(geometry)
            .with_block_check(match self.block_checked {
                CheckedName::EveryMove => BlockCheck::EveryMove,
                CheckedName::TurnEnd => BlockCheck::EndOfTurn,
            })
            .with_doubles(match self.doubles {
                DoublesName::Four => Doubles::Four,
                DoublesName::Cascade => Doubles::Cascade,
            })
            .with_opening(match self.opening {
                OpeningName::RollOff => Opening::RollOff,
                OpeningName::RollOffDice => Opening::RollOffDice,
                OpeningName::WinnerStarts => Opening::WinnerStarts,
                OpeningName::Drawn => Opening::Drawn,
            })
            .with_variant(match self.eastern {
                true => Variant::Eastern,
                false => Variant::Plain,
            })
            .with_pip_count(match self.pips {
                true => PipCount::On,
                false => PipCount::Off,
            })
    }
}

const fn geometry(name: TravelName) -> Geometry {
    match name {
        TravelName::Same => Geometry::Long,
        TravelName::Opposite => Geometry::Short,
    }
}

/// The first built-in ruleset of a geometry, the only parameter without a setter.
fn base_of(geometry: Geometry) -> Ruleset {
    let mut all = Ruleset::all().iter();
    all.find(|ruleset| ruleset.geometry() == geometry)
        .expect("there are built-in rulesets of both geometries")
        .clone()
}

struct Checker {
    geometry: Geometry,
    defects: Vec<ParameterDefect>,
}

impl Checker {
    fn refuse(&mut self, parameter: Parameter, problem: impl Into<String>) {
        let problem = problem.into();
        self.defects.push(ParameterDefect { parameter, problem });
    }

    fn head(&mut self, rule: Option<&HeadRule>) -> Option<HeadPolicy> {
        if rule.is_some() && self.geometry == Geometry::Short {
            self.refuse(
                Parameter::Head,
                "there is no head where the sides travel against each other (R10)",
            );
        }
        match rule {
            None => Some(HeadPolicy::Free),
            Some(HeadRule::Named(name)) => Some(named_head(*name)),
            Some(HeadRule::Rolls(rolls)) => self.listed(rolls),
        }
    }

    fn listed(&mut self, rolls: &HeadRolls) -> Option<HeadPolicy> {
        let exception = rolls.but_one_after;
        let faces = rolls.two_on.iter().chain(exception.iter().flatten());
        let bad = { faces }.find(|[a, b]| Roll::new(*a, *b).is_none());
        if let Some([a, b]) = bad {
            self.refuse(
                Parameter::Head,
                format!("[{a}, {b}] is no roll: the faces of a die are 1 to 6"),
            );
            return None;
        }
        let two_on = RollSet::of(&rolls.two_on);
        let but_one_after = match exception {
            None => None,
            Some([[a, b], [c, d]]) => Some((Roll::new(a, b)?, Roll::new(c, d)?)),
        };
        if let Some((_, own)) = but_one_after
            && !two_on.contains(own)
        {
            let [a, b] = own.faces();
            self.refuse(
                Parameter::Head,
                format!("`but_one_after` takes back [{a}, {b}], which is not in `two_on`"),
            );
        }
        Some(HeadPolicy::Listed {
            two_on,
            but_one_after,
        })
    }

    fn block(&mut self, name: Option<BlockName>) -> Block {
        if name.is_some() && self.geometry == Geometry::Short {
            self.refuse(
                Parameter::Block,
                "there is no block rule where the sides travel against each other (R11)",
            );
        }
        match name {
            None => Block::Free,
            Some(BlockName::Passed) => Block::Passed,
            Some(BlockName::Home) => Block::Home,
        }
    }

    /// The rules of R12, R15 and R16, which one of the geometries has no meaning for.
    fn long_or_short_alone(&mut self, parameters: &RulesetParameters) {
        if parameters.doubles == DoublesName::Cascade && self.geometry == Geometry::Short {
            self.refuse(
                Parameter::Doubles,
                "a cascade is played only where the sides travel the same way round (R12)",
            );
        }
        if parameters.eastern && self.geometry == Geometry::Long {
            self.refuse(
                Parameter::Eastern,
                "the eastern rules are about hitting, so they need sides that travel against each \
                 other (R15, R16)",
            );
        }
    }

    fn points(&mut self, points: PointsByKind) -> Points {
        let kinds = [
            ("oin", Some(points.oin)),
            ("mars", Some(points.mars)),
            ("home_mars", points.home_mars),
            ("koks", points.koks),
        ];
        for (kind, counted) in kinds {
            let range = 1..=MAX_WIN_POINTS;
            if let Some(counted) = counted.filter(|counted| !range.contains(counted)) {
                self.refuse(Parameter::Points, format!("{kind} counts {counted}"));
            }
        }
        let pairs = [(0, 1), (1, 2), (1, 3)];
        for ((less, low), (more, high)) in pairs.map(|(low, high)| (kinds[low], kinds[high])) {
            if let (Some(low), Some(high)) = (low, high)
                && high < low
            {
                self.refuse(
                    Parameter::Points,
                    format!("{more} counts {high}, less than {less}, which counts {low}"),
                );
            }
        }
        Points {
            oin: points.oin,
            mars: points.mars,
            home_mars: points.home_mars,
            koks: points.koks,
        }
    }

    fn start(&mut self, stacks: &[[u8; 2]], block: Block) -> Option<Checkers> {
        match start_checkers(stacks) {
            Ok(checkers) => {
                if let Some(problem) = unplayable_start(checkers, self.geometry, block) {
                    self.refuse(Parameter::Start, problem);
                }
                Some(checkers)
            }
            Err(problem) => {
                self.refuse(Parameter::Start, problem);
                None
            }
        }
    }
}

/// 15 checkers on points of the board (R1), or the first thing that is wrong with them.
fn start_checkers(stacks: &[[u8; 2]]) -> Result<Checkers, String> {
    let mut seen = [false; 25];
    let mut checkers = Vec::new();
    for &[number, count] in stacks {
        let point = Point::new(number).filter(|_| (1..=24).contains(&number));
        let Some(point) = point else {
            return Err(format!("there is no point {number}"));
        };
        if count == 0 {
            return Err(format!("no checker stands on point {number}"));
        }
        if std::mem::replace(&mut seen[usize::from(number)], true) {
            return Err(format!("point {number} is listed twice"));
        }
        checkers.push((point, count));
    }
    let sum: u32 = stacks.iter().map(|stack| u32::from(stack[1])).sum();
    let wrong = |_| format!("there are {sum} checkers instead of 15");
    Checkers::new(checkers).map_err(wrong)
}

/// What keeps two sides that start like this from playing.
fn unplayable_start(start: Checkers, geometry: Geometry, block: Block) -> Option<String> {
    let numbers: Vec<u8> = start.iter().map(|(point, _)| point.number()).collect();
    let holds = |number: u8| numbers.contains(&number);
    let shared = { numbers.iter() }.find(|number| holds(geometry.seen_by_the_other(**number)));
    if let Some(number) = shared {
        let other = geometry.seen_by_the_other(*number);
        return Some(format!(
            "both sides would stand on point {number}, which is {other} for the other side"
        ));
    }
    // R11, along the other side's path, whose own checkers stand as these do.
    let foremost = numbers.iter().min().copied().unwrap_or(25);
    let bound = match block {
        Block::Free => 1,
        Block::Passed => foremost,
        Block::Home if foremost <= 6 => 1,
        Block::Home => 25,
    };
    let mut run = 0;
    for number in 1..bound {
        run = match holds(geometry.seen_by_the_other(number)) {
            true => run + 1,
            false => 0,
        };
        if run == 6 {
            return Some(
                "six points in a row break the block rule from the start (R11)".to_owned(),
            );
        }
    }
    None
}

#[cfg(test)]
mod tests;
