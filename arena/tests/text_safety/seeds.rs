//! What the targets in `fuzz/` begin with.

use std::fs;
use std::path::Path;

use crate::known::{journals, league_files, notations, records, ruleset_files, said, streams};

/// The known inputs of each target.
fn seeds() -> [(&'static str, Vec<Vec<u8>>); 7] {
    let bytes = |texts: Vec<String>| texts.into_iter().map(String::into_bytes).collect();
    [
        ("line", said()),
        ("stream", streams()),
        ("record", bytes(records())),
        ("notation", bytes(notations())),
        ("league_file", bytes(league_files())),
        ("ruleset_file", bytes(ruleset_files())),
        ("journal", journals()),
    ]
}

#[test]
#[ignore = "writes into fuzz/corpus, for whoever is about to run the targets there"]
fn the_known_inputs_are_written_for_the_fuzz_targets() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    for (target, inputs) in seeds() {
        let corpus = fuzz.join("corpus").join(target);
        fs::create_dir_all(&corpus).unwrap();
        for (number, input) in (1..).zip(inputs) {
            fs::write(corpus.join(format!("known-{number}")), input).unwrap();
        }
    }
}

#[test]
fn every_fuzz_target_has_something_to_begin_with() {
    let targets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/fuzz_targets");
    let files = fs::read_dir(targets).unwrap();
    let mut targets: Vec<_> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .map(|name| name.trim_end_matches(".rs").to_owned())
        .collect();
    targets.sort();
    let mut seeded: Vec<_> = seeds()
        .iter()
        .map(|(target, _)| target.to_string())
        .collect();
    seeded.sort();
    assert_eq!(targets, seeded);
    assert!(seeds().iter().all(|(_, inputs)| !inputs.is_empty()));
}
