//! Games: whole ones by every ruleset that the bot names, and short ones with something odd.

use std::time::Duration;

use nardy_protocol::codec::encode;
use nardy_protocol::message::{
    By, Clock, ErrorNotice, FromBot, HelloAnswer, RequestId, ResultNotice, ToBot, WinKind,
};
use nardy_protocol::ruleset::RulesetParameters;
use nardy_rules::Ruleset;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::ledger::Check;
use super::staged::{Card, Mover, Staged, pairs};
use super::start::Manner;
use super::steer::{Fall, Steer};
use super::talk::{Lost, Talk, Wanted};
use super::{Examiner, rules, with_new_keys};

/// Requests of a game, and what comes between games.
pub(super) const CHECKS: &[Check] = &[
    Check {
        id: "games.ready",
        asks: "answers `game` with `ready`",
        section: "protocol.md#game",
        mend: "answer {\"type\":\"ready\",\"id\":…} before the first turn, also of a second game",
    },
    Check {
        id: "games.ready_id",
        asks: "repeats the id of `game`",
        section: "protocol.md#game",
        mend: "copy `id` from the request; it is another one each time",
    },
    Check {
        id: "games.ready_time",
        asks: "is ready in time",
        section: "protocol.md#time",
        mend: "answer `ready` sooner, or ask the league for a longer `start`",
    },
    Check {
        id: "games.turn",
        asks: "answers `turn` with `move`",
        section: "protocol.md#turn",
        mend: "answer {\"type\":\"move\",\"id\":…,\"moves\":[[from,to],…]}",
    },
    Check {
        id: "games.turn_id",
        asks: "repeats the id of each `turn`",
        section: "protocol.md#turn",
        mend: "copy `id` from the request; it is another one each time",
    },
    Check {
        id: "games.turn_time",
        asks: "answers each turn in time",
        section: "protocol.md#time",
        mend: "think for at most `turn_ms`, or ask the league for more time",
    },
    Check {
        id: "games.once",
        asks: "answers each request once",
        section: "protocol.md#the-conversation",
        mend: "write one line for each request",
    },
    Check {
        id: "games.result",
        asks: "answers nothing to `result`, also of a game that ended before its time",
        section: "protocol.md#result",
        mend: "answer nothing to a message without an `id`, and read on",
    },
    Check {
        id: "games.error",
        asks: "answers nothing to `error`",
        section: "protocol.md#error",
        mend: "answer nothing to a message without an `id`, and read on; print it to stderr if you like",
    },
    Check {
        id: "games.own_ruleset",
        asks: "plays a ruleset of a user's own, made from one that it names",
        section: "rulesets.md#rulesets-of-your-own",
        mend: "read `ruleset` rather than the id in `rules`, or play one of the `legal` turns",
    },
    Check {
        id: "games.odd_ids",
        asks: "repeats ids with quotes, backslashes and other letters in a game",
        section: "protocol.md#turn",
        mend: "read and write the id with a JSON library; it is text of any form",
    },
    Check {
        id: "games.new_keys",
        asks: "ignores keys of `game` and `turn` that it does not know",
        section: "../README.md#versions",
        mend: "skip keys that you do not know; the arena may add some",
    },
];

/// A whole game by each ruleset.
pub(super) const RULESETS: &[Check] = &[
    whole("games.long", "plays whole games of `long`"),
    whole("games.long-classic", "plays whole games of `long-classic`"),
    whole("games.long-app", "plays whole games of `long-app`"),
    whole("games.long-club", "plays whole games of `long-club`"),
    whole("games.gulbar", "plays whole games of `gulbar`"),
    whole("games.short", "plays whole games of `short`"),
    whole("games.short-east", "plays whole games of `short-east`"),
];

const fn whole(id: &'static str, asks: &'static str) -> Check {
    Check {
        id,
        asks,
        section: "rules.md#rulesets",
        mend: "keep the process running until `quit`; its stderr may say why it ended",
    }
}

/// The check of a ruleset's games; the id of a ruleset that a user made is that of no check.
fn check_of(ruleset: &Ruleset) -> &'static str {
    let found = RULESETS
        .iter()
        .find(|check| check.id.strip_prefix("games.") == Some(ruleset.id()));
    found.map_or("games.own_ruleset", |check| check.id)
}

/// Turns of the bot in a game that is broken off.
const FEW: u32 = 2;

/// How long a bot is listened to that must be silent: an interpreter takes some tenths of a second
/// to break down.
const BREAKDOWN: Duration = Duration::from_millis(500);

/// Games by one ruleset that are played at least and at most.
const LEAST: u64 = 2;
const MOST: u64 = 6;

