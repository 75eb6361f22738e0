//! Points and rates: what a bot took, by opponent and by who began, with intervals from pairs.

use arena_tournament::id::BotIndex;
use arena_tournament::result::WinKind;
use arena_tournament::schedule::Pairing;

use crate::estimate::{Basis, Cell, ClusterMean, Confidence, ErrorBar, Estimate, Interval};
use crate::estimate::{OF_WINS, Variance, cluster_mean};
use crate::game::{Outcome, Part};
use crate::ledger::Ledger;
use crate::pairs::Cluster;

/// Which games of a bot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scope {
    bot: BotIndex,
    opponent: Option<BotIndex>,
    part: Option<Part>,
    confidence: Confidence,
}

impl Scope {
    /// All games of a bot, at 95 % confidence.
    #[must_use]
    pub fn of(bot: BotIndex) -> Scope {
        Scope {
            bot,
            opponent: None,
            part: None,
            confidence: Confidence::default(),
        }
    }

    /// Only those against one opponent.
    #[must_use]
    pub const fn against(self, opponent: BotIndex) -> Scope {
        Scope {
            opponent: Some(opponent),
            ..self
        }
    }

    /// Only those that the bot started, or only those that its opponent started.
    #[must_use]
    pub const fn playing(self, part: Part) -> Scope {
        Scope {
            part: Some(part),
            ..self
        }
    }

    /// With intervals of another confidence.
    #[must_use]
    pub const fn at(self, confidence: Confidence) -> Scope {
        Scope { confidence, ..self }
    }

    fn has(&self, game: &Outcome) -> bool {
        self.part.is_none_or(|part| part == game.part)
    }

    fn pairings(&self, ledger: &Ledger) -> Vec<Pairing> {
        let Scope { bot, opponent, .. } = *self;
        if let Some(opponent) = opponent {
            let pairing = Pairing::new(bot, opponent);
            let met = pairing.filter(|pairing| ledger.has(*pairing));
            return met.into_iter().collect();
        }
        let pairings = ledger.pairings();
        pairings
            .filter(|pairing| [pairing.first(), pairing.second()].contains(&bot))
            .collect()
    }
}

/// Something that happens in a game or not, from one bot's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// The bot won.
    Won,
    /// The bot won in this way.
    WonBy(WinKind),
    /// The bot lost in this way.
    LostBy(WinKind),
}

impl Event {
    fn happened(self, game: &Outcome) -> bool {
        match self {
            Event::Won => game.won,
            Event::WonBy(kind) => game.won && game.win.kind == kind,
            Event::LostBy(kind) => !game.won && game.win.kind == kind,
        }
    }
}

/// Games of a bot counted by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    won: [u64; WinKind::ALL.len()],
    lost: [u64; WinKind::ALL.len()],
    points_for: u64,
    points_against: u64,
    pairs: u64,
}

impl Tally {
    /// Games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins() + self.losses()
    }

    /// Games won in whatever way.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.won.iter().sum()
    }

    /// Games lost in whatever way.
    #[must_use]
    pub fn losses(&self) -> u64 {
        self.lost.iter().sum()
    }

    /// Games won in this way.
    #[must_use]
    pub const fn won(&self, kind: WinKind) -> u64 {
        self.won[kind as usize]
    }

    /// Games lost in this way.
    #[must_use]
    pub const fn lost(&self, kind: WinKind) -> u64 {
        self.lost[kind as usize]
    }

    /// Points of the games won.
    #[must_use]
    pub const fn points_for(&self) -> u64 {
        self.points_for
    }

    /// Points of the games lost.
    #[must_use]
    pub const fn points_against(&self) -> u64 {
        self.points_against
    }

    /// Complete pairs with both games in the scope.
    #[must_use]
    pub const fn pairs(&self) -> u64 {
        self.pairs
    }

    fn add(&mut self, game: &Outcome, count: u64) {
        let points = u64::from(game.win.points) * count;
        let kind = game.win.kind as usize;
        if game.won {
            self.won[kind] += count;
            self.points_for += points;
        } else {
            self.lost[kind] += count;
            self.points_against += points;
        }
    }
}

/// What moving first is worth, over all games of a league.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FirstMoveGain {
    /// The starter's share of games won; 0.5 means no advantage.
    pub win_rate: Estimate,
    /// The starter's points per game, lost ones negative.
    pub points: Estimate,
}

impl Ledger {
    /// Counts a bot's games by kind.
    #[must_use]
    pub fn tally(&self, scope: &Scope) -> Tally {
        let mut tally = Tally::default();
        for pairing in scope.pairings(self) {
            for (cluster, count) in self.clusters_of(scope.bot, pairing) {
                let games = in_scope(scope, cluster);
                for game in games.iter().flatten() {
                    tally.add(game, count);
                }
                if games.iter().all(Option::is_some) {
                    tally.pairs += count;
                }
            }
        }
        tally
    }

    /// Points per game of a bot: points won less points lost, over games; mars and koks weigh
    /// what they count. `None` without games.
    ///
    /// The mean of clusters (pairs) stratified by opponent, with Student's t (Cochran 1977;
    /// Welch 1947). It compares bots that met the same opponents equally often; where
    /// schedules differ compare [`crate::Ratings`].
    #[must_use]
    pub fn points(&self, scope: &Scope) -> Option<Estimate> {
        let mean = cluster_mean(&self.strata(scope, Outcome::points))?;
        let squares = cluster_mean(&self.strata(scope, |game| game.points().powi(2)))?;
        // One game gone the other way: it moves the sum by twice its points.
        let floor = 4.0 * squares.mean / (mean.games * mean.games);
        Some(estimate(&mean, floor, scope.confidence))
    }

