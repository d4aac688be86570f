//! The history of positions, for cycle and repetition rules.

use crate::ir::{CYCLE_LENGTH, CYCLE_ROUNDS};

/// The number of hash buckets, enough to separate most positions.
const HASH_BUCKETS: usize = 1024;

/// The keys of all positions so far.
#[derive(Clone, Debug, Default)]
pub(super) struct PositionHistory {
    /// Whether the history includes positions from before the playout.
    pub has_earlier: bool,
    visits: Vec<Visit>,
    /// By bucket: the number of positions when the latest position of this bucket was added.
    buckets: Vec<u32>,
}

/// A position in the history.
#[derive(Clone, Copy, Debug)]
struct Visit {
    key: u64,
    /// The number of positions when the previous position of the same bucket was added.
    earlier: u32,
}

impl PositionHistory {
    /// Starts a new history from the positions of a game.
    pub fn begin(&mut self, keys: &[u64]) {
        self.visits.clear();
        self.buckets.clear();
        keys.iter().for_each(|&key| self.add(key));
    }

    /// Adds a position.
    #[inline]
    pub fn add(&mut self, key: u64) {
        if self.buckets.is_empty() {
            self.buckets.resize(HASH_BUCKETS, 0);
        }
        let now = self.visits.len() as u32 + 1;
        let earlier = std::mem::replace(&mut self.buckets[key as usize % HASH_BUCKETS], now);
        self.visits.push(Visit { key, earlier });
    }

    /// Removes the position added last.
    pub fn remove_last(&mut self) {
        if let Some(Visit { key, earlier }) = self.visits.pop() {
            self.buckets[key as usize % HASH_BUCKETS] = earlier;
        }
    }

    /// Whether a position has occurred at least `times` times.
    #[inline]
    pub fn contains_times(&self, key: u64, times: usize) -> bool {
        let mut number = self
            .buckets
            .get(key as usize % HASH_BUCKETS)
            .copied()
            .unwrap_or(0) as usize;
        let mut left = times;
        while left > 0 && number > 0 {
            let visit = self.visits[number - 1];
            left -= usize::from(visit.key == key);
            number = visit.earlier as usize;
        }
        left == 0
    }

    /// Whether the last positions consist of one short sequence of positions, three times in a row.
    pub fn is_cycle(&self) -> bool {
        let (visits, end) = (&self.visits, self.visits.len());
        let mut before = visits.last().map_or(0, |last| last.earlier) as usize;
        while before > 0 {
            let period = end - before;
            if period > CYCLE_LENGTH.min(end / CYCLE_ROUNDS) {
                return false;
            }
            let last = &visits[end - CYCLE_ROUNDS * period..];
            let alike = |one: usize, other: usize| last[one].key == last[other].key;
            // Comparing the newest position first rejects most periods.
            if visits[end - 1].key == visits[before - 1].key
                && (period..last.len()).all(|index| alike(index, index - period))
            {
                return true;
            }
            before = visits[before - 1].earlier as usize;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Chance, SplitMix64};

    #[test]
    fn a_position_has_been_as_often_as_it_was_added() {
        // Keys of the same bucket must be distinguished.
        let (one, other, new) = (7, 7 + HASH_BUCKETS as u64, 7 + 2 * HASH_BUCKETS as u64);
        let mut history = PositionHistory::default();
        assert!(!history.contains_times(one, 1));
        for (times, key) in [one, other, one, 8, one].into_iter().enumerate() {
            history.add(key);
            assert!(
                history.contains_times(one, 1 + times / 2)
                    && !history.contains_times(one, 2 + times / 2)
            );
            assert!(!history.contains_times(new, 1));
        }
        assert!(history.contains_times(other, 1) && !history.contains_times(other, 2));
        history.remove_last();
        assert!(history.contains_times(one, 2) && !history.contains_times(one, 3));
        history.add(one);
        assert!(history.contains_times(one, 3) && history.contains_times(8, 1));
        history.begin(&[other]);
        assert!(history.contains_times(other, 1) && !history.contains_times(one, 1));
    }

    /// By definition: the last positions are one short sequence, three times in a row.
    fn is_three_rows(keys: &[u64]) -> bool {
        (1..=CYCLE_LENGTH.min(keys.len() / 3)).any(|long| {
            let last = &keys[keys.len() - 3 * long..];
            last[..long] == last[long..2 * long] && last[long..2 * long] == last[2 * long..]
        })
    }

    #[test]
    fn a_cycle_is_a_row_of_positions_gone_through_three_times_on_end() {
        let mut chance = SplitMix64::new(5);
        let (mut cycles, mut others) = (0, 0);
        for round in 0..2_000 {
            let mut history = PositionHistory::default();
            let mut keys = Vec::new();
            let kinds = 2 + round % 3;
            for _ in 0..40 {
                // Two of the keys fall into the same bucket.
                let key = [7, 7 + HASH_BUCKETS as u64, 8, 9][chance.below(kinds) as usize];
                keys.push(key);
                history.add(key);
                let is_cycle = is_three_rows(&keys);
                assert_eq!(history.is_cycle(), is_cycle, "{keys:?}");
                *(if is_cycle { &mut cycles } else { &mut others }) += 1;
            }
        }
        assert!(cycles > 1_000 && others > 1_000, "{cycles} and {others}");
    }
}
