//! A league in which everything that can be named is named by somebody who means harm: nothing of
//! it acts on a terminal, in a table, in a line of JSON or on a page.

use std::collections::BTreeSet;
use std::fs;

use std::sync::{Mutex, OnceLock};

use nardy_protocol::text::{is_unsafe, printable_json};
use serde_json::Value;

use crate::browser::Browser;
use crate::common::scripted_bot;
use crate::support::{DERIVED, Ground, Ran, Results, is_here};

/// Colours, a title, line ends, a C1 code, a turned reading direction, a blank letter, markup.
const ACTS: &str =
    "\u{1b}[31m\u{1b}]0;evil\u{7}\r\n\t\u{9b}2J\u{7f}\u{202e}\u{2028}\u{3164}<b>&amp;";

/// Bots, as a league file allows them to be called, and what each does in its third turn.
const BOTS: [(&str, &str); 6] = [
    ("=cmd|' /C calc'!A0", "answer"),
    ("+1;=2;\"=3\"", "remark"),
    ("-1+1", "exit:3"),
    ("@SUM(A1:A9)", "illegal-far"),
    ("＝1+1, \"b\"", "nan"),
    (
        "</script><script>alert(1)</script>\"'><svg onload=alert(1)>",
        "answer",
    ),
];

/// The columns of all tables that hold a stranger's text; the others hold the arena's own words
/// and numbers.
const TEXTS: [&str; 8] = [
    "first", "second", "starter", "winner", "loser", "at_fault", "bot", "opponent",
];

/// A bot that plays by another's moves and says what it likes, also a megabyte of it.
const LOUD: &str = r#"#!/bin/sh
head -c 1000000 /dev/zero | tr '\0' '=' >&2
printf '\033[31m\033]0;evil\007\r\n\t\302\2332J\342\200\256\377=1+1' >&2
bot=$1
shift
"$bot" "$@" | sed -u -f loud.sed
"#;

/// What a bot says besides: it ends a script, begins a comment and a tag.
const MARKUP: &str = "</script><!--<script><img src=x onerror=alert(1)>";

/// A text in quotes, as TOML and JSON both read it.
fn in_quotes(text: &str) -> String {
    printable_json(&serde_json::to_string(text).unwrap())
}

/// Changes what the other bot says: its name, a remark beside each move and one in its place.
fn script() -> String {
    let long = format!("=1+1;@x{ACTS}{MARKUP}{}", "y".repeat(600));
    // What JSON does not make it escape stands there as it is.
    let said = serde_json::to_string(&long).unwrap();
    let said = said.replace('\\', "\\\\").replace('&', "\\&");
    let said = said.replace('/', "\\/");
    let info = format!("{{{said}:{said},\"x\":{{\"$serde_json::private::RawValue\":\"1\"}}}}");
    format!(
        "s/\"name\":\"[^\"]*\"/\"name\":{said}/\n\
         s/\"version\":\"[^\"]*\"/\"version\":{said}/\n\
         s/\"moves\":/\"info\":{info},\"moves\":/\n\
         s/^I am thinking$/\\o33[31m\\o302\\o2332J=1+1/\n"
    )
}

fn league_file() -> String {
    let bot = scripted_bot().into_os_string().into_string().unwrap();
    let acts = in_quotes(ACTS);
    let head = format!(
        "name = '=HYPERLINK(\"http://x\")'\nseed = {acts}\npairs = 1\nconcurrency = 2\n\
         [time]\nstart = \"30s\"\nturn = \"30s\"\n"
    );
    let bots = BOTS.map(|(name, deed)| {
        let name = in_quotes(name);
        let command = format!(
            "[\"/bin/sh\", \"loud.sh\", {bot:?}, \"--at\", \"turn:3\", \"--do\", {deed:?}]"
        );
        let options =
            format!("{{ {acts} = [{acts}], \"$serde_json::private::RawValue\" = \"1\" }}");
        format!(
            "[[bot]]\nname = {name}\ncommand = {command}\ndir = {acts}\noptions = {options}\n\
             env = {{ LOUD = {acts} }}\n"
        )
    });
    head + &bots.concat()
}

