//! A game in which the arena chooses the dice and plays the opponent, so that a bot meets the
//! situations that the rules speak of. For the bot it is a game like any other.

use nardy_bots::Player;
use nardy_protocol::message::{
    By, Clock, Dice, GameStart, MovePair, PlayedTurn, RequestId, TurnRequest,
};
use nardy_rules::{
    Breach, CheckerMove, Geometry, Leftover, Opening, Position, Roll, Ruleset, Situation, Stage,
    ToPlay, Turn, TurnList, Win,
};
use serde_json::Value;

use super::steer::Steer;

/// What the bot is told of the game besides the turns.
#[derive(Debug, Clone)]
pub(super) struct Card {
    pub(super) game: String,
    pub(super) opponent: String,
    pub(super) seed: String,
    pub(super) dice_commitment: String,
    pub(super) parameters: Value,
    pub(super) clock: Clock,
}

/// Whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mover {
    Bot,
    Opponent,
}

impl Mover {
    fn other(self) -> Mover {
        match self {
            Mover::Bot => Mover::Opponent,
            Mover::Opponent => Mover::Bot,
        }
    }
}

/// A game that is being played.
pub(super) struct Staged {
    pub(super) ruleset: Ruleset,
    pub(super) card: Card,
    starter: Mover,
    roll_off: Vec<[u8; 2]>,
    mover: Mover,
    /// First rolls: the bot's, the opponent's.
    first: [Option<Roll>; 2],
    leftover: Option<Leftover>,
    turn: u32,
    since: Vec<PlayedTurn>,
    /// What the mover has to play; before the first turn, the start.
    pub(super) situation: Situation,
    pub(super) legal: TurnList,
    opponent: Box<dyn Player>,
    /// Who has won.
    pub(super) won: Option<(Mover, Win)>,
}

impl Staged {
    /// A game that has not begun.
    pub(super) fn new(
        ruleset: Ruleset,
        card: Card,
        starter: Mover,
        opponent: Box<dyn Player>,
    ) -> Staged {
        let roll_off = match ruleset.opening() {
            Opening::Drawn => Vec::new(),
            _ if starter == Mover::Bot => vec![[3, 3], [5, 2]],
            _ => vec![[2, 5]],
        };
        let situation = Situation {
            position: Position::start(&ruleset),
            stage: Stage::Later,
            to_play: ToPlay::Roll(Roll::new(5, 2).expect("two faces")),
        };
        Staged {
            ruleset,
            card,
            starter,
            roll_off,
            mover: starter,
            first: [None; 2],
            leftover: None,
            turn: 1,
            since: Vec::new(),
            situation,
            legal: TurnList::new(),
            opponent,
            won: None,
        }
    }

    /// The message that announces the game.
    pub(super) fn start(&self, id: RequestId) -> GameStart {
        let card = self.card.clone();
        GameStart {
            id,
            game: card.game,
            rules: self.ruleset.id().to_owned(),
            ruleset: card.parameters,
            opponent: card.opponent,
            first: self.starter == Mover::Bot,
            roll_off: self.roll_off.clone(),
            seed: card.seed,
            dice_commitment: card.dice_commitment,
            clock: card.clock,
        }
    }

    /// Goes on until the bot is to play; false if the game is over.
    pub(super) fn go_on(&mut self, steer: &mut Steer<'_>) -> bool {
        while self.won.is_none() {
            self.face_dice(steer);
            if self.legal.dice_used() == 0 {
                self.played(&[], self.situation.position);
            } else if self.mover == Mover::Bot {
                return true;
            } else {
                let (turn, end) = match steer.opponents_turn(self) {
                    Some(index) => (self.legal.turn(index), self.legal.end(index)),
                    None => self.opponents_own(),
                };
                self.played(turn.moves(), end);
            }
        }
        false
    }

    /// The turn that the opponent likes best.
    fn opponents_own(&mut self) -> (Turn, Position) {
        self.legal.sort();
        let view = nardy_bots::TurnView {
            ruleset: &self.ruleset,
            situation: &self.situation,
        };
        let index = self.opponent.choose(&view, &self.legal);
        (self.legal.turn(index), self.legal.end(index))
    }

