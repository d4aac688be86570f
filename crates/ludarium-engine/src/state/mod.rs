//! The state of a game: one block of memory, an undo journal, and an incrementally updated hash.

mod arrivals;
mod bytes;
mod check;
mod contents;
mod key;
mod lists;
mod piece_lists;
mod places;
mod sets;

pub use bytes::StateBytesError;
pub use contents::Piece;

use std::sync::Arc;

use crate::action::Hidden;
use crate::layout::{ExtraSet, Field, Layout, PlayerField};
use crate::limit::Fault;
use crate::position_hash::PositionHash;
use crate::series::MatchState;
use crate::Move;

/// A position, with everything the rules remember about its history.
///
/// Cloning copies the block. A state belongs to the game that made it.
#[derive(Debug)]
pub struct State {
    pub(crate) layout: Arc<Layout>,
    header: [i32; Field::Len as usize],
    block: Box<[u64]>,
    hash: u64,
    /// Remembered values, one list per name.
    pub(crate) lists: Vec<Vec<i32>>,
    /// Hashes of earlier positions, if a rule tests for repetition.
    pub(crate) history: Vec<u64>,
    /// The standing of the match, if the game is part of one.
    pub(crate) series: Option<Box<MatchState>>,
    /// The choices of the players before the mover in this round of simultaneous moves.
    pub(crate) choices: Vec<Move>,
    journal: Vec<Change>,
    recording: u32,
    /// Buffers reused from move to move; not part of the position.
    pub(crate) buffers: Buffers,
}

/// Reusable move lists, and hints that need not be correct.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    pub moves: Vec<Vec<Move>>,
    /// By the player's number modulo 2: the slot of a piece that had a move when the engine last
    /// tested whether the player had any.
    pub last_mobile: [u16; 2],
}

