//! Positions as the tests write them.
#![allow(clippy::unwrap_used)]

use nardy_protocol::rules::{
    Board, Checkers, Geometry, Position, Roll, Ruleset, Situation, Stage, ToPlay, TurnList,
};

use crate::{Player, TurnView};

/// Checkers of one side as (point, count), 25 being the bar; what is missing to 15 is borne off.
pub(crate) fn checkers(on: &[(u8, u8)]) -> Checkers {
    position(Geometry::Short, on, &[(25, 1)]).own()
}

/// Both sides' checkers, each in its owner's numbering.
pub(crate) fn position(geometry: Geometry, own: &[(u8, u8)], other: &[(u8, u8)]) -> Position {
    let mut board = Board {
        points: [0; 24],
        bar: [0; 2],
        off: [15; 2],
    };
    for (side, on) in [own, other].into_iter().enumerate() {
        for &(point, n) in on {
            board.off[side] -= n;
            let seen = match (side, geometry) {
                _ if point == 25 => 0,
                (0, _) => usize::from(point),
                (_, Geometry::Long) => usize::from(point + 11) % 24 + 1,
                (_, Geometry::Short) => usize::from(25 - point),
            };
            match (point, side) {
                (25, _) => board.bar[side] = n,
                (_, 0) => board.points[seen - 1] = n as i8,
                _ => board.points[seen - 1] = -(n as i8),
            }
        }
    }
    Position::from_board(&board, geometry).unwrap()
}

/// The position, in the mover's view, in which a player leaves its turn.
pub(crate) fn end_of_turn(
    player: &mut dyn Player,
    rules: &str,
    before: Position,
    dice: [u8; 2],
) -> Position {
    let ruleset = Ruleset::by_id(rules).unwrap();
    let situation = Situation {
        position: before,
        stage: Stage::Later,
        to_play: ToPlay::Roll(Roll::new(dice[0], dice[1]).unwrap()),
    };
    let mut turns = TurnList::new();
    turns.generate(&ruleset, &situation);
    turns.sort();
    let view = TurnView {
        ruleset: &ruleset,
        situation: &situation,
    };
    turns.end(player.choose(&view, &turns))
}
