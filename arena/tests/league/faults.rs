//! Every way a bot can misbehave in a game: it loses that game for the right reason, and nobody
//! else notices.

use std::sync::OnceLock;

use crate::support::{Ground, Ran, Results, builtin, league, scripted};

/// What becomes of a bot's games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// They are played to their end.
    PlayedOut,
    /// Both are lost by this fault.
    Lost(&'static str),
}
use Fate::{Lost, PlayedOut};

/// A bot: when it does what, and what becomes of it.
type Case = (&'static str, &'static str, Fate);

/// What the protocol says of each, and faults.md's rows 1 to 13.
const CASES: &[Case] = &[
    // Accepted, at any turn.
    ("turn", "crlf", PlayedOut),
    ("turn", "blank-lines-first", PlayedOut),
    ("turn", "spaces", PlayedOut),
    ("turn", "extra-keys", PlayedOut),
    ("turn:2", "late:100", PlayedOut),
    ("turn:2", "long-line:65536", PlayedOut),
    ("turn:2", "stderr:well, well", PlayedOut),
    ("turn:2", "stderr-flood:50000000", PlayedOut),
    ("turn:2", "child", PlayedOut),
    ("turn:2", "ignore-term", PlayedOut),
    ("hello", "bom", PlayedOut),
    ("hello", "late:700", PlayedOut),
    ("game", "late:300", PlayedOut),
    ("game", "crlf", PlayedOut),
    ("quit", "hang", PlayedOut),
    // Not tied to a request.
    ("turn:3", "twice", Lost("unasked_line")),
    ("turn:3", "remark", Lost("remark_on_stdout")),
    ("turn:3", "wrong-id", Lost("wrong_id")),
    ("turn:3", "wrong-type", Lost("unexpected_type")),
    // Not in form.
    ("turn:3", "not-json", Lost("remark_on_stdout")),
    ("turn:3", "two-objects", Lost("trailing_data")),
    ("turn:3", "array", Lost("not_an_object")),
    ("turn:3", "missing-key", Lost("missing_key")),
    ("turn:3", "duplicate-key", Lost("duplicate_key")),
    ("turn:3", "duplicate-inside", Lost("duplicate_key")),
    ("turn:3", "float", Lost("wrong_type")),
    ("turn:3", "huge-int", Lost("number_out_of_range")),
    ("turn:3", "nan", Lost("not_json")),
    ("turn:3", "lone-surrogate", Lost("not_json")),
    ("turn:3", "nul", Lost("trailing_data")),
    ("turn:3", "bad-utf8", Lost("invalid_utf8")),
    ("turn:3", "bom", Lost("byte_order_mark")),
    ("turn:3", "deep:33", Lost("too_deep")),
    ("turn:3", "deep:30000", Lost("too_deep")),
    // Too much.
    ("turn:3", "long-line:65537", Lost("line_too_long")),
    ("turn:3", "flood", Lost("line_too_long")),
    // Against the rules.
    ("turn:3", "illegal-none", Lost("illegal_turn")),
    ("turn:3", "illegal-far", Lost("illegal_turn")),
    ("turn:3", "illegal-backward", Lost("illegal_turn")),
    ("turn:3", "illegal-off", Lost("illegal_turn")),
    ("turn:3", "illegal-bar", Lost("illegal_turn")),
    ("turn:1", "illegal-head", Lost("illegal_turn")),
    // Too late, whatever arrives.
    ("turn:3", "silent", Lost("timeout")),
    ("turn:3", "hang", Lost("timeout")),
    ("turn:3", "late:60000", Lost("timeout")),
    ("turn:3", "half-line", Lost("timeout")),
    ("turn:3", "drip", Lost("timeout")),
    ("turn:3", "blank-flood", Lost("timeout")),
    ("turn:3", "close-stdin", Lost("timeout")),
    ("turn:3", "answer-then-hang", Lost("timeout")),
    // Gone.
    ("turn:3", "exit:3", Lost("exited")),
    ("turn:3", "exit:0", Lost("exited")),
    ("turn:3", "child-then-exit:3", Lost("exited")),
    ("turn:3", "answer-then-exit:3", Lost("exited")),
    ("turn:3", "last-word:3", Lost("exited")),
    ("turn:3", "signal:SEGV", Lost("signaled")),
    ("turn:3", "signal:KILL", Lost("signaled")),
    ("turn:3", "close-stdout", Lost("closed")),
    // Before the first turn.
    ("hello", "twice", Lost("unasked_line")),
    ("game", "twice", Lost("unasked_line")),
    ("game", "remark", Lost("remark_on_stdout")),
    ("game", "spaces", Lost("unexpected_type")),
    ("game", "wrong-id", Lost("wrong_id")),
    ("game", "array", Lost("not_an_object")),
    ("game", "bad-utf8", Lost("invalid_utf8")),
    ("game", "flood", Lost("line_too_long")),
    ("game", "silent", Lost("timeout")),
    ("game", "half-line", Lost("timeout")),
    ("game", "exit:3", Lost("exited")),
    ("game", "signal:SEGV", Lost("signaled")),
    ("game", "close-stdout", Lost("closed")),
];

