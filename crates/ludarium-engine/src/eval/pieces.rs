//! Elementary changes to pieces: putting, shifting, removing, flipping, rolling.

use crate::action::Action;
use crate::ir::OFF;
use crate::layout::{ExtraSet, Field};
use crate::state::Piece;

use super::Evaluator;

impl<'a> Evaluator<'a> {
    /// Moves a piece (or `count` of them, or the whole stack) from one slot to another.
    ///
    /// A piece taken from a level named by the rule leaves its state on that level. Without a named
    /// level, it leaves none; if it has no state, it takes over the state left on the level where
    /// it lands.
    pub fn shift(&mut self, from: i32, to: i32, level: i32, count: i32, stack: Option<i32>) {
        let left = match usize::try_from(to) {
            Ok(slot) if self.game.layout.levels > 0 && stack.is_none() && from != to => {
                self.state.state_left(slot)
            }
            _ => 0,
        };
        self.shift_to_level(from, to, level, count, stack, None);
        if let (Ok(slot), true) = (usize::try_from(from), self.game.layout.levels > 0) {
            self.state.clear_state_left(slot);
        }
        if left > 0 {
            let (slot, top) = (to as usize, self.state.top(to as usize));
            if self.state.state_at(slot, top) == 0 {
                self.state.set_state_at(slot, top, left);
            }
        }
    }

    /// [`Evaluator::shift`] onto the given level of the target's stack.
    pub fn shift_to_level(
        &mut self,
        from: i32,
        to: i32,
        level: i32,
        count: i32,
        stack: Option<i32>,
        onto: Option<i32>,
    ) {
        if from < 0 || to < 0 {
            return;
        }
        let (from, to) = (from as usize, to as usize);
        self.record_action_at(to);
        self.last_action_from = from as i32;
        if self.game.flags.visited {
            self.state.mark_extra(ExtraSet::Visited, from, true);
            self.state.mark_extra(ExtraSet::Visited, to, true);
        }
        if self.game.layout.levels > 0 {
            self.shift_in_stacks(from, to, level, count, stack, onto);
            if self.state.is_empty(from) {
                self.state.carry_hidden(from, to);
            }
        } else {
            let number = if count >= 0 { count } else { 1 };
            if self.state.is_empty(from) || from == to || number == 0 {
                // There is nothing to move, but the action is logged.
            } else if self.state.is_empty(to)
                && !self.game.flags.sows
                && (self.state.count(from) == number || !self.game.flags.counts)
            {
                self.along_tracks(self.state.what(from), from, to);
                self.state.transfer(from, to, &self.game.owners);
            } else {
                let moved = self.state.piece(from, 0);
                let left = if self.game.flags.counts {
                    moved.count.saturating_sub(number)
                } else {
                    0
                };
                if left > 0 {
                    self.state.set_count(from, left);
                } else {
                    self.state.put(from, Piece::NONE, &self.game.owners);
                }
                let there = self.state.piece(to, 0);
                let joined = if self.game.flags.counts && there.what == moved.what {
                    there.count
                } else {
                    0
                };
                // A count larger than the pile moves that many all the same.
                let number = if self.game.flags.counts { number } else { 1 };
                let piece = Piece {
                    count: joined.saturating_add(number),
                    ..moved
                };
                let piece = if joined > 0 || self.game.flags.sows {
                    Piece {
                        state: self.state.state_at(to, 0),
                        ..piece
                    }
                } else {
                    piece
                };
                self.state.put(to, piece, &self.game.owners);
                if left <= 0 {
                    self.state.carry_hidden(from, to);
                }
                // Ludii counts one piece along the track, however many move together.
                self.along_tracks(moved.what, from, to);
            }
        }
        if self.log.is_none() {
            return;
        }
        let (place_from, place_to) = (self.place(from), self.place(to));
        let whole = stack == Some(0);
        self.log_action(|| match stack {
            Some(levels) if levels > 0 => Action::StackMove {
                from: place_from,
                to: place_to,
                levels,
            },
            _ => Action::Move {
                from: place_from,
                to: place_to,
                level_from: level,
                level_to: OFF,
                count: if count < 0 { 1 } else { count },
                state: OFF,
                rotation: OFF,
                stack: whole,
            },
        });
    }

