//! What is published when a league has ended: the keys that its dice came from.

use std::num::NonZeroU64;

use arena_referee::dice::{LeagueSeed, PairKey, PairingName};
use arena_tournament::id::GameIndex;
use arena_tournament::schedule::Schedule;

/// What nobody may know before the league has ended.
#[derive(Debug)]
pub struct Secrets {
    pub(super) seed: LeagueSeed,
    pub(super) schedule: Schedule,
    pub(super) names: Vec<String>,
}

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
        let games = (0..self.schedule.games()).step_by(2);
        games.filter_map(|index| {
            let game = self.schedule.game(GameIndex::new(index))?;
            let bots = [game.pairing.first(), game.pairing.second()];
            let bots = bots.map(|bot| self.names[bot.get()].clone());
            let pairing = PairingName::new(&bots[0], &bots[1]).ok()?;
            let pair_no = game.meeting.get();
            let key = PairKey::derive(&self.seed, &pairing, pair_no);
            Some(PublishedKey {
                pair: game.id.pair.get(),
                bots,
                pair_no,
                key,
            })
        })
    }
}
