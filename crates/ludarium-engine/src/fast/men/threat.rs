//! Who could come to a site, and what holds after a move.

use std::ops::ControlFlow;

use super::dependence::Dependence;
use super::reach::Reach;
use super::rule::{Pieces, Ply};
use super::terms::Threat;
use super::{Course, Gen, Safe};
use crate::ir::{Iter, ITERS, OFF};
use crate::set::Bits;

/// A man who must not be threatened, as it was last asked of him.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch<const W: usize> {
    /// In which position.
    position: u64,
    kind: usize,
    /// Where he stands.
    king: usize,
    /// Whether somebody threatens him.
    hit: bool,
    /// Where a man of his side must go to put an end to that who goes plainly.
    parries: [u64; W],
    /// Where men stand each of whom alone keeps another from threatening him.
    shields: [u64; W],
    /// What else that depends on.
    depends: Dependence,
    /// Where a man would let another threaten him who leaps over one.
    ladders: [u64; W],
}

impl<const W: usize> Default for Watch<W> {
    fn default() -> Self {
        Watch {
            position: u64::MAX,
            kind: 0,
            king: 0,
            hit: false,
            parries: [u64::MAX; W],
            shields: [0; W],
            depends: Dependence {
                pending: true,
                states: true,
            },
            ladders: [0; W],
        }
    }
}

/// What a look at all who could come to a man shows beside whether somebody does.
#[derive(Clone, Copy, Debug)]
struct Held<const W: usize> {
    parries: [u64; W],
    shields: [u64; W],
    ladders: [u64; W],
}

impl<'k, const W: usize> Course<'k, W> {
    /// Whether a move may be made: mostly that is plain from where the king stands.
    pub(super) fn keeps_safe(&mut self, safe: &'k Safe, ply: Ply) -> bool {
        match self.stays_out_of_reach(safe, ply) {
            Some(stays) => stays && (safe.is_royal() || self.holds_after(safe, ply)),
            None => self.holds_after(safe, ply),
        }
    }

    /// Whether nobody threatens a king after a move that changes nothing else on the board than who
    /// stands where it begins and ends; `None` where there is more to the move, or to what must
    /// hold.
    fn stays_out_of_reach(&mut self, safe: &'k Safe, ply: Ply) -> Option<bool> {
        if self.looking_ahead {
            return None;
        }
        let (kind, owner) = self.royal(safe)?;
        let men = self.men;
        let rule = &men.rules[usize::from(ply.rule)];
        let shifts = rule.shifts.as_deref()?;
        let (from, to) = (self.slot(ply.from.into())?, self.slot(ply.to.into())?);
        if shifts.contains(&(kind as i32))
            || self.owner(from) != owner
            || self.board.count(from) != 1
        {
            return None;
        }
        let royal = self.watch(kind, owner)?;
        let depends = royal.depends;
        if depends.pending && rule.leaves_pending || depends.states && rule.sets_states {
            return None;
        }
        let has = |set: &[u64; W], slot: usize| set[slot / 64] >> (slot % 64) & 1 == 1;
        let king = royal.king;
        if from != king {
            let held = royal.hit | has(&royal.shields, from) | has(&royal.ladders, to);
            if !held {
                return Some(true);
            }
            if royal.hit && !has(&royal.parries, to) {
                return Some(false);
            }
        }
        self.keeps_from(kind, owner, king, (from, to))
    }

    /// Whether nobody comes to where a king stands after a man of his side has gone from one slot
    /// to another; `None` where some go otherwise than plainly.
    fn keeps_from(
        &mut self,
        kind: usize,
        owner: usize,
        king: usize,
        (from, to): (usize, usize),
    ) -> Option<bool> {
        let men = self.men;
        let enemy = self.only_enemy(owner)?;
        let king = if from == king { to } else { king };
        let (pieces, reach) = self.plain_men(enemy, king)?;
        let near = reach.near(enemy, king);
        let mut left: [u64; W] = std::array::from_fn(|at| self.board.owned(enemy)[at] & near[at]);
        left[to / 64] &= !(1 << (to % 64));
        if left == [0; W] {
            return Some(true);
        }
        let mut full = self.board.empty().map(|empty| !empty);
        full[from / 64] &= !(1 << (from % 64));
        full[to / 64] |= 1 << (to % 64);
        let class = men.classes[enemy][kind];
        if let Some(comes) = self.comes_past(reach, class, king, (&left, &full)) {
            return Some(!comes);
        }
        let owners = &men.owners;
        let taken = self.board.man(to);
        let pending = (self.board.pending, self.board.pending_value);
        self.board.shift(from, to, owners);
        self.board.clear_pending();
        let comes = self.comes_plainly(pieces, reach, enemy, king, None);
        (self.board.pending, self.board.pending_value) = pending;
        self.board.shift(to, from, owners);
        self.board.set_down(to, taken, owners);
        Some(!comes)
    }

