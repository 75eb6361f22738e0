//! Games joined to pairs, in file order and with one game in memory.

use arena_tournament::id::PairNumber;
use thiserror::Error;

use crate::game::Game;

/// What is counted as one independent observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cluster<T> {
    /// Both games of a pair.
    Pair(T, T),
    /// A game without its other one.
    Single(T),
}

/// A game that does not fit the pairs before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PairError {
    /// Pairs must ascend within a file.
    #[error(
        "pair {pair} comes after pair {after}: give a file's games in its order, a pair's two \
         games together, and `end_file` between files"
    )]
    OutOfOrder {
        /// The pair of the refused game.
        pair: PairNumber,
        /// The last pair before it.
        after: PairNumber,
    },
    /// A pair has two games.
    #[error("pair {pair} has more than two games: number each file's pairs without repeats")]
    ThirdGame {
        /// The pair.
        pair: PairNumber,
    },
    /// Two games of one pair are not between the same bots.
    #[error("pair {pair}: its two games are not between the same bots")]
    OtherBots {
        /// The pair.
        pair: PairNumber,
    },
}

/// Joins each game with the other one of its pair; `T` is what is known of a game besides.
#[derive(Debug, Clone)]
pub(crate) struct Joiner<T> {
    open: Option<(PairNumber, Game, T)>,
    last: Option<PairNumber>,
}

impl<T> Default for Joiner<T> {
    fn default() -> Joiner<T> {
        Joiner {
            open: None,
            last: None,
        }
    }
}

impl<T> Joiner<T> {
    /// Takes the next game and gives the cluster that became complete with it.
    ///
    /// A game of no pair is a cluster at once. Any other waits until its partner comes, or until
    /// a later pair begins.
    pub(crate) fn push(
        &mut self,
        pair: Option<PairNumber>,
        game: Game,
        known: T,
    ) -> Result<Option<Cluster<(Game, T)>>, PairError> {
        let Some(pair) = pair else {
            return Ok(Some(Cluster::Single((game, known))));
        };
        match &self.open {
            Some((open, first, _)) if *open == pair => {
                if first.pairing() != game.pairing() {
                    return Err(PairError::OtherBots { pair });
                }
                let first = self.open.take().map(|(_, first, known)| (first, known));
                Ok(first.map(|first| Cluster::Pair(first, (game, known))))
            }
            _ => {
                match self.last {
                    Some(last) if last == pair => return Err(PairError::ThirdGame { pair }),
                    Some(after) if pair < after => {
                        return Err(PairError::OutOfOrder { pair, after });
                    }
                    _ => {}
                }
                let alone = self.end_pair();
                self.last = Some(pair);
                self.open = Some((pair, game, known));
                Ok(alone)
            }
        }
    }

    /// The file is over: gives the game that still waited. Pair numbers may begin anew.
    pub(crate) fn end_file(&mut self) -> Option<Cluster<(Game, T)>> {
        self.last = None;
        self.end_pair()
    }

    fn end_pair(&mut self) -> Option<Cluster<(Game, T)>> {
        let (_, game, known) = self.open.take()?;
        Some(Cluster::Single((game, known)))
    }
}
