//! The lists of pieces by kind, in the order in which the pieces came.
//!
//! The language iterates over such lists and not over the board. They can hold more than the board
//! does: in a stack, a promoted piece stays in the list of its old kind until something else is
//! removed there; a pile is listed again each time that a number of pieces joins it, and where
//! all pieces on vertices are of one kind, struck off only once when it is gone.

use super::{Change, State};

/// Cells, as an index of a type of sites.
const CELL: usize = 0;

/// A piece in a list: its slot, and its level there.
fn entry(slot: usize, level: usize) -> i32 {
    (slot << 8 | level.min(0xff)) as i32
}

fn slot_and_level(entry: i32) -> (usize, usize) {
    (entry as usize >> 8, entry as usize & 0xff)
}

impl State {
    /// Whether the state keeps these lists.
    pub(crate) fn lists_pieces(&self) -> bool {
        self.layout.piece_lists > 0
    }

    /// The slots and levels in the list of a kind, in order.
    pub(crate) fn listed(&self, what: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let list = &self.lists[self.layout.piece_lists + what];
        list.iter().map(|&entry| slot_and_level(entry))
    }

    /// Whether the entries of the lists lie within the board.
    pub(crate) fn has_good_piece_lists(&self) -> bool {
        let first = self.layout.piece_lists;
        let within = |&entry: &i32| entry >= 0 && slot_and_level(entry).0 < self.layout.slots;
        first == 0 || self.lists[first..].iter().flatten().all(within)
    }

    /// Enters a piece that is inserted below others. The entries from its level on move up.
    pub(crate) fn list_inserted(&mut self, what: usize, slot: usize, level: usize) {
        if self.lists_pieces() {
            self.shift_listed(slot, level, 1);
            self.list_piece(what, slot, level);
        }
    }

    /// Enters a piece that comes to the top of a slot, or the new kind of a piece that is promoted.
    /// As in Ludii, entries of pieces that are gone stay where they are, and the list of the old
    /// kind keeps a promoted piece.
    pub(crate) fn list_piece(&mut self, what: usize, slot: usize, level: usize) {
        if !self.lists_pieces() || what == 0 {
            return;
        }
        let index = self.layout.piece_lists + what;
        if self.recording > 0 {
            self.journal.push(Change::Remembered { list: index as u32 });
        }
        self.lists[index].push(entry(slot, level));
    }

    /// Updates the lists of a game without stacks when another kind takes a slot. The entries of
    /// the old kind are struck off, and the last of its list takes the place of each. In a game
    /// with one kind of piece on vertices or edges, only one entry is struck off.
    pub(super) fn relist(&mut self, slot: usize, old: usize, what: usize) {
        if !self.lists_pieces() {
            return;
        }
        let index = self.layout.piece_lists + old;
        let gone = entry(slot, 0);
        let once = self.layout.own != CELL && self.lists.len() - self.layout.piece_lists == 2;
        if old != 0 && self.lists[index].contains(&gone) {
            self.record_list(index);
            while let Some(found) = self.lists[index].iter().position(|&entry| entry == gone) {
                self.lists[index].swap_remove(found);
                if once {
                    break;
                }
            }
        }
        self.list_piece(what, slot, 0);
    }

    /// Strikes off a piece that leaves a level of a slot. The entries above it move down.
    pub(crate) fn unlist_piece(&mut self, what: usize, slot: usize, level: usize) {
        if !self.lists_pieces() || what == 0 {
            return;
        }
        let index = self.layout.piece_lists + what;
        let gone = entry(slot, level);
        if self.lists[index].contains(&gone) {
            self.record_list(index);
            self.lists[index].retain(|&entry| entry != gone);
        }
        self.shift_listed(slot, level + 1, -1);
    }

    /// Makes the lists tell nothing about hidden slots: what the lists hold of them goes, and the
    /// pieces that are there now follow in order of slots and levels.
    pub(crate) fn forget_listed(&mut self, hidden: impl Fn(usize) -> bool) {
        if !self.lists_pieces() {
            return;
        }
        for index in self.layout.piece_lists..self.lists.len() {
            self.record_list(index);
            self.lists[index].retain(|&entry| !hidden(slot_and_level(entry).0));
        }
        for slot in (0..self.layout.slots).filter(|&slot| hidden(slot)) {
            for level in 0..self.height(slot) {
                self.list_piece(self.piece(slot, level).what, slot, level);
            }
        }
    }

    /// Moves the entries of a slot from a level on up or down.
    fn shift_listed(&mut self, slot: usize, level: usize, by: i32) {
        let above = |&entry: &i32| {
            let (there, at) = slot_and_level(entry);
            there == slot && at >= level
        };
        for index in self.layout.piece_lists..self.lists.len() {
            if self.lists[index].iter().any(above) {
                self.record_list(index);
                for entry in self.lists[index].iter_mut().filter(|entry| above(entry)) {
                    *entry += by;
                }
            }
        }
    }

    fn record_list(&mut self, index: usize) {
        if self.recording > 0 {
            self.journal.push(Change::List {
                index: index as u32,
                old: Box::new(self.lists[index].clone()),
            });
        }
    }
}
