//! `arena legal`: the legal turns of positions, complete, in order, and reached by the turns it
//! shows.

use std::fmt::Write as _;
use std::fs;

use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::support::{Ground, project};

/// A position of the rules' test vectors with its legal ends, which another program made.
#[derive(Deserialize)]
struct Vector {
    rules: String,
    board: Vec<i32>,
    bar: [i32; 2],
    off: [i32; 2],
    dice: Vec<i32>,
    leftover: Option<Vec<i32>>,
    dice_used: usize,
    ends_count: usize,
    ends: Option<Vec<Vec<i32>>>,
    ends_sha256: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    dice_used: usize,
    ends_count: usize,
    ends: Vec<Vec<i32>>,
    turns: Vec<Vec<[usize; 2]>>,
}

/// The answers to these lines, and the exit code.
fn ask(lines: &str) -> (Vec<String>, Option<i32>) {
    let ground = Ground::new();
    ground.write("positions.jsonl", lines);
    let ran = ground.run_reading(&["legal"], "positions.jsonl");
    let answers = ran.stdout.lines().map(str::to_owned).collect();
    (answers, ran.code)
}

fn ask_one(line: &str) -> Answer {
    let (answers, code) = ask(line);
    assert_eq!(code, Some(0), "{answers:?}");
    assert_eq!(answers.len(), 1);
    serde_json::from_str(&answers[0]).unwrap()
}

fn digest(ends: &[Vec<i32>]) -> String {
    let mut sha = Sha256::new();
    for end in ends {
        sha.update(format!("{}\n", serde_json::to_string(end).unwrap()));
    }
    sha.finalize().iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").unwrap();
        hex
    })
}

/// Most ends that are listed.
const MOST_ENDS: usize = 100_000;

const OWN_BAR: usize = 24;
const HIS_BAR: usize = 25;
const OWN_OFF: usize = 26;

impl Vector {
    fn start(&self) -> Vec<i32> {
        [&self.board[..], &self.bar, &self.off].concat()
    }

    /// The dice a turn has at most.
    fn dice(&self) -> Vec<i32> {
        match (&self.leftover, &self.dice[..]) {
            (Some(leftover), _) => leftover.clone(),
            (None, &[a, b]) if a == b && self.rules == "gulbar" => {
                (a..=6).flat_map(|die| [die; 2]).collect()
            }
            (None, &[a, b]) if a == b => vec![a; 4],
            (None, dice) => dice.to_vec(),
        }
    }

    /// Where a turn leads, played move by move by hand.
    fn play(&self, turn: &[[usize; 2]]) -> Vec<i32> {
        let mut place = self.start();
        let mut dice = self.dice();
        for &[from, to] in turn {
            let own = if from == 25 { OWN_BAR } else { from - 1 };
            place[own] -= 1;
            assert!(place[own] >= 0, "no own checker on {from}");
            if to == 0 {
                place[OWN_OFF] += 1;
            } else {
                self.land(&mut place, to - 1);
            }
            // A checker is borne off by its own number or by a larger one (R7).
            let distance = (from - to) as i32;
            let exact = dice.iter().position(|die| *die == distance);
            let larger = dice.iter().position(|die| to == 0 && *die > distance);
            let die = exact
                .or(larger)
                .unwrap_or_else(|| panic!("no die for {from}-{to}"));
            dice.remove(die);
        }
        place
    }

    fn land(&self, place: &mut [i32], at: usize) {
        if self.rules.starts_with("short") && place[at] == -1 {
            place[at] = 0;
            place[HIS_BAR] += 1;
        }
        assert!(place[at] >= 0, "lands on the opponent at {}", at + 1);
        place[at] += 1;
    }

    fn compare(&self, answer: &Answer, line: usize) {
        assert_eq!(answer.dice_used, self.dice_used, "line {line}");
        assert_eq!(answer.ends_count, self.ends_count, "line {line}");
        assert_eq!(answer.ends.len(), self.ends_count);
        assert_eq!(answer.turns.len(), self.ends_count);
        assert!(answer.ends.is_sorted_by(|one, next| one < next));
        if let Some(ends) = &self.ends {
            assert_eq!(&answer.ends, ends, "line {line}");
        }
        assert_eq!(digest(&answer.ends), self.ends_sha256, "line {line}");
        for (turn, end) in answer.turns.iter().zip(&answer.ends) {
            assert_eq!(&self.play(turn), end, "line {line}: {turn:?}");
            // Who bears off his last checker need not play on (R6).
            let over = end[OWN_OFF] == 15;
            assert!(
                turn.len() == self.dice_used || over,
                "line {line}: {turn:?}"
            );
        }
    }
}

