//! What numbers, truths and sets come to in a position.

use smallvec::SmallVec;

use super::code::{Bits, Num, Nums, Set, Test, Whose, ROOM};
use super::settle::Rows;
use super::words::below;
use super::Play;
use crate::ir::{Iter, Op, OFF};
use crate::layout::{Field, PlayerField};

/// A list of numbers, kept on the stack while it is short.
pub(super) type List = SmallVec<[i32; 8]>;

/// The numbers of a set, in order.
pub(super) fn each(mut bits: Bits) -> impl Iterator<Item = i32> {
    std::iter::from_fn(move || {
        let first = bits.trailing_zeros();
        (bits != 0).then(|| {
            bits &= bits - 1;
            first as i32
        })
    })
}

/// Whether a set holds a number.
#[inline]
pub(super) fn holds(bits: Bits, site: i32) -> bool {
    (site as u32) < Bits::BITS && bits >> site & 1 == 1
}

impl<'k> Play<'k> {
    /// The slot of a site.
    #[inline]
    pub fn slot(&self, site: i32) -> Option<usize> {
        let slot = site as u32 as usize;
        (slot < self.kernel.frame.slots.min(ROOM)).then_some(slot)
    }

    #[inline]
    pub fn get(&self, iter: Iter) -> i32 {
        self.env[iter as usize]
    }

    #[inline]
    pub fn bind(&mut self, iter: Iter, value: i32) -> i32 {
        std::mem::replace(&mut self.env[iter as usize], value)
    }

    #[inline(always)]
    pub fn num(&mut self, num: &'k Num) -> i32 {
        match num {
            Num::Const(value) => *value,
            Num::Bound(iter) => self.get(*iter),
            Num::Field(field) => self.at.field(*field),
            Num::Pips => self.at.pips,
            Num::CountAt(iter, bound) => self.count(self.get(*iter), *bound),
            Num::Known(known) => {
                let cell = self.get(known.rows.iter).wrapping_add(1);
                let cells = self.kernel.frame.slots as i32 + 1;
                match self.row(known.rows) {
                    Some(row) if (cell as u32) < cells as u32 => {
                        i32::from(known.cells[row * cells as usize + cell as usize])
                    }
                    _ => self.num_in_position(&known.else_),
                }
            }
            _ => self.num_in_position(num),
        }
    }

    #[inline]
    pub fn count(&self, site: i32, bound: i32) -> i32 {
        match (site as u32) < bound as u32 && (site as u32) < ROOM as u32 {
            true => i32::from(self.at.count[site as usize]),
            false => 0,
        }
    }

