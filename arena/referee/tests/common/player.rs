//! Players made of nothing but what they are asked.

use nardy_protocol::limits::LEGAL_LIMIT;
use nardy_protocol::message::{Dice, MovePair, TurnRequest};
use nardy_rules::{Ruleset, TurnList};

use super::ruleset;

/// All legal turns of a request in the documented order, made by the bot itself.
pub fn legal_turns(rules: &str, request: &TurnRequest) -> Vec<Vec<MovePair>> {
    turns_by(&ruleset(rules), request)
}

/// The same under any rules.
pub fn turns_by(ruleset: &Ruleset, request: &TurnRequest) -> Vec<Vec<MovePair>> {
    let situation = request.situation(ruleset.geometry()).unwrap();
    let mut turns = TurnList::new();
    turns.generate(ruleset, &situation);
    turns.sort();
    let pairs = |index| {
        let turn = turns.turn(index);
        turn.moves().iter().map(|pair| pair.numbers()).collect()
    };
    (0..turns.len()).map(pairs).collect()
}

/// A player that draws among its legal turns: a pure function of what it is asked and a seed.
#[derive(Debug, Clone, Copy)]
pub struct Drawing<'a> {
    pub rules: &'a str,
    pub seed: u64,
}

impl Drawing<'_> {
    /// A turn from the request's own list, or from one made by the bot if there is none.
    pub fn choose(&self, request: &TurnRequest) -> Vec<MovePair> {
        let mut turns = match &request.legal {
            Some(turns) => turns.clone(),
            None => legal_turns(self.rules, request),
        };
        // As much as is sent, so that both kinds of bots draw the same.
        turns.truncate(LEGAL_LIMIT);
        let draw = self.number(request) % turns.len() as u64;
        turns.swap_remove(draw as usize)
    }

    fn number(&self, request: &TurnRequest) -> u64 {
        let faces: &[u8] = match &request.dice {
            Dice::Roll(faces) => faces,
            Dice::Leftover(faces) => faces,
        };
        let board = request.board.iter().map(|&n| n.unsigned_abs());
        let values = board.chain(faces.iter().copied()).map(u64::from);
        let start = mixed(self.seed ^ u64::from(request.turn));
        values.fold(start, |state, value| mixed(state ^ value))
    }
}

/// One step of SplitMix64: written out, because a fixture depends on it.
fn mixed(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
