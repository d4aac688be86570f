//! A table of fixed size for proof and disproof numbers.

/// The number of a solved node.
pub(super) const INFINITE: u32 = u32::MAX / 4;

/// A disproof that depends only on the position.
pub(super) const UNCONDITIONAL: u32 = u32::MAX;

/// A disproof that depended on the path it was found on.
pub(super) const CONDITIONAL: u32 = 0;

/// Proof and disproof numbers of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// The minimum number of positions to prove in order to prove this one.
    pub proof: u32,
    /// The minimum number of positions to disprove in order to disprove this one.
    pub disproof: u32,
    /// For a proof: plies to the end. For a disproof: the first ply of the path (from 1) to which
    /// play would return, on which the disproof depends; [`UNCONDITIONAL`] if there is none,
    /// [`CONDITIONAL`] if the ply is not known.
    pub detail: u32,
}

impl Value {
    pub const fn open(proof: u32, disproof: u32) -> Value {
        Value {
            proof,
            disproof,
            detail: UNCONDITIONAL,
        }
    }

    pub const fn proved(plies: u32) -> Value {
        Value {
            proof: 0,
            disproof: INFINITE,
            detail: plies,
        }
    }

    pub const fn disproved(on: u32) -> Value {
        Value {
            proof: INFINITE,
            disproof: 0,
            detail: on,
        }
    }

    pub fn is_proved(self) -> bool {
        self.proof == 0
    }

    pub fn is_disproved(self) -> bool {
        self.disproof == 0
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    value: Value,
    /// Positions searched for this entry.
    work: u32,
}

const EMPTY: Entry = Entry {
    key: 0,
    value: Value::open(0, 0),
    work: 0,
};

/// Entries per bucket.
const ASSOCIATIVITY: usize = 4;

/// A set-associative table. In a full bucket the entry with the least work is replaced.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    buckets: usize,
}

impl Table {
    /// A table with about `entries` entries.
    pub fn new(entries: usize) -> Table {
        let buckets = (entries / ASSOCIATIVITY).max(1);
        Table {
            entries: vec![EMPTY; buckets * ASSOCIATIVITY],
            buckets,
        }
    }

    pub fn clear(&mut self) {
        self.entries.fill(EMPTY);
    }

    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize * ASSOCIATIVITY
    }

    pub fn get(&self, key: u64) -> Option<Value> {
        let bucket = self.bucket(key);
        let mut entries = self.entries[bucket..bucket + ASSOCIATIVITY].iter();
        let found = entries.find(|entry| entry.key == key)?;
        Some(found.value)
    }

    pub fn put(&mut self, key: u64, value: Value, work: u64) {
        let bucket = self.bucket(key);
        let entries = &mut self.entries[bucket..bucket + ASSOCIATIVITY];
        let work = u32::try_from(work).unwrap_or(u32::MAX);
        let same = entries.iter().position(|entry| entry.key == key);
        let known = same.map_or(0, |index| entries[index].work);
        let index = same.or_else(|| (0..ASSOCIATIVITY).min_by_key(|&index| entries[index].work));
        entries[index.unwrap_or(0)] = Entry {
            key,
            value,
            work: known.saturating_add(work),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_with_the_most_work_stay() {
        let mut table = Table::new(ASSOCIATIVITY);
        for key in 1..=4 {
            table.put(key, Value::open(key as u32, 1), 10 * key);
        }
        table.put(9, Value::proved(3), 100);
        assert_eq!(table.get(1), None);
        assert_eq!(table.get(9), Some(Value::proved(3)));
        assert_eq!(table.get(4), Some(Value::open(4, 1)));
    }
}
