//! Tiles with paths: whether their sides match, and where their paths lead.

use super::{Evaluator, MoveSink, Want};
use crate::game::Tile;
use crate::ir::{LoopTest, RuleId};
use crate::layout::type_of_index;

/// Where a path of a tile meets the border of its site: the side and the slot on it.
type PathEnd = (usize, i32);

impl<'a> Evaluator<'a> {
    /// The tile on a site, and its clockwise rotation in sides.
    fn tile_at(&self, site_type: usize, site: i32) -> Option<(&'a Tile, usize)> {
        let slot = self.slot(site_type, site)?;
        let tile = self.game.components[self.state.what(slot)].tile.as_ref()?;
        let sides = tile.slots.len();
        let turns = self.state.rotation_at(slot, self.state.top(slot)).max(0) as usize;
        let circle = self.game.rotations().max(1) as usize;
        Some((tile, turns * sides / circle % sides.max(1)))
    }

    /// The site beyond a side of a tile with `sides` sides.
    fn beyond(&self, site_type: usize, site: i32, side: usize, sides: usize) -> Option<i32> {
        use ludarium_board::Direction::{E, N, S, W};
        let kind = type_of_index(site_type);
        let topology = &self.game.board.topology;
        // A board that is one site wide supports only two of the four directions.
        let around = match sides {
            4 => &[N, E, S, W][..],
            _ => topology.supported(kind, ludarium_board::Relation::Orthogonal),
        };
        let direction = *around.get(side)?;
        let site = u32::try_from(site).ok()?;
        let next = topology.steps(kind, site, direction).first()?;
        Some(*next as i32)
    }

    /// The paths of the tile on a site: their ends and colours.
    fn paths_at(
        &self,
        site_type: usize,
        site: i32,
    ) -> impl Iterator<Item = ([PathEnd; 2], i32)> + 'a {
        let tile = self.tile_at(site_type, site);
        tile.into_iter().flat_map(|(tile, turned)| {
            let sides = tile.slots.len();
            tile.paths.iter().map(move |path| {
                let end = |(side, slot): (i32, i32)| ((side as usize + turned) % sides, slot);
                (path.ends.map(end), path.colour)
            })
        })
    }

    /// The number of slots on a side of the tile on a site; 0 without a tile.
    fn slots_at(&self, site_type: usize, site: i32, side: usize) -> i32 {
        self.tile_at(site_type, site).map_or(0, |(tile, turned)| {
            let sides = tile.slots.len();
            tile.slots[(side + sides - turned) % sides]
        })
    }

    /// The colour of the path that ends in a slot of a side; 0 if none does.
    fn colour_at(&self, site_type: usize, site: i32, end: PathEnd) -> i32 {
        self.paths_at(site_type, site)
            .find(|(ends, _)| ends.contains(&end))
            .map_or(0, |(_, colour)| colour)
    }

    /// A slot of a side, as seen from the neighbour beyond it.
    fn across(&self, site_type: usize, site: i32, (side, slot): PathEnd) -> Option<(i32, PathEnd)> {
        let (own, _) = self.tile_at(site_type, site)?;
        let next = self.beyond(site_type, site, side, own.slots.len())?;
        let (tile, _) = self.tile_at(site_type, next)?;
        let facing = (side + tile.slots.len() / 2) % tile.slots.len();
        // Seen from the other side, left and right are swapped.
        let mirrored = self.slots_at(site_type, next, facing) - 1 - slot;
        Some((next, (facing, mirrored)))
    }

    /// `(is SidesMatch)`: whether all paths continue in the same colour across the sides between
    /// the tile and its neighbours.
    pub fn sides_match(&self, site: i32) -> bool {
        let site_type = self.game.layout.own;
        let Some((tile, _)) = self.tile_at(site_type, site) else {
            return false;
        };
        (0..tile.slots.len()).all(|side| {
            (0..self.slots_at(site_type, site, side)).all(|slot| {
                let own = self.colour_at(site_type, site, (side, slot));
                self.across(site_type, site, (side, slot))
                    .is_none_or(|(next, end)| self.colour_at(site_type, next, end) == own)
            })
        })
    }

    /// Follows the paths of a colour through the tile on a site in both directions: the sites of
    /// each, and whether it is closed.
    fn follow_paths(&self, site_type: usize, site: i32, colour: i32) -> Vec<(Vec<i32>, bool)> {
        let mut followed = Vec::new();
        let most = 4 * self.game.layout.lens[site_type];
        for (ends, own) in self.paths_at(site_type, site) {
            if own != colour {
                continue;
            }
            let mut sites = vec![site];
            let mut closed = false;
            for end in ends {
                let (mut at, mut leaving) = (site, end);
                while let Some((next, entry)) = self.across(site_type, at, leaving) {
                    let through = self
                        .paths_at(site_type, next)
                        .find(|(ends, colour)| ends.contains(&entry) && *colour == own);
                    let Some(([first, second], _)) = through else {
                        break;
                    };
                    leaving = if first == entry { second } else { first };
                    at = next;
                    if at == site && ends.contains(&entry) {
                        closed = true;
                        break;
                    }
                    if sites.len() > most {
                        break;
                    }
                    sites.push(at);
                }
                if closed {
                    break;
                }
            }
            followed.push((sites, closed));
        }
        followed
    }

    /// `(is Loop ... path:True)`.
    pub(super) fn is_loop_of_paths(&mut self, test: &'a LoopTest) -> bool {
        let colour = self.int(&test.owner);
        let starts: Vec<i32> = match &test.starts {
            Some(starts) => self.sites(starts).iter().collect(),
            None => self.laid_sites(),
        };
        starts.into_iter().any(|site| {
            self.follow_paths(test.site_type, site, colour)
                .iter()
                .any(|(_, closed)| *closed)
        })
    }

    /// `(pathExtent ...)`: the larger of width and height of the largest path of a colour, in
    /// sites.
    pub(super) fn path_extent(&self, colour: i32, starts: &[i32]) -> i32 {
        let site_type = self.game.layout.own;
        let sites = self.game.board.topology.sites(type_of_index(site_type));
        let mut most = 0;
        for &start in starts {
            for (path, _) in self.follow_paths(site_type, start, colour) {
                let extent = |of: fn(&ludarium_board::Site) -> u32| {
                    let all = path.iter().map(|&site| of(&sites[site as usize]));
                    let (low, high) = (all.clone().min(), all.max());
                    high.unwrap_or(0) - low.unwrap_or(0) + 1
                };
                let (wide, high) = (extent(|site| site.column), extent(|site| site.row));
                most = most.max(wide.max(high) as i32);
            }
        }
        most
    }

    // ---- placing tiles

    /// The moves of a rule whose target names rotations, in each of these rotations.
    #[cold]
    pub(super) fn generate_turned(&mut self, id: RuleId, cell: usize, out: &mut MoveSink) {
        let turns = self.game.rules[id as usize].kind.target();
        let Some(turns) = turns.and_then(|to| to.rotations.as_ref()) else {
            return;
        };
        let mut plain = MoveSink::new(
            Want::All,
            self.state.buffers.moves.pop().unwrap_or_default(),
        );
        plain.want = out.want;
        self.generate_rule_unturned(id, &mut plain);
        for &mv in &plain.moves {
            for turn in self.ints(turns) {
                let mut turned = mv;
                turned.payload[cell] = self.payload_value(turn);
                out.push(turned);
            }
        }
        self.recycle(plain.moves);
    }
}
