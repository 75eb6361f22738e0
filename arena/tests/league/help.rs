//! What the commands say: their help, and a league's output where there is no terminal.

use crate::support::{Ground, builtin, league, scripted};

fn help(args: &[&str]) -> String {
    let ran = Ground::new().run(&[args, &["--help"]].concat());
    assert_eq!(ran.code, Some(0), "{args:?}: {ran:#?}");
    assert_eq!(ran.stderr, "", "{args:?}");
    assert!(!ran.stdout.contains('\u{1b}'), "{args:?}");
    ran.stdout
}

#[test]
fn help_names_every_command_and_exit_code() {
    let text = help(&[]).replace('\n', " ");
    for says in [
        "league",
        "match",
        "legal",
        "verify",
        "check",
        "new",
        "replay",
        "play",
        "rate",
        "dice",
        "report",
        "0 done",
        "1 something",
        "2 usage",
        "3 the machine",
        "130 stopped",
    ] {
        assert!(text.contains(says), "{says}:\n{text}");
    }
    assert!(
        !text.contains("builtin "),
        "a command for the arena itself:\n{text}"
    );
}

// A list, long as it is.
#[allow(clippy::too_many_lines)]
#[test]
fn help_of_each_command_names_its_arguments_and_shows_an_example() {
    for (command, all) in [
        (
            "league",
            &[
                "[FILE]",
                "--out <DIR>",
                "--seed <TEXT>",
                "--concurrency <N>",
                "--live[=<ADDR>]",
                "--live-beyond-loopback",
                "--resume",
                "[[bot]]",
            ][..],
        ),
        (
            "match",
            &[
                "<A> <B>",
                "--self-test <A>",
                "--pairs <N>",
                "--sprt <KEY=NUMBER>",
                "elo0=0 elo1=20",
                "nelo0",
                "points0",
                "--live[=<ADDR>]",
                "--resume",
                "--rules <ID|FILE>",
                "--out <DIR>",
                "--seed <TEXT>",
                "builtin:",
            ],
        ),
        (
            "legal",
            &[
                "dice_used",
                "ends_count",
                "turns",
                "leftover",
                "opponent_first_roll",
                "\"board\"",
            ],
        ),
        (
            "verify",
            &["<DIR>", "--json", "1 something", "arena verify"],
        ),
        (
            "check",
            &[
                "<COMMAND>...",
                "--start <TIME>",
                "--turn <TURN> <BANK>",
                "--time <TIME>",
                "--json",
                "1 something",
                "arena check -- python3",
            ],
        ),
        (
            "new",
            &["<DIR>", "--lang <LANGUAGE>", "javascript", "arena new mine"],
        ),
        (
            "rate",
            &[
                "<FILE>...",
                "--anchor <NAME=ELO>",
                "--without-forfeits",
                "--ignore-starter",
                "--versus <A> <B>",
                "--json",
                "arena rate results",
            ],
        ),
        ("dice", &["<DIR>", "--json", "Holm", "arena dice results"]),
        (
            "report",
            &[
                "<DIR>",
                "--out <FILE>",
                "--lang <LANG>",
                "--games <N>",
                "#game=12a&turn=30",
                "arena report results",
            ],
        ),
    ] {
        assert_help_says(command, all);
    }
}

fn assert_help_says(command: &str, all: &[&str]) {
    let text = help(&[command]);
    for says in all {
        assert!(text.contains(says), "{command}: {says}:\n{text}");
    }
}

#[test]
fn help_of_the_commands_for_single_games_says_what_to_type() {
    for (command, all) in [
        (
            "play",
            &[
                "[BOT]",
                "--rules <ID|FILE>",
                "--time <TURN+BANK>",
                "--lang <LANG>",
                "--seed <TEXT>",
                "--out <DIR>",
                "130 stopped",
                "arena play builtin:",
            ][..],
        ),
        (
            "replay",
            &[
                "<DIR> [GAME]",
                "--plain",
                "--view <VIEW>",
                "--export <FORMAT>",
                "--rerun",
                "--base <DIR>",
                "Keys:",
                "1 --rerun",
                "arena replay results",
            ],
        ),
    ] {
        assert_help_says(command, all);
    }
}

