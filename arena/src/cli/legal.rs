//! `arena legal`: the legal turns of positions given as JSON lines.

use std::io::{BufRead, BufWriter, Write, stdin, stdout};

use clap::Args;
use nardy_protocol::message::MovePair;
use nardy_rules::{
    Board, Die, Leftover, Position, Roll, Ruleset, Situation, Stage, ToPlay, TurnList,
};
use serde::{Deserialize, Serialize};

use super::run::ruleset_ids;
use super::{Failure, exit};

/// Most end positions that are listed for one line.
const MOST_ENDS: usize = 100_000;

/// Positions held on the way to the ends of a cascade: enough for any with as many ends as are
/// listed.
const ROOM: usize = 1 << 23;

/// Longest line that is read.
const MAX_LINE: usize = 1 << 20;

/// List the legal turns of positions read from stdin as JSON lines
///
/// Each line has the fields of the protocol's `turn` message, from the mover's view, and the
/// ruleset's id: board (24 numbers, own positive), dice or leftover, and if not the usual: rules
/// (long), bar ([0,0]), off ([0,0]), first_turn (false), opponent_first_roll (null). Unknown keys
/// are ignored.
///
/// For each line one line is written: dice_used, ends_count, ends (board, bar and off after the
/// turn as 28 numbers, ascending) and turns, where turns[i] reaches ends[i]. A pass has dice_used
/// 0, one empty turn and the position itself. A line that cannot be answered gives {"error":"…"},
/// and the exit code is then 2.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  echo '{\"board\":[0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0,15],\"dice\":[3,3],\"first_turn\":true}' \
| arena legal")]
pub(super) struct Legal {}

/// A position as it is read.
#[derive(Debug, Deserialize)]
struct Asked {
    #[serde(default = "long")]
    rules: String,
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

fn long() -> String {
    "long".to_owned()
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
                Read::TooLong => Err(format!("line {number}: longer than {MAX_LINE} bytes")),
                Read::Line if line.trim_ascii().is_empty() => continue,
                Read::Line => {
                    answer(&line, &mut turns).map_err(|why| format!("line {number}: {why}"))
                }
            };
            let written = match &answered {
                Ok(answer) => serde_json::to_writer(&mut output, answer),
                Err(error) => {
                    refused += 1;
                    serde_json::to_writer(&mut output, &serde_json::json!({ "error": error }))
                }
            };
            let written = written.map_err(std::io::Error::from);
            // Who asks line by line wants each answer at once.
            let flushed = written
                .and_then(|()| output.write_all(b"\n"))
                .and_then(|()| output.flush());
            flushed.map_err(|error| io_failure("write", &error))?;
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
fn answer(line: &[u8], turns: &mut TurnList) -> Result<Answer, String> {
    let asked: Asked = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let ruleset = Ruleset::by_id(&asked.rules).ok_or_else(|| {
        format!(
            "unknown ruleset {:?}; there are {}",
            asked.rules,
            ruleset_ids().join(", ")
        )
    })?;
    turns.generate(&ruleset, &situation(&asked, &ruleset)?);
    if turns.is_cut() || turns.len() > MOST_ENDS {
        return Err(format!(
            "there are more than the {MOST_ENDS} end positions that are listed"
        ));
    }
    turns.sort();
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
