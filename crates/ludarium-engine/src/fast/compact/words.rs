//! Translating numbers, truths and sets.

use super::about;
use super::code::{
    Along, Bits, Counts, Course, First, Num, Nums, Pieces, Set, Stretch, Test, Whose, ROOM,
};
use super::settle::Frame;
use crate::fast::counts_dice;
use crate::fast::refusal::{Part, Refusals};
use crate::game::Game;
use crate::ir::{Bool, Cmp, Dirs, Int, Ints, Iter, Mask, Owners, Sites, TrackRef};
use crate::layout::{Field, PlayerField};
use crate::set::SiteSet;

/// A translation under way.
pub(super) struct Translator<'g> {
    pub game: &'g Game,
    /// What tables are made in.
    pub frame: &'g Frame,
    /// What has no translation.
    pub refusals: &'g mut Refusals,
    /// How deep the words nest that are being translated.
    pub depth: u32,
}

/// Deeper words have no translation.
const DEEPEST: u32 = 64;

impl<'g> Translator<'g> {
    /// A word further in, which is recorded where it has no translation.
    pub fn deeper<T>(
        &mut self,
        part: Part<'_>,
        work: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let before = self.refusals.len();
        let done = work(self);
        self.refusals.close(before, done.is_some(), part);
        self.depth -= 1;
        done
    }

    /// Whether sites of this type have the numbers of the slots.
    pub fn is_own(&self, site_type: usize) -> bool {
        site_type == self.game.layout.own
    }

    /// The first site of a type that is a slot: of other types than the board's own only the hands
    /// are.
    pub fn first(&self, site_type: usize) -> i32 {
        let layout = &self.game.layout;
        match self.is_own(site_type) {
            true => 0,
            false => layout.lens[site_type].max(layout.board_sites) as i32,
        }
    }

    /// The slot of a site of some type; off where there is none.
    pub fn site(&mut self, site_type: usize, at: &Int) -> Option<Num> {
        let at = self.num(at)?;
        Some(match (self.first(site_type), at) {
            (0, at) => at,
            (first, Num::Const(site)) if site >= first => Num::Const(site),
            (first, at) => Num::From(Box::new(at), first),
        })
    }

    pub fn boxed(&mut self, int: &Int) -> Option<Box<Num>> {
        Some(Box::new(self.num(int)?))
    }

    /// A number that may be left out: `Some(None)` if it is, `None` if it has no translation.
    pub fn optional(&mut self, int: Option<&Int>) -> Option<Option<Num>> {
        match int {
            Some(int) => Some(Some(self.num(int)?)),
            None => Some(None),
        }
    }

    pub fn condition(&mut self, bool: Option<&Bool>) -> Option<Option<Test>> {
        match bool {
            Some(bool) => Some(Some(self.test(bool)?)),
            None => Some(None),
        }
    }

    pub fn region(&mut self, sites: Option<&Sites>) -> Option<Option<Set>> {
        match sites {
            Some(sites) => Some(Some(self.set(sites)?)),
            None => Some(None),
        }
    }

    pub fn num(&mut self, int: &Int) -> Option<Num> {
        let int = int.untabulated();
        let num = self.deeper(Part::Number(int), |translator| translator.num_here(int))?;
        Some(self.frame.settle_num(num))
    }

