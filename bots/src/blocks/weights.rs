//! wip
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(crate) struct LongWeights {
    pub(crate) pip: i32,
    pub(crate) off: i32,
    pub(crate) head: i32,
    pub(crate) crowded_head: i32,
    pub(crate) straggler: i32,
    pub(crate) held: [i32; 4],
    pub(crate) in_the_way: [i32; 4],
    pub(crate) pile: i32,
    pub(crate) closed_ahead: [i32; 7],
    pub(crate) run: [i32; 8],
}
pub(crate) const LONG: LongWeights = LongWeights {
    pip: 100,
    off: 0,
    head: 100,
    crowded_head: 0,
    straggler: 50,
    held: [0; 4],
    in_the_way: [15, 10, 10, 15],
    pile: 50,
    closed_ahead: [0, 20, 60, 120, 250, 500, 1000],
    run: [0, 0, 5, 15, 40, 80, 150, 150],
};
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(crate) struct ShortWeights {
    pub(crate) pip: i32,
    pub(crate) off: i32,
    pub(crate) bar: i32,
    pub(crate) shut_out: [i32; 7],
    pub(crate) made: [i32; 24],
    pub(crate) pile: i32,
    pub(crate) blot: i32,
    pub(crate) shot: i32,
    pub(crate) shot_pip: i32,
    pub(crate) shot_home: i32,
    pub(crate) closed_ahead: [i32; 7],
    pub(crate) run: [i32; 8],
    pub(crate) straggler: i32,
}
pub(crate) const SHORT: ShortWeights = ShortWeights {
    pip: 100,
    off: 0,
    bar: 300,
    shut_out: [0, 0, 100, 200, 400, 700, 1200],
    made: [
        0, 50, 100, 200, 250, 200, //
        200, 100, 100, 50, 50, 50, //
        50, 50, 50, 50, 50, 100, //
        100, 200, 200, 100, 100, 50,
    ],
    pile: 100,
    blot: 20,
    shot: 10,
    shot_pip: 3,
    shot_home: 10,
    closed_ahead: [0, 20, 60, 120, 250, 500, 1000],
    run: [0, 0, 5, 15, 40, 80, 150, 150],
    straggler: 20,
};
