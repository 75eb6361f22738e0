//! How long bots took to answer, from the diagnostics.

use std::time::Duration;

use nardy_protocol::record::GameRecord;

/// How often each seat's bot was asked in a game.
#[derive(Debug)]
pub(super) struct Asked {
    bots: [usize; 2],
    times: [u32; 2],
    /// What the bots took, in microseconds by seat. The last note about a game holds: a game that
    /// was void and played again is noted once more.
    pub(super) thought_us: Option<[u64; 2]>,
}

impl Asked {
    /// Once to get ready, and for each turn that had a legal move.
    pub(super) fn of(record: &GameRecord, bots: [usize; 2]) -> Asked {
        let mut times = [1; 2];
        for turn in record.turns.iter().filter(|turn| !turn.moves.is_empty()) {
            times[turn.seat.index()] += 1;
        }
        if let Some(fault) = &record.fault {
            times[fault.seat.index()] += u32::from(fault.moves.is_some());
        }
        Asked {
            bots,
            times,
            thought_us: None,
        }
    }
}

/// The time of all bots, game by game.
#[derive(Debug)]
pub(super) struct Times(Vec<Taken>);

/// The time of one bot.
#[derive(Debug, Default, Clone)]
struct Taken {
    answers: u64,
    all: Duration,
    /// For each game the time of an answer, on average.
    games: Vec<Duration>,
}

/// What is told of a bot's times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) answers: u64,
    /// Over all answers.
    pub(super) mean: Duration,
    /// Of the games' averages: a tenth is below the first, half below the second, nine tenths
    /// below the last. Between two games it is in proportion.
    pub(super) tenths: [Duration; 3],
}

impl Times {
    /// The times of so many bots in these games.
    pub(super) fn of_games<'a>(bots: usize, games: impl IntoIterator<Item = &'a Asked>) -> Times {
        let mut times = Times(vec![Taken::default(); bots]);
        for game in games {
            times.count(game);
        }
        times
    }

    fn count(&mut self, asked: &Asked) {
        let Some(thought_us) = asked.thought_us else {
            return;
        };
        for ((bot, times), thought) in asked.bots.into_iter().zip(asked.times).zip(thought_us) {
            let taken = &mut self.0[bot];
            let all = Duration::from_micros(thought);
            taken.answers += u64::from(times);
            taken.all = taken.all.saturating_add(all);
            taken.games.push(all / times);
        }
    }

    /// Of a bot that has answered.
    pub(super) fn of(&self, bot: usize) -> Option<Told> {
        let taken = &self.0[bot];
        let mut games = taken.games.clone();
        games.sort_unstable();
        let last = games.len().checked_sub(1)?;
        Some(Told {
            answers: taken.answers,
            mean: taken.all.div_f64(taken.answers as f64),
            tenths: [1, 5, 9].map(|tenths| {
                let (below, part) = (last * tenths / 10, last * tenths % 10);
                let low = games[below];
                let high = games[(below + 1).min(last)];
                low + (high - low).mul_f64(part as f64 / 10.0)
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(thought_us: u64) -> Asked {
        Asked {
            bots: [1, 0],
            times: [10, 1],
            thought_us: Some([thought_us, 7]),
        }
    }

    #[test]
    fn the_median_of_two_games_is_between_them() {
        let times = Times::of_games(2, &[game(3_000), game(1_000)]);
        let told = times.of(1).map(|told| told.tenths);
        assert_eq!(told, Some([120, 200, 280].map(Duration::from_micros)));
    }

    #[test]
    fn times_are_told_by_answer_and_by_tenths_of_games() {
        assert_eq!(Times::of_games(2, []).of(0), None);
        let unnoted = Asked {
            thought_us: None,
            ..game(5_000)
        };
        assert_eq!(Times::of_games(2, [&unnoted]).of(0), None);
        let games: Vec<_> = (0..=10).map(|number| game(number * 1_000)).collect();
        let times = Times::of_games(2, &games);
        let micros = Duration::from_micros;
        let told = times.of(1);
        let tenths = [micros(100), micros(500), micros(900)];
        assert_eq!(
            told,
            Some(Told {
                answers: 110,
                mean: micros(500),
                tenths
            })
        );
    }
}
