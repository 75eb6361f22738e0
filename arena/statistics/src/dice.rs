//! Are the dice fair? Rolls counted and held against what fair dice do.

use std::ops::AddAssign;

use statrs::distribution::{ChiSquared, ContinuousCDF};
use thiserror::Error;

/// Two dice, each from 1 to 6, in any order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Roll([u8; 2]);

/// Dice that are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("no roll of two dice: {} and {}", .0[0], .0[1])]
pub struct BadRoll([u8; 2]);

impl Roll {
    /// A roll of two dice.
    ///
    /// # Errors
    /// A die below 1 or above 6.
    pub fn new(dice: [u8; 2]) -> Result<Roll, BadRoll> {
        if dice.iter().all(|die| (1..=6).contains(die)) {
            Ok(Roll(dice))
        } else {
            Err(BadRoll(dice))
        }
    }

    /// The dice.
    #[must_use]
    pub const fn dice(self) -> [u8; 2] {
        self.0
    }

    /// Whether both dice are equal.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.0[0] == self.0[1]
    }

    /// A third of all rolls by sum, roughly: 2 to 5, 6 to 8, 9 to 12. Probabilities 10, 16 and 10
    /// of 36.
    const fn third(self) -> usize {
        match self.0[0] + self.0[1] {
            ..=5 => 0,
            6..=8 => 1,
            _ => 2,
        }
    }
}

/// The two games of a pair had different dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("roll {number} differs between the two games of a pair")]
pub struct RollsDiffer {
    /// The first roll that differs, from 1.
    pub number: usize,
}

/// What is asked of dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Question {
    /// Does every face come equally often? Chi-square on both dice of all rolls, 5 degrees of
    /// freedom.
    Faces,
    /// Is every sixth roll a double? Chi-square, 1 degree of freedom.
    Doubles,
    /// Does a roll depend on the one before? Chi-square on successive sums in thirds, as a
    /// contingency table, 4 degrees of freedom.
    Succession,
}

/// An answer to one question (Pearson 1900).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DiceTest {
    /// What was asked.
    pub question: Question,
    /// Pearson's statistic; around its degrees of freedom for fair dice.
    pub chi_square: f64,
    /// How many counts were free.
    pub freedom: u32,
    /// How often fair dice come out at least as odd. `None` where fewer than five were expected
    /// in a cell, which is too few to say.
    pub p_value: Option<f64>,
}

/// Counts of the rolls of one source: keep one audit for each seat, or add them up.
///
/// For dice that come one by one from a source under test. Not for rolls chosen by what they
/// are: the first roll of a game is left out where it is that of the roll-off, which is never a
/// double. Both games of a pair have the same rolls, so they go in once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DiceAudit {
    faces: [u64; 6],
    rolls: u64,
    doubles: u64,
    successions: [[u64; 3]; 3],
}

impl DiceAudit {
    /// Counts the rolls of one seat in one game, in order.
    pub fn count(&mut self, rolls: &[Roll]) {
        for roll in rolls {
            self.rolls += 1;
            self.doubles += u64::from(roll.is_double());
            for die in roll.dice() {
                self.faces[usize::from(die - 1)] += 1;
            }
        }
        for two in rolls.windows(2) {
            self.successions[two[0].third()][two[1].third()] += 1;
        }
    }

    /// Counts the rolls of one seat in both games of a pair: what they share once, and what the
    /// longer game has beyond.
    ///
    /// # Errors
    /// Rolls that differ; nothing is counted then.
    pub fn count_pair(&mut self, one: &[Roll], other: &[Roll]) -> Result<(), RollsDiffer> {
        // The dice of a roll have no order.
        let sorted = |roll: &Roll| {
            let [a, b] = roll.dice();
            (a.min(b), a.max(b))
        };
        let mut both = one.iter().zip(other);
        if let Some(place) = both.position(|(a, b)| sorted(a) != sorted(b)) {
            return Err(RollsDiffer { number: place + 1 });
        }
        self.count(if one.len() > other.len() { one } else { other });
        Ok(())
    }

    /// Rolls counted.
    #[must_use]
    pub const fn rolls(&self) -> u64 {
        self.rolls
    }

    /// How often each face came, from 1 to 6.
    #[must_use]
    pub const fn faces(&self) -> [u64; 6] {
        self.faces
    }

    /// Doubles among the rolls.
    #[must_use]
    pub const fn doubles(&self) -> u64 {
        self.doubles
    }

    /// All questions with their answers. Of many answers a few are odd by chance: see [`holm`].
    #[must_use]
    pub fn tests(&self) -> [DiceTest; 3] {
        let rolls = self.rolls as f64;
        let faces = self.faces.map(|count| (count as f64, rolls / 3.0));
        let singles = self.rolls - self.doubles;
        let doubles = [
            (self.doubles as f64, rolls / 6.0),
            (singles as f64, rolls * 5.0 / 6.0),
        ];
        [
            test(Question::Faces, &faces, 5),
            test(Question::Doubles, &doubles, 1),
            test(Question::Succession, &self.independent(), 4),
        ]
    }

    /// Each cell of the table of successions with what independence lets expect.
    fn independent(&self) -> Vec<(f64, f64)> {
        let table = self.successions.map(|row| row.map(|count| count as f64));
        let all: f64 = table.iter().flatten().sum();
        let rows = table.map(|row| row.iter().sum::<f64>());
        let columns = [0, 1, 2].map(|column| table.iter().map(|row| row[column]).sum::<f64>());
        let mut cells = Vec::new();
        for (row, sum) in table.iter().zip(rows) {
            for (count, column) in row.iter().zip(columns) {
                cells.push((*count, sum * column / all.max(1.0)));
            }
        }
        cells
    }
}

impl AddAssign for DiceAudit {
    fn add_assign(&mut self, other: DiceAudit) {
        let add = |own: &mut u64, more: u64| *own += more;
        self.rolls += other.rolls;
        self.doubles += other.doubles;
        self.faces
            .iter_mut()
            .zip(other.faces)
            .for_each(|(own, more)| add(own, more));
        let own = self.successions.iter_mut().flatten();
        own.zip(other.successions.into_iter().flatten())
            .for_each(|(own, more)| add(own, more));
    }
}

/// Pearson's test on counts, each with what was expected.
fn test(question: Question, cells: &[(f64, f64)], freedom: u32) -> DiceTest {
    let terms = cells.iter().filter(|(_, expected)| *expected > 0.0);
    let chi_square = terms
        .map(|(count, expected)| (count - expected).powi(2) / expected)
        .sum();
    let enough = cells.iter().all(|(_, expected)| *expected >= 5.0);
    let distribution =
        ChiSquared::new(f64::from(freedom)).expect("degrees of freedom are positive");
    DiceTest {
        question,
        chi_square,
        freedom,
        p_value: enough.then(|| distribution.sf(chi_square)),
    }
}

/// P-values of several tests, made to bear that there are several: with fair dice the least of
/// them is below 5 % in at most 5 % of leagues (Holm 1979). In the order given.
#[must_use]
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut least: f64 = 0.0;
    for (rank, &place) in order.iter().enumerate() {
        let tests_left = (p_values.len() - rank) as f64;
        least = least.max((p_values[place] * tests_left).min(1.0));
        adjusted[place] = least;
    }
    adjusted
}
