//! Moves: what was decided, not yet what follows from it.

use crate::position_hash::PositionHash;

/// One decision of a player. Its consequences are computed when it is applied
/// ([`Game::apply`](crate::Game::apply)); [`Game::explain`](crate::Game::explain) spells them out.
///
/// `from` and `to` are slots: site numbers of the board's own site type and of the containers
/// after it; sites of other types follow (see [`Game::site_of_slot`](crate::Game::site_of_slot)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Which rule made it (an index into the game's rules).
    pub(crate) rule: u16,
    /// Origin; [`Move::NOWHERE`] if none.
    pub from: u16,
    /// Target; [`Move::NOWHERE`] if none.
    pub to: u16,
    /// Whatever else the rule must remember.
    pub(crate) payload: [i16; 5],
}

impl Move {
    /// The slot of a move that has no origin or target.
    pub const NOWHERE: u16 = u16::MAX;

    pub(crate) const fn new(rule: u16, from: i32, to: i32) -> Move {
        Move {
            rule,
            from: from as u16,
            to: to as u16,
            payload: [0; 5],
        }
    }

    /// Stores a 32-bit number in two cells of the load.
    #[inline]
    pub(crate) fn put(&mut self, cell: usize, value: i32) {
        self.payload[cell] = value as i16;
        self.payload[cell + 1] = (value >> 16) as i16;
    }

    /// The number stored by [`Move::put`].
    #[inline]
    pub(crate) fn get(&self, cell: usize) -> i32 {
        i32::from(self.payload[cell + 1]) << 16 | i32::from(self.payload[cell] as u16)
    }

    /// The move in two words, all of it.
    #[inline]
    pub(crate) fn to_words(self) -> [u64; 2] {
        let [a, b, c, d, e] = self.payload.map(|cell| u64::from(cell as u16));
        let first = u64::from(self.rule) | u64::from(self.from) << 16 | u64::from(self.to) << 32;
        [first | a << 48, b | c << 16 | d << 32 | e << 48]
    }

    /// A hash that stands for the move among the moves of its game, the same on every machine.
    ///
    /// Moves of the same name in two games have nothing in common; neither have their keys.
    #[inline]
    #[must_use]
    pub fn key(self) -> u64 {
        let mut hash = PositionHash::new();
        hash.words(&self.to_words());
        hash.finish()
    }

    /// The origin as a slot, or -1.
    #[inline]
    #[must_use]
    pub fn origin(&self) -> i32 {
        i32::from(self.from as i16)
    }

    /// The target as a slot, or -1.
    #[inline]
    #[must_use]
    pub fn target(&self) -> i32 {
        i32::from(self.to as i16)
    }
}

const _: () = assert!(std::mem::size_of::<Move>() == 16);
