//! How far a verification is: a bar on a terminal, nothing elsewhere.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

/// Shows on stderr how many games have been looked at.
pub struct Checking(Option<ProgressBar>);

impl Checking {
    /// Before the first game.
    #[must_use]
    #[allow(clippy::new_without_default)] // nobody needs one that is not meant to be shown
    pub fn new() -> Checking {
        Checking(std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games  {eta} left");
            ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        }))
    }

    /// So many games are done, of so many.
    pub fn on(&mut self, done: u64, games: u64) {
        if let Some(bar) = &self.0 {
            bar.set_length(games);
            bar.set_position(done);
        }
    }

    /// Clears the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
