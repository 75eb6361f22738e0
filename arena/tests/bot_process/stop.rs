//! The stop ladder, and dropping.

use std::time::Instant as StdInstant;

use arena::bot::{ExitStatus, Leaving, Remains, SignalNumber};

use super::{
    LONG, SLACK, child_in, dies_soon, impatient, is_dead, play, policy, run, start, state,
};

#[test]
fn a_well_behaved_bot_leaves_when_asked_and_nobody_waits_for_the_grace_to_pass() {
    run(async {
        let bot = start(&[]).await;
        let (pid, begun) = (bot.pid(), StdInstant::now());
        let exit = bot.stop(&policy()).await;
        assert!(begun.elapsed() < SLACK, "{:?}", begun.elapsed());
        assert_eq!(exit.leaving, Leaving::Asked);
        assert_eq!(
            (exit.status, exit.remains),
            (Some(ExitStatus::Code(0)), Remains::Nothing)
        );
        assert_eq!(state(pid), None, "it was reaped");
    });
}

#[test]
fn the_quit_line_alone_and_the_end_of_input_alone_are_enough() {
    run(async {
        for orders in [("end", "hang"), ("quit", "silent")] {
            let exit = start(&[orders]).await.stop(&policy()).await;
            assert_eq!(exit.leaving, Leaving::Asked, "{orders:?}");
            assert_eq!(exit.status, Some(ExitStatus::Code(0)), "{orders:?}");
        }
    });
}

#[test]
fn a_bot_may_say_more_than_a_pipe_holds_while_it_leaves() {
    run(async {
        let orders = [("quit", "flood:100000"), ("end", "stderr-flood:100000")];
        let exit = start(&orders).await.stop(&policy()).await;
        assert_eq!(exit.leaving, Leaving::Asked);
        assert_eq!(exit.stderr.total(), 100_000);
    });
}

#[test]
fn a_bot_that_ignores_quit_leaves_on_sigterm() {
    run(async {
        for deed in ["hang", "flood", "stderr-flood"] {
            let exit = start(&[("quit", deed)]).await.stop(&impatient()).await;
            assert_eq!(exit.leaving, Leaving::Terminated, "{deed}");
            assert_eq!(
                exit.status,
                Some(ExitStatus::Signal(SignalNumber(15))),
                "{deed}"
            );
        }
    });
}

#[test]
fn a_bot_that_ignores_sigterm_is_killed() {
    run(async {
        let mut bot = start(&[("turn", "ignore-term"), ("quit", "hang")]).await;
        play(&mut bot, LONG).await.unwrap();
        let pid = bot.pid();
        let exit = bot.stop(&impatient()).await;
        assert_eq!(
            (exit.leaving, exit.remains),
            (Leaving::Killed, Remains::Nothing)
        );
        assert_eq!(exit.status, Some(ExitStatus::Signal(SignalNumber(9))));
        assert_eq!(state(pid), None, "it was reaped");
    });
}

#[test]
fn a_bot_that_ended_before_it_was_stopped_keeps_its_exit_code() {
    run(async {
        let mut bot = start(&[("turn", "exit:7")]).await;
        play(&mut bot, LONG).await.unwrap_err();
        let exit = bot.stop(&policy()).await;
        assert_eq!(
            (exit.leaving, exit.status),
            (Leaving::Early, Some(ExitStatus::Code(7)))
        );
    });
}

#[test]
fn stopping_takes_the_bots_children_along() {
    run(async {
        let mut bot = start(&[("turn", "child")]).await;
        play(&mut bot, LONG).await.unwrap();
        let exit = bot.stop(&policy()).await;
        assert_eq!(
            (exit.leaving, exit.remains),
            (Leaving::Asked, Remains::Nothing)
        );
        assert!(is_dead(child_in(&exit.stderr.to_bytes())));
    });
}

#[test]
fn dropping_a_process_kills_its_group_and_reaps_it() {
    run(async {
        let mut bot = start(&[("turn:1", "child")]).await;
        // The child's number is read while the second answer is waited for.
        play(&mut bot, LONG).await.unwrap();
        play(&mut bot, LONG).await.unwrap();
        let (pid, child) = (bot.pid(), child_in(&bot.stderr().to_bytes()));
        drop(bot);
        assert_eq!(state(pid), None, "it was reaped");
        assert!(dies_soon(child));
    });
}