    /// Moves a large piece to a slot, in the orientation `state`.
    pub fn shift_large(&mut self, from: usize, to: usize, level: i32, state: i32) {
        let moved = self.state.piece(from, 0);
        self.uncover_extent(from);
        self.state.put(from, Piece::NONE, &self.game.owners);
        self.state
            .put(to, Piece { state, ..moved }, &self.game.owners);
        self.cover_extent(to);
        let (from, to) = (self.place(from), self.place(to));
        self.log_action(|| Action::Move {
            from,
            to,
            level_from: level,
            level_to: OFF,
            count: 1,
            state,
            rotation: OFF,
            stack: false,
        });
    }

    fn shift_in_stacks(
        &mut self,
        from: usize,
        to: usize,
        level: i32,
        count: i32,
        stack: Option<i32>,
        onto: Option<i32>,
    ) {
        if from == to && stack.is_none() && onto.is_none() {
            // A piece that stays where it is keeps its level.
            return;
        }
        let height = self.state.height(from);
        let (low, high) = match stack {
            Some(0) => (0, height),
            Some(number) => (height.saturating_sub(number as usize), height),
            None => {
                let level = level.clamp(0, height.saturating_sub(1) as i32) as usize;
                if count > 1 {
                    (height.saturating_sub(count as usize), height)
                } else {
                    (level, (level + 1).min(height))
                }
            }
        };
        let moved: Vec<Piece> = (low..high)
            .map(|level| self.state.piece(from, level))
            .collect();
        for piece in &moved {
            self.along_tracks(piece.what, from, to);
        }
        for level in (low..high).rev() {
            self.state.remove_level(from, level, &self.game.owners);
        }
        for piece in moved {
            let at = onto.map_or(usize::MAX, |level| level.max(0) as usize);
            self.state.insert_level(to, at, piece, &self.game.owners);
        }
    }

    /// Records where the latest elementary action happened, if a rule uses it.
    #[inline]
    pub fn record_action_at(&mut self, slot: usize) {
        if self.game.flags.last_after {
            self.last_action_to = slot as i32;
            self.last_action_from = slot as i32;
        }
    }

    /// Puts a piece on a slot: on top where pieces stack, replacing what is there otherwise.
    pub fn put_piece(&mut self, slot: i32, piece: Piece) {
        if slot < 0 {
            return;
        }
        let slot = slot as usize;
        self.onto_tracks(piece.what, slot);
        if self.game.layout.levels > 0 {
            self.state
                .insert_level(slot, usize::MAX, piece, &self.game.owners);
        } else {
            self.state.put(slot, piece, &self.game.owners);
        }
    }

    /// Inserts a piece at a level of a stack.
    pub fn put_beneath(&mut self, slot: usize, level: usize, piece: Piece) {
        self.onto_tracks(piece.what, slot);
        self.state
            .insert_level(slot, level, piece, &self.game.owners);
    }

