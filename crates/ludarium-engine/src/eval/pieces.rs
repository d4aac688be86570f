//! Elementary changes to pieces: putting, shifting, removing, flipping, rolling.

use crate::action::{Action, Place};
use crate::ir::{Origin, OFF};
use crate::layout::{type_of_index, ExtraSet, Field};
use crate::state::Piece;

use super::Evaluator;

/// What is taken from a stack to another. In a game without stacks there is no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lift {
    /// The piece on a level, with its state, rotation and value.
    Piece,
    /// The topmost piece, without state, rotation and value.
    Top,
    /// A number of pieces from the top, with all that they carry.
    Tops {
        levels: i32,
        /// Whether the move is recorded as that of a stack.
        logged: bool,
    },
    /// The whole stack, with all that it carries.
    Stack,
}

/// Cells, as an index of a type of sites.
const CELL: usize = 0;

fn cell(site: i32) -> Place {
    Place {
        kind: type_of_index(CELL),
        site,
    }
}

impl Lift {
    /// What a move of one piece takes: all of it only where the rule names the level.
    pub fn of_origin(origin: &Origin) -> Lift {
        match origin.level {
            Some(_) => Lift::Piece,
            None => Lift::Top,
        }
    }
}

impl<'a> Evaluator<'a> {
    /// Moves a piece from one slot to another; in a game without stacks, `count` of them.
    pub fn shift(&mut self, from: i32, to: i32, level: i32, count: i32) {
        self.shift_in(from, to, level, count, Lift::Piece, None);
    }

