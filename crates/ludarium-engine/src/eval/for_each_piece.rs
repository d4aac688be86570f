//! `(forEach Piece ...)`: iterates over the pieces that move.

use super::planned_listing::Sets;
use super::{Evaluator, MoveSink, Want};
use crate::ir::{ForEachPiece, Iter, Owners};
use crate::layout::Field;
use crate::set::SiteSet;

/// The mover, the next and the previous player.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnPlayers {
    mover: i32,
    next: i32,
    prev: i32,
}

impl<'a> Evaluator<'a> {
    pub(super) fn for_each_piece(&mut self, piece: &'a ForEachPiece, out: &mut MoveSink) {
        if piece.only_topmost(self.game) {
            let mut sets = Sets::default();
            self.each_piece(piece, out.want, |eval, slot| {
                if out.wants_origin(slot) {
                    eval.list_moves_of(piece, &mut sets, slot, out);
                }
                if out.done && out.want == Want::Any {
                    let mover = eval.state.mover();
                    eval.state.buffers.last_mobile[mover & 1] = slot as u16;
                }
                !out.done
            });
            return;
        }
        let Some((first, end)) = self.slots_of(piece) else {
            return;
        };
        let (from, level) = (self.get(Iter::From), self.get(Iter::Level));
        let mut owners = [0u8; 20];
        let owners = self.owner_list(&piece.owners, &mut owners);
        let turn = self.turn_players();
        for &owner in owners {
            self.move_as_owner(piece, owner, turn);
            self.pieces_in_stacks(piece, first, end, i32::from(owner), out);
        }
        self.set_turn_players(turn);
        self.bind(Iter::From, from);
        self.bind(Iter::Level, level);
    }

    /// Lists the moves of the (topmost) piece on a slot, by the listing plan where possible.
    #[inline]
    pub(super) fn list_moves_of(
        &mut self,
        piece: &'a ForEachPiece,
        sets: &mut Sets,
        slot: usize,
        out: &mut MoveSink,
    ) {
        // The plan covers only sites of the board's own type.
        let known = slot < self.game.layout.board_sites && !matches!(out.want, Want::To(_));
        match known && !self.game.flags.listing_chance && !self.reference_mode {
            true => self.list_piece(piece.listing(self.game), sets, slot, out),
            false => self.moves_of_piece(piece, slot, out),
        }
    }

    /// The range of slots that the pieces may stand on.
    fn slots_of(&mut self, piece: &'a ForEachPiece) -> Option<(usize, usize)> {
        let container = usize::try_from(self.int(&piece.container)).ok()?;
        let container = self.game.containers.get(container)?;
        let layout = &self.game.layout;
        if container.first == 0 && piece.site_type != layout.own {
            let base = layout.base[piece.site_type];
            return Some((base, base + layout.lens[piece.site_type]));
        }
        Some((container.first, container.first + container.size))
    }

    /// The players whose turn it is.
    pub(super) fn turn_players(&self) -> TurnPlayers {
        TurnPlayers {
            mover: self.state.field(Field::Mover),
            next: self.state.field(Field::Next),
            prev: self.state.field(Field::Prev),
        }
    }

    pub(super) fn set_turn_players(&mut self, turn: TurnPlayers) {
        self.state.set_field(Field::Mover, turn.mover);
        self.state.set_field(Field::Next, turn.next);
        self.state.set_field(Field::Prev, turn.prev);
    }

    /// Makes the owner of the pieces the mover, between the real mover and the real mover. For the
    /// pieces of all owners, the mover stays.
    fn move_as_owner(&mut self, piece: &ForEachPiece, owner: u8, turn: TurnPlayers) {
        let player = i32::from(owner);
        if player == turn.mover || matches!(piece.owners, Owners::All) {
            self.set_turn_players(turn);
        } else if (1..=self.game.players).contains(&usize::from(owner)) {
            self.set_turn_players(TurnPlayers {
                mover: player,
                next: turn.mover,
                prev: turn.mover,
            });
        }
    }

