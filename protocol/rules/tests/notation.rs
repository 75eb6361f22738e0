//! Text to position and back: every situation there can be, every text there can be, and the
//! specification's own lines.
#![allow(clippy::unwrap_used, missing_docs)]

use nardy_rules::{
    CheckerMove, Die, Geometry, Leftover, Notation, Position, Roll, Situation, Stage, ToPlay, Turn,
    TurnList,
};
use proptest::prelude::*;

const PAGE: &str = include_str!("../../spec/notation.md");

/// The lines of the page's code blocks of this kind.
fn page_lines(kind: &str) -> Vec<&'static str> {
    let fence = format!("```{kind}\n");
    let blocks = PAGE.split(fence.as_str()).skip(1);
    let lines: Vec<_> = blocks
        .flat_map(|block| block.split("```").next().unwrap().lines())
        .collect();
    assert!(!lines.is_empty(), "the page has no block of {kind}");
    lines
}

/// A position from its counts of each side's places, 1 to 24, the bar as 25, off as 0.
fn position(geometry: Geometry, own: &[(u8, u8)], opposing: &[(u8, u8)]) -> Position {
    let mut board = nardy_rules::Board {
        points: [0; 24],
        bar: [0; 2],
        off: [0; 2],
    };
    for (side, places) in [own, opposing].into_iter().enumerate() {
        for &(place, n) in places {
            let mine = match (side, geometry, place) {
                (_, _, 0) => {
                    board.off[side] += n;
                    continue;
                }
                (_, _, 25) => {
                    board.bar[side] += n;
                    continue;
                }
                (0, _, p) => p,
                (_, Geometry::Long, p) => (p + 11) % 24 + 1,
                (_, Geometry::Short, p) => 25 - p,
            };
            let sign = if side == 0 { 1 } else { -1 };
            board.points[usize::from(mine) - 1] += sign * n as i8;
        }
    }
    Position::from_board(&board, geometry).unwrap()
}

#[test]
fn each_side_is_written_in_its_own_numbering() {
    let read: Position = "long 24x10,20,13x4 / 24x14,4".parse().unwrap();
    let own = [(24, 10), (20, 1), (13, 4)];
    assert_eq!(read, position(Geometry::Long, &own, &[(24, 14), (4, 1)]));
    let read: Position = "short bar,24,13x5 / 24x2,13x5,8x3,6x5".parse().unwrap();
    let own = [(25, 1), (24, 1), (13, 5), (0, 8)];
    let opposing = [(24, 2), (13, 5), (8, 3), (6, 5)];
    assert_eq!(read, position(Geometry::Short, &own, &opposing));
}

#[test]
fn blanks_order_and_capitals_do_not_matter() {
    let canonical: Situation = "short bar,6x2,offx12 / 24x2,13x13 : 6-1 first after 2-1"
        .parse()
        .unwrap();
    for text in [
        "short bar,6x2/24x2,13x13:6-1first after2-1",
        "  SHORT 6 x 2 , Bar / 13X13 , 24x2\t: 6 - 1 First  After 2 - 1 \r\n",
        "short off x12, 6x2, bar / 24x2, 13x13 : 6-1 first after 2-1",
    ] {
        assert_eq!(text.parse(), Ok(canonical), "{text}");
    }
}

#[test]
fn dice_and_stage_are_read_as_written() {
    let read = |play: &str| -> Notation { format!("long 24x15 / 24x15{play}").parse().unwrap() };
    let roll = |a, b| Roll::new(a, b).unwrap();
    let dice = [5, 6, 6].map(|face| Die::new(face).unwrap());
    let first = |opponent_first_roll| Stage::FirstTurn {
        opponent_first_roll,
    };
    for (play, to_play, stage) in [
        ("", None, Stage::Later),
        (" : first", None, first(None)),
        (" : first after 5-5", None, first(Some(roll(5, 5)))),
        (" : 3-6", Some(ToPlay::Roll(roll(3, 6))), Stage::Later),
        (" : 6-3 first", Some(ToPlay::Roll(roll(6, 3))), first(None)),
        (
            " : leftover 5-6-6",
            Leftover::new(&dice).map(ToPlay::Leftover),
            Stage::Later,
        ),
    ] {
        let notation = read(play);
        assert_eq!(
            (notation.to_play, notation.stage),
            (to_play, stage),
            "{play}"
        );
        assert_eq!(notation.to_string(), format!("long 24x15 / 24x15{play}"));
    }
}

