//! Luck with the dice: pips rolled against pips expected, and results with it taken out.
//!
//! Whether a side rolls again never depends on the roll to come, so the pips that it rolls
//! beyond their expectation are 0 on average, whoever plays how (Doob's optional stopping). That
//! makes them a control variate (Lavenberg and Welch 1981): what of the result goes along with
//! them can be taken out without judging any position.

use std::collections::BTreeMap;

use arena_tournament::id::{BotIndex, PairNumber};

use crate::dice::Roll;
use crate::estimate::{Confidence, ErrorBar, Estimate, Variance, combined};
use crate::game::{Forfeits, Game, Part};
use crate::pairs::{Cluster, Joiner, PairError};

/// What a ruleset lets play of a double (R4, R12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Doubles {
    /// The number four times.
    Four,
    /// The number twice, then each higher one twice. What the roller cannot play goes to the
    /// opponent, so pips rolled tell less about luck here.
    Cascade,
}

impl Doubles {
    /// The pips that a roll may be worth.
    #[must_use]
    pub fn pips(self, roll: Roll) -> u32 {
        let [one, other] = roll.dice().map(u32::from);
        match self {
            _ if !roll.is_double() => one + other,
            Doubles::Four => 4 * one,
            Doubles::Cascade => (one..=6).map(|number| 2 * number).sum(),
        }
    }

    /// What a roll is worth on average, in pips: 49/6 = 8.1667, in the cascade 98/9 = 10.8889.
    #[must_use]
    pub const fn expected(self) -> f64 {
        match self {
            // 30 rolls without doubles have 7 on average, doubles add up to 4 · 21.
            Doubles::Four => (30.0 * 7.0 + 84.0) / 36.0,
            // 42 + 40 + 36 + 30 + 22 + 12
            Doubles::Cascade => (30.0 * 7.0 + 182.0) / 36.0,
        }
    }
}

/// What a roll without doubles is worth on average, in pips.
const EXPECTED_UNEQUAL: f64 = 7.0;

/// The luck of both sides in one game, in pips beyond expectation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GameLuck {
    doubles: Doubles,
    starter: f64,
    follower: f64,
}

impl GameLuck {
    /// A game before its first roll.
    #[must_use]
    pub const fn new(doubles: Doubles) -> GameLuck {
        GameLuck {
            doubles,
            starter: 0.0,
            follower: 0.0,
        }
    }

    /// A side rolled, whether it could play or not. A turn with what the opponent left over is no
    /// roll.
    pub fn roll(&mut self, part: Part, roll: Roll) {
        let pips = f64::from(self.doubles.pips(roll));
        *self.of(part) += pips - self.doubles.expected();
    }

    /// The starter plays the roll of the roll-off, which is never a double.
    pub fn opening_roll(&mut self, roll: Roll) {
        self.starter += f64::from(self.doubles.pips(roll)) - EXPECTED_UNEQUAL;
    }

    fn of(&mut self, part: Part) -> &mut f64 {
        match part {
            Part::Starting => &mut self.starter,
            Part::Following => &mut self.follower,
        }
    }
}

/// What is summed over a cluster's games, from one bot's side.
const CHANNELS: usize = 6;
const GAMES: usize = 0;
const WINS: usize = 1;
const POINTS: usize = 2;
const OWN: usize = 3;
const OTHERS: usize = 4;
const SQUARED_POINTS: usize = 5;

type Channels = [f64; CHANNELS];

/// Sums over clusters, and sums of products.
#[derive(Debug, Clone, Copy, Default)]
struct Moments {
    clusters: f64,
    sums: Channels,
    products: [Channels; CHANNELS],
}

impl Moments {
    fn add(&mut self, cluster: Channels) {
        self.clusters += 1.0;
        for (i, &x) in cluster.iter().enumerate() {
            self.sums[i] += x;
            for (j, &y) in cluster.iter().enumerate() {
                self.products[i][j] += x * y;
            }
        }
    }

    fn join(&mut self, other: &Moments) {
        self.clusters += other.clusters;
        for i in 0..CHANNELS {
            self.sums[i] += other.sums[i];
            for j in 0..CHANNELS {
                self.products[i][j] += other.products[i][j];
            }
        }
    }