/// The name of a case's bot in the league.
fn name((when, what, _): &Case) -> String {
    format!("{when} {what}")
}

/// Two honest bots, of which one meets all the others once with each seat. The others are the
/// cases, or bots that always play well, under the same names.
fn league_of(cases: impl Fn(&Case) -> Vec<String>) -> String {
    let mut bots = vec![
        ("host".to_owned(), builtin("pips")),
        ("guest".to_owned(), scripted(&[])),
    ];
    bots.extend(CASES.iter().map(|case| (name(case), cases(case))));
    bots.push(("last".to_owned(), builtin("random")));
    let settings = "kind = \"gauntlet\"\npairs = 1\n\
                    [time]\nstart = \"2s\"\nturn = \"1s\"\nbank = \"500ms\"\n";
    league(settings, &bots)
}

/// All cases in one league, as it was played.
fn played() -> &'static (Results, Ran) {
    static PLAYED: OnceLock<(Results, Ran)> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let misbehaving = league_of(|(when, what, _)| scripted(&[(when, what)]));
        Ground::new().play_and_tell(&misbehaving, "faults", &["--concurrency", "6"])
    })
}

/// The same league of bots that do no wrong.
fn well_behaved() -> &'static (Results, Ran) {
    static WELL_BEHAVED: OnceLock<(Results, Ran)> = OnceLock::new();
    WELL_BEHAVED.get_or_init(|| {
        let league = league_of(|_| scripted(&[]));
        Ground::new().play_and_tell(&league, "undisturbed", &["--concurrency", "6"])
    })
}

/// The journal's lines of a bot's games, without what differs with the bot's name.
fn lines_of<'r>(results: &'r Results, bot: &str) -> Vec<&'r str> {
    let bot = format!("{bot:?}");
    let mut lines: Vec<_> = results.text("games.jsonl").lines().collect();
    lines.retain(|line| line.contains(&bot));
    lines.sort_unstable();
    lines
}

#[test]
fn each_loses_its_games_for_the_right_reason_or_plays_them_out() {
    let (results, _) = played();
    for case in CASES {
        let games = results.games_of(&name(case));
        assert_eq!(games.len(), 2, "{case:?}");
        for game in games {
            match case.2 {
                PlayedOut => assert_eq!(game.text("reason"), "borne_off", "{case:?}"),
                Lost(reason) => {
                    assert_eq!(game.text("reason"), reason, "{case:?}");
                    assert_eq!(game.text("at_fault"), name(case), "{case:?}");
                    assert_eq!(game.text("winner"), "host", "{case:?}");
                    assert_eq!(game.text("kind"), "forfeit", "{case:?}");
                }
            }
        }
    }
}

