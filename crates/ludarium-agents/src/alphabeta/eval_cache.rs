//! Caches of values computed for positions. A search meets many positions more than once: by
//! transposition, in another window, at the next depth.

/// A direct-mapped cache of values by position key.
#[derive(Debug, Default)]
pub(super) struct EvalCache<T> {
    entries: Vec<(u64, T)>,
}

/// The number of entries (16 bytes each).
const ENTRIES: usize = 1 << 14;

impl<T: Copy + Default> EvalCache<T> {
    /// Allocates the entries.
    pub fn begin(&mut self) {
        if self.entries.is_empty() {
            // Key 0 marks an empty entry.
            self.entries = vec![(0, T::default()); ENTRIES];
        }
    }

    /// The cached value of a position, or the result of `compute`, which is then cached.
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
