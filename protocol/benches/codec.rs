//! What one turn costs in encoding and decoding.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use nardy_protocol::codec::{LineBuffer, decode_answer, decode_request, encode};
use nardy_protocol::message::{By, Clock, Dice, PlayedTurn, RequestId, ToBot, TurnRequest};

const MOVE: &[u8] = br#"{"type":"move","id":"f3a9c17e5b2d4860","moves":[[24,18],[18,15]]}"#;

fn turn(legal_turns: usize) -> ToBot {
    let mut board = [0; 24];
    (board[23], board[11]) = (15, -15);
    let legal = vec![vec![[24, 18], [18, 15]]; legal_turns];
    ToBot::Turn(TurnRequest {
        id: RequestId::new("f3a9c17e5b2d4860"),
        turn: 9,
        dice: Dice::Roll([6, 3]),
        board,
        bar: [0, 0],
        off: [0, 0],
        first_turn: false,
        opponent_first_roll: Some([5, 5]),
        head: Some(1),
        clock: Clock {
            turn_ms: 1_000,
            bank_ms: 28_110,
        },
        since: vec![PlayedTurn {
            by: By::Opponent,
            dice: Dice::Roll([5, 5]),
            moves: vec![[24, 19], [19, 14]],
        }],
        legal: (legal_turns > 0).then_some(legal),
        legal_cut: false,
    })
}

fn encoding(c: &mut Criterion) {
    for legal_turns in [0, 20] {
        let message = turn(legal_turns);
        let mut line = Vec::new();
        c.bench_function(&format!("encode a turn, {legal_turns} legal"), |b| {
            b.iter(|| {
                line.clear();
                encode(black_box(&message), &mut line);
            });
        });
        c.bench_function(&format!("decode a turn, {legal_turns} legal"), |b| {
            b.iter(|| decode_request(black_box(&line)));
        });
    }
}

fn decoding(c: &mut Criterion) {
    c.bench_function("decode a move", |b| {
        b.iter(|| decode_answer(black_box(MOVE)));
    });
    c.bench_function("frame a move", |b| {
        let mut lines = LineBuffer::new();
        b.iter(|| {
            lines.push(black_box(MOVE));
            lines.push(b"\n");
            lines.next_line().map(|line| line.map(<[u8]>::len))
        });
    });
    let keys: Vec<String> = (0..5_000).map(|key| format!("\"k{key}\":0")).collect();
    let many = format!("{{\"type\":\"ready\",\"id\":\"q\",{}}}", keys.join(","));
    c.bench_function("decode 5000 keys", |b| {
        b.iter(|| decode_answer(black_box(many.as_bytes())));
    });
}

criterion_group!(benches, encoding, decoding);
criterion_main!(benches);