    /// Whether it is plain that one of the mover's men has a move that leaves nobody threatened who
    /// must not be: who is not threatened now is not when somebody goes who kept nobody from him.
    /// `None` where it is not plain; then where he stands, if that is known.
    pub(super) fn calmly_moves(
        &mut self,
        pieces: &Pieces,
        safe: &'k Safe,
    ) -> Result<(), Option<usize>> {
        if self.looking_ahead || !safe.is_royal() {
            return Err(None);
        }
        let mover = self.board.mover as usize;
        let royal = self.royal(safe).filter(|&(_, owner)| owner == mover);
        let (kind, _) = royal.ok_or(None)?;
        let royal = self.watch(kind, mover).ok_or(None)?;
        let king = royal.king;
        if royal.hit || royal.ladders != [0; W] {
            return Err(Some(king));
        }
        let (shields, by_states) = (royal.shields, royal.depends.states);
        let piles = self.board.piles();
        let sets = self.by_class(mover);
        for of in &pieces.of_owner[mover] {
            let men = self.on_board(of.kind);
            let free = std::array::from_fn(|at| men[at] & !shields[at] & !piles[at]);
            if of.kind == kind || free == [0; W] {
                continue;
            }
            for front in &of.calm[usize::from(!by_states)] {
                if self.abreast(&free, front, &sets) != [0; W] {
                    return Ok(());
                }
            }
        }
        Err(Some(king))
    }

    /// A player's men, if they go plainly and nothing else could lead to a slot.
    #[inline]
    fn plain_men(&mut self, player: usize, slot: usize) -> Option<(&'k Pieces, &'k Reach)> {
        if self.has_moved(player) {
            return None;
        }
        let men = self.men;
        if self.plain.is_empty() {
            let phases = men.phases.iter().map(|phase| phase.moves.plain(men));
            self.plain = phases.collect();
        }
        let phase = self.board.phase[player].max(0) as usize;
        let plain = self.plain.get(phase)?.as_ref()?;
        plain
            .is_all(player, slot)
            .then_some((plain.pieces, plain.reach))
    }

    /// Whether it is a player's turn still who made the last move, too: that may be another turn
    /// than one that is only supposed.
    #[inline]
    fn has_moved(&self, player: usize) -> bool {
        player as i32 == self.board.mover && player as i32 == self.board.prev
    }

    /// A player's only enemy.
    #[inline]
    fn only_enemy(&self, player: usize) -> Option<usize> {
        (self.men.players == 2).then(|| 3 - player)
    }

    /// The only man of a kind, if all that could come to him go plainly.
    #[inline]
    fn watch(&mut self, kind: usize, owner: usize) -> Option<&Watch<W>> {
        let enemy = self.only_enemy(owner)?;
        if self.has_moved(enemy) {
            return None;
        }
        let known = &self.watches[owner];
        if known.position != self.position || known.kind != kind {
            let men = self.board.of_kind(kind, &self.men.owners);
            let mut all = Bits::new(&men);
            let king = all.next().filter(|_| all.next().is_none())? as usize;
            let (pieces, reach) = self.plain_men(enemy, king)?;
            if king >= reach.sites {
                return None;
            }
            let mut held = Held {
                parries: [u64::MAX; W],
                shields: [0; W],
                ladders: [0; W],
            };
            let hit = self.comes_plainly(pieces, reach, enemy, king, Some(&mut held));
            self.watches[owner] = Watch {
                position: self.position,
                kind,
                king,
                hit,
                parries: held.parries,
                shields: held.shields,
                depends: reach.depends,
                ladders: held.ladders,
            };
        }
        Some(&self.watches[owner])
    }