    /// Adds `count` pieces of a kind.
    pub fn add(
        &mut self,
        slot: i32,
        what: i32,
        state: Option<i32>,
        count: i32,
        stack: bool,
        level: Option<i32>,
    ) {
        if slot < 0 || !self.game.is_kind(what) {
            return;
        }
        let at = self.place(slot as usize);
        let index = slot as usize;
        self.record_action_at(index);
        let piece = Piece {
            what: what as usize,
            count: count.max(1),
            state: state.unwrap_or(0),
            rotation: 0,
            value: 0,
        };
        let mut landed = OFF;
        for _ in 0..count.max(1) {
            self.onto_tracks(piece.what, index);
        }
        if self.game.layout.levels > 0 {
            let onto = level.map_or(self.state.height(index), |level| level.max(0) as usize);
            for _ in 0..count.clamp(1, self.game.layout.levels as i32) {
                self.state
                    .insert_level(index, onto, piece, &self.game.owners);
            }
            landed = onto as i32;
        } else {
            let there = if self.game.layout.kinds_only {
                Piece {
                    what: self.state.what(index),
                    ..Piece::NONE
                }
            } else {
                self.state.piece(index, 0)
            };
            let state = state.unwrap_or(there.state);
            let whole = if there.what == 0 {
                // A value or state set on the empty site applies to the new piece.
                Piece {
                    value: there.value,
                    state,
                    ..piece
                }
            } else {
                // The piece on an occupied site stays as it is; only its state may change, and its
                // count grows.
                let count = match self.game.flags.counts {
                    true => piece.count.saturating_add(there.count),
                    false => there.count,
                };
                Piece {
                    count,
                    state,
                    ..there
                }
            };
            self.state.put(index, whole, &self.game.owners);
            self.cover_extent(index);
        }
        if self.game.flags.visited {
            self.state.mark_extra(ExtraSet::Visited, index, true);
        }
        let state = state.unwrap_or(OFF);
        self.log_action(|| match level {
            Some(level) => Action::Insert { at, level, what },
            None => Action::Add {
                at,
                what,
                count,
                state,
                rotation: OFF,
                value: OFF,
                level: landed,
                stack,
            },
        });
    }

    /// Replaces a piece (the topmost) by one of another kind, which has no state, rotation or value;
    /// a pile becomes one piece. Kind 0 leaves the site empty.
    pub(super) fn promote(&mut self, slot: usize, what: usize) {
        if self.game.layout.levels == 0 {
            let piece = match what {
                0 => Piece::NONE,
                what => Piece::of(what),
            };
            self.state.put(slot, piece, &self.game.owners);
            return;
        }
        let top = self.state.top(slot);
        if what == 0 {
            self.state.remove_level(slot, top, &self.game.owners);
            return;
        }
        self.state.set_what_at(slot, top, what, &self.game.owners);
        self.state.set_state_at(slot, top, 0);
        self.state.set_rotation_at(slot, top, 0);
        self.state.set_value_at(slot, top, 0);
    }

    /// Removes a piece (the topmost, or that on the given level).
    pub fn remove(&mut self, slot: usize, level: i32) {
        self.record_action_at(slot);
        self.off_tracks(slot, level);
        let at = self.place(slot);
        if self.game.layout.levels > 0 {
            let from = if level < 0 {
                self.state.top(slot)
            } else {
                level as usize
            };
            self.state.remove_level(slot, from, &self.game.owners);
            if level < 0 {
                self.state.clear_state_left(slot);
            }
        } else {
            self.uncover_extent(slot);
            self.state.put(slot, Piece::NONE, &self.game.owners);
        }
        self.log_action(|| Action::Remove {
            at,
            level,
            applied: true,
        });
    }

    /// Sets the number of pieces on a slot; 0 empties it.
    pub fn set_count(&mut self, slot: usize, count: i32) {
        self.record_action_at(slot);
        let what = self.state.what(slot);
        if self.game.layout.levels > 0 {
            self.set_height(slot, count);
        } else if count <= 0 {
            self.state.put(slot, Piece::NONE, &self.game.owners);
        } else {
            let what = if what == 0 { self.game.seed() } else { what };
            let piece = self.state.piece(slot, 0);
            self.state.put(
                slot,
                Piece {
                    what,
                    count,
                    ..piece
                },
                &self.game.owners,
            );
        }
        let at = self.place(slot);
        self.log_action(|| Action::SetCount {
            at,
            what: what as i32,
            count,
        });
    }

    /// Sets the height of a stack: adds pieces of the kind on its top, or removes them from the
    /// top.
    fn set_height(&mut self, slot: usize, count: i32) {
        let what = match self.state.what(slot) {
            0 => self.game.seed(),
            what => what,
        };
        while self.state.height(slot) as i32 > count.max(0) {
            self.state
                .remove_level(slot, self.state.top(slot), &self.game.owners);
        }
        while what > 0 && (self.state.height(slot) as i32) < count {
            let piece = Piece::of(what);
            if !self
                .state
                .insert_level(slot, usize::MAX, piece, &self.game.owners)
            {
                break;
            }
        }
    }

