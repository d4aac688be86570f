//! The memory layout of a game's states.

use ludarium_board::SiteType;

use crate::places::Places;

/// The kind of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContainerKind {
    /// The board.
    Board,
    /// A player's hand, or a shared hand.
    Hand,
    /// Dice, throwing sticks or the like.
    Dice,
    /// A deck of cards.
    Deck,
}

/// A board, a hand, a set of dice: sites that hold pieces.
#[derive(Clone, Debug)]
pub struct Container {
    /// The name that rules use for it.
    pub name: String,
    /// Its kind.
    pub kind: ContainerKind,
    /// The player it belongs to; 0 for none, players + 1 for all.
    pub owner: usize,
    /// Its first site.
    pub first: usize,
    /// The number of its sites.
    pub size: usize,
}

/// The properties of pieces that a game uses, and the offsets of all data in the block of a state.
///
/// The block is an array of 64-bit words: first the sets (one bit per slot), then cells of 32 bits,
/// two to a word. Cells are numbered from the beginning of the block.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The fingerprint of the game.
    pub(crate) fingerprint: u64,
    /// Number of players.
    pub players: usize,
    /// Sites of the board's own type.
    pub board_sites: usize,
    /// Sites of the board's own type and of all containers.
    pub sites: usize,
    /// All slots: `sites`, then the sites of the board's other types if the game uses them.
    pub slots: usize,
    /// First slot of the sites of each type, by [`type_index`].
    pub(crate) base: [usize; 3],
    /// Number of sites of each type on the board, by [`type_index`].
    pub(crate) lens: [usize; 3],
    /// The index of the board's own type.
    pub(crate) own: usize,
    /// The maximum height of a stack; 0 if pieces do not stack.
    pub levels: usize,
    /// The number of 64-bit words in a set.
    pub(crate) set_words: usize,
    /// The number of 64-bit words in the block.
    pub(crate) words: usize,
    /// First cell of the per-player values.
    pub(crate) player_at: usize,
    /// First cell of the kinds of pieces, by slot.
    pub(crate) what: usize,
    /// First cell of the counts, by slot (0: not used).
    pub(crate) count: usize,
    /// First cell of the states, by slot (0: not used).
    pub(crate) state: usize,
    /// First cell of the rotations, by slot (0: not used).
    pub(crate) rotation: usize,
    /// First cell of the piece values, by slot (0: not used).
    pub(crate) value: usize,
    /// First cell of the hidden marks (0: not used): `hidden_cells` for each slot. Each player has
    /// one bit for each kind of data.
    pub hidden: usize,
    /// Cells of the hidden marks of one slot.
    pub(crate) hidden_cells: usize,
    /// First cell of the stacks' heights (0: not used).
    pub(crate) height: usize,
    /// First cell of the stacks: `levels` entries per slot, each of the form what | state << 12 |
    /// rotation << 24.
    pub(crate) stack: usize,
    /// First cell of the values in stacks (0: not used).
    pub(crate) stack_value: usize,
    /// First cell of the named variables.
    pub(crate) vars: usize,
    /// First cell of the die values of the current throw.
    pub(crate) dice: usize,
    /// The number of dice in all containers.
    pub dice_len: usize,
    /// Whether a piece has no data besides its kind: no stacks, counts, states, rotations, values,
    /// hidden marks, order of arrival.
    pub(crate) kinds_only: bool,
    /// First cell of the costs of sites (0: not used).
    pub(crate) cost: usize,
    /// First cell of the order of arrival of the pieces, by slot, followed by the number of
    /// arrivals so far (0: not used).
    pub(crate) order: usize,
    /// First list of the state that holds the pieces of a kind, in a game with stacks whose rules
    /// depend on the order of pieces or on pieces that are gone (0: not used). The lists of the
    /// other kinds follow; they are the last ones.
    pub(crate) piece_lists: usize,
    /// The two cells of the state of the generator for listing moves (0: not used).
    pub(crate) listing_seed: usize,
    /// First cell of the phases (colours) of sites that the rules change (0: not used).
    pub(crate) site_phase: usize,
    /// The counts of pieces by their places on tracks.
    pub(crate) places: Places,
}

