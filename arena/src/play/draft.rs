//! A turn that is being tried out, checker by checker.

use nardy_protocol::message::RequestId;
use nardy_rules::{
    Board, Breach, CheckerMove, Geometry, Position, Ruleset, Situation, ToPlay, TurnList,
};

/// Sequences that are tried until it is taken for granted that a turn can be gone on with. Only a
/// cascade (R12) can have as many; whoever is at a dead end there takes moves back.
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
        if let Err(breach) = self.end(ruleset, &all)
            && !self.leads_on(ruleset, &mut all, &mut TRIES.clone())
        {
            return Err(breach);
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
        let faces = faces(&self.situation.to_play);
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
}

/// The different faces that are to be played.
fn faces(to_play: &ToPlay) -> Vec<u8> {
    let mut faces = match to_play {
        ToPlay::Roll(roll) => vec![roll.larger(), roll.smaller()],
        ToPlay::Leftover(leftover) => leftover.faces().to_vec(),
    };
    // A cascade (R12) goes up from the double.
    if let ToPlay::Roll(roll) = to_play
        && roll.is_double()
    {
        faces.extend(roll.larger()..=6);
    }
    faces.sort_unstable();
    faces.dedup();
    faces
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