#[test]
fn the_canonical_lines_of_the_specification_are_read_and_printed_alike() {
    for line in page_lines("notation") {
        let notation: Notation = line.parse().unwrap_or_else(|why| panic!("{line}: {why}"));
        let printed = notation.to_string();
        assert_eq!(printed.parse(), Ok(notation), "{line}");
        assert_eq!(printed, line);
    }
}

#[test]
fn the_mistakes_of_the_specification_give_its_messages() {
    for line in page_lines("errors") {
        let (text, message) = line.split_once("->").unwrap();
        let error = text.trim_end().parse::<Situation>().unwrap_err();
        assert_eq!(error.to_string(), message.trim(), "{text}");
    }
}

#[test]
fn mistakes_are_found_in_their_column() {
    for (text, column, message) in [
        ("", 1, "expected `long` or `short`, found the end"),
        (
            "gulbar 24x15",
            1,
            "expected `long` or `short`, found `gulbar`",
        ),
        (
            "long / 24x15",
            6,
            "expected a point from 1 to 24, `bar` or `off`, found `/`",
        ),
        (
            "long 24x15 24x15",
            12,
            "expected `,` and another point, or `/` and the other side's checkers, found `24`",
        ),
        (
            "long 25x15 / 24x15",
            6,
            "expected a point from 1 to 24, `bar` or `off`, found `25`",
        ),
        (
            "long 24х15 / 24x15", // a Cyrillic х
            8,
            "expected `,` and another point, or `/` and the other side's checkers, found `х`",
        ),
        (
            "long 24x13,off / 24x15",
            6,
            "this side has 14 checkers; there must be 15; leave `off` out to have the missing \
             ones borne off",
        ),
        (
            "short offx15 / offx15",
            16,
            "both sides have borne off all their checkers",
        ),
        (
            "short 24x15 / 24x14,1",
            21,
            "the other side's 1 is the mover's 24, where own checkers stand",
        ),
        ("long 24x15 / 24x15 6-3", 20, "expected the end, found `6`"),
        (
            "long 24x15 / 24x15 \u{1b}[2J",
            20,
            "expected the end, found `\\u{1b}`",
        ),
    ] {
        let error = text.parse::<Position>().unwrap_err();
        assert_eq!(
            (error.column(), error.message()),
            (column, message),
            "{text}"
        );
    }
    for (text, column, message) in [
        ("3", 2, "expected `-` and the second die, found the end"),
        ("3-7", 3, "expected a die from 1 to 6, found `7`"),
        ("3-3 3", 5, "expected the end, found `3`"),
    ] {
        let error = text.parse::<Roll>().unwrap_err();
        assert_eq!(
            (error.column(), error.message()),
            (column, message),
            "{text}"
        );
    }
    let leftover = "long 24x15 / 24x15 : leftover 1-1-2-2-3-3-4-4-5-5-6-6-6";
    let error = leftover.parse::<Situation>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "column 54: a leftover has at most 12 dice"
    );
}

