//! The board as text, held against positions set up by hand.
#![allow(clippy::unwrap_used, missing_docs)]

use nardy_rules::{Drawing, Position};

fn position(notation: &str) -> Position {
    notation.parse().unwrap()
}

#[track_caller]
fn assert_drawn(drawing: Drawing, expected: &str) {
    let drawn = drawing.to_string();
    let drawn: Vec<_> = drawn.lines().map(str::trim_end).collect();
    let expected: Vec<_> = expected.trim_matches('\n').lines().collect();
    assert_eq!(drawn, expected, "\n{}", drawn.join("\n"));
}

#[test]
fn a_long_game_begins_with_my_head_at_the_top_right_and_his_at_the_bottom_left() {
    let expected = "
 O: off 0, pips 360
   13 14 15 16 17 18 | 19 20 21 22 23 24
 +---------------------------------------+
 |                   |                 X |
 |                   |                 X |
 |                   |                 X |
 |                   |                 X |
 |                   |                15 |
 |                   |                   |
 | 15                |                   |
 |  O                |                   |
 |  O                |                   |
 |  O                |                   |
 |  O                |                   |
 +---------------------------------------+
   12 11 10  9  8  7 |  6  5  4  3  2  1
 X: off 0, pips 360
";
    let start = position("long 24x15 / 24x15");
    assert_drawn(start.drawing(), expected);
    assert_drawn(start.flipped().drawing(), expected);
}

#[test]
fn a_short_game_begins_as_backgammon_does_with_my_home_at_the_bottom_right() {
    let start = position("short 24x2,13x5,8x3,6x5 / 24x2,13x5,8x3,6x5");
    assert_drawn(
        start.drawing(),
        "
 O: bar 0, off 0, pips 167
   13 14 15 16 17 18 | 19 20 21 22 23 24
 +---------------------------------------+
 |  X           O    |  O              X |
 |  X           O    |  O              X |
 |  X           O    |  O                |
 |  X                |  O                |
 |  X                |  O                |
 |                   |                   |
 |  O                |  X                |
 |  O                |  X                |
 |  O           X    |  X                |
 |  O           X    |  X              O |
 |  O           X    |  X              O |
 +---------------------------------------+
   12 11 10  9  8  7 |  6  5  4  3  2  1
 X: bar 0, off 0, pips 167
",
    );
}

#[test]
fn bar_off_and_more_than_five_on_a_point_are_numbers() {
    let position = position("short barx2,13x4,6x6,offx3 / bar,22,13x6,6x5,offx2");
    assert_drawn(
        position.drawing(),
        "
 O: bar 1, off 2, pips 155
   13 14 15 16 17 18 | 19 20 21 22 23 24
 +---------------------------------------+
 |  X                |  O                |
 |  X                |  O                |
 |  X                |  O                |
 |  X                |  O                |
 |                   |  O                |
 |                   |                   |
 |  6                |  6                |
 |  O                |  X                |
 |  O                |  X                |
 |  O                |  X                |
 |  O                |  X        O       |
 +---------------------------------------+
   12 11 10  9  8  7 |  6  5  4  3  2  1
 X: bar 2, off 3, pips 138
",
    );
}

#[test]
fn the_other_side_sees_a_long_game_half_a_turn_on_and_letters_can_stay_with_the_players() {
    let position = position("long 23,14x6,7x5,1,offx2 / 24x10,16,3,offx3");
    assert_drawn(
        position.drawing(),
        "
 O: off 3, pips 259
   13 14 15 16 17 18 | 19 20 21 22 23 24
 +---------------------------------------+
 |     X  O          |              X    |
 |     X             |                   |
 |     X             |                   |
 |     X             |                   |
 |     6             |                   |
 |                   |                   |
 | 10              X |                   |
 |  O              X |                   |
 |  O              X |                   |
 |  O              X |                   |
 |  O              X |        O        X |
 +---------------------------------------+
   12 11 10  9  8  7 |  6  5  4  3  2  1
 X: off 2, pips 143
",
    );
    assert_drawn(
        position.flipped().drawing().with_marks('O', 'X'),
        "
 X: off 2, pips 143
   13 14 15 16 17 18 | 19 20 21 22 23 24
 +---------------------------------------+
 |  X        O       |  X              O |
 |                   |  X              O |
 |                   |  X              O |
 |                   |  X              O |
 |                   |  X             10 |
 |                   |                   |
 |                   |              6    |
 |                   |              X    |
 |                   |              X    |
 |                   |              X    |
 |     X             |           O  X    |
 +---------------------------------------+
   12 11 10  9  8  7 |  6  5  4  3  2  1
 O: off 3, pips 259
",
    );
}
