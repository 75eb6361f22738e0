//! A conversation with one process of the bot, in which whatever goes wrong is charged to a check.

use std::time::Duration;

use nardy_protocol::codec::{decode_answer, encode};
use nardy_protocol::fault::FaultCode;
use nardy_protocol::message::{FromBot, RequestId, ToBot};
use nardy_protocol::text::visible_bytes;
use tempfile::TempDir;
use tokio::time::Instant;

use super::ledger::{Failure, Ledger};
use super::lines;
use crate::bot::{BotProcess, ExitStatus, Fault, StopPolicy, Stream};
use crate::table::{Void, bot_fault};

/// How much of a line is kept for a failure, in characters.
const KEPT: usize = 4_000;

/// How much longer a line is waited for that is too late, to tell a slow bot from one that does
/// not flush.
const GRACE: Duration = Duration::from_secs(1);

/// How late the arena may notice a deadline. A check on a busy machine is not repeated, as a game
/// is, so this is much; beyond it the machine slept.
const NOTICE: Duration = Duration::from_millis(500);

/// How long a bot may take to leave.
pub(super) const LEAVE: Duration = Duration::from_secs(2);

/// Why a conversation is over before its time.
#[derive(Debug)]
pub(super) enum Lost {
    /// The bot's doing, which has been charged; too slow or not.
    Bot {
        /// Whether a whole deadline went by.
        too_late: bool,
    },
    /// It left between two games, as it may.
    Left,
    /// It crashed between two games, or at the announcement of the next one.
    Crashed(Failure),
    /// The machine's doing.
    Machine(Void),
}

/// What is wanted of an answer, and which checks it fails otherwise.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// How long it may take.
    pub(super) limit: Duration,
    /// The `type` it must have.
    pub(super) kind: &'static str,
    /// Fails if it is of another.
    pub(super) form: &'static str,
    /// Fails if it repeats another id.
    pub(super) id: &'static str,
    /// Fails if it comes too late.
    pub(super) late: &'static str,
    /// Fails if the process is gone or has closed a pipe.
    pub(super) gone: &'static str,
    /// Fails if another line comes before the next request.
    pub(super) once: &'static str,
}

impl Wanted {
    /// The same, where one check fails whatever is wrong besides the line's form.
    pub(super) fn all_by(self, check: &'static str) -> Wanted {
        Wanted {
            form: check,
            id: check,
            late: check,
            gone: check,
            ..self
        }
    }
}

/// A process of the bot.
#[derive(Debug)]
pub(super) struct Talk {
    process: Option<BotProcess>,
    /// The request that was answered last.
    answered: Option<RequestId>,
    /// The line that was sent last.
    sent: Option<Vec<u8>>,
    /// Fails if a line comes now.
    silence: &'static str,
    /// Whether it may leave now.
    pub(super) between_games: bool,
    _scratch: TempDir,
}

impl Talk {
    pub(super) fn new(process: BotProcess, scratch: TempDir) -> Talk {
        Talk {
            process: Some(process),
            answered: None,
            sent: None,
            silence: "start.silent",
            between_games: false,
            _scratch: scratch,
        }
    }

