//! A turn that is being tried out, checker by checker.

use nardy_protocol::message::RequestId;
use nardy_rules::{
    Board, Breach, CheckerMove, Geometry, Leftover, Position, Ruleset, Situation, ToPlay, TurnList,
};

/// Sequences of a cascade (R12) that are tried until it is taken for granted that a turn can be gone
/// on with: it may have millions. Whoever is at a dead end there takes moves back. Other turns have
/// fewer.
const TRIES: u32 = 20_000;

/// A turn that is being tried out.
#[derive(Debug)]
pub(super) struct Draft {
    id: RequestId,
    situation: Situation,
    legal: TurnList,
    moves: Vec<CheckerMove>,
}

impl Draft {
    /// Nothing is tried yet.
    pub(super) fn new(ruleset: &Ruleset, id: RequestId, situation: Situation) -> Draft {
        let mut legal = TurnList::new();
        legal.generate(ruleset, &situation);
        legal.sort();
        Draft {
            id,
            situation,
            legal,
            moves: Vec::new(),
        }
    }

    /// The request that the turn will answer.
    pub(super) fn id(&self) -> &RequestId {
        &self.id
    }

    /// The legal turns, in the documented order.
    pub(super) fn legal(&self) -> &TurnList {
        &self.legal
    }

    /// What was tried.
    pub(super) fn moves(&self) -> &[CheckerMove] {
        &self.moves
    }

    /// Whether it is a legal turn.
    pub(super) fn is_whole(&self, ruleset: &Ruleset) -> bool {
        self.end(ruleset, &self.moves).is_ok()
    }

    /// How many moves are missing, as far as the dice can be played.
    pub(super) fn missing(&self) -> usize {
        usize::from(self.legal.dice_used()).saturating_sub(self.moves.len())
    }

    /// Tries some more moves, if they are a legal turn or the beginning of one.
    ///
    /// # Errors
    ///
    /// The rule that is broken; nothing is tried then.
    pub(super) fn add(&mut self, ruleset: &Ruleset, moves: &[CheckerMove]) -> Result<(), Breach> {
        let mut all = self.moves.clone();
        all.extend(moves);
        if let Err(breach) = self.end(ruleset, &all) {
            let mut places = all.iter().enumerate();
            let may_lead_on =
                places.all(|(place, one)| is_by_a_die(*one, &self.faces(ruleset, place)));
            if !may_lead_on || !self.leads_on(ruleset, &mut all, &mut TRIES.clone()) {
                return Err(breach);
            }
        }
        self.moves = all;
        Ok(())
    }

    /// Tries a listed turn, from 1, in place of what was tried; answers whether there is such a
    /// turn.
    pub(super) fn choose(&mut self, number: usize) -> bool {
        let is_there = (1..=self.legal.len()).contains(&number);
        if is_there {
            self.moves = self.legal.turn(number - 1).moves().to_vec();
        }
        is_there
    }

    /// Takes the last move back; answers whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        self.moves.pop().is_some()
    }

    /// The board after what was tried.
    pub(super) fn position(&self) -> Position {
        // What was tried was found to be possible.
        after(&self.situation.position, &self.moves).unwrap_or(self.situation.position)
    }

    fn end(&self, ruleset: &Ruleset, moves: &[CheckerMove]) -> Result<Position, Breach> {
        self.legal.check(ruleset, &self.situation, moves)
    }

    /// Whether some moves behind these make a legal turn. A rule that speaks of a turn's end need
    /// not hold before.
    fn leads_on(&self, ruleset: &Ruleset, moves: &mut Vec<CheckerMove>, tries: &mut u32) -> bool {
        if self.end(ruleset, moves).is_ok() {
            return true;
        }
        if *tries == 0 {
            return true;
        }
        *tries -= 1;
        if moves.len() >= usize::from(self.legal.dice_used()) {
            return false;
        }
        let Some(position) = after(&self.situation.position, moves) else {
            return false;
        };
        let faces = self.faces(ruleset, moves.len());
        for from in (1..=25).filter(|from| has(&position, *from)) {
            for die in &faces {
                let Some(next) = CheckerMove::new(from, from.saturating_sub(*die)) else {
                    continue;
                };
                moves.push(next);
                let leads_on = self.leads_on(ruleset, moves, tries);
                moves.pop();
                if leads_on {
                    return true;
                }
            }
        }
        false
    }

    /// The faces that the move in this place, from 0, may be by.
    fn faces(&self, ruleset: &Ruleset, place: usize) -> Vec<u8> {
        let in_order = |faces: &[u8]| faces.get(place).copied().into_iter().collect();
        if let Some(cascade) = Leftover::of_cascade(ruleset, &self.situation.to_play, 0) {
            return in_order(cascade.faces());
        }
        match self.situation.to_play {
            ToPlay::Leftover(leftover) => in_order(leftover.faces()),
            ToPlay::Roll(roll) if roll.is_double() => vec![roll.larger()],
            ToPlay::Roll(roll) => vec![roll.larger(), roll.smaller()],
        }
    }
}