    /// Calls `body` with the slot of each (topmost) piece that may have a move of the wanted sort,
    /// with its owner as the mover, until `body` returns `false`.
    pub(super) fn each_piece(
        &mut self,
        piece: &'a ForEachPiece,
        want: Want,
        mut body: impl FnMut(&mut Self, usize) -> bool,
    ) {
        let Some((first, end)) = self.slots_of(piece) else {
            return;
        };
        let sites = self.game.layout.sites;
        let inside = |slot: usize| {
            // The other site types of the board follow after the containers.
            (first..end).contains(&slot) || piece.anywhere && first == 0 && slot >= sites
        };
        let (from, level) = (self.get(Iter::From), self.get(Iter::Level));
        let mut owners = [0u8; 20];
        let owners = self.owner_list(&piece.owners, &mut owners);
        let turn = self.turn_players();
        for &owner in owners {
            self.move_as_owner(piece, owner, turn);
            if (piece.ordered || self.game.flags.listing_chance) && self.game.layout.order > 0 {
                let slots = self.pieces_in_order(usize::from(owner));
                let mut slots = slots.into_iter().map(usize::from);
                if !slots.all(|slot| !inside(slot) || body(self, slot)) {
                    break;
                }
                continue;
            }
            let set = self.movable(piece, usize::from(owner), want);
            if want == Want::Any && !self.game.flags.stochastic && !self.game.flags.listing_chance {
                // The piece that last had a move usually still has one.
                let last_mobile =
                    usize::from(self.state.buffers.last_mobile[self.state.mover() & 1]);
                if set.contains(last_mobile as i32)
                    && inside(last_mobile)
                    && !body(self, last_mobile)
                {
                    break;
                }
            }
            let mut slots = set.iter().map(|slot| slot as usize);
            if !slots.all(|slot| !inside(slot) || body(self, slot)) {
                break;
            }
        }
        self.set_turn_players(turn);
        self.bind(Iter::From, from);
        self.bind(Iter::Level, level);
    }

    /// The slots of an owner's pieces that may have a move of the wanted sort.
    fn movable(&self, piece: &ForEachPiece, owner: usize, want: Want) -> SiteSet {
        let want = if self.reference_mode { Want::All } else { want };
        if let Want::To(wanted) = want {
            let table = piece.attack_table(self.game);
            let mut near = SiteSet::new(self.game.layout.slots);
            let known = table.each_attacker(
                self.state,
                &self.game.owners,
                owner,
                usize::from(wanted),
                |slot| {
                    near.insert(slot as i32);
                    true
                },
            );
            if known.is_some() {
                return near;
            }
        }
        SiteSet::from_words(self.state.owned(owner))
    }

    #[inline]
    pub(super) fn moves_of_piece(
        &mut self,
        piece: &'a ForEachPiece,
        slot: usize,
        out: &mut MoveSink,
    ) {
        if let Some(moves) = &piece.moves[self.state.what(slot)] {
            self.bind_piece(slot);
            self.generate(moves, out);
        }
    }

    /// Lists the moves of each entry of an owner's lists, whether the piece is still there or not.
    fn listed_pieces(
        &mut self,
        piece: &'a ForEachPiece,
        first: usize,
        end: usize,
        owner: i32,
        out: &mut MoveSink,
    ) {
        for what in 1..self.game.owners.len() {
            let Some(moves) = piece.moves.get(what).and_then(Option::as_ref) else {
                continue;
            };
            if i32::from(self.game.owners[what]) != owner {
                continue;
            }
            let listed: Vec<(usize, usize)> = self.state.listed(what).collect();
            for (slot, level) in listed {
                let stacked = self.game.layout.levels > 0;
                let buried = stacked && piece.top && level + 1 != self.state.height(slot);
                let elsewhere = piece.anywhere && first == 0 && slot >= self.game.layout.sites;
                if out.done || buried || !elsewhere && !(first..end).contains(&slot) {
                    continue;
                }
                self.env[Iter::From as usize] = self.game.layout.site(slot).1;
                self.env[Iter::Level as usize] = level as i32;
                self.generate(moves, out);
            }
        }
    }

    fn pieces_in_stacks(
        &mut self,
        piece: &'a ForEachPiece,
        first: usize,
        end: usize,
        owner: i32,
        out: &mut MoveSink,
    ) {
        if self.state.lists_pieces() {
            self.listed_pieces(piece, first, end, owner, out);
            return;
        }
        for slot in first..end {
            for level in 0..self.state.height(slot) {
                let what = self.state.what_at(slot, level);
                if i32::from(self.game.owners[what]) != owner || what == 0 || out.done {
                    continue;
                }
                if let Some(moves) = &piece.moves[what] {
                    self.env[Iter::From as usize] = self.game.layout.site(slot).1;
                    self.env[Iter::Level as usize] = level as i32;
                    self.generate(moves, out);
                }
            }
        }
    }
}
