//! Moves with dice: which moves the number that a die shows names, and drawing one of them without
//! a list.
//!
//! What only depends on the number that a die shows is settled for each number before the game. The
//! moves of men whose ways are all told by what stands on two sites are counted by sets, die by
//! die; where the move that was drawn is one of theirs, the men of that part alone are looked at,
//! in the order of the list that it stands for.

use smallvec::SmallVec;
use std::ops::ControlFlow;

use super::draw::count;
use super::front::ByClass;
use super::moves::Each;
use super::read::Reader;
use super::rule::{Kind, Pieces, Ply, Ways};
use super::terms::{Num, Test};
use super::{Course, Gen};
use crate::chance::SplitMix64;
use crate::ir::{Iter, OFF};
use crate::set::Bits;

/// The moves of each die of a hand (and of several together).
#[derive(Clone, Debug)]
pub(super) struct Dice {
    pub hand: usize,
    pub combined: bool,
    /// What must hold of a die, where that is not settled by the number that it shows.
    cond: Test,
    pub parts: Box<[Gen]>,
    /// By the number that a die shows: which of the parts are its moves; all of them if that is not
    /// told.
    named: Option<Box<[Box<[u8]>]>>,
}

/// Beyond this number it is not told beforehand what a die names.
const PIPS: i32 = 64;

impl Dice {
    /// The moves of the dice of a hand for which a condition holds.
    pub fn of(r: &Reader<'_>, (hand, combined): (usize, bool), cond: Test, moves: Gen) -> Dice {
        let named = r.most_pips(hand, combined).and_then(|most| {
            let mut parts = Vec::new();
            moves.parts(&mut parts);
            let named = (0..=most).map(|pips| {
                if !cond.with_pips(pips)? {
                    return Some(Box::default());
                }
                let mut some = Vec::new();
                moves.named(pips, &mut some)?;
                let nth = |part: &&Gen| {
                    let at = parts.iter().position(|other| std::ptr::eq(*other, *part));
                    u8::try_from(at?).ok()
                };
                some.iter().map(nth).collect::<Option<Box<[u8]>>>()
            });
            let named = named.collect::<Option<Box<[_]>>>()?;
            Some((named, parts.into_iter().cloned().collect()))
        });
        let (named, parts) = match named {
            Some((named, parts)) => (Some(named), parts),
            None => (None, Box::from([moves])),
        };
        Dice {
            hand,
            combined,
            cond,
            parts,
            named,
        }
    }

    /// Whether it is told by their numbers what the dice name.
    fn is_told(&self) -> bool {
        self.named.is_some()
    }
}

impl Reader<'_> {
    /// The highest number that the dice of a hand show, if none is too high or below nothing.
    fn most_pips(&self, hand: usize, combined: bool) -> Option<i32> {
        let faces = &self.game.dice.get(hand)?.faces;
        if faces.iter().flatten().any(|&face| face < 0) {
            return None;
        }
        let each = faces.iter().map(|faces| faces.iter().copied().max());
        let each = each.map(|most| most.unwrap_or(0));
        let most = match combined {
            true => each.fold(0, i32::saturating_add),
            false => each.max().unwrap_or(0),
        };
        (most <= PIPS).then_some(most)
    }
}

impl Gen {
    /// Those that lie beside each other in it; itself if it is one.
    pub fn parts_beside(&self) -> &[Gen] {
        match self {
            Gen::All(parts) => parts,
            one => std::slice::from_ref(one),
        }
    }

    /// All that may be named, in order.
    fn parts<'g>(&'g self, parts: &mut Vec<&'g Gen>) {
        match self {
            Gen::None => {}
            Gen::If(_, yes, no) => {
                yes.parts(parts);
                no.parts(parts);
            }
            Gen::All(all) => all.iter().for_each(|part| part.parts(parts)),
            part => parts.push(part),
        }
    }

    /// What a die names that shows a number; `None` where something else has a say in it.
    fn named<'g>(&'g self, pips: i32, parts: &mut Vec<&'g Gen>) -> Option<()> {
        match self {
            Gen::None => {}
            Gen::If(cond, yes, no) => match cond.with_pips(pips)? {
                true => yes.named(pips, parts)?,
                false => no.named(pips, parts)?,
            },
            Gen::All(all) => {
                for part in all {
                    part.named(pips, parts)?;
                }
            }
            part => parts.push(part),
        }
        Some(())
    }
}

impl Test {
    /// What it comes to of a die that shows a number, where nothing else has a say in it.
    fn with_pips(&self, pips: i32) -> Option<bool> {
        let of = |test: &Test| test.with_pips(pips);
        Some(match self {
            Test::Const(truth) => *truth,
            Test::Barred(_, inner) => of(inner)?,
            Test::Not(inner) => !of(inner)?,
            Test::All(parts) => {
                let parts = parts.iter().map(of).collect::<Option<Vec<_>>>()?;
                !parts.contains(&false)
            }
            Test::Any(parts) => {
                let parts = parts.iter().map(of).collect::<Option<Vec<_>>>()?;
                parts.contains(&true)
            }
            Test::If(cond, yes, no) => match of(cond)? {
                true => of(yes)?,
                false => of(no)?,
            },
            Test::Compare(cmp, first, second) => {
                cmp.holds(first.with_pips(pips)?, second.with_pips(pips)?)
            }
            Test::OneOf(value, others) => {
                let value = value.with_pips(pips)?;
                let others = others.iter().map(|other| other.with_pips(pips));
                others.collect::<Option<Vec<_>>>()?.contains(&value)
            }
            Test::Even(value) => value.with_pips(pips)? & 1 == 0,
            _ => return None,
        })
    }
}

