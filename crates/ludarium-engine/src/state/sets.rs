//! The sets of slots that a state keeps: those of each owner, the empty ones, and marks.

use std::ops::Range;

use super::{Change, State};
use crate::layout::ExtraSet;
use crate::set::{words_within, Bits};

impl State {
    /// The sites (slots) whose topmost piece belongs to `owner`.
    #[inline]
    pub(crate) fn owned(&self, owner: usize) -> &[u64] {
        self.words(self.layout.owner_set(owner.min(self.layout.players + 1)))
    }

    /// Iterates over the slots whose topmost piece belongs to `owner`.
    pub(crate) fn owned_bits(&self, owner: usize) -> Bits<'_> {
        Bits::new(self.owned(owner))
    }

    /// The number of pieces of an owner, in a game without stacks.
    pub(crate) fn pieces_of(&self, owner: usize) -> i32 {
        let owned = self.owned(owner);
        if self.layout.count == 0 {
            return owned.iter().map(|word| word.count_ones() as i32).sum();
        }
        let counts = &self.cells()[self.layout.count..][..self.layout.slots];
        let mut all: i32 = 0;
        for slot in Bits::new(owned) {
            all = all.wrapping_add(counts[slot as usize] as i32);
        }
        all
    }

    /// The empty slots.
    #[inline]
    pub(crate) fn empty(&self) -> &[u64] {
        self.words(self.layout.extra_set(ExtraSet::Empty))
    }

    /// The slots of a range that are not empty, in ascending order.
    pub(crate) fn occupied_slots(&self, within: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let empty = self.empty();
        let occupied = words_within(within, empty.len(), |index| !empty[index]);
        occupied.flat_map(|(index, mut word)| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize;
                word &= word.wrapping_sub(1);
                (bit < 64).then_some(index << 6 | bit)
            })
        })
    }

    #[inline]
    pub(crate) fn extra(&self, set: ExtraSet) -> &[u64] {
        self.words(self.layout.extra_set(set))
    }

    pub(crate) fn extra_bits(&self, set: ExtraSet) -> Bits<'_> {
        Bits::new(self.extra(set))
    }

    pub(crate) fn in_extra(&self, set: ExtraSet, slot: usize) -> bool {
        let word = self.extra(set).get(slot >> 6);
        word.is_some_and(|word| word >> (slot & 63) & 1 == 1)
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
}