    /// How often something happened in a bot's games, between 0 and 1. `None` without games.
    ///
    /// The interval is Wilson's (1927) for as many games as the pairs were worth, with Student's
    /// t: games over the design effect that pairs show (Korn and Graubard 1998; Franco et al.
    /// 2019). Wilson's stays between 0 and 1 and has a length at 0 % and 100 %, where pairs show
    /// no spread and each counts as one observation. It is not symmetric around the rate.
    #[must_use]
    pub fn rate(&self, scope: &Scope, event: Event) -> Option<Estimate> {
        let indicator = |game: &Outcome| f64::from(u8::from(event.happened(game)));
        let mean = cluster_mean(&self.strata(scope, indicator))?;
        Some(rate(&mean, scope.confidence))
    }

    /// What moving first was worth, over all bots; clusters are pairs, strata are pairings.
    /// `None` without games.
    ///
    /// In a pair one bot's luck with the dice becomes the other's, so starters win together: this
    /// interval is wider than that of as many single games.
    #[must_use]
    pub fn first_move(&self, confidence: Confidence) -> Option<FirstMoveGain> {
        let strata = |value: fn(&Outcome) -> f64| -> Vec<Vec<Cell>> {
            let of_starter = move |game: &Outcome| match game.part {
                Part::Starting => value(game),
                Part::Following => value(&game.turned()),
            };
            let pairings = self.pairings();
            pairings
                .map(|pairing| {
                    let clusters = self.clusters(pairing);
                    clusters
                        .map(|(cluster, count)| cell(games(cluster), count, of_starter))
                        .collect()
                })
                .collect()
        };
        let wins = cluster_mean(&strata(Outcome::score))?;
        let points = cluster_mean(&strata(Outcome::points))?;
        let squares = cluster_mean(&strata(|game| game.points().powi(2)))?;
        let floor = 4.0 * squares.mean / (points.games * points.games);
        Some(FirstMoveGain {
            win_rate: rate(&wins, confidence),
            points: estimate(&points, floor, confidence),
        })
    }

    fn strata(&self, scope: &Scope, value: impl Fn(&Outcome) -> f64 + Copy) -> Vec<Vec<Cell>> {
        let pairings = scope.pairings(self).into_iter();
        pairings
            .map(|pairing| {
                let clusters = self.clusters_of(scope.bot, pairing);
                clusters
                    .map(|(cluster, count)| cell(in_scope(scope, cluster), count, value))
                    .filter(|cell| cell.games > 0.0)
                    .collect()
            })
            .collect()
    }
}

/// A cluster's games.
fn games(cluster: Cluster<Outcome>) -> [Option<Outcome>; 2] {
    match cluster {
        Cluster::Pair(one, other) => [Some(one), Some(other)],
        Cluster::Single(game) => [Some(game), None],
    }
}

/// A cluster's games that are in the scope.
fn in_scope(scope: &Scope, cluster: Cluster<Outcome>) -> [Option<Outcome>; 2] {
    games(cluster).map(|game| game.filter(|game| scope.has(game)))
}

fn cell(games: [Option<Outcome>; 2], count: u64, value: impl Fn(&Outcome) -> f64) -> Cell {
    let games = games.iter().flatten();
    Cell {
        sum: games.clone().map(value).sum(),
        games: games.count() as f64,
        count: count as f64,
    }
}

/// A mean with a symmetric interval.
fn estimate(mean: &ClusterMean, floor: f64, confidence: Confidence) -> Estimate {
    let error = |variance: Variance| {
        let variance = variance.at_least(floor);
        ErrorBar::around(mean.mean, variance, confidence)
    };
    Estimate {
        value: mean.mean,
        error: mean.variance.map(error),
    }
}

/// A rate with Wilson's interval for the games that its pairs were worth.
fn rate(mean: &ClusterMean, confidence: Confidence) -> Estimate {
    let p = mean.mean;
    let binomial = p * (1.0 - p);
    let error = |variance: Variance| {
        // One game gone the other way moves the rate by 1/games.
        let variance = variance.at_least(1.0 / (mean.games * mean.games));
        let freedom = variance.freedom * OF_WINS;
        let (worth, basis) = if binomial > 0.0 {
            (binomial / variance.value, variance.basis)
        } else {
            (mean.clusters, Basis::Alike)
        };
        ErrorBar {
            standard_error: variance.value.sqrt(),
            freedom,
            basis,
            interval: wilson(p, worth, confidence.reach(freedom)),
        }
    };
    Estimate {
        value: p,
        error: mean.variance.map(error),
    }
}

/// Wilson's score interval (1927) for a rate `p` of `n` observations, `z` standard errors wide.
pub(crate) fn wilson(p: f64, n: f64, z: f64) -> Interval {
    let shrunk = 1.0 + z * z / n;
    let center = (p + z * z / (2.0 * n)) / shrunk;
    let half = z / shrunk * (p * (1.0 - p) / n + (z / (2.0 * n)).powi(2)).sqrt();
    // Exactly 0 and 1 at the ends, where rounding would leave a trace.
    Interval {
        low: if p > 0.0 { center - half } else { 0.0 },
        high: if p < 1.0 { center + half } else { 1.0 },
    }
}
