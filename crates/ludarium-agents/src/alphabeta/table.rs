//! The transposition table.

use ludarium_engine::Move;

/// How a stored value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// The stored data about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub best: Option<Move>,
    pub value: i32,
    pub depth: i32,
    pub bound: Bound,
    /// Whether there was only one move to search.
    pub only_move: bool,
}

/// An entry in 32 bytes, half a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Packed {
    key: u64,
    best: Option<Move>,
    value: i16,
    depth: i16,
    bound: Bound,
    /// The number of the search times two, plus one if there was only one move.
    age_and_flag: u8,
}

/// Entries by key. An entry that is deeper or newer is kept.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Option<Packed>>,
    /// The number of entries to allocate, a power of two.
    size: usize,
    age: u8,
}

/// The number of entries without another choice.
const ENTRIES: usize = 1 << 19;

impl Default for Table {
    fn default() -> Table {
        Table {
            entries: Vec::new(),
            size: ENTRIES,
            age: 0,
        }
    }
}

impl Table {
    /// An empty table of at most this number of bytes, but at least a thousand entries.
    pub fn of_bytes(bytes: usize) -> Table {
        let entries = (bytes / size_of::<Option<Packed>>()).max(1 << 10);
        Table {
            size: 1 << entries.ilog2(),
            ..Table::default()
        }
    }

    /// Allocates the entries and starts a new search, whose entries replace older ones.
    pub fn begin(&mut self) {
        if self.entries.is_empty() {
            self.entries = vec![None; self.size];
        }
        self.age = self.age.wrapping_add(2);
    }

    pub fn clear(&mut self) {
        self.entries.fill(None);
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        let packed = (*self.entries.get(key as usize & (self.size - 1))?)?;
        (packed.key == key).then(|| Entry {
            best: packed.best,
            value: packed.value.into(),
            depth: packed.depth.into(),
            bound: packed.bound,
            only_move: packed.age_and_flag & 1 == 1,
        })
    }

    /// Stores what was found about a position. Values beyond that of a win do not occur.
    pub fn put(&mut self, key: u64, found: Entry) {
        let Some(place) = self.entries.get_mut(key as usize & (self.size - 1)) else {
            return;
        };
        let depth = found.depth.clamp(-1_000, 10_000) as i16;
        let keep = place.as_ref().is_some_and(|old| {
            old.age_and_flag & !1 == self.age && old.key != key && old.depth > depth + 8
        });
        if keep {
            return;
        }
        let known = place.as_ref().filter(|old| old.key == key);
        let best = found.best.or_else(|| known.and_then(|old| old.best));
        *place = Some(Packed {
            key,
            best,
            value: found.value.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            depth,
            bound: found.bound,
            age_and_flag: self.age | u8::from(found.only_move),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_takes_32_bytes() {
        assert_eq!(std::mem::size_of::<Option<Packed>>(), 32);
    }

    #[test]
    fn a_table_has_the_largest_power_of_two_that_fits() {
        let entries = |bytes: usize| {
            let mut table = Table::of_bytes(bytes);
            table.begin();
            table.entries.len()
        };
        assert_eq!(entries(1 << 20), 1 << 15);
        assert_eq!(entries((1 << 21) - 1), 1 << 15);
        assert_eq!(entries(0), 1 << 10);
        assert_eq!(entries(16 << 20), ENTRIES);
    }

    #[test]
    fn an_entry_stays_until_a_deep_enough_one_replaces_it() {
        let mut table = Table::default();
        table.begin();
        let entry = |value: i32, depth: i32| Entry {
            best: None,
            value,
            depth,
            bound: Bound::AtMost,
            only_move: true,
        };
        let found = |table: &Table, key: u64| {
            let entry = table.get(key)?;
            Some((entry.value, entry.depth, entry.only_move))
        };
        // Two keys with the same index.
        let (one, other) = (7, 7 + ENTRIES as u64);
        table.put(one, entry(-20_001, 40));
        table.put(other, entry(3, 4));
        assert_eq!(found(&table, one), Some((-20_001, 40, true)));
        assert_eq!(found(&table, other), None);
        table.begin();
        table.put(other, entry(3, 4));
        assert_eq!(found(&table, other), Some((3, 4, true)));
        assert_eq!(found(&table, one), None);
    }
}
