//! Finds the parts of the rules that depend on the board alone, and gives them tables.
//!
//! `(forEach (sites Row (row of:(from))) if:(< (column of:(site)) (column of:(to))))` reads nothing
//! but two variables: whatever the position, it has one value for each pair of them.

use smallvec::SmallVec;

use super::Compiler;
use crate::ir::{
    AroundKind, Bool, Dirs, Int, Ints, Iter, Key, KeyRange, Mask, Sites, Tabulated, TrackRef,
};

/// The weight from which a part is worth a table: it takes longer than to read a cell.
const HEAVY: u32 = 8;

/// The number of times by which what is asked of each site of a region weighs more.
const PER_SITE: u32 = 8;

/// The number of cells that a table has at most: numbers, and regions.
const CELLS: (usize, usize) = (1 << 16, 1 << 14);

impl Compiler {
    /// The condition, with a table if it is worth one.
    pub(super) fn tabulated_bool(&self, cond: Bool) -> Bool {
        // What is membership in a set is tested as that.
        if self.is_mask(&cond) {
            return cond;
        }
        match self.keys_of(CELLS.0, |reads| reads.bool(&cond)) {
            Some(keys) => Bool::Tabulated(Box::new(Tabulated::new(cond, &keys))),
            None => cond,
        }
    }

    /// The number, with a table if it is worth one.
    pub(super) fn tabulated_int(&self, int: Int) -> Int {
        match self.keys_of(CELLS.0, |reads| reads.int(&int)) {
            Some(keys) => Int::Tabulated(Box::new(Tabulated::new(int, &keys))),
            None => int,
        }
    }

    /// The region, with a table if it is worth one.
    pub(super) fn tabulated_sites(&self, sites: Sites) -> Sites {
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
}

/// What a part of the rules reads. Its methods give `None` for a part that reads more than keys.
#[derive(Default)]
struct Reads {
    keys: SmallVec<[Key; 4]>,
    /// The variables that the part itself binds.
    bound: SmallVec<[Iter; 4]>,
    /// A measure of the time that the part takes.
    weight: u32,
}

impl Reads {
    fn key(&mut self, key: Key) -> Option<()> {
        self.weight += 1;
        let bound = matches!(key, Key::Iter(iter) if self.bound.contains(&iter));
        if !bound && !self.keys.contains(&key) {
            self.keys.push(key);
        }
        Some(())
    }

    fn iter(&mut self, iter: Iter) -> Option<()> {
        match iter {
            Iter::From | Iter::To | Iter::Between | Iter::Site | Iter::Value | Iter::Player => {
                self.key(Key::Iter(iter))
            }
            _ => None,
        }
    }

    /// Reads what is asked for each site, with variables bound.
    fn per_site(
        &mut self,
        bound: &[Iter],
        read: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let (outer, weight) = (self.bound.len(), self.weight);
        self.bound.extend_from_slice(bound);
        read(self)?;
        self.bound.truncate(outer);
        self.weight = weight + PER_SITE * (self.weight - weight);
        Some(())
    }

    fn bool(&mut self, cond: &Bool) -> Option<()> {
        self.weight += 1;
        match cond {
            Bool::Const(_) => Some(()),
            Bool::Tabulated(table) => self.bool(&table.of),
            Bool::At(iter, mask) if is_fixed(mask) => self.iter(*iter),
            Bool::And(parts) | Bool::Or(parts) => parts.iter().try_for_each(|part| self.bool(part)),
            Bool::Not(inner) => self.bool(inner),
            Bool::Xor(first, second) => {
                self.bool(first)?;
                self.bool(second)
            }
            Bool::If(cond, yes, no) => {
                self.bool(cond)?;
                self.bool(yes)?;
                no.iter().try_for_each(|no| self.bool(no))
            }
            Bool::Compare(_, first, second) => {
                self.int(first)?;
                self.int(second)
            }
            Bool::SameSites(first, second) => {
                self.sites(first)?;
                self.sites(second)
            }
            Bool::FromInt(int) | Bool::Even(int) | Bool::Odd(int) => self.int(int),
            Bool::In(int, sites) => {
                self.int(int)?;
                self.sites(sites)
            }
            Bool::AllIn(list, sites) => {
                list.iter().try_for_each(|int| self.int(int))?;
                self.sites(sites)
            }
            Bool::AllSites(sites, cond) => {
                self.sites(sites)?;
                self.per_site(&[Iter::Site], |reads| reads.bool(cond))
            }
            _ => None,
        }
    }

