//! Listing moves and effects.

use super::code::{EachPiece, Gen, Kind, Leaf, LeafId, Origin, Target};
use super::value::each;
use super::Play;
use crate::ir::{Iter, OFF};
use crate::layout::Field;

/// A move, or an effect to be carried out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deed {
    pub leaf: LeafId,
    pub from: i16,
    pub to: i16,
    /// What the leaf says besides: how many, which player.
    pub value: i32,
    pub player: i16,
    /// What was bound when it was listed.
    pub kept: [i16; KEPT],
}

/// How many bindings a deed remembers.
pub(super) const KEPT: usize = 4;

/// Where listed deeds go.
#[derive(Debug, Default)]
pub(super) struct Out {
    pub deeds: Vec<Deed>,
    /// One is enough.
    pub any: bool,
    pub done: bool,
}

impl Out {
    #[inline]
    pub fn push(&mut self, deed: Deed) {
        self.deeds.push(deed);
        self.done = self.any;
    }
}

impl<'k> Play<'k> {
    /// All moves.
    pub fn list_of(&mut self, gen: &'k Gen) -> Vec<Deed> {
        let mut out = self.out(false);
        self.generate(gen, &mut out);
        out.deeds
    }

    fn out(&mut self, any: bool) -> Out {
        Out {
            deeds: self.spare.pop().unwrap_or_default(),
            any,
            done: false,
        }
    }

    /// Returns a list to the reserve.
    #[inline]
    pub fn give_back(&mut self, mut list: Vec<Deed>) {
        if list.capacity() > 0 {
            list.clear();
            self.spare.push(list);
        }
    }

    /// Whether there is any.
    pub fn any(&mut self, gen: &'k Gen) -> bool {
        let mut out = self.out(true);
        self.generate(gen, &mut out);
        let any = !out.deeds.is_empty();
        self.give_back(out.deeds);
        any
    }

    pub fn generate(&mut self, gen: &'k Gen, out: &mut Out) {
        if out.done || !self.step() {
            return;
        }
        let mut gen = gen;
        while let Gen::If(cond, yes, no) = gen {
            gen = match (self.test(cond), no) {
                (true, _) => yes,
                (false, Some(no)) => no,
                (false, None) => return,
            };
        }
        match gen {
            Gen::None | Gen::If(..) => {}
            Gen::Leaf(id) => self.generate_leaf(*id, out),
            Gen::Late(gen, _) => self.generate(gen, out),
            Gen::All(parts) => parts.iter().for_each(|part| self.generate(part, out)),
            Gen::Branch(bit, cond, yes, no) => {
                let holds = match self.deciding {
                    true => self.at.field(Field::Rolled) >> bit & 1 == 1,
                    false => self.test(cond),
                };
                if holds {
                    self.generate(yes, out);
                } else if let Some(no) = no {
                    self.generate(no, out);
                }
            }
            Gen::Priority(parts) => {
                let before = out.deeds.len();
                for part in parts {
                    self.generate(part, out);
                    if out.deeds.len() > before {
                        return;
                    }
                }
            }
            Gen::EachPiece(piece) => self.each_piece(piece, out),
            Gen::EachSite(each_site) => {
                let before = out.deeds.len();
                let (site, to) = (self.get(Iter::Site), self.get(Iter::To));
                for one in each(self.set(&each_site.sites)) {
                    self.bind(Iter::Site, one);
                    self.bind(Iter::To, one);
                    self.generate(&each_site.moves, out);
                    if out.done {
                        break;
                    }
                }
                self.bind(Iter::To, to);
                self.bind(Iter::Site, site);
                if let (Some(otherwise), true) = (&each_site.otherwise, out.deeds.len() == before) {
                    self.generate(otherwise, out);
                }
            }
            Gen::EachValue(low, high, gen) => {
                let (low, high) = (self.num(low), self.num(high));
                self.each_of(Iter::Value, low..=high, gen, out);
            }
            Gen::EachValueIn(values, gen) => {
                let values = self.list(values);
                self.each_of(Iter::Value, values, gen, out);
            }
            Gen::EachPlayer(gen) => {
                let players = 1..=self.kernel.frame.players as i32;
                self.each_of(Iter::Player, players, gen, out);
            }
            Gen::EachDie(each_die) => self.each_die(each_die, out),
            Gen::Do(block) => {
                let before = out.deeds.len();
                let nothing;
                match &block.after {
                    Some(after) => {
                        let all = self.list_of(&block.next);
                        nothing = all.is_empty();
                        for &deed in &all {
                            if !out.done && self.holds_after(deed, block.outer, after) {
                                out.push(deed);
                            }
                        }
                        self.give_back(all);
                    }
                    None => {
                        self.generate(&block.next, out);
                        nothing = out.deeds.len() == before;
                    }
                }
                if let (Some(pass), true) = (block.pass, nothing) {
                    self.pass_instead(pass, out);
                }
            }
        }
    }

