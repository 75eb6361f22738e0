//! A game as match text (`.mat`), the format of Jellyfish that backgammon programs exchange.
//!
//! The first seat's turns are in the left column, points in the numbering of who plays, 25 for the
//! bar and 0 for off. What such programs do not know of is said in the comments at the top: the
//! ruleset, the kind of the win, the fault that a game was lost by. Games of `short` are games of
//! backgammon; what the others make of a long game is up to them.

use std::fmt::Write as _;

use nardy_protocol::message::{Dice, WinKind};
use nardy_protocol::record::Seat;
use nardy_protocol::text::visible;

use super::{Replay, Scene};

/// Where the right column begins, or further to the right beside a longer turn.
const COLUMN: usize = 34;
/// Characters of a name in the columns; programs cut longer ones, or refuse them.
const NAME: usize = 24;
/// Characters of a text in a comment.
const COMMENT: usize = 500;

/// The game as match text. Whatever the bots wrote, it is lines of plain text.
#[must_use]
pub fn as_mat(replay: &Replay) -> String {
    let mut text = String::new();
    for (key, value) in tags(replay) {
        let value = visible(&value, COMMENT).replace('"', "'");
        let _ = writeln!(text, "; [{key} \"{value}\"]");
    }
    let names = names(replay);
    let left = format!(" {} : 0", names[0]);
    let _ = writeln!(text, "\n 0 point match\n\n Game 1");
    let _ = writeln!(text, "{left:<COLUMN$}{} : 0", names[1]);
    for (number, row) in (1..).zip(rows(&replay.scenes)) {
        let [left, right] = row.map(|scene| scene.map(played).unwrap_or_default());
        let left = format!("{number:>3}) {left}");
        let line = format!("{left:<before$} {right}", before = COLUMN - 1);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let result = &replay.record.result;
    let points = match result.points {
        1 => "1 point".to_owned(),
        points => format!("{points} points"),
    };
    let indent = match result.winner {
        Seat::Zero => 6,
        Seat::One => COLUMN,
    };
    let _ = writeln!(text, "{:indent$}Wins {points}", "");
    text
}

/// The comments at the top.
fn tags(replay: &Replay) -> Vec<(&'static str, String)> {
    let record = &replay.record;
    let result = &record.result;
    let kind = match result.kind {
        WinKind::Oin => "oin",
        WinKind::Mars => "mars",
        WinKind::HomeMars => "home mars",
        WinKind::Koks => "koks",
        WinKind::Forfeit => "forfeit",
    };
    let mut tags = vec![
        ("Event", replay.plan.name().to_string()),
        ("Round", record.game.clone()),
        ("Ruleset", record.rules.clone()),
        ("Player 1", replay.name(Seat::Zero).to_owned()),
        ("Player 2", replay.name(Seat::One).to_owned()),
        ("Kind", kind.to_owned()),
        ("Reason", result.reason.clone()),
        ("Jacoby", "Off".to_owned()),
    ];
    if let Some(fault) = &record.fault {
        let rule = fault.rule.as_deref().unwrap_or_default();
        let why = format!("{rule} {}", fault.message);
        tags.push(("At fault", replay.name(fault.seat).to_owned()));
        tags.push(("Fault", why.trim_start().to_owned()));
    }
    tags
}

/// Names that do not break the columns: without a colon, which ends a name, and not the same.
fn names(replay: &Replay) -> [String; 2] {
    let plain = |name: &str| {
        let shown = visible(name, NAME);
        let signs = shown.chars().map(|c| match c {
            ':' | '(' | ')' | ';' => '_',
            c if c.is_whitespace() => '_',
            c => c,
        });
        signs.collect::<String>()
    };
    let [one, two] = Seat::BOTH.map(|seat| plain(replay.name(seat)));
    match one == two {
        true => [one, format!("{two}-2")],
        false => [one, two],
    }
}

/// Turns side by side. A side that plays twice in a row, a leftover before its own roll (R12),
/// begins a new row.
fn rows(scenes: &[Scene]) -> Vec<[Option<&Scene>; 2]> {
    let mut rows: Vec<[Option<&Scene>; 2]> = Vec::new();
    for scene in scenes {
        let seat = scene.turn.seat;
        match rows.last_mut() {
            Some(row) if seat == Seat::One && row[1].is_none() => row[1] = Some(scene),
            _ => {
                let mut row = [None; 2];
                row[seat.index()] = Some(scene);
                rows.push(row);
            }
        }
    }
    rows
}

/// Dice and moves. That a checker is hit follows from the board, and marks are optional.
fn played(scene: &Scene) -> String {
    let faces = match &scene.turn.dice {
        Dice::Roll(roll) => &roll[..],
        Dice::Leftover(leftover) => leftover,
    };
    let mut text: String = faces.iter().map(ToString::to_string).collect();
    text.push(':');
    for [from, to] in &scene.turn.moves {
        let _ = write!(text, " {from}/{to}");
    }
    text
}
