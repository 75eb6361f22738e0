//! The sequential test that may end a match: as the command line asks for it, and as the plan
//! keeps it.

use std::fmt;

use arena_statistics::{ErrorRates, Hypotheses, Measure, Sprt, SprtError, Unit};
use nardy_rules::Ruleset;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::config::quoted;

/// What the hypotheses are about; the names are those of the keys, without their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtScale {
    /// Elo of the mean score per game.
    Elo,
    /// Normalised Elo.
    Nelo,
    /// Points per game.
    Points,
}

impl SprtScale {
    const ALL: [SprtScale; 3] = [SprtScale::Elo, SprtScale::Nelo, SprtScale::Points];

    /// How the keys begin.
    const fn key(self) -> &'static str {
        match self {
            SprtScale::Elo => "elo",
            SprtScale::Nelo => "nelo",
            SprtScale::Points => "points",
        }
    }

    /// The scale in words, behind a number.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            SprtScale::Elo => "Elo",
            SprtScale::Nelo => "normalised Elo",
            SprtScale::Points => "points per game",
        }
    }
}

/// A sequential test of the first bot's strength against the second.
///
/// Its numbers have few enough digits that JSON gives them back exactly.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SprtPlan {
    /// What the hypotheses are about.
    pub scale: SprtScale,
    /// The lower hypothesis.
    pub h0: f64,
    /// The higher one.
    pub h1: f64,
    /// How often H1 may be accepted though H0 holds.
    pub alpha: f64,
    /// How often H0 may be accepted though H1 holds.
    pub beta: f64,
}

/// Why `--sprt` asks for no test.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum SprtPlanError {
    /// Not `KEY=NUMBER`.
    #[error(
        "--sprt: `{0}` is not like elo1=20; write it as in --sprt elo0=0 elo1=20, behind the bots"
    )]
    Form(String),
    /// A key that there is not.
    #[error(
        "--sprt: there is no `{0}`; it takes elo0 and elo1 (or nelo0 and nelo1, or points0 and \
         points1), alpha and beta"
    )]
    Key(String),
    /// A number that there is not.
    #[error("--sprt: {key} is `{there}`; give a number like 20 or 0.05, of at most 6 decimals")]
    Number {
        /// The key.
        key: String,
        /// What stands there, escaped.
        there: String,
    },
    /// A key twice.
    #[error("--sprt: {0} is there twice; give it once")]
    Twice(String),
    /// A hypothesis is missing.
    #[error("--sprt: {0} is missing; give both hypotheses, as in --sprt elo0=0 elo1=20")]
    Missing(String),
    /// Hypotheses on two scales.
    #[error("--sprt: {0} and {1} are on two scales; give both hypotheses on one, as elo0 and elo1")]
    Scales(String, String),
    /// H1 is not above H0.
    #[error("--sprt: {key}1 is {h1} and {key}0 is {h0}; {key}1 must be the greater one")]
    Order {
        /// How the keys begin.
        key: &'static str,
        /// H0.
        h0: f64,
        /// H1.
        h1: f64,
    },
    /// An error rate that leaves nothing to decide.
    #[error("--sprt: {key} is {rate}; give a number above 0 and below 0.5, like 0.05")]
    Rate {
        /// The key.
        key: &'static str,
        /// The rate.
        rate: f64,
    },
}

/// The largest number that is taken, and the smallest difference between two.
const LARGEST: f64 = 1e6;