    fn each_of(
        &mut self,
        iter: Iter,
        values: impl IntoIterator<Item = i32>,
        gen: &'k Gen,
        out: &mut Out,
    ) {
        let old = self.get(iter);
        for value in values {
            self.bind(iter, value);
            self.generate(gen, out);
            if out.done || self.spent() {
                break;
            }
        }
        self.bind(iter, old);
    }

    fn each_piece(&mut self, piece: &'k EachPiece, out: &mut Out) {
        let container = usize::try_from(self.num(&piece.container)).unwrap_or(usize::MAX);
        let Some(&among) = self.kernel.containers.get(container) else {
            return;
        };
        let (from, level) = (self.get(Iter::From), self.get(Iter::Level));
        for slot in each(self.owned(&piece.whose) & among) {
            let what = usize::from(self.at.what[slot as usize]);
            if let Some(Some(gen)) = piece.moves.get(what) {
                self.bind(Iter::From, slot);
                let height = match self.kernel.levels > 0 {
                    true => i32::from(self.at.count[slot as usize]),
                    false => 1,
                };
                let lowest = if piece.levels { 0 } else { height - 1 };
                for level in lowest..height {
                    self.bind(Iter::Level, level);
                    self.generate(gen, out);
                }
            }
            if out.done {
                break;
            }
        }
        self.bind(Iter::From, from);
        self.bind(Iter::Level, level);
    }

    /// A deed of a leaf, with what is bound that it must remember.
    #[inline]
    pub fn make(&mut self, leaf: LeafId, from: i32, to: i32) -> Deed {
        let mut deed = Deed {
            leaf,
            from: from as i16,
            to: to as i16,
            value: 0,
            player: 0,
            kept: [0; KEPT],
        };
        if let Some(leaf) = &self.kernel.leaves[usize::from(leaf)] {
            if !leaf.captures.is_empty() {
                self.keep(&leaf.captures, &mut deed);
            }
        }
        deed
    }

    fn keep(&mut self, captures: &[Iter], deed: &mut Deed) {
        for (kept, &iter) in deed.kept.iter_mut().zip(captures) {
            match i16::try_from(self.env[iter as usize]) {
                Ok(value) => *kept = value,
                Err(_) => self.give_up(),
            }
        }
    }

    /// Runs `body` for each origin, with `(from)` bound.
    fn each_origin(&mut self, from: &'k Origin, mut body: impl FnMut(&mut Self, usize)) {
        let old = self.get(Iter::From);
        match &from.sites {
            None => {
                let site = self.num(&from.site);
                if let Some(slot) = self.origin(from, site) {
                    body(self, slot);
                }
            }
            Some(sites) => {
                for site in each(self.set(sites)) {
                    if let Some(slot) = self.origin(from, site) {
                        body(self, slot);
                    }
                }
            }
        }
        self.bind(Iter::From, old);
    }

