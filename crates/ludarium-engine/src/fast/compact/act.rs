//! Carrying moves and effects out.

use super::code::{EffectId, Gen, Kind, Leaf, Test};
use super::generate::Deed;
use super::position::PLAYERS;
use super::value::each;
use super::Play;
use crate::ir::{Iter, OFF};
use crate::layout::{Field, PlayerField};

/// Effects do not nest deeper; the reference evaluator bears more.
pub(super) const DEEPEST: u32 = 40;

impl<'k> Play<'k> {
    /// Carries out a decision without the last of the effects that follow, `outer` of them.
    pub fn perform(&mut self, deed: Deed, outer: usize) {
        let kernel = self.kernel;
        let Some(leaf) = &kernel.leaves[usize::from(deed.leaf)] else {
            return self.give_up();
        };
        self.recall(leaf, deed);
        self.bind_ends(deed);
        let first = self.settled(leaf);
        if self.at.field(Field::PendingValue) != 0 {
            self.at.set_field(Field::PendingValue, 0);
            self.at.pending = 0;
        }
        let acted = std::mem::replace(&mut self.acted, i32::from(deed.to));
        let acted_from = std::mem::replace(&mut self.acted_from, i32::from(deed.from));
        if !leaf.idle {
            self.finish(leaf, deed, first);
        }
        self.at.set_field(Field::LastFrom, i32::from(deed.from));
        self.at.set_field(Field::LastTo, i32::from(deed.to));
        if kernel.last_after {
            self.at.set_field(Field::LastToAfter, i32::from(deed.to));
        }
        let moves = self.at.field(Field::Moves);
        self.at.set_field(Field::Moves, moves + 1);
        self.at.set_field(Field::LastPass, i32::from(leaf.pass));
        self.count_pass(leaf.pass);
        self.bind(Iter::From, OFF);
        self.bind(Iter::To, OFF);
        let following = leaf.thens.len().saturating_sub(outer);
        for &effect in &leaf.thens[..following] {
            self.effect(effect);
        }
        if kernel.last_after {
            self.at.set_field(Field::LastToAfter, self.acted);
            self.at.set_field(Field::LastFromAfter, self.acted_from);
        }
        self.acted = acted;
        self.acted_from = acted_from;
    }

    /// Whether a condition holds after a move, which is taken back.
    pub fn holds_after(&mut self, deed: Deed, outer: usize, cond: &'k Test) -> bool {
        let env = self.env;
        self.try_out(deed, outer);
        self.env = env;
        self.set_next_after();
        let holds = self.test(cond);
        self.env = env;
        self.take_back();
        holds
    }

    /// The same, where the move is made if the condition holds: it need not be made again, if that
    /// would be no different (`made` says so).
    pub fn keeps(&mut self, deed: Deed, outer: usize, cond: &'k Test) -> bool {
        let env = self.env;
        let mover = self.mover();
        let never_stuck = self.at.player(PlayerField::Stalemated, mover) == 0;
        let next_set = self.at.field(Field::NextSet);
        self.try_out(deed, outer);
        let bound = std::mem::replace(&mut self.env, env);
        self.set_next_after();
        let holds = self.test(cond);
        let same = outer == 0 && never_stuck && !self.kernel.rolls;
        self.made = holds && same && self.at.field(Field::NextSet) == next_set;
        if self.made {
            self.env = bound;
            let tried = self.before.len().saturating_sub(1);
            self.before.truncate(tried);
            self.lists_before.truncate(tried);
        } else {
            self.env = env;
            self.take_back();
        }
        holds
    }

    /// Sets the next player as a condition sees it after a move: the player whom the move has
    /// chosen or, if the mover would go on, the previous player.
    fn set_next_after(&mut self) {
        let chosen = self.at.field(Field::NextSet);
        if chosen == self.at.field(Field::Mover) {
            let prev = self.at.field(Field::Prev);
            self.at.set_field(Field::Next, prev);
        } else if chosen > 0 {
            self.at.set_field(Field::Next, chosen);
        }
    }

