//! The contents of the sites: reading and changing them.

use super::*;
use crate::action::Hidden;
use crate::layout::ExtraSet;
use crate::set::SiteSet;

impl State {
    /// The kind of the (topmost) piece on each slot; 0 where there is none.
    #[inline]
    #[must_use]
    pub fn kinds(&self) -> &[u32] {
        &self.cells()[self.layout.what..][..self.layout.slots]
    }

    /// Whether a slot is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, slot: usize) -> bool {
        self.what(slot) == 0
    }

    /// Whether a slot counts as empty. As in Ludii, a site to which piece 0 was added may hold
    /// nothing and not be empty.
    #[inline]
    #[must_use]
    pub(crate) fn is_free(&self, slot: usize) -> bool {
        self.empty()[slot >> 6] >> (slot & 63) & 1 == 1
    }

    /// Takes a slot that holds nothing out of the empty ones, in a game without stacks.
    pub(crate) fn fill_with_nothing(&mut self, slot: usize) {
        if self.is_empty(slot) {
            self.set_bit(self.layout.extra_set(ExtraSet::Empty), slot, false);
        }
    }

    /// The number of pieces on a slot: the height of the stack, or the count.
    #[inline]
    #[must_use]
    pub fn count(&self, slot: usize) -> i32 {
        if self.layout.levels > 0 {
            self.cell(self.layout.height + slot)
        } else if self.layout.count > 0 {
            self.cell(self.layout.count + slot)
        } else {
            i32::from(self.what(slot) != 0)
        }
    }

    /// The height of the stack on a slot (1 for a single piece).
    #[inline]
    #[must_use]
    pub fn height(&self, slot: usize) -> usize {
        if self.layout.levels > 0 {
            self.cell(self.layout.height + slot) as usize
        } else {
            usize::from(self.what(slot) != 0)
        }
    }

    fn entry(&self, slot: usize, level: usize) -> Option<u32> {
        (level < self.height(slot))
            .then(|| self.cell(self.layout.stack + slot * self.layout.levels + level) as u32)
    }

    /// The kind of the piece on a level of a slot, from the bottom; 0 if there is none.
    #[must_use]
    pub fn what_at(&self, slot: usize, level: usize) -> usize {
        if self.layout.levels == 0 {
            return if level == 0 { self.what(slot) } else { 0 };
        }
        self.entry(slot, level)
            .map_or(0, |entry| (entry & 0xfff) as usize)
    }

    /// The kinds of the pieces in the stack on a slot, from the bottom, in a game with stacks.
    pub(crate) fn kinds_on(&self, slot: usize) -> impl Iterator<Item = usize> + '_ {
        let first = self.layout.stack + slot * self.layout.levels;
        let levels = &self.cells()[first..][..self.height(slot).min(self.layout.levels)];
        levels.iter().map(|entry| (entry & 0xfff) as usize)
    }

    /// The level of the topmost piece; 0 for an empty slot.
    #[inline]
    #[must_use]
    pub fn top(&self, slot: usize) -> usize {
        self.height(slot).saturating_sub(1)
    }

    /// The local state of a piece; `level` counts from the bottom.
    #[must_use]
    pub fn state_at(&self, slot: usize, level: usize) -> i32 {
        if self.layout.levels > 0 {
            self.entry(slot, level)
                .map_or(0, |entry| (entry >> 12 & 0xfff) as i32)
        } else if self.layout.state > 0 {
            self.cell(self.layout.state + slot)
        } else {
            0
        }
    }

    /// A piece of a kind as it arrives on top of a stack without state, rotation and value of its
    /// own: it takes over those that [`State::remove_level`] left there.
    pub(crate) fn arriving_bare(&self, slot: usize, what: usize) -> Piece {
        let layout = &self.layout;
        let height = self.height(slot);
        if height >= layout.levels {
            return Piece::of(what);
        }
        let index = slot * layout.levels + height;
        let entry = self.cell(layout.stack + index) as u32;
        Piece {
            state: (entry >> 12 & 0xfff) as i32,
            rotation: (entry >> 24) as i32,
            value: match layout.stack_value {
                0 => 0,
                first => self.cell(first + index),
            },
            ..Piece::of(what)
        }
    }

    /// The slots among `len` slots from `first` on that hold a piece in the given state, relative
    /// to `first`; `None` if pieces stack or have no states.
    pub(crate) fn with_state(&self, first: usize, len: usize, state: i32) -> Option<SiteSet> {
        let layout = &self.layout;
        if layout.levels > 0 || layout.state == 0 || first + len > layout.slots {
            return None;
        }
        let states = &self.cells()[layout.state + first..][..len];
        let mut set = SiteSet::new(len);
        for (word, states) in set.words_mut().iter_mut().zip(states.chunks(64)) {
            for (index, &one) in states.iter().enumerate() {
                *word |= u64::from(one == state as u32) << index;
            }
        }
        Some(set)
    }

    /// The rotation of a piece.
    #[must_use]
    pub fn rotation_at(&self, slot: usize, level: usize) -> i32 {
        if self.layout.levels > 0 {
            self.entry(slot, level)
                .map_or(0, |entry| (entry >> 24) as i32)
        } else if self.layout.rotation > 0 {
            self.cell(self.layout.rotation + slot)
        } else {
            0
        }
    }

    /// The value of a piece.
    #[must_use]
    pub fn value_at(&self, slot: usize, level: usize) -> i32 {
        let layout = &self.layout;
        if layout.levels > 0 {
            if layout.stack_value > 0 && level < self.height(slot) {
                return self.cell(layout.stack_value + slot * layout.levels + level);
            }
            0
        } else if layout.value > 0 {
            self.cell(layout.value + slot)
        } else {
            0
        }
    }

    /// Marks all slots as empty, before the first piece is placed.
    pub(crate) fn all_empty(&mut self) {
        let first = self.layout.extra_set(ExtraSet::Empty);
        for slot in 0..self.layout.slots {
            self.set_bit(first, slot, true);
        }
    }

    /// Removes all pieces from a slot.
    pub(crate) fn clear_slot(&mut self, slot: usize, owners: &[u8]) {
        if self.layout.levels == 0 {
            self.put(slot, Piece::NONE, owners);
            return;
        }
        while self.height(slot) > 0 {
            self.remove_top(slot, owners);
        }
        // What earlier pieces left on the levels above.
        for level in 0..self.layout.levels {
            self.write_level(slot, level, Piece::NONE);
        }
    }

    /// Updates the sets of owners after the kind on a slot changed.
    #[inline]
    fn change_what(&mut self, slot: usize, what: usize, owners: &[u8]) {
        let old = self.what(slot);
        if old == what {
            return;
        }
        let layout = self.layout.clone_offsets();
        if old != 0 {
            self.set_bit(layout.0 * owners[old] as usize, slot, false);
        } else {
            self.set_bit(layout.1, slot, false);
        }
        if what != 0 {
            self.set_bit(layout.0 * owners[what] as usize, slot, true);
        } else {
            self.set_bit(layout.1, slot, true);
        }
        if self.layout.order > 0 {
            self.note_arrival(slot, what, owners);
        }
        if self.layout.levels == 0 {
            self.relist(slot, old, what);
        }
        let index = self.layout.what + slot;
        if self.layout.levels > 0 {
            self.set_cell(index, what as i32);
        } else {
            self.set_hashed(index, what as i32);
        }
    }

    /// Replaces the contents of a slot, in a game without stacks.
    #[inline]
    pub(crate) fn put(&mut self, slot: usize, piece: Piece, owners: &[u8]) {
        debug_assert_eq!(self.layout.levels, 0);
        self.change_what(slot, piece.what, owners);
        if self.layout.kinds_only {
            return;
        }
        let (count, state) = (self.layout.count, self.layout.state);
        let (rotation, value) = (self.layout.rotation, self.layout.value);
        if count > 0 {
            self.set_hashed(count + slot, piece.count);
        }
        if state > 0 {
            self.set_hashed(state + slot, piece.state);
        }
        if rotation > 0 {
            self.set_hashed(rotation + slot, piece.rotation);
        }
        if value > 0 {
            self.set_hashed(value + slot, piece.value);
        }
    }

    /// Moves the contents of a slot to an empty slot, in a game without stacks.
    pub(crate) fn transfer(&mut self, from: usize, to: usize, owners: &[u8]) {
        debug_assert!(self.layout.levels == 0 && self.is_empty(to));
        if self.layout.order > 0 || self.lists_pieces() {
            let piece = self.piece(from, 0);
            self.put(from, Piece::NONE, owners);
            self.put(to, piece, owners);
            self.carry_hidden(from, to);
            return;
        }
        let what = self.what(from);
        let (words, empty) = self.layout.clone_offsets();
        let owned = words * usize::from(owners[what]);
        if from >> 6 == to >> 6 {
            let both = 1 << (from & 63) | 1 << (to & 63);
            self.flip_bits(owned + (from >> 6), both);
            self.flip_bits(empty + (from >> 6), both);
        } else {
            self.set_bit(owned, from, false);
            self.set_bit(owned, to, true);
            self.set_bit(empty, from, true);
            self.set_bit(empty, to, false);
        }
        let kinds = self.layout.what;
        self.set_hashed(kinds + from, 0);
        self.set_hashed(kinds + to, what as i32);
        let layout = &self.layout;
        if layout.kinds_only {
            return;
        }
        for first in [layout.count, layout.state, layout.rotation, layout.value] {
            if first > 0 {
                let value = self.cell(first + from);
                self.set_hashed(first + from, 0);
                self.set_hashed(first + to, value);
            }
        }
        self.carry_hidden(from, to);
    }

    /// Moves the hidden marks of a piece along with it.
    pub(crate) fn carry_hidden(&mut self, from: usize, to: usize) {
        let (hidden, marks) = (self.layout.hidden, self.layout.hidden_cells);
        if hidden == 0 {
            return;
        }
        for cell in 0..marks {
            let value = self.cell(hidden + from * marks + cell);
            self.set_hashed(hidden + from * marks + cell, 0);
            self.set_hashed(hidden + to * marks + cell, value);
        }
    }

    /// The piece on a slot, at the given level.
    #[inline]
    #[must_use]
    pub fn piece(&self, slot: usize, level: usize) -> Piece {
        Piece {
            what: self.what_at(slot, level),
            count: if self.layout.levels > 0 {
                1
            } else {
                self.count(slot)
            },
            state: self.state_at(slot, level),
            rotation: self.rotation_at(slot, level),
            value: self.value_at(slot, level),
        }
    }

    pub(crate) fn set_count(&mut self, slot: usize, count: i32) {
        if self.layout.levels == 0 && self.layout.count > 0 {
            self.set_hashed(self.layout.count + slot, count);
        }
    }

    pub(crate) fn set_state_at(&mut self, slot: usize, level: usize, state: i32) {
        if self.layout.levels > 0 {
            if let Some(entry) = self.entry(slot, level) {
                let entry = entry & !(0xfff << 12) | (state as u32 & 0xfff) << 12;
                self.set_hashed(
                    self.layout.stack + slot * self.layout.levels + level,
                    entry as i32,
                );
            }
        } else if self.layout.state > 0 {
            self.set_hashed(self.layout.state + slot, state);
        }
    }

    pub(crate) fn set_rotation_at(&mut self, slot: usize, level: usize, rotation: i32) {
        if self.layout.levels > 0 {
            if let Some(entry) = self.entry(slot, level) {
                let entry = entry & 0x00ff_ffff | (rotation as u32 & 0xff) << 24;
                self.set_hashed(
                    self.layout.stack + slot * self.layout.levels + level,
                    entry as i32,
                );
            }
        } else if self.layout.rotation > 0 {
            self.set_hashed(self.layout.rotation + slot, rotation);
        }
    }

    pub(crate) fn set_value_at(&mut self, slot: usize, level: usize, value: i32) {
        let layout = &self.layout;
        if layout.levels > 0 {
            if layout.stack_value > 0 && level < self.height(slot) {
                self.set_hashed(layout.stack_value + slot * layout.levels + level, value);
            }
        } else if layout.value > 0 {
            self.set_hashed(layout.value + slot, value);
        }
    }

    /// Changes the kind of the piece on a level.
    pub(crate) fn set_what_at(&mut self, slot: usize, level: usize, what: usize, owners: &[u8]) {
        if self.layout.levels == 0 {
            self.change_what(slot, what, owners);
            return;
        }
        if let Some(entry) = self.entry(slot, level) {
            // The list of the old kind keeps its entry.
            self.list_piece(what, slot, level);
            let entry = entry & !0xfff | what as u32 & 0xfff;
            self.set_hashed(
                self.layout.stack + slot * self.layout.levels + level,
                entry as i32,
            );
            if level == self.top(slot) {
                self.change_what(slot, what, owners);
            }
        }
    }

    fn write_level(&mut self, slot: usize, level: usize, piece: Piece) {
        let index = slot * self.layout.levels + level;
        let entry = piece.what as u32 & 0xfff
            | (piece.state as u32 & 0xfff) << 12
            | (piece.rotation as u32 & 0xff) << 24;
        self.set_hashed(self.layout.stack + index, entry as i32);
        if self.layout.stack_value > 0 {
            self.set_hashed(self.layout.stack_value + index, piece.value);
        }
    }

    fn set_height(&mut self, slot: usize, height: usize, owners: &[u8]) {
        self.set_cell(self.layout.height + slot, height as i32);
        let what = if height == 0 {
            0
        } else {
            self.what_at(slot, height - 1)
        };
        self.change_what(slot, what, owners);
        if what == 0 {
            self.set_bit(self.layout.extra_set(ExtraSet::Empty), slot, height == 0);
        }
    }

    /// Replaces the piece on a level of a slot by another.
    pub(crate) fn replace(&mut self, slot: usize, level: usize, piece: Piece, owners: &[u8]) {
        if self.layout.levels == 0 {
            self.put(slot, piece, owners);
        } else if level < self.height(slot) {
            self.unlist_piece(self.what_at(slot, level), slot, level);
            self.list_inserted(piece.what, slot, level);
            self.write_level(slot, level, piece);
            if level == self.top(slot) {
                self.change_what(slot, piece.what, owners);
            }
        }
    }

    /// Puts a piece on a slot: on top if pieces stack.
    pub(crate) fn set_down(&mut self, slot: usize, piece: Piece, owners: &[u8]) {
        if self.layout.levels > 0 {
            self.insert_level(slot, usize::MAX, piece, owners);
        } else {
            self.put(slot, piece, owners);
        }
    }

    /// Inserts a piece into a stack; `false` if the stack is full.
    pub(crate) fn insert_level(
        &mut self,
        slot: usize,
        level: usize,
        piece: Piece,
        owners: &[u8],
    ) -> bool {
        let height = self.height(slot);
        if height >= self.layout.levels {
            return false;
        }
        let level = level.min(height);
        for above in (level..height).rev() {
            let moved = self.piece(slot, above);
            self.write_level(slot, above + 1, moved);
        }
        self.write_level(slot, level, piece);
        if level < height {
            self.list_inserted(piece.what, slot, level);
        } else {
            self.list_piece(piece.what, slot, level);
        }
        self.set_height(slot, height + 1, owners);
        true
    }

    /// Removes the topmost piece of a stack, with all that it carries.
    pub(crate) fn remove_top(&mut self, slot: usize, owners: &[u8]) {
        let Some(level) = self.height(slot).checked_sub(1) else {
            return;
        };
        self.unlist_piece(self.what_at(slot, level), slot, level);
        self.write_level(slot, level, Piece::NONE);
        self.set_height(slot, level, owners);
    }

    /// Removes the piece on a level of a stack. As in Ludii, state, rotation and value of the
    /// topmost piece remain on the level that becomes free.
    pub(crate) fn remove_level(&mut self, slot: usize, level: usize, owners: &[u8]) {
        let height = self.height(slot);
        if level >= height {
            return;
        }
        self.unlist_piece(self.what_at(slot, level), slot, level);
        let left = Piece {
            what: 0,
            ..self.piece(slot, height - 1)
        };
        for below in level..height - 1 {
            let moved = self.piece(slot, below + 1);
            self.write_level(slot, below, moved);
        }
        self.write_level(slot, height - 1, left);
        self.set_height(slot, height - 1, owners);
    }

    /// Hides a property of the contents of a slot from a player, or shows it.
    pub(crate) fn set_hidden(&mut self, slot: usize, data: Hidden, player: usize, hidden: bool) {
        if let Some((cell, bit)) = self.layout.hidden_mark(slot, data, player) {
            let marks = self.cell(cell) as u32;
            let marks = if hidden { marks | bit } else { marks & !bit };
            self.set_hashed(cell, marks as i32);
        }
    }

    /// Clears the marks that hide the contents of a slot from others than `player`.
    pub(crate) fn forget_marks_of_others(&mut self, slot: usize, player: usize) {
        for other in (1..=self.layout.players).filter(|&other| other != player) {
            if let Some((cell, bit)) = self.layout.hidden_mark(slot, Hidden::All, other) {
                // The marks of one player are adjacent.
                let marks = ((1 << Hidden::COUNT) - 1) * bit;
                self.set_hashed(cell, (self.cell(cell) as u32 & !marks) as i32);
            }
        }
    }
}

/// A piece, or the pieces of one kind on a slot, with its properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its kind: the index of the component, from 1.
    pub what: usize,
    /// The number of pieces.
    pub count: i32,
    /// Its local state.
    pub state: i32,
    /// Its rotation.
    pub rotation: i32,
    /// Its value.
    pub value: i32,
}

impl Piece {
    /// No piece.
    pub const NONE: Piece = Piece {
        what: 0,
        count: 0,
        state: 0,
        rotation: 0,
        value: 0,
    };

    /// A single piece of a kind, with default properties.
    #[must_use]
    pub const fn of(what: usize) -> Piece {
        Piece {
            what,
            count: 1,
            state: 0,
            rotation: 0,
            value: 0,
        }
    }
}
