//! Counts of distinct end positions from the start, agreed by independent engines: summed over the
//! 21 rolls at every ply, a pass counting one, each side's first turn being special.
#![allow(clippy::unwrap_used, missing_docs)]

use nardy_rules::{Position, Roll, Ruleset, Situation, Stage, ToPlay, TurnList};

/// Counts the end positions after `depth` plies, by the first ply's list on top of `lists`.
fn perft(
    ruleset: &Ruleset,
    position: Position,
    first_rolls: [Option<Roll>; 2],
    lists: &mut [TurnList],
) -> u64 {
    let (list, deeper) = lists.split_first_mut().unwrap();
    let mut total = 0;
    for roll in Roll::all() {
        let stage = match first_rolls {
            [None, opponent_first_roll] => Stage::FirstTurn {
                opponent_first_roll,
            },
            [Some(_), _] => Stage::Later,
        };
        list.generate(
            ruleset,
            &Situation {
                position,
                stage,
                to_play: ToPlay::Roll(roll),
            },
        );
        if deeper.is_empty() {
            total += list.len() as u64;
            continue;
        }
        let own_first = first_rolls[0].or(Some(roll));
        for i in 0..list.len() {
            let next = list.end(i).flipped();
            total += perft(ruleset, next, [first_rolls[1], own_first], deeper);
        }
    }
    total
}

fn totals(id: &str, plies: usize) -> Vec<u64> {
    let ruleset = Ruleset::by_id(id).unwrap();
    let count = |depth| {
        let mut lists: Vec<_> = (0..depth).map(|_| TurnList::new()).collect();
        perft(&ruleset, Position::start(&ruleset), [None; 2], &mut lists)
    };
    (1..=plies).map(count).collect()
}

#[test]
fn long_totals_from_the_start() {
    assert_eq!(totals("long", 4), [22, 484, 35_387, 2_410_395]);
}

#[test]
fn without_the_federations_exception_the_totals_first_differ_at_ply_four() {
    // long-app differs from long in that exception and in when blocks are looked at, which no
    // position within three plies notices.
    let without = totals("long-app", 4);
    assert_eq!(without[..3], [22, 484, 35_387]);
    assert_ne!(without[3], 2_410_395);
}

#[test]
fn short_totals_from_the_start() {
    assert_eq!(totals("short", 2), [447, 202_782]);
}

#[test]
#[ignore = "a minute of counting; run with --release -- --ignored"]
fn long_totals_to_ply_five() {
    assert_eq!(totals("long", 5)[4], 325_266_741);
}

#[test]
#[ignore = "long without --release"]
fn short_totals_to_ply_three() {
    assert_eq!(totals("short", 3)[2], 116_154_993);
}
