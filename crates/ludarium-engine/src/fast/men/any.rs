//! Whether there is a move at all.

use std::ops::ControlFlow;

use super::region::both;
use super::rule::{Kind, Pieces, Ply, Starts};
use super::terms::Test;
use super::{Course, Gen};
use crate::ir::{Iter, OFF};
use crate::set::Bits;

impl<'k, const W: usize> Course<'k, W> {
    /// Whether there is any move.
    pub(super) fn any(&mut self, gen: &'k Gen) -> bool {
        match gen {
            Gen::If(cond, yes, no) => match self.test(cond) {
                true => self.any(yes),
                false => self.any(no),
            },
            Gen::All(parts) => parts.iter().any(|part| self.any(part)),
            Gen::Longest(moves) => self.any(moves),
            // What comes last is mostly there.
            Gen::Priority(parts) if self.safe.is_none() => {
                parts.iter().rev().any(|part| self.any(part))
            }
            Gen::Priority(parts) => {
                let safe = self.safe.take();
                let part = parts.iter().find(|part| self.any(part));
                self.safe = safe;
                part.is_some_and(|part| self.any(part))
            }
            Gen::Pieces(pieces) if pieces.whose.is_none() => self.any_of_pieces(pieces),
            Gen::Pieces(_) if self.safe.is_none() && self.surely_goes(gen) => true,
            Gen::Pieces(pieces) => self.any_of_others(pieces, gen),
            Gen::Late(late) => self.any(&late.moves),
            Gen::Safe(safe) if self.looking_ahead && !safe.ahead => self.any(&safe.moves),
            Gen::Safe(safe) => {
                let outer = self.safe.replace(safe);
                let any = self.any(&safe.moves);
                self.safe = outer;
                any
            }
            Gen::Rule(id) if self.safe.is_none() => match self.any_step(*id) {
                Some(any) => any,
                None => self.is_any_listed(gen),
            },
            _ => self.is_any_listed(gen),
        }
    }

    /// Whether the man whom a rule names may step to any site, where sets tell that.
    fn any_step(&mut self, id: u16) -> Option<bool> {
        let rule = &self.men.rules[usize::from(id)];
        let Kind::Step { to, starts } = &rule.kind else {
            return None;
        };
        let parts = match to {
            Test::All(parts) => parts,
            part => std::slice::from_ref(part),
        };
        let by_sets = parts
            .iter()
            .all(|part| matches!(part, Test::At(Iter::To, _)));
        if !by_sets || rule.from.is_some() || !matches!(starts, Starts::At(..)) {
            return None;
        }
        let Some((slot, ways)) = self.start(starts) else {
            return Some(false);
        };
        let mut targets = [0; W];
        for way in ways.at(slot) {
            if !ways.guards[usize::from(way.guard)].is_empty() {
                return None;
            }
            let to = usize::from(way.to);
            targets[to / 64] |= 1 << (to % 64);
        }
        for part in parts {
            if targets == [0; W] {
                break;
            }
            if let Test::At(_, place) = part {
                targets = both(targets, self.set_of(place));
            }
        }
        Some(targets != [0; W])
    }

    /// Whether any of the mover's men has a move: first the one that had one when this was last
    /// asked.
    fn any_of_pieces(&mut self, pieces: &'k Pieces) -> bool {
        if self.safe.is_none() && self.surely_moves(pieces, self.board.mover as usize) {
            return true;
        }
        if let Some(safe) = self.safe {
            match self.calmly_moves(pieces, safe) {
                Ok(()) => return true,
                // Who must not be threatened is mostly the only one left.
                Err(Some(king)) if self.moves_from(pieces, king) => return true,
                Err(_) => {}
            }
        }
        let mover = self.board.mover as usize;
        let before = self.movable[mover];
        if self.owner(before) == mover && self.moves_from(pieces, before) {
            return true;
        }
        let set = self.starters(pieces);
        let found = Bits::new(&set).find(|&slot| self.moves_from(pieces, slot as usize));
        if let Some(slot) = found {
            self.movable[mover] = slot as usize;
        }
        found.is_some()
    }

    /// Whether any of a player's men has a move, as that player would make it: first the one that
    /// had one, or who must not be threatened afterwards.
    fn any_of_others(&mut self, pieces: &'k Pieces, gen: &'k Gen) -> bool {
        let owner = pieces.whose.as_ref().map_or(0, |whose| self.num(whose));
        let known = (1..=self.men.players as i32).contains(&owner);
        if !known || self.safe.is_some() && !pieces.others.is_empty() {
            return self.is_any_listed(gen);
        }
        let owner = owner as usize;
        let turn = (self.board.mover, self.board.next);
        let on_board = self.men.board_sites;
        let first = self.safe.and_then(|safe| self.royal_slot(safe));
        let first = first.unwrap_or(self.movable[owner]);
        if first < on_board
            && self.owner(first) == owner
            && self.other_moves_from(pieces, owner, first, turn)
        {
            return true;
        }
        let set = *self.board.owned(owner);
        let slots = Bits::new(&set).map(|slot| slot as usize);
        let found = slots
            .take_while(|&slot| slot < on_board)
            .find(|&slot| self.other_moves_from(pieces, owner, slot, turn));
        if let Some(slot) = found {
            self.movable[owner] = slot;
        }
        found.is_some()
    }

