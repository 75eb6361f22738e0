//! The whole terminal for a program that is used by keys, given back on every way out.
//!
//! While a [`Screen`] lives, keys come one by one and the terminal shows a page of its own. What
//! was there before comes back when it is dropped, before a panic is told, and when a signal to end
//! arrives: that is a [`Key::Gone`], after which the caller leaves.

use std::io::{self, Stdout, Write, stdout};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{
    Clear, ClearType, DisableLineWrap, EnableLineWrap, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode, size,
};
use crossterm::{execute, queue};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

/// How long a signal may wait until it is looked at.
const GLANCE: Duration = Duration::from_millis(100);

/// What somebody at the terminal wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// One step on.
    Next,
    /// One step back.
    Back,
    /// Many steps on.
    PageNext,
    /// Many steps back.
    PageBack,
    /// To the first step.
    First,
    /// To the last.
    Last,
    /// To the lines below.
    Down,
    /// To the lines above.
    Up,
    /// Another letter.
    Letter(char),
    /// The terminal has another size.
    Resized,
    /// To the end of the program.
    Quit,
    /// A signal told the program to end, or the terminal is gone.
    Gone,
}

/// The terminal while it is the program's own.
#[derive(Debug)]
pub struct Screen {
    out: Stdout,
    ended: Arc<AtomicBool>,
}

impl Screen {
    /// Takes the terminal.
    ///
    /// # Errors
    ///
    /// If there is none, or it cannot be used like that.
    pub fn enter() -> io::Result<Screen> {
        let ended = Arc::new(AtomicBool::new(false));
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
            signal_hook::flag::register(signal, Arc::clone(&ended))?;
        }
        tell_panics_on_the_usual_page();
        enable_raw_mode()?;
        // From here on dropping it gives everything back.
        let mut screen = Screen {
            out: stdout(),
            ended,
        };
        execute!(screen.out, EnterAlternateScreen, DisableLineWrap, Hide)?;
        Ok(screen)
    }

    /// Columns and rows; 80 and 24 of a terminal that has not been told its size.
    ///
    /// # Errors
    ///
    /// If the terminal does not tell.
    pub fn size(&self) -> io::Result<(usize, usize)> {
        let (columns, rows) = size()?;
        Ok(some_size(columns, rows))
    }

    /// Shows these lines from the top and one at the bottom; what is beyond is cut.
    ///
    /// # Errors
    ///
    /// If the terminal is gone.
    pub fn show(&mut self, lines: &[&str], bottom: &str) -> io::Result<()> {
        let (_, rows) = self.size()?;
        let free = rows.saturating_sub(1);
        for row in 0..free {
            let line = lines.get(row).copied().unwrap_or_default();
            self.line(row, line)?;
        }
        self.line(free, bottom)?;
        self.out.flush()
    }

    fn line(&mut self, row: usize, text: &str) -> io::Result<()> {
        let row = u16::try_from(row).unwrap_or(u16::MAX);
        queue!(self.out, MoveTo(0, row), Clear(ClearType::CurrentLine))?;
        self.out.write_all(text.as_bytes())
    }

    /// Waits for a key.
    ///
    /// # Errors
    ///
    /// If the terminal cannot be read.
    pub fn key(&mut self) -> io::Result<Key> {
        loop {
            if self.ended.load(Ordering::Relaxed) {
                return Ok(Key::Gone);
            }
            if !event::poll(GLANCE)? {
                continue;
            }
            match event::read()? {
                Event::Resize(..) => return Ok(Key::Resized),
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    if let Some(key) = meaning(key) {
                        return Ok(key);
                    }
                }
                _ => {}
            }
        }
    }
}

/// A terminal behind a serial line, or a bare pseudo-terminal, says that it has 0 of each.
fn some_size(columns: u16, rows: u16) -> (usize, usize) {
    let or = |told: u16, usual: usize| match told {
        0 => usual,
        told => told.into(),
    };
    (or(columns, 80), or(rows, 24))
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Makes the terminal what it was. Done twice it does no harm; if the terminal is gone, there is
/// nothing to give back.
fn give_back() {
    let _ = execute!(stdout(), Show, EnableLineWrap, LeaveAlternateScreen);
    let _ = disable_raw_mode();
}

/// The message of a panic would go to the page that is about to vanish.
fn tell_panics_on_the_usual_page() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        give_back();
        usual(panic);
    }));
}

fn meaning(key: KeyEvent) -> Option<Key> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(key.code, KeyCode::Char('c' | 'd')).then_some(Key::Quit);
    }
    Some(match key.code {
        KeyCode::Right | KeyCode::Enter | KeyCode::Char(' ') => Key::Next,
        KeyCode::Left | KeyCode::Backspace => Key::Back,
        KeyCode::PageDown => Key::PageNext,
        KeyCode::PageUp => Key::PageBack,
        KeyCode::Home => Key::First,
        KeyCode::End => Key::Last,
        KeyCode::Down => Key::Down,
        KeyCode::Up => Key::Up,
        KeyCode::Esc | KeyCode::Char('q') => Key::Quit,
        KeyCode::Char(letter) => Key::Letter(letter),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::some_size;

    #[test]
    fn a_terminal_without_a_size_is_taken_for_a_usual_one() {
        assert_eq!(some_size(0, 0), (80, 24));
        assert_eq!(some_size(0, 50), (80, 50));
        assert_eq!(some_size(132, 0), (132, 24));
        assert_eq!(some_size(132, 50), (132, 50));
    }
}
