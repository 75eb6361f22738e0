//! The conversations of `fixtures/transcripts`: form, answers, and the rules of the game.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Said, ends, numbers, situation, transcripts};
use nardy_protocol::codec::{decode_answer, decode_request, encode, encode_answer};
use nardy_protocol::message::*;
use nardy_protocol::rules::{Breach, CheckerMove, Position, Ruleset, TurnList};

/// A request with the answer to it and what the arena said next.
struct Exchange {
    request: TurnRequest,
    answer: MoveAnswer,
    next: ToBot,
}

/// The turns of a transcript, and its ruleset.
fn exchanges(said: &[Said]) -> (Ruleset, Vec<Exchange>) {
    let mut ruleset = None;
    let mut turns = Vec::new();
    for (at, line) in said
        .iter()
        .enumerate()
        .filter(|(_, line)| line.from == "arena")
    {
        match decode_request(line.line.as_bytes()).unwrap() {
            ToBot::Game(game) => ruleset = Ruleset::by_id(&game.rules),
            ToBot::Turn(request) => {
                let FromBot::Move(answer) = decode_answer(said[at + 1].line.as_bytes()).unwrap()
                else {
                    panic!("a turn is answered by a move: {}", said[at + 1].line);
                };
                let next = decode_request(said[at + 2].line.as_bytes()).unwrap();
                turns.push(Exchange {
                    request,
                    answer,
                    next,
                });
            }
            _ => {}
        }
    }
    (ruleset.unwrap(), turns)
}

fn check(ruleset: &Ruleset, request: &TurnRequest, moves: &[MovePair]) -> Result<Position, Breach> {
    let situation = situation(ruleset, request);
    let moves: Vec<_> = moves
        .iter()
        .map(|[from, to]| CheckerMove::new(*from, *to).unwrap())
        .collect();
    let mut turns = TurnList::new();
    turns.generate(ruleset, &situation);
    turns.check(ruleset, &situation, &moves)
}

#[test]
fn every_line_is_read_and_written_again_byte_for_byte() {
    for (name, said) in transcripts() {
        for Said { from, line } in said {
            let mut written = Vec::new();
            match from.as_str() {
                "arena" => encode(&decode_request(line.as_bytes()).unwrap(), &mut written),
                "bot" => encode_answer(&decode_answer(line.as_bytes()).unwrap(), &mut written),
                other => panic!("{name}: nobody is called {other}"),
            }
            assert_eq!(String::from_utf8(written).unwrap(), line + "\n", "{name}");
        }
    }
}

#[test]
fn every_request_is_answered_at_once_with_its_id_and_nothing_else_is() {
    for (name, said) in transcripts() {
        let mut lines = said.iter().peekable();
        while let Some(line) = lines.next() {
            assert_eq!(line.from, "arena", "{name}: an unasked line {}", line.line);
            let (id, kind) = match decode_request(line.line.as_bytes()).unwrap() {
                ToBot::Hello(hello) => (hello.id, "hello"),
                ToBot::Game(game) => (game.id, "ready"),
                ToBot::Turn(turn) => (turn.id, "move"),
                ToBot::Error(_) | ToBot::Result(_) | ToBot::Quit => continue,
            };
            let answer = decode_answer(lines.next().unwrap().line.as_bytes()).unwrap();
            assert_eq!((answer.id(), answer.kind()), (&id, kind), "{name}");
        }
    }
}

#[test]
fn a_conversation_begins_with_hello_and_ends_with_quit() {
    for (name, said) in transcripts() {
        assert!(said[0].line.starts_with("{\"type\":\"hello\""), "{name}");
        assert_eq!(said.last().unwrap().line, "{\"type\":\"quit\"}", "{name}");
    }
}