impl Clone for State {
    fn clone(&self) -> Self {
        State {
            layout: self.layout.clone(),
            header: self.header,
            block: self.block.clone(),
            hash: self.hash,
            lists: self.lists.clone(),
            history: self.history.clone(),
            series: self.series.clone(),
            choices: self.choices.clone(),
            journal: Vec::new(),
            recording: 0,
            buffers: Buffers::default(),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        // Destructured, so that no field can be left out.
        let State {
            layout,
            header,
            block,
            hash,
            lists,
            history,
            series,
            choices,
            journal: _,
            recording: _,
            buffers: _,
        } = other;
        self.layout.clone_from(layout);
        self.header = *header;
        self.block.clone_from(block);
        self.hash = *hash;
        self.lists.clone_from(lists);
        self.history.clone_from(history);
        self.series.clone_from(series);
        self.choices.clone_from(choices);
        self.journal.clear();
        self.recording = 0;
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.header == other.header
            && self.block == other.block
            && self.lists == other.lists
            && self.history == other.history
            && self.series == other.series
            && self.choices == other.choices
    }
}

#[derive(Debug)]
enum Change {
    Field {
        index: u32,
        old: i32,
    },
    Word {
        index: u32,
        old: u64,
    },
    Cell {
        index: u32,
        old: u32,
    },
    Remembered {
        list: u32,
    },
    Forgotten {
        list: u32,
        at: u32,
        value: i32,
    },
    // Boxed: lists seldom change, and every entry of the journal is as large as the largest one.
    #[allow(clippy::box_collection)]
    List {
        index: u32,
        old: Box<Vec<i32>>,
    },
    History {
        len: u32,
    },
    MatchState(Option<Box<MatchState>>),
    Chosen,
    #[allow(clippy::box_collection)]
    Choices(Box<Vec<Move>>),
    Whole(Box<State>),
}

/// A point in a state's journal that [`State::undo`] returns to.
#[derive(Clone, Copy, Debug)]
#[must_use = "a mark that is never undone keeps the journal growing"]
pub struct Mark {
    at: usize,
    hash: u64,
}

/// The contribution of a cell to the hash of the position.
#[inline]
pub(crate) fn mix(index: usize, value: u32) -> u64 {
    // An entry of a table that would be too large to store: a bijective mix of (index, value), and
    // 0 for value 0, so that an empty site costs nothing.
    if value == 0 {
        return 0;
    }
    let mut z = ((index as u64) << 32 | u64::from(value)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    z ^ z >> 29
}

impl State {
    pub(crate) fn new(layout: Arc<Layout>, lists: usize) -> State {
        State {
            header: [0; Field::Len as usize],
            block: vec![0; layout.words].into_boxed_slice(),
            hash: 0,
            lists: vec![Vec::new(); lists],
            history: Vec::new(),
            series: None,
            choices: Vec::new(),
            journal: Vec::new(),
            recording: 0,
            buffers: Buffers::default(),
            layout,
        }
    }

    // ---- raw cells and words

    #[inline]
    fn cells(&self) -> &[u32] {
        bytemuck::cast_slice(&self.block)
    }

    #[inline]
    pub(crate) fn cell(&self, index: usize) -> i32 {
        self.cells()[index] as i32
    }

    #[inline]
    pub(crate) fn set_cell(&mut self, index: usize, value: i32) {
        let cells: &mut [u32] = bytemuck::cast_slice_mut(&mut self.block);
        let old = std::mem::replace(&mut cells[index], value as u32);
        if self.recording > 0 && old != value as u32 {
            self.journal.push(Change::Cell {
                index: index as u32,
                old,
            });
        }
    }

    /// Writes a cell that is part of the position and therefore of the hash.
    #[inline(always)]
    fn set_hashed(&mut self, index: usize, value: i32) {
        let cells: &mut [u32] = bytemuck::cast_slice_mut(&mut self.block);
        let old = std::mem::replace(&mut cells[index], value as u32);
        if old != value as u32 {
            self.hash ^= mix(index, old) ^ mix(index, value as u32);
            if self.recording > 0 {
                self.journal.push(Change::Cell {
                    index: index as u32,
                    old,
                });
            }
        }
    }

    #[inline(always)]
    fn set_bit(&mut self, set: usize, slot: usize, on: bool) {
        let index = set + (slot >> 6);
        let old = self.block[index];
        let bit = 1u64 << (slot & 63);
        let new = if on { old | bit } else { old & !bit };
        if new != old {
            if self.recording > 0 {
                self.journal.push(Change::Word {
                    index: index as u32,
                    old,
                });
            }
            self.block[index] = new;
        }
    }

    /// Flips the given bits of a word of a set.
    #[inline(always)]
    fn flip_bits(&mut self, index: usize, bits: u64) {
        let old = self.block[index];
        if self.recording > 0 {
            self.journal.push(Change::Word {
                index: index as u32,
                old,
            });
        }
        self.block[index] = old ^ bits;
    }

    #[inline]
    fn words(&self, set: usize) -> &[u64] {
        &self.block[set..set + self.layout.set_words]
    }

    // ---- the journal

    /// Starts recording changes; [`State::undo`] returns to this point.
    pub fn mark(&mut self) -> Mark {
        self.recording += 1;
        Mark {
            at: self.journal.len(),
            hash: self.hash,
        }
    }

    /// The number of changes that can be undone.
    pub(crate) fn changes(&self) -> usize {
        self.journal.len()
    }

    /// Gives up the latest mark that is neither undone nor given up: the changes since can be
    /// undone only together with earlier ones.
    pub(crate) fn keep(&mut self, _: Mark) {
        self.recording -= 1;
        if self.recording == 0 {
            self.journal.clear();
        }
    }

    /// Undoes all changes since `mark`. Marks must be undone in reverse order.
    pub fn undo(&mut self, mark: Mark) {
        while self.journal.len() > mark.at {
            match self.journal.pop() {
                Some(Change::Field { index, old }) => self.header[index as usize] = old,
                Some(Change::Word { index, old }) => self.block[index as usize] = old,
                Some(Change::Cell { index, old }) => {
                    let cells: &mut [u32] = bytemuck::cast_slice_mut(&mut self.block);
                    cells[index as usize] = old;
                }
                Some(Change::Remembered { list }) => {
                    self.lists[list as usize].pop();
                }
                Some(Change::Forgotten { list, at, value }) => {
                    self.lists[list as usize].insert(at as usize, value);
                }
                Some(Change::List { index, old }) => self.lists[index as usize] = *old,
                Some(Change::History { len }) => self.history.truncate(len as usize),
                Some(Change::MatchState(old)) => self.series = old,
                Some(Change::Chosen) => {
                    self.choices.pop();
                }
                Some(Change::Choices(old)) => self.choices = *old,
                Some(Change::Whole(old)) => self.take_from(*old),
                None => break,
            }
        }
        self.hash = mark.hash;
        self.recording -= 1;
    }

    /// Records the standing of the match before it changes.
    pub(crate) fn record_match_state(&mut self) {
        if self.recording > 0 {
            self.journal.push(Change::MatchState(self.series.clone()));
        }
    }

    /// Records the mover's choice in a round of simultaneous moves.
    pub(crate) fn choose(&mut self, mv: Move) {
        self.choices.push(mv);
        if self.recording > 0 {
            self.journal.push(Change::Chosen);
        }
    }

    /// Takes all choices of a completed round.
    pub(crate) fn take_choices(&mut self) -> Vec<Move> {
        let choices = std::mem::take(&mut self.choices);
        if self.recording > 0 {
            self.journal
                .push(Change::Choices(Box::new(choices.clone())));
        }
        choices
    }

    /// Changes into the first position of another game.
    pub(crate) fn become_another(&mut self, other: State) {
        if self.recording > 0 {
            self.journal.push(Change::Whole(Box::new(self.clone())));
        }
        self.take_from(other);
    }

    fn take_from(&mut self, other: State) {
        self.layout = other.layout;
        self.header = other.header;
        self.block = other.block;
        self.hash = other.hash;
        self.lists = other.lists;
        self.history = other.history;
        self.series = other.series;
        self.choices = other.choices;
    }

    // ---- header

    /// The whole header.
    pub(crate) fn header(&self) -> [i32; Field::Len as usize] {
        self.header
    }

    #[inline]
    pub(crate) fn field(&self, field: Field) -> i32 {
        self.header[field as usize]
    }

    #[inline]
    pub(crate) fn set_field(&mut self, field: Field, value: i32) {
        let old = std::mem::replace(&mut self.header[field as usize], value);
        if self.recording > 0 && old != value {
            self.journal.push(Change::Field {
                index: field as u32,
                old,
            });
        }
    }

    #[inline]
    fn player_cell(&self, field: PlayerField, player: usize) -> usize {
        self.layout.player_at + field as usize * (self.layout.players + 2) + player
    }

    #[inline]
    pub(crate) fn player(&self, field: PlayerField, player: usize) -> i32 {
        if player > self.layout.players + 1 {
            return 0;
        }
        self.cell(self.player_cell(field, player))
    }

    #[inline]
    pub(crate) fn set_player(&mut self, field: PlayerField, player: usize, value: i32) {
        if player <= self.layout.players + 1 {
            self.set_cell(self.player_cell(field, player), value);
        }
    }

    /// The player to move, from 1.
    #[inline]
    #[must_use]
    pub fn mover(&self) -> usize {
        self.field(Field::Mover) as usize
    }

    /// Whether the game is over.
    #[inline]
    #[must_use]
    pub fn over(&self) -> bool {
        self.field(Field::Over) != 0
    }

    /// The reason why the engine stopped this game, if it did. Such a game is over and has no
    /// outcome.
    #[must_use]
    pub fn fault(&self) -> Option<Fault> {
        Fault::of_number(self.field(Field::Fault))
    }

    /// The number of players that have chosen their moves in this round of simultaneous moves, and
    /// wait for the mover and the players after it.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.choices.len()
    }

    /// The score of a player.
    #[must_use]
    pub fn score(&self, player: usize) -> i32 {
        self.player(PlayerField::Score, player)
    }

    /// The amount (of money, of stakes) that a player has.
    #[must_use]
    pub fn amount(&self, player: usize) -> i32 {
        self.player(PlayerField::Amount, player)
    }

    /// The phase of play that a player is in, as an index into
    /// [`Game::phases`](crate::Game::phases).
    #[must_use]
    pub fn phase(&self, player: usize) -> usize {
        self.player(PlayerField::Phase, player) as usize
    }

    /// The counter that rules about progress read: 0 after a move that resets it.
    #[must_use]
    pub fn counter(&self) -> i32 {
        self.field(Field::Counter)
    }

    /// Whether two players are currently on the same side: the same player, or members of one team.
    #[must_use]
    pub fn allied(&self, first: usize, second: usize) -> bool {
        let team = self.player(PlayerField::Team, first);
        first == second || team != 0 && team == self.player(PlayerField::Team, second)
    }

    /// Whether two states belong to one game, so that the moves of one can be applied to the other.
    /// In a match, each game has its own states.
    #[must_use]
    pub fn is_same_game_as(&self, other: &State) -> bool {
        Arc::ptr_eq(&self.layout, &other.layout)
    }

    /// The number of moves made.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.field(Field::Moves) as usize
    }