    fn num_in_position(&mut self, num: &'k Num) -> i32 {
        match num {
            Num::Const(value) => *value,
            Num::Bound(_) | Num::Field(_) | Num::Pips | Num::CountAt(..) | Num::Known(_) => {
                self.num(num)
            }
            Num::Count(site, bound) => {
                let site = self.num(site);
                self.count(site, *bound)
            }
            Num::What(site) => {
                let site = self.num(site);
                self.slot(site)
                    .map_or(0, |slot| i32::from(self.at.what[slot]))
            }
            Num::Who(site) => {
                let site = self.num(site);
                let what = self.slot(site).map_or(0, |slot| self.at.what[slot]);
                i32::from(self.kernel.owners[usize::from(what)])
            }
            Num::Sum(set) => {
                let set = self.set(set) & self.at.filled;
                each(set)
                    .map(|slot| i32::from(self.at.count[slot as usize]))
                    .sum()
            }
            Num::Size(set) => self.set(set).count_ones() as i32,
            Num::Pieces(pieces) => {
                let mut bits = self.owned(&pieces.whose);
                if let Some(within) = &pieces.within {
                    bits &= self.set(within);
                }
                let kinds = pieces.kinds.as_deref();
                let counted = |slot: i32| {
                    let what = self.at.what[slot as usize];
                    match kinds.is_none_or(|kinds| kinds.contains(&what)) {
                        true => i32::from(self.at.count[slot as usize]),
                        false => 0,
                    }
                };
                each(bits).map(counted).sum()
            }
            Num::Bin(op, first, second) => {
                let first = self.num(first);
                let second = self.num(second);
                op.apply(first, second)
            }
            Num::Fold(op, list) => {
                let mut items = self.list(list).into_iter();
                match items.next() {
                    Some(first) => items.fold(first, |sum, item| op.apply(sum, item)),
                    None if matches!(op, Op::Min | Op::Max) => OFF,
                    None => 0,
                }
            }
            Num::Abs(inner) => self.num(inner).wrapping_abs(),
            Num::If(cond, yes, no) => match self.test(cond) {
                true => self.num(yes),
                false => self.num(no),
            },
            Num::Truth(test) => i32::from(self.test(test)),
            Num::Row(row, at) => {
                let at = self.num(at);
                row.get(at as usize)
                    .filter(|_| at >= 0)
                    .copied()
                    .unwrap_or(OFF)
            }
            Num::Entry(pairs, key) => {
                let key = self.num(key);
                let at = pairs.binary_search_by_key(&key, |pair| pair.0);
                at.map_or(key, |at| pairs[at].1)
            }
            Num::Player(field, player) => {
                let player = self.num(player);
                usize::try_from(player).map_or(0, |player| self.at.player(*field, player))
            }
            Num::Var(var) => self.at.vars[*var],
            Num::Along(along) => self.along(along),
            Num::First(first) => self.first(first),
            Num::Nth(set, index) => {
                let index = self.num(index);
                let set = self.set(set);
                let nth = usize::try_from(index)
                    .ok()
                    .and_then(|index| each(set).nth(index));
                nth.unwrap_or(OFF)
            }
            Num::Item(list, index) => {
                let list = self.list(list);
                let index = self.num(index);
                let index = usize::try_from(index).ok();
                index
                    .and_then(|index| list.get(index).copied())
                    .unwrap_or(OFF)
            }
            Num::Length(list) => self.list(list).len() as i32,
            Num::Face(die) => {
                let faces = &self.kernel.faces[*die];
                let face = usize::from(self.at.faces[*die]);
                faces.get(face).copied().unwrap_or(OFF)
            }
            Num::State(site) => {
                let site = self.num(site);
                self.slot(site)
                    .map_or(OFF, |slot| i32::from(self.at.state[slot]))
            }
            Num::Height(site) => {
                let site = self.num(site);
                match self.slot(site) {
                    Some(slot) if self.kernel.levels > 0 => i32::from(self.at.count[slot]),
                    Some(slot) => i32::from(self.at.what[slot] != 0),
                    None => 0,
                }
            }
            Num::From(site, first) => {
                let site = self.num(site);
                match site >= *first {
                    true => site,
                    false => OFF,
                }
            }
        }
    }

    /// The row of a table; none for a die that shows more than the dice can.
    #[inline]
    pub fn row(&self, rows: Rows) -> Option<usize> {
        let by = |field: Field, stride: u32| self.at.field(field) as u32 * stride;
        let mut row = by(Field::Mover, rows.mover) + by(Field::Next, rows.next);
        row += self.at.pips as u32 * rows.pips;
        if rows.die > 0 {
            let die = self.get(Iter::Pips) as u32;
            if die > self.kernel.frame.pips.unwrap_or(0) as u32 {
                return None;
            }
            row += die * rows.die;
        }
        Some(row as usize)
    }

    pub fn list(&mut self, nums: &'k Nums) -> List {
        match nums {
            Nums::List(list) => list.iter().map(|num| self.num(num)).collect(),
            Nums::Sites(set) => each(self.set(set)).collect(),
            Nums::Remembered(list) => list
                .and_then(|list| self.lists.get(list))
                .map(|list| list.iter().copied().collect())
                .unwrap_or_default(),
            Nums::Players(whose) => {
                let players = self.owners(whose) & self.kernel.everybody();
                (1..=self.kernel.frame.players as i32)
                    .filter(|&player| players >> player & 1 == 1)
                    .collect()
            }
        }
    }