fn compare_vectors(rules: &str) {
    let path = format!("protocol/rules/tests/vectors/{rules}.jsonl");
    let text = fs::read_to_string(project().join(path)).unwrap();
    let (answers, code) = ask(&text);
    assert_eq!(answers.len(), text.lines().count());
    assert!(answers.len() >= 200);
    let mut too_many = 0;
    for (number, (vector, answer)) in text.lines().zip(&answers).enumerate() {
        let line = number + 1;
        let known: Vector = serde_json::from_str(vector).unwrap();
        if known.ends_count > MOST_ENDS {
            assert_too_many(answer);
            too_many += 1;
        } else {
            known.compare(&serde_json::from_str(answer).unwrap(), line);
        }
    }
    assert_eq!(code, Some(if too_many > 0 { 2 } else { 0 }));
    // Only a cascade (R12) has so many.
    assert!(too_many == 0 || rules == "gulbar");
}

/// The answer is an error that says how many ends are listed at most.
fn assert_too_many(answer: &str) {
    let error: Value = serde_json::from_str(answer).unwrap();
    let message = error["error"].as_str().unwrap();
    assert!(message.contains(&MOST_ENDS.to_string()), "{message}");
}

macro_rules! vectors {
    ($($name:ident $rules:literal;)*) => {
        $(#[test]
        fn $name() {
            compare_vectors($rules);
        })*
    };
}

vectors! {
    all_positions_of_long "long";
    all_positions_of_long_classic "long-classic";
    all_positions_of_long_app "long-app";
    all_positions_of_long_club "long-club";
    all_positions_of_gulbar "gulbar";
    all_positions_of_short "short";
    all_positions_of_short_east "short-east";
}

/// A position of a long game as JSON, mine and his checkers on *my* points.
fn position(mine: &[(usize, i32)], his: &[(usize, i32)], more: &str) -> String {
    let mut board = [0; 24];
    let mut off = [15, 15];
    for (side, checkers) in [mine, his].into_iter().enumerate() {
        for (point, count) in checkers {
            board[point - 1] += if side == 0 { *count } else { -count };
            off[side] -= count;
        }
    }
    format!("{{\"board\":{board:?},\"off\":{off:?},{more}}}\n")
}

fn end(checkers: &[(usize, i32)], off: [i32; 2]) -> Vec<i32> {
    let mut end = vec![0; 28];
    for (point, count) in checkers {
        end[point - 1] = *count;
    }
    end[26..].copy_from_slice(&off);
    end
}

#[test]
fn a_leftover_is_played_in_its_order_as_far_as_it_goes() {
    // R12, with one checker from the head: 24-19-13-7.
    let free = position(
        &[(24, 15)],
        &[(12, 15)],
        "\"rules\":\"gulbar\",\"leftover\":[5,6,6]",
    );
    let answer = ask_one(&free);
    assert_eq!((answer.dice_used, answer.ends_count), (3, 1));
    assert_eq!(answer.ends[0], end(&[(24, 14), (7, 1), (12, -15)], [0, 0]));
    assert_eq!(answer.turns[0], [[24, 19], [19, 13], [13, 7]]);
    // His checker on 13 stops it after the 5; the sixes are lost.
    let stopped = position(
        &[(24, 15)],
        &[(12, 14), (13, 1)],
        "\"rules\":\"gulbar\",\"leftover\":[5,6,6]",
    );
    let answer = ask_one(&stopped);
    assert_eq!((answer.dice_used, answer.ends_count), (1, 1));
    assert_eq!(answer.turns[0], [[24, 19]]);
    // On 19 it stops all of it: the 6 may not come before the 5.
    let blocked = position(
        &[(24, 15)],
        &[(12, 14), (19, 1)],
        "\"rules\":\"gulbar\",\"leftover\":[5,6,6]",
    );
    assert_pass(&blocked, &end(&[(24, 15), (12, -14), (19, -1)], [0, 0]));
}

/// A pass has no dice used, one empty turn, and the position as its end.
fn assert_pass(line: &str, unchanged: &[i32]) {
    let answer = ask_one(line);
    assert_eq!((answer.dice_used, answer.ends_count), (0, 1));
    assert_eq!(answer.turns, [[[0; 2]; 0]]);
    assert_eq!(answer.ends, [unchanged]);
}

#[test]
fn a_pass_is_one_empty_turn_to_the_position_itself() {
    // Both of his ways out are held: 24-21 and 24-20.
    let shut = position(&[(24, 15)], &[(21, 7), (20, 8)], "\"dice\":[3,4]");
    assert_pass(&shut, &end(&[(24, 15), (21, -7), (20, -8)], [0, 0]));
}

#[test]
fn what_is_left_out_has_its_usual_value_and_unknown_keys_are_ignored() {
    let line = position(&[(24, 15)], &[(12, 15)], "\"dice\":[3,3]");
    // Not the first turn: one checker may leave the head, and walks 24-21-18-15-12; but 12 is his.
    let answer = ask_one(&line);
    assert_eq!((answer.dice_used, answer.ends_count), (3, 1));
    assert_eq!(answer.turns[0], [[24, 21], [21, 18], [18, 15]]);
    let first = position(
        &[(24, 15)],
        &[(12, 15)],
        "\"dice\":[3,3],\"first_turn\":true,\"type\":\"turn\",\"id\":\"x\",\"since\":[],\"x\":[{}]",
    );
    assert_eq!(ask_one(&first).ends_count, 2);
}

