//! Whatever parameters somebody makes a ruleset of, they are refused or can be played.
#![allow(clippy::unwrap_used)]

use nardy_protocol::rules::{
    Leftover, Position, Roll, Ruleset, Situation, Stage, ToPlay, TurnList, Win,
};
use nardy_protocol::ruleset::*;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// More turns than any game has that makes progress.
const ENDLESS: usize = 20_000;

fn roll() -> impl Strategy<Value = [u8; 2]> {
    prop::array::uniform2(1_u8..=6)
}

fn head() -> impl Strategy<Value = Option<HeadRule>> {
    let named = [
        HeadName::Fsnr,
        HeadName::Three,
        HeadName::Double,
        HeadName::Blocked,
    ];
    let rolls = (
        prop::collection::vec(roll(), 0..8),
        prop::option::of(roll()),
    );
    prop_oneof![
        Just(None),
        prop::sample::select(named.to_vec()).prop_map(|name| Some(HeadRule::Named(name))),
        rolls.prop_map(|(two_on, his)| {
            let own = two_on.first().copied();
            Some(HeadRule::Rolls(HeadRolls {
                but_one_after: his.zip(own).map(|(his, own)| [his, own]),
                two_on,
            }))
        }),
    ]
}

/// 15 checkers on some points; how many are on each follows from the order of cuts.
fn start() -> impl Strategy<Value = Vec<[u8; 2]>> {
    let points = prop::collection::btree_set(1_u8..=24, 1..8);
    points.prop_map(|points| {
        let share = 15 / points.len() as u8;
        let rest = 15 - share * points.len() as u8;
        let first = |index| if index == 0 { rest } else { 0 };
        let stacks = points.iter().rev().enumerate();
        { stacks }
            .map(|(index, &point)| [point, share + first(index)])
            .collect()
    })
}

prop_compose! {
    fn parameters()(
        id in prop::sample::select(Ruleset::all()),
        head in prop::option::of(head()),
        block in prop::option::of(prop::option::of(prop::sample::select(&[BlockName::Passed, BlockName::Home][..]))),
        block_checked in prop::sample::select(&[CheckedName::EveryMove, CheckedName::TurnEnd][..]),
        doubles in prop::sample::select(&[DoublesName::Four, DoublesName::Cascade][..]),
        eastern in any::<bool>(),
        koks in prop::option::of(1_u32..5),
        pips in any::<bool>(),
        start in prop::option::of(start()),
    ) -> RulesetParameters {
        let base = RulesetParameters::from(&id);
        RulesetParameters {
            head: head.unwrap_or(base.head),
            block: block.unwrap_or(base.block),
            block_checked,
            doubles,
            eastern,
            points: PointsByKind { koks, ..base.points },
            pips,
            start: start.unwrap_or(base.start),
            ..base
        }
    }
}

/// Dice and choices: splitmix64.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed >> 33) as usize % bound
    }

    fn roll(&mut self) -> Roll {
        let mut die = || self.below(6) as u8 + 1;
        Roll::new(die(), die()).unwrap()
    }
}

/// Plays a game of random turns; nothing if it does not end.
fn play(ruleset: &Ruleset, chance: &mut Chance) -> Option<Win> {
    let mut turns = TurnList::new();
    let mut position = Position::start(ruleset);
    let mut first_rolls = [None, None];
    let mut leftover = None;
    let mut mover = 0;
    for _ in 0..ENDLESS {
        let (to_play, stage) = match leftover.take() {
            Some(rest) => (ToPlay::Leftover(rest), Stage::Later),
            None => {
                let roll = chance.roll();
                let stage = match first_rolls[mover].replace(roll) {
                    Some(_) => Stage::Later,
                    None => Stage::FirstTurn {
                        opponent_first_roll: first_rolls[1 - mover],
                    },
                };
                (ToPlay::Roll(roll), stage)
            }
        };
        let situation = Situation {
            position,
            stage,
            to_play,
        };
        turns.generate(ruleset, &situation);
        let end = turns.end(chance.below(turns.len()));
        if let Some(win) = Win::of(ruleset, &end) {
            return Some(win);
        }
        // A leftover comes before its player's own roll (R12).
        if let ToPlay::Leftover(_) = to_play {
            position = end;
            continue;
        }
        leftover = Leftover::of_cascade(ruleset, &to_play, turns.dice_used().into());
        position = end.flipped();
        mover = 1 - mover;
    }
    None
}