    /// The owners meant, as bits.
    #[inline]
    pub fn owners(&mut self, whose: &'k Whose) -> u32 {
        let mover = 1 << self.at.field(Field::Mover);
        match whose {
            Whose::Mover => mover,
            Whose::Others => self.kernel.everybody() & !mover,
            Whose::Each => self.kernel.everybody(),
            Whose::All => (4 << self.kernel.frame.players) - 1,
            Whose::Nobody => 0,
            Whose::One(player) => {
                let player = self.num(player);
                match (0..=self.kernel.frame.players as i32 + 1).contains(&player) {
                    true => 1 << player,
                    false => 0,
                }
            }
        }
    }

    /// The slots that the owners hold.
    #[inline]
    pub fn owned(&mut self, whose: &'k Whose) -> Bits {
        if let Whose::Mover = whose {
            return self.at.owned[self.at.field(Field::Mover) as usize];
        }
        let owners = self.owners(whose);
        each(Bits::from(owners)).fold(0, |all, owner| all | self.at.owned[owner as usize])
    }

    #[inline]
    pub fn set(&mut self, set: &'k Set) -> Bits {
        match set {
            Set::Const(bits) => *bits,
            Set::Bare(among) => among & !self.at.filled,
            Set::Row(row, Num::Field(field)) => {
                let at = self.at.field(*field) as u32 as usize;
                row.get(at).copied().unwrap_or(0)
            }
            set => self.set_in_position(set),
        }
    }

    fn set_in_position(&mut self, set: &'k Set) -> Bits {
        match set {
            Set::Const(bits) => *bits,
            Set::Row(row, at) => {
                let at = self.num(at);
                row.get(at as usize)
                    .filter(|_| at >= 0)
                    .copied()
                    .unwrap_or(0)
            }
            Set::List(list) => {
                let mut bits = 0;
                for num in list {
                    bits |= bit(self.num(num));
                }
                bits
            }
            Set::Numbers(nums) => self
                .list(nums)
                .into_iter()
                .fold(0, |bits, site| bits | bit(site)),
            Set::Held(whose, kinds, among) => {
                let held = self.owned(whose) & among;
                match kinds {
                    None => held,
                    Some(kinds) => each(held)
                        .filter(|&slot| kinds.contains(&self.at.what[slot as usize]))
                        .fold(0, |bits, slot| bits | bit(slot)),
                }
            }
            Set::Written(state, among) => {
                let state = self.num(state);
                let written = |slot: &i32| i32::from(self.at.state[*slot as usize]) == state;
                each(*among)
                    .filter(written)
                    .fold(0, |bits, slot| bits | bit(slot))
            }
            Set::Bare(among) => among & !self.at.filled,
            Set::Union(parts) => parts.iter().fold(0, |all, part| all | self.set(part)),
            Set::Intersection(parts) => match parts.split_first() {
                Some((first, rest)) => {
                    let first = self.set(first);
                    rest.iter().fold(first, |all, part| all & self.set(part))
                }
                None => 0,
            },
            Set::Difference(first, second) => self.set(first) & !self.set(second),
            Set::If(cond, yes, no) => match (self.test(cond), no) {
                (true, _) => self.set(yes),
                (false, Some(no)) => self.set(no),
                (false, None) => 0,
            },
            Set::Filter(of, cond) => {
                let of = self.set(of);
                let old = self.get(Iter::Site);
                let mut left = 0;
                for site in each(of) {
                    self.bind(Iter::Site, site);
                    if self.test(cond) {
                        left |= bit(site);
                    }
                }
                self.bind(Iter::Site, old);
                left
            }
            Set::EachSite(of, body) => {
                let of = self.set(of);
                let old = self.get(Iter::Site);
                let mut all = 0;
                for site in each(of) {
                    self.bind(Iter::Site, site);
                    all |= self.set(body);
                }
                self.bind(Iter::Site, old);
                all
            }
            Set::EachValue(values, body) => {
                let old = (self.get(Iter::Player), self.get(Iter::Value));
                let mut all = 0;
                for value in self.list(values) {
                    self.bind(Iter::Player, value);
                    self.bind(Iter::Value, value);
                    all |= self.set(body);
                }
                self.bind(Iter::Player, old.0);
                self.bind(Iter::Value, old.1);
                all
            }
            Set::Field(field) => bit(self.at.field(*field)),
            Set::Pending => self.at.pending,
            Set::Track(stretch) => self.stretch(stretch),
        }
    }

