//! The protocol's loop around a player: requests in, answers out.

use std::io::{self, BufRead, BufReader, Read, Write};

use nardy_protocol::client::read_request;
use nardy_protocol::codec::{self, UnreadableRequest};
use nardy_protocol::limits::PROTOCOL_VERSION;
use nardy_protocol::message::{
    FromBot, GameStart, HelloAnswer, MoveAnswer, Ready, ToBot, TurnRequest,
};
use nardy_protocol::rules::{Ruleset, TurnList};
use nardy_protocol::ruleset::RulesetParameters;
use nardy_protocol::situation::NotASituation;

use crate::player::{self, NAMES, Player, TurnView};

/// Why a player broke off.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// There is no such player.
    #[error("there is no sparring partner `{name}`: choose one of {}", NAMES.join(", "))]
    UnknownPlayer {
        /// The name asked for.
        name: String,
    },
    /// The arena's messages could not be read.
    #[error("cannot read the arena's messages: {0}")]
    Input(#[source] io::Error),
    /// An answer could not be written.
    #[error("cannot write an answer: {0}")]
    Output(#[source] io::Error),
    /// A line that is no message.
    #[error(transparent)]
    Unreadable(#[from] UnreadableRequest),
    /// A game with rules the players do not know, and parameters that they cannot play by.
    #[error(
        "ruleset `{id}` is none of {}, and its parameters cannot be used: {problem}",
        rulesets().join(", ")
    )]
    UnknownRuleset {
        /// The ruleset's id.
        id: String,
        /// What is wrong with its parameters.
        problem: String,
    },
    /// A seed that is no number.
    #[error("the game's seed {seed:?} is not 16 hex digits")]
    Seed {
        /// The seed.
        seed: String,
    },
    /// A turn asked for before a game was announced.
    #[error("turn {turn} was asked for before any `game` message")]
    NoGame {
        /// The turn's number.
        turn: u32,
    },
    /// A turn asked for in a situation that cannot be.
    #[error("turn {turn} cannot be played: {problem}")]
    Turn {
        /// The turn's number.
        turn: u32,
        /// What is wrong with it.
        #[source]
        problem: NotASituation,
    },
}

fn rulesets() -> Vec<&'static str> {
    Ruleset::all().iter().map(Ruleset::id).collect()
}

/// Lets the player of this name answer the arena until `quit` or the end of input.
///
/// Blocks while it waits for input. Each answer is one write, flushed at once. Messages and keys
/// that protocol 1 does not have are skipped.
///
/// # Errors
///
/// When there is no such player, input or output fails, or the arena says something that cannot
/// be answered; see [`RunError`].
pub fn run(player: &str, input: impl Read, mut output: impl Write) -> Result<(), RunError> {
    let mut session = Session::new(player)?;
    let mut input = BufReader::new(input);
    let (mut line, mut answer) = (Vec::new(), Vec::new());
    loop {
        line.clear();
        if input
            .read_until(b'\n', &mut line)
            .map_err(RunError::Input)?
            == 0
        {
            return Ok(());
        }
        match read_request(&line)? {
            None => {}
            Some(ToBot::Quit) => return Ok(()),
            Some(message) => {
                if let Some(reply) = session.answer(message)? {
                    answer.clear();
                    codec::encode_answer(&reply, &mut answer);
                    send(&mut output, &answer).map_err(RunError::Output)?;
                }
            }
        }
    }
}

fn send(output: &mut impl Write, answer: &[u8]) -> io::Result<()> {
    output.write_all(answer)?;
    output.flush()
}

/// A player and the game it is in.
struct Session {
    player: Box<dyn Player>,
    ruleset: Option<Ruleset>,
    turns: TurnList,
}

impl Session {
    fn new(player: &str) -> Result<Session, RunError> {
        let found = player::by_name(player).ok_or_else(|| RunError::UnknownPlayer {
            name: player.to_owned(),
        })?;
        Ok(Session {
            player: found,
            ruleset: None,
            turns: TurnList::new(),
        })
    }

    fn answer(&mut self, message: ToBot) -> Result<Option<FromBot>, RunError> {
        Ok(match message {
            ToBot::Hello(hello) => Some(FromBot::Hello(HelloAnswer {
                id: hello.id,
                protocol: PROTOCOL_VERSION,
                name: self.player.name().to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                rules: rulesets().into_iter().map(str::to_owned).collect(),
                wants: Vec::new(),
            })),
            ToBot::Game(game) => Some(FromBot::Ready(self.start(game)?)),
            ToBot::Turn(request) => Some(FromBot::Move(self.play(request)?)),
            ToBot::Error(_) | ToBot::Result(_) | ToBot::Quit => None,
        })
    }

    fn start(&mut self, game: GameStart) -> Result<Ready, RunError> {
        self.ruleset = Some(ruleset_of(&game)?);
        self.player.new_game(seed_number(&game.seed)?);
        Ok(Ready { id: game.id })
    }

    fn play(&mut self, request: TurnRequest) -> Result<MoveAnswer, RunError> {
        let turn = request.turn;
        let ruleset = self.ruleset.as_ref().ok_or(RunError::NoGame { turn })?;
        let situation = request
            .situation(ruleset.geometry())
            .map_err(|problem| RunError::Turn { turn, problem })?;
        self.turns.generate(ruleset, &situation);
        self.turns.sort();
        let view = TurnView {
            ruleset,
            situation: &situation,
        };
        let chosen = self.turns.turn(self.player.choose(&view, &self.turns));
        Ok(MoveAnswer {
            id: request.id,
            moves: chosen.moves().iter().map(|one| one.numbers()).collect(),
            info: None,
        })
    }
}

/// The rules of a game: known by their id or, where a user made them, by their parameters.
fn ruleset_of(game: &GameStart) -> Result<Ruleset, RunError> {
    if let Some(ruleset) = Ruleset::by_id(&game.rules) {
        return Ok(ruleset);
    }
    let unknown = |problem: String| RunError::UnknownRuleset {
        id: game.rules.clone(),
        problem,
    };
    let parameters = serde_json::from_value::<RulesetParameters>(game.ruleset.clone());
    let parameters = parameters.map_err(|error| unknown(error.to_string()))?;
    let ruleset = parameters.ruleset(&game.rules);
    ruleset.map_err(|error| unknown(error.to_string()))
}

/// The number that 16 hex digits write.
fn seed_number(seed: &str) -> Result<u64, RunError> {
    let is_hex = seed.len() == 16 && seed.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = u64::from_str_radix(seed, 16).ok().filter(|_| is_hex);
    number.ok_or_else(|| RunError::Seed {
        seed: seed.to_owned(),
    })
}
