//! What is in the page's file, and when there is none.

use std::fs;

use nardy_protocol::record::GameRecord;
use nardy_protocol::text::hex;
use sha2::{Digest, Sha256};

use crate::support::{Ground, builtin, league, scripted};

/// A league of three bots, one of which breaks a rule in its third turn.
fn ground() -> Ground {
    let ground = Ground::new();
    let bots = [
        ("blocks", builtin("blocks")),
        ("pips", builtin("pips")),
        ("hasty", scripted(&[("turn:3", "illegal-far")])),
    ];
    ground.play(&league("pairs = 2", &bots), "out", &[]);
    ground
}

/// The page that a call writes.
#[track_caller]
fn page(ground: &Ground, file: &str, words: &[&str]) -> String {
    let ran = ground.run(&[&["report", "out"], words].concat());
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:#?}");
    fs::read_to_string(ground.path(file)).unwrap()
}

/// The part of the page in one language.
fn part<'p>(page: &'p str, language: &str) -> &'p str {
    let begin = format!("<div class=\"in-language\" lang=\"{language}\"");
    let (_, part) = page.split_once(&begin).unwrap();
    part.split("<div class=\"in-language\"")
        .next()
        .unwrap()
        .split("<section id=\"games\"")
        .next()
        .unwrap()
}

/// The rows of the table in a section, each cell as text.
fn rows(page: &str, section: &str) -> Vec<Vec<String>> {
    let (_, section) = page
        .split_once(&format!("<section id=\"{section}\""))
        .unwrap();
    let (_, table) = section.split_once("<tbody>").unwrap();
    let (table, _) = table.split_once("</tbody>").unwrap();
    let rows = table.split("<tr>").skip(1);
    rows.map(|row| {
        let cells = row.split(['<']).collect::<Vec<_>>();
        let mut texts: Vec<String> = Vec::new();
        for piece in cells {
            let (tag, text) = piece.split_once('>').unwrap_or(("", piece));
            if tag.starts_with("td") || tag.starts_with("th") {
                texts.push(text.to_owned());
            } else if let Some(last) = texts.last_mut() {
                last.push_str(text);
            }
        }
        texts.iter().map(|text| text.trim().to_owned()).collect()
    })
    .collect()
}

#[test]
fn the_numbers_are_those_of_the_tables_in_both_languages() {
    let ground = ground();
    let page = page(&ground, "out.html", &[]);
    let results = ground.results("out");
    let rated = ground.run(&["rate", "out", "--json"]);
    let rated: serde_json::Value = serde_json::from_str(&rated.stdout).unwrap();
    let standings = results.rows("standings.csv");
    for (language, point) in [("en", "."), ("ru", ",")] {
        let shown = rows(part(&page, language), &format!("{language}-standings"));
        assert_eq!(shown.len(), standings.len());
        for (cells, row) in shown.iter().zip(&standings) {
            let [rank, bot, games] = ["rank", "bot", "games"].map(|column| row.text(column));
            assert_eq!(cells[..3], [rank, bot, games], "{cells:?}");
            let wins = format!("{}–{}", row.text("wins"), row.text("losses"));
            let points = format!("{}–{}", row.text("points_for"), row.text("points_against"));
            assert_eq!(cells[3..5], [wins, points], "{cells:?}");
            let bots = rated["bots"].as_array().unwrap();
            let of_bot = bots.iter().find(|of| of["bot"] == bot).unwrap();
            let value = of_bot["points_per_game"]["value"].as_f64().unwrap();
            let value = format!("{value:.3}").replace('-', "−").replace('.', point);
            assert!(cells[5].starts_with(&value), "{value}: {cells:?}");
        }
    }
}