    /// Binds `(from)`; its slot, if a move may start there.
    #[inline]
    pub fn origin(&mut self, from: &'k Origin, site: i32) -> Option<usize> {
        let slot = self.slot(site).filter(|_| site >= from.first)?;
        self.bind(Iter::From, site);
        if let Some(cond) = &from.cond {
            let to = self.bind(Iter::To, site);
            let holds = self.test(cond);
            self.bind(Iter::To, to);
            if !holds {
                return None;
            }
        }
        Some(slot)
    }

    /// Runs `body` for each site that `(to ...)` names and its condition allows.
    fn each_target(&mut self, to: &'k Target, mut body: impl FnMut(&mut Self, i32) -> bool) {
        let old = self.get(Iter::To);
        let mut reach = |play: &mut Self, site: i32| !play.target(to, site) || body(play, site);
        if let Some(site) = &to.site {
            let site = self.num(site);
            reach(self, site);
        } else if let Some(list) = &to.list {
            let sites: super::value::List = list.iter().map(|site| self.num(site)).collect();
            for site in sites {
                reach(self, site);
            }
        } else if let Some(sites) = &to.sites {
            for site in each(self.set(sites)) {
                if !reach(self, site) {
                    break;
                }
            }
        } else {
            reach(self, old);
        }
        self.bind(Iter::To, old);
    }

    /// Binds `(to)`; whether a move may end there.
    #[inline]
    pub fn target(&mut self, to: &'k Target, site: i32) -> bool {
        if site < to.first || self.slot(site).is_none() {
            return false;
        }
        self.bind(Iter::To, site);
        to.cond.as_ref().is_none_or(|cond| self.test(cond))
    }

    /// The deed of a leaf that never is more than one.
    #[inline]
    pub fn only(&mut self, id: LeafId, leaf: &'k Leaf) -> Option<Deed> {
        match &leaf.kind {
            Kind::FromTo(from, to, count, _) => {
                let old = (self.get(Iter::From), self.get(Iter::To));
                let site = self.num(&from.site);
                let slot = self.origin(from, site);
                let mut deed = None;
                if slot.is_some_and(|slot| self.at.what[slot] != 0) {
                    let value = count.as_ref().map_or(OFF, |count| self.num(count).max(0));
                    let end = to.site.as_ref().map_or(old.1, |end| self.num(end));
                    if self.target(to, end) {
                        let made = self.make(id, site, end);
                        deed = Some(Deed { value, ..made });
                    }
                }
                self.bind(Iter::From, old.0);
                self.bind(Iter::To, old.1);
                deed
            }
            Kind::Sow(sow) => {
                let start = self.num(&sow.start);
                self.slot(start)?;
                let made = self.make(id, start, start);
                let value = self.num(&sow.count);
                Some(Deed { value, ..made })
            }
            Kind::MoveAgain => {
                let made = self.make(id, OFF, OFF);
                let value = self.at.field(Field::Mover);
                Some(Deed { value, ..made })
            }
            Kind::SetVar(_, value) | Kind::SetCounter(value) => {
                let made = self.make(id, OFF, OFF);
                let value = self.num(value);
                Some(Deed { value, ..made })
            }
            Kind::Pass | Kind::Roll => Some(self.make(id, OFF, OFF)),
            _ => None,
        }
    }

