//! The sections about how games went: their length, how they ended, who began, times, faults.

use arena_statistics::{Event, Part, Scope};
use arena_tournament::id::BotIndex;
use arena_tournament::result::WinKind;
use arena_tournament::standings::Tally;

use super::chart::{Mark, Scale, Whisker, place, round_step};
use super::facts::Facts;
use super::tongue::Language;

/// How many games had how many turns.
pub(super) struct Lengths {
    pub(super) bars: Vec<Bar>,
    pub(super) counts: Vec<Mark>,
    pub(super) shortest: String,
    pub(super) median: String,
    pub(super) longest: String,
}

/// A bar of a chart.
pub(super) struct Bar {
    pub(super) x: String,
    pub(super) y: String,
    pub(super) width: String,
    pub(super) height: String,
    pub(super) middle: String,
    pub(super) label: String,
    pub(super) count: String,
    /// What stands below it.
    pub(super) tick: Option<Mark>,
}

/// The charts of bars: left, right, bottom, top.
pub(super) const BARS: [f64; 4] = [40.0, 468.0, 176.0, 14.0];

/// None if no game was played out.
pub(super) fn lengths(facts: &Facts, language: Language) -> Option<Lengths> {
    let mut lengths = facts.counted.lengths.clone();
    lengths.sort_unstable();
    let (&shortest, &longest) = (lengths.first()?, lengths.last()?);
    let step = round_step((longest - shortest + 1) as f64 / 24.0).max(1.0) as usize;
    let first = shortest / step;
    let mut counts = vec![0; longest / step - first + 1];
    for length in &lengths {
        counts[length / step - first] += 1;
    }
    let labels = (first..).map(|bin| match step {
        1 => bin.to_string(),
        _ => format!("{}–{}", bin * step, bin * step + step - 1),
    });
    let mut bars = bars(&counts, labels, language);
    let every = bars.len().div_ceil(8);
    for (bin, bar) in bars.iter_mut().enumerate() {
        bar.tick = (bin % every == 0).then(|| Mark {
            at: if step == 1 {
                bar.middle.clone()
            } else {
                bar.x.clone()
            },
            label: ((first + bin) * step).to_string(),
        });
    }
    Some(Lengths {
        counts: count_scale(&counts).whole_marks(language),
        bars,
        shortest: language.count(shortest as u64),
        median: median(&lengths, language),
        longest: language.count(longest as u64),
    })
}

/// The heights of bars; without any count they are all on the ground.
pub(super) fn count_scale(counts: &[u64]) -> Scale {
    let [_, _, bottom, top] = BARS;
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    Scale::over([0.0, most as f64], [bottom, top])
}

/// The middle one of sorted lengths, or the mean of the two in the middle, as `language` writes it.
fn median(sorted: &[usize], language: Language) -> String {
    let [low, high] = [sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2]];
    match low + high {
        twice if twice.is_multiple_of(2) => language.count(twice as u64 / 2),
        twice => language.number(twice as f64 / 2.0, 1),
    }
}

/// A bar for each count.
pub(super) fn bars(
    counts: &[u64],
    labels: impl Iterator<Item = String>,
    language: Language,
) -> Vec<Bar> {
    let [left, right, bottom, _] = BARS;
    let scale = count_scale(counts);
    let width = (right - left) / counts.len() as f64;
    let bars = counts.iter().zip(labels).enumerate();
    let bars = bars.map(|(number, (&count, label))| {
        let x = left + number as f64 * width;
        let y = scale.at(count as f64);
        Bar {
            x: place(x + width * 0.08),
            y: place(y),
            width: place(width * 0.84),
            height: place(bottom - y),
            middle: place(x + width / 2.0),
            tick: Some(Mark {
                at: place(x + width / 2.0),
                label: label.clone(),
            }),
            label,
            count: language.count(count),
        }
    });
    bars.collect()
}

/// How a bot's games ended.
pub(super) struct Ends {
    pub(super) name: String,
    /// By kind, won–lost.
    pub(super) kinds: Vec<String>,
    pub(super) by_mars: String,
    /// Segments from the middle outwards: the class, from where, how wide, what.
    pub(super) segments: Vec<Segment>,
}

