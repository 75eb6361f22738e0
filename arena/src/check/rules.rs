//! The rules: which check an illegal turn fails.

use nardy_protocol::message::By;
use nardy_rules::{
    Breach, CheckerMove, Doubles, Geometry, HeadPolicy, Point, RuleId, Ruleset, Situation, Stage,
    ToPlay, TurnList, Variant,
};

use super::ledger::{Check, Ledger};
use super::staged::Staged;

/// What must be legal, each where a bot can do it wrong.
pub(super) const CHECKS: &[Check] = &[
    Check {
        id: "rules.dice",
        asks: "moves own checkers, each by one whole die",
        section: "rules.md R4",
        mend: "each move is [from, to] of one own checker and one die; a checker that moves twice stands in the list twice",
    },
    Check {
        id: "rules.double",
        asks: "plays a double four times",
        section: "rules.md R4",
        mend: "play a double's number four times, if it can be",
    },
    Check {
        id: "rules.part_of_double",
        asks: "plays as much of a double as can be played",
        section: "rules.md R5",
        mend: "look for the longest sequence of moves, also in another order or with other checkers",
    },
    Check {
        id: "rules.no_pass",
        asks: "plays whenever it is asked to",
        section: "rules.md R5",
        mend: "a turn that has no legal move is never asked; answer with moves",
    },
    Check {
        id: "rules.both_dice",
        asks: "plays both dice where one of its moves would keep it from that",
        section: "rules.md R5",
        mend: "of all sequences of moves only the longest are legal",
    },
    Check {
        id: "rules.larger_die",
        asks: "plays the larger die where either can be played, but not both",
        section: "rules.md R5",
        mend: "if the longest turns have one move, those with the larger die are legal alone",
    },
    Check {
        id: "rules.one_die",
        asks: "plays the one die that can be played",
        section: "rules.md R5",
        mend: "a die that can be played must be, even if the other one cannot",
    },
    Check {
        id: "rules.pass",
        asks: "plays on after a turn of its own that was passed without being asked",
        section: "protocol.md#turn",
        mend: "read the position from every request; `since` tells the turns you were not asked for",
    },
    Check {
        id: "rules.opponents_pass",
        asks: "plays on after a turn that its opponent passed",
        section: "protocol.md#turn",
        mend: "a turn in `since` may have no moves",
    },
    Check {
        id: "rules.home_first",
        asks: "bears off nothing while a checker is outside its home",
        section: "rules.md R7",
        mend: "look before each move whether all own checkers are on 6 to 1",
    },
    Check {
        id: "rules.highest_first",
        asks: "bears off with a larger die from its highest point alone",
        section: "rules.md R7",
        mend: "a die larger than the point's number bears off only if no own checker stands higher",
    },
    Check {
        id: "rules.last_checker",
        asks: "stops when its last checker is borne off, though dice are left",
        section: "rules.md R6",
        mend: "end the turn with the move that bears off the 15th checker",
    },
    Check {
        id: "rules.landing",
        asks: "lands on no point that holds an opposing checker (long games)",
        section: "rules.md R9",
        mend: "in long games every negative number of `board` closes its point",
    },
    Check {
        id: "rules.head",
        asks: "takes no more than one checker a turn from its head (long games)",
        section: "rules.md R10",
        mend: "`head` tells how many checkers may leave 24 this turn",
    },
    Check {
        id: "rules.head_first_turn",
        asks: "takes two from the head on a first turn that allows and needs it",
        section: "rules.md R10",
        mend: "where `head` is 2, two may leave 24; R5 can make it a duty",
    },
    Check {
        id: "rules.head_after_five_five",
        asks: "takes one on 4-4 if the opponent opened with 5-5 (`fsnr`)",
        section: "rules.md R10",
        mend: "look at `head`, not at the dice alone",
    },
    Check {
        id: "rules.block",
        asks: "holds no six points in a row that it may not hold (long games)",
        section: "rules.md R11",
        mend: "look for six points in a row after every move, or after the turn, as `block_checked` says",
    },
    Check {
        id: "rules.cascade",
        asks: "plays a double as a cascade (`gulbar`)",
        section: "rules.md R12",
        mend: "two moves of n, two of n+1, up to two of 6, in this order and as many as possible",
    },
    Check {
        id: "rules.leftover",
        asks: "plays what its opponent's cascade left (`gulbar`)",
        section: "rules.md R12",
        mend: "a `turn` with `leftover` in place of `dice` is played in that order, as far as possible",
    },
    Check {
        id: "rules.closed",
        asks: "lands on no point that two opposing checkers hold (short games)",
        section: "rules.md R13",
        mend: "-2 and less in `board` close a point; -1 may be hit",
    },
    Check {
        id: "rules.bar",
        asks: "enters from the bar before anything else (short games)",
        section: "rules.md R14",
        mend: "while `bar[0]` is not 0, the moves are [25, 25 - die]",
    },
    Check {
        id: "rules.hit_and_stay",
        asks: "lets a checker stay that hit in its home (`short-east`)",
        section: "rules.md R15",
        mend: "a checker that hit in the home moves on only as R15 lets it",
    },
    Check {
        id: "rules.last_home",
        asks: "brings its last checker home with the larger die (`short-east`)",
        section: "rules.md R16",
        mend: "if one checker alone is outside and the larger die brings it home, use that die",
    },
];

