//! Sources of chance, for dice, random choices and shuffles.

/// A source of chance. The same source gives the same game on every machine.
pub trait Chance {
    /// A number in `0..n`, each equally likely. `n` is at least 1.
    fn below(&mut self, n: u32) -> u32;

    /// The face (from 0) that a die with this many faces shows.
    fn die(&mut self, faces: u32) -> u32 {
        self.below(faces)
    }

    /// The index of one of the weights, with a probability proportional to the weight. Negative
    /// weights count as zero; if all are zero, the last index is drawn.
    fn weighted(&mut self, weights: &[i32]) -> usize {
        let last = weights.len().saturating_sub(1);
        let total = total(weights);
        let mut drawn = self.below(total.max(1));
        for (index, weight) in weights.iter().enumerate() {
            let weight = u32::try_from(*weight).unwrap_or(0);
            if drawn < weight {
                return index;
            }
            drawn -= weight;
        }
        last
    }

    /// Whether to draw rolls whose result is discarded. Recorded games contain such rolls; they
    /// only affect later draws.
    fn draws_discarded_rolls(&self) -> bool {
        true
    }

    /// The state of the generator, for sources that may be drawn from while moves are listed, as in
    /// recorded games. `None` for sources that are drawn from only when a move is made.
    fn listing_state(&self) -> Option<u64> {
        None
    }

    /// Continues from the state of a generator that was started at [`Chance::listing_state`].
    fn resume(&mut self, _state: u64) {}

    /// A number in `[0, 1)`.
    fn unit(&mut self) -> f64;

    /// The index of one of the shares, with a probability proportional to the share; `None` if
    /// there are none.
    fn share(&mut self, shares: &[f64]) -> Option<usize> {
        let total: f64 = shares.iter().sum();
        let mut drawn = self.unit() * total;
        shares.iter().position(|share| {
            drawn -= share;
            drawn < 0.0
        })
    }
}

/// The sum of the weights that are above zero.
pub(crate) fn total(weights: &[i32]) -> u32 {
    weights.iter().fold(0, |sum: u32, &weight| {
        sum.saturating_add(u32::try_from(weight).unwrap_or(0))
    })
}

/// The SplitMix64 generator, drawing integers the way Apache Commons RNG does (so that recorded
/// trials, which name its state, can be replayed).
///
/// ```
/// use ludarium_engine::{Chance, SplitMix64};
/// let mut rng = SplitMix64::new(0x0102030405060708);
/// assert_eq!([rng.below(6), rng.below(6), rng.below(6)], [1, 2, 4]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// A generator in the given state.
    #[must_use]
    pub fn new(state: u64) -> Self {
        SplitMix64 { state }
    }

    /// The current state.
    #[must_use]
    pub fn state(&self) -> u64 {
        self.state
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A uniform number in `0..n`, usually without a division (Lemire, "Fast random integer
    /// generation in an interval", 2019). `n` is at least 1. The numbers differ from those of
    /// [`Chance::below`], which agree with recorded games.
    #[inline]
    pub fn index(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0);
        loop {
            let product = (self.next_u64() >> 32) * u64::from(n);
            let rest = product as u32;
            // Values that would make some results more likely than others are rejected.
            if rest >= n || rest >= n.wrapping_neg() % n {
                return (product >> 32) as u32;
            }
        }
    }

    /// The next 32 random bits: the two halves of a 64-bit draw, folded together.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        let bits = self.next_u64();
        (bits >> 32) as u32 ^ bits as u32
    }
}

impl Chance for SplitMix64 {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0);
        if n.is_power_of_two() {
            return ((u64::from(n) * u64::from(self.next_u32() >> 1)) >> 31) as u32;
        }
        if n > 1 << 31 {
            // 31 bits are not enough: draws all 32 until the number is in range.
            loop {
                let bits = self.next_u32();
                if bits < n {
                    return bits;
                }
            }
        }
        loop {
            let bits = self.next_u32() >> 1;
            let value = bits % n;
            // Reject the last, incomplete run of residues.
            if u64::from(bits) - u64::from(value) + u64::from(n - 1) < 1 << 31 {
                return value;
            }
        }
    }

    fn listing_state(&self) -> Option<u64> {
        Some(self.state)
    }

    fn resume(&mut self, state: u64) {
        self.state = state;
    }

    fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_from_any_number_of_things() {
        let mut rng = SplitMix64::new(1);
        for n in [1, 2, 3, (1 << 31) - 1, 1 << 31, (1 << 31) + 1, u32::MAX] {
            assert!((0..100).all(|_| rng.below(n) < n), "{n}");
        }
    }

    #[test]
    fn draws_the_published_check_vector() {
        let mut rng = SplitMix64::new(0x0102_0304_0506_0708);
        assert_eq!([rng.below(6), rng.below(6), rng.below(6)], [1, 2, 4]);
        let ints = [
            rng.next_u32() as i32,
            rng.next_u32() as i32,
            rng.next_u32() as i32,
        ];
        assert_eq!(ints, [1_864_360_544, -1_246_921_570, 513_517_502]);
        let longs = [rng.next_u64() as i64, rng.next_u64() as i64];
        assert_eq!(
            longs,
            [-9_173_751_628_520_169_920, 6_880_247_920_022_776_373]
        );
        assert_eq!([rng.below(4), rng.below(4), rng.below(4)], [3, 3, 0]);
        let saved: [i8; 8] = [-17, 91, 57, 125, -4, 61, 100, -51];
        assert_eq!(rng.state().to_le_bytes(), saved.map(|byte| byte as u8));
    }
}
