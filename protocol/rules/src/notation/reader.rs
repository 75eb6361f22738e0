//! The grammar, rule by rule.

use super::scanner::Scanner;
use super::{Notation, NotationError};
use crate::turn::MAX_MOVES;
use crate::{
    CHECKERS, CheckerMove, Checkers, Die, Geometry, Leftover, Point, Position, Roll, Situation,
    Stage, ToPlay, Turn,
};

type Read<T> = Result<T, NotationError>;

const GEOMETRY: &str = "`long` or `short`";
const PLACE: &str = "a point from 1 to 24, `bar` or `off`";
const COUNT: &str = "how many checkers, 1 to 15";
const NEXT_OWN: &str = "`,` and another point, or `/` and the other side's checkers";
const DICE: &str = "a roll like `6-3` or `leftover` and dice";
const DIE: &str = "a die from 1 to 6";

/// Reads what the grammar calls by the methods' names.
#[derive(Debug)]
pub(super) struct Reader<'t> {
    text: Scanner<'t>,
}

/// One side as it is written.
struct Side {
    checkers: Checkers,
    /// The places with the columns where they are written.
    written: Vec<(Point, usize)>,
}

impl<'t> Reader<'t> {
    /// Reads a text to its end.
    pub(super) fn whole<T>(
        text: &'t str,
        read: impl FnOnce(&mut Reader<'t>) -> Read<T>,
    ) -> Read<T> {
        let mut reader = Reader {
            text: Scanner::new(text),
        };
        let value = read(&mut reader)?;
        if reader.text.is_at_end() {
            Ok(value)
        } else {
            Err(reader.text.expected("the end"))
        }
    }

    pub(super) fn notation(&mut self) -> Read<Notation> {
        let position = self.position()?;
        let mut notation = Notation {
            position,
            stage: Stage::Later,
            to_play: None,
        };
        if self.text.is_at_end() {
            return Ok(notation);
        }
        self.sign(":", "`,` and another point, `:` and dice, or the end")?;
        if let Some(stage) = self.stage()? {
            notation.stage = stage;
        } else {
            notation.to_play = Some(self.dice()?);
            notation.stage = self.stage()?.unwrap_or(Stage::Later);
        }
        Ok(notation)
    }

    pub(super) fn situation(&mut self) -> Read<Situation> {
        let position = self.position()?;
        self.sign(":", "`,` and another point, or `:` and dice")?;
        Ok(Situation {
            position,
            to_play: self.dice()?,
            stage: self.stage()?.unwrap_or(Stage::Later),
        })
    }

    pub(super) fn position(&mut self) -> Read<Position> {
        let geometry = self.geometry()?;
        let own = self.side(geometry)?;
        self.sign("/", NEXT_OWN)?;
        let column = self.text.column();
        let opposing = self.side(geometry)?;
        for &(point, column) in &opposing.written {
            meet(geometry, own.checkers, point)
                .map_err(|message| NotationError::new(column, message))?;
        }
        let position = Position::new(geometry, own.checkers, opposing.checkers);
        match position.board().defects(geometry).first() {
            Some(defect) => Err(NotationError::new(column, defect.to_string())),
            None => Ok(position),
        }
    }

    fn geometry(&mut self) -> Read<Geometry> {
        if self.text.eat("long") {
            Ok(Geometry::Long)
        } else if self.text.eat("short") {
            Ok(Geometry::Short)
        } else {
            Err(self.text.expected(GEOMETRY))
        }
    }

    fn side(&mut self, geometry: Geometry) -> Read<Side> {
        let start = self.text.column();
        let mut written: Vec<(Point, usize)> = Vec::new();
        let mut counts = Vec::new();
        loop {
            let column = self.text.column();
            let (point, count) = self.place()?;
            let refusal = if point == Point::BAR && geometry == Geometry::Long {
                Some("a long game has no bar".to_owned())
            } else if written.iter().any(|&(other, _)| other == point) {
                Some(format!(
                    "{point} is written twice; write one `{point}` with `x` and the sum"
                ))
            } else {
                None
            };
            if let Some(message) = refusal {
                return Err(NotationError::new(column, message));
            }
            written.push((point, column));
            counts.push((point, count));
            if !self.text.eat(",") {
                break;
            }
        }
        let checkers = fifteen(counts).map_err(|message| NotationError::new(start, message))?;
        Ok(Side { checkers, written })
    }

    fn place(&mut self) -> Read<(Point, u8)> {
        let point = self.point(1..=24)?;
        if !self.text.eat("x") {
            return Ok((point, 1));
        }
        match self.text.number(1..=CHECKERS) {
            Some(count) => Ok((point, count)),
            None => Err(self.text.expected(COUNT)),
        }
    }

    fn point(&mut self, numbers: std::ops::RangeInclusive<u8>) -> Read<Point> {
        if self.text.eat("bar") {
            Ok(Point::BAR)
        } else if self.text.eat("off") {
            Ok(Point::OFF)
        } else {
            let number = self.text.number(numbers);
            number
                .map(Point::known)
                .ok_or_else(|| self.text.expected(PLACE))
        }
    }

    fn dice(&mut self) -> Read<ToPlay> {
        if !self.text.eat("leftover") {
            return match self.text.number(1..=6).and_then(Die::new) {
                Some(die) => self.second_die(die).map(ToPlay::Roll),
                None => Err(self.text.expected(DICE)),
            };
        }
        let mut dice = vec![self.die()?];
        loop {
            let column = self.text.column();
            if !self.text.eat("-") {
                break;
            }
            if dice.len() == MAX_MOVES {
                let message = format!("a leftover has at most {MAX_MOVES} dice");
                return Err(NotationError::new(column, message));
            }
            dice.push(self.die()?);
        }
        let leftover = Leftover::new(&dice).expect("one to twelve dice were read");
        Ok(ToPlay::Leftover(leftover))
    }

    pub(super) fn roll(&mut self) -> Read<Roll> {
        let first = self.die()?;
        self.second_die(first)
    }

    fn second_die(&mut self, first: Die) -> Read<Roll> {
        self.sign("-", "`-` and the second die")?;
        Ok(Roll::from_dice([first, self.die()?]))
    }

    fn die(&mut self) -> Read<Die> {
        let die = self.text.number(1..=6).and_then(Die::new);
        die.ok_or_else(|| self.text.expected(DIE))
    }

    fn stage(&mut self) -> Read<Option<Stage>> {
        if !self.text.eat("first") {
            return Ok(None);
        }
        let opponent_first_roll = if self.text.eat("after") {
            Some(self.roll()?)
        } else {
            None
        };
        Ok(Some(Stage::FirstTurn {
            opponent_first_roll,
        }))
    }

    pub(super) fn turn(&mut self) -> Read<Turn> {
        let mut turn = Turn::PASS;
        if self.text.eat("pass") {
            return Ok(turn);
        }
        loop {
            let column = self.text.column();
            let checker_move = self.checker_move()?;
            if turn.moves().len() == MAX_MOVES {
                let message = format!("a turn has at most {MAX_MOVES} moves");
                return Err(NotationError::new(column, message));
            }
            turn.push(checker_move);
            if self.text.is_at_end() {
                return Ok(turn);
            }
        }
    }

    pub(super) fn checker_move(&mut self) -> Read<CheckerMove> {
        let from = self.point(0..=25)?;
        self.sign("-", "`-` and the point the checker moves to")?;
        let to = self.point(0..=25)?;
        Ok(CheckerMove { from, to })
    }

    fn sign(&mut self, sign: &str, expected: &str) -> Read<()> {
        if self.text.eat(sign) {
            Ok(())
        } else {
            Err(self.text.expected(expected))
        }
    }
}

/// A side's checkers; what is missing to 15 is borne off, unless some are said to be.
fn fifteen(mut places: Vec<(Point, u8)>) -> Result<Checkers, String> {
    let sum: u32 = places.iter().map(|&(_, n)| u32::from(n)).sum();
    let says_off = places.iter().any(|&(point, _)| point == Point::OFF);
    if !says_off && let Some(missing) = u32::from(CHECKERS).checked_sub(sum) {
        places.push((Point::OFF, missing as u8));
    }
    Checkers::new(places).map_err(|_| {
        let remedy = if sum < u32::from(CHECKERS) {
            "; leave `off` out to have the missing ones borne off"
        } else {
            ""
        };
        format!("this side has {sum} checkers; there must be {CHECKERS}{remedy}")
    })
}

/// Whether the other side's `point` is free of own checkers.
fn meet(geometry: Geometry, own: Checkers, point: Point) -> Result<(), String> {
    if point == Point::BAR || point == Point::OFF {
        return Ok(());
    }
    let mine = Point::known(geometry.seen_by_the_other(point.number()));
    if own.count(mine) == 0 {
        return Ok(());
    }
    Err(format!(
        "the other side's {point} is the mover's {mine}, where own checkers stand"
    ))
}