/// Players whose hidden marks share a cell: each needs as many bits as there are kinds of data.
pub(crate) const HIDDEN_PLAYERS: usize = 32 / crate::action::Hidden::COUNT;

/// 0 for cells, 1 for vertices, 2 for edges.
#[inline]
#[must_use]
pub fn type_index(kind: SiteType) -> usize {
    match kind {
        SiteType::Cell => 0,
        SiteType::Vertex => 1,
        SiteType::Edge => 2,
    }
}

/// The inverse of [`type_index`].
#[must_use]
pub fn type_of_index(index: usize) -> SiteType {
    [SiteType::Cell, SiteType::Vertex, SiteType::Edge][index]
}

/// The sets of a state, in this order: occupied slots by owner (0 neutral, players, shared), then
/// these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtraSet {
    /// Slots covered by large pieces: stored as the set of an owner that is not a player, and
    /// accessed by that owner's number.
    #[allow(dead_code)]
    Covered,
    /// Slots without a piece.
    Empty,
    /// Pending sites.
    Pending,
    /// Sites visited this turn.
    Visited,
    /// Pieces to be removed at the end of the turn.
    ToClear,
}

impl ExtraSet {
    /// The number of these sets.
    pub const COUNT: usize = 5;
}

/// The header: numbers that the states of all games have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
#[repr(usize)]
pub enum Field {
    Mover,
    Next,
    Prev,
    /// The player to move next, set by a rule (0: not set).
    NextSet,
    Counter,
    Moves,
    Turns,
    MovesThisTurn,
    LastFrom,
    LastTo,
    LastLevelFrom,
    LastLevelTo,
    LastPass,
    Temp,
    Pot,
    Over,
    Winner,
    TrumpSuit,
    PassesInARow,
    DiceEqual,
    /// Bit 0 is set after the roll of this ply; the other bits are the enclosing conditions that
    /// held.
    Rolled,
    /// Pending flag set without a site: 1 + value.
    PendingValue,
    /// The player of the previous turn (differs from Prev within a turn of several moves).
    PrevTurn,
    /// The proposition that was decided + 1.
    Decided,
    /// The number of players still in the game.
    Active,
    /// Always -1: the header has the same fields in every version of the encoding.
    LastBetween,
    /// The site of the last elementary action of the last move, if a rule reads it.
    LastToAfter,
    /// The last proposition + 1.
    Proposed,
    /// The number of earlier positions that no longer count for repetition.
    HistorySince,
    /// The number of players ranked from the bottom so far.
    Losers,
    /// Always 0: the header has the same fields in every version of the encoding.
    PhaseChanges,
    /// The origin of the last elementary action of the last move, if a rule reads it.
    LastFromAfter,
    /// The origin of the first move of the turn, if a rule reads it.
    TurnFrom,
    /// The reason why the engine stopped the game + 1.
    Fault,
    Len,
}

impl Field {
    /// All fields, in order.
    pub(crate) const ALL: [Field; Field::Len as usize] = [
        Field::Mover,
        Field::Next,
        Field::Prev,
        Field::NextSet,
        Field::Counter,
        Field::Moves,
        Field::Turns,
        Field::MovesThisTurn,
        Field::LastFrom,
        Field::LastTo,
        Field::LastLevelFrom,
        Field::LastLevelTo,
        Field::LastPass,
        Field::Temp,
        Field::Pot,
        Field::Over,
        Field::Winner,
        Field::TrumpSuit,
        Field::PassesInARow,
        Field::DiceEqual,
        Field::Rolled,
        Field::PendingValue,
        Field::PrevTurn,
        Field::Decided,
        Field::Active,
        Field::LastBetween,
        Field::LastToAfter,
        Field::Proposed,
        Field::HistorySince,
        Field::Losers,
        Field::PhaseChanges,
        Field::LastFromAfter,
        Field::TurnFrom,
        Field::Fault,
    ];
}

