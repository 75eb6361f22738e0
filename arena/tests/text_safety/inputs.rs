//! Every reader, fed with damaged copies of the project's own files.

use proptest::prelude::*;

use crate::damage::{damaged, damaged_text};
use crate::holds::{self, Verdict};
use crate::known::{
    blocks, journals, league_files, notations, records, ruleset_files, said, streams,
};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6_000))]

    #[test]
    fn a_line_is_a_message_or_refused_in_harmless_words(
        line in prop_oneof![9 => damaged(said()), 1 => any::<Vec<u8>>()],
    ) {
        holds::answer(&line);
        holds::request(&line);
    }

    #[test]
    fn a_line_of_notation_is_read_and_printed_alike_or_refused(text in damaged_text(notations())) {
        holds::notation(&text);
    }

    #[test]
    fn a_record_is_as_the_arena_writes_it_or_refused(line in damaged_text(records())) {
        holds::record(&line);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_stream_gives_the_same_lines_in_any_pieces(stream in damaged(streams())) {
        holds::stream(&stream);
    }

    #[test]
    fn a_league_file_is_kept_without_loss_or_refused_in_harmless_words(
        text in prop_oneof![9 => damaged_text(league_files()), 1 => any::<String>()],
    ) {
        holds::league_file(&text);
    }

    #[test]
    fn a_ruleset_file_is_told_without_loss_or_refused_in_harmless_words(
        text in prop_oneof![9 => damaged_text(ruleset_files()), 1 => any::<String>()],
    ) {
        holds::ruleset_file(&text);
    }

    #[test]
    fn no_whole_record_of_a_journal_is_lost_and_each_damaged_line_is_named(
        journal in damaged(journals()),
    ) {
        holds::journal(&journal);
    }

    #[test]
    fn a_record_in_its_frame_may_be_anything(line in damaged_text(records())) {
        let whole = holds::framed(&records()[2]);
        holds::journal(format!("{whole}{}", holds::framed(&line)).as_bytes());
    }
}

/// Or the readers' promises about what they take would be about nothing.
#[test]
fn the_files_to_begin_with_are_taken() {
    let taken = |holds: fn(&str) -> Verdict, texts: Vec<String>| {
        for text in texts {
            assert_eq!(holds(&text), Verdict::Taken, "{text}");
        }
    };
    taken(holds::record, records());
    taken(holds::league_file, league_files());
    taken(holds::ruleset_file, ruleset_files());
    taken(
        holds::notation,
        blocks("protocol/spec/notation.md", "notation")
            .concat()
            .lines()
            .map(str::to_owned)
            .collect(),
    );
    for journal in journals() {
        assert_eq!(holds::journal(&journal), Verdict::Taken);
    }
    let count = |holds: fn(&[u8]) -> Verdict| {
        let verdicts = said().into_iter().map(|line| holds(&line));
        verdicts
            .filter(|&verdict| verdict == Verdict::Taken)
            .count()
    };
    assert!(count(holds::answer) > 50 && count(holds::request) > 50);
}
