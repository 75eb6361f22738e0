//! Languages whose runtimes ask much of a machine run within the usual limits.

use crate::lab::{Lab, League};
use crate::support::{is_here, project};

fn assert_plays(language: &str, version_option: &str, file: &str) {
    if !is_here(language, version_option, file) {
        return;
    }
    let file = project().join("bots").join(file);
    let command = [language.to_owned(), file.to_str().unwrap().to_owned()];
    let lab = Lab::own();
    let league = League::new("pairs = 1\n[time]\nstart = \"60s\"\nturn = \"30s\"\n")
        .bot(language, &command)
        .bot("other", &lab.scripted("other", &[]));
    let (results, ran) = lab.play(&league, "out", &[]);
    for game in results.rows("games.csv") {
        assert_eq!(game.text("reason"), "borne_off", "{}", ran.stderr);
    }
}

#[test]
fn node_runs_within_the_usual_limits() {
    assert_plays("node", "--version", "javascript/greedy.js");
}

#[test]
fn a_java_machine_runs_within_the_usual_limits() {
    assert_plays("java", "-version", "java/Greedy.java");
}