    /// Whether some men near a slot come to it, with somebody on it of a class as they see it, were
    /// some slots full and nothing pending; `None` where that is not all that their ways ask.
    fn comes_past(
        &self,
        reach: &Reach,
        class: u8,
        slot: usize,
        (near, full): (&[u64; W], &[u64; W]),
    ) -> Option<bool> {
        // Sites without a value stay pending after a move.
        let mut known = self.board.pending_value != 0 || self.board.pending == [0; W];
        for origin in Bits::new(near) {
            let from = origin as usize;
            for look in reach.between(self.board.what(from), from, slot) {
                if look.classes >> class & 1 == 0 || look.pending {
                    continue;
                }
                let passed = reach.passed(look).iter().zip(full);
                let over = passed.map(|(passed, full)| (passed & full).count_ones());
                if look.sure && over.sum::<u32>() == u32::from(look.leaps) {
                    return Some(true);
                }
                known &= look.sure;
            }
        }
        known.then_some(false)
    }

    /// Whether a player's men come to a slot; adds to `held` each man who alone keeps another from
    /// it, and each empty site where a man would bring one there, and leaves there of the slots
    /// those where a man would have to go to keep all from it who come.
    fn comes_plainly(
        &mut self,
        pieces: &'k Pieces,
        reach: &'k Reach,
        player: usize,
        slot: usize,
        mut held: Option<&mut Held<W>>,
    ) -> bool {
        if slot >= reach.sites {
            return false;
        }
        let mut near = *self.board.owned(player);
        for (men, from) in near.iter_mut().zip(reach.near(player, slot)) {
            *men &= from;
        }
        let class = self.men.classes[player][self.board.what(slot)];
        let mut comes = false;
        let pending = self.board.is_pending();
        for origin in Bits::new(&near) {
            let from = origin as usize;
            let what = self.board.what(from);
            for look in reach.between(what, from, slot) {
                if look.classes >> class & 1 == 0 || look.pending && !pending {
                    continue;
                }
                let mut between = [0; W];
                let empty = self.board.empty();
                for (at, word) in between.iter_mut().enumerate() {
                    *word = reach.passed(look)[at] & !empty[at];
                }
                let this = if look.sure && !look.leaps {
                    between == [0; W]
                } else if look.sure {
                    between.iter().map(|word| word.count_ones()).sum::<u32>() == 1
                } else {
                    self.goes_there(pieces, player, (from, slot), look.way)
                };
                comes |= this;
                match &mut held {
                    // Whatever else there may be to the way, men on it may keep others from it.
                    Some(held) => {
                        let men = between.iter().map(|word| word.count_ones()).sum::<u32>();
                        let alone = 1 + u32::from(look.leaps);
                        if men == alone || !look.sure {
                            for (all, word) in held.shields.iter_mut().zip(between) {
                                *all |= word;
                            }
                        }
                        if look.leaps {
                            for (all, word) in held.ladders.iter_mut().zip(reach.passed(look)) {
                                *all |= word;
                            }
                        } else if this && look.sure {
                            let passed = reach.passed(look);
                            for (at, all) in held.parries.iter_mut().enumerate() {
                                let man = if at == from / 64 { 1 << (from % 64) } else { 0 };
                                *all &= passed[at] | man;
                            }
                        }
                    }
                    None if comes => return true,
                    None => {}
                }
            }
        }
        comes
    }

    /// Whether a player's man may go a way, were it that player's turn.
    fn goes_there(
        &mut self,
        pieces: &'k Pieces,
        player: usize,
        (from, slot): (usize, usize),
        way: u32,
    ) -> bool {
        let Some(ways) = &pieces.kinds[self.board.what(from)] else {
            return false;
        };
        let player = player as i32;
        let prev = match player == self.board.mover {
            true => self.board.prev,
            false => self.board.mover,
        };
        self.as_mover((player, prev), |course| {
            course.board.bind(Iter::From, from as i32);
            let ply = course.goes(ways, &ways.ways[way as usize], from);
            ply.is_some_and(|ply| i32::from(ply.to) == slot as i32)
        })
    }

    /// What a look shows as if it were a player's turn, who only threatens.
    fn as_mover(
        &mut self,
        (player, owner): (i32, i32),
        look: impl FnOnce(&mut Self) -> bool,
    ) -> bool {
        let env = std::mem::replace(&mut self.board.env, [OFF; ITERS]);
        // Dice of the surrounding rule stay what they are.
        for iter in [Iter::Pips, Iter::Die] {
            self.board.bind(iter, env[iter as usize]);
        }
        let deciding = std::mem::replace(&mut self.deciding, false);
        let (mover, prev) = (self.board.mover, self.board.prev);
        let safe = self.safe.take();
        let before = std::mem::replace(&mut self.looking_ahead, true);
        let of_pending = std::mem::take(&mut self.of_pending);
        if player != mover {
            // Only the mover changes: who comes next stays who it is.
            self.set_mover(player);
        }
        self.board.prev = owner;
        let found = look(self);
        self.set_mover(mover);
        self.board.prev = prev;
        self.looking_ahead = before;
        self.of_pending = of_pending;
        self.deciding = deciding;
        self.safe = safe;
        self.board.env = env;
        found
    }

