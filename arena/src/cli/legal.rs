//! `arena legal`: the legal turns of positions given as JSON lines or as lines of notation.

mod rulesets;
mod text;

use std::io::{BufRead, BufWriter, Write, stdin, stdout};

use clap::Args;
use nardy_protocol::message::MovePair;
use nardy_protocol::text::visible;
use nardy_rules::{
    Board, Die, Leftover, Position, Roll, Ruleset, Situation, Stage, ToPlay, TurnList,
};
use serde::{Deserialize, Serialize};

use super::{Failure, exit};
pub(super) use rulesets::Rulesets;

/// Most end positions that are listed for one line.
const MOST_ENDS: usize = 100_000;

/// Positions held on the way to the ends of a cascade: enough for any with as many ends as are
/// listed.
const ROOM: usize = 1 << 23;

/// Characters of an error that are written.
const MOST_TOLD: usize = 1_000;

/// Longest line that is read.
const MAX_LINE: usize = 1 << 20;

/// List the legal turns of positions read from stdin, line by line
///
/// Each line is a JSON object with the fields of the protocol's `turn` message, from the mover's
/// view, and the ruleset's id: board (24 numbers, own positive), dice or leftover, and if not the
/// usual: rules (that of --rules, or long), bar ([0,0]), off ([0,0]), first_turn (false),
/// opponent_first_roll (null). Unknown keys are ignored.
///
/// For each line one line is written: dice_used, ends_count, ends (board, bar and off after the
/// turn as 28 numbers, ascending) and turns, where turns[i] reaches ends[i]. A pass has dice_used
/// 0, one empty turn and the position itself. A line that cannot be answered gives {"error":"…"},
/// and the exit code is then 2.
///
/// With --text it reads and writes for people: `long 24x14,18 / 24x15 : 6-3` is a long game, the
/// mover's checkers, the other side's in its own numbering, and the roll (protocol/spec/notation.md
/// says all). Out come the board and the turns, one a line, in the order of their ends. Empty lines
/// and lines that begin with # are skipped.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  echo '{\"board\":[0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0,15],\"dice\":[6,5]}' | arena legal
  echo 'long 24x15 / 24x15 : 3-3 first' | arena legal --text
  arena legal --rules club.toml < positions.jsonl")]
pub(super) struct Legal {
    /// Read lines of notation and write for people
    #[arg(long)]
    text: bool,
    /// Ruleset of lines that name none, by its id or as the path of a ruleset file; lines may name
    /// a file's ruleset by its id [default: long; with --text long or short, as the line says]
    #[arg(long, value_name = "ID|FILE")]
    rules: Option<String>,
}

/// What lines look like.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Json,
    Text,
}

/// A position as it is read.
#[derive(Debug, Deserialize)]
struct Asked {
    rules: Option<String>,
    board: [i8; 24],
    #[serde(default)]
    bar: [u8; 2],
    #[serde(default)]
    off: [u8; 2],
    dice: Option<[u8; 2]>,
    leftover: Option<Vec<u8>>,
    #[serde(default)]
    first_turn: bool,
    opponent_first_roll: Option<[u8; 2]>,
}

/// What is written for it.
#[derive(Debug, Serialize)]
struct Answer {
    dice_used: u8,
    ends_count: usize,
    ends: Vec<Vec<i16>>,
    turns: Vec<Vec<MovePair>>,
}

impl Legal {
    pub(super) fn run(self) -> Result<(), Failure> {
        let rules = Rulesets::new(self.rules.as_deref())?;
        let format = if self.text {
            Format::Text
        } else {
            Format::Json
        };
        let mut input = stdin().lock();
        let mut output = BufWriter::new(stdout().lock());
        let mut turns = TurnList::with_room(ROOM);
        let mut line = Vec::new();
        let (mut number, mut refused) = (0_u64, 0_u64);
        loop {
            number += 1;
            line.clear();
            let read = read_line(&mut input, &mut line).map_err(|e| io_failure("read", &e))?;
            let answered = match read {
                Read::End => break,
                Read::TooLong => Err(format!("longer than {MAX_LINE} bytes")),
                Read::Line if format.skips(&line) => continue,
                Read::Line => format.answer(&line, &rules, &mut turns),
            };
            let written = answered.unwrap_or_else(|why| {
                refused += 1;
                format.error(&format!("line {number}: {why}"))
            });
            // Who asks line by line wants each answer at once.
            let flushed = writeln!(output, "{written}").and_then(|()| output.flush());
            match flushed {
                // Whoever read the answers has had enough.
                Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => return Ok(()),
                flushed => flushed.map_err(|error| io_failure("write", &error))?,
            }
        }
        match refused {
            0 => Ok(()),
            1 => Err(refusal(
                "one line could not be answered; its error is in the output",
            )),
            n => Err(refusal(&format!(
                "{n} lines could not be answered; their errors are in the output"
            ))),
        }
    }
}