#[test]
fn the_league_file_in_the_help_is_a_league_file() {
    let ground = Ground::new();
    let text = help(&["league"]);
    let lines = text
        .lines()
        .skip_while(|line| !line.starts_with("  name = "));
    let example: String = lines.map(|line| format!("{}\n", line.trim())).collect();
    // One of its bots has its file elsewhere.
    let command = "[\"python3\", \"bots/python/greedy.py\"]";
    assert!(example.contains(command), "{example}");
    let example = example.replace(command, "[\"builtin:blocks\"]");
    ground.play(&example.replace("pairs = 50", "pairs = 1"), "example", &[]);
}

#[test]
fn the_example_in_the_help_of_legal_works() {
    let text = help(&["legal"]);
    let example = text.lines().find(|line| line.ends_with(" | arena legal"));
    let example = example.unwrap_or_else(|| panic!("no example on one line:\n{text}"));
    let ground = Ground::new();
    ground.write("position.jsonl", example.split('\'').nth(1).unwrap());
    let ran = ground.run_reading(&["legal"], "position.jsonl");
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    // One checker may leave the head, and by 6-5 it gets to 13 either way.
    assert!(ran.stdout.contains("\"ends_count\":1,"), "{}", ran.stdout);
}

#[test]
fn the_version_is_told_by_every_command() {
    for args in [
        &["--version"][..],
        &["league", "--version"],
        &["legal", "--version"],
    ] {
        let ran = Ground::new().run(args);
        assert_eq!(ran.code, Some(0));
        assert!(
            ran.stdout.contains(env!("CARGO_PKG_VERSION")),
            "{}",
            ran.stdout
        );
    }
}

