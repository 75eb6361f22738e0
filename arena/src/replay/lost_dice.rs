//! The dice that a bot lost with: a record keeps those of the turns that were played alone.

use arena_referee::clock::Micros;
use arena_referee::game::{Game, Heard, Setup, Step};
use nardy_protocol::codec::encode_answer;
use nardy_protocol::message::{Dice, FromBot, MoveAnswer, Ready, RequestId};
use nardy_protocol::record::{FaultRecord, GameRecord, Seat};

/// Whether a fault came where a turn was asked for. Before the first turn, a bot that did not play
/// one may have been asked to get ready only, which a record does not tell.
pub(super) fn is_in_a_turn(record: &GameRecord) -> bool {
    let refused = |fault: &FaultRecord| fault.moves.is_some();
    !record.turns.is_empty() || record.fault.as_ref().is_some_and(refused)
}

/// The dice that were to be played after the record's turns, if that is what the bot at fault was
/// asked for.
pub(super) fn of(setup: Setup, record: &GameRecord) -> Option<Dice> {
    let mut game = Game::new(setup);
    let mut asked = whom(game.begin(id()));
    for _ in Seat::BOTH {
        asked = answer(&mut game, &FromBot::Ready(Ready { id: id() }));
    }
    while let (Some(_), Some(turn)) = (asked, record.turns.get(game.turns().len())) {
        let moves = turn.moves.clone();
        let info = None;
        let move_answer = FromBot::Move(MoveAnswer {
            id: id(),
            moves,
            info,
        });
        asked = answer(&mut game, &move_answer);
    }
    let culprit = record.fault.as_ref()?.seat;
    game.dice().filter(|_| asked == Some(culprit))
}

fn answer(game: &mut Game, answer: &FromBot) -> Option<Seat> {
    let mut line = Vec::new();
    encode_answer(answer, &mut line);
    let heard = Heard::Line {
        line: &line,
        took: Micros(0),
    };
    whom(game.hear(heard, id()))
}

fn id() -> RequestId {
    RequestId::new("again")
}

fn whom(step: Step<'_>) -> Option<Seat> {
    match step {
        Step::Ask { seat, .. } => Some(seat),
        Step::Over => None,
    }
}
