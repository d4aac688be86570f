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
    /// Whether the position at the end of a turn counts, and not the one after its first move.
    pub of_turns: bool,
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
            of_turns: game.flags.repetition_of_turns,
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

/// The number that a state would have for a position, kept up to date: a move changes a few slots,
/// so most of the position is compared with the last one, eight slots at a time.
#[derive(Clone, Debug, Default)]
pub(super) struct StateKey {
    /// Kinds, numbers and states, slot by slot, of the position that `key` belongs to. An empty
    /// board has the key 0.
    columns: [Vec<u8>; 3],
    key: u64,
}

/// The slots compared at once.
const ROW: usize = 8;

impl StateKey {
    /// The key of the position whose columns are given; `cells`: where a state keeps each of them,
    /// 0 for nowhere.
    fn update(&mut self, columns: [&[u8]; 3], cells: [usize; 3], slots: usize) -> u64 {
        for (column, (known, cell)) in columns.iter().zip(self.columns.iter_mut().zip(cells)) {
            if cell == 0 {
                continue;
            }
            known.resize(column.len(), 0);
            let rows = known.chunks_mut(ROW).zip(column.chunks(ROW));
            for (row, (known, now)) in rows.enumerate().take(slots.div_ceil(ROW)) {
                if known == now {
                    continue;
                }
                for (at, (known, now)) in known.iter_mut().zip(now).enumerate() {
                    let index = cell + row * ROW + at;
                    self.key ^= mix(index, u32::from(*known)) ^ mix(index, u32::from(*now));
                    *known = *now;
                }
            }
        }
        self.key
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

    /// A number of the position, the same for equal ones; the one that a state's own history would
    /// note, where that holds positions from before.
    #[inline(always)]
    pub(super) fn key(&mut self, repeats: &Repeats, mover: i32) -> u64 {
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

    #[inline(never)]
    fn key_of_state(&mut self, repeats: &Repeats, mover: usize) -> u64 {
        let slots = self.men.slots;
        let board = &self.board;
        let columns = [board.kinds(), board.counts(), board.states()];
        let key = self.state_key.update(columns, repeats.cells, slots);
        match mover {
            0 => key,
            mover => crate::eval::situation_hash(key, mover),
        }
    }

    /// Whether the position has come about so many times with this one, as the player's who comes
    /// next.
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
        // Mostly no rule that asks for what is pending has a move.
        if !self.men.pending_matters && !self.moves_depend_on_pending(player, true) {
            debug_assert!(!self.moves_depend_on_pending(player, false));
            return 0;
        }
        if !self.moves_depend_on_pending(player, false) {
            return 0;
        }
        let (sites, value) = (self.board.pending, self.board.pending_value);
        let mut hash = PositionHash::new();
        hash.word(value as u64);
        for site in Bits::new(&sites) {
            hash.word(site as u64);
        }
        hash.finish()
    }

    /// Whether a player's moves would be others if nothing were pending; `only_asking`: those of
    /// the rules that ask for it.
    fn moves_depend_on_pending(&mut self, player: i32, only_asking: bool) -> bool {
        let with = self.moves_in_turn(player, only_asking);
        let position = self.position;
        let pending = (self.board.pending, self.board.pending_value);
        (self.board.pending, self.board.pending_value) = ([0; W], 0);
        self.changed();
        let without = self.moves_in_turn(player, only_asking);
        (self.board.pending, self.board.pending_value) = pending;
        self.position = position;
        let ends = |ply: &Ply| (ply.rule, ply.from, ply.to);
        let depend = with.iter().map(ends).ne(without.iter().map(ends));
        self.give_back(with);
        self.give_back(without);
        depend
    }

    /// The moves of a player whose turn follows this one, or has just begun. `of_pending`: moves
    /// that ignore what is pending may be left out.
    fn moves_in_turn(&mut self, player: i32, of_pending: bool) -> Vec<Ply> {
        let mover = self.board.mover;
        self.in_turn_of(player, |own| {
            if player != mover {
                own.board.prev = mover;
            }
            own.of_pending = of_pending;
            let phase = own.phase_of(player);
            phase.map_or_else(Vec::new, |phase| own.list(&phase.moves))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Chance, SplitMix64};

    #[test]
    fn a_key_kept_up_to_date_is_the_key_of_the_position() {
        let cells = [40, 0, 200];
        let slots = 61;
        let mut chance = SplitMix64::new(3);
        let (mut kinds, counts, mut states) = ([0u8; 64], [9u8; 64], [0u8; 64]);
        let mut kept = StateKey::default();
        for _ in 0..500 {
            for _ in 0..chance.below(4) {
                let slot = chance.below(slots as u32) as usize;
                kinds[slot] = chance.below(5) as u8;
                states[chance.below(slots as u32) as usize] = chance.below(3) as u8;
            }
            let each = (0..slots).map(|slot| {
                mix(40 + slot, u32::from(kinds[slot])) ^ mix(200 + slot, u32::from(states[slot]))
            });
            let expected = each.fold(0, |key, slot| key ^ slot);
            // Numbers of pieces that a state does not keep do not matter.
            let key = kept.update([&kinds, &counts, &states], cells, slots);
            assert_eq!(key, expected);
        }
    }
}