    fn try_out(&mut self, deed: Deed, outer: usize) {
        self.before
            .extend_from_slice(std::slice::from_ref(&self.at));
        if !self.lists.is_empty() {
            self.lists_before.push(self.lists.clone());
        }
        // Whom an earlier move has chosen to go on is no part of this one.
        self.at.set_field(Field::NextSet, 0);
        self.supposing += 1;
        self.perform(deed, outer);
        self.supposing -= 1;
    }

    fn take_back(&mut self) {
        if let Some(before) = self.before.last() {
            self.at = *before;
        }
        self.before.truncate(self.before.len().saturating_sub(1));
        if let Some(lists) = self.lists_before.pop() {
            self.lists = lists;
        }
    }

    /// Carries out an effect: all of its deeds, which are listed before the first is carried out.
    pub fn effect(&mut self, effect: EffectId) {
        let kernel = self.kernel;
        let mut gen = &kernel.effects[usize::from(effect)];
        while let Gen::If(cond, yes, no) = gen {
            gen = match (self.test(cond), no) {
                (true, _) => yes,
                (false, Some(no)) => no,
                (false, None) => return,
            };
        }
        if let Gen::Leaf(id) = gen {
            if let Some(leaf) = kernel.leaves[usize::from(*id)]
                .as_ref()
                .filter(|leaf| leaf.single)
            {
                match &leaf.kind {
                    Kind::Sow(sow) if leaf.plain => self.sow_from_start(sow),
                    Kind::MoveAgain if leaf.bare => self.set_next(self.at.field(Field::Mover)),
                    _ => {
                        if let Some(deed) = self.only(*id, leaf) {
                            self.carry_out(deed);
                        }
                    }
                }
                return;
            }
        }
        let list = self.list_of(gen);
        let worked_out_before = |deed: &Deed| match kernel.leaves[usize::from(deed.leaf)].as_ref() {
            Some(leaf) => {
                let captures = matches!(&leaf.kind, Kind::Sow(sow) if sow.effect.is_some());
                captures || leaf.applied.is_some()
            }
            None => false,
        };
        if list.iter().skip(1).any(worked_out_before) {
            // Captures, and what a part of an effect applies, do not depend on the parts before.
            self.give_up();
        }
        for &deed in &list {
            self.carry_out(deed);
        }
        self.give_back(list);
    }

    fn carry_out(&mut self, deed: Deed) {
        let kernel = self.kernel;
        let leaf = match &kernel.leaves[usize::from(deed.leaf)] {
            Some(leaf) if self.depth < DEEPEST && self.deed() => leaf,
            _ => return self.give_up(),
        };
        if leaf.bare {
            return self.act(leaf, deed);
        }
        self.depth += 1;
        let saved = self.env;
        self.recall(leaf, deed);
        let ends = deed.from >= 0 || deed.to >= 0;
        if ends {
            self.bind_ends(deed);
        }
        let (from, to) = (self.get(Iter::From), self.get(Iter::To));
        let first = self.settled(leaf);
        self.finish(leaf, deed, first);
        self.bind(Iter::From, if ends { OFF } else { from });
        self.bind(Iter::To, if ends { OFF } else { to });
        for &effect in &leaf.thens {
            self.effect(effect);
        }
        self.env = saved;
        self.depth -= 1;
    }

    #[inline]
    fn recall(&mut self, leaf: &Leaf, deed: Deed) {
        for (index, &iter) in leaf.captures.iter().enumerate() {
            self.env[iter as usize] = i32::from(deed.kept[index]);
        }
    }

    #[inline]
    fn bind_ends(&mut self, deed: Deed) {
        self.bind(Iter::From, i32::from(deed.from));
        self.bind(Iter::To, i32::from(deed.to));
    }

    /// What `(apply ...)` does, settled but not carried out.
    #[inline]
    fn settled(&mut self, leaf: &'k Leaf) -> Vec<Deed> {
        let kernel = self.kernel;
        match &leaf.applied {
            Some((cond, effect)) if cond.as_ref().is_none_or(|cond| self.test(cond)) => {
                self.list_of(&kernel.effects[usize::from(*effect)])
            }
            _ => Vec::new(),
        }
    }

