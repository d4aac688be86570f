//! Dice: throwing them, the moves that each allows, and what using one does.

use super::code::{EachDie, Leaf, LeafId};
use super::generate::{Deed, Out};
use super::position::CELLS;
use super::{Even, Hand, Play, EVEN};
use crate::chance::Chance;
use crate::ir::{Iter, OFF};
use crate::layout::Field;

impl<'k> Play<'k> {
    pub fn each_die(&mut self, each_die: &'k EachDie, out: &mut Out) {
        let kernel = self.kernel;
        let Some(hand) = kernel.dice.get(each_die.hand) else {
            return;
        };
        let number = hand.faces.len();
        let dice = self.at.dice;
        let values = &dice[hand.first..hand.first + number];
        let (pips, die) = (self.get(Iter::Pips), self.get(Iter::Die));
        let mut with = |play: &mut Self, pips: i32, die: i32| {
            play.bind(Iter::Pips, pips);
            play.bind(Iter::Die, die);
            if each_die.cond.as_ref().is_none_or(|cond| play.test(cond)) {
                play.generate(&each_die.moves, out);
            }
        };
        for (index, &value) in values.iter().enumerate() {
            with(self, value, (hand.first + index) as i32);
        }
        if each_die.combined {
            for together in 3..1u32 << number {
                let mut chosen = (0..number).filter(|die| together >> die & 1 == 1);
                if together.is_power_of_two() || chosen.clone().any(|die| values[die] == 0) {
                    continue;
                }
                let total = chosen
                    .by_ref()
                    .map(|die| values[die])
                    .fold(0, i32::saturating_add);
                with(self, total, -(together as i32));
            }
        }
        self.bind(Iter::Pips, pips);
        self.bind(Iter::Die, die);
    }

    /// The pass that stands for a block without a move, in a game with dice.
    pub fn pass_instead(&mut self, pass: LeafId, out: &mut Out) {
        if !self.kernel.dice.is_empty() {
            let deed = self.make(pass, OFF, OFF);
            out.push(deed);
        }
    }

    /// Throws all the dice.
    pub fn roll(&mut self) {
        let thrown = self.at.field(Field::Rolled) | 1;
        self.at.set_field(Field::Rolled, thrown);
        let kernel = self.kernel;
        let mut pips = 0;
        for hand in &kernel.dice {
            let (thrown, equal) = match &hand.even {
                Some(even) => self.roll_even(hand, even),
                None => self.roll_each(hand),
            };
            pips = i32::saturating_add(pips, thrown);
            self.at.set_field(Field::DiceEqual, i32::from(equal));
        }
        self.at.pips = pips;
    }

    /// Throws all the dice and lays them back as they were: the generator has gone on, and that is
    /// all.
    pub fn roll_unseen(&mut self) {
        let (dice, faces, pips) = (self.at.dice, self.at.faces, self.at.pips);
        let (rolled, equal) = (
            self.at.field(Field::Rolled),
            self.at.field(Field::DiceEqual),
        );
        self.roll();
        (self.at.dice, self.at.faces, self.at.pips) = (dice, faces, pips);
        self.at.set_field(Field::Rolled, rolled);
        self.at.set_field(Field::DiceEqual, equal);
    }

    /// Throws dice whose faces are alike and as likely: what they show together, and whether it is
    /// the same.
    #[inline]
    fn roll_even(&mut self, hand: &'k Hand, even: &'k Even) -> (i32, bool) {
        let (mut pips, mut all, mut any) = (0, u32::MAX, 0);
        for die in hand.first..hand.first + hand.faces.len() {
            let face = self.dice.next_u32() >> even.spare;
            let value = even.values[face as usize % EVEN];
            self.at.faces[die % CELLS] = face as u8;
            self.at.dice[die % CELLS] = value;
            pips += value;
            all &= face;
            any |= face;
        }
        (pips, all == any)
    }

    /// The same of any other dice.
    fn roll_each(&mut self, hand: &'k Hand) -> (i32, bool) {
        let (mut pips, mut equal, mut first) = (0, true, None);
        for (die, faces) in (hand.first..).zip(&hand.faces) {
            let face = match &hand.biased {
                None => self.dice.die(faces.len() as u32) as usize,
                Some(weights) => self
                    .dice
                    .weighted(weights)
                    .min(faces.len().saturating_sub(1)),
            };
            self.at.faces[die] = face as u8;
            self.at.dice[die] = faces[face];
            pips = i32::saturating_add(pips, faces[face]);
            equal &= *first.get_or_insert(face) == face;
        }
        (pips, equal)
    }

    /// Uses up the die that a move was made with.
    pub fn use_die(&mut self, leaf: &'k Leaf, deed: Deed) {
        let at = leaf.captures.iter().position(|&iter| iter == Iter::Die);
        let Some(&die) = at.and_then(|at| deed.kept.get(at)) else {
            return;
        };
        let die = i32::from(die);
        let kernel = self.kernel;
        for hand in &kernel.dice {
            let number = hand.faces.len();
            let values = hand.first..hand.first + number;
            let shown = self.at.dice[hand.first];
            let equal = values.clone().all(|index| self.at.dice[index] == shown);
            let mut pips = None;
            for index in 0..number {
                let together = if die < 0 { -die } else { 0 };
                if die == (hand.first + index) as i32 || together >> index & 1 == 1 {
                    pips = Some(self.at.dice[hand.first + index]);
                    self.at.dice[hand.first + index] = 0;
                }
            }
            if let (Some(pips), true) = (pips, die >= 0) {
                self.replay_double(hand, pips, equal && leaf.replay_double);
            }
        }
    }

    /// Equal dice are played twice, as [`crate::eval`] has it.
    fn replay_double(&mut self, hand: &'k Hand, pips: i32, double: bool) {
        let kept = self.at.field(Field::Temp);
        if double {
            let value = if kept == OFF { pips } else { OFF };
            self.at.set_field(Field::Temp, value);
        } else if kept > 0 && hand.faces.iter().all(|faces| kept as usize <= faces.len()) {
            for (index, faces) in hand.faces.iter().enumerate() {
                let face = kept - 1;
                self.at.faces[hand.first + index] = face as u8;
                let value = faces.get(face as usize).copied().unwrap_or(0);
                self.at.dice[hand.first + index] = value;
            }
            self.add_up();
        }
    }

    /// Notes what the dice show together, used or not.
    pub fn add_up(&mut self) {
        let mut pips: i32 = 0;
        for (faces, &face) in self.kernel.faces.iter().zip(&self.at.faces) {
            pips = pips.saturating_add(faces.get(usize::from(face)).copied().unwrap_or(0));
        }
        self.at.pips = pips;
    }
}
