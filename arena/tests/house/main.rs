//! The house rules that no compiler knows: ARCHITECTURE.md against the code.

#![allow(clippy::unwrap_used)]

mod code;
mod page;
mod source;

use std::collections::{BTreeMap, BTreeSet};

use code::{CRATES, Findings, dependencies, manifest, read, rooms, sources};
use page::{Place, Table, arrows, table};

const PAGE: &str = "arena/ARCHITECTURE.md";

/// Lines of code a file may have, its tests and comments aside.
const FILE_MAX: usize = 500;

#[test]
fn the_arrows_of_the_page_are_those_of_the_code() {
    let page = read(PAGE);
    let written: Table = arrows(&page)
        .into_iter()
        .map(|(name, place)| (name, place.uses))
        .collect();
    let mut found = rooms(&Findings::of_the_arena());
    for name in CRATES {
        found.insert(name.to_owned(), dependencies(name).ours);
    }
    found.remove("arena");
    assert_eq!(differences(&found, &written), [] as [&str; 0]);
}

/// Where code and page differ, in words.
fn differences(found: &Table, written: &Table) -> Vec<String> {
    let none = BTreeSet::new();
    let names: BTreeSet<_> = found.keys().chain(written.keys()).collect();
    let mut differences = Vec::new();
    for name in names {
        let here = found.get(name).unwrap_or(&none);
        let there = written.get(name).unwrap_or(&none);
        for one in here.difference(there) {
            differences.push(format!("{name}: {one}, which {PAGE} does not say"));
        }
        for one in there.difference(here) {
            differences.push(format!("{name}: {one} is only in {PAGE}"));
        }
    }
    differences
}

#[test]
fn every_arrow_points_to_a_lower_floor() {
    assert_eq!(upward(&arrows(&read(PAGE))), [] as [&str; 0]);
}

/// The arrows that do not point down.
fn upward(places: &BTreeMap<String, Place>) -> Vec<String> {
    let arrows = places
        .iter()
        .flat_map(|(name, place)| place.uses.iter().map(move |used| (name, place.floor, used)));
    let wrong = arrows.filter(|(_, floor, used)| {
        let below = places.get(*used).map(|place| place.floor);
        below.is_none_or(|below| below >= *floor)
    });
    wrong
        .map(|(name, _, used)| format!("{name} -> {used}"))
        .collect()
}

#[test]
fn the_pure_crates_use_the_libraries_of_the_page_and_no_others() {
    let written = table(&read(PAGE), "| crate | libraries |");
    let pure = CRATES.into_iter().filter(|name| *name != "arena");
    let found: Table = pure
        .map(|name| (name.to_owned(), dependencies(name).others))
        .collect();
    assert_eq!(differences(&found, &written), [] as [&str; 0]);
}

#[test]
fn the_pure_crates_deny_what_clippy_is_told_they_may_not_touch() {
    for name in CRATES.into_iter().filter(|name| *name != "arena") {
        let lib = read(&format!("{}/src/lib.rs", code::folder(name)));
        let denial = "#![deny(clippy::disallowed_methods, clippy::disallowed_types)]";
        assert!(lib.contains(denial), "{name} does not say {denial}");
    }
    for crate_name in CRATES {
        let lints = manifest(crate_name)["lints"]["workspace"].as_bool();
        assert_eq!(lints, Some(true), "{crate_name} has lints of its own");
    }
}

#[test]
fn machinery_is_used_in_the_rooms_of_the_page_and_no_others() {
    let written = table(&read(PAGE), "| machinery | rooms |");
    let arena = Findings::of_the_arena();
    let found: Table = written
        .keys()
        .map(|what| (what.clone(), arena.rooms_that_name(what)))
        .collect();
    assert_eq!(differences(&found, &written), [] as [&str; 0]);
}

#[test]
fn every_room_and_every_crate_is_explained() {
    let page = read(PAGE);
    let names = |heading| table(&page, heading).into_keys().collect::<BTreeSet<_>>();
    let rooms: BTreeSet<_> = Findings::of_the_arena().0.into_keys().collect();
    assert_eq!(names("| room | what it is for |"), rooms);
    let crates: BTreeSet<_> = CRATES.into_iter().map(str::to_owned).collect();
    assert_eq!(names("| crate | folder | what it is for |"), crates);
}

