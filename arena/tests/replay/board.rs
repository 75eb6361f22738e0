//! A board of numbers, on which recorded moves are made by hand: no rule is asked.

use nardy_protocol::record::Seat;

/// By seat, the checkers on each place of a side's own numbering: 0 is off, 25 the bar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hands {
    short: bool,
    pub(crate) places: [[i64; 26]; 2],
}

impl Hands {
    /// As the rules page says (R1).
    pub(crate) fn at_the_start(short: bool) -> Hands {
        let mut side = [0; 26];
        let stacks: &[(usize, i64)] = match short {
            true => &[(24, 2), (13, 5), (8, 3), (6, 5)],
            false => &[(24, 15)],
        };
        for (point, n) in stacks {
            side[*point] = *n;
        }
        Hands {
            short,
            places: [side; 2],
        }
    }

    /// The other side's number of a point (R2).
    fn turned(&self, point: usize) -> usize {
        match (self.short, point) {
            (true, point) => 25 - point,
            (false, 1..=12) => point + 12,
            (false, point) => point - 12,
        }
    }

    /// Moves one checker; in short games a single opposing one is hit (R13).
    pub(crate) fn make(&mut self, seat: Seat, [from, to]: [u8; 2]) {
        let (from, to) = (usize::from(from), usize::from(to));
        let [own, other] = [seat.index(), seat.other().index()];
        assert!(self.places[own][from] > 0, "nobody is on {from}");
        self.places[own][from] -= 1;
        self.places[own][to] += 1;
        if to > 0 && self.places[other][self.turned(to)] > 0 {
            assert!(self.short, "a checker lands on another's in a long game");
            let hit = self.turned(to);
            assert_eq!(self.places[other][hit], 1);
            self.places[other][hit] = 0;
            self.places[other][25] += 1;
        }
    }

    /// `board`, `bar` and `off` of the protocol, seen from a seat.
    pub(crate) fn seen_by(&self, seat: Seat) -> (Vec<i64>, [i64; 2], [i64; 2]) {
        let [own, other] = [seat, seat.other()].map(|seat| &self.places[seat.index()]);
        let points = (1..=24).map(|point| own[point] - other[self.turned(point)]);
        (points.collect(), [own[25], other[25]], [own[0], other[0]])
    }
}