    /// Sends a request as a line and reads its answer.
    pub(super) async fn ask_line(
        &mut self,
        ledger: &mut Ledger,
        (line, id): (Vec<u8>, &RequestId),
        wanted: Wanted,
    ) -> Result<FromBot, Lost> {
        self.nothing_more(ledger).await?;
        let deadline = Instant::now() + wanted.limit;
        let Some(process) = &mut self.process else {
            return Err(Lost::Left);
        };
        let sent = process.send(&line, deadline).await;
        self.sent = Some(line);
        if let Err(fault) = sent {
            return Err(self.fault(ledger, fault, (wanted, id)).await);
        }
        let process = self.process.as_mut().expect("it was here a moment ago");
        let got = match process.receive(deadline).await {
            Ok(line) => line.to_vec(),
            Err(fault) => return Err(self.fault(ledger, fault, (wanted, id)).await),
        };
        let answer = match decode_answer(&got) {
            Ok(answer) => answer,
            Err(malformed) => {
                let check = lines::failed_by(malformed.fault());
                return Err(self.lose(ledger, check, &got, malformed.to_string()).await);
            }
        };
        let wrong = if answer.id() == id {
            (answer.kind() != wanted.kind).then(|| {
                let (kind, found) = (wanted.kind, answer.kind());
                (wanted.form, format!("a {kind:?} message, not {found:?}"))
            })
        } else if self.answered.as_ref() == Some(answer.id()) {
            let words = "nothing: this answers the request before once more";
            Some((self.silence, words.to_owned()))
        } else {
            let words = format!("the request's id, {:?}", id.as_str());
            Some((wanted.id, words))
        };
        if let Some((check, words)) = wrong {
            return Err(self.lose(ledger, check, &got, words).await);
        }
        for check in lines::CHECKS {
            ledger.saw(check.id);
        }
        for check in [wanted.form, wanted.id, wanted.late, self.silence] {
            ledger.saw(check);
        }
        self.answered = Some(id.clone());
        self.silence = wanted.once;
        self.between_games = false;
        Ok(answer)
    }

    /// Tells something that is not to be answered; an answer fails `silence`.
    pub(super) async fn tell(
        &mut self,
        ledger: &mut Ledger,
        message: &ToBot,
        silence: &'static str,
    ) -> Result<(), Lost> {
        self.nothing_more(ledger).await?;
        let mut line = Vec::new();
        encode(message, &mut line);
        if let Some(process) = &mut self.process {
            // A bot that is gone is found out at the next request, which it must answer.
            let _ = process.send(&line, Instant::now() + GRACE).await;
        }
        self.sent = Some(line);
        self.silence = silence;
        Ok(())
    }

    /// Waits for a line that must not come; passes the check that it fails otherwise. A process that
    /// ends meanwhile passes nothing, and fails the same check if it crashes between games.
    pub(super) async fn listen(&mut self, ledger: &mut Ledger, wait: Duration) -> Result<(), Lost> {
        let Some(process) = &mut self.process else {
            return Ok(());
        };
        let fault = match process.receive(Instant::now() + wait).await {
            Ok(line) => {
                let line = line.to_vec();
                return Err(self.unasked(ledger, &line).await);
            }
            Err(fault) => fault,
        };
        match fault {
            Fault::Timeout { .. } => {
                ledger.saw(self.silence);
                Ok(())
            }
            Fault::Exited(status) if is_crash(status) && self.message().is_some() => {
                let failure = Failure {
                    got: format!("the process ended, with {status}"),
                    wanted: "nothing, for nothing was asked; a process may leave between games, \
                             with exit code 0"
                        .to_owned(),
                    ..Failure::default()
                };
                self.lose_by(ledger, self.silence, failure).await;
                Ok(())
            }
            Fault::Exited(_) | Fault::Closed(_) => {
                self.gone(ledger).await;
                Ok(())
            }
            Fault::LineTooLong(problem) => {
                let failure = Failure {
                    got: problem.to_string(),
                    wanted: "nothing, for nothing was asked".to_owned(),
                    ..Failure::default()
                };
                Err(self.lose_by(ledger, "lines.length", failure).await)
            }
            Fault::Io(error) => Err(Lost::Machine(Void::Pipe(error))),
        }
    }

