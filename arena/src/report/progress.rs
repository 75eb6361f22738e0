//! How far a league is: a bar on a terminal, a line now and then elsewhere.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use nardy_protocol::record::FaultRecord;
use nardy_protocol::text::visible;

use super::sprt::standing;
use crate::event::{Event, last_lines};
use crate::self_test::Moves;
use crate::trial::Trial;

/// How often a line is printed where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// Characters of a message that a line shows.
const MESSAGE_SHOWN: usize = 240;

/// Faults of one bot that are told one by one; after these they are only counted.
const FAULTS_TOLD: u32 = 3;

/// Shows a league's progress on stderr.
pub struct Progress {
    bar: Option<ProgressBar>,
    names: Vec<String>,
    games: u64,
    played: u64,
    forfeits: u64,
    /// By bot, the faults told so far.
    told: Vec<u32>,
    /// By bot, its restarts.
    restarts: Vec<u32>,
    last_line: Instant,
}

impl Progress {
    /// For a league of so many games, some of them already played.
    #[must_use]
    pub fn new(names: Vec<String>, games: u64, played: u64) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(games).with_position(played);
            bar.set_style(style());
            bar.enable_steady_tick(Duration::from_millis(250));
            bar
        });
        let (told, restarts) = (vec![0; names.len()], vec![0; names.len()]);
        Progress {
            bar,
            names,
            games,
            played,
            forfeits: 0,
            told,
            restarts,
            last_line: Instant::now(),
        }
    }

    /// Shows an event; `trial` is the sequential test after it, if there is one.
    pub fn on(&mut self, event: &Event, trial: Option<&Trial>) {
        match event {
            Event::Played(played) => {
                self.played += 1;
                if let Some(fault) = &played.record.fault {
                    self.forfeits += 1;
                    let bot = &played.record.bots[fault.seat.index()];
                    let said = played.stderr.as_deref().map(last_lines);
                    let said = said.and_then(|lines| lines.last().copied());
                    self.fault(bot, &played.record.game, fault, said);
                }
                self.step(trial);
            }
            Event::Restarted { bot, why } => {
                self.restart(bot.get(), why);
            }
            Event::Voided { game, why } => {
                self.line(&format!("game {game} is void and played again: {why}"));
            }
            Event::Dropped { bot, why } => {
                let name = &self.names[bot.get()];
                self.line(&format!(
                    "{name}: out of the league, its games are forfeits: {why}"
                ));
            }
            // Told before the first game.
            Event::Contained { .. } => {}
            Event::Broken { why } => self.line(&format!("the league cannot go on: {why}")),
        }
    }

    /// Clears the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn restart(&mut self, bot: usize, why: &str) {
        self.restarts[bot] += 1;
        let name = &self.names[bot];
        match self.restarts[bot] {
            n if n < FAULTS_TOLD => self.line(&format!("{name}: started again: {why}")),
            FAULTS_TOLD => {
                self.line(&format!(
                    "{name}: started again: {why}; further restarts are not told"
                ));
            }
            _ => {}
        }
    }

    fn fault(&mut self, bot: &str, game: &str, fault: &FaultRecord, said: Option<&str>) {
        let Some(place) = self.names.iter().position(|name| name == bot) else {
            return;
        };
        self.told[place] += 1;
        if self.told[place] > FAULTS_TOLD {
            return;
        }
        let rule = fault
            .rule
            .as_ref()
            .map(|rule| format!(" {rule}"))
            .unwrap_or_default();
        self.line(&format!(
            "{bot}: lost game {game}: {}{rule}: {}",
            fault.code, fault.message
        ));
        if let Some(example) = &fault.example {
            self.line(&format!("{bot}: a legal turn was {}", Moves(example)));
        }
        if let Some(said) = said {
            self.line(&format!("{bot}: its stderr ends with: {said}"));
        }
        if self.told[place] == FAULTS_TOLD {
            self.line(&format!(
                "{bot}: further faults are told in games.csv and diagnostics.jsonl of the results only"
            ));
        }
    }

    fn step(&mut self, trial: Option<&Trial>) {
        if let Some(bar) = &self.bar {
            bar.set_position(self.played);
            let forfeits = (self.forfeits > 0).then(|| format!("{} forfeits", self.forfeits));
            let told = forfeits.into_iter().chain(trial.map(standing));
            bar.set_message(told.collect::<Vec<_>>().join("  "));
        } else if self.last_line.elapsed() >= LINE_EVERY || self.played == self.games {
            self.last_line = Instant::now();
            let (played, games, forfeits) = (self.played, self.games, self.forfeits);
            let test = trial.map(|trial| format!("; {}", standing(trial)));
            self.line(&format!(
                "{played} of {games} games, {forfeits} forfeits{}",
                test.unwrap_or_default()
            ));
        }
    }

    /// Prints a line above the bar.
    fn line(&self, text: &str) {
        let text = visible(text, MESSAGE_SHOWN);
        match &self.bar {
            Some(bar) => bar.println(text),
            // If nobody reads it any more, the league goes on all the same.
            None => drop(writeln!(std::io::stderr(), "{text}")),
        }
    }
}

fn style() -> ProgressStyle {
    let template = "{bar:30} {pos}/{len} games  {speed}  {eta} left  {msg}";
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    style.with_key(
        "speed",
        |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            // The bar's own text cannot fail.
            let _ = write!(out, "{:.1}/s", state.per_sec());
        },
    )
}
