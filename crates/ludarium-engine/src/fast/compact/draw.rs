//! Drawing a legal move, ticket for ticket as the reference evaluator draws it.

use smallvec::SmallVec;

use super::code::{Bits, Do, Gen, Kind, Leaf, LeafId, Origin, Test};
use super::generate::{Deed, Out};
use super::Play;
use crate::chance::SplitMix64;
use crate::eval::max_rejections;
use crate::ir::{Iter, OFF};
use crate::layout::Field;

/// Conditions that must hold after a move, with how many of the last effects are left out.
type Tests<'k> = SmallVec<[(&'k Test, usize); 2]>;

/// Something that moves come from, with a known number of tickets.
enum Source<'k> {
    /// A leaf with its targets.
    Leaf(LeafId, Bits, u32, Option<&'k Test>),
    /// A leaf that moves from any of some sites to any of others.
    Between(LeafId, Bits, Bits),
    /// A generator with at most so many moves for each site.
    Sites(&'k Gen, Bits, u32),
    /// A few moves at most.
    Late(&'k Gen),
}

/// A source, its tickets and those before it, and what must hold afterwards.
struct Share<'k> {
    source: Source<'k>,
    upto: u32,
    after: Option<(&'k Test, usize)>,
}

/// What one decision draws from.
#[derive(Default)]
struct Sources<'k> {
    shares: SmallVec<[Share<'k>; 2]>,
    listed: Vec<Deed>,
    /// Whether tickets are drawn, though all of them stand for what was listed.
    ticketed: bool,
    after: Option<(&'k Test, usize)>,
}

impl<'k> Sources<'k> {
    fn total(&self) -> u32 {
        self.shares.last().map_or(0, |share| share.upto)
    }

    fn add(&mut self, source: Source<'k>, tickets: u32) {
        let upto = self.total() + tickets;
        let after = self.after;
        self.shares.push(Share {
            source,
            upto,
            after,
        });
    }
}

impl<'k> Play<'k> {
    /// A random legal move; `None` for the forced pass.
    pub fn draw_move(&mut self, pick: &mut SplitMix64) -> Option<Deed> {
        self.made = false;
        self.deciding = true;
        let phase = self.phase();
        let drawn = match &phase.moves {
            Gen::Do(block) if block.fans && block.after.is_none() => {
                self.draw_of_block(block, pick)
            }
            moves => self.sample(moves, pick, &mut Tests::new()),
        };
        self.deciding = false;
        drawn
    }

    /// Draws from a block whose moves are those of pieces with one each at most.
    #[inline]
    fn draw_of_block(&mut self, block: &'k Do, pick: &mut SplitMix64) -> Option<Deed> {
        match (self.draw_fanned(&block.next, pick), block.pass) {
            (None, Some(pass)) if !self.kernel.dice.is_empty() => {
                // Drawn as from a list of one.
                pick.index(1);
                Some(self.make(pass, OFF, OFF))
            }
            (drawn, _) => drawn,
        }
    }

    fn passes(&mut self, deed: Deed, tests: &Tests<'k>) -> bool {
        match tests[..] {
            [] => true,
            [(cond, outer)] => self.keeps(deed, outer, cond),
            // The innermost condition is asked first.
            _ => {
                let mut tests = tests.iter().rev();
                tests.all(|&(cond, outer)| self.holds_after(deed, outer, cond))
            }
        }
    }

    fn sample(
        &mut self,
        gen: &'k Gen,
        pick: &mut SplitMix64,
        tests: &mut Tests<'k>,
    ) -> Option<Deed> {
        match gen {
            Gen::If(cond, yes, no) => match (self.test(cond), no) {
                (true, _) => self.sample(yes, pick, tests),
                (false, Some(no)) => self.sample(no, pick, tests),
                (false, None) => None,
            },
            Gen::Branch(bit, _, yes, no) => {
                match (self.at.field(Field::Rolled) >> bit & 1 == 1, no) {
                    (true, _) => self.sample(yes, pick, tests),
                    (false, Some(no)) => self.sample(no, pick, tests),
                    (false, None) => None,
                }
            }
            Gen::Do(block) if block.pass.is_none() => {
                if let Some(after) = &block.after {
                    tests.push((after, block.outer));
                }
                self.sample(&block.next, pick, tests)
            }
            Gen::Do(block) if block.fans && block.after.is_none() && tests.is_empty() => {
                self.draw_of_block(block, pick)
            }
            Gen::Priority(parts) => {
                let (last, first) = parts.split_last()?;
                for part in first {
                    let list = self.list_of(part);
                    if !list.is_empty() {
                        return self.draw_of(list, pick, tests);
                    }
                }
                self.sample(last, pick, tests)
            }
            Gen::Leaf(id) => match self.sites_of(*id) {
                Some(targets) => self.sample_leaf(gen, *id, targets, pick, tests),
                None => self.sample_tickets(gen, pick, tests),
            },
            Gen::All(_) | Gen::EachPiece(_) | Gen::EachSite(_) => {
                match tests.is_empty() && gen.fans() {
                    true => self.draw_fanned(gen, pick),
                    false => self.sample_tickets(gen, pick, tests),
                }
            }
            _ => {
                let list = self.list_of(gen);
                self.draw_of(list, pick, tests)
            }
        }
    }

    /// A random one of a list that passes the tests.
    fn draw_of(
        &mut self,
        mut list: Vec<Deed>,
        pick: &mut SplitMix64,
        tests: &Tests<'k>,
    ) -> Option<Deed> {
        let mut found = None;
        while !list.is_empty() && found.is_none() {
            let deed = list.swap_remove(pick.index(list.len() as u32) as usize);
            found = Some(deed).filter(|&deed| self.passes(deed, tests));
        }
        self.give_back(list);
        found
    }

    /// The sites that a leaf selects from, where that is all it does.
    #[inline]
    fn sites_of(&mut self, id: LeafId) -> Option<Bits> {
        let leaf = self.kernel.leaves[usize::from(id)].as_ref()?;
        match &leaf.kind {
            Kind::Select(from, None) => self.choices(leaf, from),
            _ => None,
        }
    }

    /// The sites of which one is drawn.
    #[inline]
    fn choices(&mut self, leaf: &'k Leaf, from: &'k Origin) -> Option<Bits> {
        let sites = self.set(from.sites.as_ref()?);
        Some(match &from.cond {
            Some(cond) if leaf.settles => self.where_holds(cond, Iter::From, sites),
            _ => sites,
        })
    }

    /// The commonest case: one leaf, one ticket for each site.
    fn sample_leaf(
        &mut self,
        gen: &'k Gen,
        id: LeafId,
        targets: Bits,
        pick: &mut SplitMix64,
        tests: &Tests<'k>,
    ) -> Option<Deed> {
        let total = targets.count_ones();
        for _ in 0..max_rejections(total) {
            let site = nth(targets, pick.index(total));
            if let Some(deed) = self.single(id, site, 0) {
                if self.passes(deed, tests) {
                    return Some(deed);
                }
            }
        }
        let list = self.list_of(gen);
        self.draw_of(list, pick, tests)
    }

    fn sample_tickets(
        &mut self,
        gen: &'k Gen,
        pick: &mut SplitMix64,
        tests: &Tests<'k>,
    ) -> Option<Deed> {
        let mut sources = Sources::default();
        self.sources(gen, &mut sources);
        if sources.shares.is_empty() && !sources.ticketed {
            return self.draw_of(sources.listed, pick, tests);
        }
        let known = sources.total();
        let total = known + sources.listed.len() as u32;
        // Mostly there is one leaf to draw from, with one ticket for each site.
        let only = match &sources.shares[..] {
            [Share {
                source: Source::Leaf(id, targets, 1, None),
                after,
                ..
            }] => Some((*id, *targets, *after)),
            _ => None,
        };
        let last = tests.is_empty();
        for _ in 0..max_rejections(total) {
            let ticket = pick.index(total);
            let deed = match (ticket.checked_sub(known), only) {
                (Some(listed), _) => sources.listed.get(listed as usize).copied(),
                (None, Some((id, targets, after))) => self
                    .single(id, nth(targets, ticket), 0)
                    .filter(|&deed| self.follows(deed, after, last)),
                (None, None) => self.redeem(&sources, ticket, last),
            };
            if let Some(deed) = deed {
                if self.passes(deed, tests) {
                    return Some(deed);
                }
            }
        }
        let list = self.list_of(gen);
        self.draw_of(list, pick, tests)
    }

    fn sources(&mut self, gen: &'k Gen, sources: &mut Sources<'k>) {
        match gen {
            Gen::Do(block)
                if block.pass.is_none() && block.after.is_some() && sources.after.is_none() =>
            {
                let Some(after) = &block.after else { return };
                let listed = sources.listed.len();
                sources.after = Some((after, block.outer));
                self.sources(&block.next, sources);
                sources.after = None;
                let mut index = listed;
                while index < sources.listed.len() {
                    let deed = sources.listed[index];
                    if self.holds_after(deed, block.outer, after) {
                        index += 1;
                    } else {
                        sources.listed.swap_remove(index);
                    }
                }
            }
            Gen::All(parts) => parts.iter().for_each(|part| self.sources(part, sources)),
            Gen::Late(gen, most) => sources.add(Source::Late(gen), *most),
            Gen::If(cond, yes, no) => {
                if self.test(cond) {
                    self.sources(yes, sources);
                } else if let Some(no) = no {
                    self.sources(no, sources);
                }
            }
            Gen::EachSite(each_site) => match (each_site.most, &each_site.otherwise) {
                (Some(most), None) => {
                    let sites = self.set(&each_site.sites);
                    let source = Source::Sites(&each_site.moves, sites, most);
                    sources.add(source, most * sites.count_ones());
                }
                _ => self.listed(gen, sources),
            },
            Gen::Leaf(id) => {
                if !self.source_of_leaf(*id, sources) {
                    self.listed(gen, sources);
                }
            }
            Gen::EachPiece(piece) => {
                sources.ticketed |= piece.own;
                self.listed(gen, sources);
            }
            _ => self.listed(gen, sources),
        }
    }

    fn listed(&mut self, gen: &'k Gen, sources: &mut Sources<'k>) {
        let list = self.list_of(gen);
        sources.listed.extend_from_slice(&list);
        self.give_back(list);
    }

    /// Adds a leaf as a source of its own, if it is one.
    fn source_of_leaf(&mut self, id: LeafId, sources: &mut Sources<'k>) -> bool {
        let kernel = self.kernel;
        let Some(leaf) = &kernel.leaves[usize::from(id)] else {
            return false;
        };
        let (source, tickets) = match &leaf.kind {
            Kind::Select(from, None) => {
                let Some(targets) = self.choices(leaf, from) else {
                    return false;
                };
                (Source::Leaf(id, targets, 1, None), targets.count_ones())
            }
            Kind::RemoveAll(set, _) => {
                let (all, cond) = match set {
                    super::code::Set::Filter(all, cond) => (&**all, Some(&**cond)),
                    all => (all, None),
                };
                let targets = self.set(all);
                (Source::Leaf(id, targets, 1, cond), targets.count_ones())
            }
            Kind::Add(what, to, _) => {
                let (Some(sites), None) = (&to.sites, &to.site) else {
                    return false;
                };
                let targets = self.set(sites);
                let kinds = what.len() as u32;
                (
                    Source::Leaf(id, targets, kinds, None),
                    targets.count_ones() * kinds,
                )
            }
            Kind::FromTo(from, to, ..) => {
                let (Some(targets), None) = (&to.sites, &to.site) else {
                    return false;
                };
                let origins = match &from.sites {
                    Some(sites) => {
                        use super::code::Set::{Bare, Const};
                        // Each origin must have the same targets.
                        if !matches!(targets, Bare(_) | Const(_)) {
                            return false;
                        }
                        self.set(sites)
                    }
                    None => {
                        let site = self.num(&from.site);
                        self.slot(site).map_or(0, |slot| 1 << slot)
                    }
                };
                let old = self.get(Iter::From);
                if from.sites.is_none() && origins != 0 {
                    self.bind(Iter::From, origins.trailing_zeros() as i32);
                }
                let targets = self.set(targets);
                self.bind(Iter::From, old);
                let tickets = origins.count_ones() * targets.count_ones();
                (Source::Between(id, origins, targets), tickets)
            }
            _ => return false,
        };
        sources.add(source, tickets);
        true
    }

    /// The move that a ticket stands for, if there is one in this position.
    fn redeem(&mut self, sources: &Sources<'k>, ticket: u32, last: bool) -> Option<Deed> {
        let shares = &sources.shares;
        let at = shares.iter().position(|share| ticket < share.upto)?;
        let before = if at == 0 { 0 } else { shares[at - 1].upto };
        let ticket = ticket - before;
        let deed = match &shares[at].source {
            Source::Leaf(id, targets, kinds, cond) => {
                let site = nth(*targets, ticket / kinds);
                if let Some(cond) = cond {
                    let old = self.bind(Iter::Site, site);
                    let holds = self.test(cond);
                    self.bind(Iter::Site, old);
                    if !holds {
                        return None;
                    }
                }
                self.single(*id, site, (ticket % kinds) as usize)
            }
            Source::Between(id, origins, targets) => {
                let many = targets.count_ones();
                self.carry(
                    *id,
                    nth(*origins, ticket / many),
                    nth(*targets, ticket % many),
                )
            }
            Source::Sites(gen, sites, most) => {
                let site = nth(*sites, ticket / most);
                let (old, to) = (self.bind(Iter::Site, site), self.bind(Iter::To, site));
                let list = self.list_of(gen);
                self.bind(Iter::Site, old);
                self.bind(Iter::To, to);
                let found = list.get((ticket % most) as usize).copied();
                self.give_back(list);
                found
            }
            Source::Late(gen) => {
                let env = self.env;
                let list = self.list_of(gen);
                self.env = env;
                let found = list.get(ticket as usize).copied();
                self.give_back(list);
                found
            }
        }?;
        Some(deed).filter(|&deed| self.follows(deed, shares[at].after, last))
    }

    /// Whether what must hold after a move does; where nothing else is asked of it, it may be made
    /// with that.
    #[inline]
    fn follows(&mut self, deed: Deed, after: Option<(&'k Test, usize)>, last: bool) -> bool {
        match after {
            Some((cond, outer)) if last => self.keeps(deed, outer, cond),
            Some((cond, outer)) => self.holds_after(deed, outer, cond),
            None => true,
        }
    }

    /// The move of a leaf with one of its sites (and the so manyeth of its kinds).
    #[inline]
    fn single(&mut self, id: LeafId, site: i32, nth: usize) -> Option<Deed> {
        let leaf = self.kernel.leaves[usize::from(id)].as_ref()?;
        if let Kind::Select(origin, _) = &leaf.kind {
            let from = self.get(Iter::From);
            let slot = match leaf.settles {
                true => {
                    self.bind(Iter::From, site);
                    self.slot(site).filter(|_| site >= origin.first)
                }
                false => self.origin(origin, site),
            };
            let deed = slot.map(|_| self.make(id, site, site));
            self.bind(Iter::From, from);
            return deed;
        }
        self.single_of(id, leaf, site, nth)
    }

    fn single_of(&mut self, id: LeafId, leaf: &'k Leaf, site: i32, nth: usize) -> Option<Deed> {
        let kernel = self.kernel;
        let (from, to) = (self.get(Iter::From), self.get(Iter::To));
        let deed = match &leaf.kind {
            Kind::RemoveAll(_, count) => {
                let count = count.as_ref().map_or(1, |count| self.num(count));
                let mut out = Out::default();
                self.remove_at(id, site, count, &mut out);
                out.deeds.first().copied()
            }
            Kind::Add(what, target, count) => {
                let count = count.as_ref().map_or(1, |count| self.num(count));
                let mut made = Vec::new();
                for kind in what {
                    let kind = self.num(kind);
                    let known = kind > 0 && (kind as usize) < kernel.owners.len();
                    if known && count > 0 && self.target(target, site) {
                        let deed = self.make(id, site, site);
                        made.push(Deed {
                            value: count,
                            player: kind as i16,
                            ..deed
                        });
                    }
                }
                made.get(nth).copied()
            }
            _ => None,
        };
        self.bind(Iter::From, from);
        self.bind(Iter::To, to);
        deed
    }

    /// The move of a leaf from one site to another.
    fn carry(&mut self, id: LeafId, from: i32, to: i32) -> Option<Deed> {
        let kernel = self.kernel;
        let leaf = kernel.leaves[usize::from(id)].as_ref()?;
        let Kind::FromTo(origin, target, count, _) = &leaf.kind else {
            return None;
        };
        let old = (self.get(Iter::From), self.get(Iter::To));
        let slot = self
            .origin(origin, from)
            .filter(|&slot| self.at.what[slot] != 0);
        let mut deed = None;
        if slot.is_some() {
            let count = count.as_ref().map_or(OFF, |count| self.num(count).max(0));
            if self.target(target, to) {
                deed = Some(Deed {
                    value: count,
                    ..self.make(id, from, to)
                });
            }
        }
        self.bind(Iter::From, old.0);
        self.bind(Iter::To, old.1);
        deed
    }
}

/// The `n`-th number of a set that has so many.
#[inline]
pub(super) fn nth(mut bits: Bits, n: u32) -> i32 {
    for _ in 0..n {
        bits &= bits.wrapping_sub(1);
    }
    match bits {
        0 => OFF,
        bits => bits.trailing_zeros() as i32,
    }
}
