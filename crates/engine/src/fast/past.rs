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
    /// The least after which the latest position may have come again; 0 where it is new.
    nearest: usize,
}

impl Past {
    /// Begins anew, with the positions of a game that is taken over.
    pub fn begin(&mut self, keys: &[u64]) {
        self.keys.clear();
        self.marks.clear();
        self.nearest = 0;
        keys.iter().for_each(|&key| self.add(key));
    }

    /// Adds a position.
    #[inline]
    pub fn add(&mut self, key: u64) {
        self.keys.push(key);
        self.marks.resize(MARKS, 0);
        let now = self.keys.len() as u32;
        let before = std::mem::replace(&mut self.marks[key as usize % MARKS], now);
        self.nearest = if before > 0 {
            (now - before) as usize
        } else {
            0
        };
    }

    /// Whether a position has been so many times, once or more.
    #[inline]
    pub fn has(&self, key: u64, times: usize) -> bool {
        let mark = self.marks.get(key as usize % MARKS).copied().unwrap_or(0);
        // Nothing after the mark has these last bits.
        let before = self.keys[..mark as usize].iter().rev();
        before
            .filter(|&&other| other == key)
            .nth(times - 1)
            .is_some()
    }

    /// Whether the last positions are one row of positions, gone through three times.
    pub fn is_cycle(&self) -> bool {
        let (keys, end) = (&self.keys, self.keys.len());
        self.nearest > 0
            && (self.nearest..=end / CYCLE_ROUNDS).any(|period| {
                let last = &keys[end - CYCLE_ROUNDS * period..];
                // Mostly the newest of them says no.
                keys[end - 1] == keys[end - 1 - period]
                    && (period..last.len()).all(|index| last[index] == last[index - period])
            })
    }
}
