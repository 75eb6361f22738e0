//! Columns that say what results prove: rounded numbers, and empty cells where there is none.
//!
//! Rounding makes the cells the same on every machine: the last digits of logarithms are not.

use std::collections::HashMap;

use arena_statistics::{
    Advantage, Difference, Estimate, Event, Luck, Part, Ranked, Rating, Scope, Tally,
};
use arena_tournament::decimal::fixed;
use arena_tournament::id::BotIndex;

use super::csv::text_cell;
use super::statistics::Statistics;

/// The columns of `ratings.csv`.
pub(super) const RATINGS: [&str; 14] = [
    "rank",
    "bot",
    "games",
    "pairs",
    "kind",
    "elo",
    "low",
    "high",
    "standard_error",
    "basis",
    "first_move_kind",
    "first_move",
    "first_move_low",
    "first_move_high",
];
/// What stands in `standings.csv` behind the counts.
pub(super) const OF_BOT: [&str; 26] = [
    "rating",
    "rating_low",
    "rating_high",
    "points_per_game",
    "points_low",
    "points_high",
    "win_rate",
    "win_rate_low",
    "win_rate_high",
    "starting_games",
    "starting_wins",
    "starting_points_for",
    "starting_points_against",
    "following_games",
    "following_wins",
    "following_points_for",
    "following_points_against",
    "luck",
    "luck_low",
    "luck_high",
    "opponents_luck",
    "opponents_luck_low",
    "opponents_luck_high",
    "adjusted_points",
    "adjusted_low",
    "adjusted_high",
];
/// What stands in `pairings.csv` behind the counts.
pub(super) const OF_PAIRING: [&str; 12] = [
    "points_per_game",
    "points_low",
    "points_high",
    "win_rate",
    "win_rate_low",
    "win_rate_high",
    "starting_games",
    "starting_wins",
    "difference",
    "difference_low",
    "difference_high",
    "superiority",
];

/// Decimals of Elo points, as in `elo.csv`.
const OF_ELO: usize = 2;
/// Decimals of rates, of points per game and of likelihoods.
const OF_RATES: usize = 4;
/// Decimals of pips per game.
const OF_PIPS: usize = 3;

/// The rows of `ratings.csv`: the best bot first, bots without games last, in the league's order.
pub(super) fn ratings(statistics: &Statistics, names: &[String]) -> Vec<Vec<String>> {
    let all = |bot: BotIndex| statistics.ledger().tally(&Scope::of(bot));
    let mut rows = Vec::new();
    match statistics.ratings() {
        Ok(ratings) => {
            let advantage = advantage(&ratings.first_move());
            for ranked in ratings.ranking() {
                let mut row = rated(&ranked, &statistics.names()[ranked.bot.get()]);
                row.splice(2..2, counts(&all(ranked.bot)));
                row.extend(advantage.clone());
                rows.push(row);
            }
        }
        Err(why) => {
            for (place, name) in statistics.names().iter().enumerate() {
                rows.push(unrated(name, &all(BotIndex::new(place)), why.kind()));
            }
        }
    }
    let idle = names.iter().filter(|name| statistics.find(name).is_none());
    let none = Tally::default();
    rows.extend(idle.map(|name| unrated(name, &none, Rating::NoGames.kind())));
    rows
}

/// The row of `ratings.csv` of a bot without a rating; its kind says why.
fn unrated(name: &str, tally: &Tally, kind: &str) -> Vec<String> {
    let [games, pairs] = counts(tally);
    let mut row = vec![
        String::new(),
        text_cell(name),
        games,
        pairs,
        kind.to_owned(),
    ];
    row.resize(RATINGS.len(), String::new());
    row
}

fn counts(tally: &Tally) -> [String; 2] {
    [tally.games().to_string(), tally.pairs().to_string()]
}

/// Rank, name, and everything from `kind` to `basis`.
fn rated(ranked: &Ranked, name: &str) -> Vec<String> {
    let rank = ranked.rank.map(|rank| rank.to_string());
    let mut row = vec![rank.unwrap_or_default(), text_cell(name)];
    row.push(ranked.rating.kind().to_owned());
    row.extend(rating(&ranked.rating));
    let error = match &ranked.rating {
        Rating::Estimated(estimate) => estimate.error,
        _ => None,
    };
    row.push(number(error.map(|error| error.standard_error), OF_ELO));
    row.push(error.map_or_else(String::new, |error| error.basis.name().to_owned()));
    row
}