/// A league that was played, with all in it that means harm.
struct Played {
    ground: Mutex<Ground>,
    ran: Ran,
    results: Results,
}

const FILE: &str = "league\u{1b}]0;evil\u{7}\u{202e}.toml";
const OUT: &str = "=results\u{9b}31m\u{202e}\n";

/// A folder with the league's file and its bots, all called like what means harm.
fn set_up() -> Ground {
    let ground = Ground::new();
    let folder = ground.path(ACTS);
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("loud.sh"), LOUD).unwrap();
    fs::write(folder.join("loud.sed"), script()).unwrap();
    ground.write(FILE, league_file());
    ground
}

fn played() -> &'static Played {
    static PLAYED: OnceLock<Played> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let ground = set_up();
        let words = ["league", FILE, "--out", OUT];
        let ran = ground.run_in_shell("ARENA_LOG=trace exec \"$0\" \"$@\"", &words);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        let results = ground.results(OUT);
        Played {
            ground: Mutex::new(ground),
            ran,
            results,
        }
    })
}

#[track_caller]
fn assert_harmless(text: &str) {
    let acts = text.chars().find(|&c| is_unsafe(c) && c != '\n');
    assert_eq!(acts, None, "{text:?}");
    assert!(
        !text.contains("evil\n"),
        "a line of somebody else's: {text}"
    );
}

#[test]
fn nothing_that_is_said_or_written_acts_on_a_terminal() {
    let played = played();
    assert_harmless(&played.ran.stdout);
    assert_harmless(&played.ran.stderr);
    let files = played.results.names();
    assert!(
        files.contains(&"events.jsonl") && files.contains(&"seed.json"),
        "{files:?}"
    );
    for file in files {
        assert_harmless(played.results.text(file));
    }
}

/// Its own codes are there, which move the bar and colour the words.
#[test]
fn nothing_that_is_said_acts_on_a_terminal_that_is_one() {
    if !is_here("script", "--version", "what is said on a terminal") {
        return;
    }
    let ground = set_up();
    ground.write(
        "bad\u{1b}]0;evil\u{7}.toml",
        format!("{ACTS}\n\"{ACTS} = {ACTS}"),
    );
    let on_a_terminal = "export A=\"$0\" F=\"$1\" O=\"$2\"
        exec script -qec 'exec \"$A\" league \"$F\" --out \"$O\" ' /dev/null";
    for (file, shows) in [
        (FILE, "lost game"),
        ("bad\u{1b}]0;evil\u{7}.toml", "\u{1b}[91merror"),
    ] {
        let said = ground.run_in_shell(on_a_terminal, &[file, OUT]).stdout;
        assert!(said.contains("\u{1b}[") && said.contains(shows), "{said}");
        let theirs = [
            "\u{1b}]",
            "\u{1b}[31m",
            "\u{7}",
            "\u{9b}",
            "\u{7f}",
            "\u{202e}",
            "\u{2028}",
            "\u{3164}",
        ];
        let found = theirs.iter().find(|code| said.contains(**code));
        assert_eq!(found, None, "{said:?}");
    }
}

/// Or the other tests would be about nothing.
#[test]
fn all_that_means_harm_has_come_through_in_some_form() {
    let Played { results, .. } = played();
    let escaped = [
        ("league.json", "\\u009b2J"),
        ("league.json", "\\\\u{1b}[31m"),
        ("seed.json", "\\u202e"),
        ("games.jsonl", "\"=1+1;@x\\u001b[31m"),
        ("games.jsonl", "$serde_json::private::RawValue\":\"1\""),
        ("games.jsonl", "\\\\u{9b}2J=1+1\""),
        ("diagnostics.jsonl", "\\\\xFF=1+1"),
        ("diagnostics.jsonl", "\\\\u{1b}]0;evil"),
        ("diagnostics.jsonl", "bytes left out"),
    ];
    for (file, text) in escaped {
        assert!(results.text(file).contains(text), "{file} has no {text}");
    }
    let games = results.rows("games.csv");
    let reasons: BTreeSet<_> = games.iter().map(|game| game.text("reason")).collect();
    let expected = [
        "borne_off",
        "exited",
        "illegal_turn",
        "not_json",
        "remark_on_stdout",
    ];
    for reason in expected {
        assert!(reasons.contains(reason), "{reason}: {reasons:?}");
    }
}