#[test]
fn an_illegal_turn_names_its_rule_and_shows_a_legal_example() {
    let (results, _) = played();
    let mut illegal = 0;
    for record in results.records() {
        let Some(fault) = record.fault.filter(|fault| fault.code == "illegal_turn") else {
            continue;
        };
        illegal += 1;
        let culprit = &record.bots[fault.seat.index()];
        let rule = fault.rule.unwrap();
        let number = rule.strip_prefix('R').map(str::parse::<u8>);
        assert!(matches!(number, Some(Ok(4..=16))), "{culprit}: {rule}");
        assert!(!fault.example.unwrap().is_empty(), "{culprit}");
        assert!(!fault.message.is_empty(), "{culprit}");
        let expected = match culprit.as_str() {
            "turn:1 illegal-head" => "R10",
            "turn:3 illegal-none" => "R5",
            _ => continue,
        };
        assert_eq!(rule, expected, "{culprit}: {}", fault.message);
    }
    assert_eq!(illegal, 2 * 6);
}

#[test]
fn a_crash_is_told_with_its_code_or_signal() {
    let (results, _) = played();
    for (bot, says) in [
        ("turn:3 exit:3", "exit code 3"),
        ("turn:3 child-then-exit:3", "exit code 3"),
        ("turn:3 signal:SEGV", "SIGSEGV"),
        ("turn:3 signal:KILL", "SIGKILL"),
    ] {
        for line in lines_of(results, bot) {
            assert!(line.contains(says), "{line}");
        }
    }
}

#[test]
fn an_answer_counts_although_the_bot_is_gone_or_stuck_right_after_it() {
    let (results, _) = played();
    for record in results.records() {
        let Some(fault) = &record.fault else { continue };
        let bot = record.bots[fault.seat.index()].as_str();
        let answered = match bot {
            "turn:3 answer-then-exit:3" | "turn:3 last-word:3" | "turn:3 answer-then-hang" => 3,
            "turn:3 twice" => 3,
            bot if bot.starts_with("turn:3 ") => 2,
            _ => 0,
        };
        let own = record.turns.iter().filter(|turn| turn.seat == fault.seat);
        // Passes are not asked for.
        let played = own.filter(|turn| !turn.moves.is_empty()).count();
        assert_eq!(played, answered, "{bot}");
    }
}

#[test]
fn the_league_goes_on_in_bounded_memory_and_tells_each_bots_faults() {
    let (_, ran) = played();
    let (_, quiet) = well_behaved();
    // What it takes above a quiet league's memory is bounded, however much bots write.
    let (most, peak) = (quiet.peak_kib + 16 * 1024, ran.peak_kib);
    assert!(
        quiet.peak_kib > 0 && peak < most,
        "{peak} KiB, {} in a quiet league",
        quiet.peak_kib
    );
    for case in CASES {
        let told = ran.stderr.contains(&format!("{}: lost game", name(case)));
        assert_eq!(told, case.2 != PlayedOut, "{case:?}");
    }
}

#[test]
fn the_games_of_the_others_are_those_of_a_league_where_everybody_plays_well() {
    let (results, _) = played();
    let (undisturbed, _) = well_behaved();
    assert!(
        undisturbed
            .records()
            .iter()
            .all(|record| record.fault.is_none())
    );
    // What those played that added something to their answers only is the same too.
    let added = "turn extra-keys";
    let unchanged = CASES.iter().filter(|case| case.2 == PlayedOut);
    let names = unchanged.map(name).filter(|name| name != added);
    for bot in names.chain(["guest".to_owned(), "last".to_owned()]) {
        assert_eq!(
            lines_of(results, &bot),
            lines_of(undisturbed, &bot),
            "{bot}"
        );
    }
    let with_info = results.games_of(added);
    for (game, same) in with_info.iter().zip(undisturbed.games_of(added)) {
        assert_eq!(game.text("winner"), same.text("winner"));
        assert_eq!(game.text("turns"), same.text("turns"));
    }
}
