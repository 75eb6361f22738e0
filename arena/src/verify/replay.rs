//! One game refereed again from its record: the same moves must give the same record.

use arena_referee::clock::Micros;
use arena_referee::game::{Game, Heard, Setup, Step};
use arena_referee::verdict::BotFault;
use nardy_protocol::codec::{decode_answer, encode_answer};
use nardy_protocol::fault::FaultCode;
use nardy_protocol::message::{FromBot, MoveAnswer, MovePair, Ready, RequestId};
use nardy_protocol::record::{FaultRecord, GameRecord, Seat, TurnRecord};
use serde::Serialize;
use serde_json::Value;

use super::finding::Difference;

/// Differences of one game that are told.
const TOLD: usize = 3;

/// The id of every request: what a record shows in place of ids, so that a text with it stays as
/// it is.
const ID: &str = "…";

/// Where the record is not what these moves give; none if it is the same byte for byte.
///
/// Taken as recorded is what only the world knew: that a bot failed and how, what a fault's
/// message and line quote, and what a bot added to its moves.
pub(super) fn differences(setup: Setup, record: &GameRecord) -> Vec<Difference> {
    let bots = setup.players.each_ref().map(|player| &player.name);
    if record.bots.iter().ne(bots) {
        // Another game altogether: nothing else in it can be held against this one.
        let at = Difference::at("bots");
        return vec![at.is(text(&record.bots)).should_be(text(&bots))];
    }
    let mut replay = Replay {
        game: Game::new(setup),
        record,
        compared: 0,
    };
    match replay.run() {
        Err(difference) => vec![difference],
        Ok(()) => match replay.game.into_record() {
            Some(again) => between(record, &with_texts_of(record, again)),
            None => vec![Difference::at("result").should_be("nothing: the game is not over")],
        },
    }
}

type Played<T> = Result<T, Difference>;

struct Replay<'r> {
    game: Game,
    record: &'r GameRecord,
    /// How many turns are known to be the same.
    compared: usize,
}

impl Replay<'_> {
    /// Plays until the game is over.
    fn run(&mut self) -> Played<()> {
        if let Some(fault) = &self.record.fault
            && self.record.turns.is_empty()
            && fault.code != FaultCode::IllegalTurn.as_str()
            && (fault.dice.is_none() || self.game.unplayed_roll().is_some())
        {
            // Before the first turn either bot may fail, asked or not.
            let bot_fault = as_told(fault)?;
            self.game.forfeit(fault.seat, bot_fault);
            return Ok(());
        }
        let mut asked = self.begin();
        while let Some(seat) = asked {
            self.compare_turns()?;
            let record = self.record;
            asked = match record.turns.get(self.compared) {
                Some(turn) => self.play(seat, turn)?,
                None => return self.lose(seat),
            };
        }
        self.compare_turns()
    }

    /// Both bots are ready; answers who is asked for a turn.
    fn begin(&mut self) -> Option<Seat> {
        let mut asked = whom(self.game.begin(id()));
        for _ in Seat::BOTH {
            asked = self.answer(&FromBot::Ready(Ready { id: id() }));
        }
        asked
    }

    fn answer(&mut self, answer: &FromBot) -> Option<Seat> {
        let mut line = Vec::new();
        encode_answer(answer, &mut line);
        let heard = Heard::Line {
            line: &line,
            took: Micros(0),
        };
        whom(self.game.hear(heard, id()))
    }

    /// The turns that the game has, passes included, must be those of the record.
    fn compare_turns(&mut self) -> Played<()> {
        let played = &self.game.turns()[self.compared..];
        for (number, turn) in (self.compared..).zip(played) {
            let recorded = self.record.turns.get(number);
            if recorded != Some(turn) {
                let mut found = Vec::new();
                let path = format!("turns[{number}]");
                let there = recorded.map(json);
                walk(&path, there.as_ref(), Some(&json(turn)), &mut found);
                return Err(found.into_iter().next().unwrap_or(Difference::at(path)));
            }
        }
        self.compared = self.game.turns().len();
        Ok(())
    }

    /// Plays a recorded turn for the bot that is asked.
    fn play(&mut self, seat: Seat, turn: &TurnRecord) -> Played<Option<Seat>> {
        let path = format!("turns[{}]", self.compared);
        if turn.seat != seat {
            let at = Difference::at(format!("{path}.seat"));
            return Err(at.is(text(&turn.seat)).should_be(text(&seat)));
        }
        if let Some(dice) = self.game.dice().filter(|dice| *dice != turn.dice) {
            let at = Difference::at(format!("{path}.dice"));
            return Err(at.is(text(&turn.dice)).should_be(text(&dice)));
        }
        let answer = MoveAnswer {
            id: id(),
            moves: turn.moves.clone(),
            info: turn.info.clone(),
        };
        let asked = self.answer(&FromBot::Move(answer));
        match self.fault() {
            Some(fault) => {
                let rule = fault.rule.clone().unwrap_or_default();
                let legal = format!("a legal turn; {rule}: {}", fault.message);
                let at = Difference::at(format!("{path}.moves"));
                Err(at.is(text(&turn.moves)).should_be(legal))
            }
            None => Ok(asked),
        }
    }

    /// The bot that is asked loses by the recorded fault.
    fn lose(&mut self, asked: Seat) -> Played<()> {
        let number = self.record.turns.len();
        let Some(fault) = &self.record.fault else {
            let dice = self.game.dice().map(|dice| text(&dice));
            let dice = dice.unwrap_or_default();
            let turn = format!("a turn of seat {} with {dice}", asked.index());
            return Err(Difference::at(format!("turns[{number}]")).should_be(turn));
        };
        if fault.seat != asked {
            let at = Difference::at("fault.seat").is(text(&fault.seat));
            return Err(at.should_be(text(&asked)));
        }
        if fault.code == FaultCode::IllegalTurn.as_str() {
            return self.lose_by_moves(fault);
        }
        let bot_fault = as_told(fault)?;
        if is_before_games(bot_fault.code) {
            let at = Difference::at("fault.code").is(&fault.code);
            return Err(at.should_be("the fault of a bot that has started"));
        }
        self.game.hear(Heard::Fault(bot_fault), id());
        Ok(())
    }

    /// The refused moves must be illegal once more.
    fn lose_by_moves(&mut self, fault: &FaultRecord) -> Played<()> {
        let Some(moves) = fault.moves.clone() else {
            return Err(Difference::at("fault.moves").should_be("the moves that were refused"));
        };
        let answer = MoveAnswer {
            id: id(),
            moves: moves.clone(),
            info: None,
        };
        self.answer(&FromBot::Move(answer));
        if self.fault().is_none() {
            let at = Difference::at("fault.moves").is(text(&moves));
            return Err(at.should_be("an illegal turn; this one is legal"));
        }
        let line = fault.line.as_deref().unwrap_or_default();
        match quoted_moves(line).filter(|quoted| *quoted != moves) {
            Some(_) => {
                let at = Difference::at("fault.line").is(line);
                Err(at.should_be(format!("a line with {}", text(&moves))))
            }
            None => Ok(()),
        }
    }

    fn fault(&self) -> Option<&FaultRecord> {
        self.game.verdict()?.fault.as_ref()
    }
}

