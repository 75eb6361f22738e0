//! The results are a function of the league file and the bots' moves: the same bytes however many
//! games are played at once, and wherever the bots run.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Ground, Results, builtin, league, scripted, skipped};

/// Four bots, of which one goes its own way; everybody meets everybody in so many pairs.
fn league_with(settings: &str, fourth: Vec<String>) -> String {
    let bots = [
        ("random", builtin("random")),
        ("pips", builtin("pips")),
        ("fourth", fourth),
        ("blocks", builtin("blocks")),
    ];
    league(settings, &bots)
}

/// Plays a league with one, two and eight games at once, and once more with its bots on any core.
fn assert_equal_at_any_concurrency(fourth: &[String]) -> Results {
    let ground = Ground::new();
    let pinned = league_with("pairs = 2", fourth.to_vec());
    let alone = ground.play(&pinned, "one", &["--concurrency", "1"]);
    for games_at_once in ["2", "8"] {
        let out = format!("at-once-{games_at_once}");
        let results = ground.play(&pinned, &out, &["--concurrency", games_at_once]);
        results.assert_same_as(&alone);
    }
    let anywhere = league_with("pairs = 2\npin = false", fourth.to_vec());
    let results = ground.play(&anywhere, "anywhere", &["--concurrency", "3"]);
    results.assert_same_as(&alone);
    assert_eq!(alone.journal().len(), 6 * 2 * 2);
    alone
}

#[test]
fn well_behaved_bots_give_the_same_bytes_at_any_concurrency_pinned_or_not() {
    let results = assert_equal_at_any_concurrency(&scripted(&[]));
    let games = results.rows("games.csv");
    assert!(games.iter().all(|game| game.text("reason") == "borne_off"));
}

#[test]
fn a_bot_that_always_crashes_at_its_fourth_turn_changes_nothing_of_that() {
    let results = assert_equal_at_any_concurrency(&scripted(&[("turn:4", "exit:7")]));
    for game in results.rows("games.csv") {
        let bots = [game.text("first"), game.text("second")];
        let (reason, culprit) = match bots.contains(&"fourth") {
            true => ("exited", "fourth"),
            false => ("borne_off", ""),
        };
        assert_eq!(game.text("reason"), reason, "{game:?}");
        assert_eq!(game.text("at_fault"), culprit, "{game:?}");
    }
}

#[test]
fn the_games_of_the_others_are_the_same_whether_a_bot_crashes_or_not() {
    let ground = Ground::new();
    let others = |fourth: &[(&str, &str)], out: &str| {
        let text = league_with("pairs = 1", scripted(fourth));
        let mut lines = ground.play(&text, out, &["--concurrency", "2"]).journal();
        lines.retain(|line| !line.contains("\"fourth\""));
        lines.sort();
        lines
    };
    let undisturbed = others(&[], "undisturbed");
    assert_eq!(undisturbed.len(), 3 * 2);
    for (number, orders) in [
        [("turn:4", "exit:7")],
        [("turn:2", "illegal-none")],
        [("game", "signal:SEGV")],
        [("start", "exit:1")],
        [("result", "exit:0")],
    ]
    .iter()
    .enumerate()
    {
        let out = format!("disturbed-{number}");
        assert_eq!(others(orders, &out), undisturbed, "{orders:?}");
    }
}

#[test]
fn another_seed_gives_other_games_and_the_command_line_wins_over_the_file() {
    let ground = Ground::new();
    let text = league(
        "pairs = 1",
        &[("a", builtin("random")), ("b", builtin("random"))],
    );
    let given = ground.play(&text, "given", &["--seed", "another"]);
    let written = ground.play(&text.replace("2026", "another"), "written", &[]);
    given.assert_same_as(&written);
    let usual = ground.play(&text, "usual", &[]);
    assert_ne!(usual.text("keys.csv"), given.text("keys.csv"));
    let rolls = |results: &Results| -> Vec<_> {
        let records = results.records().into_iter();
        records.map(|record| record.turns).collect()
    };
    assert_ne!(rolls(&usual), rolls(&given));
}

