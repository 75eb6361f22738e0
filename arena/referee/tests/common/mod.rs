//! Whole games through the referee as pure values: setups, players, and the table they sit at.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "every test file is a crate of its own and uses some of the helpers"
)]

pub mod board;
pub mod follower;
pub mod law;
pub mod order;

use std::num::NonZeroU64;

use arena_referee::clock::{Micros, TimeControl};
use arena_referee::dice::{LeagueSeed, PairDice, PairKey, PairingName, bot_seed};
use arena_referee::game::{Game, Heard, LegalTurns, Player, Setup, Step};
use arena_referee::verdict::BotFault;
use nardy_protocol::codec::{decode_request, encode_answer};
use nardy_protocol::limits::LEGAL_LIMIT;
use nardy_protocol::message::{
    Dice, FromBot, MoveAnswer, MovePair, Ready, RequestId, ToBot, TurnRequest,
};
use nardy_protocol::record::{GameRecord, Seat};
use nardy_protocol::ruleset::RulesetParameters;
use nardy_rules::{Geometry, Ruleset, TurnList};

/// The rulesets of the rules page.
pub const RULESETS: [&str; 7] = [
    "long",
    "long-classic",
    "long-app",
    "long-club",
    "gulbar",
    "short",
    "short-east",
];

/// Limits that differ from one another, so that a test can tell which one held.
pub const TIME: TimeControl = TimeControl {
    start: Micros::from_millis(10_000),
    turn: Micros::from_millis(1_000),
    bank: Micros::from_millis(30_000),
};

/// An answer at once.
pub const NO_TIME: Micros = Micros(0);

pub fn ruleset(id: &str) -> Ruleset {
    Ruleset::by_id(id).unwrap()
}

/// How the sides travel (R2), by the ruleset's id.
pub fn geometry(rules: &str) -> Geometry {
    if rules.starts_with("short") {
        Geometry::Short
    } else {
        Geometry::Long
    }
}

fn league() -> (LeagueSeed, PairingName) {
    let names = PairingName::new("greedy", "pips").unwrap();
    (LeagueSeed::new("referee tests"), names)
}

/// The key of the tests' pair with this number, from 1.
pub fn pair_key(pair_no: u64) -> PairKey {
    let (seed, names) = league();
    PairKey::derive(&seed, &names, NonZeroU64::new(pair_no).unwrap())
}

pub fn pair_dice(pair_no: u64) -> PairDice {
    PairDice::new(&pair_key(pair_no))
}

/// A game on the dice of this pair; both bots make their own turns.
pub fn setup(rules: &str, pair_no: u64) -> Setup {
    let (seed, names) = league();
    let player = |name: &str, seat| Player {
        name: name.to_owned(),
        legal: LegalTurns::Withheld,
        seed: bot_seed(&seed, &names, NonZeroU64::new(pair_no).unwrap(), seat),
    };
    let ruleset = ruleset(rules);
    let parameters = RulesetParameters::try_from(&ruleset).unwrap();
    Setup {
        game: format!("{pair_no}a"),
        index: 2 * (pair_no - 1),
        pair: pair_no,
        parameters: serde_json::to_value(parameters).unwrap(),
        ruleset,
        players: [player("greedy", Seat::Zero), player("pips", Seat::One)],
        dice: pair_dice(pair_no),
        dice_commitment: pair_key(pair_no).commitment(),
        time: TIME,
    }
}

/// The same game with the legal turns sent to both bots.
pub fn with_legal_turns(mut setup: Setup) -> Setup {
    for player in &mut setup.players {
        player.legal = LegalTurns::Sent;
    }
    setup
}

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
}

impl Table {
    /// A game that has begun: the bot in seat 0 is asked to get ready.
    pub fn begin(setup: Setup) -> Table {
        let mut game = Game::new(setup);
        let open = asked(game.begin(request_id(1)));
        Table {
            game,
            open,
            requests: 1,
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
        self.open = asked(self.game.hear(heard, request_id(self.requests)));
    }

    /// The asked bot writes a line, this long after it was asked.
    pub fn say(&mut self, line: &[u8], took: Micros) {
        self.hear(Heard::Line { line, took });
    }

    pub fn fault(&mut self, fault: BotFault) {
        self.hear(Heard::Fault(fault));
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

/// The ids of the tests' requests: their numbers in the game.
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

/// All legal turns of a request in the documented order, made by the bot itself.
pub fn legal_turns(rules: &str, request: &TurnRequest) -> Vec<Vec<MovePair>> {
    let situation = request.situation(geometry(rules)).unwrap();
    let mut turns = TurnList::new();
    turns.generate(&ruleset(rules), &situation);
    turns.sort();
    let numbers = |index| {
        turns
            .turn(index)
            .moves()
            .iter()
            .map(|m| m.numbers())
            .collect()
    };
    (0..turns.len()).map(numbers).collect()
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