#[test]
fn faults_are_told_with_the_game_the_rule_and_the_bot() {
    let ground = ground();
    let page = page(&ground, "out.html", &[]);
    let results = ground.results("out");
    let lost = results.rows("games.csv");
    let lost: Vec<_> = lost
        .iter()
        .filter(|game| game.text("at_fault") == "hasty")
        .collect();
    assert_eq!(lost.len(), 8);
    let counted = rows(part(&page, "en"), "en-faults");
    assert_eq!(counted, [["hasty", "8"]]);
    for game in lost {
        let link = format!(
            "<a href=\"#game={0}&amp;turn={1}\">Game {0}</a>",
            game.text("game"),
            game.text("turns")
        );
        assert!(page.contains(&link), "{link}");
        assert!(page.contains(&format!("<code>{}</code>", game.text("rule"))));
    }
}

#[test]
fn it_is_the_same_page_each_time_and_opens_in_the_language_that_is_asked_for() {
    let ground = ground();
    let english = page(&ground, "out.html", &[]);
    assert_eq!(
        page(&ground, "again.html", &["--out", "again.html"]),
        english
    );
    let russian = page(&ground, "out.html", &["--lang", "ru"]);
    assert!(english.contains("<html lang=\"en\">") && russian.contains("<html lang=\"ru\">"));
    assert!(english.contains("lang=\"ru\" hidden>") && russian.contains("lang=\"en\" hidden>"));
    assert_eq!(
        part(&english, "ru").split_once('>').unwrap().1,
        part(&russian, "ru").split_once('>').unwrap().1
    );
}

#[test]
fn only_so_many_games_are_in_the_viewer_and_the_rest_are_counted_all_the_same() {
    let ground = ground();
    let ran = ground.run(&["report", "out", "--games", "4"]);
    assert_eq!(
        ran.stdout,
        "out.html: 4 of 12 games in its viewer; --games sets how many\n"
    );
    let few = fs::read_to_string(ground.path("out.html")).unwrap();
    assert_eq!(few.matches("\"starter\":").count(), 4);
    let all = page(&ground, "out.html", &[]);
    assert_eq!(all.matches("\"starter\":").count(), 12);
    assert_eq!(rows(&few, "en-standings"), rows(&all, "en-standings"));
    let none = page(&ground, "out.html", &["--games", "0"]);
    assert_eq!(none.matches("\"starter\":").count(), 0);
}

/// The content of a section of the page.
fn section<'p>(page: &'p str, id: &str) -> &'p str {
    let begin = format!("<section id=\"{id}\"");
    let (_, section) = page.split_once(&begin).unwrap();
    section.split_once("</section>").unwrap().0
}

#[test]
fn charts_of_one_pair_count_in_whole_games_and_only_whole_pairs_are_shown() {
    let ground = Ground::new();
    let bots = [("blocks", builtin("blocks")), ("pips", builtin("pips"))];
    ground.play(&league("pairs = 1", &bots), "out", &[]);
    let all = page(&ground, "out.html", &[]);
    for language in ["en", "ru"] {
        let part = part(&all, language);
        let progress = section(part, &format!("{language}-progress"));
        for (number, shown) in [("0", 1), ("0.5", 0), ("0,5", 0), ("1", 1), ("2", 1)] {
            let mark = format!(" y=\"254\">{number}</text>");
            assert_eq!(progress.matches(&mark).count(), shown, "{mark}");
        }
        let lengths = section(part, &format!("{language}-lengths"));
        assert!(lengths.contains(" dy=\"4\">1</text>"), "{lengths}");
    }
    for (most, shown) in [("1", 0), ("2", 2), ("3", 2)] {
        let few = page(&ground, "out.html", &["--games", most]);
        assert_eq!(few.matches("\"starter\":").count(), shown, "{most}");
    }
}

#[test]
fn the_last_note_about_a_game_is_the_one_that_counts() {
    let ground = ground();
    let times = |page: &str| rows(part(page, "en"), "en-times");
    let once = times(&page(&ground, "out.html", &[]));
    let path = ground.path("out/diagnostics.jsonl");
    let notes = fs::read_to_string(&path).unwrap();
    // As if every game had been void at first, after a long time.
    let void: String = notes
        .lines()
        .map(|line| {
            let mut note: serde_json::Value = serde_json::from_str(line).unwrap();
            note["thought_us"] = serde_json::json!([9_000_000, 9_000_000]);
            format!("{note}\n")
        })
        .collect();
    fs::write(&path, void + &notes).unwrap();
    assert_eq!(times(&page(&ground, "out.html", &[])), once);
}