/// Whether a ruleset has what a check speaks of.
pub(super) fn applies(check: &str, ruleset: &Ruleset) -> bool {
    let long = ruleset.geometry() == Geometry::Long;
    let cascade = ruleset.doubles() == Doubles::Cascade;
    match check {
        "rules.landing" | "rules.head" | "rules.head_first_turn" | "rules.block" => long,
        "rules.head_after_five_five" => {
            let policy = ruleset.head();
            let excepted = matches!(
                policy,
                HeadPolicy::Listed {
                    but_one_after: Some(_),
                    ..
                }
            );
            excepted && !cascade
        }
        "rules.cascade" | "rules.leftover" => cascade,
        "rules.double" | "rules.part_of_double" => !cascade,
        "rules.closed" | "rules.bar" => !long,
        "rules.hit_and_stay" | "rules.last_home" => ruleset.variant() == Variant::Eastern,
        _ => true,
    }
}

/// The check that an illegal turn of the bot's fails.
pub(super) fn failed_by(game: &Staged, moves: &[[u8; 2]], breach: &Breach) -> &'static str {
    let (ruleset, situation) = (&game.ruleset, &game.situation);
    let wanted = usize::from(game.legal.dice_used());
    if let ToPlay::Leftover(_) = situation.to_play {
        return "rules.leftover";
    }
    match breach.rule() {
        RuleId::R5 => all_dice(ruleset, situation, wanted, moves.len()),
        RuleId::R7 => bearing_off(game, moves),
        RuleId::R9 => "rules.landing",
        RuleId::R10 => head(ruleset, situation),
        RuleId::R11 => "rules.block",
        RuleId::R12 => "rules.cascade",
        RuleId::R13 => "rules.closed",
        RuleId::R14 if situation.position.own().count(Point::BAR) > 0 => "rules.bar",
        RuleId::R15 => "rules.hit_and_stay",
        RuleId::R16 => "rules.last_home",
        _ if goes_on_after_the_end(game, moves) => "rules.last_checker",
        // Whoever keeps his own count of the position loses it here.
        _ if game.passed_since(By::Own) => "rules.pass",
        _ if game.passed_since(By::Opponent) => "rules.opponents_pass",
        _ => "rules.dice",
    }
}

/// Which head rule is at stake in a situation.
fn head(ruleset: &Ruleset, situation: &Situation) -> &'static str {
    match situation.stage {
        Stage::FirstTurn {
            opponent_first_roll: Some(his),
        } if his.faces() == [5, 5]
            && is_roll(situation, [4, 4])
            && applies("rules.head_after_five_five", ruleset) =>
        {
            "rules.head_after_five_five"
        }
        _ if ruleset.head_limit(situation) > 1 => "rules.head_first_turn",
        _ => "rules.head",
    }
}

