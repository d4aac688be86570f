//! Finds the parts of the rules whose values are worth keeping, and gives them tables.
//!
//! `(forEach (sites Row (row of:(from))) if:(< (column of:(site)) (column of:(to))))` reads nothing
//! but two variables: whatever the position, it has one value for each pair of them.

use smallvec::SmallVec;

use super::reads::Reads;
use super::Compiler;
use crate::ir::{Bool, Hoisted, Int, Iter, Key, KeyRange, Sites, Tabulated};

/// The weight from which a part is worth a table: it takes longer than to read a cell.
const HEAVY: u32 = 8;

/// The number of cells that a table has at most: numbers, and regions.
const CELLS: (usize, usize) = (1 << 16, 1 << 14);

impl Compiler {
    /// The condition, with a table if it is worth one and has none.
    pub(super) fn tabulated_bool(&self, cond: Bool) -> Bool {
        if matches!(cond, Bool::Tabulated(_)) {
            return cond;
        }
        match self.keys_of(CELLS.0, |reads| reads.bool(&cond)) {
            // What is membership in a set is tested as that.
            Some(keys) if !self.is_mask(&cond) => {
                Bool::Tabulated(Box::new(Tabulated::new(cond, &keys)))
            }
            _ => cond,
        }
    }

    /// The number, with a table if it is worth one and has none.
    pub(super) fn tabulated_int(&self, int: Int) -> Int {
        if matches!(int, Int::Tabulated(_)) {
            return int;
        }
        match self.keys_of(CELLS.0, |reads| reads.int(&int)) {
            Some(keys) => Int::Tabulated(Box::new(Tabulated::new(int, &keys))),
            None => int,
        }
    }

    /// The region, with a table if it is worth one and has none.
    pub(super) fn tabulated_sites(&self, sites: Sites) -> Sites {
        if matches!(sites, Sites::Tabulated(_)) {
            return sites;
        }
        match self.keys_of(CELLS.1, |reads| reads.sites(&sites)) {
            Some(keys) => Sites::Tabulated(Box::new(Tabulated::new(sites, &keys))),
            None => sites,
        }
    }

    /// The keys of a part that is worth a table of at most `cells` cells.
    fn keys_of(
        &self,
        cells: usize,
        read: impl FnOnce(&mut Reads) -> Option<()>,
    ) -> Option<SmallVec<[KeyRange; 2]>> {
        // What is traced is to be seen; what lies under large pieces depends on the position.
        if self.traced || self.has_large_pieces() {
            return None;
        }
        let mut reads = Reads::default();
        read(&mut reads)?;
        if reads.weight < HEAVY {
            return None;
        }
        // A variable may hold a site of any type, or none.
        let sites = self.lens().into_iter().max()? + 1;
        let players = self.players + 3;
        let range = |key: &Key| KeyRange {
            key: *key,
            len: match key {
                Key::Mover | Key::Next | Key::Iter(Iter::Player) => players as u32,
                _ => sites as u32,
            },
        };
        let keys: SmallVec<[KeyRange; 2]> = reads.keys.iter().map(range).collect();
        let size =
            (keys.iter()).try_fold(1, |size: usize, range| size.checked_mul(range.len as usize));
        (size? <= cells).then_some(keys)
    }

    /// A number that is computed for each value of the variables `bound`, with the parts of it
    /// that do not depend on them computed once, and the slots in which they are kept.
    pub(super) fn hoisted(&mut self, int: Int, bound: &[Iter]) -> (Int, std::ops::Range<usize>) {
        let first = self.hoisted;
        let int = match self.traced {
            false => self.hoist(int, bound),
            true => int,
        };
        (int, first..self.hoisted)
    }

    fn hoist(&mut self, int: Int, bound: &[Iter]) -> Int {
        let mut reads = Reads::of_state();
        let known = reads.int(&int).is_some();
        let fixed = |key: &Key| !bound.iter().any(|&iter| *key == Key::Iter(iter));
        if known && reads.weight >= HEAVY && reads.keys.iter().all(fixed) {
            let slot = self.hoisted;
            self.hoisted += 1;
            return Int::Hoisted(Box::new(Hoisted { of: int, slot }));
        }
        match int {
            Int::Bin(op, first, second) => {
                let first = Box::new(self.hoist(*first, bound));
                Int::Bin(op, first, Box::new(self.hoist(*second, bound)))
            }
            Int::Abs(inner) => Int::Abs(Box::new(self.hoist(*inner, bound))),
            other => other,
        }
    }
}
