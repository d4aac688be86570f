//! What was found out about positions, in a table of a fixed size.

/// Solved.
pub(super) const INFINITE: u32 = u32::MAX / 4;

/// A disproof that relies on nothing but the position.
pub(super) const ALONE: u32 = u32::MAX;

/// A disproof that relied on the line for which it was found, whatever that was: no more than a claim.
pub(super) const CLAIM: u32 = 0;

/// How far a position is from being proved or disproved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// Positions that have to be proved, at least, to prove this one.
    pub proof: u32,
    /// The same for a disproof.
    pub disproof: u32,
    /// Of what is proved: the plies to the end. Of what is disproved: the first ply of the path (from 1) that the disproof
    /// relies on, since play would come back to it; [`ALONE`] if there is none such, [`CLAIM`] if that is not known.
    pub note: u32,
}

impl Value {
    pub const fn open(proof: u32, disproof: u32) -> Value {
        Value {
            proof,
            disproof,
            note: ALONE,
        }
    }

    pub const fn proved(plies: u32) -> Value {
        Value {
            proof: 0,
            disproof: INFINITE,
            note: plies,
        }
    }

    pub const fn disproved(on: u32) -> Value {
        Value {
            proof: INFINITE,
            disproof: 0,
            note: on,
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
    /// Positions looked at for it.
    work: u32,
}

const NONE: Entry = Entry {
    key: 0,
    value: Value::open(0, 0),
    work: 0,
};

/// Entries of one place.
const WAYS: usize = 4;

/// Places are taken by keys; of those that compete for one, what took most work stays.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    places: usize,
}

impl Table {
    /// Room for so many entries, or a few less.
    pub fn new(entries: usize) -> Table {
        let places = (entries / WAYS).max(1);
        Table {
            entries: vec![NONE; places * WAYS],
            places,
        }
    }

    pub fn clear(&mut self) {
        self.entries.fill(NONE);
    }

    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.places as u128) >> 64) as usize * WAYS
    }

    pub fn get(&self, key: u64) -> Option<Value> {
        let place = self.place(key);
        let mut entries = self.entries[place..place + WAYS].iter();
        let found = entries.find(|entry| entry.key == key)?;
        Some(found.value)
    }

    pub fn put(&mut self, key: u64, value: Value, work: u64) {
        let place = self.place(key);
        let entries = &mut self.entries[place..place + WAYS];
        let work = u32::try_from(work).unwrap_or(u32::MAX);
        let same = entries.iter().position(|entry| entry.key == key);
        let known = same.map_or(0, |index| entries[index].work);
        let index = same.or_else(|| (0..WAYS).min_by_key(|&index| entries[index].work));
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
    fn what_took_most_work_stays() {
        let mut table = Table::new(WAYS);
        for key in 1..=4 {
            table.put(key, Value::open(key as u32, 1), 10 * key);
        }
        table.put(9, Value::proved(3), 100);
        assert_eq!(table.get(1), None);
        assert_eq!(table.get(9), Some(Value::proved(3)));
        assert_eq!(table.get(4), Some(Value::open(4, 1)));
    }
}
