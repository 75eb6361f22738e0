//! What the page is told of a league, and what it is not.

use arena_referee::dice::{LeagueSeed, PairingName, bot_seed};
use nardy_protocol::message::Dice;
use nardy_protocol::record::{GameRecord, Seat};
use rustix::process::Signal;
use serde_json::Value;

use crate::client::Site;
use crate::door::endless;
use crate::support::{Ground, Results, builtin, league, record, scripted};

/// A league that takes some seconds, with a bot that breaks a rule and a name that is no HTML.
fn some_seconds(settings: &str) -> String {
    let bots = [
        ("blocks", builtin("blocks")),
        ("slow", scripted(&[("turn", "late:8")])),
        ("<b>hasty", scripted(&[("turn:3", "illegal-far")])),
    ];
    league(settings, &bots)
}

/// The turns of a record as the page is told them.
fn turns(record: &GameRecord) -> Vec<String> {
    let turns = record.turns.iter().map(|turn| {
        let dice = match &turn.dice {
            Dice::Roll([a, b]) => format!("{a}{b}"),
            Dice::Leftover(dice) => panic!("{dice:?} in the long game"),
        };
        let letters = turn.moves.iter().flatten();
        let letters = letters.map(|point| char::from(b'a' + point));
        format!("{}{dice}{}", turn.seat.index(), letters.collect::<String>())
    });
    turns.collect()
}

#[test]
fn a_league_is_told_from_its_start_to_its_end() {
    let ground = Ground::new();
    ground.write("league.toml", some_seconds("pairs = 4\nconcurrency = 2"));
    let mut running = ground.start(&["league", "league.toml", "--out", "out", "--live"]);
    let site = Site::of(&mut running);
    let page = site.get(&format!("/{}/", site.token));
    assert_eq!(page.status, 200);
    assert!(page.body.contains("<title>test</title>"), "{}", page.body);
    let mut events = site.events();
    let mut last: [Value; 3] = Default::default();
    let mut boards = Vec::new();
    let mut played = Vec::new();
    while let Some((kind, message)) = events.next() {
        match kind.as_str() {
            "league" => {
                played.push(message["played"].as_str().unwrap().parse::<u64>().unwrap());
                last[0] = message;
            }
            "standings" => last[1] = message,
            "boards" => {
                boards.extend(message["boards"].as_array().unwrap().iter().cloned());
                last[2] = message;
            }
            other => panic!("{other}"),
        }
    }
    let ran = running.wait();
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert_eq!(
        ran.stderr.matches("live page: ").count(),
        1,
        "{}",
        ran.stderr
    );
    let results = ground.results("out");
    // It grew, and the last word is how it ended.
    assert!(played.is_sorted() && played.len() > 3, "{played:?}");
    let [told, standings, _] = last;
    assert_eq!(told["phase"], "complete");
    assert_eq!(
        (&told["played"], &told["games"]),
        (&"24".into(), &"24".into())
    );
    let forfeits = results.rows("games.csv");
    let forfeits = forfeits
        .iter()
        .filter(|game| game.text("at_fault") == "<b>hasty");
    assert_eq!(standings["forfeits"], forfeits.count().to_string());
    assert_table_is_that_of(&results, &standings);
    assert_boards_are_of(&results, &boards);
    assert_last_games_are_of(&results, &told["ended"]);
    let troubles = told["troubles"].as_array().unwrap();
    assert_eq!(troubles.len(), 16);
    for trouble in troubles {
        assert_eq!(trouble["what"], "fault");
        assert_eq!(trouble["bot"], "<b>hasty");
        assert_eq!(trouble["code"], "illegal_turn");
        let message = trouble["message"].as_str();
        assert!(message.is_some_and(|text| !text.is_empty()));
    }
}

/// The table in both languages.
fn assert_table_is_that_of(results: &Results, standings: &Value) {
    for table in standings["tables"].as_array().unwrap() {
        let shown = table["rows"].as_array().unwrap();
        let rows = results.rows("standings.csv");
        assert_eq!(shown.len(), rows.len());
        for (shown, row) in shown.iter().zip(&rows) {
            assert_eq!(shown["rank"].to_string(), row.text("rank"));
            for (key, column) in [("name", "bot"), ("games", "games")] {
                assert_eq!(shown[key], row.text(column));
            }
            let [won, lost] = ["points_for", "points_against"].map(|column| row.text(column));
            assert_eq!(shown["points"], format!("{won}–{lost}"));
        }
    }
}

/// What was on the boards is what was played, never a turn or a roll ahead of it.
fn assert_boards_are_of(results: &Results, boards: &[Value]) {
    let records = results.records();
    assert!(boards.len() > 10, "{}", boards.len());
    for board in boards {
        let of_game = |record: &&GameRecord| board["game"] == record.game.as_str();
        let record = records.iter().find(of_game).unwrap();
        assert_eq!(board["bots"], serde_json::json!(record.bots));
        let shown = board["turns"].as_str().unwrap();
        let shown: Vec<_> = shown.split_whitespace().collect();
        assert_eq!(shown, turns(record)[..shown.len()], "{}", record.game);
    }
}

