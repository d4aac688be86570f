//! What parts of the rules read.

use smallvec::SmallVec;

use crate::ir::{AroundKind, Bool, Dirs, Int, Ints, Iter, Key, Mask, Owners, Sites, TrackRef};

/// How many times more a part weighs that is evaluated for each site of a region.
const PER_SITE: u32 = 8;

/// What a part of the rules reads. Its methods give `None` for a part that reads something else,
/// draws lots or changes anything.
#[derive(Default)]
pub(crate) struct Reads {
    /// The variables, and data of the last move and of the turn.
    pub keys: SmallVec<[Key; 4]>,
    /// Whether the part may read the position.
    position: bool,
    /// The variables that the part itself binds.
    bound: SmallVec<[Iter; 4]>,
    /// A measure of the time that the part takes.
    pub weight: u32,
}

impl Reads {
    /// For parts that may read the position, as long as they do not change it.
    pub fn of_state() -> Reads {
        Reads {
            position: true,
            ..Reads::default()
        }
    }

    /// Reads the position.
    fn position(&mut self) -> Option<()> {
        self.position.then_some(())
    }

    fn owners(&mut self, owners: &Owners) -> Option<()> {
        self.position()?;
        match owners {
            Owners::One(player) | Owners::Team(player) => self.int(player),
            _ => Some(()),
        }
    }

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

    pub fn bool(&mut self, cond: &Bool) -> Option<()> {
        self.weight += 1;
        match cond {
            Bool::Const(_) => Some(()),
            Bool::Tabulated(table) => self.bool(&table.of),
            Bool::At(iter, mask) => {
                if !is_fixed(mask) {
                    self.position()?;
                }
                self.iter(*iter)
            }
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
            Bool::Empty(_, site) | Bool::Occupied(_, site) => {
                self.position()?;
                self.int(site)
            }
            Bool::Friend(who) | Bool::Enemy(who) | Bool::IsMover(who) | Bool::IsNext(who) => {
                self.position()?;
                self.int(who)
            }
            _ => None,
        }
    }

    pub fn int(&mut self, int: &Int) -> Option<()> {
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
            _ => self.int_of_position(int),
        }
    }

    fn int_of_position(&mut self, int: &Int) -> Option<()> {
        self.position()?;
        match int {
            Int::Var(_) | Int::Temp | Int::Counter => Some(()),
            Int::Hoisted(hoisted) => self.int(&hoisted.of),
            Int::Score(player) | Int::PlayerValue(player) => self.int(player),
            Int::Count { at, .. } => self.int(at),
            Int::What { at, level, .. }
            | Int::Who { at, level, .. }
            | Int::State { at, level, .. }
            | Int::Rotation { at, level, .. }
            | Int::PieceValue { at, level, .. } => {
                self.int(at)?;
                level.iter().try_for_each(|level| self.int(level))
            }
            Int::SizeGroup {
                at,
                dirs: Dirs::Table(_),
                cond,
                ..
            } => {
                self.int(at)?;
                let mut conds = cond.iter();
                conds.try_for_each(|cond| self.per_site(&[Iter::To], |reads| reads.bool(cond)))
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
            Ints::Remembered(_) => self.position(),
            Ints::Results {
                from, to, value, ..
            } => {
                self.position()?;
                self.sites(from)?;
                self.per_site(&[Iter::From, Iter::To], |reads| {
                    reads.sites(to)?;
                    reads.int(value)
                })
            }
            _ => None,
        }
    }

    pub fn sites(&mut self, sites: &Sites) -> Option<()> {
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
            Sites::Empty(_) | Sites::LastFrom | Sites::LastTo | Sites::Bound => self.position(),
            Sites::Occupied {
                owners,
                container: None,
                kinds: None,
                ..
            } => self.owners(owners),
            Sites::Group {
                from,
                dirs: Dirs::Table(_),
                cond,
                ..
            } => {
                self.position()?;
                self.weight += PER_SITE;
                self.sites(from)?;
                let mut conds = cond.iter();
                conds.try_for_each(|cond| self.per_site(&[Iter::To], |reads| reads.bool(cond)))
            }
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
                step,
                cond: None,
                turning: None,
                from,
                low,
                high,
                ..
            } if matches!(**step, Dirs::Table(_)) => {
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