    /// Whether a player's man on a slot has a move, as that player would make it; what must hold
    /// after it is the mover's concern.
    fn other_moves_from(
        &mut self,
        pieces: &'k Pieces,
        owner: usize,
        slot: usize,
        (mover, next): (i32, i32),
    ) -> bool {
        let other = owner as i32 != mover;
        let turn = |course: &mut Self, as_owner: bool| {
            if other {
                course.set_mover(if as_owner { owner as i32 } else { mover });
                course.board.next = if as_owner { mover } else { next };
            }
        };
        turn(self, true);
        let any = self.any_from(pieces, slot, |course, ply| {
            if course.safe.is_none() {
                return true;
            }
            turn(course, false);
            let safe = course.is_safe(ply);
            turn(course, true);
            safe
        });
        turn(self, false);
        any
    }

    /// Whether there is any move, found by going through them.
    fn is_any_listed(&mut self, gen: &'k Gen) -> bool {
        let found = self.each(gen, &mut |course, ply| match course.is_safe(ply) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        found.is_break()
    }

    /// Whether it is plain that there is one of some moves, whatever must hold after a move being
    /// drawn.
    pub(super) fn surely_goes(&mut self, gen: &'k Gen) -> bool {
        match gen {
            Gen::Pieces(pieces) => self.some_surely_move(pieces),
            Gen::All(parts) => parts.iter().any(|part| self.surely_goes(part)),
            _ => false,
        }
    }

    /// The same of some men.
    #[inline]
    pub(super) fn some_surely_move(&mut self, pieces: &'k Pieces) -> bool {
        let mover = self.board.mover;
        let owner = pieces.whose.as_ref().map_or(mover, |whose| self.num(whose));
        let players = self.men.players as i32;
        (1..=players).contains(&owner) && self.surely_moves(pieces, owner as usize)
    }

    /// The slots of the mover's enemies.
    #[inline]
    pub(super) fn enemies(&self) -> [u64; W] {
        self.enemies_of(self.board.mover as usize)
    }

    /// The slots of all players but one.
    #[inline]
    pub(super) fn enemies_of(&self, player: usize) -> [u64; W] {
        match self.men.players {
            2 => *self.board.opposed_to(player),
            _ => self.all_others(player),
        }
    }

    /// The same where there are more than two players.
    #[inline(never)]
    fn all_others(&self, player: usize) -> [u64; W] {
        let (empty, nobodys) = (self.board.empty(), self.board.owned(0));
        let own = match player {
            0 => nobodys,
            player => self.board.owned(player),
        };
        std::array::from_fn(|at| self.slots[at] & !(empty[at] | nobodys[at] | own[at]))
    }

    fn moves_from(&mut self, pieces: &'k Pieces, slot: usize) -> bool {
        self.any_from(pieces, slot, |course, ply| course.is_safe(ply))
    }

    /// Whether a man on a slot has a move that will do.
    #[inline]
    fn any_from(
        &mut self,
        pieces: &'k Pieces,
        slot: usize,
        does: impl Fn(&mut Self, Ply) -> bool,
    ) -> bool {
        let what = self.board.what(slot);
        let Some(ways) = &pieces.kinds[what] else {
            let Some(moves) = pieces.other(what) else {
                return false;
            };
            let old = self.board.bind(Iter::From, slot as i32);
            let any = self.any(moves);
            self.board.bind(Iter::From, old);
            return any;
        };
        if ways.has_no_prey(slot, &self.enemies()) {
            return false;
        }
        let old = self.board.bind(Iter::From, slot as i32);
        let mut blocked = false;
        let mut all = ways.at(slot).iter();
        let moves = all.any(|way| {
            if blocked && way.nth > 0 {
                return false;
            }
            let ply = self.goes(ways, way, slot);
            blocked = ply.is_none();
            ply.is_some_and(|ply| does(self, ply))
        });
        self.board.bind(Iter::From, old);
        moves
    }

    /// Whether the player to move next has no move, asked as if it were that player's turn.
    pub(super) fn next_is_stuck(&mut self) -> bool {
        let player = self.board.next;
        if !(1..=self.men.players as i32).contains(&player) {
            return player == 0;
        }
        if self.asking {
            // Asked of the other side's moves, that is.
            return false;
        }
        let mover = self.board.mover;
        self.in_turn_of(player, |own| {
            own.board.prev = mover;
            let phase = own.phase_of(player);
            phase.is_none_or(|phase| !own.any(&phase.moves))
        })
    }

    /// Asks something as if it were a player's turn, and goes back to the mover's.
    pub(super) fn in_turn_of<R>(&mut self, player: i32, ask: impl FnOnce(&mut Self) -> R) -> R {
        // What must hold after a move of the mover's does not concern the other side's.
        let safe = self.safe.take();
        let asking = std::mem::replace(&mut self.asking, true);
        let of_pending = std::mem::take(&mut self.of_pending);
        let follower = self.follower(player);
        let board = &mut self.board;
        let (mover, old) = (board.mover, (board.next, board.prev, board.env));
        board.next = follower;
        board.env = [OFF; crate::ir::ITERS];
        self.set_mover(player);
        let answer = ask(self);
        let board = &mut self.board;
        (board.next, board.prev, board.env) = old;
        self.set_mover(mover);
        self.safe = safe;
        self.asking = asking;
        self.of_pending = of_pending;
        answer
    }
}