/// A part of a bar.
pub(super) struct Segment {
    pub(super) class: String,
    pub(super) x: String,
    pub(super) width: String,
    pub(super) what: String,
}

pub(super) fn ends(facts: &Facts, language: Language) -> Vec<Ends> {
    let kinds = facts.kinds();
    let table = facts.counted.standings.table();
    let row = |bot: BotIndex, tally: &Tally| Ends {
        name: facts.name(bot).to_owned(),
        kinds: kinds
            .iter()
            .map(|kind| {
                let [won, lost] = [tally.won(*kind), tally.lost(*kind)];
                format!("{}–{}", language.count(won), language.count(lost))
            })
            .collect(),
        by_mars: by_mars(facts, bot, &kinds, language),
        segments: segments(tally, &kinds, language),
    };
    table.iter().map(|r| row(r.bot, &r.tally)).collect()
}

/// The part of games won by mars or more.
fn by_mars(facts: &Facts, bot: BotIndex, kinds: &[WinKind], language: Language) -> String {
    let dear = [WinKind::Mars, WinKind::HomeMars, WinKind::Koks];
    let dear = dear.into_iter().filter(|kind| kinds.contains(kind));
    let rates = dear.map(|kind| {
        let rate = facts
            .counted
            .ledger
            .rate(&Scope::of(bot), Event::WonBy(kind));
        (kind, rate)
    });
    let rates: Vec<_> = rates.collect();
    let texts = rates.iter().filter_map(|(kind, rate)| {
        let rate = language.rate(rate.as_ref()?);
        Some(match rates.len() {
            1 => rate,
            _ => format!("{}: {rate}", language.kind(*kind)),
        })
    });
    texts.collect::<Vec<_>>().join("; ")
}

/// Lost games to the left of the middle, won ones to the right, dear ones outside.
fn segments(tally: &Tally, kinds: &[WinKind], language: Language) -> Vec<Segment> {
    const MIDDLE: f64 = 120.0;
    let games = tally.games().max(1) as f64;
    let mut segments = Vec::new();
    type Count = fn(&Tally, WinKind) -> u64;
    let sides: [(&str, Count); 2] = [("lost", Tally::lost), ("won", Tally::won)];
    for (side, count) in sides {
        let mut from = 0.0;
        for kind in kinds {
            let number = count(tally, *kind);
            let width = number as f64 / games * (MIDDLE - 2.0);
            if number > 0 {
                let x = if side == "won" {
                    MIDDLE + from
                } else {
                    MIDDLE - from - width
                };
                segments.push(Segment {
                    class: format!("{side} {}", kind.name()),
                    x: place(x),
                    width: place(width),
                    what: format!("{}: {}", language.kind(*kind), language.count(number)),
                });
            }
            from += width;
        }
    }
    segments
}

/// What the first move was worth.
pub(super) struct FirstMove {
    pub(super) elo: Option<String>,
    pub(super) rate: String,
    pub(super) rate_bar: Whisker,
    pub(super) points: String,
    pub(super) marks: Vec<Mark>,
    /// By bot: its points per game when it began and when it did not.
    pub(super) bots: Vec<(String, [String; 2])>,
}

/// None where there is nothing to tell.
pub(super) fn first_move(facts: &Facts, language: Language) -> Option<FirstMove> {
    let ledger = &facts.counted.ledger;
    let ratings = facts.ratings.as_ref().ok();
    let gain = ledger.first_move(arena_statistics::Confidence::default())?;
    let scale = Scale::over([0.0, 1.0], [20.0, 460.0]);
    let ends = gain.win_rate.interval().map(|ends| [ends.low, ends.high]);
    let marks = [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| Mark {
        at: place(scale.at(part)),
        label: format!("{} %", language.number(part * 100.0, 0)),
    });
    let part = |bot: BotIndex, part: Part| {
        let points = ledger.points(&Scope::of(bot).playing(part));
        points.map_or_else(|| "–".to_owned(), |points| language.estimate(&points, 3))
    };
    let bots = facts.ranking().into_iter().map(|bot| {
        let parts = [Part::Starting, Part::Following].map(|which| part(bot, which));
        (facts.name(bot).to_owned(), parts)
    });
    Some(FirstMove {
        elo: ratings.map(|ratings| language.advantage(&ratings.first_move())),
        rate: language.rate(&gain.win_rate),
        rate_bar: scale.whisker(gain.win_rate.value, ends),
        points: language.estimate(&gain.points, 3),
        marks: marks.into(),
        bots: bots.collect(),
    })
}

