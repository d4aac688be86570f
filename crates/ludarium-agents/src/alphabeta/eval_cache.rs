//! What is worked out of positions, kept for when they come about again: a search meets many more than once (by another order of moves,
//! in another window, at the next depth).

/// What was found of positions, in places given by their keys.
#[derive(Debug, Default)]
pub(super) struct EvalCache<T> {
    entries: Vec<(u64, T)>,
}

/// Places (16 bytes each).
const ENTRIES: usize = 1 << 14;

impl<T: Copy + Default> EvalCache<T> {
    /// Makes room.
    pub fn begin(&mut self) {
        if self.entries.is_empty() {
            // No position's place is known by a key of 0.
            self.entries = vec![(0, T::default()); ENTRIES];
        }
    }

    /// What was found of a position, or what `compute` says, which is kept.
    #[inline]
    pub fn get_or_insert_with(&mut self, key: u64, compute: impl FnOnce() -> T) -> T {
        match self.entries.get_mut(key as usize & (ENTRIES - 1)) {
            Some(entry) if entry.0 == key && key != 0 => entry.1,
            Some(entry) => {
                *entry = (key, compute());
                entry.1
            }
            None => compute(),
        }
    }
}
