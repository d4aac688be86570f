//! Values that the rules remember, and the earlier positions.

use super::{Change, State};

impl State {
    /// Appends a value to a list.
    pub(crate) fn remember(&mut self, list: usize, value: i32) {
        if self.recording > 0 {
            let list = list as u32;
            self.journal.push(Change::Remembered { list });
        }
        self.lists[list].push(value);
    }

    /// Removes the first occurrence of a value from a list.
    pub(crate) fn forget(&mut self, list: usize, value: i32) {
        let Some(at) = self.lists[list].iter().position(|&known| known == value) else {
            return;
        };
        self.lists[list].remove(at);
        if self.recording > 0 {
            let (list, at) = (list as u32, at as u32);
            self.journal.push(Change::Forgotten { list, at, value });
        }
    }

    /// Empties a list and returns its values.
    pub(crate) fn take_list(&mut self, list: usize) -> Vec<i32> {
        let old = std::mem::take(&mut self.lists[list]);
        if self.recording > 0 {
            self.journal.push(Change::List {
                index: list as u32,
                old: Box::new(old.clone()),
            });
        }
        old
    }

    /// Records the hash of a position.
    pub(crate) fn push_history(&mut self, hash: u64) {
        if self.recording > 0 {
            self.journal.push(Change::History {
                len: self.history.len() as u32,
            });
        }
        self.history.push(hash);
    }
}
