//! A person at the board: what is shown, and what is typed, in English or Russian.
//!
//! A [`Player`] is a bot's other half. It gets the same requests as a bot and answers them by the
//! same protocol, and between the two it talks to a person, line by line. It knows no terminal and
//! no clock. A turn is tried out here, by the rules' own check, and sent when it is whole; so a
//! person is told the rule where a bot would lose.

mod draft;
mod entry;
mod list;
mod words;

use nardy_protocol::codec::{decode_request, encode_answer};
use nardy_protocol::message::{
    By, Dice, FromBot, GameStart, MoveAnswer, PlayedTurn, Ready, ToBot, TurnRequest,
};
use nardy_protocol::record::{GameRecord, Seat};
use nardy_protocol::situation::to_play;
use nardy_protocol::text::visible;
use nardy_rules::{CheckerMove, Position, Ruleset, Turn};

use draft::Draft;
use entry::Entry;
use list::side_by_side;
pub use words::Lang;

/// The letters of the person's checkers and of the bot's.
const MARKS: [char; 2] = ['X', 'O'];

/// Turns that are listed without being asked for.
const LISTED: usize = 30;

/// Characters of a text from outside that are shown.
const SHOWN: usize = 80;

/// What follows a request, or a line that was typed.
#[derive(Debug, PartialEq, Eq)]
pub enum Reply {
    /// This is shown, and another line is wanted.
    Ask(String),
    /// This is shown, and the request is answered with this line.
    Answer {
        /// What is shown.
        shown: String,
        /// The line with its end.
        line: Vec<u8>,
    },
    /// The person leaves the game.
    Leave,
}

/// From where the board is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum View {
    Own,
    Other,
    Both,
}

/// A person's side of a game. The person has seat 0.
#[derive(Debug)]
pub struct Player {
    lang: Lang,
    ruleset: Ruleset,
    opponent: String,
    /// Whether there is a clock for the person, too.
    clocked: bool,
    view: View,
    draft: Option<Draft>,
    /// Turns of the game that the person knows.
    known: usize,
    /// Whether the person has just said to leave.
    leaving: bool,
}

impl Player {
    /// A person who plays by this ruleset against this bot.
    #[must_use]
    pub fn new(lang: Lang, ruleset: Ruleset, opponent: &str, clocked: bool) -> Player {
        Player {
            lang,
            ruleset,
            opponent: format!("{} ({})", visible(opponent, SHOWN), MARKS[1]),
            clocked,
            view: View::Own,
            draft: None,
            known: 0,
            leaving: false,
        }
    }

    /// Takes a request of the game's.
    ///
    /// # Errors
    ///
    /// If it is none that a game has.
    pub fn asked(&mut self, request: &[u8]) -> Result<Reply, String> {
        match decode_request(request).map_err(|error| error.to_string())? {
            ToBot::Game(start) => Ok(self.begin(start)),
            ToBot::Turn(turn) => self.turn(turn),
            other => Err(format!("a game does not ask {other:?}")),
        }
    }

    /// Takes a line that was typed.
    pub fn entered(&mut self, text: &str) -> Reply {
        let Some(mut draft) = self.draft.take() else {
            return Reply::Ask(String::new());
        };
        let leaving = std::mem::take(&mut self.leaving);
        let mut shown = match Entry::parse(text) {
            Entry::Play if draft.is_whole(&self.ruleset) => return self.answer(&draft),
            Entry::Play => self.lang.not_whole(draft.missing()),
            Entry::Moves(moves) => match draft.add(&self.ruleset, &moves) {
                Ok(()) => self.tried(&draft),
                Err(breach) => self.lang.illegal(&breach),
            },
            Entry::Number(number) => match draft.choose(number) {
                true => self.tried(&draft),
                false => self.lang.no_such_turn(draft.legal().len()),
            },
            Entry::Undo if draft.undo() => self.tried(&draft),
            Entry::Undo => self.lang.nothing_to_undo().to_owned(),
            Entry::View => {
                self.view = self.view.next();
                self.board(&draft.position())
            }
            Entry::List => self.listed(&draft, usize::MAX),
            Entry::Help => self.lang.help().to_owned(),
            Entry::Quit if leaving => return Reply::Leave,
            Entry::Quit => {
                self.leaving = true;
                self.lang.really_quit().to_owned()
            }
            Entry::Unclear(why) => self.lang.unclear(&why),
        };
        self.draft = Some(draft);
        shown.push_str("\n> ");
        Reply::Ask(shown)
    }

    /// How the game ended, with the turns that the person has not seen yet.
    #[must_use]
    pub fn ended(&self, record: &GameRecord) -> String {
        let rest = record.turns.iter().skip(self.known);
        let mut lines: Vec<_> = rest
            .map(|turn| {
                let own = turn.seat == Seat::Zero;
                let geometry = self.ruleset.geometry();
                let seen = |point| match own {
                    true => point,
                    false => geometry.seen_by_the_other(point),
                };
                let moves = turn.moves.iter().map(|pair| pair.map(seen));
                self.told(own, &turn.dice, &moves.collect::<Vec<_>>())
            })
            .collect();
        if let Some(fault) = &record.fault {
            let message = visible(&fault.message, 400);
            let own = fault.seat == Seat::Zero;
            let who = self.lang.side(own, &self.opponent);
            lines.push(self.lang.fault(&who, &fault.code, &message));
        }
        let own = record.result.winner == Seat::Zero;
        let who = self.lang.side(own, &self.opponent);
        lines.push(self.lang.result(own, &who, &record.result));
        lines.join("\n") + "\n"
    }

