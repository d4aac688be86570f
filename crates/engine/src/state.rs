//! The state of a game: one block of memory, a journal to go back, a hash kept as it changes.

use std::sync::Arc;

use crate::layout::{ExtraSet, Field, Layout, PlayerField};
use crate::set::{Bits, SiteSet};
use crate::Move;

/// A position, with everything the rules remember about how it came about.
///
/// Cloning copies the block. A state belongs to the game that made it.
#[derive(Debug)]
pub struct State {
    pub(crate) layout: Arc<Layout>,
    block: Box<[u64]>,
    hash: u64,
    /// Remembered values, one list per name.
    pub(crate) lists: Vec<Vec<i32>>,
    /// Hashes of earlier positions, where a rule asks for repetition.
    pub(crate) history: Vec<u64>,
    journal: Vec<Change>,
    recording: u32,
    /// Buffers reused from move to move; no part of the position.
    pub(crate) buffers: Buffers,
}

/// Move lists in reserve.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    pub moves: Vec<Vec<Move>>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        State {
            layout: self.layout.clone(),
            block: self.block.clone(),
            hash: self.hash,
            lists: self.lists.clone(),
            history: self.history.clone(),
            journal: Vec::new(),
            recording: 0,
            buffers: Buffers::default(),
        }
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.block == other.block && self.lists == other.lists && self.history == other.history
    }
}

#[derive(Debug)]
enum Change {
    Word { index: u32, old: u64 },
    Cell { index: u32, old: u32 },
    List { index: u32, old: Vec<i32> },
    History { len: u32 },
}

/// A point in a state's journal to go back to.
#[derive(Clone, Copy, Debug)]
#[must_use = "a mark that is never undone or dropped with `forget` keeps the journal growing"]
pub struct Mark {
    at: usize,
    hash: u64,
}

