//! Where the sites of a board lie in the picture.
//!
//! The unit of length is the usual distance between neighbouring sites.

mod points;
mod spacing;
mod spiral;
mod warp;

pub use points::POINT_LENGTH;

use ludarium_board::graph::{distance, Graph};
use ludarium_board::{BoardKind, SiteType, Topology};
use ludarium_engine::{Game, State};
use ludarium_games::drawing::{Arrangement, SiteLook};

use crate::svg::Point;

use spacing::{layer_heights, nearest_distances, visible_slots};
use warp::Warp;

/// Where the sites of a game are drawn.
#[derive(Clone, Debug)]
pub struct SiteLayout {
    /// By slot: its spot, if it is drawn.
    pub spots: Vec<Option<SiteSpot>>,
    /// What the sites look like.
    pub look: SiteLook,
    /// The corners of the drawing without margins: left, top, right, bottom.
    pub bounds: [f64; 4],
    /// Picture units per board unit.
    scale: f64,
    /// Where the picture departs from the shape of the graph.
    warp: Warp,
    /// Whether the edges of the graph are drawn.
    pub shows_edges: bool,
    /// The loops at the corners, each between two sites.
    pub loops: Vec<[Point; 2]>,
    /// The distance between layers, to the right and down.
    layer_step: Point,
    /// The number of layers in a row of the picture.
    layers_per_row: usize,
    /// The heights of the layers, from the lowest.
    layer_heights: Vec<f64>,
}

/// Where a site is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SiteSpot {
    /// Its centre.
    pub at: Point,
    /// The size of a piece on it.
    pub size: f64,
    /// The kind of site.
    pub kind: SiteType,
    /// Its number among the sites of its kind.
    pub site: usize,
    /// Whether it is a site of a hand that is drawn as a cell beside the board.
    pub off_board: bool,
}

/// The outer radius, in board units, of the circle of a vertex that is alone on its ring around a
/// pivot, or is the pivot of such rings. It reaches half-way to the next ring.
pub(crate) fn lone_ring(graph: &Graph, vertex: usize) -> Option<f64> {
    let pivot_of = |other: usize| graph.pivots.get(other).copied().flatten();
    let pivot = pivot_of(vertex).unwrap_or(graph.vertices[vertex]);
    let mut radii: Vec<f64> = (0..graph.vertices.len())
        .filter(|&other| pivot_of(other).is_some_and(|its| distance(its, pivot) < 1e-6))
        .map(|other| distance(graph.vertices[other], pivot))
        .collect();
    radii.sort_by(f64::total_cmp);
    let own = distance(graph.vertices[vertex], pivot);
    let alike = |radius: &&f64| (**radius - own).abs() < 1e-3;
    let most = if own < 1e-3 { 0 } else { 1 };
    if radii.is_empty() || radii.iter().filter(alike).count() != most {
        return None;
    }
    let next = radii.iter().find(|radius| **radius > own + 1e-3);
    let before = radii.iter().rfind(|radius| **radius < own - 1e-3);
    Some(match (next, before) {
        (Some(next), _) => (own + next) / 2.0,
        (None, before) => own + (own - before.unwrap_or(&0.0)) / 2.0,
    })
}

/// The unit of length is this percentile of the distances to the nearest neighbour.
const SPACING_PERCENTILE: usize = 10;

/// The distance between the outermost sites of two layers: the rest of their cells, and their
/// names.
const LAYER_GAP: f64 = 2.3;

/// The distance between a store and the pits beside it.
const STORE_DISTANCE: f64 = 1.05;

/// The largest size of a piece where sites are far apart.
const MAX_PIECE_SIZE: f64 = 1.5;

impl SiteLayout {
    /// Lays out the sites of a game. Of an unbounded board only the area around the pieces is
    /// drawn.
    #[must_use]
    pub fn new(game: &Game, look: Option<SiteLook>, state: &State) -> SiteLayout {
        SiteLayout::arranged(game, look, Arrangement::AsGraph, state)
    }

