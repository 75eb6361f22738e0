//! Bots that do one thing wrong: exactly the check that is meant for it fails.

use std::collections::BTreeSet;

use crate::support::{Ground, scripted};
use crate::{check, failures, ids};

/// What is done when, and the check that it fails.
const MISDEEDS: &[(&str, &str, &str)] = &[
    ("start", "remark", "lines.stdout"),
    ("hello", "remark", "lines.stdout"),
    ("hello", "wrong-type", "hello.answer"),
    ("hello", "exit:3", "hello.answer"),
    ("hello", "twice", "hello.once"),
    ("hello", "missing-key", "lines.keys"),
    ("game", "exit:3", "games.ready"),
    ("game", "missing-key", "lines.keys"),
    ("game", "twice", "games.once"),
    ("turn:3", "twice", "games.once"),
    ("turn:3", "remark", "lines.stdout"),
    ("turn:3", "wrong-id", "games.turn_id"),
    ("turn:3", "wrong-type", "games.turn"),
    ("turn:3", "not-json", "lines.stdout"),
    ("turn:3", "nan", "lines.json"),
    ("turn:3", "two-objects", "lines.alone"),
    ("turn:3", "array", "lines.object"),
    ("turn:3", "duplicate-key", "lines.keys_once"),
    ("turn:3", "duplicate-inside", "lines.keys_once"),
    ("turn:3", "float", "lines.types"),
    ("turn:3", "huge-int", "lines.types"),
    ("turn:3", "deep", "lines.depth"),
    ("turn:3", "bad-utf8", "lines.utf8"),
    ("turn:3", "bom", "lines.mark"),
    ("turn:3", "long-line", "lines.length"),
    ("turn:3", "illegal-none", "rules.no_pass"),
    ("turn:3", "illegal-bar", "rules.dice"),
    ("turn:3", "illegal-off", "rules.dice"),
    ("turn:9", "exit:3", "games.long"),
    ("turn:9", "signal:SEGV", "games.long"),
    ("turn:9", "close-stdout", "games.long"),
    ("result", "remark", "lines.stdout"),
    ("result", "exit:3", "games.result"),
    ("result", "signal:SEGV", "games.result"),
    ("error", "exit:3", "games.error"),
    ("game:2", "exit:3", "games.ready"),
    ("game:2", "signal:SEGV", "games.ready"),
    ("error", "remark", "lines.stdout"),
    ("quit", "silent", "end.quit"),
    ("quit", "close-stdout", "end.quit"),
    ("end", "hang", "end.input"),
    ("quit", "remark", "lines.stdout"),
];

#[test]
fn each_fails_the_check_that_is_meant_for_it_and_no_other() {
    for (when, what, expected) in MISDEEDS {
        let told = check(&Ground::new(), "60s", &scripted(&[(when, what)]));
        let failed = ids(&told, "failed");
        let expected = BTreeSet::from([(*expected).to_owned()]);
        assert_eq!(failed, expected, "{what} at {when}: {}", failures(&told));
    }
}
