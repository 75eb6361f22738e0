//! Which files a bot sees: its own, those it is shown, its interpreter; no others.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use crate::common::scripted_bot;
use crate::lab::{Lab, League, numbers};
use crate::support::{is_here, skipped};

/// The line that tells a bot where to look.
fn at(file: &Path) -> String {
    format!("env = {{ LOOK_AT = {file:?} }}")
}

/// Whether a bot sees a file, with these lines in its part of the league file.
fn sees(lab: &Lab, file: &Path, lines: &str) -> bool {
    let looking = lab.scripted("looking", &[("turn:1", "look")]);
    let lines = format!("{}\n{lines}", at(file));
    let league = League::new("pairs = 1\n")
        .bot_with("looking", &looking, &lines)
        .bot("other", &lab.scripted("other", &[]));
    let out = format!("out-{}", lab.path("").read_dir().unwrap().count());
    let (results, _) = lab.play(&league, &out, &[]);
    let seen = numbers(&results, "looking", "made");
    assert_eq!(seen.len(), 2, "{seen:?}");
    assert_eq!(seen[0], seen[1]);
    seen[0] == 1
}

#[test]
fn a_folder_is_seen_by_the_bot_that_may_read_it_and_only_by_that() {
    let lab = Lab::own();
    let book = lab.path("books/openings");
    fs::create_dir(lab.path("books")).unwrap();
    fs::write(&book, "1 e4").unwrap();
    assert!(!sees(&lab, &book, ""));
    assert!(sees(&lab, &book, "read = [\"books\"]"));
    assert!(sees(&lab, &book, "read = [\"books/openings\"]"));
}

#[test]
fn what_lies_beside_its_program_is_seen_and_what_lies_beside_its_rivals_is_not() {
    let lab = Lab::own();
    lab.scripted("looking", &[]);
    lab.scripted("other", &[]);
    let (own, rivals) = (lab.path("looking/weights"), lab.path("other/weights"));
    for file in [&own, &rivals] {
        fs::write(file, "0.5").unwrap();
    }
    assert!(sees(&lab, &own, ""));
    assert!(!sees(&lab, &rivals, ""));
}

#[test]
fn a_rivals_files_stay_hidden_inside_a_folder_that_may_be_read() {
    let lab = Lab::own();
    lab.scripted("all/rival", &[]);
    let weights = lab.path("all/rival/weights");
    let book = lab.path("all/book");
    fs::write(&weights, "0.5").unwrap();
    fs::write(&book, "1 e4").unwrap();
    for (file, seen) in [(&weights, 0), (&book, 1)] {
        let looking = lab.scripted("looking", &[("turn:1", "look")]);
        let lines = format!("{}\nread = [\"all\"]", at(file));
        let league = League::new("pairs = 1\n")
            .bot_with("looking", &looking, &lines)
            .bot("rival", &lab.scripted("all/rival", &[]));
        let (results, _) = lab.play(&league, &format!("out-{seen}"), &[]);
        assert_eq!(numbers(&results, "looking", "made"), [seen, seen]);
    }
}

