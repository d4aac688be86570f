//! Hashes that identify positions and moves.

/// A hash that identifies a position or a move: two that have the same hash are treated as equal.
///
/// It is 64 bits wide and has the same value on every machine, so that a game with repetition rules
/// plays the same everywhere. The hashers of hash maps guarantee neither: those of `rustc_hash` are
/// as wide as a pointer. They also lose the highest bits of their input: two words that differ in
/// bit 63 each hash like two that do not.
///
/// Every word is folded in by a multiplication to 128 bits, whose halves are combined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PositionHash(u64);

impl PositionHash {
    /// The first digits of pi.
    const SEED: u64 = 0x243f_6a88_85a3_08d3;
    /// 2^64 divided by the golden ratio.
    const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

    pub const fn new() -> PositionHash {
        PositionHash(PositionHash::SEED)
    }

    /// Adds one word.
    #[inline(always)]
    pub const fn word(&mut self, word: u64) {
        let product = (self.0 ^ word) as u128 * PositionHash::MULTIPLIER as u128;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    /// Adds words. Their number is not part of the hash.
    #[inline(always)]
    pub fn words(&mut self, words: &[u64]) {
        words.iter().for_each(|&word| self.word(word));
    }

    /// Adds two numbers.
    #[inline(always)]
    pub const fn pair(&mut self, low: i32, high: i32) {
        self.word((high as u32 as u64) << 32 | low as u32 as u64);
    }

    /// Adds a list of numbers, and its length.
    #[inline]
    pub fn numbers(&mut self, numbers: &[i32]) {
        self.word(numbers.len() as u64);
        for pair in numbers.chunks(2) {
            self.pair(pair[0], pair.get(1).copied().unwrap_or(0));
        }
    }

    /// Adds bytes, padded with zeros to whole words. Their number is not part of the hash.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    #[inline(always)]
    pub const fn finish(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_words(words: &[u64]) -> u64 {
        let mut hash = PositionHash::new();
        hash.words(words);
        hash.finish()
    }

    /// Computed with Python's integers:
    /// `for w in words: p = (h ^ w) * M; h = (p & (2**64 - 1)) ^ (p >> 64)`.
    #[test]
    fn hashes_have_the_same_value_on_every_machine() {
        assert_eq!(of_words(&[]), 0x243f_6a88_85a3_08d3);
        assert_eq!(of_words(&[0]), 0xe184_8576_4ba0_3644);
        assert_eq!(of_words(&[0, 0]), 0x7e23_58a7_8107_bb63);
        assert_eq!(of_words(&[1]), 0x4fcd_fcac_ca5a_aa31);
        assert_eq!(of_words(&[u64::MAX]), 0xee36_7141_4457_3794);
        assert_eq!(of_words(&[1, 2, 3]), 0x47fd_1129_51f8_12f9);

        let mut numbers = PositionHash::new();
        numbers.numbers(&[-1, 2, 3]);
        assert_eq!(numbers.finish(), 0x3ddd_d216_95f1_0466);

        let mut bytes = PositionHash::new();
        bytes.bytes(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(bytes.finish(), 0xb4a9_25eb_2112_d9fd);
    }

    /// On the last squares of a chessboard, a different kind of piece gives a different hash.
    #[test]
    fn the_highest_bits_count() {
        for bit in 0..64 {
            for (one, other) in [(0, 1), (0, 2), (1, 3), (0, 7)] {
                let with = |kind: usize| {
                    let mut sets = [0x00ff_0000_0000_ff00; 8];
                    sets[kind] ^= 1 << bit;
                    of_words(&sets)
                };
                assert_ne!(with(one), with(other), "bit {bit} of {one} or of {other}");
            }
        }
    }

    #[test]
    fn similar_words_have_different_hashes_in_both_halves() {
        let mut hashes = Vec::new();
        for first in 0..256 {
            for second in 0..256 {
                hashes.push(of_words(&[first, second << 56]));
            }
        }
        hashes.sort_unstable();
        assert!(hashes.windows(2).all(|pair| pair[0] != pair[1]));
        // Among 65,536 numbers drawn from 2^32, some pair is equal with probability 0.4.
        for half in [0, 32] {
            let mut halves: Vec<u32> = hashes.iter().map(|hash| (hash >> half) as u32).collect();
            halves.sort_unstable();
            halves.dedup();
            assert!(halves.len() > hashes.len() - 8, "{}", halves.len());
        }
    }
}