#[test]
fn random_parameters_are_refused_or_play_random_games_to_their_end() {
    let mut runner = TestRunner::deterministic();
    let mut chance = Chance(1);
    let (mut played, mut refused) = (0, 0);
    for _ in 0..600 {
        let parameters = parameters().new_tree(&mut runner).unwrap().current();
        let Ok(ruleset) = parameters.ruleset("mine") else {
            refused += 1;
            continue;
        };
        played += 1;
        let win = play(&ruleset, &mut chance).unwrap_or_else(|| panic!("{parameters:?}"));
        let points = [Some(parameters.points.oin), Some(parameters.points.mars)];
        let special = [parameters.points.home_mars, parameters.points.koks];
        assert!(
            points
                .iter()
                .chain(&special)
                .any(|one| *one == Some(win.points))
        );
    }
    // Neither side of the test is idle.
    assert!(
        played > 100 && refused > 100,
        "{played} played, {refused} refused"
    );
}

proptest! {
    #[test]
    fn a_ruleset_made_of_parameters_is_written_with_the_same(parameters in parameters()) {
        if let Ok(ruleset) = parameters.ruleset("mine") {
            let again = RulesetParameters::from(&ruleset);
            prop_assert_eq!(again.ruleset("mine").unwrap(), ruleset);
            let text = serde_json::to_string(&again).unwrap();
            prop_assert_eq!(serde_json::from_str::<RulesetParameters>(&text).unwrap(), again);
        }
    }
}

/// The most checkers that a first turn takes from the head.
fn most_from_head(ruleset: &Ruleset, dice: [u8; 2], opponent: Option<[u8; 2]>) -> i8 {
    let roll = |[a, b]: [u8; 2]| Roll::new(a, b).unwrap();
    let situation = Situation {
        position: Position::start(ruleset),
        stage: Stage::FirstTurn {
            opponent_first_roll: opponent.map(roll),
        },
        to_play: ToPlay::Roll(roll(dice)),
    };
    let mut turns = TurnList::new();
    turns.generate(ruleset, &situation);
    let on_head = (0..turns.len()).map(|index| turns.end(index).board().points[23]);
    15 - on_head.min().unwrap()
}

#[test]
fn listed_rolls_count_in_either_order_of_the_dice() {
    let long = Ruleset::by_id("long").unwrap();
    let parameters = RulesetParameters {
        head: Some(HeadRule::Rolls(HeadRolls {
            two_on: vec![[2, 1]],
            but_one_after: Some([[6, 5], [1, 2]]),
        })),
        ..RulesetParameters::from(&long)
    };
    let ruleset = parameters.ruleset("mine").unwrap();
    for dice in [[1, 2], [2, 1]] {
        assert_eq!(most_from_head(&long, dice, None), 1);
        assert_eq!(most_from_head(&ruleset, dice, None), 2);
        assert_eq!(most_from_head(&ruleset, dice, Some([6, 6])), 2);
        assert_eq!(most_from_head(&ruleset, dice, Some([5, 6])), 1);
        assert_eq!(most_from_head(&ruleset, dice, Some([6, 5])), 1);
    }
    assert_eq!(most_from_head(&ruleset, [3, 3], None), 1);
}

#[test]
fn a_whole_cascade_is_what_a_blocked_head_checker_would_have_to_walk() {
    // R10 and R12: 5-5-6-6 leads from 24 over 19, 14 and 8 to 2, all open at the start; four
    // fives lead to 4. The cascade of 2-2 is longer than the board, so that two may leave.
    let gulbar = RulesetParameters::from(&Ruleset::by_id("gulbar").unwrap());
    let blocked = RulesetParameters {
        head: Some(HeadRule::Named(HeadName::Blocked)),
        ..gulbar
    };
    let ruleset = blocked.ruleset("mine").unwrap();
    assert_eq!(most_from_head(&ruleset, [5, 5], None), 1);
    assert_eq!(most_from_head(&ruleset, [2, 2], None), 2);
    assert_eq!(most_from_head(&ruleset, [6, 6], None), 2);
    let four = Ruleset::by_id("long-classic").unwrap();
    assert_eq!(most_from_head(&four, [2, 2], None), 1);
}
