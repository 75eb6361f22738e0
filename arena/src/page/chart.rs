//! Where things are in a chart: scales with round marks, lines, intervals.

use serde::Serialize;

use super::tongue::Language;

/// A straight scale from values to places in a drawing.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

/// A mark of a scale.
#[derive(Debug)]
pub(super) struct Mark {
    pub(super) at: String,
    pub(super) label: String,
}

/// A value and its interval on a scale.
#[derive(Debug, Serialize)]
pub(crate) struct Whisker {
    pub(super) low: String,
    pub(super) value: String,
    pub(super) high: String,
}

impl Scale {
    /// A scale that has all these values; `from` and `to` are the places of its ends.
    pub(super) fn over(values: impl IntoIterator<Item = f64>, [from, to]: [f64; 2]) -> Scale {
        let finite = values.into_iter().filter(|value| value.is_finite());
        let ends = finite.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
            [low.min(value), high.max(value)]
        });
        let [low, high] = match ends {
            [low, high] if low < high => [low, high],
            [low, high] if low == high => [low - 1.0, high + 1.0],
            _ => [0.0, 1.0],
        };
        Scale {
            low,
            high,
            from,
            to,
        }
    }

    pub(super) fn at(&self, value: f64) -> f64 {
        let part = (value - self.low) / (self.high - self.low);
        self.from + part.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// Three to seven round values.
    pub(super) fn marks(&self, language: Language) -> Vec<Mark> {
        self.marks_every(round_step((self.high - self.low) / 5.0), language)
    }

    /// Two to seven round values of a count, of which there are no halves.
    pub(super) fn whole_marks(&self, language: Language) -> Vec<Mark> {
        let step = round_step((self.high - self.low) / 5.0);
        self.marks_every(step.max(1.0), language)
    }

    fn marks_every(&self, step: f64, language: Language) -> Vec<Mark> {
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        let decimals = if step < 1.0 {
            1 + usize::from(step < 0.1)
        } else {
            0
        };
        (first..=last)
            .map(|times| times as f64 * step)
            .map(|value| Mark {
                at: place(self.at(value)),
                label: language.number(value, decimals),
            })
            .collect()
    }

    pub(super) fn whisker(&self, value: f64, ends: Option<[f64; 2]>) -> Whisker {
        let [low, high] = ends.unwrap_or([value; 2]);
        Whisker {
            low: place(self.at(low)),
            value: place(self.at(value)),
            high: place(self.at(high)),
        }
    }
}

/// The next of 1, 2, 5, 10, 20, 50, … from here on.
pub(super) fn round_step(at_least: f64) -> f64 {
    let ten = 10f64.powf(at_least.max(1e-9).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|times| times * ten);
    let step = steps.into_iter().find(|step| *step >= at_least * 0.999);
    step.unwrap_or(ten * 10.0)
}

/// A place in a drawing, to a tenth.
pub(super) fn place(at: f64) -> String {
    let text = format!("{at:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// The points of a line through these places.
pub(super) fn line(places: impl IntoIterator<Item = [f64; 2]>) -> String {
    let points = places.into_iter();
    let points = points.map(|[x, y]| format!("{},{}", place(x), place(y)));
    points.collect::<Vec<_>>().join(" ")
}

/// The classes of a series' color and dashes.
pub(super) fn series(place: usize) -> String {
    format!("s{} d{}", place % 8, place / 8 % 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_in_the_scale() {
        let scale = Scale::over([1_380.0, 1_702.0], [200.0, 0.0]);
        let marks = scale.marks(Language::English);
        let labels: Vec<_> = marks.iter().map(|mark| mark.label.as_str()).collect();
        assert_eq!(labels, ["1400", "1500", "1600", "1700"]);
        assert_eq!(place(scale.at(1_380.0)), "200");
        assert_eq!(place(scale.at(9_999.0)), "0");
    }

    #[test]
    fn counts_are_marked_by_whole_numbers_however_few_there_are() {
        for (most, marked) in [
            (1.0, vec!["0", "1"]),
            (2.0, vec!["0", "1", "2"]),
            (4.0, vec!["0", "1", "2", "3", "4"]),
            (12.0, vec!["0", "5", "10"]),
        ] {
            let marks = Scale::over([0.0, most], [100.0, 0.0]).whole_marks(Language::English);
            let labels: Vec<_> = marks.iter().map(|mark| mark.label.as_str()).collect();
            assert_eq!(labels, marked);
        }
    }

    #[test]
    fn a_scale_needs_no_values() {
        for values in [&[][..], &[5.0], &[f64::INFINITY, 2.0]] {
            let scale = Scale::over(values.iter().copied(), [0.0, 10.0]);
            assert!(scale.at(5.0).is_finite());
            assert!((1..12).contains(&scale.marks(Language::English).len()));
        }
    }

    #[test]
    fn steps_are_round() {
        for (at_least, step) in [
            (0.3, 0.5),
            (1.0, 1.0),
            (1.1, 2.0),
            (7.0, 10.0),
            (64.0, 100.0),
        ] {
            assert!((round_step(at_least) - step).abs() < 1e-9, "{at_least}");
        }
    }
}
