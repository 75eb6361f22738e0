//! Every way a process fails an exchange.

use arena::bot::{BotProcess, ExitStatus, Fault, Leaving, Remains, Stream};

use super::{
    ANSWER, LONG, TURN, child_in, dies_soon, fault_of, is_dead, play, policy, run, start, within,
};

#[test]
fn a_flood_without_newline_ends_at_the_line_cap() {
    run(async { assert_eq!(fault_of("flood", LONG).await.code(), "line_too_long") });
}

#[test]
fn an_exit_is_reported_with_its_code() {
    run(async {
        let fault = fault_of("exit:7", LONG).await;
        assert!(
            matches!(fault, Fault::Exited(ExitStatus::Code(7))),
            "{fault:?}"
        );
        assert_eq!(fault.code(), "exited");
    });
}

#[test]
fn a_crash_is_reported_with_the_name_of_its_signal() {
    run(async {
        for name in ["SEGV", "ABRT", "KILL", "TERM"] {
            let fault = fault_of(&format!("signal:{name}"), LONG).await;
            assert_eq!(fault.code(), "signaled");
            assert!(fault.to_string().contains(&format!("SIG{name}")), "{fault}");
        }
    });
}

#[test]
fn what_a_bot_wrote_before_it_exited_counts_and_the_exit_comes_after() {
    run(async {
        for deed in ["answer-then-exit:7", "last-word:7"] {
            let mut bot = start(&[("turn", deed)]).await;
            assert_eq!(play(&mut bot, LONG).await.unwrap(), ANSWER, "{deed}");
            let fault = bot.receive(within(LONG)).await.unwrap_err();
            assert!(
                matches!(fault, Fault::Exited(ExitStatus::Code(7))),
                "{deed}: {fault:?}"
            );
        }
    });
}

#[test]
fn an_answer_counts_that_was_read_only_after_the_exit_was_seen() {
    run(async {
        for _ in 0..20 {
            let mut bot = start(&[("turn", "answer-then-exit:7")]).await;
            bot.send(TURN, within(LONG)).await.unwrap();
            assert!(dies_soon(bot.pid()));
            assert_eq!(bot.receive(within(LONG)).await.unwrap(), ANSWER);
        }
    });
}

#[test]
fn an_exit_is_seen_although_a_child_holds_the_pipes() {
    run(async {
        let mut bot = start(&[("turn", "child-then-exit:7")]).await;
        let fault = play(&mut bot, LONG).await.unwrap_err();
        assert!(
            matches!(fault, Fault::Exited(ExitStatus::Code(7))),
            "{fault:?}"
        );
        let exit = bot.stop(&policy()).await;
        assert_eq!(
            (exit.leaving, exit.remains),
            (Leaving::Early, Remains::Nothing)
        );
        assert!(is_dead(child_in(&exit.stderr.to_bytes())));
    });
}

#[test]
fn a_last_line_without_newline_counts_although_a_child_holds_the_pipes() {
    run(async {
        let mut bot = start(&[("start", "child"), ("turn", "last-word:7")]).await;
        assert_eq!(play(&mut bot, LONG).await.unwrap(), ANSWER);
        let fault = bot.receive(within(LONG)).await.unwrap_err();
        assert!(
            matches!(fault, Fault::Exited(ExitStatus::Code(7))),
            "{fault:?}"
        );
    });
}

#[test]
fn stdout_closed_by_a_living_bot_is_told_from_an_exit() {
    run(async {
        let mut bot = start(&[("turn", "close-stdout")]).await;
        for _ in 0..2 {
            let fault = play(&mut bot, LONG).await.unwrap_err();
            assert!(matches!(fault, Fault::Closed(Stream::Stdout)), "{fault:?}");
        }
    });
}

#[test]
fn stdin_closed_by_a_living_bot_is_told_from_an_exit() {
    run(async {
        let mut bot = start(&[("turn", "close-stdin")]).await;
        let fault = failing_send(&mut bot).await;
        assert!(matches!(fault, Fault::Closed(Stream::Stdin)), "{fault:?}");
    });
}

#[test]
fn sending_to_a_bot_that_has_exited_reports_the_exit() {
    run(async {
        let mut bot = start(&[("turn", "exit:7")]).await;
        let fault = failing_send(&mut bot).await;
        assert!(
            matches!(fault, Fault::Exited(ExitStatus::Code(7))),
            "{fault:?}"
        );
    });
}

/// Sends until it fails.
async fn failing_send(bot: &mut BotProcess) -> Fault {
    let deadline = within(LONG);
    loop {
        if let Err(fault) = bot.send(TURN, deadline).await {
            return fault;
        }
    }
}
