//! Which pieces stand where after each action of a move.

use std::collections::HashMap;

use ludarium_engine::{Game, State};

/// Pieces of one kind on a level of a slot.
#[derive(Clone, Copy)]
struct Pile {
    what: i32,
    count: i32,
}

/// The pieces of a position, as far as actions have changed them.
pub(super) struct Standing<'a> {
    game: &'a Game,
    /// The position before the actions.
    state: &'a State,
    /// The pieces on the slots that an action has changed, from the bottom.
    changed: HashMap<usize, Vec<Pile>>,
}

impl<'a> Standing<'a> {
    /// The pieces of a position.
    pub fn new(game: &'a Game, state: &'a State) -> Standing<'a> {
        Standing {
            game,
            state,
            changed: HashMap::new(),
        }
    }

    fn stacks(&self) -> bool {
        self.game.layout().levels > 0
    }

    fn before(&self, slot: usize) -> Vec<Pile> {
        let pieces = self.state.pieces_on(slot);
        let piles = pieces.map(|(what, count)| Pile {
            what: what as i32,
            count,
        });
        piles.collect()
    }

    fn piles(&mut self, slot: usize) -> &mut Vec<Pile> {
        let before = match self.changed.contains_key(&slot) {
            true => Vec::new(),
            false => self.before(slot),
        };
        self.changed.entry(slot).or_insert(before)
    }

    /// The kind of the piece on a level of a slot, from the bottom, or of the topmost piece where
    /// there is no such level; 0 if there is none.
    pub fn what(&mut self, slot: usize, level: i32) -> i32 {
        let piles = self.piles(slot);
        let level = usize::try_from(level).ok();
        let own = level.and_then(|level| piles.get(level));
        own.or(piles.last()).map_or(0, |pile| pile.what)
    }

    /// Takes pieces off a slot: those on a level where pieces stack, or on the topmost one.
    pub fn take(&mut self, slot: usize, level: i32, count: i32) {
        let piles = self.piles(slot);
        let Some(top) = piles.len().checked_sub(1) else {
            return;
        };
        let level = usize::try_from(level).map_or(top, |level| level.min(top));
        piles[level].count -= count.max(1);
        if piles[level].count <= 0 {
            piles.remove(level);
        }
    }

    /// Moves pieces from a level of a slot: one where pieces stack.
    pub fn move_pieces(&mut self, (from, level): (usize, i32), to: usize, count: i32) {
        let what = self.what(from, level);
        let count = if self.stacks() { 1 } else { count };
        // A piece that stays where it is keeps its level.
        if from != to {
            self.take(from, level, count);
            self.put(to, what, count);
        }
    }

    /// Puts pieces on a slot: on top where pieces stack, to those of the same kind where pieces are
    /// counted, and in the place of others elsewhere. Kind 0 puts nothing.
    pub fn put(&mut self, slot: usize, what: i32, count: i32) {
        let new = Pile {
            what,
            count: count.max(1),
        };
        let (stacks, counts) = (self.stacks(), self.game.features().counts);
        let piles = self.piles(slot);
        match piles.last_mut() {
            _ if what == 0 => {}
            _ if stacks => {
                let single = Pile { what, count: 1 };
                piles.extend((0..new.count).map(|_| single));
            }
            Some(there) if counts && there.what == what => there.count += new.count,
            _ => *piles = vec![new],
        }
    }

    /// Puts a piece into the stack on a slot, at a level from the bottom.
    pub fn insert(&mut self, slot: usize, level: i32, what: i32) {
        let piles = self.piles(slot);
        let level = usize::try_from(level).unwrap_or(0).min(piles.len());
        piles.insert(level, Pile { what, count: 1 });
    }

    /// Moves the upper levels of a stack, or the whole stack, onto another slot.
    pub fn move_levels(&mut self, from: usize, to: usize, levels: Option<i32>) {
        let piles = self.piles(from);
        let height = piles.len();
        let levels = levels.map_or(height, |levels| usize::try_from(levels).unwrap_or(0));
        // A stack that holds fewer pieces stays.
        let Some(low) = height.checked_sub(levels) else {
            return;
        };
        let moved = piles.split_off(low);
        self.piles(to).extend(moved);
    }

    /// Changes the kind of the topmost piece on a slot.
    pub fn promote(&mut self, slot: usize, what: i32) {
        let piles = self.piles(slot);
        match piles.last_mut() {
            Some(top) => top.what = what,
            None => piles.push(Pile { what, count: 1 }),
        }
    }

    /// Sets the number of pieces of a kind on a slot.
    pub fn set_count(&mut self, slot: usize, what: i32, count: i32) {
        *self.piles(slot) = Vec::new();
        if count > 0 {
            self.put(slot, what, count);
        }
    }
}