#[inline]
fn mix(index: usize, value: u32) -> u64 {
    // One entry of a table too large to keep: a bijective scramble of (index, value), 0 for 0 so
    // that an empty site costs nothing.
    if value == 0 {
        return 0;
    }
    let mut z = ((index as u64) << 32 | u64::from(value)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    z ^ z >> 29
}

impl State {
    pub(crate) fn new(layout: Arc<Layout>, lists: usize) -> State {
        let words = layout.cells_at + layout.cells.div_ceil(2);
        State {
            block: vec![0; words].into_boxed_slice(),
            hash: 0,
            lists: vec![Vec::new(); lists],
            history: Vec::new(),
            journal: Vec::new(),
            recording: 0,
            buffers: Buffers::default(),
            layout,
        }
    }

    // ---- raw cells and words

    #[inline]
    fn cells(&self) -> &[u32] {
        bytemuck::cast_slice(&self.block[self.layout.cells_at..])
    }

    #[inline]
    pub(crate) fn cell(&self, index: usize) -> i32 {
        self.cells()[index] as i32
    }

    #[inline]
    pub(crate) fn set_cell(&mut self, index: usize, value: i32) {
        let at = self.layout.cells_at;
        let cells: &mut [u32] = bytemuck::cast_slice_mut(&mut self.block[at..]);
        let old = std::mem::replace(&mut cells[index], value as u32);
        if self.recording > 0 && old != value as u32 {
            self.journal.push(Change::Cell {
                index: index as u32,
                old,
            });
        }
    }

    /// Writes a cell that is part of the position, and so of the hash.
    #[inline]
    fn set_hashed(&mut self, index: usize, value: i32) {
        let at = self.layout.cells_at;
        let cells: &mut [u32] = bytemuck::cast_slice_mut(&mut self.block[at..]);
        let old = std::mem::replace(&mut cells[index], value as u32);
        if old != value as u32 {
            self.hash ^= mix(index, old) ^ mix(index, value as u32);
            if self.recording > 0 {
                self.journal.push(Change::Cell {
                    index: index as u32,
                    old,
                });
            }
        }
    }

    #[inline]
    fn set_bit(&mut self, set: usize, slot: usize, on: bool) {
        let index = set + (slot >> 6);
        let old = self.block[index];
        let bit = 1u64 << (slot & 63);
        let new = if on { old | bit } else { old & !bit };
        if new != old {
            if self.recording > 0 {
                self.journal.push(Change::Word {
                    index: index as u32,
                    old,
                });
            }
            self.block[index] = new;
        }
    }

    #[inline]
    fn words(&self, set: usize) -> &[u64] {
        &self.block[set..set + self.layout.set_words]
    }

    // ---- the journal

    /// Starts recording changes; [`State::undo`] goes back to here.
    pub fn mark(&mut self) -> Mark {
        self.recording += 1;
        Mark {
            at: self.journal.len(),
            hash: self.hash,
        }
    }

    /// Takes back everything since `mark`. Marks are undone in reverse order.
    pub fn undo(&mut self, mark: Mark) {
        while self.journal.len() > mark.at {
            match self.journal.pop() {
                Some(Change::Word { index, old }) => self.block[index as usize] = old,
                Some(Change::Cell { index, old }) => {
                    let at = self.layout.cells_at;
                    let cells: &mut [u32] = bytemuck::cast_slice_mut(&mut self.block[at..]);
                    cells[index as usize] = old;
                }
                Some(Change::List { index, old }) => self.lists[index as usize] = old,
                Some(Change::History { len }) => self.history.truncate(len as usize),
                None => break,
            }
        }
        self.hash = mark.hash;
        self.recording -= 1;
    }

    // ---- header

    #[inline]
    pub(crate) fn field(&self, field: Field) -> i32 {
        self.cell(field as usize)
    }

    #[inline]
    pub(crate) fn set_field(&mut self, field: Field, value: i32) {
        self.set_cell(field as usize, value);
    }

    #[inline]
    fn player_cell(&self, field: PlayerField, player: usize) -> usize {
        self.layout.player_at + field as usize * (self.layout.players + 2) + player
    }

    #[inline]
    pub(crate) fn player(&self, field: PlayerField, player: usize) -> i32 {
        if player > self.layout.players + 1 {
            return 0;
        }
        self.cell(self.player_cell(field, player))
    }

    #[inline]
    pub(crate) fn set_player(&mut self, field: PlayerField, player: usize, value: i32) {
        if player <= self.layout.players + 1 {
            self.set_cell(self.player_cell(field, player), value);
        }
    }

    /// The player to move, from 1.
    #[inline]
    #[must_use]
    pub fn mover(&self) -> usize {
        self.field(Field::Mover) as usize
    }

    /// Whether the game is over.
    #[inline]
    #[must_use]
    pub fn over(&self) -> bool {
        self.field(Field::Over) != 0
    }

    /// The score of a player.
    #[must_use]
    pub fn score(&self, player: usize) -> i32 {
        self.player(PlayerField::Score, player)
    }

    /// How many moves have been made.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.field(Field::Moves) as usize
    }

    /// The slots of the last move's origin and target, -1 where it had none.
    #[must_use]
    pub fn last(&self) -> (i32, i32) {
        (self.field(Field::LastFrom), self.field(Field::LastTo))
    }

    /// The values shown by the dice, in the order of the dice; 0 for a die already used.
    #[must_use]
    pub fn dice(&self) -> Vec<i32> {
        (0..self.layout.dice_len)
            .map(|die| self.cell(self.layout.dice + die))
            .collect()
    }

    /// A hash of the position: what stands where, in which state (not whose turn it is).
    #[inline]
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash computed from scratch; equal to [`State::hash`] at any time.
    #[must_use]
    pub fn recomputed_hash(&self) -> u64 {
        let layout = &self.layout;
        let mut hash = 0;
        let mut add = |first: usize, len: usize| {
            for index in first..first + len {
                hash ^= mix(index, self.cells()[index]);
            }
        };
        if layout.levels > 0 {
            add(layout.stack, layout.slots * layout.levels);
            if layout.stack_value > 0 {
                add(layout.stack_value, layout.slots * layout.levels);
            }
        } else {
            add(layout.what, layout.slots);
            for first in [layout.count, layout.state, layout.rotation, layout.value] {
                if first > 0 {
                    add(first, layout.slots);
                }
            }
        }
        if layout.hidden > 0 {
            add(layout.hidden, layout.slots);
        }
        hash
    }

    // ---- pieces

    /// The kind of the (topmost) piece on a slot; 0 if there is none.
    #[inline]
    #[must_use]
    pub fn what(&self, slot: usize) -> usize {
        self.cell(self.layout.what + slot) as usize
    }

    /// Whether a slot is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, slot: usize) -> bool {
        self.what(slot) == 0
    }

    /// How many pieces a slot holds: the height of the stack, or the count.
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

    /// The sites (slots) whose topmost piece belongs to `owner`.
    #[inline]
    pub(crate) fn owned(&self, owner: usize) -> &[u64] {
        self.words(self.layout.owner_set(owner.min(self.layout.players + 1)))
    }

    /// The slots whose topmost piece belongs to `owner`, one by one.
    pub(crate) fn owned_bits(&self, owner: usize) -> Bits<'_> {
        Bits::new(self.owned(owner))
    }

    /// The empty slots.
    #[inline]
    pub(crate) fn empty(&self) -> &[u64] {
        self.words(self.layout.extra_set(ExtraSet::Empty))
    }

    #[inline]
    pub(crate) fn extra(&self, set: ExtraSet) -> &[u64] {
        self.words(self.layout.extra_set(set))
    }

    pub(crate) fn extra_bits(&self, set: ExtraSet) -> Bits<'_> {
        Bits::new(self.extra(set))
    }

    pub(crate) fn in_extra(&self, set: ExtraSet, slot: usize) -> bool {
        SiteSet::from_words(self.extra(set)).contains(slot as i32)
    }

    pub(crate) fn mark_extra(&mut self, set: ExtraSet, slot: usize, on: bool) {
        self.set_bit(self.layout.extra_set(set), slot, on);
    }

    pub(crate) fn clear_extra(&mut self, set: ExtraSet) {
        let first = self.layout.extra_set(set);
        for index in first..first + self.layout.set_words {
            let old = self.block[index];
            if old != 0 {
                if self.recording > 0 {
                    self.journal.push(Change::Word {
                        index: index as u32,
                        old,
                    });
                }
                self.block[index] = 0;
            }
        }
    }

    /// Marks every slot as empty, before the first piece is placed.
    pub(crate) fn all_empty(&mut self) {
        let first = self.layout.extra_set(ExtraSet::Empty);
        for slot in 0..self.layout.slots {
            self.set_bit(first, slot, true);
        }
    }

    /// Takes everything off a slot.
    pub(crate) fn clear_slot(&mut self, slot: usize, owners: &[u8]) {
        if self.layout.levels == 0 {
            self.put(slot, Piece::NONE, owners);
            return;
        }
        while self.height(slot) > 0 {
            self.remove_level(slot, self.top(slot), owners);
        }
    }

    /// Puts the sets of owners right after the kind on a slot changed.
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
        let index = self.layout.what + slot;
        if self.layout.levels > 0 {
            self.set_cell(index, what as i32);
        } else {
            self.set_hashed(index, what as i32);
        }
    }

    /// Replaces what stands on a slot of a game without stacks.
    #[inline]
    pub(crate) fn put(&mut self, slot: usize, piece: Piece, owners: &[u8]) {
        debug_assert_eq!(self.layout.levels, 0);
        self.change_what(slot, piece.what, owners);
        let layout = self.layout.property_offsets();
        for (first, value) in
            layout
                .into_iter()
                .zip([piece.count, piece.state, piece.rotation, piece.value])
        {
            if first > 0 {
                self.set_hashed(first + slot, value);
            }
        }
    }

    /// What stands on a slot (the given level of it).
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
        self.set_height(slot, height + 1, owners);
        true
    }

    /// Takes a piece out of a stack.
    pub(crate) fn remove_level(&mut self, slot: usize, level: usize, owners: &[u8]) {
        let height = self.height(slot);
        if level >= height {
            return;
        }
        for below in level..height - 1 {
            let moved = self.piece(slot, below + 1);
            self.write_level(slot, below, moved);
        }
        self.write_level(slot, height - 1, Piece::NONE);
        self.set_height(slot, height - 1, owners);
    }

    // ---- hidden information

    /// The hidden marks of a slot: seven bits per player.
    pub(crate) fn hidden(&self, slot: usize) -> u32 {
        if self.layout.hidden == 0 {
            0
        } else {
            self.cell(self.layout.hidden + slot) as u32
        }
    }

    pub(crate) fn set_hidden(&mut self, slot: usize, marks: u32) {
        if self.layout.hidden > 0 {
            self.set_hashed(self.layout.hidden + slot, marks as i32);
        }
    }

    // ---- lists

    pub(crate) fn change_list(&mut self, list: usize, change: impl FnOnce(&mut Vec<i32>)) {
        if self.recording > 0 {
            self.journal.push(Change::List {
                index: list as u32,
                old: self.lists[list].clone(),
            });
        }
        change(&mut self.lists[list]);
    }

    pub(crate) fn push_history(&mut self, hash: u64) {
        if self.recording > 0 {
            self.journal.push(Change::History {
                len: self.history.len() as u32,
            });
        }
        self.history.push(hash);
    }
}

/// A piece, or the pieces of one kind on a slot, with its properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its kind: the index of the component, from 1.
    pub what: usize,
    /// How many.
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

    /// One piece of a kind, with nothing special about it.
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

impl Layout {
    /// Words of a set, and where the set of empty slots begins.
    #[inline]
    fn clone_offsets(&self) -> (usize, usize) {
        (self.set_words, self.extra_set(ExtraSet::Empty))
    }

    #[inline]
    fn property_offsets(&self) -> [usize; 4] {
        [self.count, self.state, self.rotation, self.value]
    }
}