#[test]
fn no_cell_is_a_formula_whatever_separates_the_cells() {
    let results = &played().results;
    let starts = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];
    for table in DERIVED {
        let text = results.text(table);
        for separator in [b',', b';'] {
            let mut reader = csv::ReaderBuilder::new();
            reader
                .delimiter(separator)
                .flexible(true)
                .has_headers(false);
            let mut rows = reader.from_reader(text.as_bytes()).into_records();
            let titles = rows.next().unwrap().unwrap();
            for row in rows.map(Result::unwrap) {
                for (cell, title) in row
                    .iter()
                    .zip(titles.iter().chain([""].into_iter().cycle()))
                {
                    let number = !TEXTS.contains(&title) && cell.parse::<f64>().is_ok();
                    assert!(
                        number || !cell.starts_with(starts),
                        "{table}, {title}: {cell}"
                    );
                }
            }
        }
    }
    let bots: BTreeSet<_> = BOTS
        .iter()
        .map(|(name, _)| name.chars().next().unwrap())
        .collect();
    assert!(
        bots.len() > 5,
        "bots that begin with all of these: {bots:?}"
    );
}

#[test]
fn every_line_of_json_is_one_line() {
    let results = &played().results;
    let games = BOTS.len() * (BOTS.len() - 1);
    for (file, lines) in [("games.jsonl", games), ("diagnostics.jsonl", games)] {
        assert_eq!(results.text(file).lines().count(), lines, "{file}");
    }
    for file in [
        "games.jsonl",
        "diagnostics.jsonl",
        "events.jsonl",
        "seed.json",
    ] {
        for line in results.text(file).split_terminator('\n') {
            let read: Result<Value, _> = serde_json::from_str(line);
            assert!(read.is_ok_and(|value| value.is_object()), "{file}: {line}");
        }
    }
}

#[test]
fn what_is_left_is_verified_rated_and_gone_on_with_in_harmless_words() {
    let Played {
        ground, results, ..
    } = played();
    let ground = ground.lock().unwrap();
    let before = results.clone();
    for (words, code) in [
        (&["verify", OUT][..], 0),
        (&["verify", "--json", OUT], 0),
        (&["replay", OUT], 0),
        (&["replay", OUT, "1a"], 0),
        (&["replay", OUT, "2b", "--view", "both"], 0),
        (&["replay", OUT, "1b", "--export", "mat"], 0),
        (&["replay", OUT, "1b", "--export", "json"], 0),
        (&["replay", OUT, ACTS], 2),
        (&["rate", OUT], 0),
        (&["rate", "--json", OUT], 0),
        (&["dice", OUT], 0),
        (&["dice", "--json", OUT], 0),
        (&["league", FILE, "--out", OUT, "--resume"], 0),
        (&["league", FILE, "--out", OUT], 2),
        (
            &["league", FILE, "--out", OUT, "--resume", "--seed", ACTS],
            0,
        ),
        (
            &["league", FILE, "--out", OUT, "--resume", "--seed", "other"],
            2,
        ),
        (&["rate", OUT, OUT], 2),
        (&["rate", OUT, "--versus", ACTS, "x"], 2),
        (&["rate", OUT, "--anchor", &format!("{ACTS}=1")], 2),
    ] {
        let ran = ground.run(words);
        assert_eq!(ran.code, Some(code), "{words:?}: {ran:#?}");
        assert_harmless(&ran.stdout);
        assert_harmless(&ran.stderr);
        if words.contains(&"--json") {
            let read: Result<Value, _> = serde_json::from_str(&ran.stdout);
            assert!(read.is_ok(), "{words:?}: {}", ran.stdout);
        }
    }
    ground.results(OUT).assert_same_as(&before);
    let rated = ground.run(&["rate", "--json", OUT]);
    for (name, _) in BOTS {
        let told = rated.stdout.contains(&in_quotes(name));
        assert!(told, "{name} is called otherwise: {}", rated.stdout);
    }
}