    /// Carries out what was settled before, then the deed itself.
    #[inline]
    fn finish(&mut self, leaf: &'k Leaf, deed: Deed, first: Vec<Deed>) {
        if leaf.applied.is_some() {
            self.carry_out_first(first);
            self.bind_ends(deed);
        } else if deed.from < 0 && deed.to < 0 {
            self.bind_ends(deed);
        }
        match &leaf.kind {
            Kind::FromTo(_, _, _, stack) => self.shift(deed, *stack),
            _ => self.act(leaf, deed),
        }
        if leaf.uses_die {
            self.use_die(leaf, deed);
        }
    }

    fn carry_out_first(&mut self, first: Vec<Deed>) {
        for &effect in &first {
            self.carry_out(effect);
        }
        self.give_back(first);
    }

    /// Has a player move next.
    #[inline]
    fn set_next(&mut self, player: i32) {
        self.at.set_field(Field::NextSet, player);
        if self.supposing == 0 {
            self.at.set_field(Field::Next, player);
        }
    }

    fn act(&mut self, leaf: &'k Leaf, deed: Deed) {
        match &leaf.kind {
            Kind::Pass | Kind::Select(..) => {}
            Kind::Roll => self.roll(),
            Kind::FromTo(_, _, _, stack) => self.shift(deed, *stack),
            Kind::Add(..) => {
                for _ in 0..deed.value.max(1) {
                    self.add(deed.to as usize, deed.player as u8);
                }
            }
            Kind::RemoveOne(..) | Kind::RemoveAll(..) => {
                let slot = deed.to as usize;
                self.acted_at(slot);
                match self.kernel.levels > 0 {
                    true => self.take_off(slot, deed.value.max(1)),
                    false => self.at.clear(slot, &self.kernel.owners),
                }
            }
            Kind::Sow(sow) => self.sow(sow, deed.from as usize, deed.value),
            Kind::SetCount(..) => self.set_count(deed.to as usize, deed.value),
            Kind::SetState(..) => match u8::try_from(deed.value) {
                Ok(state) => {
                    self.acted_at(deed.to as usize);
                    self.at.state[deed.to as usize] = state;
                }
                Err(_) => self.give_up(),
            },
            Kind::SetVar(Some(var), _) => self.at.vars[*var] = deed.value,
            Kind::SetVar(None, _) => self.at.set_field(Field::Temp, deed.value),
            Kind::SetCounter(_) => self.at.set_field(Field::Counter, deed.value),
            Kind::SetPlayer(field, _, _, add) => {
                let player = deed.player as usize;
                let old = if *add {
                    self.at.player(*field, player)
                } else {
                    0
                };
                self.at
                    .set_player(*field, player, old.saturating_add(deed.value));
            }
            // A player that there is not is left to the reference evaluator.
            Kind::SetNext(_) if !(0..=self.kernel.frame.players as i32).contains(&deed.value) => {
                self.give_up();
            }
            Kind::MoveAgain | Kind::SetNext(_) => self.set_next(deed.value),
            Kind::SetPending(..) => {
                let value = deed.value;
                self.at.set_field(
                    Field::PendingValue,
                    if value < 0 {
                        2
                    } else {
                        value.saturating_add(1)
                    },
                );
                if let Some(slot) = self.slot(value) {
                    self.at.pending |= 1 << slot;
                }
            }
            Kind::Propose(_) => {
                self.at.set_field(Field::Decided, 0);
                self.at.set_field(Field::Proposed, deed.value + 1);
            }
            Kind::Vote(_) => self.vote(deed.value),
            Kind::Remember(list, ..) => self.lists[*list].push(deed.value),
            Kind::Forget(list, _) => {
                let list = &mut self.lists[*list];
                if let Some(at) = list.iter().position(|&known| known == deed.value) {
                    list.remove(at);
                }
            }
        }
    }

    /// Notes where the latest elementary action happened.
    #[inline]
    pub fn acted_at(&mut self, slot: usize) {
        self.acted = slot as i32;
        self.acted_from = slot as i32;
    }

    /// Takes pieces off a stack.
    fn take_off(&mut self, slot: usize, number: i32) {
        let left = i32::from(self.at.count[slot]) - number;
        match u8::try_from(left) {
            Ok(left) if left > 0 => self.at.count[slot] = left,
            _ => self.at.clear(slot, &self.kernel.owners),
        }
    }