/// A rating and its interval, which may have one side only.
fn rating(rating: &Rating) -> [String; 3] {
    match *rating {
        Rating::Estimated(value) => estimate(Some(value), OF_ELO),
        Rating::Reference { elo } => [Some(elo), None, None].map(|elo| number(elo, OF_ELO)),
        Rating::Above { at_least } => [None, at_least, None].map(|elo| number(elo, OF_ELO)),
        Rating::Below { at_most } => [None, None, at_most].map(|elo| number(elo, OF_ELO)),
        Rating::Apart | Rating::NoGames => Default::default(),
    }
}

fn advantage(advantage: &Advantage) -> Vec<String> {
    let value = match advantage {
        Advantage::Estimated(value) => Some(*value),
        _ => None,
    };
    let mut cells = vec![advantage.kind().to_owned()];
    cells.extend(estimate(value, OF_ELO));
    cells
}

/// What stands in a bot's row of `standings.csv` behind the counts.
pub(super) fn of_bot(statistics: &Statistics, name: &str) -> Vec<String> {
    let Some(bot) = statistics.find(name) else {
        // Counts are 0, everything else is unknown.
        let cells = OF_BOT.map(|column| {
            let counts = column.starts_with("starting_") || column.starts_with("following_");
            if counts {
                "0".to_owned()
            } else {
                String::new()
            }
        });
        return cells.to_vec();
    };
    let ledger = statistics.ledger();
    let all = Scope::of(bot);
    let mut cells = match statistics.ratings() {
        Ok(ratings) => rating(&ratings.rating(bot)).to_vec(),
        Err(_) => vec![String::new(); 3],
    };
    cells.extend(estimate(ledger.points(&all), OF_RATES));
    cells.extend(estimate(ledger.rate(&all, Event::Won), OF_RATES));
    for part in [Part::Starting, Part::Following] {
        let tally = ledger.tally(&all.playing(part));
        let numbers = [
            tally.games(),
            tally.wins(),
            tally.points_for(),
            tally.points_against(),
        ];
        cells.extend(numbers.map(|number| number.to_string()));
    }
    cells.extend(lucky(statistics.luck(bot)));
    cells
}

fn lucky(luck: Option<Luck>) -> Vec<String> {
    let own = estimate(luck.map(|luck| luck.own), OF_PIPS);
    let opponents = estimate(luck.map(|luck| luck.opponents), OF_PIPS);
    let adjusted = luck.and_then(|luck| luck.points.adjusted);
    [own, opponents, estimate(adjusted, OF_RATES)].concat()
}

/// What stands in the rows of `pairings.csv` behind the counts.
///
/// A difference takes a look at all pairings, so it is made once for both sides.
pub(super) struct Pairings<'s> {
    statistics: &'s Statistics,
    differences: HashMap<[BotIndex; 2], Difference>,
}