/// How long a bot took.
pub(super) struct Taken {
    pub(super) name: String,
    pub(super) answers: String,
    pub(super) mean: String,
    pub(super) tenths: [String; 3],
    pub(super) bar: Whisker,
}

pub(super) fn times(facts: &Facts, language: Language) -> Vec<Taken> {
    let ranking = facts.ranking();
    let told = ranking
        .iter()
        .filter_map(|bot| Some((*bot, facts.times.of(bot.get())?)));
    let told: Vec<_> = told.collect();
    // Bots differ by orders of magnitude.
    let logarithm = |time: std::time::Duration| (time.as_secs_f64() * 1e6).max(1.0).log10();
    let all = told.iter().flat_map(|(_, told)| told.tenths.map(logarithm));
    let scale = Scale::over(all, [4.0, 116.0]);
    let rows = told.iter().map(|(bot, told)| {
        let [low, middle, high] = told.tenths.map(logarithm);
        Taken {
            name: facts.name(*bot).to_owned(),
            answers: language.count(told.answers),
            mean: language.time(told.mean),
            tenths: told.tenths.map(|time| language.time(time)),
            bar: scale.whisker(middle, Some([low, high])),
        }
    });
    rows.collect()
}

/// Games that were lost by a mistake.
pub(super) struct Faults {
    /// All codes that there were, and by bot how often each.
    pub(super) codes: Vec<String>,
    pub(super) bots: Vec<(String, Vec<String>)>,
    pub(super) told: Vec<ToldFault>,
}

/// One of them.
pub(super) struct ToldFault {
    pub(super) game: String,
    /// The turn that the viewer shows it at: the last one that was played.
    pub(super) turn: usize,
    /// Whether the viewer has the game.
    pub(super) shown: bool,
    pub(super) name: String,
    pub(super) code: String,
    pub(super) rule: String,
    pub(super) message: String,
    pub(super) stderr: Option<String>,
}

pub(super) fn faults(facts: &Facts, language: Language) -> Faults {
    let counted = &facts.counted;
    let mut codes: Vec<String> = counted
        .reasons
        .iter()
        .flat_map(|of| of.keys().cloned())
        .collect();
    codes.sort();
    codes.dedup();
    let at_fault = |bot: &BotIndex| !counted.reasons[bot.get()].is_empty();
    let bots = facts.ranking().into_iter().filter(at_fault).map(|bot| {
        let reasons = &counted.reasons[bot.get()];
        let count = |code| {
            reasons
                .get(code)
                .map_or_else(String::new, |n| language.count(*n))
        };
        (
            facts.name(bot).to_owned(),
            codes.iter().map(count).collect(),
        )
    });
    let told = counted.faults.iter().map(|fault| ToldFault {
        game: fault.game.clone(),
        turn: fault.turn,
        shown: counted.shown.has(&fault.game),
        name: facts.names[fault.bot].clone(),
        code: fault.code.clone(),
        rule: fault.rule.clone(),
        message: fault.message.clone(),
        stderr: fault.stderr.clone(),
    });
    Faults {
        bots: bots.collect(),
        told: told.collect(),
        codes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_even_number_is_between_the_two_in_the_middle() {
        let english = |sorted: &[usize]| median(sorted, Language::English);
        assert_eq!(english(&[89, 98]), "93.5");
        assert_eq!(median(&[89, 98], Language::Russian), "93,5");
        assert_eq!(english(&[1, 88, 98, 400]), "93");
        assert_eq!(english(&[7]), "7");
        assert_eq!(english(&[7, 8, 1_200]), "8");
    }

    #[test]
    fn bars_of_nothing_have_no_height() {
        let labels = (1..=6).map(|face: u8| face.to_string());
        let bars = bars(&[0; 6], labels, Language::English);
        assert!(bars.iter().all(|bar| bar.height == "0"));
    }
}
