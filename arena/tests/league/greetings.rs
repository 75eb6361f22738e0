//! Bots that fail at their start: before the league, and in the middle of it.

use serde_json::Value;

use crate::common::scripted_bot;
use crate::support::{Ground, builtin, league, scripted};

const QUICK: &str = "[time]\nstart = \"1s\"\nturn = \"5s\"\n";

/// A bot that starts well once, for the arena's trial, and from then on misbehaves in its
/// greeting.
const LATER: &str = "\
#!/bin/sh
# MARK BOT DEED
if mkdir \"$1\" 2>/dev/null; then exec \"$2\"; fi
exec \"$2\" --at hello --do \"$3\"
";

/// What the greeting is, and the reason for which the game is lost.
const GREETINGS: [(&str, &str); 14] = [
    ("silent", "start_timeout"),
    ("hang", "start_timeout"),
    ("half-line", "start_timeout"),
    ("drip", "start_timeout"),
    ("exit:3", "exited"),
    ("signal:SEGV", "signaled"),
    ("close-stdout", "closed"),
    ("remark", "remark_on_stdout"),
    ("array", "not_an_object"),
    ("bad-utf8", "invalid_utf8"),
    ("deep", "too_deep"),
    ("flood", "line_too_long"),
    ("wrong-type", "unexpected_type"),
    ("two-objects", "trailing_data"),
];

/// In the sandbox no bot could leave a mark that it has been started before.
const FREE: &str = "--sandbox=off";

/// The command of a bot that misbehaves in every greeting but its first.
fn later(name: &str, deed: &str) -> Vec<String> {
    let bot = scripted_bot().into_os_string().into_string().unwrap();
    let words = ["/bin/sh", "later.sh", name, &bot, deed];
    words.map(str::to_owned).to_vec()
}

#[test]
fn a_greeting_that_is_none_loses_the_game_for_its_reason() {
    let ground = Ground::new();
    ground.write("later.sh", LATER);
    let mut bots = vec![
        ("host".to_owned(), scripted(&[])),
        ("guest".to_owned(), builtin("random")),
    ];
    for (number, (deed, _)) in GREETINGS.iter().enumerate() {
        bots.push((deed.to_string(), later(&format!("mark-{number}"), deed)));
    }
    let settings = format!("kind = \"gauntlet\"\npairs = 1\n{QUICK}");
    let text = league(&settings, &bots);
    let results = ground.play(&text, "greetings", &["--concurrency", "4", FREE]);
    for (deed, reason) in GREETINGS {
        for game in results.games_of(deed) {
            assert_eq!(game.text("reason"), reason, "{deed}");
            assert_eq!(game.text("at_fault"), deed);
            assert_eq!(game.text("turns"), "0", "{deed}");
        }
    }
    let guests = results.games_of("guest");
    assert_eq!(guests.len(), 2);
    assert!(guests.iter().all(|game| game.text("reason") == "borne_off"));
}

