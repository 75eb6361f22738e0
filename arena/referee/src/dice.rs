//! Dice anyone can recompute: every roll is a pure function of a pair's key.
//!
//! Dice belong to seats, whoever starts: in the two games of a pair the bots change seats, so
//! each plays the other's rolls.
//!
//! The bytes are written down in `protocol/spec/dice.md`, which names this code's labels; test
//! values are in `protocol/fixtures/dice.json`. Nothing here may change without a new label
//! version there: a published key must give the same rolls for ever.

use std::fmt;
use std::num::NonZeroU64;

use hmac::{Hmac, KeyInit, Mac};
use nardy_protocol::record::Seat;
use nardy_protocol::text::hex;
use sha2::{Digest, Sha256};
use thiserror::Error;

const PAIR_LABEL: &str = "nardy pair v1";
const ROLL_LABEL: &str = "nardy roll v1";
const ROLL_OFF_LABEL: &str = "nardy roll-off v1";
const STARTER_LABEL: &str = "nardy starter v1";
const BOT_SEED_LABEL: &str = "nardy bot seed v1";

/// Two dice in the order they fell, each 1 to 6.
pub type TwoDice = [u8; 2];

/// The secret text from which all keys of a league come.
#[derive(Clone)]
pub struct LeagueSeed(String);

impl LeagueSeed {
    /// Any text; its UTF-8 bytes are the key.
    pub fn new(text: impl Into<String>) -> LeagueSeed {
        LeagueSeed(text.into())
    }
}

/// Never shows the seed: whoever knows it knows every roll.
impl fmt::Debug for LeagueSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LeagueSeed(secret)")
    }
}

/// The names of two bots in the order of the league's plan, as one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairingName(String);

impl PairingName {
    /// Joins the two bots' league names.
    ///
    /// # Errors
    /// A name with a control character is refused: two pairings could read the same.
    pub fn new(first: &str, second: &str) -> Result<PairingName, DiceError> {
        match [first, second]
            .into_iter()
            .find(|name| name.contains(char::is_control))
        {
            Some(name) => Err(DiceError::ControlCharacter {
                name: name.to_owned(),
            }),
            None => Ok(PairingName(format!("{first}\n{second}"))),
        }
    }
}

/// Why a key or a pairing was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DiceError {
    /// The text is not 64 hex digits. The text itself stays out of the message: it may be a
    /// secret with a typing error.
    #[error("a pair key is 64 hex digits, this text has {length} characters{}", hint(*.bad))]
    BadKey {
        /// Characters in the text.
        length: usize,
        /// The first character that is no hex digit.
        bad: Option<char>,
    },
    /// A bot's name with a control character.
    #[error("bot name {name:?} has a control character: leave it out")]
    ControlCharacter {
        /// The name.
        name: String,
    },
}

fn hint(bad: Option<char>) -> String {
    bad.map_or_else(String::new, |c| format!(" and {c:?} is no hex digit"))
}

/// The key of one pair of games: secret while the league runs, published when it has ended.
#[derive(Clone, PartialEq, Eq)]
pub struct PairKey([u8; 32]);

impl PairKey {
    /// The key of a pairing's pair `pair_no`, counted from 1 within the pairing.
    #[must_use]
    pub fn derive(seed: &LeagueSeed, pairing: &PairingName, pair_no: NonZeroU64) -> PairKey {
        let message = format!("{PAIR_LABEL}\n{}\n{pair_no}", pairing.0);
        PairKey(finish(keyed(seed.0.as_bytes()), &message))
    }

    /// SHA-256 of the key as 64 lower-case hex digits, told to the bots before the game.
    #[must_use]
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// The key as 64 lower-case hex digits.
    #[must_use]
    pub fn to_hex(&self) -> String {
        hex(&self.0)
    }

    /// Reads what [`PairKey::to_hex`] wrote; upper-case digits are accepted too.
    ///
    /// # Errors
    /// [`DiceError::BadKey`] if the text is anything but 64 hex digits.
    pub fn from_hex(text: &str) -> Result<PairKey, DiceError> {
        let nibbles: Vec<u8> = text
            .chars()
            .map_while(|c| c.to_digit(16))
            .map(|digit| digit as u8)
            .collect();
        let length = text.chars().count();
        if length != 64 || nibbles.len() != length {
            return Err(DiceError::BadKey {
                length,
                bad: text.chars().nth(nibbles.len()),
            });
        }
        Ok(PairKey(std::array::from_fn(|i| {
            nibbles[2 * i] << 4 | nibbles[2 * i + 1]
        })))
    }
}

/// Shows the commitment, which is public, in place of the key.
impl fmt::Debug for PairKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PairKey(secret, commitment {})", self.commitment())
    }
}

/// The dice of one pair of games. Both games of the pair use equal ones.
#[derive(Clone)]
pub struct PairDice {
    /// HMAC with the key already absorbed, cloned for each block.
    mac: Hmac<Sha256>,
}

