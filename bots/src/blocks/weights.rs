//! What `blocks` thinks everything is worth: the one table to turn when it should play otherwise.
//!
//! The unit is a hundredth of a pip: in the race alone, being one pip ahead is worth `pip`. Every
//! weight counts for both sides, the mover's marks less the other side's, except the shots, which
//! only the side that is about to roll has.

/// Points of the other side in the way of one's checkers; all of these are costs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WayWeights {
    /// For each checker, by how many of the six points in front of it are closed.
    pub(crate) closed_ahead: [i32; 7],
    /// For each checker still behind it, a run of so many consecutive closed points; the last
    /// entry stands for all longer runs too.
    pub(crate) run: [i32; 8],
}

/// Weights of the long games.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LongWeights {
    /// A pip still to go (a cost).
    pub(crate) pip: i32,
    /// A checker borne off.
    pub(crate) off: i32,
    /// A checker left on the head (a cost).
    pub(crate) head: i32,
    /// The same, times the square of how many there are (a cost).
    pub(crate) crowded_head: i32,
    /// The number of the point on which the last straggler stands (a cost).
    pub(crate) straggler: i32,
    /// A point held, by quarter: 1 to 6, 7 to 12, 13 to 18, 19 to 23.
    pub(crate) held: [i32; 4],
    /// A checker beyond the second on a point below the head (a cost).
    pub(crate) pile: i32,
    /// The other side's points.
    pub(crate) way: WayWeights,
}

/// Weights of the short games.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ShortWeights {
    /// A pip still to go (a cost).
    pub(crate) pip: i32,
    /// A checker borne off.
    pub(crate) off: i32,
    /// The number of the point on which the last straggler stands (a cost).
    pub(crate) straggler: i32,
    /// A point held by two or more, points 1 to 24; the last six are anchors in his home.
    pub(crate) made: [i32; 24],
    /// A checker beyond the third on a point (a cost).
    pub(crate) pile: i32,
    /// A checker alone on a point (a cost).
    pub(crate) blot: i32,
    /// A checker on the bar, by how many points of his home the other side has closed (a cost).
    pub(crate) shut_out: [i32; 7],
    /// The other side's points.
    pub(crate) way: WayWeights,
    /// Each of the other side's 36 rolls that hits (a cost).
    pub(crate) shot: i32,
    /// The same, for each point he has made in his home (a cost).
    pub(crate) shot_by_home: i32,
    /// Each pip that such a roll costs (a cost).
    pub(crate) shot_pip: i32,
}

/// The long games.
pub(crate) const LONG: LongWeights = LongWeights {
    pip: 100,
    off: 0,
    head: 100,
    crowded_head: 0,
    straggler: 50,
    held: [100, 100, 100, 100],
    pile: 50,
    way: WayWeights {
        closed_ahead: [0, 20, 60, 120, 250, 500, 1000],
        run: [0, 0, 5, 15, 40, 80, 150, 150],
    },
};

/// The short games.
pub(crate) const SHORT: ShortWeights = ShortWeights {
    pip: 100,
    off: 0,
    straggler: 20,
    made: [
        0, 50, 100, 200, 250, 200, // the home
        200, 100, 100, 50, 50, 50, // the outfield
        50, 50, 50, 50, 50, 100, // his outfield
        100, 200, 200, 100, 100, 50, // his home
    ],
    pile: 100,
    blot: 20,
    shut_out: [300, 300, 400, 500, 700, 1000, 1500],
    way: WayWeights {
        closed_ahead: [0, 20, 60, 120, 250, 500, 1000],
        run: [0, 0, 5, 15, 40, 80, 150, 150],
    },
    shot: 10,
    shot_by_home: 10,
    shot_pip: 3,
};