/// Which part of R5 is at stake, by how many dice can be played and how many were.
fn all_dice(
    ruleset: &Ruleset,
    situation: &Situation,
    wanted: usize,
    played: usize,
) -> &'static str {
    match situation.to_play {
        ToPlay::Roll(roll) if !roll.is_double() => match (wanted, played) {
            (1, 0) => "rules.one_die",
            (1, _) => "rules.larger_die",
            (_, 0) => "rules.no_pass",
            _ => "rules.both_dice",
        },
        _ if played == 0 => "rules.no_pass",
        _ if ruleset.doubles() == Doubles::Cascade => "rules.cascade",
        _ if ruleset.head_limit(situation) == 2 => "rules.head_first_turn",
        _ if wanted < 4 => "rules.part_of_double",
        _ => "rules.double",
    }
}

fn is_roll(situation: &Situation, faces: [u8; 2]) -> bool {
    matches!(situation.to_play, ToPlay::Roll(roll) if roll.faces() == faces)
}

/// Which part of R7 is at stake, by where the checkers stand before the move that breaks it: a turn
/// may bring the last checker home and then bear off.
fn bearing_off(game: &Staged, moves: &[[u8; 2]]) -> &'static str {
    let breaks = |played: &usize| {
        let checked = game.check(&moves[..*played]);
        checked.is_err_and(|breach| breach.rule() == RuleId::R7)
    };
    let wrong = (1..=moves.len()).find(breaks).unwrap_or(1);
    match is_outside(&game.situation, &moves[..wrong - 1]) {
        true => "rules.home_first",
        false => "rules.highest_first",
    }
}

/// Whether a checker stands outside the home after these moves.
fn is_outside(situation: &Situation, moves: &[[u8; 2]]) -> bool {
    let own = situation.position.own().iter();
    let outside = own.filter(|(point, _)| point.number() > 6);
    let outside: usize = outside.map(|(_, count)| usize::from(count)).sum();
    let came = moves.iter().filter(|[from, to]| *from > 6 && *to <= 6);
    outside > came.count()
}

/// Whether the last checker is borne off before the last of these moves (R6).
fn goes_on_after_the_end(game: &Staged, moves: &[[u8; 2]]) -> bool {
    let wins = |played: usize| game.check(&moves[..played]).is_ok_and(|end| end.is_won());
    (1..moves.len()).any(wins)
}

/// Whether a legal turn bears off the last checker with some of so many dice to spare.
fn ends_early(legal: &TurnList, dice: usize) -> bool {
    (0..legal.len())
        .any(|index| legal.end(index).is_won() && legal.turn(index).moves().len() < dice)
}

