//! Drawing one move at random, as the evaluator draws it: the same tickets, the same blanks.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::rule::{Choice, Deed, Kind, Pieces, Ply};
use super::terms::Region;
use super::{Course, Gen};
use crate::chance::SplitMix64;
use crate::eval::max_rejections;
use crate::ir::Iter;
use crate::set::{count_below, nth};

/// Something that moves are drawn from, with its tickets and those of the shares before it.
struct Share<'k, const W: usize> {
    source: Source<'k, W>,
    upto: u32,
}

enum Source<'k, const W: usize> {
    /// Men with equally many tickets each.
    Alike(&'k Pieces, u32),
    /// So many of the men listed in [`Shares::men`], from one on.
    Men(&'k Pieces, usize, usize),
    /// A rule with its targets.
    Rule(u16, [u64; W]),
    /// A rule that carries men from any of some sites to any of others.
    Between(u16, [u64; W], [u64; W]),
    /// The one move of a rule for each of some sites.
    Sites(u16, [u64; W]),
    /// Moves not looked at yet.
    Late(&'k Gen),
}

struct Shares<'k, const W: usize> {
    shares: SmallVec<[Share<'k, W>; 2]>,
    /// So many men, source by source, each with its slot, and its tickets and those of the men
    /// before it.
    men: Box<[(u32, u32)]>,
    many: usize,
    listed: Vec<Ply>,
}

impl<'k, const W: usize> Shares<'k, W> {
    fn total(&self) -> u32 {
        self.shares.last().map_or(0, |share| share.upto)
    }

    fn add(&mut self, source: Source<'k, W>, tickets: u32) {
        let upto = self.total() + tickets;
        self.shares.push(Share { source, upto });
    }
}

pub(super) fn count<const W: usize>(set: &[u64; W]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

impl<'k, const W: usize> Course<'k, W> {
    /// A uniformly random move; `None` where there is none.
    pub(super) fn draw(&mut self, gen: &'k Gen, pick: &mut SplitMix64) -> Option<Ply> {
        match gen {
            Gen::None => None,
            Gen::If(cond, yes, no) => match self.test(cond) {
                true => self.draw(yes, pick),
                false => self.draw(no, pick),
            },
            Gen::RollIf(bit, _, yes, no) => match self.extra.rolled >> bit & 1 {
                1 => self.draw(yes, pick),
                _ => self.draw(no, pick),
            },
            Gen::Thrown(thrown) if thrown.pass.is_none() => self.draw(&thrown.moves, pick),
            Gen::Priority(parts) => {
                let (last, first) = parts.split_last()?;
                for part in first {
                    if self.nobody_starts(part) {
                        continue;
                    }
                    let list = self.list(part);
                    if !list.is_empty() {
                        return self.draw_listed(list, pick);
                    }
                    self.lists.push(list);
                }
                self.draw(last, pick)
            }
            Gen::Pieces(pieces) if pieces.whose.is_some() => {
                let list = self.list(gen);
                self.draw_listed(list, pick)
            }
            Gen::Pieces(pieces) => match pieces.most {
                Some(most) => self.draw_alike(gen, pieces, most, pick),
                None => self.draw_of_shares(gen, pick),
            },
            Gen::Thrown(thrown) if self.is_tallied(thrown.moves.parts_beside()) => {
                let ply = self.draw_tallied(thrown.moves.parts_beside(), pick);
                if ply.is_none() {
                    self.fallback = self.fallback.or(thrown.pass);
                }
                ply
            }
            Gen::All(parts) if self.is_tallied(parts) => self.draw_tallied(parts, pick),
            Gen::All(_) => self.draw_of_shares(gen, pick),
            Gen::Late(_) | Gen::Thrown(_) | Gen::Dice(_) | Gen::Players(_) | Gen::Values(..) => {
                let list = self.list(gen);
                self.draw_listed(list, pick)
            }
            Gen::Rule(id) => self.draw_of_rule(gen, *id, pick),
            Gen::Longest(_) => {
                let list = self.list(gen);
                self.draw_listed(list, pick)
            }
            Gen::Safe(safe) => {
                let outer = self.safe.replace(safe);
                let ply = self.draw(&safe.moves, pick);
                self.safe = outer;
                ply
            }
            Gen::Sites(region, id) => {
                let set = self.region(region);
                let total = count(&set);
                let captors = self.captors_of(*id);
                if self.safe.is_none() && captors.is_some_and(|captors| captors == [0; W]) {
                    // Nothing is to be had for any ticket, nor listed.
                    (0..max_rejections(total)).for_each(|_| _ = pick.index(total));
                    return None;
                }
                self.draw_ticket(gen, total, pick, |course, ticket| {
                    let site = nth(&set, ticket as usize)?;
                    match captors {
                        Some(captors) if captors[site as usize / 64] >> (site % 64) & 1 == 0 => {
                            None
                        }
                        Some(_) => Some(course.on(*id, site)),
                        None => course.one_on(*id, site),
                    }
                })
            }
        }
    }

    /// From which sites a rule has a move, if all that it does is to capture something from there.
    pub(super) fn captors_of(&self, id: u16) -> Option<[u64; W]> {
        match &self.men.rules[usize::from(id)].kind {
            Kind::Append(Deed::Capture(capture)) => {
                capture.together.as_ref()?.first.as_ref()?;
                self.captors(capture)
            }
            _ => None,
        }
    }

    /// The move that a rule has on a site.
    pub(super) fn on(&mut self, id: u16, site: i32) -> Ply {
        let old = (self.get(Iter::Site), self.get(Iter::To));
        self.board.bind(Iter::Site, site);
        self.board.bind(Iter::To, site);
        let ply = self.ply(id, site, site);
        self.board.bind(Iter::Site, old.0);
        self.board.bind(Iter::To, old.1);
        ply
    }

    /// Whether a move drawn may be made.
    #[inline]
    pub(super) fn is_safe(&mut self, ply: Ply) -> bool {
        match self.safe {
            None => true,
            Some(safe) => self.keeps_safe(safe, ply),
        }
    }

    pub(super) fn list(&mut self, gen: &'k Gen) -> Vec<Ply> {
        let mut list = self.lists.pop().unwrap_or_default();
        self.list_into(gen, &mut list);
        list
    }

    pub(super) fn list_into(&mut self, gen: &'k Gen, list: &mut Vec<Ply>) {
        let all = self.each(gen, &mut |_, ply| {
            list.push(ply);
            ControlFlow::Continue(())
        });
        debug_assert!(all.is_continue());
    }

    pub(super) fn draw_listed(&mut self, mut list: Vec<Ply>, pick: &mut SplitMix64) -> Option<Ply> {
        let mut ply = None;
        while !list.is_empty() && ply.is_none() {
            let drawn = list.swap_remove(pick.index(list.len() as u32) as usize);
            ply = Some(drawn).filter(|&ply| self.is_safe(ply));
        }
        list.clear();
        self.lists.push(list);
        ply
    }

    /// Draws tickets until one is a move; the moves are listed where too many are blanks.
    #[inline]
    fn draw_ticket(
        &mut self,
        gen: &'k Gen,
        total: u32,
        pick: &mut SplitMix64,
        mut redeem: impl FnMut(&mut Self, u32) -> Option<Ply>,
    ) -> Option<Ply> {
        for _ in 0..max_rejections(total) {
            let ticket = pick.index(total);
            if let Some(ply) = redeem(self, ticket) {
                if self.is_safe(ply) {
                    return Some(ply);
                }
            }
        }
        let list = self.list(gen);
        self.draw_listed(list, pick)
    }

    fn tickets_of(&self, each: u32) -> u32 {
        each * count(self.board.owned(self.board.mover as usize))
    }

    #[inline(always)]
    fn draw_alike(
        &mut self,
        gen: &'k Gen,
        pieces: &'k Pieces,
        most: u32,
        pick: &mut SplitMix64,
    ) -> Option<Ply> {
        let total = self.tickets_of(most);
        let men = *self.board.owned(self.board.mover as usize);
        self.draw_ticket(gen, total, pick, |course, ticket| {
            let slot = nth(&men, (ticket / most) as usize)?;
            course.of_man(pieces, slot as usize, ticket % most)
        })
    }

    /// The move that a ticket of the man on a slot stands for.
    #[inline]
    fn of_man(&mut self, pieces: &'k Pieces, slot: usize, ticket: u32) -> Option<Ply> {
        let ways = pieces.kinds[self.board.what(slot)].as_ref()?;
        let way = ways.at(slot).get(ticket as usize)?;
        let old = self.board.bind(Iter::From, slot as i32);
        let ply = self.goes(ways, way, slot);
        self.board.bind(Iter::From, old);
        ply
    }

    fn draw_of_shares(&mut self, gen: &'k Gen, pick: &mut SplitMix64) -> Option<Ply> {
        let mut shares = Shares {
            shares: SmallVec::new(),
            men: std::mem::take(&mut self.shares),
            many: 0,
            listed: self.lists.pop().unwrap_or_default(),
        };
        self.share(gen, &mut shares);
        let listed = std::mem::take(&mut shares.listed);
        if shares.shares.is_empty() {
            self.shares = shares.men;
            return self.draw_listed(listed, pick);
        }
        let before = shares.total();
        let total = before + listed.len() as u32;
        let ply = self.draw_ticket(gen, total, pick, |course, ticket| {
            if ticket >= before {
                return listed.get((ticket - before) as usize).copied();
            }
            let at = shares.shares.iter().position(|share| ticket < share.upto)?;
            let passed = if at == 0 {
                0
            } else {
                shares.shares[at - 1].upto
            };
            course.redeem(&shares, &shares.shares[at].source, ticket - passed)
        });
        self.give_back(listed);
        self.shares = shares.men;
        ply
    }

    pub(super) fn give_back(&mut self, mut list: Vec<Ply>) {
        list.clear();
        self.lists.push(list);
    }

    fn redeem(
        &mut self,
        shares: &Shares<'k, W>,
        source: &Source<'k, W>,
        ticket: u32,
    ) -> Option<Ply> {
        match source {
            Source::Alike(pieces, most) => {
                let men = *self.board.owned(self.board.mover as usize);
                let slot = nth(&men, (ticket / most) as usize)?;
                self.of_man(pieces, slot as usize, ticket % most)
            }
            Source::Men(pieces, first, many) => {
                let mut passed = 0;
                for &(slot, upto) in &shares.men[*first..][..*many] {
                    if ticket < upto {
                        return self.of_man(pieces, slot as usize, ticket - passed);
                    }
                    passed = upto;
                }
                None
            }
            Source::Rule(id, sites) => {
                let site = nth(sites, ticket as usize)?;
                match &self.men.rules[usize::from(*id)].kind {
                    Kind::Take { .. } => self.takes(*id, site),
                    Kind::Select { .. } => self.selects(*id, site),
                    _ => self.places(*id, site),
                }
            }
            Source::Between(id, from, to) => {
                let many = count(to);
                let origin = nth(from, (ticket / many) as usize)?;
                let target = nth(to, (ticket % many) as usize)?;
                self.carries(*id, origin, target)
            }
            Source::Sites(id, sites) => {
                let site = nth(sites, ticket as usize)?;
                self.one_on(*id, site)
            }
            Source::Late(moves) => {
                let env = self.board.env;
                let mut before = ticket;
                let mut found = None;
                let _ = self.each(moves, &mut |_, ply| {
                    if before == 0 {
                        found = Some(ply);
                        return ControlFlow::Break(());
                    }
                    before -= 1;
                    ControlFlow::Continue(())
                });
                self.board.env = env;
                found
            }
        }
    }

    /// Where the moves of a generator come from; those that are no source are listed.
    fn share(&mut self, gen: &'k Gen, shares: &mut Shares<'k, W>) {
        match gen {
            Gen::All(parts) => parts.iter().for_each(|part| self.share(part, shares)),
            Gen::If(cond, yes, no) => match self.test(cond) {
                true => self.share(yes, shares),
                false => self.share(no, shares),
            },
            Gen::Pieces(pieces)
                if pieces.whose.is_none() && (shares.many == 0 || pieces.drawn_beside) =>
            {
                match pieces.most {
                    Some(most) => {
                        let total = self.tickets_of(most);
                        shares.add(Source::Alike(pieces, most), total);
                    }
                    None => {
                        let first = shares.many;
                        let total = self.men(pieces, shares);
                        shares.add(Source::Men(pieces, first, shares.many - first), total);
                    }
                }
            }
            Gen::Late(late) => shares.add(Source::Late(&late.moves), late.most),
            Gen::Sites(region, id) => {
                let set = self.region(region);
                shares.add(Source::Sites(*id, set), count(&set));
            }
            Gen::Rule(id) if self.men.rules[usize::from(*id)].kind.is_source() => {
                self.share_rule(*id, shares)
            }
            _ => self.list_into(gen, &mut shares.listed),
        }
    }

    fn share_rule(&mut self, id: u16, shares: &mut Shares<'k, W>) {
        match &self.men.rules[usize::from(id)].kind {
            Kind::Enter { from, .. } => {
                let empty = self.region(&Region::Empty);
                let from = self.num(from);
                let mut origin = [0; W];
                if let Some(slot) = self.slot(from) {
                    origin[slot / 64] |= 1 << (slot % 64);
                }
                let tickets = count(&origin) * count(&empty);
                shares.add(Source::Between(id, origin, empty), tickets);
            }
            Kind::Carry { from, to, .. } => {
                let (from, to) = self.carried_between(from, to);
                let tickets = count(&from) * count(&to);
                shares.add(Source::Between(id, from, to), tickets);
            }
            Kind::Take { of, .. }
            | Kind::Select {
                from: Choice::Any(of),
                ..
            } => {
                let set = self.region(of);
                shares.add(Source::Rule(id, set), count(&set));
            }
            Kind::Place { at, .. } => {
                let set = self.region(at);
                shares.add(Source::Rule(id, set), count(&set));
            }
            _ => {}
        }
    }

    fn men(&mut self, pieces: &'k Pieces, shares: &mut Shares<'k, W>) -> u32 {
        let sites = self.men.board_sites;
        let set = self.on_the_move(pieces);
        let mut many = shares.many;
        if shares.men.len() < many + sites {
            let mut men = std::mem::take(&mut shares.men).into_vec();
            men.resize(many + sites, (0, 0));
            shares.men = men.into();
        }
        let mut total = 0;
        for slot in crate::set::Bits::new(&set) {
            let slot = slot as usize;
            let own = pieces.tickets(self.board.what(slot), slot, sites);
            total += own;
            shares.men[many] = (slot as u32, total);
            many += usize::from(own > 0);
        }
        if !pieces.others.is_empty() {
            self.list_others(pieces, &set, &mut shares.listed);
        }
        shares.many = many;
        total
    }

    /// Lists the moves of those of some men who go in a way that no table holds.
    fn list_others(&mut self, pieces: &'k Pieces, men: &[u64; W], list: &mut Vec<Ply>) {
        let old = self.get(Iter::From);
        for slot in crate::set::Bits::new(men) {
            if let Some(moves) = pieces.other(self.board.what(slot as usize)) {
                self.board.bind(Iter::From, slot);
                self.list_into(moves, list);
                self.board.bind(Iter::From, old);
            }
        }
    }

    fn draw_of_rule(&mut self, gen: &'k Gen, id: u16, pick: &mut SplitMix64) -> Option<Ply> {
        let rule = &self.men.rules[usize::from(id)];
        match &rule.kind {
            Kind::Place { at, .. } if !matches!(at, Region::Empty) => {
                let set = self.region(at);
                self.draw_ticket(gen, count(&set), pick, |course, ticket| {
                    let site = nth(&set, ticket as usize)?;
                    course.places(id, site)
                })
            }
            Kind::Place { .. } | Kind::Enter { .. } => {
                let empty = *self.board.empty();
                let total = count_below(&empty, self.men.board_sites);
                let places = matches!(rule.kind, Kind::Place { .. });
                self.draw_ticket(gen, total, pick, |course, ticket| {
                    let site = nth(&empty, ticket as usize)?;
                    match places {
                        true => course.places(id, site),
                        false => course.enters(id, site),
                    }
                })
            }
            Kind::Carry { from, to, .. } => {
                let (from, to) = self.carried_between(from, to);
                let many = count(&to);
                self.draw_ticket(gen, count(&from) * many, pick, |course, ticket| {
                    let origin = nth(&from, (ticket / many) as usize)?;
                    let target = nth(&to, (ticket % many) as usize)?;
                    course.carries(id, origin, target)
                })
            }
            Kind::Take { of, .. }
            | Kind::Select {
                from: Choice::Any(of),
                to: None,
                ..
            } => {
                let set = self.region(of);
                let total = count(&set);
                let takes = matches!(rule.kind, Kind::Take { .. });
                self.draw_ticket(gen, total, pick, |course, ticket| {
                    let site = nth(&set, ticket as usize)?;
                    match takes {
                        true => course.takes(id, site),
                        false => course.selects(id, site),
                    }
                })
            }
            _ => {
                let list = self.list(gen);
                self.draw_listed(list, pick)
            }
        }
    }

    /// The one move of a rule that has no more on a site.
    fn one_on(&mut self, id: u16, site: i32) -> Option<Ply> {
        let old = (self.get(Iter::Site), self.get(Iter::To));
        self.board.bind(Iter::Site, site);
        self.board.bind(Iter::To, site);
        let first = match &self.men.rules[usize::from(id)].kind {
            Kind::Append(_) => self.appends(id),
            _ => {
                let mut first = None;
                let _ = self.each_of_rule(id, &mut |_, ply| {
                    first = Some(ply);
                    ControlFlow::Break(())
                });
                first
            }
        };
        self.board.bind(Iter::Site, old.0);
        self.board.bind(Iter::To, old.1);
        first
    }
}