impl Format {
    fn skips(self, line: &[u8]) -> bool {
        let line = line.trim_ascii_start();
        line.is_empty() || self == Format::Text && line.starts_with(b"#")
    }

    fn answer(self, line: &[u8], rules: &Rulesets, turns: &mut TurnList) -> Result<String, String> {
        match self {
            Format::Json => {
                let answer = answer(line, rules, turns)?;
                serde_json::to_string(&answer).map_err(|error| error.to_string())
            }
            Format::Text => text::answer(line, rules, turns),
        }
    }

    fn error(self, why: &str) -> String {
        let why = visible(why, MOST_TOLD);
        match self {
            Format::Json => serde_json::json!({ "error": why }).to_string(),
            Format::Text => format!("error: {why}\n"),
        }
    }
}

fn refusal(message: &str) -> Failure {
    Failure {
        code: exit::USAGE,
        message: message.to_owned(),
    }
}

fn io_failure(what: &str, error: &std::io::Error) -> Failure {
    Failure::environment(format!("cannot {what}: {error}"))
}

enum Read {
    Line,
    TooLong,
    End,
}

/// Reads one line, without ever holding more than the longest that is read.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<Read> {
    let mut limited = std::io::Read::take(&mut *input, MAX_LINE as u64 + 1);
    if limited.read_until(b'\n', line)? == 0 {
        return Ok(Read::End);
    }
    if line.len() <= MAX_LINE || line.ends_with(b"\n") {
        return Ok(Read::Line);
    }
    input.skip_until(b'\n')?;
    Ok(Read::TooLong)
}

/// The legal turns of one line's position.
fn answer(line: &[u8], rules: &Rulesets, turns: &mut TurnList) -> Result<Answer, String> {
    if !line.trim_ascii_start().starts_with(b"{") {
        return Err("a position is one JSON object {…}".to_owned());
    }
    let asked: Asked = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let ruleset = match &asked.rules {
        Some(id) => rules.named(id)?,
        None => rules.usual(),
    };
    list(&ruleset, &situation(&asked, &ruleset)?, turns)?;
    Ok(Answer {
        dice_used: turns.dice_used(),
        ends_count: turns.len(),
        ends: (0..turns.len())
            .map(|i| numbers(&turns.end(i).board()))
            .collect(),
        turns: (0..turns.len())
            .map(|i| turns.turn(i).moves().iter().map(|m| m.numbers()).collect())
            .collect(),
    })
}

/// Lists the turns in their documented order, if there are not too many.
fn list(ruleset: &Ruleset, situation: &Situation, turns: &mut TurnList) -> Result<(), String> {
    turns.generate(ruleset, situation);
    if turns.is_cut() || turns.len() > MOST_ENDS {
        return Err(format!(
            "there are more than the {MOST_ENDS} end positions that are listed, for {situation}"
        ));
    }
    turns.sort();
    Ok(())
}

fn situation(asked: &Asked, ruleset: &Ruleset) -> Result<Situation, String> {
    let board = Board {
        points: asked.board,
        bar: asked.bar,
        off: asked.off,
    };
    let position = Position::from_board(&board, ruleset.geometry()).map_err(|defects| {
        let defects: Vec<_> = defects.iter().map(ToString::to_string).collect();
        format!("not a position: {}", defects.join("; "))
    })?;
    let to_play = match (&asked.leftover, asked.dice) {
        (Some(faces), _) => {
            let dice: Option<Vec<_>> = faces.iter().map(|&face| Die::new(face)).collect();
            let leftover = dice.and_then(|dice| Leftover::new(&dice));
            ToPlay::Leftover(leftover.ok_or("leftover must be 1 to 12 dice from 1 to 6")?)
        }
        (None, Some(dice)) => ToPlay::Roll(roll("dice", dice)?),
        (None, None) => return Err("neither dice nor leftover is given".to_owned()),
    };
    let opponent = asked.opponent_first_roll;
    let opponent_first_roll = opponent
        .map(|dice| roll("opponent_first_roll", dice))
        .transpose()?;
    let stage = if asked.first_turn {
        Stage::FirstTurn {
            opponent_first_roll,
        }
    } else {
        Stage::Later
    };
    Ok(Situation {
        position,
        stage,
        to_play,
    })
}

fn roll(key: &str, [a, b]: [u8; 2]) -> Result<Roll, String> {
    Roll::new(a, b).ok_or_else(|| format!("{key} must be two dice from 1 to 6, not [{a},{b}]"))
}

/// A board as 28 numbers: points, bar, off.
fn numbers(board: &Board) -> Vec<i16> {
    let points = board.points.iter().map(|&n| i16::from(n));
    points
        .chain(board.bar.iter().chain(&board.off).map(|&n| i16::from(n)))
        .collect()
}
