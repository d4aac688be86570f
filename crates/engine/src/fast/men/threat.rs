//! Who could come to a site, and what holds after a move.

use std::ops::ControlFlow;

use super::board::{Words, SLOTS};
use super::rule::{Kind, Pieces, Ply, Way};
use super::terms::{Num, Test, Threat};
use super::{Course, Gen, Men, Safe};
use crate::ir::{Cmp, Iter, ITERS, OFF};
use crate::set::Bits;

/// From where men might come to each site, by the tables of their ways.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    sites: usize,
    /// By owner and site: where some man of the owner's might stand.
    from: Box<[Words]>,
    /// By owner and site: over which other sites some man of the owner's might come.
    over: Box<[Words]>,
    /// Whether what stands on the sites of their ways decides alone where men come who take somebody there; and
    /// whether that is so only as long as nothing is pending.
    plain: bool,
    asks_pending: bool,
    /// By kind, origin and target: the ways from the one to the other, as a part of `ways`.
    first: Box<[u32]>,
    ways: Box<[u32]>,
}

impl Reach {
    /// Boards of more sites than this do without tables.
    const MOST: usize = 144;

    /// The tables of some men; `None` where they would be large, or a way has no one target.
    fn of(men: &Men, pieces: &Pieces) -> Option<Reach> {
        let (kinds, sites) = (&pieces.kinds, men.board_sites);
        if sites > Self::MOST {
            return None;
        }
        let mut over = vec![[0; SLOTS / 64]; 3 * sites];
        let mut from = vec![[0; SLOTS / 64]; 3 * sites];
        let (mut first, mut ways) = (vec![0], Vec::new());
        for (kind, known) in kinds.iter().enumerate() {
            for origin in 0..sites {
                let mut by_target = vec![Vec::new(); sites];
                if let Some(known) = known {
                    let before = known.first.get(origin).copied().unwrap_or(0);
                    for (nth, way) in known.at(origin).iter().enumerate() {
                        let (to, passed) = men.lands(way)?;
                        let to = usize::from(to);
                        by_target[to].push(before + nth as u32);
                        let at = usize::from(men.owners[kind]) * sites + to;
                        from[at][origin / 64] |= 1 << (origin % 64);
                        for &site in passed {
                            over[at][usize::from(site) / 64] |= 1 << (site % 64);
                        }
                    }
                }
                for list in by_target {
                    ways.extend(list);
                    first.push(ways.len() as u32);
                }
            }
        }
        let (plain, asks_pending) = pieces.are_plain(men);
        Some(Reach {
            sites,
            from: from.into(),
            over: over.into(),
            plain,
            asks_pending,
            first: first.into(),
            ways: ways.into(),
        })
    }

    /// The numbers of the ways of a kind between two sites.
    #[inline]
    fn between(&self, kind: usize, from: usize, to: usize) -> &[u32] {
        let at = (kind * self.sites + from) * self.sites + to;
        &self.ways[self.first[at] as usize..self.first[at + 1] as usize]
    }
}

/// Who must not be threatened, as it was last asked.
#[derive(Debug, Default)]
pub(super) struct Asked<'k> {
    /// In which position, and with which mover.
    when: (u64, i32),
    safe: Option<&'k Safe>,
    found: Option<Royal>,
}

/// A man who must not be threatened.
#[derive(Clone, Copy, Debug)]
struct Royal {
    kind: usize,
    owner: usize,
    /// Where he stands.
    king: usize,
    /// Whether nobody threatens him now.
    calm: bool,
}

