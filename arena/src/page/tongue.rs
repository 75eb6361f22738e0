//! Numbers, times and ratings as each language writes them.

use std::time::Duration;

use arena_statistics::{Advantage, Estimate, Rating};
use arena_tournament::result::WinKind;

use super::words::{ViewerWords, Words};
use crate::config::Kind;

/// A language of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Russian.
    Russian,
}

/// Separates thousands: a narrow blank where no line breaks.
const THIN: char = '\u{202f}';
/// Separates a number and its unit.
const BLANK: char = '\u{a0}';

impl Language {
    /// Both, in the order of the page.
    pub(crate) const ALL: [Language; 2] = [Language::English, Language::Russian];

    /// Its code in HTML.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Russian => "ru",
        }
    }

    pub(crate) const fn words(self) -> &'static Words {
        match self {
            Language::English => &Words::ENGLISH,
            Language::Russian => &Words::RUSSIAN,
        }
    }

    pub(crate) const fn viewer_words(self) -> &'static ViewerWords {
        match self {
            Language::English => &ViewerWords::ENGLISH,
            Language::Russian => &ViewerWords::RUSSIAN,
        }
    }

    /// A count, its thousands apart.
    pub(crate) fn count(self, count: u64) -> String {
        let digits = count.to_string();
        let mut text = String::new();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                text.push(THIN);
            }
            text.push(digit);
        }
        text
    }

    /// A number with so many decimals.
    pub(crate) fn number(self, number: f64, decimals: usize) -> String {
        let text = format!("{number:.decimals$}");
        // What is rounded to nothing has no sign.
        let text = match text.strip_prefix('-') {
            Some(digits) if digits.chars().all(|c| c == '0' || c == '.') => digits.to_owned(),
            Some(digits) => format!("−{digits}"),
            None => text,
        };
        match self {
            Language::English => text,
            Language::Russian => text.replace('.', ","),
        }
    }

    /// The same with a plus sign.
    pub(super) fn signed(self, number: f64, decimals: usize) -> String {
        let text = self.number(number, decimals);
        let positive = number > 0.0 && text.contains(|c: char| ('1'..='9').contains(&c));
        if positive { format!("+{text}") } else { text }
    }

    /// A part of one, in percent.
    pub(super) fn percent(self, part: f64) -> String {
        format!("{}{BLANK}%", self.number(part * 100.0, 1))
    }

    /// A value with its error bar, which is symmetric.
    pub(super) fn estimate(self, estimate: &Estimate, decimals: usize) -> String {
        let value = self.number(estimate.value, decimals);
        match estimate.interval() {
            Some(interval) => {
                let half = self.number(interval.half_width(), decimals);
                format!("{value}{BLANK}±{BLANK}{half}")
            }
            None => format!("{value} ({})", self.words().no_error_bar),
        }
    }

    /// A rate with its interval, which is not symmetric.
    pub(super) fn rate(self, rate: &Estimate) -> String {
        let value = self.percent(rate.value);
        match rate.interval() {
            Some(interval) => {
                let low = self.number(interval.low * 100.0, 1);
                format!("{value} ({low}–{})", self.percent(interval.high))
            }
            None => format!("{value} ({})", self.words().no_error_bar),
        }
    }

    /// A bot's rating: a number, or words and a bound.
    pub(super) fn rating(self, rating: &Rating) -> String {
        let words = self.words();
        let bound = |least: &str, bound: Option<f64>, why: &str| match bound {
            Some(elo) => format!("{least} {}, {why}", self.number(elo, 0)),
            None => why.to_owned(),
        };
        match rating {
            Rating::Estimated(estimate) => self.estimate(estimate, 0),
            Rating::Reference { elo } => self.number(*elo, 0),
            Rating::Above { at_least } => bound(words.at_least, *at_least, words.never_beaten),
            Rating::Below { at_most } => bound(words.at_most, *at_most, words.never_won),
            Rating::Apart => words.not_comparable.to_owned(),
            Rating::NoGames => words.no_games.to_owned(),
        }
    }

    /// What the first move is worth in Elo points.
    pub(super) fn advantage(self, advantage: &Advantage) -> String {
        let words = self.words();
        match advantage {
            Advantage::Estimated(estimate) => {
                format!("{} {}", self.estimate(estimate, 0), words.elo)
            }
            Advantage::UnboundedAbove => words.unbounded_above.to_owned(),
            Advantage::UnboundedBelow => words.unbounded_below.to_owned(),
            Advantage::Undetermined | Advantage::Ignored => words.undetermined.to_owned(),
        }
    }

    /// A time in the unit that fits.
    pub(super) fn time(self, time: Duration) -> String {
        let words = self.words();
        let micros = time.as_secs_f64() * 1e6;
        let (value, unit) = match micros {
            ..1e3 => (micros, words.microseconds),
            ..1e6 => (micros / 1e3, words.milliseconds),
            _ => (micros / 1e6, words.seconds),
        };
        let decimals = if value < 10.0 {
            2
        } else {
            usize::from(value < 100.0)
        };
        format!("{}{BLANK}{unit}", self.number(value, decimals))
    }

    /// How often a p-value says fair dice come out like this.
    pub(super) fn p_value(self, p: Option<f64>) -> String {
        match p {
            None => self.words().too_few.to_owned(),
            Some(p) if p < 0.0001 => format!("{} {}", self.words().below, self.number(0.0001, 4)),
            Some(p) => self.number(p, 4),
        }
    }

    /// Who meets whom.
    pub(crate) const fn league_kind(self, kind: Kind) -> &'static str {
        let words = self.words();
        match kind {
            Kind::RoundRobin => words.round_robin,
            Kind::Gauntlet => words.gauntlet,
            Kind::Swiss { .. } => words.swiss,
        }
    }

    pub(crate) const fn kind(self, kind: WinKind) -> &'static str {
        let words = self.words();
        match kind {
            WinKind::Oin => words.oin,
            WinKind::Mars => words.mars,
            WinKind::HomeMars => words.home_mars,
            WinKind::Koks => words.koks,
            WinKind::Forfeit => words.forfeit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Language::{English, Russian};
    use super::*;

    #[test]
    fn each_language_writes_numbers_its_own_way() {
        assert_eq!(English.number(-1234.56, 1), "−1234.6");
        assert_eq!(Russian.number(-1234.56, 1), "−1234,6");
        assert_eq!(English.number(-0.04, 1), "0.0");
        assert_eq!(English.count(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(English.signed(0.25, 2), "+0.25");
        assert_eq!(English.signed(0.001, 2), "0.00");
        assert_eq!(Russian.percent(0.125), "12,5\u{a0}%");
    }

    #[test]
    fn times_have_the_unit_that_fits() {
        let time = |micros| English.time(Duration::from_micros(micros));
        assert_eq!(time(7), "7.00\u{a0}µs");
        assert_eq!(time(12_345), "12.3\u{a0}ms");
        assert_eq!(time(999_000_000), "999\u{a0}s");
    }
}