impl Num {
    fn with_pips(&self, pips: i32) -> Option<i32> {
        match self {
            Num::Const(value) => Some(*value),
            Num::Iter(Iter::Pips) => Some(pips),
            Num::Bin(op, first, second) => {
                Some(op.apply(first.with_pips(pips)?, second.with_pips(pips)?))
            }
            _ => None,
        }
    }
}

/// Moves in the order of a list, of which those of some men are only counted.
struct Tally<'k> {
    parts: SmallVec<[Part<'k>; 6]>,
    total: u32,
    listed: Vec<Ply>,
}

/// Some of them.
struct Part<'k> {
    moves: Moves<'k>,
    /// How many there are, with those of the parts before.
    upto: u32,
}

enum Moves<'k> {
    /// Of men, with the number and the die that are bound.
    Men(&'k Pieces, i32, i32),
    /// Listed, from one on.
    Listed(usize),
}

impl<'k> Tally<'k> {
    fn add(&mut self, moves: Moves<'k>, many: u32) {
        if many > 0 {
            self.total += many;
            let upto = self.total;
            self.parts.push(Part { moves, upto });
        }
    }
}

impl<'k, const W: usize> Course<'k, W> {
    /// Which moves the die that is bound names.
    fn named(&mut self, dice: &'k Dice) -> &'k [u8] {
        let Some(named) = &dice.named else {
            return if self.test(&dice.cond) { &[0] } else { &[] };
        };
        let pips = usize::try_from(self.get(Iter::Pips)).ok();
        let named = pips.and_then(|pips| named.get(pips));
        // A die that shows what is on none of its faces.
        self.failed |= named.is_none();
        named.map_or(&[], |named| named)
    }

    /// Every move that the dice name.
    pub(super) fn each_with_dice(
        &mut self,
        dice: &'k Dice,
        each: Each<'_, 'k, W>,
    ) -> ControlFlow<()> {
        self.each_die(dice.hand, dice.combined, &mut |course| {
            let mut named = course.named(dice).iter();
            named.try_for_each(|&part| course.each(&dice.parts[usize::from(part)], each))
        })
    }

    /// Whether one of some moves is drawn by counting those that dice name; all others are listed
    /// at any rate.
    pub(super) fn is_tallied(&self, parts: &[Gen]) -> bool {
        let told = |part: &Gen| matches!(part, Gen::Dice(dice) if dice.is_told());
        let listed = |part: &Gen| match part {
            Gen::Rule(id) => !self.men.rules[usize::from(*id)].kind.is_source(),
            Gen::None => true,
            part => told(part),
        };
        self.safe.is_none() && parts.iter().any(told) && parts.iter().all(listed)
    }

    fn passes(&self, id: u16) -> bool {
        matches!(self.men.rules[usize::from(id)].kind, Kind::Pass)
    }

    /// A uniformly random one of such moves: the one that stands there in the list.
    pub(super) fn draw_tallied(&mut self, parts: &'k [Gen], pick: &mut SplitMix64) -> Option<Ply> {
        let mut tally = Tally {
            parts: SmallVec::new(),
            total: 0,
            listed: self.lists.pop().unwrap_or_default(),
        };
        let sets = self.by_class(self.board.mover as usize);
        for part in parts {
            match part {
                Gen::Dice(dice) => {
                    let all = self.each_die(dice.hand, dice.combined, &mut |course| {
                        for &part in course.named(dice) {
                            course.tally(&dice.parts[usize::from(part)], &sets, &mut tally);
                        }
                        ControlFlow::Continue(())
                    });
                    debug_assert!(all.is_continue());
                }
                Gen::Rule(id) if self.passes(*id) => {
                    tally.add(Moves::Listed(tally.listed.len()), 1);
                    tally.listed.push(self.ply(*id, OFF, OFF));
                }
                part => self.tally(part, &sets, &mut tally),
            }
        }
        let ply = match tally.total {
            0 => None,
            total => self.tallied(&tally, pick.index(total)),
        };
        self.give_back(tally.listed);
        ply
    }

    /// Counts moves of men where nothing more is asked of them than who stands where, and lists
    /// others.
    fn tally(&mut self, gen: &'k Gen, sets: &ByClass<W>, tally: &mut Tally<'k>) {
        match gen {
            Gen::Pieces(pieces) if pieces.sure => {
                let many = self.many_of(pieces, sets);
                let (pips, die) = (self.get(Iter::Pips), self.get(Iter::Die));
                tally.add(Moves::Men(pieces, pips, die), many);
            }
            gen => {
                let first = tally.listed.len();
                self.list_into(gen, &mut tally.listed);
                let many = tally.listed.len() - first;
                tally.add(Moves::Listed(first), many as u32);
            }
        }
    }

    /// How many moves the mover's men have: told for all of a kind at once where there are several
    /// of it.
    fn many_of(&self, pieces: &'k Pieces, sets: &ByClass<W>) -> u32 {
        let mut many = 0;
        for kind in &pieces.of_owner[self.board.mover as usize] {
            let men = self.on_board(kind.kind);
            match (count(&men), &kind.ranks, &pieces.kinds[kind.kind]) {
                (0, ..) => {}
                (3.., Some(ranks), _) => {
                    for rank in ranks {
                        many += count(&self.abreast(&men, &rank.front, sets));
                    }
                }
                (_, _, Some(ways)) => {
                    for slot in Bits::new(&men) {
                        many += self.open_ways(ways, slot as usize).count_ones();
                    }
                }
                _ => {}
            }
        }
        many
    }

    /// Which of the ways of a man on a slot are open, by bits, where nothing more is asked than who
    /// stands where.
    #[inline]
    fn open_ways(&self, ways: &Ways, slot: usize) -> u64 {
        let empty = self.board.empty();
        let mut open = 0;
        for (nth, way) in ways.at(slot).iter().enumerate() {
            // All are looked at: nobody could foresee which are open.
            let clear = match way.clear as usize {
                0 => true,
                clear => {
                    let set = ways.clear.get(clear..clear + W).unwrap_or(&[]);
                    set.iter()
                        .zip(empty)
                        .fold(0, |met, (set, empty)| met | set & !empty)
                        == 0
                }
            };
            let stands = |nth: usize| self.board.what(usize::from(way.gate.sites[nth]));
            let fits = |nth: usize| way.gate.classes[nth] >> self.classes[stands(nth)] & 1 == 1;
            open |= u64::from(way.sure & clear & fits(0) & fits(1)) << nth;
        }
        open
    }

    /// The move that stands so far on in a list.
    fn tallied(&mut self, tally: &Tally<'k>, nth: u32) -> Option<Ply> {
        let mut before = 0;
        for part in &tally.parts {
            if nth < part.upto {
                let nth = (nth - before) as usize;
                return match part.moves {
                    Moves::Men(pieces, pips, die) => {
                        let pips = self.board.bind(Iter::Pips, pips);
                        let die = self.board.bind(Iter::Die, die);
                        let ply = self.nth_of_men(pieces, nth);
                        self.board.bind(Iter::Pips, pips);
                        self.board.bind(Iter::Die, die);
                        ply
                    }
                    Moves::Listed(first) => tally.listed.get(first + nth).copied(),
                };
            }
            before = part.upto;
        }
        None
    }

    /// The move of some men that stands so far on in their list.
    fn nth_of_men(&mut self, pieces: &'k Pieces, mut nth: usize) -> Option<Ply> {
        let mut men = [0; W];
        for kind in &pieces.of_owner[self.board.mover as usize] {
            let some = self.on_board(kind.kind);
            (0..W).for_each(|at| men[at] |= some[at]);
        }
        for slot in Bits::new(&men) {
            let slot = slot as usize;
            let Some(ways) = &pieces.kinds[self.board.what(slot)] else {
                continue;
            };
            let open = self.open_ways(ways, slot);
            let many = open.count_ones() as usize;
            if let Some(at) = crate::set::nth(&[open], nth) {
                let way = ways.at(slot).get(at as usize)?;
                return self.goes(ways, way, slot);
            }
            nth -= many;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Cmp;

    fn shows(pips: i32) -> Test {
        Test::Compare(Cmp::Eq, Num::Const(pips), Num::Iter(Iter::Pips))
    }

    #[test]
    fn what_a_die_names_is_told_by_its_number_where_nothing_else_has_a_say() {
        let one_or_five = || Test::Any([shows(1), shows(5)].into());
        let moves = Gen::If(
            one_or_five(),
            Box::new(Gen::All([Gen::Rule(0), Gen::Rule(1)].into())),
            Box::new(Gen::If(
                shows(2),
                Box::new(Gen::Rule(2)),
                Box::new(Gen::None),
            )),
        );
        let named = |pips: i32| {
            let mut parts = Vec::new();
            moves.named(pips, &mut parts)?;
            let rule = |part: &&Gen| match part {
                Gen::Rule(id) => *id,
                other => panic!("no rule: {other:?}"),
            };
            Some(parts.iter().map(rule).collect::<Vec<_>>())
        };
        assert_eq!(named(5), Some(vec![0, 1]));
        assert_eq!(named(2), Some(vec![2]));
        assert_eq!(named(3), Some(vec![]));
        let asks_the_board = Test::All([one_or_five(), Test::DiceUsed].into());
        assert_eq!(asks_the_board.with_pips(1), None);
    }
}
