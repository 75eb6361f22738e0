//! Stepping through a game by keys.

use std::io;

use super::super::print::harmless;
use super::super::{Failure, exit};
use crate::replay::Replay;
use crate::report::{View, heading, step, steps};
use crate::screen::{Key, Screen};

/// Turns of a page.
const PAGE: usize = 10;

const HELP: &str = "← → turn   PgUp PgDn ten   Home End   ↑ ↓ scroll   v view   q quit";

/// Where somebody is in a game.
struct Place {
    step: usize,
    view: View,
    /// The first line that is shown.
    top: usize,
}

/// Shows the game until somebody has had enough.
pub(super) fn step_through(replay: &Replay, view: View) -> Result<(), Failure> {
    match by_keys(replay, view) {
        Ok(Key::Gone) => Err(Failure {
            code: exit::STOPPED,
            message: String::new(),
        }),
        Ok(_) => Ok(()),
        Err(error) => Err(Failure::environment(format!(
            "the terminal cannot be used: {error}; try --plain"
        ))),
    }
}

/// Answers the key that ended it.
fn by_keys(replay: &Replay, view: View) -> io::Result<Key> {
    let mut screen = Screen::enter()?;
    let last = steps(replay) - 1;
    let mut place = Place {
        step: 0,
        view,
        top: 0,
    };
    loop {
        show(&mut screen, replay, &mut place)?;
        let key = screen.key()?;
        if matches!(key, Key::Quit | Key::Gone) {
            return Ok(key);
        }
        place.go(key, last);
    }
}

impl Place {
    fn go(&mut self, key: Key, last: usize) {
        let step = match key {
            Key::Next => self.step + 1,
            Key::Back => self.step.saturating_sub(1),
            Key::PageNext => self.step + PAGE,
            Key::PageBack => self.step.saturating_sub(PAGE),
            Key::First => 0,
            Key::Last => last,
            _ => self.step,
        };
        match key {
            Key::Down => self.top += 1,
            Key::Up => self.top = self.top.saturating_sub(1),
            Key::Letter('v') => self.view = self.view.next(),
            _ => {}
        }
        let step = step.min(last);
        if step != self.step {
            self.top = 0;
        }
        self.step = step;
    }
}

fn show(screen: &mut Screen, replay: &Replay, place: &mut Place) -> io::Result<()> {
    let (columns, rows) = screen.size()?;
    let text = step(replay, place.step, place.view, columns);
    let text = harmless(&format!("{}\n{text}", heading(replay)));
    let lines: Vec<&str> = text.lines().collect();
    let hidden = lines.len().saturating_sub(rows.saturating_sub(1));
    place.top = place.top.min(hidden);
    screen.show(&lines[place.top..], HELP)
}
