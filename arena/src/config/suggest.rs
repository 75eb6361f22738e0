//! The nearest known word to a misspelt one.

/// A longer word is no slip of the pen; comparing it would only cost time.
const LONGEST_WORD: usize = 64;

/// The known word that `word` most likely was meant to be, if one is near enough.
///
/// Near enough: at most a third of the word's letters are wrong (a swap counts once), and
/// one letter may be wrong in any word.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST_WORD {
        return None;
    }
    let lower = word.to_lowercase();
    known
        .into_iter()
        .map(|candidate| (strsim::osa_distance(&lower, candidate), candidate))
        .filter(|(distance, candidate)| {
            let longer = word.chars().count().max(candidate.chars().count());
            *distance <= (longer / 3).max(1)
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// "did you mean … ?" if a known word is near, then all of them.
pub(crate) fn did_you_mean(word: &str, known: &[&str]) -> String {
    let all = known
        .iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ");
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`? Known: {all}"),
        None => format!("write one of {all}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_finds_the_word_that_was_meant() {
        let known = ["long", "long-classic", "short", "gulbar"];
        for (word, meant) in [
            ("lnog", Some("long")),
            ("Long", Some("long")),
            ("long-clasic", Some("long-classic")),
            ("gulbarr", Some("gulbar")),
            ("shor", Some("short")),
            ("backgammon", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, known), meant, "{word}");
        }
    }
}
