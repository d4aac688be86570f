//! Positions that come again.

use super::rule::Ply;
use super::{Course, PieceKernel};
use crate::game::Game;
use crate::ir::Repetition;
use crate::position_hash::PositionHash;
use crate::set::Bits;
use crate::state::mix;

/// What is compared of two positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Repeats {
    /// Whether it counts whose turn it is.
    situation: bool,
    /// Whether it counts what is pending, where that adds to the moves.
    pending: bool,
    /// Where a state keeps kinds, numbers and states, slot by slot; 0 where it does not.
    cells: [usize; 3],
}

impl Repeats {
    /// `None` where no rule asks, or one does for the positions of a turn.
    pub fn of(game: &Game) -> Option<Repeats> {
        let layout = &game.layout;
        let situation = match game.flags.repetition_kind? {
            Repetition::Positional => false,
            Repetition::Situational => true,
            Repetition::PositionalInTurn | Repetition::SituationalInTurn => return None,
        };
        Some(Repeats {
            situation,
            pending: situation && !game.flags.rolls,
            cells: [layout.what, layout.count, layout.state],
        })
    }

    /// Whether a rule compares the same.
    pub fn is_of(self, kind: Repetition) -> bool {
        match kind {
            Repetition::Positional => !self.situation,
            Repetition::Situational => self.situation,
            Repetition::PositionalInTurn | Repetition::SituationalInTurn => false,
        }
    }
}

impl<const W: usize> Course<'_, W> {
    /// Takes over the positions that a state remembers.
    pub(super) fn remember(&mut self, history: &[u64]) {
        let Some(repeats) = &self.men.repeats else {
            return;
        };
        // A single position is this one: it may go by another number.
        if history.len() > 1 {
            self.past.begin(history);
            self.past.has_earlier = true;
        } else {
            let mover = self.board.mover;
            let key = self.key(repeats, mover) ^ self.pending_key(repeats, mover);
            self.past.add(key);
        }
    }

    /// A number of the position, the same for equal ones; the one that a state's own history would note, where
    /// that holds positions from before.
    #[inline(always)]
    pub(super) fn key(&self, repeats: &Repeats, mover: i32) -> u64 {
        let mover = match repeats.situation {
            true => mover as usize,
            false => 0,
        };
        if self.past.has_earlier {
            return self.key_of_state(repeats, mover);
        }
        let PieceKernel { owners, states, .. } = self.men;
        let mut hash = PositionHash::new();
        hash.word(mover as u64);
        self.board.hash_men(owners.len(), *states, &mut hash);
        hash.finish()
    }

    #[cold]
    fn key_of_state(&self, repeats: &Repeats, mover: usize) -> u64 {
        let [what, count, state] = repeats.cells;
        let mut key = 0;
        for slot in 0..self.men.slots {
            key ^= mix(what + slot, self.board.what(slot) as u32);
            if count > 0 {
                key ^= mix(count + slot, self.board.count(slot) as u32);
            }
            if state > 0 {
                key ^= mix(state + slot, self.board.state(slot) as u32);
            }
        }
        match mover {
            0 => key,
            mover => crate::eval::situation_hash(key, mover),
        }
    }

    /// Whether the position has come about so many times with this one, as the player's who comes next.
    #[inline(always)]
    pub(super) fn has_come(&mut self, times: usize) -> bool {
        let Some(repeats) = &self.men.repeats else {
            return false;
        };
        let next = match self.board.next_set {
            0 => self.follower(self.board.mover),
            next => next,
        };
        let key = self.key_now(repeats, next);
        self.past.contains_times(key, times - 1)
    }

    /// The number of the position as it is now, which is mostly asked for twice.
    #[inline(always)]
    pub(super) fn key_now(&mut self, repeats: &Repeats, mover: i32) -> u64 {
        let now = (self.position, mover);
        match self.keyed {
            (known, key) if known == now => key,
            _ => {
                let key = self.key(repeats, mover) ^ self.pending_key(repeats, mover);
                self.keyed = (now, key);
                key
            }
        }
    }

    /// What the pending sites add to the number of a position: in chess, the right to capture en
    /// passant; 0 where the moves of the player who comes next are the same without them.
    #[inline(always)]
    fn pending_key(&mut self, repeats: &Repeats, mover: i32) -> u64 {
        match repeats.pending && self.board.is_pending() {
            true => self.pending_key_of(mover),
            false => 0,
        }
    }

    #[cold]
    fn pending_key_of(&mut self, player: i32) -> u64 {
        let (sites, value) = (self.board.pending, self.board.pending_value);
        let with = self.moves_in_turn(player);
        (self.board.pending, self.board.pending_value) = ([0; W], 0);
        self.changed();
        let without = self.moves_in_turn(player);
        (self.board.pending, self.board.pending_value) = (sites, value);
        self.changed();
        let ends = |list: &[Ply]| -> Vec<(u16, i16, i16)> {
            list.iter()
                .map(|ply| (ply.rule, ply.from, ply.to))
                .collect()
        };
        let same = ends(&with) == ends(&without);
        self.give_back(with);
        self.give_back(without);
        if same {
            return 0;
        }
        let mut hash = PositionHash::new();
        hash.word(value as u64);
        for site in Bits::new(&sites) {
            hash.word(site as u64);
        }
        hash.finish()
    }

    /// The moves of a player whose turn follows this one, or has just begun.
    fn moves_in_turn(&mut self, player: i32) -> Vec<Ply> {
        let mover = self.board.mover;
        self.in_turn_of(player, |own| {
            if player != mover {
                own.board.prev = mover;
            }
            let phase = own.phase_of(player);
            phase.map_or_else(Vec::new, |phase| own.list(&phase.moves))
        })
    }
}