    /// Lays out the sites of a game whose board the source arranges in another way than its graph.
    #[must_use]
    pub(crate) fn arranged(
        game: &Game,
        look: Option<SiteLook>,
        arrangement: Arrangement,
        state: &State,
    ) -> SiteLayout {
        let (topology, layout) = (&game.board().topology, game.layout());
        let own = game.board().default_site;
        let look = look.unwrap_or(match game.board().kind {
            BoardKind::Mancala { .. } => SiteLook::Pits,
            _ if own == SiteType::Cell => SiteLook::Cells,
            _ => SiteLook::Lines,
        });
        let mut sites = SiteLayout {
            spots: vec![None; layout.slots],
            look,
            bounds: [0.0, 0.0, 1.0, 1.0],
            scale: 1.0,
            warp: Warp::None,
            shows_edges: true,
            loops: Vec::new(),
            layer_step: (0.0, 0.0),
            layers_per_row: 1,
            layer_heights: layer_heights(topology),
        };
        let visible = visible_slots(game, state);
        let slots: Vec<(usize, SiteType, usize)> = (0..layout.board_sites)
            .chain(layout.sites..layout.slots)
            .filter(|slot| visible.as_ref().is_none_or(|visible| visible[*slot]))
            .filter_map(|slot| {
                let place = game.site_of_slot(slot);
                let site = usize::try_from(place.site).ok()?;
                topology.sites(place.kind).get(site)?;
                Some((slot, place.kind, site))
            })
            .collect();
        if look == SiteLook::Points && sites.points(topology, &slots) {
            return sites;
        }
        sites.look = if look == SiteLook::Points {
            SiteLook::Lines
        } else {
            look
        };
        sites.warp = Warp::new(game, arrangement);
        let warp = sites.warp.clone();
        let point = |kind: SiteType, site: usize| {
            let point = topology.sites(kind)[site].point;
            let (x, y) = warp.place(point);
            [x, y, point[2]]
        };
        // Sites on edges and corners need no room of their own unless the game is played on them.
        let main: Vec<[f64; 3]> = slots
            .iter()
            .filter(|(_, kind, _)| *kind == own)
            .map(|(_, kind, site)| point(*kind, *site))
            .collect();
        let mut spacing = nearest_distances(&main);
        let own_distances = spacing.clone();
        spacing.retain(|distance| distance.is_finite());
        spacing.sort_by(f64::total_cmp);
        let unit = spacing
            .get(spacing.len() * SPACING_PERCENTILE / 100)
            .copied()
            .unwrap_or(1.0);
        let unit = if unit > 1e-6 { unit } else { 1.0 };
        sites.scale = 1.0 / unit;
        if sites.layer_heights.len() > 1 {
            let vertices = || {
                topology
                    .sites(SiteType::Vertex)
                    .iter()
                    .map(|site| site.point)
            };
            let span = |axis: usize| {
                let ends = vertices().fold((f64::MAX, f64::MIN), |(low, high), point| {
                    (low.min(point[axis]), high.max(point[axis]))
                });
                (ends.1 - ends.0).max(0.0) * sites.scale + LAYER_GAP
            };
            sites.layer_step = (span(0), span(1));
            // At most four layers side by side, more in several rows.
            let count = sites.layer_heights.len();
            sites.layers_per_row = count.div_ceil(count.div_ceil(4));
        }
        let others: Vec<[f64; 3]> = slots
            .iter()
            .map(|(_, kind, site)| point(*kind, *site))
            .collect();
        let crowded = slots.iter().any(|(_, kind, _)| *kind != own);
        let all_distances = if crowded {
            nearest_distances(&others)
        } else {
            Vec::new()
        };
        let mut own_index = 0;
        for (index, (slot, kind, site)) in slots.iter().enumerate() {
            let mut size = match *kind == own {
                true => {
                    own_index += 1;
                    (own_distances[own_index - 1] / unit).min(MAX_PIECE_SIZE)
                }
                false => 0.5,
            };
            if crowded {
                size = size.min((all_distances[index] / unit * 1.1).clamp(0.2, 1.0));
            }
            if !size.is_finite() || size < 0.05 {
                size = if size.is_finite() { 0.05 } else { 1.0 };
            }
            sites.spots[*slot] = Some(SiteSpot {
                at: sites.place(topology.sites(*kind)[*site].point),
                size,
                kind: *kind,
                site: *site,
                off_board: false,
            });
        }
        if arrangement == Arrangement::Spiral && sites.wind(game) {
            return sites;
        }
        if let BoardKind::Mancala { stores, .. } = &game.board().kind {
            sites.clear_stores(stores);
        }
        sites.set_bounds(topology, visible.is_some());
        if matches!(game.board().kind, BoardKind::Surakarta) {
            sites.add_loops(game);
        }
        if sites.look == SiteLook::Cells && own == SiteType::Vertex {
            sites.widen_for_rings(topology);
            sites.widen_for_lone_rings(topology);
        }
        sites
    }

