//! `random`: any legal turn, each distinct end position as likely as any other.

use nardy_protocol::rules::TurnList;

use crate::{Player, TurnView};

/// Draws its turns from the game's seed and from nothing else.
#[derive(Debug, Default)]
pub(crate) struct Random {
    numbers: SplitMix64,
}

impl Player for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn new_game(&mut self, seed: u64) {
        self.numbers = SplitMix64(seed);
    }

    fn choose(&mut self, _: &TurnView<'_>, turns: &TurnList) -> usize {
        self.numbers.below(turns.len() as u64) as usize
    }
}

/// The generator of Steele, Lea and Flood (2014).
///
/// Written out because a stored game must be played again move by move under any later version:
/// a library keeps its numbers only for as long as it likes.
#[derive(Debug, Default)]
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not 0, each exactly as likely as any other.
    fn below(&mut self, bound: u64) -> u64 {
        // Numbers of the last, incomplete round of `bound` are drawn again.
        let whole_rounds = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.next();
            if number < whole_rounds {
                return number % bound;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_gives_the_numbers_of_its_reference() {
        // The first numbers of seed 1234567, as published with the reference code.
        let mut numbers = SplitMix64(1_234_567);
        assert_eq!(numbers.next(), 6_457_827_717_110_365_317);
        assert_eq!(numbers.next(), 3_203_168_211_198_807_973);
        assert_eq!(numbers.next(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn every_number_below_the_bound_is_drawn_about_equally_often() {
        let mut numbers = SplitMix64(0);
        let mut drawn = [0u32; 7];
        for _ in 0..70_000 {
            drawn[numbers.below(7) as usize] += 1;
        }
        // Five standard deviations of a binomial with n = 70 000, p = 1/7.
        assert!(drawn.iter().all(|&n| n.abs_diff(10_000) < 463), "{drawn:?}");
    }
}