#[test]
fn a_line_that_cannot_be_answered_gives_an_error_and_the_others_are_answered() {
    let good = position(&[(24, 15)], &[(12, 15)], "\"dice\":[6,5]");
    let sixteen = good.replace("15]", "16]");
    for (bad, says) in [
        ("not json", &["line 2"][..]),
        ("[1,2]", &[]),
        ("{}", &["board"]),
        (&good.replace("\"board\"", "\"bored\""), &["board"]),
        (&good.replace(", 15]", "]"), &["24"]),
        (&good.replace("15]", "15, 0]"), &[]),
        (&good.replace("15]", "15.5]"), &[]),
        (&good.replace("15]", "99999999999999999999]"), &[]),
        (&sixteen, &["not a position", "16"]),
        (&good.replace("[0, 0]", "[1, 0]"), &["not a position"]),
        (&good.replace("[6,5]", "[6,7]"), &["dice", "1 to 6", "7"]),
        (&good.replace("[6,5]", "[0,5]"), &["dice", "1 to 6"]),
        (&good.replace("[6,5]", "[6]"), &[]),
        (&good.replace("[6,5]", "[6,5,4]"), &[]),
        (
            &good.replace("\"dice\"", "\"dices\""),
            &["dice", "leftover"],
        ),
        (
            &good.replace("\"dice\":[6,5]", "\"leftover\":[]"),
            &["leftover"],
        ),
        (
            &good.replace("\"dice\":[6,5]", "\"leftover\":[9]"),
            &["leftover"],
        ),
        (
            &good.replace("\"dice\"", "\"rules\":\"lnog\",\"dice\""),
            &["lnog", "long-app"],
        ),
        (
            &good.replace("\"dice\"", "\"bar\":[1,0],\"dice\""),
            &["not a position"],
        ),
        (
            &good.replace("[6,5]", "[6,5],\"opponent_first_roll\":[7,1]"),
            &["opponent_first_roll"],
        ),
        (&"x".repeat(2 << 20), &["longer than"]),
    ] {
        let bad = bad.trim_end();
        let (answers, code) = ask(&format!("{good}{bad}\n\n{good}"));
        let shown = &bad[..bad.len().min(200)];
        assert_eq!(code, Some(2), "{shown}");
        assert_eq!(answers.len(), 3, "{shown}: {answers:?}");
        assert_eq!(answers[0], answers[2], "{shown}");
        let error: Value = serde_json::from_str(&answers[1]).unwrap();
        let message = error["error"].as_str().unwrap();
        assert_eq!(error.as_object().unwrap().len(), 1);
        assert!(message.starts_with("line 2: "), "{shown}: {message}");
        for words in says {
            assert!(message.contains(words), "{shown}: {message}");
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_an_error_and_not_the_end() {
    let ground = Ground::new();
    let good = position(&[(24, 15)], &[(12, 15)], "\"dice\":[6,5]");
    let lines = [
        b"\xFF\xFE\n",
        good.as_bytes(),
        b"\0\n",
        good.trim_end().as_bytes(),
    ]
    .concat();
    ground.write("positions.jsonl", lines);
    let ran = ground.run_reading(&["legal"], "positions.jsonl");
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    let answers: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(answers.len(), 4);
    assert!(answers[0].contains("error") && answers[2].contains("error"));
    // The last line has no line end.
    assert_eq!(answers[1], answers[3]);
    assert!(
        ran.stderr.contains("2 lines could not be answered"),
        "{}",
        ran.stderr
    );
}

#[test]
fn no_lines_are_no_answers() {
    assert_eq!(ask(""), (Vec::new(), Some(0)));
    assert_eq!(ask("\n\n  \n"), (Vec::new(), Some(0)));
}

#[test]
fn a_cascade_with_more_ends_than_are_listed_is_a_clear_error_on_its_line() {
    // A double 1 is a cascade of twelve dice; fifteen scattered checkers have far too many turns,
    // and no block stops them, for he has borne one off.
    let mine: Vec<_> = (10..=24)
        .map(|point| (point, 1))
        .filter(|(p, _)| *p != 12)
        .collect();
    let scattered = position(
        &[&mine[..], &[(9, 1)]].concat(),
        &[(12, 14)],
        "\"rules\":\"gulbar\",\"dice\":[1,1]",
    );
    let (answers, code) = ask(&scattered);
    assert_eq!(code, Some(2));
    let error: Value = serde_json::from_str(&answers[0]).unwrap();
    let message = error["error"].as_str().unwrap();
    assert!(
        message.contains("100000") || message.contains("100 000"),
        "{message}"
    );
}