    /// The point of the picture for a point of the board.
    #[must_use]
    pub fn place(&self, point: [f64; 3]) -> Point {
        let layer = self
            .layer_heights
            .iter()
            .position(|z| (z - point[2]).abs() < 1e-3);
        let layer = layer.unwrap_or(0);
        let (x, y) = self.warp.place(point);
        let (right, down) = (
            (layer % self.layers_per_row) as f64,
            (layer / self.layers_per_row) as f64,
        );
        (
            x * self.scale + self.layer_step.0 * right,
            -y * self.scale + self.layer_step.1 * down,
        )
    }

    /// Whether the top right corner of the board has no sites in an area of this size.
    #[must_use]
    pub fn has_free_corner(&self, (width, height): Point) -> bool {
        let [_, top, right, _] = self.bounds;
        let spots = self.spots.iter().flatten();
        let mut near = spots.filter(|spot| spot.at.1 - 0.5 * spot.size < top + height + 0.4);
        near.all(|spot| spot.at.0 + 0.5 * spot.size < right - width - 0.6)
    }

    /// A vector of the board in the picture.
    #[must_use]
    pub fn vector(&self, [x, y]: [f64; 2]) -> Point {
        (x * self.scale, -y * self.scale)
    }

    /// Picture units per board unit.
    #[must_use]
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The radius in the picture of a ring of this radius on the board.
    #[must_use]
    pub fn radius(&self, radius: f64) -> f64 {
        self.warp.radius(radius) * self.scale
    }

    /// The spot of a slot, if it is drawn.
    #[must_use]
    pub fn spot(&self, slot: usize) -> Option<&SiteSpot> {
        self.spots.get(slot)?.as_ref()
    }

    /// Adds sites of hands as cells beside the board: slot, the slot they lie next to, and the step
    /// from there.
    pub fn add_off_board_cells(&mut self, citadels: &[(usize, usize, Point)]) {
        for (slot, by, step) in citadels {
            let Some(spot) = self.spot(*by).copied().filter(|_| *slot != *by) else {
                continue;
            };
            let at = (spot.at.0 + step.0, spot.at.1 + step.1);
            if let Some(own) = self.spots.get_mut(*slot) {
                *own = Some(SiteSpot {
                    at,
                    off_board: true,
                    ..spot
                });
            }
            let [left, top, right, bottom] = self.bounds;
            self.bounds = [
                left.min(at.0 - 0.5),
                top.min(at.1 - 0.5),
                right.max(at.0 + 0.5),
                bottom.max(at.1 + 0.5),
            ];
        }
    }

    /// Moves stores away from the pits, so that they do not overlap.
    fn clear_stores(&mut self, stores: &[u32]) {
        let is_store = |spot: &SiteSpot| stores.contains(&(spot.site as u32));
        let pits = self.spots.iter().flatten().filter(|spot| !is_store(spot));
        let (left, right) = pits.fold((f64::MAX, f64::MIN), |(low, high), spot| {
            (low.min(spot.at.0), high.max(spot.at.0))
        });
        for spot in self
            .spots
            .iter_mut()
            .flatten()
            .filter(|spot| is_store(spot))
        {
            let x = spot.at.0;
            spot.at.0 = match x < (left + right) / 2.0 {
                true => x.min(left - STORE_DISTANCE),
                false => x.max(right + STORE_DISTANCE),
            };
        }
    }

