//! The positions that have been, where a rule asks for cycles or repetitions.

/// How often a cycle must have been gone through to be one.
const CYCLE_ROUNDS: usize = 3;

/// How many marks tell most positions from all before.
const MARKS: usize = 1024;

/// The numbers of the positions so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Past {
    /// Whether some of them are from before the game was taken over.
    pub began_before: bool,
    keys: Vec<u64>,
    /// By the last bits of a number: how many positions there were when the latest such came.
    marks: Vec<u32>,
    /// By position: how many there were when the one before it came whose number has the same last bits.
    earlier: Vec<u32>,
}

impl Past {
    /// Begins anew, with the positions of a game that is taken over.
    pub fn begin(&mut self, keys: &[u64]) {
        self.keys.clear();
        self.marks.clear();
        self.earlier.clear();
        keys.iter().for_each(|&key| self.add(key));
    }

    /// Adds a position.
    #[inline]
    pub fn add(&mut self, key: u64) {
        self.keys.push(key);
        self.marks.resize(MARKS, 0);
        let now = self.keys.len() as u32;
        let before = std::mem::replace(&mut self.marks[key as usize % MARKS], now);
        self.earlier.push(before);
    }

    /// Whether a position has been so many times, once or more.
    #[inline]
    pub fn has(&self, key: u64, times: usize) -> bool {
        let mut mark = self.marks.get(key as usize % MARKS).copied().unwrap_or(0) as usize;
        let mut left = times;
        while left > 0 && mark > 0 {
            left -= usize::from(self.keys[mark - 1] == key);
            mark = self.earlier[mark - 1] as usize;
        }
        left == 0
    }

    /// Whether the last positions are one row of positions, gone through three times.
    pub fn is_cycle(&self) -> bool {
        let (keys, end) = (&self.keys, self.keys.len());
        let mut before = self.earlier.last().copied().unwrap_or(0) as usize;
        while before > 0 {
            let period = end - before;
            if period > end / CYCLE_ROUNDS {
                return false;
            }
            let last = &keys[end - CYCLE_ROUNDS * period..];
            // Mostly the newest of them says no.
            if keys[end - 1] == keys[before - 1]
                && (period..last.len()).all(|index| last[index] == last[index - period])
            {
                return true;
            }
            before = self.earlier[before - 1] as usize;
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
        let mut past = Past::default();
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
            let mut past = Past::default();
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
