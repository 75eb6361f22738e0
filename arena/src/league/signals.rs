//! Being told to stop.

use tokio::signal::unix::{Signal, SignalKind, signal};

use super::LeagueError;

/// The signals that stop a league.
#[derive(Debug)]
pub struct Signals([Signal; 3]);

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
        Ok(Signals([
            listen(SignalKind::interrupt())?,
            listen(SignalKind::terminate())?,
            listen(SignalKind::hangup())?,
        ]))
    }

    /// Waits for the next of them.
    pub async fn any(&mut self) {
        let [interrupt, terminate, hangup] = &mut self.0;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    }
}
