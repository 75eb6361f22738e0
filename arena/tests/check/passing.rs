//! Bots that do everything right.

use std::process::Command;

use crate::support::{Ground, builtin, is_here, project, scripted};
use crate::{check, failures, ids};

/// Makes sure that nothing fails; answers the checks that were not reached.
fn assert_passes(command: &[String], time: &str) -> Vec<String> {
    let told = check(&Ground::new(), time, command);
    assert_eq!(told["failed"], 0, "{command:?}: {}", failures(&told));
    let passed = ids(&told, "passed");
    assert!(passed.len() >= 40, "{command:?}: only {passed:?}");
    ids(&told, "not_reached").into_iter().collect()
}

fn sample(program: &[&str], file: &str) -> Vec<String> {
    let path = project().join("bots").join(file);
    let words = program.iter().map(|word| (*word).to_owned());
    words
        .chain([path.into_os_string().into_string().unwrap()])
        .collect()
}

/// A sample plays games in its own time; what it does not get to by then is another one's matter.
fn assert_sample_passes(program: &str, version: &str, file: &str) {
    if is_here(program, version, file) {
        assert_passes(&sample(&[program], file), "8s");
    }
}

#[test]
fn built_in_bots_meet_everything_and_pass() {
    for name in ["random", "pips", "blocks"] {
        let missed = assert_passes(&builtin(name), "5m");
        assert_eq!(missed, [] as [&str; 0], "{name}");
    }
}

#[test]
fn a_bot_that_takes_the_first_legal_turn_passes() {
    assert_passes(&scripted(&[]), "20s");
}

#[test]
fn what_the_protocol_accepts_passes() {
    for way in ["crlf", "blank-lines-first", "spaces", "extra-keys"] {
        assert_passes(&scripted(&[("turn", way)]), "4s");
    }
    assert_passes(&scripted(&[("hello", "bom")]), "4s");
    assert_passes(&scripted(&[("turn", "stderr:thinking")]), "4s");
}

#[test]
fn a_bot_that_leaves_after_every_game_passes() {
    assert_passes(&scripted(&[("result", "exit:0")]), "4s");
}

#[test]
fn a_bot_that_left_is_not_taken_for_one_that_was_silent() {
    for message in ["error", "result"] {
        let told = check(&Ground::new(), "4s", &scripted(&[(message, "exit:0")]));
        assert_eq!(told["failed"], 0, "{message}: {}", failures(&told));
        let id = format!("games.{message}");
        let mut checks = told["checks"].as_array().unwrap().iter();
        let found = checks.find(|check| check["id"] == *id).unwrap();
        assert_eq!(found["outcome"], "not_reached", "{found}");
        let why = found["why"].as_str().unwrap();
        assert!(why.contains(&format!("after `{message}`")), "{why}");
    }
}

#[test]
fn a_bot_that_closes_its_stdout_and_then_exits_passes() {
    // Longer than the arena grants a bot that closes a pipe in a game.
    let leaving = "close-then-exit:600";
    assert_passes(&scripted(&[("quit", leaving), ("end", leaving)]), "4s");
}

#[test]
fn the_samples_in_python_pass() {
    assert_sample_passes("python3", "--version", "python/greedy.py");
    assert_sample_passes("python3", "--version", "python/reference.py");
}

#[test]
fn the_sample_in_javascript_passes() {
    assert_sample_passes("node", "--version", "javascript/greedy.js");
}

#[test]
fn the_sample_in_bash_passes() {
    assert_sample_passes("bash", "--version", "bash/first.sh");
}

#[test]
fn the_sample_in_java_passes() {
    assert_sample_passes("java", "-version", "java/Greedy.java");
}

#[test]
fn the_sample_in_c_passes() {
    if is_here("cc", "--version", "bots/c/greedy.c") {
        let ground = Ground::new();
        let source = sample(&[], "c/greedy.c");
        let mut cc = Command::new("cc");
        let built = cc
            .arg("-o")
            .arg(ground.path("greedy"))
            .args(&source)
            .status();
        assert!(built.unwrap().success());
        let bot = ground
            .path("greedy")
            .into_os_string()
            .into_string()
            .unwrap();
        assert_passes(&[bot], "8s");
    }
}
