//! A recorded game for people: a step is a board and what was done, the last one is the result.

use std::fmt::Write as _;

use nardy_protocol::message::{Dice, WinKind};
use nardy_protocol::record::{FaultRecord, GameRecord, Seat};
use nardy_protocol::text::{printable_json, visible};
use nardy_rules::{Position, ToPlay};

use super::aligned::aligned;
use super::counted;
use super::table::NAME_SHOWN;
use crate::replay::{Clocked, Departure, Replay, Scene, departure, notation};

/// The letters of the checkers, by seat.
const MARKS: [char; 2] = ['X', 'O'];

/// Characters of a bot's `info` that are shown.
const INFO_SHOWN: usize = 600;

/// Blanks between two boards side by side.
const BETWEEN: usize = 4;

/// From where the board is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// By who has played the turn, so that its numbers are those of the board.
    #[default]
    Mover,
    /// By seat 0.
    First,
    /// By seat 1.
    Second,
    /// By both, side by side.
    Both,
}

impl View {
    /// The next one, round and round.
    #[must_use]
    pub fn next(self) -> View {
        match self {
            View::Mover => View::First,
            View::First => View::Second,
            View::Second => View::Both,
            View::Both => View::Mover,
        }
    }
}

/// How many steps there are: the start, a step for each turn, and one for a fault.
#[must_use]
pub fn steps(replay: &Replay) -> usize {
    1 + replay.scenes.len() + usize::from(replay.record.fault.is_some())
}

/// What game it is, in one line without a line feed.
#[must_use]
pub fn heading(replay: &Replay) -> String {
    let record = &replay.record;
    let [x, o] = Seat::BOTH.map(|seat| player(replay, seat));
    let league = visible(replay.plan.name().as_str(), NAME_SHOWN);
    let rules = visible(&record.rules, NAME_SHOWN);
    format!("{league}, game {}, {rules}: {x} against {o}", record.game)
}

/// A step of the game, from 0, without a line feed at the end. Lines for reading are broken at
/// `width`.
#[must_use]
pub fn step(replay: &Replay, number: usize, view: View, width: usize) -> String {
    let turn = number.checked_sub(1);
    let scene = turn.and_then(|turn| replay.scenes.get(turn));
    let (title, seat) = match (turn, scene) {
        (None, _) => (start(replay), replay.record.starter),
        (_, Some(scene)) => (played(replay, number, scene), scene.turn.seat),
        (Some(_), None) => ("the end".to_owned(), culprit(replay)),
    };
    let clock = turn
        .and_then(|turn| replay.clocks.get(turn))
        .and_then(clock);
    let said = [clock, scene.and_then(info)];
    let mut below: Vec<String> = said.into_iter().flatten().collect();
    if number + 1 == steps(replay) {
        below.extend(ending(replay));
    }
    let mut lines = wrapped(&title, width);
    lines.extend(boards(replay, number, seat, view));
    lines.extend(below.iter().flat_map(|line| wrapped(line, width)));
    lines.join("\n")
}

/// The games of a folder, with a line feed at the end.
#[must_use]
pub fn games(records: &[GameRecord]) -> String {
    let titles = [
        "game", "first", "second", "winner", "kind", "points", "turns", "reason",
    ];
    let rows = records.iter().map(|record| {
        let name = |seat: Seat| visible(&record.bots[seat.index()], NAME_SHOWN);
        let result = &record.result;
        let rule = record.fault.as_ref().and_then(|fault| fault.rule.as_ref());
        let rule = rule.map(|rule| format!(" {}", visible(rule, 8)));
        vec![
            visible(&record.game, NAME_SHOWN),
            name(Seat::Zero),
            name(Seat::One),
            name(result.winner),
            kind(result.kind).to_owned(),
            result.points.to_string(),
            record.turns.len().to_string(),
            visible(&result.reason, NAME_SHOWN) + &rule.unwrap_or_default(),
        ]
    });
    let titles = titles.map(str::to_owned);
    aligned(&titles, &rows.collect::<Vec<_>>(), &[1, 2, 3, 4, 7])
}

