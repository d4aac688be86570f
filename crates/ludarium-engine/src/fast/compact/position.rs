//! A position in one small block that is copied when a move is tried out.

use super::code::{Bits, ROOM};
use crate::layout::{ExtraSet, Field, Layout, PlayerField};
use crate::state::State;

/// The most players a position has room for.
pub(super) const PLAYERS: usize = 4;
/// The most variables and dice.
pub(super) const CELLS: usize = 8;

/// What stands where, and all that a state's header says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    /// By slot; 0 for none.
    pub what: [u8; ROOM],
    pub count: [u8; ROOM],
    /// A number that rules may write on a slot, or on what stands there.
    pub state: [u8; ROOM],
    /// The slots that are not empty.
    pub filled: Bits,
    /// By owner: 0 nobody, the players, players + 1 all together.
    pub owned: [Bits; PLAYERS + 2],
    pub pending: Bits,
    pub fields: [i32; Field::Len as usize],
    players: [[i32; PLAYERS + 2]; PlayerField::Len as usize],
    pub vars: [i32; CELLS],
    /// The values of the dice (0: used), and the faces they show.
    pub dice: [i32; CELLS],
    pub faces: [u8; CELLS],
    /// What the faces show together.
    pub pips: i32,
}

impl Position {
    /// Nothing anywhere.
    pub fn new() -> Position {
        Position {
            what: [0; ROOM],
            count: [0; ROOM],
            state: [0; ROOM],
            filled: 0,
            owned: [0; PLAYERS + 2],
            pending: 0,
            fields: [0; Field::Len as usize],
            players: [[0; PLAYERS + 2]; PlayerField::Len as usize],
            vars: [0; CELLS],
            dice: [0; CELLS],
            faces: [0; CELLS],
            pips: 0,
        }
    }

    /// A state in the small; `None` where something in it is too large. `dice` are the slots of the
    /// dice.
    pub fn of(layout: &Layout, owners: &[u8], dice: &[usize], state: &State) -> Option<Position> {
        let mut position = Position::new();
        position.fields = state.header();
        for field in PlayerField::ALL {
            for player in 0..layout.players + 2 {
                position.set_player(field, player, state.player(field, player));
            }
        }
        for slot in 0..layout.slots {
            if layout.levels == 0 {
                position.state[slot] = u8::try_from(state.state_at(slot, 0)).ok()?;
            }
            let what = state.what(slot);
            if what > 0 {
                // A stack must be of one kind.
                let height = if layout.levels > 0 {
                    state.height(slot)
                } else {
                    1
                };
                if !(0..height).all(|level| state.what_at(slot, level) == what) {
                    return None;
                }
                let count = u8::try_from(state.count(slot))
                    .ok()
                    .filter(|&count| count > 0)?;
                position.put(slot, u8::try_from(what).ok()?, count, owners);
            }
        }
        for slot in state.extra_bits(ExtraSet::Pending) {
            position.pending |= 1 << slot;
        }
        for (var, cell) in (layout.vars..layout.dice).enumerate() {
            *position.vars.get_mut(var)? = state.cell(cell);
        }
        for (die, &slot) in dice.iter().enumerate() {
            *position.dice.get_mut(die)? = state.cell(layout.dice + die);
            position.faces[die] = u8::try_from(state.state_at(slot, 0)).ok()?;
        }
        Some(position)
    }

    #[inline]
    pub fn field(&self, field: Field) -> i32 {
        self.fields[field as usize]
    }

    #[inline]
    pub fn set_field(&mut self, field: Field, value: i32) {
        self.fields[field as usize] = value;
    }

    /// A player's number; 0 for whoever is no player.
    #[inline]
    pub fn player(&self, field: PlayerField, player: usize) -> i32 {
        self.players[field as usize]
            .get(player)
            .copied()
            .unwrap_or(0)
    }

    #[inline]
    pub fn set_player(&mut self, field: PlayerField, player: usize, value: i32) {
        if let Some(cell) = self.players[field as usize].get_mut(player) {
            *cell = value;
        }
    }

    /// Puts pieces of a kind on a slot, in place of what is there. What is written on the slot
    /// stays.
    #[inline]
    pub fn put(&mut self, slot: usize, what: u8, count: u8, owners: &[u8]) {
        let owner = |what: u8| usize::from(owners[usize::from(what)]);
        self.owned[owner(self.what[slot])] &= !(1 << slot);
        self.owned[owner(what)] |= 1 << slot;
        self.filled |= 1 << slot;
        self.what[slot] = what;
        self.count[slot] = count;
    }

    /// Leaves a slot empty.
    #[inline]
    pub fn clear(&mut self, slot: usize, owners: &[u8]) {
        let owner = usize::from(owners[usize::from(self.what[slot])]);
        self.owned[owner] &= !(1 << slot);
        self.filled &= !(1 << slot);
        self.what[slot] = 0;
        self.count[slot] = 0;
        self.state[slot] = 0;
    }
}
