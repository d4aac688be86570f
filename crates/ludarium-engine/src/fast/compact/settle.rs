//! What can be known beforehand: numbers and truths that depend on one thing bound, on whose turn
//! it is and on what the dice show, and on nothing that stands on the board. They become tables.

use super::code::{Bits, Course, Num, Nums, Set, Test};
use super::track::Track;
use super::value::{bit, holds};
use crate::ir::{Iter, OFF};
use crate::layout::Field;

/// How a table is indexed: the place of the row for whose turn it is, who is next, and the pips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rows {
    pub iter: Iter,
    pub mover: u32,
    pub next: u32,
    pub pips: u32,
    /// For the pips of the die that is bound.
    pub die: u32,
}

/// A number by what is bound: a row for each turn and throw, in it a cell for off and each slot.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct KnownNum {
    pub rows: Rows,
    pub cells: Box<[i16]>,
    /// What it comes to where no cell says it.
    pub else_: Num,
}

/// A truth by what is bound.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct KnownTest {
    pub rows: Rows,
    pub words: Box<[Bits]>,
    pub else_: Test,
}

/// What is the same for all tables of a game.
#[derive(Debug)]
pub(super) struct Frame {
    pub players: usize,
    pub slots: usize,
    /// The most that the dice show; `None` where that is not known to be little.
    pub pips: Option<i32>,
    pub tracks: Vec<Track>,
}

/// No table has more rows.
const MOST_ROWS: usize = 4096;

/// One case of all: who moves, who is next, what the dice show, what is bound.
struct Case<'f> {
    frame: &'f Frame,
    mover: i32,
    next: i32,
    pips: i32,
    value: i32,
    /// What was asked so far.
    iter: Option<Iter>,
    asked: [bool; 4],
    /// The pips of the die that is bound.
    die: i32,
}

impl Frame {
    /// The number as a table, if it can be one.
    pub fn settle_num(&self, num: Num) -> Num {
        let worth = matches!(
            num,
            Num::Bin(..)
                | Num::Abs(_)
                | Num::If(..)
                | Num::Row(..)
                | Num::Entry(..)
                | Num::Along(_)
        );
        if !worth {
            return num;
        }
        let cell = |case: &mut Case<'_>| i16::try_from(case.num(&num)?).ok();
        let mut cells = Vec::new();
        let rows = self.each_row(&cell, |case| {
            for value in -1..self.slots as i32 {
                case.value = value;
                cells.push(cell(case)?);
            }
            Some(())
        });
        match rows {
            Some(rows) => Num::Known(Box::new(KnownNum {
                rows,
                cells: cells.into(),
                else_: num,
            })),
            None => num,
        }
    }

    /// The truth as a table, if it can be one.
    pub fn settle_test(&self, test: Test) -> Test {
        if matches!(test, Test::Const(_) | Test::Lies(..) | Test::Known(_)) {
            return test;
        }
        let mut words = Vec::new();
        let truth = |case: &mut Case<'_>| case.test(&test);
        let rows = self.each_row(&truth, |case| {
            let mut word = 0;
            for value in 0..self.slots as i32 {
                case.value = value;
                if truth(case)? {
                    word |= bit(value);
                }
            }
            words.push(word);
            Some(())
        });
        match rows {
            Some(rows) => Test::Known(Box::new(KnownTest {
                rows,
                words: words.into(),
                else_: test,
            })),
            None => test,
        }
    }