/// Whether a game that was played again is the same, and what there is to say, with a line feed at
/// the end.
#[must_use]
pub fn repetition(replay: &Replay, again: &GameRecord) -> (bool, String) {
    let record = &replay.record;
    let game = &record.game;
    let Some(departure) = departure(record, again) else {
        let turns = counted(record.turns.len() as u64, "turn");
        let same = format!("game {game}: the same again, {turns} and the result\n");
        return (true, same);
    };
    let (where_, told) = match departure {
        Departure::Turn(number) => {
            let told = [record, again].map(|record| match record.turns.get(number - 1) {
                Some(turn) => {
                    let (dice, moves) = (rolled(&turn.dice), notation(&turn.moves));
                    format!("{} {dice}: {moves}", player(replay, turn.seat))
                }
                None => outcome(replay, record),
            });
            (format!("turn {number}"), told)
        }
        Departure::End => {
            let told = [record, again].map(|record| outcome(replay, record));
            ("the end".to_owned(), told)
        }
    };
    let [there, now] = told;
    let text = format!("game {game}: not the same from {where_}\nrecorded: {there}\nnow: {now}\n");
    (false, text)
}

/// How a game ended, in one line.
fn outcome(replay: &Replay, record: &GameRecord) -> String {
    let result = &record.result;
    let how = match &record.fault {
        Some(fault) => {
            let rule = fault.rule.as_ref().map(|rule| format!(" {rule}"));
            let text = format!(
                "{}{}: {}",
                fault.code,
                rule.unwrap_or_default(),
                fault.message
            );
            format!(
                "{} lost by {}",
                player(replay, fault.seat),
                visible(&text, 1_000)
            )
        }
        None => format!(
            "{} won by {}, {}",
            player(replay, result.winner),
            kind(result.kind),
            result.points
        ),
    };
    let turns = counted(record.turns.len() as u64, "turn");
    format!("{how}, after {turns}")
}

fn start(replay: &Replay) -> String {
    let record = &replay.record;
    let mut text = String::new();
    for dice in &record.roll_off {
        let sep = if text.is_empty() { "roll-off" } else { "," };
        let _ = write!(text, "{sep} {}-{}", dice[0], dice[1]);
    }
    let sep = if text.is_empty() { "" } else { "; " };
    let starter = player(replay, record.starter);
    format!("start: {text}{sep}{starter} begins")
}

fn played(replay: &Replay, number: usize, scene: &Scene) -> String {
    let who = player(replay, scene.turn.seat);
    let count = replay.scenes.len();
    let (dice, moves) = (rolled(&scene.turn.dice), notation(&scene.turn.moves));
    format!("turn {number} of {count}: {who} {dice}: {moves}")
}

/// What a bot had to play, behind its name.
fn rolled(dice: &Dice) -> String {
    let to_play = nardy_protocol::situation::to_play(dice);
    match to_play {
        Ok(ToPlay::Roll(roll)) => format!("rolled {roll}"),
        Ok(leftover @ ToPlay::Leftover(_)) => format!("had {leftover}"),
        // A record with such dice has no scenes.
        Err(error) => error.to_string(),
    }
}

fn clock(clocked: &Clocked) -> Option<String> {
    let took = seconds(clocked.took_us?);
    let bank = clocked.bank_us.map(seconds);
    let bank = bank.map(|bank| format!("; {bank} left in the bank"));
    Some(format!("took {took}{}", bank.unwrap_or_default()))
}

fn info(scene: &Scene) -> Option<String> {
    let info = scene.turn.info.as_ref()?;
    let json = printable_json(&info.to_string());
    Some(format!("info: {}", visible(&json, INFO_SHOWN)))
}

/// How the game ended: the result, the fault, the times.
fn ending(replay: &Replay) -> Vec<String> {
    let record = &replay.record;
    let result = &record.result;
    let mut lines = Vec::new();
    if let Some(fault) = &record.fault {
        lines.extend(faulty(replay, fault));
    }
    let points = counted(result.points.into(), "point");
    let pips = result
        .pips
        .map(|pips| format!(" and {}", counted(pips.into(), "pip")));
    lines.push(format!(
        "{} won by {}, {points}{}",
        player(replay, result.winner),
        kind(result.kind),
        pips.unwrap_or_default()
    ));
    if let Some(note) = &replay.note {
        let time = replay.plan.time();
        let [x, o] = note.thought_us.map(seconds);
        lines.push(format!(
            "time: X {x}, O {o}, the whole game {}; a bot was allowed {} a turn and {} for the game",
            seconds(note.elapsed_us),
            time.turn(),
            time.bank()
        ));
    }
    lines
}

