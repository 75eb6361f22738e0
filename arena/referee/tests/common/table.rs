//! The table a game is played at: what is asked, and what the asked bot does.

use arena_referee::clock::Micros;
use arena_referee::game::{Game, Heard, Setup, Step};
use arena_referee::verdict::BotFault;
use nardy_protocol::codec::{decode_request, encode_answer};
use nardy_protocol::message::{
    FromBot, MoveAnswer, MovePair, Ready, RequestId, ToBot, TurnRequest,
};
use nardy_protocol::record::{GameRecord, Seat};

use super::NO_TIME;

/// The open request.
#[derive(Debug, Clone)]
pub struct Asked {
    pub seat: Seat,
    pub line: Vec<u8>,
    pub allowance: Micros,
}

impl Asked {
    /// The line as a bot in Rust reads it; it must be exactly one line.
    pub fn message(&self) -> ToBot {
        let line = self.line.strip_suffix(b"\n").unwrap();
        assert!(!line.contains(&b'\n'));
        decode_request(line).unwrap()
    }

    pub fn turn(&self) -> TurnRequest {
        match self.message() {
            ToBot::Turn(request) => request,
            other => panic!("a turn was expected, not {other:?}"),
        }
    }

    pub fn id(&self) -> RequestId {
        match self.message() {
            ToBot::Game(start) => start.id,
            ToBot::Turn(request) => request.id,
            other => panic!("{other:?} has no id to answer"),
        }
    }
}

/// A game and what it waits for.
#[derive(Debug)]
pub struct Table {
    pub game: Game,
    open: Option<Asked>,
    requests: u32,
    ids: fn(u32) -> RequestId,
}

impl Table {
    /// A game that has begun: the bot in seat 0 is asked to get ready.
    pub fn begin(setup: Setup) -> Table {
        Table::begin_with_ids(setup, request_id)
    }

    /// The same, with ids by the request's number in the game.
    pub fn begin_with_ids(setup: Setup, ids: fn(u32) -> RequestId) -> Table {
        let mut game = Game::new(setup);
        let open = asked(game.begin(ids(1)));
        Table {
            game,
            open,
            requests: 1,
            ids,
        }
    }

    /// The same, with both bots ready.
    pub fn in_play(setup: Setup) -> Table {
        let mut table = Table::begin(setup);
        table.ready();
        table.ready();
        table
    }

    /// The open request; the game must go on.
    pub fn asked(&self) -> &Asked {
        self.open.as_ref().unwrap()
    }

    pub fn is_over(&self) -> bool {
        self.open.is_none()
    }

    /// The asked bot does something.
    pub fn hear(&mut self, heard: Heard<'_>) {
        self.requests += 1;
        self.open = asked(self.game.hear(heard, (self.ids)(self.requests)));
    }

    /// The asked bot writes a line, this long after it was asked.
    pub fn say(&mut self, line: &[u8], took: Micros) {
        self.hear(Heard::Line { line, took });
    }

    pub fn fault(&mut self, fault: BotFault) {
        self.hear(Heard::Fault(fault));
    }

    /// A bot forfeits, asked or not.
    pub fn forfeit(&mut self, culprit: Seat, fault: BotFault) {
        self.game.forfeit(culprit, fault);
        self.open = None;
    }

    pub fn answer(&mut self, answer: &FromBot) {
        self.say(&line_of(answer), NO_TIME);
    }

    pub fn ready(&mut self) {
        let id = self.asked().id();
        self.answer(&FromBot::Ready(Ready { id }));
    }

    pub fn moves(&mut self, moves: Vec<MovePair>) {
        self.moves_after(NO_TIME, moves);
    }

    pub fn moves_after(&mut self, took: Micros, moves: Vec<MovePair>) {
        let id = self.asked().id();
        self.say(&line_of(&moves_answer(id, moves)), took);
    }

    pub fn into_record(self) -> GameRecord {
        self.game.into_record().unwrap()
    }
}

/// The id of a request, unless a test gives its own: its number in the game.
fn request_id(number: u32) -> RequestId {
    RequestId::new(format!("request {number}"))
}

fn asked(step: Step<'_>) -> Option<Asked> {
    match step {
        Step::Ask {
            seat,
            line,
            allowance,
        } => Some(Asked {
            seat,
            line: line.to_vec(),
            allowance,
        }),
        Step::Over => None,
    }
}

pub fn moves_answer(id: RequestId, moves: Vec<MovePair>) -> FromBot {
    FromBot::Move(MoveAnswer {
        id,
        moves,
        info: None,
    })
}

/// An answer's line without its line end.
pub fn line_of(answer: &FromBot) -> Vec<u8> {
    let mut line = Vec::new();
    encode_answer(answer, &mut line);
    line.pop();
    line
}

/// Plays a game to its end, `choose` playing for both bots.
pub fn play_out(
    setup: Setup,
    mut choose: impl FnMut(Seat, &TurnRequest) -> Vec<MovePair>,
) -> Table {
    let mut table = Table::in_play(setup);
    while !table.is_over() {
        let request = table.asked().turn();
        let moves = choose(table.asked().seat, &request);
        table.moves(moves);
    }
    table
}
