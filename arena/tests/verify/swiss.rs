//! A Swiss: who meets in a round follows from the results of those before, and is computed anew.

use std::sync::OnceLock;

use nardy_protocol::record::GameRecord;

use crate::folder::{Files, texts};
use crate::support::{DERIVED, builtin, league};

const BOTS: [(&str, &str); 4] = [
    ("a", "random"),
    ("b", "pips"),
    ("c", "blocks"),
    ("d", "random"),
];

/// The bots' games of this kind of league, one pair each time that two of them meet.
fn play(kind: &str) -> Files {
    let bots = BOTS.map(|(name, bot)| (name, builtin(bot)));
    Files::of_league(
        &league(&format!("kind = {kind}\npairs = 1\nconcurrency = 1"), &bots),
        &[],
    )
}

/// Two rounds of four games.
fn swiss() -> &'static Files {
    static PLAYED: OnceLock<Files> = OnceLock::new();
    PLAYED.get_or_init(|| play("\"swiss\"\nrounds = 2"))
}

/// The journal with a second round of other pairings, whose games are as good as any: they are
/// those of a round robin on the same seed.
fn paired_otherwise() -> Vec<GameRecord> {
    let mut records = swiss().records();
    let met = |record: &GameRecord| {
        let mut bots = record.bots.clone();
        bots.sort();
        bots
    };
    let second: Vec<_> = records[4..].iter().map(met).collect();
    // The first round is a-b and c-d.
    let other = match second.contains(&["a", "c"].map(str::to_owned)) {
        true => [["a", "d"], ["b", "c"]],
        false => [["a", "c"], ["b", "d"]],
    };
    let all = play("\"round-robin\"").records();
    for (place, pairing) in (2..).zip(other) {
        let games = all
            .iter()
            .filter(|game| met(game) == pairing.map(str::to_owned));
        for (half, game) in games.enumerate() {
            let index = 2 * place + half;
            records[index] = GameRecord {
                game: records[index].game.clone(),
                index: records[index].index,
                pair: records[index].pair,
                ..game.clone()
            };
        }
    }
    records
}

#[test]
fn a_swiss_as_it_was_played_is_right() {
    let verified = swiss().assert_right();
    assert!(verified.is_complete());
    assert_eq!((verified.scheduled, verified.refereed), (8, 8));
    assert_eq!(verified.tables.len(), 6, "{:?}", verified.tables);
}

#[test]
fn games_that_the_results_before_do_not_give_are_found_though_each_is_right_in_itself() {
    let verified = swiss().with_records(&paired_otherwise()).verify();
    let findings = texts(&verified);
    let should = &swiss().records()[4].bots;
    let there = &paired_otherwise()[4].bots;
    let says = format!(
        "games.jsonl line 5, game 3a, bots: there is [\"{}\",\"{}\"], should be [\"{}\",\"{}\"]",
        there[0], there[1], should[0], should[1]
    );
    assert_eq!(findings[0], says, "{findings:#?}");
    let of_games = findings
        .iter()
        .filter(|finding| finding.contains(", bots: "));
    assert_eq!(of_games.count(), 4, "{findings:#?}");
}

#[test]
fn a_round_that_was_played_without_the_one_before_is_found() {
    let mut files = swiss().clone();
    for table in DERIVED {
        files.remove(table);
    }
    let mut records = swiss().records();
    records.remove(1);
    let files = files.with_records(&records);
    let verified = files.verify();
    let findings = texts(&verified);
    let says = "who meets in its round follows from the one before, and games of that are missing";
    let expected = ["3a", "3b", "4a", "4b"].into_iter().zip(4..);
    let expected: Vec<_> = expected
        .map(|(game, line)| format!("games.jsonl line {line}, game {game}: {says}"))
        .collect();
    assert_eq!(findings, expected);
    assert_eq!(verified.refereed, 3);
}

#[test]
fn behind_a_line_that_is_damaged_nothing_else_is_blamed() {
    let files = swiss().replaced("games.jsonl", "\"seat\":1", "\"seat\":0");
    let verified = files.verify();
    let [finding] = verified.findings.kept() else {
        panic!("{:#?}", verified.findings.kept());
    };
    assert_eq!((finding.file, finding.line), ("games.jsonl", Some(1)));
    let says = "keys.csv was not compared: who met in the last rounds is not known";
    assert!(
        verified.notes.iter().any(|note| note == says),
        "{:?}",
        verified.notes
    );
}

#[test]
fn another_number_of_rounds_in_the_plan_is_found() {
    let files = swiss().replaced("league.json", "\"rounds\": 2", "\"rounds\": 3");
    let verified = files.verify();
    let finding = &verified.findings.kept()[0];
    assert_eq!(finding.file, "league.json");
    assert_eq!(verified.refereed, 0);
}
