//! A game as one JSON object, with the positions that its record leaves to be worked out.

use nardy_protocol::message::Dice;
use nardy_rules::Position;
use serde_json::{Value, json};

use super::{Clocked, Replay, Scene};

/// The game with everything that is known of it.
#[must_use]
pub fn as_json(replay: &Replay) -> Value {
    let record = &replay.record;
    let note = replay.note.as_ref();
    json!({
        "league": replay.plan.name(),
        "game": record.game,
        "pair": record.pair,
        "rules": record.rules,
        "ruleset": replay.plan.parameters(),
        "bots": record.bots,
        "starter": record.starter,
        "roll_off": record.roll_off,
        "time": replay.plan.time(),
        "start": board(&Position::start(&replay.ruleset)),
        "turns": replay.scenes.iter().zip(&replay.clocks).map(turn).collect::<Vec<_>>(),
        "result": record.result,
        "fault": record.fault,
        "lost_with": replay.lost_with.as_ref().map(dice),
        "elapsed_us": note.map(|note| note.elapsed_us),
        "thought_us": note.map(|note| note.thought_us),
        "processor_us": note.map(|note| note.processor_us),
        "stderr": note.and_then(|note| note.stderr.as_ref()),
    })
}

fn turn((scene, clocked): (&Scene, &Clocked)) -> Value {
    let mut turn = dice(&scene.turn.dice);
    turn["seat"] = json!(scene.turn.seat);
    turn["moves"] = json!(scene.turn.moves);
    turn["before"] = board(&scene.before);
    turn["after"] = board(&scene.after);
    turn["info"] = json!(scene.turn.info);
    turn["took_us"] = json!(clocked.took_us);
    turn["bank_us"] = json!(clocked.bank_us);
    turn
}

/// `dice` or `leftover`, as in a record.
fn dice(dice: &Dice) -> Value {
    match dice {
        Dice::Roll(roll) => json!({ "dice": roll }),
        Dice::Leftover(leftover) => json!({ "leftover": leftover }),
    }
}

fn board(position: &Position) -> Value {
    let board = position.board();
    json!({ "board": board.points, "bar": board.bar, "off": board.off })
}
