//! Effects on many pieces at once: taking control, attracting, pushing. Each lists one move per
//! piece or per step, so that its consequences follow each of them.

use crate::action::Action;
use crate::ir::{Dirs, Sites, OFF};
use crate::state::Piece;

use super::Evaluator;

/// A step of attracting or pushing: a piece of a kind is taken from a slot, or put on it. Kind 0
/// changes nothing.
pub(super) enum Shift {
    PickUp(usize, usize),
    PutDown(usize, usize),
}

impl<'a> Evaluator<'a> {
    /// The slots of the pieces of one player that another takes over, with the kinds that they
    /// become: those of the same name.
    pub(super) fn taken_over(
        &mut self,
        site_type: usize,
        sites: Option<&'a Sites>,
        of: i32,
        by: i32,
    ) -> Vec<(usize, usize)> {
        let own: Vec<i32> = match sites {
            Some(sites) => self.sites(sites).iter().collect(),
            None => self
                .state
                .owned_bits(of as usize)
                .map(|slot| self.game.layout.site(slot as usize).1)
                .collect(),
        };
        let components = &self.game.components;
        let taken = own.into_iter().filter_map(|site| {
            let slot = self.slot(site_type, site)?;
            let what = self.state.piece(slot, self.state.top(slot)).what;
            if what == 0 || i32::from(self.game.owners[what]) != of {
                return None;
            }
            let base = &components[what].base;
            let new = components
                .iter()
                .position(|kind| kind.base == *base && kind.owner as i32 == by)?;
            Some((slot, new))
        });
        taken.collect()
    }

    /// Replaces the piece on a slot by one of another player.
    pub(super) fn take_control(&mut self, slot: usize, new: usize) {
        let piece = self.state.piece(slot, self.state.top(slot));
        self.remove(slot, OFF);
        self.put_piece(slot as i32, Piece { what: new, ..piece });
        let at = self.place(slot);
        self.log_action(|| Action::Add {
            at,
            what: new as i32,
            count: piece.count.max(1),
            state: piece.state,
            rotation: piece.rotation,
            value: piece.value,
            level: OFF,
            stack: false,
        });
    }

    /// Draws the pieces of each line towards `from`, the nearest first.
    pub(super) fn attraction(
        &mut self,
        site_type: usize,
        dirs: &'a Dirs,
        from: usize,
    ) -> Vec<Shift> {
        let (_, site) = self.game.layout.site(from);
        let mut steps = Vec::new();
        for table in self.tables(dirs, from) {
            for ray in table.rays_of(site as usize) {
                let near = table.ray(ray).iter();
                let path: Vec<usize> = near
                    .filter_map(|&near| self.slot(site_type, i32::from(near)))
                    .collect();
                let mut row = Vec::new();
                for &slot in &path {
                    let what = self.state.what(slot);
                    if what > 0 {
                        steps.push(Shift::PickUp(slot, what));
                        row.push(what);
                    }
                }
                let closed_up = path.iter().zip(row);
                steps.extend(closed_up.map(|(&slot, what)| Shift::PutDown(slot, what)));
            }
        }
        steps
    }

    /// Pushes the unbroken row of pieces beyond `from` by one site, along the first direction; a
    /// piece that leaves the board is removed.
    pub(super) fn push(&mut self, site_type: usize, dirs: &'a Dirs, from: usize) -> Vec<Shift> {
        let (_, site) = self.game.layout.site(from);
        let mut steps = Vec::new();
        let Some(&table) = self.tables(dirs, from).first() else {
            return steps;
        };
        let Some(ray) = table.rays_of(site as usize).next() else {
            return steps;
        };
        let mut carried = self.state.what(from);
        steps.push(Shift::PickUp(from, carried));
        for &near in table.ray(ray) {
            let Some(slot) = self.slot(site_type, i32::from(near)) else {
                break;
            };
            let next = self.state.what(slot);
            if next == 0 {
                steps.push(Shift::PutDown(slot, carried));
                break;
            }
            steps.push(Shift::PickUp(slot, next));
            steps.push(Shift::PutDown(slot, carried));
            carried = next;
        }
        steps
    }

    /// Removes a piece of a kind. Kind 0 changes nothing, but is logged.
    pub(super) fn pick_up(&mut self, slot: usize, what: i32) {
        if what > 0 {
            return self.remove(slot, OFF);
        }
        let at = self.place(slot);
        self.log_action(|| Action::Remove {
            at,
            level: OFF,
            applied: true,
        });
    }

    /// Puts down a piece of a kind. Kind 0 changes nothing, but is logged.
    pub(super) fn put_down(&mut self, slot: usize, what: i32) {
        if what > 0 {
            return self.add(slot as i32, what, None, 1, false, None);
        }
        let at = self.place(slot);
        self.log_action(|| Action::Add {
            at,
            what: 0,
            count: 1,
            state: OFF,
            rotation: OFF,
            value: OFF,
            level: OFF,
            stack: false,
        });
    }
}
