//! The move maker in Python, which was written from the rules alone, against the referee's: the
//! same legal ends in thousands of positions of each ruleset, from games played at random, for
//! blocks, and by a bot that looks ahead.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::process::Command;

use nardy_bots::{Player, TurnView};
use nardy_rules::{
    Block, Doubles, Leftover, Position, Roll, Ruleset, Situation, Stage, ToPlay, TurnList, Win,
};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use crate::support::{Ground, is_here, project};

/// Positions of each ruleset from games played at random.
const RANDOM: usize = 1_000;

/// From games between two that seek blocks.
const WALLS: usize = 1_500;

/// From games of one that seeks blocks with a bot that looks ahead.
const MIXED: usize = 500;

/// A position with more ends is left out: a cascade can keep Python busy for a minute.
const MOST_ENDS: usize = 400;

/// How many of the positions at least must be such that R11 decides what is legal, where it holds.
const DECIDED_BY_BLOCKS: usize = 50;

/// Holds as many points in a row as it can and stays behind, so that the rule about blocks is met
/// all the time; now and then it plays at random, so that no two of its games are alike.
struct Wall(SmallRng);

impl Wall {
    fn boxed() -> Box<dyn Player> {
        Box::new(Wall(SmallRng::seed_from_u64(0)))
    }
}

impl Player for Wall {
    fn name(&self) -> &'static str {
        "wall"
    }

    fn new_game(&mut self, seed: u64) {
        self.0 = SmallRng::seed_from_u64(seed);
    }

    fn choose(&mut self, _: &TurnView<'_>, turns: &TurnList) -> usize {
        if self.0.random_range(0..8) == 0 {
            return self.0.random_range(0..turns.len());
        }
        let appetite = |index: &usize| appetite(&turns.end(*index));
        (0..turns.len()).max_by_key(appetite).unwrap()
    }
}

/// What a wall wants most: no checker at home, for past him everything is allowed; then a long run
/// along the other side's way; then its foremost checker far behind.
fn appetite(position: &Position) -> (bool, usize, usize) {
    let mut points = position.board().points;
    let foremost = points.iter().position(|checkers| *checkers > 0);
    // The other side's way in a long game begins at 12 and ends at 13.
    points.rotate_left(12);
    let runs = points.split(|checkers| *checkers <= 0);
    let longest = runs.map(<[i8]>::len).max().unwrap_or(0);
    let foremost = foremost.unwrap_or(0);
    (foremost >= 6, longest, foremost)
}

/// Plays games and writes down the positions that are met.
struct Scribe {
    ruleset: Ruleset,
    rng: SmallRng,
    turns: TurnList,
    /// The turns without the rule about blocks.
    unblocked: TurnList,
    lines: Vec<String>,
    /// How many of them R11 decides.
    decided: usize,
    one_in: u32,
}

impl Scribe {
    /// Plays games until so many more lines are written: the openings, what R11 decides, and of the
    /// rest one in so many, so that many games are seen.
    fn write(&mut self, players: &mut [Box<dyn Player>; 2], lines: usize, one_in: u32) {
        self.one_in = one_in;
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
        let decided = self.is_decided_by_blocks(&situation);
        let wanted = stage != Stage::Later || decided || self.rng.random_range(0..self.one_in) == 0;
        if wanted && self.turns.len() <= MOST_ENDS {
            self.lines.push(line(&self.ruleset, &situation));
            self.decided += usize::from(decided);
        }
        let view = TurnView {
            ruleset: &self.ruleset,
            situation: &situation,
        };
        let end = self.turns.end(player.choose(&view, &self.turns));
        Win::of(&self.ruleset, &end).is_none().then_some(end)
    }
}

impl Scribe {
    /// Whether other turns would be legal if blocks were free.
    fn is_decided_by_blocks(&mut self, situation: &Situation) -> bool {
        if self.ruleset.block() == Block::Free {
            return false;
        }
        let free = self.ruleset.clone().with_block(Block::Free);
        self.unblocked.generate(&free, situation);
        let ends = |turns: &TurnList| (turns.dice_used(), turns.len());
        ends(&self.unblocked) != ends(&self.turns)
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

/// Positions of games between players of all kinds, and how many of them R11 decides.
fn positions(ruleset: &Ruleset) -> (Vec<String>, usize) {
    let mut scribe = Scribe {
        ruleset: ruleset.clone(),
        rng: SmallRng::seed_from_u64(2026),
        turns: TurnList::new(),
        unblocked: TurnList::new(),
        lines: Vec::new(),
        decided: 0,
        one_in: 1,
    };
    let known = |name| nardy_bots::by_name(name).unwrap();
    scribe.write(&mut [known("random"), known("random")], RANDOM, 3);
    scribe.write(&mut [Wall::boxed(), Wall::boxed()], WALLS, 10);
    scribe.write(&mut [known("blocks"), Wall::boxed()], MIXED, 3);
    (scribe.lines, scribe.decided)
}

fn compare(id: &str) {
    if !is_here("python3", "--version", "the move maker in Python") {
        return;
    }
    let ruleset = Ruleset::by_id(id).unwrap();
    let (lines, decided) = positions(&ruleset);
    assert_eq!(lines.len(), RANDOM + WALLS + MIXED);
    // In `short` blocks are free; in the others R11 must have had its say.
    let least = match ruleset.block() {
        Block::Free => 0,
        _ => DECIDED_BY_BLOCKS,
    };
    assert!(decided >= least, "R11 decides {decided} positions");
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
