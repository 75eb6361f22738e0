//! The start of a bot's process and its greeting.

use std::time::Duration;

use nardy_protocol::limits::PROTOCOL_VERSION;
use nardy_protocol::message::{FromBot, Hello, HelloAnswer, RequestId, ToBot};
use nardy_protocol::text::visible;
use nardy_rules::Ruleset;
use serde_json::{Map, Value, json};

use super::ledger::{Check, Failure};
use super::talk::{Lost, Talk, Wanted};
use super::{Examiner, with_new_keys};
use crate::bot::Launch;
use crate::table::Void;

/// The process.
pub(super) const STARTING: &[Check] = &[
    Check {
        id: "start.runs",
        asks: "can be started",
        section: "protocol.md#protocol-1",
        mend: "try the command in a terminal",
    },
    Check {
        id: "start.silent",
        asks: "writes nothing before it is asked",
        section: "protocol.md#the-conversation",
        mend: "print no banner to stdout; the arena speaks first",
    },
    Check {
        id: "start.time",
        asks: "answers `hello` in time",
        section: "protocol.md#time",
        mend: "load what takes long after answering `hello`, or ask the league for a longer `start`",
    },
];

/// The greeting.
pub(super) const GREETING: &[Check] = &[
    Check {
        id: "hello.answer",
        asks: "answers `hello` with `hello`",
        section: "protocol.md#hello",
        mend: "answer {\"type\":\"hello\",…} to the first line",
    },
    Check {
        id: "hello.id",
        asks: "repeats the id of `hello`",
        section: "protocol.md#hello",
        mend: "copy `id` from the request",
    },
    Check {
        id: "hello.protocol",
        asks: "speaks protocol 1",
        section: "protocol.md#hello",
        mend: "write \"protocol\":1",
    },
    Check {
        id: "hello.name",
        asks: "has a name",
        section: "protocol.md#hello",
        mend: "write the program's name as `name`",
    },
    Check {
        id: "hello.rules",
        asks: "plays one of the rulesets",
        section: "rules.md#rulesets",
        mend: "name the rulesets by their ids, like \"rules\":[\"long\"]",
    },
    Check {
        id: "hello.once",
        asks: "answers `hello` once",
        section: "protocol.md#the-conversation",
        mend: "write one line for each request",
    },
    Check {
        id: "hello.odd_id",
        asks: "repeats an id with quotes, backslashes and other letters",
        section: "protocol.md#hello",
        mend: "read and write the id with a JSON library; it is text of any form",
    },
    Check {
        id: "hello.odd_name",
        asks: "takes a name in other letters",
        section: "protocol.md#lines",
        mend: "read stdin as UTF-8, whatever the machine's language is",
    },
    Check {
        id: "hello.options",
        asks: "reads a `hello` of 100 KiB and options that it does not know",
        section: "protocol.md#limits",
        mend: "read whole lines, however long; lines to a bot may have more than 65536 bytes",
    },
    Check {
        id: "hello.new_keys",
        asks: "ignores keys of `hello` that it does not know",
        section: "../README.md#versions",
        mend: "skip keys that you do not know; the arena may add some",
    },
];

/// How long a line is waited for that must not come.
const SILENCE: Duration = Duration::from_millis(100);

/// What is odd about a greeting, and which check fails where that is too much for the bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    Plain,
    OddId,
    OddName,
    Options,
    NewKeys,
}

impl Manner {
    fn check(self) -> Option<&'static str> {
        match self {
            Manner::Plain => None,
            Manner::OddId => Some("hello.odd_id"),
            Manner::OddName => Some("hello.odd_name"),
            Manner::Options => Some("hello.options"),
            Manner::NewKeys => Some("hello.new_keys"),
        }
    }
}

