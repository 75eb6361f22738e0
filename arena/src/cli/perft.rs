//! `arena perft`: counts of end positions, to hold makers of turns against each other.

use std::io::Write;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use clap::Args;
use nardy_rules::{Notation, Perft as Counting, Position, Roll, Ruleset, Situation, Stage, ToPlay};
use serde_json::{Value, json};

use super::legal::Rulesets;
use super::print::{print, print_json};
use super::{Failure, a_count};
use crate::report::{counts, thousands};

/// Count the end positions of all turns, ply by ply
///
/// A ply is one roll: each of the 21 different rolls counts once, a pass is one end, equal ends of
/// different rolls or earlier turns count each. What is left of a cascade (gulbar) is no ply: the
/// opponent plays it in every way he can before his roll. Nothing follows a won game.
///
/// Counting begins at the ruleset's start, or at a position in notation (the format of `arena legal
/// --text`): without dice all rolls are counted; with a roll it is the first ply; a leftover is
/// played first. `first` after the colon says that the mover has his first turn of the game ahead.
///
/// Shows a table of the first ply's rolls by depth, and on stderr the time that each depth took.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  arena perft --rules long-club --depth 4
  arena perft long 24x14,18 / 24x15 : first after 6-5
  arena perft --json --depth 2 long 6x2,offx13 / 6x15 : 6-1")]
pub(super) struct Perft {
    /// The ruleset's id, or the path of a ruleset file [default: long, or long or short as the
    /// position says]
    #[arg(long, value_name = "ID|FILE")]
    rules: Option<String>,
    /// Plies to count
    #[arg(long, value_name = "N", default_value = "3", value_parser = a_count::<NonZeroU32>)]
    depth: NonZeroU32,
    /// Write one JSON object instead of the table
    #[arg(long)]
    json: bool,
    /// Position in notation [default: the ruleset's start, both first turns ahead]
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
}

/// What one depth came to: the ends of each counted row, and what it took.
struct Depth {
    ends: Vec<u64>,
    lists: u64,
    time: Duration,
}

impl Perft {
    pub(super) fn run(self) -> Result<(), Failure> {
        let rules = Rulesets::new(self.rules.as_deref())?;
        let (ruleset, root) = self.root(&rules).map_err(Failure::usage)?;
        let mut depths = Vec::new();
        for depth in 1..=self.depth.get() {
            let counted = count(&ruleset, &root, depth).map_err(Failure::usage)?;
            if !self.json {
                tell(depth, &counted);
            }
            depths.push(counted);
        }
        if self.json {
            print_json(&as_json(&ruleset, &root, &depths))
        } else {
            print(&as_table(&root, &depths))
        }
    }

    /// Where counting begins.
    fn root(&self, rules: &Rulesets) -> Result<(Ruleset, Notation), String> {
        if self.position.is_empty() {
            let ruleset = rules.usual();
            let root = Notation {
                position: Position::start(&ruleset),
                stage: Stage::FirstTurn {
                    opponent_first_roll: None,
                },
                to_play: None,
            };
            return Ok((ruleset, root));
        }
        let text = self.position.join(" ");
        let explained = |why: String| format!("{text:?}: {why}");
        let root: Notation = text
            .parse()
            .map_err(|error| explained(format!("{error}")))?;
        let ruleset = rules.of(root.position.geometry()).map_err(explained)?;
        Ok((ruleset, root))
    }
}

/// The rows that are counted: the dice that were given, or else all rolls.
fn rows(root: &Notation) -> Vec<ToPlay> {
    match root.to_play {
        Some(to_play) => vec![to_play],
        None => Roll::all().map(ToPlay::Roll).collect(),
    }
}

fn count(ruleset: &Ruleset, root: &Notation, depth: u32) -> Result<Depth, String> {
    let begun = Instant::now();
    let mut counting = Counting::new(ruleset);
    let row = |to_play| {
        let situation = Situation {
            position: root.position,
            stage: root.stage,
            to_play,
        };
        let ends = counting.count(&situation, depth);
        ends.map_err(|why| format!("{situation}: {why}"))
    };
    let ends = rows(root).into_iter().map(row).collect::<Result<_, _>>()?;
    Ok(Depth {
        ends,
        lists: counting.lists(),
        time: begun.elapsed(),
    })
}

impl Depth {
    fn total(&self) -> u64 {
        self.ends.iter().sum()
    }

    /// So many of a thing in a second.
    fn per_second(&self, number: u64) -> u64 {
        (number as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// One line on stderr about a depth that was counted.
fn tell(depth: u32, counted: &Depth) {
    let line = format!(
        "depth {depth}: {} ends of {} lists in {:.3} s ({} ends/s, {} lists/s)",
        thousands(counted.total()),
        thousands(counted.lists),
        counted.time.as_secs_f64(),
        thousands(counted.per_second(counted.total())),
        thousands(counted.per_second(counted.lists)),
    );
    // Without stderr there is nobody to tell.
    let _ = writeln!(std::io::stderr(), "{line}");
}

fn as_table(root: &Notation, depths: &[Depth]) -> String {
    let depth_titles = (1..=depths.len()).map(|depth| format!("depth {depth}"));
    let titles: Vec<_> = ["roll".to_owned()]
        .into_iter()
        .chain(depth_titles)
        .collect();
    let mut table: Vec<_> = rows(root)
        .iter()
        .enumerate()
        .map(|(row, to_play)| (to_play.to_string(), ends_of(row, depths)))
        .collect();
    if table.len() > 1 {
        let totals = depths.iter().map(Depth::total).collect();
        table.push(("total".to_owned(), totals));
    }
    counts(&titles, &table)
}

fn as_json(ruleset: &Ruleset, root: &Notation, depths: &[Depth]) -> Value {
    let dice = |to_play: &ToPlay| match to_play {
        ToPlay::Roll(roll) => json!({ "dice": roll.faces() }),
        ToPlay::Leftover(leftover) => json!({ "leftover": leftover.faces() }),
    };
    let rows = rows(root).into_iter().enumerate().map(|(row, to_play)| {
        let mut object = dice(&to_play);
        object["ends"] = json!(ends_of(row, depths));
        object
    });
    json!({
        "rules": ruleset.id(),
        "position": root.to_string(),
        "totals": depths.iter().map(Depth::total).collect::<Vec<_>>(),
        "rolls": rows.collect::<Vec<_>>(),
        "lists": depths.iter().map(|depth| depth.lists).collect::<Vec<_>>(),
        "seconds": depths.iter().map(|depth| depth.time.as_secs_f64()).collect::<Vec<_>>(),
    })
}

/// One row's ends, depth by depth.
fn ends_of(row: usize, depths: &[Depth]) -> Vec<u64> {
    depths.iter().map(|depth| depth.ends[row]).collect()
}