impl PairDice {
    /// The dice this key gives.
    #[must_use]
    pub fn new(key: &PairKey) -> PairDice {
        PairDice { mac: keyed(&key.0) }
    }

    /// Roll `n` of a seat: `n` counts, from 0, the rolls this seat has had in the game (R4).
    #[must_use]
    pub fn roll(&self, seat: Seat, n: u32) -> TwoDice {
        self.two(&format!("{ROLL_LABEL}\n{}\n{n}", seat.index()))
    }

    /// The rounds of the roll-off, seat 0's die first; only the last one differs (R3).
    #[must_use]
    pub fn roll_off(&self) -> Vec<TwoDice> {
        let mut rounds = Vec::new();
        for round in 0_u64.. {
            let dice = self.two(&format!("{ROLL_OFF_LABEL}\n{round}"));
            rounds.push(dice);
            if dice[0] != dice[1] {
                break;
            }
        }
        rounds
    }

    /// The seat that starts where the arena draws the starter (R3, ruleset `long-app`).
    #[must_use]
    pub fn starter(&self) -> Seat {
        if self.stream(STARTER_LABEL).die() <= 3 {
            Seat::Zero
        } else {
            Seat::One
        }
    }

    fn two(&self, label: &str) -> TwoDice {
        let mut stream = self.stream(label);
        [stream.die(), stream.die()]
    }

    fn stream<'a>(&'a self, label: &'a str) -> Stream<'a> {
        Stream {
            mac: &self.mac,
            label,
            next_block: 0,
            bytes: [0; 32],
            used: 32,
        }
    }
}

/// Never shows the key's state.
impl fmt::Debug for PairDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PairDice(secret)")
    }
}

/// The seed for a bot's own randomness: 16 lower-case hex digits.
///
/// It depends on the pair and the seat alone, so copies of a bot draw the same, and it comes
/// from the league seed under a label of its own, so it tells nothing about the rolls.
#[must_use]
pub fn bot_seed(
    seed: &LeagueSeed,
    pairing: &PairingName,
    pair_no: NonZeroU64,
    seat: Seat,
) -> String {
    let message = format!(
        "{BOT_SEED_LABEL}\n{}\n{pair_no}\n{}",
        pairing.0,
        seat.index()
    );
    hex(&finish(keyed(seed.0.as_bytes()), &message)[..8])
}

/// Unbounded dice under one label: blocks of 32 bytes, of which most give a die.
struct Stream<'a> {
    mac: &'a Hmac<Sha256>,
    label: &'a str,
    next_block: u64,
    bytes: [u8; 32],
    used: usize,
}

impl Stream<'_> {
    fn die(&mut self) -> u8 {
        loop {
            if let Some(die) = die_from_byte(self.byte()) {
                return die;
            }
        }
    }

    fn byte(&mut self) -> u8 {
        if self.used == self.bytes.len() {
            let message = format!("{}\n{}", self.label, self.next_block);
            self.bytes = finish(self.mac.clone(), &message);
            self.next_block += 1;
            self.used = 0;
        }
        self.used += 1;
        self.bytes[self.used - 1]
    }
}

/// 252 is the largest multiple of 6 in a byte: refusing the rest makes all faces equally likely.
fn die_from_byte(byte: u8) -> Option<u8> {
    (byte < 252).then_some(byte % 6 + 1)
}

fn keyed(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("hmac takes a key of any length")
}

fn finish(mac: Hmac<Sha256>, message: &str) -> [u8; 32] {
    mac.chain_update(message).finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn each_face_comes_from_exactly_42_of_the_256_bytes_and_four_bytes_are_skipped() {
        let mut faces = [0; 7];
        for byte in 0..=255 {
            faces[usize::from(die_from_byte(byte).unwrap_or(0))] += 1;
        }
        assert_eq!(faces, [4, 42, 42, 42, 42, 42, 42]);
        assert!((252..=255).all(|byte| die_from_byte(byte).is_none()));
    }

    #[test]
    fn a_stream_goes_on_into_further_blocks_as_the_python_verifier_does() {
        let fixture: serde_json::Value =
            serde_json::from_str(include_str!("../../../protocol/fixtures/dice.json")).unwrap();
        for case in fixture["streams"].as_array().unwrap() {
            let dice =
                PairDice::new(&PairKey::from_hex(case["pair_key"].as_str().unwrap()).unwrap());
            let expected: Vec<u8> = serde_json::from_value(case["dice"].clone()).unwrap();
            let mut stream = dice.stream(case["label"].as_str().unwrap());
            let drawn: Vec<u8> = expected.iter().map(|_| stream.die()).collect();
            assert_eq!(drawn, expected);
            assert!(
                stream.next_block >= 7,
                "200 dice need at least 7 blocks of 32 bytes"
            );
        }
    }
}
