//! Which rolls hit which single checkers in the short games.

use nardy_protocol::rules::{Checkers, Point};

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
    /// Sum over these rolls of the pips which the checker that loses most is thrown back.
    pub(crate) pips: i32,
}

const BAR: u32 = 1 << 25;

/// The shots of `shooter` at a target.
pub(crate) fn threat(target: &Target, shooter: Checkers) -> Threat {
    let open = crate::pointset::ALL & !target.closed;
    let from = shooter.occupied();
    let on_bar = shooter.count(Point::BAR);
    let mut threat = Threat::default();
    for a in 1..=6u32 {
        for b in 1..=a {
            let reached = if a == b {
                reach_double(from, on_bar, a, open)
            } else {
                reach(from, on_bar, a, b, open) | reach(from, on_bar, b, a, open)
            };
            let hit = reached & target.blots;
            if hit != 0 {
                let ways = if a == b { 1 } else { 2 };
                threat.rolls += ways;
                // Its highest point is the other side's lowest: that checker has come farthest.
                threat.pips += ways * hit.ilog2() as i32;
            }
        }
    }
    threat
}

fn reach(from: u32, on_bar: u8, first: u32, second: u32, open: u32) -> u32 {
    let source = if on_bar > 0 { BAR } else { from };
    let once = source >> first & open;
    if once == 0 {
        return 0;
    }
    let next = if on_bar > 1 {
        BAR
    } else {
        (from & !BAR) | once
    };
    once | next >> second & open
}

fn reach_double(from: u32, on_bar: u8, die: u32, open: u32) -> u32 {
    let mut reached = 0;
    let mut source = from;
    for step in 0..4u8 {
        let now = if on_bar > step { BAR } else { source & !BAR };
        let landed = now >> die & open;
        if landed == 0 {
            break;
        }
        reached |= landed;
        source |= landed;
    }
    reached
}
