//! Games end in any order; what is folded over them wants the order of the league.

use std::collections::BTreeMap;

use crate::id::GameIndex;

/// Puts what is known of games back into the league's order, from its first game on.
///
/// It holds only what came ahead of its turn. With some games at once that is little more than
/// those games, unless one of them is put off.
#[derive(Debug, Clone)]
pub struct InOrder<T> {
    /// The game whose turn it is.
    next: u64,
    ahead: BTreeMap<GameIndex, T>,
}

impl<T> InOrder<T> {
    /// Waits for the league's first game.
    #[must_use]
    pub const fn new() -> InOrder<T> {
        InOrder {
            next: 0,
            ahead: BTreeMap::new(),
        }
    }

    /// Takes what is known of a game. Each game is taken once: `item` comes back if the game was
    /// there before.
    pub fn put(&mut self, game: GameIndex, item: T) -> Option<T> {
        if game.get() < self.next || self.ahead.contains_key(&game) {
            return Some(item);
        }
        self.ahead.insert(game, item)
    }

    /// The game whose turn it is; none as long as it has not come. Ask until there is none: one
    /// game can be what many wait for.
    pub fn take_next(&mut self) -> Option<(GameIndex, T)> {
        let first = self.ahead.first_entry()?;
        if first.key().get() != self.next {
            return None;
        }
        // The last index of all is never played.
        self.next = self.next.saturating_add(1);
        Some(first.remove_entry())
    }

    /// What is left when no more games come: those behind a gap, in order.
    pub fn into_rest(self) -> impl Iterator<Item = (GameIndex, T)> {
        self.ahead.into_iter()
    }

    /// The games that are ahead of their turn, in order.
    pub fn ahead(&self) -> impl Iterator<Item = (GameIndex, &T)> {
        self.ahead.iter().map(|(game, item)| (*game, item))
    }

    /// How many games are ahead of their turn.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.ahead.len()
    }
}

impl<T> Default for InOrder<T> {
    fn default() -> InOrder<T> {
        InOrder::new()
    }
}