    /// Whether a set holds a site, without making it where that can be avoided.
    fn has(&mut self, set: &'k Set, site: i32) -> bool {
        if site < 0 {
            return false;
        }
        match set {
            Set::List(list) => list.iter().any(|one| self.num(one) == site),
            Set::Numbers(nums) => self.list(nums).contains(&site),
            Set::Union(parts) => parts.iter().any(|part| self.has(part, site)),
            Set::Intersection(parts) => {
                !parts.is_empty() && parts.iter().all(|part| self.has(part, site))
            }
            Set::Difference(first, second) => self.has(first, site) && !self.has(second, site),
            Set::If(cond, yes, no) => match self.test(cond) {
                true => self.has(yes, site),
                false => no.as_ref().is_some_and(|no| self.has(no, site)),
            },
            Set::Filter(of, cond) => {
                self.has(of, site) && {
                    let old = self.bind(Iter::Site, site);
                    let fits = self.test(cond);
                    self.bind(Iter::Site, old);
                    fits
                }
            }
            _ => holds(self.set(set), site),
        }
    }

    #[inline(always)]
    pub fn test(&mut self, test: &'k Test) -> bool {
        match test {
            Test::Const(truth) => *truth,
            Test::Lies(iter, bits) => holds(*bits, self.get(*iter)),
            Test::LastIn(field, bits) => holds(*bits, self.at.field(*field)),
            Test::FoeAt(iter) => holds(self.foes(), self.get(*iter)),
            Test::Throw(counts) => counts.has(self.at.pips as u32),
            Test::Pieceless(Whose::Mover) => self.owned(&Whose::Mover) == 0,
            Test::Counts(iter, bound, counts) => {
                counts.has(self.count(self.get(*iter), *bound) as u32)
            }
            Test::Known(known) => {
                let site = self.get(known.rows.iter);
                match self.row(known.rows) {
                    Some(row) if (site as u32) < self.kernel.frame.slots as u32 => {
                        known.words[row] >> site & 1 == 1
                    }
                    _ => self.test_in_position(&known.else_),
                }
            }
            _ => self.test_in_position(test),
        }
    }

