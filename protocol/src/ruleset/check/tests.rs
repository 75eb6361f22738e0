#![allow(clippy::unwrap_used)]
//! Which parameters are refused, and which are taken.

use serde_json::json;

use super::*;

/// The problems of a built-in ruleset with some keys changed.
fn problems(id: &str, changed: &serde_json::Value) -> String {
    let parameters = RulesetParameters::from(&Ruleset::by_id(id).unwrap());
    let mut written = serde_json::to_value(parameters).unwrap();
    for (key, value) in changed.as_object().unwrap() {
        written[key] = value.clone();
    }
    let read: RulesetParameters = serde_json::from_value(written).unwrap();
    match read.ruleset("mine") {
        Ok(_) => String::new(),
        Err(error) => { error.defects().iter() }
            .map(|defect| format!("{}: {}\n", defect.parameter().key(), defect.problem()))
            .collect(),
    }
}

#[test]
#[allow(clippy::too_many_lines)] // a table
fn parameters_without_a_meaning_are_refused_by_name() {
    let three = json!([[3, 3]]);
    for (id, changed, says) in [
        (
            "long",
            json!({"head": {"two_on": [[0, 3]]}}),
            "head: [0, 3] is no roll",
        ),
        (
            "long",
            json!({"head": {"two_on": [[3, 7]]}}),
            "head: [3, 7] is no roll",
        ),
        (
            "long",
            json!({"head": {"two_on": three, "but_one_after": [[5, 5], [4, 4]]}}),
            "head: `but_one_after` takes back [4, 4], which is not in `two_on`",
        ),
        (
            "short",
            json!({"head": "double"}),
            "head: there is no head where",
        ),
        (
            "short",
            json!({"block": "home"}),
            "block: there is no block rule where",
        ),
        (
            "short",
            json!({"doubles": "cascade"}),
            "doubles: a cascade is played only",
        ),
        (
            "long",
            json!({"eastern": true}),
            "eastern: the eastern rules are about",
        ),
        (
            "long",
            json!({"points": {"oin": 0, "mars": 2}}),
            "points: oin counts 0",
        ),
        (
            "long",
            json!({"points": {"oin": 1, "mars": 1001}}),
            "points: mars counts 1001",
        ),
        (
            "long",
            json!({"points": {"oin": 2, "mars": 1}}),
            "points: mars counts 1, less than oin, which counts 2",
        ),
        (
            "long",
            json!({"points": {"oin": 1, "mars": 3, "koks": 2}}),
            "points: koks counts 2, less than mars, which counts 3",
        ),
        (
            "long",
            json!({"start": [[24, 14]]}),
            "start: there are 14 checkers",
        ),
        (
            "long",
            json!({"start": [[25, 15]]}),
            "start: there is no point 25",
        ),
        (
            "long",
            json!({"start": [[0, 15]]}),
            "start: there is no point 0",
        ),
        (
            "long",
            json!({"start": [[24, 15], [23, 0]]}),
            "start: no checker stands on",
        ),
        (
            "long",
            json!({"start": [[24, 8], [24, 7]]}),
            "start: point 24 is listed twice",
        ),
        (
            "long",
            json!({"start": [[24, 14], [12, 1]]}),
            "start: both sides would stand on",
        ),
        (
            "short",
            json!({"start": [[24, 14], [1, 1]]}),
            "start: both sides would stand on",
        ),
        (
            "long",
            json!({"start": [[24, 255], [23, 255]]}),
            "start: there are 510 checkers",
        ),
    ] {
        let said = problems(id, &changed);
        assert!(said.starts_with(says), "{says} in {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn all_defects_are_told_together() {
    let changed = json!({
        "geometry": "opposite",
        "doubles": "cascade",
        "points": {"oin": 0, "mars": 0},
        "start": [],
    });
    let said = problems("long", &changed);
    let keys: Vec<_> = { said.lines() }
        .map(|line| line.split(':').next().unwrap())
        .collect();
    let expected = ["head", "block", "doubles", "points", "points", "start"];
    assert_eq!(keys, expected);
}

#[test]
fn a_start_that_holds_a_forbidden_block_is_refused() {
    // Worked case 6: all his checkers are behind the run over my 19 to 24.
    let block = json!([[24, 10], [23, 1], [22, 1], [21, 1], [20, 1], [19, 1]]);
    let start = |block_rule| json!({"start": block, "block": block_rule});
    let says = "start: six points in a row";
    assert!(problems("long", &start(json!("passed"))).starts_with(says));
    assert!(problems("long", &start(json!("home"))).starts_with(says));
    assert_eq!(problems("long", &start(json!(null))), "");
    // With a checker in his home, which is beyond the run as well.
    let passed = json!([[24, 9], [23, 1], [22, 1], [21, 1], [20, 1], [19, 1], [1, 1]]);
    assert_eq!(problems("long", &json!({"start": passed})), "");
    assert_eq!(problems("long-club", &json!({"start": passed})), "");
}

#[test]
fn what_has_a_meaning_is_taken() {
    for (id, changed) in [
        ("long", json!({"head": null, "block": null})),
        ("long", json!({"head": {"two_on": []}})),
        (
            "long",
            json!({"head": {"two_on": [[1, 2], [2, 1]], "but_one_after": [[6, 5], [2, 1]]}}),
        ),
        ("short", json!({"start": [[6, 5], [5, 5], [4, 5]]})),
        (
            "short",
            json!({"pips": true, "points": {"oin": 1000, "mars": 1000, "koks": 1000}}),
        ),
        ("short-east", json!({"opening": "drawn"})),
    ] {
        assert_eq!(problems(id, &changed), "", "{changed}");
    }
}