impl Examiner<'_> {
    /// Starts a process.
    pub(super) async fn start(&mut self) -> Result<Talk, Lost> {
        let scratch = tempfile::Builder::new().prefix("bot-").tempdir();
        let scratch = scratch.map_err(|error| Lost::Machine(Void::Pipe(error)))?;
        let candidate = self.candidate;
        let (program, dir) = (candidate.program.clone(), candidate.dir.clone());
        let mut launch = Launch::new(candidate.name.as_str(), program, dir);
        launch.args.clone_from(&candidate.args);
        launch.scratch = scratch.path().to_owned();
        launch.containment.clone_from(&candidate.containment);
        match self.spawner.spawn(launch).await {
            Ok(process) => {
                self.ledger.saw("start.runs");
                Ok(Talk::new(process, scratch))
            }
            Err(error) if error.problem().is_shortage() => {
                Err(Lost::Machine(Void::Pipe(std::io::Error::other(error))))
            }
            Err(error) => {
                let failure = Failure {
                    got: error.problem().to_string(),
                    wanted: format!("a process; {}", error.problem().remedy()),
                    ..Failure::default()
                };
                self.ledger.failed("start.runs", failure);
                Err(Lost::Bot { too_late: false })
            }
        }
    }

    /// Starts a process and greets it.
    pub(super) async fn greeted(&mut self, manner: Manner) -> Result<(Talk, HelloAnswer), Lost> {
        let mut talk = self.start().await?;
        let id = match manner {
            Manner::OddId => self.odd_id(),
            _ => self.ids.next_id(),
        };
        let hello = self.hello(id.clone(), manner);
        let mut wanted = Wanted {
            limit: self.times.start,
            kind: "hello",
            form: "hello.answer",
            id: "hello.id",
            late: "start.time",
            gone: "hello.answer",
            once: "hello.once",
        };
        if let Some(check) = manner.check() {
            wanted = wanted.all_by(check);
        }
        let mut line = Vec::new();
        nardy_protocol::codec::encode(&ToBot::Hello(hello), &mut line);
        if manner == Manner::NewKeys {
            with_new_keys(&mut line);
        }
        let answer = talk.ask_line(&mut self.ledger, (line, &id), wanted).await?;
        let FromBot::Hello(answer) = answer else {
            return Err(Lost::Left);
        };
        if let Some(check) = manner.check() {
            self.ledger.saw(check);
        } else {
            self.look_at(&mut talk, &answer).await?;
        }
        Ok((talk, answer))
    }

    /// The first greeting: an answer, and nothing behind it.
    pub(super) async fn introduction(&mut self) -> Result<(Talk, HelloAnswer), Lost> {
        let (mut talk, answer) = self.greeted(Manner::Plain).await?;
        talk.listen(&mut self.ledger, SILENCE).await?;
        Ok((talk, answer))
    }

    /// Looks at what a bot says of itself.
    async fn look_at(&mut self, talk: &mut Talk, answer: &HelloAnswer) -> Result<(), Lost> {
        let known = |id: &String| Ruleset::by_id(id).is_some();
        let claims: Vec<_> = answer.rules.iter().map(|id| visible(id, 32)).collect();
        let ids: Vec<_> = Ruleset::all().iter().map(Ruleset::id).collect();
        let protocol = answer.protocol;
        let looks = [
            (
                "hello.protocol",
                protocol == PROTOCOL_VERSION,
                format!("\"protocol\":{protocol}"),
                format!("\"protocol\":{PROTOCOL_VERSION}"),
            ),
            (
                "hello.name",
                !answer.name.trim().is_empty(),
                "an empty `name`".to_owned(),
                "a name".to_owned(),
            ),
            (
                "hello.rules",
                answer.rules.iter().any(known),
                format!("\"rules\":{claims:?}"),
                format!("at least one of {}", ids.join(", ")),
            ),
        ];
        for (check, is_right, got, wanted) in looks {
            if !is_right {
                return Err(talk
                    .lose(&mut self.ledger, check, got.as_bytes(), wanted)
                    .await);
            }
            self.ledger.saw(check);
        }
        Ok(())
    }

    fn hello(&self, id: RequestId, manner: Manner) -> Hello {
        let bot = match manner {
            Manner::OddName => "Нарды №1 \"🎲\" \\ 将棋",
            _ => "checked",
        };
        let options: Map<String, Value> = match manner {
            Manner::Options => {
                let options =
                    json!({"arena check": {"text": "x".repeat(100_000), "list": [1, null]}});
                options.as_object().cloned().unwrap_or_default()
            }
            _ => Map::new(),
        };
        Hello {
            id,
            protocol: PROTOCOL_VERSION,
            arena: env!("CARGO_PKG_VERSION").to_owned(),
            bot: bot.to_owned(),
            options,
        }
    }
}
