//! How a bot process fails its side of the conversation, with a stable code and a message for its
//! author.

use std::fmt;
use std::io;
use std::time::Duration;

use nardy_protocol::codec::LineTooLong;

/// Why an exchange of lines with a bot came to nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// No whole line came by the deadline, or the bot did not read what it was sent.
    #[error("{}", too_late(*.waiting_for))]
    Timeout {
        /// The pipe that was not served: stdout if no line came, stdin if none was read.
        waiting_for: Stream,
        /// How long after the deadline the arena noticed. A large value means that the arena
        /// itself was late, and the bot may have been on time.
        overdue: Duration,
    },
    /// A line grew beyond what the arena reads.
    #[error(transparent)]
    LineTooLong(#[from] LineTooLong),
    /// The bot closed a pipe and went on running.
    #[error("the bot closed its {0} and went on running; keep it open until `quit`")]
    Closed(Stream),
    /// The process is gone.
    #[error("the bot process ended when an answer was due, with {0}; its stderr may say why")]
    Exited(ExitStatus),
    /// A system call on the bot's pipes failed: the arena's trouble, not the bot's.
    #[error("the arena could not talk to the bot: {0}")]
    Io(#[from] io::Error),
}

impl Fault {
    /// The fault's stable code, for records and results.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Timeout { .. } => "timeout",
            Self::LineTooLong(problem) => problem.code(),
            Self::Closed(_) => "closed",
            Self::Exited(ExitStatus::Code(_)) => "exited",
            Self::Exited(ExitStatus::Signal(_)) => "signaled",
            Self::Exited(ExitStatus::OutOfMemory) => "out_of_memory",
            Self::Io(_) => "io",
        }
    }
}

fn too_late(waiting_for: Stream) -> &'static str {
    match waiting_for {
        Stream::Stdin => "the bot did not read its stdin before the deadline",
        Stream::Stdout => {
            "no complete line came before the deadline; answer sooner or raise the limit, and if the \
             bot did answer, end each answer with a newline and flush stdout after it"
        }
    }
}

/// A pipe between the arena and a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// The bot's stdin, which carries requests.
    Stdin,
    /// The bot's stdout, which carries answers.
    Stdout,
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stdin => "stdin",
            Self::Stdout => "stdout",
        })
    }
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitStatus {
    /// It exited with this code, 0 to 255.
    Code(i32),
    /// It was ended by this signal.
    Signal(SignalNumber),
    /// It had more memory than its limit, and was ended or failed for that.
    OutOfMemory,
}

impl fmt::Display for ExitStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => write!(f, "exit code {code}"),
            Self::Signal(signal) => write!(f, "signal {signal}"),
            Self::OutOfMemory => f.write_str("more memory than its limit"),
        }
    }
}

/// A signal's number; shown by its name, as `SIGSEGV`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignalNumber(pub i32);

impl fmt::Display for SignalNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match SIGNAL_NAMES.iter().find(|(number, _)| *number == self.0) {
            Some((_, name)) => f.write_str(name),
            None => write!(f, "SIG{}", self.0),
        }
    }
}

/// The signals that end a process by default; real-time ones go by number.
const SIGNAL_NAMES: &[(i32, &str)] = &[
    (libc::SIGHUP, "SIGHUP"),
    (libc::SIGINT, "SIGINT"),
    (libc::SIGQUIT, "SIGQUIT"),
    (libc::SIGILL, "SIGILL"),
    (libc::SIGTRAP, "SIGTRAP"),
    (libc::SIGABRT, "SIGABRT"),
    (libc::SIGBUS, "SIGBUS"),
    (libc::SIGFPE, "SIGFPE"),
    (libc::SIGKILL, "SIGKILL"),
    (libc::SIGUSR1, "SIGUSR1"),
    (libc::SIGSEGV, "SIGSEGV"),
    (libc::SIGUSR2, "SIGUSR2"),
    (libc::SIGPIPE, "SIGPIPE"),
    (libc::SIGALRM, "SIGALRM"),
    (libc::SIGTERM, "SIGTERM"),
    (libc::SIGSTKFLT, "SIGSTKFLT"),
    (libc::SIGXCPU, "SIGXCPU"),
    (libc::SIGXFSZ, "SIGXFSZ"),
    (libc::SIGVTALRM, "SIGVTALRM"),
    (libc::SIGPROF, "SIGPROF"),
    (libc::SIGIO, "SIGIO"),
    (libc::SIGPWR, "SIGPWR"),
    (libc::SIGSYS, "SIGSYS"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_goes_by_its_name_and_an_unnamed_one_by_its_number() {
        let shown = [11, 9, 15, 40].map(|number| SignalNumber(number).to_string());
        assert_eq!(shown, ["SIGSEGV", "SIGKILL", "SIGTERM", "SIG40"]);
    }

    #[test]
    fn the_code_tells_an_exit_from_a_signal() {
        assert_eq!(Fault::Exited(ExitStatus::Code(3)).code(), "exited");
        assert_eq!(
            Fault::Exited(ExitStatus::Signal(SignalNumber(11))).code(),
            "signaled"
        );
    }
}