    /// Puts the mover before what he has to play.
    fn face_dice(&mut self, steer: &mut Steer<'_>) {
        let [own, other] = match self.mover {
            Mover::Bot => [0, 1],
            Mover::Opponent => [1, 0],
        };
        if let Some(leftover) = self.leftover.take() {
            self.situation.stage = Stage::Later;
            self.situation.to_play = ToPlay::Leftover(leftover);
        } else {
            self.situation.stage = match self.first[own] {
                None => Stage::FirstTurn {
                    opponent_first_roll: self.first[other],
                },
                Some(_) => Stage::Later,
            };
            let fixed = self.turn == 1 && self.ruleset.opening() == Opening::RollOffDice;
            let roll = if fixed {
                Roll::new(5, 2).expect("two faces")
            } else {
                steer.roll(&self.ruleset, &self.situation, self.mover)
            };
            self.first[own].get_or_insert(roll);
            self.situation.to_play = ToPlay::Roll(roll);
        }
        self.legal.generate(&self.ruleset, &self.situation);
    }

    /// The request for the bot's turn.
    pub(super) fn request(&mut self, id: RequestId, wants_legal: bool) -> TurnRequest {
        let legal = wants_legal.then(|| {
            self.legal.sort();
            let shown = self.legal.len().min(TurnList::CUT);
            (0..shown)
                .map(|index| pairs(self.legal.turn(index).moves()))
                .collect()
        });
        let cut = self.legal.is_cut() || self.legal.len() > TurnList::CUT;
        let board = self.situation.position.board();
        let long = self.ruleset.geometry() == Geometry::Long;
        TurnRequest {
            id,
            turn: self.turn,
            dice: dice(&self.situation.to_play),
            board: board.points,
            bar: board.bar,
            off: board.off,
            first_turn: matches!(self.situation.stage, Stage::FirstTurn { .. }),
            opponent_first_roll: self.first[1].map(Roll::faces),
            head: long.then(|| self.ruleset.head_limit(&self.situation)),
            clock: self.card.clock,
            since: self.since.clone(),
            legal_cut: wants_legal && cut,
            legal,
        }
    }

    /// Whether a turn of this kind, without a move, is among what the bot is told with this
    /// request.
    pub(super) fn passed_since(&self, by: By) -> bool {
        let passed = |turn: &PlayedTurn| turn.by == by && turn.moves.is_empty();
        self.since.iter().any(passed)
    }

    /// Plays the bot's answer.
    ///
    /// # Errors
    ///
    /// The rule that it breaks.
    pub(super) fn answer(&mut self, moves: &[MovePair]) -> Result<(), Breach> {
        let end = self.check(moves)?;
        self.since.clear();
        self.played(&checker_moves(moves), end);
        Ok(())
    }

    /// Where a turn of these moves would lead.
    ///
    /// # Errors
    ///
    /// The rule that it breaks.
    pub(super) fn check(&self, moves: &[MovePair]) -> Result<Position, Breach> {
        let moves = checker_moves(moves);
        self.legal.check(&self.ruleset, &self.situation, &moves)
    }

    /// After a turn of the mover's that ends so: the game is won, or somebody is to play.
    fn played(&mut self, moves: &[CheckerMove], end: Position) {
        self.tell(moves);
        self.turn += 1;
        if let Some(win) = Win::of(&self.ruleset, &end) {
            self.won = Some((self.mover, win));
            return;
        }
        let to_play = self.situation.to_play;
        self.leftover = Leftover::of_cascade(&self.ruleset, &to_play, moves.len());
        self.situation.position = match to_play {
            // A leftover comes before its player's own roll.
            ToPlay::Leftover(_) => end,
            ToPlay::Roll(_) => {
                self.mover = self.mover.other();
                end.flipped()
            }
        };
    }

    /// Notes a turn for the bot, unless it is its own answer.
    fn tell(&mut self, moves: &[CheckerMove]) {
        let geometry = self.ruleset.geometry();
        let (by, moves) = match self.mover {
            Mover::Bot if !moves.is_empty() => return,
            Mover::Bot => (By::Own, Vec::new()),
            Mover::Opponent => {
                let seen = pairs(moves).into_iter();
                let seen = seen.map(|pair| pair.map(|point| geometry.seen_by_the_other(point)));
                (By::Opponent, seen.collect())
            }
        };
        let dice = dice(&self.situation.to_play);
        self.since.push(PlayedTurn { by, dice, moves });
    }
}

/// Moves in the rules' terms; the protocol lets no other numbers in.
fn checker_moves(moves: &[MovePair]) -> Vec<CheckerMove> {
    let moves = moves.iter();
    moves
        .filter_map(|[from, to]| CheckerMove::new(*from, *to))
        .collect()
}

/// Moves in the protocol's terms.
pub(super) fn pairs(moves: &[CheckerMove]) -> Vec<MovePair> {
    moves.iter().map(|one| one.numbers()).collect()
}

fn dice(to_play: &ToPlay) -> Dice {
    match to_play {
        ToPlay::Roll(roll) => Dice::Roll(roll.faces()),
        ToPlay::Leftover(leftover) => Dice::Leftover(leftover.faces().to_vec()),
    }
}