    /// Moves pieces from one slot to another, onto the given level of its stack or else on top.
    pub fn shift_in(
        &mut self,
        from: i32,
        to: i32,
        level: i32,
        count: i32,
        lift: Lift,
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
            let held = !self.state.is_empty(from);
            self.shift_in_stacks(from, to, level, lift, onto);
            if held && self.state.is_empty(from) {
                self.state.carry_hidden(from, to);
            }
        } else {
            let number = if count >= 0 { count } else { 1 };
            if self.state.is_empty(from) || from == to || number == 0 {
                // There is nothing to move, but the action is logged.
                if from == to && !self.state.is_empty(from) {
                    self.along_tracks(self.state.what(from), from, to);
                }
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
                if joined > 0 && count >= 0 {
                    // Pieces moved by number are listed again where they join others.
                    self.state.list_piece(moved.what, to, 0);
                }
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
        self.log_action(|| match lift {
            Lift::Tops {
                levels,
                logged: true,
            } => Action::StackMove {
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
                stack: lift == Lift::Stack,
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
        lift: Lift,
        onto: Option<i32>,
    ) {
        let single = matches!(lift, Lift::Piece | Lift::Top);
        if from == to && single && onto.is_none() {
            // A piece that stays where it is keeps its level.
            return;
        }
        let owners = &self.game.owners;
        let height = self.state.height(from);
        let at = onto.map_or(usize::MAX, |level| level.max(0) as usize);
        let number = match lift {
            Lift::Piece | Lift::Top => {
                let level = match lift {
                    Lift::Piece => level.clamp(0, height.saturating_sub(1) as i32) as usize,
                    _ => height.saturating_sub(1),
                };
                if level >= height {
                    return;
                }
                let moved = self.state.piece(from, level);
                self.along_tracks(moved.what, from, to);
                let moved = if lift == Lift::Piece {
                    self.state.remove_level(from, level, owners);
                    moved
                } else {
                    self.state.remove_top(from, owners);
                    match onto {
                        None => self.state.arriving_bare(to, moved.what),
                        Some(_) => Piece::of(moved.what),
                    }
                };
                self.state.insert_level(to, at, moved, owners);
                return;
            }
            Lift::Stack => height,
            Lift::Tops { levels, .. } => levels.max(0) as usize,
        };
        // A stack that holds fewer pieces stays.
        let Some(low) = height.checked_sub(number) else {
            return;
        };
        let moved: Vec<Piece> = (low..height)
            .map(|level| self.state.piece(from, level))
            .collect();
        for piece in &moved {
            self.along_tracks(piece.what, from, to);
        }
        for _ in low..height {
            self.state.remove_top(from, owners);
        }
        for piece in moved {
            self.state.insert_level(to, at, piece, owners);
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
        if slot < 0 || what != 0 && !self.game.is_kind(what) {
            return;
        }
        if what == 0 {
            return self.give_back(slot as usize, 0);
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
            self.state
                .insert_level(index, onto, piece, &self.game.owners);
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

    /// Replaces a piece (the topmost) by one of another kind, which has no state, rotation or
    /// value; a pile becomes one piece. Kind 0 leaves the site empty.
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
            if level < 0 {
                self.state.remove_top(slot, &self.game.owners);
            } else {
                self.state
                    .remove_level(slot, level as usize, &self.game.owners);
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
            self.state.remove_top(slot, &self.game.owners);
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

    /// Swaps the pieces on two cells. As in Ludii, the piece that comes back is added to the site
    /// of the board's own type, whatever the pieces stand on.
    pub fn swap_pieces(&mut self, first: i32, second: i32) {
        let own = self.game.layout.own;
        let Some(back) = self.slot(own, first) else {
            return;
        };
        let cells = self.slot(CELL, first).zip(self.slot(CELL, second));
        let returned = cells.map_or(0, |(_, to)| self.state.what(to) as i32);
        match cells {
            Some((from, to)) => {
                self.shift_in(from as i32, to as i32, OFF, OFF, Lift::Top, None);
            }
            None => self.log_action(|| Action::Move {
                from: cell(first),
                to: cell(second),
                level_from: OFF,
                level_to: OFF,
                count: 1,
                state: OFF,
                rotation: OFF,
                stack: false,
            }),
        }
        self.give_back(back, returned);
    }

    /// Adds the piece that a swap returns; that there is none is recorded, too. As in Ludii, the
    /// site that receives nothing is not empty then where pieces stack (it has a level more) or are
    /// counted.
    fn give_back(&mut self, slot: usize, what: i32) {
        if what > 0 {
            self.add(slot as i32, what, None, 1, false, None);
            return;
        }
        let at = self.place(slot);
        let level = self.state.height(slot) as i32;
        if self.game.layout.levels > 0 {
            self.state
                .insert_level(slot, usize::MAX, Piece::NONE, &self.game.owners);
        } else if self.game.flags.counts {
            self.state.fill_with_nothing(slot);
        }
        self.log_action(|| Action::Add {
            at,
            what: 0,
            count: 1,
            state: OFF,
            rotation: OFF,
            value: OFF,
            level,
            stack: false,
        });
    }

    /// Turns a stack over: its pieces change their order, and each goes to the other of its states.
    fn flip_stack(&mut self, slot: usize) {
        let mut pieces: Vec<Piece> = (0..self.state.height(slot))
            .map(|level| self.state.piece(slot, level))
            .collect();
        pieces.reverse();
        self.state.clear_slot(slot, &self.game.owners);
        let at = self.place(slot);
        for _ in &pieces {
            self.log_action(|| Action::Remove {
                at,
                level: OFF,
                applied: true,
            });
        }
        for mut piece in pieces {
            match self.game.components[piece.what].flips {
                Some((one, other)) if piece.state == one => piece.state = other,
                Some((one, other)) if piece.state == other => piece.state = one,
                _ => {}
            }
            let level = self.state.height(slot) as i32;
            self.state.set_down(slot, piece, &self.game.owners);
            self.log_action(|| Action::Add {
                at,
                what: piece.what as i32,
                count: 1,
                state: piece.state,
                rotation: piece.rotation,
                value: piece.value,
                level,
                stack: false,
            });
        }
    }

    /// Flips a piece to the other of its two states, or a stack.
    pub fn flip(&mut self, slot: usize) {
        if self.state.height(slot) > 1 {
            self.flip_stack(slot);
            return;
        }
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
        let top = self.state.top(from) as i32;
        self.shift(from as i32, to as i32, top, count);
        self.log = log;
    }
}
