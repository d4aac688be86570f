//! Resolves directions for a piece on a site.

use ludarium_board::Direction;

use super::{Evaluator, Tables};
use crate::ir::{Dirs, Iter, Table, TableId, OFF};
use crate::layout::Field;

impl<'a> Evaluator<'a> {
    /// See [`Evaluator::tables`].
    #[inline]
    pub fn tables_into(&mut self, dirs: &'a Dirs, slot: usize, found: &mut Tables<'a>) {
        match dirs {
            Dirs::Table(id) => self.add_table(*id, found),
            _ => self.tables_in_state(dirs, slot, found),
        }
    }

    fn tables_in_state(&mut self, dirs: &'a Dirs, slot: usize, found: &mut Tables<'a>) {
        match dirs {
            Dirs::Table(id) => self.add_table(*id, found),
            Dirs::ByFacing(tables) => {
                let facing = self.facing_at(slot);
                if let Some(&id) = tables.get(facing as usize) {
                    self.add_table(id, found);
                }
            }
            Dirs::ByHeading(tables) => {
                if let Some(&id) = tables.get(self.heading as usize) {
                    self.add_table(id, found);
                }
            }
            Dirs::Turned { tables, circle } => {
                let facing = self.facing_at(slot);
                let turns = self.state.rotation_at(slot, self.state.top(slot)).max(0) as usize;
                let facing = match circle.iter().position(|&direction| direction == facing) {
                    Some(place) => circle[(place + turns) % circle.len()],
                    None => facing,
                };
                if let Some(&id) = tables.get(facing as usize) {
                    self.add_table(id, found);
                }
            }
            Dirs::Along {
                site_type,
                ends,
                opposite,
                tables,
            } => {
                // Directions are resolved before the `(from)` of the rule is bound.
                let own = self.get(Iter::From);
                if self.outer_from != OFF {
                    self.bind(Iter::From, self.outer_from);
                }
                let ends = ends
                    .as_ref()
                    .map(|(from, to)| (self.int(from), self.int(to)))
                    .filter(|&(from, to)| from >= 0 && to >= 0);
                self.bind(Iter::From, own);
                let (from, to) = match ends {
                    Some(ends) => ends,
                    None => {
                        let slots = (
                            self.state.field(Field::LastFrom),
                            self.state.field(Field::LastTo),
                        );
                        (
                            self.site_in(*site_type, slots.0),
                            self.site_in(*site_type, slots.1),
                        )
                    }
                };
                if let Some(direction) = self.direction_between(tables, from, to) {
                    let direction = if *opposite {
                        direction.opposite()
                    } else {
                        direction
                    };
                    if let Some(&id) = tables.get(direction as usize) {
                        self.add_table(id, found);
                    }
                }
            }
            Dirs::If(cond, yes, no) => {
                let chosen = if self.bool(cond) { yes } else { no };
                self.tables_into(chosen, slot, found);
            }
            Dirs::Union(first, second) => {
                self.tables_into(first, slot, found);
                self.tables_into(second, slot, found);
            }
            Dirs::Random(of, number) => {
                let mut choice = Tables::new();
                self.tables_into(of, slot, &mut choice);
                let number = self.int(number);
                for _ in 0..number {
                    if choice.is_empty() {
                        break;
                    }
                    let index = self.rng().below(choice.len() as u32) as usize;
                    found.push(choice.remove(index));
                }
            }
            Dirs::Difference(first, second) => {
                let (mut all, mut less) = (Tables::new(), Tables::new());
                self.tables_into(first, slot, &mut all);
                self.tables_into(second, slot, &mut less);
                all.retain(|table| !less.iter().any(|other| std::ptr::eq(*table, *other)));
                found.extend(all);
            }
        }
    }

    #[inline]
    fn add_table(&self, id: TableId, found: &mut Tables<'a>) {
        if let Some(table) = self.game.tables.get(id as usize) {
            found.push(table);
        }
    }

    /// The facing of the piece on a slot, or of the mover if there is none.
    pub fn facing_at(&self, slot: usize) -> Direction {
        let what = if slot < self.game.layout.slots {
            self.state.what(slot)
        } else {
            0
        };
        let own = if what == 0 {
            None
        } else {
            self.game.components.get(what)
        };
        let owner = own.map_or(self.mover().max(0) as usize, |component| component.owner);
        own.and_then(|component| component.facing)
            .or_else(|| self.game.facings.get(owner).copied())
            .unwrap_or(Direction::N)
    }

    /// The site number of a slot, if it is a site of type `site_type` or of a container; -1
    /// otherwise.
    fn site_in(&self, site_type: usize, slot: i32) -> i32 {
        if slot < 0 || slot as usize >= self.game.layout.slots {
            return -1;
        }
        let (kind, site) = self.game.layout.site(slot as usize);
        if kind == site_type {
            site
        } else {
            -1
        }
    }

    /// The direction of the straight line from one site to another.
    fn direction_between(&self, tables: &[TableId], from: i32, to: i32) -> Option<Direction> {
        if from < 0 || to < 0 {
            return None;
        }
        let on_line = |table: &Table| {
            table
                .rays_of(from as usize)
                .any(|ray| table.ray(ray).iter().any(|&site| i32::from(site) == to))
        };
        tables
            .iter()
            .zip(Direction::ALL)
            .find(|(&id, _)| self.game.tables.get(id as usize).is_some_and(on_line))
            .map(|(_, &direction)| direction)
    }
}