    fn test_in_position(&mut self, test: &'k Test) -> bool {
        match test {
            // Answered before.
            Test::Const(truth) => *truth,
            Test::Lies(..)
            | Test::LastIn(..)
            | Test::FoeAt(_)
            | Test::Throw(_)
            | Test::Counts(..)
            | Test::Known(_) => self.test(test),
            Test::Against(cmp, num, with) => {
                let num = self.num(num);
                cmp.holds(num, *with)
            }
            Test::And(parts) => parts.iter().all(|part| self.test(part)),
            Test::Or(parts) => parts.iter().any(|part| self.test(part)),
            Test::Not(inner) => !self.test(inner),
            Test::Xor(first, second) => self.test(first) ^ self.test(second),
            Test::If(cond, yes, no) => match self.test(cond) {
                true => self.test(yes),
                false => no.as_ref().is_some_and(|no| self.test(no)),
            },
            Test::Compare(cmp, first, second) => {
                let first = self.num(first);
                let second = self.num(second);
                cmp.holds(first, second)
            }
            Test::In(site, set) => {
                let site = self.num(site);
                self.has(set, site)
            }
            Test::Listed(value, list) => {
                let value = self.num(value);
                self.list(list).contains(&value)
            }
            Test::About(site, set, off) => {
                let site = self.num(site);
                match self.slot(site) {
                    Some(_) => holds(self.zoned(set), site),
                    None => *off,
                }
            }
            Test::Some(set) => self.set(set) & self.at.filled != 0,
            Test::Same(first, second) => self.set(first) == self.set(second),
            Test::Empty(site) => {
                let site = self.num(site);
                self.slot(site).is_some_and(|slot| self.at.what[slot] == 0)
            }
            Test::Filled(site) => {
                let site = self.num(site);
                self.slot(site).is_some_and(|slot| self.at.what[slot] != 0)
            }
            Test::OwnedBy(site, Whose::Mover) => {
                let site = self.num(site);
                self.owner_at(site) == self.at.field(Field::Mover)
            }
            Test::OwnedBy(site, Whose::Others) => {
                let site = self.num(site);
                let owner = self.owner_at(site);
                self.is_foe(owner) && owner <= self.kernel.frame.players as i32
            }
            Test::OwnedBy(site, whose) => {
                let site = self.num(site);
                holds(self.owned(whose), site)
            }
            Test::OfKind(site, kind) => {
                let site = self.num(site);
                self.slot(site)
                    .is_some_and(|slot| self.at.what[slot] == *kind)
            }
            Test::Friend(player) => {
                let player = self.num(player);
                player > 0 && player == self.at.field(Field::Mover)
            }
            Test::Enemy(player) => {
                let player = self.num(player);
                self.is_foe(player)
            }
            Test::Is(field, player) => self.num(player) == self.at.field(*field),
            Test::True(num) => self.num(num) != 0,
            Test::Even(num) => self.num(num) & 1 == 0,
            Test::Odd(num) => self.num(num) & 1 == 1,
            Test::Active(player) => {
                let player = usize::try_from(self.num(player)).unwrap_or(0);
                player > 0 && self.at.player(PlayerField::Active, player) != 0
            }
            Test::Each(set, cond) => {
                let set = self.set(set);
                let old = self.get(Iter::Site);
                let all = each(set).all(|site| {
                    self.bind(Iter::Site, site);
                    self.test(cond)
                });
                self.bind(Iter::Site, old);
                all
            }
            Test::Pending => self.at.field(Field::PendingValue) != 0 || self.at.pending != 0,
            Test::Full => below(self.kernel.board_sites) & !self.at.filled == 0,
            Test::DiceEqual => self.at.field(Field::DiceEqual) != 0,
            Test::DiceUsed => self.thrown().iter().all(|&value| value == 0),
            Test::AnyDie(value) => {
                let value = self.num(value);
                self.thrown().contains(&value)
            }
            Test::AllPassed => {
                self.at.field(Field::PassesInARow) >= self.kernel.frame.players as i32
            }
            Test::Holds(field, value) => self.at.field(*field) == *value,
            Test::Stuck(player) => {
                let player = usize::try_from(self.num(player)).unwrap_or(0);
                player > 0 && self.at.player(PlayerField::Stalemated, player) != 0
            }
            Test::Pieceless(whose) => self.owned(whose) == 0,
            Test::NextStuck => self.next_is_stuck(),
            Test::CanMove(moves) => self.can_move(moves),
            Test::Cycle => self.past.is_cycle(),
        }
    }

    /// Who owns what stands on a site; 0 where there is nothing, or no such site.
    #[inline]
    fn owner_at(&self, site: i32) -> i32 {
        let what = self.slot(site).map_or(0, |slot| self.at.what[slot]);
        i32::from(self.kernel.owners[usize::from(what)])
    }

    /// The slots that hold pieces of an enemy: of another player, or shared ones.
    #[inline]
    pub fn foes(&self) -> Bits {
        let mover = self.at.field(Field::Mover) as usize;
        let players = 1..=self.kernel.frame.players + 1;
        let others = players.filter(|&player| player != mover);
        others.fold(0, |foes, player| foes | self.at.owned[player])
    }

    #[inline]
    fn is_foe(&self, player: i32) -> bool {
        player != 0 && player != self.at.field(Field::Mover)
    }

    /// The values of the dice.
    fn thrown(&self) -> &[i32] {
        &self.at.dice[..self.kernel.dice_len]
    }
}

/// The set of one site; none for a site that does not exist.
#[inline]
pub(super) fn bit(site: i32) -> Bits {
    match (site as u32) < Bits::BITS {
        true => 1 << site,
        false => 0,
    }
}