impl<'s> Pairings<'s> {
    pub(super) fn new(statistics: &'s Statistics) -> Pairings<'s> {
        Pairings {
            statistics,
            differences: HashMap::new(),
        }
    }

    /// For a bot and an opponent it has met.
    pub(super) fn cells(&mut self, bot: &str, opponent: &str) -> Vec<String> {
        let [Some(bot), Some(opponent)] = [bot, opponent].map(|name| self.statistics.find(name))
        else {
            return vec![String::new(); OF_PAIRING.len()];
        };
        let ledger = self.statistics.ledger();
        let met = Scope::of(bot).against(opponent);
        let mut cells = estimate(ledger.points(&met), OF_RATES).to_vec();
        cells.extend(estimate(ledger.rate(&met, Event::Won), OF_RATES));
        let starting = ledger.tally(&met.playing(Part::Starting));
        cells.extend([starting.games(), starting.wins()].map(|number| number.to_string()));
        let difference = self.difference(bot, opponent);
        let (value, low, high) = match difference {
            Some(Difference::Estimated { estimate, .. }) => {
                let interval = estimate.interval();
                let low = interval.map(|interval| interval.low);
                let high = interval.map(|interval| interval.high);
                (Some(estimate.value), low, high)
            }
            Some(Difference::Above { at_least, .. }) => (None, at_least, None),
            Some(Difference::Below { at_most, .. }) => (None, None, at_most),
            Some(Difference::Apart | Difference::Same) | None => (None, None, None),
        };
        cells.extend([value, low, high].map(|elo| number(elo, OF_ELO)));
        let superiority = difference.and_then(|difference| difference.superiority());
        cells.push(number(superiority, OF_RATES));
        cells
    }

    fn difference(&mut self, bot: BotIndex, opponent: BotIndex) -> Option<Difference> {
        if let Some(difference) = self.differences.remove(&[opponent, bot]) {
            return Some(difference.turned());
        }
        let difference = self.statistics.ratings().ok()?.difference(bot, opponent);
        self.differences.insert([bot, opponent], difference);
        Some(difference)
    }
}

/// A number and its interval; what is not known is empty.
fn estimate(estimate: Option<Estimate>, decimals: usize) -> [String; 3] {
    let interval = estimate.and_then(|estimate| estimate.interval());
    [
        estimate.map(|estimate| estimate.value),
        interval.map(|interval| interval.low),
        interval.map(|interval| interval.high),
    ]
    .map(|value| number(value, decimals))
}

/// A rounded number, never `-0.00`; empty if it is not known.
fn number(value: Option<f64>, decimals: usize) -> String {
    let value = value.filter(|value| value.is_finite());
    value.map_or_else(String::new, |value| fixed(value, decimals))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use arena_statistics::{Doubles, FitError, GameLuck};
    use arena_tournament::id::GameIndex;
    use arena_tournament::result::{GameResult, Win, WinKind};

    use super::super::statistics::{Counting, Statistics};
    use super::*;

    const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];

    fn names() -> Vec<String> {
        NAMES.map(str::to_owned).to_vec()
    }

    /// Pairs by the places of the two bots, and what the first one did in the game it began and
    /// in the one it did not; all wins are oin.
    fn counted(pairs: &[(usize, usize, &str)]) -> Statistics {
        let mut counting = Counting::new();
        let mut index = 0;
        for &(one, other, results) in pairs {
            let [one, other] = [one, other].map(BotIndex::new);
            let games = results.chars().zip([[one, other], [other, one]]);
            for (result, seats) in games {
                let winner = if result == 'W' { one } else { other };
                let (kind, points) = (WinKind::Oin, 1);
                let win = Win { kind, points };
                let game = GameIndex::new(index);
                let result = GameResult::new(game, seats, seats[0], winner, win).unwrap();
                let luck = GameLuck::new(Doubles::Four);
                counting.count(&result, luck, &names()).unwrap();
                index += 1;
            }
        }
        counting.end()
    }

    fn rows(statistics: &Statistics) -> Vec<String> {
        let rows = ratings(statistics, &names()).into_iter();
        rows.map(|row| row.join(",")).collect()
    }

    /// A won 3 of the 4 games it began and 1 of the others, so half of all, and starters won 3 of
    /// 4: odds of 3 to 1 are 400 · log10(3) = 190.85. Sums of pairs are 2, -2, 0 and 0: squares 8,
    /// variance 8 · 4/3 / 8² = 1/6, and Student's t with 3 degrees of freedom reaches 3.1824.
    #[test]
    fn four_pairs_have_the_figures_by_hand() {
        let pairs = ["WW", "LL", "WL", "WL"].map(|results| (0, 1, results));
        let statistics = counted(&pairs);
        let row = &ratings(&statistics, &names())[0];
        assert_eq!(row[..6], ["1", "a", "8", "4", "estimated", "0.00"]);
        assert_eq!(row[10..12], ["estimated", "190.85"]);
        let cells = of_bot(&statistics, "a");
        assert_eq!(cells[3..6], ["0.0000", "-1.2992", "1.2992"]);
        assert_eq!(cells[6], "0.5000");
        assert_eq!(cells[9..17], ["4", "3", "3", "1", "4", "1", "1", "3"]);
        let cells = Pairings::new(&statistics).cells("a", "b");
        assert_eq!(cells[8], "0.00");
        assert_eq!(cells[11], "0.5000");
    }

