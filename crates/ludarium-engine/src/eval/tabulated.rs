//! Parts of the rules that depend on the board alone: their values are computed once.

use super::Evaluator;
use crate::ir::{Bool, Int, Key, KeyRange, TabulatedNumber, TabulatedSites, OFF};
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
}
