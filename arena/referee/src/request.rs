//! A turn's request, written straight from the game's own terms.
//!
//! This is the one message that is written for every turn, with up to a thousand legal turns in
//! it. Building a [`TurnRequest`](nardy_protocol::message::TurnRequest) first costs more than
//! everything else the arena does for a turn, so the line is written as text; a test holds it to
//! the message type.

use std::io::Write as _;

use nardy_protocol::limits::LEGAL_LIMIT;
use nardy_protocol::message::{Clock, Dice, MovePair, RequestId};
use nardy_protocol::record::{Seat, TurnRecord};
use nardy_rules::{Geometry, Roll, Ruleset, Situation, Stage, ToPlay, Turn, TurnList};

/// What a request is made of.
pub(crate) struct Parts<'a> {
    pub(crate) id: &'a RequestId,
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

/// Appends the request's line, with its line end.
pub(crate) fn write(parts: &Parts<'_>, out: &mut Vec<u8>) {
    let board = parts.situation.position.board();
    let first_turn = matches!(parts.situation.stage, Stage::FirstTurn { .. });
    out.extend_from_slice(br#"{"type":"turn","id":"#);
    serde_json::to_writer(&mut *out, parts.id).expect("an id is text");
    text(out, format_args!(r#","turn":{},"#, parts.number));
    write_dice(&dice(&parts.situation.to_play), out);
    out.extend_from_slice(br#","board":["#);
    for (place, &n) in board.points.iter().enumerate() {
        separate(place, out);
        if n < 0 {
            out.push(b'-');
        }
        number(n.unsigned_abs(), out);
    }
    out.extend_from_slice(br#"],"bar":"#);
    numbers(&board.bar, out);
    out.extend_from_slice(br#","off":"#);
    numbers(&board.off, out);
    text(
        out,
        format_args!(r#","first_turn":{first_turn},"opponent_first_roll":"#),
    );
    match parts.opponent_first_roll {
        Some(roll) => numbers(&roll.faces(), out),
        None => out.extend_from_slice(b"null"),
    }
    if parts.ruleset.geometry() == Geometry::Long {
        out.extend_from_slice(br#","head":"#);
        number(parts.ruleset.head_limit(parts.situation), out);
    }
    let Clock { turn_ms, bank_ms } = parts.clock;
    text(
        out,
        format_args!(r#","clock":{{"turn_ms":{turn_ms},"bank_ms":{bank_ms}}},"since":["#),
    );
    for (place, turn) in parts.since.iter().enumerate() {
        separate(place, out);
        write_played(turn, parts.seat, parts.ruleset.geometry(), out);
    }
    out.push(b']');
    if let Some(legal) = parts.legal {
        write_legal(legal, out);
    }
    out.extend_from_slice(b"}\n");
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

fn write_legal(legal: &TurnList, out: &mut Vec<u8>) {
    out.extend_from_slice(br#","legal":["#);
    for place in 0..legal.len().min(LEGAL_LIMIT) {
        separate(place, out);
        write_moves(legal.turn(place).moves().iter().map(|m| m.numbers()), out);
    }
    out.push(b']');
    if legal.is_cut() || legal.len() > LEGAL_LIMIT {
        out.extend_from_slice(br#","legal_cut":true"#);
    }
}

/// A turn in the numbering of the bot in `seat`.
fn write_played(turn: &TurnRecord, seat: Seat, geometry: Geometry, out: &mut Vec<u8>) {
    let is_own = turn.seat == seat;
    let by = if is_own { "own" } else { "opponent" };
    text(out, format_args!(r#"{{"by":"{by}","#));
    write_dice(&turn.dice, out);
    out.extend_from_slice(br#","moves":"#);
    let seen = |point| {
        if is_own {
            point
        } else {
            geometry.seen_by_the_other(point)
        }
    };
    write_moves(turn.moves.iter().map(|pair| pair.map(seen)), out);
    out.push(b'}');
}

fn write_dice(dice: &Dice, out: &mut Vec<u8>) {
    match dice {
        Dice::Roll(roll) => {
            out.extend_from_slice(br#""dice":"#);
            numbers(roll, out);
        }
        Dice::Leftover(leftover) => {
            out.extend_from_slice(br#""leftover":"#);
            numbers(leftover, out);
        }
    }
}

fn write_moves(moves: impl Iterator<Item = MovePair>, out: &mut Vec<u8>) {
    out.push(b'[');
    for (place, pair) in moves.enumerate() {
        separate(place, out);
        numbers(&pair, out);
    }
    out.push(b']');
}

fn numbers(list: &[u8], out: &mut Vec<u8>) {
    out.push(b'[');
    for (place, &n) in list.iter().enumerate() {
        separate(place, out);
        number(n, out);
    }
    out.push(b']');
}

/// A number below 100: points, dice and checkers never have three digits.
fn number(n: u8, out: &mut Vec<u8>) {
    debug_assert!(n < 100);
    if n >= 10 {
        out.push(b'0' + n / 10);
    }
    out.push(b'0' + n % 10);
}

fn separate(place: usize, out: &mut Vec<u8>) {
    if place > 0 {
        out.push(b',');
    }
}

fn text(out: &mut Vec<u8>, arguments: std::fmt::Arguments<'_>) {
    out.write_fmt(arguments).expect("memory takes every byte");
}

#[cfg(test)]
mod tests {
    use nardy_protocol::codec::encode;
    use nardy_protocol::message::{By, PlayedTurn, ToBot, TurnRequest};
    use nardy_rules::{Die, Leftover, Position};

    use super::*;

    fn record(seat: Seat, dice: Dice, moves: &[MovePair]) -> TurnRecord {
        TurnRecord {
            seat,
            dice,
            moves: moves.to_vec(),
            info: None,
        }
    }

    /// The same request as a message, put together field by field.
    fn message(parts: &Parts<'_>) -> ToBot {
        let board = parts.situation.position.board();
        let legal = parts.legal.map(|legal| {
            let listed = 0..legal.len().min(LEGAL_LIMIT);
            listed.map(|i| pairs(&legal.turn(i))).collect()
        });
        ToBot::Turn(TurnRequest {
            id: parts.id.clone(),
            turn: parts.number,
            dice: dice(&parts.situation.to_play),
            board: board.points,
            bar: board.bar,
            off: board.off,
            first_turn: parts.situation.stage != Stage::Later,
            opponent_first_roll: parts.opponent_first_roll.map(Roll::faces),
            head: (parts.ruleset.geometry() == Geometry::Long)
                .then(|| parts.ruleset.head_limit(parts.situation)),
            clock: parts.clock,
            since: parts
                .since
                .iter()
                .map(|turn| PlayedTurn {
                    by: if turn.seat == parts.seat {
                        By::Own
                    } else {
                        By::Opponent
                    },
                    dice: turn.dice.clone(),
                    moves: told(turn, parts),
                })
                .collect(),
            legal,
            legal_cut: parts
                .legal
                .is_some_and(|legal| legal.is_cut() || legal.len() > LEGAL_LIMIT),
        })
    }

    /// The turn's moves as the asked bot numbers the points: his 24-19 and his 10 borne off.
    fn told(turn: &TurnRecord, parts: &Parts<'_>) -> Vec<MovePair> {
        let is_own = turn.seat == parts.seat;
        match parts.ruleset.geometry() {
            _ if is_own || turn.moves.is_empty() => turn.moves.clone(),
            Geometry::Long => vec![[12, 7], [22, 0]],
            Geometry::Short => vec![[1, 6], [15, 0]],
        }
    }

    #[test]
    fn the_written_line_is_the_messages_line() {
        let since = [
            record(Seat::Zero, Dice::Roll([6, 5]), &[]),
            record(
                Seat::One,
                Dice::Leftover(vec![5, 6, 6]),
                &[[24, 19], [10, 0]],
            ),
        ];
        let dice = [Die::new(5), Die::new(6)].map(|die| die.expect("a face"));
        let leftover = Leftover::new(&dice).expect("two dice");
        let rolls = Roll::all().map(ToPlay::Roll);
        let cases: Vec<_> = rolls.chain([ToPlay::Leftover(leftover)]).collect();
        for ruleset in nardy_rules::Ruleset::all() {
            for (number, &to_play) in cases.iter().enumerate() {
                let opponent_first_roll = Roll::new(5, 5).filter(|_| number % 2 == 0);
                let stage = match number % 3 {
                    0 => Stage::Later,
                    _ => Stage::FirstTurn {
                        opponent_first_roll,
                    },
                };
                let position = Position::start(ruleset);
                let situation = Situation {
                    position,
                    stage,
                    to_play,
                };
                let mut legal = TurnList::new();
                legal.generate(ruleset, &situation);
                let parts = Parts {
                    id: &RequestId::new("a\"\\\u{1}é"),
                    number: number as u32 * 77 + 1,
                    seat: Seat::BOTH[number % 2],
                    ruleset,
                    situation: &situation,
                    opponent_first_roll,
                    clock: Clock {
                        turn_ms: 1_000,
                        bank_ms: number as u64 * 7_919,
                    },
                    since: &since[..number % 3],
                    legal: (number % 4 > 0).then_some(&legal),
                };
                let (mut written, mut encoded) = (Vec::new(), Vec::new());
                write(&parts, &mut written);
                encode(&message(&parts), &mut encoded);
                assert_eq!(
                    String::from_utf8_lossy(&written),
                    String::from_utf8_lossy(&encoded)
                );
            }
        }
    }
}
