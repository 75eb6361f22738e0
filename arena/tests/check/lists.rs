//! The lists of checks: names, and the places in the specification that they point to.

use std::collections::BTreeSet;
use std::fs;

use arena::check::GROUPS;

use crate::support::project;

#[test]
fn there_are_many_and_no_two_have_one_name() {
    let checks: Vec<_> = GROUPS.iter().flat_map(|(_, checks)| *checks).collect();
    let ids: BTreeSet<_> = checks.iter().map(|check| check.id).collect();
    assert_eq!(ids.len(), checks.len());
    // A bot that plays `long` alone is not asked what other rulesets have.
    let of_others = 6 + 6;
    assert!(checks.len() - of_others >= 40, "{}", checks.len());
}

#[test]
fn each_says_where_the_specification_says_so() {
    for check in GROUPS.iter().flat_map(|(_, checks)| *checks) {
        let (page, place) = check
            .section
            .split_once(['#', ' '])
            .unwrap_or_else(|| panic!("{}: {}", check.id, check.section));
        let path = project().join("protocol/spec").join(page);
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{page}: {error}"));
        let found = match check.section.contains('#') {
            true => text.lines().any(|line| {
                let heading = line.trim_start_matches('#');
                let heading = heading.trim().to_lowercase().replace(' ', "-");
                line.starts_with('#') && heading == place
            }),
            false => text.contains(&format!("- **{place} ")),
        };
        assert!(found, "{}: {}", check.id, check.section);
    }
}