#[test]
fn turns_are_read_as_they_are_printed() {
    for (text, moves) in [
        ("pass", vec![]),
        ("24-18 18-15", vec![[24, 18], [18, 15]]),
        ("bar-20", vec![[25, 20]]),
        ("6-off 5-off 5-off", vec![[6, 0], [5, 0], [5, 0]]),
    ] {
        let turn: Turn = text.parse().unwrap();
        let numbers: Vec<_> = turn.moves().iter().map(|m| m.numbers()).collect();
        assert_eq!(numbers, moves);
        assert_eq!(turn.to_string(), text);
    }
    assert_eq!("25-20 6-0".parse(), "bar-20 6-off".parse::<Turn>());
    for (text, column, message) in [
        (
            "",
            1,
            "expected a point from 1 to 24, `bar` or `off`, found the end",
        ),
        (
            "24-18 18",
            9,
            "expected `-` and the point the checker moves to, found the end",
        ),
        (
            "24-18, 18-15",
            6,
            "expected a point from 1 to 24, `bar` or `off`, found `,`",
        ),
        ("pass 6-3", 6, "expected the end, found `6`"),
    ] {
        let error = text.parse::<Turn>().unwrap_err();
        assert_eq!(
            (error.column(), error.message()),
            (column, message),
            "{text}"
        );
    }
    let error = "2-1 ".repeat(13).parse::<Turn>().unwrap_err();
    assert_eq!(error.to_string(), "column 49: a turn has at most 12 moves");
}

#[test]
fn every_listed_turn_is_read_back_to_itself() {
    let text = "short bar,24,13x5,8x3,6x5 / 24x2,13x5,8x3,5x5 : 3-3";
    let situation: Situation = text.parse().unwrap();
    let ruleset = nardy_rules::Ruleset::by_id("short").unwrap();
    let mut turns = TurnList::new();
    turns.generate(&ruleset, &situation);
    assert!(turns.len() > 10);
    for i in 0..turns.len() {
        let turn = turns.turn(i);
        assert_eq!(turn.to_string().parse(), Ok(turn));
        assert_eq!(
            turn.moves()[0].to_string().parse::<CheckerMove>(),
            Ok(turn.moves()[0])
        );
    }
}

fn geometries() -> impl Strategy<Value = Geometry> {
    prop_oneof![Just(Geometry::Long), Just(Geometry::Short)]
}

/// A position: for each of both sides' 15 checkers a place, points the other side holds being
/// skipped downwards until a free one or off is met.
fn positions() -> impl Strategy<Value = Position> {
    let places = prop::collection::vec(0..=25u8, 15);
    (geometries(), places.clone(), places).prop_map(|(geometry, own, opposing)| {
        let bar = if geometry == Geometry::Short { 25 } else { 0 };
        let places = |side: Vec<u8>| -> Vec<u8> {
            side.into_iter()
                .map(|place| if place == 25 { bar } else { place })
                .collect()
        };
        let own = places(own);
        let seen = |p: u8| match geometry {
            Geometry::Long => (p + 11) % 24 + 1,
            Geometry::Short => 25 - p,
        };
        let free = |place: u8| match place {
            0 | 25 => place,
            place => (1..=place)
                .rev()
                .find(|&p| !own.contains(&seen(p)))
                .unwrap_or(0),
        };
        let opposing = places(opposing).into_iter().map(free);
        let one_each = |side: Vec<u8>| side.into_iter().map(|p| (p, 1)).collect::<Vec<_>>();
        let mut opposing = one_each(opposing.collect());
        if own == [0; 15] && opposing.iter().all(|&(place, _)| place == 0) {
            opposing[0].0 = 24;
        }
        position(geometry, &one_each(own), &opposing)
    })
}

fn rolls() -> impl Strategy<Value = Roll> {
    (1..=6u8, 1..=6u8).prop_map(|(a, b)| Roll::new(a, b).unwrap())
}

fn to_play() -> impl Strategy<Value = ToPlay> {
    let leftovers = prop::collection::vec(1..=6u8, 1..=12).prop_map(|faces| {
        let dice: Vec<_> = faces
            .into_iter()
            .map(|face| Die::new(face).unwrap())
            .collect();
        ToPlay::Leftover(Leftover::new(&dice).unwrap())
    });
    prop_oneof![rolls().prop_map(ToPlay::Roll), leftovers]
}