    fn begin(&self, start: GameStart) -> Reply {
        let rolls = start
            .roll_off
            .iter()
            .map(|[own, other]| format!("{own}-{other}"));
        let rolls = rolls.collect::<Vec<_>>().join(", ");
        let begins = self.lang.side(start.first, &self.opponent);
        let shown = self
            .lang
            .start(&self.opponent, &start.rules, &rolls, &begins);
        let mut line = Vec::new();
        encode_answer(&FromBot::Ready(Ready { id: start.id }), &mut line);
        Reply::Answer { shown, line }
    }

    fn turn(&mut self, request: TurnRequest) -> Result<Reply, String> {
        let geometry = self.ruleset.geometry();
        let situation = request
            .situation(geometry)
            .map_err(|error| error.to_string())?;
        let mut lines: Vec<_> = request.since.iter().map(|turn| self.since(turn)).collect();
        let draft = Draft::new(&self.ruleset, request.id, situation);
        lines.push(self.board(&situation.position));
        let clock = self
            .clocked
            .then_some((request.clock.turn_ms, request.clock.bank_ms));
        let (dice, count) = (&situation.to_play, draft.legal().len());
        lines.push(self.lang.to_play(request.turn, dice, count, clock));
        lines.push(self.listed(&draft, LISTED));
        self.known = request.turn as usize - 1;
        self.draft = Some(draft);
        Ok(Reply::Ask(lines.join("\n") + "\n> "))
    }

    fn since(&self, turn: &PlayedTurn) -> String {
        self.told(turn.by == By::Own, &turn.dice, &turn.moves)
    }

    /// A turn in one line.
    fn told(&self, own: bool, dice: &Dice, moves: &[[u8; 2]]) -> String {
        let who = self.lang.side(own, &self.opponent);
        let moves = moves.iter();
        let moves: Vec<_> = moves
            .filter_map(|[from, to]| CheckerMove::new(*from, *to))
            .collect();
        let moves = (!moves.is_empty()).then(|| in_words(&moves));
        match to_play(dice) {
            Ok(dice) => self.lang.did(&who, &dice, moves.as_deref()),
            // The referee has no such dice.
            Err(error) => error.to_string(),
        }
    }

    /// The board after what was tried, and what is missing.
    fn tried(&self, draft: &Draft) -> String {
        let moves = in_words(draft.moves());
        let state = match (draft.moves(), draft.is_whole(&self.ruleset)) {
            ([], _) => self.lang.taken_back().to_owned(),
            (_, true) => self.lang.whole(&moves),
            (_, false) => self.lang.part(&moves, draft.missing()),
        };
        format!("{}\n{state}", self.board(&draft.position()))
    }

    fn listed(&self, draft: &Draft, most: usize) -> String {
        let legal = draft.legal();
        let shown = legal.len().min(most);
        let turns: Vec<_> = (0..shown)
            .map(|turn| format!("{:>3}) {}", turn + 1, in_words(legal.turn(turn).moves())))
            .collect();
        let mut text = list::columns(&turns);
        if legal.len() > shown || legal.is_cut() {
            text.push('\n');
            text.push_str(&self.lang.more(legal.len() - shown));
        }
        text
    }

    fn board(&self, position: &Position) -> String {
        let [x, o] = MARKS;
        let own = position.drawing().to_string();
        let other = position.flipped().drawing().with_marks(o, x).to_string();
        match self.view {
            View::Own => own,
            View::Other => other,
            View::Both => side_by_side(&own, &other),
        }
    }

    fn answer(&mut self, draft: &Draft) -> Reply {
        self.known += 1;
        let moves = draft.moves().iter().map(|one| one.numbers());
        let answer = MoveAnswer {
            id: draft.id().clone(),
            moves: moves.collect(),
            info: None,
        };
        let mut line = Vec::new();
        encode_answer(&FromBot::Move(answer), &mut line);
        let you = self.lang.side(true, &self.opponent);
        let shown = format!("{you}: {}\n\n", in_words(draft.moves()));
        Reply::Answer { shown, line }
    }
}

impl View {
    fn next(self) -> View {
        match self {
            View::Own => View::Other,
            View::Other => View::Both,
            View::Both => View::Own,
        }
    }
}

/// Moves in the notation of turns.
fn in_words(moves: &[CheckerMove]) -> String {
    match moves {
        [] => Turn::PASS.to_string(),
        moves => {
            let moves = moves.iter().map(ToString::to_string);
            moves.collect::<Vec<_>>().join(" ")
        }
    }
}