impl Safe {
    /// The threat that there must not be, if that is all, and one against all men of a kind.
    fn royal(&self) -> Option<&Threat> {
        match &self.cond {
            Test::Not(threatened) => match &**threatened {
                Test::Threatened(threat) if threat.sites.is_none() => Some(threat),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Men {
    /// Where a way leads, and over which sites, if that is always the same.
    fn lands(&self, way: &Way) -> Option<(u16, &[u16])> {
        match &self.rules[usize::from(way.rule)].kind {
            Kind::Step { .. } => Some((way.to, &[])),
            Kind::Slide { .. } => {
                let path = self.path(way.path).get(..=usize::from(way.nth))?;
                let (&end, passed) = path.split_last()?;
                Some((end, passed))
            }
            Kind::Glide {
                low, ends: None, ..
            } => {
                let last = usize::from(way.nth) + low.max(&1) - 1;
                let (&end, passed) = self.path(way.path).get(..=last)?.split_last()?;
                Some((end, passed))
            }
            _ => None,
        }
    }
}

impl Pieces {
    /// Whether no more than what stands on the sites of his way decides whether a man comes to where one of
    /// the other side stands; and whether that is so only as long as nothing is pending.
    fn are_plain(&self, men: &Men) -> (bool, bool) {
        let mut pending = false;
        let plain = self.kinds.iter().flatten().all(|ways| {
            ways.ways.iter().all(|way| {
                let (rule, guard) = (
                    &men.rules[usize::from(way.rule)],
                    &ways.guards[usize::from(way.guard)],
                );
                let needs_pending = rule.needs_pending()
                    || (guard.iter()).any(|(cond, must)| *must && cond.needs_pending());
                pending |= needs_pending;
                needs_pending || rule.takes_nobody() || rule.is_plain() && guard.is_empty()
            })
        });
        (plain, pending)
    }

    fn reach(&self, men: &Men) -> Option<&Reach> {
        self.reach.get_or_init(|| Reach::of(men, self)).as_ref()
    }
}

impl Gen {
    /// The tables of the men whose moves these are, if these men go plainly and a player who moves by
    /// supposition has no other moves to a slot.
    fn plain_reach(&self, men: &Men, player: usize, slot: usize) -> Option<&Reach> {
        match self {
            Gen::Pieces(pieces) if pieces.whose.is_none() => {
                pieces.reach(men).filter(|reach| reach.plain)
            }
            Gen::Safe(safe) => safe.moves.plain_reach(men, player, slot),
            // Who moves by supposition has not moved before.
            Gen::If(Test::Compare(Cmp::Eq, Num::Mover, Num::Prev), _, no) => {
                no.plain_reach(men, player, slot)
            }
            Gen::All(parts) => {
                let never = |part: &&Gen| match part {
                    Gen::Late(late) => !late.never(player, slot),
                    _ => true,
                };
                let mut others = parts.iter().filter(never);
                let one = others.next().filter(|_| others.next().is_none())?;
                one.plain_reach(men, player, slot)
            }
            _ => None,
        }
    }
}

impl<'k, const W: usize> Course<'k, W> {
    /// Whether a move may be made: mostly that is plain from where the king stands.
    pub(super) fn keeps_safe(&mut self, safe: &'k Safe, ply: Ply) -> bool {
        match self.stays_out_of_reach(safe, ply) {
            Some(stays) => stays,
            None => self.holds_after(safe, ply),
        }
    }

    /// Whether nobody threatens the mover's king after a move that changes nothing else on the board than who
    /// stands where it begins and ends; `None` where there is more to the move, or to what must hold.
    fn stays_out_of_reach(&mut self, safe: &'k Safe, ply: Ply) -> Option<bool> {
        if self.looking_ahead {
            return None;
        }
        let royal = self.royal(safe)?;
        let men = self.men;
        let rule = &men.rules[usize::from(ply.rule)];
        let shifts = rule.shifts.as_deref()?;
        let (from, to) = (self.slot(ply.from.into())?, self.slot(ply.to.into())?);
        if shifts.contains(&(royal.kind as i32))
            || self.board.count(from) != 1
            || self.owner(from) != royal.owner
        {
            return None;
        }
        let enemy = 3 - royal.owner;
        let king = if from == royal.king { to } else { royal.king };
        let phase = self.board.phase[enemy].max(0) as usize;
        let reach = (men.phases.get(phase)?.moves).plain_reach(men, enemy, king)?;
        if reach.asks_pending && rule.sets_pending {
            return None;
        }
        if royal.calm && from != royal.king {
            let over = reach.over.get(enemy * reach.sites + royal.king)?;
            if over[from / 64] >> (from % 64) & 1 == 0 {
                return Some(true);
            }
        }
        let near = reach.from.get(enemy * reach.sites + king)?;
        let mut left = *self.board.owned(enemy);
        left[to / 64] &= !(1 << (to % 64));
        if left.iter().zip(near).all(|(men, near)| men & near == 0) {
            return Some(true);
        }
        let owners = &men.owners;
        let taken = self.board.man(to);
        let pending = (self.board.pending, self.board.pending_value);
        self.board.shift(from, to, owners);
        self.board.clear_pending();
        let comes = self.could_come(enemy as i32, king);
        (self.board.pending, self.board.pending_value) = pending;
        self.board.shift(to, from, owners);
        self.board.set_down(to, taken, owners);
        Some(!comes)
    }

    /// The one man who must not be threatened after a move, if that is all that must hold.
    #[inline]
    fn royal(&mut self, safe: &'k Safe) -> Option<Royal> {
        let threat = safe.royal()?;
        let when = (self.position, self.board.mover);
        let asked = self
            .royal
            .safe
            .is_some_and(|asked| std::ptr::eq(asked, safe));
        if !asked || self.royal.when != when {
            let found = self.find_royal(threat);
            self.royal = Asked {
                when,
                safe: Some(safe),
                found,
            };
        }
        self.royal.found
    }

    fn find_royal(&mut self, threat: &'k Threat) -> Option<Royal> {
        let kind = self.num(threat.kind.as_ref()?);
        let kind = usize::try_from(kind).ok().filter(|&kind| kind > 0)?;
        let owner = usize::from(*self.men.owners.get(kind)?);
        if owner == 0 {
            return None;
        }
        let men = Bits::new(self.board.owned(owner));
        let mut all = men.filter(|&slot| self.board.what(slot as usize) == kind);
        let king = all.next().filter(|_| all.next().is_none())? as usize;
        Some(Royal {
            kind,
            owner,
            king,
            calm: !self.is_threatened(threat),
        })
    }

    /// Whether what must hold after a move does.
    pub(super) fn holds_after(&mut self, safe: &'k Safe, ply: Ply) -> bool {
        let before = self.board.clone();
        let position = self.position;
        let supposing = std::mem::replace(&mut self.supposing, true);
        self.perform(ply, safe.outer);
        self.supposing = supposing;
        self.board.env = before.env;
        let holds = self.test(&safe.cond);
        self.board = before;
        self.position = position;
        holds
    }

    pub(super) fn is_threatened(&mut self, threat: &'k Threat) -> bool {
        // What threatens is not asked again of the moves that would threaten.
        if self.looking_ahead {
            return false;
        }
        let kind = threat.kind.as_ref().map(|kind| self.num(kind));
        let kind = match kind {
            None => None,
            Some(kind) => match usize::try_from(kind) {
                Ok(kind) if kind > 0 && kind < self.men.owners.len() => Some(kind),
                _ => return false,
            },
        };
        let owner = match kind.map(|kind| i32::from(self.men.owners[kind])) {
            Some(owner) if owner > 0 => owner,
            _ => self.board.mover,
        };
        let slots = match (&threat.sites, kind) {
            (Some(sites), _) => self.region(sites),
            (None, Some(kind)) => {
                let mut slots = *self.board.owned(usize::from(self.men.owners[kind]));
                for slot in Bits::new(&slots.clone()) {
                    let slot = slot as usize;
                    if self.board.what(slot) != kind {
                        slots[slot / 64] &= !(1 << (slot % 64));
                    }
                }
                slots
            }
            (None, None) => return false,
        };
        let opponent = 3 - owner;
        Bits::new(&slots).any(|slot| self.comes(opponent, slot as usize, kind))
    }

    /// Whether a player could come to a slot; where nothing stands there, also if a man of a kind did.
    fn comes(&mut self, player: i32, slot: usize, kind: Option<usize>) -> bool {
        if self.could_come(player, slot) {
            return true;
        }
        let Some(kind) = kind.filter(|_| self.board.is_empty(slot)) else {
            return false;
        };
        let men = self.men;
        self.board.put(slot, kind, &men.owners);
        let comes = self.could_come(player, slot);
        self.board.clear(slot, &men.owners);
        comes
    }

    fn could_come(&mut self, player: i32, slot: usize) -> bool {
        let men = self.men;
        let phase = self.board.phase[player as usize].max(0) as usize;
        let Some(phase) = men.phases.get(phase) else {
            return false;
        };
        let env = std::mem::replace(&mut self.board.env, [OFF; ITERS]);
        let (mover, prev) = (self.board.mover, self.board.prev);
        let safe = self.safe.take();
        self.looking_ahead = true;
        if player != mover {
            self.set_mover(player);
            self.board.prev = mover;
        }
        let comes = self.reaches(&phase.moves, slot);
        self.set_mover(mover);
        self.board.prev = prev;
        self.looking_ahead = false;
        self.safe = safe;
        self.board.env = env;
        comes
    }

    /// Whether one of the moves leads to a slot.
    fn reaches(&mut self, gen: &'k Gen, slot: usize) -> bool {
        match gen {
            Gen::None => false,
            Gen::If(cond, yes, no) => match self.test(cond) {
                true => self.reaches(yes, slot),
                false => self.reaches(no, slot),
            },
            Gen::All(parts) => parts.iter().any(|part| self.reaches(part, slot)),
            Gen::Priority(parts) => {
                // Whether a part has any move at all decides, not whether one leads to the slot.
                match parts.iter().find(|part| self.any(part)) {
                    Some(part) => self.reaches(part, slot),
                    None => false,
                }
            }
            Gen::Safe(safe) => self.reaches(&safe.moves, slot),
            Gen::Late(late) => {
                !late.never(self.board.mover as usize, slot) && self.reaches(&late.moves, slot)
            }
            Gen::Pieces(pieces) if pieces.whose.is_none() && pieces.reach(self.men).is_some() => {
                self.men_reach(pieces, slot)
            }
            _ => {
                let found = self.each(gen, &mut |_, ply| match i32::from(ply.to) == slot as i32 {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                });
                found.is_break()
            }
        }
    }

    fn men_reach(&mut self, pieces: &'k Pieces, slot: usize) -> bool {
        let Some(reach) = pieces.reach(self.men) else {
            return false;
        };
        if slot >= reach.sites {
            return false;
        }
        let mover = self.board.mover as usize;
        let mut near = *self.board.owned(mover);
        for (men, from) in near.iter_mut().zip(&reach.from[mover * reach.sites + slot]) {
            *men &= from;
        }
        Bits::new(&near).any(|origin| {
            let from = origin as usize;
            let what = self.board.what(from);
            let Some(ways) = &pieces.kinds[what] else {
                return false;
            };
            let old = self.board.bind(Iter::From, origin);
            let mut all = reach.between(what, from, slot).iter();
            let goes = all.any(|&way| self.goes(ways, &ways.ways[way as usize], from).is_some());
            self.board.bind(Iter::From, old);
            goes
        })
    }
}