#[test]
fn a_page_of_it_shows_all_as_text_and_runs_nothing() {
    let ground = played().ground.lock().unwrap();
    let ran = ground.run(&["report", OUT, "--out", "page.html"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let page = fs::read_to_string(ground.path("page.html")).unwrap();
    // The viewer's data and the viewer, each with its own end.
    assert_eq!(page.matches("</script").count(), 2);
    assert_eq!(page.matches("<script").count(), 2);
    assert!(!page.contains("<img") && !page.contains("<b>&amp;"));
    assert!(page.contains("&#60;svg onload=alert(1)&#62;"));
    assert!(page.contains("\\u003cimg src=x onerror=alert(1)\\u003e"));
    assert_harmless(&page);
    let Some(mut browser) = Browser::start("a hostile league's page in a browser") else {
        return;
    };
    browser.open(&ground.path("page.html"), "");
    let games = browser.value("data.games.length").as_u64().unwrap();
    assert_eq!(games, (BOTS.len() * (BOTS.len() - 1)) as u64);
    // Every turn of every game, with what bots said and why they lost.
    browser.value("for (const g of data.games) { go(g.id, 0); g.played.forEach((_, i) => step(i)); step(Infinity); }");
    browser.value("document.querySelector('[data-language=ru]').click()");
    let elements =
        browser.value("document.querySelectorAll('img, main script, [onload], b b').length");
    assert_eq!(elements, 0);
    for (name, _) in BOTS {
        let name = serde_json::to_string(name).unwrap();
        let asked = format!(
            "[...document.querySelectorAll('tbody th')].filter(h => h.textContent.includes({name})).length > 5"
        );
        assert_eq!(browser.value(&asked), true, "{name}");
    }
    assert_eq!(
        browser.value(
            "data.games.some(g => g.remarks.some(([, text]) => text.includes('</script><!--')))"
        ),
        true
    );
    browser.assert_calm();
    fs::remove_file(ground.path("page.html")).unwrap();
}

#[test]
fn words_of_the_command_line_are_repeated_in_harmless_form() {
    let ground = Ground::new();
    ground.write(
        "lines",
        format!("{ACTS}\n{{\"rules\":{},\"board\":[]}}\n", in_quotes(ACTS)),
    );
    let toml = format!("{ACTS}.toml").replace('/', "|");
    ground.write(
        &toml,
        format!("{} = {}\n", in_quotes(ACTS), in_quotes(ACTS)),
    );
    let script = format!("--{ACTS}");
    let equals = format!("--seed={ACTS}");
    for words in [
        &[ACTS][..],
        &[&script],
        &["league", ACTS],
        &["league", &toml],
        &["league", &script],
        &["league", "--concurrency", ACTS],
        &["match", ACTS, "builtin:pips"],
        &["match", "builtin:pips", "builtin:pips", "--rules", ACTS],
        &["match", "builtin:pips", "builtin:pips", "--rules", &toml],
        &["match", "builtin:pips", &format!("builtin:{ACTS}"), &equals],
        &["match", "builtin:pips", &format!("'{ACTS}'")],
        &["match", "builtin:pips", &format!("/{ACTS}")],
        &["match", "builtin:pips", &format!("\"{ACTS}")],
        &["rules", ACTS],
        &["rules", &toml],
        &["verify", ACTS],
        &["replay", ACTS],
        &["rate", ACTS],
        &["dice", ACTS],
        &["report", ACTS],
        &["perft", ACTS],
        &["perft", "--rules", ACTS],
        &["legal", "--rules", &toml],
        &["builtin", ACTS],
    ] {
        let ran = ground.run(words);
        assert_eq!(ran.code, Some(2), "{words:?}: {ran:#?}");
        assert_harmless(&ran.stdout);
        assert_harmless(&ran.stderr);
        assert!(
            ran.stderr.contains("\\u{") || ran.stderr.contains('␛'),
            "{words:?}: {}",
            ran.stderr
        );
    }
    for words in [&["legal"][..], &["legal", "--text"]] {
        let ran = ground.run_reading(words, "lines");
        assert_eq!(ran.code, Some(2), "{words:?}: {ran:#?}");
        assert_harmless(&ran.stdout);
    }
}
