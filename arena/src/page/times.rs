//! How long bots took to answer, from the diagnostics.

use std::time::Duration;

use nardy_protocol::record::GameRecord;

/// How often each seat's bot was asked in a game.
#[derive(Debug)]
pub(super) struct Asked {
    bots: [usize; 2],
    times: [u32; 2],
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
        Asked { bots, times }
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
    /// below the last.
    pub(super) tenths: [Duration; 3],
}

impl Times {
    pub(super) fn new(bots: usize) -> Times {
        Times(vec![Taken::default(); bots])
    }

    /// Counts what the bots took in a game, in microseconds by seat.
    pub(super) fn count(&mut self, asked: &Asked, thought_us: [u64; 2]) {
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
            tenths: [1, 5, 9].map(|tenths| games[last * tenths / 10]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_by_answer_and_by_tenths_of_games() {
        let mut times = Times::new(2);
        assert_eq!(times.of(0), None);
        for game in 0..=10 {
            let asked = Asked {
                bots: [1, 0],
                times: [10, 1],
            };
            times.count(&asked, [game * 1_000, 7]);
        }
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
