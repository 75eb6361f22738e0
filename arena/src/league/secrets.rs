//! What is published when a league has ended: the keys that its dice came from.

use std::num::NonZeroU64;
use std::sync::Arc;

use arena_referee::dice::PairKey;
use arena_tournament::id::GameIndex;

use super::Shared;

/// What nobody may know before the league has ended.
#[derive(Debug)]
pub struct Secrets(pub(super) Arc<Shared>);

/// The key of one pair, as it is published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedKey {
    /// The pair's number in the league.
    pub pair: u64,
    /// The pairing's bots, in the order of the plan.
    pub bots: [String; 2],
    /// Which of the pairing's pairs it is, from 1.
    pub pair_no: NonZeroU64,
    /// The key.
    pub key: PairKey,
}

impl Secrets {
    /// The keys of all pairs, in order.
    pub fn keys(&self) -> impl Iterator<Item = PublishedKey> {
        let Shared { fixtures, seed, .. } = &*self.0;
        let schedule = self.0.queue.schedule();
        let games = (0..schedule.games()).step_by(2);
        games.filter_map(move |index| {
            let game = schedule.game(GameIndex::new(index))?;
            let bots = [game.pairing.first(), game.pairing.second()];
            Some(PublishedKey {
                pair: game.id.pair.get(),
                bots: bots.map(|bot| fixtures.name(bot).to_owned()),
                pair_no: game.meeting.get(),
                key: fixtures.key(seed, &game),
            })
        })
    }
}
