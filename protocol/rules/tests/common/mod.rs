//! Positions as the tests write them.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, missing_docs)]

use nardy_rules::{Board, Die, Leftover, Position, Roll, Ruleset, Situation, Stage, ToPlay};
use serde::Deserialize;

/// A situation as the vectors and `arena legal` write it.
#[derive(Debug, Clone, Deserialize)]
pub struct Case {
    pub rules: String,
    pub board: [i8; 24],
    pub bar: [u8; 2],
    pub off: [u8; 2],
    pub dice: [u8; 2],
    #[serde(default)]
    pub leftover: Option<Vec<u8>>,
    pub first_turn: bool,
    pub opponent_first_roll: Option<[u8; 2]>,
}

impl Case {
    pub fn ruleset(&self) -> Ruleset {
        Ruleset::by_id(&self.rules).unwrap()
    }

    pub fn situation(&self) -> Situation {
        let board = Board {
            points: self.board,
            bar: self.bar,
            off: self.off,
        };
        let roll = |[a, b]: [u8; 2]| Roll::new(a, b).unwrap();
        Situation {
            position: Position::from_board(&board, self.ruleset().geometry()).unwrap(),
            stage: if self.first_turn {
                Stage::FirstTurn {
                    opponent_first_roll: self.opponent_first_roll.map(roll),
                }
            } else {
                Stage::Later
            },
            to_play: match &self.leftover {
                Some(dice) => {
                    let dice: Vec<Die> = dice.iter().map(|&die| Die::new(die).unwrap()).collect();
                    ToPlay::Leftover(Leftover::new(&dice).unwrap())
                }
                None => ToPlay::Roll(roll(self.dice)),
            },
        }
    }
}

/// A situation of a test: mine and his checkers as (point, count), each in its owner's numbering;
/// what is missing to 15 is borne off.
pub fn situation(rules: &str, mine: &[(u8, u8)], his: &[(u8, u8)], dice: [u8; 2]) -> Situation {
    let geometry = Ruleset::by_id(rules).unwrap().geometry();
    let mut points = [0i8; 24];
    let mut bar = [0; 2];
    let mut left = [15u8; 2];
    for (side, checkers) in [mine, his].into_iter().enumerate() {
        for &(point, n) in checkers {
            left[side] -= n;
            let seen = match (side, geometry, point) {
                (_, _, 25) => {
                    bar[side] = n;
                    continue;
                }
                (0, _, p) => p,
                (_, nardy_rules::Geometry::Long, p) => (p + 11) % 24 + 1,
                (_, nardy_rules::Geometry::Short, p) => 25 - p,
            };
            points[usize::from(seen) - 1] += if side == 0 { n as i8 } else { -(n as i8) };
        }
    }
    let board = Board {
        points,
        bar,
        off: left,
    };
    Situation {
        position: Position::from_board(&board, geometry).unwrap(),
        stage: Stage::Later,
        to_play: ToPlay::Roll(Roll::new(dice[0], dice[1]).unwrap()),
    }
}

/// An end position as 28 numbers: points, bar, off.
pub fn numbers(position: &Position) -> Vec<i32> {
    let board = position.board();
    let points = board.points.iter().map(|&n| i32::from(n));
    points
        .chain(board.bar.iter().chain(&board.off).map(|&n| i32::from(n)))
        .collect()
}