    /// Twenty pairs without a loss: had B more than this, A would have swept them with a chance of
    /// less than 5 %. A pair is one observation, so p^20 = 0.05 gives p = 0.8609 and 316.64.
    #[test]
    fn a_bot_that_won_everything_gives_a_bound() {
        let statistics = counted(&[(0, 1, "WW"); 20]);
        let rows = rows(&statistics);
        assert_eq!(rows[0], "1,a,40,20,reference,0.00,,,,,undetermined,,,");
        assert_eq!(rows[1], "2,b,40,20,below,,,-316.64,,,undetermined,,,");
        let mut pairings = Pairings::new(&statistics);
        assert_eq!(pairings.cells("a", "b")[8..11], ["", "316.64", ""]);
        assert_eq!(pairings.cells("b", "a")[8..11], ["", "", "-316.64"]);
    }

    /// A beats B and loses to C, always; D and E met nobody but each other.
    #[test]
    fn bots_without_chains_of_wins_between_them_get_words() {
        let statistics = counted(&[
            (0, 1, "WW"),
            (0, 2, "LL"),
            (3, 4, "WL"),
            (0, 1, "WW"),
            (0, 2, "LL"),
            (3, 4, "LW"),
        ]);
        let kinds: Vec<_> = ratings(&statistics, &names())
            .iter()
            .map(|row| (row[0].clone(), row[1].clone(), row[4].clone()))
            .collect();
        let kinds: Vec<_> = kinds.iter().map(|(r, b, k)| (&**r, &**b, &**k)).collect();
        // D and E can be compared, so the others are held against them.
        let [first, second, rest @ ..] = &kinds[..] else {
            panic!("{kinds:?}");
        };
        assert_eq!([first.2, second.2], ["estimated"; 2]);
        assert!(
            [first.1, second.1]
                .iter()
                .all(|bot| ["d", "e"].contains(bot))
        );
        assert_eq!(
            rest,
            [("", "a", "apart"), ("", "b", "apart"), ("", "c", "apart")]
        );
        let mut pairings = Pairings::new(&statistics);
        assert_eq!(pairings.cells("b", "a")[8..10], ["", ""]);
        assert_ne!(pairings.cells("b", "a")[10], "");
    }

    #[test]
    fn one_pair_has_no_interval_and_no_game_has_nothing() {
        let cells = of_bot(&counted(&[(0, 1, "WW")]), "a");
        assert_eq!(cells[3..6], ["1.0000", "", ""]);
        let none = counted(&[]);
        assert_eq!(rows(&none)[0], ",a,0,0,no_games,,,,,,,,,");
        assert_eq!(of_bot(&none, "a")[..3], ["", "", ""]);
        assert_eq!(of_bot(&none, "a")[9..11], ["0", "0"]);
    }

    #[test]
    fn where_the_fit_did_not_settle_its_kind_says_so() {
        let statistics = counted(&[(0, 1, "WL"), (0, 1, "WW")]);
        let a = statistics.ledger().tally(&Scope::of(BotIndex::new(0)));
        let row = unrated("a", &a, FitError::NotSettled.kind());
        assert_eq!(row.join(","), ",a,4,2,not_settled,,,,,,,,,");
    }

    #[test]
    fn numbers_have_fixed_decimals_and_nothing_is_minus_zero() {
        for (value, decimals, cell) in [
            (Some(1.25), 4, "1.2500"),
            (Some(-12.346), 2, "-12.35"),
            (Some(-0.0), 2, "0.00"),
            (Some(-0.0004), 3, "0.000"),
            (Some(-0.0006), 3, "-0.001"),
            (Some(f64::NAN), 2, ""),
            (Some(f64::INFINITY), 2, ""),
            (None, 2, ""),
        ] {
            assert_eq!(number(value, decimals), cell, "{value:?}");
        }
    }
}
