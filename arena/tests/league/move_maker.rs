//! The move maker in Python, which was written from the rules alone, against the referee's: the
//! same legal ends in the positions of games played at random, for blocks, and by a bot that
//! looks ahead.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::process::Command;

use nardy_bots::{Player, TurnView};
use nardy_rules::{
    Doubles, Leftover, Position, Roll, Ruleset, Situation, Stage, ToPlay, TurnList, Win,
};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use crate::support::{Ground, is_here, project};

/// Positions of each ruleset.
const POSITIONS: usize = 300;

/// A position with more ends is left out: a cascade can keep Python busy for a minute.
const MOST_ENDS: usize = 400;

/// Holds as many points in a row as it can, and so meets the rule about blocks all the time.
struct Wall;

impl Player for Wall {
    fn name(&self) -> &'static str {
        "wall"
    }

    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, _: &TurnView<'_>, turns: &TurnList) -> usize {
        let longest = |index: &usize| {
            let board = turns.end(*index).board();
            let runs = board.points.split(|checkers| *checkers <= 0);
            runs.map(<[i8]>::len).max()
        };
        (0..turns.len()).max_by_key(longest).unwrap()
    }
}

/// Plays games and writes down the positions that are met.
struct Scribe {
    ruleset: Ruleset,
    rng: SmallRng,
    turns: TurnList,
    lines: Vec<String>,
}

impl Scribe {
    /// Plays games until so many more lines are written.
    fn write(&mut self, players: &mut [Box<dyn Player>; 2], lines: usize) {
        let enough = self.lines.len() + lines;
        while self.lines.len() < enough {
            for player in players.iter_mut() {
                player.new_game(self.rng.random());
            }
            self.game(players, enough);
        }
    }

    fn game(&mut self, players: &mut [Box<dyn Player>; 2], enough: usize) {
        let mut position = Position::start(&self.ruleset);
        let mut first_rolls = [None; 2];
        for mover in (0..2).cycle() {
            let die = |rng: &mut SmallRng| rng.random_range(1..=6);
            let roll = Roll::new(die(&mut self.rng), die(&mut self.rng)).unwrap();
            let stage = match first_rolls[mover] {
                Some(_) => Stage::Later,
                None => Stage::FirstTurn {
                    opponent_first_roll: first_rolls[1 - mover],
                },
            };
            first_rolls[mover].get_or_insert(roll);
            let own = self.turn(players[mover].as_mut(), position, stage, ToPlay::Roll(roll));
            let Some(after) = own else { return };
            position = after.flipped();
            let played = usize::from(self.turns.dice_used());
            if let Some(leftover) = Leftover::of_cascade(&self.ruleset, &ToPlay::Roll(roll), played)
            {
                let to_play = ToPlay::Leftover(leftover);
                let other = players[1 - mover].as_mut();
                let Some(after) = self.turn(other, position, Stage::Later, to_play) else {
                    return;
                };
                position = after;
            }
            if self.lines.len() >= enough {
                return;
            }
        }
    }

    /// One turn; the position after it, or nothing if the game is over.
    fn turn(
        &mut self,
        player: &mut dyn Player,
        position: Position,
        stage: Stage,
        to_play: ToPlay,
    ) -> Option<Position> {
        let situation = Situation {
            position,
            stage,
            to_play,
        };
        self.turns.generate(&self.ruleset, &situation);
        self.turns.sort();
        // The opening of every game and then every third turn, so that many games are seen.
        if self.turns.len() <= MOST_ENDS
            && (stage != Stage::Later || self.rng.random_range(0..3) == 0)
        {
            self.lines.push(line(&self.ruleset, &situation));
        }
        let view = TurnView {
            ruleset: &self.ruleset,
            situation: &situation,
        };
        let end = self.turns.end(player.choose(&view, &self.turns));
        Win::of(&self.ruleset, &end).is_none().then_some(end)
    }
}

/// A situation as a line for `arena legal`.
fn line(ruleset: &Ruleset, situation: &Situation) -> String {
    let board = situation.position.board();
    let mut line = format!(
        "{{\"rules\":\"{}\",\"board\":{:?},\"bar\":{:?},\"off\":{:?}",
        ruleset.id(),
        board.points,
        board.bar,
        board.off
    );
    match situation.to_play {
        ToPlay::Roll(roll) => write!(line, ",\"dice\":{:?}", roll.faces()).unwrap(),
        ToPlay::Leftover(rest) => write!(line, ",\"leftover\":{:?}", rest.faces()).unwrap(),
    }
    if let Stage::FirstTurn {
        opponent_first_roll,
    } = situation.stage
    {
        line += ",\"first_turn\":true";
        if let Some(roll) = opponent_first_roll {
            write!(line, ",\"opponent_first_roll\":{:?}", roll.faces()).unwrap();
        }
    }
    line + "}\n"
}

/// Positions of games between players of all kinds.
fn positions(ruleset: &Ruleset) -> Vec<String> {
    let mut scribe = Scribe {
        ruleset: ruleset.clone(),
        rng: SmallRng::seed_from_u64(2026),
        turns: TurnList::new(),
        lines: Vec::new(),
    };
    let known = |name| nardy_bots::by_name(name).unwrap();
    scribe.write(&mut [known("random"), known("random")], POSITIONS / 3);
    scribe.write(&mut [Box::new(Wall), Box::new(Wall)], POSITIONS / 3);
    scribe.write(&mut [known("blocks"), Box::new(Wall)], POSITIONS / 3);
    scribe.lines
}

fn compare(id: &str) {
    if !is_here("python3", "--version", "the move maker in Python") {
        return;
    }
    let ruleset = Ruleset::by_id(id).unwrap();
    let lines = positions(&ruleset);
    let ground = Ground::new();
    ground.write("positions.jsonl", lines.concat());
    let python = Command::new("python3")
        .arg("-B")
        .arg(project().join("bots/python/legal.py"))
        .stdin(File::open(ground.path("positions.jsonl")).unwrap())
        .stdout(File::create(ground.path("python.jsonl")).unwrap())
        .spawn();
    let arena = ground.run_reading(&["legal"], "positions.jsonl");
    assert!(python.unwrap().wait().unwrap().success());
    assert_eq!(arena.code, Some(0));
    let python = fs::read_to_string(ground.path("python.jsonl")).unwrap();
    assert_eq!(arena.stdout.lines().count(), lines.len());
    assert_eq!(python.lines().count(), lines.len());
    for ((ours, theirs), line) in arena.stdout.lines().zip(python.lines()).zip(&lines) {
        let [ours, theirs]: [Value; 2] =
            [ours, theirs].map(|answer| serde_json::from_str(answer).unwrap());
        for key in ["dice_used", "ends_count", "ends"] {
            assert_eq!(ours[key], theirs[key], "{key} of {line}");
        }
    }
    if ruleset.doubles() == Doubles::Cascade {
        let leftovers = lines.iter().filter(|line| line.contains("leftover"));
        assert!(leftovers.count() > 0);
    }
}

macro_rules! rulesets {
    ($($name:ident $rules:literal;)*) => {
        $(#[test]
        fn $name() {
            compare($rules);
        })*
    };
}

rulesets! {
    python_and_the_referee_agree_in_long "long";
    python_and_the_referee_agree_in_long_classic "long-classic";
    python_and_the_referee_agree_in_long_app "long-app";
    python_and_the_referee_agree_in_long_club "long-club";
    python_and_the_referee_agree_in_gulbar "gulbar";
    python_and_the_referee_agree_in_short "short";
    python_and_the_referee_agree_in_short_east "short-east";
}