    fn num_here(&mut self, int: &Int) -> Option<Num> {
        let layout = &self.game.layout;
        Some(match int {
            Int::Const(value) => Num::Const(*value),
            Int::Iter(iter) => Num::Bound(*iter),
            Int::Mover => Num::Field(Field::Mover),
            Int::Next => Num::Field(Field::Next),
            Int::Prev(false) => Num::Field(Field::Prev),
            Int::Prev(true) => Num::Field(Field::PrevTurn),
            Int::LastFrom => Num::Field(Field::LastFrom),
            Int::LastTo => Num::Field(Field::LastTo),
            Int::LastToAfter => Num::Field(Field::LastToAfter),
            Int::LastFromAfter => Num::Field(Field::LastFromAfter),
            Int::Counter => Num::Field(Field::Counter),
            Int::Temp => Num::Field(Field::Temp),
            Int::CountMoves => Num::Field(Field::Moves),
            Int::CountTurns => Num::Field(Field::Turns),
            Int::CountMovesThisTurn => Num::Field(Field::MovesThisTurn),
            Int::Var(var) => Num::Var(*var),
            Int::Count { site_type, at } => {
                // The hands have cells only.
                let bound = match *site_type {
                    0 => layout.slots,
                    site_type => layout.lens[site_type],
                };
                match self.site(*site_type, at)? {
                    Num::Bound(iter) => Num::CountAt(iter, bound as i32),
                    at => Num::Count(Box::new(at), bound as i32),
                }
            }
            // The stacks of a kernel are of one kind each: the lowest piece is as good as the top.
            Int::What {
                site_type,
                at,
                level,
            } if level
                .as_deref()
                .is_none_or(|level| matches!(level, Int::Const(0))) =>
            {
                Num::What(Box::new(self.site(*site_type, at)?))
            }
            Int::Who {
                site_type,
                at,
                level: None,
            } => Num::Who(Box::new(self.site(*site_type, at)?)),
            Int::CountAt { site_type, sites } => {
                let slots = Set::Const(!below(self.first(*site_type) as usize));
                let sites = self.set(sites)?;
                Num::Sum(Box::new(match self.is_own(*site_type) {
                    true => sites,
                    false => Set::Intersection(vec![sites, slots]),
                }))
            }
            Int::CountSites(sites) => Num::Size(Box::new(self.set(sites)?)),
            Int::CountPieces {
                site_type,
                owners,
                kinds,
                within,
                cond: None,
                ..
            } if site_type.is_none_or(|site_type| self.is_own(site_type))
                && !counts_dice(self.game, owners) =>
            {
                Num::Pieces(Box::new(Pieces {
                    whose: self.whose(owners)?,
                    kinds: match kinds {
                        Some(kinds) => Some(small_kinds(kinds)?),
                        None => None,
                    },
                    within: self.region(within.as_deref())?,
                }))
            }
            Int::Bin(op, first, second) => Num::Bin(*op, self.boxed(first)?, self.boxed(second)?),
            Int::Fold(op, list) => Num::Fold(*op, Box::new(self.nums(list)?)),
            Int::Abs(inner) => Num::Abs(self.boxed(inner)?),
            Int::If(cond, yes, no) => Num::If(
                Box::new(self.test(cond)?),
                self.boxed(yes)?,
                self.boxed(no)?,
            ),
            Int::FromBool(test) => Num::Truth(Box::new(self.test(test)?)),
            Int::ByPlayer(row, at) => Num::Row(row.clone().into(), self.boxed(at)?),
            Int::SiteTable { table, at, .. } => Num::Row(table.clone().into(), self.boxed(at)?),
            Int::MapEntry(pairs, key) => self.entry(pairs, key)?,
            Int::Score(player) => Num::Player(PlayerField::Score, self.boxed(player)?),
            Int::PlayerValue(player) => Num::Player(PlayerField::Value, self.boxed(player)?),
            Int::TrackMove { track, from, steps } => Num::Along(Box::new(Along {
                course: self.course(track)?,
                from: self.optional(from.as_deref())?,
                steps: self.num(steps)?,
            })),
            // Without a condition, it is the first site of the track whatever it starts from.
            Int::TrackFirst {
                from: Some(_),
                cond: None,
                ..
            } => return None,
            Int::TrackFirst { track, from, cond } => Num::First(Box::new(First {
                course: self.course(track)?,
                from: self.optional(from.as_deref())?,
                cond: self.condition(cond.as_deref())?,
            })),
            Int::RegionSite(sites, index) => {
                Num::Nth(Box::new(self.set(sites)?), self.boxed(index)?)
            }
            Int::ArrayValue(list, index) => {
                Num::Item(Box::new(self.nums(list)?), self.boxed(index)?)
            }
            Int::SizeArray(list) => Num::Length(Box::new(self.nums(list)?)),
            Int::State {
                site_type,
                at,
                level: None,
            } if layout.levels == 0 => Num::State(Box::new(self.site(*site_type, at)?)),
            Int::Ahead {
                site_type,
                at,
                steps,
                dirs: Dirs::Table(table),
            } if self.is_own(*site_type) => {
                let Int::Const(steps) = **steps else {
                    return None;
                };
                Num::Row(self.ahead(*table, steps), self.boxed(at)?)
            }
            Int::CountPips => Num::Pips,
            Int::Face(site) => match **site {
                Int::Const(site) => {
                    let site = usize::try_from(site).ok()?;
                    Num::Face(super::dice_at(self.game).position(|slot| slot == site)?)
                }
                _ => return None,
            },
            Int::SizeStack { site_type, sites } => match &**sites {
                Sites::List(list) if list.len() == 1 => match self.site(*site_type, &list[0])? {
                    Num::Bound(iter) if layout.levels > 0 => {
                        Num::CountAt(iter, layout.slots as i32)
                    }
                    site => Num::Height(Box::new(site)),
                },
                _ => return None,
            },
            _ => return None,
        })
    }