/// The newest first.
fn assert_last_games_are_of(results: &Results, ended: &Value) {
    let ended = ended.as_array().unwrap();
    assert_eq!(ended.len(), 15);
    for (told, line) in ended.iter().zip(results.journal().iter().rev()) {
        let record = record(line);
        assert_eq!(told["game"], record.game.as_str());
        assert_eq!(told["winner"], record.result.winner.index());
        assert_eq!(told["turns"], record.turns.len());
    }
}

#[test]
fn no_seed_no_key_and_no_path_is_ever_told() {
    let ground = Ground::new();
    let text =
        some_seconds("pairs = 3\nconcurrency = 2").replace("\"2026\"", "\"nobody-guesses-this\"");
    ground.write("league.toml", text);
    let mut running = ground.start(&["league", "league.toml", "--out", "out", "--live"]);
    let site = Site::of(&mut running);
    let page = site.get(&format!("/{}/", site.token));
    let told = page.head + &page.body + &site.events().rest();
    assert_eq!(running.wait().code, Some(0));
    assert!(told.contains("\"phase\":\"complete\""));
    let keys = ground.results("out").rows("keys.csv");
    assert_eq!(keys.len(), 9);
    let mut secrets = vec![
        "nobody-guesses-this".to_owned(),
        ground.path("out").display().to_string(),
        ground.path("tmp").display().to_string(),
        "scripted-bot".to_owned(),
        site.token.clone(),
    ];
    let seed = LeagueSeed::new("nobody-guesses-this");
    for row in &keys {
        secrets.extend(["key", "commitment"].map(|column| row.text(column).to_owned()));
        let pairing = PairingName::new(row.text("first"), row.text("second")).unwrap();
        let meeting = row.number("pair_no").try_into().unwrap();
        secrets.extend(Seat::BOTH.map(|seat| bot_seed(&seed, &pairing, meeting, seat)));
    }
    for secret in secrets {
        assert!(!told.contains(&secret), "{secret}");
    }
}

#[test]
fn a_league_that_is_stopped_says_so_and_one_that_goes_on_tells_what_was_counted() {
    let ground = Ground::new();
    ground.write("league.toml", endless());
    let words = ["league", "league.toml", "--out", "out", "--live"];
    let mut running = ground.start(&words);
    let mut events = Site::of(&mut running).events();
    events.until("league", |league| league["played"] == "4");
    running.signal(Signal::INT);
    events.until("league", |league| league["phase"] == "stopped");
    assert!(events.next().is_none_or(|(kind, _)| kind != "league"));
    assert_eq!(running.wait().code, Some(130));
    let played = ground.games_played("out");
    let mut running = ground.start(&[&words[..], &["--resume"]].concat());
    let mut events = Site::of(&mut running).events();
    let first = events.until("league", |league| league["phase"] == "running");
    assert_eq!(first["played"], played.to_string());
    assert_eq!(first["games"], "1\u{202f}000");
    let ended = first["ended"].as_array().unwrap();
    assert_eq!(ended.len(), played.min(15));
    let standings = events.until("standings", |_| true);
    let counted = standings["tables"][0]["rows"].as_array().unwrap();
    let counted = counted
        .iter()
        .map(|row| row["games"].as_str().unwrap().parse::<usize>().unwrap());
    assert!(counted.sum::<usize>() >= 2 * played);
    running.signal(Signal::INT);
    assert_eq!(running.wait().code, Some(130));
}

#[test]
fn a_sequential_test_is_told_as_it_goes_and_when_it_has_decided() {
    let ground = Ground::new();
    let slow = scripted(&[("turn", "late:1")]);
    let (slow, hasty) = (
        shlex::try_join(slow.iter().map(String::as_str)).unwrap(),
        scripted(&[("turn:9", "illegal-far")]),
    );
    let hasty = shlex::try_join(hasty.iter().map(String::as_str)).unwrap();
    let words = [
        "match", &slow, &hasty, "--live", "--out", "out", "--seed", "7", "--sprt", "elo0=0",
        "elo1=60",
    ];
    let mut running = ground.start(&words);
    let mut events = Site::of(&mut running).events();
    let under_way = events.until("league", |league| {
        league["test"]["pairs"].as_u64() > Some(0)
    });
    assert_eq!(under_way["phase"], "running");
    let over = events.until("league", |league| league["phase"] != "running");
    assert_eq!(over["phase"], "decided");
    assert_eq!(over["test"]["accepts"], "accepts_alternative");
    let ran = running.wait();
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let pairs = format!("after {} pairs", over["test"]["pairs"]);
    assert!(ran.stdout.contains(&pairs), "{pairs}: {}", ran.stdout);
}