fn faulty(replay: &Replay, fault: &FaultRecord) -> Vec<String> {
    let who = player(replay, fault.seat);
    let had = replay.lost_with.as_ref();
    let had = had.map(|dice| format!(" {} and", rolled(dice)));
    let rule = fault.rule.as_ref().map(|rule| format!(" {rule}"));
    let mut lines = vec![format!(
        "{who}{} lost by {}{}: {}",
        had.unwrap_or_default(),
        fault.code,
        rule.unwrap_or_default(),
        fault.message
    )];
    if let Some(moves) = &fault.moves {
        lines.push(format!("it played: {}", notation(moves)));
    }
    if let Some(example) = &fault.example {
        lines.push(format!("legal would have been: {}", notation(example)));
    }
    if let Some(line) = &fault.line {
        lines.push(format!("its line: {line}"));
    }
    let stderr = replay.note.as_ref().and_then(|note| note.stderr.as_ref());
    if let Some(stderr) = stderr {
        lines.push(format!("its stderr: {stderr}"));
    }
    // The record's texts are escaped where it was written by the arena.
    let plain = lines.iter().map(|line| visible(line, usize::MAX));
    plain.collect()
}

fn culprit(replay: &Replay) -> Seat {
    let fault = replay.record.fault.as_ref();
    fault.map_or(Seat::Zero, |fault| fault.seat)
}

/// The board after so many turns, line by line.
fn boards(replay: &Replay, turns: usize, mover: Seat, view: View) -> Vec<String> {
    let seen = |seat: Seat| {
        let position = seen_by(replay, turns, seat);
        let (own, other) = (MARKS[seat.index()], MARKS[seat.other().index()]);
        position.drawing().with_marks(own, other).to_string()
    };
    let lines = |text: String| text.lines().map(str::to_owned).collect();
    match view {
        View::Mover => lines(seen(mover)),
        View::First => lines(seen(Seat::Zero)),
        View::Second => lines(seen(Seat::One)),
        View::Both => {
            let [left, right] = Seat::BOTH.map(seen);
            let width = left.lines().map(|line| line.chars().count()).max();
            let width = width.unwrap_or(0) + BETWEEN;
            let rows = left.lines().zip(right.lines());
            rows.map(|(left, right)| format!("{left:<width$}{right}"))
                .collect()
        }
    }
}

/// The position after so many turns; after more than there are, the last one.
fn seen_by(replay: &Replay, turns: usize, seat: Seat) -> Position {
    let turns = turns.min(replay.scenes.len());
    match turns.checked_sub(1).map(|turn| &replay.scenes[turn]) {
        Some(scene) if scene.turn.seat == seat => scene.after,
        Some(scene) => scene.after.flipped(),
        None => Position::start(&replay.ruleset),
    }
}

fn player(replay: &Replay, seat: Seat) -> String {
    let name = visible(replay.name(seat), NAME_SHOWN);
    format!("{name} ({})", MARKS[seat.index()])
}

fn kind(kind: WinKind) -> &'static str {
    match kind {
        WinKind::Oin => "oin",
        WinKind::Mars => "mars",
        WinKind::HomeMars => "home mars",
        WinKind::Koks => "koks",
        WinKind::Forfeit => "forfeit",
    }
}

fn seconds(micros: u64) -> String {
    format!("{:.3} s", micros as f64 / 1e6)
}

/// Lines of at most so many characters, broken at blanks where there are any.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        let mut word: Vec<char> = word.chars().collect();
        if length > 0 && length + 1 + word.len() > width {
            lines.push(std::mem::take(&mut line));
            length = 0;
        } else if length > 0 {
            line.push(' ');
            length += 1;
        }
        while word.len() > width {
            lines.push(word.drain(..width).collect());
        }
        length += word.len();
        line.extend(word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn a_text_is_broken_at_blanks_and_a_long_word_where_the_line_ends() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("one two three", 80), ["one two three"]);
        assert_eq!(wrapped("a abcdefgh b", 3), ["a", "abc", "def", "gh", "b"]);
        assert_eq!(wrapped("", 10), [""]);
        assert_eq!(wrapped("нарды игра", 5), ["нарды", "игра"]);
    }
}
