//! Being told to stop.

use tokio::signal::unix::{Signal, SignalKind, signal};

use super::LeagueError;

/// The signals that stop a league.
#[derive(Debug)]
pub struct Signals {
    interrupt: Signal,
    terminate: Signal,
    /// None if whoever started the arena wants it to live on, as `nohup` does.
    hangup: Option<Signal>,
}

impl Signals {
    /// Starts listening: from now on none of them ends the arena by itself.
    ///
    /// # Errors
    ///
    /// If the system will not tell.
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime with I/O enabled.
    pub fn listen() -> Result<Signals, LeagueError> {
        let listen = |kind| {
            signal(kind).map_err(|error| LeagueError::Machine {
                what: "to catch signals",
                error,
            })
        };
        let hangup = SignalKind::hangup();
        Ok(Signals {
            interrupt: listen(SignalKind::interrupt())?,
            terminate: listen(SignalKind::terminate())?,
            hangup: match is_ignored(hangup) {
                true => None,
                false => Some(listen(hangup)?),
            },
        })
    }

    /// Waits for the next of them.
    pub async fn any(&mut self) {
        let hangup = async {
            match &mut self.hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
            _ = hangup => {}
        }
    }
}

/// Whether this process ignores a signal, as it may have been told to by whoever started it.
#[allow(unsafe_code)]
fn is_ignored(signal: SignalKind) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: no new action is given, and `action` is a valid place for the present one, of which
    // all is written if the call succeeds.
    unsafe {
        let asked = libc::sigaction(signal.as_raw_value(), std::ptr::null(), action.as_mut_ptr());
        asked == 0 && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}