impl SprtPlan {
    /// Reads words like `elo0=0 elo1=20 alpha=0.05 beta=0.05`; the rates may be left out.
    ///
    /// # Errors
    /// The first word that cannot be taken, or what is wrong with all of them together.
    pub fn parse<W: AsRef<str>>(words: &[W]) -> Result<SprtPlan, SprtPlanError> {
        let mut rates = ErrorRates::default();
        let mut hypotheses: [Option<(SprtScale, f64)>; 2] = [None; 2];
        let mut seen = Vec::new();
        for word in words
            .iter()
            .flat_map(|word| word.as_ref().split_whitespace())
        {
            let (key, number) = word
                .split_once('=')
                .ok_or_else(|| SprtPlanError::Form(quoted(word)))?;
            if seen.contains(&key) {
                return Err(SprtPlanError::Twice(quoted(key)));
            }
            seen.push(key);
            let value = || number_of(key, number);
            match key {
                "alpha" => rates.alpha = value()?,
                "beta" => rates.beta = value()?,
                _ => {
                    let (scale, place) =
                        hypothesis(key).ok_or_else(|| SprtPlanError::Key(quoted(key)))?;
                    if let Some((other, _)) = hypotheses[place] {
                        let other = format!("{}{place}", other.key());
                        return Err(SprtPlanError::Scales(other, key.to_owned()));
                    }
                    hypotheses[place] = Some((scale, value()?));
                }
            }
        }
        let plan = SprtPlan::of(hypotheses, rates)?;
        plan.check()
    }

    fn of(
        hypotheses: [Option<(SprtScale, f64)>; 2],
        rates: ErrorRates,
    ) -> Result<SprtPlan, SprtPlanError> {
        let ErrorRates { alpha, beta } = rates;
        match hypotheses {
            [Some((scale, h0)), Some((other, h1))] if scale == other => Ok(SprtPlan {
                scale,
                h0,
                h1,
                alpha,
                beta,
            }),
            [Some((one, _)), Some((other, _))] => Err(SprtPlanError::Scales(
                format!("{}0", one.key()),
                format!("{}1", other.key()),
            )),
            [known, _] => {
                let place = usize::from(known.is_some());
                let given = hypotheses.into_iter().flatten().next();
                let scale = given.map_or(SprtScale::Elo, |(scale, _)| scale);
                Err(SprtPlanError::Missing(format!("{}{place}", scale.key())))
            }
        }
    }

    fn check(self) -> Result<SprtPlan, SprtPlanError> {
        let SprtPlan { h0, h1, .. } = self;
        if h0 >= h1 {
            let key = self.scale.key();
            return Err(SprtPlanError::Order { key, h0, h1 });
        }
        for (key, rate) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(SprtPlanError::Rate { key, rate });
            }
        }
        Ok(self)
    }

    /// The test, before the first pair; forfeits count.
    ///
    /// # Errors
    /// Numbers that cannot be tested in games by these rules.
    pub fn test(&self, rules: &Ruleset) -> Result<Sprt, SprtError> {
        let points = rules.points();
        let kinds = [
            Some(points.oin),
            Some(points.mars),
            points.home_mars,
            points.koks,
        ];
        let largest_win = kinds.into_iter().flatten().max().unwrap_or(1);
        let measure = match self.scale {
            SprtScale::Elo => Measure::Elo,
            SprtScale::Nelo => Measure::NormalizedElo,
            SprtScale::Points => Measure::Points { largest_win },
        };
        let hypotheses = Hypotheses {
            measure,
            null: self.h0,
            alternative: self.h1,
        };
        let rates = ErrorRates {
            alpha: self.alpha,
            beta: self.beta,
        };
        Sprt::new(hypotheses, rates, Unit::Pair)
    }
}

/// The words that ask for this test.
impl fmt::Display for SprtPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtPlan {
            h0,
            h1,
            alpha,
            beta,
            ..
        } = self;
        let key = self.scale.key();
        write!(f, "{key}0={h0} {key}1={h1} alpha={alpha} beta={beta}")
    }
}

/// A key like `elo1`: the scale, and which of the hypotheses.
fn hypothesis(key: &str) -> Option<(SprtScale, usize)> {
    let mut all = SprtScale::ALL.into_iter();
    all.find_map(|scale| match key.strip_prefix(scale.key())? {
        "0" => Some((scale, 0)),
        "1" => Some((scale, 1)),
        _ => None,
    })
}