/// A program at `X/bin` finds its library at `X/lib`, as in a virtual environment of Python's.
#[test]
fn a_bot_starts_in_a_folder_that_is_hidden_inside_a_folder_that_may_be_read() {
    let lab = Lab::own();
    fs::create_dir_all(lab.path("leagues/deep")).unwrap();
    let one = lab.scripted("one", &[]);
    let league = League::new("pairs = 1\n")
        .bot_with("one", &one, "read = [\"../..\"]")
        .bot("other", &lab.scripted("other", &[]));
    let file = league.write(&lab, "leagues/deep/league");
    // What is beside the results is hidden, and the league's folder is there.
    let ran = lab.run(&["league", &file, "--out", "leagues/out"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    for game in lab.ground().results("leagues/out").rows("games.csv") {
        assert_eq!(game.text("reason"), "borne_off");
    }
}

#[test]
fn a_program_folder_in_an_odd_place_brings_the_folder_around_it() {
    let lab = Lab::own();
    let library = lab.path("odd/env/lib/library");
    fs::create_dir_all(lab.path("odd/env/lib")).unwrap();
    fs::write(&library, "code").unwrap();
    let program = lab.scripted("odd/env/bin", &[("turn:1", "look")]);
    // Reached over a link from elsewhere, too.
    fs::create_dir(lab.path("links")).unwrap();
    symlink(&program[0], lab.path("links/bot")).unwrap();
    let mut linked = program.clone();
    linked[0] = lab.path("links/bot").to_str().unwrap().to_owned();
    for (out, command) in [("direct", program), ("linked", linked)] {
        let league = League::new("pairs = 1\n")
            .bot_with("looking", &command, &at(&library))
            .bot("other", &lab.scripted("other", &[]));
        let (results, _) = lab.play(&league, out, &[]);
        assert_eq!(numbers(&results, "looking", "made"), [1, 1], "{out}");
    }
}

#[test]
fn an_interpreter_in_an_odd_place_is_found_by_the_script_that_names_it() {
    let lab = Lab::own();
    if !Path::new("/bin/sh").exists() {
        skipped("a script's interpreter: there is no /bin/sh");
        return;
    }
    let shell = lab.program("tools/bin", &Path::new("/bin/sh").canonicalize().unwrap());
    let script = lab.path("scripts/bot");
    fs::create_dir(lab.path("scripts")).unwrap();
    let bot = lab.scripted("scripts", &[]).remove(0);
    fs::write(&script, format!("#!{shell}\nexec {bot}\n")).unwrap();
    fs::set_permissions(&script, Permissions::from_mode(0o755)).unwrap();
    let league = League::new("pairs = 1\n")
        .bot("script", &[script.to_str().unwrap().to_owned()])
        .bot("other", &lab.scripted("other", &[]));
    let (results, ran) = lab.play(&league, "out", &[]);
    for game in results.rows("games.csv") {
        assert_eq!(game.text("reason"), "borne_off", "{}", ran.stderr);
    }
}

#[test]
fn a_virtual_environment_of_pythons_works() {
    if !is_here("python3", "--version", "a virtual environment") {
        return;
    }
    let lab = Lab::own();
    let mut venv = std::process::Command::new("python3");
    venv.args(["-m", "venv", "--without-pip"])
        .arg(lab.path("env"));
    if !venv.output().is_ok_and(|made| made.status.success()) {
        skipped("a virtual environment: python3 has no module venv");
        return;
    }
    let bot = lab.path("code/bot.py");
    fs::create_dir(lab.path("code")).unwrap();
    let sample = crate::support::project().join("bots/python/greedy.py");
    fs::copy(sample, &bot).unwrap();
    let command = [lab.path("env/bin/python3"), bot].map(|path| path.to_str().unwrap().to_owned());
    let league = League::new("pairs = 1\n[time]\nstart = \"60s\"\n")
        .bot("python", &command)
        .bot("other", &lab.scripted("other", &[]));
    let (results, ran) = lab.play(&league, "out", &[]);
    for game in results.rows("games.csv") {
        assert_eq!(game.text("reason"), "borne_off", "{}", ran.stderr);
    }
}

#[test]
fn a_file_of_unknown_format_is_not_taken_to_a_shell() {
    let lab = Lab::own();
    let mut program = fs::read(scripted_bot()).unwrap();
    // The length of an entry in the list of its parts, which the kernel alone looks at.
    program[54..56].fill(0xff);
    let broken = lab.path("broken/bot");
    fs::create_dir(lab.path("broken")).unwrap();
    fs::write(&broken, program).unwrap();
    fs::set_permissions(&broken, Permissions::from_mode(0o755)).unwrap();
    let league = League::new("pairs = 1\n")
        .bot("broken", &[broken.to_str().unwrap().to_owned()])
        .bot("other", &lab.scripted("other", &[]));
    let file = league.write(&lab, "out");
    let ran = lab.run(&["league", &file, "--out", "out"]);
    let says = "it has neither a `#!` line nor a binary format known here";
    assert!(ran.stderr.contains(says), "{ran:#?}");
    assert!(!ran.stderr.contains("Syntax error"), "{ran:#?}");
}