    /// The slots of the last move's origin and target; -1 if it had none.
    #[must_use]
    pub fn last(&self) -> (i32, i32) {
        (self.field(Field::LastFrom), self.field(Field::LastTo))
    }

    /// The values shown by the dice, in the order of the dice; 0 for a used die.
    #[must_use]
    pub fn dice(&self) -> Vec<i32> {
        (0..self.layout.dice_len)
            .map(|die| self.cell(self.layout.dice + die))
            .collect()
    }

    /// A hash of the position: the pieces and their properties (not the player to move).
    #[inline]
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash computed from scratch; always equal to [`State::hash`].
    #[must_use]
    pub fn recomputed_hash(&self) -> u64 {
        let layout = &self.layout;
        let mut hash = 0;
        let mut add = |first: usize, len: usize| {
            for index in first..first + len {
                hash ^= mix(index, self.cells()[index]);
            }
        };
        if layout.levels > 0 {
            add(layout.stack, layout.slots * layout.levels);
            if layout.stack_value > 0 {
                add(layout.stack_value, layout.slots * layout.levels);
            }
        } else {
            add(layout.what, layout.slots);
            for first in [layout.count, layout.state, layout.rotation, layout.value] {
                if first > 0 {
                    add(first, layout.slots);
                }
            }
        }
        if layout.hidden > 0 {
            add(layout.hidden, layout.slots * layout.hidden_cells);
        }
        let places = layout.places.cells();
        add(places.start, places.len());
        hash
    }

