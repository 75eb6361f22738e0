//! `arena new`: what it writes is built, passes `arena check`, and plays its league.

use std::fs;
use std::process::Command;

use arena::starter::LANGUAGES;

use crate::support::{Ground, is_here};

/// Makes a bot, builds it, checks it and lets it play.
fn assert_works(name: &str, needs: (&str, &str)) {
    let language = LANGUAGES.iter().find(|language| language.name == name);
    let language = language.unwrap();
    if !is_here(needs.0, needs.1, &format!("arena new --lang {name}")) {
        return;
    }
    let ground = Ground::new();
    let ran = ground.run(&["new", "made/mine", "--lang", name]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let folder = ground.path("made/mine");
    let source = fs::read_to_string(folder.join(language.source)).unwrap();
    assert!(source.lines().count() <= 60, "{name}");
    if let [program, words @ ..] = language.build {
        let built = Command::new(program)
            .args(words)
            .current_dir(&folder)
            .status();
        assert!(built.unwrap().success(), "{name}");
    }
    let arena = env!("CARGO_BIN_EXE_arena");
    let run = |words: &[&str]| {
        let mut command = Command::new(arena);
        command.current_dir(&folder).args(words);
        let ran = command.output().unwrap();
        assert!(ran.status.success(), "{name}: {words:?}: {ran:#?}");
    };
    let check = [
        "check", "--start", "60s", "--turn", "20s", "0ms", "--time", "8s", "--",
    ];
    run(&[&check[..], language.run].concat());
    // As it is, but for the time that a start may take on a busy machine.
    let league = fs::read_to_string(folder.join("league.toml")).unwrap();
    let shorter = league.replace("pairs = 10 ", "pairs = 1 ") + "\n[time]\nstart = \"60s\"\n";
    assert!(shorter.contains("pairs = 1 "));
    fs::write(folder.join("league.toml"), shorter).unwrap();
    run(&["league", "league.toml", "--out", "results"]);
    let games = fs::read_to_string(folder.join("results/games.csv")).unwrap();
    let rows: Vec<_> = games.lines().skip(1).collect();
    assert_eq!(rows.len(), 2);
    assert!(
        rows.iter().all(|row| row.contains(",borne_off,")),
        "{name}: {games}"
    );
}

#[test]
fn a_bot_in_python_works() {
    assert_works("python", ("python3", "--version"));
}

#[test]
fn a_bot_in_javascript_works() {
    assert_works("javascript", ("node", "--version"));
}

#[test]
fn a_bot_in_rust_works() {
    assert_works("rust", ("rustc", "--version"));
}

#[test]
fn a_bot_in_c_works() {
    assert_works("c", ("cc", "--version"));
}

#[test]
fn a_bot_in_java_works() {
    assert_works("java", ("java", "-version"));
}

#[test]
fn a_bot_in_go_works() {
    assert_works("go", ("go", "version"));
}

#[test]
fn nothing_is_ever_overwritten() {
    let ground = Ground::new();
    fs::create_dir(ground.path("full")).unwrap();
    ground.write("full/bot.py", "mine");
    ground.write("file", "mine");
    let before = ground.tree();
    for place in ["full", "file"] {
        let ran = ground.run(&["new", place, "--lang", "python"]);
        assert_eq!(ran.code, Some(2), "{ran:#?}");
        assert!(
            ran.stderr.contains("not an empty folder; name a new one"),
            "{ran:#?}"
        );
    }
    assert_eq!(ground.tree(), before);
}

#[test]
fn a_shell_can_be_given_the_lines_that_follow_whatever_the_folder_is_called() {
    for name in [
        "plain",
        "my bot",
        "$(touch pwn)",
        "it's",
        "-mine",
        "-my bot",
    ] {
        let ground = Ground::new();
        let ran = ground.run(&["new", "--lang", "python", "--", name]);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        let mut lines = ran.stdout.lines().map(str::trim);
        let cd = lines.find(|line| line.starts_with("cd ")).unwrap();
        let shell = Command::new("/bin/sh")
            .args(["-c", &format!("{cd} && ls bot.py")])
            .current_dir(ground.path("."))
            .output();
        assert_eq!(shell.unwrap().stdout, b"bot.py\n", "{cd}");
        assert!(!ground.path("pwn").exists());
    }
}

#[test]
fn an_unknown_language_is_refused_with_those_that_there_are() {
    let ran = Ground::new().run(&["new", "mine", "--lang", "cobol"]);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    for language in LANGUAGES {
        assert!(ran.stderr.contains(language.name), "{ran:#?}");
    }
}