#[test]
fn a_low_limit_of_descriptors_makes_fewer_games_at_once_and_changes_nothing_else() {
    let ground = Ground::new();
    let text = league_with("pairs = 1", builtin("pips"));
    let usual = ground.play(&text, "usual", &["--concurrency", "1"]);
    let limit = "ulimit -n 64; exec \"$0\" \"$@\"";
    let arguments = ["league", "usual.toml", "--out", "low", "--concurrency", "8"];
    let ran = ground.run_in_shell(limit, &arguments);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(
        ran.stderr.contains("2 games at once instead of 8"),
        "{ran:#?}"
    );
    ground.results("low").assert_same_as(&usual);
    // What the shell leaves open counts.
    let open = (10..30).map(|number| format!("exec {number}</dev/null; "));
    let crowded = format!("{}{}", open.collect::<String>(), limit.replace("64", "70"));
    let bash = format!("exec bash -c '{crowded}' \"$0\" \"$@\"");
    let arguments = [
        "league",
        "usual.toml",
        "--out",
        "crowded",
        "--concurrency",
        "8",
    ];
    let ran = ground.run_in_shell(&bash, &arguments);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(
        ran.stderr.contains("1 game at once instead of 8"),
        "{ran:#?}"
    );
    ground.results("crowded").assert_same_as(&usual);
    let limit = limit.replace("64", "30");
    let arguments = ["league", "usual.toml", "--out", "none"];
    let ran = ground.run_in_shell(&limit, &arguments);
    assert_eq!(ran.code, Some(3), "{ran:#?}");
    assert!(ran.stderr.contains("ulimit -n"), "{ran:#?}");
    assert!(!ground.path("none").exists());
}

#[test]
fn a_low_limit_of_processes_makes_fewer_games_at_once_and_changes_nothing_else() {
    let ground = Ground::new();
    let text = league_with("pairs = 2", builtin("pips"));
    let usual = ground.play(&text, "usual", &["--concurrency", "1"]);
    let group = Group::new();
    let Some(group) = &group else {
        skipped("a low limit of processes: it takes root and a control group that counts them");
        return;
    };
    // A game takes two bots of up to 18 processes and a worker, the arena four.
    let play = |most: u32, out: &str| {
        group.set("pids.max", &most.to_string());
        let join = format!(
            "echo $$ > {}/cgroup.procs; exec \"$0\" \"$@\"",
            group.0.display()
        );
        ground.run_in_shell(
            &join,
            &["league", "usual.toml", "--out", out, "--concurrency", "20"],
        )
    };
    let ran = play(100, "low");
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(
        ran.stderr.contains("2 games at once instead of 20") && ran.stderr.contains("pids.max"),
        "{ran:#?}"
    );
    ground.results("low").assert_same_as(&usual);
    let ran = play(9, "none");
    assert_eq!(ran.code, Some(3), "{ran:#?}");
    assert!(ran.stderr.contains("too few for one game"), "{ran:#?}");
    assert!(!ground.path("none").exists());
}

#[test]
fn a_caller_that_ignores_the_ends_of_children_does_not_matter() {
    let ground = Ground::new();
    ground.write("usual.toml", league_with("pairs = 1", builtin("pips")));
    let script = "trap '' CHLD; exec \"$0\" \"$@\"";
    let ran = ground.run_in_shell(script, &["league", "usual.toml", "--out", "out"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert_eq!(ground.results("out").journal().len(), 12);
}

#[test]
fn the_limit_of_a_users_processes_is_kept_too() {
    let ground = Ground::new();
    ground.write("usual.toml", league_with("pairs = 1", builtin("pips")));
    // The user has more than one already, the shell among them.
    let limit = "exec prlimit --nproc=1 \"$0\" \"$@\"";
    let ran = ground.run_in_shell(limit, &["league", "usual.toml", "--out", "none"]);
    let bound = !rustix::process::getuid().is_root();
    assert_eq!(ran.code, Some(if bound { 3 } else { 0 }), "{ran:#?}");
    if bound {
        assert!(ran.stderr.contains("ulimit -u"), "{ran:#?}");
        assert!(!ground.path("none").exists());
    }
}

/// A control group of a test's own that counts processes.
struct Group(PathBuf);

impl Group {
    /// None where there is no right to make one.
    fn new() -> Option<Group> {
        let name = format!("arena-test-{}", std::process::id());
        let tops = ["/sys/fs/cgroup/pids", "/sys/fs/cgroup"].map(Path::new);
        let group = tops.iter().find_map(|top| {
            let group = Group(top.join(&name));
            fs::create_dir(&group.0).ok()?;
            group.0.join("pids.max").exists().then_some(group)
        })?;
        Some(group)
    }

    fn set(&self, file: &str, text: &str) {
        fs::write(self.0.join(file), text).unwrap();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}