    /// `n/(n-1) Σ (x - mean · games) (y - mean · games)` over clusters, for two combinations of
    /// channels.
    fn scaled(&self, x: &Channels, y: &Channels) -> f64 {
        let centered = |channels: &Channels| {
            let sum: f64 = channels.iter().zip(&self.sums).map(|(a, b)| a * b).sum();
            let mut centered = *channels;
            centered[GAMES] -= sum / self.sums[GAMES];
            centered
        };
        let (x, y) = (centered(x), centered(y));
        let rows = x.iter().zip(&self.products);
        let sum: f64 = rows
            .map(|(x, row)| x * row.iter().zip(&y).map(|(p, y)| p * y).sum::<f64>())
            .sum();
        sum * self.clusters / (self.clusters - 1.0)
    }
}

/// Luck and results of many games, in a size that depends on the pairings alone.
#[derive(Debug, Clone)]
pub struct LuckLedger {
    meetings: BTreeMap<(BotIndex, BotIndex), Moments>,
    joiner: Joiner<GameLuck>,
    forfeits: Forfeits,
}

/// A mean as it is, and with the luck of the dice taken out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Adjusted {
    /// As it is: the result that counts.
    pub plain: Estimate,
    /// With luck taken out; `None` where that does not narrow the interval. To be shown beside
    /// the plain one, never instead: it rests on one more estimate.
    pub adjusted: Option<Estimate>,
    /// What one pip more of luck than the opponent went along with.
    pub per_pip: Option<f64>,
}

/// A bot's luck over all its games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Luck {
    /// Pips per game that it rolled beyond expectation.
    pub own: Estimate,
    /// The same of its opponents.
    pub opponents: Estimate,
    /// Points per game.
    pub points: Adjusted,
    /// The share of games won; here with symmetric intervals, unlike [`crate::Ledger::rate`].
    pub wins: Adjusted,
}

impl LuckLedger {
    /// A ledger without games.
    #[must_use]
    pub fn new(forfeits: Forfeits) -> LuckLedger {
        LuckLedger {
            meetings: BTreeMap::new(),
            joiner: Joiner::default(),
            forfeits,
        }
    }

    /// Counts a game with its luck; pairs as for [`crate::Ledger::push`].
    ///
    /// # Errors
    /// Pair numbers that do not ascend within a file, a third game of a pair, or a pair between
    /// different bots. The ledger is then unchanged.
    pub fn push(
        &mut self,
        pair: Option<PairNumber>,
        game: Game,
        luck: GameLuck,
    ) -> Result<(), PairError> {
        if self.forfeits == Forfeits::LeaveOut && game.is_forfeit() {
            return Ok(());
        }
        let cluster = self.joiner.push(pair, game, luck)?;
        self.count(cluster);
        Ok(())
    }

    /// The file is over: counts the game that waited for its partner.
    pub fn end_file(&mut self) {
        let waiting = self.joiner.end_file();
        self.count(waiting);
    }

    fn count(&mut self, cluster: Option<Cluster<(Game, GameLuck)>>) {
        let games = match cluster {
            None => return,
            Some(Cluster::Pair(one, other)) => vec![one, other],
            Some(Cluster::Single(game)) => vec![game],
        };
        let pairing = games[0].0.pairing();
        let (first, second) = (pairing.first(), pairing.second());
        for (bot, opponent) in [(first, second), (second, first)] {
            let mut sums = Channels::default();
            for (game, luck) in &games {
                let outcome = game.seen_by(bot);
                let (own, others) = match outcome.part {
                    Part::Starting => (luck.starter, luck.follower),
                    Part::Following => (luck.follower, luck.starter),
                };
                let points = outcome.points();
                let channels = [1.0, outcome.score(), points, own, others, points * points];
                for (sum, value) in sums.iter_mut().zip(channels) {
                    *sum += value;
                }
            }
            self.meetings.entry((bot, opponent)).or_default().add(sums);
        }
    }

    /// A bot's luck over all its games, opponents as strata; `None` without games.
    #[must_use]
    pub fn luck(&self, bot: BotIndex, confidence: Confidence) -> Option<Luck> {
        let meetings = self.meetings.range((bot, BotIndex::new(0))..);
        let own = meetings.take_while(|((of, _), _)| *of == bot);
        let strata = Strata::new(own.map(|(_, moments)| *moments));
        strata.games().map(|_| Luck {
            own: strata.mean(&unit(OWN), 0.0, confidence),
            opponents: strata.mean(&unit(OTHERS), 0.0, confidence),
            points: strata.adjusted(POINTS, confidence),
            wins: strata.adjusted(WINS, confidence),
        })
    }
}