    fn generate_leaf(&mut self, id: LeafId, out: &mut Out) {
        let kernel = self.kernel;
        let Some(leaf) = &kernel.leaves[usize::from(id)] else {
            return;
        };
        if leaf.single {
            if let Some(deed) = self.only(id, leaf) {
                out.push(deed);
            }
            return;
        }
        match &leaf.kind {
            Kind::Select(from, to) => self.each_origin(from, |play, slot| match to {
                None => {
                    let deed = play.make(id, slot as i32, slot as i32);
                    out.push(deed);
                }
                Some(to) if to.site.is_none() && to.sites.is_none() && to.list.is_none() => {
                    if play.target(to, slot as i32) {
                        let deed = play.make(id, slot as i32, slot as i32);
                        out.push(deed);
                    }
                }
                Some(to) => play.each_target(to, |play, site| {
                    let deed = play.make(id, slot as i32, site);
                    out.push(deed);
                    !out.done
                }),
            }),
            Kind::FromTo(from, to, count, _) => self.each_origin(from, |play, slot| {
                if play.at.what[slot] == 0 {
                    return;
                }
                let count = count.as_ref().map_or(OFF, |count| play.num(count).max(0));
                play.each_target(to, |play, site| {
                    let deed = play.make(id, slot as i32, site);
                    out.push(Deed {
                        value: count,
                        ..deed
                    });
                    !out.done
                });
            }),
            Kind::Add(what, to, count) => {
                let count = count.as_ref().map_or(1, |count| self.num(count));
                if count <= 0 {
                    return;
                }
                for kind in what {
                    let kind = self.num(kind);
                    if kind <= 0 || kind as usize >= kernel.owners.len() {
                        continue;
                    }
                    self.each_target(to, |play, site| {
                        let deed = play.make(id, site, site);
                        out.push(Deed {
                            value: count,
                            player: kind as i16,
                            ..deed
                        });
                        !out.done
                    });
                }
            }
            Kind::RemoveOne(site, count) => {
                let count = count.as_ref().map_or(1, |count| self.num(count));
                let site = self.num(site);
                self.remove_at(id, site, count, out);
            }
            Kind::RemoveAll(set, count) => {
                let count = count.as_ref().map_or(1, |count| self.num(count));
                for site in each(self.set(set)) {
                    self.remove_at(id, site, count, out);
                    if out.done {
                        break;
                    }
                }
            }
            _ => self.generate_effect(id, &leaf.kind, out),
        }
    }

    pub fn remove_at(&mut self, id: LeafId, site: i32, count: i32, out: &mut Out) {
        if let Some(slot) = self.slot(site).filter(|&slot| self.at.what[slot] != 0) {
            let deed = self.make(id, slot as i32, slot as i32);
            out.push(Deed {
                value: count,
                ..deed
            });
        }
    }

    /// The leaves that name no piece to move.
    fn generate_effect(&mut self, id: LeafId, kind: &'k Kind, out: &mut Out) {
        let mut deed = self.make(id, OFF, OFF);
        match kind {
            Kind::SetNext(players) => {
                for player in self.list(players) {
                    deed.value = player;
                    out.push(deed);
                }
                return;
            }
            Kind::Propose(texts) | Kind::Vote(texts) => {
                for &text in texts {
                    deed.value = text as i32;
                    out.push(deed);
                }
                return;
            }
            Kind::SetPlayer(_, whose, value, _) => {
                let players = self.owners(whose) & self.kernel.everybody();
                for player in each(u64::from(players)) {
                    let old = self.bind(Iter::Player, player);
                    deed.value = self.num(value);
                    self.bind(Iter::Player, old);
                    deed.player = player as i16;
                    out.push(deed);
                }
                return;
            }
            Kind::SetCount(site, value) | Kind::SetState(site, value) => {
                let site = self.num(site);
                if self.slot(site).is_none() {
                    return;
                }
                (deed.from, deed.to) = (site as i16, site as i16);
                deed.value = self.num(value);
            }
            Kind::SetPending(_, Some(single)) => deed.value = self.num(single),
            Kind::SetPending(None, None) => deed.value = OFF,
            Kind::SetPending(Some(sites), None) => {
                for site in each(self.set(sites)) {
                    deed.value = site;
                    out.push(deed);
                }
                return;
            }
            Kind::Remember(list, value, unique) => {
                deed.value = self.num(value);
                if *unique && self.lists[*list].contains(&deed.value) {
                    return;
                }
            }
            Kind::Forget(_, Some(value)) => deed.value = self.num(value),
            Kind::Forget(list, None) => {
                for value in self.lists[*list].clone() {
                    deed.value = value;
                    out.push(deed);
                }
                return;
            }
            _ => {}
        }
        out.push(deed);
    }
}
