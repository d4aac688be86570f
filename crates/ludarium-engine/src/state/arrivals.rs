//! The order in which the pieces of a game without stacks came to their slots.

use super::State;

impl State {
    /// The arrival number of the piece on a slot.
    pub(crate) fn arrival(&self, slot: usize) -> i32 {
        self.cell(self.layout.order + slot)
    }

    /// Updates the order of arrival when the kind on a slot is about to become `what`.
    pub(super) fn note_arrival(&mut self, slot: usize, what: usize, owners: &[u8]) {
        let order = self.layout.order;
        let old = self.what(slot);
        if old != 0 && self.layout.levels == 0 {
            // The last piece of the kind takes the number of the piece that leaves.
            let left = self.cell(order + slot);
            let last = self
                .owned_bits(owners[old] as usize)
                .map(|other| other as usize)
                .filter(|&other| other != slot && self.what(other) == old)
                .max_by_key(|&other| self.cell(order + other));
            if let Some(last) = last.filter(|&last| self.cell(order + last) > left) {
                self.set_cell(order + last, left);
            }
        }
        if what != 0 {
            let counter = order + self.layout.slots;
            let arrival = self.cell(counter) + 1;
            self.set_cell(counter, arrival);
            self.set_cell(order + slot, arrival);
        }
    }

    /// Renumbers the arrivals so that they tell nothing about hidden slots: first the pieces on
    /// the other slots in their order of arrival, then those on hidden slots in order of slots.
    pub(crate) fn forget_arrivals(&mut self, hidden: impl Fn(usize) -> bool) {
        let order = self.layout.order;
        if order == 0 {
            return;
        }
        let all = 0..self.layout.slots;
        let mut held: Vec<usize> = all.clone().filter(|&slot| !self.is_empty(slot)).collect();
        held.sort_by_key(|&slot| {
            (
                hidden(slot),
                if hidden(slot) { 0 } else { self.arrival(slot) },
            )
        });
        for slot in all {
            self.set_cell(order + slot, 0);
        }
        for (earlier, &slot) in held.iter().enumerate() {
            self.set_cell(order + slot, earlier as i32 + 1);
        }
        self.set_cell(order + self.layout.slots, held.len() as i32);
    }
}
