//! Positions that have been.

/// How many bits tell most positions from all before.
const MARKS: usize = 1 << 14;

/// The hashes of the positions so far.
#[derive(Clone, Debug, Default)]
pub(in crate::fast) struct Past {
    keys: Vec<u64>,
    /// By the last bits of a hash: whether any such position has been.
    marks: Vec<u64>,
}

impl Past {
    /// Begins with these.
    pub fn begin(&mut self, keys: &[u64]) {
        self.keys.clear();
        self.marks.clear();
        self.marks.resize(MARKS / 64, 0);
        keys.iter().for_each(|&key| self.add(key));
    }

    /// Adds a position.
    #[inline]
    pub fn add(&mut self, key: u64) {
        let mark = key as usize % MARKS;
        self.marks[mark / 64] |= 1 << (mark % 64);
        self.keys.push(key);
    }

    /// Whether a position has been.
    #[inline]
    pub fn has(&self, key: u64) -> bool {
        let mark = key as usize % MARKS;
        self.marks[mark / 64] >> (mark % 64) & 1 == 1 && self.keys.contains(&key)
    }
}
