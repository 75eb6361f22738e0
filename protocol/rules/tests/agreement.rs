//! The list of legal turns and the single check hold each other up, on positions of random play,
//! of play that seeks blocks, and on blocks placed by hand over every border.
#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use std::collections::BTreeSet;

use common::numbers;
use nardy_rules::{
    Block, BlockCheck, Board, CheckerMove, Geometry, Point, Position, Roll, Ruleset, Situation,
    Stage, ToPlay, TurnList,
};
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The longest run of points the mover holds along the other side's way, written out point by
/// point from that side's 24 to its 1.
fn longest_run(position: &Position) -> u32 {
    let board = position.board();
    let (mut run, mut longest) = (0, 0);
    for his in (1..=24usize).rev() {
        let mine = (his + 11) % 24;
        run = if board.points[mine] > 0 { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// What a seeker of blocks maximises: no runner in the home, which would let the other side build
/// whatever it likes, then a long run, then the rest far behind.
fn appetite(position: &Position) -> (bool, u32, u8) {
    let ahead = position
        .own()
        .iter()
        .last()
        .map_or(0, |(point, _)| point.number());
    (ahead > 6, longest_run(position), ahead)
}

/// Whether the mover holds a block that R11 forbids, by its words.
fn forbidden_block(ruleset: &Ruleset, position: &Position) -> bool {
    let board = position.board();
    let held = |his: usize| board.points[(his + 11) % 24] > 0;
    let opposing_on = |his: usize| board.points[(his + 11) % 24] < 0;
    let off = board.off[1] > 0;
    (1..=19).any(|lowest| {
        (lowest..lowest + 6).all(held)
            && match ruleset.block() {
                Block::Free => false,
                Block::Passed => !off && !(1..lowest).any(opposing_on),
                Block::Home => !off && !(1..=6).any(opposing_on),
            }
    })
}

/// Every sequence of moves the check lets pass, tried out without any rule but the distances.
fn accepted(ruleset: &Ruleset, situation: &Situation, turns: &TurnList) -> BTreeSet<Vec<i32>> {
    let (dice, most) = match situation.to_play {
        ToPlay::Roll(roll) if roll.is_double() => (vec![roll.larger()], 4),
        ToPlay::Roll(roll) => (vec![roll.larger(), roll.smaller()], 2),
        ToPlay::Leftover(_) => unreachable!("not among the cases"),
    };
    let mut ends = BTreeSet::new();
    let mut tried = vec![(Vec::new(), counts(&situation.position))];
    while let Some((moves, counts)) = tried.pop() {
        if let Ok(end) = turns.check(ruleset, situation, &moves) {
            ends.insert(numbers(&end));
        }
        if moves.len() == most {
            continue;
        }
        for from in (1..=25u8).filter(|&from| counts[usize::from(from)] > 0) {
            for die in &dice {
                let to = from.saturating_sub(*die);
                let mut next = counts;
                next[usize::from(from)] -= 1;
                next[usize::from(to)] += 1;
                let mut longer = moves.clone();
                longer.push(CheckerMove::new(from, to).unwrap());
                tried.push((longer, next));
            }
        }
    }
    ends
}

fn counts(position: &Position) -> [u8; 26] {
    std::array::from_fn(|point| position.own().count(Point::new(point as u8).unwrap()))
}

/// Holds list and check together for one situation.
fn agree(ruleset: &Ruleset, situation: &Situation, turns: &mut TurnList) {
    turns.generate(ruleset, situation);
    let mut listed = BTreeSet::new();
    for i in 0..turns.len() {
        let turn = turns.turn(i);
        let checked = turns.check(ruleset, situation, turn.moves());
        let end = checked.unwrap_or_else(|why| panic!("{situation:?}: listed {turn}: {why}"));
        assert_eq!(end, turns.end(i), "{situation:?}: {turn}");
        if turns.dice_used() > 0 {
            assert!(
                !forbidden_block(ruleset, &end),
                "{situation:?}: {turn} blocks"
            );
        }
        assert!(
            listed.insert(numbers(&end)),
            "{situation:?}: {turn} ends like another"
        );
    }
    assert_eq!(listed, accepted(ruleset, situation, turns), "{situation:?}");
}

/// How the turns of a random game are chosen.
#[derive(Clone, Copy, PartialEq)]
enum Play {
    Random,
    SeekBlocks,
}

/// Plays one game and calls `visit` with every situation; answers how many turns it took.
fn play(
    ruleset: &Ruleset,
    seed: u64,
    how: Play,
    mut visit: impl FnMut(&Situation, &mut TurnList),
) -> usize {
    let mut random = StdRng::seed_from_u64(seed);
    let mut position = Position::start(ruleset);
    let mut first_rolls = [None; 2];
    let mut turns = TurnList::new();
    for turn in 0..2_000 {
        let roll = Roll::new(random.random_range(1..=6), random.random_range(1..=6)).unwrap();
        let own = turn % 2;
        let stage = match first_rolls[own] {
            None => Stage::FirstTurn {
                opponent_first_roll: first_rolls[1 - own],
            },
            Some(_) => Stage::Later,
        };
        first_rolls[own] = first_rolls[own].or(Some(roll));
        let situation = Situation {
            position,
            stage,
            to_play: ToPlay::Roll(roll),
        };
        visit(&situation, &mut turns);
        turns.generate(ruleset, &situation);
        let chosen = match how {
            Play::SeekBlocks if random.random_range(0..8) > 0 => (0..turns.len())
                .max_by_key(|&i| appetite(&turns.end(i)))
                .unwrap(),
            _ => random.random_range(0..turns.len()),
        };
        let end = turns.end(chosen);
        assert_eq!(
            end.own().iter().map(|(_, n)| n).sum::<u8>() + end.own().off(),
            15
        );
        assert_eq!(
            end.opposing().iter().map(|(_, n)| n).sum::<u8>() + end.opposing().off(),
            15
        );
        assert!(Position::from_board(&end.board(), ruleset.geometry()) == Ok(end));
        if end.is_won() {
            return turn + 1;
        }
        position = end.flipped();
    }
    panic!("game {seed} of {ruleset} does not end");
}

/// The rulesets without a cascade, whose sequences are too many to try out.
fn plain_rulesets() -> impl Iterator<Item = &'static Ruleset> {
    Ruleset::all()
        .iter()
        .filter(|ruleset| ruleset.id() != "gulbar")
}

#[test]
fn random_games_of_every_ruleset_end_and_conserve_checkers() {
    for ruleset in Ruleset::all() {
        for seed in 0..30 {
            let turns = play(ruleset, seed, Play::Random, |_, _| {});
            assert!(
                turns >= 15,
                "{ruleset}: {turns} turns cannot bear off 15 checkers"
            );
        }
    }
}

#[test]
fn list_and_check_agree_in_random_play() {
    for ruleset in plain_rulesets() {
        for seed in 0..2 {
            play(ruleset, seed, Play::Random, |situation, turns| {
                agree(ruleset, situation, turns);
            });
        }
    }
}

#[test]
fn list_and_check_agree_where_blocks_are_sought() {
    for ruleset in plain_rulesets().filter(|ruleset| ruleset.block() != Block::Free) {
        for seed in 100..103 {
            play(ruleset, seed, Play::SeekBlocks, |situation, turns| {
                agree(ruleset, situation, turns);
            });
        }
    }
}

#[test]
fn block_seeking_play_meets_the_block_rule_often_and_random_play_hardly_ever() {
    let long = Ruleset::by_id("long").unwrap();
    let without = long.clone().with_block(Block::Free);
    let mut decided = [0, 0];
    for (how, decided) in [Play::Random, Play::SeekBlocks]
        .into_iter()
        .zip(&mut decided)
    {
        let mut unblocked = TurnList::new();
        for seed in 0..20 {
            play(&long, seed, how, |situation, turns| {
                turns.generate(&long, situation);
                unblocked.generate(&without, situation);
                *decided += u32::from(turns.len() != unblocked.len());
            });
        }
    }
    assert!(
        decided[1] >= 20 && decided[1] > 5 * decided[0],
        "{decided:?}"
    );
}

/// Positions with one or two runs of the mover's, each with a gap or complete, anywhere along the
/// other side's way, and the rest of both sides' checkers at random.
fn with_blocks() -> impl Strategy<Value = (Board, [u8; 2])> {
    let runs = proptest::collection::vec((0usize..24, 4usize..=7), 1..=2);
    let spread = proptest::collection::vec(0usize..24, 30);
    let off = (0u8..3, prop_oneof![4 => Just(0u8), 1 => 0u8..4]);
    let dice = [1u8..=6, 1u8..=6];
    (runs, spread, off, dice).prop_map(|(runs, spread, (own_off, opposing_off), dice)| {
        let mut points = [0i8; 24];
        let mut left = 15 - own_off;
        for (start, length) in runs {
            for step in 0..length {
                let point = (start + step) % 24;
                if left > 0 && points[point] == 0 {
                    points[point] = 1;
                    left -= 1;
                }
            }
        }
        let (mine, his) = spread.split_at(15);
        for &point in mine.iter().take(usize::from(left)) {
            points[point] += 1;
        }
        for &wish in his.iter().take(usize::from(15 - opposing_off)) {
            let point = (wish..wish + 24)
                .map(|p| p % 24)
                .find(|&p| points[p] <= 0)
                .unwrap();
            points[point] -= 1;
        }
        (
            Board {
                points,
                bar: [0; 2],
                off: [own_off, opposing_off],
            },
            dice,
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn list_and_check_agree_on_placed_blocks((board, dice) in with_blocks()) {
        let mut turns = TurnList::new();
        for ruleset in plain_rulesets().filter(|ruleset| ruleset.block() != Block::Free) {
            let situation = Situation {
                position: Position::from_board(&board, Geometry::Long).unwrap(),
                stage: Stage::Later,
                to_play: ToPlay::Roll(Roll::new(dice[0], dice[1]).unwrap()),
            };
            agree(ruleset, &situation, &mut turns);
        }
    }

    #[test]
    fn a_block_stands_on_no_way_to_a_listed_end((board, dice) in with_blocks()) {
        let mut turns = TurnList::new();
        for ruleset in Ruleset::all().iter().filter(|r| r.block_check() == BlockCheck::EveryMove
            && r.block() != Block::Free)
        {
            let position = Position::from_board(&board, Geometry::Long).unwrap();
            let roll = Roll::new(dice[0], dice[1]).unwrap();
            turns.generate(ruleset, &Situation {
                position, stage: Stage::Later, to_play: ToPlay::Roll(roll),
            });
            for i in 0..turns.len().min(200) {
                let mut standing = board;
                for checker_move in turns.turn(i).moves() {
                    let [from, to] = checker_move.numbers().map(usize::from);
                    standing.points[from - 1] -= 1;
                    match to {
                        0 => standing.off[0] += 1,
                        to => standing.points[to - 1] += 1,
                    }
                    let standing = Position::from_board(&standing, Geometry::Long).unwrap();
                    prop_assert!(!forbidden_block(ruleset, &standing), "{}", turns.turn(i));
                }
            }
        }
    }

    #[test]
    fn a_board_that_is_accepted_comes_back_the_same(
        points in proptest::array::uniform24(-16i8..=16), bar in [0u8..3, 0u8..3], off in [0u8..=16, 0u8..=16],
    ) {
        let board = Board { points, bar, off };
        for geometry in [Geometry::Long, Geometry::Short] {
            match Position::from_board(&board, geometry) {
                Ok(position) => prop_assert_eq!(position.board(), board),
                Err(defects) => prop_assert!(!defects.is_empty()),
            }
        }
    }
}

#[test]
fn a_cascade_of_a_million_turns_is_cut_and_each_turn_listed_is_legal() {
    let gulbar = Ruleset::by_id("gulbar").unwrap();
    let points = [
        0, 0, 0, 0, 0, -1, 1, 1, 1, 1, 1, -8, 1, 0, 1, 1, 1, 2, -1, 1, -1, -3, -1, 3,
    ];
    let board = Board {
        points,
        bar: [0; 2],
        off: [0; 2],
    };
    let situation = Situation {
        position: Position::from_board(&board, Geometry::Long).unwrap(),
        stage: Stage::Later,
        to_play: ToPlay::Roll(Roll::new(1, 1).unwrap()),
    };
    let mut turns = TurnList::new();
    turns.generate(&gulbar, &situation);
    assert!(turns.is_cut());
    assert_eq!((turns.len(), turns.dice_used()), (TurnList::CUT, 12));
    turns.sort();
    let mut ends = BTreeSet::new();
    for i in 0..turns.len() {
        let end = turns
            .check(&gulbar, &situation, turns.turn(i).moves())
            .unwrap();
        assert_eq!(end, turns.end(i));
        ends.insert(numbers(&end));
    }
    assert_eq!(ends.len(), TurnList::CUT);
}

#[test]
fn a_list_without_room_knows_how_many_dice_can_be_played_and_whether_it_is_cut() {
    // With too little room for any level, every cascade of random games is searched depth first.
    let gulbar = Ruleset::by_id("gulbar").unwrap();
    let (mut whole, mut small) = (TurnList::with_room(1 << 22), TurnList::with_room(0));
    let (mut cuts, mut long) = (0, 0);
    for seed in 0..40 {
        play(&gulbar, seed, Play::Random, |situation, _| {
            whole.generate(&gulbar, situation);
            small.generate(&gulbar, situation);
            assert_eq!(small.dice_used(), whole.dice_used(), "{situation:?}");
            assert_eq!(small.len(), whole.len().min(TurnList::CUT));
            assert_eq!(small.is_cut(), whole.len() > TurnList::CUT);
            cuts += u32::from(small.is_cut());
            long += u32::from(whole.len() > 300 && !small.is_cut());
        });
    }
    assert!(cuts >= 5 && long >= 5, "{cuts} {long}");
}