    /// By slot: the site so many steps away in the first direction that leads so far, or the slot
    /// itself.
    fn ahead(&self, table: u16, steps: i32) -> Box<[i32]> {
        let table = &self.game.tables[usize::from(table)];
        let step = usize::try_from(steps)
            .ok()
            .and_then(|steps| steps.checked_sub(1));
        let from = |slot: usize| {
            let mut rays = table.rays_of(slot).map(|ray| table.ray(ray));
            let end = step.and_then(|step| rays.find_map(|ray| ray.get(step).copied()));
            end.map_or(slot as i32, i32::from)
        };
        (0..self.game.layout.slots).map(from).collect()
    }

    /// What a map says of a key that is a player mostly.
    fn entry(&mut self, pairs: &[(i32, i32)], key: &Int) -> Option<Num> {
        let value = |key: i32| {
            let at = pairs.binary_search_by_key(&key, |pair| pair.0);
            at.map_or(key, |at| pairs[at].1)
        };
        Some(match self.num(key)? {
            Num::Const(key) => Num::Const(value(key)),
            Num::Field(field @ (Field::Mover | Field::Next)) => {
                let row: Vec<i32> = (0..=self.game.players as i32).map(value).collect();
                Num::Row(row.into(), Box::new(Num::Field(field)))
            }
            key => Num::Entry(pairs.into(), Box::new(key)),
        })
    }

    pub fn nums(&mut self, ints: &Ints) -> Option<Nums> {
        Some(match ints {
            Ints::List(list) => Nums::List(self.all(list)?),
            Ints::Sites(sites) => Nums::Sites(Box::new(self.set(sites)?)),
            Ints::Remembered(list) => Nums::Remembered(*list),
            Ints::Players {
                owners,
                of: None,
                cond: None,
            } => match owners {
                // In a list of players, all are those who play.
                Owners::All => Nums::Players(Whose::Each),
                owners => Nums::Players(self.whose(owners)?),
            },
            _ => return None,
        })
    }

    pub fn all(&mut self, list: &[Int]) -> Option<Vec<Num>> {
        list.iter().map(|int| self.num(int)).collect()
    }

    pub fn whose(&mut self, owners: &Owners) -> Option<Whose> {
        Some(match owners {
            Owners::One(Int::Mover) | Owners::Friend => Whose::Mover,
            Owners::One(player) => Whose::One(self.num(player)?),
            Owners::All => Whose::All,
            Owners::Each => Whose::Each,
            Owners::Enemy => Whose::Others,
            Owners::Ally => Whose::Nobody,
            Owners::NonMover | Owners::Team(_) => return None,
        })
    }

    pub fn course(&mut self, track: &TrackRef) -> Option<Course> {
        Some(match track {
            TrackRef::Fixed(track) => Course::Fixed(*track),
            TrackRef::ByPlayer(tracks, player) => {
                Course::ByPlayer(tracks.clone().into(), self.num(player)?)
            }
            TrackRef::Bound => Course::Bound,
        })
    }

    pub fn set(&mut self, sites: &Sites) -> Option<Set> {
        let sites = sites.untabulated();
        self.deeper(Part::Region(sites), |translator| translator.set_here(sites))
    }