fn id() -> RequestId {
    RequestId::new(ID)
}

fn whom(step: Step<'_>) -> Option<Seat> {
    match step {
        Step::Ask { seat, .. } => Some(seat),
        Step::Over => None,
    }
}

/// A fault as the game was told it, its texts aside.
fn as_told(fault: &FaultRecord) -> Played<BotFault> {
    match fault.code.parse::<FaultCode>() {
        Ok(code) => Ok(BotFault::new(code, "")),
        Err(_) => {
            let at = Difference::at("fault.code").is(&fault.code);
            Err(at.should_be("the code of a fault"))
        }
    }
}

/// Whether a bot can have this fault only before it is asked for anything in a game.
fn is_before_games(code: FaultCode) -> bool {
    matches!(
        code,
        FaultCode::NotStarted
            | FaultCode::Dropped
            | FaultCode::WrongProtocol
            | FaultCode::NoName
            | FaultCode::UnsupportedRules
    )
}

/// The moves that a quoted line says; none if it was cut or has escapes.
fn quoted_moves(line: &str) -> Option<Vec<MovePair>> {
    match decode_answer(line.as_bytes()) {
        Ok(FromBot::Move(answer)) => Some(answer.moves),
        _ => None,
    }
}

/// The replayed record with the texts that only the world knew; an illegal turn's message is no
/// such text. It has no unplayed roll if the record has none.
fn with_texts_of(record: &GameRecord, mut again: GameRecord) -> GameRecord {
    if let (Some(recorded), Some(fault)) = (&record.fault, &mut again.fault) {
        fault.line.clone_from(&recorded.line);
        if recorded.dice.is_none() {
            // Older arenas did not record it.
            fault.dice = None;
        }
        if fault.code != FaultCode::IllegalTurn.as_str() {
            fault.message.clone_from(&recorded.message);
        }
    }
    again
}

fn between(record: &GameRecord, again: &GameRecord) -> Vec<Difference> {
    let mut found = Vec::new();
    if record.to_line() != again.to_line() {
        walk("", Some(&json(record)), Some(&json(again)), &mut found);
    }
    found.truncate(TOLD);
    found
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("a record is plain data with text keys")
}

fn text(value: &impl Serialize) -> String {
    json(value).to_string()
}

/// Notes every value that differs, with its path.
fn walk(path: &str, there: Option<&Value>, should: Option<&Value>, found: &mut Vec<Difference>) {
    match (there, should) {
        (Some(there), Some(should)) if there == should => {}
        (Some(Value::Object(there)), Some(Value::Object(should))) => {
            let more = should.keys().filter(|key| !there.contains_key(*key));
            for key in there.keys().chain(more) {
                let dot = if path.is_empty() { "" } else { "." };
                let path = format!("{path}{dot}{key}");
                walk(&path, there.get(key), should.get(key), found);
            }
        }
        (Some(Value::Array(there)), Some(Value::Array(should)))
            if path == "turns" || path == "roll_off" =>
        {
            for number in 0..there.len().max(should.len()) {
                let path = format!("{path}[{number}]");
                walk(&path, there.get(number), should.get(number), found);
            }
        }
        (there, should) => {
            let mut difference = Difference::at(path);
            if let Some(there) = there {
                difference = difference.is(there.to_string());
            }
            if let Some(should) = should {
                difference = difference.should_be(should.to_string());
            }
            found.push(difference);
        }
    }
}