    /// Finds the loops of a board: the steps of tracks between sites that are neither in one row
    /// nor in one column.
    fn add_loops(&mut self, game: &Game) {
        for track in &game.board().tracks {
            let next = track.steps.iter().cycle().skip(1);
            let steps = track.steps.iter().zip(next);
            let steps = steps.take(match track.looped {
                true => track.steps.len(),
                false => track.steps.len().saturating_sub(1),
            });
            for (one, other) in steps {
                let spot = |site: i32| self.spot(usize::try_from(site).ok()?);
                let (Some(a), Some(b)) = (spot(one.site), spot(other.site)) else {
                    continue;
                };
                let ends = match (a.at.0, a.at.1) <= (b.at.0, b.at.1) {
                    true => [a.at, b.at],
                    false => [b.at, a.at],
                };
                let slanted =
                    (ends[0].0 - ends[1].0).abs() > 0.1 && (ends[0].1 - ends[1].1).abs() > 0.1;
                if slanted && !self.loops.contains(&ends) {
                    self.loops.push(ends);
                }
            }
        }
        let radius = |[a, b]: &[Point; 2]| (a.0 - b.0).abs();
        let widest = self.loops.iter().map(radius).fold(0.0, f64::max);
        let more = (widest - 0.5 + 0.15).max(0.0);
        let [left, top, right, bottom] = self.bounds;
        self.bounds = [left - more, top - more, right + more, bottom + more];
    }

    /// Widens the bounds for the implied cells of rings, which reach half a ring beyond the
    /// outermost.
    fn widen_for_rings(&mut self, topology: &Topology) {
        let graph = topology.graph();
        let radii = graph
            .vertices
            .iter()
            .zip(&graph.pivots)
            .filter_map(|(point, pivot)| {
                let pivot = (*pivot)?;
                Some((point[0] - pivot[0]).hypot(point[1] - pivot[1]))
            });
        let mut radii: Vec<f64> = radii.filter(|radius| *radius > 1e-6).collect();
        radii.sort_by(f64::total_cmp);
        radii.dedup_by(|a, b| (*a - *b).abs() < 1e-3 * *a);
        if let [.., inner, outer] = radii.as_slice() {
            let more = ((outer - inner) / 2.0 * self.scale - 0.5).max(0.0);
            let [left, top, right, bottom] = self.bounds;
            self.bounds = [left - more, top - more, right + more, bottom + more];
        }
    }

    /// Makes room for the circles of sites that are alone on their rings.
    fn widen_for_lone_rings(&mut self, topology: &Topology) {
        let graph = topology.graph();
        for site in 0..graph.vertices.len() {
            let Some(radius) = lone_ring(graph, site) else {
                continue;
            };
            let (x, y) = self.place(
                graph
                    .pivots
                    .get(site)
                    .copied()
                    .flatten()
                    .unwrap_or(graph.vertices[site]),
            );
            let radius = radius * self.scale;
            let [left, top, right, bottom] = self.bounds;
            self.bounds = [
                left.min(x - radius),
                top.min(y - radius),
                right.max(x + radius),
                bottom.max(y + radius),
            ];
        }
    }

    fn set_bounds(&mut self, topology: &Topology, cropped: bool) {
        let mut points: Vec<Point> = Vec::new();
        for spot in self.spots.iter().flatten() {
            let half = match self.look {
                SiteLook::Cells if spot.kind == SiteType::Cell => 0.0,
                _ => 0.5,
            };
            points.push((spot.at.0 - half, spot.at.1 - half));
            points.push((spot.at.0 + half, spot.at.1 + half));
            if spot.kind == SiteType::Cell {
                let corners = &topology.sites(SiteType::Cell)[spot.site].vertices;
                for vertex in corners {
                    points
                        .push(self.place(topology.sites(SiteType::Vertex)[*vertex as usize].point));
                }
            }
        }
        if !cropped {
            let all = topology.graph().vertices.iter();
            points.extend(all.map(|vertex| self.place(*vertex)));
        }
        if points.is_empty() {
            return;
        }
        self.bounds = points.iter().fold(
            [f64::MAX, f64::MAX, f64::MIN, f64::MIN],
            |[left, top, right, bottom], (x, y)| {
                [left.min(*x), top.min(*y), right.max(*x), bottom.max(*y)]
            },
        );
    }
}
