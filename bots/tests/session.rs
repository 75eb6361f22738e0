//! The protocol's loop: what goes in, what comes out.
#![allow(clippy::unwrap_used)]

use std::cell::RefCell;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use nardy_bots::{NAMES, RunError, run};
use nardy_protocol::codec::{decode_answer, decode_request};
use nardy_protocol::message::{FromBot, MovePair, ToBot, TurnRequest};
use nardy_protocol::rules::{Breach, CheckerMove, Position, Ruleset, TurnList};
use nardy_protocol::ruleset::RulesetParameters;

fn answers(player: &str, input: &str) -> Result<String, RunError> {
    let mut output = Vec::new();
    run(player, input.as_bytes(), &mut output)?;
    Ok(String::from_utf8(output).unwrap())
}

fn error(input: &str) -> String {
    answers("pips", input).unwrap_err().to_string()
}

const HELLO: &str =
    r#"{"type":"hello","id":"h","protocol":1,"arena":"0.1.0","bot":"sparring","options":{}}"#;

fn game(rules: &str, seed: &str) -> String {
    format!(
        r#"{{"type":"game","id":"g","game":"1a","rules":"{rules}","ruleset":{{}},"opponent":"o","first":true,"roll_off":[],"seed":"{seed}","dice_commitment":"","clock":{{"turn_ms":1000,"bank_ms":0}}}}"#
    )
}

/// The first turn of a long game.
fn first_turn(dice: &str) -> String {
    format!(
        r#"{{"type":"turn","id":"t","turn":1,{dice},"board":[0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0,15],"bar":[0,0],"off":[0,0],"first_turn":true,"opponent_first_roll":null,"head":1,"clock":{{"turn_ms":1000,"bank_ms":0}},"since":[]}}"#
    )
}

const SEED: &str = "00000000000000ff";

