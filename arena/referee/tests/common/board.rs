//! A board moved by hand: plain counts, seen by one bot.

use nardy_protocol::message::{By, MovePair, TurnRequest};
use nardy_rules::{Board, Geometry};

use super::geometry;
use super::law::seen_by_the_other;

/// Where the checkers stand, in one bot's numbering.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByHand {
    geometry: Geometry,
    /// Positive own checkers, negative the opponent's.
    pub points: [i8; 24],
    /// Own, the opponent's.
    pub bar: [u8; 2],
    /// Own, the opponent's.
    pub off: [u8; 2],
}

impl ByHand {
    /// The start of a game (R1).
    pub fn start(rules: &str) -> ByHand {
        let geometry = geometry(rules);
        let start: &[(u8, i8)] = match geometry {
            Geometry::Long => &[(24, 15)],
            Geometry::Short => &[(24, 2), (13, 5), (8, 3), (6, 5)],
        };
        let mut points = [0; 24];
        for &(point, checkers) in start {
            points[index(point)] += checkers;
            points[index(seen_by_the_other(geometry, point))] -= checkers;
        }
        ByHand {
            geometry,
            points,
            bar: [0, 0],
            off: [0, 0],
        }
    }

    /// The board a request shows.
    pub fn of(rules: &str, request: &TurnRequest) -> ByHand {
        ByHand {
            geometry: geometry(rules),
            points: request.board,
            bar: request.bar,
            off: request.off,
        }
    }

    /// Moves one checker of a side; a single opposing one is hit in the short games (R9, R13).
    pub fn move_checker(&mut self, by: By, [from, to]: MovePair) {
        // The side's sign on the board, and the places of both sides in `bar` and `off`.
        let (sign, mine, his) = match by {
            By::Own => (1, 0, 1),
            By::Opponent => (-1, 1, 0),
        };
        if from == 25 {
            self.bar[mine] -= 1;
        } else {
            assert!(self.at(from) * sign > 0, "no checker to move on {from}");
            self.points[index(from)] -= sign;
        }
        if to == 0 {
            self.off[mine] += 1;
            return;
        }
        if self.at(to) == -sign && self.geometry == Geometry::Short {
            self.points[index(to)] = 0;
            self.bar[his] += 1;
        }
        assert!(self.at(to) * sign >= 0, "{to} is closed");
        self.points[index(to)] += sign;
    }

    /// Own checkers on a point, or minus the opponent's.
    pub fn at(&self, point: u8) -> i8 {
        self.points[index(point)]
    }

    /// The board as a side sees it.
    pub fn seen_by(&self, by: By) -> Board {
        match by {
            By::Own => Board {
                points: self.points,
                bar: self.bar,
                off: self.off,
            },
            By::Opponent => Board {
                points: std::array::from_fn(|i| -self.points[self.other_index(i)]),
                bar: [self.bar[1], self.bar[0]],
                off: [self.off[1], self.off[0]],
            },
        }
    }

    /// A side's checkers on its own points 1 to 24.
    pub fn checkers(&self, by: By) -> [u8; 24] {
        self.seen_by(by).points.map(|n| n.max(0).unsigned_abs())
    }

    /// Points, bar and off as the 28 numbers by which ends of turns are ordered.
    pub fn numbers(&self) -> Vec<i8> {
        let beside = self.bar.iter().chain(&self.off).map(|&n| n as i8);
        self.points.into_iter().chain(beside).collect()
    }

    /// The index of the point that the other side knows by this index.
    fn other_index(&self, i: usize) -> usize {
        index(seen_by_the_other(self.geometry, i as u8 + 1))
    }
}

fn index(point: u8) -> usize {
    usize::from(point) - 1
}
