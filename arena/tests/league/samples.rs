//! The sample bots of every language, as their READMEs start them: they play whole games without
//! a fault. What a machine does not have is left out, and the tests say so.

use std::path::Path;
use std::process::Command;

use crate::support::{Ground, builtin, is_here, league, project};

/// Games of a sample against `builtin:random`, in one ruleset of each kind.
fn assert_plays_without_fault(ground: &Ground, command: &[&str]) {
    assert_plays(
        ground,
        command,
        &["long", "long-club", "gulbar", "short-east"],
    );
}

fn assert_plays(ground: &Ground, command: &[&str], rulesets: &[&str]) {
    for rules in rulesets {
        let command = command.iter().map(|word| (*word).to_owned()).collect();
        let bots = [("sample", command), ("random", builtin("random"))];
        let settings = format!("rules = \"{rules}\"\npairs = 1\n[time]\nstart = \"60s\"\n");
        let text = league(&settings, &bots);
        let (results, ran) = ground.play_and_tell(&text, &format!("played-{rules}"), &[]);
        for game in results.rows("games.csv") {
            let reason = game.text("reason");
            assert_eq!(reason, "borne_off", "{rules}: {game:?}\n{}", ran.stderr);
        }
    }
}

/// A file among the samples.
fn sample(path: &str) -> String {
    let path = project().join("bots").join(path);
    path.into_os_string().into_string().unwrap()
}

#[test]
fn the_greedy_bot_in_python_plays_without_fault() {
    if is_here("python3", "--version", "bots/python/greedy.py") {
        let command = ["python3", &sample("python/greedy.py")];
        assert_plays_without_fault(&Ground::new(), &command);
    }
}

#[test]
fn the_reference_bot_in_python_plays_without_fault() {
    if is_here("python3", "--version", "bots/python/reference.py") {
        let command = ["python3", &sample("python/reference.py")];
        assert_plays_without_fault(&Ground::new(), &command);
    }
}

#[test]
fn the_bot_in_javascript_plays_without_fault() {
    if is_here("node", "--version", "bots/javascript/greedy.js") {
        let command = ["node", &sample("javascript/greedy.js")];
        assert_plays_without_fault(&Ground::new(), &command);
    }
}

#[test]
fn the_bot_in_bash_plays_without_fault() {
    if is_here("bash", "--version", "bots/bash/first.sh") {
        let command = ["bash", &sample("bash/first.sh")];
        assert_plays_without_fault(&Ground::new(), &command);
    }
}

#[test]
fn the_bot_in_java_plays_without_fault() {
    if is_here("java", "-version", "bots/java/Greedy.java") {
        let command = ["java", &sample("java/Greedy.java")];
        assert_plays_without_fault(&Ground::new(), &command);
    }
}

#[test]
fn the_bot_in_c_is_compiled_and_plays_without_fault() {
    if is_here("cc", "--version", "bots/c/greedy.c") {
        let ground = Ground::new();
        let mut cc = Command::new("cc");
        cc.args(["-O2", "-Wall", "-Wextra", "-Werror", "-o"]);
        let status = cc
            .arg(ground.path("greedy"))
            .arg(sample("c/greedy.c"))
            .status();
        assert!(status.unwrap().success());
        assert_plays_without_fault(&ground, &["./greedy"]);
    }
}

#[test]
fn the_bot_with_gnubg_plays_without_fault() {
    // Where Debian puts it, which is not on everybody's `PATH`; the bot looks there, too.
    let debian = "/usr/games/gnubg";
    let there = Path::new(debian).exists();
    let gnubg = if there { debian } else { "gnubg" };
    if is_here("python3", "--version", "bots/gnubg/gnubg.py")
        && is_here(gnubg, "--version", "bots/gnubg/gnubg.py")
    {
        let command = ["python3", &sample("gnubg/gnubg.py")];
        assert_plays(&Ground::new(), &command, &["short"]);
    }
}
