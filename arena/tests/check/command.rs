//! The command itself: what it refuses, and what people see.

use crate::support::{Ground, scripted};

fn run(args: &[&str], command: &[String]) -> crate::support::Ran {
    let words = command.iter().map(String::as_str);
    let start = ["check"]
        .into_iter()
        .chain(args.iter().copied())
        .chain(["--"]);
    Ground::new().run(&start.chain(words).collect::<Vec<_>>())
}

#[test]
fn a_command_that_is_none_is_refused_with_what_to_write() {
    for (command, says) in [
        ("no-such-program", "install it, or give its path"),
        ("./no-such-file.py", "check the path"),
        ("builtin:blokcs", "did you mean `blocks`"),
    ] {
        let ran = run(&[], &[command.to_owned()]);
        assert_eq!(ran.code, Some(2), "{ran:#?}");
        assert!(ran.stderr.contains(says), "{ran:#?}");
        assert_eq!(ran.stdout, "");
    }
}

#[test]
fn a_failure_is_told_with_what_was_sent_what_came_and_how_to_mend_it() {
    let orders = [("turn:2", "illegal-head"), ("turn", "stderr:thinking")];
    let ran = run(&["--time", "2s"], &scripted(&orders));
    assert_eq!(ran.code, Some(1), "{ran:#?}");
    let (_, told) = ran.stdout.split_once("\nFAILED rules.head: ").unwrap();
    for says in [
        "\n  sent    {\"type\":\"turn\",\"id\":\"",
        "\n  got     {\"type\":\"move\",\"id\":\"",
        "\n  wanted  R10: ",
        "\n  see     protocol/spec/rules.md, R10\n",
        "\n  mend    `head` tells how many checkers may leave 24 this turn\n",
        "\n  stderr  thinking\\n",
    ] {
        assert!(told.contains(says), "{says}:\n{told}");
    }
}

#[test]
fn an_answer_that_is_not_flushed_is_told_from_one_that_never_comes() {
    let times = ["--turn", "1s", "0ms", "--time", "2s"];
    for (what, check) in [
        ("until-end", "lines.flushed"),
        ("no-newline", "lines.ended"),
        ("return-only", "lines.ended"),
        ("silent", "games.turn_time"),
        ("half-line", "games.turn_time"),
    ] {
        let ran = run(&times, &scripted(&[("turn:3", what)]));
        assert_eq!(ran.code, Some(1), "{what}: {ran:#?}");
        let failed: Vec<_> = ran
            .stdout
            .lines()
            .filter_map(|line| line.strip_prefix("FAILED "))
            .collect();
        assert_eq!(failed.len(), 1, "{what}: {failed:?}");
        assert!(failed[0].starts_with(check), "{what}: {failed:?}");
    }
}

#[test]
fn what_a_bot_says_of_itself_cannot_act_on_a_terminal() {
    let ran = run(
        &["--time", "1s"],
        &scripted(&[("turn:2", "stderr:\u{1b}[31mred")]),
    );
    assert!(!ran.stdout.contains('\u{1b}'), "{}", ran.stdout);
}
