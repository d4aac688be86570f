//! Pieces that have one move each at most: which of them have one is told by sets, and one is drawn
//! without a list.

use super::code::{Bits, EachPiece, Gen, Kind, Num, Set, Test, Way, MOST_PARTS};
use super::draw::nth;
use super::generate::Deed;
use super::settle::Rows;
use super::value::{bit, each, holds};
use super::words::below;
use super::Play;
use crate::chance::SplitMix64;
use crate::ir::{Iter, OFF};
use crate::layout::Field;

impl<'k> Play<'k> {
    /// Draws as from a list, where the moves are those of pieces with one each at most
    /// ([`Gen::fans`]).
    pub fn draw_fanned(&mut self, gen: &'k Gen, pick: &mut SplitMix64) -> Option<Deed> {
        let parts = match gen {
            Gen::If(cond, yes, no) => {
                return match (self.test(cond), no) {
                    (true, _) => self.draw_fanned(yes, pick),
                    (false, Some(no)) => self.draw_fanned(no, pick),
                    (false, None) => None,
                }
            }
            Gen::Branch(bit, _, yes, no) => {
                return match (self.at.field(Field::Rolled) >> bit & 1 == 1, no) {
                    (true, _) => self.draw_fanned(yes, pick),
                    (false, Some(no)) => self.draw_fanned(no, pick),
                    (false, None) => None,
                }
            }
            Gen::All(parts) => &parts[..],
            gen => std::slice::from_ref(gen),
        };
        let mut movable = [0; MOST_PARTS];
        let mut total = 0;
        let (mut first, mut pieces) = (0, 0);
        for (index, part) in parts[..parts.len().min(MOST_PARTS)].iter().enumerate() {
            let Gen::EachPiece(piece) = part else {
                continue;
            };
            movable[index] = self.pieces(piece);
            pieces |= movable[index];
            // Pieces that move alike are asked together.
            if matches!(parts.get(index + 1), Some(Gen::EachPiece(next)) if next.alike) {
                continue;
            }
            let may = self.movable(piece, pieces);
            for movable in movable.iter_mut().take(index + 1).skip(first) {
                *movable &= may;
                total += movable.count_ones();
            }
            (first, pieces) = (index + 1, 0);
        }
        if total == 0 {
            return None;
        }
        let mut drawn = pick.index(total);
        for (part, movable) in parts.iter().zip(movable) {
            let many = movable.count_ones();
            if drawn < many {
                return match part {
                    Gen::EachPiece(piece) => self.move_of(piece, nth(movable, drawn)),
                    _ => None,
                };
            }
            drawn -= many;
        }
        None
    }

    /// The pieces meant.
    fn pieces(&mut self, piece: &'k EachPiece) -> Bits {
        let container = usize::try_from(self.num(&piece.container)).unwrap_or(usize::MAX);
        match self.kernel.containers.get(container) {
            Some(among) => self.owned(&piece.whose) & among,
            None => 0,
        }
    }

    /// Those of some pieces that have a move, one each at most.
    fn movable(&mut self, piece: &'k EachPiece, mut left: Bits) -> Bits {
        let kernel = self.kernel;
        let Some(by_kind) = &piece.one_each else {
            return 0;
        };
        let level = self.bind(Iter::Level, 0);
        let mut movable = 0;
        while left != 0 {
            let what = self.at.what[left.trailing_zeros() as usize];
            let alike = match kernel.sole[usize::from(what)] {
                true => left,
                false => self.of_kind(what, left),
            };
            left &= !alike;
            // No piece has two ways.
            for way in by_kind.get(usize::from(what)).into_iter().flatten() {
                movable |= self.going(way, alike & !movable);
            }
        }
        self.bind(Iter::Level, level);
        movable
    }

    /// The move of a piece that has one.
    fn move_of(&mut self, piece: &'k EachPiece, slot: i32) -> Option<Deed> {
        let what = usize::from(self.at.what[slot as usize]);
        let (last, first) = piece.one_each.as_ref()?.get(what)?.split_last()?;
        let level = self.bind(Iter::Level, 0);
        let way = first.iter().find(|way| self.going(way, bit(slot)) != 0);
        self.bind(Iter::Level, level);
        self.gone(way.unwrap_or(last), slot)
    }

    fn of_kind(&self, what: u8, among: Bits) -> Bits {
        each(among)
            .filter(|&slot| self.at.what[slot as usize] == what)
            .fold(0, |all, slot| all | bit(slot))
    }

    /// Those of some pieces that may go one way.
    #[inline]
    fn going(&mut self, way: &'k Way, among: Bits) -> Bits {
        match &way.arrivals {
            Some(arrivals) => self.arriving(arrivals, among),
            None => self.going_as_told(way, among),
        }
    }

    /// The same, one condition after the other.
    fn going_as_told(&mut self, way: &'k Way, among: Bits) -> Bits {
        let mut going = self.where_holds(&way.stands, Iter::From, among);
        for (test, must) in &way.asks {
            if going == 0 {
                return 0;
            }
            let holds = self.where_holds(test, Iter::From, going);
            going = if *must { holds } else { going & !holds };
        }
        if !way.checks || going == 0 {
            return going;
        }
        match &self.kernel.leaves[usize::from(way.leaf)] {
            Some(leaf) => self.one_by_one(Iter::From, going, |play| {
                play.only(way.leaf, leaf).is_some()
            }),
            None => 0,
        }
    }

