//! Which rolls hit which single checkers in the short games.

use nardy_protocol::rules::{Checkers, Point, Roll};

use crate::pointset::ALL;

/// What is shot at, in the numbering of the side that shoots.
pub(crate) struct Target {
    /// Points with a single opposing checker.
    pub(crate) blots: u32,
    /// Points closed by two or more (R13).
    pub(crate) closed: u32,
}

/// What the shots of a side add up to over its 36 rolls.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Threat {
    /// Rolls that hit at least one checker.
    pub(crate) rolls: i32,
    /// Sum over these rolls of the pips that the hit checker loses, or the one that loses most.
    pub(crate) pips: i32,
}

const BAR: u32 = 1 << 25;

/// The shots of `shooter` at a target.
pub(crate) fn threat(target: &Target, shooter: Checkers) -> Threat {
    let mut threat = Threat::default();
    if target.blots == 0 {
        return threat;
    }
    let guns = Guns {
        on_points: shooter.occupied() & ALL,
        on_bar: shooter.count(Point::BAR),
        open: ALL & !target.closed,
    };
    for roll in Roll::all() {
        let hit = guns.reach(roll) & target.blots;
        if hit != 0 {
            let ways = if roll.is_double() { 1 } else { 2 };
            threat.rolls += ways;
            // A checker on the shooter's point p has come so far that it loses p pips (R2).
            threat.pips += ways * hit.ilog2() as i32;
        }
    }
    threat
}

/// From where a side can reach what.
struct Guns {
    on_points: u32,
    on_bar: u8,
    open: u32,
}

impl Guns {
    /// The points on which some checker can land with a roll.
    fn reach(&self, roll: Roll) -> u32 {
        let (larger, smaller) = (roll.larger(), roll.smaller());
        if roll.is_double() {
            self.landings(&[larger; 4])
        } else {
            self.landings(&[larger, smaller]) | self.landings(&[smaller, larger])
        }
    }

    /// The points on which some checker can land with these dice in this order, those on the bar
    /// first (R14).
    fn landings(&self, dice: &[u8]) -> u32 {
        let mut from = self.on_points;
        let mut reached = 0;
        for (played, die) in dice.iter().enumerate() {
            let enters = played < usize::from(self.on_bar);
            let landed = (if enters { BAR } else { from }) >> die & self.open;
            if landed == 0 {
                break;
            }
            reached |= landed;
            from |= landed;
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::checkers;

    fn shots(shooter: &[(u8, u8)], blots: &[u8], closed: &[u8]) -> Threat {
        let set = |points: &[u8]| points.iter().map(|point| 1 << point).sum();
        let target = Target {
            blots: set(blots),
            closed: set(closed),
        };
        threat(&target, checkers(shooter))
    }

    #[test]
    fn a_checker_hits_at_each_distance_with_the_known_number_of_rolls() {
        // The shot table of backgammon, nothing in between: distances 1 to 20.
        let known = [
            11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1,
        ];
        for (distance, rolls) in (1..).zip(known) {
            let blot = 24 - distance;
            let threat = shots(&[(24, 1)], &[blot], &[]);
            assert_eq!(threat.rolls, rolls, "distance {distance}");
            assert_eq!(threat.pips, rolls * i32::from(blot));
        }
    }

    #[test]
    fn closed_points_stop_the_walk() {
        // Six away: the 6s remain, and 4-2 by the 4; 5-1 finds both ways closed, so do 3-3, 2-2.
        let threat = shots(&[(24, 1)], &[18], &[23, 22, 21, 19]);
        assert_eq!(threat.rolls, 11 + 2);
    }

    #[test]
    fn two_targets_count_once_a_roll_and_with_the_dearer_one() {
        // 3 and 5 away: 1s lead nowhere new; a roll that can hit both counts the one on 21.
        let near = shots(&[(24, 1)], &[21], &[]);
        let far = shots(&[(24, 1)], &[19], &[]);
        let both = shots(&[(24, 1)], &[21, 19], &[]);
        let either = near.rolls + far.rolls - both.rolls;
        assert!(either > 0);
        assert_eq!(both.pips, near.pips + (far.rolls - either) * 19);
    }

    #[test]
    fn who_is_on_the_bar_has_to_enter_first() {
        // Eight from the bar: 6-2, 5-3, 4-4, 2-2.
        assert_eq!(shots(&[(25, 1)], &[17], &[]).rolls, 6);
        // Two on the bar: only 4-4 has moves left after both have entered.
        assert_eq!(shots(&[(25, 2)], &[17], &[]).rolls, 1);
        // A checker on the board waits for the one on the bar: 12 to 11 takes a 1, which closed
        // 24 keeps from entering, so another die has to enter.
        assert_eq!(shots(&[(25, 1), (12, 1)], &[11], &[24]).rolls, 10);
    }

    #[test]
    fn no_single_checker_no_threat() {
        assert_eq!(shots(&[(24, 2), (13, 5)], &[], &[6]), Threat::default());
    }
}