/// The open checks whose occasion a situation is: a move that looks possible and is not, or something
/// that must be played in one way alone.
pub(super) fn occasions(
    ruleset: &Ruleset,
    situation: &Situation,
    legal: &TurnList,
    ledger: &Ledger,
) -> Vec<&'static str> {
    let mut found = Vec::new();
    let faces = faces(ruleset, situation);
    let open = |check: &str| applies(check, ruleset) && !ledger.is_settled(check);
    let mut add = |check: &'static str| {
        if !found.contains(&check) && open(check) {
            found.push(check);
        }
    };
    if matches!(situation.to_play, ToPlay::Leftover(_)) {
        add("rules.leftover");
        return found;
    }
    let wanted = legal.dice_used();
    if wanted == 0 {
        return found;
    }
    add("rules.dice");
    add("rules.no_pass");
    if ends_early(legal, faces.len()) {
        add("rules.last_checker");
    }
    let first = &faces[..if is_double(situation) { 1 } else { 2 }];
    let mut alone = Vec::new();
    for (from, die) in starts(situation, first) {
        let one = step(from, die);
        match legal
            .check(ruleset, situation, &[one])
            .map_err(|breach| breach.rule())
        {
            Err(RuleId::R5) => alone.push((one, die)),
            Err(RuleId::R7) if is_outside(situation, &[]) => add("rules.home_first"),
            Err(RuleId::R7) => add("rules.highest_first"),
            Err(RuleId::R9) => add("rules.landing"),
            Err(RuleId::R11) => add("rules.block"),
            Err(RuleId::R13) => add("rules.closed"),
            Err(RuleId::R14) => add("rules.bar"),
            Err(RuleId::R16) => add("rules.last_home"),
            _ => {}
        }
    }
    if is_double(situation) {
        match (ruleset.doubles(), wanted) {
            (Doubles::Cascade, _) => add("rules.cascade"),
            (Doubles::Four, 4) => add("rules.double"),
            (Doubles::Four, _) => add("rules.part_of_double"),
        }
    } else if wanted == 1 {
        let smaller = faces[0].min(faces[1]);
        match alone.iter().any(|(_, die)| *die == smaller) {
            true => add("rules.larger_die"),
            false => add("rules.one_die"),
        }
    } else if open("rules.both_dice")
        && alone.iter().any(|(one, die)| {
            let other = faces[0] + faces[1] - die;
            let mut next = (1..=25).map(|from| [*one, step(from, other)]);
            !next.any(|two| legal.check(ruleset, situation, &two).is_ok())
        })
    {
        add("rules.both_dice");
    }
    if let [a, b] = faces[..2]
        && let Err(breach) = legal.check(ruleset, situation, &[step(24, a), step(24, b)])
        && breach.rule() == RuleId::R10
    {
        add(head(ruleset, situation));
    }
    if ruleset.head_limit(situation) == 2 && matches!(situation.stage, Stage::FirstTurn { .. }) {
        add("rules.head_first_turn");
    }
    if open("rules.hit_and_stay") && moves_on(ruleset, situation, legal, &faces) {
        add("rules.hit_and_stay");
    }
    found
}

/// Whether a checker could hit in its home and go on, were it not for R15.
fn moves_on(ruleset: &Ruleset, situation: &Situation, legal: &TurnList, faces: &[u8]) -> bool {
    let orders = [[faces[0], faces[1]], [faces[1], faces[0]]];
    orders.into_iter().any(|[one, other]| {
        starts(situation, &[one]).any(|(from, die)| {
            let first = step(from, die);
            let [_, at] = first.numbers();
            if !(1..=6).contains(&at) {
                return false;
            }
            let two = [first, step(at, other)];
            let checked = legal.check(ruleset, situation, &two);
            checked.is_err_and(|breach| breach.rule() == RuleId::R15)
        })
    })
}

/// The dice in the order of play.
fn faces(ruleset: &Ruleset, situation: &Situation) -> Vec<u8> {
    match situation.to_play {
        ToPlay::Leftover(leftover) => leftover.faces().to_vec(),
        ToPlay::Roll(roll) if !roll.is_double() => roll.faces().to_vec(),
        ToPlay::Roll(roll) => match ruleset.doubles() {
            Doubles::Four => vec![roll.larger(); 4],
            Doubles::Cascade => (roll.larger()..=6).flat_map(|die| [die; 2]).collect(),
        },
    }
}

fn is_double(situation: &Situation) -> bool {
    matches!(situation.to_play, ToPlay::Roll(roll) if roll.is_double())
}

/// Every point of the mover's with every one of these dice.
fn starts<'a>(situation: &'a Situation, dice: &'a [u8]) -> impl Iterator<Item = (u8, u8)> + 'a {
    let own = situation.position.own();
    let points: Vec<_> = own.iter().map(|(point, _)| point.number()).collect();
    points
        .into_iter()
        .flat_map(move |point| dice.iter().map(move |die| (point, *die)))
}

fn step(from: u8, die: u8) -> CheckerMove {
    CheckerMove::new(from, from.saturating_sub(die)).expect("a point and one below it")
}

#[cfg(test)]
mod tests;