/// The per-player cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
#[repr(usize)]
pub enum PlayerField {
    Score,
    Value,
    Amount,
    Phase,
    /// 1 while the player is in the game.
    Active,
    Team,
    /// 1 if the player's last move was a pass.
    Passed,
    /// One bit for each named event.
    Triggered,
    /// Twice the rank; 0 while undecided.
    Rank,
    /// The player whose seat this player holds (after swaps).
    Seat,
    /// The vote cast + 1.
    Vote,
    /// 1 if the player had no move when last to move.
    Stalemated,
    Len,
}

impl PlayerField {
    /// All fields, in order.
    pub(crate) const ALL: [PlayerField; PlayerField::Len as usize] = [
        PlayerField::Score,
        PlayerField::Value,
        PlayerField::Amount,
        PlayerField::Phase,
        PlayerField::Active,
        PlayerField::Team,
        PlayerField::Passed,
        PlayerField::Triggered,
        PlayerField::Rank,
        PlayerField::Seat,
        PlayerField::Vote,
        PlayerField::Stalemated,
    ];
}

/// The data that the states of a game must hold, determined from the ludemes that it uses.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Needs {
    pub stacking: bool,
    pub large_stack: bool,
    pub counts: bool,
    pub states: bool,
    pub rotations: bool,
    pub values: bool,
    pub hidden: bool,
    pub costs: bool,
    pub phases: bool,
    /// Rules iterate over pieces in the order of their arrival.
    pub order: bool,
    /// Whether listing moves draws random numbers.
    pub listing_seed: bool,
    /// Types of sites besides the board's own, by [`type_index`].
    pub types: [bool; 3],
}

/// The sizes of the parts of a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    pub players: usize,
    /// Sites of each type on the board, by [`type_index`].
    pub lens: [usize; 3],
    /// Sites of the board's own type and of all containers.
    pub sites: usize,
    /// Named variables.
    pub vars: usize,
    pub dice: usize,
}

impl Layout {
    /// Assigns an offset to each part of the state.
    pub(crate) fn build(needs: &Needs, sizes: &Sizes, own: usize, places: Places) -> Layout {
        let &Sizes {
            players,
            lens,
            sites,
            vars,
            dice: dice_len,
        } = sizes;
        /// The maximum height of a stack, and of a stack on a board for large stacks.
        const LEVELS: [usize; 2] = [32, 128];
        let mut slots = sites;
        let mut base = [0; 3];
        for site_type in (0..3).filter(|&site_type| site_type != own && needs.types[site_type]) {
            base[site_type] = slots;
            slots += lens[site_type];
        }
        for site_type in (0..3).filter(|&site_type| site_type != own && !needs.types[site_type]) {
            // Beyond the last slot: these sites do not exist.
            base[site_type] = slots;
        }
        let set_words = slots.div_ceil(64).max(1);
        let levels = if needs.stacking {
            LEVELS[usize::from(needs.large_stack)]
        } else {
            0
        };
        // After the sets.
        let mut cells = 2 * (players + 2 + ExtraSet::COUNT) * set_words;
        let mut reserve = |wanted: bool, len: usize| {
            let first = cells;
            if !wanted {
                return 0;
            }
            cells += len;
            first
        };
        let stacking = needs.stacking;
        let hidden_cells = players.div_ceil(HIDDEN_PLAYERS).max(1);
        let mut layout = Layout {
            fingerprint: 0,
            players,
            board_sites: lens[own],
            sites,
            slots,
            base,
            lens,
            own,
            levels,
            set_words,
            words: 0,
            player_at: reserve(true, PlayerField::Len as usize * (players + 2)),
            vars: reserve(true, vars),
            dice: reserve(true, dice_len),
            dice_len,
            what: reserve(true, slots),
            count: reserve(needs.counts && !stacking, slots),
            state: reserve(needs.states && !stacking, slots),
            rotation: reserve(needs.rotations && !stacking, slots),
            value: reserve(needs.values && !stacking, slots),
            hidden: reserve(needs.hidden, slots * hidden_cells),
            hidden_cells,
            height: reserve(stacking, slots),
            stack: reserve(stacking, slots * levels),
            stack_value: reserve(stacking && needs.values, slots * levels),
            cost: reserve(needs.costs, slots),
            site_phase: reserve(needs.phases, slots),
            places: {
                let first = reserve(true, places.cells().len());
                places.counted_from(first)
            },
            order: reserve(needs.order && !stacking, slots + 1),
            piece_lists: 0,
            listing_seed: reserve(needs.listing_seed, 2),
            kinds_only: false,
        };
        let more = [
            layout.levels,
            layout.count,
            layout.state,
            layout.rotation,
            layout.value,
            layout.hidden,
            layout.order,
        ];
        layout.kinds_only = more.iter().all(|&first| first == 0);
        layout.words = cells.div_ceil(2);
        layout
    }

