//! Values that are computed once: what a part of the rules says of the board alone.

use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, OnceLock};

use super::*;
use crate::set::SiteSet;

/// What a tabulated part depends on: variables and sites of the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Key {
    Iter(Iter),
    LastFrom,
    LastTo,
    Mover,
    Next,
}

/// A key, and the number of its values: they are from [`OFF`] on.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct KeyRange {
    pub key: Key,
    pub len: u32,
}

/// A part of the rules that reads nothing from the state but its keys, with the values that have
/// been computed.
///
/// The values are shared by all copies of the part, and by all threads.
#[derive(Debug)]
pub struct Tabulated<T, C> {
    /// The part itself.
    pub of: T,
    /// What its value depends on.
    pub keys: Box<[KeyRange]>,
    cells: Arc<OnceLock<Box<[C]>>>,
}

/// A tabulated condition or number: [`UNKNOWN`] until it is computed.
pub type TabulatedNumber<T> = Tabulated<T, AtomicI32>;

/// A tabulated region.
pub type TabulatedSites = Tabulated<Sites, OnceLock<Box<SiteSet>>>;

/// The content of a cell without a value; a value that is this number is computed every time.
const UNKNOWN: i32 = i32::MIN;

impl<T: Clone, C> Clone for Tabulated<T, C> {
    fn clone(&self) -> Self {
        Tabulated {
            of: self.of.clone(),
            keys: self.keys.clone(),
            cells: Arc::clone(&self.cells),
        }
    }
}

impl<T, C> Tabulated<T, C> {
    /// A part without computed values.
    pub fn new(of: T, keys: &[KeyRange]) -> Self {
        Tabulated {
            of,
            keys: keys.into(),
            cells: Arc::default(),
        }
    }

    /// The number of cells.
    fn len(&self) -> usize {
        self.keys.iter().map(|range| range.len as usize).product()
    }
}

impl<T> TabulatedNumber<T> {
    /// The value in a cell, if it has been computed.
    #[inline]
    pub fn get(&self, cell: usize) -> Option<i32> {
        // The value is all that is shared, so no order of memory accesses is needed.
        let value = self.cells.get()?[cell].load(Ordering::Relaxed);
        (value != UNKNOWN).then_some(value)
    }

    /// Keeps the value of a cell.
    pub fn put(&self, cell: usize, value: i32) {
        let unknown = || (0..self.len()).map(|_| AtomicI32::new(UNKNOWN)).collect();
        self.cells.get_or_init(unknown)[cell].store(value, Ordering::Relaxed);
    }
}

impl TabulatedSites {
    /// The region in a cell, if it has been computed.
    #[inline]
    pub fn get(&self, cell: usize) -> Option<&SiteSet> {
        self.cells.get()?[cell].get().map(|set| &**set)
    }

    /// Keeps the region of a cell.
    pub fn put(&self, cell: usize, set: SiteSet) -> &SiteSet {
        let unknown = || (0..self.len()).map(|_| OnceLock::new()).collect();
        self.cells.get_or_init(unknown)[cell].get_or_init(|| Box::new(set))
    }
}

/// A number that is computed once in a loop.
#[derive(Clone, Debug)]
pub struct Hoisted {
    /// The number itself.
    pub of: Int,
    /// Where the value is kept while the loop runs.
    pub slot: usize,
}

impl Bool {
    /// The condition without its table.
    pub fn untabulated(&self) -> &Bool {
        match self {
            Bool::Tabulated(table) => &table.of,
            other => other,
        }
    }
}

impl Int {
    /// The number without its table.
    pub fn untabulated(&self) -> &Int {
        match self {
            Int::Tabulated(table) => &table.of,
            Int::Hoisted(hoisted) => hoisted.of.untabulated(),
            other => other,
        }
    }
}

impl Sites {
    /// The region without its table.
    pub fn untabulated(&self) -> &Sites {
        match self {
            Sites::Tabulated(table) => &table.of,
            other => other,
        }
    }
}
