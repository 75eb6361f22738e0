//! What the tests of whole games share: setups here, players, tables and the law in their files.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "every test file is a crate of its own and uses some of the helpers"
)]

pub mod board;
pub mod follower;
pub mod forfeit;
pub mod law;
pub mod order;
pub mod player;
pub mod table;

use std::num::NonZeroU64;

use arena_referee::clock::{Micros, TimeControl};
use arena_referee::dice::{LeagueSeed, PairDice, PairKey, PairingName, bot_seed};
use arena_referee::game::{LegalTurns, Player, Setup};
use nardy_protocol::record::Seat;
use nardy_protocol::ruleset::RulesetParameters;
use nardy_rules::{Geometry, Ruleset};

/// The rulesets of the rules page.
pub const RULESETS: [&str; 7] = [
    "long",
    "long-classic",
    "long-app",
    "long-club",
    "gulbar",
    "short",
    "short-east",
];

/// Limits that differ from one another, so that a test can tell which one held.
pub const TIME: TimeControl = TimeControl {
    start: Micros::from_millis(10_000),
    turn: Micros::from_millis(1_000),
    bank: Micros::from_millis(30_000),
};

/// An answer at once.
pub const NO_TIME: Micros = Micros(0);

pub fn ruleset(id: &str) -> Ruleset {
    Ruleset::by_id(id).unwrap()
}

/// How the sides travel (R2), by the ruleset's id.
pub fn geometry(rules: &str) -> Geometry {
    if rules.starts_with("short") {
        Geometry::Short
    } else {
        Geometry::Long
    }
}

fn league() -> (LeagueSeed, PairingName) {
    let names = PairingName::new("greedy", "pips").unwrap();
    (LeagueSeed::new("referee tests"), names)
}

/// The key of the tests' pair with this number, from 1.
pub fn pair_key(pair_no: u64) -> PairKey {
    let (seed, names) = league();
    PairKey::derive(&seed, &names, NonZeroU64::new(pair_no).unwrap())
}

pub fn pair_dice(pair_no: u64) -> PairDice {
    PairDice::new(&pair_key(pair_no))
}

/// A game on the dice of this pair; both bots make their own turns.
pub fn setup(rules: &str, pair_no: u64) -> Setup {
    let (seed, names) = league();
    let player = |name: &str, seat| Player {
        name: name.to_owned(),
        legal: LegalTurns::Withheld,
        seed: bot_seed(&seed, &names, NonZeroU64::new(pair_no).unwrap(), seat),
    };
    let ruleset = ruleset(rules);
    let parameters = RulesetParameters::from(&ruleset);
    Setup {
        game: format!("{pair_no}a"),
        index: 2 * (pair_no - 1),
        pair: pair_no,
        parameters: serde_json::to_value(parameters).unwrap(),
        ruleset,
        players: [player("greedy", Seat::Zero), player("pips", Seat::One)],
        dice: pair_dice(pair_no),
        dice_commitment: pair_key(pair_no).commitment(),
        previous_winner: None,
        time: TIME,
    }
}

/// The other game of the pair: the bots change seats, everything else stays where it is.
pub fn swapped(mut setup: Setup) -> Setup {
    let [zero, one] = &mut setup.players;
    std::mem::swap(&mut zero.name, &mut one.name);
    std::mem::swap(&mut zero.legal, &mut one.legal);
    setup.game = setup.game.replace('a', "b");
    setup.index += 1;
    setup
}

/// The same game with the legal turns sent to both bots.
pub fn with_legal_turns(mut setup: Setup) -> Setup {
    for player in &mut setup.players {
        player.legal = LegalTurns::Sent;
    }
    setup
}