    /// Whether several pieces of a kind may be on a slot, in a game without stacks.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.count != 0
    }

    /// Whether pieces have local states, which rules set and read.
    #[must_use]
    pub fn has_states(&self) -> bool {
        self.state != 0 || self.levels > 0
    }

    /// Whether pieces have rotations.
    #[must_use]
    pub fn has_rotations(&self) -> bool {
        self.rotation != 0 || self.levels > 0
    }

    /// Whether pieces have values.
    #[must_use]
    pub fn has_values(&self) -> bool {
        self.value != 0 || self.stack_value != 0
    }

    /// The size of a state in bytes: the block and the numbers that all states have.
    #[must_use]
    pub fn bytes(&self) -> usize {
        8 * self.words + 4 * Field::Len as usize
    }

    /// The first word of the set of slots owned by `owner`.
    #[inline]
    #[must_use]
    pub(crate) fn owner_set(&self, owner: usize) -> usize {
        owner * self.set_words
    }

    /// The first word of one of the other sets.
    #[inline]
    #[must_use]
    pub(crate) fn extra_set(&self, set: ExtraSet) -> usize {
        (self.players + 2 + set as usize) * self.set_words
    }

    /// The cell and the bit of the mark that hides a property of a slot from a player (from 1).
    pub(crate) fn hidden_mark(
        &self,
        slot: usize,
        data: crate::action::Hidden,
        player: usize,
    ) -> Option<(usize, u32)> {
        if self.hidden == 0 || !(1..=self.players).contains(&player) {
            return None;
        }
        let cell = self.hidden + slot * self.hidden_cells + (player - 1) / HIDDEN_PLAYERS;
        let place = crate::action::Hidden::COUNT * ((player - 1) % HIDDEN_PLAYERS) + data as usize;
        Some((cell, 1 << place))
    }

    /// The slot of a site of the given type; `None` if there is no such site.
    #[inline]
    #[must_use]
    pub fn slot(&self, kind: usize, site: i32) -> Option<usize> {
        let index = site as usize;
        if site < 0 {
            None
        } else if kind == self.own {
            (index < self.sites).then_some(index)
        } else if index >= self.lens[kind] {
            // The sites of the hands follow the board's own sites.
            (self.board_sites..self.sites)
                .contains(&index)
                .then_some(index)
        } else {
            let slot = self.base[kind] + index;
            (slot < self.slots).then_some(slot)
        }
    }

    /// Whether a slot is not on the board.
    #[inline]
    #[must_use]
    pub fn in_hand(&self, slot: usize) -> bool {
        (self.board_sites..self.sites).contains(&slot)
    }

    /// The type (as an index) and site number of a slot.
    #[inline]
    #[must_use]
    pub fn site(&self, slot: usize) -> (usize, i32) {
        if slot < self.board_sites {
            return (self.own, slot as i32);
        }
        if slot < self.sites {
            return (0, slot as i32);
        }
        let mut best = self.own;
        for kind in 0..3 {
            if kind != self.own
                && self.base[kind] <= slot
                && slot < self.base[kind] + self.lens[kind]
            {
                best = kind;
            }
        }
        (best, (slot - self.base[best]) as i32)
    }
}