/// Processes that may be lost in games until there is no use in going on.
const LOSSES: u32 = 3;

/// Why a game was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// It is over.
    Won,
    /// As many of the bot's turns were played as were asked for.
    Enough,
    /// The time for all games is up.
    Time,
}

/// How a game is played.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Style {
    /// Fails whatever goes wrong besides the form of a line.
    check: Option<&'static str>,
    odd_ids: bool,
    new_keys: bool,
    /// Turns of the bot until it is broken off.
    turns: Option<u32>,
    until: Option<Instant>,
}

impl Examiner<'_> {
    /// Games that are broken off, and one by a user's ruleset: all in the process that goes on to
    /// play whole games.
    pub(super) async fn odd_endings(
        &mut self,
        talk: &mut Talk,
        hello: &HelloAnswer,
    ) -> Result<(), Lost> {
        let ruleset = self.claimed(hello)[0].clone();
        let few = Style {
            turns: Some(FEW),
            ..Style::default()
        };
        let mut game = self.game(&ruleset, 100, Mover::Bot);
        self.play(talk, hello, &mut game, few).await?;
        self.broken_off(talk, &game.0, true).await?;
        // A bot that breaks down at `result` is told from one that does at the next `game`.
        talk.listen(&mut self.ledger, BREAKDOWN).await?;
        let mut game = self.game(&ruleset, 101, Mover::Opponent);
        self.play(talk, hello, &mut game, few).await?;
        let error = ErrorNotice {
            code: "timeout".to_owned(),
            rule: None,
            message: "no complete line came before the deadline".to_owned(),
            moves: None,
        };
        talk.tell(&mut self.ledger, &ToBot::Error(error), "games.error")
            .await?;
        // Else an answer would be taken for one to the result.
        talk.listen(&mut self.ledger, BREAKDOWN).await?;
        self.broken_off(talk, &game.0, false).await?;
        let style = Style {
            check: Some("games.own_ruleset"),
            ..few
        };
        let mut game = self.game(&own(&ruleset), 102, Mover::Bot);
        game.0.card.parameters = own_parameters(&ruleset);
        self.play(talk, hello, &mut game, style).await?;
        self.ledger.saw("games.own_ruleset");
        self.broken_off(talk, &game.0, true).await
    }

    /// A game with odd ids, in which the bot's input ends; and one with unknown keys and `quit`.
    pub(super) async fn odd_games(&mut self, hello: &HelloAnswer) -> Result<(), Lost> {
        let ruleset = self.claimed(hello)[0].clone();
        let few = Style {
            turns: Some(FEW),
            ..Style::default()
        };
        let odd_ids = Style {
            check: Some("games.odd_ids"),
            odd_ids: true,
            ..few
        };
        let new_keys = Style {
            check: Some("games.new_keys"),
            new_keys: true,
            ..few
        };
        for (manner, style, number) in [
            (Manner::OddId, odd_ids, 103),
            (Manner::NewKeys, new_keys, 104),
        ] {
            match self
                .odd_game(hello, &ruleset, (manner, style), number)
                .await
            {
                Ok(()) | Err(Lost::Bot { .. } | Lost::Left) => {}
                Err(lost) => return Err(lost),
            }
        }
        Ok(())
    }

    async fn odd_game(
        &mut self,
        hello: &HelloAnswer,
        ruleset: &Ruleset,
        (manner, style): (Manner, Style),
        number: u64,
    ) -> Result<(), Lost> {
        let (mut talk, _) = self.greeted(manner).await?;
        let mut game = self.game(ruleset, number, Mover::Bot);
        self.play(&mut talk, hello, &mut game, style).await?;
        if let Some(check) = style.check {
            self.ledger.saw(check);
        }
        match manner {
            Manner::OddId => self.end_input(&mut talk).await,
            _ => self.quit(&mut talk).await,
        }
    }

    /// Whole games by every ruleset, until the bot has met everything or the time is up. The
    /// process that plays them goes on from one to the next.
    pub(super) async fn whole_games(
        &mut self,
        mut talk: Option<Talk>,
        hello: &HelloAnswer,
        until: Instant,
    ) -> Result<Option<Talk>, Lost> {
        let mut losses = 0;
        let rulesets = self.claimed(hello);
        for (place, ruleset) in rulesets.iter().enumerate() {
            let rest = u32::try_from(rulesets.len() - place).unwrap_or(1);
            let until = Instant::now() + until.saturating_duration_since(Instant::now()) / rest;
            let mut number = 0;
            while number < MOST && (number < LEAST || self.has_open(ruleset)) {
                let style = Style {
                    until: Some(until),
                    ..Style::default()
                };
                let mut playing = match talk.take() {
                    Some(talk) => talk,
                    None => self.greeted(Manner::Plain).await?.0,
                };
                let starter = match number % 2 {
                    0 => Mover::Bot,
                    _ => Mover::Opponent,
                };
                let mut game = self.game(ruleset, number, starter);
                match self.play(&mut playing, hello, &mut game, style).await {
                    Ok(Left::Won) => {
                        self.ledger.saw(check_of(ruleset));
                        self.over(&mut playing, &game.0).await?;
                        talk = Some(playing);
                    }
                    Ok(_) => {
                        let why = "there was no time to play it out; give more by --time";
                        self.ledger.leave_out(check_of(ruleset), why);
                        self.broken_off(&mut playing, &game.0, true).await?;
                        talk = Some(playing);
                        break;
                    }
                    Err(Lost::Bot { too_late }) => {
                        losses += 1;
                        let why = "the bot lost its game before the end";
                        self.ledger.leave_out(check_of(ruleset), why);
                        if too_late || losses == LOSSES {
                            return Err(Lost::Bot { too_late });
                        }
                    }
                    Err(lost) => return Err(lost),
                }
                number += 1;
            }
        }
        Ok(talk)
    }

    /// Whether a ruleset may still show something that the bot has not met.
    fn has_open(&self, ruleset: &Ruleset) -> bool {
        let open =
            |check: &Check| rules::applies(check.id, ruleset) && !self.ledger.is_settled(check.id);
        rules::CHECKS.iter().any(open)
    }

    /// A game by a ruleset; `number` chooses its dice and the opponent. For the bot it is the only
    /// one of its pair, for no process plays both.
    fn game(&mut self, ruleset: &Ruleset, number: u64, starter: Mover) -> (Staged, Fall) {
        // Openings by which two must leave the head, and one may not.
        let opening = match number {
            0 => [Some([6, 6]), None],
            1 => [Some([4, 4]), Some([5, 5])],
            _ => [None, None],
        };
        let (fall, dice_commitment) = Fall::new(ruleset, number, opening);
        let parameters = serde_json::to_value(RulesetParameters::from(ruleset));
        let name = ["blocks", "pips"][usize::from(number % 2 == 1)];
        let mut opponent = nardy_bots::by_name(name).expect("a built-in bot");
        opponent.new_game(number);
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.pairs += 1;
        let of_pair = if self.pairs.is_multiple_of(2) {
            "b"
        } else {
            "a"
        };
        let card = Card {
            game: format!("{}{of_pair}", self.pairs),
            opponent: "соперник \"№2\"".to_owned(),
            seed: format!("{number:016x}"),
            dice_commitment,
            parameters: parameters.unwrap_or_default(),
            clock: Clock {
                turn_ms: millis(self.times.turn),
                bank_ms: millis(self.times.bank),
            },
        };
        (Staged::new(ruleset.clone(), card, starter, opponent), fall)
    }

    /// Plays a game with the bot.
    async fn play(
        &mut self,
        talk: &mut Talk,
        hello: &HelloAnswer,
        (game, fall): &mut (Staged, Fall),
        style: Style,
    ) -> Result<Left, Lost> {
        match self.announce(talk, game, style).await {
            // It left after the game before, as it may; a fresh process plays this one.
            Err(Lost::Left) => {
                *talk = self.greeted(Manner::Plain).await?.0;
                self.announce(talk, game, style).await?;
            }
            // A game at which a fresh process crashes, too, has a check of its own.
            Err(Lost::Crashed(failure)) => {
                *talk = self.greeted(Manner::Plain).await?.0;
                self.announce(talk, game, style).await?;
                self.ledger.failed_between_games(failure);
            }
            announced => announced?,
        }
        let mut turns = 0;
        loop {
            let mut steer = Steer {
                ledger: &self.ledger,
                fall: &mut *fall,
            };
            if !game.go_on(&mut steer) {
                return Ok(Left::Won);
            }
            if style.turns == Some(turns) {
                return Ok(Left::Enough);
            }
            if style.until.is_some_and(|until| Instant::now() >= until) {
                return Ok(Left::Time);
            }
            turns += 1;
            self.turn(talk, hello, game, style).await?;
        }
    }

    /// Announces a game.
    async fn announce(&mut self, talk: &mut Talk, game: &Staged, style: Style) -> Result<(), Lost> {
        let id = self.next_id(style);
        let start = ToBot::Game(game.start(id.clone()));
        let wanted = Wanted {
            limit: self.times.start,
            kind: "ready",
            form: "games.ready",
            id: "games.ready_id",
            late: "games.ready_time",
            gone: "games.ready",
            once: "games.once",
        };
        self.request(talk, (start, id), wanted, style).await?;
        Ok(())
    }

    /// One turn of the bot's.
    async fn turn(
        &mut self,
        talk: &mut Talk,
        hello: &HelloAnswer,
        game: &mut Staged,
        style: Style,
    ) -> Result<(), Lost> {
        let id = self.next_id(style);
        let request = ToBot::Turn(game.request(id.clone(), hello.wants_legal()));
        let wanted = Wanted {
            limit: self.times.turn + self.times.bank,
            kind: "move",
            form: "games.turn",
            id: "games.turn_id",
            late: "games.turn_time",
            gone: check_of(&game.ruleset),
            once: "games.once",
        };
        let FromBot::Move(answer) = self.request(talk, (request, id), wanted, style).await? else {
            return Err(Lost::Left);
        };
        let mut met = rules::occasions(&game.ruleset, &game.situation, &game.legal, &self.ledger);
        for (by, check) in [
            (By::Own, "rules.pass"),
            (By::Opponent, "rules.opponents_pass"),
        ] {
            if game.passed_since(by) {
                met.push(check);
            }
        }
        match game.answer(&answer.moves) {
            Ok(()) => {
                for check in met {
                    self.ledger.saw(check);
                }
                Ok(())
            }
            Err(breach) => {
                let check = rules::failed_by(game, &answer.moves, &breach);
                let example = pairs(game.legal.turn(0).moves());
                let wanted = format!("{breach}; legal is, for example, {}", json!(example));
                let line = answer_line(answer);
                Err(talk.lose(&mut self.ledger, check, &line, wanted).await)
            }
        }
    }

    async fn request(
        &mut self,
        talk: &mut Talk,
        (message, id): (ToBot, RequestId),
        wanted: Wanted,
        style: Style,
    ) -> Result<FromBot, Lost> {
        let mut line = Vec::new();
        encode(&message, &mut line);
        if style.new_keys {
            with_new_keys(&mut line);
        }
        let wanted = style.check.map_or(wanted, |check| wanted.all_by(check));
        talk.ask_line(&mut self.ledger, (line, &id), wanted).await
    }

    fn next_id(&mut self, style: Style) -> RequestId {
        if style.odd_ids {
            self.odd_id()
        } else {
            self.ids.next_id()
        }
    }

    /// Tells the bot that its game is over, won or lost by a forfeit.
    async fn broken_off(&mut self, talk: &mut Talk, game: &Staged, won: bool) -> Result<(), Lost> {
        let result = ResultNotice {
            game: game.card.game.clone(),
            won,
            kind: WinKind::Forfeit,
            points: game.ruleset.points().mars,
            reason: "timeout".to_owned(),
        };
        self.result(talk, result).await
    }

    /// Tells the bot how its game has ended.
    async fn over(&mut self, talk: &mut Talk, game: &Staged) -> Result<(), Lost> {
        let Some((winner, win)) = game.won else {
            return Ok(());
        };
        let result = ResultNotice {
            game: game.card.game.clone(),
            won: winner == Mover::Bot,
            kind: match win.kind {
                nardy_rules::WinKind::Oin => WinKind::Oin,
                nardy_rules::WinKind::Mars => WinKind::Mars,
                nardy_rules::WinKind::HomeMars => WinKind::HomeMars,
                nardy_rules::WinKind::Koks => WinKind::Koks,
            },
            points: win.points,
            reason: "borne_off".to_owned(),
        };
        self.result(talk, result).await
    }

    async fn result(&mut self, talk: &mut Talk, result: ResultNotice) -> Result<(), Lost> {
        let result = ToBot::Result(result);
        talk.tell(&mut self.ledger, &result, "games.result").await?;
        talk.between_games = true;
        Ok(())
    }
}

/// A ruleset with another id, as a user makes one: only what a win counts is changed.
fn own(ruleset: &Ruleset) -> Ruleset {
    let mut points = ruleset.points();
    points.mars += 2;
    ruleset
        .clone()
        .with_points(points)
        .named("check-own", "A ruleset of a user's own")
}

/// Its parameters as bots are told them.
fn own_parameters(base: &Ruleset) -> Value {
    let parameters = serde_json::to_value(RulesetParameters::from(&own(base)));
    let mut parameters = parameters.unwrap_or_default();
    parameters["base"] = json!(base.id());
    parameters
}

/// The answer as it was written, or nearly so.
fn answer_line(answer: nardy_protocol::message::MoveAnswer) -> Vec<u8> {
    let mut line = Vec::new();
    nardy_protocol::codec::encode_answer(&FromBot::Move(answer), &mut line);
    line.truncate(line.trim_ascii_end().len());
    line
}