    fn int(&mut self, int: &Int) -> Option<()> {
        self.weight += 1;
        match int {
            Int::Const(_) => Some(()),
            Int::Tabulated(table) => self.int(&table.of),
            Int::Iter(iter) => self.iter(*iter),
            Int::LastFrom => self.key(Key::LastFrom),
            Int::LastTo => self.key(Key::LastTo),
            Int::Mover => self.key(Key::Mover),
            Int::Next => self.key(Key::Next),
            Int::Bin(_, first, second) => {
                self.int(first)?;
                self.int(second)
            }
            Int::Fold(_, ints) | Int::SizeArray(ints) => self.ints(ints),
            Int::Abs(inner) => self.int(inner),
            Int::If(cond, yes, no) => {
                self.bool(cond)?;
                self.int(yes)?;
                self.int(no)
            }
            Int::FromBool(cond) => self.bool(cond),
            Int::ByPlayer(_, at) | Int::SiteTable { at, .. } => self.int(at),
            Int::MapEntry(pairs, at) => {
                self.weight += pairs.len().checked_ilog2().unwrap_or(0);
                self.int(at)
            }
            Int::CountSites(sites) => self.sites(sites),
            Int::RegionSite(sites, index) => {
                self.sites(sites)?;
                self.int(index)
            }
            Int::ArrayValue(ints, index) => {
                self.ints(ints)?;
                self.int(index)
            }
            Int::CountSteps { from, to, .. } => {
                self.weight += 2;
                self.int(from)?;
                self.sites(to)
            }
            Int::Ahead {
                at,
                steps,
                dirs: Dirs::Table(_),
                ..
            } => {
                self.weight += 3;
                self.int(at)?;
                self.int(steps)
            }
            Int::EdgeBetween(first, second) => {
                self.weight += 3;
                self.int(first)?;
                self.int(second)
            }
            _ => None,
        }
    }

    fn ints(&mut self, ints: &Ints) -> Option<()> {
        self.weight += 4;
        match ints {
            Ints::List(list) => list.iter().try_for_each(|int| self.int(int)),
            Ints::Sites(sites) => self.sites(sites),
            Ints::Union(parts) | Ints::Intersection(parts) => {
                parts.iter().try_for_each(|part| self.ints(part))
            }
            Ints::Difference(first, second) => {
                self.ints(first)?;
                self.ints(second)
            }
            _ => None,
        }
    }

    fn sites(&mut self, sites: &Sites) -> Option<()> {
        self.weight += 2;
        match sites {
            Sites::Const(_) => Some(()),
            Sites::Tabulated(table) => self.sites(&table.of),
            Sites::List(list) => list.iter().try_for_each(|int| self.int(int)),
            Sites::OfInts(ints) => self.ints(ints),
            Sites::Union(parts) | Sites::Intersection(parts) => {
                parts.iter().try_for_each(|part| self.sites(part))
            }
            Sites::Difference(first, second) => {
                self.sites(first)?;
                self.sites(second)
            }
            Sites::If(cond, yes, no) => {
                self.bool(cond)?;
                self.sites(yes)?;
                no.iter().try_for_each(|no| self.sites(no))
            }
            Sites::Filter(of, cond) => {
                self.sites(of)?;
                self.per_site(&[Iter::Site], |reads| reads.bool(cond))
            }
            Sites::ForEachOf(of, each) => {
                self.sites(of)?;
                self.per_site(&[Iter::Site], |reads| reads.sites(each))
            }
            Sites::ByPlayer(_, at) | Sites::ByIndex(_, at) => self.int(at),
            _ => self.sites_on_board(sites),
        }
    }

    /// Regions from the lines and the graph of the board.
    fn sites_on_board(&mut self, sites: &Sites) -> Option<()> {
        match sites {
            Sites::Around {
                of,
                kind: None::<AroundKind>,
                distance,
                dirs: Dirs::Table(_),
                cond: None,
                ..
            } => {
                self.int(distance)?;
                self.sites(of)
            }
            Sites::Direction {
                from,
                dirs: Dirs::Table(_),
                stop: None,
                distance,
                ..
            } => {
                self.int(distance)?;
                self.sites(from)
            }
            Sites::Between {
                dirs: Dirs::Table(_),
                from,
                to,
                cond: None,
                ..
            } => {
                self.weight += 4;
                self.int(from)?;
                self.int(to)
            }
            Sites::Expand {
                of,
                steps,
                dirs: Dirs::Table(_),
                ..
            } => {
                self.weight += 4;
                self.int(steps)?;
                self.sites(of)
            }
            Sites::Incident {
                at, owner: None, ..
            } => {
                self.weight += 4;
                self.int(at)
            }
            Sites::Distance {
                step: None,
                cond: None,
                turning: None,
                from,
                low,
                high,
                ..
            } => {
                self.weight += 4;
                self.int(from)?;
                self.int(low)?;
                self.int(high)
            }
            Sites::Track {
                track: TrackRef::Fixed(_),
                from,
                to,
            } => {
                self.weight += 4;
                from.iter().chain(to).try_for_each(|site| self.int(site))
            }
            _ => None,
        }
    }
}

/// Whether a set has the same sites in all positions.
fn is_fixed(mask: &Mask) -> bool {
    match mask {
        Mask::Const(_) => true,
        Mask::Not(inner) => is_fixed(inner),
        Mask::And(parts) | Mask::Or(parts) => parts.iter().all(is_fixed),
        _ => false,
    }
}