fn number_of(key: &str, text: &str) -> Result<f64, SprtPlanError> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|number| {
        number.abs() <= LARGEST && (number * LARGEST).round() / LARGEST == *number
    });
    number.ok_or_else(|| SprtPlanError::Number {
        key: key.to_owned(),
        there: quoted(text),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn parse(text: &str) -> Result<SprtPlan, SprtPlanError> {
        SprtPlan::parse(&text.split(' ').collect::<Vec<_>>())
    }

    #[test]
    fn keys_in_any_order_make_a_test_and_the_rates_are_5_percent_if_left_out() {
        let plan = parse("elo1=20 elo0=-5.5").unwrap();
        let expected = SprtPlan {
            scale: SprtScale::Elo,
            h0: -5.5,
            h1: 20.0,
            alpha: 0.05,
            beta: 0.05,
        };
        assert_eq!(plan, expected);
        assert_eq!(plan.to_string(), "elo0=-5.5 elo1=20 alpha=0.05 beta=0.05");
        let plan = parse("beta=0.1 points0=0 alpha=0.01 points1=0.25").unwrap();
        assert_eq!(plan.scale, SprtScale::Points);
        assert_eq!((plan.alpha, plan.beta), (0.01, 0.1));
        assert_eq!(parse("nelo0=0 nelo1=5").unwrap().scale, SprtScale::Nelo);
        assert_eq!(SprtPlan::parse(&["elo1=20 elo0=-5.5"]), Ok(expected));
    }

    #[test]
    fn what_is_no_test_is_refused_with_the_key_and_what_to_write() {
        for (text, says) in [
            ("elo0=0", "elo1 is missing"),
            ("points1=1", "points0 is missing"),
            ("alpha=0.1", "elo0 is missing"),
            ("elo0=0 elo1=0", "elo1 is 0 and elo0 is 0; elo1 must be"),
            ("nelo0=9 nelo1=5", "nelo1 is 5 and nelo0 is 9"),
            ("elo0=0 points1=5", "elo0 and points1 are on two scales"),
            ("elo0=0 nelo0=5", "elo0 and nelo0 are on two scales"),
            ("elo0=0 elo0=5", "elo0 is there twice"),
            ("elo0=0 elo1=x", "elo1 is `x`; give a number"),
            ("elo0=0 elo1=NaN", "elo1 is `NaN`; give a number"),
            ("elo0=0 elo1=inf", "elo1 is `inf`; give a number"),
            ("elo0=0 elo1=0.1234567", "at most 6 decimals"),
            ("elo0=0 elo1=5 alpha=0", "alpha is 0; give a number above"),
            ("elo0=0 elo1=5 beta=0.5", "beta is 0.5; give a number above"),
            ("elo0=0 elo2=5", "there is no `elo2`; it takes elo0"),
            ("elo0=0 elo1=5 builtin:pips", "`builtin:pips` is not like"),
            ("elo0=0 elo1\u{1b}=5", "there is no `elo1\\u{1b}`"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    #[test]
    fn numbers_come_back_from_json_as_they_were() {
        for text in [
            "elo0=-0.000001 elo1=999999.999999",
            "points0=0.1 points1=0.3",
        ] {
            let plan = parse(text).unwrap();
            let json = serde_json::to_string(&plan).unwrap();
            assert_eq!(
                serde_json::from_str::<SprtPlan>(&json).unwrap(),
                plan,
                "{json}"
            );
        }
    }

    #[test]
    fn points_reach_as_far_as_the_rulesets_largest_win() {
        let plan = parse("points0=0 points1=2.5").unwrap();
        let test = |id: &str| plan.test(Ruleset::all().iter().find(|r| r.id() == id).unwrap());
        assert_eq!(
            test("long").err(),
            Some(SprtError::OutOfReach { strength: 2.5 })
        );
        // A koks counts three there.
        assert!(test("short").is_ok());
    }
}