    /// Calls `row` for each turn and throw that the word asks about; `None` where it asks for more
    /// than a table knows.
    fn each_row<T>(
        &self,
        word: &impl Fn(&mut Case<'_>) -> Option<T>,
        mut row: impl FnMut(&mut Case<'_>) -> Option<()>,
    ) -> Option<Rows> {
        let mut case = Case {
            frame: self,
            mover: 1,
            next: 1,
            pips: 0,
            value: 0,
            iter: None,
            asked: [false; 4],
            die: 0,
        };
        word(&mut case)?;
        let iter = case.iter?;
        let [mover, next, pips, die] = case.asked;
        let players = self.players as u32 + 1;
        let throws = |asked: bool| match (asked, self.pips) {
            (true, Some(most)) => Some(most as u32 + 1),
            (true, None) => None,
            (false, _) => Some(1),
        };
        let (by_pips, by_die) = (throws(pips)?, throws(die)?);
        let by_next = if next { players } else { 1 };
        let by_mover = if mover { players } else { 1 };
        if (by_mover * by_next * by_pips * by_die) as usize > MOST_ROWS {
            return None;
        }
        for mover in 0..by_mover {
            for next in 0..by_next {
                for throw in 0..by_pips * by_die {
                    case.mover = mover as i32;
                    case.next = next as i32;
                    case.pips = (throw / by_die) as i32;
                    case.die = (throw % by_die) as i32;
                    row(&mut case)?;
                }
            }
        }
        Some(Rows {
            iter,
            mover: if mover { by_next * by_pips * by_die } else { 0 },
            next: if next { by_pips * by_die } else { 0 },
            pips: if pips { by_die } else { 0 },
            die: u32::from(die),
        })
    }
}

impl Case<'_> {
    fn num(&mut self, num: &Num) -> Option<i32> {
        Some(match num {
            Num::Const(value) => *value,
            Num::Bound(Iter::Pips) => {
                self.asked[3] = true;
                self.die
            }
            Num::Bound(iter) => return self.bound(*iter),
            Num::Field(Field::Mover) => {
                self.asked[0] = true;
                self.mover
            }
            Num::Field(Field::Next) => {
                self.asked[1] = true;
                self.next
            }
            Num::Pips => {
                self.asked[2] = true;
                self.pips
            }
            Num::Known(known) => self.num(&known.else_)?,
            Num::Bin(op, first, second) => op.apply(self.num(first)?, self.num(second)?),
            Num::Abs(inner) => self.num(inner)?.wrapping_abs(),
            Num::If(cond, yes, no) => {
                // Both are asked for, so that what they ask for is known.
                let (cond, yes, no) = (self.test(cond)?, self.num(yes)?, self.num(no)?);
                if cond {
                    yes
                } else {
                    no
                }
            }
            Num::From(site, first) => {
                let site = self.num(site)?;
                match site >= *first {
                    true => site,
                    false => OFF,
                }
            }
            Num::Truth(test) => i32::from(self.test(test)?),
            Num::Row(row, at) => {
                let at = usize::try_from(self.num(at)?).ok();
                at.and_then(|at| row.get(at).copied()).unwrap_or(OFF)
            }
            Num::Entry(pairs, key) => {
                let key = self.num(key)?;
                let at = pairs.binary_search_by_key(&key, |pair| pair.0);
                at.map_or(key, |at| pairs[at].1)
            }
            Num::Along(along) => {
                let track = match &along.course {
                    Course::Fixed(track) => Some(*track),
                    Course::ByPlayer(tracks, player) => {
                        let player = usize::try_from(self.num(player)?).ok();
                        player.and_then(|player| tracks.get(player).copied().flatten())
                    }
                    Course::Bound => return None,
                };
                let from = match &along.from {
                    Some(from) => self.num(from)?,
                    None => OFF,
                };
                let steps = self.num(&along.steps)?;
                let track = track.and_then(|track| self.frame.tracks.get(track));
                track.map_or(OFF, |track| track.along(from, steps))
            }
            _ => return None,
        })
    }

    fn bound(&mut self, iter: Iter) -> Option<i32> {
        let site = matches!(iter, Iter::From | Iter::To | Iter::Site | Iter::Between);
        let same = self.iter.is_none_or(|bound| bound == iter);
        self.iter = Some(iter).filter(|_| site && same);
        self.iter.map(|_| self.value)
    }

    fn tests(&mut self, parts: &[Test]) -> Option<Vec<bool>> {
        parts.iter().map(|part| self.test(part)).collect()
    }

    fn test(&mut self, test: &Test) -> Option<bool> {
        Some(match test {
            Test::Const(truth) => *truth,
            Test::Lies(iter, bits) => holds(*bits, self.bound(*iter)?),
            Test::Known(known) => self.test(&known.else_)?,
            Test::And(parts) => self.tests(parts)?.into_iter().all(|truth| truth),
            Test::Or(parts) => self.tests(parts)?.into_iter().any(|truth| truth),
            Test::Not(inner) => !self.test(inner)?,
            Test::Xor(first, second) => self.test(first)? ^ self.test(second)?,
            Test::Compare(cmp, first, second) => cmp.holds(self.num(first)?, self.num(second)?),
            Test::Against(cmp, first, second) => cmp.holds(self.num(first)?, *second),
            Test::Throw(counts) => counts.has(self.num(&Num::Pips)? as u32),
            Test::In(site, set) => {
                let site = self.num(site)?;
                let set = self.set(set)?;
                holds(set, site)
            }
            Test::Listed(value, Nums::List(list)) => {
                let value = self.num(value)?;
                let list: Option<Vec<i32>> = list.iter().map(|num| self.num(num)).collect();
                list?.contains(&value)
            }
            Test::Is(field @ (Field::Mover | Field::Next), player) => {
                let player = self.num(player)?;
                player == self.num(&Num::Field(*field))?
            }
            Test::Even(num) => self.num(num)? & 1 == 0,
            Test::Odd(num) => self.num(num)? & 1 == 1,
            _ => return None,
        })
    }

    /// A set that no site above the board's slots is in.
    fn set(&mut self, set: &Set) -> Option<Bits> {
        Some(match set {
            Set::Const(bits) => *bits,
            Set::Row(row, at) => {
                let at = usize::try_from(self.num(at)?).ok();
                at.and_then(|at| row.get(at).copied()).unwrap_or(0)
            }
            Set::Union(parts) => {
                let parts: Option<Vec<Bits>> = parts.iter().map(|part| self.set(part)).collect();
                parts?.into_iter().fold(0, |all, part| all | part)
            }
            _ => return None,
        })
    }
}
