//! Chance that nobody can steer: a secret seed, whose hash the players know before the first throw.

use std::fmt;

use ludarium_engine::Chance;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use rand_chacha::ChaCha20Rng;
use sha2::{Digest, Sha256};

/// The secret that decides all throws of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A seed from 32 bytes, which should come from the operating system's random source.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// The seed that a number stands for: for positions that an address or a test names, where
    /// nothing is secret.
    #[must_use]
    pub fn of_number(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed(bytes)
    }

    /// The seed in hexadecimal digits. It belongs into the hands of players only after the game.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// The SHA-256 of the seed in hexadecimal digits. Shown before the game, it proves afterwards
    /// that the seed was not chosen to suit anybody.
    ///
    /// ```
    /// use ludarium_table::Seed;
    /// // The hash of 32 zero bytes.
    /// assert_eq!(
    ///     Seed::new([0; 32]).commitment(),
    ///     "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    /// );
    /// ```
    #[must_use]
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// The bytes of the seed, for storage.
    #[must_use]
    pub fn bytes(&self) -> [u8; 32] {
        self.0
    }
}

/// A seed is not printed by accident.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed(hash {})", self.commitment())
    }
}

/// The throws that follow from a seed: the ChaCha20 stream cipher. After a move is taken back the
/// throws come from the next of its streams, so that nobody knows what will be thrown.
#[derive(Clone, Debug)]
pub struct Dice {
    generator: ChaCha20Rng,
    stream: u64,
}

impl Dice {
    /// The throws of a game from its beginning.
    #[must_use]
    pub fn new(seed: &Seed) -> Dice {
        Dice {
            generator: ChaCha20Rng::from_seed(seed.0),
            stream: 0,
        }
    }

    /// The stream in use, from 0.
    #[must_use]
    pub fn stream(&self) -> u64 {
        self.stream
    }

    /// Continues with the beginning of another stream, unless it is the one in use.
    pub fn set_stream(&mut self, stream: u64) {
        if stream != self.stream {
            self.generator.set_stream(stream);
            self.generator.set_word_pos(0);
            self.stream = stream;
        }
    }
}

impl Chance for Dice {
    fn below(&mut self, n: u32) -> u32 {
        let n = n.max(1);
        // Numbers beyond the last whole multiple of n are drawn again: the rest are equally likely.
        let fair = u32::MAX - u32::MAX % n;
        loop {
            let drawn = self.generator.next_u32();
            if drawn < fair {
                return drawn % n;
            }
        }
    }

    fn unit(&mut self) -> f64 {
        // 53 bits fill the mantissa.
        (self.generator.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Bytes as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes that hexadecimal digits stand for; `None` if they are not 64 digits.
#[must_use]
pub fn unhex(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    let mut bytes = [0; 32];
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
    }
    Some(bytes)
}