    /// Moves pieces from the top of one stack onto another. Stacks of several kinds are left to the
    /// reference evaluator.
    fn restack(&mut self, from: usize, to: usize, value: i32, whole: bool) {
        let (what, there) = (self.at.what[from], i32::from(self.at.count[from]));
        let number = match (whole, value) {
            (true, ..=0) => there,
            (false, ..=1) => 1,
            (_, value) => value,
        };
        if what == 0 || number > there || from == to && !whole {
            return;
        }
        self.take_off(from, number);
        let onto = self.at.what[to];
        let height = i32::from(self.at.count[to]) + number;
        if onto != 0 && onto != what || height > self.kernel.levels as i32 {
            return self.give_up();
        }
        self.put(to, what, height);
    }

    /// Moves pieces from one slot to another.
    fn shift(&mut self, deed: Deed, stack: bool) {
        if deed.from < 0 || deed.to < 0 {
            return;
        }
        let (from, to) = (deed.from as usize, deed.to as usize);
        self.acted = i32::from(deed.to);
        self.acted_from = i32::from(deed.from);
        let kernel = self.kernel;
        if kernel.levels > 0 {
            return self.restack(from, to, deed.value, stack);
        }
        let number = if deed.value >= 0 { deed.value } else { 1 };
        let (what, there) = (self.at.what[from], i32::from(self.at.count[from]));
        if what == 0 || from == to || number == 0 {
            return;
        }
        // A count larger than the pile moves that many all the same.
        let (left, number) = match kernel.counts {
            true => ((there - number).max(0), number),
            false => (0, 1),
        };
        let written = self.at.state[from];
        if left > 0 {
            self.at.count[from] = left as u8;
        } else {
            self.at.clear(from, &kernel.owners);
        }
        let joined = match kernel.counts && self.at.what[to] == what {
            true => i32::from(self.at.count[to]),
            false => 0,
        };
        self.put(to, what, joined + number);
        if joined == 0 && !kernel.sows {
            self.at.state[to] = written;
        }
    }

    /// Puts pieces on a slot, if there is room for their number.
    #[inline]
    pub fn put(&mut self, slot: usize, what: u8, count: i32) {
        match u8::try_from(count) {
            Ok(count) => self.at.put(slot, what, count, &self.kernel.owners),
            Err(_) => self.give_up(),
        }
    }

    /// Adds one piece.
    fn add(&mut self, slot: usize, what: u8) {
        self.acted_at(slot);
        let there = self.at.what[slot];
        match (there, self.kernel.counts || self.kernel.levels > 0) {
            _ if self.kernel.levels > 0 && there != 0 && there != what => self.give_up(),
            (0, _) => self.put(slot, what, 1),
            (there, true) => self.put(slot, there, i32::from(self.at.count[slot]) + 1),
            (_, false) => {}
        }
    }

    fn set_count(&mut self, slot: usize, count: i32) {
        self.acted_at(slot);
        if count <= 0 {
            self.at.clear(slot, &self.kernel.owners);
            return;
        }
        let what = match self.at.what[slot] {
            0 => self.kernel.seed,
            what => what,
        };
        self.put(slot, what, count);
    }

    fn vote(&mut self, text: i32) {
        let mover = self.at.field(Field::Mover) as usize;
        self.at.set_player(PlayerField::Vote, mover, text + 1);
        let everybody = self.kernel.everybody();
        let (mut votes, mut number) = ([0; PLAYERS], 0);
        for player in each(u64::from(everybody)) {
            let player = player as usize;
            if self.at.player(PlayerField::Active, player) != 0 {
                votes[number] = self.at.player(PlayerField::Vote, player);
                number += 1;
            }
        }
        let votes = &votes[..number];
        if votes.contains(&0) {
            return;
        }
        let of = |text: i32| votes.iter().filter(|&&vote| vote == text).count();
        let best = votes
            .iter()
            .copied()
            .max_by_key(|&vote| of(vote))
            .unwrap_or(0);
        if of(best) * 2 > votes.len() {
            self.at.set_field(Field::Decided, best);
        }
        for player in each(u64::from(everybody)) {
            self.at.set_player(PlayerField::Vote, player as usize, 0);
        }
        self.at.set_field(Field::Proposed, 0);
    }
}