#[test]
fn every_file_says_what_it_is_for_and_none_is_too_long() {
    let mut wrong = Vec::new();
    for name in CRATES {
        for (path, text) in sources(&format!("{}/src", code::folder(name))) {
            wrong.extend(defects(&path, &text));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with the form of a file. The length of functions is clippy's to see.
fn defects(path: &str, text: &str) -> Vec<String> {
    let mut defects = Vec::new();
    if !text.starts_with("//! ") {
        defects.push(format!("{path} does not begin with `//!` and its purpose"));
    }
    let (code, _) = text
        .split_once("\n#[cfg(test)]\nmod tests {")
        .unwrap_or((text, ""));
    let lines = code.lines().map(str::trim_start);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    let lines = lines.count();
    if lines > FILE_MAX {
        defects.push(format!(
            "{path} has {lines} lines of code, more than {FILE_MAX}"
        ));
    }
    defects
}

// The checker itself, on small houses that are not in order.

#[test]
fn an_arrow_upward_sideways_or_to_nowhere_is_found() {
    let page =
        "```text arrows\n3  roof -> cellar\n3  attic -> roof\n0  cellar -> attic hell\n```\n";
    let wrong = upward(&arrows(page));
    assert_eq!(
        wrong,
        ["attic -> roof", "cellar -> attic", "cellar -> hell"]
    );
}

#[test]
fn an_arrow_that_is_only_in_the_code_or_only_on_the_page_is_found() {
    let uses = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let found = Table::from([("roof".to_owned(), uses(&["attic", "hall"]))]);
    let written = Table::from([
        ("roof".to_owned(), uses(&["hall", "cellar"])),
        ("shed".to_owned(), uses(&["hall"])),
    ]);
    let words = differences(&found, &written);
    assert_eq!(words.len(), 3, "{words:?}");
    assert!(words[0].starts_with("roof: attic, which"));
    assert!(words[1].starts_with("roof: cellar is only"));
    assert!(words[2].starts_with("shed: hall is only"));
    assert_eq!(differences(&found, &found), [] as [&str; 0]);
}

#[test]
fn a_path_is_found_however_it_is_written() {
    let text = "use crate::{store::{Journal, csv::Table as T}, plan};
        use super::{league, table as t};
        fn f() -> crate::report::Text { matches!(x, crate::event::Event::Played(_)); }
        // use crate::cli;
        const TEXT: &str = \"crate::config::X\";
        #[cfg(test)]
        mod tests { use crate::bot::X; }
        #[cfg(test)]
        use crate::bot::Y;";
    let findings = Findings::of([("room.rs", text)]);
    let found = rooms(&findings).remove("room").unwrap();
    // Names after `super` in a room's own file are rooms, too.
    let expected = ["event", "league", "plan", "report", "store", "table"];
    assert_eq!(found, BTreeSet::from(expected.map(str::to_owned)));
}

#[test]
fn a_room_deep_inside_is_still_the_same_room() {
    let inside = "use super::near; use super::super::far; use crate::room::a; use super::super::super::hall;";
    let findings = Findings::of([("room/a/b.rs", inside), ("hall.rs", "//! ")]);
    let found = rooms(&findings).remove("room").unwrap();
    assert_eq!(found, BTreeSet::from(["hall".to_owned()]));
}

#[test]
fn machinery_is_found_by_its_module_its_import_and_its_full_path() {
    let files = [
        ("one.rs", "use std::process::{Command, Stdio};"),
        (
            "two/mod.rs",
            "fn f() { std::process::Command::new(\"x\"); }",
        ),
        (
            "three.rs",
            "use std::process; fn f() { process::Command::new(\"x\"); }",
        ),
        ("four.rs", "fn f() { std::process::id(); }"),
        ("five.rs", "#[cfg(test)] use std::process::Command;"),
    ];
    let found = Findings::of(files).rooms_that_name("std::process::Command");
    let expected = ["one", "three", "two"].map(str::to_owned);
    assert_eq!(found, BTreeSet::from(expected));
}

#[test]
fn a_file_that_is_too_long_or_says_nothing_of_itself_is_found() {
    let long = format!("//! Purpose.\n{}", "fn f() {}\n".repeat(FILE_MAX + 1));
    assert_eq!(defects("a.rs", &long).len(), 1);
    assert_eq!(defects("a.rs", "fn f() {}\n").len(), 1);
    let comments = "\n    // Why.\n".repeat(FILE_MAX);
    let tested =
        format!("//! Purpose.\nfn f() {{}}\n{comments}\n#[cfg(test)]\nmod tests {{{long}}}\n");
    assert_eq!(defects("a.rs", &tested), [] as [&str; 0]);
}

#[test]
fn every_test_that_the_page_of_faults_names_is_there() {
    let page = read("arena/FAULTS.md");
    let rows = page
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| # "));
    let tests = sources("arena/tests");
    let mut named = 0;
    for row in rows {
        let cell = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        let names: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
        assert!(!names.is_empty(), "no test: {row}");
        for name in names {
            let head = format!("fn {name}(");
            assert!(
                tests.iter().any(|(_, text)| text.contains(&head)),
                "no such test: {name}"
            );
            named += 1;
        }
    }
    assert!(named >= 30, "{named}");
}
