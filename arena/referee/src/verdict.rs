//! How a game ends: played out, or forfeited by a bot at fault.

use nardy_protocol::fault::FaultCode;
use nardy_protocol::message::{MovePair, WinKind};
use nardy_protocol::record::{FaultRecord, ResultRecord, Seat};
use nardy_rules::{PipCount, Ruleset, Win};

/// The `reason` of a game that was played out.
pub const BORNE_OFF: &str = "borne_off";

/// What a bot did that loses it the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotFault {
    /// Which kind of fault.
    pub code: FaultCode,
    /// What was wrong and what to change, for the bot's author.
    pub message: String,
    /// The offending line, if there was one.
    pub line: Option<Vec<u8>>,
    /// What was broken, for an illegal turn.
    pub breach: Option<Box<Breach>>,
}

/// What makes a turn an illegal one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// The rule that was broken.
    pub rule: String,
    /// The moves that were refused.
    pub moves: Vec<MovePair>,
    /// A turn that would have been legal.
    pub example: Vec<MovePair>,
}

impl BotFault {
    /// A fault without a line to show.
    pub fn new(code: FaultCode, message: impl Into<String>) -> BotFault {
        BotFault {
            code,
            message: message.into(),
            line: None,
            breach: None,
        }
    }

    /// The same with the offending line.
    #[must_use]
    pub fn with_line(mut self, line: &[u8]) -> BotFault {
        self.line = Some(line.to_vec());
        self
    }

    /// The fault as it is kept, texts escaped and cut.
    fn record(self, seat: Seat) -> FaultRecord {
        let mut record = FaultRecord::new(seat, self.code.as_str(), &self.message);
        if let Some(line) = &self.line {
            record = record.with_line(line);
        }
        match self.breach {
            Some(breach) => record.with_breach(breach.rule, breach.moves, breach.example),
            None => record,
        }
    }
}

/// The result of a game and, for a forfeit, the fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Who won, how and why.
    pub result: ResultRecord,
    /// What the loser did, if he forfeited.
    pub fault: Option<FaultRecord>,
}

impl Verdict {
    /// The verdict on a game that `winner` has played out (R6, R8).
    pub(crate) fn played_out(ruleset: &Ruleset, winner: Seat, win: Win) -> Verdict {
        let kind = match win.kind {
            nardy_rules::WinKind::Oin => WinKind::Oin,
            nardy_rules::WinKind::Mars => WinKind::Mars,
            nardy_rules::WinKind::HomeMars => WinKind::HomeMars,
            nardy_rules::WinKind::Koks => WinKind::Koks,
        };
        let pips = (ruleset.pip_count() == PipCount::On).then_some(win.pips);
        let reason = BORNE_OFF.to_owned();
        Verdict {
            result: ResultRecord {
                winner,
                kind,
                points: win.points,
                pips,
                reason,
            },
            fault: None,
        }
    }

    /// The verdict on a game that the bot in `culprit` forfeits: it counts as a mars.
    /// `unplayed` is the roll that was still to be played.
    pub(crate) fn forfeit(
        ruleset: &Ruleset,
        culprit: Seat,
        fault: BotFault,
        unplayed: Option<[u8; 2]>,
    ) -> Verdict {
        let result = ResultRecord {
            winner: culprit.other(),
            kind: WinKind::Forfeit,
            points: ruleset.points().mars,
            pips: None,
            reason: fault.code.as_str().to_owned(),
        };
        Verdict {
            result,
            fault: Some(fault.record(culprit).with_dice(unplayed)),
        }
    }
}
