//! What the other side's points do to the checkers that have to get past them.

use nardy_protocol::rules::{Checkers, Point};

use super::weights::WayWeights;
use crate::pointset::{in_front, runs};

/// What the `closed` points, in the numbering of the side that has to pass them, cost it.
pub(crate) fn hindrance(weights: &WayWeights, checkers: Checkers, closed: u32) -> i32 {
    let near: i32 = checkers
        .iter()
        .map(|(point, n)| i32::from(n) * weights.closed_ahead[in_front(closed, point.number())])
        .sum();
    let behind = checkers_behind(checkers);
    let far: i32 = runs(closed)
        .map(|(highest, length)| behind[usize::from(highest)] * weights.run[length.min(7) - 1])
        .sum();
    near + far
}

/// For each point how many checkers stand on higher ones or on the bar.
fn checkers_behind(checkers: Checkers) -> [i32; 25] {
    let mut behind = [0; 25];
    let mut so_far = 0;
    let mut below = 25;
    for (point, n) in checkers.iter().chain([(Point::OFF, 0)]) {
        let number = usize::from(point.number());
        behind[number..below].fill(so_far);
        so_far += i32::from(n);
        below = number;
    }
    behind
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use nardy_protocol::rules::Ruleset;

    /// Nothing counts but the runs of three.
    const RUNS_OF_THREE: WayWeights = WayWeights {
        closed_ahead: [0; 7],
        run: [0, 0, 1, 0, 0, 0, 0],
    };
    /// Nothing counts but two closed points among the next six.
    const TWO_AHEAD: WayWeights = WayWeights {
        closed_ahead: [0, 0, 1, 0, 0, 0, 0],
        run: [0; 7],
    };

    /// Two on 24, five on 13, three on 8, five on 6 (R1).
    fn start() -> Checkers {
        Ruleset::by_id("short").unwrap().start()
    }

    #[test]
    fn a_run_counts_once_for_each_checker_behind_it() {
        let run_below = |highest: u32| 0b111 << (highest - 2);
        let cost = |closed| hindrance(&RUNS_OF_THREE, start(), closed);
        assert_eq!(cost(run_below(23)), 2);
        assert_eq!(cost(run_below(12)), 7);
        assert_eq!(cost(run_below(5)), 15);
        assert_eq!(cost(run_below(12) | run_below(5)), 22);
        assert_eq!(cost(0b1111 << 2), 0, "four are no run of three");
    }

    #[test]
    fn closed_points_count_for_each_checker_within_six_of_them() {
        let closed = 1 << 7 | 1 << 2;
        // In front of 13 is the 7 alone, in front of 8 are both, in front of 6 the 2 alone.
        assert_eq!(hindrance(&TWO_AHEAD, start(), closed), 3);
    }
}
