//! The rules page once more, by hand on plain numbers: what the referee is held against.

use nardy_protocol::message::{By, Dice, MovePair, PlayedTurn, WinKind};
use nardy_rules::Geometry;

use super::geometry;

/// The other side's number for a point; bar and off keep theirs (R2).
pub fn seen_by_the_other(geometry: Geometry, point: u8) -> u8 {
    match (geometry, point) {
        (_, 0 | 25) => point,
        (Geometry::Long, 1..=12) => point + 12,
        (Geometry::Long, _) => point - 12,
        (Geometry::Short, _) => 25 - point,
    }
}

/// A turn's moves in the other side's numbering.
pub fn turned(geometry: Geometry, moves: &[MovePair]) -> Vec<MovePair> {
    moves
        .iter()
        .map(|pair| pair.map(|point| seen_by_the_other(geometry, point)))
        .collect()
}

/// The cascade of a double (R12).
pub fn cascade(face: u8) -> Vec<u8> {
    (face..=6).flat_map(|n| [n, n]).collect()
}

/// The orders in which dice may be played (R4, R12).
pub fn orders(rules: &str, dice: &Dice) -> Vec<Vec<u8>> {
    match dice {
        Dice::Leftover(faces) => vec![faces.clone()],
        Dice::Roll([a, b]) if a == b && rules == "gulbar" => vec![cascade(*a)],
        Dice::Roll([a, b]) if a == b => vec![vec![*a; 4]],
        Dice::Roll([a, b]) => vec![vec![*a, *b], vec![*b, *a]],
    }
}

/// Whether a player's moves, in his own numbering, take one die each in one of the orders.
pub fn fit_the_dice(rules: &str, dice: &Dice, moves: &[MovePair]) -> bool {
    orders(rules, dice).iter().any(|order| {
        moves.len() <= order.len()
            && moves
                .iter()
                .zip(order)
                .all(|([from, to], die)| *to == from.saturating_sub(*die))
    })
}

/// How many checkers may leave the head (R10); `None` where there is no head.
///
/// `log` is the game so far and `board` the position, both as the mover sees them.
pub fn head(rules: &str, log: &[PlayedTurn], board: &[i8; 24], dice: &Dice) -> Option<u8> {
    if geometry(rules) == Geometry::Short {
        return None;
    }
    let Dice::Roll(roll) = dice else {
        return Some(1);
    };
    if first_roll(log, By::Own).is_some() {
        return Some(1);
    }
    let is_double = roll[0] == roll[1];
    let of_the_three = is_double && [3, 4, 6].contains(&roll[0]);
    let two = match rules {
        "long" | "gulbar" => {
            of_the_three && !(*roll == [4, 4] && first_roll(log, By::Opponent) == Some([5, 5]))
        }
        "long-app" => of_the_three,
        "long-club" => is_double,
        "long-classic" => !orders(rules, dice)
            .iter()
            .any(|order| one_checker_plays(board, order)),
        other => panic!("no head rule for {other}"),
    };
    Some(if two { 2 } else { 1 })
}

/// Whether one checker walks from the head with these dice in this order (R9).
fn one_checker_plays(board: &[i8; 24], order: &[u8]) -> bool {
    let stops = order.iter().scan(24_usize, |point, &die| {
        *point -= usize::from(die);
        Some(*point)
    });
    let mut stops = stops;
    stops.all(|point| point > 0 && board[point - 1] >= 0)
}

/// The first roll a side had in the game so far.
pub fn first_roll(log: &[PlayedTurn], side: By) -> Option<[u8; 2]> {
    log.iter().find_map(|turn| match turn.dice {
        Dice::Roll(roll) if turn.by == side => Some(roll),
        _ => None,
    })
}

/// What a winner gets (R8): kind, points, and pips where they are counted.
///
/// `left` are the loser's checkers on his points 1 to 24, in his own numbering.
pub fn win(rules: &str, left: &[u8; 24], bar: u8, off: u8) -> (WinKind, u32, Option<u32>) {
    let pips = (rules == "long-club").then(|| pips(left));
    let all_home = left[..6].iter().sum::<u8>() == 15;
    let stuck = match geometry(rules) {
        Geometry::Long => left[23] > 0,
        Geometry::Short => bar > 0 || left[18..].iter().any(|&n| n > 0),
    };
    let has_koks = ["long-app", "short", "short-east"].contains(&rules);
    let has_home_mars = ["long-app", "long-club"].contains(&rules);
    let (kind, points) = if off > 0 {
        (WinKind::Oin, 1)
    } else if has_koks && stuck {
        (WinKind::Koks, 3)
    } else if has_home_mars && all_home {
        (WinKind::HomeMars, 3)
    } else {
        (WinKind::Mars, 2)
    };
    (kind, points, pips)
}

/// Ten for a checker on points 7 to 12, twenty farther back, its point's number at home.
fn pips(left: &[u8; 24]) -> u32 {
    let worth = |index: usize| match index {
        0..6 => index as u32 + 1,
        6..12 => 10,
        _ => 20,
    };
    (0..24)
        .map(|index| worth(index) * u32::from(left[index]))
        .sum()
}
