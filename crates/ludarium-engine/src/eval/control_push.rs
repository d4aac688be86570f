//! Effects on many pieces at once: taking control, attracting, pushing.

use crate::action::Action;
use crate::ir::{Dirs, Sites, OFF};
use crate::state::Piece;

use super::Evaluator;

impl<'a> Evaluator<'a> {
    /// Gives the pieces of one player to another.
    pub fn take_control(&mut self, site_type: usize, sites: Option<&'a Sites>, of: i32, by: i32) {
        let own: Vec<i32> = match sites {
            Some(sites) => self.sites(sites).iter().collect(),
            None => self
                .state
                .owned_bits(of as usize)
                .map(|slot| self.game.layout.site(slot as usize).1)
                .collect(),
        };
        for site in own {
            let Some(slot) = self.slot(site_type, site) else {
                continue;
            };
            let piece = self.state.piece(slot, self.state.top(slot));
            let what = piece.what;
            if what == 0 || i32::from(self.game.owners[what]) != of {
                continue;
            }
            let base = &self.game.components[what].base;
            let new = self
                .game
                .components
                .iter()
                .position(|c| c.base == *base && c.owner as i32 == by);
            let Some(new) = new else { continue };
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
    }

    /// Moves the pieces of each line towards `from`.
    pub fn attract(&mut self, site_type: usize, dirs: &'a Dirs, from: usize) {
        let (_, site) = self.game.layout.site(from);
        for table in self.tables(dirs, from) {
            for ray in table.rays_of(site as usize) {
                // All pieces on the ray close up, the nearest first.
                let path: Vec<usize> = table
                    .ray(ray)
                    .iter()
                    .filter_map(|&near| self.slot(site_type, i32::from(near)))
                    .collect();
                let mut row = Vec::new();
                for &slot in &path {
                    if !self.state.is_empty(slot) {
                        row.push(self.pick_up(slot));
                    }
                }
                for (&slot, what) in path.iter().zip(row) {
                    self.put_down(slot, what);
                }
            }
        }
    }

    /// Pushes the unbroken row of pieces beyond `from` by one site; a piece that leaves the board
    /// is removed.
    pub fn push_row(&mut self, site_type: usize, dirs: &'a Dirs, from: usize) {
        let (_, site) = self.game.layout.site(from);
        for table in self.tables(dirs, from) {
            for ray in table.rays_of(site as usize) {
                let mut carried = self.pick_up(from);
                for &near in table.ray(ray) {
                    let Some(slot) = self.slot(site_type, i32::from(near)) else {
                        break;
                    };
                    if self.state.is_empty(slot) {
                        self.put_down(slot, carried);
                        break;
                    }
                    let next = self.pick_up(slot);
                    self.put_down(slot, carried);
                    carried = next;
                }
            }
        }
    }

    /// Removes a piece and returns its kind.
    fn pick_up(&mut self, slot: usize) -> i32 {
        let what = self.state.what(slot) as i32;
        if what > 0 {
            self.remove(slot, OFF);
        } else {
            let at = self.place(slot);
            self.log_action(|| Action::Remove {
                at,
                level: OFF,
                applied: true,
            });
        }
        what
    }

    /// Puts down the piece that [`Evaluator::pick_up`] returned. Kind 0 changes nothing, but is
    /// logged.
    fn put_down(&mut self, slot: usize, what: i32) {
        if what > 0 {
            self.add(slot as i32, what, None, 1, false, None);
            return;
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