    fn set_here(&mut self, sites: &Sites) -> Option<Set> {
        let layout = &self.game.layout;
        let board = below(layout.board_sites);
        Some(match sites {
            Sites::Const(set) => Set::Const(bits(set)?),
            Sites::ByPlayer(sets, index) | Sites::ByIndex(sets, index) => {
                let row: Option<Vec<Bits>> = sets.iter().map(bits).collect();
                Set::Row(row?.into(), self.num(index)?)
            }
            Sites::List(list) => Set::List(self.all(list)?),
            Sites::OfInts(ints) => Set::Numbers(self.nums(ints)?),
            Sites::Empty(site_type) if self.is_own(*site_type) => Set::Bare(board),
            Sites::Occupied {
                site_type,
                owners,
                container: None,
                kinds,
                hands,
                ..
            } if self.is_own(*site_type) => {
                let kinds = match kinds {
                    Some(kinds) => Some(constant_kinds(kinds)?),
                    None => None,
                };
                let among = if *hands { below(layout.slots) } else { board };
                Set::Held(self.whose(owners)?, kinds, among)
            }
            Sites::State { site_type, state } if self.is_own(*site_type) && layout.levels == 0 => {
                Set::Written(self.num(state)?, board)
            }
            Sites::Union(parts) => Set::Union(self.sets(parts)?),
            Sites::Intersection(parts) => Set::Intersection(self.sets(parts)?),
            Sites::Difference(first, second) => {
                Set::Difference(Box::new(self.set(first)?), Box::new(self.set(second)?))
            }
            Sites::If(cond, yes, no) => Set::If(
                Box::new(self.test(cond)?),
                Box::new(self.set(yes)?),
                self.region(no.as_deref())?.map(Box::new),
            ),
            Sites::Filter(of, cond) => filtered(self.set(of)?, self.test(cond)?),
            Sites::ForEachOf(of, body) => {
                Set::EachSite(Box::new(self.set(of)?), Box::new(self.set(body)?))
            }
            Sites::ForEachValue(values, body) => {
                Set::EachValue(self.nums(values)?, Box::new(self.set(body)?))
            }
            Sites::LastFrom => Set::Field(Field::LastFrom),
            Sites::LastTo => Set::Field(Field::LastTo),
            Sites::Pending => Set::Pending,
            Sites::Track { track, from, to } => Set::Track(Box::new(Stretch {
                course: self.course(track)?,
                from: self.optional(from.as_deref())?,
                to: self.optional(to.as_deref())?,
            })),
            _ => return None,
        })
    }

    fn sets(&mut self, parts: &[Sites]) -> Option<Vec<Set>> {
        parts.iter().map(|part| self.set(part)).collect()
    }

    pub fn test(&mut self, bool: &Bool) -> Option<Test> {
        let bool = bool.untabulated();
        let test = self.deeper(Part::Condition(bool), |translator| {
            translator.test_here(bool)
        })?;
        Some(self.frame.settle_test(test))
    }

