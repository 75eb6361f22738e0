//! How a bot leaves.

use std::time::Duration;

use super::Examiner;
use super::ledger::Check;
use super::talk::{Goodbye, LEAVE, Lost, Talk};

/// Leaving.
pub(super) const CHECKS: &[Check] = &[
    Check {
        id: "end.quit",
        asks: "leaves at `quit`: after `hello`, after its games, in the middle of one",
        section: "protocol.md#the-conversation",
        mend: "exit when a message of type `quit` comes",
    },
    Check {
        id: "end.input",
        asks: "leaves at the end of its input: before the first message, in the middle of a game",
        section: "protocol.md#the-conversation",
        mend: "exit when stdin ends; do not read it again",
    },
    Check {
        id: "end.silent",
        asks: "writes nothing when it leaves",
        section: "protocol.md#the-conversation",
        mend: "answer nothing to `quit`; print last words to stderr",
    },
];

/// How long a process may take to start and to leave at once: what it may take to start at least.
fn time_to_start_and_leave(start: Duration) -> Duration {
    start.max(LEAVE)
}

impl Examiner<'_> {
    /// Says goodbye by `quit`.
    pub(super) async fn quit(&mut self, talk: &mut Talk) -> Result<(), Lost> {
        let checks = ("end.quit", "end.silent");
        talk.leave(&mut self.ledger, (Goodbye::Quit, LEAVE), checks)
            .await
    }

    /// Ends the bot's input.
    pub(super) async fn end_input(&mut self, talk: &mut Talk) -> Result<(), Lost> {
        let checks = ("end.input", "end.silent");
        talk.leave(&mut self.ledger, (Goodbye::EndOfInput, LEAVE), checks)
            .await
    }

    /// A process whose input ends before anything was said: it has the time of a start.
    pub(super) async fn stillborn(&mut self) -> Result<(), Lost> {
        let mut talk = self.start().await?;
        let limit = time_to_start_and_leave(self.times.start);
        let checks = ("end.input", "end.silent");
        talk.leave(&mut self.ledger, (Goodbye::EndOfInput, limit), checks)
            .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_start_is_no_refusal_to_leave() {
        let [short, long] = [1, 30].map(Duration::from_secs);
        assert_eq!(time_to_start_and_leave(long), long);
        assert_eq!(time_to_start_and_leave(short), LEAVE);
    }
}