fn notations() -> impl Strategy<Value = Notation> {
    let first = prop::option::of(rolls()).prop_map(|opponent_first_roll| Stage::FirstTurn {
        opponent_first_roll,
    });
    let stages = prop_oneof![Just(Stage::Later), first];
    (positions(), stages, prop::option::of(to_play())).prop_map(|(position, stage, to_play)| {
        Notation {
            position,
            stage,
            to_play,
        }
    })
}

/// Text that comes close: pieces of the grammar in any order.
fn nearly() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "long",
        "short",
        "24",
        "x",
        "15",
        "bar",
        "off",
        ",",
        "/",
        ":",
        "-",
        "6",
        "999",
        "first",
        "after",
        "leftover",
        "pass",
        " ",
        "0",
        "é",
        "24x15 / 24x15 :",
    ];
    prop::collection::vec(prop::sample::select(PIECES), 0..40).prop_map(|text| text.concat())
}

/// Reads a text as everything there is; a column must lie within the text or just behind it.
fn read_as_everything(text: &str) {
    let beyond = text.chars().count() + 1;
    let columns = [
        text.parse::<Notation>().err(),
        text.parse::<Situation>().err(),
        text.parse::<Position>().err(),
        text.parse::<Roll>().err(),
        text.parse::<Turn>().err(),
        text.parse::<CheckerMove>().err(),
    ];
    for error in columns.into_iter().flatten() {
        assert!((1..=beyond).contains(&error.column()), "{text:?}: {error}");
        assert!(error.message().len() < 300, "{text:?}: {error}");
    }
}

proptest! {
    #[test]
    fn whatever_is_printed_is_read_back_to_the_same(notation in notations()) {
        let text = notation.to_string();
        prop_assert_eq!(text.parse::<Notation>(), Ok(notation), "{}", text);
        prop_assert_eq!(notation.position.to_string().parse(), Ok(notation.position));
        if let Some(to_play) = notation.to_play {
            let situation = Situation {
                position: notation.position,
                stage: notation.stage,
                to_play,
            };
            prop_assert_eq!(situation.to_string(), &text[..]);
            prop_assert_eq!(text.parse(), Ok(situation));
        } else {
            prop_assert!(text.parse::<Situation>().is_err());
        }
    }

    #[test]
    fn any_sequence_of_moves_is_read_back_to_the_same(
        moves in prop::collection::vec((0..=25u8, 0..=25u8), 0..=12)
    ) {
        let moves: Vec<_> =
            moves.into_iter().map(|(from, to)| CheckerMove::new(from, to).unwrap()).collect();
        let texts: Vec<_> = moves.iter().map(ToString::to_string).collect();
        let text = if texts.is_empty() { "pass".to_owned() } else { texts.join(" ") };
        let turn: Turn = text.parse().unwrap();
        prop_assert_eq!(turn.moves(), &moves[..]);
        prop_assert_eq!(turn.to_string(), text);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in any::<String>(), nearly in nearly()) {
        read_as_everything(&text);
        read_as_everything(&nearly);
    }

    #[test]
    fn a_broken_or_cut_line_makes_nothing_panic(
        notation in notations(),
        at in any::<prop::sample::Index>(),
        with in any::<char>(),
    ) {
        let mut characters: Vec<char> = notation.to_string().chars().collect();
        let at = at.index(characters.len());
        characters[at] = with;
        read_as_everything(&characters.iter().collect::<String>());
        characters.truncate(at);
        read_as_everything(&characters.iter().collect::<String>());
    }
}

#[test]
fn the_start_of_a_ruleset_is_printed_as_its_rule_says() {
    let start = |id| Position::start(&nardy_rules::Ruleset::by_id(id).unwrap()).to_string();
    assert_eq!(start("long"), "long 24x15 / 24x15");
    assert_eq!(
        start("short-east"),
        "short 24x2,13x5,8x3,6x5 / 24x2,13x5,8x3,6x5"
    );
}
