//! A league as one HTML file that needs nothing else: tables, charts, and its games on a board.
//!
//! Everything about the league is written here, once in each language, and shows without
//! scripts; every number comes from the code behind the tables. `templates` has the page's frame,
//! its sections, its style, and the script of the viewer, which plays the games that the page
//! holds as JSON. Names, remarks and messages are strangers' texts: the templates escape them.

mod chart;
mod course;
mod dice;
mod error;
mod facts;
mod games;
mod strength;
mod times;
mod tongue;
mod words;

use std::path::Path;

use arena_tournament::result::WinKind;
use askama::Template;
use base64::prelude::{BASE64_STANDARD, Engine};
use nardy_rules::{Geometry, Ruleset};
use serde::Serialize;
use sha2::{Digest, Sha256};

pub use error::PageError;
pub use tongue::Language;
pub(crate) use {
    games::turns,
    strength::{Standings, Strength, standings},
    words::words,
};

use crate::store::PAGE_MARK;
use course::{BARS, Ends, Faults, FirstMove, Lengths, Taken};
use dice::Dice;
use facts::Facts;
use games::ShownGame;
use strength::{Meetings, PROGRESS, Progress};
use words::{ViewerWords, Words};

pub(crate) const STYLE: &str = include_str!("templates/style.css");
/// The script of a board: the rules of moving, the drawing, and a page's elements.
pub(crate) const BOARD: &str = concat!(
    include_str!("templates/game.js"),
    include_str!("templates/board.js"),
    include_str!("templates/element.js"),
);
/// What people click in the viewer.
const VIEWER: &str = include_str!("templates/viewer.js");

/// A page and what is not in it.
#[derive(Debug)]
pub struct Page {
    /// The file's text.
    pub html: String,
    /// Games that the viewer has.
    pub shown: u64,
    /// Games that were played.
    pub played: u64,
}

/// Makes the page of a results folder, in this language at first, with at most so many games.
///
/// # Errors
///
/// If it is none, an arena is playing its league, a file is damaged, or the machine fails.
pub fn page(folder: &Path, language: Language, games: usize) -> Result<Page, PageError> {
    let facts = Facts::read(folder, games)?;
    let sections = Language::ALL.map(|language| Sections::of(&facts, language).render());
    let [english, russian] = sections;
    let script = [BOARD, VIEWER].concat();
    let frame = Frame {
        mark: PAGE_MARK,
        title: facts.plan.name().as_str(),
        language: language.code(),
        policy: policy(&script, STYLE),
        style: STYLE,
        script: &script,
        english: english?,
        russian: russian?,
        data: data(&facts),
        no_script: [
            ViewerWords::ENGLISH.no_script,
            ViewerWords::RUSSIAN.no_script,
        ],
    };
    Ok(Page {
        html: frame.render()?,
        shown: facts.counted.shown.games.len() as u64,
        played: facts.counted.played,
    })
}

/// What a page may do: run this script, use its own style, and reach nothing.
pub(crate) fn policy(script: &str, style: &str) -> String {
    let hash = |text: &str| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
    format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; \
         form-action 'none'",
        hash(script),
        hash(style)
    )
}

/// The page without what depends on the language.
#[derive(Template)]
#[template(path = "page.html")]
struct Frame<'f> {
    mark: &'f str,
    title: &'f str,
    language: &'f str,
    policy: String,
    style: &'f str,
    script: &'f str,
    english: String,
    russian: String,
    data: String,
    no_script: [&'f str; 2],
}

/// What the viewer reads.
#[derive(Serialize)]
struct Data<'f> {
    opposite: bool,
    start: Vec<[u8; 2]>,
    bots: &'f [String],
    played: u64,
    remarks_cut: bool,
    games: &'f [ShownGame],
    words: [&'f ViewerWords; 2],
}

/// The viewer's data as JSON in which nothing ends a script or begins a tag.
fn data(facts: &Facts) -> String {
    let rules = &facts.rules;
    let shown = &facts.counted.shown;
    let data = Data {
        opposite: is_opposite(rules),
        start: start(rules),
        bots: &facts.names,
        played: facts.counted.played,
        remarks_cut: shown.remarks_cut,
        games: &shown.games,
        words: Language::ALL.map(Language::viewer_words),
    };
    in_script(&serde_json::to_string(&data).expect("plain data with text keys"))
}

/// Where the checkers stand at the start, for the script of a board.
pub(crate) fn start(rules: &Ruleset) -> Vec<[u8; 2]> {
    let start = rules.start();
    start
        .iter()
        .map(|(point, count)| [point.number(), count])
        .collect()
}

/// Whether the sides move against each other, for the script of a board.
pub(crate) fn is_opposite(rules: &Ruleset) -> bool {
    rules.geometry() == Geometry::Short
}

/// JSON with all that means something to HTML written as escapes.
pub(crate) fn in_script(json: &str) -> String {
    json.replace('&', "\\u0026")
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
}

/// Everything about the league in one language.
#[derive(Template)]
#[template(path = "sections.html")]
struct Sections<'f> {
    lang: &'static str,
    words: &'static Words,
    name: &'f str,
    rules: &'f str,
    rules_name: &'f str,
    kind: &'static str,
    turn: String,
    bank: String,
    played: String,
    scheduled: String,
    complete: bool,
    standings: Standings,
    meetings: Vec<Meetings>,
    progress: Progress,
    frame: [f64; 4],
    bars: [f64; 4],
    lengths: Option<Lengths>,
    kinds: Vec<&'static str>,
    ends: Vec<Ends>,
    has_mars: bool,
    first_move: Option<FirstMove>,
    dice: Dice,
    faults: Faults,
    times: Vec<Taken>,
    version: &'static str,
}

impl<'f> Sections<'f> {
    fn of(facts: &'f Facts, language: Language) -> Sections<'f> {
        let words = language.words();
        let time = facts.plan.time();
        let millis = |text: String| {
            let unit = if text.ends_with("ms") {
                words.milliseconds
            } else {
                words.seconds
            };
            let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
            format!("{digits}\u{a0}{unit}")
        };
        let played = facts.counted.played;
        let kinds = facts.kinds();
        Sections {
            lang: language.code(),
            words,
            name: facts.plan.name().as_str(),
            rules: facts.plan.ruleset(),
            rules_name: facts.rules.name(),
            kind: language.league_kind(facts.plan.kind()),
            turn: millis(time.turn().to_string()),
            bank: millis(time.bank().to_string()),
            played: language.count(played),
            scheduled: language.count(facts.scheduled),
            complete: played == facts.scheduled,
            standings: strength::standings_of(facts, language),
            meetings: strength::meetings(facts, language),
            progress: strength::progress(facts, language),
            frame: PROGRESS,
            bars: BARS,
            lengths: course::lengths(facts, language),
            has_mars: kinds
                .iter()
                .any(|kind| !matches!(kind, WinKind::Oin | WinKind::Forfeit)),
            kinds: kinds.into_iter().map(|kind| language.kind(kind)).collect(),
            ends: course::ends(facts, language),
            first_move: course::first_move(facts, language),
            dice: dice::dice(facts, language),
            faults: course::faults(facts, language),
            times: course::times(facts, language),
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::in_script;

    #[test]
    fn json_in_a_script_cannot_end_it() {
        let json = r#"["</script><!--<script>&amp;"]"#;
        let inside = in_script(json);
        assert!(!inside.contains(['<', '>', '&']), "{inside}");
        let read: Result<Vec<String>, _> = serde_json::from_str(&inside);
        assert!(read.is_ok_and(|texts| texts == ["</script><!--<script>&amp;"]));
    }
}
