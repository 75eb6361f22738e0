//! `--export mat`: match text, read here by hand and by gnubg.

use std::path::Path;
use std::process::Command;

use nardy_protocol::message::Dice;
use nardy_protocol::record::{GameRecord, Seat};
use serde_json::Value;

use crate::board::Hands;
use crate::support::{Ground, is_here};
use crate::{RULESETS, play, replay};

/// A turn as the text has it: who, the dice, the moves.
type Played = (Seat, Vec<u8>, Vec<[u8; 2]>);

/// The turns of a match text in order.
fn turns(text: &str, starter: Seat) -> Vec<Played> {
    let rows = text.lines().filter(|line| line.get(3..4) == Some(")"));
    let mut turns = Vec::new();
    for row in rows {
        // A cell begins with dice and a colon, and a blank before them; the left one at once.
        let colons = row.match_indices(':').map(|(colon, _)| colon);
        let starts = colons.map(|colon| row[..colon].rfind(' ').unwrap() + 1);
        let starts: Vec<usize> = starts.collect();
        let ends = starts[1..].iter().copied().chain([row.len()]);
        for (start, end) in starts.iter().copied().zip(ends) {
            let seat = if start == 5 { Seat::Zero } else { Seat::One };
            assert!(seat == Seat::Zero || start >= 34, "{row}");
            turns.push(turn(seat, &row[start..end]).unwrap());
        }
    }
    assert_eq!(turns[0].0, starter);
    turns
}

fn turn(seat: Seat, cell: &str) -> Option<Played> {
    let (dice, moves) = cell.trim().split_once(':')?;
    let dice = dice.chars().map(|face| face.to_digit(10).unwrap() as u8);
    let moves = moves.split_whitespace().map(|one| {
        let (from, to) = one.split_once('/').unwrap();
        [from.parse().unwrap(), to.parse().unwrap()]
    });
    Some((seat, dice.collect(), moves.collect()))
}

fn recorded(record: &GameRecord) -> Vec<Played> {
    let turns = record.turns.iter();
    let dice = |dice: &Dice| match dice {
        Dice::Roll(roll) => roll.to_vec(),
        Dice::Leftover(leftover) => leftover.clone(),
    };
    turns
        .map(|turn| (turn.seat, dice(&turn.dice), turn.moves.clone()))
        .collect()
}

#[test]
fn the_text_has_every_turn_of_every_ruleset() {
    for rules in RULESETS {
        let ground = Ground::new();
        play(&ground, rules);
        for record in ground.results("out").records() {
            let text = replay(&ground, &[&record.game, "--export", "mat"]);
            assert_eq!(turns(&text, record.starter), recorded(&record), "{text}");
            assert!(
                text.contains(&format!("; [Ruleset \"{rules}\"]\n")),
                "{text}"
            );
            assert!(
                text.contains("\n 0 point match\n\n Game 1\n blocks : 0 ")
                    || text.contains("\n 0 point match\n\n Game 1\n pips : 0 "),
                "{text}"
            );
            let points = record.result.points;
            let plural = if points == 1 { "" } else { "s" };
            let wins = format!("Wins {points} point{plural}\n");
            let line = text.lines().last().unwrap();
            assert_eq!(format!("{}\n", line.trim_start()), wins);
            let is_left = line.find('W').unwrap() < 30;
            assert_eq!(is_left, record.result.winner == Seat::Zero);
        }
    }
}

/// Lets gnubg read a match text; answers the game as its Python sees it.
fn imported(ground: &Ground, gnubg: &str, text: &str) -> Value {
    let [mat, script, said] = ["game.mat", "read.py", "said.json"].map(|name| ground.path(name));
    std::fs::write(&mat, text).unwrap();
    let home = ground.path("home");
    std::fs::create_dir_all(&home).unwrap();
    let commands = format!(
        "import gnubg, json\n\
         gnubg.command('set jacoby off')\n\
         gnubg.command('import mat {mat:?}')\n\
         json.dump(gnubg.match(0, 1, 0, 0), open({said:?}, 'w'), default=str)\n"
    );
    std::fs::write(&script, commands).unwrap();
    let ran = Command::new(gnubg)
        .args(["-t", "-q", "-p", script.to_str().unwrap()])
        .env("HOME", home)
        .env("LANG", "C")
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let answer = std::fs::read_to_string(&said).unwrap_or_else(|error| panic!("{error}: {ran:?}"));
    serde_json::from_str(&answer).unwrap()
}

/// gnubg's position id: for the side that is not on roll, then for the one that is, for each point
/// from the ace point to the bar as many ones as checkers, and a zero; 80 bits, the lowest first,
/// in base64 without padding.
fn position_id(hands: &Hands, mover: Seat) -> String {
    let mut bits = Vec::new();
    for seat in [mover.other(), mover] {
        for place in 1..=25 {
            let checkers = hands.places[seat.index()][place];
            bits.extend((0..checkers).map(|_| true));
            bits.push(false);
        }
    }
    bits.resize(80, false);
    let byte = |bits: &[bool]| (0..8).map(|bit| u32::from(bits[bit]) << bit).sum::<u32>();
    let bytes: Vec<u32> = bits.chunks(8).map(byte).collect();
    let signs = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut id = String::new();
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0, |word, byte| word << 8 | byte) << (8 * (3 - three.len()));
        let count = three.len() + 1;
        let places = (0..count).map(|place| word >> (18 - 6 * place) & 63);
        id.extend(places.map(|place| char::from(signs[place as usize])));
    }
    id
}

#[test]
fn gnubg_agrees_on_every_position_and_result_of_the_short_game() {
    let debian = "/usr/games/gnubg";
    let gnubg = if Path::new(debian).exists() {
        debian
    } else {
        "gnubg"
    };
    if !is_here(gnubg, "--version", "match text read by gnubg") {
        return;
    }
    let ground = Ground::new();
    play(&ground, "short");
    for record in ground.results("out").records() {
        let text = replay(&ground, &[&record.game, "--export", "mat"]);
        let read = imported(&ground, gnubg, &text);
        let game = &read["games"][0];
        let moves = game["game"].as_array().unwrap();
        let mut moves = moves.iter().filter(|action| action["action"] == "move");
        let mut hands = Hands::at_the_start(true);
        for turn in &record.turns {
            let read = moves.next().unwrap_or_else(|| panic!("{text}\n{read}"));
            assert_eq!(read["player"], ["X", "O"][turn.seat.index()]);
            assert_eq!(
                read["board"],
                position_id(&hands, turn.seat),
                "{text}\n{read}"
            );
            turn.moves
                .iter()
                .for_each(|pair| hands.make(turn.seat, *pair));
        }
        assert_eq!(moves.next(), None);
        let winner = ["X", "O"][record.result.winner.index()];
        assert_eq!(game["info"]["winner"], winner, "{game}");
        assert_eq!(
            game["info"]["points-won"], record.result.points,
            "{text}\n{}",
            game["info"]
        );
        assert_eq!(game["info"]["resigned"], false);
    }
}