#[test]
fn every_turn_is_legal_unless_the_arena_says_which_rule_it_breaks() {
    let mut broken = Vec::new();
    for (name, said) in transcripts() {
        let (ruleset, turns) = exchanges(&said);
        for Exchange {
            request,
            answer,
            next,
        } in turns
        {
            match (check(&ruleset, &request, &answer.moves), next) {
                (Ok(_), next) => assert!(!matches!(next, ToBot::Error(_)), "{name}"),
                (Err(breach), ToBot::Error(error)) => {
                    assert_eq!(error.rule, Some(breach.rule().to_string()), "{name}");
                    check(&ruleset, &request, &error.moves.unwrap()).unwrap();
                    broken.push(breach.rule().to_string());
                }
                (Err(breach), _) => panic!("{name}, turn {}: {breach}", request.turn),
            }
        }
    }
    assert_eq!(broken, ["R10"], "one transcript shows an illegal turn");
}

#[test]
fn legal_lists_one_turn_for_each_end_in_ascending_order() {
    let mut listed = 0;
    for (name, said) in transcripts() {
        let (ruleset, turns) = exchanges(&said);
        for Exchange { request, .. } in turns {
            let Some(legal) = &request.legal else {
                continue;
            };
            let reached: Vec<Vec<i8>> = legal
                .iter()
                .map(|moves| numbers(&check(&ruleset, &request, moves).unwrap()))
                .collect();
            assert_eq!(
                reached,
                ends(&ruleset, &situation(&ruleset, &request)),
                "{name}"
            );
            listed += 1;
        }
    }
    assert!(listed >= 10, "{listed}");
}

#[test]
fn head_says_how_many_checkers_may_leave_it() {
    for (name, said) in transcripts() {
        let (ruleset, turns) = exchanges(&said);
        for Exchange { request, .. } in turns {
            let limit = ruleset.head_limit(&situation(&ruleset, &request));
            let expected = (ruleset.id() != "short").then_some(limit);
            assert_eq!(request.head, expected, "{name}, turn {}", request.turn);
        }
    }
}

/// A board as a bot would keep it: own checkers positive, the opponent's negative.
struct Kept {
    points: [i8; 24],
    bar: [u8; 2],
    off: [u8; 2],
}

impl Kept {
    /// Plays a turn of the own side (0, sign 1) or of the opponent (1, sign -1).
    fn play(&mut self, side: usize, sign: i8, moves: &[MovePair]) {
        for &[from, to] in moves {
            match from {
                25 => self.bar[side] -= 1,
                point => self.points[usize::from(point) - 1] -= sign,
            }
            if to == 0 {
                self.off[side] += 1;
                continue;
            }
            let point = &mut self.points[usize::from(to) - 1];
            if *point == -sign {
                *point = 0;
                self.bar[1 - side] += 1;
            }
            *point += sign;
        }
    }
}

#[test]
fn the_own_answer_and_since_lead_from_one_board_to_the_next() {
    let mut passes = 0;
    for (name, said) in transcripts() {
        let (_, turns) = exchanges(&said);
        for pair in turns.windows(2) {
            let (before, after) = (&pair[0], &pair[1].request);
            let Exchange {
                request: TurnRequest {
                    board, bar, off, ..
                },
                answer,
                ..
            } = before;
            let mut kept = Kept {
                points: *board,
                bar: *bar,
                off: *off,
            };
            kept.play(0, 1, &answer.moves);
            for turn in &after.since {
                match turn.by {
                    By::Own => {
                        assert!(
                            turn.moves.is_empty(),
                            "{name}: an own turn is answered or passed"
                        );
                        passes += 1;
                    }
                    By::Opponent => kept.play(1, -1, &turn.moves),
                }
            }
            let told = (after.board, after.bar, after.off);
            assert_eq!(
                (kept.points, kept.bar, kept.off),
                told,
                "{name}, turn {}",
                after.turn
            );
            let played = after.since.len() as u32 + 1;
            assert_eq!(after.turn, before.request.turn + played, "{name}");
        }
    }
    assert!(passes > 0, "a transcript shows an own pass");
}