    /// Swaps the pieces on two sites of the board's own type.
    pub fn swap_pieces(&mut self, first: i32, second: i32) {
        let own = self.game.layout.own;
        let (Some(first), Some(second)) = (self.slot(own, first), self.slot(own, second)) else {
            return;
        };
        let (one, other) = (
            self.state.piece(first, self.state.top(first)),
            self.state.piece(second, self.state.top(second)),
        );
        // The second piece loses its count, state, rotation and value.
        let other = Piece {
            count: 1,
            state: 0,
            rotation: 0,
            value: 0,
            ..other
        };
        for (slot, piece) in [(first, other), (second, one)] {
            if self.game.layout.levels > 0 {
                let top = self.state.top(slot);
                self.state.remove_level(slot, top, &self.game.owners);
            }
            self.put_piece(slot as i32, piece);
        }
        let (from, to) = (self.place(first), self.place(second));
        self.log_action(|| Action::Move {
            from,
            to,
            level_from: OFF,
            level_to: OFF,
            count: 1,
            state: OFF,
            rotation: OFF,
            stack: false,
        });
        self.log_action(|| Action::Add {
            at: from,
            what: other.what as i32,
            count: 1,
            state: OFF,
            rotation: OFF,
            value: OFF,
            level: OFF,
            stack: false,
        });
    }

    /// Flips a piece to the other of its two states.
    pub fn flip(&mut self, slot: usize) {
        let level = self.state.top(slot);
        let state = self.state.state_at(slot, level);
        let Some((one, other)) = self.game.components[self.state.what(slot)].flips else {
            return;
        };
        let flipped = if state == one {
            other
        } else if state == other {
            one
        } else {
            return;
        };
        self.state.set_state_at(slot, level, flipped);
        let at = self.place(slot);
        self.log_action(|| Action::SetState {
            at,
            level: OFF,
            state: flipped,
        });
    }

    /// Rolls all dice.
    pub fn roll(&mut self) {
        let thrown = self.state.field(Field::Rolled) | 1;
        self.state.set_field(Field::Rolled, thrown);
        for dice in &self.game.dice {
            let first = self.game.containers[dice.container].first;
            let mut thrown = Vec::with_capacity(dice.faces.len());
            for (index, faces) in dice.faces.iter().enumerate() {
                let face = self.roll_die(dice, faces.len());
                self.state.set_state_at(first + index, 0, face as i32);
                self.state
                    .set_cell(self.game.layout.dice + dice.first + index, faces[face]);
                thrown.push(face);
                let at = self.place(first + index);
                self.log_action(|| Action::SetDie {
                    at,
                    state: face as i32,
                });
            }
            // Faces are compared by their indices, not by their values.
            let equal = thrown.iter().all(|face| *face == thrown[0]);
            self.state.set_field(Field::DiceEqual, i32::from(equal));
            self.log_action(|| Action::SetDiceAllEqual { equal });
        }
    }

    /// The face (from 0) that a die shows.
    fn roll_die(&mut self, dice: &crate::game::DiceHand, faces: usize) -> usize {
        let Some(weights) = &dice.biased else {
            return self.chance.die(faces as u32) as usize;
        };
        self.chance.weighted(weights).min(faces.saturating_sub(1))
    }

    /// Rolls the dice and discards the result. Ludii generates the moves of a turn twice if the
    /// turn begins with a roll and ends in a pass, and rolls each time; recorded games contain
    /// these rolls.
    pub fn roll_discarded(&mut self) {
        if self.state.field(Field::Rolled) & 1 == 0 || !self.chance.draws_discarded_rolls() {
            return;
        }
        let mark = self.state.mark();
        self.roll_for_decision();
        self.state.undo(mark);
    }

    /// Shifts pieces without logging.
    pub(super) fn shift_quietly(&mut self, from: usize, to: usize, count: i32) {
        let log = self.log.take();
        self.shift(
            from as i32,
            to as i32,
            self.state.top(from) as i32,
            count,
            None,
        );
        self.log = log;
    }
}