    /// Whether what must hold after a move does.
    pub(super) fn holds_after(&mut self, safe: &'k Safe, ply: Ply) -> bool {
        let before = self.keep();
        // Whom an earlier move has chosen to go on is no part of this one.
        self.board.next_set = 0;
        let supposing = std::mem::replace(&mut self.supposing, true);
        self.perform(ply, safe.outer);
        self.supposing = supposing;
        self.board.env = before.board.env;
        if self.looking_ahead {
            // Whoever threatens has moved now: the next player is the one after.
            self.board.next = match self.board.next_set {
                0 => self.follower(self.board.mover),
                next => next,
            };
        } else if self.board.next_set == self.board.mover {
            // Where the mover would go on, the one before counts as the next.
            self.board.next = self.board.prev;
        } else if self.board.next_set > 0 {
            self.board.next = self.board.next_set;
        }
        let holds = self.test(&safe.cond);
        self.go_back(before);
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
        if let (None, None, Some(kind)) = (&threat.sites, &threat.moves, kind) {
            let owner = usize::from(self.men.owners[kind]);
            if let Some(watch) = (owner > 0).then(|| self.watch(kind, owner)).flatten() {
                return watch.hit;
            }
        }
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
        let moves = threat.moves.as_ref();
        let mut opponents = (1..=self.men.players as i32).filter(|&player| player != owner);
        opponents.any(|opponent| {
            let players = (opponent, owner);
            Bits::new(&slots).any(|slot| self.comes(players, slot as usize, kind, moves))
        })
    }

    /// Whether a player could come to a slot, by some moves only if they are named; where nothing
    /// stands there, also if a man of a kind did.
    fn comes(
        &mut self,
        players: (i32, i32),
        slot: usize,
        kind: Option<usize>,
        moves: Option<&'k Gen>,
    ) -> bool {
        if self.could_come(players, slot, moves) {
            return true;
        }
        let Some(kind) = kind.filter(|_| self.board.is_empty(slot)) else {
            return false;
        };
        let men = self.men;
        let man = self.board.man(slot);
        self.board.put(slot, kind, &men.owners);
        let comes = self.could_come(players, slot, moves);
        self.board.clear(slot, &men.owners);
        self.board.set_state(slot, man[1]);
        comes
    }

    /// Whether a player could come to a slot after a turn of the other player.
    fn could_come(
        &mut self,
        (player, owner): (i32, i32),
        slot: usize,
        moves: Option<&'k Gen>,
    ) -> bool {
        if let Some(moves) = moves {
            return self.as_mover((player, owner), |course| course.reaches(moves, slot));
        }
        if let Some((pieces, reach)) = self.plain_men(player as usize, slot) {
            return self.comes_plainly(pieces, reach, player as usize, slot, None);
        }
        match self.phase_of(player) {
            Some(phase) => {
                self.as_mover((player, owner), |course| course.reaches(&phase.moves, slot))
            }
            None => false,
        }
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
            Gen::Safe(safe) if !safe.ahead => self.reaches(&safe.moves, slot),
            // Few lead there, if any.
            Gen::Safe(safe) if !self.reaches(&safe.moves, slot) => false,
            Gen::Late(late) => {
                !late.never(self.board.mover as usize, slot) && self.reaches(&late.moves, slot)
            }
            Gen::Pieces(pieces) if pieces.reach(self.men).is_some() => {
                let mover = self.board.mover;
                let whose = pieces.whose.as_ref().map_or(mover, |whose| self.num(whose));
                match whose == mover {
                    true => self.men_reach(pieces, slot),
                    false => self.one_reaches(gen, slot),
                }
            }
            _ => self.one_reaches(gen, slot),
        }
    }

    /// The same, move by move.
    fn one_reaches(&mut self, gen: &'k Gen, slot: usize) -> bool {
        let found = self.each(gen, &mut |_, ply| match i32::from(ply.to) == slot as i32 {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        found.is_break()
    }

    fn men_reach(&mut self, pieces: &'k Pieces, slot: usize) -> bool {
        let mover = self.board.mover as usize;
        match pieces.reach(self.men) {
            Some(reach) => self.comes_plainly(pieces, reach, mover, slot, None),
            None => false,
        }
    }
}