#[test]
fn away_from_a_terminal_stdout_has_the_results_alone_and_stderr_plain_lines() {
    let ground = Ground::new();
    let bots = [
        ("one", builtin("random")),
        ("crashing", scripted(&[("turn:2", "exit:1")])),
        ("two", builtin("pips")),
    ];
    let text = league("pairs = 2", &bots);
    let (_, ran) = ground.play_and_tell(&text, "league", &[]);
    let lines: Vec<_> = ran.stdout.lines().filter(|line| !line.is_empty()).collect();
    assert!(lines[0].trim_start().starts_with("rank"), "{}", ran.stdout);
    let ranks = lines[1..4]
        .iter()
        .map(|line| line.split_whitespace().nth(1).unwrap());
    let mut ranked: Vec<_> = ranks.collect();
    ranked.sort_unstable();
    assert_eq!(ranked, ["crashing", "one", "two"]);
    assert!(!ran.stdout.contains("lost game"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("of 12 games"), "{}", ran.stdout);
    assert!(
        lines.last().unwrap().starts_with("12 games; results in "),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stderr.contains("12 of 12 games, 8 forfeits\n"),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr.contains("crashing: lost game "),
        "{}",
        ran.stderr
    );
    for text in [&ran.stdout, &ran.stderr] {
        let control = text.chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(control, None, "{text}");
    }
}

#[test]
fn the_faults_of_one_bot_are_told_three_times_and_then_counted_only() {
    let ground = Ground::new();
    let bots = [
        ("one", builtin("random")),
        ("crashing", scripted(&[("turn", "exit:1")])),
    ];
    let (_, ran) = ground.play_and_tell(&league("pairs = 4", &bots), "league", &[]);
    let told = ran.stderr.matches("crashing: lost game").count();
    assert_eq!(told, 3, "{}", ran.stderr);
    assert!(ran.stderr.contains("further faults"), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("8 of 8 games, 8 forfeits"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_match_is_played_without_a_file_and_named_after_its_bots() {
    let ground = Ground::new();
    let arguments = [
        "match",
        "builtin:pips",
        "builtin:pips",
        "--pairs",
        "1",
        "--seed",
        "7",
    ];
    let ran = ground.run(&arguments);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(ran.stdout.contains("pips-2"), "{}", ran.stdout);
    let folders = std::fs::read_dir(ground.path("results")).unwrap();
    let names: Vec<_> = folders.map(|folder| folder.unwrap().file_name()).collect();
    assert_eq!(names.len(), 1);
    let name = names[0].to_str().unwrap();
    assert!(name.starts_with("pips-vs-pips-2-20"), "{name}");
    let results = ground.results(&format!("results/{name}"));
    assert_eq!(results.rows("games.csv").len(), 2);
}

#[test]
fn a_league_without_a_file_is_a_demonstration_of_the_built_in_bots() {
    let ground = Ground::new();
    let ran = ground.run(&["league", "--out", "demonstration", "--seed", "1"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    for bot in ["random", "pips", "blocks"] {
        assert!(ran.stdout.contains(bot), "{}", ran.stdout);
    }
    // The bundled ones are not in this folder.
    assert!(
        ran.stderr.contains("python-greedy is left out"),
        "{}",
        ran.stderr
    );
    let results = ground.results("demonstration");
    assert!(
        results
            .rows("games.csv")
            .iter()
            .all(|game| game.text("kind") != "forfeit")
    );
}

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let text = help(&[]);
    let listed = text.split("Commands:").nth(1).expect("a list of commands");
    let listed = listed.split("Options:").next().expect("options after it");
    let rows = listed
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = rows.map(|line| line.split_whitespace().next().expect("a name").to_owned());
    names.filter(|name| name != "help").collect()
}

#[test]
fn each_command_has_a_manual_page_that_tells_its_options() {
    let whole = Ground::new().run(&["man"]);
    assert_eq!(whole.code, Some(0), "{whole:#?}");
    assert!(whole.stdout.contains(".TH arena 1"), "{}", whole.stdout);
    let names = commands();
    assert!(names.len() >= 10, "{names:?}");
    for name in names {
        let page = Ground::new().run(&["man", &name]);
        assert_eq!(page.code, Some(0), "{page:#?}");
        let title = format!(".TH arena-{name} 1");
        assert!(page.stdout.contains(&title), "{}", page.stdout);
        assert!(page.stdout.contains(".SH SYNOPSIS"), "{}", page.stdout);
        assert!(
            whole.stdout.contains(&format!("arena\\-{name}(1)")),
            "{name}"
        );
    }
    assert!(
        !whole.stdout.contains("keep"),
        "a command for the arena itself"
    );
    let unknown = Ground::new().run(&["man", "lege"]);
    assert_eq!(unknown.code, Some(2), "{unknown:#?}");
    assert!(unknown.stderr.contains("`legal`"), "{}", unknown.stderr);
}

#[test]
fn completions_are_a_script_that_the_shell_takes_and_that_knows_the_commands() {
    let script = Ground::new().run(&["completions", "bash"]);
    assert_eq!(script.code, Some(0), "{script:#?}");
    // Asks bash itself what it would offer: after `k` nothing, since `keep` is for the arena alone.
    let ask = r#"
        COMP_WORDS=(arena l); COMP_CWORD=1; _arena arena l arena; echo "${COMPREPLY[*]}"
        COMP_WORDS=(arena k); COMP_CWORD=1; _arena arena k arena; echo "${COMPREPLY[*]}"
        COMP_WORDS=(arena dice --); COMP_CWORD=2; _arena arena -- dice; echo "${COMPREPLY[*]}"
    "#;
    let bash = std::process::Command::new("bash")
        .args(["--norc", "-c", &(script.stdout + ask)])
        .output()
        .expect("bash is everywhere that the tests run");
    assert_eq!(String::from_utf8_lossy(&bash.stderr), "");
    assert_eq!(
        String::from_utf8_lossy(&bash.stdout),
        "league legal\n\n--json --help\n"
    );
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        let script = Ground::new().run(&["completions", shell]);
        assert_eq!(script.code, Some(0), "{script:#?}");
        for name in commands() {
            assert!(script.stdout.contains(&name), "{shell}: {name}");
        }
    }
}
