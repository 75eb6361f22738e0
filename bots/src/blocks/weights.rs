//! What `blocks` thinks everything is worth: the one table to turn when it should play otherwise.
//!
//! The unit is about a hundredth of a pip. Every weight counts for both sides, what the mover's
//! side has less what the other has, except the shots: only the side that rolls next has any.
//! The numbers were set by hand, moved by games of `blocks` against itself (`examples/strength.rs`
//! measures the outcome) and rounded.

/// Points of the other side in the way of one's checkers; all of these are costs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WayWeights {
    /// For each checker, by how many of the six points in front of it are closed.
    pub(crate) closed_ahead: [i32; 7],
    /// For each checker still behind it, a run of 1, 2, … 6, and of 7 or more closed points. A
    /// single point may well be a gain to those behind it: it is one less for a longer run.
    pub(crate) run: [i32; 7],
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
    /// A checker on the bar, by how many points of his home the other side has closed (a cost).
    pub(crate) shut_out: [i32; 7],
    /// The other side's points.
    pub(crate) way: WayWeights,
    /// Each of the other side's 36 rolls that hits (a cost).
    pub(crate) shot: i32,
    /// Each pip that such a roll costs (a cost).
    pub(crate) shot_pip: i32,
}

/// The long games.
pub(crate) const LONG: LongWeights = LongWeights {
    pip: 100,
    off: 2160,
    head: 110,
    crowded_head: 30,
    straggler: 1300,
    held: [100, 300, 500, 700],
    pile: 220,
    way: WayWeights {
        closed_ahead: [0, 70, 190, 300, 490, 850, 1600],
        run: [0, 0, 0, 0, 15, 130, 130],
    },
};

/// The short games.
pub(crate) const SHORT: ShortWeights = ShortWeights {
    pip: 120,
    off: 50,
    straggler: 40,
    made: [
        10, 40, 140, 370, 300, 350, // the home
        130, 60, 90, 50, 60, 40, // the outfield
        30, 20, 40, 60, 50, 100, // his outfield
        90, 320, 350, 80, 50, 60, // his home
    ],
    pile: 110,
    shut_out: [250, 250, 250, 400, 650, 1000, 3000],
    way: WayWeights {
        closed_ahead: [0, 0, 40, 80, 230, 550, 1700],
        run: [-30, 20, 40, 50, 110, 170, 170],
    },
    shot: 10,
    shot_pip: 9,
};