#[test]
fn a_bot_that_never_starts_is_out_before_the_league_and_the_others_play_on() {
    for (when, what) in [
        ("start", "exit:3"),
        ("hello", "signal:ABRT"),
        ("start", "remark"),
    ] {
        let ground = Ground::new();
        let bots = [
            ("one", builtin("random")),
            ("broken", scripted(&[(when, what)])),
            ("two", scripted(&[])),
        ];
        let text = league(&format!("pairs = 2\n{QUICK}"), &bots);
        let (results, ran) = ground.play_and_tell(&text, "league", &[]);
        for game in results.rows("games.csv") {
            let broken = [game.text("first"), game.text("second")].contains(&"broken");
            let reason = if broken { "dropped" } else { "borne_off" };
            assert_eq!(game.text("reason"), reason, "{what}");
            assert_eq!(game.text("at_fault"), if broken { "broken" } else { "" });
        }
        assert!(
            ran.stderr.contains("broken: does not start"),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn of_two_bots_that_do_not_start_the_first_is_at_fault_and_the_other_is_charged_with_nothing() {
    let ground = Ground::new();
    ground.write("later.sh", LATER);
    let bots = ["one", "two"].map(|name| (name, later(name, "exit:3")));
    let text = league("pairs = 4", &bots);
    let results = ground.play(&text, "league", &["--concurrency", "1", FREE]);
    let games = results.rows("games.csv");
    let faults = games.iter();
    let faults: Vec<_> = faults
        .map(|game| (game.text("at_fault"), game.text("reason")))
        .collect();
    let (one, two, out) = (("one", "exited"), ("two", "exited"), ("one", "dropped"));
    // One has had its three failures in game 3a, and two but two of them ever.
    assert_eq!(faults, [one, two, one, two, one, out, out, out]);
}

#[test]
fn three_failures_in_a_row_during_the_league_are_the_last_and_the_rest_are_forfeits() {
    let ground = Ground::new();
    ground.write("later.sh", LATER);
    let bots = [
        ("one", scripted(&[])),
        ("broken", later("mark", "exit:3")),
        ("two", builtin("random")),
    ];
    let text = league("pairs = 2", &bots);
    let (results, ran) = ground.play_and_tell(&text, "league", &["--concurrency", "1", FREE]);
    let games = results.games_of("broken");
    let reasons: Vec<_> = games.iter().map(|game| game.text("reason")).collect();
    assert_eq!(reasons.len(), 8);
    assert_eq!(reasons[..3], ["exited"; 3]);
    assert_eq!(reasons[3..], ["dropped"; 5]);
    assert!(
        ran.stderr.contains("broken: out of the league"),
        "{}",
        ran.stderr
    );
    let others = results.rows("games.csv");
    let played_out = others
        .iter()
        .filter(|game| game.text("reason") == "borne_off");
    assert_eq!(played_out.count(), 4);
}

#[test]
fn why_a_bot_does_not_start_is_shown_and_kept() {
    let ground = Ground::new();
    ground.write(
        "bad.sh",
        "echo 'looking for it' >&2\necho 'no module named nn' >&2\nexit 1\n",
    );
    let command = ["/bin/sh", "bad.sh"].map(str::to_owned).to_vec();
    let bots = [
        ("one", builtin("random")),
        ("bad", command),
        ("two", builtin("pips")),
    ];
    let (results, ran) = ground.play_and_tell(&league("pairs = 1", &bots), "league", &[]);
    for line in [
        "bad: stderr: looking for it\n",
        "bad: stderr: no module named nn\n",
    ] {
        assert!(ran.stderr.contains(line), "{}", ran.stderr);
    }
    let events = results.text("events.jsonl").lines();
    let mut events = events.map(|line| serde_json::from_str::<Value>(line).unwrap());
    let dropped = events.find(|event| event["event"] == "dropped").unwrap();
    assert_eq!(dropped["bot"], "bad");
    let why = dropped["why"].as_str().unwrap();
    assert!(
        why.contains("exit code 1") && why.contains("no module named nn"),
        "{why}"
    );
}

#[test]
fn a_league_in_which_no_two_bots_start_is_refused_and_leaves_nothing() {
    let ground = Ground::new();
    let bots = [
        ("one", builtin("random")),
        ("broken", scripted(&[("start", "exit:3")])),
        ("silent", scripted(&[("hello", "silent")])),
    ];
    ground.write("league.toml", league(&format!("pairs = 2\n{QUICK}"), &bots));
    let ran = ground.run(&["league", "league.toml", "--out", "results"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    for says in [
        "fewer than two bots start",
        "broken: ",
        "exit code 3",
        "silent: no answer to `hello`; it is started again",
        "silent: no complete line came",
    ] {
        assert!(ran.stderr.contains(says), "{says}: {}", ran.stderr);
    }
    assert!(!ground.path("results").exists());
}

#[test]
fn a_bot_that_does_not_play_the_rules_is_refused_before_the_league() {
    let ground = Ground::new();
    ground.write(
        "short.sh",
        "#!/bin/sh\nread -r line\nid=${line#*'\"id\":\"'}\n\
         printf '{\"type\":\"hello\",\"id\":\"%s\",\"protocol\":1,\"name\":\"s\",\
         \"version\":\"1\",\"rules\":[\"short\"]}\\n' \"${id%%'\"'*}\"\nread -r line\n",
    );
    let command = ["/bin/sh", "short.sh"].map(str::to_owned).to_vec();
    let bots = [
        ("one", builtin("random")),
        ("narrow", command),
        ("two", builtin("pips")),
    ];
    ground.write("league.toml", league("pairs = 1", &bots));
    let ran = ground.run(&["league", "league.toml", "--out", "results"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    for says in ["\"narrow\"", "\"long\"", "\"short\"", "`rules`"] {
        assert!(ran.stderr.contains(says), "{says}: {}", ran.stderr);
    }
    assert!(!ground.path("results").exists());
}

#[test]
fn what_a_bot_writes_cannot_act_on_a_terminal_or_break_a_file() {
    let ground = Ground::new();
    // Colours, a title, a carriage return, a mark that turns the reading direction.
    let text = "\\033[31m\\033]0;title\\007\\r=1+1\\342\\200\\256 <b>\\n";
    ground.write(
        "loud.sh",
        format!("#!/bin/sh\nprintf '{text}'\nprintf '{text}' >&2\nexit 1\n"),
    );
    let bot = scripted_bot().into_os_string().into_string().unwrap();
    let later = format!(
        "#!/bin/sh\nif mkdir mark 2>/dev/null; then exec {bot:?}; fi\nexec /bin/sh loud.sh\n"
    );
    ground.write("later.sh", later);
    let shell = |file: &str| vec!["/bin/sh".to_owned(), file.to_owned()];
    let bots = [
        ("one", builtin("random")),
        ("loud", shell("loud.sh")),
        ("later", shell("later.sh")),
    ];
    let text = league("pairs = 2\nconcurrency = 1", &bots);
    let (results, ran) = ground.play_and_tell(&text, "league", &[FREE]);
    assert!(ran.stderr.contains("\\u{1b}[31m"), "{}", ran.stderr);
    let files = [
        "games.jsonl",
        "diagnostics.jsonl",
        "games.csv",
        "league.json",
    ];
    let texts = files.map(|file| results.text(file));
    for text in texts.into_iter().chain([&*ran.stdout, &*ran.stderr]) {
        let acts = |c: &char| c.is_control() && *c != '\n' || *c == '\u{202e}';
        assert_eq!(text.chars().find(acts), None, "{text}");
    }
    let lost = results.games_of("later");
    assert!(
        lost.iter()
            .any(|game| game.text("reason") == "remark_on_stdout")
    );
}
