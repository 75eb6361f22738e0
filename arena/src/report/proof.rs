//! Sentences below a table of ratings: what it is counted from, the first move, the pairs.

use arena_statistics::{Advantage, Alikeness, Estimate, Ledger, Options, Ratings, Zero};
use arena_tournament::decimal::{fixed, without_minus_zero};
use nardy_protocol::text::visible;

use super::table::NAME_SHOWN;
use super::thousands;

/// Names that a sentence lists.
const LISTED: usize = 8;

/// Decimals of an anchor that a number can tell apart.
const DECIMALS_MAX: usize = 15;

/// Games, and what they prove.
pub(super) struct Proof<'p> {
    pub(super) ledger: &'p Ledger,
    pub(super) ratings: &'p Ratings,
    pub(super) names: &'p [String],
    /// Whether the games ended when a sequential test had seen enough of them.
    pub(super) stopped: bool,
}

impl Proof<'_> {
    /// All sentences, one a line.
    pub(super) fn sentences(&self) -> Vec<String> {
        let mut lines = vec![self.zero()];
        lines.extend(self.apart());
        lines.push(self.first_move());
        lines.push(within_pairs(self.ledger));
        lines
    }

    fn options(&self) -> &Options {
        self.ratings.options()
    }

    /// What single ratings are counted from.
    fn zero(&self) -> String {
        let from = match self.options().zero {
            Zero::Mean => "the mean of the bots that can be compared is 0".to_owned(),
            Zero::Anchor { bot, elo } => {
                let name = visible(&self.names[bot.get()], NAME_SHOWN);
                let elo = without_minus_zero(elo, DECIMALS_MAX);
                format!("counted from {name} at {elo}")
            }
        };
        if self.stopped {
            return format!(
                "elo: {from}\n\
                 these figures are biased away from 0 and ± is too narrow, as the match stopped on \
                 its own results"
            );
        }
        let level = self.options().confidence.level() * 100.0;
        format!("elo: {from}; ± holds the true value in {level:.0} % of leagues")
    }

    /// Which bots can be compared, if not all.
    fn apart(&self) -> Option<String> {
        let group: Vec<_> = self.ratings.main_group().collect();
        let bots = self.names.len();
        if group.len() == bots {
            return None;
        }
        let listed = group.iter().take(LISTED);
        let mut names: Vec<_> = listed
            .map(|&bot| visible(&self.names[bot.get()], NAME_SHOWN))
            .collect();
        if group.len() > LISTED {
            names.push(format!("{} more", group.len() - LISTED));
        }
        let names = names.join(", ");
        Some(match group.len() {
            1 => format!(
                "no two bots beat each other, not through others either: no difference has a \
                 number; all are held against {names}"
            ),
            count => format!(
                "only {count} of {bots} bots can be compared by a number, as each won against \
                 each, if only through others: {names}"
            ),
        })
    }

    fn first_move(&self) -> String {
        let advantage = match self.ratings.first_move() {
            Advantage::Estimated(estimate) => format!("{estimate} elo"),
            other => other.to_string(),
        };
        let gain = self.ledger.first_move(self.options().confidence);
        let Some(gain) = gain else {
            return format!("first move: {advantage}");
        };
        let rate = percent(&gain.win_rate);
        let points = gain.points;
        format!("first move: {advantage}; the starter won {rate} and {points:.3} points per game")
    }
}

/// A rate with its interval, which is not symmetric.
fn percent(rate: &Estimate) -> String {
    let value = rate.value * 100.0;
    match rate.interval() {
        Some(interval) => {
            let (low, high) = (interval.low * 100.0, interval.high * 100.0);
            format!("{value:.1} % ({low:.1} to {high:.1} %)")
        }
        None => format!("{value:.1} % (no error bar from fewer than two pairs)"),
    }
}

fn within_pairs(ledger: &Ledger) -> String {
    let within = ledger.within_pairs(None);
    match within.wins.pairs {
        0 => "pairs: none is complete; each game stands alone".to_owned(),
        pairs => format!(
            "pairs: {}; correlation of wins {}, of points {}",
            thousands(pairs),
            correlation(&within.wins),
            correlation(&within.points)
        ),
    }
}

fn correlation(alike: &Alikeness) -> String {
    let Some(rho) = alike.correlation else {
        return "unknown, as no game differed".to_owned();
    };
    let rho = fixed(rho, 3);
    match alike.saved() {
        Some(saved) if saved >= 0.0 => format!("{rho} (saved {} games)", count(saved)),
        Some(saved) => format!("{rho} (cost {} games)", count(-saved)),
        None => format!("{rho} (as sure as no number of single games)"),
    }
}

fn count(games: f64) -> String {
    thousands(games.round() as u64)
}