#[test]
fn a_record_whose_moves_are_off_the_board_is_refused_with_its_line() {
    let ground = ground();
    let journal = ground.path("out/games.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let line: serde_json::Value = serde_json::from_str(&lines[1]).unwrap();
    let mut record: GameRecord = serde_json::from_value(line["game"].clone()).unwrap();
    record.turns[0].moves = vec![[200, 3]];
    let record = serde_json::to_string(&record).unwrap();
    let digest = hex(&Sha256::digest(&record));
    let (bytes, digits) = (record.len(), &digest[..16]);
    lines[1] = format!("{{\"bytes\":{bytes},\"sha256\":\"{digits}\",\"game\":{record}}}");
    fs::write(&journal, lines.join("\n") + "\n").unwrap();
    let ran = ground.run(&["report", "out"]);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(
        ran.stderr
            .contains("games.jsonl: line 2: turn 1: there is no point 200"),
        "{}",
        ran.stderr
    );
}

#[test]
fn an_unfinished_league_is_shown_as_far_as_it_came() {
    let ground = ground();
    let journal = ground.path("out/games.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let three: String = text.split_inclusive('\n').take(3).collect();
    fs::write(&journal, three + "{\"torn\":").unwrap();
    let page = page(&ground, "out.html", &[]);
    assert!(part(&page, "en").contains("<dd>3 of 12</dd>"));
    assert!(part(&page, "en").contains("The league is not complete"));
    fs::write(&journal, "").unwrap();
    let ran = ground.run(&["report", "out"]);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(ran.stderr.contains("no game yet"), "{}", ran.stderr);
}

#[test]
fn a_match_that_its_test_has_decided_is_complete() {
    let ground = Ground::new();
    let played = ground.run(&[
        "match",
        "builtin:blocks",
        "builtin:random",
        "--sprt",
        "elo0=0",
        "elo1=400",
        "--seed",
        "7",
        "--out",
        "out",
    ]);
    assert_eq!(played.code, Some(0), "{played:#?}");
    let page = page(&ground, "out.html", &[]);
    let games = ground.results("out").rows("games.csv").len();
    assert!(part(&page, "en").contains(&format!("<dd>{games}</dd>")));
    assert!(!page.contains("The league is not complete"));
}

#[test]
fn what_is_no_league_or_is_damaged_is_refused_and_no_other_file_is_overwritten() {
    let ground = ground();
    let refused = |words: &[&str], says: &str| {
        let ran = ground.run(&[&["report"], words].concat());
        assert_eq!(ran.code, Some(2), "{words:?}: {ran:#?}");
        assert!(ran.stderr.contains(says), "{words:?}: {}", ran.stderr);
    };
    refused(&["nowhere"], "no results folder");
    refused(&["out", "--lang", "fr"], "possible values: en, ru");
    ground.write("mine.html", "<!doctype html>\n<p>mine");
    refused(&["out", "--out", "mine.html"], "no page of the arena's");
    refused(&["out", "--out", "out/games.csv"], "no page of the arena's");
    refused(&["out", "--out", "out"], "no page of the arena's");
    ground.run_in_shell("mkfifo pipe", &[]);
    refused(&["out", "--out", "pipe"], "no page of the arena's");
    assert_eq!(
        fs::read_to_string(ground.path("mine.html")).unwrap(),
        "<!doctype html>\n<p>mine"
    );
    let journal = ground.path("out/games.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, text.replacen("\"pips\"", "\"pipz\"", 1)).unwrap();
    refused(&["out"], "games.jsonl: line ");
}
