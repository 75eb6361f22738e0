//! What is checked and what came of it.

/// One thing that a bot must do.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// Its stable name: the group, a dot, and a word or two.
    pub id: &'static str,
    /// What a bot does that passes, as a clause without its subject.
    pub asks: &'static str,
    /// Where the specification says so: a page of `protocol/spec`, with an anchor or a rule's id.
    pub section: &'static str,
    /// What to change in a bot that fails.
    pub mend: &'static str,
}

/// What a bot did that fails a check.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Failure {
    /// The line that was sent to the bot last, without its line end; none before the first.
    pub sent: Option<String>,
    /// What came: a line, or what happened in place of one.
    pub got: String,
    /// What should have come.
    pub wanted: String,
    /// What the bot had written to stderr, escaped; empty if nothing.
    pub stderr: String,
}

/// What came of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It was looked at, and the bot did as it must.
    Passed,
    /// The first time that it did not.
    Failed(Box<Failure>),
    /// It was not looked at, for this reason.
    NotReached(String),
}

/// A check with its outcome.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The check.
    pub check: &'static Check,
    /// What came of it.
    pub outcome: Outcome,
}

/// The checks while they are being made.
#[derive(Debug)]
pub(super) struct Ledger(Vec<Entry>);

#[derive(Debug)]
struct Entry {
    check: &'static Check,
    seen: bool,
    failure: Option<Box<Failure>>,
    why_not: Option<String>,
}

impl Ledger {
    pub(super) fn new(groups: &[&'static [Check]]) -> Ledger {
        let entry = |check| Entry {
            check,
            seen: false,
            failure: None,
            why_not: None,
        };
        Ledger(groups.iter().copied().flatten().map(entry).collect())
    }

    fn entry(&mut self, id: &str) -> &mut Entry {
        let found = self.0.iter_mut().find(|entry| entry.check.id == id);
        found.expect("ids are those of the lists of checks, which a test goes through")
    }

    /// The bot was seen to do as it must.
    pub(super) fn saw(&mut self, id: &str) {
        self.entry(id).seen = true;
    }

    /// Whether a check needs no more occasions: it was passed or failed, or cannot be made.
    pub(super) fn is_settled(&self, id: &str) -> bool {
        let found = self.0.iter().find(|entry| entry.check.id == id);
        found.is_none_or(|entry| entry.seen || entry.failure.is_some() || entry.why_not.is_some())
    }

    /// The bot was seen not to; the first time is kept.
    pub(super) fn failed(&mut self, id: &str, failure: Failure) {
        self.entry(id)
            .failure
            .get_or_insert_with(|| Box::new(failure));
    }

    /// The bot crashed where one game was over and the next announced: at `result` if it is known
    /// to do so.
    pub(super) fn failed_between_games(&mut self, failure: Failure) {
        let at_result = self.entry("games.result").failure.is_some();
        let check = if at_result {
            "games.result"
        } else {
            "games.ready"
        };
        self.failed(check, failure);
    }

    /// The check cannot be made.
    pub(super) fn leave_out(&mut self, id: &str, why: impl Into<String>) {
        self.entry(id).why_not.get_or_insert_with(|| why.into());
    }

    /// The outcomes; a check that had no occasion was not reached for this reason.
    pub(super) fn close(self, otherwise: &str) -> Vec<Checked> {
        let outcomes = self.0.into_iter().map(|entry| Checked {
            check: entry.check,
            outcome: match (entry.failure, entry.seen) {
                (Some(failure), _) => Outcome::Failed(failure),
                (None, true) => Outcome::Passed,
                (None, false) => {
                    Outcome::NotReached(entry.why_not.unwrap_or_else(|| otherwise.to_owned()))
                }
            },
        });
        outcomes.collect()
    }
}
