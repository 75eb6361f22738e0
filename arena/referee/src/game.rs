//! One game as a state machine: what to ask next, and what an answer means.
//!
//! [`Game::begin`] and every [`Game::hear`] answer with a [`Step`]: a request to one bot, with
//! what it may take, or the end. There is never more than one request open. Time and request ids
//! are given as values; the same inputs always give the same record.

use nardy_protocol::codec::{decode_answer, encode};
use nardy_protocol::fault::FaultCode;
use nardy_protocol::message::{
    Dice, ErrorNotice, FromBot, GameStart, MoveAnswer, MovePair, RequestId, ResultNotice, ToBot,
};
use nardy_protocol::record::{FaultRecord, GameRecord, Seat, TurnRecord};
use nardy_rules::{
    CheckerMove, Leftover, Opening, Position, Situation, Stage, ToPlay, TurnList, Win,
};
use serde_json::Value;

use crate::clock::{Clock, Micros};
use crate::request;
use crate::rolls::{Opened, Rolls, own_first};
pub use crate::setup::{LegalTurns, Player, Setup};
use crate::verdict::{BotFault, Breach, Verdict};

/// Stands for the request's id where a fault quotes the bot: ids are different whenever a game is
/// played, its record is not.
const ID_SHOWN: &str = "…";

/// What has to happen next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'a> {
    /// The line is to be sent to the bot in `seat`, which has `allowance` from then on.
    Ask {
        /// Whom to ask.
        seat: Seat,
        /// The request with its line end.
        line: &'a [u8],
        /// How long the answer may take.
        allowance: Micros,
    },
    /// The game is over; see [`Game::verdict`].
    Over,
}

/// What the bot that was asked has done.
#[derive(Debug)]
pub enum Heard<'a> {
    /// It wrote a line, this long after the request was sent.
    Line {
        /// The line without its line end.
        line: &'a [u8],
        /// How long it took.
        took: Micros,
    },
    /// It did something else: nothing, too much, or it is gone.
    Fault(BotFault),
}

/// What is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The bot in this seat is to get ready.
    Ready(Seat),
    /// The mover is to play.
    Turn,
    Over,
}

/// One game.
#[derive(Debug)]
pub struct Game {
    setup: Setup,
    phase: Phase,
    roll_off: Vec<[u8; 2]>,
    starter: Seat,
    mover: Seat,
    rolls: Rolls,
    /// What the mover has to play.
    situation: Situation,
    legal: TurnList,
    clocks: [Clock; 2],
    turns: Vec<TurnRecord>,
    /// How many of the turns each bot knew when it last answered.
    told: [usize; 2],
    request: RequestId,
    /// By seat, the request answered last.
    answered: [Option<RequestId>; 2],
    line: Vec<u8>,
    begun: bool,
    verdict: Option<Verdict>,
}

impl Game {
    /// A game that has not begun: the starter is decided, nothing is asked yet.
    #[must_use]
    pub fn new(setup: Setup) -> Game {
        let opening = Opened::of(&setup);
        let mut rolls = Rolls::new(setup.dice.clone(), opening.dice);
        let position = Position::start(&setup.ruleset);
        let situation = rolls.face(opening.starter, position);
        let mut legal = TurnList::new();
        legal.generate(&setup.ruleset, &situation);
        let clock = Clock::new(&setup.time);
        Game {
            phase: Phase::Ready(Seat::Zero),
            roll_off: opening.roll_off,
            starter: opening.starter,
            mover: opening.starter,
            rolls,
            situation,
            legal,
            clocks: [clock; 2],
            turns: Vec::new(),
            told: [0; 2],
            request: RequestId::new(""),
            answered: [None, None],
            line: Vec::new(),
            begun: false,
            verdict: None,
            setup,
        }
    }