    /// The move of a piece that may go one way.
    fn gone(&mut self, way: &'k Way, slot: i32) -> Option<Deed> {
        let leaf = self.kernel.leaves[usize::from(way.leaf)].as_ref()?;
        let old = (
            self.bind(Iter::From, slot),
            self.bind(Iter::Level, 0),
            self.get(Iter::To),
        );
        let deed = match &leaf.kind {
            Kind::FromTo(_, to, count, _) if !way.checks => {
                let value = count.as_ref().map_or(OFF, |count| self.num(count).max(0));
                let end = to.site.as_ref().map_or(OFF, |end| self.num(end));
                self.bind(Iter::To, end);
                let made = self.make(way.leaf, slot, end);
                Some(Deed { value, ..made })
            }
            Kind::RemoveOne(_, count) => {
                let value = count.as_ref().map_or(1, |count| self.num(count));
                let made = self.make(way.leaf, slot, slot);
                Some(Deed { value, ..made })
            }
            _ => self.only(way.leaf, leaf),
        };
        self.bind(Iter::From, old.0);
        self.bind(Iter::Level, old.1);
        self.bind(Iter::To, old.2);
        deed
    }

    /// Those of some slots for which something holds when they are bound.
    fn one_by_one(
        &mut self,
        iter: Iter,
        among: Bits,
        mut holds: impl FnMut(&mut Self) -> bool,
    ) -> Bits {
        let old = self.get(iter);
        let mut found = 0;
        for slot in each(among) {
            self.bind(iter, slot);
            if holds(self) {
                found |= bit(slot);
            }
        }
        self.bind(iter, old);
        found
    }

    /// Those of some slots for which a condition holds when they are bound.
    #[inline]
    pub fn where_holds(&mut self, test: &'k Test, iter: Iter, among: Bits) -> Bits {
        match test {
            Test::Known(known) if known.rows.iter == iter && known.rows.die == 0 => {
                match self.row(known.rows) {
                    Some(row) => among & known.words[row],
                    None => 0,
                }
            }
            Test::Counts(bound, slots, counts) if *bound == iter && counts.is_any() => {
                among & self.at.filled & below(*slots as usize)
            }
            test if among != 0 => self.where_in_position(test, iter, among),
            _ => 0,
        }
    }

    fn where_in_position(&mut self, test: &'k Test, iter: Iter, among: Bits) -> Bits {
        match test {
            Test::Const(truth) => if_so(*truth, among),
            Test::Lies(bound, set) if *bound == iter => among & set,
            Test::FoeAt(bound) if *bound == iter => among & self.foes(),
            Test::Known(known) => match self.row_by(known.rows, iter) {
                Some(row) => among & known.words[row],
                None => self.where_holds(&known.else_, iter, among),
            },
            Test::About(site, set, off) => {
                let set = self.zoned(set);
                let inside = self.where_in(site, iter, set, among);
                match off {
                    true => {
                        let all = below(self.kernel.frame.slots);
                        inside | among & !self.where_in(site, iter, all, among)
                    }
                    false => inside,
                }
            }
            Test::Counts(bound, slots, counts) if *bound == iter => each(among)
                .filter(|&slot| counts.has(self.count(slot, *slots) as u32))
                .fold(0, |all, slot| all | bit(slot)),
            Test::And(parts) => parts
                .iter()
                .fold(among, |left, part| self.where_holds(part, iter, left)),
            Test::Or(parts) => parts.iter().fold(0, |found, part| {
                found | self.where_holds(part, iter, among & !found)
            }),
            Test::Not(inner) => among & !self.where_holds(inner, iter, among),
            Test::Empty(site) => {
                let bare = below(self.kernel.frame.slots) & !self.at.filled;
                self.where_in(site, iter, bare, among)
            }
            Test::Filled(site) => self.where_in(site, iter, self.at.filled, among),
            Test::Friend(Num::Who(site)) => {
                let own = self.at.owned[self.at.field(Field::Mover) as usize];
                self.where_in(site, iter, own, among)
            }
            Test::In(site, set @ (Set::Const(_) | Set::Bare(_) | Set::Row(_, Num::Field(_)))) => {
                let set = self.set(set);
                self.where_in(site, iter, set, among)
            }
            test => self.one_by_one(iter, among, |play| play.test(test)),
        }
    }

    /// Those of some slots for which a number, when they are bound, is one of a set.
    fn where_in(&mut self, num: &'k Num, iter: Iter, set: Bits, among: Bits) -> Bits {
        match num {
            Num::Bound(bound) if *bound == iter => among & set,
            Num::Const(site) => if_so(holds(set, *site), among),
            Num::Known(known) => match self.row_by(known.rows, iter) {
                Some(row) => {
                    let slots = self.kernel.frame.slots;
                    let cells = &known.cells[row * (slots + 1) + 1..][..slots];
                    each(among)
                        .filter(|&slot| {
                            let cell = cells.get(slot as usize).copied();
                            cell.is_some_and(|cell| holds(set, i32::from(cell)))
                        })
                        .fold(0, |all, slot| all | bit(slot))
                }
                None => self.where_in(&known.else_, iter, set, among),
            },
            num => self.one_by_one(iter, among, |play| holds(set, play.num(num))),
        }
    }

    /// The row of a table by what is bound so.
    #[inline]
    fn row_by(&self, rows: Rows, iter: Iter) -> Option<usize> {
        self.row(rows).filter(|_| rows.iter == iter)
    }
}

#[inline]
fn if_so(truth: bool, set: Bits) -> Bits {
    match truth {
        true => set,
        false => 0,
    }
}
