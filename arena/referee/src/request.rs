//! A turn's request, put together from the game's own terms.

use nardy_protocol::limits::{BAR, LEGAL_LIMIT, OFF};
use nardy_protocol::message::{By, Clock, Dice, MovePair, PlayedTurn, RequestId, TurnRequest};
use nardy_protocol::record::{Seat, TurnRecord};
use nardy_rules::{Geometry, Roll, Ruleset, Situation, Stage, ToPlay, Turn, TurnList};

/// What a request is made of.
pub(crate) struct Parts<'a> {
    pub(crate) id: RequestId,
    pub(crate) number: u32,
    pub(crate) seat: Seat,
    pub(crate) ruleset: &'a Ruleset,
    pub(crate) situation: &'a Situation,
    pub(crate) opponent_first_roll: Option<Roll>,
    pub(crate) clock: Clock,
    /// What the bot has not been told yet.
    pub(crate) since: &'a [TurnRecord],
    /// For a bot that asked for them, the legal turns in the documented order.
    pub(crate) legal: Option<&'a TurnList>,
}

/// The request for a turn.
pub(crate) fn turn(parts: &Parts<'_>) -> TurnRequest {
    let board = parts.situation.position.board();
    let head = match parts.ruleset.geometry() {
        Geometry::Long => Some(parts.ruleset.head_limit(parts.situation)),
        Geometry::Short => None,
    };
    TurnRequest {
        id: parts.id.clone(),
        turn: parts.number,
        dice: dice(&parts.situation.to_play),
        board: board.points,
        bar: board.bar,
        off: board.off,
        first_turn: matches!(parts.situation.stage, Stage::FirstTurn { .. }),
        opponent_first_roll: parts.opponent_first_roll.map(Roll::faces),
        head,
        clock: parts.clock,
        since: parts
            .since
            .iter()
            .map(|turn| played(turn, parts.seat, parts.ruleset.geometry()))
            .collect(),
        legal: parts.legal.map(listed),
        legal_cut: parts.legal.is_some_and(|legal| legal.len() > LEGAL_LIMIT),
    }
}

/// The dice in the protocol's terms.
pub(crate) fn dice(to_play: &ToPlay) -> Dice {
    match to_play {
        ToPlay::Roll(roll) => Dice::Roll(roll.faces()),
        ToPlay::Leftover(leftover) => Dice::Leftover(leftover.faces().to_vec()),
    }
}

/// A turn's moves in the protocol's terms.
pub(crate) fn pairs(turn: &Turn) -> Vec<MovePair> {
    turn.moves()
        .iter()
        .map(|checker_move| checker_move.numbers())
        .collect()
}

fn listed(legal: &TurnList) -> Vec<Vec<MovePair>> {
    (0..legal.len().min(LEGAL_LIMIT))
        .map(|i| pairs(&legal.turn(i)))
        .collect()
}

/// A turn in the numbering of the bot in `seat`.
fn played(turn: &TurnRecord, seat: Seat, geometry: Geometry) -> PlayedTurn {
    let (by, moves) = if turn.seat == seat {
        (By::Own, turn.moves.clone())
    } else {
        let turned = |pair: &MovePair| pair.map(|point| seen_by_the_other(geometry, point));
        (By::Opponent, turn.moves.iter().map(turned).collect())
    };
    let dice = turn.dice.clone();
    PlayedTurn { by, dice, moves }
}

/// The number the other side gives to a point; the bar and off keep theirs (R2).
fn seen_by_the_other(geometry: Geometry, point: u8) -> u8 {
    match (geometry, point) {
        (_, BAR | OFF) => point,
        (Geometry::Long, 1..=12) => point + 12,
        (Geometry::Long, _) => point - 12,
        (Geometry::Short, _) => 25 - point,
    }
}