    /// Begins the game; `id` is for the first request.
    pub fn begin(&mut self, id: RequestId) -> Step<'_> {
        self.ask_ready(Seat::Zero, id);
        self.step()
    }

    /// What is open: the step that `begin` or `hear` answered with last.
    #[must_use]
    pub fn step(&self) -> Step<'_> {
        let (seat, allowance) = match self.phase {
            Phase::Ready(seat) => (seat, self.setup.time.start),
            Phase::Turn => (self.mover, self.clocks[self.mover.index()].allowance()),
            Phase::Over => return Step::Over,
        };
        let line = &self.line;
        Step::Ask {
            seat,
            line,
            allowance,
        }
    }

    /// Takes what the asked bot did; `id` is for the next request, if there is one.
    pub fn hear(&mut self, heard: Heard<'_>, id: RequestId) -> Step<'_> {
        let asked = match self.phase {
            Phase::Ready(seat) => seat,
            Phase::Turn => self.mover,
            Phase::Over => return Step::Over,
        };
        let (line, took) = match heard {
            Heard::Line { line, took } => (line, took),
            Heard::Fault(fault) => {
                self.end_by(asked, fault);
                return Step::Over;
            }
        };
        match self.take(line, took) {
            Ok(()) => {
                self.answered[asked.index()] = Some(self.request.clone());
                self.go_on(id);
            }
            Err(fault) => self.end_by(asked, fault.with_line(line)),
        }
        self.step()
    }

    /// Ends a game by a fault that its own requests did not bring out: a bot that could not be
    /// started, or is out of the league. A game that is over stays as it is.
    pub fn forfeit(&mut self, culprit: Seat, fault: BotFault) {
        if self.phase != Phase::Over {
            self.end_by(culprit, fault);
        }
    }

    /// The turns so far, passes included.
    #[must_use]
    pub fn turns(&self) -> &[TurnRecord] {
        &self.turns
    }

    /// The dice that the asked bot is to play; `None` unless a turn is open.
    #[must_use]
    pub fn dice(&self) -> Option<Dice> {
        (self.phase == Phase::Turn).then(|| request::dice(&self.situation.to_play))
    }

    /// The roll that is still to be played, once a bot may know it: that of the open turn, or
    /// before it the dice of the roll-off. A fault can depend on it, so a record keeps it.
    #[must_use]
    pub fn unplayed_roll(&self) -> Option<[u8; 2]> {
        let is_known = match self.phase {
            Phase::Ready(_) => self.setup.ruleset.opening() == Opening::RollOffDice,
            Phase::Turn => true,
            Phase::Over => false,
        };
        match request::dice(&self.situation.to_play) {
            Dice::Roll(dice) => is_known.then_some(dice),
            Dice::Leftover(_) => None,
        }
    }

    /// Whether a turn has been asked for or played.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.begun
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// The last lines for the bot in `seat`: why it lost, if it was at fault, and the result.
    /// Empty while the game goes on.
    #[must_use]
    pub fn farewell(&self, seat: Seat) -> Vec<u8> {
        let mut lines = Vec::new();
        let Some(verdict) = &self.verdict else {
            return lines;
        };
        if let Some(fault) = verdict.fault.as_ref().filter(|fault| fault.seat == seat) {
            encode(&ToBot::Error(error_notice(fault)), &mut lines);
        }
        let result = &verdict.result;
        let notice = ResultNotice {
            game: self.setup.game.clone(),
            won: result.winner == seat,
            kind: result.kind,
            points: result.points,
            reason: result.reason.clone(),
        };
        encode(&ToBot::Result(notice), &mut lines);
        lines
    }

    /// The finished game at rest; `None` while it goes on.
    #[must_use]
    pub fn into_record(self) -> Option<GameRecord> {
        let verdict = self.verdict?;
        let [zero, one] = self.setup.players;
        Some(GameRecord {
            game: self.setup.game,
            index: self.setup.index,
            pair: self.setup.pair,
            rules: self.setup.ruleset.id().to_owned(),
            bots: [zero.name, one.name],
            starter: self.starter,
            roll_off: self.roll_off,
            turns: self.turns,
            result: verdict.result,
            fault: verdict.fault,
        })
    }

    /// Reads an answer to the open request and acts on it.
    fn take(&mut self, line: &[u8], took: Micros) -> Result<(), BotFault> {
        self.charge(took)?;
        let answer = decode_answer(line)
            .map_err(|malformed| BotFault::new(malformed.fault(), malformed.to_string()))?;
        if *answer.id() != self.request {
            return Err(self.wrong_id(answer.id()));
        }
        match (self.phase, answer) {
            (Phase::Ready(_), FromBot::Ready(_)) => Ok(()),
            (Phase::Turn, FromBot::Move(answer)) => self.play(answer),
            (phase, answer) => Err(BotFault::new(
                FaultCode::UnexpectedType,
                format!(
                    "a {:?} was to be answered by {:?}, not by {:?}",
                    if phase == Phase::Turn { "turn" } else { "game" },
                    if phase == Phase::Turn {
                        "move"
                    } else {
                        "ready"
                    },
                    answer.kind()
                ),
            )),
        }
    }

    /// The fault of an answer to another request. A second answer to the one before is a line that
    /// nobody asked for, whether it is read before this request is sent or after.
    fn wrong_id(&self, id: &RequestId) -> BotFault {
        let asked = match self.phase {
            Phase::Ready(seat) => seat,
            Phase::Turn | Phase::Over => self.mover,
        };
        let (code, message) = if self.answered[asked.index()].as_ref() == Some(id) {
            let message = "this answers the request before once more: answer each request once";
            (FaultCode::UnaskedLine, message)
        } else {
            let message = "the answer does not repeat the id of the open request: answer every \
                           request once, with its own id";
            (FaultCode::WrongId, message)
        };
        BotFault::new(code, message)
    }

    /// The time comes first: what is too late is no answer, whatever it says.
    fn charge(&mut self, took: Micros) -> Result<(), BotFault> {
        let (in_time, limit) = match self.phase {
            Phase::Turn => (
                self.clocks[self.mover.index()].charge(took).is_ok(),
                "the turn's time and the rest of the bank",
            ),
            Phase::Ready(_) | Phase::Over => (took <= self.setup.time.start, "the start limit"),
        };
        if in_time {
            Ok(())
        } else {
            Err(out_of_time(limit))
        }
    }

    /// Plays the mover's answer, if it is a legal turn.
    fn play(&mut self, answer: MoveAnswer) -> Result<(), BotFault> {
        let mut moves = Vec::with_capacity(answer.moves.len());
        for pair @ [from, to] in &answer.moves {
            let Some(checker_move) = CheckerMove::new(*from, *to) else {
                let message = format!("{pair:?} is no move: points are 0 to 25");
                return Err(BotFault::new(FaultCode::WrongType, message));
            };
            moves.push(checker_move);
        }
        match self
            .legal
            .check(&self.setup.ruleset, &self.situation, &moves)
        {
            Ok(end) => {
                self.record(answer.moves, answer.info);
                // The bot knows its own answer.
                self.told[self.mover.index()] = self.turns.len();
                self.finish_turn(end, moves.len());
                Ok(())
            }
            Err(breach) => {
                // Sorted or not, as the bot wished to be told: the example is the same.
                self.legal.sort();
                let mut fault = BotFault::new(FaultCode::IllegalTurn, breach.message());
                fault.breach = Some(Box::new(Breach {
                    rule: breach.rule().to_string(),
                    moves: answer.moves,
                    example: request::pairs(&self.legal.turn(0)),
                }));
                Err(fault)
            }
        }
    }

    fn record(&mut self, moves: Vec<MovePair>, info: Option<Value>) {
        let dice = request::dice(&self.situation.to_play);
        self.turns.push(TurnRecord {
            seat: self.mover,
            dice,
            moves,
            info,
        });
    }

    /// The board after the mover's turn of so many moves; then the game is won, or a side is to
    /// play: what a cascade has left (R12), or a roll.
    fn finish_turn(&mut self, end: Position, played: usize) {
        let ruleset = &self.setup.ruleset;
        if let Some(win) = Win::of(ruleset, &end) {
            self.verdict = Some(Verdict::played_out(ruleset, self.mover, win));
            return;
        }
        let leftover = Leftover::of_cascade(ruleset, &self.situation.to_play, played);
        let position = match self.situation.to_play {
            // A leftover comes before its player's own roll: he stays the mover.
            ToPlay::Leftover(_) => end,
            ToPlay::Roll(_) => {
                self.mover = self.mover.other();
                end.flipped()
            }
        };
        self.situation = match leftover {
            Some(leftover) => Situation {
                position,
                stage: Stage::Later,
                to_play: ToPlay::Leftover(leftover),
            },
            None => self.rolls.face(self.mover, position),
        };
        self.legal.generate(ruleset, &self.situation);
    }

    /// What follows an answer that was accepted.
    fn go_on(&mut self, id: RequestId) {
        match self.phase {
            Phase::Ready(Seat::Zero) => return self.ask_ready(Seat::One, id),
            Phase::Ready(Seat::One) | Phase::Turn | Phase::Over => self.begun = true,
        }
        // A turn without a legal move is never asked.
        while self.verdict.is_none() && self.legal.dice_used() == 0 {
            self.record(Vec::new(), None);
            self.finish_turn(self.situation.position, 0);
        }
        if self.verdict.is_some() {
            self.phase = Phase::Over;
        } else {
            self.ask_turn(id);
        }
    }

    fn ask_ready(&mut self, seat: Seat, id: RequestId) {
        self.phase = Phase::Ready(seat);
        self.request = id.clone();
        let setup = &self.setup;
        let start = GameStart {
            id,
            game: setup.game.clone(),
            rules: setup.ruleset.id().to_owned(),
            ruleset: setup.parameters.clone(),
            opponent: setup.players[seat.other().index()].name.clone(),
            first: self.starter == seat,
            roll_off: self
                .roll_off
                .iter()
                .map(|dice| own_first(*dice, seat))
                .collect(),
            seed: setup.players[seat.index()].seed.clone(),
            dice_commitment: setup.dice_commitment.clone(),
            clock: self.clocks[seat.index()].told(),
        };
        self.line.clear();
        encode(&ToBot::Game(start), &mut self.line);
    }

    fn ask_turn(&mut self, id: RequestId) {
        self.phase = Phase::Turn;
        let seat = self.mover;
        let legal = match self.setup.players[seat.index()].legal {
            LegalTurns::Sent => {
                self.legal.sort();
                Some(&self.legal)
            }
            LegalTurns::Withheld => None,
        };
        let parts = request::Parts {
            id: &id,
            number: self.turns.len() as u32 + 1,
            seat,
            ruleset: &self.setup.ruleset,
            situation: &self.situation,
            opponent_first_roll: self.rolls.first(seat.other()),
            clock: self.clocks[seat.index()].told(),
            since: &self.turns[self.told[seat.index()]..],
            legal,
        };
        self.line.clear();
        request::write(&parts, &mut self.line);
        self.request = id;
    }

    fn end_by(&mut self, culprit: Seat, mut fault: BotFault) {
        let last = self.answered[culprit.index()].as_ref();
        for id in [Some(&self.request), last].into_iter().flatten() {
            let id = id.as_str();
            if !id.is_empty() {
                fault.message = fault.message.replace(id, ID_SHOWN);
                fault.line = fault.line.map(|line| without_id(&line, id));
            }
        }
        let unplayed = self.unplayed_roll();
        let verdict = Verdict::forfeit(&self.setup.ruleset, culprit, fault, unplayed);
        self.verdict = Some(verdict);
        self.phase = Phase::Over;
    }
}

/// Names no times: a record must be the same whenever the game is played.
fn out_of_time(limit: &str) -> BotFault {
    let message =
        format!("the answer came after {limit}: answer sooner, or ask the league for more time");
    BotFault::new(FaultCode::Timeout, message)
}

/// A line of a bot's without the request's id.
fn without_id(line: &[u8], id: &str) -> Vec<u8> {
    let mut kept = Vec::with_capacity(line.len());
    for chunk in line.utf8_chunks() {
        kept.extend_from_slice(chunk.valid().replace(id, ID_SHOWN).as_bytes());
        kept.extend_from_slice(chunk.invalid());
    }
    kept
}

fn error_notice(fault: &FaultRecord) -> ErrorNotice {
    ErrorNotice {
        code: fault.code.clone(),
        rule: fault.rule.clone(),
        message: fault.message.clone(),
        moves: fault.example.clone(),
    }
}
