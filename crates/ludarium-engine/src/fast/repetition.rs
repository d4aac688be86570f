//! The positions that have been, where a rule asks for cycles or repetitions.

/// How often a cycle must have been gone through to be one.
const CYCLE_ROUNDS: usize = 3;

/// How many marks tell most positions from all before.
const MARKS: usize = 1024;

/// The numbers of the positions so far.
#[derive(Clone, Debug, Default)]
pub(super) struct PositionHistory {
    /// Whether some of them are from before the game was taken over.
    pub began_before: bool,
    been: Vec<Visit>,
    /// By the last bits of a number: how many positions there were when the latest such came.
    marks: Vec<u32>,
}

/// A position that has been.
#[derive(Clone, Copy, Debug)]
struct Visit {
    key: u64,
    /// How many there were when the one before it came whose number has the same last bits.
    earlier: u32,
}

impl PositionHistory {
    /// Begins anew, with the positions of a game that is taken over.
    pub fn begin(&mut self, keys: &[u64]) {
        self.been.clear();
        self.marks.clear();
        keys.iter().for_each(|&key| self.add(key));
    }

    /// Adds a position.
    #[inline]
    pub fn add(&mut self, key: u64) {
        if self.marks.is_empty() {
            self.marks.resize(MARKS, 0);
        }
        let now = self.been.len() as u32 + 1;
        let earlier = std::mem::replace(&mut self.marks[key as usize % MARKS], now);
        self.been.push(Visit { key, earlier });
    }

    /// Whether a position has been so many times, once or more.
    #[inline]
    pub fn has(&self, key: u64, times: usize) -> bool {
        let mut mark = self.marks.get(key as usize % MARKS).copied().unwrap_or(0) as usize;
        let mut left = times;
        while left > 0 && mark > 0 {
            let been = self.been[mark - 1];
            left -= usize::from(been.key == key);
            mark = been.earlier as usize;
        }
        left == 0
    }

    /// Whether the last positions are one row of positions, gone through three times.
    pub fn is_cycle(&self) -> bool {
        let (been, end) = (&self.been, self.been.len());
        let mut before = been.last().map_or(0, |last| last.earlier) as usize;
        while before > 0 {
            let period = end - before;
            if period > end / CYCLE_ROUNDS {
                return false;
            }
            let last = &been[end - CYCLE_ROUNDS * period..];
            let alike = |one: usize, other: usize| last[one].key == last[other].key;
            // Mostly the newest of them says no.
            if been[end - 1].key == been[before - 1].key
                && (period..last.len()).all(|index| alike(index, index - period))
            {
                return true;
            }
            before = been[before - 1].earlier as usize;
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
        // Numbers with the same last bits are told apart.
        let (one, other, new) = (7, 7 + MARKS as u64, 7 + 2 * MARKS as u64);
        let mut past = PositionHistory::default();
        assert!(!past.has(one, 1));
        for (times, key) in [one, other, one, 8, one].into_iter().enumerate() {
            past.add(key);
            assert!(past.has(one, 1 + times / 2) && !past.has(one, 2 + times / 2));
            assert!(!past.has(new, 1));
        }
        assert!(past.has(other, 1) && !past.has(other, 2));
        past.begin(&[other]);
        assert!(past.has(other, 1) && !past.has(one, 1));
    }

    /// The definition: the last positions are one row, three times on end.
    fn is_three_rows(keys: &[u64]) -> bool {
        (1..=keys.len() / 3).any(|long| {
            let last = &keys[keys.len() - 3 * long..];
            last[..long] == last[long..2 * long] && last[long..2 * long] == last[2 * long..]
        })
    }

    #[test]
    fn a_cycle_is_a_row_of_positions_gone_through_three_times_on_end() {
        let mut chance = SplitMix64::new(5);
        let (mut cycles, mut others) = (0, 0);
        for round in 0..2_000 {
            let mut past = PositionHistory::default();
            let mut keys = Vec::new();
            let kinds = 2 + round % 3;
            for _ in 0..40 {
                // Two of them end in the same bits.
                let key = [7, 7 + MARKS as u64, 8, 9][chance.below(kinds) as usize];
                keys.push(key);
                past.add(key);
                let is_cycle = is_three_rows(&keys);
                assert_eq!(past.is_cycle(), is_cycle, "{keys:?}");
                *(if is_cycle { &mut cycles } else { &mut others }) += 1;
            }
        }
        assert!(cycles > 1_000 && others > 1_000, "{cycles} and {others}");
    }
}
