//! Moves: decisions without their consequences.

use crate::position_hash::PositionHash;

/// One decision of a player. Its consequences are computed when it is applied
/// ([`Game::apply`](crate::Game::apply)); [`Game::explain`](crate::Game::explain) spells them out.
///
/// `from` and `to` are slots: site numbers of the board's own site type and of the containers
/// after it; sites of other types follow (see [`Game::site_of_slot`](crate::Game::site_of_slot)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The rule that generated it (an index into the game's rules).
    pub(crate) rule: u16,
    /// Origin; [`Move::NOWHERE`] if none.
    pub from: u16,
    /// Target; [`Move::NOWHERE`] if none.
    pub to: u16,
    /// Other data that the rule needs.
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

    /// Stores a 32-bit number in two cells of the payload.
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

    /// The move in two words.
    #[inline]
    pub(crate) fn to_words(self) -> [u64; 2] {
        let [a, b, c, d, e] = self.payload.map(|cell| u64::from(cell as u16));
        let first = u64::from(self.rule) | u64::from(self.from) << 16 | u64::from(self.to) << 32;
        [first | a << 48, b | c << 16 | d << 32 | e << 48]
    }

    /// The move as sixteen bytes, the same on every machine.
    ///
    /// The bytes refer to a rule of the compiled game, so they mean the same move only for the same
    /// game, compiled by the same version of this crate. For permanent storage, use the text of the
    /// move instead.
    ///
    /// ```
    /// # let text = r#"(game "Line of Three" (players 2)
    /// #     (equipment { (board (square 3)) (piece "Mark" Each) })
    /// #     (rules (play (move Add (to (sites Empty))))
    /// #         (end (if (is Line 3) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("three.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// use ludarium_engine::{Move, SplitMix64};
    ///
    /// let mut state = game.start(&mut SplitMix64::new(1));
    /// let mv = game.legal_moves(&mut state)[4];
    /// assert_eq!(Move::from_bytes(mv.to_bytes()), mv);
    /// ```
    #[inline]
    #[must_use]
    pub fn to_bytes(self) -> [u8; 16] {
        let [first, second] = self.to_words();
        (u128::from(first) | u128::from(second) << 64).to_le_bytes()
    }

    /// Decodes the bytes of [`Move::to_bytes`].
    ///
    /// Any sixteen bytes decode to a move, but usually not to a legal one: make it with
    /// [`Game::play`](crate::Game::play), which checks it.
    #[inline]
    #[must_use]
    pub fn from_bytes(bytes: [u8; 16]) -> Move {
        let bits = u128::from_le_bytes(bytes);
        let part = |index: u32| (bits >> (16 * index)) as u16;
        Move {
            rule: part(0),
            from: part(1),
            to: part(2),
            payload: [3, 4, 5, 6, 7].map(|index| part(index) as i16),
        }
    }

    /// A hash that identifies the move among the moves of its game, the same on every machine.
    ///
    /// Keys of moves of different games must not be compared.
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