/// Whether one of these faces moves a checker so, as far as that can be told without the board.
fn is_by_a_die(one: CheckerMove, faces: &[u8]) -> bool {
    let [from, to] = one.numbers();
    match to {
        0 => faces.iter().any(|face| *face >= from),
        to => from.checked_sub(to).is_some_and(|die| faces.contains(&die)),
    }
}

fn has(position: &Position, from: u8) -> bool {
    let board = position.board();
    match from {
        25 => board.bar[0] > 0,
        from => board.points[usize::from(from) - 1] > 0,
    }
}

/// The board after these moves, by hand: no rule is asked but that the checkers are there and two
/// sides do not share a point. None if that cannot be.
fn after(position: &Position, moves: &[CheckerMove]) -> Option<Position> {
    let geometry = position.geometry();
    let mut board = position.board();
    for one in moves {
        step(&mut board, geometry, one.numbers())?;
    }
    Position::from_board(&board, geometry).ok()
}

fn step(board: &mut Board, geometry: Geometry, [from, to]: [u8; 2]) -> Option<()> {
    match from {
        25 => board.bar[0] = board.bar[0].checked_sub(1)?,
        from => {
            let checkers = board.points.get_mut(usize::from(from).checked_sub(1)?)?;
            if *checkers <= 0 {
                return None;
            }
            *checkers -= 1;
        }
    }
    if to == 0 {
        board.off[0] += 1;
        return Some(());
    }
    let target = board.points.get_mut(usize::from(to) - 1)?;
    match (*target, geometry) {
        (-1, Geometry::Short) => {
            *target = 1;
            board.bar[1] += 1;
        }
        (..0, _) => return None,
        _ => *target += 1,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use nardy_rules::{Roll, Stage};

    use super::*;

    /// The first turn of the game with this roll.
    fn draft(rules: &str, roll: [u8; 2]) -> (Ruleset, Draft) {
        let ruleset = Ruleset::by_id(rules).expect(rules);
        let position = Position::start(&ruleset);
        let situation = Situation {
            position,
            stage: Stage::FirstTurn {
                opponent_first_roll: None,
            },
            to_play: ToPlay::Roll(Roll::new(roll[0], roll[1]).expect("two faces")),
        };
        let draft = Draft::new(&ruleset, RequestId::new("one"), situation);
        (ruleset, draft)
    }

    fn add(draft: &mut Draft, ruleset: &Ruleset, pair: [u8; 2]) -> bool {
        let one = CheckerMove::new(pair[0], pair[1]).expect("two points");
        draft.add(ruleset, &[one]).is_ok()
    }

    #[test]
    fn a_double_takes_its_own_die_and_no_other() {
        let (rules, mut draft) = draft("short", [1, 1]);
        for pair in [[13, 9], [6, 24], [13, 1], [13, 11], [8, 0]] {
            assert!(!add(&mut draft, &rules, pair), "{pair:?}");
        }
        for pair in [[8, 7], [8, 7], [6, 5], [6, 5]] {
            assert!(!draft.is_whole(&rules));
            assert!(add(&mut draft, &rules, pair), "{pair:?}");
        }
        assert!(draft.is_whole(&rules));
        assert!(!add(&mut draft, &rules, [24, 23]));
    }

    #[test]
    fn a_cascade_goes_up_and_never_back() {
        let (rules, mut draft) = draft("gulbar", [3, 3]);
        for pair in [[24, 22], [24, 20], [24, 18], [12, 20]] {
            assert!(!add(&mut draft, &rules, pair), "{pair:?}");
        }
        assert!(add(&mut draft, &rules, [24, 21]));
        assert!(!add(&mut draft, &rules, [21, 23]));
    }
}
