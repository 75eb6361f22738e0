//! A sparring partner as a bot: the protocol over any reader and writer.

use std::io::{self, BufRead, BufReader, Read, Write};

use nardy_protocol::codec::{UnreadableRequest, decode_request, encode_answer};
use nardy_protocol::limits::PROTOCOL_VERSION;
use nardy_protocol::message::{
    FromBot, GameStart, Hello, HelloAnswer, MoveAnswer, Ready, RequestId, ToBot, TurnRequest,
};
use nardy_protocol::rules::{Ruleset, TurnList};
use nardy_protocol::situation::NotASituation;
use thiserror::Error;

use crate::player::{NAMES, Player, TurnView, by_name};

/// Why a sparring partner stopped playing.
#[derive(Debug, Error)]
pub enum RunError {
    /// There is no such sparring partner.
    #[error("there is no built-in bot {name:?}; there are {}", NAMES.join(", "))]
    Unknown {
        /// The name that was given.
        name: String,
    },
    /// The arena's end of a pipe is gone.
    #[error("the arena cannot be read or written to: {0}")]
    Io(#[from] io::Error),
    /// The arena wrote something that is no message.
    #[error(transparent)]
    Unreadable(#[from] UnreadableRequest),
    /// The arena asked for a turn in a position that is none.
    #[error("the turn's position cannot be played: {0}")]
    NotASituation(#[from] NotASituation),
    /// A game by rules this bot does not know, or a turn before any game.
    #[error("asked to play without a ruleset that is known")]
    NoRules,
}

/// Plays as the sparring partner of this name until it is asked to leave or its input ends.
///
/// Each answer is one write. Messages of a type the protocol may get later are ignored.
///
/// # Errors
///
/// An unknown name, a closed pipe, or an arena that does not keep to the protocol.
pub fn run(player: &str, input: impl Read, mut output: impl Write) -> Result<(), RunError> {
    let player = by_name(player).ok_or_else(|| RunError::Unknown {
        name: player.to_owned(),
    })?;
    let mut bot = Bot {
        player,
        ruleset: None,
        turns: TurnList::new(),
    };
    let mut input = BufReader::new(input);
    let (mut line, mut answer) = (Vec::new(), Vec::new());
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let request = match decode_request(&line) {
            Ok(ToBot::Quit) => return Ok(()),
            Ok(request) => request,
            Err(_) if is_other_message(&line) => continue,
            Err(error) => return Err(error.into()),
        };
        if let Some(reply) = bot.answer(request)? {
            answer.clear();
            encode_answer(&reply, &mut answer);
            output.write_all(&answer)?;
            output.flush()?;
        }
    }
}

/// Whether a line is a message of a type that this version does not know.
fn is_other_message(line: &[u8]) -> bool {
    let known = ["hello", "game", "turn", "error", "result", "quit"];
    serde_json::from_slice::<serde_json::Value>(line).is_ok_and(|message| {
        message["type"]
            .as_str()
            .is_some_and(|kind| !known.contains(&kind))
    })
}

/// A sparring partner in the course of its games.
struct Bot {
    player: Box<dyn Player>,
    ruleset: Option<Ruleset>,
    turns: TurnList,
}

impl Bot {
    fn answer(&mut self, request: ToBot) -> Result<Option<FromBot>, RunError> {
        Ok(match request {
            ToBot::Hello(hello) => Some(FromBot::Hello(self.hello(&hello))),
            ToBot::Game(game) => Some(FromBot::Ready(self.new_game(game)?)),
            ToBot::Turn(turn) => Some(FromBot::Move(self.turn(&turn)?)),
            ToBot::Error(_) | ToBot::Result(_) | ToBot::Quit => None,
        })
    }

    fn hello(&self, hello: &Hello) -> HelloAnswer {
        HelloAnswer {
            id: hello.id.clone(),
            protocol: PROTOCOL_VERSION,
            name: format!("builtin-{}", self.player.name()),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            rules: Ruleset::all()
                .iter()
                .map(|ruleset| ruleset.id().to_owned())
                .collect(),
            wants: Vec::new(),
        }
    }

    fn new_game(&mut self, game: GameStart) -> Result<Ready, RunError> {
        self.ruleset = Some(Ruleset::by_id(&game.rules).ok_or(RunError::NoRules)?);
        // A seed that is no number leaves the player without chance, not without a game.
        self.player
            .new_game(u64::from_str_radix(&game.seed, 16).unwrap_or_default());
        Ok(Ready { id: game.id })
    }

    fn turn(&mut self, request: &TurnRequest) -> Result<MoveAnswer, RunError> {
        let ruleset = self.ruleset.as_ref().ok_or(RunError::NoRules)?;
        let situation = request.situation(ruleset.geometry())?;
        self.turns.generate(ruleset, &situation);
        self.turns.sort();
        let view = TurnView {
            ruleset,
            situation: &situation,
        };
        let turn = self.turns.turn(self.player.choose(&view, &self.turns));
        let moves = turn
            .moves()
            .iter()
            .map(|checker_move| checker_move.numbers())
            .collect();
        let id: RequestId = request.id.clone();
        Ok(MoveAnswer {
            id,
            moves,
            info: None,
        })
    }
}