#[test]
fn a_scripted_game_gets_exactly_these_answers() {
    // 6-6 on the first turn is two checkers to 18 and no more, whoever plays it.
    let script = [
        HELLO,
        &game("long", SEED),
        &first_turn(r#""dice":[6,6]"#),
        r#"{"type":"result","game":"1a","won":true,"kind":"mars","points":2,"reason":"borne_off"}"#,
        r#"{"type":"quit"}"#,
    ]
    .join("\n");
    for player in NAMES {
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(
            answers(player, &script).unwrap(),
            format!(
                r#"{{"type":"hello","id":"h","protocol":1,"name":"{player}","version":"{version}","rules":["long","long-classic","long-app","long-club","gulbar","short","short-east"],"wants":[]}}
{{"type":"ready","id":"g"}}
{{"type":"move","id":"t","moves":[[24,18],[24,18]]}}
"#
            )
        );
    }
}

#[test]
fn a_cascade_remainder_is_played_in_its_order_with_one_checker_from_the_head() {
    // His head stands on my 12: 24-19-13 plays the 5 and a 6, the second 6 would leave 13 for 7,
    // which is open.
    let script = [game("gulbar", SEED), first_turn(r#""leftover":[5,6,6]"#)].join("\n");
    for player in NAMES {
        let said = answers(player, &script).unwrap();
        assert_eq!(
            said.lines().last().unwrap(),
            r#"{"type":"move","id":"t","moves":[[24,19],[19,13],[13,7]]}"#
        );
    }
}

#[test]
fn a_ruleset_of_the_users_own_is_played_by_its_parameters() {
    // The club's head rule lets two leave on any double, so 1-1 may be two checkers to 22; the
    // federation's takes one to 20.
    let club = RulesetParameters::from(&Ruleset::by_id("long-club").unwrap());
    let parameters = format!(r#""ruleset":{}"#, serde_json::to_string(&club).unwrap());
    let game = game("ours", SEED).replace(r#""ruleset":{}"#, &parameters);
    let said = answers("pips", &[game, first_turn(r#""dice":[1,1]"#)].join("\n")).unwrap();
    assert_eq!(
        said.lines().last().unwrap(),
        r#"{"type":"move","id":"t","moves":[[24,23],[24,23],[23,22],[23,22]]}"#
    );
}

/// The lines that one side says in a recorded conversation.
fn transcript(path: &Path, speaker: &str) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| {
        let entry: serde_json::Value = serde_json::from_str(line).unwrap();
        let said = entry["from"] == speaker;
        said.then(|| entry["line"].as_str().unwrap().to_owned())
    });
    lines.flatten().collect()
}

/// The position a request's turn leads to, or the rule that it breaks.
fn end_of(request: &TurnRequest, rules: &str, moves: &[MovePair]) -> Result<Position, Breach> {
    let ruleset = Ruleset::by_id(rules).unwrap();
    let situation = request.situation(ruleset.geometry()).unwrap();
    let mut legal = TurnList::new();
    legal.generate(&ruleset, &situation);
    let moves: Vec<CheckerMove> = moves
        .iter()
        .map(|&[from, to]| CheckerMove::new(from, to).unwrap())
        .collect();
    legal.check(&ruleset, &situation, &moves)
}

/// Whether the turn is legal and ends where one of the turns ends that the request lists, if it
/// lists them.
fn is_listed(request: &TurnRequest, rules: &str, moves: &[MovePair]) -> bool {
    let end = end_of(request, rules, moves).unwrap();
    let mut listed = request.legal.iter().flatten();
    request.legal.is_none() || listed.any(|turn| end_of(request, rules, turn).unwrap() == end)
}

#[test]
fn every_player_answers_the_recorded_games_with_turns_that_were_listed_as_legal() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/fixtures/transcripts");
    for file in fs::read_dir(folder).unwrap() {
        let lines = transcript(&file.unwrap().path(), "arena");
        for player in NAMES {
            let said = answers(player, &lines.join("\n")).unwrap();
            let mut said = said
                .lines()
                .map(|line| decode_answer(line.as_bytes()).unwrap());
            let mut rules = String::new();
            for line in &lines {
                match decode_request(line.as_bytes()).unwrap() {
                    ToBot::Hello(asked) => assert_eq!(*said.next().unwrap().id(), asked.id),
                    ToBot::Game(asked) => {
                        assert_eq!(*said.next().unwrap().id(), asked.id);
                        rules = asked.rules;
                    }
                    ToBot::Turn(asked) => {
                        let FromBot::Move(answer) = said.next().unwrap() else {
                            panic!("{player} does not move after {line}");
                        };
                        assert_eq!(answer.id, asked.id);
                        assert!(is_listed(&asked, &rules, &answer.moves), "{player}: {line}");
                    }
                    ToBot::Error(_) | ToBot::Result(_) | ToBot::Quit => {}
                }
            }
            assert_eq!(said.next(), None);
        }
    }
}

#[test]
fn the_same_game_gets_the_same_answers_and_another_seed_other_ones_from_random_alone() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/fixtures/transcripts");
    let lines = transcript(&folder.join("long_whole_game.jsonl"), "arena").join("\n");
    let seed = lines.split(r#""seed":""#).nth(1).unwrap();
    let reseeded = lines.replace(&seed[..16], "0123456789abcdef");
    for player in NAMES {
        let first = answers(player, &lines).unwrap();
        assert_eq!(first, answers(player, &lines).unwrap());
        let other = answers(player, &reseeded).unwrap();
        assert_eq!(first != other, *player == "random", "{player}");
    }
}

#[test]
fn random_draws_every_end_position_about_equally_often() {
    // 3-3 on the first turn has two ends: 18 and 18, or 21 and 15.
    let both_to_18 = (0..400)
        .map(|seed| {
            [
                game("long", &format!("{seed:016x}")),
                first_turn(r#""dice":[3,3]"#),
            ]
        })
        .filter(|lines| {
            let said = answers("random", &lines.join("\n")).unwrap();
            !said.contains("[18,15]")
        })
        .count();
    // Five standard deviations of a binomial with n = 400, p = 1/2.
    assert!(both_to_18.abs_diff(200) <= 50, "{both_to_18} of 400");
}

#[test]
fn blank_lines_crlf_unknown_keys_and_unknown_messages_are_skipped() {
    let greeting = HELLO.replace(r#""options""#, r#""since_v2":[1],"options""#);
    let script = format!("\r\n{greeting}\r\n{{\"type\":\"pause\",\"id\":\"p\"}}\r\n \n{HELLO}");
    let said = answers("blocks", &script).unwrap();
    assert_eq!(said.lines().count(), 2);
}

#[test]
fn nothing_is_answered_after_quit_and_no_input_is_a_quiet_end() {
    let script = format!("{{\"type\":\"quit\"}}\n{HELLO}\n");
    assert_eq!(answers("pips", &script).unwrap(), "");
    assert_eq!(answers("pips", "").unwrap(), "");
}

#[test]
fn what_cannot_be_answered_is_an_error_that_says_why() {
    let turn = first_turn(r#""dice":[6,6]"#);
    assert_eq!(
        error(&turn),
        "turn 1 was asked for before any `game` message"
    );
    assert_eq!(
        error(&game("chess", SEED)),
        "ruleset `chess` is none of long, long-classic, long-app, long-club, gulbar, short, \
         short-east, and its parameters cannot be used: missing field `name`"
    );
    assert_eq!(
        error(&game("long", "+0000000000000ff")),
        "the game's seed \"+0000000000000ff\" is not 16 hex digits"
    );
    let crowded = turn.replace("[0,0,0", "[0,1,0");
    assert_eq!(
        error(&[game("long", SEED), crowded].join("\n")),
        "turn 1 cannot be played: `board`, `bar` and `off` are no position: 16 own checkers on \
         points, bar and off; there must be 15"
    );
    assert!(error("{").starts_with("the arena's line is not a message of protocol 1: "));
    assert!(error(r#"{"type":"turn"}"#).contains("missing field"));
    assert_eq!(
        answers("chess", HELLO).unwrap_err().to_string(),
        "there is no sparring partner `chess`: choose one of random, pips, blocks"
    );
}

/// Remembers what each write brought and whether a flush followed it.
#[derive(Default)]
struct Pipe {
    writes: RefCell<Vec<(String, bool)>>,
}

impl Write for &Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        self.writes.borrow_mut().push((text, false));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if let Some(last) = self.writes.borrow_mut().last_mut() {
            last.1 = true;
        }
        Ok(())
    }
}

#[test]
fn each_answer_is_one_write_and_flushed() {
    let pipe = Pipe::default();
    let script = [HELLO, &game("long", SEED), &first_turn(r#""dice":[6,6]"#)].join("\n");
    run("pips", script.as_bytes(), &pipe).unwrap();
    let writes = pipe.writes.into_inner();
    assert_eq!(writes.len(), 3);
    assert!(
        writes
            .iter()
            .all(|(text, flushed)| text.ends_with("}\n") && *flushed)
    );
}

/// A pipe whose reader is gone.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_output_is_an_error_of_the_output() {
    let broken = run("pips", HELLO.as_bytes(), Closed).unwrap_err();
    assert!(matches!(broken, RunError::Output(_)), "{broken}");
}
