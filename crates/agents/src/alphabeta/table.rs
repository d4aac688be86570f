//! What was found out about positions met before.

use engine::Move;

/// What a stored value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    pub best: Option<Move>,
    pub value: i32,
    pub depth: i16,
    pub bound: Bound,
    /// Whether there was only one move to be looked at.
    pub alone: bool,
    age: u8,
}

/// What a search found out about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub best: Option<Move>,
    pub value: i32,
    pub depth: i32,
    pub bound: Bound,
    pub alone: bool,
}

/// Entries in places given by their keys; what lies deeper, or is newer, stays.
#[derive(Debug, Default)]
pub(super) struct Table {
    entries: Vec<Option<Entry>>,
    age: u8,
}

/// Entries (40 bytes each).
const SIZE: usize = 1 << 19;

impl Table {
    /// Makes room, and lets what is there grow old.
    pub fn begin(&mut self) {
        if self.entries.is_empty() {
            self.entries = vec![None; SIZE];
        }
        self.age = self.age.wrapping_add(1);
    }

    pub fn clear(&mut self) {
        self.entries.fill(None);
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        let entry = *self.entries.get(key as usize & (SIZE - 1))?;
        entry.filter(|entry| entry.key == key)
    }

    pub fn put(&mut self, key: u64, found: Found) {
        let Found {
            best,
            value,
            depth,
            bound,
            alone,
        } = found;
        let Some(place) = self.entries.get_mut(key as usize & (SIZE - 1)) else {
            return;
        };
        let depth = depth.clamp(-1_000, 10_000) as i16;
        let keep = place
            .as_ref()
            .is_some_and(|old| old.age == self.age && old.key != key && old.depth > depth + 8);
        if keep {
            return;
        }
        let known = place.as_ref().filter(|old| old.key == key);
        let best = best.or_else(|| known.and_then(|old| old.best));
        *place = Some(Entry {
            key,
            best,
            value,
            depth,
            bound,
            alone,
            age: self.age,
        });
    }
}