    fn test_here(&mut self, bool: &Bool) -> Option<Test> {
        Some(match bool {
            Bool::Const(truth) => Test::Const(*truth),
            Bool::At(iter, mask) => self.mask(*iter, mask)?,
            Bool::And(parts) => about::joined(joined(self.tests(parts)?, true), self.frame.slots),
            Bool::Or(parts) => about::joined(joined(self.tests(parts)?, false), self.frame.slots),
            Bool::Not(inner) => Test::Not(Box::new(self.test(inner)?)),
            Bool::Xor(first, second) => {
                Test::Xor(Box::new(self.test(first)?), Box::new(self.test(second)?))
            }
            Bool::If(cond, yes, no) => Test::If(
                Box::new(self.test(cond)?),
                Box::new(self.test(yes)?),
                self.condition(no.as_deref())?.map(Box::new),
            ),
            Bool::Compare(cmp, first, second) => {
                match (self.num(first)?, self.num(second)?, self.frame.pips) {
                    (Num::Pips, Num::Const(with), Some(_)) if with < Bits::BITS as i32 => {
                        Test::Throw(Counts::of(*cmp, with))
                    }
                    (first, second, _) => compared(*cmp, first, second),
                }
            }
            Bool::In(site, sites) => match (self.num(site)?, self.set(sites)?) {
                (Num::Bound(iter), Set::Const(bits)) => Test::Lies(iter, bits),
                (Num::Field(field @ (Field::LastFrom | Field::LastTo)), Set::Const(bits)) => {
                    Test::LastIn(field, bits)
                }
                (site, set) => Test::In(site, set),
            },
            Bool::AllIn(list, sites) => {
                let parts = list.iter().map(|site| {
                    let set = self.set(sites)?;
                    Some(Test::In(self.num(site)?, set))
                });
                Test::And(parts.collect::<Option<_>>()?)
            }
            Bool::InInts(value, list) => Test::Listed(self.num(value)?, self.nums(list)?),
            Bool::SameSites(first, second) => Test::Same(self.set(first)?, self.set(second)?),
            Bool::Empty(site_type, site) => Test::Empty(self.site(*site_type, site)?),
            Bool::Occupied(site_type, site) => Test::Filled(self.site(*site_type, site)?),
            Bool::Friend(player) => Test::Friend(self.num(player)?),
            Bool::Enemy(player) => match self.num(player)? {
                Num::Who(site) => match *site {
                    Num::Bound(iter) => Test::FoeAt(iter),
                    site => Test::Enemy(Num::Who(Box::new(site))),
                },
                player => Test::Enemy(player),
            },
            Bool::IsMover(player) => Test::Is(Field::Mover, self.num(player)?),
            Bool::IsNext(player) => Test::Is(Field::Next, self.num(player)?),
            Bool::IsPrev(player) => Test::Is(Field::Prev, self.num(player)?),
            Bool::IsActive(player) => Test::Active(self.num(player)?),
            Bool::FromInt(value) => Test::True(self.num(value)?),
            Bool::Even(value) => Test::Even(self.num(value)?),
            Bool::Odd(value) => Test::Odd(self.num(value)?),
            Bool::AllSites(sites, cond) => Test::Each(self.set(sites)?, Box::new(self.test(cond)?)),
            // Asked of the next player, the dice would be thrown to see.
            Bool::NoMoves(Int::Next) if !self.game.flags.rolls => Test::NextStuck,
            Bool::NoMoves(Int::Next) => return None,
            Bool::NoMoves(player) => Test::Stuck(self.num(player)?),
            Bool::CanMove(can) => Test::CanMove(Box::new(self.effect(&can.moves)?)),
            Bool::Pending => Test::Pending,
            Bool::Full => Test::Full,
            Bool::Cycle => Test::Cycle,
            Bool::DiceEqual => Test::DiceEqual,
            Bool::DiceUsed => Test::DiceUsed,
            Bool::AnyDie(value) => Test::AnyDie(self.num(value)?),
            Bool::AllPassed => Test::AllPassed,
            Bool::WasPass => Test::Holds(Field::LastPass, 1),
            Bool::Proposed(text) => Test::Holds(Field::Proposed, *text as i32 + 1),
            Bool::Decided(text) => Test::Holds(Field::Decided, *text as i32 + 1),
            _ => return None,
        })
    }

    fn tests(&mut self, parts: &[Bool]) -> Option<Vec<Test>> {
        parts.iter().map(|part| self.test(part)).collect()
    }

    /// Whether what is bound is one of the sites that a mask describes.
    fn mask(&mut self, iter: Iter, mask: &Mask) -> Option<Test> {
        let here = || Num::Bound(iter);
        let mut parts = |parts: &[Mask]| -> Option<Vec<Test>> {
            parts.iter().map(|part| self.mask(iter, part)).collect()
        };
        Some(match mask {
            Mask::Const(set) => Test::Lies(iter, bits(set)?),
            Mask::Empty => Test::Empty(here()),
            Mask::Occupied => Test::Filled(here()),
            Mask::Mover => Test::OwnedBy(here(), Whose::Mover),
            Mask::Friend => Test::OwnedBy(here(), Whose::Mover),
            Mask::Enemy => Test::FoeAt(iter),
            Mask::OfKind(kind) => Test::OfKind(here(), u8::try_from(*kind).ok()?),
            Mask::StateOfFriend | Mask::StateOfEnemy => return None,
            Mask::Not(inner) => Test::Not(Box::new(self.mask(iter, inner)?)),
            Mask::And(all) => Test::And(parts(all)?),
            Mask::Or(all) => Test::Or(parts(all)?),
        })
    }
}