/// One channel alone.
fn unit(channel: usize) -> Channels {
    let mut channels = Channels::default();
    channels[channel] = 1.0;
    channels
}

/// Moments by opponent, those of one cluster put together.
struct Strata(Vec<Moments>);

impl Strata {
    fn new(moments: impl Iterator<Item = Moments>) -> Strata {
        let (mut wide, lone): (Vec<_>, Vec<_>) =
            moments.partition(|moments| moments.clusters > 1.0);
        let mut together = Moments::default();
        for moments in &lone {
            together.join(moments);
        }
        match wide.first_mut() {
            Some(first) if together.clusters == 1.0 => first.join(&together),
            _ if lone.is_empty() => {}
            _ => wide.push(together),
        }
        Strata(wide)
    }

    fn sum(&self, channels: &Channels) -> f64 {
        let terms = self
            .0
            .iter()
            .flat_map(|moments| moments.sums.iter().zip(channels));
        terms.map(|(sum, factor)| sum * factor).sum()
    }

    fn games(&self) -> Option<f64> {
        Some(self.sum(&unit(GAMES))).filter(|&games| games > 0.0)
    }

    fn cross(&self, x: &Channels, y: &Channels) -> f64 {
        let strata = self.0.iter().filter(|moments| moments.clusters > 1.0);
        strata.map(|moments| moments.scaled(x, y)).sum()
    }

    /// A mean per game; its variance is no smaller than the floor.
    fn mean(&self, channels: &Channels, floor: f64, confidence: Confidence) -> Estimate {
        let games = self.sum(&unit(GAMES));
        let strata = self.0.iter().filter(|moments| moments.clusters > 1.0);
        let parts: Vec<(f64, f64)> = strata
            .map(|m| (m.scaled(channels, channels).max(0.0), m.clusters - 1.0))
            .collect();
        let value = self.sum(channels) / games;
        let error = (!parts.is_empty()).then(|| {
            let variance = combined(&parts, games).at_least(floor);
            ErrorBar::around(value, variance, confidence)
        });
        Estimate { value, error }
    }

    /// The variance that one game gone the other way would give.
    fn floor(&self, channel: usize) -> f64 {
        let games = self.sum(&unit(GAMES));
        let worth = match channel {
            POINTS => 4.0 * self.sum(&unit(SQUARED_POINTS)) / games,
            _ => 1.0,
        };
        worth / (games * games)
    }

    fn adjusted(&self, channel: usize, confidence: Confidence) -> Adjusted {
        let plain = unit(channel);
        let mut luck = unit(OWN);
        luck[OTHERS] = -1.0;
        let own = self.cross(&luck, &luck);
        let per_pip = (own > 0.0).then(|| self.cross(&plain, &luck) / own);
        let estimate = self.mean(&plain, self.floor(channel), confidence);
        let adjusted = per_pip.and_then(|per_pip| {
            let mut rest = plain;
            rest[OWN] -= per_pip;
            rest[OTHERS] += per_pip;
            let Estimate { value, error } = self.mean(&rest, 0.0, confidence);
            let error = with_slope(value, error?, confidence)?;
            let narrower = error.interval.half_width() < estimate.error?.interval.half_width();
            let error = Some(error);
            narrower.then_some(Estimate { value, error })
        });
        Adjusted {
            plain: estimate,
            adjusted,
            per_pip,
        }
    }
}

/// The error bar when the slope was estimated from the same clusters: one degree of freedom less,
/// and a variance larger by as much. `None` if none is left or nothing was measured.
fn with_slope(value: f64, error: ErrorBar, confidence: Confidence) -> Option<ErrorBar> {
    let freedom = error.freedom - 1.0;
    (freedom >= 1.0 && error.standard_error > 0.0).then(|| {
        let variance = Variance {
            value: error.standard_error.powi(2) * error.freedom / freedom,
            freedom,
            basis: error.basis,
        };
        ErrorBar::around(value, variance, confidence)
    })
}
