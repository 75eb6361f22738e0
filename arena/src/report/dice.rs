//! The dice of a league for people: counts, p-values, and what to make of them.

use arena_statistics::{DiceTest, Question};

use super::aligned::aligned;
use super::{counted, thousands};
use crate::dice::{Dicing, Tested};

/// What a p-value is and is not.
const MEANING: &str = "p is how often fair dice come out at least as odd; adjusted, it allows for \
all tests here. A small adjusted p (below 0.01, say) is a reason to look at the source of the dice; \
it is not the chance that they are loaded, and a large one does not prove them fair.";

/// The tests as text, with a line feed at the end.
#[must_use]
pub fn dice(dicing: &Dicing) -> String {
    let pairs = counted(dicing.pairs, "pair");
    format!(
        "{}\n{}\n{pairs}; rolls that both games of a pair share count once\n{MEANING}\n",
        counts(dicing),
        tests(dicing)
    )
}

fn counts(dicing: &Dicing) -> String {
    let titles = ["dice", "rolls", "1", "2", "3", "4", "5", "6", "doubles"];
    let rows = dicing.tested.iter().map(|tested| {
        let audit = &tested.audit;
        let numbers = [audit.rolls()].into_iter().chain(audit.faces());
        let numbers = numbers.chain([audit.doubles()]).map(thousands);
        [tested.source.to_owned()]
            .into_iter()
            .chain(numbers)
            .collect()
    });
    aligned(&titles.map(str::to_owned), &rows.collect::<Vec<_>>(), &[0])
}

fn tests(dicing: &Dicing) -> String {
    let titles = ["dice", "question", "chi-square", "freedom", "p", "adjusted"];
    let rows: Vec<_> = dicing.tested.iter().flat_map(answers).collect();
    aligned(&titles.map(str::to_owned), &rows, &[0, 1])
}

fn answers(tested: &Tested) -> Vec<Vec<String>> {
    let row = |(test, adjusted): &(DiceTest, Option<f64>)| {
        let question = match test.question {
            Question::Faces => "does every face come equally often",
            Question::Doubles => "is every sixth roll a double",
            Question::Succession => "does a roll depend on the one before",
        };
        vec![
            tested.source.to_owned(),
            question.to_owned(),
            format!("{:.2}", test.chi_square),
            test.freedom.to_string(),
            p_value(test.p_value),
            p_value(*adjusted),
        ]
    };
    tested.answers.iter().map(row).collect()
}

fn p_value(p: Option<f64>) -> String {
    match p {
        None => "too few rolls".to_owned(),
        Some(p) if p < 0.0001 => "below 0.0001".to_owned(),
        Some(p) => format!("{p:.4}"),
    }
}