    /// A hash of everything that the rules can read except the order of the list with index
    /// `except`.
    pub(crate) fn fingerprint(&self, except: usize) -> u64 {
        let mut hash = PositionHash::new();
        hash.numbers(&self.header);
        hash.words(&self.block);
        for (index, list) in self.lists.iter().enumerate() {
            if index != except {
                hash.numbers(list);
            }
        }
        hash.finish()
    }

    // ---- pieces

    /// The kind of the (topmost) piece on a slot; 0 if there is none.
    #[inline]
    #[must_use]
    pub fn what(&self, slot: usize) -> usize {
        self.cell(self.layout.what + slot) as usize
    }

    /// The pieces on a slot, from the bottom: their kinds, each with its count (1 in a stack).
    pub fn pieces_on(&self, slot: usize) -> impl Iterator<Item = (usize, i32)> + '_ {
        (0..self.height(slot)).map(move |level| {
            let count = match self.layout.levels {
                0 => self.count(slot),
                _ => 1,
            };
            (self.what_at(slot, level), count)
        })
    }

    // ---- hidden information

    /// Whether a property of the contents of a slot is marked as hidden from a player.
    #[must_use]
    pub fn is_hidden(&self, slot: usize, data: Hidden, player: usize) -> bool {
        self.layout
            .hidden_mark(slot, data, player)
            .is_some_and(|(cell, bit)| self.cell(cell) as u32 & bit != 0)
    }

    /// Whether any property of the contents of a slot is marked as hidden from a player.
    pub(crate) fn hides(&self, slot: usize, player: usize) -> bool {
        self.layout
            .hidden_mark(slot, Hidden::All, player)
            .is_some_and(|(cell, bit)| {
                // The marks of one player are adjacent.
                (self.cell(cell) as u32 / bit) & ((1 << Hidden::COUNT) - 1) != 0
            })
    }
}

impl Layout {
    /// The number of words in a set, and the first word of the set of empty slots.
    #[inline]
    fn clone_offsets(&self) -> (usize, usize) {
        (self.set_words, self.extra_set(ExtraSet::Empty))
    }
}
