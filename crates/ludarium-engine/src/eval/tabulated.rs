//! Parts of the rules whose values are kept: those that depend on the board alone are computed
//! once, those that are the same for all sites of a loop once in the loop.

use std::ops::Range;

use smallvec::SmallVec;

use super::Evaluator;
use crate::ir::{Bool, Hoisted, Int, Key, KeyRange, TabulatedNumber, TabulatedSites, OFF};
use crate::layout::Field;
use crate::set::SiteSet;

impl<'a> Evaluator<'a> {
    /// The cell of the present values of the keys; `None` where one is out of its range, and
    /// where tables are not to be used.
    #[inline]
    fn cell(&self, keys: &[KeyRange]) -> Option<usize> {
        if self.reference_mode {
            return None;
        }
        let mut cell = 0;
        for range in keys {
            let value = match range.key {
                Key::Iter(iter) => self.get(iter),
                Key::LastFrom => self.site_of_field(Field::LastFrom),
                Key::LastTo => self.site_of_field(Field::LastTo),
                Key::Mover => self.state.field(Field::Mover),
                Key::Next => self.state.field(Field::Next),
            };
            let place = value.wrapping_sub(OFF) as u32;
            if place >= range.len {
                return None;
            }
            cell = cell * range.len as usize + place as usize;
        }
        Some(cell)
    }

    /// Evaluates a tabulated number.
    pub(super) fn tabulated_int(&mut self, table: &'a TabulatedNumber<Int>) -> i32 {
        let value = self.tabulated_number(table, |eval, table| eval.int(&table.of));
        debug_assert!(self
            .cross_check(|eval| eval.int(&table.of))
            .is_none_or(|plain| plain == value));
        value
    }

    /// Evaluates a tabulated condition.
    pub(super) fn tabulated_bool(&mut self, table: &'a TabulatedNumber<Bool>) -> bool {
        let value = self.tabulated_number(table, |eval, table| i32::from(eval.bool(&table.of)));
        debug_assert!(self
            .cross_check(|eval| eval.bool(&table.of))
            .is_none_or(|plain| i32::from(plain) == value));
        value != 0
    }

    #[inline]
    fn tabulated_number<T>(
        &mut self,
        table: &'a TabulatedNumber<T>,
        compute: impl FnOnce(&mut Self, &'a TabulatedNumber<T>) -> i32,
    ) -> i32 {
        let cell = self.cell(&table.keys);
        if let Some(value) = cell.and_then(|cell| table.get(cell)) {
            return value;
        }
        let value = compute(self, table);
        // The value of an evaluation that was stopped is none.
        if let (Some(cell), None) = (cell, self.fault) {
            table.put(cell, value);
        }
        value
    }

    /// A tabulated region; `None` where it has to be computed from its part.
    pub(super) fn tabulated_sites(&mut self, table: &'a TabulatedSites) -> Option<&'a SiteSet> {
        let cell = self.cell(&table.keys)?;
        let known = match table.get(cell) {
            Some(set) => set,
            None => {
                let set = self.sites(&table.of);
                if self.fault.is_some() {
                    return None;
                }
                table.put(cell, set)
            }
        };
        debug_assert!(self
            .cross_check(|eval| eval.sites(&table.of))
            .is_none_or(|plain| plain.same(known)));
        Some(known)
    }

    /// Empties the slots of a loop; returns what they held, for [`Evaluator::end_loop`].
    pub(super) fn begin_loop(&mut self, slots: &Range<usize>) -> Slots {
        if self.hoisted.len() < slots.end {
            self.hoisted.resize(slots.end, None);
        }
        let slots = &mut self.hoisted[slots.clone()];
        let outer = slots.iter().copied().collect();
        slots.fill(None);
        outer
    }

    /// Restores the slots of a loop that was entered while it ran.
    pub(super) fn end_loop(&mut self, slots: &Range<usize>, outer: Slots) {
        self.hoisted[slots.clone()].copy_from_slice(&outer);
    }

    /// Evaluates a number that is the same for all sites of a loop.
    pub(super) fn hoisted_int(&mut self, hoisted: &'a Hoisted) -> i32 {
        let known = self.hoisted.get(hoisted.slot).copied().flatten();
        let Some(value) = known.filter(|_| !self.reference_mode) else {
            let value = self.int(&hoisted.of);
            if let Some(slot) = self.hoisted.get_mut(hoisted.slot) {
                *slot = Some(value);
            }
            return value;
        };
        debug_assert!(self
            .cross_check(|eval| eval.int(&hoisted.of))
            .is_none_or(|plain| plain == value));
        value
    }
}

/// The values of hoisted numbers, where they are known.
pub(super) type Slots = SmallVec<[Option<i32>; 4]>;
