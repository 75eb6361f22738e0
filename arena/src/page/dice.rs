//! The section about the dice: the counts and tests of `arena dice`.

use super::chart::place;
use super::course::{Bar, bars, count_scale};
use super::facts::Facts;
use super::tongue::Language;
use crate::dice::{Question, Tested};

/// The audit of the dice.
pub(super) struct Dice {
    /// How often each face came, of both seats.
    pub(super) bars: Vec<Bar>,
    /// Where an equal share would be.
    pub(super) equal: String,
    pub(super) sources: Vec<Source>,
    pub(super) tests: Vec<Test>,
}

/// The rolls of a seat, or of both.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) rolls: String,
    pub(super) faces: Vec<String>,
    pub(super) doubles: String,
}

/// An answer to a question about a seat's dice.
pub(super) struct Test {
    pub(super) source: String,
    pub(super) question: &'static str,
    pub(super) chi_square: String,
    pub(super) freedom: u32,
    pub(super) p: String,
    pub(super) adjusted: String,
}

pub(super) fn dice(facts: &Facts, language: Language) -> Dice {
    let words = language.words();
    let tested = &facts.dicing.tested;
    let faces = tested[2].audit.faces();
    let equal = faces.iter().sum::<u64>() as f64 / 6.0;
    let source = |tested: &Tested| match tested.source.strip_prefix("seat ") {
        Some(number) => format!("{} {number}", words.seat),
        None => words.both.to_owned(),
    };
    let sources = tested.iter().map(|tested| Source {
        name: source(tested),
        rolls: language.count(tested.audit.rolls()),
        faces: tested
            .audit
            .faces()
            .map(|count| language.count(count))
            .into(),
        doubles: language.count(tested.audit.doubles()),
    });
    let tests = tested.iter().flat_map(|tested| {
        let source = source(tested);
        tested.answers.iter().map(move |(test, adjusted)| Test {
            source: source.clone(),
            question: match test.question {
                Question::Faces => words.faces,
                Question::Doubles => words.every_sixth,
                Question::Succession => words.succession,
            },
            chi_square: language.number(test.chi_square, 2),
            freedom: test.freedom,
            p: language.p_value(test.p_value),
            adjusted: language.p_value(*adjusted),
        })
    });
    Dice {
        bars: bars(&faces, (1..=6).map(|face: u8| face.to_string()), language),
        equal: place(count_scale(&faces).at(equal)),
        sources: sources.collect(),
        tests: tests.collect(),
    }
}
