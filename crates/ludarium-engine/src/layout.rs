//! Where everything of a game's state lies in its one block of memory.

use ludarium_board::SiteType;

use crate::places::Places;

/// What kind of thing a container is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContainerKind {
    /// The board.
    Board,
    /// A player's hand, or the shared one.
    Hand,
    /// A set of dice, or of throwing sticks and the like.
    Dice,
    /// A deck of cards.
    Deck,
}

/// A board, a hand, a set of dice: sites that hold pieces.
#[derive(Clone, Debug)]
pub struct Container {
    /// The name by which rules may refer to it.
    pub name: String,
    /// What it is.
    pub kind: ContainerKind,
    /// The player it belongs to; 0 for nobody, players + 1 for everybody.
    pub owner: usize,
    /// Its first site.
    pub first: usize,
    /// How many sites it has.
    pub size: usize,
}

/// Which properties of pieces a game uses, and the offsets of everything in the block.
///
/// The block is a row of 64-bit words: first the sets (one bit per slot), then cells of 32 bits, two
/// to a word. Cells are numbered from the beginning of the block.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// A number that stands for the game.
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
    /// Levels a stack may have; 0 where pieces do not stack.
    pub levels: usize,
    /// 64-bit words of one set.
    pub(crate) set_words: usize,
    /// 64-bit words of the whole block.
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
    /// First cell of the hidden marks (0: not used): `hidden_cells` of them for each slot, in which
    /// each player has one bit for each kind of data.
    pub hidden: usize,
    /// Cells of the hidden marks of one slot.
    pub(crate) hidden_cells: usize,
    /// First cell of the stacks' heights (0: not used).
    pub(crate) height: usize,
    /// First cell of the stacks: `levels` entries per slot, each what | state << 12 | rotation << 24.
    pub(crate) stack: usize,
    /// First cell of the values in stacks (0: not used).
    pub(crate) stack_value: usize,
    /// First cell of the named variables.
    pub(crate) vars: usize,
    /// First cell of the die values of the current throw.
    pub(crate) dice: usize,
    /// Number of dice in all containers together.
    pub dice_len: usize,
    /// Whether a piece is its kind and nothing else: no stacks, counts, states, rotations, values,
    /// hidden marks, order of arrival.
    pub(crate) kinds_only: bool,
    /// First cell of the costs of sites (0: not used).
    pub(crate) cost: usize,
    /// First cell of the pieces' order of arrival, by slot, and behind them the number of arrivals
    /// so far (0: not used).
    pub(crate) order: usize,
    /// The two cells of the state of the generator for listing moves (0: not used).
    pub(crate) listing_seed: usize,
    /// First cell of the phases (colours) of sites that the rules change (0: not used).
    pub(crate) site_phase: usize,
    /// Where pieces are counted by how far along the tracks they have come.
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

/// Sets kept per state, in this order: occupied slots by owner (0 neutral, players, shared), then these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtraSet {
    /// Slots under large pieces: the set of an owner that is no player, found by the owner's number.
    #[allow(dead_code)]
    Covered,
    /// Slots without a piece.
    Empty,
    /// Pending sites.
    Pending,
    /// Sites visited this turn.
    Visited,
    /// Pieces to be taken away at the end of the turn.
    ToClear,
}

impl ExtraSet {
    /// How many there are.
    pub const COUNT: usize = 5;
}

/// The header: numbers that every game's state has.
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
    /// Bit 0 where this ply's throw has been made; the others: conditions above it that held.
    Rolled,
    /// Pending flag set without a site: 1 + value.
    PendingValue,
    /// The player whose turn it was before (differs from Prev within a turn of several moves).
    PrevTurn,
    /// Decided proposition + 1.
    Decided,
    /// Players still in the game.
    Active,
    /// What the last move captured or jumped, as a slot.
    LastBetween,
    /// Where the last elementary action of the last move happened, if a rule asks.
    LastToAfter,
    /// The last proposition + 1.
    Proposed,
    /// How many of the earlier positions no longer count as repeated.
    HistorySince,
    /// Players ranked from the bottom so far.
    Losers,
    /// How often a player has gone on to another phase.
    PhaseChanges,
    /// Where the last elementary action of the last move came from, if a rule asks.
    LastFromAfter,
    /// Where the first move of the turn came from, if a rule asks.
    TurnFrom,
    /// Why the engine stopped the game + 1.
    Fault,
    Len,
}

impl Field {
    /// All of them, in order.
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
    /// 1 while in the game.
    Active,
    Team,
    /// 1 where the player's last move was a pass.
    Passed,
    /// One bit for each named event.
    Triggered,
    /// Twice the rank, 0 while not decided.
    Rank,
    /// Which player's seat this player holds (swaps).
    Seat,
    /// The vote cast + 1.
    Vote,
    /// 1 where the player had no move when last to move.
    Stalemated,
    Len,
}

impl PlayerField {
    /// All of them, in order.
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

/// What the states of a game must hold, found by looking at the ludemes it uses.
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
    /// Rules go through pieces in the order of their arrival.
    pub order: bool,
    /// Whether listing moves may draw from chance.
    pub listing_seed: bool,
    /// Types of sites besides the board's own, by [`type_index`].
    pub types: [bool; 3],
}

/// How much there is of everything that a state holds.
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
    /// Gives everything its place.
    pub(crate) fn build(needs: &Needs, sizes: &Sizes, own: usize, places: Places) -> Layout {
        let &Sizes {
            players,
            lens,
            sites,
            vars,
            dice: dice_len,
        } = sizes;
        /// Levels of a stack, and of one on a board for large stacks.
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
        // Behind the sets.
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
            order: reserve(needs.order, slots + 1),
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

    /// Whether several pieces of a kind may lie on a slot, in a game without stacks.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.count != 0
    }

    /// Bytes of a state: the block and the numbers that every state has.
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

    /// The slot of a site of the given type; `None` if there is none such.
    #[inline]
    #[must_use]
    pub fn slot(&self, kind: usize, site: i32) -> Option<usize> {
        let index = site as usize;
        if site < 0 {
            None
        } else if kind == self.own {
            (index < self.sites).then_some(index)
        } else if index >= self.lens[kind] {
            // Beyond the board's own sites lie the hands.
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