    /// The message of the end of a game that was told last.
    fn message(&self) -> Option<&'static str> {
        match self.silence {
            "games.error" => Some("`error`"),
            "games.result" => Some("`result`"),
            _ => None,
        }
    }

    /// Notes that the process is gone, though not by a crash, when it should have been silent.
    async fn gone(&mut self, ledger: &mut Ledger) {
        let after = self.message().unwrap_or("its answer");
        let why = format!("the bot left, or closed its stdout, after {after}");
        ledger.leave_out(self.silence, why);
        self.stop().await;
    }

    /// A line that has come although nothing was asked fails the check of what was before it.
    async fn nothing_more(&mut self, ledger: &mut Ledger) -> Result<(), Lost> {
        let line = match self.process.as_mut().map(BotProcess::received_before_asked) {
            Some(Ok(Some(line))) => line.to_vec(),
            _ => return Ok(()),
        };
        Err(self.unasked(ledger, &line).await)
    }

    async fn unasked(&mut self, ledger: &mut Ledger, line: &[u8]) -> Lost {
        let check = match decode_answer(line) {
            Err(malformed) if malformed.fault() == FaultCode::RemarkOnStdout => "lines.stdout",
            _ => self.silence,
        };
        let wanted = "nothing, for nothing was asked".to_owned();
        self.lose(ledger, check, line, wanted).await
    }

    /// Asks the bot to leave, by `quit` or by the end of its input alone. Fails `check` if it does
    /// not, and `silent` if it has something to say.
    pub(super) async fn leave(
        &mut self,
        ledger: &mut Ledger,
        (by, limit): (Goodbye, Duration),
        (check, silent): (&'static str, &'static str),
    ) -> Result<(), Lost> {
        match by {
            Goodbye::Quit => self.tell(ledger, &ToBot::Quit, silent).await?,
            Goodbye::EndOfInput => {
                self.nothing_more(ledger).await?;
                self.silence = silent;
                if let Some(process) = &mut self.process {
                    process.close_input();
                }
            }
        }
        let Some(process) = &mut self.process else {
            return Ok(());
        };
        let limit_ms = limit.as_millis();
        let limit = Instant::now() + limit;
        let got = process.receive(limit).await.map(<[u8]>::to_vec);
        let has_left = match &got {
            Err(Fault::Exited(_)) => true,
            // Who closes it first may have something to do until it exits.
            Err(Fault::Closed(_)) => process.exits_by(limit).await,
            _ => false,
        };
        if has_left {
            ledger.saw(check);
            ledger.saw(silent);
            self.stop().await;
            return Ok(());
        }
        let (got, words) = match got {
            Ok(line) => return Err(self.unasked(ledger, &line).await),
            Err(Fault::Closed(_)) => (
                format!("it closed stdout and was still there {limit_ms} ms"),
                "the process to exit",
            ),
            Err(_) => (
                format!("it was still there {limit_ms} ms"),
                "the process to exit at once",
            ),
        };
        let after = match by {
            Goodbye::Quit => "after `quit`",
            Goodbye::EndOfInput => "after the end of its input",
        };
        let failure = Failure {
            got: format!("{got} {after}"),
            wanted: words.to_owned(),
            ..Failure::default()
        };
        Err(self.lose_by(ledger, check, failure).await)
    }

    /// Ends the process; answers what it wrote to stderr.
    pub(super) async fn stop(&mut self) -> String {
        let Some(process) = self.process.take() else {
            return String::new();
        };
        let mut quit = Vec::new();
        encode(&ToBot::Quit, &mut quit);
        let exit = process.stop(&StopPolicy::new(quit)).await;
        visible_bytes(&exit.stderr.to_bytes(), KEPT)
    }

    /// The line that was sent last, as it is shown.
    fn shown(&self) -> Option<String> {
        let line = self.sent.as_deref()?;
        Some(visible_bytes(line.trim_ascii_end(), KEPT))
    }

    /// Charges a line to a check and ends the process.
    pub(super) async fn lose(
        &mut self,
        ledger: &mut Ledger,
        check: &str,
        line: &[u8],
        wanted: String,
    ) -> Lost {
        let failure = Failure {
            got: visible_bytes(line, KEPT),
            wanted,
            ..Failure::default()
        };
        self.lose_by(ledger, check, failure).await
    }

    async fn lose_by(&mut self, ledger: &mut Ledger, check: &str, failure: Failure) -> Lost {
        let failure = Failure {
            sent: self.shown(),
            stderr: self.stop().await,
            ..failure
        };
        ledger.failed(check, failure);
        Lost::Bot { too_late: false }
    }

    /// Charges what kept an answer from coming.
    async fn fault(
        &mut self,
        ledger: &mut Ledger,
        fault: Fault,
        (wanted, id): (Wanted, &RequestId),
    ) -> Lost {
        let stream = match &fault {
            Fault::Timeout { waiting_for, .. } => Some(*waiting_for),
            _ => None,
        };
        let crashed = matches!(&fault, Fault::Exited(status) if is_crash(*status));
        let fault = match bot_fault(fault, NOTICE) {
            Ok(fault) => fault,
            Err(void) => return Lost::Machine(void),
        };
        let gone = matches!(
            fault.code,
            FaultCode::Exited | FaultCode::Signaled | FaultCode::OutOfMemory | FaultCode::Closed
        );
        if gone && self.between_games && crashed {
            return Lost::Crashed(Failure {
                sent: self.shown(),
                got: fault.message,
                wanted: format!(
                    "a {:?} message; a process may leave between games, with exit code 0",
                    wanted.kind
                ),
                stderr: self.stop().await,
            });
        }
        if gone && self.between_games {
            self.gone(ledger).await;
            return Lost::Left;
        }
        let Some(stream) = stream else {
            let check = if gone { wanted.gone } else { "lines.length" };
            let failure = Failure {
                got: fault.message,
                wanted: format!("a {:?} message", wanted.kind),
                ..Failure::default()
            };
            return self.lose_by(ledger, check, failure).await;
        };
        let (check, got, words) = self.why_late(stream, (wanted, id)).await;
        let failure = Failure {
            got,
            wanted: words,
            ..Failure::default()
        };
        self.lose_by(ledger, check, failure).await;
        Lost::Bot { too_late: true }
    }

    /// Which check a bot fails that let a deadline go by; what came, and what was wanted.
    async fn why_late(
        &mut self,
        stream: Stream,
        (wanted, id): (Wanted, &RequestId),
    ) -> (&'static str, String, String) {
        let in_time = format!(
            "a {:?} message within {} ms",
            wanted.kind,
            wanted.limit.as_millis()
        );
        let Some(process) = &mut self.process else {
            return (wanted.late, "nothing".to_owned(), in_time);
        };
        if stream == Stream::Stdin {
            let got = "it does not read its stdin".to_owned();
            return (wanted.late, got, in_time);
        }
        let half = process.unfinished().to_vec();
        let is_answer = |line: &[u8]| decode_answer(line).is_ok_and(|answer| answer.id() == id);
        if is_answer(&half) {
            let got = format!("{} without a line end", visible_bytes(&half, KEPT));
            return ("lines.ended", got, in_time);
        }
        if !half.is_empty() {
            let got = format!("half a line: {}", visible_bytes(&half, KEPT));
            return (wanted.late, got, in_time);
        }
        if let Ok(line) = process.receive(Instant::now() + GRACE).await {
            let got = format!("too late: {}", visible_bytes(line, KEPT));
            return (wanted.late, got, in_time);
        }
        process.close_input();
        match process.receive(Instant::now() + LEAVE).await {
            Ok(line) if is_answer(line) => {
                let shown = visible_bytes(line, KEPT);
                let got = format!("only when its input had ended: {shown}");
                ("lines.flushed", got, in_time)
            }
            _ => (wanted.late, "nothing".to_owned(), in_time),
        }
    }
}

/// Whether a process that ends so did not mean to.
fn is_crash(status: ExitStatus) -> bool {
    status != ExitStatus::Code(0)
}

/// How a bot is asked to leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goodbye {
    Quit,
    EndOfInput,
}