/// A comparison, in the form that is the quickest to answer.
fn compared(cmp: Cmp, first: Num, second: Num) -> Test {
    match (first, second) {
        // Numbers that large compare with a count as they do with more than a word holds.
        (Num::CountAt(iter, bound), Num::Const(with)) if with < Bits::BITS as i32 => {
            Test::Counts(iter, bound, Counts::of(cmp, with))
        }
        (Num::Const(with), Num::CountAt(iter, bound)) if with < Bits::BITS as i32 => {
            Test::Counts(iter, bound, Counts::of(turned(cmp), with))
        }
        (Num::Pieces(pieces), Num::Const(0))
            if cmp == Cmp::Eq && pieces.kinds.is_none() && pieces.within.is_none() =>
        {
            Test::Pieceless(pieces.whose)
        }
        (Num::Sum(set), Num::Const(0)) if matches!(cmp, Cmp::Gt | Cmp::Ne) => Test::Some(*set),
        (Num::Const(0), Num::Sum(set)) if matches!(cmp, Cmp::Lt | Cmp::Ne) => Test::Some(*set),
        (first, Num::Const(second)) => Test::Against(cmp, first, second),
        (first, second) => Test::Compare(cmp, first, second),
    }
}

/// The same comparison from the other side.
fn turned(cmp: Cmp) -> Cmp {
    match cmp {
        Cmp::Eq => Cmp::Eq,
        Cmp::Ne => Cmp::Ne,
        Cmp::Lt => Cmp::Gt,
        Cmp::Le => Cmp::Ge,
        Cmp::Gt => Cmp::Lt,
        Cmp::Ge => Cmp::Le,
    }
}

/// All of the parts, or any; what they ask of one count is asked at once.
fn joined(parts: Vec<Test>, all: bool) -> Test {
    let mut left: Vec<Test> = Vec::new();
    for part in parts {
        match (left.last_mut(), part) {
            (Some(Test::Counts(iter, bound, counts)), Test::Counts(other, same, more))
                if *iter == other && *bound == same =>
            {
                *counts = match all {
                    true => counts.and(more),
                    false => counts.or(more),
                };
            }
            (_, part) => left.push(part),
        }
    }
    match (left.pop(), all) {
        (Some(only), _) if left.is_empty() => only,
        (last, true) => Test::And(left.into_iter().chain(last).collect()),
        (last, false) => Test::Or(left.into_iter().chain(last).collect()),
    }
}

/// The numbers below a bound.
pub(super) fn below(bound: usize) -> Bits {
    match bound {
        0 => 0,
        bound => Bits::MAX >> (ROOM - bound.min(ROOM)),
    }
}

/// A set in one word; `None` where there is no room in it.
pub(super) fn bits(set: &SiteSet) -> Option<Bits> {
    let mut bits = 0;
    for site in set.iter() {
        let site = usize::try_from(site).ok().filter(|&site| site < ROOM)?;
        bits |= 1 << site;
    }
    Some(bits)
}

fn small_kinds(kinds: &[usize]) -> Option<Box<[u8]>> {
    kinds.iter().map(|&kind| u8::try_from(kind).ok()).collect()
}

/// Kinds that do not depend on the position.
fn constant_kinds(kinds: &[Int]) -> Option<Box<[u8]>> {
    let constant = |kind: &Int| match kind {
        Int::Const(kind) => u8::try_from(*kind).ok().filter(|&kind| kind > 0),
        _ => None,
    };
    kinds.iter().map(constant).collect()
}

/// The sites of a set for which a condition holds. Of one that compares them with a single number
/// nothing is asked site by site.
fn filtered(of: Set, cond: Test) -> Set {
    let (cmp, with) = match cond {
        Test::Compare(cmp @ (Cmp::Eq | Cmp::Ne), Num::Bound(Iter::Site), Num::Bound(with))
        | Test::Compare(cmp @ (Cmp::Eq | Cmp::Ne), Num::Bound(with), Num::Bound(Iter::Site))
            if with != Iter::Site =>
        {
            (cmp, with)
        }
        cond => return Set::Filter(Box::new(of), Box::new(cond)),
    };
    let one = Set::List(vec![Num::Bound(with)]);
    match cmp {
        Cmp::Eq => Set::Intersection(vec![of, one]),
        _ => Set::Difference(Box::new(of), Box::new(one)),
    }
}
