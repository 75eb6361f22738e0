//! Stepping through a game on a terminal, which `script` of util-linux makes.

use crate::play;
use crate::support::{Ground, is_here};

/// What the terminal is shown while these keys are pressed.
fn shown(ground: &Ground, keys: &str) -> String {
    ground.write("keys", keys);
    let arena = env!("CARGO_BIN_EXE_arena");
    let inside =
        format!("stty rows 30 columns 100; '{arena}' replay out 1a; echo left:$?; stty -a");
    let command =
        format!("(sleep 1; cat keys; sleep 1) | TERM=xterm script -qec \"{inside}\" /dev/null");
    let ran = ground.run_in_shell(&command, &[]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    ran.stdout
}

#[test]
fn keys_step_through_the_game_and_leave_the_terminal_as_it_was() {
    if !is_here("script", "--version", "keys on a terminal") {
        return;
    }
    let ground = Ground::new();
    play(&ground, "long");
    let count = ground.results("out").records()[0].turns.len();
    let (right, left, end) = ("\u{1b}[C", "\u{1b}[D", "\u{1b}[F");
    let text = shown(&ground, &format!("{right}{right}{left}{end}vq"));
    let mut rest = &text[..];
    for step in [
        "\u{1b}[?1049h".to_owned(),
        "start: ".to_owned(),
        format!("turn 1 of {count}: "),
        format!("turn 2 of {count}: "),
        format!("turn 1 of {count}: "),
        format!("turn {count} of {count}: "),
        " won by ".to_owned(),
        "\u{1b}[?1049l".to_owned(),
        "left:0".to_owned(),
    ] {
        let at = rest
            .find(&step)
            .unwrap_or_else(|| panic!("{step:?} is not in {rest:?}"));
        rest = &rest[at + step.len()..];
    }
    let words: Vec<_> = rest.split_whitespace().collect();
    for mode in ["icanon", "echo", "isig"] {
        assert!(words.contains(&mode), "{mode}: {rest}");
    }
    assert!(
        text.contains("\u{1b}[?25h"),
        "the cursor stays hidden: {text:?}"
    );
}
