//! Lines that get through: exchanges, deadlines, stderr.

use std::time::Instant as StdInstant;

use arena::bot::{Fault, Stream, handshake};
use nardy_protocol::limits::MAX_LINE_BYTES;
use nardy_protocol::message::{Hello, RequestId};

use super::{ANSWER, LONG, SHORT, SLACK, TURN, fault_of, play, policy, run, start, within};

#[test]
fn a_turn_goes_out_and_the_answer_comes_back() {
    run(async {
        let mut bot = start(&[]).await;
        for _ in 0..100 {
            assert_eq!(play(&mut bot, LONG).await.unwrap(), ANSWER);
        }
        assert_eq!(bot.received_before_asked().unwrap(), None);
    });
}

#[test]
fn the_handshake_returns_what_the_bot_says_of_itself() {
    run(async {
        let mut bot = start(&[]).await;
        let hello = Hello {
            id: RequestId::new("q1"),
            protocol: 1,
            arena: "0.1.0".into(),
            bot: "scripted".into(),
            options: serde_json::Map::new(),
        };
        let answer = handshake(&mut bot, hello, within(LONG)).await.unwrap();
        assert_eq!(
            (answer.name.as_str(), answer.wants_legal()),
            ("scripted", true)
        );
    });
}

#[test]
fn windows_line_ends_blank_lines_and_a_first_byte_order_mark_are_taken() {
    run(async {
        for deed in ["crlf", "blank-lines-first", "bom"] {
            let mut bot = start(&[("turn", deed)]).await;
            assert_eq!(play(&mut bot, LONG).await.unwrap(), ANSWER, "{deed}");
        }
    });
}

#[test]
fn a_second_answer_in_the_same_breath_is_seen_before_the_next_request() {
    run(async {
        let mut bot = start(&[("turn", "twice")]).await;
        assert_eq!(play(&mut bot, LONG).await.unwrap(), ANSWER);
        assert_eq!(bot.received_before_asked().unwrap(), Some(ANSWER));
        assert_eq!(bot.received_before_asked().unwrap(), None);
    });
}

#[test]
fn bytes_after_a_line_stay_for_the_next_read() {
    run(async {
        let mut bot = start(&[("turn", "twice")]).await;
        assert_eq!(play(&mut bot, LONG).await.unwrap(), ANSWER);
        assert_eq!(bot.receive(within(LONG)).await.unwrap(), ANSWER);
    });
}

#[test]
fn a_line_of_the_longest_length_is_taken_and_one_byte_more_is_not() {
    run(async {
        let deed = format!("long-line:{MAX_LINE_BYTES}");
        let mut bot = start(&[("turn", &deed)]).await;
        assert_eq!(play(&mut bot, LONG).await.unwrap().len(), MAX_LINE_BYTES);
        let fault = fault_of(&format!("long-line:{}", MAX_LINE_BYTES + 1), LONG).await;
        assert_eq!(fault.code(), "line_too_long");
    });
}

#[test]
fn a_request_larger_than_the_pipe_arrives_whole() {
    run(async {
        let mut bot = start(&[]).await;
        let deadline = within(LONG);
        bot.send(&large_turn(1 << 20), deadline).await.unwrap();
        assert_eq!(bot.receive(deadline).await.unwrap(), ANSWER);
    });
}

/// A turn with an ignored key that makes it at least so many bytes long.
fn large_turn(bytes: usize) -> Vec<u8> {
    let mut line = TURN[..TURN.len() - 2].to_vec();
    line.extend_from_slice(b",\"x\":\"");
    line.resize(bytes, b'x');
    line.extend_from_slice(b"\"}\n");
    line
}

#[test]
fn whatever_arrives_never_moves_the_deadline() {
    run(async {
        for deed in [
            "silent",
            "hang",
            "half-line",
            "drip:20",
            "blank-flood",
            "stderr-flood",
        ] {
            let mut bot = start(&[("turn", deed)]).await;
            let begun = StdInstant::now();
            let fault = play(&mut bot, SHORT).await.unwrap_err();
            let took = begun.elapsed();
            assert_eq!(fault.code(), "timeout", "{deed}");
            assert!(
                took >= SHORT && took < SHORT + SLACK,
                "{deed} took {took:?}"
            );
        }
    });
}

#[test]
fn an_answer_after_the_deadline_is_a_timeout_even_if_it_is_there_when_looked_for() {
    run(async {
        let mut bot = start(&[]).await;
        let deadline = within(SHORT);
        bot.send(TURN, deadline).await.unwrap();
        std::thread::sleep(2 * SHORT);
        let Err(Fault::Timeout { overdue, .. }) = bot.receive(deadline).await else {
            panic!("a late answer was taken")
        };
        assert!(overdue >= SHORT, "{overdue:?}");
    });
}

#[test]
fn a_bot_that_never_reads_is_a_timeout_once_the_pipe_is_full() {
    run(async {
        let mut bot = start(&[("start", "hang")]).await;
        let fault = bot
            .send(&large_turn(1 << 20), within(SHORT))
            .await
            .unwrap_err();
        assert!(
            matches!(
                fault,
                Fault::Timeout {
                    waiting_for: Stream::Stdin,
                    ..
                }
            ),
            "{fault:?}"
        );
    });
}

#[test]
fn a_flood_on_stderr_is_counted_and_its_ends_are_kept_while_the_bot_plays_on() {
    run(async {
        let bytes = 20_000_000;
        let flood = format!("stderr-flood:{bytes}");
        let mut bot = start(&[("turn:1", "stderr:first"), ("turn:2", &flood)]).await;
        for _ in 0..3 {
            assert_eq!(play(&mut bot, LONG).await.unwrap(), ANSWER);
        }
        let stderr = bot.stop(&policy()).await.stderr;
        assert_eq!(stderr.total(), bytes + "first\n".len() as u64);
        assert_eq!(stderr.omitted(), stderr.total() - 20 * 1024);
        assert!(stderr.to_bytes().starts_with(b"first\neeee"));
        assert!(stderr.to_bytes().ends_with(b"eeee"));
    });
}

#[test]
fn a_bot_that_fills_stderr_before_it_reads_does_not_block_a_large_request() {
    run(async {
        let mut bot = start(&[("start", "stderr-flood:1000000")]).await;
        let deadline = within(LONG);
        bot.send(&large_turn(1 << 20), deadline).await.unwrap();
        assert_eq!(bot.receive(deadline).await.unwrap(), ANSWER);
    });
}
