//! A game played again on the same dice: where it is no longer the one that was recorded.

use nardy_protocol::record::{GameRecord, TurnRecord};

/// Where two games on the same dice part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Departure {
    /// A turn that one of them does not have, or that is played otherwise; from 1.
    Turn(usize),
    /// All turns are the same, the end is not.
    End,
}

/// Where a game that was played again parts from the recorded one; none if all turns, the result
/// and the reason are the same. What bots add to their moves does not count, nor does how a fault
/// is worded.
#[must_use]
pub fn departure(recorded: &GameRecord, again: &GameRecord) -> Option<Departure> {
    let longer = recorded.turns.len().max(again.turns.len());
    let [there, now] = [recorded, again].map(|record| &record.turns);
    let parts = |turn: &usize| !same(there.get(*turn), now.get(*turn));
    if let Some(turn) = (0..longer).find(parts) {
        return Some(Departure::Turn(turn + 1));
    }
    let end = |record: &GameRecord| {
        let fault = record.fault.as_ref();
        let fault = fault.map(|fault| (fault.seat, fault.rule.clone(), fault.moves.clone()));
        (record.result.clone(), fault)
    };
    (end(recorded) != end(again)).then_some(Departure::End)
}

fn same(there: Option<&TurnRecord>, now: Option<&TurnRecord>) -> bool {
    let known = |turn: &TurnRecord| (turn.seat, turn.dice.clone(), turn.moves.clone());
    there.map(known) == now.map(known)
}
